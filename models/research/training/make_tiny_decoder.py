"""Make a tiny decoder with random weights: same graph, same file layout, for engine tests.

    python make_tiny_decoder.py               # writes models/tiny-decoder/

It answers nonsense, always the same nonsense. Its tokenizer knows bytes and the chat markers.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from common import MODELS, write_json
from convert_lm import FILES, WEBGPU_FILE
from decoder_graph import Decoder, DecoderGraph
from linear import float_linear, int8_linear, widened_linear
from smollm2_source import LlamaShape

NAME = "tiny-decoder"
INT8_FILE = FILES["int8"]
SEED = 20261121
SHAPE = LlamaShape(
    layers=2,
    hidden=64,
    heads=4,
    kv_heads=2,
    head_dim=16,
    intermediate=192,
    context=1024,
    rope_theta=10000.0,
    rms_eps=1e-5,
)
SPECIAL = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
TEMPLATE = (
    "{% for message in messages %}{{'<|im_start|>' + message['role'] + '\n' + message['content']"
    " + '<|im_end|>' + '\n'}}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)


def byte_characters() -> list[str]:
    """The printable stand-in of every byte in byte-level BPE."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = iter(range(256, 512))
    return [chr(byte if byte in printable else next(others)) for byte in range(256)]


def tokenizer() -> dict[str, Any]:
    """A byte-level tokenizer without merges: one token a byte."""
    tokens = [*SPECIAL, *byte_characters()]
    flags = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    added = [{"id": i, "content": t, **flags, "special": True} for i, t in enumerate(SPECIAL)]
    level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True}
    level["use_regex"] = True
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": added,
        "normalizer": None,
        "pre_tokenizer": level,
        "post_processor": None,
        "decoder": level,
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": None,
            "continuing_subword_prefix": None,
            "end_of_word_suffix": None,
            "fuse_unk": False,
            "byte_fallback": False,
            "ignore_merges": False,
            "vocab": {token: index for index, token in enumerate(tokens)},
            "merges": [],
        },
    }


def decoder() -> Decoder:
    """Seeded random weights."""
    random = np.random.Generator(np.random.PCG64(SEED))
    vocabulary = len(SPECIAL) + 256
    width, inner, kv = SHAPE.hidden, SHAPE.intermediate, SHAPE.kv_heads * SHAPE.head_dim
    sizes = {
        "attn_q": (width, width),
        "attn_k": (kv, width),
        "attn_v": (kv, width),
        "attn_output": (width, width),
        "ffn_gate": (inner, width),
        "ffn_up": (inner, width),
        "ffn_down": (width, inner),
    }

    def matrix(rows: int, columns: int) -> np.ndarray:
        values = random.standard_normal((rows, columns)) * 1.5 / np.sqrt(columns)
        return np.asarray(np.round(values, 4), np.float32)

    layers = [{name: matrix(*size) for name, size in sizes.items()} for _ in range(SHAPE.layers)]
    ones = np.ones(width, np.float32)
    for layer in layers:
        layer["attn_norm"] = layer["ffn_norm"] = ones
    embedding = matrix(vocabulary, width)
    return Decoder(NAME, SHAPE, embedding, layers.__getitem__, ones)


def write_graphs(model: Decoder, folder: Path) -> int:
    """float32 in one file, and int8 with the two graphs of the real decoder; returns its chunks."""
    DecoderGraph(model, float_linear, int8_embedding=False).build().save(
        folder / "model.onnx", inline=True
    )
    int8 = DecoderGraph(model, int8_linear, int8_embedding=True).build()
    chunks = int8.save(folder / INT8_FILE)
    webgpu = DecoderGraph(model, widened_linear, int8_embedding=True, portable=True)
    webgpu.build().save_sharing(folder / WEBGPU_FILE, int8)
    return chunks


def main() -> None:
    """Write the folder."""
    folder = MODELS / NAME
    model = decoder()
    chunks = write_graphs(model, folder / "onnx")
    config = {
        "architectures": ["LlamaForCausalLM"],
        "bos_token_id": 1,
        "eos_token_id": 2,
        "head_dim": SHAPE.head_dim,
        "hidden_act": "silu",
        "hidden_size": SHAPE.hidden,
        "intermediate_size": SHAPE.intermediate,
        "max_position_embeddings": SHAPE.context,
        "model_type": "llama",
        "num_attention_heads": SHAPE.heads,
        "num_hidden_layers": SHAPE.layers,
        "num_key_value_heads": SHAPE.kv_heads,
        "pad_token_id": 2,
        "rms_norm_eps": SHAPE.rms_eps,
        "rope_theta": SHAPE.rope_theta,
        "tie_word_embeddings": True,
        "vocab_size": len(model.embedding),
        "transformers.js_config": {"use_external_data_format": {INT8_FILE: chunks}},
    }
    write_json(folder / "config.json", config)
    generation = {"bos_token_id": 1, "eos_token_id": 2, "pad_token_id": 2}
    write_json(folder / "generation_config.json", generation)
    write_json(folder / "tokenizer.json", tokenizer(), indent=None)
    names = {"bos_token": SPECIAL[1], "eos_token": SPECIAL[2], "pad_token": SPECIAL[2]}
    settings = {
        **names,
        "chat_template": TEMPLATE,
        "clean_up_tokenization_spaces": False,
        "model_max_length": SHAPE.context,
        "tokenizer_class": "GPT2Tokenizer",
        "unk_token": SPECIAL[0],
    }
    write_json(folder / "tokenizer_config.json", settings)


if __name__ == "__main__":
    main()

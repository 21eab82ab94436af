"""The shipped language model as a GGUF file of llama.cpp, for a peer in `npm run bench`.

python lm_to_gguf.py        # models/.build/hopwise-lm-q8_0.gguf, 137 MB

Q8_0 has int8 values with a float16 scale for each 32 of a row; ours are int8 with a float32 scale
for a whole row. So the very same integers are written, and each row's scale again and again: all
that differs from the shipped weights is the rounding of the scales to float16. What the smoothing
moved is folded into norms and neighbouring weights, and stays there.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from gguf import GGMLQuantizationType, GGUFWriter, LlamaFileType, TokenType
from gguf.constants import GGML_QUANT_SIZES
from onnx import numpy_helper

from common import BUILD, MODELS

SHIPPED = MODELS / "hopwise-lm"
BLOCK, _ = GGML_QUANT_SIZES[GGMLQuantizationType.Q8_0]


def read_json(path: Path) -> Any:
    """The content of a JSON file."""
    return json.loads(path.read_text(encoding="utf-8"))


def interleaved(rows: np.ndarray, heads: int) -> np.ndarray:
    """Rows of Q or K as llama.cpp turns them: the pairs of a head side by side, not in two halves."""
    halves = rows.reshape(heads, 2, len(rows) // heads // 2, *rows.shape[1:])
    return np.ascontiguousarray(halves.swapaxes(1, 2).reshape(rows.shape))


def q8_0(integers: np.ndarray, scales: np.ndarray) -> np.ndarray:
    """Blocks of Q8_0, as bytes a row, of int8 values [outputs, inputs] and a scale for each output."""
    halves = scales.astype(np.float16)
    if not np.isfinite(halves).all() or (halves < np.finfo(np.float16).smallest_normal).any():
        raise SystemExit("a scale is too small or too large for float16")
    outputs, inputs = integers.shape
    blocks = integers.reshape(outputs, inputs // BLOCK, BLOCK).view(np.uint8)
    repeated = np.broadcast_to(halves[:, None, None], (outputs, inputs // BLOCK, 1))
    prefix = np.ascontiguousarray(repeated).view(np.uint8)
    return np.concatenate([prefix, blocks], axis=2).reshape(outputs, -1)


def add_tensors(writer: GGUFWriter, config: dict[str, Any]) -> None:
    """All weights, under llama.cpp's names."""
    graph = onnx.load(SHIPPED / "onnx" / "model_quantized.onnx").graph
    tensors = {tensor.name: tensor for tensor in graph.initializer}
    heads, kv_heads = config["num_attention_heads"], config["num_key_value_heads"]
    dim, width = config["head_dim"], config["intermediate_size"]

    def array(name: str) -> np.ndarray:
        return np.asarray(numpy_helper.to_array(tensors[name]))

    def rows(name: str) -> tuple[np.ndarray, np.ndarray]:
        """The integers as [outputs, inputs], and their scales."""
        return np.ascontiguousarray(array(name).T), array(f"{name}.scale")

    def add(name: str, integers: np.ndarray, scales: np.ndarray) -> None:
        blocks = q8_0(integers, scales)
        writer.add_tensor(f"{name}.weight", blocks, raw_dtype=GGMLQuantizationType.Q8_0)

    add("token_embd", *rows("embedding"))  # the head, too: without an output tensor it is tied
    writer.add_tensor("output_norm.weight", array("final_norm"))
    for index in range(config["num_hidden_layers"]):
        ours, theirs = f"l{index}", f"blk.{index}"
        for norm in ("attn_norm", "ffn_norm"):
            writer.add_tensor(f"{theirs}.{norm}.weight", array(f"{ours}.{norm}"))
        ends = [heads * dim, (heads + kv_heads) * dim]
        (query, key, value), (by_query, by_key, by_value) = (
            np.split(part, ends) for part in rows(f"{ours}.qkv")
        )
        by_query = by_query * np.float32(dim**0.5)  # our graph scales queries, llama.cpp scores
        add(f"{theirs}.attn_q", interleaved(query, heads), interleaved(by_query, heads))
        add(f"{theirs}.attn_k", interleaved(key, kv_heads), interleaved(by_key, kv_heads))
        add(f"{theirs}.attn_v", value, by_value)
        (gate, up), (by_gate, by_up) = (
            np.split(part, [width]) for part in rows(f"{ours}.gate_up")
        )
        add(f"{theirs}.ffn_gate", gate, by_gate)
        add(f"{theirs}.ffn_up", up, by_up)
        for name in ("attn_output", "ffn_down"):
            add(f"{theirs}.{name}", *rows(f"{ours}.{name}"))


def add_shape(writer: GGUFWriter, config: dict[str, Any]) -> None:
    """The numbers that fix the decoder."""
    writer.add_name("hopwise-lm")
    writer.add_file_type(LlamaFileType.MOSTLY_Q8_0)
    writer.add_context_length(config["max_position_embeddings"])
    writer.add_embedding_length(config["hidden_size"])
    writer.add_block_count(config["num_hidden_layers"])
    writer.add_feed_forward_length(config["intermediate_size"])
    writer.add_head_count(config["num_attention_heads"])
    writer.add_head_count_kv(config["num_key_value_heads"])
    writer.add_rope_dimension_count(config["head_dim"])
    writer.add_rope_freq_base(config["rope_theta"])
    writer.add_layer_norm_rms_eps(config["rms_norm_eps"])
    writer.add_vocab_size(config["vocab_size"])


def add_tokenizer(writer: GGUFWriter, config: dict[str, Any]) -> None:
    """Tokens in the order of their ids, merges, special tokens, template."""
    tokenizer = read_json(SHIPPED / "tokenizer.json")
    settings = read_json(SHIPPED / "tokenizer_config.json")
    ids: dict[str, int] = tokenizer["model"]["vocab"]
    tokens = sorted(ids, key=ids.__getitem__)
    if [ids[token] for token in tokens] != list(range(config["vocab_size"])):
        raise SystemExit("the ids of the vocabulary have gaps")
    special = {added["content"] for added in tokenizer["added_tokens"]}
    types = [TokenType.CONTROL if token in special else TokenType.NORMAL for token in tokens]
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("smollm")
    writer.add_token_list(tokens)
    writer.add_token_types(types)
    writer.add_token_merges(tokenizer["model"]["merges"])
    writer.add_bos_token_id(config["bos_token_id"])
    writer.add_eos_token_id(config["eos_token_id"])
    writer.add_pad_token_id(config["pad_token_id"])
    writer.add_unk_token_id(ids[settings["unk_token"]])
    writer.add_add_bos_token(False)
    writer.add_add_space_prefix(False)
    writer.add_chat_template(settings["chat_template"])


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=BUILD / "hopwise-lm-q8_0.gguf")
    options = parser.parse_args()
    config = read_json(SHIPPED / "config.json")
    options.out.parent.mkdir(parents=True, exist_ok=True)
    writer = GGUFWriter(options.out, "llama")
    add_shape(writer, config)
    add_tokenizer(writer, config)
    add_tensors(writer, config)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    print(f"{options.out}: {options.out.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()

"""Write models/catalogue.json: what the page can load; fills sizes and hashes of the files here.

    python write_catalogue.py                 # write
    python write_catalogue.py --check         # fail when catalogue.json is not up to date

The fields are described in models/catalogue.schema.md. A model comes into the catalogue with its
folder: nothing else has to be changed.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path, PurePath
from typing import Any

from common import MODELS, sha256, write_json

CATALOGUE = MODELS / "catalogue.json"
MB = 1_000_000
INT8_FILE, WEBGPU_FILE = "model_quantized.onnx", PurePath("model_webgpu.onnx")

# Only those whose folder is there are listed.
EMBEDDED: list[dict[str, Any]] = [
    {
        "id": "hopwise-lm",
        "title": "Hopwise LM 135M",
        "role": "small-lm",
        "dtype": {"wasm": "q8", "cpu": "q8", "webgpu": None},
        "memoryMB": 500,
        "contextTokens": 8192,
        "parameters": 127_150_000,
        "licence": "Apache-2.0",
        "skills": True,
        "passInvariant": True,
        "source": "SmolLM2-135M-Instruct, tuned by models/research/training",
    },
    {
        "id": "hopwise-encoder",
        "title": "Hopwise encoder",
        "role": "encoder",
        "dtype": {"wasm": "q8", "cpu": "q8", "webgpu": None},
        "memoryMB": 120,
        "licence": "Apache-2.0",
        "contextTokens": 512,
        "parameters": 23_000_000,
        "source": "all-MiniLM-L6-v2, tuned by models/research/training",
    },
    {
        "id": "tiny-decoder",
        "title": "Tiny random decoder",
        "role": "test",
        "dtype": {"wasm": "fp32", "cpu": "fp32", "webgpu": "fp32"},
        "memoryMB": 60,
        "contextTokens": 1024,
        "parameters": 115_000,
        "licence": "MIT",
        "source": "random weights, models/research/training/make_tiny_decoder.py",
    },
]


def hub(
    repository: str,
    title: str,
    webgpu: str,
    wasm: str | None,
    size_mb: int,
    parameters: int,
    context: int,
    licence: str,
) -> dict[str, Any]:
    """An entry for a model that is downloaded by its hub id; sizes are approximate."""
    return {
        "id": repository.split("/")[1].lower(),
        "title": title,
        "role": "small-lm",
        "engine": "transformers",
        "repository": repository,
        "dtype": {"wasm": wasm, "cpu": wasm, "webgpu": webgpu},
        "bytes": size_mb * MB,
        "bytesApproximate": True,
        "memoryMB": round(size_mb * 1.6),
        "contextTokens": context,
        "parameters": parameters,
        "licence": licence,
        "source": repository,
        "needsF16": webgpu.endswith("f16"),
        "externalDataChunks": None,
    }


HUB: list[dict[str, Any]] = [
    hub(
        repository="HuggingFaceTB/SmolLM2-360M-Instruct",
        title="SmolLM2 360M Instruct",
        webgpu="q4",
        wasm="q8",
        size_mb=390,
        parameters=362_000_000,
        context=8192,
        licence="Apache-2.0",
    ),
    hub(
        repository="onnx-community/Qwen2.5-0.5B-Instruct",
        title="Qwen2.5 0.5B Instruct",
        webgpu="q4f16",
        wasm="q8",
        size_mb=490,
        parameters=494_000_000,
        context=32768,
        licence="Apache-2.0",
    ),
    hub(
        repository="onnx-community/Qwen3-0.6B-ONNX",
        title="Qwen3 0.6B",
        webgpu="q4f16",
        wasm="q8",
        size_mb=580,
        parameters=596_000_000,
        context=40960,
        licence="Apache-2.0",
    ),
    hub(
        repository="onnx-community/gemma-3-1b-it-ONNX",
        title="Gemma 3 1B Instruct",
        webgpu="q4",
        wasm=None,
        size_mb=850,
        parameters=1_000_000_000,
        context=32768,
        licence="Gemma",
    ),
    hub(
        repository="onnx-community/Llama-3.2-1B-Instruct-q4f16",
        title="Llama 3.2 1B Instruct",
        webgpu="q4f16",
        wasm=None,
        size_mb=1100,
        parameters=1_236_000_000,
        context=131072,
        licence="Llama-3.2",
    ),
    hub(
        repository="onnx-community/Qwen2.5-1.5B-Instruct",
        title="Qwen2.5 1.5B Instruct",
        webgpu="q4f16",
        wasm=None,
        size_mb=1220,
        parameters=1_544_000_000,
        context=32768,
        licence="Apache-2.0",
    ),
    hub(
        repository="HuggingFaceTB/SmolLM2-1.7B-Instruct",
        title="SmolLM2 1.7B Instruct",
        webgpu="q4f16",
        wasm=None,
        size_mb=1110,
        parameters=1_711_000_000,
        context=8192,
        licence="Apache-2.0",
    ),
]


def present(identifier: str) -> bool:
    """Whether the model's folder, named as the model, holds its graph."""
    return (MODELS / identifier / "onnx").is_dir()


def weight_files(folder: Path) -> dict[str, list[str]]:
    """The names of the weight files of every graph that has some."""
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    chunks = config.get("transformers.js_config", {}).get("use_external_data_format", {})
    return {
        graph: [f"{graph}_data" + (f"_{index}" if index else "") for index in range(count)]
        for graph, count in chunks.items()
    }


def embedded(entry: dict[str, Any]) -> dict[str, Any]:
    """The entry with what its folder tells: graphs, and sizes and hashes of every file."""
    folder = MODELS / entry["id"]
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix != ".md")
    files = [
        {
            "path": path.relative_to(folder).as_posix(),
            "bytes": path.stat().st_size,
            "sha256": sha256(path),
        }
        for path in paths
    ]
    weights = weight_files(folder)
    told = dict(entry)
    if (folder / "onnx" / WEBGPU_FILE).exists():
        # float32 names no ending: the library then takes the graph's name as it is.
        told["dtype"] = {**entry["dtype"], "webgpu": "fp32"}
        told["graphs"] = {"webgpu": {"name": WEBGPU_FILE.stem, "data": weights[INT8_FILE]}}
    return {
        **told,
        "engine": "transformers",
        "path": entry["id"],
        "needsF16": False,
        "externalDataChunks": {graph: len(names) for graph, names in weights.items()},
        "bytes": sum(file["bytes"] for file in files),
        "bytesApproximate": False,
        "files": files,
    }


def validate(entries: list[dict[str, Any]]) -> None:
    """Refuse double ids, missing chunks and chunks over the limit."""
    ids = [entry["id"] for entry in entries]
    if len(set(ids)) != len(ids):
        raise SystemExit("an id occurs twice")
    for entry in entries:
        if ("path" in entry) == ("repository" in entry):
            raise SystemExit(f"{entry['id']}: exactly one of path and repository")
        names = {file["path"]: file["bytes"] for file in entry.get("files", [])}
        for model, count in (entry["externalDataChunks"] or {}).items():
            for index in range(count):
                chunk = f"onnx/{model}_data" + (f"_{index}" if index else "")
                if not 0 < names.get(chunk, 0) <= 45 * MB:
                    raise SystemExit(f"{entry['id']}: {chunk} is missing or too big")


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    entries = [*(embedded(entry) for entry in EMBEDDED if present(entry["id"])), *HUB]
    validate(entries)
    catalogue = {"version": 1, "models": entries}
    if options.check:
        if json.loads(CATALOGUE.read_text(encoding="utf-8")) != catalogue:
            raise SystemExit("catalogue.json is out of date: run write_catalogue.py")
        return
    write_json(CATALOGUE, catalogue)
    total = sum(entry["bytes"] for entry in entries if "path" in entry)
    print(f"{len(entries)} models, embedded {total} bytes")


if __name__ == "__main__":
    main()

"""Choose which tokens of the SmolLM2 vocabulary stay, from token counts on English text.

    python select_vocabulary.py --size 26624 FOLDER_OR_FILE...

Reads every .json, .jsonl and .jsonl.gz file, counts the tokens of all text in it (one line in
twenty is held out for the report) and writes vocabulary.txt. The set is closed under merges: with
a token come the two tokens it is merged from, so kept text is cut exactly as before. All special
tokens and all byte tokens stay. Rebuilding the model does not need this script: the list is
committed.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer

from smollm2_source import SmolLM2Source
from smollm2_tokenizer import CONTROL, save_kept_ids, tokenizer_json

SKIPPED_KEYS = {"id", "dataset", "source", "split", "type", "level", "url", "urls"}
HELD_OUT_EVERY = 20
BATCH = 2000


def texts(value: Any) -> Iterator[str]:
    """All strings inside a JSON value, without identifiers."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from texts(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key not in SKIPPED_KEYS:
                yield from texts(item)


def rows(paths: list[Path]) -> Iterator[str]:
    """One string per JSON row (or per JSON file)."""
    for path in paths:
        files = sorted(path.rglob("*")) if path.is_dir() else [path]
        for file in files:
            if file.name.endswith(".jsonl.gz"):
                with gzip.open(file, "rt", encoding="utf-8") as stream:
                    yield from ("\n".join(texts(json.loads(line))) for line in stream)
            elif file.suffix == ".jsonl":
                with file.open(encoding="utf-8") as stream:
                    yield from ("\n".join(texts(json.loads(line))) for line in stream)
            elif file.suffix == ".json" and file.name != "package.json":
                yield "\n".join(texts(json.loads(file.read_text(encoding="utf-8"))))


def count(tokenizer: Tokenizer, paths: list[Path]) -> tuple[Counter[int], Counter[int]]:
    """Token counts of the counted and of the held-out rows."""
    counted: Counter[int] = Counter()
    held_out: Counter[int] = Counter()
    batch: list[str] = []

    def flush() -> None:
        for index, encoding in enumerate(tokenizer.encode_batch(batch)):
            (held_out if index % HELD_OUT_EVERY == 0 else counted).update(encoding.ids)
        batch.clear()

    for row in rows(paths):
        batch.append(row)
        if len(batch) == BATCH:
            flush()
    flush()
    return counted, held_out


def choose(source: SmolLM2Source, counted: Counter[int], size: int) -> list[int]:
    """Special tokens, byte tokens, then the most frequent tokens, each with its ancestors."""
    tokens: list[str] = source.meta("tokenizer.ggml.tokens")
    types: list[int] = source.meta("tokenizer.ggml.token_type")
    ids = {token: index for index, token in enumerate(tokens)}
    parents: dict[int, tuple[int, int]] = {}
    for merge in source.meta("tokenizer.ggml.merges"):
        left, right = merge.split(" ")
        parents[ids[left + right]] = (ids[left], ids[right])

    kept = {i for i, token in enumerate(tokens) if types[i] == CONTROL or len(token) == 1}

    def ancestors(token: int) -> set[int]:
        missing: set[int] = set()
        stack = [token]
        while stack:
            current = stack.pop()
            if current not in kept and current not in missing:
                missing.add(current)
                stack.extend(parents.get(current, ()))
        return missing

    # The order of merges breaks ties: early merges were frequent in the original training text.
    for token in sorted(range(len(tokens)), key=lambda i: (-counted[i], i)):
        missing = ancestors(token)
        if len(kept) + len(missing) <= size:
            kept |= missing
        if len(kept) == size:
            break
    return sorted(kept)


def main() -> None:
    """Count, choose, write, report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, required=True)
    parser.add_argument("paths", type=Path, nargs="+")
    parser.add_argument("--counts", type=Path, help="cache of the counts (JSON)")
    options = parser.parse_args()
    source = SmolLM2Source()
    tokenizer = Tokenizer.from_str(json.dumps(tokenizer_json(source)))
    if options.counts and options.counts.exists():
        pair = json.loads(options.counts.read_text())
        counted, held_out = (Counter({int(k): v for k, v in part.items()}) for part in pair)
    else:
        counted, held_out = count(tokenizer, options.paths)
        if options.counts:
            options.counts.write_text(json.dumps([counted, held_out]))
    kept = choose(source, counted, options.size)
    total = sum(held_out.values())
    covered = sum(held_out[token] for token in kept)
    print(f"{len(kept)} tokens; counted {sum(counted.values())}, held out {total}")
    print(f"unchanged on held-out text: {covered / total:.5%}")
    save_kept_ids(
        kept,
        [
            "Token ids of the full SmolLM2 vocabulary that are kept (ranges, ascending).",
            "Written by select_vocabulary.py; read by convert_lm.py.",
        ],
    )


if __name__ == "__main__":
    main()

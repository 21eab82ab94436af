"""State in a decoder's graph what shapes its `Reshape`s give.

ONNX Runtime cannot follow them, so it takes each of some two thousand values for one of a shape of
its own: then no buffer serves twice, and planning who might share takes most of a session's start
(1.1 of 1.4 s in Node, more in WebAssembly). The statement adds 12 KB; outputs stay bit for bit.

python state_shapes.py GRAPH...      # in place; the weights beside it are only read
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
import onnxruntime as ort
from onnx import helper

PAST = "past_key_values."


@dataclass(frozen=True)
class Sizes:
    """Sizes that no weight has, so that a dimension tells where it comes from."""

    batch: int
    sequence: int
    past: int

    def names(self) -> dict[str, int]:
        """Sizes by the names of the graph's inputs; `tokens` are those of all rows."""
        return {
            "batch_size": self.batch,
            "sequence_length": self.sequence,
            "total_sequence_length": self.sequence + self.past,
            "tokens": self.batch * self.sequence,
        }


PROBES = (Sizes(5, 7, 11), Sizes(5, 13, 23))


def state_shapes(path: Path) -> int:
    """Write the shapes into the graph at `path`; returns how many."""
    model = onnx.load(str(path), load_external_data=False)
    declared = {value.name for value in model.graph.output}
    wanted = [
        node.output[0]
        for node in model.graph.node
        if node.op_type == "Reshape" and node.output[0] not in declared
    ]
    first, second = (_values(path, model, wanted, sizes) for sizes in PROBES)
    del model.graph.value_info[:]
    for name in wanted:
        kind = helper.np_dtype_to_tensor_dtype(first[name].dtype)
        shape = _shape(first[name].shape, second[name].shape)
        model.graph.value_info.append(helper.make_tensor_value_info(name, kind, shape))
    path.write_bytes(model.SerializeToString(deterministic=True))
    return len(wanted)


def _values(
    path: Path, model: onnx.ModelProto, wanted: list[str], sizes: Sizes
) -> dict[str, np.ndarray]:
    """What the graph computes under these names, for any tokens in these sizes."""
    probe = onnx.ModelProto()
    probe.CopyFrom(model)
    probe.graph.output.extend(onnx.ValueInfoProto(name=name) for name in wanted)
    beside = path.with_suffix(".probe")
    beside.write_bytes(probe.SerializeToString())
    options = ort.SessionOptions()
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    try:
        session = ort.InferenceSession(str(beside), options, providers=["CPUExecutionProvider"])
    finally:
        beside.unlink()
    total = sizes.sequence + sizes.past
    positions = np.arange(sizes.past, total, dtype=np.int64)
    feeds = {
        "input_ids": np.full((sizes.batch, sizes.sequence), 1, np.int64),
        "attention_mask": np.ones((sizes.batch, total), np.int64),
        "position_ids": np.tile(positions, (sizes.batch, 1)),
        "num_logits_to_keep": np.array(1, np.int64),
    }
    for value in session.get_inputs():
        if value.name.startswith(PAST):
            _, heads, _, width = value.shape
            feeds[value.name] = np.zeros((sizes.batch, heads, sizes.past, width), np.float32)
    return dict(zip(wanted, session.run(wanted, feeds), strict=True))


def _shape(first: tuple[int, ...], second: tuple[int, ...]) -> list[str | int | None]:
    """Named where a size follows an input's, a number where both runs agree, else unknown."""
    named = zip(PROBES[0].names().items(), PROBES[1].names().values(), strict=True)
    names = {(one, other): name for (name, one), other in named}
    sizes = zip(first, second, strict=True)
    return [names.get(pair, pair[0] if pair[0] == pair[1] else None) for pair in sizes]


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("graphs", nargs="+", type=Path)
    for path in parser.parse_args().graphs:
        print(path, state_shapes(path))


if __name__ == "__main__":
    main()

"""A small builder for ONNX graphs whose weights go into external chunks of limited size."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

OPSET = 21
CONTRIB = "com.microsoft"
CHUNK_BYTES = 45_000_000
INLINE_BYTES = 4096  # smaller tensors stay inside the .onnx file
ALIGNMENT = 64

Dimensions = Sequence[str | int]


class Graph:
    """Collects nodes and weights; every helper returns the name of the new value."""

    def __init__(self, name: str, values: str = "v") -> None:
        """`values` begins the names of values that are named by counting."""
        self.name = name
        self._values = values
        self._nodes: list[onnx.NodeProto] = []
        self._weights: dict[str, np.ndarray] = {}
        self._inputs: list[onnx.ValueInfoProto] = []
        self._outputs: list[onnx.ValueInfoProto] = []
        self._placed: dict[str, TensorProto] = {}
        self._count = 0

    @classmethod
    def saved(cls, path: Path) -> Graph:
        """The weights of a saved graph and their places, for another graph to share."""
        graph = cls(path.stem)
        for tensor in onnx.load(str(path), load_external_data=False).graph.initializer:
            graph._weights[tensor.name] = numpy_helper.to_array(tensor, str(path.parent))
            graph._placed[tensor.name] = tensor
        return graph

    def holds(self, name: str) -> bool:
        """Whether there is a weight of this name."""
        return name in self._weights

    def value(self, name: str) -> np.ndarray:
        """A weight's values."""
        return self._weights[name]

    def input(self, name: str, dtype: int, dimensions: Dimensions) -> str:
        """Declare a graph input."""
        self._inputs.append(helper.make_tensor_value_info(name, dtype, list(dimensions)))
        return name

    def output(self, name: str, dtype: int, dimensions: Dimensions) -> None:
        """Declare a graph output (the value must exist under this name)."""
        self._outputs.append(helper.make_tensor_value_info(name, dtype, list(dimensions)))

    def weight(self, name: str, value: np.ndarray) -> str:
        """Add a constant tensor under a fixed name."""
        if name not in self._weights:
            self._weights[name] = np.asarray(value, order="C")
        return name

    def ints(self, *values: int) -> str:
        """A shared int64 vector constant."""
        return self.weight("i_" + "_".join(map(str, values)), np.array(values, np.int64))

    def scalar(self, value: float | int, dtype: Any = np.float32) -> str:
        """A shared scalar constant."""
        return self.weight(f"c_{np.dtype(dtype).name}_{value}", np.array(value, dtype))

    def multi(
        self, op: str, inputs: Sequence[str], outputs: Sequence[str], domain: str = "", **attrs: Any
    ) -> None:
        """Add a node with given output names."""
        name = f"n{len(self._nodes)}_{op}"
        node = helper.make_node(op, list(inputs), list(outputs), name, domain=domain, **attrs)
        self._nodes.append(node)

    def fresh(self) -> str:
        """A new value name."""
        self._count += 1
        return f"{self._values}{self._count}"

    def op(self, op: str, *inputs: str, output: str | None = None, **attrs: Any) -> str:
        """Add a node with one output of the standard operators."""
        output = output or self.fresh()
        self.multi(op, inputs, [output], **attrs)
        return output

    def contrib(self, op: str, *inputs: str, output: str | None = None, **attrs: Any) -> str:
        """Add a node with one output of ONNX Runtime's own operators."""
        output = output or self.fresh()
        self.multi(op, inputs, [output], domain=CONTRIB, **attrs)
        return output

    def copy(self, node: onnx.NodeProto) -> None:
        """Add a node of another graph; what it reads and makes keeps its names."""
        node.name = f"n{len(self._nodes)}_{node.op_type}"
        self._nodes.append(node)

    def reshape(self, value: str, *sizes: int, output: str | None = None) -> str:
        """Reshape; 0 copies a size, -1 infers one."""
        return self.op("Reshape", value, self.ints(*sizes), output=output)

    def split(self, value: str, *sizes: int, axis: int = -1) -> list[str]:
        """Split along an axis."""
        outputs = [self.fresh() for _ in sizes]
        self.multi("Split", [value, self.ints(*sizes)], outputs, axis=axis)
        return outputs

    def look_up_nodes(self, table: str) -> list[str]:
        """The nodes that fetch rows of a packed table and widen them to float32."""
        packed = {name for name in self._weights if name.split(".")[0] == table}
        found = []
        for node in self._nodes:
            if packed.isdisjoint(node.input):
                continue
            found.append(node.name)
            if node.op_type != "Cast":
                packed.update(node.output)
        return found

    def parts(self, prefix: str) -> tuple[list[onnx.NodeProto], dict[str, np.ndarray]]:
        """Nodes and weights to add to another graph; what is named by counting gets the prefix."""
        counted = {f"{self._values}{number}" for number in range(1, self._count + 1)}
        for node in self._nodes:
            node.name = prefix + node.name
            for names in (node.input, node.output):
                names[:] = [prefix + name if name in counted else name for name in names]
        return self._nodes, {name: np.asarray(v, order="C") for name, v in self._weights.items()}

    def save(self, path: Path, inline: bool = False) -> int:
        """Write `path` and its chunks `path_data`, `path_data_1`, ...; returns their number.

        With `inline` all weights stay in the one file.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        for old in [path, *path.parent.glob(path.name + "_data*")]:
            old.unlink(missing_ok=True)
        chunks = _Chunks(path, sys.maxsize if inline else INLINE_BYTES)
        tensors = [chunks.tensor(name, value) for name, value in self._weights.items()]
        self._write(path, tensors)
        self._placed = {tensor.name: tensor for tensor in tensors}
        return chunks.close()

    def save_sharing(self, path: Path, owner: Graph) -> None:
        """Write only `path`: its big weights are those of `owner`, saved into the same folder."""
        self._write(path, [owner._shared(name, value) for name, value in self._weights.items()])

    def _shared(self, name: str, value: np.ndarray) -> TensorProto:
        """A weight of another graph, in the place of the bytes of the same name; copied when small."""
        if value.nbytes <= INLINE_BYTES:
            return numpy_helper.from_array(value, name)
        own = self._weights.get(name)
        if own is None or own.tobytes() != value.tobytes():
            raise ValueError(f"{name} is not a weight of {self.name}")
        if self._placed[name].data_location != TensorProto.EXTERNAL:
            return numpy_helper.from_array(value, name)
        kind = helper.np_dtype_to_tensor_dtype(value.dtype)
        proto = TensorProto(name=name, data_type=kind, dims=value.shape)
        proto.data_location = TensorProto.EXTERNAL
        proto.external_data.extend(self._placed[name].external_data)
        return proto

    def _write(self, path: Path, tensors: list[TensorProto]) -> None:
        graph = helper.make_graph(self._nodes, self.name, self._inputs, self._outputs, tensors)
        opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid(CONTRIB, 1)]
        model = helper.make_model(
            graph, opset_imports=opsets, ir_version=10, producer_name="hopwise"
        )
        path.write_bytes(model.SerializeToString(deterministic=True))


class _Chunks:
    """Places big tensors one after another into chunk files."""

    def __init__(self, path: Path, inline_bytes: int) -> None:
        self._path = path
        self._inline_bytes = inline_bytes
        self._buffers: list[bytearray] = []

    def tensor(self, name: str, value: np.ndarray) -> TensorProto:
        """The TensorProto for one weight, external when it is big."""
        proto = numpy_helper.from_array(value, name)
        if value.nbytes <= self._inline_bytes:
            return proto
        data = proto.raw_data
        if not self._buffers or len(self._buffers[-1]) + len(data) > CHUNK_BYTES:
            self._buffers.append(bytearray())
        buffer = self._buffers[-1]
        buffer.extend(bytes(-len(buffer) % ALIGNMENT))
        location = self._file_name(len(self._buffers) - 1)
        entries = {"location": location, "offset": len(buffer), "length": len(data)}
        buffer.extend(data)
        proto.ClearField("raw_data")
        proto.data_location = TensorProto.EXTERNAL
        for key, entry in entries.items():
            proto.external_data.add(key=key, value=str(entry))
        return proto

    def close(self) -> int:
        """Write the chunk files."""
        for index, buffer in enumerate(self._buffers):
            (self._path.parent / self._file_name(index)).write_bytes(buffer)
        return len(self._buffers)

    def _file_name(self, index: int) -> str:
        return self._path.name + "_data" + (f"_{index}" if index else "")

"""Put a judge's head into the shipped encoder's graph.

The head's layers go into `model_quantized.onnx` itself; the 18 MB of weights beside it stay byte for
byte, and what they hold of an older head is read no more. A whole conversion
(`convert_encoder.py`) puts the head among the weights again.
"""

from __future__ import annotations

from pathlib import Path

import onnx
from onnx import numpy_helper

from encoder_graph import known_logit
from judge_head import Weights
from linear import float_linear
from onnx_graph import Graph

TOKENS, RESULT = "last_hidden_state", "known_logit"


def place(head: Weights, path: Path) -> None:
    """Replace all that leads to `known_logit` alone in the graph at `path`."""
    model = onnx.load(str(path), load_external_data=False)
    tail = _tail(head)
    nodes, weights = tail.parts("judge_")
    graph = model.graph
    kept = needed(graph, [output.name for output in graph.output if output.name != RESULT])
    del graph.node[:]
    graph.node.extend([*kept, *nodes])
    used = {name for node in graph.node for name in node.input}
    ours = [numpy_helper.from_array(value, name) for name, value in weights.items()]
    named = {tensor.name for tensor in ours}
    others = [one for one in graph.initializer if one.name in used and one.name not in named]
    del graph.initializer[:]
    graph.initializer.extend([*others, *ours])
    path.write_bytes(model.SerializeToString(deterministic=True))


def _tail(head: Weights) -> Graph:
    graph = Graph("judge")
    first = graph.op("Gather", TOKENS, graph.scalar(0, "int64"), axis=1)

    def layer(value: str, name: str) -> str:
        name = f"heads.{name}"
        of = name.removeprefix("heads.known.")
        product = float_linear(graph, f"{name}.weight", value, head[f"{of}.weight"].astype("f4"))
        bias = graph.weight(f"{name}.bias", head[f"{of}.bias"].astype("f4"))
        return graph.op("Add", product, bias)

    graph.op("Identity", known_logit(graph, TOKENS, first, layer), output=RESULT)
    return graph


def needed(graph: onnx.GraphProto, outputs: list[str]) -> list[onnx.NodeProto]:
    """The nodes that these outputs rest on, in their order."""
    wanted = set(outputs)
    found: list[onnx.NodeProto] = []
    for node in reversed(graph.node):
        if wanted.isdisjoint(node.output):
            continue
        wanted.update(node.input)
        found.append(node)
    return found[::-1]

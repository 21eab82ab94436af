"""Write the encoder's WebGPU graph from the int8 graph that ships, over the same file of weights.

    python widen_encoder.py                     # models/hopwise-encoder
    python widen_encoder.py --folder FOLDER

WebGPU has no kernel for an integer product. Each becomes a float32 product with 8-bit blocks that
reads the very bytes of the int8 form (`linear.py`), and the fused product of attention, which only
the CPU has, becomes plain ones. All else stays as it is, the judge among it (`place_judge.py`).
`config.json` then says which nodes stay on the CPU, and what the page tests the graph with.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import onnx
from onnx import GraphProto, NodeProto, helper

from common import MODELS, write_json
from known_values import known_values
from linear import widened_product, widened_weight
from onnx_graph import Graph
from place_judge import needed

SHIPPED = MODELS / "hopwise-encoder"
INT8_FILE, WEBGPU_FILE = "model_quantized.onnx", "model_webgpu.onnx"
WIDENED = "Widened"  # stands for an integer product with its two scalings


def widen(folder: Path) -> Graph:
    """Write the WebGPU graph beside the int8 one in `folder`."""
    path = folder / INT8_FILE
    int8 = onnx.load(str(path), load_external_data=False).graph
    owner = Graph.saved(path)
    _mark_products(int8)
    graph = Graph(int8.name, values="w")  # the int8 graph's own begin with v
    for value in int8.input:
        graph.input(value.name, *_kind(value))
    for value in int8.output:
        graph.output(value.name, *_kind(value))
    for node in needed(int8, [output.name for output in int8.output]):
        if node.op_type == WIDENED:
            _product(graph, node, owner)
        elif node.op_type == "FusedMatMul":
            _scores(graph, node)
        else:
            for name in filter(owner.holds, node.input):
                graph.weight(name, owner.value(name))
            graph.copy(node)
    graph.save_sharing(path.with_name(WEBGPU_FILE), owner)
    return graph


def _kind(value: onnx.ValueInfoProto) -> tuple[int, list[str | int]]:
    """Type and sizes of an input or an output."""
    kind = value.type.tensor_type
    return kind.elem_type, [size.dim_param or size.dim_value for size in kind.shape.dim]


def _mark_products(int8: GraphProto) -> None:
    """Where an integer product's second scaling stands, name its values and its weight instead."""
    makers = {name: node for node in int8.node for name in node.output}
    readers = {name: node for node in int8.node for name in node.input}
    for product in [node for node in int8.node if node.op_type == "MatMulInteger"]:
        quantised, weight, _ = product.input
        widened = readers[product.output[0]]
        by_output = readers[widened.output[0]]
        by_token = readers[by_output.output[0]]
        quantise = makers[quantised]
        kinds = [node.op_type for node in (quantise, widened, by_output, by_token)]
        if kinds != ["QuantizeLinear", "Cast", "Mul", "Mul"]:
            raise SystemExit(f"{product.name} is not scaled as expected: {kinds}")
        if by_output.input[1] != f"{weight}.scale":
            raise SystemExit(f"{by_output.name} does not scale by {weight}.scale")
        by_token.op_type = WIDENED
        by_token.input[:] = [quantise.input[0], weight]


def _product(graph: Graph, node: NodeProto, owner: Graph) -> None:
    """The float32 product that gives what the int8 graph gave after both scalings."""
    values, name = node.input
    integers = owner.value(name).T
    stored = widened_weight(graph, name, integers)
    scales = graph.weight(f"{name}.scale", owner.value(f"{name}.scale"))
    widened_product(graph, values, stored, scales, integers.shape, output=node.output[0])


def _scores(graph: Graph, node: NodeProto) -> None:
    """Query by turned key, scaled, of a product that was fused."""
    query, key = node.input
    (alpha,) = [helper.get_attribute_value(one) for one in node.attribute if one.name == "alpha"]
    query = graph.op("Mul", query, graph.scalar(float(np.float32(alpha))))
    turned = graph.op("Transpose", key, perm=[0, 1, 3, 2])
    graph.op("MatMul", query, turned, output=node.output[0])


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=SHIPPED)
    folder = parser.parse_args().folder
    graph = widen(folder / "onnx")
    path = folder / "config.json"
    config = json.loads(path.read_text(encoding="utf-8"))
    # GPUs have no kernels for packed bytes, and many none for the table's 16-bit scales.
    config["hopwise_cpu_nodes"] = graph.look_up_nodes("words")
    config["hopwise_check"] = known_values(
        folder / "onnx" / INT8_FILE, folder / "tokenizer.json", config["hopwise_heads"]
    )
    write_json(path, config)
    print(json.dumps(config["hopwise_check"], indent=1), config["hopwise_cpu_nodes"])


if __name__ == "__main__":
    main()

"""A net as a file: ONNX with weights of two bytes, and what it was made for."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import torch

from wartable.core.game import Game
from wartable.errors import WartableError

from .model import Net
from .parts import part_count, part_table

OPSET = 17
FORMAT = 1
GROWING = ("own", "parts")
"""Weights with a row for each code, or for each part of codes."""


class BadNet(WartableError):
    """A file that holds no net, or one of something else."""


class Graph:
    """Nodes and weights of a net, one after the other."""

    def __init__(self) -> None:
        import onnx

        self.onnx = onnx
        self.nodes: list[Any] = []
        self.weights: list[Any] = []

    def add(self, kind: str, inputs: list[str], output: str, **settings: Any) -> str:
        self.nodes.append(self.onnx.helper.make_node(kind, inputs, [output], **settings))
        return output

    def weight(self, name: str, values: torch.Tensor) -> str:
        """A weight that is kept in two bytes and computed with in four."""
        half = values.detach().float().cpu().numpy().astype(np.float16)
        self.weights.append(self.onnx.numpy_helper.from_array(half, name))
        return self.add("Cast", [name], f"{name}:wide", to=self.onnx.TensorProto.FLOAT)

    def constant(self, name: str, values: Any) -> str:
        self.weights.append(self.onnx.numpy_helper.from_array(np.asarray(values), name))
        return name

    def linear(self, source: str, net: Net, name: str, output: str) -> str:
        state = net.state_dict()
        weight, bias = (self.weight(f"{name}.{part}", state[f"{name}.{part}"]) for part in ("weight", "bias"))
        return self.add("Gemm", [source, weight, bias], output, transB=1)

    def norm(self, source: str, net: Net, name: str, output: str) -> str:
        state = net.state_dict()
        scale, bias = (self.weight(f"{name}.{part}", state[f"{name}.{part}"]) for part in ("weight", "bias"))
        return self.add("LayerNormalization", [source, scale, bias], output, axis=-1, epsilon=1e-5)


def write_net(net: Net, game: Game, path: Path, notes: dict[str, Any] | None = None) -> None:
    """Write the net in one step: features and the place of the number of players in, policy and value out."""
    graph = Graph()
    table = _write_trunk(graph, net)
    _write_moves(graph, net, game)
    graph.add("Gemm", [graph.linear(table, net, "ask", "ask"), "moves"], "policy", transB=1)
    absent = graph.constant("absent", net.absent.detach().float().cpu().numpy())
    shares = graph.linear(table, net, "value", "shares")
    graph.add("Add", [shares, graph.add("Gather", [absent, "seating"], "present")], "seated")
    graph.add("Softmax", ["seated"], "value", axis=-1)
    model = _as_model(graph, net, game)
    made_for = {
        "wartable": FORMAT, "game": game.name, "rules": game.version, "features": game.feature_count,
        "actions": game.action_count, "seats": list(game.seats), **(notes or {}),
    }  # fmt: skip
    graph.onnx.helper.set_model_props(model, {name: json.dumps(value) for name, value in made_for.items()})
    part = path.with_suffix(".part")
    part.write_bytes(model.SerializeToString())
    part.replace(path)


def _write_trunk(graph: Graph, net: Net) -> str:
    seating = graph.weight("seating.weight", net.seating.weight)
    entered = graph.linear("features", net, "enter", "entered")
    seated = graph.add("Add", [entered, graph.add("Gather", [seating, "seating"], "place")], "placed")
    x = graph.add("Relu", [seated], "x")
    for number in range(len(net.blocks)):
        name = f"blocks.{number}"
        wide = graph.linear(graph.norm(x, net, f"{name}.norm", f"{name}:norm"), net, f"{name}.wide", f"{name}:wide")
        back = graph.linear(graph.add("Relu", [wide], f"{name}:relu"), net, f"{name}.back", f"{name}:back")
        x = graph.add("Add", [x, back], f"{name}:out")
    return graph.norm(x, net, "norm", "table")


def _write_moves(graph: Graph, net: Net, game: Game) -> None:
    """The embeddings of all codes, made of their parts when the file is opened: that takes much less room."""
    parts = part_table(game)
    places = graph.constant("places", np.where(parts < 0, part_count(game), parts).astype(np.uint16))
    graph.add("Cast", [places], "places:wide", to=graph.onnx.TensorProto.INT64)
    rows = graph.weight("parts", net.parts)
    nothing = graph.constant("nothing", np.zeros((1, net.parts.shape[1]), np.float32))
    graph.add("Concat", [rows, nothing], "parts:all", axis=0)
    graph.add("Gather", ["parts:all", "places:wide"], "parts:each")
    graph.add("ReduceSum", ["parts:each", graph.constant("fields", np.array([1], np.int64))], "parts:sum", keepdims=0)
    mixed = graph.linear(graph.add("Relu", ["parts:sum"], "parts:relu"), net, "mix", "mixed")
    if net.own is None:
        graph.add("Identity", [mixed], "embedded")
    else:
        graph.add("Add", [mixed, graph.weight("own", net.own)], "embedded")
    graph.add("Mul", ["embedded", graph.constant("calm", np.float32(net.calm))], "moves")


def _as_model(graph: Graph, net: Net, game: Game) -> Any:
    make, kinds = graph.onnx.helper, graph.onnx.TensorProto
    inputs = [
        make.make_tensor_value_info("features", kinds.FLOAT, ["tables", game.feature_count]),
        make.make_tensor_value_info("seating", kinds.INT64, ["tables"]),
    ]
    outputs = [
        make.make_tensor_value_info("policy", kinds.FLOAT, ["tables", game.action_count]),
        make.make_tensor_value_info("value", kinds.FLOAT, ["tables", net.most]),
    ]
    made = make.make_graph(graph.nodes, "net", inputs, outputs, graph.weights)
    model = make.make_model(made, opset_imports=[make.make_opsetid("", OPSET)], producer_name="wartable")
    model.ir_version = 8
    return model


def read_weights(path: Path, net: Net) -> None:
    """Take over the weights of a file that `write_net` wrote for a net of the same shape.

    A game may have got codes since, after all others: what belongs to them stays as it is.
    """
    import onnx

    try:
        model = onnx.load(str(path))
    except (OSError, onnx.onnx_cpp2py_export.checker.ValidationError, ValueError) as error:
        raise BadNet(f"{path}: {error}") from None
    found = {one.name: torch.tensor(onnx.numpy_helper.to_array(one)).float() for one in model.graph.initializer}
    for name, part in net.state_dict().items():
        known = found.get(name)
        if known is not None and name in GROWING and len(known) < len(part):
            part = part[: len(known)]
        if known is None or known.shape != part.shape:
            raise BadNet(f"{path} does not fit: it has no {name} of {' x '.join(map(str, part.shape))} numbers")
        part.copy_(known)

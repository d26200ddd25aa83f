"""A net as a file: ONNX with 16-bit weights and metadata."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import torch

from wartable.core.game import Game
from wartable.errors import WartableError
from wartable.files import write_bytes

from .model import STRIDE, SURE, Net

FORMAT = 2
OPSET = 17


class BadNet(WartableError):
    """The file contains no net, or one for something else."""


class Graph:
    """The nodes and weights of a net."""

    def __init__(self, net: Net) -> None:
        import onnx

        self.onnx, self.state = onnx, net.state_dict()
        self.nodes: list[Any] = []
        self.weights: list[Any] = []

    def add(self, kind: str, inputs: list[str], output: str, **settings: Any) -> str:
        self.nodes.append(self.onnx.helper.make_node(kind, inputs, [output], **settings))
        return output

    def weight(self, name: str) -> str:
        """A weight of the net, stored in 16 bits and computed in 32."""
        half = self.state[name].detach().float().cpu().numpy().astype(np.float16)
        self.weights.append(self.onnx.numpy_helper.from_array(half, name))
        return self.add("Cast", [name], f"{name}:wide", to=self.onnx.TensorProto.FLOAT)

    def constant(self, name: str, values: Any) -> str:
        self.weights.append(self.onnx.numpy_helper.from_array(np.asarray(values), name))
        return name

    def linear(self, source: str, name: str, output: str) -> str:
        return self.add("Gemm", [source, self.weight(f"{name}.weight"), self.weight(f"{name}.bias")], output, transB=1)

    def norm(self, source: str, name: str, output: str) -> str:
        parts = [self.weight(f"{name}.{part}") for part in ("weight", "bias")]
        return self.add("LayerNormalization", [source, *parts], output, axis=-1, epsilon=1e-5)

    def column(self, source: str, first: int, last: int, output: str) -> str:
        """Some columns of a matrix."""
        edges = [self.constant(f"{output}:{at}", np.array([at], np.int64)) for at in (first, last)]
        return self.add("Slice", [source, *edges, self.constant(f"{output}:axis", np.array([1], np.int64))], output)


def write_net(net: Net, game: Game, path: Path, notes: dict[str, Any] | None = None) -> None:
    """Write the net atomically. Inputs: features, verdicts and the index of the number of players. Outputs: score
    and value.
    """
    graph = Graph(net)
    out = graph.linear(_write_trunk(graph, len(net.blocks)), "out", "out:all")
    _write_score(graph, graph.column(out, 0, 1, "out:score"))
    _write_value(graph, graph.column(out, 1, 1 + net.most, "out:value"), net)
    model = _as_model(graph, net, game)
    made_for = {
        "wartable": FORMAT, "game": game.name, "rules": game.version, "features": game.feature_count,
        "seats": list(game.seats), **(notes or {}),
    }  # fmt: skip
    graph.onnx.helper.set_model_props(model, {name: json.dumps(value) for name, value in made_for.items()})
    write_bytes(path, model.SerializeToString())


def _write_trunk(graph: Graph, blocks: int) -> str:
    entered = graph.linear("features", "enter", "entered")
    place = graph.add("Gather", [graph.weight("seating.weight"), "seating"], "place")
    x = graph.add("Relu", [graph.add("Add", [entered, place], "placed")], "x")
    for number in range(blocks):
        name = f"blocks.{number}"
        wide = graph.linear(graph.norm(x, f"{name}.norm", f"{name}:norm"), f"{name}.wide", f"{name}:wide")
        back = graph.linear(graph.add("Relu", [wide], f"{name}:relu"), f"{name}.back", f"{name}:back")
        x = graph.add("Add", [x, back], f"{name}:out")
    return graph.norm(x, "norm", "table")


def _write_score(graph: Graph, own: str) -> None:
    """The choosing seat's share by the judge as log odds, weighted by the trust in it, plus the net's own part."""
    edges = [graph.constant(f"sure:{name}", np.float32(edge)) for name, edge in (("low", SURE), ("high", 1 - SURE))]
    share = graph.add("Clip", [graph.column("verdicts", 0, 1, "verdict"), *edges], "share")
    rest = graph.add("Sub", [graph.constant("one", np.float32(1)), share], "rest")
    logit = graph.add("Log", [graph.add("Div", [share, rest], "odds")], "logit")
    judged = graph.add("Mul", [logit, graph.add("Exp", [graph.weight("belief")], "believed")], "judged")
    added = graph.add("Mul", [own, graph.constant("stride", np.float32(STRIDE))], "added")
    graph.add("Squeeze", [graph.add("Add", [judged, added], "scored"), graph.constant("last", np.array([1]))], "score")


def _write_value(graph: Graph, own: str, net: Net) -> None:
    shares = graph.add("Log", [graph.add("Clip", ["verdicts", "sure:low"], "shares")], "shares:log")
    trusted = graph.add("Add", [graph.add("Mul", [shares, graph.weight("trust")], "shares:trusted"), own], "shares:own")
    absent = graph.constant("absent", net.absent.detach().float().cpu().numpy())
    seated = graph.add("Add", [trusted, graph.add("Gather", [absent, "seating"], "present")], "seated")
    graph.add("Softmax", [seated], "value", axis=-1)


def _as_model(graph: Graph, net: Net, game: Game) -> Any:
    make, kinds = graph.onnx.helper, graph.onnx.TensorProto
    inputs = [
        make.make_tensor_value_info("features", kinds.FLOAT, ["moves", game.feature_count]),
        make.make_tensor_value_info("verdicts", kinds.FLOAT, ["moves", net.most]),
        make.make_tensor_value_info("seating", kinds.INT64, ["moves"]),
    ]
    outputs = [
        make.make_tensor_value_info("score", kinds.FLOAT, ["moves"]),
        make.make_tensor_value_info("value", kinds.FLOAT, ["moves", net.most]),
    ]
    made = make.make_graph(graph.nodes, "net", inputs, outputs, graph.weights)
    model = make.make_model(made, opset_imports=[make.make_opsetid("", OPSET)], producer_name="wartable")
    model.ir_version = 8
    return model


def read_weights(path: Path, net: Net) -> None:
    """Load the weights from a file that `write_net` wrote for a net of the same shape."""
    import onnx
    from google.protobuf.message import DecodeError

    try:
        model = onnx.load(str(path))
    except (OSError, DecodeError, ValueError) as error:
        raise BadNet(f"{path}: {error}") from None
    found = {one.name: torch.tensor(onnx.numpy_helper.to_array(one)).float() for one in model.graph.initializer}
    for name, part in net.state_dict().items():
        known = found.get(name)
        if known is None or known.shape != part.shape:
            raise BadNet(f"{path} does not fit: it lacks {name} of {' x '.join(map(str, part.shape))} numbers")
        part.copy_(known)

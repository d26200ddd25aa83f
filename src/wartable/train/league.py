"""Earlier selves, to play against: what beats only the newest self is not learnt for long."""

import copy
from typing import Any

import torch

from .model import Net

ROOM = 8
FIRST = 4


class League:
    """Keeps a few earlier selves, spread over the whole run: a full league drops every other one."""

    def __init__(self) -> None:
        self.selves: list[dict[str, torch.Tensor]] = []
        self.every, self.since = FIRST, 0

    def watch(self, net: Net) -> None:
        """An iteration is over: keep the net as it is from time to time."""
        self.since += 1
        if self.since < self.every:
            return
        self.since = 0
        self.selves.append({name: part.detach().clone() for name, part in net.state_dict().items()})
        if len(self.selves) > ROOM:
            self.selves = self.selves[::2]
            self.every *= 2

    def rival(self, net: Net, lot: torch.Generator) -> Net | None:
        """One of them at random, as a net of its own; None while there is none."""
        if not self.selves:
            return None
        made = copy.deepcopy(net)
        made.load_state_dict(self.selves[int(torch.randint(len(self.selves), (), generator=lot))])
        return made

    def kept(self) -> dict[str, Any]:
        return {"selves": self.selves, "every": self.every, "since": self.since}

    def restore(self, kept: dict[str, Any], device: str) -> None:
        self.selves = [{name: part.to(device) for name, part in one.items()} for one in kept["selves"]]
        self.every, self.since = int(kept["every"]), int(kept["since"])

"""Lists of moves, one table after the other, and the tables after them in sparse form: most of their numbers are 0."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch

from .model import NEVER


@dataclass
class Packed:
    """Rows of numbers in sparse form: the indices and values of those that are not 0."""

    width: int
    counts: torch.Tensor
    """The number of entries in each row."""
    firsts: torch.Tensor
    """The start of each row."""
    places: torch.Tensor
    amounts: torch.Tensor

    @classmethod
    def of(cls, rows: torch.Tensor) -> "Packed":
        width, flat = rows.shape[1], rows.reshape(-1)
        at = flat.nonzero().squeeze(1)
        counts = (rows != 0).sum(1)
        return cls(width, counts, counts.cumsum(0) - counts, (at % width).to(torch.int16), flat[at])

    @classmethod
    def joined(cls, parts: "Sequence[Packed]") -> "Packed":
        counts = torch.cat([part.counts for part in parts])
        places, amounts = (torch.cat([getattr(part, name) for part in parts]) for name in ("places", "amounts"))
        return cls(parts[0].width, counts, counts.cumsum(0) - counts, places, amounts)

    def rows(self, wanted: torch.Tensor) -> torch.Tensor:
        """Some of the rows, in full."""
        row, at = spread(self.firsts[wanted], self.counts[wanted])
        found = self.amounts.new_zeros(len(wanted) * self.width)
        found[row * self.width + self.places[at].long()] = self.amounts[at]
        return found.view(len(wanted), self.width)


def spread(firsts: torch.Tensor, counts: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """For each entry of some lists, its list, and its index among all entries of these lists."""
    ends = counts.cumsum(0)
    of = torch.repeat_interleave(torch.arange(len(counts), device=counts.device), counts)
    return of, torch.arange(len(of), device=counts.device) + (firsts - ends + counts)[of]


def log_odds(scores: torch.Tensor, of: torch.Tensor, lists: int) -> torch.Tensor:
    """The log probability of each move in its list."""
    top = scores.new_full((lists,), NEVER).scatter_reduce(0, of, scores.detach(), "amax")
    shifted = scores - top[of]
    return shifted - scores.new_zeros(lists).index_add(0, of, shifted.exp()).log()[of]


def best_of(scores: torch.Tensor, of: torch.Tensor, lists: int) -> torch.Tensor:
    """The index of the highest score of each list, among all entries."""
    top = scores.new_full((lists,), -torch.inf).scatter_reduce(0, of, scores, "amax")
    at = (scores == top[of]).nonzero().squeeze(1)
    return torch.zeros(lists, dtype=torch.long, device=of.device).scatter_(0, of[at], at)


def among_best(scores: torch.Tensor, of: torch.Tensor, lists: int, most: int) -> torch.Tensor:
    """Whether each entry is one of the best in its list, of which there are so many; of equal ones the first ones."""
    order = scores.argsort(descending=True, stable=True)
    order = order[of[order].argsort(stable=True)]
    counts = of.bincount(minlength=lists)
    ranks = torch.arange(len(of), device=of.device) - (counts.cumsum(0) - counts)[of[order]]
    return torch.zeros_like(of, dtype=torch.bool).index_put_((order,), ranks < most)


def drawn(odds: torch.Tensor, of: torch.Tensor, lists: int, dice: torch.Generator) -> torch.Tensor:
    """A random entry of each list, by the log probabilities."""
    luck = torch.empty_like(odds).exponential_(generator=dice).clamp_(min=1e-30).log_()
    return best_of(odds - luck, of, lists)


def turned(shares: torch.Tensor, seats: torch.Tensor, players: int) -> torch.Tensor:
    """Rotate shares by seat number so that they begin with these seats.

    With negated seats, rotate back.
    """
    numbers = torch.arange(shares.shape[-1], device=shares.device)
    return shares.gather(-1, torch.where(numbers < players, (numbers + seats[..., None]) % players, numbers))

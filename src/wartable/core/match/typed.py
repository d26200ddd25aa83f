"""Typed moves: one reader for Python, the terminal, the server and the studio.

A text is a move's notation, its label, or words that the pages of decisions know. All of it must belong to the move. If
the text says more, the player is asked to confirm and nothing is played.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from wartable.compiler.mode import plain
from wartable.errors import AmbiguousMove, DoubtfulMove, IllegalMove, UnreadableMove
from wartable.languages import named, worded

from ..game import Game, Refused
from ..phrases import listed, with_stop
from ..record import Record


@dataclass(frozen=True)
class TypedMoves:
    """The moves of a seat, for typed input. `view` is what the seat may know, `legal` its legal actions."""

    game: Game
    view: Record
    box: Record
    seat: int
    legal: Sequence[int]
    players: Sequence[str]

    def parse(self, text: str) -> int:
        """The legal action that a text means.

        Raises UnreadableMove, IllegalMove or AmbiguousMove, or DoubtfulMove if the text says more than the move.
        """
        wanted = text.strip()
        exact = [action for action, notation in self._notations.items() if notation == wanted]
        fits = exact or [action for action, notation in self._notations.items() if notation.lower() == wanted.lower()]
        if len(fits) > 1:
            moves = ", ".join(map(self.notation, fits))
            raise AmbiguousMove(worded("{wanted} fits {moves}; mind the case", wanted=repr(wanted), moves=moves))
        return fits[0] if fits else self._said(wanted)

    @cached_property
    def _notations(self) -> dict[int, str]:
        return {action: self.notation(action) for action in self.legal}

    @cached_property
    def _labels(self) -> dict[str, int]:
        """Legal actions by label; the first if two have the same label."""
        return {self.label(action).lower(): action for action in reversed(self.legal)}

    def _said(self, wanted: str) -> int:
        """The legal action that a text means other than by its notation; raises the reason if there is none."""
        said = " ".join(wanted.lower().split())
        labelled = self._labels.get(said)
        meant = labelled if labelled is not None else self.meant(wanted)
        if meant is None or not self.legal:
            raise self._unreadable(wanted)
        if isinstance(meant, Refused):
            raise self.forbidden(meant, wanted)
        if meant not in self.legal:
            raise self.forbidden(self.refusal(meant), wanted)
        if labelled is None:
            self._check_all_is_part_of(meant, wanted)
        return meant

    def _unreadable(self, wanted: str) -> UnreadableMove:
        """The error for a text that means nothing: what is asked for, and the rule that asks for it."""
        rule = self.game.rule_name(self.game.decisions.rule_of_the_question(self.view, self.box, self.seat))
        asked = with_stop(named(self.game.words.prompt(self.view, self.box, self.seat), self.players))
        told = "{wanted} is not a move here. {rule}: {asked}"
        return UnreadableMove(worded(told, wanted=repr(wanted), rule=rule, asked=asked), rule)

    def meant(self, text: str) -> int | Refused | None:
        """The action that a text means, legal or not, or the reason that there is none; None if it means nothing."""
        meant = self.game.words.meant(self.view, self.box, self.seat, text)
        return self.written(text) if meant is None else meant

    def written(self, text: str) -> int | None:
        """The action, legal or not, with this notation."""
        decisions = self.game.decisions
        return decisions.written(decisions.table(self.view, self.box, self.seat), text)

    def _check_all_is_part_of(self, action: int, wanted: str) -> None:
        unread = self.game.decisions.unread(self.view, self.box, self.seat, action, wanted, self.players)
        if unread:
            rest = listed([repr(word) for word in dict.fromkeys(unread)])
            told = "Do you mean {move}: {label}? {rest} {are} not part of it"
            are = "are" if " and " in rest else "is"
            move, label = self.notation(action), self.label(action)
            raise DoubtfulMove(worded(told, move=move, label=label, rest=rest, are=are), action)

    def notation(self, action: int) -> str:
        return self.game.words.notation(self.view, self.box, self.seat, action)

    def label(self, action: int) -> str:
        return named(self.game.words.label(self.view, self.box, self.seat, action), self.players)

    def refusal(self, action: int) -> Refused:
        """The rule that forbids an action, with the relevant fact; rule 0 if it is legal."""
        rule = int(plain(self.game.functions["refusal"])(self.view, self.box, self.seat, action))
        return Refused(rule, self.game.words.fact(self.view, self.box, self.seat, action, rule) if rule else "")

    def forbidden(self, refused: Refused, wanted: str) -> IllegalMove:
        name = self.game.rule_name(refused.rule)
        why = named(refused.fact, self.players) or self.game.rulebook.rules[refused.rule].text
        told = "{wanted} is not legal now. {rule}: {why}"
        return IllegalMove(worded(told, wanted=wanted, rule=name, why=why), name)

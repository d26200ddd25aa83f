"""IK-15.1 to IK-15.7: a worker on the Holdfast's Upgrade space buys an upgrade, which covers its section."""

from wartable.core.phrases import listed
from wartable.core.rules import Action, Ints, Meaning, Refused, Text, change, code, note, pop, put, rule

from ..box import Box
from ..names import SECTION_NAMES, space_name, upgrade_name
from ..notes import Counter, Told
from ..rules.common import cap_steam, covered_spaces, upgrades_fitted
from ..rules.planning import trim_track
from ..rules.worker import may_buy
from ..state import Frame, Space, State, Store
from ..values import Table, UpgradeCard, content
from . import decline
from .decline import Decline

asked = Frame.UPGRADE
also = (decline,)
prompt = "Buy an upgrade, or nothing"


class Buy(Action):
    card: UpgradeCard

    at: Table
    when = 608
    notation = "buy-{card}"
    reads = "| buy | upgrade | fit"
    label = "Buy {card} for {card.iron} iron"
    touches = "upgrade-{card}"
    facts = {
        608: "That takes a worker on the space {shop} of your Holdfast.",
        1501: lambda it: f"{it.card.said()} has been sold." if it.card.is_there else "There is no such upgrade.",
        1502: "{card} costs {card.iron} iron; you have {iron}.",
        1504: "{lying}; {card} costs {card.iron} and would have to cost more.",
    }

    @property
    def shop(self) -> str:
        return space_name(self.at.box, Space.DOCK_UPGRADE)

    @property
    def iron(self) -> int:
        return self.at.own.stores[Store.IRON]

    @property
    def lying(self) -> str:
        section = self.at.box.upgrades[self.card].section
        old = UpgradeCard(self.at.own.fitted[section] - 1, self.at)
        return f"{old.said()}, worth {old.iron} iron, is on your {SECTION_NAMES[section]}"


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    n = put(out, n, Decline())
    for card in range(box.upgrade_cards):
        if may_buy(s, box, seat, card):
            n = put(out, n, Buy(card))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Buy) -> None:
    """IK-15.2, IK-15.3, IK-15.5: pay, cover the section, clear its damage."""
    pop(s)
    side = s.sides[seat]
    section = box.upgrades[it.card].section
    iron = box.upgrades[it.card].iron
    side.stores[Store.IRON] -= iron
    change(box, Told.BUYS, 1502, seat, Counter.IRON, -iron, side.stores[Store.IRON], it.card, section, iron)
    fit(s, box, seat, it.card, section)
    clear_damage(s, box, seat, 2 * section)
    clear_damage(s, box, seat, 2 * section + 1)
    trim_track(s, box, seat)
    cap_steam(s, box, seat)


@rule
def fit(s: State, box: Box, seat: int, card: int, section: int) -> None:
    """IK-15.3, IK-15.6: on its section; a covered upgrade is gone."""
    side = s.sides[seat]
    old = side.fitted[section]
    side.fitted[section] = card + 1
    s.sold[card] = 1
    if old != 0:
        note(box, Told.COVERS, 1506, seat, card, old - 1)
    else:
        change(box, Told.FITTED, 1503, seat, Counter.UPGRADES, 1, upgrades_fitted(s, seat), card, section)


@rule
def clear_damage(s: State, box: Box, seat: int, space: int) -> None:
    """IK-15.5"""
    if s.sides[seat].damage[space] != 0:
        s.sides[seat].damage[space] = 0
        change(box, Told.SECTION_CLEARED, 1505, seat, Counter.DAMAGE, -1, covered_spaces(s, seat), space)


@rule
def refuse(s: State, box: Box, seat: int, it: Buy) -> int:
    if it.card >= box.upgrade_cards or s.sold[it.card] == 1:
        return 1501
    if box.upgrades[it.card].iron > s.sides[seat].stores[Store.IRON]:
        return 1502
    lying = s.sides[seat].fitted[box.upgrades[it.card].section]
    return 1504 if lying > 0 and box.upgrades[it.card].iron <= box.upgrades[lying - 1].iron else 0


def read(text: Text) -> Meaning:
    """By the whole name or a part of it; a section has several."""
    named, at = UpgradeCard.named_in(text), text.at
    if len(named) == 1:
        return code(Buy(named[0]))
    sections = [number for number, name in enumerate(SECTION_NAMES) if text.has(name.lower())]
    if not named and content(text) and not sections:
        return None
    left = [card for card in named or range(at.box.upgrade_cards) if not at.view.sold[card]]
    fits = [card for card in left if not sections or at.box.upgrades[card].section in sections]
    return Refused(1501, f"Say which upgrade: {listed([upgrade_name(at.box, card) for card in fits], 'or')}.")

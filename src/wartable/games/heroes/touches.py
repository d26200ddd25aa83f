"""What a hand touches for each action."""

from collections.abc import Callable

from wartable.core.actions import Family, belongs, decode
from wartable.core.compiled import plain

from . import actions as act
from .box import Box
from .naming import square
from .rules.realm import neighbour
from .state import NOBODY, State


def path(view: State, box: Box, seat: int, action: int) -> tuple[str, ...]:
    """What a hand touches, one thing after the other."""
    for family, touches in PATHS.items():
        if belongs(family, action):
            return touches(view, box, seat, action)
    return ()


Touched = tuple[str, ...]


def _touch_build(view: State, box: Box, seat: int, action: int) -> Touched:
    city, kind = decode(act.Build, action)
    return (f"spawner-{city}-{kind}",)


def _touch_recruit(view: State, box: Box, seat: int, action: int) -> Touched:
    city, kind, amount = decode(act.Recruit, action)
    return (f"spawner-{city}-{kind}", f"amount-{amount}")


def _touch_promote(view: State, box: Box, seat: int, action: int) -> Touched:
    city, tier, amount = decode(act.Promote, action)
    return (f"garrison-{city}-{tier}", "promote", f"amount-{amount}")


def _touch_transfer(view: State, box: Box, seat: int, action: int) -> Touched:
    giver, taker, kind, amount = decode(act.Transfer, action)
    hero = view.players[seat].heroes[max(giver, taker, 1) - 1]
    city = view.tiles[hero.tile].mark
    to = f"hall-{city}" if taker == 0 else f"own-{taker - 1}"
    if kind == act.ALL_KINDS:
        return (f"hall-{city}" if giver == 0 else f"own-{giver - 1}", to, f"amount-{amount}")
    return (f"garrison-{city}-{kind}" if giver == 0 else f"troop-{giver - 1}-{kind}", to, f"amount-{amount}")


def _touch_take(view: State, box: Box, seat: int, action: int) -> Touched:
    hero, kind, level = decode(act.Take, action)
    return (f"loot-{hero}-{kind}-{level + 1}",)


def _touch_swap(view: State, box: Box, seat: int, action: int) -> Touched:
    hero, other, kind = decode(act.Swap, action)
    return (f"item-{hero}-{kind}", f"item-{other}-{kind}")


def _touch_move(view: State, box: Box, seat: int, action: int) -> Touched:
    hero, direction = decode(act.Move, action)
    target = plain(neighbour)(box, view.players[seat].heroes[hero].tile, direction)
    return (f"hero-{seat}-{hero}", f"space-{square(box, target)}" if target != NOBODY else "off")


def _touch_pick(view: State, box: Box, seat: int, action: int) -> Touched:
    squad, kind = decode(act.Pick, action)
    return (f"unit-{own_side(view, seat)}-{squad}-{kind}",)


def _touch_shift(view: State, box: Box, seat: int, action: int) -> Touched:
    target, amount = decode(act.Shift, action)
    return (f"squad-{own_side(view, seat)}-{target}", f"amount-{amount}")


def _touch_attack(view: State, box: Box, seat: int, action: int) -> Touched:
    squad, target = decode(act.Attack, action)
    side = own_side(view, seat)
    return (f"squad-{side}-{squad}", f"squad-{1 - side}-{target}")


def own_side(view: State, seat: int) -> int:
    return 0 if view.battle.armies[0].seat == seat else 1


PATHS: dict[Family, Callable[[State, Box, int, int], Touched]] = {
    act.PLACE: lambda _view, box, _seat, action: (f"space-{square(box, decode(act.Place, action).tile)}",),
    act.PAY: lambda _view, _box, _seat, action: (f"own-{decode(act.Pay, action).hero}",),
    act.BUILD: _touch_build,
    act.RECRUIT: _touch_recruit,
    act.PROMOTE: _touch_promote,
    act.HIRE: lambda _view, _box, _seat, action: ("hire", f"hall-{decode(act.Hire, action).city}"),
    act.RAMPART: lambda _view, _box, _seat, action: ("rampart", f"hall-{decode(act.Rampart, action).city}"),
    act.TRANSFER: _touch_transfer,
    act.TAKE: _touch_take,
    act.SWAP: _touch_swap,
    act.DONE: lambda _view, _box, _seat, _action: ("done",),
    act.MOVE: _touch_move,
    act.STAY: lambda _view, _box, seat, action: (f"hero-{seat}-{decode(act.Stay, action).hero}", "stay"),
    act.END: lambda _view, _box, _seat, _action: ("end",),
    act.JOIN: lambda _view, _box, _seat, action: (f"join-{decode(act.Join, action).number}",),
    act.FORM: lambda _view, _box, _seat, action: (f"form-{decode(act.Form, action).split}",),
    act.READY: lambda _view, _box, _seat, _action: ("ready",),
    act.PICK: _touch_pick,
    act.SHIFT: _touch_shift,
    act.LEAD: lambda view, _box, seat, action: (f"squad-{own_side(view, seat)}-{decode(act.Lead, action).squad}",),
    act.ROLLS: lambda _view, _box, _seat, action: (f"rolls-{decode(act.Rolls, action).rolls}",),
    act.ATTACK: _touch_attack,
    act.RETREAT: lambda _view, _box, _seat, _action: ("retreat",),
}

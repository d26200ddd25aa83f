"""A battle on its stage: which notes open it, what is seen on it, and which close it."""

from collections.abc import Callable
from dataclasses import replace

from wartable.core.frames import kind as frame_kind
from wartable.core.rules import NOBODY, Note, NoteKind, plain, top
from wartable.drawing.cue import PICTURE, Cue, Side

from ..box import Box
from ..naming import SQUAD_LETTERS, battleground, creatures
from ..notes import Told
from ..state import KINDS, SHOWN_DICE, SQUADS, TIERS, Battle, Foe, Kind, SquadsFrame, State, Token
from .creature import portrait
from .layout import CREATURE_ICONS, FOE_NAMES, HERO_ICON, TOKEN_ICONS, TOWN_ICON
from .site import castle, lowered


def cue(note: Note, box: Box) -> Cue | None:
    made = CUES.get(note.kind)
    return made(note, box) if made else None


def staged(view: State, box: Box) -> list[Cue]:
    """The battle that goes on as its notes have told it so far, for somebody who comes in the middle of it."""
    if not view.in_battle:
        return []
    battle = view.battle
    armies = battle.armies
    sides = (player(armies[0].seat), enemy(view))
    fighting = all(squad != NOBODY for squad in battle.squad)
    front = tuple(SQUAD_LETTERS[squad] for squad in battle.squad) if fighting else ()
    cues = [
        Cue(sides, f"Battle {battleground(box, int(battle.tile), int(battle.foe))}", seat=sides[0].seat, front=front)
    ]
    for side in range(2):
        cues += [
            standing(sides[side].seat, SQUAD_LETTERS[squad], kind, int(armies[side].squads[squad, kind]))
            for squad in range(SQUADS)
            for kind in range(KINDS)
            if armies[side].squads[squad, kind] and side != forming_side(view)
        ]
        dice, total = rolled(battle, side)
        if dice:
            cues.append(Cue(seat=sides[side].seat, dice=dice, total=total))
    return cues


def forming_side(view: State) -> int:
    """The side whose squads are still being made up and have not been told yet, or NOBODY."""
    forming = plain(frame_kind)(view) in (Kind.FORM_SQUADS, Kind.FILL_SQUAD)
    return int(top(view, SquadsFrame).side) if forming else NOBODY


def enemy(view: State) -> Side:
    """The side that defends."""
    battle = view.battle
    seat = int(battle.armies[1].seat)
    if seat == NOBODY:
        return foes(int(battle.foe), int(battle.tier) - 1)
    return player(seat, TOWN_ICON if battle.foe == Foe.CITY else HERO_ICON)


def rolled(battle: Battle, side: int) -> tuple[tuple[int, ...], int]:
    """The dice of a side that lie on the table, oldest first, and what they come to."""
    count = int(battle.rolled[side])
    places = (number % SHOWN_DICE for number in range(max(0, count - SHOWN_DICE), count))
    return tuple(int(battle.shown[side, place]) for place in places), int(battle.total[side])


def player(seat: int, icon: str = HERO_ICON) -> Side:
    return Side(seat, f"{{{seat}}}", icon, art=lowered(castle(seat, 40), 40) if icon == TOWN_ICON else "")


def foes(foe: int, kind: int) -> Side:
    """Creatures that belong to nobody."""
    return Side(NOBODY, FOE_NAMES[foe], CREATURE_ICONS[kind % TIERS], art=portrait(kind, PICTURE, NOBODY))


def fights(note: Note, box: Box) -> Cue:
    sides = (player(note.seat), foes(note["foe"], note["kind"]))
    return Cue(sides, f"Battle {battleground(box, note['tile'], note['foe'])}")


def attacks_army(note: Note, box: Box) -> Cue:
    defender = player(note["defender"], TOWN_ICON if note["foe"] == Foe.CITY else HERO_ICON)
    return Cue((player(note.seat), defender), f"Battle {battleground(box, note['tile'], note['foe'])}")


def squad_of(note: Note, name: str = "squad") -> str:
    return SQUAD_LETTERS[note[name] % SQUADS]


def standing(seat: int, squad: str, kind: int, count: int) -> Cue:
    """So many creatures of a kind in a squad."""
    art, label = portrait(kind, PICTURE, seat), creatures(kind, count)
    return Cue(seat=seat, figure=f"{squad} {kind}", group=squad, art=art, label=label, count=count)


def side_of(seat: int, squad: int) -> Side:
    return player(seat) if seat != NOBODY else Side(NOBODY, FOE_NAMES[squad // SQUADS - 1], TOKEN_ICONS[Token.MONSTER])


def meets(note: Note, box: Box) -> Cue:
    """Two squads meet. Whoever comes in the middle of a battle learns here who fights."""
    sides = (side_of(note.seat, note["squad"]), side_of(note["defender"], note["target"]))
    return Cue(sides, seat=note.seat, front=(squad_of(note), squad_of(note, "target")), fresh=True)


def ends(how: str) -> Callable[[Note, Box], Cue]:
    return lambda note, _box: Cue(seat=note.seat, total=-note.amount, ends=how)


def killed(note: Note, box: Box) -> Cue:
    return replace(standing(note.seat, squad_of(note), note["kind"], -note.amount), count=None, lost=-note.amount)


BELONGING: tuple[NoteKind, ...] = (
    Told.SPLITS,
    Told.DIVIDES,
    Told.PUTS,
    Told.LEADS,
    Told.IS_LED,
    Told.CHOOSES_ROLLS,
    Told.DICE,
)
CUES: dict[NoteKind, Callable[[Note, Box], Cue]] = {
    Told.FIGHTS: fights,
    Told.ATTACKS_ARMY: attacks_army,
    Told.SQUAD_HAS: lambda note, _: standing(note.seat, squad_of(note), note["kind"], note["count"]),
    Told.ATTACKS: meets,
    Told.LOT_FALLS: meets,
    Told.STRIKES: meets,
    Told.DIE: lambda note, _: Cue(seat=note.seat, dice=(note["face"],)),
    Told.THROWS: lambda note, _: Cue(seat=note.seat, total=note.total),
    Told.WINS_SKIRMISH: ends("wins"),
    Told.LOSES_SKIRMISH: ends("loses"),
    Told.TIES_SKIRMISH: ends(""),
    Told.KILLED: killed,
    Told.RETREATS: lambda note, _: Cue(seat=note.seat, ends="loses"),
    Told.WINS_BATTLE: lambda note, _: Cue(seat=note.seat, ends="wins", closes=True),
    **dict.fromkeys(BELONGING, lambda note, _: Cue(seat=note.seat)),
}

"""A battle on its stage: which notes open it, what is seen on it, and which close it."""

from collections.abc import Callable

from wartable.core.cue import Cue, Side
from wartable.core.notes import NOBODY, Note, NoteKind
from wartable.core.record import Record

from .layout_view import CREATURE_ICONS, FOE_NAMES, HERO_ICON, TOKEN_ICONS, TOWN_ICON
from .naming import SQUAD_LETTERS, creatures, square
from .notes import Told
from .state import SQUADS, TIERS, Foe, Token


def cue(note: Note, box: Record) -> Cue | None:
    made = CUES.get(note.kind)
    return made(note, box) if made else None


def player(seat: int, icon: str = HERO_ICON) -> Side:
    return Side(seat, f"{{{seat}}}", icon)


def fights(note: Note, box: Record) -> Cue:
    foes = Side(NOBODY, FOE_NAMES[note["foe"]], CREATURE_ICONS[note["kind"] % TIERS])
    return Cue((player(note.seat), foes), f"Battle on {square(box, note['tile'])}")


def attacks_army(note: Note, box: Record) -> Cue:
    defender = player(note["defender"], TOWN_ICON if note["foe"] == Foe.CITY else HERO_ICON)
    return Cue((player(note.seat), defender), f"Battle on {square(box, note['tile'])}")


def squad_of(note: Note, name: str = "squad") -> str:
    return SQUAD_LETTERS[note[name] % SQUADS]


def squad_has(note: Note, box: Record) -> Cue:
    kind = note["kind"]
    return Cue(
        seat=note.seat,
        figure=f"{squad_of(note)} {kind}",
        group=squad_of(note),
        icon=CREATURE_ICONS[kind % TIERS],
        label=creatures(kind, note["count"]),
        count=note["count"],
    )


def side_of(seat: int, squad: int) -> Side:
    return player(seat) if seat != NOBODY else Side(NOBODY, FOE_NAMES[squad // SQUADS - 1], TOKEN_ICONS[Token.MONSTER])


def meets(note: Note, box: Record) -> Cue:
    """Two squads meet. Whoever comes in the middle of a battle learns here who fights."""
    sides = (side_of(note.seat, note["squad"]), side_of(note["defender"], note["target"]))
    return Cue(sides, seat=note.seat, front=(squad_of(note), squad_of(note, "target")), fresh=True)


def falls(note: Note, box: Record) -> Cue:
    return Cue(seat=note.seat, dice=(note["face"],))


def throws(note: Note, box: Record) -> Cue:
    return Cue(seat=note.seat, total=note.total)


def ends(how: str) -> Callable[[Note, Record], Cue]:
    return lambda note, _box: Cue(seat=note.seat, total=-note.amount, ends=how)


def killed(note: Note, box: Record) -> Cue:
    kind = note["kind"]
    return Cue(
        seat=note.seat,
        figure=f"{squad_of(note)} {kind}",
        group=squad_of(note),
        icon=CREATURE_ICONS[kind % TIERS],
        label=creatures(kind, -note.amount),
        lost=-note.amount,
    )


def belongs(note: Note, box: Record) -> Cue:
    return Cue(seat=note.seat)


def retreats(note: Note, box: Record) -> Cue:
    return Cue(seat=note.seat, ends="loses")


def wins(note: Note, box: Record) -> Cue:
    return Cue(seat=note.seat, ends="wins", closes=True)


BELONGING: tuple[NoteKind, ...] = (
    Told.SPLITS,
    Told.PICKS,
    Told.SHIFTS,
    Told.READY,
    Told.LEADS,
    Told.IS_LED,
    Told.CHOOSES_ROLLS,
    Told.DICE,
)
CUES: dict[NoteKind, Callable[[Note, Record], Cue]] = {
    Told.FIGHTS: fights,
    Told.ATTACKS_ARMY: attacks_army,
    Told.SQUAD_HAS: squad_has,
    Told.ATTACKS: meets,
    Told.LOT_FALLS: meets,
    Told.STRIKES: meets,
    Told.DIE: falls,
    Told.THROWS: throws,
    Told.WINS_SKIRMISH: ends("wins"),
    Told.LOSES_SKIRMISH: ends("loses"),
    Told.TIES_SKIRMISH: ends(""),
    Told.KILLED: killed,
    Told.RETREATS: retreats,
    Told.WINS_BATTLE: wins,
    **dict.fromkeys(BELONGING, belongs),
}

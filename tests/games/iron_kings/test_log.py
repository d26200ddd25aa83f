"""What the log tells: every card, step, payment and loss, in the order in which it happens, with its own rule."""

import pytest

from tests.hooks import hook
from wartable.core.frames import NATURE
from wartable.core.notes import is_followed
from wartable.games.iron_kings import GAME
from wartable.games.iron_kings.notes import Told
from wartable.games.iron_kings.state import At, Space, Token, Worker

from .tables import (
    bring_home,
    card_of,
    carry,
    cover,
    drive,
    fit_upgrade,
    ground,
    hex_of,
    man,
    opened,
    plan_of,
    program,
    ready,
    stand,
    turn_over,
)


def log(t, viewer=-1):
    """What was told of the last action, each sentence with its rule."""
    return [f"{line.text} ({GAME.rule_name(line.rule)})" for line in t.told(viewer)]


def walking(*cards, steam=8, **kinds):
    """Seat 0's King stands on E3, faces east and is to carry out these cards."""
    t = ready()
    stand(t, 0, "E3")
    for where, kind in kinds.items():
        ground(t, where, kind)
    program(t, 0, *cards, steam=steam)
    return t


def phase(t):
    """What is told between the placement on the Throttle and the next turn."""
    drive(t)
    lines = log(t)
    assert lines[0] == "{0} places a small worker on Throttle. (IK-5.8)"
    end = next((number for number, line in enumerate(lines) if line.startswith("Round")), len(lines))
    return lines[2:end]


def test_the_program_is_told_card_by_card():
    """IK-8.1, IK-8.6"""
    t = walking("stride", "turn-right", "about-face", "climb", E5="forest")
    drive(t)
    assert log(t) == [
        "{0} places a small worker on Throttle. (IK-5.8)",
        "The King phase: {0}'s King stands on E3 with 8 steam. (IK-4.17)",
        "Card 1, Stride: 2 steam, 6 left. (IK-9.1)",
        "{0}'s King goes from E3 to E4 (open ground). (IK-9.1)",
        "{0}'s King goes from E4 to E5 (forest). (IK-9.1)",
        "Card 2, Turn right: no steam. (IK-9.2)",
        "{0}'s King turns from east to south-east. (IK-9.2)",
        "Card 3, About-face: 1 steam, 5 left. (IK-9.3)",
        "{0}'s King turns from south-east to north-west. (IK-9.3)",
        "Card 4, Climb: 2 steam, 3 left. (IK-9.6)",
        "{0}'s King goes from E5 to D4 (open ground). (IK-9.6)",
        "{0}'s program is done, with 3 steam left. (IK-8.7)",
        "Round 1: {1}. (IK-3.1)",
    ]


@pytest.mark.parametrize(
    ("card", "rule"),
    [
        ("march", "IK-9.1"),
        ("sidestep-left", "IK-9.4"),
        ("sidestep-right", "IK-9.4"),
        ("back-step", "IK-9.5"),
        ("leap", "IK-9.7"),
    ],
)
def test_a_card_cites_its_own_rule(card, rule):
    """IK-9.1, IK-9.4, IK-9.5, IK-9.7"""
    t = walking(card)
    lines = phase(t)
    assert lines[0].endswith(f"({rule})")
    assert lines[1].startswith("{0}'s King goes from E3 to ") and lines[1].endswith(f"({rule})")


def test_a_step_that_is_blocked_is_paid_and_says_why():
    """IK-8.9, IK-8.10, IK-8.11, IK-9.12"""
    assert phase(walking("stride", E4="mountain")) == [
        "Card 1, Stride: 2 steam, 6 left. (IK-9.1)",
        "{0}'s King stays on E3: E4 is a mountain. (IK-8.9)",
        "1 more step of Stride is lost. (IK-9.12)",
        "{0}'s program is done, with 6 steam left. (IK-8.7)",
    ]
    t = walking("step")
    stand(t, 0, "E9")
    assert phase(t)[1] == "{0}'s King stays on E9: the map ends there. (IK-8.10)"
    t = walking("step")
    stand(t, 0, "I4")
    stand(t, 1, "C3")
    assert phase(t)[1] == "{0}'s King stays on I4: I5 is the Holdfast of {1}. (IK-8.11)"
    t = walking("march", E5="mountain")
    stand(t, 1, "E4")
    assert phase(t)[1:3] == [
        "{0}'s King stays on E3: there is no room behind {1}'s King on E4. (IK-10.3)",
        "2 more steps of March are lost. (IK-9.12)",
    ]


def test_a_king_that_stops_says_why():
    """IK-8.2, IK-8.3, IK-8.5"""
    assert phase(walking("step", "march", steam=2))[-1] == (
        "{0}'s King stops: March costs 3 steam, and it has 1. (IK-8.2)"
    )
    for card, needed in (("charge", "a weapon"), ("bombard", "a ranged weapon"), ("brace", "a shield")):
        name = card.capitalize()
        assert phase(walking(card)) == [f"{{0}}'s King stops: {name} needs {needed}, and it carries none. (IK-8.3)"]
    assert phase(walking()) == ["{0}'s King has no card on its planning track. (IK-8.7)"]


def test_a_king_that_loses_its_throttle_says_so():
    """IK-8.4, IK-11.4"""
    t = walking("step", "stride", E4="wasteland")
    assert phase(t)[-1] == "The skull does 1 damage to {0}'s King. (IK-12.5)"
    t.roll("die-5")
    assert log(t)[:4] == [
        "The die for {0}'s King shows 5. (IK-11.2)",
        "Damage covers Throttle. (IK-11.2)",
        "{0}'s worker on Throttle goes to the Wilderness. (IK-11.4)",
        "{0}'s King stops: nobody is on the Throttle to carry out Stride. (IK-8.4)",
    ]


def test_the_brake_is_told():
    """IK-5.9"""
    t = walking("step")
    man(t, 0, Space.THROTTLE)
    t.play(0, "small-brake")
    assert log(t)[1] == "The Brake holds {0}'s King. (IK-5.9)"


def test_a_lake_gives_water_and_ends_the_phase():
    """IK-12.11"""
    assert phase(walking("march", "step", E4="lake")) == [
        "Card 1, March: 3 steam, 5 left. (IK-9.1)",
        "{0}'s King goes from E3 to E4 (lake). (IK-9.1)",
        "{0} takes 2 water and has 4. (IK-12.11)",
        "The lake on E4 ends the King phase. (IK-12.11)",
    ]


def test_a_push_with_its_blow_shields_first_then_the_die():
    """IK-10.2, IK-10.4, IK-11.1: in the order in which it happens, the pusher's step before the blow."""
    t = walking("step")
    stand(t, 1, "E4")
    carry(t, 0, "war-flail")
    carry(t, 1, "oak-shield")
    assert phase(t) == [
        "Card 1, Step: 1 steam, 7 left. (IK-9.1)",
        "{0}'s King pushes {1}'s from E4 to E5. (IK-10.2)",
        "{0}'s King goes from E3 to E4 (open ground). (IK-9.1)",
        "{0}'s King strikes {1}'s with attack 2: 2 damage. (IK-10.4)",
        "{1}'s Oak Shield takes 1 damage; it is full. (IK-11.1)",
    ]
    t.roll("die-4")
    assert log(t)[:2] == [
        "The die for {1}'s King shows 4. (IK-11.2)",
        "Damage covers Steam 1 (vent). (IK-11.2)",
    ]


def test_a_blow_with_its_dice_stays_on_one_stage():
    """IK-10.4, IK-11.2: from the blow to the last die nothing is told that has no place on the stage of the fight."""
    t = walking("step")
    stand(t, 1, "E4")
    carry(t, 0, "chain-blade")
    carry(t, 1, "oak-shield")
    man(t, 1, Space.PLAN)
    drive(t)
    told = [sentence.note for sentence in t.told()]
    for roll in ("die-1", "die-6"):
        t.roll(roll)
        told += [sentence.note for sentence in t.told()]
    kinds = [note.kind for note in told]
    last = len(kinds) - kinds[::-1].index(Told.COVERED)
    cues = [hook(GAME.view.cue)(note, t.box) for note in told[kinds.index(Told.BLOW) : last]]
    assert None not in cues
    assert [(side.total, side.of) for side in cues[0].sides] == [(3, "attack"), (0, "defence")]
    assert [face for cue in cues for face in cue.dice] == [1, 6]
    assert [cue.group for cue in cues if cue.lost] == ["Oak Shield holds", "Plan 1 & Draw 1", "Brake"]


def test_a_shield_with_two_spaces_tells_how_many_are_left():
    """IK-11.1"""
    t = walking("step")
    stand(t, 1, "E4")
    carry(t, 0, "chain-blade")
    carry(t, 1, "bulwark", "steel-buckler")
    assert phase(t)[4:7] == [
        "{1}'s Steel Buckler takes 1 damage; it is full. (IK-11.1)",
        "{1}'s Bulwark takes 1 damage; 1 shield space left. (IK-11.1)",
        "{1}'s Bulwark takes 1 damage; it is full. (IK-11.1)",
    ]


def test_damage_that_spills_over_and_the_big_worker():
    """IK-11.3, IK-4.16"""
    t = walking("step", E4="wasteland")
    cover(t, 0, Space.BURN)
    man(t, 0, Space.VENT, worker=Worker.BIG)
    phase(t)
    t.roll("die-3")
    assert log(t)[:3] == [
        "The die for {0}'s King shows 3. (IK-11.2)",
        "Burn Fuel is covered already: the damage goes on to Steam 1 (vent). (IK-11.3)",
        "{0}'s big worker on Steam 1 (vent) goes to the Rested Box. (IK-4.16)",
    ]


def test_a_blow_that_the_ground_keeps_off():
    """IK-10.6"""
    t = walking("step")
    stand(t, 1, "E4")
    ground(t, "E4", "forest")
    carry(t, 0, "iron-fist")
    assert "{0}'s King strikes {1}'s with attack 1 against defence 1: no damage. (IK-10.4)" in phase(t)


def test_a_bombard_with_and_without_a_target():
    """IK-9.9, IK-10.7"""
    t = walking("bombard")
    carry(t, 0, "hand-cannon")
    assert phase(t) == [
        "Card 1, Bombard: 2 steam, 6 left. (IK-9.9)",
        "No King is within 3 hexes ahead of {0}'s: the shot is lost. (IK-9.9)",
        "{0}'s program is done, with 6 steam left. (IK-8.7)",
    ]
    t = walking("bombard")
    stand(t, 1, "E5")
    carry(t, 0, "hand-cannon")
    assert phase(t)[1:] == [
        "{0}'s King shoots at {1}'s on E5, 2 hexes away. (IK-9.9)",
        "{0}'s King hits {1}'s with attack 1: 1 damage. (IK-10.7)",
    ]


def test_a_brace_begins_holds_and_ends():
    """IK-9.10, IK-10.6"""
    t = walking("brace", "step", E4="wasteland")
    carry(t, 0, "oak-shield")
    assert phase(t) == [
        "Card 1, Brace: 1 steam, 7 left. (IK-9.10)",
        "{0}'s King braces: 1 more defence until the next turn. (IK-9.10)",
        "Card 2, Step: 1 steam, 6 left. (IK-9.1)",
        "{0}'s King goes from E3 to E4 (wasteland). (IK-9.1)",
        "{0}'s brace keeps off 1 damage of the skull on E4. (IK-10.6)",
        "{0}'s program is done, with 6 steam left. (IK-8.7)",
    ]
    turn_over(t, 1)
    assert log(t)[-1] == "{0}'s brace ends. (IK-9.10)"


def test_tokens_and_gears_iron():
    """IK-12.10, IK-13.1, IK-13.3, IK-13.4, IK-13.8"""
    t = walking("step", E4="ruins")
    assert phase(t)[-1] == "{0} draws 2 tokens and keeps 1 for the ruins on E4. (IK-12.10)"
    t.roll("token-gear")
    assert log(t) == ["{0} draws a Gear token. (IK-13.1)"]
    t.roll("token-treasure")
    t.play(0, "keep-gear")
    assert log(t)[:3] == [
        "{0} keeps a Gear token. (IK-13.3)",
        "{0} gains 1 iron for gear and has 1. (IK-13.4)",
        "The Treasure token that is not kept leaves the game. (IK-13.8)",
    ]


def test_the_balrog_rises_once_and_says_when_it_ends_the_game():
    """IK-13.7, IK-16.3"""
    t = walking("step", E4="barrow")
    assert phase(t)[-1] == "{0} draws 2 tokens and keeps both for the barrow on E4. (IK-12.8)"
    t.roll("token-balrog")
    assert log(t) == [
        "{0} draws a Balrog token. (IK-13.1)",
        "The Balrog rises: the game ends after round 19 at the latest. (IK-13.7)",
    ]


def test_a_balrog_that_rises_late_leaves_the_last_round_where_it_is():
    """IK-13.7, IK-16.3, IK-16.4"""
    t = walking("step", E4="barrow")
    t.s.rounds = 40
    phase(t)
    t.roll("token-balrog")
    assert log(t)[1] == "The Balrog rises: the game ends after round 50 at the latest. (IK-13.7)"
    first = GAME.view.board(t.view(0), t.box, 0).splitlines()[0]
    assert first.startswith("Round 40 of 50. The Balrog rose in round 40: the game ends after round 50 at the latest.")


def test_the_damage_of_a_mine_is_told_after_its_tokens():
    """IK-12.9, IK-13.5"""
    t = walking("step", E4="mine")
    assert phase(t)[-1] == "{0} draws 3 tokens and keeps 2 for the mine on E4. (IK-12.9)"
    t.s.bag[:] = 0
    t.s.bag[Token.GEAR], t.s.bag[Token.DAMAGE] = 1, 1
    t.roll("token-gear", "token-damage")
    assert log(t) == [
        "{0} draws a Damage token. (IK-13.1)",
        "The bag is empty: {0} goes without 1 token. (IK-13.2)",
        "{0} gains 1 iron for gear and has 1. (IK-13.4)",
        "The Damage token does 1 damage to {0}'s King. (IK-13.5)",
    ]
    t.roll("die-1")
    assert log(t)[-1] == "The skull does 1 damage to {0}'s King. (IK-12.5)"


def test_a_treasure_with_its_points_and_those_that_are_not_kept():
    """IK-13.6, IK-14.1, IK-14.3, IK-17.2"""
    t = walking("step", E4="ruins")
    phase(t)
    t.roll("token-treasure", "token-gear")
    t.play(0, "keep-treasure")
    assert log(t)[-1] == "The Treasure token lets {0} draw 3 treasures. (IK-13.6)"
    t.roll("treasure-buried-crown", "treasure-oil-pump", "treasure-oak-shield")
    assert log(t) == ["{0} turns up Oak Shield. (IK-14.1)"]
    t.play(0, "take-buried-crown")
    assert log(t)[:4] == [
        "{0} keeps Buried Crown. (IK-14.1)",
        "{0} gains 2 points and has 2. (IK-17.2)",
        "Oak Shield is discarded. (IK-14.3)",
        "Oil Pump is discarded. (IK-14.3)",
    ]


def test_a_treasure_that_makes_room():
    """IK-14.2, IK-14.5, IK-5.6"""
    t = walking("step", E4="ruins")
    carry(t, 0, "copper-boiler", "great-axe", "clay-idol")
    t.s.sides[0].steam = 10
    phase(t)
    t.roll("token-treasure", "token-gear")
    t.play(0, "keep-treasure")
    t.roll("treasure-buried-crown", "treasure-oil-pump", "treasure-oak-shield")
    t.play(0, "take-buried-crown")
    assert log(t) == ["{0} wants Buried Crown and must scrap a treasure for it. (IK-14.2)"]
    t.play(0, "scrap-copper-boiler")
    assert log(t)[:7] == [
        "{0} scraps Copper Boiler for 1 water and 1 iron. (IK-14.5)",
        "{0} loses 1 point and has 1. (IK-17.2)",
        "{0} gains 1 water and has 3. (IK-14.5)",
        "{0} gains 1 iron and has 1. (IK-14.5)",
        "1 steam is lost: {0}'s King now holds at most 8. (IK-5.6)",
        "{0} keeps Buried Crown. (IK-14.2)",
        "{0} gains 2 points and has 3. (IK-17.2)",
    ]


def test_a_treasure_brought_home_gains_the_other_half():
    """IK-6.2, IK-17.1"""
    t = ready()
    carry(t, 0, "buried-crown")
    t.play(0, "store-buried-crown")
    assert log(t) == [
        "{0} brings Buried Crown into the Holdfast. (IK-6.2)",
        "{0} gains 3 points and has 5. (IK-17.1)",
    ]
    turn_over(t, 0)
    turn_over(t, 1)
    t.play(0, "load-buried-crown")
    assert log(t) == [
        "{0} equips Buried Crown from the Holdfast. (IK-6.2)",
        "{0} loses 3 points and has 2. (IK-17.2)",
    ]


def test_steam_that_is_gained_and_spent_in_one_turn_is_told_twice():
    """IK-5.7, IK-8.6: 1 gained and 2 spent are no loss of 1."""
    t = walking("stride", steam=2)
    man(t, 0, Space.THROTTLE)
    t.play(0, "big-vent")
    assert log(t)[:4] == [
        "{0} places the big worker on Steam 1 (vent). (IK-5.7)",
        "{0} gains 1 steam and has 3. (IK-5.7)",
        "The King phase: {0}'s King stands on E3 with 3 steam. (IK-4.17)",
        "Card 1, Stride: 2 steam, 1 left. (IK-9.1)",
    ]


def test_burning_tells_fuel_steam_and_waste():
    """IK-5.5, IK-5.6"""
    t = ready()
    t.s.sides[0].steam = 6
    t.play(0, "small-burn", "burn-coal")
    assert log(t)[:3] == [
        "{0} burns 1 water and 1 coal; 1 water and 0 coal left. (IK-5.5)",
        "{0} gains 2 steam and has 8. (IK-5.5)",
        "2 steam are lost: {0}'s King holds at most 8. (IK-5.6)",
    ]


def test_a_placement_without_effect_says_why():
    """IK-4.6"""
    for move, line in (
        ("small-repair", "{0}'s King has no damage to repair. (IK-5.3)"),
        ("small-burn", "{0} has no pair of water and fuel to burn. (IK-5.5)"),
        ("small-dock-repair", "{0}'s King has no damage to repair. (IK-6.6)"),
        ("small-dock-upgrade", "{0} cannot buy any upgrade. (IK-6.8)"),
        ("small-dock-salvage", "{0} has no treasure to scrap. (IK-6.9)"),
    ):
        t = ready()
        t.s.sides[0].stores[:] = 0
        t.play(0, move)
        assert log(t)[1] == line


def test_harvests():
    """IK-12.1, IK-12.2, IK-12.3"""
    for kind, lines in (
        ("forest", ["{0} takes 1 wood and has 2; 2 left there. (IK-12.1)"]),
        ("lake", ["{0} takes 1 water and has 3. (IK-12.3)"]),
        ("wasteland", ["There is nothing to harvest on E4. (IK-12.2)"]),
    ):
        t = walking(E4=kind)
        t.play(0, "at-E4")
        assert log(t)[:2] == [f"{{0}} places a small worker on E4 ({kind}). (IK-4.10)", *lines]
    t = walking(E4="forest")
    t.s.stack[hex_of(t, "E4")] = 0
    t.play(0, "at-E4")
    assert log(t)[1] == "The stack is empty on E4. (IK-12.2)"


def test_every_line_of_housekeeping_cites_its_own_number():
    """IK-4.1, IK-4.2, IK-4.3, IK-4.5"""
    t = ready()
    t.play(0, "small-brake")
    turn_over(t, 1)
    assert log(t)[-2:] == [
        "Round 2: {0}. (IK-3.1)",
        "{0} has a worker on the Brake: 1 worker comes back to the Rested Box. (IK-4.1)",
    ]
    t = ready(cells={"numbers.big_workers.value": "0"})
    man(t, 0, Space.REPAIR, Space.BURN, Space.THROTTLE)
    t.play(0, "small-plan", "pass")
    t.roll("draw-step")
    turn_over(t, 1)
    assert log(t)[-1] == "{0} has no rested worker: 4 workers come back to the Rested Box. (IK-4.1)"
    t = ready()
    t.s.sides[0].rested[Worker.SMALL] = 2
    t.s.sides[0].wilderness = 2
    t.play(0, "small-repair")
    turn_over(t, 1)
    assert log(t)[-1] == "{0}'s King is docked: 2 workers come back from the Wilderness. (IK-4.2)"
    t = ready()
    stand(t, 0, "E5")
    t.play(0, "at-E6")
    stand(t, 0, "E2")
    turn_over(t, 1)
    assert log(t)[-1] == "{0}'s worker on E6 is no longer beside the King and goes to the Wilderness. (IK-4.3)"


def test_the_fourth_line_of_housekeeping():
    """IK-4.5"""
    t = ready()
    stand(t, 0, "E5")
    cover(t, 0, Space.PLAN, Space.REPAIR, Space.BURN, Space.VENT, Space.BRAKE)
    t.s.sides[0].wilderness = 3
    t.s.sides[0].rested[Worker.SMALL] = 1
    t.play(0, "small-throttle")
    turn_over(t, 1)
    line = "{0} has rested workers but no legal space for them: 1 worker comes back to the Rested Box. (IK-4.5)"
    assert log(t)[-1] == line


def test_a_player_who_skips_the_placement():
    """IK-4.7"""
    t = ready(cells={"numbers.big_workers.value": "0"})
    stand(t, 0, "E5")
    t.s.sides[0].rested[Worker.SMALL] = 1
    t.s.sides[0].wilderness = 3
    t.play(0, "at-E6")
    stand(t, 0, "E8")
    turn_over(t, 1)
    assert "{0} has no worker to place. (IK-4.7)" in log(t)


def test_repairs_cite_the_rule_that_allows_them():
    """IK-5.3, IK-5.4, IK-6.6, IK-11.7"""
    t = ready()
    cover(t, 0, Space.PLAN, Space.BURN, Space.VENT)
    t.s.sides[0].stores[3] = 1
    t.play(0, "small-repair", "repair-plan")
    assert log(t) == ["{0} removes the damage from Plan 1 & Draw 1. (IK-5.3)"]
    t.play(0, "pay")
    assert log(t) == ["{0} spends 1 iron to remove up to 2 more damage; 0 left. (IK-5.4)"]
    t.play(0, "repair-burn")
    assert log(t) == ["{0} removes the damage from Burn Fuel. (IK-5.4)"]
    t = ready()
    carry(t, 0, "oak-shield")
    t.s.dents[card_of(t, "oak-shield")] = 1
    cover(t, 0, Space.PLAN)
    t.play(0, "small-dock-repair", "patch-oak-shield")
    assert log(t) == ["{0} removes 1 damage from Oak Shield. (IK-6.6)"]


def test_a_wreck_loses_its_cargo():
    """IK-11.6, IK-11.7, IK-8.12"""
    t = walking("step", "step", E4="wasteland")
    carry(t, 0, "clay-idol")
    cover(t, 0, Space.PLAN, Space.REPAIR, Space.BURN, Space.VENT, Space.BRAKE)
    phase(t)
    t.roll("die-1")
    assert log(t) == [
        "The die for {0}'s King shows 1. (IK-11.2)",
        "Plan 1 & Draw 1 is covered already: the damage goes on to Throttle. (IK-11.3)",
        "{0}'s worker on Throttle goes to the Wilderness. (IK-11.4)",
        "{0}'s King is wrecked on E4 and goes back to its Holdfast on A1. (IK-11.6)",
        "{0} loses Clay Idol to the discard pile. (IK-11.6)",
        "{0} loses 1 point and has 0. (IK-17.2)",
        "{0}'s King phase is over. (IK-8.12)",
    ]
    t.play(0, "repair-throttle")
    assert log(t) == ["{0} removes the damage from Throttle. (IK-11.7)"]


def test_what_is_left_of_a_blow_is_told_to_be_lost():
    """IK-11.6"""
    t = walking("step")
    stand(t, 1, "E4")
    carry(t, 0, "chain-blade")
    cover(t, 1, *[space for space in Space if space < 6 and space != Space.BURN])
    phase(t)
    t.roll("die-3")
    assert log(t)[-1] == "2 more damage to {1}'s King are lost. (IK-11.6)"


def test_a_tow():
    """IK-4.18"""
    t = walking()
    carry(t, 0, "clay-idol")
    cover(t, 0, Space.THROTTLE, Space.REPAIR)
    t.play(0, "tow")
    assert log(t)[:3] == [
        "{0}'s King is towed from E3 to its Holdfast on A1. (IK-4.18)",
        "{0} loses Clay Idol to the discard pile. (IK-4.18)",
        "{0} loses 1 point and has 0. (IK-17.2)",
    ]


def test_planning():
    """IK-7.2 to IK-7.6"""
    t = ready()
    program(t, 0, "leap", "climb", "march", "charge", "brace")
    t.play(0, "small-plan", "insert-step-1")
    assert log(t) == [
        "{0} inserts Step at place 1. (IK-7.2)",
        "Brace is pushed off the track and discarded. (IK-7.3)",
    ]
    for move, line in (
        ("remove-2", "{0} removes Climb from place 2 of the track. (IK-7.4)"),
        ("replace-step-3", "{0} replaces March at place 3 by Step. (IK-7.5)"),
        ("pass", "{0} leaves the track as it is. (IK-7.6)"),
    ):
        t = ready()
        program(t, 0, "leap", "climb", "march")
        t.play(0, "small-plan", move)
        assert log(t) == [line]


def test_an_empty_planning_deck():
    """IK-5.2"""
    t = ready()
    t.s.deck[:] = 0
    t.s.deck_size = 0
    t.s.discard[plan_of(t, "leap")] = 1
    t.play(0, "small-plan", "pass")
    assert log(t)[-1] == "The planning deck is empty: the discard pile (1 card) becomes the deck. (IK-5.2)"
    t = ready()
    t.s.deck[:] = 0
    t.s.deck_size = 0
    t.play(0, "small-plan", "pass")
    assert log(t)[1] == "{0} draws nothing: planning deck and discard pile are empty. (IK-5.2)"


def test_an_upgrade():
    """IK-15.2, IK-15.5, IK-15.6, IK-15.7"""
    t = ready(cells={"upgrades.chart_room.track": "0"})
    t.s.sides[0].stores[3] = 9
    fit_upgrade(t, 0, "long-gallery")
    cover(t, 0, Space.REPAIR)
    program(t, 0, "leap", "leap", "leap", "leap", "climb", "march")
    t.play(0, "small-dock-upgrade", "buy-chart-room")
    assert log(t)[:4] == [
        "{0} buys Chart Room for the head and pays 3 iron; 6 left. (IK-15.2)",
        "It covers Long Gallery, which is gone. (IK-15.6)",
        "The damage on Repair is removed. (IK-15.5)",
        "March is beyond the end of the shorter track and is discarded. (IK-15.7)",
    ]


def test_treasures_that_run_out():
    """IK-14.4"""
    t = walking("step", E4="barrow")
    t.s.treasure_at[:] = At.HOME + 1
    t.s.treasure_at[card_of(t, "flywheel")] = At.DISCARD
    phase(t)
    t.roll("token-treasure", "token-gear")
    assert log(t)[-1] == "The treasure deck is empty: the discard pile (1 card) becomes the deck. (IK-14.4)"
    t.roll("treasure-flywheel")
    assert log(t)[-1] == "There is no treasure left for {0} to draw. (IK-14.4)"


def test_the_setup_is_told():
    """IK-3.1 to IK-3.6"""
    t = opened()
    t.roll("first-0")
    assert log(t) == ["{0} is the first player. (IK-3.1)"]
    t.play(0, "found-A1")
    assert log(t) == ["{0} puts the Holdfast on A1, which was open ground. (IK-3.2)"]
    t.play(0, "face-SE")
    assert log(t) == ["{0}'s King faces south-east. (IK-3.4)"]
    t.play(1, "found-I5", "face-E")
    t.roll(*["draw-step"] * 5, *["draw-stride"] * 5)
    t.play(0, "mulligan")
    assert log(t) == ["{0} takes a mulligan and shuffles 5 cards back into the deck. (IK-3.6)"]
    t.roll("draw-leap")
    assert log(t, 0) == ["{0} draws Leap. (IK-3.6)"]
    assert log(t, 1) == ["{0} draws a planning card. (IK-3.6)"]


def test_a_drawn_card_is_in_the_notes_of_its_owner_alone():
    """IK-1.7"""
    t = ready()
    t.play(0, "small-plan", "pass")
    assert t.due == {NATURE}
    t.roll("draw-leap")
    leap = plan_of(t, "leap")
    for viewer in (-1, 1):
        known = [note for note in t.notes if note.is_known_to(viewer)]
        assert all(note.kind != Told.LEARNS for note in known)
    assert [note["plan"] for note in t.notes if note.kind == Told.LEARNS and note.is_known_to(0)] == [leap]


@pytest.mark.parametrize(
    ("mine", "others", "iron", "result"),
    [
        (["balrog-horn"], ["clay-idol"], 0, ["{0} wins with 6 points. (IK-17.3)"]),
        (
            ["silver-grail", "great-axe"],
            ["buried-crown"],
            0,
            ["{0} wins with 5 points, by having more treasures. (IK-17.3)"],
        ),
        (["clay-idol"], ["royal-lance"], 1, ["{0} wins with 3 points, by having more iron. (IK-17.3)"]),
        (
            ["clay-idol"],
            ["royal-lance"],
            0,
            ["{0} shares the win with 3 points. (IK-17.3)", "{1} shares the win with 3 points. (IK-17.3)"],
        ),
    ],
)
def test_the_end_tells_the_score_and_what_decided(mine, others, iron, result):
    """IK-16.4, IK-17.1, IK-17.3"""
    t = ready(options={"rounds": 1})
    bring_home(t, 0, *mine)
    bring_home(t, 1, *others)
    t.s.sides[0].stores[3] = iron
    turn_over(t, 0)
    turn_over(t, 1)
    lines = log(t)
    assert "Round 1 was the last: the game is over. (IK-16.4)" in lines
    assert lines[-len(result) :] == result


@pytest.mark.parametrize(
    ("ending", "line"),
    [
        ("vp_goal", "A Holdfast holds 6 points, and the goal was 5: the game is over. (IK-16.2)"),
        ("balrog", "The Balrog, which rose in round 1, has come: the game is over. (IK-16.3)"),
        ("first_wreck", "A King is lost: the game is over. (IK-16.5)"),
    ],
)
def test_every_ending_says_why(ending, line):
    """IK-16.2, IK-16.3, IK-16.5"""
    number = {"vp_goal": 5, "balrog": 0}
    t = ready(options={"ending": ending, **{name: value for name, value in number.items() if name == ending}})
    bring_home(t, 0, "balrog-horn")
    carry(t, 1, "buried-crown")
    t.s.balrog = t.s.wrecked = 1
    turn_over(t, 0)
    stand(t, 1, "E5")
    turn_over(t, 1)
    assert line in log(t)
    assert "{0} has 6 points: 6 in the Holdfast and 0 for what the King carries. (IK-17.1)" in log(t)
    assert "{1} has 2 points: 0 in the Holdfast and 2 for what the King carries. (IK-17.1)" in log(t)


def test_a_cold_king_is_told():
    """IK-16.6"""
    t = ready(options={"ending": "first_wreck"})
    stand(t, 0, "E3")
    t.s.sides[0].steam = 0
    t.s.sides[0].stores[:] = 0
    cover(t, 0, Space.REPAIR, Space.VENT)
    t.play(0, "small-brake")
    assert "{0}'s King is cold: it has no steam and no way to get any. (IK-16.6)" in log(t)


def test_only_a_box_with_a_journal_is_followed():
    """What is costly to say is worked out only for those who follow the match."""
    box = ready().box
    assert not is_followed(box)
    assert is_followed(GAME.open_journal(box))

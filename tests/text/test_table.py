"""The text table: what a seat is told, what it may answer, and that it is told nothing else."""

import random
import statistics

import pytest

from wartable.core import generic, record
from wartable.core.match import Match
from wartable.core.numbers.chance import generator
from wartable.core.registry import all_games
from wartable.errors import BadOption, IllegalMove
from wartable.terminal.sight import verdict
from wartable.text import TextEnv, TextTable, rules_text, tokens
from wartable.text.table import LOOKUPS, MOST_MOVES, MOST_NEWS, last_line

MOST_PROMPT, MOST_DIGEST = 2500, 6000


def table_of(game, seed=1, **choices):
    return TextTable(Match.start(game, seed=seed), **choices)


def play_at_random(table, seed, most=400):
    """Answer with numbers at random."""
    dice = random.Random(seed)
    for _ in range(most):
        if table.is_over:
            break
        table.ask()
        table.answer(f"#{dice.randint(1, len(table.match.legal(table.seat)))}")


def prompts_of(game, seed=5, decisions=120, every=6):
    """What seats are asked in a match played at random, without the first question of each."""
    table, dice, asked = table_of(game, seed), random.Random(seed), []
    for number in range(decisions):
        if table.is_over:
            break
        seat = table.seat
        if number % every == 0:
            asked.append(table.ask())
        table.match.play(seat, dice.choice(table.match.legal(seat)))
    return [text for text in asked if not text.startswith("You play")]


def test_a_seat_is_told_the_rules_the_goal_the_board_the_news_its_moves_and_the_question(each_game):
    table = table_of(each_game)
    seat, text = table.seat, table.ask()
    see = table.match.see(seat)
    assert rules_text(each_game) in text
    assert see.goal in text and see.board.rstrip() in text and see.prompt in text
    assert "What happened since you were last asked:" in text
    for move in (see.moves[0], see.moves[-1])[: 2 if len(see.moves) <= MOST_MOVES else 1]:
        assert f"{move.notation}: {move.label}" in text
    table.answer(see.moves[0].notation)
    assert rules_text(each_game) not in table.situation(seat)


def test_the_median_prompt_and_the_digest_keep_to_their_budgets(each_game):
    prompts = prompts_of(each_game)
    assert len(prompts) >= 5
    assert statistics.median(map(tokens, prompts)) <= MOST_PROMPT
    assert tokens(rules_text(each_game, "digest")) <= MOST_DIGEST
    assert rules_text(each_game, "whole") == each_game.rulebook.source
    assert tokens(rules_text(each_game, "on demand")) < tokens(rules_text(each_game, "digest"))
    for rule in each_game.rulebook.rules.values():
        assert f"{rule.name} " in rules_text(each_game, "digest")


def test_four_letters_are_a_token():
    assert [tokens("x" * n) for n in (0, 1, 4, 5)] == [0, 1, 1, 2]


def test_the_same_seed_gives_the_same_transcript(each_game):
    def transcript(seed):
        table = TextTable(Match.start(each_game, seed=seed), bots={1: "greedy"}, seed=seed)
        play_at_random(table, seed, 6)
        table.answer("nonsense") if not table.is_over else None
        return "\n\n".join(table.transcript).encode()

    assert transcript(1) == transcript(1)
    assert transcript(1) != transcript(2)


def test_a_move_is_answered_by_notation_number_or_words(each_game):
    for how in (
        lambda number, move: move.notation,
        lambda number, move: f"#{number}",
        lambda number, move: move.label,
        lambda number, move: f"I thought about it.\n\nMove: `{move.notation}`",
        lambda number, move: f"Final answer: [{move.label}]",
    ):
        table = table_of(each_game)
        seat, moves = table.seat, table.match.see(table.seat).moves
        number = len(moves) // 2
        step = len(table.match.steps)
        reply = table.answer(how(number + 1, moves[number]))
        assert reply.played, reply.text
        assert table.match.steps[step].seat == seat and table.match.steps[step].action == moves[number].action


def test_withheld_moves_are_not_told_and_have_no_numbers(each_game):
    table = table_of(each_game, lists_moves=False)
    text = table.ask()
    assert "legal moves" not in text and "#1" not in text
    assert not table.answer("#1").played
    assert table.answer(table.match.moves(table.seat)[0].notation).played


def test_a_wrong_answer_gets_the_refusal_the_rule_and_the_fact(metals):
    table = table_of(metals, 7)
    table.answer(table.match.moves(table.seat)[0].notation)
    taken = table.match.decisions()[0]
    reply = table.answer(taken)
    assert not reply.played
    rule = metals.rulebook.find("MT-3.3")
    assert f"{taken} is not legal now. MT-3.3" in reply.text and rule.text in reply.text
    assert "Tries left: 2" in reply.text


@pytest.mark.parametrize(
    "nonsense", ["", "\n", "?", "#0", "#99999", "{0}", "{}", "x" * 5000, "#", "rule", "\x00", "²", "１"]
)
def test_whatever_is_answered_gets_a_sentence(each_game, nonsense):
    table = table_of(each_game, forfeits=False)
    steps = len(table.match.steps)
    for left in (2, 1):
        reply = table.answer(nonsense)
        assert not reply.played and f"Tries left: {left}" in reply.text
        assert len(table.match.steps) == steps
    reply = table.answer(nonsense)
    assert "Played for you" in reply.text and len(table.match.steps) > steps
    assert table.grades()[0].given_up and table.grades()[0].illegal == 3


def test_who_uses_up_its_tries_loses(metals):
    table = table_of(metals, tries=2)
    seat = table.seat
    table.answer("nonsense")
    assert "the match is lost" in table.answer("nonsense").text
    assert table.is_over and table.seat is None
    assert table.shares is not None and table.shares[seat] == 0 and sum(table.shares) == 1
    assert table.grades()[-1].share == 0 and table.grades(10)[-1].regret is None
    with pytest.raises(IllegalMove):
        table.ask()
    with pytest.raises(IllegalMove):
        table.answer("+a1n")


def test_rules_are_looked_up_for_nothing_but_not_for_ever(metals):
    table = table_of(metals)
    assert metals.rulebook.find("3.2").text in table.answer("rule MT-3.2").text
    assert "MT-4" in table.answer("rules 4").text
    assert "no rule" in table.answer("rule 99.99").text
    assert "line of sight" in table.answer("Let me see.\nrule what is a line of sight?").text
    assert "say nothing" in table.answer("rule zzzz").text
    assert "Tries left: 2" in table.answer("rule 3.2").text
    table.answer(table.match.moves(table.seat)[0].notation)
    (grade,) = table.grades()
    assert (grade.lookups, grade.illegal) == (LOOKUPS, 1)


def test_decisions_are_graded(metals):
    table = table_of(metals, 3, bots={1: "random"}, forfeits=False)
    while not table.is_over:
        table.ask()
        table.answer("#1")
    grades, shares = table.grades(), table.shares
    assert shares is not None and {one.share for one in grades} == {shares[0]}
    assert all(one.seat == 0 and one.seconds >= 0 and one.regret is None for one in grades)
    steps = table.match.steps
    assert [one.move for one in grades] == [table.match.see(0).notation(steps[one.step]) for one in grades]
    regrets = [one.regret for one in table.grades(iterations=20)]
    assert all(regret is not None and 0 <= regret <= 1 for regret in regrets) and max(map(float, regrets)) > 0


def test_a_table_that_cannot_be_is_refused(metals):
    for choices in ({"rules": "none"}, {"tries": 0}):
        with pytest.raises(BadOption):
            table_of(metals, **choices)
    with pytest.raises(BadOption):
        TextTable(Match.start(metals, real_dice=True))


def test_long_stories_and_long_lists_are_told_in_part(each_game):
    table = table_of(each_game, 2)
    text, seat = "", 0
    while not table.is_over and "are left out" not in text:
        seat = table.seat
        table.match.play(seat, table.match.legal(seat)[-1])
        text = table.situation(seat)
        assert text.count("\n#") <= MOST_MOVES
        assert text.partition("\n\n")[0].count("\n") <= MOST_NEWS + 1


def test_the_end_is_told(metals):
    table = table_of(metals, 4, forfeits=False)
    play_at_random(table, 4)
    assert table.match.outcome is not None
    for seat in table.match.seats:
        assert " ".join(verdict(table.match.outcome, table.match.players)) in table.situation(seat)


def test_the_last_line_is_the_answer():
    assert last_line("Think.\nMove: [e4]\n") == "e4"
    assert last_line("my move is: **e4**") == "e4"
    assert last_line("") == ""
    assert last_line("[]") == "[]"


def test_the_loop_of_pettingzoo(each_game):
    env = TextEnv(each_game.name, seed=2, tries=1, bots={1: "random"})
    assert env.possible_agents[0] == "player_0" and "player_1" not in env.possible_agents
    rewards, dice = {}, random.Random(1)
    for number, agent in enumerate(env.agent_iter()):
        text, reward, over, truncated, _ = env.last()
        assert not truncated and text
        if over:
            rewards[agent] = reward
        env.step(None if over else "nonsense" if number > 6 else f"#{1 + dice.randrange(3)}")
    assert set(rewards) == set(env.possible_agents)
    assert env.table.shares is not None
    assert rewards == {agent: env.table.shares[int(agent[-1])] for agent in env.possible_agents}


def test_a_refusal_is_what_the_loop_tells_next(metals):
    env = TextEnv("metals", seed=2)
    env.step("nonsense")
    text, _, _, _, info = env.last()
    assert "Tries left: 2" in text and info["refused"] == text
    env.step("#1")
    assert "What happened" in env.last()[0] and env.last()[4]["refused"] == ""


class Leaking(TextTable):
    """A table that tells what nobody may know."""

    def situation(self, seat):
        return super().situation(seat) + self.match.full_state().tobytes().hex()


def test_a_text_never_changes_with_what_the_seat_may_not_know(each_game):
    if each_game.has_secrets:
        assert compare_worlds(each_game, each_game.seats[-1], TextTable) > 10


def test_the_law_finds_a_text_that_tells_a_secret():
    game = next(game for game in all_games() if game.has_secrets)
    with pytest.raises(AssertionError):
        compare_worlds(game, game.seats[0], Leaking)


def compare_worlds(game, players, kind, seed=11, decisions=14):
    """Play at random. At each decision, hold worlds that look the same to a seat against each other; how many were."""
    match = Match.start(game, players=players, seed=seed)
    table, dice, compared = kind(match), random.Random(seed), 0
    for _ in range(decisions):
        if match.is_over:
            break
        seat = dice.choice(match.due)
        action, other = dice.choice(match.legal(seat)), dice.choice(match.legal(seat))
        for viewer in match.seats:
            if viewer != seat:
                compared += compare_actions(table, seat, viewer, action, other)
            compared += compare_deals(table, viewer, dice.randrange(1000))
        match.play(seat, action)
    return compared


def told(table, viewer):
    """All that a viewer can be told: the situation, and how everything that it may try is refused."""
    match = table.match
    codes = range(0, match.game.action_count, max(1, match.game.action_count // 10))
    refusals = [(refused.rule, refused.fact) for refused in (match.refusal(viewer, code) for code in codes)]
    return table.situation(viewer), refusals


def compare_actions(table, seat, viewer, action, other):
    """Two actions of somebody else that look the same."""
    match, keep, worlds = table.match, len(table.match.steps), []
    for one in (action, other):
        match.play(seat, one)
        worlds.append((record.copy(match.observe(viewer)), told(table, viewer)))
        match.cut(keep)
    (view, text), (view_other, text_other) = worlds
    known = any(generic.sees(match.full_state(), match.box, viewer, seat, one) for one in (action, other))
    if action == other or known or not record.same(view, view_other):
        return 0
    assert text == text_other
    return 1


def compare_deals(table, viewer, number):
    """The table as it is, and with what the viewer does not know dealt anew."""
    match = table.match
    if not match.steps:
        return 0
    last, before = match.steps[-1], told(table, viewer)
    dealt = record.copy(match.observe(viewer))
    generic.fill(dealt, match.box, viewer, generator(number))
    match.cut(len(match.steps) - 1)
    match.restore(last.seat, last.action, last.forced, dealt)
    after = told(table, viewer)
    is_other = not record.same(dealt, last.after)
    match.cut(len(match.steps) - 1)
    match.restore(last.seat, last.action, last.forced, last.after)
    assert before == after
    return int(is_other)

"""The full-screen app, the line mode behind it, and what they let people see."""

import asyncio
import io
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from tests.whispers import ANIMALS
from tests.whispers import GAME as WHISPERS
from wartable.core.frames import NATURE, SPECTATOR
from wartable.core.match import Match
from wartable.core.registry import find_game
from wartable.errors import BadOption, BadSave, WartableError
from wartable.games.metals import GAME as METALS
from wartable.terminal.film import Film
from wartable.terminal.lines import Lines
from wartable.terminal.lookup import contents, find_rules, rule_text
from wartable.terminal.names import clean, named, short_name
from wartable.terminal.orders import Order, read_order
from wartable.terminal.plain import PlainPlay
from wartable.terminal.players import Player, choose_players, saved_players, usual_bot
from wartable.terminal.screens.app import TerminalApp
from wartable.terminal.screens.background import Work
from wartable.terminal.screens.dialogs import Curtain, Question
from wartable.terminal.screens.play import PlayScreen
from wartable.terminal.screens.replay import ReplayScreen
from wartable.terminal.table import FileExists, Table, load_table

GOLDEN = Path(__file__).parent / "games" / "metals" / "golden"


def metals(*players: Player, seed: int = 3, **options: object) -> Table:
    """A table of Metals at which Blue begins."""
    seated = players or (Player("Blue"), Player("Orange", "random"))
    match = Match.start(METALS, options, [player.title for player in seated], seed)
    return Table(match, seated, seed)


def whispers(*players: Player, seed: int = 1, real_dice: bool = False) -> Table:
    seated = players or (Player("Ada"), Player("Bob"))
    match = Match.start(WHISPERS, {}, [player.title for player in seated], seed, real_dice=real_dice)
    return Table(match, seated, seed)


def animal(table: Table, seat: int) -> str:
    return ANIMALS[table.match.full_state().animal[seat]]


# The table: who is asked, and who may look


def test_seats_are_people_bots_or_the_usual_bot():
    assert choose_players(METALS, None, None) == (Player("Blue"), Player("Orange", usual_bot()))
    assert choose_players(METALS, "random,Ada", None) == (Player("Blue", "random"), Player("Ada"))
    assert choose_players(WHISPERS, "you", 3) == (
        Player("Blue"),
        Player("Orange", usual_bot()),
        Player("Green", usual_bot()),
    )
    assert choose_players(WHISPERS, "a,b,c", None) == (Player("a"), Player("b"), Player("c"))


@pytest.mark.parametrize(
    ("seats", "count", "reason"),
    [
        ("a,b,c", None, "for 2 players, not 3"),
        ("a,b", 3, "for 2 players, not 3"),
        ("you,gredy", None, "did you mean greedy"),
        ("Ada,ada", None, "two players are called ada"),
        ("Ada,", None, "is not a valid name"),
        ("Ada,B\x1b[2J", None, "is not a valid name"),
        ("Ada,{0}", None, "is not a valid name"),
    ],
)
def test_seats_that_cannot_be_are_refused(seats: str, count: int | None, reason: str):
    with pytest.raises(BadOption, match=reason):
        choose_players(METALS, seats, count)


def test_a_save_says_which_seats_are_bots():
    players = choose_players(METALS, "Ada,greedy", None)
    assert saved_players(METALS, [player.title for player in players]) == players
    assert saved_players(METALS, ["Eve (clever)", "Bob (clever:9)"]) == (
        Player("Eve (clever)"),
        Player("Bob (clever:9)"),
    )


def test_a_bot_that_there_is_not_is_refused():
    with pytest.raises(WartableError, match="clever:9"):
        metals(*choose_players(METALS, "you,clever:9", None))


def test_undo_goes_back_to_the_last_decision_of_a_person():
    table = metals()
    assert not table.undo()
    table.play(0, "+a1n")
    before = len(table.match.steps)
    assert table.sight().bot == 1 and table.sight().asked is None
    assert table.accept(table.think(1))
    table.play(0, "a1-a2n")
    assert table.undo()
    assert table.sight().asked == 0 and len(table.match.steps) == before + 1
    assert table.undo()
    assert table.sight().asked == 0 and [step.seat for step in table.match.steps] == [NATURE]
    assert not table.undo()


def test_a_thought_about_a_match_that_went_another_way_is_dropped():
    table = metals()
    table.play(0, "+a1n")
    thought = table.think(1)
    table.undo()
    table.play(0, "+a1e")
    assert not table.accept(thought)
    assert table.bot_due == 1


def test_a_save_is_never_replaced_unasked(tmp_path: Path):
    table = metals()
    table.play(0, "+a1n")
    assert not table.is_saved
    path = table.save(str(tmp_path / "m.jsonl"))
    assert load_table(path).is_saved
    old = path.read_text()
    table.undo()
    with pytest.raises(FileExists):
        table.save(str(path))
    assert path.read_text() == old
    table.save(str(path), overwrite=True)
    assert path.read_text() != old
    assert table.save(str(tmp_path), overwrite=True) == path or path.parent == tmp_path
    with pytest.raises(BadSave, match="nowhere"):
        table.save(str(tmp_path / "nowhere" / "m.jsonl"))


def test_a_loaded_table_goes_on_with_the_same_players(tmp_path: Path):
    table = metals()
    table.play(0, "+a1n")
    path = table.save(str(tmp_path / "m.jsonl"))
    loaded = load_table(path, METALS)
    assert loaded.players == table.players
    assert [step.action for step in loaded.match.steps] == [step.action for step in table.match.steps]
    swapped = load_table(path, METALS, (Player("Eve"), Player("Ann")))
    assert swapped.people == (0, 1)
    assert saved_players(METALS, swapped.match.players) == (Player("Eve"), Player("Ann"))
    with pytest.raises(BadSave, match="not of Whispers"):
        load_table(path, WHISPERS)


def test_everybody_is_asked_one_after_the_other_behind_a_curtain():
    table = whispers()
    assert table.match.due == (0, 1)
    for seat, other in ((0, 1), (1, 0)):
        covered = table.sight()
        assert covered.curtain == seat
        assert (covered.board, covered.moves, covered.entries) == ("", (), ())
        table.lift()
        sight = table.sight()
        assert (sight.asked, sight.viewer, sight.curtain) == (seat, seat, None)
        shown = repr(sight)
        assert animal(table, seat) in shown
        assert animal(table, other) not in shown
        table.play(seat, "bid-2")
    assert table.sight().outcome is not None
    assert table.viewer == SPECTATOR


def test_the_curtain_falls_again_after_an_undo():
    table = whispers()
    table.lift()
    table.play(0, "bid-1")
    table.lift()
    assert table.sight().viewer == 1
    table.undo()
    assert table.sight().curtain == 0


def test_a_person_among_bots_needs_no_curtain():
    table = whispers(Player("Blue"), Player("Orange", "random"), Player("Green", "random"))
    while table.bot_due is not None:
        assert table.sight().viewer == 0
        assert not any(animal(table, other) in repr(table.sight()) for other in (1, 2))
        table.accept(table.think(table.bot_due))
    assert table.sight().asked == 0


def test_people_enter_the_rolls_of_real_dice():
    table = whispers(real_dice=True)
    sight = table.sight()
    assert sight.asked == NATURE and sight.curtain is None and sight.viewer == SPECTATOR
    table.play(NATURE, "deal-0-otter")
    table.play(NATURE, "deal-1-heron")
    assert table.sight().curtain == 0
    table.undo()
    assert table.sight().asked == NATURE
    with pytest.raises(WartableError):
        table.play(NATURE, "deal-1-otter")


def test_a_film_tells_a_viewer_no_secret_of_another():
    table = whispers()
    table.play(0, "bid-3")
    film = Film(table.match, 1)
    secret, own = animal(table, 0), animal(table, 1)
    shown = repr(film.as_json()) + "".join(film.board(n) + film.caption(n) for n in range(film.length + 1))
    assert own in shown and secret not in shown and secret.lower() not in shown
    assert [entry.move for entry in film.entries] == [None, f"deal-1-{own.lower()}", None]
    with pytest.raises(BadOption, match="the seats are 0, 1"):
        Film(table.match, 2)


# Words


def test_a_word_that_is_a_move_is_the_move():
    assert read_order("save", ["save", "go"]) is None
    assert read_order(":save x", ["save"]) == Order("save", "x")
    assert read_order("rules 3.2", []) == Order("rules", "3.2")
    assert read_order("q", []) == Order("quit", "")
    assert read_order("dance", []) is None


def test_rules_are_found_by_number_chapter_and_words():
    book = METALS.rulebook
    assert [rule.name for rule in find_rules(book, "MT-3.2")] == ["MT-3.2"]
    assert len(find_rules(book, "3")) == len(book.chapter(3).rules)
    assert "MT-4.6" in [rule.name for rule in find_rules(book, "FOREST attacked")]
    assert rule_text(book, book.find("3.2")) == book.find("3.2").text
    assert "\nturn_limit  200, from 10 to 2000" in rule_text(book, book.find("8.1"))
    for nothing in ("77.1", "99", "hovercraft", "  "):
        with pytest.raises(WartableError):
            find_rules(book, nothing)


def test_components_are_looked_up_beside_the_rules():
    book = find_game("iron_kings").rulebook
    assert contents(book)[-1] == "Cards"
    (whole,) = find_rules(book, "cards")
    assert "\nStride          7            2" in rule_text(book, whole)
    (row,) = find_rules(book, "clock drive")
    assert rule_text(book, row).split("\n")[1:] == [
        "upgrade      section  iron  effect",
        "Clock Drive  legs     5     cards cost 1 steam less, needs no Throttle",
    ]
    assert [rule.name for rule in find_rules(book, "leap")] == ["IK-9.7", "IK-12.4", "Cards"]


def test_names_cannot_steer_the_terminal():
    assert clean("a\x1b[2Jb\u202ec\ud800\n") == "a?[2Jb?c?\n"
    assert short_name("x" * 99) == "x" * 23 + "…"
    assert named("{0} and {1:>5}|", ("A", "B")) == "A and     B|"
    assert named("{oops {0}", ("A",)) == "{oops {0}"


# Line mode


def plain(table: Table, text: str) -> tuple[int, str, str]:
    """Play typed lines; the exit code, what was said, and what was complained about."""
    out, err = io.StringIO(), io.StringIO()
    code = PlainPlay(table, Lines(io.StringIO(text), out, err)).run()
    return code, out.getvalue(), err.getvalue()


def test_a_script_plays_saves_undoes_and_looks_rules_up(tmp_path: Path):
    path = tmp_path / "m.jsonl"
    code, out, err = plain(metals(), f"list facing north\n#2\nundo\n+a1n\nrules 3.2\nsave {path}\nlog\nhelp\nquit\n")
    assert (code, err) == (0, "")
    assert "#2   +e1n  Deploy on e1, facing north" in out
    assert "Blue deploys on e1, facing north. (MT-3.2)" in out
    assert "MT-3.2 Deploy: a Metal from the player's pool" in out
    assert "Taken back." in out
    loaded = Match.load(path)
    assert METALS.words.notation(loaded.at(1), loaded.box, 0, loaded.steps[1].action) == "+a1n"


def test_a_bad_line_is_told_with_its_number_and_nothing_is_lost():
    table = metals()
    code, _, err = plain(table, "+a1n\n+a1e\nnonsense\nsave /nowhere/x\n#99\nload\n")
    assert code == 2
    lines = err.splitlines()
    assert lines[0].startswith("wartable: line 2: +a1e is not legal now. MT-3.3: a1 is taken")
    assert (
        lines[1] == "wartable: line 3: 'nonsense' is not a move here. MT-3.1: Deploy a Metal on a corner, or move one."
    )
    assert lines[2].startswith("wartable: line 4: /nowhere/x: ")
    assert lines[3].startswith("wartable: line 5: #99: the last list has 0 moves")
    assert len(lines) == 5
    assert table.asked == 0 and len(table.match.steps) == 3


def test_a_script_is_not_asked_and_replaces_nothing(tmp_path: Path):
    path = tmp_path / "m.jsonl"
    path.write_text("precious")
    code, _, err = plain(metals(), f"save {path}\nquit\n")
    assert code == 2 and "already" in err
    assert path.read_text() == "precious"


def test_a_match_is_played_to_its_end_by_the_line():
    table = metals(Player("Blue"), Player("Orange", "random"), turn_limit=10)
    _, out, err = plain(table, "list\n#1\n" * 20 + "quit\n")
    assert table.is_over and err.count("the match is over") + err.count("the last list") == len(err.splitlines())
    assert "The match is over: the turn limit was reached (MT-7.4)." in out
    assert "Points: Blue " in out


def typed(table: Table, *lines: str) -> tuple[PlainPlay, str]:
    """Play lines as a person types them: questions are asked, and the curtain waits."""
    out = io.StringIO()
    typing = Lines(io.StringIO("".join(line + "\n" for line in lines)), out, out)
    typing.is_person = True
    game = PlainPlay(table, typing)
    assert game.run() == 0
    return game, out.getvalue()


def test_a_text_that_says_more_than_a_move_is_asked_back_and_enter_plays_it():
    _, out = typed(metals(), "deploy a1 north not", "log", "", "quit", "no")
    assert "Do you mean +a1n: Deploy on a1, facing north? 'not' is not part of it. Press Enter" in out
    table = metals()
    typed(table, "deploy a1 north not", "", "quit", "no")
    assert len(table.match.steps) == 3
    table = metals()
    typed(table, "deploy a1 north not", "log", "", "quit", "no")
    assert len(table.match.steps) == 1
    code, _, err = plain(table, "deploy a1 north not\n\nquit\n")
    assert code == 2 and "is not part of it" in err and "Enter" not in err
    assert len(table.match.steps) == 1


def test_a_person_is_asked_before_an_unfinished_match_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    table = metals()
    name = str(table.default_name())
    _, out = typed(table, "quit", "", "+a1n", "quit", "yes")
    assert out.count("The match is not over.") == 2 and f"Saved to {name}. Go on with: wartable play metals" in out
    assert len(Match.load(name).steps) == 3
    _, out = typed(metals(), "+a1n", "quit", name, "quit", "no")
    assert "already" in out and "was not saved" in out
    assert len(Match.load(name).steps) == 3
    _, out = typed(metals(), "+a1n")
    assert "was not saved" in out


def test_a_person_is_asked_before_a_file_is_replaced_or_a_match_dropped(tmp_path: Path):
    path = tmp_path / "m.jsonl"
    metals().save(str(path))
    old = path.read_text()
    _, out = typed(metals(), "+a1n", f"save {path}", "no", "quit", "no")
    assert "Not saved." in out and path.read_text() == old
    _, out = typed(metals(), "+a1n", f"save {path}", "yes", "quit", "no")
    assert path.read_text() != old
    game, out = typed(metals(), "+e1n", f"load {path}", "no", "quit", "no")
    assert "Loaded" not in out
    game, out = typed(metals(), "+e1n", f"load {path}", "yes", "quit", "no")
    assert "Loaded" in out and game.table.players == metals().players


def test_a_person_can_stop_a_bot_that_thinks(monkeypatch: pytest.MonkeyPatch):
    table = metals()
    think, calls = table.think, iter(range(9))

    def stopped_once(seat: int) -> Any:
        if next(calls) == 0:
            raise KeyboardInterrupt
        return think(seat)

    monkeypatch.setattr(table, "think", stopped_once)
    _, out = typed(table, "+a1n", "", "quit", "no")
    assert out.count("The match is not over.") == 2
    assert len(table.match.steps) == 3


def test_the_curtain_waits_for_enter():
    table = whispers()
    _, out = typed(table, "", "bid-1", "", "bid-2", "quit")
    assert table.is_over
    assert out.index("Pass the device to Ada") < out.index("Pass the device to Bob") < out.index("The match is over")


def test_line_mode_shows_each_viewer_only_their_own():
    table = whispers()
    out = io.StringIO()
    game = PlainPlay(table, Lines(io.StringIO("list\nbid-1\nlist\n"), out, io.StringIO()))
    game.run()
    first, second = out.getvalue().split("Pass the device to Bob")
    assert animal(table, 0) in first and animal(table, 1) not in first
    assert animal(table, 1) in second and animal(table, 0) not in second
    assert "Ada bids." in second


# The full screen


class Driver:
    """A pilot that waits until the app has done what was asked."""

    def __init__(self, pilot: Pilot[Any]) -> None:
        self.pilot = pilot

    @property
    def app(self) -> Any:
        return self.pilot.app

    @property
    def screen(self) -> Any:
        return self.app.first

    def text(self) -> str:
        """Everything on the screen, as text."""
        return "\n".join(strip.text for strip in self.app.screen._compositor.render_strips())

    async def until(self, condition: Callable[[], object], what: str = "") -> None:
        stop = time.monotonic() + 180
        while not condition():
            assert time.monotonic() < stop, f"waited in vain{what and ' for ' + what}:\n{self.text()}"
            await self.pilot.pause()
            await asyncio.sleep(0.01)
        await self.pilot.pause()

    async def sees(self, text: str) -> None:
        await self.until(lambda: text in self.text(), repr(text))

    async def asked(self, seat: int) -> None:
        def is_asked() -> bool:
            return not self.screen.is_busy and self.screen.sight is not None and self.screen.sight.asked == seat

        await self.until(is_asked, f"seat {seat} to be asked")

    async def type(self, text: str) -> None:
        await self.pilot.press(*("minus" if c == "-" else "plus" if c == "+" else c for c in text))

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()


def play_app(table: Table | Callable[[], Table], pace: float = 0.0) -> TerminalApp:
    opening = table if callable(table) else lambda: table
    return TerminalApp(PlayScreen(Work(opening), "", "dark", pace), "dark")


async def test_a_move_is_typed_and_a_bot_answers():
    table = metals()
    async with play_app(table).run_test(size=(80, 24)) as pilot:
        d = Driver(pilot)
        await d.asked(0)
        await d.sees("Blue: Deploy a Metal on a corner")
        await d.sees("+a1n  Deploy on a1, facing north")
        await d.type("+a1n")
        await d.press("enter")
        await d.until(lambda: len(table.match.steps) == 3, "the bot's answer")
        await d.asked(0)
        await d.sees("● Blue deploys on a1, facing")
        assert d.screen.entry.value == ""


async def test_what_others_did_is_shown_note_by_note(monkeypatch: pytest.MonkeyPatch):
    table = metals()
    shown: list[str] = []
    show_note = PlayScreen.show_note

    def watched(screen: PlayScreen, sight: Any, entry: Any, told: int) -> None:
        shown.append(entry.sentences[told - 1].named(sight.names))
        show_note(screen, sight, entry, told)

    monkeypatch.setattr(PlayScreen, "show_note", watched)
    async with play_app(table, pace=0.01).run_test(size=(80, 24)) as pilot:
        d = Driver(pilot)
        await d.asked(0)
        await d.type("+a1n")
        await d.press("enter")
        await d.until(lambda: len(table.match.steps) == 3, "the bot's answer")
        await d.asked(0)
        told = [sentence.named(("Blue", "Orange")) for sentence in table.match.tell(table.match.steps[2], 0)]
        await d.until(lambda: len(shown) >= len(told), "the last note")
    assert shown == told
    assert told[0].startswith("Orange deploys") and told[1] == "Turn 3: Blue."


async def test_a_key_goes_straight_to_the_end_of_what_others_did():
    table = metals()
    async with play_app(table, pace=60.0).run_test(size=(80, 24)) as pilot:
        d = Driver(pilot)
        await d.asked(0)
        await d.type("+a1n")
        await d.press("enter")
        await d.sees("Orange deploys")
        await d.type("x")
        await d.asked(0)


async def test_the_line_that_is_emptied_after_a_move_does_not_end_the_playback_of_the_answer():
    async with play_app(metals(), pace=60.0).run_test(size=(80, 24)) as pilot:
        d = Driver(pilot)
        await d.asked(0)
        await d.type("+a1n")
        await d.press("enter")
        await d.sees("Orange deploys")
        d.screen.on_input_changed(Input.Changed(d.screen.entry, ""))
        assert not d.screen.is_skipped
        await d.type("x")
        await d.until(lambda: d.screen.is_skipped)


async def test_the_list_is_filtered_walked_and_chosen_from():
    table = metals()
    async with play_app(table).run_test(size=(120, 40)) as pilot:
        d = Driver(pilot)
        await d.asked(0)
        await d.type("east")
        await d.sees("Moves (4 of 16)")
        await d.press("down", "down", "enter")
        await d.until(lambda: len(table.match.steps) > 1)
        assert (
            table.match.game.words.notation(table.match.at(1), table.match.box, 0, table.match.steps[1].action)
            == "+e1e"
        )


async def test_a_click_on_a_move_plays_it():
    table = metals()
    async with play_app(table).run_test(size=(120, 40)) as pilot:
        d = Driver(pilot)
        await d.asked(0)
        await pilot.click("#moves", offset=(8, 3))
        await d.until(lambda: len(table.match.steps) > 1)
        assert (
            table.match.game.words.notation(table.match.at(1), table.match.box, 0, table.match.steps[1].action)
            == "+a1s"
        )


async def test_bad_moves_are_explained_and_stay_in_the_line():
    table = metals()
    table.play(0, "+a1n")
    table.accept(table.think(1))
    async with play_app(table).run_test(size=(120, 40)) as pilot:
        d = Driver(pilot)
        await d.asked(0)
        await d.type("+a1e")
        await d.press("enter")
        await d.sees("+a1e is not legal now. MT-3.3: a1 is taken; a corner must be free.")
        assert d.screen.entry.value == "+a1e"
        await d.press("escape")
        await d.type("xyzzy")
        await d.press("enter")
        await d.sees("'xyzzy' is not a move here")
        await d.press("escape")
        await d.type("facing")
        await d.press("enter")
        await d.sees("moves: type on, or choose one")
        assert len(table.match.steps) == 3


async def test_a_text_that_says_more_than_a_move_is_asked_back():
    table = metals()
    async with play_app(table).run_test(size=(80, 24)) as pilot:
        d = Driver(pilot)
        await d.asked(0)
        for word in ("deploy", "a1", "north", "not"):
            await d.type(word)
            await d.press("space")
        await d.press("enter")
        await d.sees("Do you mean +a1n: Deploy on a1, facing north?")
        assert d.screen.entry.value == "+a1n" and len(table.match.steps) == 1
        await d.press("enter")
        await d.until(lambda: len(table.match.steps) > 1)


async def test_words_that_leave_one_move_ask_for_enter_again():
    table = metals()
    async with play_app(table).run_test(size=(80, 24)) as pilot:
        d = Driver(pilot)
        await d.asked(0)
        await d.type("e1")
        await d.press("space")
        await d.type("wes")
        await d.press("enter")
        await d.until(lambda: len(table.match.steps) > 1 or "Press Enter again to play +e1w" in d.text())
        assert len(table.match.steps) == 1
        await d.press("enter")
        await d.until(lambda: len(table.match.steps) > 1)


async def test_undo_and_typed_orders():
    table = metals()
    async with play_app(table).run_test(size=(80, 24)) as pilot:
        d = Driver(pilot)
        await d.asked(0)
        await d.press("ctrl+z")
        await d.sees("no decision of a person to take back")
        await d.type("+a1n")
        await d.press("enter")
        await d.until(lambda: len(table.match.steps) == 3)
        await d.asked(0)
        await d.type("undo")
        await d.press("enter")
        await d.until(lambda: len(table.match.steps) == 1)
        await d.sees("Taken back.")


async def test_a_hint_gives_reasons():
    table = metals()
    async with play_app(table).run_test(size=(100, 30)) as pilot:
        d = Driver(pilot)
        await d.asked(0)
        await d.press("ctrl+t")
        await d.until(lambda: "to win; otherwise" in d.text())
        assert len(table.match.steps) == 1, "it plays nothing"
        await d.press("escape")
        await d.until(lambda: "to win; otherwise" not in d.text())
        await d.type("hint")
        await d.press("enter")
        await d.until(lambda: "to win; otherwise" in d.text())


async def test_a_coach_is_asked_about_a_move():
    table = metals()
    async with play_app(table).run_test(size=(100, 30)) as pilot:
        d = Driver(pilot)
        await d.asked(0)
        await d.type("coach")
        await d.press("enter")
        await d.sees("Say which move: coach MOVE.")
        await d.press("escape")
        await d.type("coach +a1n")
        await d.press("enter")
        await d.until(lambda: "facing north:" in d.text() and "to win." in d.text())
        assert len(table.match.steps) == 1, "it plays nothing"


async def test_saving_asks_for_a_name_and_before_it_replaces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    table = metals()
    table.play(0, "+a1n")
    async with play_app(table).run_test(size=(80, 24)) as pilot:
        d = Driver(pilot)
        await d.asked(0)
        await d.press("ctrl+s")
        await d.sees("Save the match")
        name = table.default_name()
        await d.press("enter")
        await d.until(lambda: table.is_saved)
        saved = name.read_text()
        await d.sees(f"Saved to {name}.")
        await d.press("ctrl+z")
        await d.asked(0)
        await d.press("ctrl+s", "enter")
        await d.sees("there is already a file of that name")
        await d.press("escape")
        await d.sees("Not saved.")
        assert name.read_text() == saved
        await d.press("ctrl+s", "enter")
        await d.sees("there is already a file of that name")
        await d.press("r")
        await d.until(lambda: name.read_text() != saved)


async def test_loading_goes_on_with_the_saved_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    table = metals()
    table.play(0, "+a1n")
    table.accept(table.think(1))
    table.save("one.jsonl")
    (tmp_path / "broken.jsonl").write_text("{")
    other = metals()
    other.play(0, "+e1n")
    async with play_app(other).run_test(size=(80, 24)) as pilot:
        d = Driver(pilot)
        await d.asked(0)
        await d.type("load")
        await d.press("enter")
        await d.sees("Load a match")
        await d.type("broken")
        await d.press("full_stop")
        await d.type("jsonl")
        await d.press("enter")
        await d.sees("broken.jsonl, line 1: not a line of a save")
        await d.press("ctrl+o")
        await d.sees("one.jsonl")
        await d.press("down")
        names = list(d.app.screen.files)
        await d.press(*["down"] * names.index("one.jsonl"), "enter")
        await d.sees("not saved")
        await d.press("l")
        await d.until(lambda: d.screen.table is not other)
        await d.asked(0)
        assert [s.action for s in d.screen.table.match.steps] == [s.action for s in table.match.steps]


async def test_rules_and_help_open_over_the_table():
    async with play_app(metals()).run_test(size=(80, 24)) as pilot:
        d = Driver(pilot)
        await d.asked(0)
        await d.press("ctrl+r")
        await d.sees("4. Enemy assault")
        await d.press("4", "full_stop", "6")
        await d.sees("MT-4.6 A Metal on a forest is not attacked.")
        await d.press("escape", "question_mark")
        await d.sees("walk the list of legal moves")
        await d.press("escape")
        await d.until(lambda: d.app.screen is d.screen)


async def test_leaving_an_unfinished_match_asks_and_offers_to_save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    table = metals()
    table.play(0, "+a1n")
    async with play_app(table).run_test(size=(80, 24)) as pilot:
        d = Driver(pilot)
        await d.asked(0)
        for key in ("q", "ctrl+c", "ctrl+q"):
            await d.press(key)
            await d.sees("The match is not over.")
            await d.press("b")
            await d.until(lambda: d.app.screen is d.screen)
        await d.press("q")
        await d.sees(str(table.default_name()))
        await d.press("s")
        await d.until(lambda: not d.app.is_running)
    assert [path.suffix for path in tmp_path.iterdir()] == [".jsonl"]


async def test_the_end_is_told_and_save_and_quit_are_offered():
    table = metals(Player("Blue"), Player("Orange", "random"), turn_limit=10)
    while not table.is_over:
        if table.bot_due is not None:
            table.accept(table.think(1))
        else:
            table.play(0, table.match.moves(0)[0].action)
    table.undo()
    async with play_app(table).run_test(size=(80, 24)) as pilot:
        d = Driver(pilot)
        await d.asked(0)
        await d.press("down", "enter")
        await d.until(lambda: isinstance(d.app.screen, Question), "the end")
        await d.sees("The match is over: the turn limit was reached (MT-7.4).")
        await d.sees("Points: Blue")
        await d.sees("Save (s)")
        await d.press("q")
        await d.until(lambda: not d.app.is_running)


async def test_nothing_of_another_seat_is_ever_on_the_screen():
    table = whispers()
    async with play_app(table).run_test(size=(80, 24)) as pilot:
        d = Driver(pilot)
        for seat, other in ((0, 1), (1, 0)):
            await d.until(lambda: isinstance(d.app.screen, Curtain), "the curtain")
            await d.sees(f"Pass the device to {table.names[seat]}.")
            assert not any(name in d.text() for name in ANIMALS[1:])
            assert not any(name in str(widget.render()) for widget in d.screen.query(Static) for name in ANIMALS[1:])
            await d.press("ctrl+c")
            await d.sees("The match is not over.")
            await d.press("b")
            await d.until(lambda: isinstance(d.app.screen, Curtain), "the curtain again")
            await d.press("enter")
            await d.sees(f"{table.names[seat]}: {animal(table, seat)}")
            assert animal(table, other) not in d.text()
            await d.type("bid-1")
            await d.press("enter")
        await d.until(lambda: isinstance(d.app.screen, Question), "the end")


async def test_a_save_that_cannot_be_opened_ends_the_app_with_the_reason():
    def opening() -> Table:
        raise BadSave("x.jsonl: broken")

    app = play_app(opening)
    async with app.run_test(size=(80, 24)) as pilot:
        await Driver(pilot).until(lambda: app.return_value is not None)
    assert isinstance(app.return_value, BadSave)


async def test_the_screen_is_there_while_the_table_is_made():
    table = metals()
    gate = asyncio.Event()
    loop = asyncio.get_running_loop()

    def opening() -> Table:
        asyncio.run_coroutine_threadsafe(gate.wait(), loop).result()
        return table

    async with play_app(opening).run_test(size=(80, 24)) as pilot:
        d = Driver(pilot)
        await d.sees("Setting up the table of")
        await d.press("question_mark")
        await d.sees("walk the list of legal moves")
        await d.press("escape")
        gate.set()
        await d.asked(0)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 50), (30, 10)])
async def test_the_board_has_room_on_any_terminal(size: tuple[int, int]):
    table = metals(map="large")
    async with play_app(table).run_test(size=size) as pilot:
        d = Driver(pilot)
        await d.asked(0)
        await d.sees("9  .    .")
        board = d.screen.room.board
        if size[0] >= 80:
            assert "a    b    c    d    e    f    g" in d.text()
        await d.press("ctrl+b")
        await d.until(lambda: board.region.width == size[0], "the board alone")


async def test_a_board_wider_than_the_screen_scrolls(monkeypatch: pytest.MonkeyPatch):
    wide = "\n".join(f"{row:>3} " + "." * 96 for row in range(40))
    monkeypatch.setattr(METALS.view, "board", lambda *_: wide)
    async with play_app(metals()).run_test(size=(80, 24)) as pilot:
        d = Driver(pilot)
        await d.asked(0)
        board = d.screen.room.board
        assert board.max_scroll_x > 0 and board.max_scroll_y > 0
        await d.press("tab")
        assert d.app.focused is board
        await d.press("down", "right")
        await d.until(lambda: board.scroll_y > 0 and board.scroll_x > 0)
        await d.type("+")
        assert d.app.focused is d.screen.entry and d.screen.entry.value == "+"


def replay_app(match: Match, seat: int | None = None) -> TerminalApp:
    return TerminalApp(ReplayScreen(Work(lambda: Film(match, seat)), "x.jsonl", "dark", 0.05), "dark")


async def test_a_replay_steps_jumps_and_plays_by_itself():
    match = Match.load(GOLDEN / "goal.jsonl")
    async with replay_app(match).run_test(size=(80, 24)) as pilot:
        d = Driver(pilot)
        await d.sees("The table is set")
        await d.press("right", "right")
        await d.sees("Orange: +e7s")
        assert "2 of 16" in d.text()
        await d.press("left")
        await d.sees("nature: first-1")
        await d.press("end")
        await d.sees("Orange wins.")
        await d.press("home", "g")
        await d.sees("0 to 16")
        await d.press("9", "9", "enter")
        await d.sees("Type a number from 0 to 16.")
        await d.press("backspace", "enter")
        await d.until(lambda: d.screen.number == 9)
        await d.press("a")
        await d.until(lambda: d.screen.number == 16 and d.screen.player is None)
        await d.press("r")
        await d.sees("4. Enemy assault")
        await d.press("escape", "q")
        await d.until(lambda: not d.app.is_running)


async def test_a_replay_shows_a_seat_only_what_it_saw():
    table = whispers()
    table.play(0, "bid-3")
    async with replay_app(table.match, 1).run_test(size=(80, 24)) as pilot:
        d = Driver(pilot)
        await d.sees("as Bob sees it")
        for _ in range(3):
            await d.press("right")
            assert animal(table, 0) not in d.text()
        await d.sees("Ada: something that is not shown to you")
        assert animal(table, 1) in d.text()

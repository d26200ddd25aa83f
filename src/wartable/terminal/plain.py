"""Play in line mode: everything the full screen can do, for scripts and screen readers."""

import time

from wartable.core.frames import NATURE
from wartable.core.match import Move
from wartable.errors import DoubtfulMove, WartableError
from wartable.text.ask import answers

from .lines import Lines
from .lookup import contents, explained, find_rules, rule_text
from .names import clean, named
from .orders import ORDERS, Order, read_order
from .sight import Sight, fits, standing, verdict
from .story import LONGEST_PLAYBACK, indented, line
from .table import FileExists, Table, load_table

INTRODUCTION = "Type a move in its notation. `list` shows the legal ones, `help` all that can be typed."


class PlainPlay:
    """A table played by typed lines. `run` returns 0, or 2 if a script's line could not be carried out."""

    def __init__(self, table: Table, lines: Lines, pace: float = 0.0) -> None:
        self.table = table
        self.pace = pace if lines.is_person else 0.0
        self.lines = lines
        self.shows_board = True
        self.told: tuple[int, int] = (table.viewer, 0)
        self.listed: list[Move] = []
        self.doubted: int | None = None
        self.is_left = False

    def run(self) -> int:
        self.introduce()
        while not self.is_left:
            bot = self.table.bot_due
            if bot is not None:
                self.let_think(bot)
            else:
                self.ask()
        return 2 if self.lines.refused and not self.lines.is_person else 0

    def let_think(self, bot: int) -> None:
        try:
            self.table.accept(self.table.think(bot))
            self.tell(self.table.sight())
        except KeyboardInterrupt:
            if not self.lines.is_person:
                raise
            self.try_to_obey(None, self.table.sight())

    def introduce(self) -> None:
        say = self.lines.say
        say(f"{self.table.game.title}. {clean(self.table.game.blurb)}")
        for seat, player in enumerate(self.table.players):
            say(f"Seat {seat}: {player.title}")
        say(INTRODUCTION)
        self.told = (self.table.viewer, 0)

    def tell(self, sight: Sight) -> None:
        """Print what has happened since the last time. Another viewer gets what that viewer was not told yet."""
        viewer, number = self.told
        if sight.curtain is not None:
            return
        start = number if viewer == sight.viewer else min(number, len(sight.entries))
        news = sight.entries[start:]
        others = [entry for entry in news if entry.seat not in self.table.people]
        each_note = min(self.pace, LONGEST_PLAYBACK / max(1, sum(len(entry.sentences) for entry in others)))
        for entry in news:
            for sentence in entry.sentences:
                self.lines.say(indented(sentence, line(sentence, sight.names, self.table.match)))
                if entry in others and each_note:
                    time.sleep(each_note)
        self.told = (sight.viewer, len(sight.entries))

    def ask(self) -> None:
        """Show the table to the person who is asked, and carry out what they type."""
        if self.table.curtain is not None and not self.pass_on():
            return
        sight = self.table.sight()
        self.tell(sight)
        self.show(sight)
        while not self.is_left and not self.answer(sight):
            pass

    def pass_on(self) -> bool:
        """The curtain: clear the screen, and wait until the next person has the device."""
        sight = self.table.sight()
        self.lines.clear()
        self.lines.say()
        self.lines.say(f"{sight.question}.")
        if self.lines.is_person and self.lines.read("") is None:
            self.leave()
            return False
        self.table.lift()
        self.told = (self.table.viewer, self.last_own_step())
        return True

    def last_own_step(self) -> int:
        """How much the person who is asked has seen: up to the end of their last own action."""
        asked = self.table.asked
        steps = [step.number + 1 for step in self.table.match.steps if step.seat == asked]
        return steps[-1] if steps else 0

    def show(self, sight: Sight) -> None:
        if self.shows_board:
            self.lines.say()
            self.lines.say(named(sight.board, sight.names))
        if sight.outcome is not None:
            for sentence in verdict(sight.outcome, sight.names):
                self.lines.say(sentence)
            self.lines.say("Type `save FILE`, `undo` or `quit`.")
        else:
            if sight.guide:
                self.lines.say(sight.guide)
            self.lines.say(f"{sight.question}.")

    def answer(self, sight: Sight) -> bool:
        """Carry out one line; True if the table has changed."""
        name = "nature" if sight.asked == NATURE else "" if sight.asked is None else sight.names[sight.asked]
        try:
            text = self.lines.read(f"{name}> ")
        except KeyboardInterrupt:
            if not self.lines.is_person:
                raise
            text = None
        return self.try_to_obey(text, sight)

    def try_to_obey(self, text: str | None, sight: Sight) -> bool:
        try:
            return self.obey(text, sight)
        except WartableError as error:
            self.lines.complain(clean(str(error)))
            return False

    def obey(self, text: str | None, sight: Sight) -> bool:
        if text is None:
            self.lines.say()
            return self.quit()
        doubted, self.doubted = self.doubted, None
        if not text.strip():
            return doubted is not None and sight.asked is not None and self.play(sight.asked, doubted)
        order = read_order(text, [move.notation for move in sight.moves])
        if order is not None:
            return self.carry_out(order, sight)
        if sight.asked is None:
            raise WartableError(f"{text.strip()!r}: the match is over; type save, undo or quit")
        try:
            return self.play(sight.asked, self.numbered(text.strip()))
        except DoubtfulMove as error:
            self.doubted = error.action if self.lines.is_person else None
            again = "Press Enter to play it, or type another move." if self.lines.is_person else ""
            raise WartableError(f"{error}. {again}".strip()) from error

    def play(self, seat: int, move: int | str) -> bool:
        self.table.play(seat, move)
        return True

    def numbered(self, text: str) -> str:
        """`#3` is the third move of the last list."""
        number = text.removeprefix("#")
        if text.startswith("#") and number.isascii() and number.isdigit() and len(number) < 6:
            if not 1 <= int(number) <= len(self.listed):
                raise WartableError(f"{text}: the last list has {len(self.listed)} moves; type `list` first")
            return self.listed[int(number) - 1].notation
        return text

    def carry_out(self, order: Order, sight: Sight) -> bool:
        orders = {
            "list": self.list,
            "hint": self.hint,
            "coach": self.coach,
            "undo": self.undo,
            "save": self.save,
            "load": self.load,
            "rules": self.rules,
            "ask": self.ask_rules,
            "board": self.board,
            "where": self.where,
            "log": self.log,
            "help": self.help,
            "quit": lambda *_: self.quit(),
        }
        return bool(orders[order.name](order.rest, sight))

    def list(self, rest: str, sight: Sight) -> None:
        found = [move for move in sight.moves if fits(move, sight.names, rest)]
        if not found:
            self.lines.say("No legal move has these words." if sight.moves else "There is no move to play.")
            return
        self.listed = found
        width = max(len(move.notation) for move in found)
        for number, move in enumerate(found, 1):
            self.lines.say(f"#{number:<3} {clean(move.notation):<{width}}  {named(move.label, sight.names)}")

    def hint(self, rest: str, sight: Sight) -> None:
        self.lines.say(named(str(self.table.hint()), sight.names))

    def coach(self, rest: str, sight: Sight) -> None:
        if not rest:
            raise WartableError("say which move: coach MOVE")
        self.lines.say(named(self.table.coach(self.numbered(rest)), sight.names))

    def undo(self, rest: str, sight: Sight) -> bool:
        if not self.table.undo():
            raise WartableError("there is no decision of a person to take back")
        self.lines.say("Taken back.")
        self.told = (self.table.viewer, min(self.told[1], len(self.table.match.steps)))
        return True

    def save(self, rest: str, sight: Sight) -> None:
        name = rest or str(self.table.default_name())
        try:
            path = self.table.save(name)
        except FileExists as error:
            if not self.lines.is_person:
                raise
            self.lines.say(f"{error}.")
            if (self.lines.read("Replace it? (yes or no) ") or "").strip().lower() not in ("y", "yes"):
                self.lines.say("Not saved.")
                return
            path = self.table.save(name, overwrite=True)
        self.lines.say(f"Saved to {path}.")

    def load(self, rest: str, sight: Sight) -> bool:
        if not rest:
            raise WartableError("say which file: load FILE")
        table = load_table(rest, self.table.game)
        if not self.may_drop("load the other one"):
            return False
        self.table = table
        self.lines.say(f"Loaded {table.path}: {len(table.match.steps)} actions.")
        self.told = (table.viewer, len(table.match.steps))
        return True

    def may_drop(self, what: str) -> bool:
        """Ask before an unfinished match with unsaved actions is dropped; scripts are not asked."""
        if self.table.is_over or self.table.is_saved or not self.lines.is_person:
            return True
        answer = self.lines.read(f"This match has actions that are not saved. Discard them and {what}? (yes or no) ")
        return (answer or "").strip().lower() in ("y", "yes")

    def rules(self, rest: str, sight: Sight) -> None:
        book = self.table.game.rulebook
        if not rest:
            for title in contents(book):
                self.lines.say(title)
            self.lines.say("Type `rules` with the number of a rule or chapter, or with words.")
            return
        for words in explained(self.table.game, rest):
            self.lines.say(words)
        for rule in find_rules(book, rest):
            self.lines.say(f"{rule.name} {rule_text(book, rule)}")

    def ask_rules(self, rest: str, sight: Sight) -> None:
        if not rest:
            raise WartableError("say what to ask: ask may I move to c3?")
        for text in answers(self.table.match, self.table.asked, rest):
            self.lines.say(clean(text))

    def board(self, rest: str, sight: Sight) -> None:
        if rest in ("on", "off"):
            self.shows_board = rest == "on"
            self.lines.say(f"The board is {'shown' if self.shows_board else 'not shown'} before each question.")
        else:
            self.lines.say(named(sight.board, sight.names))

    def where(self, rest: str, sight: Sight) -> None:
        for text in standing(self.table.match.see(self.table.viewer).scene, sight.names, rest):
            self.lines.say(text)

    def log(self, rest: str, sight: Sight) -> None:
        for entry in sight.entries:
            for sentence in entry.sentences:
                self.lines.say(line(sentence, sight.names, self.table.match))

    def help(self, rest: str, sight: Sight) -> None:
        self.lines.say("A move is typed in its notation, or as #3 for the third of the last list.")
        for text in ORDERS.values():
            self.lines.say(f"  {text}")
        self.lines.say("A word that is also a move is taken as the move; put : before it to mean the order.")

    def quit(self) -> bool:
        """Leave; offers to save an unfinished match first."""
        if self.table.is_over or not self.lines.is_person:
            return self.leave()
        name = self.table.default_name()
        self.lines.say("The match is not over.")
        try:
            answer = self.lines.read(f"Save it to {name}? (yes, no, another file name, or Enter to stay) ")
        except KeyboardInterrupt:
            answer = None
        if answer is None or answer.strip().lower() in ("n", "no"):
            return self.leave()
        if not answer.strip():
            return False
        is_agreed = answer.strip().lower() in ("y", "yes")
        path = self.table.save(str(name) if is_agreed else answer, overwrite=is_agreed)
        self.lines.say(f"Saved to {path}. Go on with: wartable play {self.table.game.name} --load {path}")
        return self.leave()

    def leave(self) -> bool:
        if not self.table.is_over and not self.table.is_saved:
            self.lines.say("The match is not over, and was not saved.")
        self.is_left = True
        return True

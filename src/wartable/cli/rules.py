"""`wartable rules GAME [NUMBER]`: the rules as implemented, with their examples."""

import argparse
import json
import re
from typing import TYPE_CHECKING, Any

from wartable.errors import BadOption

from .command import Command
from .common import add_json_argument, add_table_arguments, chosen_variant, table_choices

if TYPE_CHECKING:
    from wartable.core.game import Game
    from wartable.guides.examples import Example, Examples
    from wartable.rulebook.rules_page import Rule


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="a game (`wartable games` lists them)")
    parser.add_argument("number", nargs="?", help="a rule (3.2 or MT-3.2) or a chapter (3)")
    parser.add_argument("--examples", action="store_true", help="list which rules have an example and which do not")
    parser.add_argument(
        "--aid",
        action="store_true",
        help="print a one-page summary, for the options and numbers of -o, --data and --set",
    )
    parser.add_argument(
        "--glossary", action="store_true", help="print the terms of the game, each explained in a sentence"
    )
    add_table_arguments(parser)
    add_json_argument(parser)


def run(arguments: argparse.Namespace) -> None:
    from wartable.core.registry import find_game

    game = find_game(arguments.game)
    if arguments.examples:
        _print_share(game)
        return
    if arguments.aid:
        _print_aid(game, table_choices(arguments, game))
        return
    if arguments.glossary:
        _print_glossary(game, arguments.json)
        return
    number: str | None = arguments.number
    rules = _chosen(game, number)
    if arguments.json:
        print(json.dumps([{"rule": rule.name, "text": rule.text} for rule in rules], ensure_ascii=False, indent=1))
        return
    from rich.console import Console
    from rich.markdown import Markdown

    from wartable.core.variant import changed_rules

    if number is None:
        Console().print(Markdown(changed_rules(game, chosen_variant(arguments, game))))
        return
    for rule in rules:
        Console().print(Markdown(f"**{rule.name}** {rule.text}"))
    if not number.isdigit():
        _print_examples(game, rules[0])


def _chosen(game: "Game", number: str | None) -> "list[Rule]":
    book = game.rulebook
    if number is None:
        return [rule for chapter in book.chapters for rule in chapter.rules]
    return list(book.chapter(int(number)).rules) if re.fullmatch(r"\d{1,2}", number) else [book.find(number)]


def _print_share(game: "Game") -> None:
    from wartable.guides.examples import load_examples

    examples = load_examples(game)
    shown = len(examples.wanted) - len(examples.missing)
    print(
        f"{game.title}: {shown} of {len(examples.wanted)} rules that can be shown have an example "
        f"({examples.share:.0%}); {len(examples.all)} examples."
    )
    if examples.missing:
        print("Without one: " + ", ".join(rule.name for rule in examples.missing))
    for rule, reason in examples.plain.items():
        print(f"{rule} is not shown: {reason}")


def _print_aid(game: "Game", table: dict[str, Any]) -> None:
    from wartable.guides.aid import load_aid

    aid = load_aid(game, **table)
    if aid is None:
        raise BadOption(f"{game.title} has no player aid yet")
    print(f"{game.title}: {aid.goal}")
    for part in aid.parts:
        print(f"\n{part.title}")
        for text, rule in part.lines:
            print(f"  {text} ({rule})")


def _print_glossary(game: "Game", as_json: bool) -> None:
    from wartable.guides.glossary import load_glossary

    terms = sorted(load_glossary(game).terms, key=lambda term: term.term.lower())
    if not terms:
        raise BadOption(f"{game.title} has no glossary yet")
    if as_json:
        print(json.dumps([vars(term) for term in terms], ensure_ascii=False, indent=1))
        return
    for term in terms:
        print(f"{term.term}: {term.says} ({term.rule})")


def _print_examples(game: "Game", rule: "Rule") -> None:
    from wartable.compiler.mode import reading
    from wartable.guides.examples import load_examples

    examples = load_examples(game)
    with reading():
        for example in examples.of(rule.name):
            print("\n" + describe(examples, example))


def describe(examples: "Examples", example: "Example") -> str:
    """An example as text: the board before, what happens, and the board after."""
    from wartable.drawing.tints import untinted

    game, shown = examples.game, examples.show(example)
    match = shown.match

    def board(view: object) -> str:
        return untinted(game.view.board(view, match.box, shown.viewer)).format(*match.players)

    lines = [f"Example {example.id}. {example.title}", "", board(shown.before), "", f"> {example.typed}"]
    if shown.refusal:
        return "\n".join([*lines, f"  {shown.refusal}"])
    for sentence in shown.sentences:
        lines.append(f"{'  ' * sentence.level}{sentence.named(match.players)} ({game.rule_name(sentence.rule)})")
    return "\n".join([*lines, "", board(shown.after)])


COMMAND = Command("rules", "print the rules of a game, a chapter, or one rule with its examples", arguments, run)

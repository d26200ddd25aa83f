"""Tints: colour in text boards that plain text leaves out."""

from wartable.core.frames import SPECTATOR
from wartable.core.match import Match
from wartable.drawing.theme import THEMES
from wartable.drawing.tints import own, stretches, tint, untinted


def test_tints_nest_and_leave_plain_text_alone():
    text = f"1 {tint('forest', 'f' + own(1, 'B^'))} {{0}}"
    assert untinted(text) == "1 fB^ {0}"
    assert list(stretches(text)) == [("1 ", None), ("f", "forest"), ("B^", "seat1-deep"), (" {0}", None)]
    assert untinted(text.format("Ada")) == "1 fB^ Ada"


def test_every_tint_of_a_board_is_a_colour_of_both_themes(each_game):
    match = Match.start(each_game, seed=1)
    for _ in range(6):
        if match.due:
            match.play(match.due[0], match.legal(match.due[0])[0])
    for seat in (SPECTATOR, *match.seats):
        board = each_game.view.board(match.observe(seat), match.box, seat)
        used = {colour for _, colour in stretches(board) if colour is not None}
        assert all(used <= set(theme) for theme in THEMES.values())
        assert all(line.isprintable() for line in untinted(board).splitlines())

"""HTTP: the games, their rules and their pictures."""

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from starlette.responses import JSONResponse

from wartable.bots import bot_names
from wartable.core import generic
from wartable.core.frames import SPECTATOR
from wartable.core.game import Game
from wartable.core.match import Match
from wartable.core.numbers.chance import draw, generator
from wartable.core.variant import LONGEST_NAME, Variant, changed_rules
from wartable.drawing.draw import draw as draw_svg
from wartable.drawing.icons import draw_icon
from wartable.drawing.scene import Scene
from wartable.drawing.theme import THEMES, paint
from wartable.guides.aid import load_aid
from wartable.guides.cover import PICTURE, cover_of, kept_picture, world_of
from wartable.guides.examples import load_examples
from wartable.guides.lessons import load_lesson
from wartable.guides.option_words import Worded, typed, worded

from ...live import serializers
from ...tables.games import all_games, find_game
from ...tables.table import default_bot
from ...tables.variants import Offered
from ..context import Context, Shared, language_of, who
from ..rules_html import to_html

router = APIRouter(prefix="/api", tags=["games"])
PICTURE_MOVES = 120
PICTURES_TRIED = 12
_drawn: set[tuple[str, str]] = set()


def _option_json(words: Worded, say: Callable[[str], str]) -> dict[str, Any]:
    option = words.option
    return {
        "name": option.name,
        "title": say(words.title),
        "meaning": say(words.says),
        "named": {typed(value): say(words.value(value)) for value in option.values},
        "values": list(option.values),
        "default": option.first,
        "least": option.least,
        "most": option.most,
        "several": option.several,
    }


def _game_json(game: Game, context: Context, language: str) -> dict[str, Any]:
    say = game.catalogue(language).say
    return {
        "name": game.name,
        "title": say(game.title),
        "code": game.code,
        "version": game.version,
        "seats": list(game.seats),
        "seat_names": [*map(say, game.seat_names)],
        "blurb": say(game.blurb),
        "minutes": say(game.minutes),
        "weight": game.weight,
        "options": [_option_json(words, say) for words in worded(game)],
        "variants": [_variant_json(one) for one in context.variants.of(game)],
        "bots": bot_names(game),
        "lesson": load_lesson(game) is not None,
        "ready": context.warmer.is_ready(game.name),
        "world": world_of(game).name,
        "pictured": _is_pictured(game),
        "preparing": context.warmer.progress(game.name),
    }


def _variant_json(one: Offered) -> dict[str, Any]:
    return {"key": one.variant.key, "title": one.variant.title, "changes": one.words}


def _is_pictured(game: Game) -> bool:
    """Whether the lobby has a picture of the game ready, not just its icon."""
    if (game.folder / PICTURE).is_file() or not generic.is_read(game.name):
        return True
    return any(name == game.name for name, _ in _drawn)


@router.get("/games")
async def games(request: Request, context: Shared) -> dict[str, Any]:
    """The games, their options, and their bots."""
    return {
        "games": [_game_json(game, context, language_of(request)) for game in all_games()],
        "default_bot": default_bot(),
        "patterns": serializers.patterns(),
    }


@router.get("/games/{name}", responses={404: {}})
async def one_game(name: Annotated[str, Path(max_length=40)], request: Request, context: Shared) -> dict[str, Any]:
    """One game, for its tables."""
    return _game_json(find_game(name), context, language_of(request))


@router.get("/patterns")
async def patterns() -> Response:
    """The patterns that scenes refer to, for clients that show a table only."""
    return JSONResponse({"patterns": serializers.patterns()}, headers={"cache-control": "max-age=600"})


@lru_cache(maxsize=64)
def _rules(name: str, language: str) -> dict[str, Any]:
    game = find_game(name)
    return rules_json(game, Variant(game.stem), language)


def rules_json(game: Game, variant: Variant, language: str = "en") -> dict[str, Any]:
    """The rules with a variant's numbers. The player aid is the printed game's."""
    source = changed_rules(game, variant)
    examples, say = load_examples(game), game.catalogue(language).say
    return {
        "title": say(game.title),
        "code": game.code,
        "html": to_html(source, game.code, f"/api/games/{game.name}/picture.svg", say),
        "aid": source == game.rulebook.source and load_aid(game) is not None,
        "examples": {
            rule.name: [{"id": example.id, "title": say(example.title)} for example in examples.of(rule.name)]
            for rule in game.rulebook.rules.values()
            if examples.of(rule.name)
        },
    }


@router.get("/games/{name}/rules", responses={404: {}})
async def rules(
    name: Annotated[str, Path(max_length=40)],
    request: Request,
    context: Shared,
    variant: Annotated[str | None, Query(max_length=LONGEST_NAME)] = None,
) -> dict[str, Any]:
    """The rules as HTML, with the numbers of a variant; every rule has its number as id."""
    game = find_game(name)
    language = language_of(request)
    work = partial(_rules, game.name, language)
    if variant:
        work = partial(rules_json, game, context.variants.find(game, variant), language)
    return await context.tables.turns.run(who(request, None), work)


def _scene(game: Game) -> tuple[Scene, tuple[str, ...]]:
    """The lobby's scene of a game: its cover, or a position of random players; and the players' names."""
    match = cover_of(game)
    if match is not None:
        return game.view.scene(match.observe(SPECTATOR), match.box, SPECTATOR), match.players
    with generic.as_it_is(game.name):
        match = _random_match(game)
    scenes = []
    for number in range(0, len(match.steps), max(1, len(match.steps) // PICTURES_TRIED)):
        scenes.append(game.view.scene(match.see().view_at(number), match.box, SPECTATOR))
    return max(scenes, key=lambda one: sum(thing.panel == one.panels[0].id for thing in one.things)), match.players


def _random_match(game: Game) -> Match:
    match = Match.start(game, seed=3)
    rng = generator(5)
    for _ in range(PICTURE_MOVES):
        if match.is_over:
            break
        legal = match.legal(match.due[0])
        match.play(match.due[0], legal[int(draw(rng, len(legal)))])
    return match


@lru_cache(maxsize=64)
def _picture(name: str, theme: str) -> str:
    """The board of the lobby's scene."""
    scene, names = _scene(find_game(name))
    board = scene.panels[0]
    whole = f'viewBox="0 0 {scene.width} {scene.height}" width="{scene.width}" height="{scene.height}"'
    cropped = f'viewBox="{board.x:g} {board.y:g} {board.width:g} {board.height:g}"'
    svg = draw_svg(scene, theme, names=names).replace(whole, cropped, 1)
    _drawn.add((name, theme))
    return svg


@lru_cache(maxsize=64)
def _kept(name: str, theme: str) -> str | None:
    return kept_picture(find_game(name), theme)


def _sign(game: Game, theme: str) -> str:
    icon = draw_icon(game.icon, 180, "var(--edge)")
    return paint(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-256 -160 512 320">'
        f'<rect x="-256" y="-160" width="512" height="320" fill="var(--room)"/>{icon}</svg>',
        THEMES[theme],
    )


@router.get("/games/{name}/picture.svg", response_class=Response, responses={404: {}})
async def picture(
    name: Annotated[str, Path(max_length=40)],
    request: Request,
    context: Shared,
    theme: Literal["dark", "light"] = "dark",
) -> Response:
    game = find_game(name)
    if kept := _kept(game.name, theme):
        return Response(kept, media_type="image/svg+xml", headers={"cache-control": "max-age=600"})
    drawing = context.tables.turns.run(who(request, None), partial(_picture, game.name, theme), background=True)
    if generic.is_read(game.name) and (game.name, theme) not in _drawn:
        # It takes a moment while the rules are read, and nobody waits for a picture: until then it is the icon.
        context.tables.later(drawing)
        return Response(_sign(game, theme), media_type="image/svg+xml", headers={"cache-control": "no-store"})
    svg = await drawing
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": "max-age=600"})

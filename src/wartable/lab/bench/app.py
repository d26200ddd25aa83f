"""The HTTP interface of the bench, for this machine only: what can be changed, variants, runs and their pages."""

import json
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Request
from fastapi import Path as InPath
from pydantic import Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, Response

from wartable.core.game import Game
from wartable.core.registry import find_game
from wartable.core.variant import LONGEST_NAME, Variant, read_variant
from wartable.rulebook.cells import cells_of
from wartable.server.web.bodies import Body
from wartable.server.web.pages import page

from .question import PAGE, Question
from .runs import Runs

OWN_PAGE = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; font-src data:; "
    "sandbox allow-scripts; frame-ancestors 'none'"
)
"""Reports are single files with their own style and script."""
HERE = frozenset({"127.0.0.1", "localhost", "::1"})
UNSEEN = frozenset({"meaning", "icon"})
JUDGE = "judge"
Name = Annotated[str, InPath(max_length=40)]
Number = Annotated[int, InPath(ge=1, le=10**9)]
LongTexts = dict[Annotated[str, Field(max_length=100)], Annotated[str, Field(max_length=20_000)]]


class VariantBody(Body):
    name: str = Field(default="", max_length=LONGEST_NAME)
    options: dict[Annotated[str, Field(max_length=40)], str | int | bool] = Field(default_factory=dict, max_length=40)
    cells: dict[Annotated[str, Field(max_length=200)], Annotated[str, Field(max_length=400)]] = Field(
        default_factory=dict, max_length=2_000
    )
    files: LongTexts = Field(default_factory=dict, max_length=10)

    def variant(self, game: Game) -> Variant:
        """The variant of this game, checked."""
        facts = {"wartable_variant": 1, "game": game.stem, **self.model_dump()}
        made = Variant.from_json(facts, "the variant", game.stem)
        made.check(game)
        return made


class RunBody(VariantBody):
    bot: str = Field(max_length=40)
    players: int = Field(ge=1, le=6)
    games: int = Field(ge=1, le=100_000)


def tables_of(game: Game) -> list[dict[str, Any]]:
    """The tables of a game's data: columns, rows, and what each row is called."""
    tables: dict[str, dict[str, Any]] = {}
    printed = cells_of(game.data())
    for path, text in printed.items():
        name, row, column = path.split(".", 2)
        if name == JUDGE:
            continue
        table = tables.setdefault(name, {"name": name, "columns": {}, "rows": {}})
        if column in UNSEEN:
            continue
        table["columns"].setdefault(column, None)
        called = printed.get(f"{name}.{row}.meaning") or printed.get(f"{name}.{row}.name") or row.replace("_", " ")
        table["rows"].setdefault(row, {"called": called, "cells": {}})["cells"][column] = text
    return [
        {
            "name": table["name"],
            "columns": [column for column in table["columns"] if column != "name"],
            "rows": [{"id": id, **row} for id, row in table["rows"].items()],
        }
        for table in tables.values()
    ]


def maps_of(game: Game) -> dict[str, dict[str, Any]]:
    """For each option that takes a file: its folder, and the texts of the game's own files."""
    data = game.data()
    return {
        option.name: {
            "folder": option.file,
            "texts": {name: data.read(f"{option.file}/{name}.txt") for name in data.names(option.file)},
        }
        for option in game.options
        if option.file
    }


def bench(folder: Path, runs: Runs) -> APIRouter:
    """The routes of a bench that keeps its variants in a folder."""

    async def only_here(request: Request) -> None:
        is_passed_on = "x-forwarded-for" in request.headers or "forwarded" in request.headers
        is_here = request.client is not None and request.client.host in HERE and request.url.hostname in HERE
        if is_passed_on or not is_here:
            raise HTTPException(403, "the bench can only be used on the machine that it runs on")

    router = APIRouter(prefix="/api/bench", tags=["bench"], dependencies=[Depends(only_here)])

    @router.get("/games/{name}")
    async def parts(name: Name) -> dict[str, Any]:
        """What can be changed in a game, and its variants."""
        game = find_game(name)
        return await run_in_threadpool(partial(_parts, folder, game))

    @router.post("/games/{name}/variants")
    async def keep(name: Name, body: VariantBody) -> dict[str, Any]:
        """Check a variant and keep it; a new version if it changes something else than the one of that name."""
        return await run_in_threadpool(partial(_keep, folder, find_game(name), body))

    @router.post("/games/{name}/runs")
    async def ask(name: Name, body: RunBody) -> dict[str, int]:
        """Play the printed game and the variant."""
        return {"run": await run_in_threadpool(partial(_ask, runs, find_game(name), body))}

    @router.get("/runs/{number}")
    async def progress(number: Number) -> dict[str, Any]:
        return await run_in_threadpool(partial(runs.progress, number))

    @router.post("/runs/{number}/stop")
    async def stop(number: Number) -> dict[str, bool]:
        await run_in_threadpool(partial(runs.stop, number))
        return {"ok": True}

    @router.get("/runs/{number}/{which}.html")
    async def report(number: Number, which: Annotated[str, InPath(max_length=10)]) -> Response:
        """A report, or the comparison."""
        question = runs.of(number).question
        before, after = question.folders(runs.folder)
        pages = {"before": before / "report.html", "after": after / "report.html"}
        pages["compare"] = question.answer_at(runs.folder).with_name(PAGE)
        path = pages.get(which)
        if path is None or not path.exists():
            raise HTTPException(404, "there is no such page")
        text = await run_in_threadpool(partial(path.read_text, "utf-8"))
        return HTMLResponse(text, headers={"content-security-policy": OWN_PAGE, "cache-control": "no-store"})

    whole = APIRouter()
    whole.include_router(router)
    whole.add_api_route("/bench", page, include_in_schema=False)
    whole.add_api_route("/bench/{rest:path}", page, include_in_schema=False)
    return whole


def _parts(folder: Path, game: Game) -> dict[str, Any]:
    kept = [read_variant(path) for path in sorted(folder.glob("*.json"))]
    return {
        "tables": tables_of(game),
        "maps": maps_of(game),
        "variants": [{**one.as_json(), "key": one.key} for one in kept if one.game == game.stem],
    }


def _keep(folder: Path, game: Game, body: VariantBody) -> dict[str, Any]:
    variant = body.variant(game)
    if not variant.name:
        raise HTTPException(400, "a variant needs a name before it can be played")
    path = folder / f"{game.stem}-{variant.key}.json"
    if path.exists():
        old = read_variant(path, game)
        version = old.version if old.is_like(variant) else old.version + 1
        variant = Variant(variant.game, variant.name, version, **variant.table)
    folder.mkdir(parents=True, exist_ok=True)
    variant.save(path)
    return {"key": variant.key, "title": variant.title, "changes": variant.words(game), "file": str(path)}


def _ask(runs: Runs, game: Game, body: RunBody) -> int:
    variant = VariantBody(**json.loads(body.model_dump_json(include=set(VariantBody.model_fields)))).variant(game)
    return runs.ask(Question(variant, body.bot, body.players, body.games))

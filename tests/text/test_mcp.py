"""The MCP server, as the SDK's own client sees it."""

import base64
import json
import os
import re
import socket
import subprocess
import sys

import pytest

from wartable.core import generic, record
from wartable.core.numbers.chance import generator
from wartable.core.registry import all_games, game_names
from wartable.core.registry import find_game as find

from ..conftest import ROOT

mcp = pytest.importorskip("mcp", reason="no MCP: pip install 'wartable[mcp]'")
server_module = pytest.importorskip("wartable.text.mcp_server")

TOOLS = {
    *("list_games", "read_rule", "new_match", "look", "list_moves", "why_not", "move", "wait"),
    *("take_back", "hint", "analyse", "picture", "run_lab"),
}


async def call(client, tool, **given):
    result = await client.call_tool(tool, given)
    assert not result.is_error, result.content
    return result.content[0].text


async def refused(client, tool, **given):
    result = await client.call_tool(tool, given)
    assert result.is_error
    (content,) = result.content
    assert "Traceback" not in content.text
    return content.text


async def begin(client, game, **given):
    text = await call(client, "new_match", game=game, opponent="random", seed=1, **given)
    return re.findall(r"Table (\w+)", text)[0]


def connected(**choices):
    return mcp.Client(server_module.make_server(server_module.Tables(**choices)))


async def test_games_and_rules_are_read():
    async with connected() as client:
        assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS
        assert all(tool.description for tool in (await client.list_tools()).tools)
        games = await call(client, "list_games")
        assert all(game.title in games for game in all_games())
        assert find("metals").rulebook.find("3.2").text in await call(client, "read_rule", game="metals", rule="MT-3.2")
        assert "line of sight" in await call(client, "read_rule", game="metals", rule="what does a Metal see?")
        book = await client.read_resource("rules://metals")
        assert book.contents[0].text == find("metals").rulebook.source


@pytest.mark.parametrize("name", game_names())
async def test_a_match_is_played(name):
    async with connected() as client:
        table = await begin(client, name)
        moves = await call(client, "list_moves", table=table)
        notation = re.findall(r"^#1 (.*?): ", moves, re.MULTILINE)[0]
        assert (await call(client, "why_not", table=table, move=notation)).startswith(f"Yes: {notation} is legal")
        before = await call(client, "look", table=table)
        after = await call(client, "move", table=table, move="#1")
        assert "what do you do?" in after and after != before
        await call(client, "take_back", table=table)
        assert await call(client, "look", table=table) == before
        assert await call(client, "list_moves", table=table) == moves
        picture = (await client.call_tool("picture", {"table": table})).content[0]
        assert picture.mime_type == "image/png" and base64.b64decode(picture.data).startswith(b"\x89PNG")


async def test_hints_and_analysis_where_the_table_allows_them():
    async with connected() as client:
        table = await begin(client, "metals")
        assert "to win" in await call(client, "hint", table=table)
        assert "decided nothing" in await call(client, "analyse", table=table)
        await call(client, "move", table=table, move="#1")
        assert "gave away" in await call(client, "analyse", table=table)
    async with connected(hints=False) as client:
        table = await begin(client, "metals")
        assert "does not allow hints" in await refused(client, "hint", table=table)
        assert "does not allow hints" in await refused(client, "analyse", table=table)


async def test_the_lab_is_run():
    async with connected() as client:
        told = await call(client, "run_lab", game="metals", games=20)
        assert re.search(r"^Games won by .*: \d+", told, re.MULTILINE) or "%" in told
        assert "from 1 to 2000" in await refused(client, "run_lab", game="metals", games=10**6)
        assert "for 2 players" in await refused(client, "run_lab", game="metals", players=4)


async def test_a_whole_match_ends_with_a_verdict():
    async with connected() as client:
        table, text = await begin(client, "metals"), ""
        for _ in range(200):
            if "The match is over" in text:
                break
            text = await call(client, "move", table=table, move="#1")
        assert "wins" in await call(client, "wait", table=table)
        assert "nothing to decide" in await call(client, "list_moves", table=table)
        assert "match is over" in await refused(client, "move", table=table, move="#1")


async def test_bad_input_gets_a_sentence():
    async with connected() as client:
        table = await begin(client, "metals")
        assert "no table" in await refused(client, "look", table="x")
        assert (await refused(client, "move", table=table, move="fly")).endswith("Deploy a Metal on a corner.")
        assert "no move #9999" in await refused(client, "move", table=table, move="#9999")
        assert "too long" in await refused(client, "move", table=table, move="x" * 100_000)
        assert "for 2 players" in await refused(client, "new_match", game="metals", players=9)
        assert "seats 0 to 1" in await refused(client, "new_match", game="metals", seat=7)
        assert "no bot" in await refused(client, "new_match", game="metals", opponent="nobody")
        assert "no game" in await refused(client, "new_match", game="nothing")
        assert "no game" in await refused(client, "read_rule", game="nothing", rule="1")
        assert "take back" in await refused(client, "take_back", table=table)
        await refused(client, "new_match", game="metals", seat="north")
        await refused(client, "move", table=table)
        with pytest.raises(mcp.MCPError):
            await client.read_resource("rules://nothing")


async def test_old_tables_make_room(monkeypatch):
    monkeypatch.setattr(server_module, "MOST_TABLES", 2)
    async with connected() as client:
        first, second = await begin(client, "metals"), await begin(client, "metals")
        await call(client, "look", table=first)
        await begin(client, "metals")
        await call(client, "look", table=first)
        assert "no table" in await refused(client, "look", table=second)


@pytest.mark.parametrize("name", [game.name for game in all_games() if game.has_secrets])
async def test_no_tool_tells_what_the_seat_may_not_know(name):
    """Every tool answers the same when all that the seat does not know is dealt anew."""
    tables = server_module.Tables()
    async with mcp.Client(server_module.make_server(tables)) as client:
        table, others = await begin(client, name, seat=1), 0
        found, seat = tables.find(table)
        for number in range(4):
            await call(client, "move", table=table, move="#1")
            real = found.match.steps[-1]
            before = await everything(client, table)
            dealt = record.copy(found.match.observe(seat))
            generic.fill(dealt, found.match.box, seat, generator(number))
            others += not record.same(dealt, real.after)
            put(found.match, real, dealt)
            assert await everything(client, table) == before
            put(found.match, real, real.after)
        assert others


def put(match, step, state):
    """The match with another state after its last action."""
    match.cut(len(match.steps) - 1)
    match.restore(step.seat, step.action, step.forced, state)


async def everything(client, table):
    moves = await call(client, "list_moves", table=table)
    first = re.findall(r"^#1 (.*?): ", moves, re.MULTILINE)[0]
    told = [moves, *[await call(client, tool, table=table) for tool in ("look", "wait")]]
    told += [await call(client, "why_not", table=table, move=move) for move in (first, "fly")]
    return [*told, (await client.call_tool("picture", {"table": table})).content[0].data]


def environment():
    return {**os.environ, "PYTHONPATH": str(ROOT / "src")}


async def test_it_speaks_over_standard_input_and_output():
    command = mcp.StdioServerParameters(command=sys.executable, args=["-m", "wartable", "mcp"], env=environment())
    async with mcp.Client(command) as client:
        assert "Metals" in await call(client, "list_games")


async def test_a_match_is_played_with_the_configuration_of_the_docs():
    """What a chat client does with the line that the page says to add: start the server, and play on to the end."""
    page = (ROOT / "docs" / "text.md").read_text("utf-8")
    entry = json.loads(re.findall(r"```json\n(\{.*?\})\n```", page, re.DOTALL)[0])["mcpServers"]["wartable"]
    assert entry == {"command": "wartable", "args": ["mcp"]}
    words = [sys.executable, "-m", entry["command"], *entry["args"]]
    async with mcp.Client(mcp.StdioServerParameters(command=words[0], args=words[1:], env=environment())) as client:
        table, text = await begin(client, "metals"), ""
        for _ in range(200):
            if "The match is over" in text:
                break
            moves = await call(client, "list_moves", table=table)
            text = await call(client, "move", table=table, move=re.findall(r"^#1 (.*?): ", moves, re.MULTILINE)[0])
        assert "wins" in text


async def test_it_speaks_over_http():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = [sys.executable, "-m", "wartable", "mcp", "--http", "--port", str(port)]
    with subprocess.Popen(words, env=environment(), stderr=subprocess.PIPE, text=True) as server:
        try:
            assert server.stderr is not None
            while "running on" not in (line := server.stderr.readline()):
                assert line, "the server has ended"
            async with mcp.Client(f"http://127.0.0.1:{port}/mcp") as client:
                assert "Metals" in await call(client, "list_games")
        finally:
            server.terminate()

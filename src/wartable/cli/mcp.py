"""`wartable mcp`: the games as tools of an AI assistant, over MCP."""

import argparse

from .command import Command


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--http", action="store_true", help="streamable HTTP on this machine instead of stdio")
    parser.add_argument("--port", type=int, default=8765, help="with --http (default: 8765)")
    parser.add_argument("--no-hints", action="store_true", help="refuse hints and analysis")


def run(arguments: argparse.Namespace) -> None:
    from wartable.errors import BadOption
    from wartable.text.mcp_server import Tables, make_server

    if not 1 <= arguments.port <= 65535:
        raise BadOption(f"--port {arguments.port}: it takes 1 to 65535")
    server = make_server(Tables(hints=not arguments.no_hints))
    if arguments.http:
        server.run("streamable-http", port=arguments.port)
    else:
        server.run("stdio")


COMMAND = Command("mcp", "let an assistant play over MCP: tools, rulebooks and pictures", arguments, run)

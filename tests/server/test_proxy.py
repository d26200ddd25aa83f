"""Behind a proxy: who is believed about where a request comes from. Real nginx where it can be had."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from wartable.errors import BadOption
from wartable.server.web.proxies import Proxies, read_networks

from .harness import PATIENCE, TRUST, Player, Running, running

ROOT = Path(__file__).parents[2]
TRUSTED = read_networks(["127.0.0.1", "10.0.0.0/8", "fd00::/8"], "--proxy")


def told(peer: str, header: str = "x-forwarded-for", kind: str = "http", **headers: str) -> tuple[str, str]:
    """The client and scheme that the application sees."""
    seen: dict[str, Any] = {}

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.update(scope)

    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": kind, "client": (peer, 5), "scheme": "http" if kind == "http" else "ws", "headers": raw}
    try:
        Proxies(app, TRUSTED, header)(scope, None, None).send(None)  # type: ignore[arg-type]
    except StopIteration:
        pass
    return seen["client"][0], seen["scheme"]


def test_a_stranger_s_headers_are_not_believed() -> None:
    headers = {"x_forwarded_for": "1.2.3.4", "x_forwarded_proto": "https", "forwarded": "for=1.2.3.4;proto=https"}
    assert told("9.9.9.9", **headers) == ("9.9.9.9", "http")
    assert told("9.9.9.9", "forwarded", **headers) == ("9.9.9.9", "http")


def test_a_trusted_proxy_is_believed_about_the_last_address_that_is_no_proxy() -> None:
    assert told("127.0.0.1", x_forwarded_for="6.6.6.6, 1.2.3.4, 10.0.0.7") == ("1.2.3.4", "http")
    assert told("127.0.0.1", x_forwarded_for="1.2.3.4", x_forwarded_proto="https") == ("1.2.3.4", "https")
    assert told("fd00::1", x_forwarded_for="2001:db8::5", kind="websocket", x_forwarded_proto="https") == (
        "2001:db8::5",
        "wss",
    )
    assert told("127.0.0.1", x_forwarded_for="10.0.0.3") == ("10.0.0.3", "http")
    assert told("127.0.0.1", x_forwarded_for="garbage, 1.2.3.4:5") == ("1.2.3.4", "http")
    assert told("127.0.0.1", x_forwarded_for="1.2.3.4, unknown") == ("127.0.0.1", "http")
    assert told("127.0.0.1") == ("127.0.0.1", "http")


def test_only_the_header_that_was_named_is_read() -> None:
    """The proxy writes one of them; the other comes from whoever sent the request."""
    both = {"x_forwarded_for": "1.2.3.4", "forwarded": 'for="[2001:db8::5]:77";proto=https'}
    assert told("127.0.0.1", **both) == ("1.2.3.4", "http")
    assert told("127.0.0.1", "forwarded", **both) == ("2001:db8::5", "https")


def test_what_is_no_address_cannot_be_a_proxy() -> None:
    with pytest.raises(BadOption, match="--proxy nginx"):
        read_networks(["nginx"], "--proxy")


def find_nginx() -> str | None:
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")


def get_nginx() -> str:
    """The system's nginx, installed where that is allowed; its service is not started."""
    found = find_nginx()
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        environment = {**os.environ, "RUNLEVEL": "1", "DEBIAN_FRONTEND": "noninteractive"}
        command = ["apt-get", "install", "-y", "--no-install-recommends", "nginx-light"]
        subprocess.run(command, capture_output=True, timeout=300, check=False, env=environment)
        found = find_nginx()
    if found is None:
        pytest.skip("NO NGINX: there is none here and it could not be installed, so this was not tested")
    return found


@contextmanager
def nginx(folder: Path, *upstreams: int) -> Iterator[str]:
    """nginx with the site of deploy/nginx.conf, without TLS, on a free port."""
    program = get_nginx()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    site = (ROOT / "deploy" / "nginx.conf").read_text("utf-8")
    plain = [line for line in site.splitlines() if "ssl" not in line and "# only with TLS" not in line]
    text = "\n".join(plain).replace("server_name club.example;", f"listen 127.0.0.1:{port};")
    text = text.replace("server 127.0.0.1:8000;", " ".join(f"server 127.0.0.1:{one};" for one in upstreams))
    text = text.replace("/var/log/nginx", str(folder))
    places = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = (
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log; worker_processes 1; "
        f"events {{ worker_connections 256; }} http {{ access_log off; {places}\n{text}\n}}"
    )
    (folder / "nginx.conf").write_text(whole, "utf-8")
    process = subprocess.Popen([program, "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")])
    try:
        deadline = time.monotonic() + PATIENCE
        while True:
            assert process.poll() is None, (folder / "error.log").read_text()
            assert time.monotonic() < deadline
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                time.sleep(0.02)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(PATIENCE)


class Site:
    """The address at which people find the server."""

    def __init__(self, url: str) -> None:
        self.url = url


def guests_from(url: str, address: str, count: int) -> list[int]:
    transport = httpx.HTTPTransport(local_address=address, verify=TRUST)
    with httpx.Client(base_url=url, transport=transport, timeout=PATIENCE) as http:
        forged = {"x-forwarded-for": "5.5.5.5", "forwarded": "for=5.5.5.5"}
        return [http.post("/api/guest", json={}, headers=forged).status_code for _ in range(count)]


def addresses(server: Running) -> set[str]:
    import sqlalchemy as sa

    with server.context.store.engine.connect() as connection:
        return set(connection.execute(sa.text("SELECT address FROM logins")).scalars())


def test_behind_nginx_everybody_has_their_own_address_and_tables_are_live(tmp_path: Path, standing_still: None) -> None:
    database = f"sqlite:///{tmp_path / 'wartable.db'}"
    trusted = read_networks(["127.0.0.1"], "--proxy")
    with running(database, limits=True, proxies=trusted) as server, nginx(tmp_path, server.port) as url:
        answers = guests_from(url, "127.0.0.2", 25)
        assert answers.count(429) == 5
        # A newcomer from elsewhere is none of these, and nobody can say that they come from where they do not.
        assert guests_from(url, "127.0.0.3", 1) == [200]
        assert addresses(server) == {"127.0.0.2", "127.0.0.3"}
        with Player(Site(url), "Anna") as anna:
            table = anna.new_table([{"who": "me"}, {"who": "me"}])
            with anna.sit(table) as chair:
                # Either seat may begin: look from the one that does.
                first = chair.state["due"][0]
                assert chair.ask("sit", seat=first)["ok"]
                assert chair.move(first)["ok"]
            page = anna.http.get("/", headers={"origin": url})
            assert "script-src 'self'" in page.headers["content-security-policy"]


def test_a_proxy_that_was_not_named_is_a_client_like_any_other(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'wartable.db'}"
    with running(database, limits=True) as server, nginx(tmp_path, server.port) as url:
        assert guests_from(url, "127.0.0.2", 1) == [200]
        assert addresses(server) == {"127.0.0.1"}


def test_the_session_s_cookie_is_secure_when_the_proxy_speaks_tls(tmp_path: Path) -> None:
    trusted = read_networks(["127.0.0.1"], "--proxy")
    with running(f"sqlite:///{tmp_path / 'wartable.db'}", proxies=trusted) as server:
        answer = httpx.post(
            f"{server.url}/api/guest", timeout=PATIENCE, verify=TRUST, json={}, headers={"x-forwarded-proto": "https"}
        )
        assert "secure" in answer.headers["set-cookie"].lower()
        answer = httpx.post(f"{server.url}/api/guest", timeout=PATIENCE, verify=TRUST, json={})
        assert "secure" not in answer.headers["set-cookie"].lower()

"""The files of deploy/, read by the programs that they are for, where those are at hand."""

import argparse
import re
import shutil
import signal
import socket
import subprocess
from pathlib import Path

import httpx
import pytest

from wartable.cli.serve import arguments, variable

from .harness import PATIENCE, running
from .processes import serving
from .test_proxy import get_nginx

DEPLOY = Path(__file__).parents[2] / "deploy"
UNITS = ("wartable.service", "wartable@.service", "wartable-backup.service", "wartable-backup.timer")
CERTIFICATES = "/etc/letsencrypt/live/club.example"


def need(program: str) -> str:
    found = shutil.which(program) or shutil.which(program, path="/usr/sbin:/usr/local/sbin")
    if found is None:
        pytest.skip(f"NO {program.upper()}: it is not here, so its file was not read")
    return found


def told(*command: str) -> str:
    """What a program says that finds nothing wrong."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_nginx_takes_the_example_with_its_tls_lines(tmp_path: Path) -> None:
    program, maker = get_nginx(), need("openssl")
    key, certificate = tmp_path / "privkey.pem", tmp_path / "fullchain.pem"
    curve = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1")
    told(maker, "req", "-x509", *curve, "-subj", "/CN=club.example", "-keyout", str(key), "-out", str(certificate))
    site = tmp_path / "site.conf"
    text = (DEPLOY / "nginx.conf").read_text("utf-8").replace(CERTIFICATES, str(tmp_path))
    assert "$request " not in text, "queries are not logged"
    site.write_text(text.replace("/var/log/nginx", str(tmp_path)), "utf-8")
    whole = tmp_path / "nginx.conf"
    whole.write_text(f"pid {tmp_path}/pid; events {{}} http {{ access_log off; include {site}; }}", "utf-8")
    assert "is successful" in told(program, "-t", "-c", str(whole), "-e", str(tmp_path / "error.log"))


def test_caddy_takes_the_example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(folder, str(tmp_path))
    program = need("caddy")
    said = told(program, "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile"))
    assert "Valid configuration" in said


def test_systemd_takes_the_units(tmp_path: Path) -> None:
    """With a program that is here in place of the one that hosting.md installs."""
    program = need("systemd-analyze")
    units = [
        tmp_path / name
        for name in ("wartable.service", "wartable@.service", "wartable-backup.service", "wartable-backup.timer")
    ]
    for unit in units:
        text = (DEPLOY / unit.name).read_text("utf-8").replace("/opt/wartable/bin/wartable", "/bin/true")
        unit.write_text(text, "utf-8")
    instances = [tmp_path / "wartable@8001.service" if "@" in unit.name else unit for unit in units]
    assert told(program, "verify", *map(str, instances)) == ""


@pytest.mark.parametrize("name", ["wartable.env", "Containerfile", "wartable.service", "wartable@.service"])
def test_every_setting_in_the_examples_is_one(name: str) -> None:
    named = set(re.findall(r"\b(WARTABLE_[A-Z_]+)=", (DEPLOY / name).read_text("utf-8")))
    parser = argparse.ArgumentParser()
    arguments(parser)
    known = {variable(word) for action in parser._actions for word in action.option_strings}
    assert named and named <= {*known, "WARTABLE_DATA", "WARTABLE_CACHE"}


@pytest.mark.parametrize("name", ["alerts.yml", "dashboard.json"])
def test_alerts_and_dashboard_ask_for_figures_that_there_are(name: str, tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path / 'wartable.db'}") as server:
        there = set(re.findall(r"^# TYPE (\w+)", httpx.get(f"{server.url}/metrics", timeout=PATIENCE).text, re.M))
    asked = set(re.findall(r"\b(?:wartable|process)_\w+", (DEPLOY / name).read_text("utf-8")))
    known = {f"{one}{end}" for one in there for end in ("", "_bucket")}
    assert asked and asked <= known, asked - known


def test_the_server_tells_systemd_that_it_is_ready_and_alive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "notify"))
        line.settimeout(PATIENCE)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        with serving(f"sqlite:///{tmp_path / 'wartable.db'}") as process:
            assert line.recv(100) == b"READY=1"
            assert line.recv(100) == b"WATCHDOG=1"
            process.stop(signal.SIGTERM)
            while (said := line.recv(100)) == b"WATCHDOG=1":
                pass
            assert said == b"STOPPING=1"

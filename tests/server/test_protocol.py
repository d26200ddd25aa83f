"""The protocol's page says what the protocol is."""

import re
from typing import get_args

from wartable.server.live import protocol

from ..conftest import ROOT

SAID = re.compile(r'(?:ProtocolError|refusal)\(\s*(?:message[._]id(?:\(text\))?, )?"([a-z-]+)"')
PAGE = (ROOT / "docs" / "protocol.md").read_text("utf-8")


def test_every_message_of_a_client_is_on_the_page_with_its_fields() -> None:
    for message in get_args(protocol.ClientMessage):
        kind = get_args(message.model_fields["type"].annotation)[0]
        row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{kind}` |"))
        for name in message.model_fields:
            assert name in ("id", "type") or f"`{name}`" in row, f"{kind}: {name} is not explained"


def test_every_refusal_is_on_the_page() -> None:
    codes = set()
    for path in (ROOT / "src" / "wartable" / "server").rglob("*.py"):
        codes |= set(SAID.findall(path.read_text("utf-8")))
    assert len(codes) > 12
    for code in codes:
        assert f"`{code}`" in PAGE, f"{code} is not explained"


def test_the_version_is_on_the_page() -> None:
    assert f"version {protocol.VERSION}" in PAGE.splitlines()[0]
    assert f"{protocol.LONGEST_MESSAGE} bytes" in PAGE

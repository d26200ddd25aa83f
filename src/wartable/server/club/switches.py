"""What a host can switch off."""

import json
from collections.abc import Collection
from typing import Literal, get_args

import sqlalchemy as sa

from wartable.errors import WartableError
from wartable.languages import worded

from ..storage.heartbeat import set_fact
from ..storage.schema import facts

Part = Literal["waiting", "ladder", "daily", "tournaments"]
PARTS: tuple[Part, ...] = get_args(Part)
SAID: dict[Part, str] = {
    "waiting": "finding players",
    "ladder": "the ladder",
    "daily": "the match of the day",
    "tournaments": "tournaments",
}
OFF = "off"


class SwitchedOff(WartableError):
    """The host of this server has switched it off."""


def parts_off(connection: sa.Connection) -> list[Part]:
    value = connection.execute(sa.select(facts.c.value).where(facts.c.name == OFF)).scalar()
    off = json.loads(value) if value else []
    return [part for part in PARTS if part in off]


def switch_off(connection: sa.Connection, off: Collection[Part]) -> None:
    """Switch these parts off, and all others on."""
    set_fact(connection, OFF, json.dumps([part for part in PARTS if part in off]))


def check_on(connection: sa.Connection, part: Part) -> None:
    """SwitchedOff if the host has switched a part off."""
    if part in parts_off(connection):
        raise SwitchedOff(worded("the host of this server has switched {part} off", part=SAID[part]))

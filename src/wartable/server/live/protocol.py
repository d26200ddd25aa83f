"""The messages of a live table, version 1. docs/protocol.md explains them; these models validate them.

A socket belongs to one table: `/api/tables/ID/socket?show=scene`. The first message from the server is a `table` with
everything; `update`s follow. Every message from a client is answered by a `reply` with its id.
"""

from typing import Annotated, Any, Literal

import orjson
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from wartable.errors import WartableError
from wartable.languages import worded

VERSION = 1
LONGEST_MESSAGE = 4096


class ProtocolError(WartableError):
    """A message that cannot be read, or that is not possible now; `code` is for programs."""

    def __init__(self, code: str, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.rule = rule


ThingId = Annotated[str, Field(max_length=100)]


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    id: int = Field(default=0, ge=0, le=2**53)


class Move(_Message):
    """Play an action. `number` is the table's number that the player saw; if the table has changed, the move is
    refused.
    """

    type: Literal["move"]
    seat: int = Field(ge=0, le=7)
    number: int = Field(ge=0, le=2**31)
    action: int | None = Field(default=None, ge=0, le=2**31)
    move: str | None = Field(default=None, max_length=200)


class Why(_Message):
    """Ask which rule forbids touching these things in order. `below` lies under the last one."""

    type: Literal["why"]
    seat: int = Field(ge=0, le=7)
    path: list[ThingId] = Field(min_length=1, max_length=12)
    below: list[ThingId] = Field(default=[], max_length=4)


class Ask(_Message):
    """Ask the table in words whether a move is legal, and why not."""

    type: Literal["ask"]
    seat: int = Field(ge=0, le=7)
    text: str = Field(min_length=1, max_length=200)


class Go(_Message):
    """Play the actions that lead from the first touched thing to the last, step by step."""

    type: Literal["go"]
    seat: int = Field(ge=0, le=7)
    number: int = Field(ge=0, le=2**31)
    path: list[ThingId] = Field(min_length=1, max_length=12)


class Order(_Message):
    """Play the actions that an order form asks for."""

    type: Literal["order"]
    seat: int = Field(ge=0, le=7)
    number: int = Field(ge=0, le=2**31)
    sheet: ThingId
    numbers: list[Annotated[int, Field(ge=0, le=2**31)]] = Field(default=[], max_length=24)


class Look(_Message):
    """Ask what a thing is, what these actions would do, and what every piece could reach."""

    type: Literal["look"]
    thing: ThingId | None = None
    actions: list[Annotated[int, Field(ge=0, le=2**31)]] = Field(default=[], max_length=4)
    reach: bool = False


class Undo(_Message):
    """Undo the last step of one's own turn, or ask to take back the last decision."""

    type: Literal["undo"]
    seat: int = Field(ge=0, le=7)


class Answer(_Message):
    """Agree to a takeback, or decline."""

    type: Literal["answer"]
    seat: int = Field(ge=0, le=7)
    agree: bool


class Resign(_Message):
    type: Literal["resign"]
    seat: int = Field(ge=0, le=7)


class Hint(_Message):
    type: Literal["hint"]
    seat: int = Field(ge=0, le=7)


class Coach(_Message):
    """Ask what is to be decided, what a good player would do and why, and what the others' last move was for."""

    type: Literal["coach"]
    seat: int = Field(ge=0, le=7)


class Weigh(_Message):
    """Ask whether this action, this walk (`path`) or this order (`sheet`) would be a blunder."""

    type: Literal["weigh"]
    seat: int = Field(ge=0, le=7)
    action: int | None = Field(default=None, ge=0, le=2**31)
    path: list[ThingId] = Field(default=[], max_length=12)
    sheet: ThingId | None = None
    numbers: list[Annotated[int, Field(ge=0, le=2**31)]] = Field(default=[], max_length=24)


class Sit(_Message):
    """Look from another of one's own seats (two people at one device), or as a spectator."""

    type: Literal["sit"]
    seat: int = Field(ge=-1, le=7)


class Log(_Message):
    """Ask for the sentences of the log before a place (the `log_before` of an earlier message)."""

    type: Literal["log"]
    before: int = Field(ge=0, le=2**31)


class Film(_Message):
    """Replay a step of one's log, by its number there."""

    type: Literal["film"]
    step: int = Field(ge=0, le=2**31)


class Say(_Message):
    """Say something to everybody at the table."""

    type: Literal["say"]
    text: str = Field(max_length=1000)


class Sign(_Message):
    """Say one of a few preset phrases."""

    type: Literal["sign"]
    sign: Literal["hello", "good-luck", "well-played", "thanks", "thinking", "oops", "wow", "good-game"]


class Quiet(_Message):
    """Turn chat at this table off or on; host only."""

    type: Literal["quiet"]
    quiet: bool


class Ping(_Message):
    type: Literal["ping"]


ClientMessage = (
    Move
    | Go
    | Order
    | Why
    | Ask
    | Look
    | Undo
    | Answer
    | Resign
    | Hint
    | Coach
    | Weigh
    | Sit
    | Log
    | Film
    | Say
    | Sign
    | Quiet
    | Ping
)
_adapter: TypeAdapter[ClientMessage] = TypeAdapter(Annotated[ClientMessage, Field(discriminator="type")])


def read_message(text: str | bytes) -> ClientMessage:
    """Validate a client's message; ProtocolError says what is wrong with it."""
    size = len(text.encode()) if isinstance(text, str) else len(text)
    if size > LONGEST_MESSAGE:
        raise ProtocolError("too-long", worded("a message has at most {number} bytes", number=LONGEST_MESSAGE))
    try:
        loaded = orjson.loads(text)
    except orjson.JSONDecodeError:
        raise ProtocolError("unreadable", "the message is not JSON") from None
    if not isinstance(loaded, dict):
        raise ProtocolError("unreadable", "a message is a JSON object")
    try:
        return _adapter.validate_python(loaded)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"] if part != loaded.get("type"))
        raise ProtocolError("unreadable", f"{place or 'type'}: {first['msg']}") from None


def message_id(text: str | bytes) -> int:
    """The id of a message that could not be read, if it has one."""
    try:
        loaded = orjson.loads(text[:LONGEST_MESSAGE])
    except orjson.JSONDecodeError:
        return 0
    found = loaded.get("id", 0) if isinstance(loaded, dict) else 0
    return found if isinstance(found, int) and not isinstance(found, bool) and 0 <= found <= 2**53 else 0


def dump(message: dict[str, Any]) -> bytes:
    return orjson.dumps(message)


def reply(to: int, **facts: Any) -> bytes:
    return dump({"type": "reply", "to": to, "ok": True, **facts})


def refusal(to: int, code: str, text: str, rule: str = "") -> bytes:
    return dump({"type": "reply", "to": to, "ok": False, "code": code, "text": text, "rule": rule})

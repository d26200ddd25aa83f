"""The messages of a live table, version 1. docs/protocol.md explains them; this file is what is checked.

A socket belongs to one table: `/api/tables/ID/socket?show=scene`. The first message from the server is a `table`
with everything; after that come `update`s. Every message that a client sends is answered by a `reply` with its id.
"""

from typing import Annotated, Any, Literal

import orjson
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from wartable.errors import WartableError

VERSION = 1
LONGEST_MESSAGE = 4096


class ProtocolError(WartableError):
    """A message that cannot be read, or that makes no sense here; `code` is for programs."""

    def __init__(self, code: str, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.rule = rule


ThingId = Annotated[str, Field(max_length=100)]


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    id: int = Field(default=0, ge=0, le=2**53)


class Move(_Message):
    """Play an action. `number` is the table's number that the player saw: a later table refuses the move."""

    type: Literal["move"]
    seat: int = Field(ge=0, le=7)
    number: int = Field(ge=0, le=2**31)
    action: int | None = Field(default=None, ge=0, le=2**31)
    move: str | None = Field(default=None, max_length=200)


class Why(_Message):
    """Which rule forbids touching these things, one after the other? `below` lies under the last one."""

    type: Literal["why"]
    seat: int = Field(ge=0, le=7)
    path: list[ThingId] = Field(min_length=1, max_length=12)
    below: list[ThingId] = Field(default=[], max_length=4)


class Ask(_Message):
    """What does the table say to a question in words: may I do this, and why not?"""

    type: Literal["ask"]
    seat: int = Field(ge=0, le=7)
    text: str = Field(min_length=1, max_length=200)


class Go(_Message):
    """Play the chain of actions that leads from what was touched first to what was touched last, step by step."""

    type: Literal["go"]
    seat: int = Field(ge=0, le=7)
    number: int = Field(ge=0, le=2**31)
    path: list[ThingId] = Field(min_length=1, max_length=12)


class Order(_Message):
    """Play whatever it takes until a sheet of the game says what these numbers say."""

    type: Literal["order"]
    seat: int = Field(ge=0, le=7)
    number: int = Field(ge=0, le=2**31)
    sheet: ThingId
    numbers: list[Annotated[int, Field(ge=0, le=2**31)]] = Field(default=[], max_length=24)


class Look(_Message):
    """What is this thing, what would these actions do, and what could every piece reach?"""

    type: Literal["look"]
    thing: ThingId | None = None
    actions: list[Annotated[int, Field(ge=0, le=2**31)]] = Field(default=[], max_length=4)
    reach: bool = False


class Undo(_Message):
    """Undo the last step of one's own turn, or ask to take back the last decision."""

    type: Literal["undo"]
    seat: int = Field(ge=0, le=7)


class Answer(_Message):
    """Agree to a takeback, or not."""

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
    """What is asked of me, what would one do and why, and what was the others' move about?"""

    type: Literal["coach"]
    seat: int = Field(ge=0, le=7)


class Weigh(_Message):
    """Is this action, or this walk (`path`), or this order (`sheet`), which is about to be played, a blunder?"""

    type: Literal["weigh"]
    seat: int = Field(ge=0, le=7)
    action: int | None = Field(default=None, ge=0, le=2**31)
    path: list[ThingId] = Field(default=[], max_length=12)
    sheet: ThingId | None = None
    numbers: list[Annotated[int, Field(ge=0, le=2**31)]] = Field(default=[], max_length=24)


class Sit(_Message):
    """Look from another of one's own seats (two people at one device), or from none."""

    type: Literal["sit"]
    seat: int = Field(ge=-1, le=7)


class Log(_Message):
    """Sentences of the log that came before a place in it (`log_before` of the message that broke off there)."""

    type: Literal["log"]
    before: int = Field(ge=0, le=2**31)


class Film(_Message):
    """A step of one's log, by its number there, to be seen again."""

    type: Literal["film"]
    step: int = Field(ge=0, le=2**31)


class Say(_Message):
    """Words for everybody who looks at the table."""

    type: Literal["say"]
    text: str = Field(max_length=1000)


class Sign(_Message):
    """One of a few things that are often said."""

    type: Literal["sign"]
    sign: Literal["hello", "good-luck", "well-played", "thanks", "thinking", "oops", "wow", "good-game"]


class Quiet(_Message):
    """Switch talking at this table off or on; for its host."""

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
    """A client's message; ProtocolError says what is wrong with it."""
    size = len(text.encode()) if isinstance(text, str) else len(text)
    if size > LONGEST_MESSAGE:
        raise ProtocolError("too-long", f"a message has at most {LONGEST_MESSAGE} bytes")
    try:
        loaded = orjson.loads(text)
    except orjson.JSONDecodeError:
        raise ProtocolError("unreadable", "this is no JSON") from None
    if not isinstance(loaded, dict):
        raise ProtocolError("unreadable", "a message is a JSON object")
    try:
        return _adapter.validate_python(loaded)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"] if part != loaded.get("type"))
        raise ProtocolError("unreadable", f"{place or 'type'}: {first['msg']}") from None


def message_id(text: str | bytes) -> int:
    """The id of a message that could not be read, as far as it has one."""
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

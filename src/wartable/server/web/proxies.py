"""The client of a request: the peer address, or what a trusted proxy reports."""

import ipaddress
from collections.abc import Iterable, Iterator

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from wartable.errors import BadOption

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
HEADERS = ("x-forwarded-for", "forwarded")
LOCAL = "local"


def read_networks(texts: Iterable[str], option: str) -> tuple[Network, ...]:
    """Addresses and networks such as 10.0.0.0/8; BadOption for anything else."""
    found = []
    for text in texts:
        try:
            found.append(ipaddress.ip_network(text, strict=False))
        except ValueError:
            raise BadOption(f"{option} {text}: it takes an address, or a network such as 10.0.0.0/8") from None
    return tuple(found)


def read_address(text: str) -> str | None:
    """The address in a header element, possibly quoted, in brackets, or with a port."""
    text = text.strip().strip('"').strip()
    if text.startswith("["):
        text = text[1:].split("]", 1)[0]
    elif text.count(":") == 1:
        text = text.split(":", 1)[0]
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return str(mapped or found)


def is_within(address: str, networks: Iterable[Network]) -> bool:
    plain = read_address(address)
    return plain is not None and any(ipaddress.ip_address(plain) in network for network in networks)


def is_exempt(address: str, networks: Iterable[Network]) -> bool:
    """Whether an address, or the network of a household, is in one of these networks."""
    if not networks or address == LOCAL:
        return False
    plain = ipaddress.ip_network(read_address(address) or address)
    return any(plain.overlaps(network) for network in networks)


def address_of(connection: HTTPConnection) -> str:
    """The key by which limits count."""
    return household(connection.client.host) if connection.client else LOCAL


def household(address: str) -> str:
    """What counts as one client: an address, or for IPv6 the network of one household."""
    plain = read_address(address)
    if plain is None:
        return LOCAL
    found = ipaddress.ip_address(plain)
    return plain if found.version == 4 else str(ipaddress.ip_network((plain, 64), strict=False))


class Proxies:
    """Accepts client and scheme from trusted proxies only.

    The address is the last one in the header that is not a trusted proxy: anybody can forge what precedes it.
    """

    def __init__(self, app: ASGIApp, trusted: tuple[Network, ...], header: str = HEADERS[0]) -> None:
        self.app = app
        self.trusted = trusted
        self.header = header

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_request = scope["type"] in ("http", "websocket") and scope.get("client")
        if self.trusted and is_request and is_within(scope["client"][0], self.trusted):
            scope = self._as_told(scope)
        await self.app(scope, receive, send)

    def _as_told(self, scope: Scope) -> Scope:
        headers = HTTPConnection(scope).headers
        lines = [text for line in headers.getlist(self.header) for text in line.split(",")]
        if self.header == "forwarded":
            hops = [_parts(line) for line in lines]
            protocol = hops[-1].get("proto", "") if hops else ""
        else:
            hops = [{"for": line} for line in lines]
            protocol = headers.get("x-forwarded-proto", "").split(",")[-1].strip()
        told = dict(scope)
        client = self._client(hop.get("for", "") for hop in reversed(hops))
        if client:
            told["client"] = (client, 0)
        if protocol.lower() == "https":
            told["scheme"] = "https" if scope["type"] == "http" else "wss"
        return told

    def _client(self, hops: Iterator[str]) -> str | None:
        found = None
        for hop in hops:
            address = read_address(hop)
            if address is None:
                return found
            found = address
            if not is_within(address, self.trusted):
                return found
        return found


def _parts(element: str) -> dict[str, str]:
    """The parts of a Forwarded element: for=..., proto=..., by=..."""
    pairs = (part.split("=", 1) for part in element.split(";") if "=" in part)
    return {name.strip().lower(): value.strip().strip('"') for name, value in pairs}

"""The listening socket."""

import socket

from wartable.errors import WartableError

MOST_WAITING = 2048


def listening_socket(host: str, port: int) -> socket.socket:
    """A listening socket, on any free port for 0; an error in one sentence if that fails."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
    except OSError as error:
        found.close()
        raise WartableError(f"port {port} of {host} is not available: {error.strerror}; try --port") from None
    found.listen(MOST_WAITING)
    return found

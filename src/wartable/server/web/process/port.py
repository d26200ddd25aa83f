"""A port to serve on."""

import socket

from wartable.errors import WartableError

MOST_WAITING = 2048


def listening_socket(host: str, port: int) -> socket.socket:
    """A socket that listens there, on any free port for 0; one sentence where that cannot be."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
    except OSError as error:
        found.close()
        raise WartableError(f"port {port} of {host} cannot be had: {error.strerror}; try --port") from None
    found.listen(MOST_WAITING)
    return found

"""Reports to systemd that the server is ready, and that its event loop is alive (sd_notify)."""

import os
import socket

READY, ALIVE, STOPPING = "READY=1", "WATCHDOG=1", "STOPPING=1"


def notify(state: str) -> None:
    """Send a state to the service manager; does nothing without one."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    if address.startswith("@"):
        address = "\0" + address[1:]
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
        line.connect(address)
        line.send(state.encode())

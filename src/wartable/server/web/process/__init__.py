"""The server as a process of its machine: the port it listens on, systemd, and memory. It imports nothing of `web`."""

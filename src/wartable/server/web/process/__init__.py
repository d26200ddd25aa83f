"""The server as a process: its port, systemd, and memory. It imports nothing of `web`."""

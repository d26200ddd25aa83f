"""The server: accounts, hosted matches and live tables over HTTP and WebSocket. See docs/server.md."""

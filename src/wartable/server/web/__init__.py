"""The HTTP application: setup, middleware, sockets, pages, health, logs. Its routes are in `routes`."""

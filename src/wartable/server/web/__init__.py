"""The HTTP application: set-up, middleware, sockets, pages, health, logs. Its routes are in `routes`."""

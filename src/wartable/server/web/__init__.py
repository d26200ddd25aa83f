"""The HTTP application: set-up, middleware, limits, pages, health, logs. Its routes are in `routes`."""

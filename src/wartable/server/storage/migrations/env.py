"""Alembic runs this: on the connection that it was handed."""

from alembic import context

from wartable.server.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
context.run_migrations()

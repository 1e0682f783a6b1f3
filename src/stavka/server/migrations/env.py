"""The script that Alembic runs: it migrates through the connection that `store.migrate` passes to it."""

from alembic import context

from stavka.server.rows import Base

context.configure(connection=context.config.attributes["connection"], target_metadata=Base.metadata)
with context.begin_transaction():
    context.run_migrations()

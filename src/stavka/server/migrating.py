"""The form of the database, which Alembic changes from version to version. Only what has to change it, or to say why it
cannot be used, imports this module: Alembic takes longer to import than the rest of a start with a present database."""

from __future__ import annotations

from typing import Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, text

from stavka.server.store import MIGRATIONS, UnusableError, naming_strangers

MIGRATION_LOCK: Final = 0x57A7CA


def migrate(engine: Engine, revision: str = "head") -> None:
    """Migrate the database to the form that this version needs. Two servers that start at once do so one after the
    other."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    with naming_strangers(engine), engine.connect().execution_options(writes=True) as connection, connection.begin():
        if connection.dialect.name == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
        check_known(config, connection)
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


def check_known(config: Config, connection: Connection) -> None:
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    for revision in MigrationContext.configure(connection).get_current_heads():
        if revision not in known:
            raise UnusableError(
                f"the database is of a newer version of Stavka (revision {revision}); start that version, or name "
                "another database with STAVKA_DATABASE_URL or --data-folder"
            )


def check_present(engine: Engine) -> None:
    """Check that the database has the form of this version. UnusableError says why it cannot be used."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    with naming_strangers(engine), engine.connect() as connection:
        check_known(config, connection)
        here = set(MigrationContext.configure(connection).get_current_heads())
    if not here:
        raise UnusableError("the database is empty: `stavka serve` makes its tables")
    if here != set(ScriptDirectory.from_config(config).get_heads()):
        raise UnusableError(
            "the database is of an older version of Stavka: start `stavka serve` once, which changes it"
        )

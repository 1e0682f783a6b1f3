"""`stavka serve`: the web server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from stavka.cli.common import BadInputError, console


def add_to(app: typer.Typer) -> None:
    app.command("serve")(serve)


def serve(
    host: Annotated[str, typer.Option(metavar="HOST", help="The address to listen on; 0.0.0.0: all.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="PORT", min=0, max=65535)] = 8000,
    data_folder: Annotated[
        Path | None, typer.Option("--data-folder", metavar="DIR", help="Where games are kept.", show_default=False)
    ] = None,
) -> None:
    """Serve games to browsers. docs/server.md lists what can be set."""
    from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

    from stavka.server.app import make_app
    from stavka.server.running import run
    from stavka.server.settings import Settings

    try:
        settings = Settings.read(folder=data_folder)
        app = make_app(settings)
        app.state.desk.store.migrate()
    except (ArgumentError, NoSuchModuleError):
        raise BadInputError("STAVKA_DATABASE_URL: expected sqlite:///FILE or postgresql://...") from None
    except SQLAlchemyError as error:
        raise BadInputError(f"the database cannot be opened: {type(error).__name__}") from None
    except (ValueError, OSError) as error:
        raise BadInputError(str(error)) from None
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host
    console().print(f"Stavka at http://{shown}:{port}/ (Ctrl-C stops it)")
    run(app, host, port, settings)

"""`stavka serve`: the web server."""

from __future__ import annotations

import gc
import os
import sys
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from stavka.cli.common import BadInputError, console


def add_to(app: typer.Typer) -> None:
    app.command("serve")(serve)


def serve(
    host: Annotated[str, typer.Option(metavar="HOST", help="The address to listen on; 0.0.0.0: all.")] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(
            metavar="PORT", min=0, max=65535, help="8000, or any that is free, if not said.", show_default=False
        ),
    ] = None,
    processes: Annotated[int, typer.Option(metavar="N", min=1, help="The number of server processes.")] = 1,
    open_: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
    data_folder: Annotated[
        Path | None,
        typer.Option("--data-folder", metavar="DIR", help="The folder that keeps the games.", show_default=False),
    ] = None,
) -> None:
    """Serve games to browsers. docs/server.md lists the settings."""
    gc.disable()  # what is imported now stays, so looking through it for garbage would only cost time
    from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

    from stavka.server.metrics import MetricsError
    from stavka.server.processes import can_fork
    from stavka.server.running import listen, run, run_several
    from stavka.server.settings import Settings
    from stavka.server.store import Store

    if processes > 1 and not can_fork():
        raise BadInputError("--processes: this system cannot run several; expected 1")
    try:
        settings = Settings.read(folder=data_folder)
        store = Store(settings.database)
        store.migrate()
        store.close()
    except (ArgumentError, NoSuchModuleError):
        raise BadInputError("STAVKA_DATABASE_URL: expected sqlite:///FILE or postgresql://...") from None
    except SQLAlchemyError as error:
        raise BadInputError(f"the database cannot be opened: {type(error).__name__}") from None
    except (ValueError, OSError) as error:
        raise BadInputError(str(error)) from None
    try:
        listening = listen(host, port)
    except OSError as error:
        raise BadInputError(
            f"{host} port {port}: cannot be listened on ({error.strerror}); --port names another"
        ) from None
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listening.getsockname()[1]}/"

    def ready() -> None:
        console().print(f"Stavka at {address} (Ctrl-C to stop)")
        if open_ and has_screen():
            webbrowser.open(address)

    try:
        if processes > 1:
            raise typer.Exit(run_several(processes, listening, settings, ready))
        run(listening, settings, ready)
    except MetricsError as error:
        raise BadInputError(str(error)) from None


def has_screen() -> bool:
    """Whether a page would open in its own window and not in this terminal."""
    return sys.platform in ("darwin", "win32") or bool({"DISPLAY", "WAYLAND_DISPLAY"} & set(os.environ))

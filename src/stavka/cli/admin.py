"""`stavka admin`, `stavka backup`, `stavka restore`: for the operator of a server, beside the server or without it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from stavka.cli.common import AsJson, BadInputError, console, write_json

if TYPE_CHECKING:
    from stavka.server.store import Store

Folder = Annotated[
    Path | None,
    typer.Option("--data-folder", metavar="DIR", help="The folder that keeps the games.", show_default=False),
]
Id = Annotated[str, typer.Argument(metavar="TABLE", help="The id of a table.")]
Name = Annotated[str, typer.Argument(metavar="NAME", help="The name of an account.")]

admin = typer.Typer(help="Look after a server: tables, accounts, sessions, seats.", no_args_is_help=True)
tables, accounts, sessions, seats = (
    typer.Typer(help=what, no_args_is_help=True)
    for what in (
        "Tables: list, show, end.",
        "Accounts: list, ban, unban, delete.",
        "Sessions of accounts: list, revoke.",
        "Seats: revoke a key.",
    )
)
for part, name in ((tables, "tables"), (accounts, "accounts"), (sessions, "sessions"), (seats, "seats")):
    admin.add_typer(part, name=name)


def add_to(app: typer.Typer) -> None:
    app.add_typer(admin, name="admin")
    app.command("backup")(backup)
    app.command("restore")(restore)


@contextmanager
def refusing() -> Iterator[None]:
    """Turn everything that can be wrong into one sentence."""
    try:
        yield
    except (ValueError, OSError) as error:
        raise BadInputError(str(error)) from None


def database(folder: Path | None) -> str:
    from stavka.server.settings import Settings

    return Settings.read(folder=folder).database


@contextmanager
def store_in(folder: Path | None) -> Iterator[Store]:
    from stavka.server.admin import opened

    with refusing(), opened(database(folder)) as store:
        yield store


def show(heads: Sequence[str], lines: Sequence[Any], nothing: str, *, as_json: bool) -> None:
    """Lines as a table for people, or as JSON. The fields that are times are shown as days."""
    from stavka.server.admin import day

    if as_json:
        write_json([line._asdict() for line in lines])
        return
    if not lines:
        console().print(nothing)
        return
    shown = Table(*heads, box=None, pad_edge=False)
    for line in lines:
        shown.add_row(
            *(day(value) if isinstance(value, float) else "" if value is None else str(value) for value in line)
        )
    console().print(shown)


@tables.command("list")
def list_tables(
    everything: Annotated[bool, typer.Option("--all", help="Also games that are over.")] = False,
    as_json: AsJson = False,
    data_folder: Folder = None,
) -> None:
    """List the tables that are still played, the latest first."""
    from stavka.server import admin

    with store_in(data_folder) as store:
        found = admin.tables(store, everything=everything)
    heads = ("table", "game", "scenario", "players", "turn", "result", "last change")
    show(heads, found, "There are no tables.", as_json=as_json)


@tables.command("show")
def show_table(table: Id, as_json: AsJson = False, data_folder: Folder = None) -> None:
    """Show the facts about a table."""
    from stavka.server import admin

    with store_in(data_folder) as store:
        facts = admin.table(store, table)
    if as_json:
        write_json(dict(facts))
        return
    shown = Table(box=None, show_header=False, pad_edge=False)
    for fact in facts:
        shown.add_row(*fact)
    console().print(shown)


@tables.command("end")
def end_table(table: Id, data_folder: Folder = None) -> None:
    """End a game; nobody wins. Its players are told, and its record can be read."""
    from stavka.server import admin

    with store_in(data_folder) as store:
        print(admin.end_table(store, table))


@accounts.command("list")
def list_accounts(as_json: AsJson = False, data_folder: Folder = None) -> None:
    """List the accounts."""
    from stavka.server import admin

    with store_in(data_folder) as store:
        found = admin.accounts(store)
    show(("account", "made", "sessions", "seats", "banned"), found, "There are no accounts.", as_json=as_json)


@accounts.command("ban")
def ban(name: Name, data_folder: Folder = None) -> None:
    """Ban an account: its sessions end, nobody can log in to it, and the keys of its seats do not work."""
    from stavka.server import admin

    with store_in(data_folder) as store:
        print(admin.ban(store, name))


@accounts.command("unban")
def unban(name: Name, data_folder: Folder = None) -> None:
    """Let a banned account in again."""
    from stavka.server import admin

    with store_in(data_folder) as store:
        print(admin.unban(store, name))


@accounts.command("delete")
def delete_account(name: Name, data_folder: Folder = None) -> None:
    """Delete an account and the mail addresses of its seats. The keys of its seats still work."""
    from stavka.server import admin

    with store_in(data_folder) as store:
        print(admin.delete_account(store, name))


@sessions.command("list")
def list_sessions(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="The name of an account; all, if not said.", show_default=False)
    ] = None,
    as_json: AsJson = False,
    data_folder: Folder = None,
) -> None:
    """List the sessions of an account, or of all."""
    from stavka.server import admin

    with store_in(data_folder) as store:
        found = admin.sessions(store, name)
    show(("session", "account", "begun", "used", "browser"), found, "There are no sessions.", as_json=as_json)


@sessions.command("revoke")
def revoke_session(
    session: Annotated[str, typer.Argument(metavar="SESSION", help="The id of a session.")], data_folder: Folder = None
) -> None:
    """End a session: its browser has to log in again."""
    from stavka.server import admin

    with store_in(data_folder) as store:
        print(admin.revoke_session(store, session))


@seats.command("revoke")
def revoke_seat(
    table: Id,
    side: Annotated[str, typer.Argument(metavar="SIDE", help="The side of the seat, as in soviet.")],
    data_folder: Folder = None,
) -> None:
    """Take the key of a seat away. The host of the table can invite somebody else."""
    from stavka.server import admin

    with store_in(data_folder) as store:
        print(admin.revoke_seat(store, table, side))


@admin.command("vacuum")
def vacuum(data_folder: Folder = None) -> None:
    """Delete what has expired, and give the space back."""
    from stavka.server import admin

    with store_in(data_folder) as store:
        print(admin.vacuum(store))


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The new file.")], data_folder: Folder = None
) -> None:
    """Write all games and accounts to a new file, while the server runs or not."""
    from stavka.server.backup import back_up

    with refusing():
        print(back_up(database(data_folder), file))


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")], data_folder: Folder = None
) -> None:
    """Read a backup into an empty database, of the same or the other kind."""
    from stavka.server.backup import restore as read_back

    with refusing():
        print(read_back(database(data_folder), file))

"""Servers for tests, on both databases."""

from __future__ import annotations

import atexit
import secrets
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from server.postgres import new_database, postgres
from server.seats import House
from stavka.server.presenting import ServerPresenter
from stavka.server.settings import Settings, driver
from stavka.server.store import Store

OpenHouse = Callable[..., House]
DATABASES = ("sqlite", "postgresql")


NAME = "stavka.sqlite3"
"""The file of a database in a server's folder."""
EMPTY = "empty"
"""The PostgreSQL database of which new ones are copies."""


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    with postgres() as address:
        migrate(driver(new_database(address, EMPTY)))
        yield address


def database(request: pytest.FixtureRequest) -> str:
    """The address of a new database of the kind that is asked for."""
    if request.param == "sqlite":
        return ""
    return driver(new_database(request.getfixturevalue("postgres_server"), new_name(), EMPTY))


def new_name() -> str:
    return f"t{secrets.token_hex(6)}"


def migrate(url: str) -> None:
    """Bring a new database to its present form. Those that are copies of it find nothing to do."""
    store = Store(url)
    store.migrate()
    store.close()


@cache
def empty_sqlite() -> Path:
    """The SQLite file of which new ones are copies."""
    folder = Path(tempfile.mkdtemp(prefix="stavka-empty-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    settings = Settings(folder)
    migrate(settings.database)
    return folder / NAME


@pytest.fixture(params=DATABASES)
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """A new database of each kind."""
    return quick(tmp_path, database(request))


@pytest.fixture(params=DATABASES)
def bare(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """A database of each kind with nothing in it."""
    if request.param == "sqlite":
        return Settings(tmp_path)
    return Settings(tmp_path, driver(new_database(request.getfixturevalue("postgres_server"), new_name())))


@pytest.fixture
def lite(tmp_path: Path) -> Settings:
    """SQLite only, for what has nothing to do with the database."""
    return quick(tmp_path)


def quick(folder: Path, url: str = "") -> Settings:
    """Without limits and pauses, with passwords that are hashed at once, and with a database that is ready."""
    if not url and not (folder / NAME).exists():
        shutil.copy(empty_sqlite(), folder / NAME)
    return Settings(
        folder,
        url,
        limit_factor=1000,
        pace=0,
        workers=1,
        tick=0.1,
        notice_delay=0,
        web_folder=folder / "web",
        password_memory=64,
    )


@pytest.fixture(scope="module", params=DATABASES)
def open_server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(quick(tmp_path_factory.mktemp("house"), database(request))) as house:
        yield house


@pytest.fixture
def house(open_server: House) -> Iterator[House]:
    """A server on each database. The tests of a module share it: tables know nothing of each other."""
    yield open_server
    open_server.clear()


@pytest.fixture
def open_house() -> Iterator[OpenHouse]:
    """Starts servers for a test and stops them."""
    with ExitStack() as houses:

        def open_(settings: Settings, presenter: ServerPresenter | None = None, **changes: Any) -> House:
            return houses.enter_context(House(replace(settings, **changes), presenter))

        yield open_

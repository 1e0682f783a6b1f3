"""Servers for tests, on both databases."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from server.postgres import new_database, postgres
from server.seats import House
from stavka.server.presenting import ServerPresenter
from stavka.server.settings import Settings, driver

OpenHouse = Callable[..., House]
DATABASES = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    with postgres() as address:
        yield address


def database(request: pytest.FixtureRequest) -> str:
    """The address of a new database of the kind that is asked for."""
    if request.param == "sqlite":
        return ""
    return driver(new_database(request.getfixturevalue("postgres_server"), f"t{secrets.token_hex(6)}"))


@pytest.fixture(params=DATABASES)
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """A new database of each kind."""
    return quick(tmp_path, database(request))


@pytest.fixture
def lite(tmp_path: Path) -> Settings:
    """SQLite only, for what has nothing to do with the database."""
    return quick(tmp_path)


def quick(folder: Path, url: str = "") -> Settings:
    """Without limits and pauses, and with passwords that are hashed at once."""
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
    """Starts servers of one's own and stops them."""
    with ExitStack() as houses:

        def open_(settings: Settings, presenter: ServerPresenter | None = None, **changes: Any) -> House:
            return houses.enter_context(House(replace(settings, **changes), presenter))

        yield open_

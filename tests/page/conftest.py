"""Fixtures: a server, a browser, people."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from page.people import People, chromium, make_table, serve
from server.process import Server
from stavka.engine.state import Json


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server that tests share: tables know nothing of each other."""
    server = serve(tmp_path_factory.mktemp("page"))
    yield server
    server.kill()
    assert "Traceback" not in server.log.read_text()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that the test may kill."""
    server = serve(tmp_path)
    yield server
    server.kill()


# The fixture is of a module and not of the session: while it runs, other tests of this process could start no event
# loop of their own.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def people(browser: Browser, server: Server) -> Iterator[People]:
    """People whose maps are plain paper: `come(printed=True)` is for a test that looks at the print."""
    people = People(browser, server.address, printed=False)
    with people.stack:
        yield people
        assert people.faults == []


@pytest.fixture
def make(server: Server) -> Callable[..., Json]:
    """Make a table by the interface: a new game, or a record to go on with."""
    return partial(make_table, server)


@pytest.fixture(scope="session")
def board(server: Server) -> Json:
    """The fixed part of the game: names of units, words of options."""
    found: Json = server.get("games/traces/board?lang=en")
    return found

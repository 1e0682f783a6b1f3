"""Fixtures for all tests of the page, wherever they are: a server, a browser, people. They are a plug-in, which
`tests/conftest.py` names, so that a process has one server, however many folders have tests of the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache, partial
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


@cache
def opened() -> tuple[ExitStack, Browser]:
    """The browser of this process, and what closes it."""
    stack = ExitStack()
    return stack, stack.enter_context(chromium())


def close_browser() -> None:
    if opened.cache_info().currsize:
        stack, _ = opened()
        opened.cache_clear()
        stack.close()


@pytest.fixture
def browser() -> Browser:
    """The browser that tests share; each person has a context of their own in it."""
    if not opened()[1].is_connected():
        close_browser()
    return opened()[1]


# The browser is closed before a test that does not use it: such a test could start no event loop of its own meanwhile.
@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Iterator[None]:
    try:
        yield
    finally:
        if not isinstance(nextitem, pytest.Function) or "browser" not in nextitem.fixturenames:
            close_browser()


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

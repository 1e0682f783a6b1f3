"""The server, the browser and the people of `tests/page`."""

from page.conftest import browser, make, people, server

__all__ = ["browser", "make", "people", "server"]

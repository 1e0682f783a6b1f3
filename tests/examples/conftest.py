"""The installed example, built once."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from typing import IO

import pytest

from examples.installed import Plugged, plug_in
from page.people import QUICK
from server.process import Server
from stavka.server.settings import Settings


class PluggedServer(Server):
    """A server in an environment in which the example is installed."""

    def __init__(self, plugged: Plugged, settings: Settings) -> None:
        self.plugged = plugged
        super().__init__(settings, settings.data_folder / "log", **QUICK)

    def spawn(self, words: list[str], out: IO[bytes]) -> subprocess.Popen[bytes]:
        environ = os.environ | self.plugged.environ | {"STAVKA_WORKERS": "1"} | self.environ
        return subprocess.Popen([sys.executable, "-m", "stavka", *words], env=environ, stdout=out, stderr=out)


@pytest.fixture(scope="session")
def plugged(tmp_path_factory: pytest.TempPathFactory) -> Plugged:
    return plug_in(tmp_path_factory.mktemp("plugged"))


@pytest.fixture(scope="session")
def plugged_server(plugged: Plugged, tmp_path_factory: pytest.TempPathFactory) -> Iterator[PluggedServer]:
    server = PluggedServer(plugged, Settings(tmp_path_factory.mktemp("games")))
    yield server
    server.kill()
    assert "Traceback" not in server.log.read_text()

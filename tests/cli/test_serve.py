"""`stavka serve`, up to the point where it serves: what it says, and what it refuses."""

import socket
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Stavka
from stavka.server import running


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Servers say that they are ready and stop; the pages that were opened."""
    opened: list[str] = []

    def run(listening: socket.socket, _settings: Any, ready: Callable[[], None]) -> None:
        with listening:
            ready()

    monkeypatch.setattr(running, "run", run)
    monkeypatch.setattr(webbrowser, "open", opened.append)
    return opened


def taken() -> socket.socket:
    return socket.create_server(("127.0.0.1", 0))


def test_it_says_where_it_is(stavka: Stavka, started: list[str], tmp_path: Path) -> None:
    with taken() as other:
        port = other.getsockname()[1]
    ran = stavka("serve", "--port", str(port), "--data-folder", tmp_path)
    assert ran.code == 0 and f"Stavka at http://127.0.0.1:{port}/ " in ran.out and started == []
    ran = stavka("serve", "--port", "0", "--data-folder", tmp_path)
    assert ran.code == 0 and "127.0.0.1:0/" not in ran.out


def test_without_a_port_it_finds_one(
    stavka: Stavka, started: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with taken() as other:
        monkeypatch.setattr(running, "PORT", other.getsockname()[1])
        ran = stavka("serve", "--data-folder", tmp_path)
    assert ran.code == 0 and "Stavka at http://127.0.0.1:" in ran.out and f":{running.PORT}/" not in ran.out


def test_a_port_that_is_taken_is_refused(stavka: Stavka, started: list[str], tmp_path: Path) -> None:
    with taken() as other:
        port = other.getsockname()[1]
        assert stavka("serve", "--port", str(port), "--data-folder", tmp_path).refuses(str(port), "--port")


@pytest.mark.parametrize("screen", [True, False])
def test_the_page_is_opened_where_there_is_a_screen(
    stavka: Stavka, started: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, screen: bool
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":0") if screen else monkeypatch.delenv("DISPLAY", raising=False)
    stavka("serve", "--port", "0", "--data-folder", tmp_path, "--open")
    assert len(started) == screen

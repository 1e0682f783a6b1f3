"""Bad input of every kind, a little of it; `make bad-input` sends much. And the hunt finds what is wrong."""

from __future__ import annotations

import http.server
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from server.bad_input import Bad, is_sentence
from server.process import Server
from server.storm import faults_in
from stavka.server.settings import Settings


def test_a_server_refuses_bad_input_with_sentences_and_goes_on(lite: Settings, tmp_path: Path) -> None:
    server = Server(lite, tmp_path / "log", STAVKA_LIMIT_FACTOR="1000000")
    try:
        bad = Bad(server, seed=1)
        bad.send(150)
        bad.close()
        assert bad.wrong == []
        assert len(bad.sent) >= 5 and bad.answers["message refused"] > 20
    finally:
        server.kill()
    assert faults_in(server.log) == []


ANSWERS: list[tuple[int, bytes]] = []


class Faulty(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        status, body = ANSWERS[-1]
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def port() -> Iterator[int]:
    """A server that answers what the test wants."""
    server = http.server.HTTPServer(("127.0.0.1", 0), Faulty)
    serving = threading.Thread(target=server.serve_forever)
    serving.start()
    yield server.server_port
    server.shutdown()
    serving.join()
    server.server_close()


@pytest.mark.parametrize(
    ("status", "body", "is_wrong"),
    [
        (500, b'{"error": "Something went wrong."}', True),
        (502, b"", True),
        (404, b"<html>", True),
        (404, b'{"error": ""}', True),
        (422, b'{"error": "a line\\nand another"}', True),
        (404, b'{"error": "There is no such table."}', False),
        (503, b'{"error": "The database cannot be used."}', False),
        (200, b"{}", False),
    ],
)
def test_the_hunt_notes_what_is_wrong(port: int, status: int, body: bytes, is_wrong: bool) -> None:
    ANSWERS.append((status, body))
    bad = Bad.__new__(Bad)
    bad.server, bad.rng = cast(Any, SimpleNamespace(port=port)), Random(1)
    bad.answers, bad.wrong, bad.tables, bad.keys = Counter(), [], {"x": {"table": "T"}}, ["x"]
    bad.ask("GET", "/api/tables/T", None, {})
    assert bool(bad.wrong) == is_wrong


def test_what_a_sentence_is() -> None:
    assert is_sentence("The game has moved on.")
    assert not any(map(is_sentence, ("", None, "two\nlines", "Traceback (most recent call last)", {"a": 1})))

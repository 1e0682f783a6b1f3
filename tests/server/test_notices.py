"""A post office that hangs keeps nobody waiting: notices are sent from a queue of their own."""

from __future__ import annotations

import re
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from server.conftest import OpenHouse
from server.process import Server
from server.seats import FRIENDS, House
from stavka.server import notices
from stavka.server.settings import Settings
from stavka.server.store import Change

PATIENCE = 40.0
"""Seconds after which a deaf server hangs up itself, so that a test that fails does end."""


class Deaf:
    """Accepts, and never answers; or answers with a byte now and then, and never to the end."""

    def __init__(self, greeting: bytes) -> None:
        self.greeting = greeting
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.listener.settimeout(0.05)
        self.port: int = self.listener.getsockname()[1]
        self.lines: list[socket.socket] = []
        self.asked: list[bytes] = []
        self.ended = 0
        self.tired = 0
        """Connections that it ended itself."""
        self.is_over = threading.Event()
        self.threads = [threading.Thread(target=self.accept)]
        self.threads[0].start()

    @property
    def held(self) -> int:
        """The connections that are still held."""
        return len(self.lines) - self.ended

    def accept(self) -> None:
        while not self.is_over.is_set():
            try:
                line, _ = self.listener.accept()
            except TimeoutError:
                continue
            self.lines.append(line)
            self.threads.append(threading.Thread(target=self.hold, args=(line, len(self.lines) - 1)))
            self.asked.append(b"")
            self.threads[-1].start()

    def hold(self, line: socket.socket, number: int) -> None:
        end = time.monotonic() + PATIENCE
        line.settimeout(0.05)
        with line:
            try:
                line.sendall(self.greeting)
                while time.monotonic() < end and not self.is_over.is_set():
                    if self.greeting:
                        line.sendall(b"x")
                    try:
                        heard = line.recv(65536)
                    except TimeoutError:
                        continue
                    if not heard:
                        break
                    self.asked[number] += heard
                self.tired += time.monotonic() >= end
            except OSError:
                pass
            self.ended += 1

    def tables(self) -> set[str]:
        """The tables about which it has been notified."""
        return set(re.findall(r'"table": "([^"]+)"', b"".join(self.asked).decode()))

    def close(self) -> None:
        self.is_over.set()
        for thread in self.threads:
            thread.join()
        self.listener.close()


OpenDeaf = Callable[[bytes], Deaf]


@pytest.fixture
def open_deaf() -> Iterator[OpenDeaf]:
    made: list[Deaf] = []

    def open_(greeting: bytes) -> Deaf:
        made.append(Deaf(greeting))
        return made[-1]

    yield open_
    for each in made:
        each.close()


HTTP = b"HTTP/1.1 200 OK\r\nX-Slow: "
KINDS = {
    "webhook, silent": ("webhook_url", "http://127.0.0.1:{}/hook", b""),
    "webhook, trickling": ("webhook_url", "http://127.0.0.1:{}/hook", HTTP),
    "webhook, silent before TLS": ("webhook_url", "https://127.0.0.1:{}/hook", b""),
    "mail, silent": ("smtp_url", "smtp://127.0.0.1:{}?stavka@example.org", b""),
    "mail, trickling": ("smtp_url", "smtp://127.0.0.1:{}?stavka@example.org", b"220-"),
    "mail, silent before TLS": ("smtp_url", "smtps://127.0.0.1:{}?stavka@example.org", b""),
}


@pytest.fixture(params=KINDS)
def deaf(request: pytest.FixtureRequest, open_deaf: OpenDeaf) -> tuple[dict[str, str], Deaf]:
    """The settings of each, and the server that hangs."""
    name, url, greeting = KINDS[request.param]
    found = open_deaf(greeting)
    return {name: url.format(found.port)}, found


def wait_until(condition: Callable[[], Any], seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it does not come"
        time.sleep(0.02)


def away(house: House, **more: Any) -> dict[str, Any]:
    """A table whose player is asked and not there: a notice waits for him."""
    made = house.make(FRIENDS, **more)
    key = {"Authorization": f"Bearer {house.key(made, 'axis')}"}
    wanted = {"email": "ivan@example.org"}
    assert house.client.put(f"/api/tables/{made['table']}/notify", json=wanted, headers=key).status_code == 200
    house.desk.store.append([Change(made["table"], asked=[1])])
    return made


def test_players_and_clocks_go_on_while_nobody_takes_a_notice(
    open_house: OpenHouse, lite: Settings, deaf: tuple[dict[str, str], Deaf], monkeypatch: pytest.MonkeyPatch
) -> None:
    how, office = deaf
    house = open_house(lite, **how)
    made = away(house)
    clocked = house.make(FRIENDS, clock={"start": 1000})
    wait_until(lambda: office.held == 1)
    axis = house.sit(made, "axis")
    assert axis.pick(axis.picks()[0])["is"] == "answer"
    assert office.held == 1, "the pick waited for the notice"
    later = time.time() + 3600
    with monkeypatch.context() as future:
        future.setattr(time, "time", lambda: later)
        wait_until(lambda: house.facts(clocked)["result"] == "soviet time" or office.ended)
    assert not office.ended, "the clock waited for the notice"


def test_an_attempt_ends_in_its_time_and_is_made_again_later(
    open_house: OpenHouse, lite: Settings, deaf: tuple[dict[str, str], Deaf], monkeypatch: pytest.MonkeyPatch
) -> None:
    how, office = deaf
    monkeypatch.setattr(notices, "WHOLE", 1.0)
    house = open_house(lite, **how)
    away(house)
    wait_until(lambda: [notice.tries for notice in house.desk.store.due_notices(time.time() + 90)] == [1])
    wait_until(lambda: len(office.lines) == 1 and not office.held)
    (notice,) = house.desk.store.due_notices(time.time() + 90)
    assert notice.due > time.time() + 30
    house.desk.store.delay_notice(notice, 0)
    wait_until(lambda: len(office.lines) == 2)


def test_few_are_under_way_at_once_and_every_table_has_its_turn(
    open_house: OpenHouse, lite: Settings, open_deaf: OpenDeaf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "WHOLE", 1.0)
    office = open_deaf(b"")
    house = open_house(lite, webhook_url=f"http://127.0.0.1:{office.port}/")
    tables = {away(house)["table"] for _ in range(2 * notices.SENDERS + 1)}
    most = 0
    while office.tables() != tables:
        most = max(most, office.held)
        assert most <= notices.SENDERS
        time.sleep(0.01)
    assert most > 1


def test_a_notice_that_is_true_no_more_is_not_sent(
    open_house: OpenHouse, settings: Settings, open_deaf: OpenDeaf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check reads the row: the game is not opened for it."""
    office = open_deaf(b"")
    house = open_house(settings, webhook_url=f"http://127.0.0.1:{office.port}/")
    made, over = house.make(FRIENDS), house.make(FRIENDS)
    monkeypatch.setattr(house.desk, "load", None)
    house.desk.tables.clear()
    house.desk.store.set_table(over["table"], result="draw agreed")
    house.desk.store.append([Change(made["table"], asked=[0])])
    house.desk.store.append([Change(over["table"], asked=[1])])
    wait_until(lambda: not house.desk.store.due_notices(time.time() + 1000))
    assert not office.lines


def test_closing_does_not_wait_and_loses_no_notice(
    open_house: OpenHouse, lite: Settings, deaf: tuple[dict[str, str], Deaf], monkeypatch: pytest.MonkeyPatch
) -> None:
    how, office = deaf
    monkeypatch.setattr(notices, "PATIENCE", 1000.0)
    monkeypatch.setattr(notices, "WHOLE", 1000.0)
    house = open_house(lite, **how)
    away(house)
    wait_until(lambda: office.held == 1)
    house.__exit__(None, None, None)
    wait_until(lambda: not office.held)
    assert not office.tired, "closing waited for the attempt"
    house = open_house(lite)
    assert len(house.desk.store.due_notices(time.time() + 90)) == 1


def test_the_process_ends_while_an_attempt_hangs(lite: Settings, tmp_path: Path, open_deaf: OpenDeaf) -> None:
    office = open_deaf(HTTP)
    server = Server(
        lite, tmp_path / "log", STAVKA_NOTICE_DELAY="0", STAVKA_WEBHOOK_URL=f"http://127.0.0.1:{office.port}/"
    )
    try:
        made = server.get("tables", {"game": "traces", "scenario": "race", "seats": {"soviet": "me", "axis": "random"}})
        wait_until(lambda: office.tables() == {made["table"]})
        server.process.send_signal(signal.SIGTERM)
        server.process.wait(PATIENCE)
        assert not office.tired
        assert "Traceback" not in server.log.read_text()
    finally:
        server.kill()

"""Games that wait: clocks, and "your move" by e-mail and webhook, to a listener on this machine only."""

from __future__ import annotations

import hashlib
import hmac
import json
import socket
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from server.conftest import OpenHouse
from server.seats import FRIENDS
from stavka.server.clocks import Clocks
from stavka.server.settings import Settings


def test_clocks_run_for_those_who_decide_and_add_an_increment() -> None:
    clocks = Clocks(100, 10, (0, 1))
    clocks.turn(0, {0, -1})
    assert clocks.deadline() == 100 and clocks.remaining(0, 30) == 70 and clocks.remaining(1, 30) == 100
    clocks.turn(30, {0})
    clocks.turn(40, {1})
    assert clocks.remaining(0, 90) == 70 and clocks.remaining(1, 90) == 50
    assert clocks.fallen(139) is None and clocks.fallen(140) == 1
    clocks.turn(60, {0, 1})
    assert clocks.deadline() == 130 and clocks.copy().remaining(1, 61) == 79
    clocks.turn(60, set())
    assert clocks.deadline() is None


def test_who_has_no_time_left_has_lost(
    open_house: OpenHouse, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = open_house(settings)
    made = house.make(FRIENDS, clock={"start": 1000, "increment": 500})
    soviet, axis = house.sit(made, "soviet"), house.sit(made, "axis")
    assert axis.facts["table"]["clock"] == {"start": 1000.0, "increment": 500.0}
    for _ in range(3):
        axis.pick(axis.picks()[0])
    seats = {seat["side"]: seat["seconds"] for seat in house.facts(made)["seats"]}
    assert 1000 < seats["axis"] <= 1500 and seats["soviet"] <= 1000
    later = time.time() + 3600
    with monkeypatch.context() as future:
        future.setattr(time, "time", lambda: later)
        while not soviet.catch_up().scene["result"]:
            time.sleep(0.05)
    assert soviet.scene["result"]["key"] == "axis time" and "has run out of time" in soviet.said[-1]["text"]
    assert house.facts(made)["result"] == "axis time"
    assert soviet.pick("done")["is"] == "refused"


def test_a_pick_that_comes_too_late_is_not_done(
    open_house: OpenHouse, lite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = open_house(lite, tick=3600)
    made = house.make(FRIENDS, clock={"start": 10})
    axis = house.sit(made, "axis")
    later = time.time() + 11
    monkeypatch.setattr(time, "time", lambda: later)
    axis.pick(axis.picks()[0])
    assert axis.scene["result"]["key"] == "soviet time" and axis.log == []


# -- notices --------------------------------------------------------------------------------------------------------


class Hook(BaseHTTPRequestHandler):
    heard: list[tuple[dict[str, str], bytes]]
    failures: int

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if type(self).failures:
            type(self).failures -= 1
            self.send_response(500)
        else:
            self.heard.append((dict(self.headers), body))
            self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


@pytest.fixture
def hook() -> Iterator[tuple[str, type[Hook]]]:
    handler = type("Listening", (Hook,), {"heard": [], "failures": 0})
    server = HTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/hook", handler
    server.shutdown()
    thread.join()
    server.server_close()


def wait_until(condition: object, seconds: float = 30) -> None:
    assert callable(condition)
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it does not come"
        time.sleep(0.05)


def test_who_is_away_is_told_by_webhook_and_who_is_here_is_not(
    open_house: OpenHouse, settings: Settings, hook: tuple[str, type[Hook]]
) -> None:
    address, handler = hook
    house = open_house(settings, webhook_url=address, webhook_secret="s", public_url="https://stavka.example")
    made = house.make(FRIENDS, seed="hidden")
    axis = house.sit(made, "axis")
    for _ in range(3):
        axis.pick(axis.picks()[0])
    wait_until(lambda: handler.heard)
    headers, body = handler.heard[0]
    told = json.loads(body)
    assert told["table"] == made["table"] and told["side"] == "soviet" and "your move" in told["text"]
    assert told["link"] == f"https://stavka.example/#/table/{made['table']}"
    assert headers["X-Stavka-Signature"] == "sha256=" + hmac.new(b"s", body, hashlib.sha256).hexdigest()
    assert b"hidden" not in body and not any(key.encode() in body for key in made["keys"].values())
    soviet = house.sit(made, "soviet")
    axis.catch_up()
    soviet.pick("so.hq.step")
    soviet.pick("done")
    wait_until(lambda: not house.desk.store.due_notices(time.time() + 1000))
    assert len(handler.heard) == 1


def test_a_notice_that_cannot_be_sent_is_sent_later(
    open_house: OpenHouse, lite: Settings, hook: tuple[str, type[Hook]]
) -> None:
    address, handler = hook
    handler.failures = 1
    house = open_house(lite, webhook_url=address)
    axis = house.sit(house.make(FRIENDS), "axis")
    for _ in range(3):
        axis.pick(axis.picks()[0])
    wait_until(lambda: handler.failures == 0)
    wait_until(lambda: [notice.tries for notice in house.desk.store.due_notices(time.time() + 90)] == [1])
    (notice,) = house.desk.store.due_notices(time.time() + 90)
    house.desk.store.delay_notice(notice, 0)
    wait_until(lambda: handler.heard)
    wait_until(lambda: not house.desk.store.due_notices(time.time() + 1000))


def test_a_mail_says_whose_move_it_is(open_house: OpenHouse, lite: Settings) -> None:
    letters: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=post_office, args=(listener, letters))
        thread.start()
        house = open_house(lite, smtp_url=f"smtp://127.0.0.1:{listener.getsockname()[1]}?stavka@example.org")
        made = house.make(FRIENDS)
        address = f"/api/tables/{made['table']}/notify"
        key = {"Authorization": f"Bearer {made['keys']['soviet']}"}
        assert house.client.put(address, json={"email": "ivan@example.org"}).status_code == 403
        for wrong in ("ivan", "a@b\nBcc: c@d.e", "a b@c.d"):
            assert house.client.put(address, json={"email": wrong}, headers=key).status_code == 422
        assert house.client.put(address, json={"email": "ivan@example.org"}, headers=key).status_code == 200
        axis = house.sit(made, "axis")
        for _ in range(3):
            axis.pick(axis.picks()[0])
        wait_until(lambda: letters)
        thread.join(20)
    assert "To: ivan@example.org" in letters[0] and "From: stavka@example.org" in letters[0]
    assert "you play soviet" in letters[0] and made["keys"]["soviet"] not in letters[0]


def post_office(listener: socket.socket, letters: list[str]) -> None:
    """Just enough of SMTP for one letter."""
    connection, _ = listener.accept()
    with connection, connection.makefile("rwb", buffering=0) as line:
        line.write(b"220 here\r\n")
        while words := line.readline().decode():
            verb = words.split()[0].upper()
            if verb == "DATA":
                line.write(b"354 go on\r\n")
                letter = ""
                while not letter.endswith("\r\n.\r\n"):
                    letter += line.readline().decode()
                letters.append(letter)
            line.write(b"221 bye\r\n" if verb == "QUIT" else b"250 ok\r\n")
            if verb == "QUIT":
                return

"""People at tables: what tests play with."""

from __future__ import annotations

import json
from contextlib import ExitStack
from functools import cache
from itertools import count
from random import Random
from types import TracebackType
from typing import Any, Self

from starlette.testclient import TestClient, WebSocketTestSession

from server.reading import Reading
from stavka import games
from stavka.engine.offer import Pick
from stavka.engine.session import Session
from stavka.engine.standing import no_defaults
from stavka.engine.state import Json
from stavka.server.app import make_app
from stavka.server.desk import Desk
from stavka.server.presenting import ServerPresenter
from stavka.server.settings import Settings

GAME = games.load("traces")
HOT_SEAT = {"soviet": "me", "axis": "me"}
FRIENDS = {"soviet": "me", "axis": "friend"}


def played(picks: int | None = None, back: int = 0, seed: str = "brought") -> Session[Any]:
    """A game with its seed, played for a number of picks, or to a number of picks before its end."""
    session, rng, made = Session(GAME, "race", seed=seed), Random(4), list[tuple[int, Pick]]()
    while session.offers() and (picks is None or len(made) < picks):
        offer = rng.choice(session.offers())
        made.append((offer.seat, rng.choice(list(offer))))
        session.play(*made[-1])
    if back:
        session = Session(GAME, "race", seed=seed)
        for seat, pick in made[:-back]:
            session.play(seat, pick)
    session.record.seed = session.seed
    return session


@cache
def ending() -> str:
    """The record of a game three picks before its end, which is played once."""
    return played(back=3).record.write()


class House:
    """A server in this process, and a client of it."""

    def __init__(self, settings: Settings, presenter: ServerPresenter | None = None) -> None:
        self.app = make_app(settings, presenter)
        self.desk: Desk = self.app.state.desk
        self.client = TestClient(self.app, base_url="https://testserver", raise_server_exceptions=False)
        self.stack = ExitStack()

    def __enter__(self) -> Self:
        self.client.__enter__()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stack.close()
        self.client.__exit__(kind, error, at)

    def clear(self) -> None:
        """Disconnect everybody."""
        self.stack.close()
        self.client.cookies.clear()

    def make(self, seats: Json = FRIENDS, *, by_hand: bool = False, **more: Any) -> Json:
        """A table; `by_hand`: the players make every pick themselves, also where a question has a default."""
        wanted = {"game": "traces", "scenario": "race", "seats": seats, **more}
        reply = self.client.post("/api/tables", json=wanted)
        assert reply.status_code == 201, reply.text
        made: Json = reply.json()
        if by_hand:
            assert self.client.portal is not None
            table = self.client.portal.call(self.desk.table, made["table"])
            for seat in table.seats:
                table.set_seat(seat, standing=json.dumps(no_defaults(table.game)))
        return made

    def sit(self, made: Json, side: str | None = None, **query: str) -> Seat:
        words = ({"key": self.key(made, side)} if side else {}) | query
        address = f"/api/tables/{made['table']}/play?" + "&".join(f"{name}={word}" for name, word in words.items())
        return Seat(self.stack.enter_context(self.client.websocket_connect(address)))

    def key(self, made: Json, side: str) -> str:
        """The key of a seat: our own, or the one for which its invitation is exchanged."""
        if side not in made["keys"]:
            wanted = {"invitation": made["invitations"][side]}
            made["keys"][side] = self.client.post(f"/api/tables/{made['table']}/seats", json=wanted).json()["key"]
        key: str = made["keys"][side]
        return key

    def facts(self, made: Json) -> Json:
        found: Json = self.client.get(f"/api/tables/{made['table']}").json()
        return found


class Seat(Reading):
    """One connection. The server answers every message, so reading up to the answer never waits in vain."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        super().__init__()
        self.socket = socket
        self.ids = count(1)
        self.heard: list[Json] = []
        self.facts: Json = {}
        self.said: list[Json] = []
        self.catch_up()

    def hear(self) -> Json:
        message: Json = self.socket.receive_json()
        self.heard.append(message)
        self.read(message)
        if message["is"] == "table":
            self.facts = message
        elif message["is"] == "chat":
            self.said.append(message)
        return message

    def say(self, do: str, **more: Any) -> Json:
        """Send something and read up to its answer."""
        id_ = f"seat-{next(self.ids)}"
        self.socket.send_json({"do": do, "id": id_, **more})
        while not (self.replies and self.replies[-1]["id"] == id_):
            self.hear()
        return self.replies[-1]

    def catch_up(self) -> Self:
        """Read everything that has been sent."""
        self.say("ask", what="nothing")
        return self

    def picks(self) -> list[str]:
        offer = self.scene["offer"]
        return [pick["pick"] for pick in offer["picks"]] if offer else []

    def pick(self, word: str, state: int | None = None) -> Json:
        return self.say("pick", state=self.state if state is None else state, pick=word)

    def play(self, rng: Random, number: int = 1) -> int:
        """Pick at random while this seat is asked, and return the number of picks."""
        for n in range(number):
            words = self.catch_up().picks()
            if not words:
                return n
            reply = self.pick(rng.choice(words))
            assert reply["is"] == "answer", reply
        return number


def play_on(seats: list[Seat], rng: Random, number: int) -> None:
    """Let each seat that has to decide make a pick."""
    done = 0
    while done < number and not seats[0].catch_up().scene["result"]:
        done += sum(seat.play(rng) for seat in seats)


def until_over(seats: list[Seat], rng: Random) -> None:
    play_on(seats, rng, 100_000)
    assert seats[0].catch_up().scene["result"]

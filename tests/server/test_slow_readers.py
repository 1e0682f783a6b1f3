"""A connection that does not read costs little memory, and gets the present state when it reads again."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any, cast

import pytest
from fastapi import WebSocket
from starlette.websockets import WebSocketState

from server.reading import Reading
from stavka.engine.state import Json
from stavka.server import viewer as viewers
from stavka.server.desk import Desk
from stavka.server.messages import NewTable
from stavka.server.settings import Settings
from stavka.server.socket import write
from stavka.server.table import Table
from stavka.server.viewer import Viewer


class Line(Reading):
    """A connection whose other end reads when it likes."""

    application_state = client_state = WebSocketState.CONNECTED

    def __init__(self) -> None:
        super().__init__()
        self.reads = asyncio.Event()
        self.heard: list[Json] = []
        self.code: int | None = None

    async def send_text(self, text: str) -> None:
        await self.reads.wait()
        self.heard.append(json.loads(text))
        self.read(self.heard[-1])

    async def close(self, code: int, reason: str) -> None:
        self.code = code


async def pick(table: Table, rng: Random) -> None:
    offer = table.match.session.offers()[0]
    word = table.game.write_pick(rng.choice(list(offer)), offer)
    await table.command(lambda: table.do("pick", offer.seat, word))


async def come(table: Table, seats: tuple[int, ...], line: Line) -> tuple[Viewer, asyncio.Task[None]]:
    viewer = Viewer(seats, None)
    await table.join(viewer)
    return viewer, asyncio.create_task(write(cast(WebSocket, line), table, viewer))


def at_a_table(settings: Settings, story: Callable[[Table], Awaitable[None]]) -> None:
    async def run() -> None:
        desk = Desk(settings)
        await desk.open()
        wanted = NewTable(game="traces", scenario="race", seats={"soviet": "me", "axis": "me"}, seed="slow")
        await story(await desk.table(desk.make(wanted).table))
        await desk.close()

    asyncio.run(run())


def test_who_reads_again_knows_everything(lite: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(viewers, "MOST_BYTES", 20_000)
    most, behind = 0, list[bool]()

    async def story(table: Table) -> None:
        nonlocal most
        line, rng = Line(), Random(4)
        slow, writer = await come(table, (0,), line)
        for _ in range(14):
            await pick(table, rng)
            most = max(most, slow.bytes)
        behind.append(slow.is_behind)
        line.reads.set()
        while slow.waiting or slow.is_behind:
            await asyncio.sleep(0.01)
        for _ in range(3):
            await pick(table, rng)
        fresh = Line()
        fresh.reads.set()
        other, second = await come(table, (0,), fresh)
        while slow.waiting or other.waiting:
            await asyncio.sleep(0.01)
        assert line.scene == fresh.scene and line.log == fresh.log and line.log
        assert len(line.heard) < 30, "what was out of date was not sent"
        await table.leave(slow)
        await table.leave(other)
        await asyncio.gather(writer, second)

    at_a_table(lite, story)
    assert behind == [True] and most < 250_000, "what waits is bounded, however much happens"


def test_who_does_not_read_his_answers_is_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(viewers, "MOST_BYTES", 1000)
    viewer = Viewer((0,), None)
    for number in range(3):
        viewer.push({"is": "answer", "id": number, "text": "x" * 600})
    assert viewer.is_closed and viewer.close_code == 1013 and viewer.bytes == 0


def test_a_connection_is_asked_nothing_more_while_its_answers_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(viewers, "ROOM_BYTES", 1000)

    async def story() -> Any:
        viewer = Viewer((0,), None)
        viewer.push({"is": "answer", "id": 1, "text": "x" * 2000})
        asking = asyncio.create_task(viewer.has_room())
        await asyncio.sleep(0)
        assert not asking.done()
        parcel = await viewer.next()
        assert parcel is not None
        viewer.sent(parcel)
        await asking
        return viewer.bytes

    assert asyncio.run(story()) == 0

"""One pool of workers for all server processes of a machine.

A process of its own has the workers and decides whose turn it is (`programs.py`, `turns.py`). The servers ask it over a
local socket in a folder that only their user can enter. If it dies, it is started again, and they ask again."""

from __future__ import annotations

import asyncio
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any, Final

from stavka.server.programs import ProgramAnswer, ProgramQuestion, Programs, packed, unpacked
from stavka.server.relay import Line, LostError
from stavka.server.turns import Claim, Rank

LOOK: Final = 0.5
"""Seconds between two looks at how urgent a question is by now."""
PAUSE: Final = 0.2
"""Seconds before a server looks again for a pool that is gone."""


# -- in the pool ----------------------------------------------------------------------------------------------------


class Pool:
    """The process that has the workers."""

    def __init__(self, place: Path, programs: Programs) -> None:
        self.place, self.programs = place, programs
        self.ending = asyncio.Event()
        self.lines: set[asyncio.Task[None]] = set()

    async def run(self, ready: Callable[[], None] = lambda: None) -> None:
        self.place.unlink(missing_ok=True)
        server = await asyncio.start_unix_server(self.welcome, self.place)
        ready()
        await self.ending.wait()
        server.close()
        for line in list(self.lines):
            line.cancel()
        await asyncio.gather(*self.lines, return_exceptions=True)
        await asyncio.to_thread(self.programs.close)

    async def welcome(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.lines.add(task)
        task.add_done_callback(self.lines.discard)
        with suppress(asyncio.CancelledError, OSError):
            await Customer(self.programs, Line(reader, writer)).serve()
        writer.close()


class Customer:
    """A server that asks the pool."""

    def __init__(self, programs: Programs, line: Line) -> None:
        self.programs, self.line = programs, line
        self.claims: dict[int, Claim] = {}
        self.asking: dict[int, asyncio.Task[None]] = {}
        self.hurrying: set[asyncio.Task[None]] = set()
        self.outgoing: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def serve(self) -> None:
        """Answer until the server is gone; what it has asked is then dropped."""
        writer = asyncio.create_task(self.write())
        try:
            while True:
                self.heed(await self.line.receive())
        finally:
            tasks = [writer, *self.asking.values(), *self.hurrying]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def write(self) -> None:
        with suppress(OSError):
            while True:
                await self.line.send(await self.outgoing.get())

    def heed(self, message: dict[str, Any]) -> None:
        number = message.get("number", 0)
        if "claim" in message:
            rank, client = message["claim"]
            self.claims[number] = Claim(Rank(rank), client)
        if "question" in message:
            self.asking[number] = asyncio.create_task(self.ask(number, message["question"]))
        if "drop" in message and number in self.asking:
            self.asking[number].cancel()
        if "hurry" in message:
            task = asyncio.create_task(self.programs.hurry(message["hurry"]))
            self.hurrying.add(task)
            task.add_done_callback(self.hurrying.discard)

    async def ask(self, number: int, data: bytes) -> None:
        def say(**what: Any) -> None:
            self.outgoing.put_nowait({"number": number, **what})

        try:
            question = await asyncio.to_thread(unpacked, data)
            answer = await self.programs.ask(
                question,
                lambda share: say(share=share),
                lambda: self.claims[number],
                lambda place: say(place=place),
            )
            say(pick=list(answer.pick), by=answer.by)
        finally:
            del self.asking[number]
            del self.claims[number]


def keep_pool(place: Path, workers: int, seconds: float) -> None:
    """Be the pool until the process is told to end."""

    async def run() -> None:
        pool = Pool(place, Programs(workers, seconds))
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, pool.ending.set)
        await pool.run()

    asyncio.run(run())


@contextmanager
def pool_place() -> Iterator[Path]:
    """A place for the socket of a pool, which only this user can reach."""
    folder = tempfile.mkdtemp(prefix="stavka-pool-")
    try:
        yield Path(folder) / "pool"
    finally:
        shutil.rmtree(folder, ignore_errors=True)


# -- in a server ----------------------------------------------------------------------------------------------------


class Asked:
    """A question that a server has asked the pool."""

    def __init__(self, tell: Callable[[float], None], wait: Callable[[int], None]) -> None:
        self.tell, self.wait = tell, wait
        self.answered: asyncio.Future[ProgramAnswer] = asyncio.get_running_loop().create_future()


class SharedPrograms(Programs):
    """Computer players whose workers are in the pool."""

    def __init__(self, place: Path, seconds: float) -> None:
        super().__init__(0, seconds)
        self.place = place
        self.line: Line | None = None
        self.joining = asyncio.Lock()
        self.reader: asyncio.Task[None] | None = None
        self.numbers = count(1)
        self.asked: dict[int, Asked] = {}

    async def ask(
        self,
        question: ProgramQuestion,
        tell: Callable[[float], None] = lambda _: None,
        claim: Callable[[], Claim] = Claim,
        wait: Callable[[int], None] = lambda _: None,
    ) -> ProgramAnswer:
        """Ask a program for its pick. If the pool is lost, it is asked again."""
        data = await asyncio.to_thread(packed, question)
        while True:
            try:
                return await self.ask_once(data, Asked(tell, wait), claim)
            except LostError:
                await asyncio.sleep(PAUSE)

    async def ask_once(self, data: bytes, asked: Asked, claim: Callable[[], Claim]) -> ProgramAnswer:
        line, number, claimed = await self.join(), next(self.numbers), claim()
        self.asked[number] = asked
        try:
            await line.send({"number": number, "claim": list(claimed), "question": data})
            while True:
                with suppress(TimeoutError):
                    return await asyncio.wait_for(asyncio.shield(asked.answered), LOOK)
                if (now := claim()) != claimed:
                    claimed = now
                    await line.send({"number": number, "claim": list(claimed)})
        except OSError:
            raise LostError from None
        except asyncio.CancelledError:
            with suppress(OSError):
                await line.send({"number": number, "drop": True})
            raise
        finally:
            del self.asked[number]
            asked.answered.cancel()

    async def join(self) -> Line:
        """The connection to the pool."""
        async with self.joining:
            if self.line is None:
                try:
                    self.line = Line(*await asyncio.open_unix_connection(self.place))
                except OSError:
                    raise LostError from None
                self.reader = asyncio.create_task(self.read(self.line))
            return self.line

    async def read(self, line: Line) -> None:
        try:
            while True:
                self.heed(await line.receive())
        except LostError:
            if self.line is line:
                self.line = None
            for asked in list(self.asked.values()):
                if not asked.answered.done():
                    asked.answered.set_exception(LostError())
        finally:
            line.close()

    def heed(self, message: dict[str, Any]) -> None:
        asked = self.asked.get(message["number"])
        if asked is None:
            return
        if "share" in message:
            asked.tell(message["share"])
        elif "place" in message:
            asked.wait(message["place"])
        elif not asked.answered.done():
            kind, index = message["pick"]
            asked.answered.set_result(ProgramAnswer((kind, index), message["by"]))

    async def hurry(self, table: str) -> None:
        if self.line is not None:
            with suppress(OSError):
                await self.line.send({"hurry": table})

    def close(self) -> None:
        if self.reader is not None:
            self.reader.get_loop().call_soon_threadsafe(self.reader.cancel)

"""A player that is another program, in any language, at the other end of a pipe. docs/protocol.md describes the lines
that the two exchange.

The program is told what its seat sees and nothing else. Whatever it does wrong costs it the game, with one sentence
that says what it was; it cannot stop the series or read what is not its own."""

from __future__ import annotations

import json
import os
import selectors
import shlex
import signal
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from time import monotonic
from typing import Any, Final, Literal

from stavka.engine.agent import Agent, ForfeitError, Sight
from stavka.engine.kinds import hexes_in
from stavka.engine.machine import Game
from stavka.engine.offer import Offer, Pick
from stavka.engine.state import Json

VERSION: Final = 1
"""The version of the protocol."""
SECONDS: Final = 10.0
"""The time that a program has for each answer."""
MOST_BYTES: Final = 1 << 16
"""The longest line that a program may write."""
UNASKED: Final = "wrote more than the one line that it was asked for"
SEEDS: Final = 1 << 32
"""A program is given a seed below this, which every language can hold."""
FAREWELL: Final = 1.0
"""The seconds that a program has to end when its game is over."""
SHOWN: Final = 60
"""The most letters of a wrong answer that a sentence repeats."""
CHUNK: Final = 1 << 16


Kind = Literal["gone", "late", "wrong", "flood"]


class ProgramFaultError(ForfeitError):
    """What a program did wrong, and of which kind that is."""

    def __init__(self, kind: Kind, sentence: str) -> None:
        super().__init__(sentence)
        self.kind = kind


class PipedPlayer(Agent):
    """A program as a player. It is started when it is asked for the first time, and ended by `close`."""

    def __init__(
        self,
        command: str,
        game: Game[Any],
        seed: int,
        seconds: float = SECONDS,
        environ: Mapping[str, str] | None = None,
    ) -> None:
        """environ: the environment of the program; None: ours."""
        self.command, self.game, self.seed, self.seconds, self.environ = command, game, seed, seconds, environ
        self.process: subprocess.Popen[bytes] | None = None
        self.is_blind = False
        self.unread = b""

    def choose(self, sight: Sight[Any] | None, offer: Offer) -> Pick:
        assert sight is not None, "a program is given a sight"
        if self.process is None:
            self.start(sight)
        question: Json = {"prompt": self.game.prompt(sight.position), "offer": self.game.open_offer(offer)}
        if not self.is_blind:
            question["position"] = sight.plain()
        self.tell("decide", question)
        verb, _, word = self.answer().partition(" ")
        if verb != "pick" or not word:
            raise self.fault("wrong", f"answered {f'{verb} {word}'.strip()!r:.{SHOWN}}; expected 'pick WORD'")
        try:
            pick = self.game.read_pick(word, offer)
        except ValueError:
            raise self.fault(
                "wrong", f"picked {word!r:.{SHOWN}}, which is no unit, hex or option of the game"
            ) from None
        if pick not in offer:
            raise self.fault("wrong", f"picked {word!r:.{SHOWN}}, which is not offered")
        return pick

    def fault(self, kind: Kind, what: str) -> ProgramFaultError:
        self.kill()
        return ProgramFaultError(kind, f"the program {self.command!r} {what}")

    # -- the program ------------------------------------------------------------------------------------------------

    def start(self, sight: Sight[Any]) -> None:
        game, seat = self.game, sight.seat
        assert seat is not None, "a player has a seat"
        try:
            self.process = subprocess.Popen(
                shlex.split(self.command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # so that what it starts ends with it
                env=self.environ,
            )
        except (OSError, ValueError) as error:
            raise self.fault("gone", f"cannot be started: {error}") from None
        assert self.process.stdin is not None and self.process.stdout is not None
        os.set_blocking(self.process.stdin.fileno(), False)
        os.set_blocking(self.process.stdout.fileno(), False)
        self.tell(
            "hello",
            {
                "protocol": VERSION,
                "game": game.key,
                "scenario": sight.position.scenario,
                "seat": seat,
                "side": game.sides[game.side_of(sight.position, seat)],
                "sides": list(game.sides),
                "seed": self.seed % SEEDS,
                "units": list(game.unit_ids),
                "unit_sides": [game.sides[side] for side in game.side],
                "hexes": {str(hex_): game.grid.number(hex_) for hex_ in hexes_in(game.grid.all)},
            },
        )
        ready = self.answer()
        if ready not in ("ready", "ready blind"):
            raise self.fault("wrong", f"answered {ready!r:.{SHOWN}}; expected 'ready' or 'ready blind'")
        self.is_blind = ready == "ready blind"

    def tell(self, verb: str, what: Json) -> None:
        """Write a line to the program, as fast as it reads. What it wrote without being asked is a fault."""
        assert self.process is not None and self.process.stdin is not None and self.process.stdout is not None
        with suppress(BlockingIOError):
            if os.read(self.process.stdout.fileno(), 1):
                raise self.fault("flood", UNASKED)
        pipe = self.process.stdin.fileno()
        rest, end = memoryview(f"{verb} {json.dumps(what)}\n".encode()), monotonic() + self.seconds
        while rest:
            self.wait(pipe, selectors.EVENT_WRITE, end, "did not read what it was told")
            try:
                rest = rest[os.write(pipe, rest[:CHUNK]) :]
            except BlockingIOError:
                continue
            except OSError:
                raise self.fault("gone", self.ended()) from None

    def answer(self) -> str:
        """The next line of the program."""
        assert self.process is not None and self.process.stdout is not None
        pipe, end = self.process.stdout.fileno(), monotonic() + self.seconds
        while b"\n" not in self.unread:
            if len(self.unread) > MOST_BYTES:
                raise self.fault("flood", f"wrote more than {MOST_BYTES} bytes without ending its line")
            self.wait(pipe, selectors.EVENT_READ, end, "did not answer")
            try:
                found = os.read(pipe, CHUNK)
            except BlockingIOError:
                continue
            if not found:
                raise self.fault("gone", self.ended())
            self.unread += found
        line, _, rest = self.unread.partition(b"\n")
        if rest:
            raise self.fault("flood", UNASKED)
        self.unread = b""
        return line.decode("utf-8", "replace").strip()

    def wait(self, pipe: int, event: int, end: float, what: str) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(pipe, event)
            if not selector.select(max(0.0, end - monotonic())):
                raise self.fault("late", f"{what} within {self.seconds:g} seconds")

    def ended(self) -> str:
        """How the program came to its end, as the end of a sentence."""
        assert self.process is not None
        try:
            code = self.process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            return "closed its output before the game was over"
        return f"ended before the game was over, with exit code {code}"

    # -- the end ----------------------------------------------------------------------------------------------------

    def close(self, result: str) -> None:
        """Tell the program how the game ended, and end it."""
        process = self.process
        if process is not None and process.stdin is not None:
            with suppress(ForfeitError, OSError, subprocess.TimeoutExpired):
                self.tell("over", {"result": result})
                process.stdin.close()
                process.wait(FAREWELL)
        self.kill()

    def stop(self) -> None:
        """End the program and everything that it has started; another thread may be waiting for its answer."""
        process = self.process
        if process is not None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)

    def kill(self) -> None:
        """End the program and everything that it has started, and let go of it."""
        self.stop()
        process, self.process, self.unread = self.process, None, b""
        if process is None:
            return
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()

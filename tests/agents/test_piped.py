"""Programs over a pipe: one that plays, and everything that one can do wrong."""

from __future__ import annotations

import json
import selectors
import shlex
import sys
import time
from pathlib import Path
from random import Random

import pytest

from games.walks import collected
from stavka import games
from stavka.agents.piped import PipedPlayer
from stavka.agents.random_player import RandomPlayer
from stavka.engine.agent import ForfeitError
from stavka.engine.state import Json
from stavka.games import opponents
from stavka.games.luki.state import Position
from stavka.studies.play import Outcome, play_out

ROOT = Path(__file__).parents[2]
MARCHER = f"node {ROOT / 'examples' / 'agents' / 'marcher.mjs'}"
GAME = games.load("luki")
SCENARIO = "cut-the-line"
SECONDS = 20.0
READS = "import sys, json, time, os\nask = lambda: sys.stdin.readline()\n"
SAYS = READS + "say = lambda what: print(what, flush=True)\nask(); say('ready')\n"


def program(code: str) -> str:
    """The command that runs some Python."""
    return f"{sys.executable} -c {shlex.quote(code)}"


def played(command: str, seconds: float = SECONDS) -> Outcome:
    """A game of a program, which plays the Soviets, against a random player."""
    state = GAME.new(SCENARIO)
    piped = PipedPlayer(command, GAME, 1, seconds)
    outcome = play_out(GAME, state, [piped, RandomPlayer(GAME, 2)], Random(3))
    assert piped.process is None
    return outcome


def test_a_program_in_another_language_plays_a_whole_game() -> None:
    outcome = played(MARCHER)
    assert outcome.forfeit == ""
    assert outcome.result in {"soviet", "german", "draw"} and outcome.picks > 100


def test_the_same_seed_gives_the_same_game() -> None:
    assert played(MARCHER) == played(MARCHER)


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("raise SystemExit(3)", "ended before the game was over, with exit code 3"),
        (READS + "ask(); print('hello', flush=True); ask()", "answered 'hello'; expected 'ready' or 'ready blind'"),
        (SAYS + "ask(); os._exit(7)", "ended before the game was over, with exit code 7"),
        (SAYS + "ask(); os.close(1); time.sleep(30)", "closed its output before the game was over"),
        (SAYS + "ask(); say('1731'); ask()", "answered '1731'; expected 'pick WORD'"),
        (SAYS + "ask(); say('pick'); ask()", "answered 'pick'; expected 'pick WORD'"),
        (SAYS + "ask(); say('pick Kyiv'); ask()", "picked 'Kyiv', which is no unit, hex or option of the game"),
        (SAYS + "ask(); say('pick guide'); ask()", "picked 'guide', which is not offered"),
        (SAYS + "ask(); say('p' * 50_000_000); ask()", "wrote more than 65536 bytes without ending its line"),
        (SAYS + "ask(); say('pick done\\n' * 5_000_000); ask()", "wrote more than the one line that it was asked for"),
        (
            READS + "ask(); print('ready\\nready', flush=True); ask()",
            "wrote more than the one line that it was asked for",
        ),
        (SAYS + "ask(); sys.stdout.buffer.write(bytes([255]) + b'\\n'); sys.stdout.flush(); ask()", "answered "),
    ],
)
def test_a_program_that_does_wrong_loses_with_one_sentence(code: str, says: str) -> None:
    outcome = played(program(code))
    assert outcome.result == "german forfeit"
    assert says in outcome.forfeit and "\n" not in outcome.forfeit.replace("\\n", "")


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("import time; time.sleep(30)", "did not answer within 0.5 seconds"),
        (SAYS + "time.sleep(30)", "did not answer within 0.5 seconds"),
    ],
)
def test_a_program_that_does_not_answer_in_time_loses(code: str, says: str) -> None:
    outcome = played(program(code), 0.5)
    assert outcome.result == "german forfeit" and says in outcome.forfeit


def test_a_program_that_writes_before_it_is_asked_loses(tmp_path: Path) -> None:
    """An answer to no question is not kept for the next one. The program writes it once its first answer was read."""
    gate = tmp_path / "gate"
    code = (
        SAYS + f"ask(); say('pick x')\nwhile not os.path.exists({str(gate)!r}): time.sleep(0.01)\nsay('pick x'); ask()"
    )
    player = PipedPlayer(program(code), GAME, 1, SECONDS)
    player.start(GAME.see(GAME.new(SCENARIO), 0))
    player.tell("decide", {})
    assert player.answer() == "pick x"
    gate.touch()
    assert player.process is not None and player.process.stdout is not None
    with selectors.DefaultSelector() as selector:
        selector.register(player.process.stdout.fileno(), selectors.EVENT_READ)
        assert selector.select(SECONDS)
    with pytest.raises(ForfeitError, match="wrote more than the one line that it was asked for"):
        player.tell("decide", {})


def test_a_program_that_does_not_read_loses() -> None:
    """The pipe is full after some lines; the series does not wait for it for ever."""
    player = PipedPlayer(program(SAYS + "time.sleep(30)"), GAME, 1, SECONDS)
    state = GAME.new(SCENARIO)
    sight = GAME.see(state, 0)
    player.start(sight)
    player.seconds = 0.5
    with pytest.raises(ForfeitError, match=r"did not read what it was told within 0\.5 seconds"):
        for _ in range(1000):
            player.tell("decide", {"padding": "x" * 10_000})
    assert player.process is None


def test_a_command_that_does_not_exist_loses() -> None:
    outcome = played("no-such-program --at all")
    assert outcome.result == "german forfeit" and "cannot be started" in outcome.forfeit


def test_a_program_dies_with_everything_that_it_has_started(tmp_path: Path) -> None:
    child = tmp_path / "child"
    code = SAYS + (
        "import subprocess\n"
        f"other = subprocess.Popen([{sys.executable!r}, '-c', 'import time; time.sleep(60)'])\n"
        f"open({str(child)!r}, 'w').write(str(other.pid))\n"
        "ask(); say('nonsense'); time.sleep(60)"
    )
    assert played(program(code)).result == "german forfeit"
    number = int(child.read_text())
    for _ in range(200):
        if not is_running(number):
            break
        time.sleep(0.05)
    assert not is_running(number)


def is_running(number: int) -> bool:
    try:
        state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


# -- secrets --------------------------------------------------------------------------------------------------------


def told(state: Position, seat: int) -> list[Json]:
    """What a program is told at the beginning and at a decision of its seat."""
    said: list[Json] = []

    class Listening(PipedPlayer):
        def tell(self, verb: str, what: Json) -> None:
            said.append({verb: json.loads(json.dumps(what))})
            super().tell(verb, what)

    player = Listening(program(READS + "ask(); print('ready', flush=True); ask(); time.sleep(30)"), GAME, 1, 0.5)
    offer = GAME.offer(state, seat)
    assert offer is not None
    with pytest.raises(ForfeitError):
        player.choose(GAME.see(state, seat), offer)
    return said


def test_a_program_is_told_only_what_its_seat_sees() -> None:
    """What is hidden from the seat is exchanged, and it is told the same."""
    shuffled = games.module(GAME.key, "checks.invariants").shuffled
    compared = 0
    for s in [each for step in ("movement", "combat", "chits") for each in collected(GAME.key).get(step, [])[:2]]:
        seat = GAME.offers(s)[0].seat
        other = shuffled(GAME, s, seat, Random(5))
        compared += other != s
        assert told(s, seat) == told(other, seat)
    assert compared >= 3


def test_the_server_knows_no_pipes() -> None:
    """A player of the server cannot start a program: a name with a command is no program there."""
    with pytest.raises(opponents.UnknownPlayerError):
        opponents.check(f"pipe:{MARCHER}", GAME.key, in_studies=True)
    with pytest.raises(opponents.UnknownPlayerError):
        opponents.make(f"pipe:{MARCHER}", GAME, 1)

"""Games on a real Ray cluster of two nodes in processes of their own: the same games as in one process, also where a
node is killed in the middle, or the program that asked for them."""

from __future__ import annotations

import json
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import sleep
from typing import Any

import pytest

import stavka as package
from stavka.studies import cluster
from stavka.studies.cluster import OtherCode, checked, code

SIM = ("sim", "moscow", "mtsensk", "--players", "random,random", "--seed", "c", "--json")
ARENA = ("stavka", "arena", "moscow", "mtsensk", "random", "scripted")
TIMES = ("seconds", "process_seconds", "picks_per_second")
RAY = str(Path(sys.executable).parent / "ray")
OTHER = """
import sys
from stavka.studies import cluster
from stavka.studies.pool import Spread, WorkersLostError, workers
cluster.code = lambda: "of another day"
try:
    with workers(Spread(ray=sys.argv[1])) as crew:
        list(crew.each(abs, [1]))
except WorkersLostError as error:
    print(error)
"""
EARLY = 25
"""The games that are there when something is killed."""


class Nodes:
    """A cluster on this machine, each node in processes of its own, as `ray start` makes them."""

    def __init__(self, cpus: int) -> None:
        self.started: list[subprocess.Popen[str]] = []
        self.address = f"127.0.0.1:{free_port()}"
        self.add("--head", "--port", self.address.rpartition(":")[2], "--include-dashboard=false", cpus=cpus)

    def add(self, *words: str, cpus: int = 1) -> subprocess.Popen[str]:
        """Start a node and wait until it belongs to the cluster."""
        join = words or ("--address", self.address)
        command = [RAY, "start", *join, "--num-cpus", str(cpus), "--block", "--disable-usage-stats"]
        node = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
        )
        self.started.append(node)
        assert node.stdout is not None
        lines = []
        for line in node.stdout:
            lines.append(line)
            if "Ray runtime started" in line:
                return node
        raise AssertionError("".join(lines))

    def kill(self, node: subprocess.Popen[str]) -> None:
        """Kill a node with all its processes, without a word to the others."""
        self.started.remove(node)
        os.killpg(node.pid, signal.SIGKILL)
        node.wait()
        assert node.stdout is not None
        node.stdout.close()

    def close(self) -> None:
        for node in reversed(self.started[:]):
            self.kill(node)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


@pytest.fixture(autouse=True)
def token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A token of the test's own, as on a cluster that lets nobody else in; Ray's own is in the home folder."""
    path = tmp_path / "token"
    path.write_text(secrets.token_hex(32))
    monkeypatch.setenv("RAY_AUTH_MODE", "token")
    monkeypatch.setenv("RAY_AUTH_TOKEN_PATH", str(path))


@pytest.fixture
def nodes(token: None) -> Iterator[Nodes]:
    found = Nodes(cpus=1)
    yield found
    found.close()


def start(*words: str | Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", *map(str, words)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def run(*words: str | Path) -> Any:
    """What a command prints, as data."""
    process = start(*words)
    out, err = process.communicate()
    assert process.returncode == 0, err
    return json.loads(out)


def stavka(*words: str | Path) -> Any:
    return timeless(run("stavka", *words))


def timeless(found: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in found.items() if key not in TIMES}


def await_games(process: subprocess.Popen[str], path: Path) -> None:
    """Wait until the file has some games, and the process is still at work."""
    while not path.exists() or path.read_text("utf-8").count("\n") <= EARLY:
        assert process.poll() is None, process.stderr and process.stderr.read()
        sleep(0.02)


def test_a_node_that_is_killed_costs_nothing(nodes: Nodes, tmp_path: Path) -> None:
    second, out = nodes.add(), tmp_path / "games.jsonl"
    process = start("stavka", *SIM, "--games", "400", "--ray", nodes.address, "--out", out)
    await_games(process, out)
    nodes.kill(second)
    printed, err = process.communicate()
    assert process.returncode == 0, err
    assert timeless(json.loads(printed)) == stavka(*SIM, "--games", "400", "--jobs", "1")


def test_the_only_worker_is_killed_and_another_node_joins(tmp_path: Path) -> None:
    """The first node plays nothing here: whatever was played at the time of the kill was on the second."""
    nodes = Nodes(cpus=0)
    try:
        second, out = nodes.add(), tmp_path / "games.jsonl"
        process = start("stavka", *SIM, "--games", "200", "--ray", nodes.address, "--out", out)
        await_games(process, out)
        nodes.kill(second)
        before = out.read_text("utf-8")
        nodes.add()
        printed, err = process.communicate()
        assert process.returncode == 0, err
        assert before.count("\n") < 201 and out.read_text("utf-8").startswith(before)
        assert timeless(json.loads(printed)) == stavka(*SIM, "--games", "200", "--jobs", "1")
    finally:
        nodes.close()


def test_a_run_whose_driver_is_killed_is_taken_up(nodes: Nodes, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    process = start("stavka", *SIM, "--games", "200", "--ray", nodes.address, "--out", out)
    await_games(process, out)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    before = out.read_text("utf-8")
    before = before[: before.rfind("\n") + 1]
    assert EARLY < before.count("\n") < 201
    found = stavka(*SIM, "--games", "200", "--ray", nodes.address, "--out", out)
    after = out.read_text("utf-8")
    assert after.startswith(before) and after.count("\n") == 201
    assert found == stavka(*SIM, "--games", "200", "--jobs", "1")


@pytest.mark.parametrize(
    ("words", "same"),
    [
        (
            ("stavka", "arena", "moscow", "mtsensk", "random", "scripted", "--seeds", "2", "--json"),
            ("pairs", "ratings"),
        ),
        (("stavka.studies.soak", "--game", "moscow", "--games", "3", "--json"), ("results", "waits", "picks")),
    ],
)
def test_other_studies_come_to_the_same(nodes: Nodes, words: Sequence[str], same: Sequence[str]) -> None:
    there, here = (run(*words, *where) for where in (("--ray", nodes.address), ("--jobs", "1")))
    assert {name: there[name] for name in same} == {name: here[name] for name in same}


def test_balance_comes_to_the_same(nodes: Nodes, tmp_path: Path) -> None:
    words = ("balance", "moscow", "mtsensk", "--players", "random,random", "--games", "3", "--seeds", "2", "--json")
    vary = ("--vary", "scenario.mtsensk.threshold=1..5")
    there, here = (
        stavka(*words, *vary, "-o", tmp_path / where[0], *where)
        for where in (("--ray", nodes.address), ("--jobs", "1"))
    )
    assert there == here


def test_a_worker_with_other_code_plays_nothing() -> None:
    assert checked(code(), abs, [-1, 2]) == [1, 2]
    assert isinstance(checked("something else", abs, [-1]), OtherCode)


def test_the_code_is_told_by_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("__init__.py", "map.txt", "notes.md"):
        (tmp_path / name).write_text("1")
    monkeypatch.setattr(package, "__file__", str(tmp_path / "__init__.py"))
    found = set()
    for name in ("notes.md", "map.txt", "__init__.py"):
        found.add(code.__wrapped__())
        (tmp_path / name).write_text("2")
    assert len(found | {code.__wrapped__()}) == 3  # the notes do not count


@pytest.mark.parametrize(
    ("address", "says"), [("127.0.0.1:1", "no cluster answers"), ("nonsense", "expected auto or HOST:PORT")]
)
def test_a_cluster_that_is_not_there_is_one_sentence(address: str, says: str) -> None:
    process = start("stavka", *SIM, "--ray", address)
    out, err = process.communicate()
    assert (process.returncode, out, err.count("\n")) == (2, "", 1), err
    assert err.startswith(f"stavka: --ray {address}: ") and says in err


def test_workers_of_another_stavka_are_named(nodes: Nodes) -> None:
    """The program that asks takes itself for another version."""
    process = subprocess.Popen(
        [sys.executable, "-c", OTHER, nodes.address], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    out, err = process.communicate()
    assert re.fullmatch(r"[\d.]+ has another Stavka than this machine: install the same on all\n", out), err


def test_auto_is_the_cluster_of_this_machine(nodes: Nodes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Ray notes it in a file, which stays when the cluster is killed."""
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    assert cluster.running_here() == ""
    (tmp_path / "ray").mkdir()
    (tmp_path / "ray" / "ray_current_cluster").write_text(f"{nodes.address}\n")
    assert cluster.running_here() == nodes.address
    (tmp_path / "ray" / "ray_current_cluster").write_text("127.0.0.1:1")
    assert cluster.running_here() == ""
    monkeypatch.setenv("RAY_ADDRESS", nodes.address)
    assert cluster.running_here() == nodes.address

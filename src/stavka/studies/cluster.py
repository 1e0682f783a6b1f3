"""Games on a Ray cluster, one machine or many. `pip install stavka[ray]` on each of them; docs/research.md says how.

Ray plays the games of a worker or of a machine that dies again somewhere else, and uses machines that join later. Each
worker compares its code and data with those of the machine that asks: others would play other games."""

from __future__ import annotations

import hashlib
import os
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import ExitStack, redirect_stdout
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import stavka
from stavka.studies.pool import Others, WorkersLostError, all_of

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # read by Ray when it starts: nothing is sent anywhere
os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # Ray's coming default; without it each start warns
try:
    import ray
    from ray.exceptions import RayError
except ImportError:
    raise WorkersLostError("--ray needs Ray: pip install stavka[ray]") from None

T = TypeVar("T")
R = TypeVar("R")

AUTO: Final = "auto"
RETRIES: Final = 20
"""The times that a bundle of games may lose its process before it counts as a fault of the games."""
PATIENCE: Final = 10.0
"""Seconds for a cluster to accept a connection."""
LOOK: Final = 5.0
"""Seconds after which the number of cores of the cluster is asked for again."""
PARTS: Final = frozenset({".json", ".mako", ".py", ".toml", ".txt"})


class OtherCode(NamedTuple):
    """The answer of a worker whose Stavka differs."""

    host: str


@cache
def code() -> str:
    """A fingerprint of the code and data of the installed Stavka."""
    folder, found = Path(stavka.__file__).parent, hashlib.blake2b(digest_size=8)
    for path in sorted(path for path in folder.rglob("*") if path.suffix in PARTS):
        found.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()


def checked(expected: str, do: Callable[[T], R], items: Sequence[T]) -> list[R] | OtherCode:
    """The results of a bundle, if this worker has the expected code."""
    if code() != expected:
        return OtherCode(ray.util.get_node_ip_address())
    return all_of(do, items)


class Cluster(Others[Any]):
    """The cores of a Ray cluster."""

    def __init__(self, address: str) -> None:
        """Join a cluster. `auto`: the one to which this machine belongs, or else one that is started on this machine
        until `close`. Until then standard output goes to standard error: Ray prints there that a machine has died."""
        self.stack = ExitStack()
        self.stack.enter_context(redirect_stdout(sys.stderr))
        try:
            join(address)
        except (ConnectionError, RayError, ValueError) as error:
            self.stack.close()
            raise WorkersLostError(f"--ray {address}: no cluster answers ({' '.join(str(error).split())})") from None
        self.remote: Any = ray.remote(num_cpus=1, max_retries=RETRIES)(checked)
        self.cores, self.asked = 0, 0.0

    @property
    def at_once(self) -> int:
        if time.monotonic() - self.asked > LOOK or not self.cores:
            self.cores, self.asked = max(1, int(ray.cluster_resources().get("CPU", 1))), time.monotonic()
        return self.cores

    def send(self, do: Callable[[T], R], items: Sequence[T]) -> Any:
        return self.remote.remote(code(), do, items)

    def finished(self, running: Collection[Any]) -> Iterable[Any]:
        handles = list(running)
        first, _ = ray.wait(handles, num_returns=1)
        ready, _ = ray.wait(handles, num_returns=len(handles), timeout=0)
        return {*first, *ready}

    def fetch(self, handle: Any) -> list[Any]:
        try:
            found = ray.get(handle)
        except ray.exceptions.RayTaskError as error:
            raise error.cause from None
        except RayError as error:
            raise WorkersLostError(f"the cluster has lost a game for good: {' '.join(str(error).split())}") from None
        if isinstance(found, OtherCode):
            raise WorkersLostError(f"{found.host} has another Stavka than this machine: install the same on all")
        results: list[Any] = found
        return results

    def close(self) -> None:
        ray.shutdown()
        self.stack.close()


def join(address: str) -> None:
    start = partial(ray.init, log_to_driver=False, logging_level="ERROR")
    if address != AUTO:
        knock(address)
        start(address=address)
        return
    here = running_here()
    if here:
        start(address=here)
    else:
        start(address="local", include_dashboard=False)


def running_here() -> str:
    """The address of the cluster to which this machine belongs; empty if none answers. Ray notes it in a file, and does
    not remove the file when the cluster dies."""
    noted = Path(tempfile.gettempdir()) / "ray" / "ray_current_cluster"
    address = os.environ.get("RAY_ADDRESS") or (noted.read_text("utf-8").strip() if noted.is_file() else "")
    try:
        knock(address)
    except (ConnectionError, ValueError):
        return ""
    return address


def knock(address: str) -> None:
    """Refuse an address at which nothing listens; Ray itself would try for minutes."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if not host or not port.isdigit():
        raise ValueError("expected auto or HOST:PORT")
    try:
        socket.create_connection((host, int(port)), timeout=PATIENCE).close()
    except OSError as error:
        raise ConnectionError(str(error)) from None

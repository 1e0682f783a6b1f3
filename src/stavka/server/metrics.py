"""What operators watch, in the format of Prometheus: counts, times, and what is in memory now.

No label names a table, a player or anything that a client has sent: each takes its values from a short list in the
code. Strangers cannot read the metrics, since they have an address of their own (`STAVKA_METRICS`) and none on the
server's port, to which a reverse proxy leads everybody."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    GCCollector,
    Histogram,
    Metric,
    PlatformCollector,
    ProcessCollector,
    disable_created_metrics,
    start_http_server,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from sqlalchemy import ExceptionContext

if TYPE_CHECKING:
    from stavka.server.desk import Desk

disable_created_metrics()  # type: ignore[no-untyped-call]  # they would be a series more for every count
COUNTED: Final = CollectorRegistry()
"""What is counted and timed in this process."""
QUICK: Final = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)
SLOW: Final = (0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 40, 80)
METHODS: Final = frozenset(("GET", "HEAD", "POST", "PUT", "DELETE"))

PICKS: Final = Counter("stavka_picks", "Picks that are stored.", ["game", "by"], registry=COUNTED)
ANSWERS: Final = Histogram(
    "stavka_answer_seconds",
    "From the arrival of a message on a WebSocket until its answer waits to be sent.",
    ["do"],
    buckets=QUICK,
    registry=COUNTED,
)
REQUESTS: Final = Histogram(
    "stavka_request_seconds",
    "From the arrival of an HTTP request until its answer is sent.",
    ["method", "status"],
    buckets=QUICK,
    registry=COUNTED,
)
STORES: Final = Histogram(
    "stavka_store_seconds", "Transactions that write to the database.", buckets=QUICK, registry=COUNTED
)
WAITS: Final = Histogram(
    "stavka_queue_seconds", "Questions to computer players that wait for a worker.", buckets=SLOW, registry=COUNTED
)
THOUGHTS: Final = Histogram(
    "stavka_thinking_seconds",
    "Computer players that think about a pick.",
    ["game", "player"],
    buckets=SLOW,
    registry=COUNTED,
)
FAULTS: Final = Counter("stavka_faults", "Faults in the log.", ["kind"], registry=COUNTED)
DATABASE_ERRORS: Final = Counter(
    "stavka_database_errors", "Errors of the database and its driver.", ["kind"], registry=COUNTED
)


@contextmanager
def timed(histogram: Histogram) -> Iterator[None]:
    """Time a block, however it ends."""
    start = time.perf_counter()
    try:
        yield
    finally:
        histogram.observe(time.perf_counter() - start)


def note_request(method: str, status: int, seconds: float) -> None:
    """Note an answer over HTTP. A client may invent methods, and each would be a label of its own."""
    REQUESTS.labels(method if method in METHODS else "other", str(status)).observe(seconds)


def note_database_error(context: ExceptionContext) -> None:
    DATABASE_ERRORS.labels(type(context.original_exception).__name__).inc()


class MetricsError(ValueError):
    """The metrics cannot be told at this address: one sentence says why."""


class Present(Collector):
    """What is in memory at the moment of the question. It is asked in a thread of its own, so it reads copies."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def collect(self) -> Iterable[Metric]:
        desk = self.desk
        viewers = [viewer for table in list(desk.tables.values()) for viewer in list(table.viewers)]
        players = sum(bool(viewer.seats) for viewer in viewers)
        yield GaugeMetricFamily("stavka_tables", "Tables in memory.", len(desk.tables))
        connections = GaugeMetricFamily("stavka_connections", "Connections to tables.", labels=["as"])
        connections.add_metric(["player"], players)
        connections.add_metric(["onlooker"], len(viewers) - players)
        yield connections
        waiting = sum(viewer.bytes for viewer in viewers)
        yield GaugeMetricFamily("stavka_unsent_bytes", "Bytes that wait for slow connections.", waiting)
        programs = desk.programs
        yield GaugeMetricFamily(
            "stavka_programs_queued", "Questions that wait for a worker.", len(programs.turns.waiting)
        )
        yield GaugeMetricFamily(
            "stavka_programs_thinking", "Questions of which a worker thinks.", len(programs.thinking)
        )
        yield GaugeMetricFamily("stavka_workers", "Worker processes for computer players.", len(programs.workers))
        yield GaugeMetricFamily("stavka_games_not_loaded", "Games that could not be loaded.", len(desk.shelf.unloaded))


def registry_of(desk: Desk) -> CollectorRegistry:
    """Everything that a server tells: what it has counted, what it holds, and what its process takes."""
    registry = CollectorRegistry()
    registry.register(COUNTED)
    registry.register(Present(desk))
    ProcessCollector(registry=registry)
    PlatformCollector(registry=registry)
    GCCollector(registry=registry)
    return registry


def address_of(text: str) -> tuple[str, int]:
    """The host and port of an address such as "127.0.0.1:9464" or "[::1]:9464"."""
    host, _, port = text.rpartition(":")
    if not host or not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise MetricsError(f"STAVKA_METRICS={text}: expected an address and a port, as in 127.0.0.1:9464")
    return host.strip("[]"), int(port)


def nth_address(text: str, number: int) -> tuple[str, int]:
    """The address of the nth of several processes: each has the port after the last one's."""
    host, port = address_of(text)
    if port + number > 65535:
        raise MetricsError(f"STAVKA_METRICS={text}: expected a port with {number} more above it, one for each process")
    return host, port + number if port else 0


def check_free(text: str, number: int) -> None:
    """Check that so many processes can tell their metrics; without an address none does."""
    for each in range(number if text else 0):
        host, port = nth_address(text, each)
        try:
            socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET).close()
        except OSError as error:
            raise cannot_listen(text, port, error) from None


def cannot_listen(text: str, port: int, error: OSError) -> MetricsError:
    return MetricsError(f"STAVKA_METRICS={text}: port {port} cannot be listened on ({error.strerror})")


@contextmanager
def told_at(address: str, desk: Desk, number: int = 0) -> Iterator[int]:
    """Answer with the metrics of a server, the nth of several processes, at an address; the block is given the port."""
    host, port = nth_address(address, number)
    try:
        server, thread = start_http_server(port, host, registry_of(desk))
    except OSError as error:
        raise cannot_listen(address, port, error) from None
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
        thread.join()

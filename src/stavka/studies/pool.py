"""Play many games at the same time: in this process, in several of this machine, or on a cluster of machines.

    with workers(Spread(jobs=8)) as crew:
        for number, played in crew.each(play, range(1000)):
            ...

All studies spread their games in this way. What is played never depends on it: a game draws its random numbers from the
seed and its own number. A process that dies costs nothing but time: its games are played again."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from itertools import islice
from multiprocessing import get_context
from typing import Any, Final, Generic, NamedTuple, TypeVar

T = TypeVar("T")
R = TypeVar("R")
H = TypeVar("H")

AHEAD: Final = 2
"""The tasks that are handed out for each process: while it works on one, the next is there already."""
MOST_DEATHS: Final = 3
"""The times in a row that the processes of this machine may die without a result."""


class Spread(NamedTuple):
    """Where games are played."""

    jobs: int = 1
    """The number of processes of this machine; with one, everything happens in this process."""
    ray: str = ""
    """A Ray cluster, which plays in place of this machine's processes: `auto` or an address."""


HERE: Final = Spread()
"""Everything happens in this process."""


class WorkersLostError(RuntimeError):
    """Processes die again and again, or a cluster cannot be used; the sentence says which."""


class Crew(ABC):
    """Processes that play games."""

    @property
    @abstractmethod
    def at_once(self) -> int:
        """The number of games that are played at the same time."""

    @abstractmethod
    def each(self, do: Callable[[T], R], items: Iterable[T], *, bundle: int = 1) -> Iterator[tuple[T, R]]:
        """Each item with its result, in the order in which they are finished. bundle: how many items a process is given
        at once."""

    def map(self, do: Callable[[T], R], items: Iterable[T], *, bundle: int = 1) -> Iterator[R]:
        """The results in the order of the items."""
        early: dict[int, R] = {}
        at = 0
        for (number, _), result in self.each(partial(_second, do), enumerate(items), bundle=bundle):
            early[number] = result
            while at in early:
                yield early.pop(at)
                at += 1


def _second(do: Callable[[T], R], numbered: tuple[int, T]) -> R:
    return do(numbered[1])


def all_of(do: Callable[[T], R], items: Sequence[T]) -> list[R]:
    """The results of a bundle of items."""
    return [do(item) for item in items]


class Alone(Crew):
    """This process."""

    at_once = 1

    def each(self, do: Callable[[T], R], items: Iterable[T], *, bundle: int = 1) -> Iterator[tuple[T, R]]:
        for item in items:
            yield item, do(item)


class Others(Crew, Generic[H]):
    """Other processes, to which bundles of items are sent. `H` is the handle of a bundle under way."""

    @abstractmethod
    def send(self, do: Callable[[T], R], items: Sequence[T]) -> H: ...

    @abstractmethod
    def finished(self, running: Collection[H]) -> Iterable[H]:
        """Wait until some are finished."""

    @abstractmethod
    def fetch(self, handle: H) -> list[Any] | None:
        """The results; None if the process has died and the bundle has to be sent again."""

    def each(self, do: Callable[[T], R], items: Iterable[T], *, bundle: int = 1) -> Iterator[tuple[T, R]]:
        rest = iter(items)
        running: dict[H, tuple[T, ...]] = {}
        while True:
            while len(running) < AHEAD * self.at_once and (part := tuple(islice(rest, bundle))):
                running[self.send(do, part)] = part
            if not running:
                return
            for handle in self.finished(running):
                part = running.pop(handle)
                results = self.fetch(handle)
                if results is None:
                    running[self.send(do, part)] = part
                else:
                    yield from zip(part, results, strict=True)


class Processes(Others["Future[list[Any]]"]):
    """Processes of this machine. Where one dies, all are replaced, and what they were playing is played again."""

    def __init__(self, jobs: int) -> None:
        self.jobs, self.deaths = jobs, 0
        self.pool = self.start()
        self.owner: dict[Future[list[Any]], ProcessPoolExecutor] = {}

    @property
    def at_once(self) -> int:
        return self.jobs

    def start(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.jobs, get_context("spawn"))

    def send(self, do: Callable[[T], R], items: Sequence[T]) -> Future[list[Any]]:
        try:
            handle: Future[list[Any]] = self.pool.submit(all_of, do, items)
        except BrokenProcessPool:
            self.replace(self.pool)
            handle = self.pool.submit(all_of, do, items)
        self.owner[handle] = self.pool
        return handle

    def finished(self, running: Collection[Future[list[Any]]]) -> Iterable[Future[list[Any]]]:
        return wait(running, return_when=FIRST_COMPLETED).done

    def fetch(self, handle: Future[list[Any]]) -> list[Any] | None:
        pool = self.owner.pop(handle)
        try:
            results = handle.result()
        except BrokenProcessPool:
            self.replace(pool)
            return None
        self.deaths = 0
        return results

    def replace(self, broken: ProcessPoolExecutor) -> None:
        """Start new processes in place of a broken pool, once for each pool."""
        if broken is not self.pool:
            return
        self.deaths += 1
        if self.deaths > MOST_DEATHS:
            raise WorkersLostError(f"a process of this machine has died {self.deaths} times without finishing a game")
        broken.shutdown(wait=False)
        self.pool = self.start()

    def close(self) -> None:
        self.pool.shutdown(cancel_futures=True)


@contextmanager
def workers(spread: Spread) -> Iterator[Crew]:
    """The processes that play as `spread` says."""
    if spread.ray:
        from stavka.studies.cluster import Cluster  # noqa: PLC0415 (only those who use Ray have it)

        cluster = Cluster(spread.ray)
        try:
            yield cluster
        finally:
            cluster.close()
    elif spread.jobs <= 1:
        yield Alone()
    else:
        crew = Processes(spread.jobs)
        try:
            yield crew
        finally:
            crew.close()

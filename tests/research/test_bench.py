"""The benchmark measures every interface of every game, and says of each the same things."""

from __future__ import annotations

from importlib.util import find_spec

from stavka import games
from stavka.research import bench

INTERFACES = {"pettingzoo without observations", "pettingzoo", "gymnasium", "openspiel"}


def test_every_interface_of_every_game_is_measured() -> None:
    found = bench.run(rounds=1, seconds=0.001, games_looked_at=1)
    assert list(found["games"]) == list(games.GAMES)
    for figures in found["games"].values():
        names = {f"{name} steps/s" for name in (*INTERFACES, "engine")} | {f"{name} of engine" for name in INTERFACES}
        assert figures.keys() == names | {"observation us"}
        assert all(value > 0 for value in map(float_of, figures.values()))
    assert found["peers"]["openspiel backgammon steps/s"][0] > 0


def test_the_classics_are_environments_of_pettingzoo() -> None:
    """They need packages that `make bench` installs; that they are there can be seen without these."""
    assert set(bench.CLASSICS) == {"chess", "go"}
    for name in bench.CLASSICS:
        assert find_spec(f"pettingzoo.classic.{name}.{name}") is not None


def float_of(value: object) -> float:
    return float(value[0] if isinstance(value, list) else value)  # type: ignore[arg-type]  # a figure or a list of them


def test_shares_are_of_rounds_and_not_of_medians() -> None:
    """Half of the engine's speed in every round, whatever the machine does meanwhile."""
    assert bench.share([50.0, 5.0, 20.0], [100.0, 10.0, 40.0]) == 0.5

"""The benchmark measures every game that can be played, and says of each the same things."""

from stavka.games import GAMES
from stavka.studies import bench


def test_every_game_is_measured() -> None:
    found = bench.run(rounds=1, seconds=0.01, games_looked_at=1, offer_seconds=0.01)
    assert list(found["games"]) == list(GAMES)
    for figures in found["games"].values():
        assert figures["picks_per_second_all"] == [figures["picks_per_second"]] and figures["picks_per_second"] > 0
        assert min(figures[name] for name in ("move_offer_us", "clone_us", "view_us", "state_kb")) > 0
        assert figures["slowest_offer_ms"] > 0 and figures["slowest_offer_of_games"] == 1
    others = {f"{key}_picks_vs_traces" for key in GAMES} - {"traces_picks_vs_traces"}
    assert others < set(found["ratios"]) and min(found["ratios"].values()) > 0


def test_ratios_are_of_rounds_and_not_of_medians() -> None:
    """Round by round the other game is half as fast, whatever the machine does meanwhile."""
    figures = {"naive_reach_us": 4.0, "reach_us": 2.0, "naive_supply_us": 9.0, "supply_us": 3.0}
    rates = {"traces": [100.0, 10.0, 40.0], "another": [50.0, 5.0, 20.0]}
    assert bench.ratios({"traces": figures}, rates, [200.0, 20.0, 20.0]) == {
        "another_picks_vs_traces": 0.5,
        "reach_vs_naive": 2.0,
        "supply_vs_naive": 3.0,
        "picks_vs_catanatron": 0.5,
    }

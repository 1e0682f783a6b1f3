"""The arena: pairs on the same seeds from both sides, a test that stops, and figures worked out by hand."""

from pathlib import Path

import pytest

from stavka.studies import arena, ladder, lines
from stavka.studies.arena import LEVEL, Arena, Bout, Played, play
from stavka.studies.sequential import OPEN


def played(first: str, second: str, nth: int, score: float, edge: float = 0.0) -> Played:
    return Played("traces", "race", [first, second], "s", nth, "", score, edge, [10, 20], [1.0, 4.0], [0.5, 0.6])


@pytest.fixture
def ring() -> Arena:
    return Arena("traces", "race", ["old", "new"], "s")


def test_a_seed_is_played_from_both_sides_and_by_the_yardstick_alone(ring: Arena) -> None:
    assert [(bout.players, bout.nth) for bout in ring.bouts(3)] == [
        (("old", "new"), 3),
        (("new", "old"), 3),
        (("old", "old"), 3),
    ]
    ring.take([played("new", "old", 3, 1.0), played("old", "other", 3, 1.0)])
    assert [bout.players for bout in ring.bouts(3)] == [("old", "new"), ("old", "old")]


def test_a_pair_stops_when_it_is_decided(ring: Arena) -> None:
    """Eight seeds of two wins each: the variance is at its floor, and the lead of a half is beyond any doubt."""
    for nth in range(8):
        assert ring.verdict("old", "new") == OPEN
        ring.take([played("new", "old", nth, 1.0), played("old", "new", nth, 0.0)])
    assert ring.verdict("old", "new") == "new"
    assert ring.bouts(8) == []


def test_players_who_share_all_points_are_level(ring: Arena) -> None:
    """The first side always wins: each seed is an even score."""
    ring.take(played(*pair, nth, 1.0) for nth in range(8) for pair in (("new", "old"), ("old", "new")))
    assert ring.verdict("old", "new") == LEVEL


def test_figures_of_a_pair(ring: Arena) -> None:
    """On seed 0 `new` wins both games, by 6 VP and by 2; on seed 1 one, by 4 and by -8. VP a game: 4 and -2."""
    ring.take([played("new", "old", 0, 1.0, 6.0), played("old", "new", 0, 0.0, -2.0)])
    ring.take([played("new", "old", 1, 1.0, 4.0), played("old", "new", 1, 1.0, 8.0)])
    found = ring.pair("old", "new")
    assert (found["games"], found["points"], found["vp"]["mean"]) == (4, 3.0, 1.0)
    assert found["vp"]["high"] == pytest.approx(1 + 1.96 * 3, abs=0.01)  # a standard deviation of 4.24 by root 2


def test_a_player_beside_the_yardstick_on_the_same_seeds(ring: Arena) -> None:
    """On the first side `new` wins where `old` lost and gains 7 VP; on the second it loses as `old` did, by 2 more."""
    ring.take(
        [played("old", "old", 0, 0.0, -3.0), played("new", "old", 0, 1.0, 4.0), played("old", "new", 0, 0.0, -1.0)]
    )
    soviet, axis = (ring.beside("new", at) for at in range(2))
    assert (soviet["side"], soviet["points"], soviet["yardstick_points"]) == ("soviet", 1.0, 0.0)
    assert (soviet["points_gained"]["mean"], soviet["vp_gained"]["mean"]) == (1.0, 7.0)
    assert (axis["side"], axis["points"], axis["yardstick_points"]) == ("axis", 1.0, 1.0)
    assert (axis["points_gained"]["mean"], axis["vp_gained"]["mean"]) == (0.0, -2.0)


def test_time_a_decision(ring: Arena) -> None:
    """`new` made 10 decisions in a second on the first side, and 20 in four seconds on the second."""
    ring.take([played("new", "old", 0, 1.0), played("old", "new", 0, 1.0)])
    assert ring.times("new") == {
        "games": 2,
        "milliseconds_a_decision": 166.67,
        "seconds_a_game": 2.5,
        "slowest": 0.6,
    }


def test_games_are_kept_and_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ring: Arena) -> None:
    asked: list[Bout] = []

    def instead(bout: Bout) -> Played:
        asked.append(bout)
        return played(*bout.players, bout.nth, 1.0)

    monkeypatch.setattr(arena, "play", instead)
    path = tmp_path / "games.jsonl"
    ring.run(2, path)
    assert len(asked) == len(lines.read(path)) == 6
    again = Arena("traces", "race", ["old", "new"], "s")
    again.take(arena.read(path))
    again.run(3, path)
    assert [(bout.players, bout.nth) for bout in asked[6:]] == [
        (("old", "new"), 2),
        (("new", "old"), 2),
        (("old", "old"), 2),
    ]
    assert again.as_json()["games"] == 9


def test_a_game_is_what_simulation_plays() -> None:
    found = play(Bout("traces", "race", ("random", "random"), "7", 0))
    assert found.bout == Bout("traces", "race", ("random", "random"), "7", 0)
    assert (found.score, found.decisions) == (float(found.result.startswith("soviet")), [0, 0])
    assert found.edge <= 0 or found.score == 1.0


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text('{"a": 1}\n')
    with pytest.raises(LookupError, match="this is not a file of games"):
        arena.read(path)


def test_the_page_says_what_the_figures_are(ring: Arena) -> None:
    ring.take(played(*pair, nth, 1.0) for nth in range(2) for pair in (("new", "old"), ("old", "new"), ("old", "old")))
    page = "\n".join(ladder.section(ring.as_json(), "Race"))
    assert "## Race\n\n6 games." in page
    assert "| `new` against `old` | 2 of 4: 50% (15% to 85%) | +0.0 (+0.0 to +0.0) | not yet |" in page
    assert "| `new`, soviet | 2 of 2: 100% (34% to 100%) | 2 | +0.00 (+0.00 to +0.00) | +0.0 (+0.0 to +0.0) |" in page


def test_the_picture_has_a_row_for_each_player(ring: Arena) -> None:
    ring.take(played(*pair, 0, 1.0) for pair in (("new", "old"), ("old", "new")))
    svg = ladder.picture(ring.as_json())
    assert svg.count("<circle") == 2 and ">old</text>" in svg and ">new</text>" in svg
    assert svg.startswith("<svg ") and svg.endswith("</svg>\n")

"""Plots: scales with round values, and marks that stand where their values are."""

import re
from xml.etree import ElementTree

import pytest

from stavka.studies import plots
from stavka.studies.plots import Band, Column, Row, Share, axis, binned


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0, 1, (0, 0.2, 0.4, 0.6, 0.8, 1)),
        (0, 47, (0, 10, 20, 30, 40, 50)),
        (-23, 12, (-30, -20, -10, 0, 10, 20)),
        (5, 5, (4.4, 4.6, 4.8, 5, 5.2, 5.4, 5.6)),
    ],
)
def test_a_scale_has_round_values(low: float, high: float, ticks: tuple[float, ...]) -> None:
    found = axis(low, high, 0, 100)
    assert found.ticks == pytest.approx(ticks)
    assert (found.at(found.low), found.at(found.high)) == (0, 100)


def test_values_are_counted_in_bins_that_begin_at_round_numbers() -> None:
    assert [(each.label, each.number) for each in binned([-3, -1, 0, 0, 2])] == [
        ("-3", 1),
        ("-2", 0),
        ("-1", 1),
        ("0", 2),
        ("1", 0),
        ("2", 1),
    ]
    assert sum(each.number for each in binned([0.5 * number for number in range(200)])) == 200
    assert [(each.label, each.number) for each in binned([-2.5, -2.5])] == [("-2.5", 2)] and binned([]) == []


def drawings() -> list[str]:
    rows = [{"turn": turn, "p5": 0, "p25": 1, "p50": 2 * turn, "p75": 8, "p95": 10} for turn in (1, 2, 3)]
    return [
        plots.shares([Share("a <b>", 3, 0.3, 0.1, 0.6, "#123456")], "wins & draws"),
        plots.over_turns([Band("VP", "#123456", rows)], "VP"),
        plots.over_turns([], "nothing"),
        plots.columns([Column("1", 4), Column("2", 0)], "turns"),
        plots.intervals([Row("unit.ge.*", 0.5, -0.5, 1.5, False), Row("turns", 1, 0.5, 1.5, True)], "effects"),
    ]


@pytest.mark.parametrize("number", range(5))
def test_a_plot_is_well_formed_and_asks_nothing_of_anybody(number: int) -> None:
    svg = drawings()[number]
    root = ElementTree.fromstring(svg)
    assert root.tag.endswith("svg") and root.get("role") == "img" and root.get("aria-label")
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")


def test_an_interval_stands_where_its_values_are() -> None:
    """The scale runs from -1 to 2; 0.5 is in its middle."""
    svg = plots.intervals([Row("a", 0.5, -1, 2, False)], "effect", width=1000)
    left, right = 420.0, 810.0
    (middle,) = map(float, re.findall(r'<circle cx="([\d.]+)"', svg))
    assert middle == pytest.approx((left + right) / 2)
    assert f'd="M{left:.1f} 17.0L{right:.1f} 17.0"' in svg


def test_the_median_runs_through_its_values() -> None:
    """A scale from 0 to 10 over 192 pixels: the medians are 2, 4 and 6."""
    ys = [float(y) for y in re.findall(r'<circle cx="[\d.]+" cy="([\d.]+)"', drawings()[1])]
    assert ys == pytest.approx([214 - 19.2 * value for value in (2, 4, 6)])

"""The guide for newcomers to Traces of War: the data of map, counters and charts as tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from stavka.games.traces.scene.voice import Voice
from stavka.hexes import Sides
from stavka.scenes import guide
from stavka.scenes.guide import NONE, GuideTable, Plan, chart, columns, row, table

SAMPLE: Final = "ax.19pz"
EARN: Final = (
    "crossing",
    "mechanised_supplied",
    "other_supplied",
    "mechanised_unsupplied",
    "other_unsupplied",
    "major_city",
    "panzer",
    "german",
    "minor",
    "german_hq",
    "soviet_hq",
    "breakthrough",
)
"""The items that may earn Soviet VP, by their names in the data."""
SHORT: Final = (
    "HQ",
    "MP",
    "VP",
    "CP",
    "NP",
    "ZOC",
    "EZOC",
    "OOS",
    "CRT",
    "TEC",
    "DRM",
    "AS",
    "PR",
    "IR",
    "AR",
    "OKH",
    "STAVKA",
)


def filled(v: Voice, plan: Plan) -> Plan:
    g = v.g
    played = g.scenarios[plan.scenario]
    axis = [g.axis_selection[turn] for turn in range(1, played.turns + 1)]
    values = {
        "turns": played.turns,
        "threshold": played.threshold // 4,
        "soviet_chits": g.soviet_selection,
        "least": min(axis),
        "most": max(axis),
        "oos": g.oos_penalty,
        "isolated": g.isolated_penalty,
        "stacking": g.stacking,
    }
    return plan._replace(
        values=values,
        sample=SAMPLE,
        map=[terrain(v), hexsides(v), special(v)],
        tables=[
            crt(v),
            points(v, plan.scenario),
            by_crossings(v),
            *stavka(v, played.turns),
            prices(v),
            chits(v, played.turns),
            track(v, played.turns),
        ],
        formations=[(g.units[hq].label, v.unit_name(g.units[hq].name)) for hq in g.grid.bits(g.hq_units)],
    )


# -- the map ----------------------------------------------------------------------------------------------------------


def shift(v: Voice, number: int) -> str:
    return chart(v, "left", number=number) if number else NONE


def terrain(v: Voice) -> GuideTable:
    g, tables = v.g, v.g.files.tables
    plain = guide.bare(g.grid, g.place_names, g.lines, g.major, g.minor)
    rows = [
        row(
            v.word("terrain", each.id), (each.cost, shift(v, each.shift)), guide.amid(g.grid, g.terrain[each.id], plain)
        )
        for each in tables.terrain
    ]
    places = {"city": g.cities & ~g.major_cities, "major city": g.major_cities}
    for each in tables.city:
        cost = chart(v, "as the terrain") if each.cost == "terrain" else each.cost
        rows.append(row(v.word("place", each.id), (cost, shift(v, each.shift)), guide.amid(g.grid, places[each.id], 0)))
    return table(v, "terrain table", columns(v, "terrain column", "mp", "shift"), rows)


def hexsides(v: Voice) -> GuideTable:
    g, tables = v.g, v.g.files.tables
    drawn: dict[str, Sides] = {
        "minor river": within(g.minor, g.lines, crossed=False),
        "major river": g.unbridged,
        "bridged minor river": within(g.minor, g.lines, crossed=True),
        "bridged major river": within(g.major, g.lines, crossed=True),
    }
    bare = guide.bare(g.grid, g.place_names)
    rows = []
    for each in tables.hexside:
        cost = chart(v, "all") if each.cost == "all" else f"+{each.cost}"
        halved = chart(v, "halved") if each.halvings else NONE
        rows.append(row(v.word("feature", each.id), (cost, halved), guide.along(g.grid, drawn[each.id], bare)))
    rate = tables.constants.road_cost.value
    lines: dict[str, tuple[object, Sides]] = {
        "road": (rate, g.road_sides),
        "rail": (rate, g.rail_sides),
        "blocked": (chart(v, "no"), g.blocked),
    }
    for name, (price, sides) in lines.items():
        effect = chart(v, "no") if name == "blocked" else NONE
        rows.append(row(v.word("feature", name), (price, effect), guide.along(g.grid, sides, bare)))
    values = {"leave": g.ezoc_leave, "enter": g.ezoc_enter}
    return table(v, "hexside table", columns(v, "line column", "mp", "shift"), rows, **values)


def within(sides: Sides, lines: Sides, *, crossed: bool) -> Sides:
    """The hexsides of a kind that a line crosses, or those that none does."""
    return tuple(side & (line if crossed else ~line) for side, line in zip(sides, lines, strict=True))


def special(v: Voice) -> GuideTable:
    """Hexes that are marked on the map, and their purpose."""
    g = v.g
    found = {
        "crossing point": g.crossings,
        "supply source soviet": g.sources[0],
        "supply source axis": g.sources[1],
        "breakthrough": g.breakthrough,
    }
    rows = [
        row(v.word("feature", name), [chart(v, name)], guide.amid(g.grid, hexes, 0)) for name, hexes in found.items()
    ]
    return table(v, "special table", columns(v, "hex column", "means"), rows)


# -- the charts -------------------------------------------------------------------------------------------------------


def crt(v: Voice) -> GuideTable:
    found = v.g.files.tables.crt
    rows = guide.turned(v.g.crt_names, [column.results for column in found], map(str, range(1, 7)))
    return table(v, "crt table", [*columns(v, "die"), *v.g.crt_names], rows)


def by_crossings(v: Voice) -> GuideTable:
    g = v.g
    by: dict[str, Sequence[int]] = {
        "luftwaffe": g.luftwaffe_table,
        "negotiation": g.negotiation_table,
        "okh": g.okh_table,
    }
    heads = [*columns(v, "crossings"), *map(str, range(len(g.luftwaffe_table)))]
    return table(v, "crossings table", heads, (row(chart(v, name), numbers) for name, numbers in by.items()))


def stavka(v: Voice, turns: int) -> list[GuideTable]:
    """The turns at which STAVKA may be present; some scenarios are over before."""
    found = {turn: by for turn, by in v.g.stavka_table.items() if turn <= turns and any(by)}
    heads = [*columns(v, "turn and crossings"), *map(str, range(len(v.g.luftwaffe_table)))]
    rows = [row(str(turn), ("✓" if there else NONE for there in by)) for turn, by in found.items()]
    return [table(v, "stavka table", heads, rows)] if rows else []


def prices(v: Voice) -> GuideTable:
    rows = (row(chart(v, f"np {name}"), [guide.halves(v, cost)]) for name, cost in v.g.np_costs.items())
    return table(v, "np table", columns(v, "np what", "np"), rows)


def chits(v: Voice, turns: int) -> GuideTable:
    rows = (
        row(v.word("chit", chit.label), (chit.number, chit.from_turn, chart(v, f"chit {chit.action}")))
        for chit in v.g.chits
        if chit.from_turn <= turns
    )
    return table(v, "chit table", columns(v, "chit", "how many", "from turn", "does"), rows)


def track(v: Voice, turns: int) -> GuideTable:
    rows = (row(f"{turn}", (v.month(turn), v.g.axis_selection[turn])) for turn in range(1, turns + 1))
    return table(v, "track table", columns(v, "turn", "month", "axis chits"), rows)


def points(v: Voice, scenario: str) -> GuideTable:
    """The Soviet VP of each item; the data have quarters of a point."""
    worth = v.g.scenarios[scenario].vp
    rows = [
        row(chart(v, f"vp {name}"), [v.g.words.number(value / 4, v.lang)])
        for name in EARN
        if (value := getattr(worth, name))
    ]
    return table(v, "vp table", columns(v, "what", "vp"), rows)

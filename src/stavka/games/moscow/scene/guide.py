"""The guide for newcomers to Roads to Moscow: the data of maps, counters and charts as tables."""

from __future__ import annotations

from typing import Final

from stavka.games.moscow.files import Hexside, Road, Scenario, Terrain
from stavka.games.moscow.scene import looks, units
from stavka.games.moscow.scene.voice import Voice
from stavka.games.moscow.state import Position
from stavka.hexes import Hexes, Sides
from stavka.scenes import guide
from stavka.scenes.counters import scene_units
from stavka.scenes.guide import NONE, GuideTable, Plan, chart, columns, halves, row, signed, table

SAMPLE: Final = "armor"
"""The type of the counter that is explained."""
SHORT: Final = (
    *("AM", "ER", "CP", "MA", "MP", "HQ", "VP", "ZOC", "EZOC", "OOS", "CRT", "TEC", "DRM", "CAS", "CAB", "KG"),
    *("AA", "AT", "K", "Pi", "PzJg"),
)
TOPICS: Final = ("first", "fuel", "supply", "overrun", "refusal", "joining")
WEATHERS: Final = ("dry motorised", "rain motorised", "dry foot", "rain foot")
SPARE: Final = ("trail into other",)
"""Rows of charts that stand in a note."""


def filled(v: Voice, plan: Plan) -> Plan:
    g = v.g
    played = g.scenarios[plan.scenario]
    s = g.new(plan.scenario)
    s.steps = bytearray(g.full_steps)  # including units that are still to arrive
    states = scene_units(units, g, s)
    in_play = {name: unit for name, unit in looks.units(v).items() if states[name].get("box") != "off"}
    values = {
        "attacker": v.g.words.side("owner", played.attacker, v.lang),
        "threshold": played.threshold,
        "turns": played.turns,
        "stacking": g.stacking,
        "range": g.command_range,
        "disrupted": g.disrupted_er,
        "oos": g.oos_er,
        "fuel": g.low_fuel_er,
        "line": g.supply_line,
        "rain_line": g.supply_line_short,
    }
    tables = [crt(v, 0), crt(v, 1), points(v, played), coordination(v), weather(v, plan.scenario)]
    return plan._replace(
        values=values,
        topics=[topic for topic in TOPICS if played.fuel or topic != "fuel"],
        sample=next(name for name, unit in in_play.items() if unit["type"] == SAMPLE),
        board=in_play,
        states=states,
        map=[terrain(v, s), roads(v, s), hexsides(v, s)],
        tables=[*tables, fuel(v)] if played.fuel else tables,
        formations=[(formation.label, v.word("formation", formation.name)) for formation in g.formations],
    )


# -- the map ----------------------------------------------------------------------------------------------------------


def prices(v: Voice, each: Terrain | Road | Hexside, *, more: bool = False) -> list[str]:
    """MP of motorized units in Dry weather and in Rain, and of others."""
    found = (each.motorized_halves, each.motorized_rain_halves, each.foot_halves, each.foot_rain_halves)
    return [f"+{halves(v, cost)}" if more and isinstance(cost, int) else halves(v, cost) for cost in found]


def drm(v: Voice, value: int | str) -> str:
    return chart(v, value) if isinstance(value, str) else signed(value)


def cut(s: Position, v: Voice, sides: Sides) -> Sides:
    """The part of a set that is on the map of the scenario."""
    here = v.g.on_map(s)
    return tuple(side & here for side in sides)


def terrain(v: Voice, s: Position) -> GuideTable:
    g = v.g
    free = guide.bare(g.grid, (), *g.links.values(), g.stream, g.river)

    def shown(name: str) -> Hexes:
        return g.holds[name] & g.on_map(s)

    rows = (
        row(
            v.word("price", each.id),
            (*prices(v, each), drm(v, each.drm), drm(v, each.overrun_drm)),
            guide.amid(g.grid, shown(each.id), free),
        )
        for each in g.files.tables.terrain
    )
    heads = columns(
        v, "terrain column", "dry motorised", "rain motorised", "dry foot", "rain foot", "drm", "overrun drm"
    )
    return table(v, "terrain table", heads, guide.seen(rows))


def roads(v: Voice, s: Position) -> GuideTable:
    g = v.g
    free = guide.bare(g.grid, g.place_names, g.stream, g.river)
    rows = (
        row(
            v.word("feature", "trail" if each.id.startswith("trail") else each.id),
            prices(v, each),
            guide.along(g.grid, cut(s, v, g.links["trail" if each.id.startswith("trail") else each.id]), free),
        )
        for each in g.files.tables.road
        if each.id not in SPARE
    )
    return table(v, "road table", columns(v, "road column", *WEATHERS), guide.seen(rows))


def hexsides(v: Voice, s: Position) -> GuideTable:
    g = v.g
    drawn: dict[str, Sides] = {"stream": g.unbridged_stream, "river": g.unbridged_river, "slope": g.uphill}
    free = guide.bare(g.grid, g.place_names)
    rows = [
        row(
            v.word("price" if each.id == "slope" else "feature", each.id),
            (
                *prices(v, each, more=True),
                chart(v, "halved") if each.halvings else signed(each.drm),
                drm(v, each.overrun_drm),
            ),
            guide.along(g.grid, cut(s, v, drawn[each.id]), free),
        )
        for each in g.files.tables.hexside
    ]
    works = {"strongpoint": "", "fortified line": guide.along(g.grid, cut(s, v, g.line_front), free)}
    built = []
    for work in g.files.tables.work:
        cost = f"+{halves(v, work.halves)}"
        cells = (cost, cost, cost, cost, signed(work.drm), drm(v, work.overrun_drm))
        if work.id == "strongpoint" or works[work.id]:
            built.append(row(v.word("modifier", work.id), cells, works[work.id]))
    heads = columns(v, "line column", *WEATHERS, "drm", "overrun drm")
    return table(v, "hexside table", heads, [*guide.seen(rows), *built])


# -- the charts -------------------------------------------------------------------------------------------------------


def crt(v: Voice, number: int) -> GuideTable:
    """A CRT as a table of the guide; 0: the Assault CRT, 1: the Mobile CRT."""
    found = v.g.crts[number]
    heads = ["≤ 0", *map(str, range(1, 11)), "≥ 11"]
    rows = guide.turned(v.g.crt_names[number], [column.results for column in found], heads)
    return table(v, ("assault table", "mobile table")[number], [*columns(v, "die"), *v.g.crt_names[number]], rows)


def points(v: Voice, played: Scenario) -> GuideTable:
    g = v.g
    rows = [
        row(v.hex(g.grid.index(goal.hex)), [v("objective", value=goal.value)], goal.hex) for goal in played.objective
    ]
    rows += [row(chart(v, loss.id), [signed(loss.value)]) for loss in played.loss]
    return table(v, "vp table", columns(v, "what", "vp"), rows)


def coordination(v: Voice) -> GuideTable:
    rows = (
        row(v.word("weather" if name in ("dry", "cloudy", "rain") else "sequence", name), map(signed, numbers))
        for name, numbers in v.g.coordination.items()
    )
    return table(v, "coordination table", columns(v, "condition", "cas", "artillery", "ground"), rows)


def weather(v: Voice, scenario: str) -> GuideTable:
    def dice(first: int, last: int) -> str:
        if first > last:
            return NONE
        return str(first) if first == last else f"{first} … {last}"

    rows = (
        row(
            box.turn,
            (
                dice(1, box.dry),
                dice(box.dry + 1, box.cloudy),
                dice(box.cloudy + 1, 10),
                v.word("weather", box.historical),
                "✓" if box.winter else NONE,
            ),
        )
        for box in v.g.turn_boxes[scenario]
    )
    heads = [*columns(v, "turn"), *(v.word("weather", name) for name in ("dry", "cloudy", "rain"))]
    return table(v, "weather table", [*heads, *columns(v, "historical", "winter")], rows)


def fuel(v: Voice) -> GuideTable:
    spans = guide.ranges([least for least, _ in v.g.fuel_rows])
    rows = (row(span, [units]) for span, (_, units) in zip(spans, v.g.fuel_rows, strict=True))
    return table(v, "fuel table", columns(v, "die", "fuel units"), rows)

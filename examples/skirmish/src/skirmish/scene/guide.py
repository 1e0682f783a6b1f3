"""The guide for newcomers: the data of map, counters and charts as tables."""

from __future__ import annotations

from typing import Final

from skirmish.scene.voice import Voice
from stavka.scenes import guide
from stavka.scenes.guide import NONE, GuideTable, Plan, chart, columns, row, table

SHORT: Final = ("MP", "VP", "ZOC", "CRT")


def filled(v: Voice, plan: Plan) -> Plan:
    g, played = v.g, v.g.scenarios[plan.scenario]
    return plan._replace(
        values={"turns": played.turns, "least": played.least, "stack": g.stack, "turn": max(g.column_turns)},
        sample="le.grenadiers",
        map=[terrain(v), hexsides(v)],
        tables=[crt(v), objectives(v)],
        formations=[(formation.label, v.unit_name(formation.name)) for formation in g.formations],
    )


def shift(v: Voice, number: int) -> str:
    return chart(v, "left", number=number) if number else NONE


def terrain(v: Voice) -> GuideTable:
    g = v.g
    free = guide.bare(g.grid, g.goals, g.road, g.river)
    rows = (
        row(v.word("terrain", each.id), (each.cost, shift(v, each.shift)), guide.amid(g.grid, g.terrain[each.id], free))
        for each in g.files.tables.terrain
    )
    return table(v, "terrain table", columns(v, "terrain column", "mp", "shift"), rows)


def hexsides(v: Voice) -> GuideTable:
    g = v.g
    river = row(
        v.word("feature", "river"),
        (f"+{g.river_cost}", shift(v, g.river_shift)),
        guide.along(g.grid, g.river, guide.bare(g.grid, (), g.road)),
    )
    road = row(v.word("feature", "road"), (g.road_cost, NONE), guide.along(g.grid, g.road, g.grid.all))
    return table(v, "hexside table", columns(v, "line column", "mp", "shift"), [river, road])


def crt(v: Voice) -> GuideTable:
    names = [v.column(number) for number in range(len(v.g.crt))]
    rows = guide.turned(names, [each.results for each in v.g.crt], map(str, range(1, 7)))
    return table(v, "crt table", [*columns(v, "die"), *names], rows)


def objectives(v: Voice) -> GuideTable:
    rows = (row(v.name(hex_) or v.hex(hex_), [value], v.g.grid.number(hex_)) for hex_, value in v.g.goals.items())
    return table(v, "objective table", columns(v, "place", "vp"), rows)

"""What a newcomer wants to know: the data of map, counters and charts as tables."""

from __future__ import annotations

from typing import Final

from skirmish.scene import looks
from skirmish.scene.hexes import LETTERS
from skirmish.scene.units import FLAGS, scene_units
from skirmish.scene.voice import Voice
from stavka.scenes import guide
from stavka.scenes.guide import NONE, Guide, GuideTable, Plan, chart, columns, row, table

SHORT: Final = ("MP", "VP", "ZOC", "CRT")


def made(v: Voice, scenario: str) -> Guide:
    g, played = v.g, v.g.scenarios[scenario]
    plan = Plan(
        scenario=scenario,
        title=v.word("scenario", played.title),
        values={"turns": played.turns, "least": played.least, "stack": g.stack, "turn": max(g.column_turns)},
        sample="le.grenadiers",
        board=looks.units(v),
        states=scene_units(g, g.new(scenario)),
        flags=FLAGS,
        letters=LETTERS,
        map=[terrain(v), hexsides(v)],
        tables=[crt(v), objectives(v)],
        short=SHORT,
        formations=[(formation.label, v.unit_name(formation.name)) for formation in g.formations],
        grounds=looks.COLOURS,
    )
    return guide.made(v, plan)


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

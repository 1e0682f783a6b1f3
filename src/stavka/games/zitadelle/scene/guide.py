"""The guide for newcomers to Zitadelle: the data of maps, counters and charts as tables."""

from __future__ import annotations

from typing import Final

from stavka.games.zitadelle.scene.voice import Voice
from stavka.hexes import Sides
from stavka.scenes import guide
from stavka.scenes.guide import NONE, GuideTable, Plan, chart, columns, row, signed, table

SAMPLE: Final = "ax.18pz.18"
SHORT: Final = ("GT", "MP", "MA", "PM", "AT", "VP", "ZOC", "EZOC", "CRT", "TEC", "DRM", "HQ")


def filled(v: Voice, plan: Plan) -> Plan:
    g = v.g
    played = g.scenarios[plan.scenario]
    levels = {level: least for level, least in g.victories if least is not None}
    values = {
        "turns": played.turns,
        "german": levels["german-tactical"],
        "step": g.step_vp,
        "belgorod": g.belgorod_vp,
        "lethal": g.lethal,
        "retreat": g.retreat_length,
        "cost": g.interdiction_cost,
        "integrity": f"{g.integrity_shift:+d}",
    }
    return plan._replace(
        values=values,
        sample=SAMPLE,
        map=[terrain(v), works(v), hexsides(v), roads(v)],
        tables=[crt(v), at_fire(v), victory(v), objectives(v), morale(v), track(v)],
        topics=["first"],
        formations=[(formation.label, v.unit_name(formation.name)) for formation in g.formations],
    )


# -- the maps ---------------------------------------------------------------------------------------------------------


def shift(v: Voice, number: int) -> str:
    return chart(v, "left", number=number) if number else NONE


def price(v: Voice, cost: int | str, *, more: bool = False) -> str:
    """MP as text; words ("no") are words of [chart]."""
    if isinstance(cost, str):
        return chart(v, cost)
    return f"+{cost}" if more else str(cost)


def terrain(v: Voice) -> GuideTable:
    g = v.g
    free = guide.bare(g.grid, (), *g.water.values(), *g.roads.values()) & ~g.works
    rows = (
        row(
            v.word("terrain", each.id),
            (each.motorised, each.foot, shift(v, each.shift), signed(each.at_drm), signed(each.bomb_drm)),
            guide.amid(g.grid, g.terrain[each.id], free),
        )
        for each in g.files.tables.terrain
    )
    heads = columns(v, "terrain column", "mp motorised", "mp foot", "shift", "at drm", "bomb drm")
    return table(v, "terrain table", heads, rows)


def works(v: Voice) -> GuideTable:
    g = v.g
    rows = (
        row(
            v.word("feature", each.id),
            (
                price(v, each.german_motorised, more=True),
                price(v, each.german_foot, more=True),
                shift(v, each.shift),
                signed(each.firing_drm),
                chart(v, "mined") if each.mines else NONE,
            ),
            guide.amid(g.grid, g.forts[each.id], guide.bare(g.grid, g.place_names)),
        )
        for each in g.files.tables.fortification
    )
    heads = columns(v, "works column", "german motorised", "german foot", "shift", "firing drm", "mines")
    return table(v, "works table", heads, rows)


def hexsides(v: Voice) -> GuideTable:
    g = v.g
    drawn: dict[str, Sides] = {**g.water, "lake": g.lakes}
    free = guide.bare(g.grid, g.place_names, *g.roads.values())
    rows = (
        row(
            v.word("feature", each.id),
            (
                price(v, each.motorised, more=True),
                price(v, each.foot, more=True),
                chart(v, "no") if each.motorised == "no" else shift(v, each.shift),
                chart(v, "no") if each.motorised == "no" else signed(each.at_drm),
            ),
            guide.along(g.grid, drawn[each.id], free),
        )
        for each in g.files.tables.hexside
    )
    heads = columns(v, "line column", "mp motorised", "mp foot", "shift", "at drm")
    return table(v, "hexside table", heads, guide.seen(rows))


def roads(v: Voice) -> GuideTable:
    g = v.g
    free = guide.bare(g.grid, g.place_names, *g.water.values())
    rows = (
        row(v.word("feature", each.id), (each.motorised, each.foot), guide.along(g.grid, g.roads[each.id], free))
        for each in g.files.tables.road
    )
    return table(v, "road table", columns(v, "road column", "mp motorised", "mp foot"), rows)


# -- the charts -------------------------------------------------------------------------------------------------------


def crt(v: Voice) -> GuideTable:
    rows = guide.turned(v.g.crt_names, v.g.crt, map(str, range(2, 13)))
    return table(v, "crt table", [*columns(v, "dice"), *v.g.crt_names], rows, lethal=v.g.lethal)


def at_fire(v: Voice) -> GuideTable:
    strengths = [str(column.strength) for column in v.g.files.tables.at_fire]
    rows = guide.turned(strengths, v.g.at_fire, map(str, range(13)))
    return table(v, "at table", [*columns(v, "dice"), *strengths], rows)


def victory(v: Voice) -> GuideTable:
    spans = guide.ranges([least for _, least in v.g.victories])
    rows = (row(v.word("result", level), [span]) for (level, _), span in zip(v.g.victories, spans, strict=True))
    return table(v, "victory table", columns(v, "level", "german vp"), rows)


def objectives(v: Voice) -> GuideTable:
    found = sorted(v.g.values.items(), key=lambda item: -item[1])
    rows = (row(v.name(hex_) or v.hex(hex_), [value], v.g.grid.number(hex_)) for hex_, value in found)
    return table(v, "objective table", columns(v, "place", "german vp"), rows)


def morale(v: Voice) -> GuideTable:
    rows = (row(str(each.level), (each.german, each.soviet)) for each in v.g.files.tables.morale)
    return table(v, "morale table", columns(v, "level pm", "german ma", "soviet ma"), rows)


def track(v: Voice) -> GuideTable:
    rows = (row(str(turn), (v.date(turn), *numbers)) for turn, numbers in v.g.air_numbers.items())
    return table(v, "track table", columns(v, "turn", "day", "north air", "south air"), rows)

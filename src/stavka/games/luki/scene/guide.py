"""The guide for newcomers to Velikye Luki: the data of map, counters and charts as tables."""

from __future__ import annotations

from typing import Final

from stavka.games.luki.scene.chits import effect
from stavka.games.luki.scene.voice import Voice
from stavka.games.luki.state import GERMAN, SOVIET
from stavka.hexes import Sides
from stavka.scenes import guide
from stavka.scenes.guide import NONE, GuideTable, Plan, chart, columns, halves, row, signed, table

SAMPLE: Final = "ge.8pd.i-10"
SHORT: Final = ("C3I", "AP", "CF", "TV", "TPV", "TS", "MA", "MP", "LAS", "VP", "ZOC", "EZOC", "CRT", "TEC", "DRM", "KG")


def filled(v: Voice, plan: Plan) -> Plan:
    g = v.g
    played = g.scenarios[plan.scenario]
    values = {
        "turns": played.turns,
        "most": g.c3i_most,
        "move": g.move_ap,
        "limit": g.drm_limit,
        "equal": g.chits_equal,
        "superior": g.chits_superior,
        "inferior": g.chits_inferior,
    }
    return plan._replace(
        values=values,
        topics=["introductory"],
        sample=SAMPLE,
        map=[terrain(v), hexsides(v)],
        tables=[
            crt(v),
            victory(v, plan.scenario),
            objectives(v, played.turns),
            activity(v),
            track(v, played.turns),
            kessel(v),
            kessel_starts(v),
            attrition(v),
            chits(v),
            events(v),
            variable(v, played.turns),
            conversion(v),
        ],
        formations=[(formation.label, v.unit_name(formation.name)) for formation in g.formations],
    )


# -- the map ----------------------------------------------------------------------------------------------------------


def more(v: Voice, cost: int | str) -> str:
    return halves(v, cost) if isinstance(cost, str) else f"+{halves(v, cost)}"


def terrain(v: Voice) -> GuideTable:
    g = v.g
    free = guide.bare(g.grid, (), g.roads, g.creeks, g.lowat)
    rows = (
        row(
            v.word("terrain", each.id),
            (
                halves(v, each.motorized_halves),
                halves(v, each.foot_halves),
                chart(v, "halved") if each.halvings else signed(each.drm),
                each.attack_ap,
            ),
            guide.amid(g.grid, g.terrain[each.id], free),
        )
        for each in g.files.tables.terrain
    )
    heads = columns(v, "terrain column", "mp motorised", "mp foot", "drm", "attack ap")
    return table(v, "terrain table", heads, rows)


def hexsides(v: Voice) -> GuideTable:
    g = v.g
    drawn: dict[str, Sides] = {"creek": g.creeks, "lowat": g.unbridged}
    free = guide.bare(g.grid, g.place_names)
    rows = [
        row(
            v.word("feature", each.id),
            (
                more(v, each.motorized_halves),
                more(v, each.foot_halves),
                chart(v, "halved") if each.halvings else f"{signed(each.all_drm)} / {signed(each.some_drm)}",
            ),
            guide.along(g.grid, drawn[each.id], free),
        )
        for each in g.files.tables.hexside
    ]
    rate = halves(v, g.road_halves)
    roads = tuple(road & ~rail for road, rail in zip(g.roads, g.rails, strict=True))
    for name, sides in (("road", roads), ("railway", g.rails)):
        rows.append(row(v.word("feature", name), (rate, rate, NONE), guide.along(g.grid, sides, free)))
    return table(v, "hexside table", columns(v, "line column", "mp motorised", "mp foot", "drm"), rows)


# -- the charts -------------------------------------------------------------------------------------------------------


def crt(v: Voice) -> GuideTable:
    found = v.g.files.tables.crt
    names = [column.id for column in found]
    rows = guide.turned(names, [column.results for column in found], map(str, range(2, 15)))
    return table(v, "crt table", [*columns(v, "dice"), *names], rows, limit=v.g.drm_limit)


def victory(v: Voice, scenario: str) -> GuideTable:
    levels = v.g.scenarios[scenario].victory
    spans = guide.ranges([level.least for level in levels])
    rows = (row(v.word("result", level.id), [span]) for level, span in zip(levels, spans, strict=True))
    return table(v, "victory table", columns(v, "level", "vp"), rows)


def objectives(v: Voice, turns: int) -> GuideTable:
    g = v.g
    last = max(box.turn for box in g.files.tables.track)
    rows = [
        row(v.name(g.grid.index(goal.hex)) or goal.name, (goal.value, chart(v, goal.condition)), goal.hex)
        for goal in g.files.tables.objective
    ]
    rows.append(row(chart(v, "cut off"), (g.cut_off_vp, chart(v, "each turn"))))
    rows.append(row(chart(v, "line cut"), (g.railway_vp, chart(v, "each turn"))))
    for name, value in zip(("breakout supplied", "breakout outside"), g.breakout_vp, strict=True):
        if turns == last:
            rows.append(row(chart(v, name), (signed(-value), chart(v, "at the end"))))
    return table(v, "objective table", columns(v, "place", "vp", "when"), rows)


def activity(v: Voice) -> GuideTable:
    found = v.g.files.tables.activity
    names = [chart(v, "points spent", number=line.level) for line in found]
    rows = guide.turned(names, [line.results for line in found], map(str, range(2, 13)))
    return table(v, "activity table", [*columns(v, "dice"), *names], rows)


def track(v: Voice, turns: int) -> GuideTable:
    boxes = [box for box in v.g.files.tables.track if box.turn <= turns]
    rows = (row(str(box.turn), (v.word("date", box.date), box.soviet, box.german)) for box in boxes)
    return table(v, "track table", columns(v, "turn", "days", "soviet c3i", "german c3i"), rows)


def kessel(v: Voice) -> GuideTable:
    rows = (
        row(
            f"{each.level} {v.word('condition', each.name)}",
            (
                chart(v, f"move {each.motorized}"),
                chart(v, f"move {each.foot}"),
                signed(each.attack_drm),
                signed(each.defence_drm),
                "✓" if each.attrition else NONE,
                f"{each.release}+",
            ),
        )
        for each in v.g.files.tables.kessel
    )
    heads = columns(v, "condition", "ma motorised", "ma foot", "drm", "defence drm", "attrition", "release")
    return table(v, "kessel table", heads, rows)


def kessel_starts(v: Voice) -> GuideTable:
    """The space of the track in which a Kessel starts, by where its units are and whose they are."""
    names = {"velikye_luki": v("city kessel"), **{kind: v.word("terrain", kind) for kind in ("city", "village")}}
    names["elsewhere"] = chart(v, "elsewhere")
    rows = (row(name, [getattr(each, kind) for each in v.g.kessel_starts]) for kind, name in names.items())
    return table(v, "kessel start table", [chart(v, "place"), *map(v.side, (SOVIET, GERMAN))], rows)


def attrition(v: Voice) -> GuideTable:
    rows = (row(str(each.level), (f"{each.settled}+", f"{each.elsewhere}+")) for each in v.g.files.tables.attrition)
    return table(v, "attrition table", columns(v, "condition", "settled", "elsewhere"), rows)


def chits(v: Voice) -> GuideTable:
    rows = (row(v.word("chit", chit.id), [effect(v, chit)]) for chit in v.g.files.tables.chit)
    return table(v, "chit table", columns(v, "chit", "does"), rows)


def events(v: Voice) -> GuideTable:
    rows = (
        row(str(roll), (v.word("random", event.name), chart(v, event.player), chart(v, f"grants {event.grants}")))
        for roll, event in v.g.events.items()
    )
    return table(v, "event table", columns(v, "die", "event", "player", "does"), rows)


def variable(v: Voice, turns: int) -> GuideTable:
    found = [each for each in v.g.files.tables.variable if each.turn <= turns]
    rows = (row(str(each.turn), each.results) for each in found)
    return table(v, "variable table", [*columns(v, "turn and die"), *map(str, range(1, 7))], rows)


def conversion(v: Voice) -> GuideTable:
    rows = (row(each.id, each.results) for each in v.g.files.tables.conversion)
    return table(v, "conversion table", [*columns(v, "steps and die"), *map(str, range(1, 7))], rows)

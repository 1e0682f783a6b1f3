"""The odds of ER checks: the rating, every modifier with its rule, the exact chance to pass."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from stavka.engine.kinds import NO_UNIT, Unit, units_in
from stavka.games.moscow.charts import WEATHER_NAMES
from stavka.games.moscow.game import STEPS
from stavka.games.moscow.rules.c02_components.dice import D10
from stavka.games.moscow.rules.c03_basic_concepts.values import command, er
from stavka.games.moscow.rules.c10_combat.battle import CheckingGuns, gun_band
from stavka.games.moscow.rules.c10_combat.battleframe import ATTACKER, FULL, HALF, NONE, battle_under
from stavka.games.moscow.rules.c12_artillery import arko_drm
from stavka.games.moscow.rules.c15_hqs_and_leaders import Check, Checking, passing
from stavka.games.moscow.scene.voice import Voice
from stavka.games.moscow.state import MOBILE, Position
from stavka.scenes.scene import Odds, OddsLine, OddsResult

FACES: Final = len(D10)
COORDINATION: Final = {"cas_check": 0, "overrun_cas": 0, "gun_check": 1, "ground_check": 2}
"""Checks with the DRMs of the Combat Coordination Table, and which of its columns they take."""
BANDS: Final = {FULL: "passed", HALF: "half", NONE: "silenced"}


def check_of(v: Voice, f: Checking) -> Check[Any]:
    step = v.g.steps[f.step]
    assert isinstance(step, Check), f
    return step


def share(v: Voice, s: Position, unit: Unit, drm: int = 0) -> float:
    """The chance of a unit to pass a check."""
    return passing(v.g, s, unit, drm) / FACES


def band_shares(v: Voice, s: Position, unit: Unit, drm: int) -> list[float]:
    """The chances that an artillery check leaves all, half or none of the support."""
    g, rating = v.g, er(v.g, s, unit)
    found = [gun_band(g, die + drm, success=die + drm <= rating) for die in range(1, FACES + 1)]
    return [found.count(band) / FACES for band in (FULL, HALF, NONE)]


def share_with(v: Voice, s: Position, f: Checking, helper: Unit = NO_UNIT) -> float:
    """The chance to pass the check of a frame, with one more unit that spends its CP on it."""
    more = command(v.g, s, helper) if helper >= 0 else 0
    return share(v, s, f.lead, check_of(v, f).drm(v.g, s, f) - more)


def work_out(v: Voice, s: Position, f: Checking) -> Odds:
    """A check that is being made."""
    g, unit = v.g, f.lead
    drm = check_of(v, f).drm(g, s, f)
    faces = passing(g, s, unit, drm)
    return {
        "title": v("check title", unit=g.labels[unit], check=v.word("check", f.step)),
        "hexes": [g.grid.number(s.place[unit])] if s.place[unit] >= 0 else [],
        "units": [g.unit_ids[unit]],
        "labels": {"attack": v("rating"), "defence": v("at most"), "column": v("chance")},
        "attack": er(g, s, unit),
        "defence": faces,
        "allowed": True,
        "lines": [*rating_lines(v, s, unit), *drm_lines(v, s, f)],
        "notes": [v.line("3.42", v("check note"), 0)],
        "support": [],
        "column": v.percent(faces / FACES),
        "modifier": drm,
        "results": list(results(v, s, f, drm)),
        "losses": {},
    }


def rating_lines(v: Voice, s: Position, unit: Unit) -> Iterator[OddsLine]:
    """The ER of a unit: printed, and what its markers take off it."""
    g, bit = v.g, 1 << unit
    printed = g.printed_er[unit][s.steps[unit]]
    lines = [("3.41", v("printed rating", unit=g.labels[unit]), printed)]
    if s.disrupted & bit:
        lines.append(("3.72b", v.word("state", "disrupted"), -g.disrupted_er))
    if s.oos & bit and not s.fed & bit:
        lines.append(("6.14b", v.word("state", "oos"), -g.oos_er))
    elif s.low_fuel & bit and not s.oos & bit:
        lines.append(("6.44b", v.word("state", "low_fuel"), -g.low_fuel_er))
    over = er(g, s, unit) - sum(value for _, _, value in lines)
    if over:
        lines.append(("3.44a", v("rating floor"), over))
    for rule, text, value in lines:
        yield {"on": "attack", **v.line(rule, text, value)}


def drm_lines(v: Voice, s: Position, f: Checking) -> Iterator[OddsLine]:
    """The modifiers of the die."""
    g = v.g
    lines: list[tuple[str, str, int]] = []
    if f.step in COORDINATION:
        what = COORDINATION[f.step]
        sequence = "mobile" if s.sequence == MOBILE else "assault"
        lines.append(("10.4c", v.weather(s.weather), g.coordination[WEATHER_NAMES[s.weather]][what]))
        lines.append(("10.4c", v.word("sequence", sequence), g.coordination[sequence][what]))
    if isinstance(f, CheckingGuns) and f.role == ATTACKER:
        lines.append(("16.11a", v("arko"), -arko_drm(g, s, battle_under(s), ATTACKER)))
    for helper in units_in(f.helpers):
        lines.append(("15.21c", v("points of", unit=g.labels[helper]), -command(g, s, helper)))
    for rule, text, value in lines:
        if value:
            yield {"on": "roll", **v.line(rule, text, value)}


def results(v: Voice, s: Position, f: Checking, drm: int) -> Iterator[OddsResult]:
    """The results of the faces of the die."""
    g = v.g
    rating = er(g, s, f.lead)
    named: dict[str, list[int]] = {}
    for die in range(1, FACES + 1):
        success = die + drm <= rating
        key = "passed" if success else "failed"
        if isinstance(f, CheckingGuns):
            key = BANDS[gun_band(g, die + drm, success=success)]
        named.setdefault(key, []).append(die)
    for key, rolls in named.items():
        text = v.word("word", "failed" if key in ("half", "silenced") else key)
        means = v.word("check result", f"{f.step} {key}")
        shown = text if key in ("passed", "failed") else v("failed so", how=v.word("word", key))
        yield {"text": shown, "rolls": rolls, "share": len(rolls) / FACES, "means": means, "losses": {}}


def thrown(v: Voice, s: Position, f: Checking) -> Odds:
    """The check whose die is thrown."""
    return work_out(v, s, f)


THROWS: Final = dict.fromkeys((name for name, step in STEPS.items() if isinstance(step, Check)), thrown)

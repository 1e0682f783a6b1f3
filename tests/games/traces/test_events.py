"""Every event of the rules has a form that says what its values are."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.traces.walks import GAME, Walk
from stavka.agents.analysis import Analysis, Depth
from stavka.engine.events import OPENS
from stavka.engine.state import Event
from stavka.games.traces import rules
from stavka.games.traces.agents.craft import TracesCraft
from stavka.games.traces.events import EVENTS


def strange(event: Event) -> str:
    """The values of an event that its form does not know, and those that its form knows but the event lacks."""
    if event.name not in EVENTS:
        return f"{event.name} has no form"
    wrong = event.values.keys() ^ EVENTS[event.name].values.keys()
    return f"{event.name}: {', '.join(sorted(wrong))}" if wrong else ""


def tells() -> Iterator[tuple[str, set[str]]]:
    """The names in all calls of `tell` in the rules, with the names of their values."""
    for file in Path(rules.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "tell":
                assert isinstance(node.args[0], ast.Constant), f"{file.name} line {node.lineno}: no plain name"
                yield str(node.args[0].value), {str(value.arg) for value in node.keywords} - {"seats", "rules"}


def test_the_rules_tell_what_has_a_form_and_nothing_else() -> None:
    told = list(tells())
    assert {name for name, _ in told} == EVENTS.keys()
    assert [strange(Event(name, dict.fromkeys(values), (), None)) for name, values in told] == [""] * len(told)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_told_has_the_values_of_its_form(seed: int) -> None:
    walk = Walk(seed)
    walk.state.events = []
    for _ in walk:
        pass
    assert len({event.name for event in walk.state.events}) > 15
    assert [text for event in walk.state.events if (text := strange(event))] == []
    for event in walk.state.events:
        GAME.say(walk.state, event)


def test_a_value_without_a_form_is_found() -> None:
    assert strange(Event("turn", {"turn": 1, "points": 0, "month": 7}, (), None)) == "turn: month"
    assert strange(Event("turn", {"points": 0}, (), None)) == "turn: turn"
    assert strange(Event("lunch", {}, (), None)) == "lunch has no form"


def test_the_special_activation_opens_a_card_of_an_activation() -> None:
    """Nothing is drawn for it (12.1a)."""
    assert EVENTS["special activation"].card == OPENS("activation")


def test_an_analysis_tells_secret_events_as_the_enemy_hears_them() -> None:
    """It is read by both sides: nobody is "you"."""
    analysis = Analysis(TracesCraft, GAME, Depth(), [0, 1], whole=True)
    s = GAME.new("race")
    said = analysis.said(s, Event("marker drawn", {"kind": 0}, (), (1,)))
    assert said["en"].startswith("The Axis player draws a Luftwaffe marker")

"""The knowledge of the other seat and of onlookers while something is under way, and positions dealt out for them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.luki.walks import posed
from stacks import top_frame
from stavka.assurance.situations import Examiner, Situation, play_line
from stavka.engine.offer import CHANCE, ROLL
from stavka.engine.session import Session
from stavka.engine.state import Json
from stavka.games.luki.checks.situations import build
from stavka.games.luki.game import Luki, load
from stavka.games.luki.rules.c10_movement.movement_phase import MovementPhase
from stavka.games.luki.rules.c13_miscellaneous.infiltration import Infiltrating
from stavka.games.luki.scene import presenter
from stavka.games.luki.state import GERMAN, SOVIET, UNSEEN, Position
from stavka.scenes.scene import Moment, Scene, waiting

FIELD: Json = {
    "picture": "\n".join((" " if row % 2 else "") + ". " * 9 for row in range(5)),
    "soviet": ["0101", "0201", "0301", "0401", "0501"],
    "german": ["0109", "0209", "0309", "0409", "0509"],
}


def stand(spec: Json, *picks: str, drawn: Json | None = FIELD) -> tuple[Luki, Position]:
    """A position drawn as in a situation, after some picks."""
    situation = Situation("secrets", "position", ("3.6a",), "", spec, drawn, ({"turn": 1},))
    examiner: Examiner = build(situation)
    for line in picks:
        play_line(situation, examiner, line)
    return examiner.game, examiner.state  # type: ignore[return-value]


def shown(g: Luki, s: Position, seat: int | None) -> Scene:
    return presenter(g).scene(g.see(s, seat), Moment(waiting=waiting(g, s, seat)), "en")


def names(s: Position) -> list[str]:
    return [frame.step for frame in s.stack]


@pytest.mark.parametrize("seat", [SOVIET, None])
def test_others_may_look_on_while_breakout_units_are_placed(seat: int | None) -> None:
    """Abschnitt Ost, a strongpoint, lies below WL-Wien, so the Soviet side does not see where it is."""
    spec = {
        "units": ["2412 ge.wl.wien", "2412 ge.wl.ao", "2400 so.28.88"],
        "kessels": [{"space": 3, "units": ["ge.wl.wien", "ge.wl.ao"], "city": True}],
        "released": True,
        "turn": 3,
        "segment": 2,
        "phase": "german segment",
    }
    g, s = stand(spec, "german convert", "chance 6", drawn=None)
    while top_frame(s).steps:
        g.apply(s, GERMAN, next(iter(g.offers(s)[0])))
    assert names(s)[-1] == "breakout" and g.see(s, seat).position.place[g.unit_index("ge.wl.ao")] == UNSEEN
    assert shown(g, s, seat)["waiting"] == ["german"]


@pytest.mark.parametrize("seat", [SOVIET, None])
def test_nobody_knows_who_will_infiltrate(seat: int | None) -> None:
    spec = {"units": ["0306 ge.brd803", "0306 ge.8pd.aa59", "0305 so.28.88"], "phase": "german movement"}
    g, s = stand(spec, "german ge.brd803 infiltrate")
    seen = g.see(s, seat).position
    assert "infiltrate" not in names(seen) and seen.place[g.infiltrator] == UNSEEN
    assert "infiltrate" in names(g.see(s, GERMAN).position)
    assert shown(g, s, seat)["waiting"] == ["german"]


@pytest.mark.parametrize("seat", [SOVIET, None])
def test_an_infiltrator_is_seen_where_it_passes_its_own_ski_troops(seat: int | None) -> None:
    spec = {"units": ["0307 ge.brd803", "0306 ge.jg1", "0304 so.28.88"], "phase": "german movement"}
    g, s = stand(spec, "german ge.brd803 infiltrate 0306")
    seen = g.see(s, seat).position
    assert seen.place[g.infiltrator] == g.grid.index("0306")
    assert [frame.half_points for frame in s.stack if isinstance(frame, Infiltrating)] == [14]
    assert [frame.half_points for frame in seen.stack if isinstance(frame, Infiltrating)] == [0]
    assert shown(g, s, seat)["waiting"] == ["german"]


def test_dealing_while_brd_803_stands_among_the_enemy() -> None:
    """The only Soviet stack is the one that it passes: what is not seen can be nowhere else."""
    spec = {"units": ["0306 ge.brd803", "0305 so.28.88", "0305 so.28.144"], "phase": "german movement"}
    g, s = stand(spec, "german ge.brd803 infiltrate 0305", "chance 1")
    assert s.place[g.infiltrator] == g.grid.index("0305")
    dealt = g.see(s, GERMAN).sample(Random(1))
    assert [dealt.place[g.unit_index(name)] for name in ("so.28.88", "so.28.144")] == [g.grid.index("0305")] * 2


def test_a_phase_that_has_not_begun_is_dealt_out_as_such() -> None:
    """Combat comes first: units that die in it are not among those that can move afterwards."""
    spec = {
        "units": ["0303 so.tr34/1", "0304 ge.83.i-251", "0304 ge.83.ii-251", "0501 so.28.88"],
        "c3i": {"soviet": 3},
        "cup": [],
        "turn": 3,
        "segment": 1,
        "phase": "soviet segment",
    }
    g, s = stand(spec, "soviet pass fight-move spend-2", "chance 9")
    for other in (g.see(s, GERMAN).sample(Random(1)), g.sample_state(g.view(s, None), Random(1))):
        assert [frame.able for frame in other.stack if isinstance(frame, MovementPhase)] == [-1]
    g, s = stand({"units": ["0303 so.28.88", "0304 ge.sich1"], "phase": "limited", "cup": []})
    other = g.see(s, GERMAN).sample(Random(1))
    assert [frame.able for frame in other.stack if isinstance(frame, MovementPhase)] == [-1, -1]


TOWN: Json = {
    **FIELD,
    "picture": ". . . . . . . . .\n . . . . . . . . .\n. . . C . . . . .\n . . . . . . . . .\n. . . . . . . . .",
    "luki": ["0304"],
}


@pytest.mark.parametrize("seat", [SOVIET, None])
def test_kessels_are_open_though_a_relief_unit_lies_on_top(seat: int | None) -> None:
    spec = {
        "units": ["0304 ge.83.i-251", "0304 ge.8pd.aa59", "0101 so.28.88"],
        "kessels": [{"space": 4, "units": ["ge.83.i-251"], "city": True}],
        "turn": 3,
    }
    g, s = stand(spec, drawn=TOWN)
    sight = g.see(s, seat)
    assert sight.position.place[g.unit_index("ge.83.i-251")] == UNSEEN
    told = shown(g, s, seat)
    assert [line["text"] for line in told["points"]["lines"]] == ["Velikye Luki is cut off"]
    assert [marker["at"] for marker in told["tracks"][1]["markers"]] == [3]
    assert [mark["kind"] for mark in told["marks"]["0304"]] == ["kessel"]
    dealt = sight.sample(Random(1))
    assert (dealt.kessel[g.unit_index("ge.83.i-251")], dealt.markers) == (1, {})
    assert g.view(dealt, seat) == g.view(s, seat)
    again = g.from_json(g.view(s, seat)["state"])
    assert again.markers == {1: g.grid.index("0304")}


def logs(g: Luki, s: Position, before: Position, *words: str) -> list[str]:
    """The logs of some picks for the Soviet seat, the German seat and an onlooker."""
    session = Session(g, "campaign", seed="1")
    session.state = before
    session.state.events = []
    for word in words:
        offer = session.offers()[0]
        session.play(offer.seat, g.read_pick(word, offer))
    return [" ".join(g.say(session.state, event) for event in session.log(seat)) for seat in (SOVIET, GERMAN, None)]


def test_the_log_of_the_set_up_tells_others_only_who_is_on_top() -> None:
    g = load()
    s = g.new("campaign")
    texts = logs(g, s, s, "so.28.88", "2000", "so.28.144", "2000", "so.sb44", "2000")
    assert all("28-88 " in text and "44 " in text for text in texts)
    assert ["28-144" in text for text in texts] == [True, False, False]


def test_the_log_of_a_guided_move_does_not_tell_how_many_are_guided() -> None:
    g = load()
    s = posed("guide_die").clone()
    s.events = []
    g.apply(s, CHANCE, (ROLL, 0))
    open_events: list[Any] = [event for event in s.events if event.seats is None]
    assert [event.values for event in open_events if event.name == "guide die"] == [
        {"unit": g.infiltrator, "hex": g.grid.index("2105"), "die": 1, "fails": False}
    ]
    assert [event.values for event in s.events if event.name == "guide total"] == [{"total": 2}]

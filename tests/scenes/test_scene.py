"""The common treatment of a client's question by every presenter, and the facts of the session in a scene."""

from collections.abc import Mapping, Sequence
from typing import cast

import pytest

from engine.toy import TOY, Table
from stavka.engine.agent import Sight
from stavka.engine.kinds import Side, Unit
from stavka.engine.offer import Offer
from stavka.engine.session import Session
from stavka.engine.state import Event, Json
from stavka.hexes import Hex
from stavka.scenes.guide import Guide
from stavka.scenes.keeping import Drawing
from stavka.scenes.scene import (
    Board,
    CoverCounter,
    HexAnswer,
    LogEntry,
    Moment,
    Odds,
    Overlay,
    Path,
    Presenter,
    Reach,
    Scene,
    moment,
)


class Echo(Presenter[Table]):
    """Answers every question with what it was asked."""

    game = TOY

    def board(self, lang: str) -> Board:
        raise NotImplementedError

    def counter(self, unit: str, scenario: str, lang: str) -> CoverCounter:
        raise NotImplementedError

    def guide(self, scenario: str, lang: str) -> Guide:
        raise NotImplementedError

    def scene(self, sight: Sight[Table], now: Moment, lang: str, drawing: Drawing | None = None) -> Scene:
        raise NotImplementedError

    def chosen_odds(self, sight: Sight[Table], offer: Offer, lang: str) -> Odds | None:
        raise NotImplementedError

    def entry(self, sight: Sight[Table], event: Event, lang: str, *, is_own: bool = True) -> LogEntry:
        raise NotImplementedError

    def turn_summary(self, sight: Sight[Table], events: Sequence[Event], at: int, lang: str) -> str:
        raise NotImplementedError

    def step_points(self) -> Mapping[str, float]:
        raise NotImplementedError

    def reach(self, sight: Sight[Table], unit: Unit, lang: str) -> Reach:
        return cast(Reach, {"unit": unit})

    def path(self, sight: Sight[Table], unit: Unit, hex_: Hex, lang: str) -> Path:
        return cast(Path, {"unit": unit, "hex": hex_})

    def odds(self, sight: Sight[Table], hex_: Hex, units: Sequence[int], lang: str) -> Odds:
        return cast(Odds, {"hex": hex_, "units": list(units)})

    def throw(self, sight: Sight[Table], lang: str) -> Odds | None:
        return None

    def overlay(self, sight: Sight[Table], key: str, side: Side | None, unit: Unit | None, lang: str) -> Overlay:
        return cast(Overlay, {"key": key, "side": side, "unit": unit})

    def hex(self, sight: Sight[Table], hex_: Hex, lang: str) -> HexAnswer:
        return cast(HexAnswer, {"hex": hex_})


SIGHT = TOY.see(TOY.new("plain"), 0)
UNIT_NAME, HEX_NAME, SIDE = TOY.unit_ids[Unit(1)], "0102", TOY.sides[1]
THERE = TOY.grid.index(HEX_NAME)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ({"what": "reach", "unit": UNIT_NAME}, {"unit": 1}),
        ({"what": "path", "unit": UNIT_NAME, "hex": HEX_NAME}, {"unit": 1, "hex": THERE}),
        ({"what": "odds", "hex": HEX_NAME}, {"hex": THERE, "units": []}),
        ({"what": "odds", "hex": HEX_NAME, "units": [UNIT_NAME]}, {"hex": THERE, "units": [1]}),
        ({"what": "hex", "hex": HEX_NAME}, {"hex": THERE}),
        ({"what": "overlay", "overlay": "x"}, {"key": "x", "side": None, "unit": None}),
        ({"what": "overlay", "overlay": "x", "side": SIDE, "unit": UNIT_NAME}, {"key": "x", "side": 1, "unit": 1}),
    ],
)
def test_questions_name_things_as_they_are_printed(question: Json, answer: Json) -> None:
    assert Echo().ask(SIGHT, question, "en") == {"what": question["what"], **answer}


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ({}, "there is no question “None”"),
        ({"what": "weather"}, "there is no question “weather”"),
        ({"what": "reach"}, "there is no unit “None”"),
        ({"what": "reach", "unit": ["a"]}, "there is no unit"),
        ({"what": "hex", "hex": 102}, "there is no hex “102”"),
        ({"what": "hex", "hex": "9999"}, "there is no hex “9999”"),
        ({"what": "odds", "hex": HEX_NAME, "units": [{}]}, "there is no unit “{}”"),
        ({"what": "odds", "hex": HEX_NAME, "units": "x"}, "there is no unit “x”"),
        ({"what": "overlay", "overlay": "x", "side": 1}, "there is no side “1”"),
    ],
)
def test_a_question_without_sense_is_refused_with_a_sentence(question: Json, text: str) -> None:
    with pytest.raises(ValueError, match=text):
        Echo().ask(SIGHT, question, "en")


def test_it_is_refused_in_the_language_of_the_player() -> None:
    with pytest.raises(ValueError, match="no existe la unidad «x»"):
        Echo().ask(SIGHT, {"what": "reach", "unit": "x"}, "es")


def test_a_moment_is_what_the_session_offers_a_seat() -> None:
    session = Session(TOY, "plain", seed="1")
    for seat in (0, 1):
        offer = session.offer(seat)
        assert offer is not None
        found = moment(session, seat, 5)
        assert (found.state, found.undo) == (5, False)
        assert found.offer is not None and list(found.offer) == list(offer)
        assert found.contracts == {pick: session.contract(seat, pick) for pick in offer}
    assert moment(session, None, 5) == Moment(5, waiting=["north", "south"])

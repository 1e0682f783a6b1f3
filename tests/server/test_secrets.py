"""A seat is sent what it may see and nothing else: payloads, answers, logs, faults, and what programs are given."""

from __future__ import annotations

import json
import logging
from random import Random
from typing import Any

import pytest

from games.traces.walks import GAME, collected
from server.conftest import OpenHouse
from server.seats import FRIENDS, House, Seat, play_on
from stavka.engine.kinds import Option, Unit
from stavka.engine.offer import HEX, OPTION, UNIT, Pick
from stavka.engine.session import Session
from stavka.engine.state import Json
from stavka.games.traces.checks.invariants import shuffled
from stavka.games.traces.state import Position
from stavka.server import programs
from stavka.server.faults import Discreet, tell_fault
from stavka.server.presenting import ScenePresenter
from stavka.server.programs import ProgramQuestion, packed, unpacked
from stavka.server.settings import Settings

STEPS = ("select_chits", "bid", "add_chits", "interrupt", "mode", "movement", "combat", "air_support", "retreat_path")


def session_at(s: Position) -> Session[Any]:
    session = Session(GAME, "race", seed="hidden")
    session.state = s.clone()
    session.state.events = []
    return session


def sent(session: Session[Any], seat: int | None) -> str:
    """Everything about a position that a seat could be sent, except the log."""
    presenter = ScenePresenter()
    scene = presenter.scene(session, seat, 0, "en")
    reasons = []
    if seat is not None:
        words: list[Pick] = [
            (UNIT, Unit(0)),
            (HEX, GAME.grid.index("1731")),
            (OPTION, Option(0)),
            (OPTION, Option(20)),
        ]
        reasons = [GAME.why(session.state, seat, word) for word in words]
    return json.dumps([scene, reasons])


@pytest.mark.parametrize("step", STEPS)
def test_payloads_do_not_depend_on_what_is_hidden(step: str) -> None:
    """When everything hidden is exchanged, every payload stays the same to the letter."""
    rng, changed = Random(step), 0
    for s in collected().get(step, [])[:5]:
        for seat in (None, 0, 1):
            for _ in range(3):
                other = shuffled(GAME, s, seat, rng)
                changed += other != s
                assert sent(session_at(s), seat) == sent(session_at(other), seat)
    assert changed, "something has to be exchanged"


@pytest.mark.parametrize("step", STEPS)
def test_what_travels_to_a_program_does_not_depend_on_what_is_hidden(step: str) -> None:
    rng = Random(step)
    for s in collected().get(step, [])[:5]:
        for offer in GAME.offers(s):
            if offer.seat < 0:
                continue
            data = [
                packed(ProgramQuestion("traces", "t", "scripted", 1, offer.seat, GAME.see(c, offer.seat), offer))
                for c in (s, shuffled(GAME, s, offer.seat, rng))
            ]
            assert data[0] == data[1]
            assert unpacked(data[0]).sight is not None


def test_a_question_holds_the_sight_and_the_game_by_name_only() -> None:
    s = collected()["mode"][0]
    (offer,) = GAME.offers(s)
    data = packed(ProgramQuestion("traces", "t", "scripted", 1, offer.seat, GAME.see(s, offer.seat), offer))
    assert len(data) < 20_000, "the map does not travel"
    for word in (b"Session", b"Record", b"Traces\x94", b"Match"):
        assert word not in data
    again = unpacked(data)
    assert again.sight is not None and again.sight.position.events is None
    assert again._replace(sight=None, offer=offer) == ProgramQuestion(
        "traces", "t", "scripted", 1, offer.seat, None, offer
    )


def test_the_worker_is_asked_with_the_sight_only(
    open_house: OpenHouse, lite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The question that the server hands to a worker, intercepted."""
    questions: list[ProgramQuestion] = []
    pack = programs.packed

    def catch(question: ProgramQuestion) -> bytes:
        questions.append(question)
        return pack(question)

    monkeypatch.setattr(programs, "packed", catch)
    house = open_house(lite)
    made = house.make({"soviet": "me", "axis": "scripted"}, seed="thedice")
    soviet = house.sit(made, "soviet")
    while not soviet.catch_up().picks():
        pass
    assert questions
    for question in questions:
        assert question.seat == 1 and b"thedice" not in pack(question)
        assert isinstance(question.sight, type(GAME.see(collected()["mode"][0], 0)))


def hidden_words(house: House, made: Json, seat: Seat) -> list[str]:
    text = json.dumps(seat.heard)
    row = house.desk.store.table(made["table"])
    assert row is not None
    digests = [move.digest for move in house.desk.store.moves(made["table"])]
    keys = [*made["keys"].values(), made["host"]]
    return [word for word in (row.seed, row.program_seed, row.host_hash, *digests, *keys) if word in text]


def test_no_seed_key_or_fingerprint_is_sent_while_the_game_goes_on(open_house: OpenHouse, lite: Settings) -> None:
    """Fingerprints of positions count as secrets: hidden things could be found out by trying."""
    house = open_house(lite)
    made = house.make(FRIENDS)
    seats = [house.sit(made, "soviet"), house.sit(made, "axis"), house.sit(made)]
    play_on(seats[:2], Random(2), 60)
    for seat in seats:
        assert hidden_words(house, made, seat.catch_up()) == []
    seats[0].say("resign")
    row = house.desk.store.table(made["table"])
    assert row is not None and hidden_words(house, made, seats[2].catch_up()) == [row.seed]


def test_the_log_of_a_seat_holds_nothing_that_only_the_other_may_know(open_house: OpenHouse, lite: Settings) -> None:
    house = open_house(lite)
    made = house.make(FRIENDS)
    seats = {0: house.sit(made, "soviet"), 1: house.sit(made, "axis"), None: house.sit(made)}
    play_on([seats[0], seats[1]], Random(6), 80)
    session = house.desk.tables[made["table"]].match.session
    for seat, person in seats.items():
        events = [e for e in session.state.events or [] if e.seats is None or seat in e.seats]
        assert [entry["text"] for entry in person.catch_up().log] == [GAME.say(session.state, e) for e in events]
    assert len(seats[1].log) > len(seats[0].log), "the Axis markers are told to the Axis only"


# -- logs and faults ------------------------------------------------------------------------------------------------


def test_the_text_of_a_fault_is_told_to_nobody(
    open_house: OpenHouse, lite: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    house = open_house(lite)
    made = house.make()
    axis = house.sit(made, "axis")

    def fail(*_: object, **__: object) -> None:
        raise ValueError("the cup holds the marker of Popov")

    monkeypatch.setattr(house.desk.tables[made["table"]].match, "do", fail)
    monkeypatch.setattr(house.desk.store, "tables_of", fail)
    reply = axis.pick(axis.picks()[0])
    assert reply["is"] == "refused" and "Popov" not in json.dumps(axis.heard)
    answer = house.client.get("/api/tables", headers={"Authorization": "Bearer x"})
    assert answer.status_code == 500 and "Popov" not in answer.text
    assert "ValueError" in caplog.text and "Popov" not in caplog.text


def test_log_lines_hold_neither_keys_nor_the_texts_of_faults() -> None:
    record = logging.LogRecord(
        "x", 20, "", 0, '"WebSocket %s" [accepted]', ("/api/tables/a/play?key=SECRET&lang=en",), None
    )
    Discreet().filter(record)
    assert record.getMessage() == '"WebSocket /api/tables/a/play?key=...&lang=en" [accepted]'
    try:
        raise ValueError("SECRET")
    except ValueError as error:
        record = logging.LogRecord("x", 40, "", 0, "broken", (), (type(error), error, error.__traceback__))
        Discreet().filter(record)
        assert "SECRET" not in logging.Formatter().format(record) and "ValueError" in record.getMessage()


def test_a_fault_is_told_by_its_kind_and_place(caplog: pytest.LogCaptureFixture) -> None:
    try:
        raise KeyError("SECRET")
    except KeyError as error:
        tell_fault("here", error)
    assert "KeyError" in caplog.text and "test_secrets.py" in caplog.text and "SECRET" not in caplog.text

"""A game that is opened from its snapshot is the game that is played through, whatever happened in it."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from server.conftest import OpenHouse
from server.seats import HOT_SEAT, House, play_on
from stavka import games
from stavka.engine.state import Event
from stavka.server import snapshots
from stavka.server.match import DRAW, PICK, TAKEBACK, UNDO, BrokenTableError, Match, NotAllowedError, written
from stavka.server.presenting import ScenePresenter
from stavka.server.rows import SnapshotRow, StoredMove, TableRow
from stavka.server.settings import Settings
from stavka.server.store import Change

EACH = pytest.mark.parametrize("key", list(games.GAMES))
SEATS = (None, 0, 1)
PEOPLE = (0, 1)
SHOW = ScenePresenter()


def row_of(key: str, scenario: str) -> TableRow:
    blank: dict[str, Any] = dict.fromkeys(TableRow.__table__.columns.keys())
    known = {"id": "t", "game": key, "scenario": scenario, "options": "{}", "seed": "snapshots", "created": 0.0}
    return TableRow(**blank | known | {"clock_start": 600.0, "clock_increment": 5.0})


def stored(match: Match) -> list[StoredMove]:
    return [StoredMove(*row[:7], written(row.told), row.at) for row in match.rows]


def act(match: Match, rng: Random, at: float) -> None:
    """A pick at random; sometimes it is taken back, by undo or by agreement."""
    offer = rng.choice(match.session.offers())
    try:
        match.do(PICK, offer.seat, match.game.write_pick(rng.choice(list(offer)), offer), at)
        chance, seat = rng.random(), rng.choice(PEOPLE)
        if chance < 0.4 and match.session.can_undo(seat):  # maybe not the one who has just picked
            match.do(UNDO, seat, "", at + 1)
        elif chance < 0.02:
            match.do(TAKEBACK, offer.seat, "", at + 1)
    except NotAllowedError:
        assert match.result


def facts(match: Match) -> list[Any]:
    """Everything that anybody can learn of a game, and what is stored of it."""
    session, game = match.session, match.game
    known: list[Any] = [match.record().write(), match.number(()), match.number((0,)), match.number((1,))]
    for seat in SEATS:
        known += [game.view(session.state, seat), match.clock_of(0, (seat or 0,), 9e5), match.clock_of(1, (), 9e5)]
        known += [list(SHOW.sentences(session, session.log(seat), lang, seat)) for lang in ("en", "fr")]
        if seat is not None:
            known += [session.contracts(seat), session.why_not_undo(seat), SHOW.scene(session, seat, 1, "en")]
    return [*known, match.asked(), match.result, match.takebacks, session.rolled, stored(match)[-3:]]


def opened(match: Match, snapshot: str | None) -> Match:
    return Match.load(match.game, row_of(match.game.key, match.scenario), PEOPLE, stored(match), snapshot)


def taken(match: Match, rng: Random, picks: int, most: int) -> str | None:
    """Play a number of picks; the last snapshot that could be taken on the way."""
    found = None
    for at in range(picks):
        if match.result:
            break
        act(match, rng, 10.0 * at)
        if len(match.seen) - match.snapped >= most and match.is_snapshot_due():
            found = match.snapshot() or found
    return found


@EACH
def test_it_is_the_game_that_is_played_through(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 1)
    game, begun = games.load(key), 0
    for scenario in games.about(key)["scenarios"]:
        rng = Random(key + scenario["key"])
        match = Match(game, row_of(key, scenario["key"]), PEOPLE)
        for _ in range(4):
            snapshot = taken(match, rng, rng.randrange(20, 60), 15)
            if snapshot is None:
                continue
            quick, slow = opened(match, snapshot), opened(match, None)
            begun += quick.snapped > 0
            assert quick.snapped > 0 and slow.snapped == 0
            assert facts(quick) == facts(slow)
            at, seed = 1e6, rng.random()
            for other in (quick, slow):
                again = Random(seed)
                for n in range(12):
                    if not other.result:
                        act(other, again, at + 10 * n)
            assert facts(quick) == facts(slow)
    assert begun


def long_game(key: str = "traces") -> tuple[Match, str]:
    match = Match(games.load(key), row_of(key, games.GAMES[key].cover.scenario), PEOPLE)
    snapshot = taken(match, Random(5), 150, snapshots.EVERY)
    assert snapshot is not None
    return match, snapshot


def changed(snapshot: str, **values: Any) -> str:
    found = snapshots.read(snapshot)
    assert found is not None
    for name, value in values.items():
        setattr(found, name, value)
    return snapshots.write(found)


@pytest.mark.parametrize(
    "values",
    [
        {"data": "other"},
        {"rules": "other"},
        {"rows": 10_000},
        {"rows": -1},
        {"moves": "0" * 32},
        {"digest": "0" * 16},
        {"changes": 3},
        {"events": 3},
        {"state": {}},
    ],
)
def test_a_snapshot_that_does_not_fit_is_passed_over(values: dict[str, Any]) -> None:
    match, snapshot = long_game()
    found = opened(match, changed(snapshot, **values))
    assert found.snapped == 0
    assert facts(found) == facts(opened(match, None))


def test_one_whose_position_was_changed_is_passed_over() -> None:
    match, snapshot = long_game()
    state = snapshots.read(snapshot).state  # type: ignore[union-attr]  # it was written a moment ago
    assert opened(match, changed(snapshot, state=state | {"turn": state["turn"] + 1})).snapped == 0


@pytest.mark.parametrize("text", ["", "[]", "{", "[1,2]", "null"])
def test_one_that_cannot_be_read_is_passed_over(text: str) -> None:
    match, _ = long_game()
    assert opened(match, text).snapped == 0


def test_rows_that_were_changed_are_noticed_though_there_is_a_snapshot() -> None:
    match, snapshot = long_game()
    rows = stored(match)
    rows[5] = rows[5]._replace(what="moon")
    with pytest.raises(BrokenTableError):
        Match.load(match.game, row_of("traces", match.scenario), PEOPLE, rows, snapshot)


def test_the_end_by_agreement_is_opened_too(monkeypatch: pytest.MonkeyPatch) -> None:
    match, _ = long_game()
    match.do(DRAW, 0, "draw agreed", 1e6)
    monkeypatch.setattr(snapshots, "EVERY", 1)
    quick = opened(match, match.snapshot() if match.is_snapshot_due() else None)
    assert quick.snapped > 0 and facts(quick) == facts(opened(match, None))


@EACH
def test_events_say_the_same_when_they_have_been_stored(key: str) -> None:
    """Lists in place of tuples make no difference to any sentence."""
    match = Match(games.load(key), row_of(key, games.GAMES[key].cover.scenario), PEOPLE)
    taken(match, Random(9), 250, 10_000)
    events = match.session.log(None, everything=True)
    again = [Event(event.name, json.loads(json.dumps(event.values)), *event[2:]) for event in events]
    assert SHOW.sentences(match.session, again, "es") == SHOW.sentences(match.session, events, "es")


# -- in a server ------------------------------------------------------------------------------------------------------


def content(house: House, table: str) -> str | None:
    return house.desk.store.snapshot(table)


def test_a_game_is_opened_from_the_snapshot_that_was_stored_with_its_moves(
    open_house: OpenHouse, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 8)
    house = open_house(settings)
    made = house.make(HOT_SEAT)
    seats = [house.sit(made, "soviet"), house.sit(made, "axis")]
    play_on(seats, Random(3), 60)
    before = [(seat.catch_up().scene, seat.state, seat.log) for seat in seats]
    assert content(house, made["table"]) is not None
    house.__exit__(None, None, None)
    house = open_house(settings)
    again = [house.sit(made, "soviet"), house.sit(made, "axis")]
    assert [(seat.scene, seat.state, seat.log) for seat in again] == before
    assert house.desk.tables[made["table"]].match.snapped > 0
    play_on(again, Random(4), 10)


def test_a_game_without_a_snapshot_gets_one_when_it_is_opened(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 10_000)
    made = house.make(HOT_SEAT)
    seat, rng = house.sit(made, "axis"), Random(1)
    seat.play(rng, 20)
    table = house.desk.tables.pop(made["table"])
    while table.match.session.entries:  # what can be taken back is not part of a snapshot
        seat.play(rng, 1)
    house.clear()
    assert house.client.portal is not None
    house.client.portal.call(table.close)
    assert content(house, made["table"]) is None
    monkeypatch.setattr(snapshots, "EVERY", 1)
    house.desk.load(made["table"])
    assert content(house, made["table"]) is not None


def test_a_snapshot_replaces_the_one_before(house: House) -> None:
    table = house.make()["table"]
    for text in ("one", "two"):
        house.desk.store.append([Change(table, snapshot=text)])
    with house.desk.store.reading() as rows:
        assert [row.content for row in rows.query(SnapshotRow).filter_by(table_id=table)] == ["two"]

"""One message for a change: the changes in the scene and the log, and the answer to the player who made it."""

from __future__ import annotations

import asyncio
import json
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.conftest import OpenHouse
from server.seats import FRIENDS, HOT_SEAT, House, Seat, play_on
from server.test_slow_readers import Line, at_a_table, come, pick
from stavka import games
from stavka.engine.events import placed
from stavka.engine.state import Event, Json
from stavka.server import viewer as viewers
from stavka.server.match import read_events
from stavka.server.patches import changes, patched, splice
from stavka.server.presenting import Language, ScenePresenter
from stavka.server.rolled import MOST, Throws
from stavka.server.settings import Settings
from stavka.server.table import Table
from stavka.server.viewer import Viewer

# -- patches ----------------------------------------------------------------------------------------------------------

PLAIN: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.integers(0, 3) | st.sampled_from("abc"),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from("abcde"), inner, max_size=4),
    max_leaves=20,
)
OBJECTS = st.dictionaries(st.sampled_from("abcde"), PLAIN, max_size=5)


@settings(max_examples=500, deadline=None)
@given(old=OBJECTS, new=OBJECTS)
def test_a_patch_makes_the_new_one_of_the_old(old: Json, new: Json) -> None:
    before = json.dumps(old)
    patch = json.loads(json.dumps(changes(old, new)))
    assert patched(old, patch) == new and json.dumps(old) == before
    assert changes(old, json.loads(before)) == {}


FEW = st.lists(st.integers(0, 1), max_size=6)


@settings(max_examples=300, deadline=None)
@given(old=FEW, new=FEW)
def test_lists_that_begin_and_end_alike_are_told_apart(old: list[int], new: list[int]) -> None:
    patch = splice(old, new)
    assert patched(old, patch) == new and patch["cut"] >= 0


def test_a_patch_says_no_more_than_what_has_changed() -> None:
    old = {"a": {"x": 1, "y": [1, 2, 3, 4]}, "b": {"z": 0}, "c": None, "d": 5}
    new = {"a": {"x": 2, "y": [1, 9, 4]}, "b": {"z": 0}, "c": {"new": True}, "e": None}
    patch = changes(old, new)
    inside = {"set": {"x": 2}, "in": {"y": {"at": 1, "cut": 2, "put": [9]}}}
    assert patch == {"set": {"c": {"new": True}, "e": None}, "drop": ["d"], "in": {"a": inside}}
    assert patched(old, patch)["b"] is old["b"], "what has not changed is not copied"


# -- what is sent -----------------------------------------------------------------------------------------------------


def whole(house: House, made: Json, seats: tuple[int, ...], lang: Language) -> Json:
    """The scene for a new connection, from a separate presenter."""
    match = house.desk.tables[made["table"]].match
    sitting = next((seat for seat in seats if seat in match.asked()), seats[0] if seats else None)
    picked = () if sitting is None else match.made(sitting)
    scene = ScenePresenter().scene(match.session, sitting, match.number(seats), lang, None, picked)
    told: Json = json.loads(json.dumps(scene))
    return told


@pytest.mark.parametrize("key", sorted(games.GAMES))
def test_everybody_has_his_scene_after_any_number_of_patches(key: str, open_house: OpenHouse, lite: Settings) -> None:
    """Two players and two onlookers, with undo, two languages, and one who comes back. What is made of patches is what
    a presenter shows to that seat, to the letter."""
    house = open_house(lite)
    first, second = games.GAMES[key].sides
    scenario = games.about(key)["scenarios"][0]["key"]
    made = house.make({first: "me", second: "friend"}, game=key, scenario=scenario, seed="patches")
    viewers: list[tuple[Seat, tuple[int, ...], Language]] = [
        (house.sit(made, first), (0,), "en"),
        (house.sit(made, second, lang="fr"), (1,), "fr"),
        (house.sit(made), (), "en"),
        (house.sit(made, lang="es"), (), "es"),
    ]
    rng, undone = Random(key), 0
    for number in range(45):
        for seat, _, _ in viewers[:2]:
            seat.play(rng)
            if number % 5 == 4 and seat.picks() and seat.scene["offer"]["undo"]:
                assert seat.say("undo", state=seat.state)["is"] == "answer"
                undone += 1
        if number == 20:
            seat, seats, lang = viewers[0]
            again = house.sit(made, first, lang="es", since=str(len(seat.catch_up().log)))
            assert again.heard[1]["log"] == {"from": len(seat.log), "entries": []}
            viewers.append((again, seats, "es"))
        for seat, seats, lang in viewers:
            assert seat.catch_up().scene == whole(house, made, seats, lang)
    assert undone
    for seat, _, _ in viewers:
        told = [message for message in seat.heard if message["is"] == "update"]
        assert ["scene" in update for update in told] == [True] + [False] * (len(told) - 1), "the first is whole"
    session = house.desk.tables[made["table"]].match.session
    for seat, seats, lang in viewers[:4]:
        own = seats[0] if seats else None
        events = session.log(own)
        sentences = json.loads(json.dumps(ScenePresenter().sentences(session, events, lang, own)))
        cards = [{} if place is None else {"card": place._asdict()} for place in placed(session.game.told, events, 0)]
        assert seat.log == [{"n": n} | entry | cards[n] for n, entry in enumerate(sentences)]


def test_a_pick_is_answered_by_its_update_and_nothing_else_is_sent(house: House) -> None:
    made = house.make()
    soviet, axis = house.sit(made, "soviet"), house.sit(made, "axis")
    soviet.catch_up()
    axis.catch_up()
    heard, others = len(axis.heard), len(soviet.heard)
    assert axis.pick(axis.picks()[0])["is"] == "answer"
    (update,) = axis.heard[heard:]
    assert update["is"] == "update" and update["answer"] == {"id": axis.replies[-1]["id"]}
    assert update["patch"]["base"] == 0 and update["state"] == 1 and len(update["log"]["entries"]) == 1
    (seen, _) = soviet.catch_up().heard[others:]
    assert seen["is"] == "update" and "answer" not in seen, "nobody else has asked for anything"


def test_who_asks_for_the_whole_scene_gets_it(house: House) -> None:
    made = house.make(HOT_SEAT)
    seat = house.sit(made, "axis")
    seat.pick(seat.picks()[0])
    assert seat.say("show")["is"] == "answer"
    assert seat.heard[-1]["scene"] == seat.scenes[-2] and seat.heard[-1]["log"]["entries"] == []
    seat.say("show", since=0)
    assert seat.heard[-1]["log"] == {"from": 0, "entries": seat.log}
    seat.pick(seat.picks()[0])
    assert "patch" in seat.heard[-1]


def test_who_sits_elsewhere_is_shown_all_of_it(house: House) -> None:
    """One key, two seats: no patch is made against the scene of the other seat."""
    made = house.make(HOT_SEAT, seed="h")
    seat = house.sit(made, "axis")
    sides, rng = [seat.scene["side"]], Random(2)
    for number in range(60):
        if number % 7 == 6:
            other = "soviet" if seat.scene["side"] == "axis" else "axis"
            assert seat.say("sit", side=other)["is"] == "answer"
            assert seat.heard[-1]["scene"]["side"] == other and seat.heard[-1]["log"]["from"] == 0
            seat.say("sit", side=sides[-1])
        assert seat.pick(rng.choice(seat.picks()))["is"] == "answer"
        assert ("scene" in seat.heard[-1]) == (seat.scene["side"] != sides[-1])
        assert seat.scene == whole(house, made, (0, 1), "en")
        sides.append(seat.scene["side"])
    assert set(sides) == {"soviet", "axis"}


def test_after_a_fault_in_showing_the_next_scene_is_whole(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    made = house.make(HOT_SEAT)
    seat = house.sit(made, "axis")
    table = house.desk.tables[made["table"]]
    with monkeypatch.context() as patch:
        patch.setattr(table, "facts", lambda _viewer: 1 / 0)
        seat.say("pace", ms=5)
        assert seat.pick(seat.picks()[0])["is"] == "answer"
    seat.pick(seat.picks()[0])
    assert "scene" in [message for message in seat.heard if message["is"] == "update"][1]


def test_those_who_see_the_same_are_shown_one_scene(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    made = house.make()
    axis = house.sit(made, "axis")
    onlookers = [house.sit(made) for _ in range(4)]
    shown, scene = list[int | None](), house.desk.presenter.scene

    def counted(session: Any, seat: int | None, *more: Any) -> Json:
        shown.append(seat)
        return scene(session, seat, *more)

    monkeypatch.setattr(house.desk.presenter, "scene", counted)
    axis.pick(axis.picks()[0])
    assert sorted(shown, key=str) == [1, None]
    assert len(house.desk.tables[made["table"]].gallery.scenes) == 2, "those of before are forgotten"
    assert all(seat.catch_up().scene == onlookers[0].scene for seat in onlookers)
    kept = [each.shown for each in house.desk.tables[made["table"]].viewers if not each.seats]
    assert len({id(each.scene) for each in kept if each is not None}) == 1, "and it is kept once"


# -- slow readers -----------------------------------------------------------------------------------------------------


def test_an_answer_is_given_though_the_news_with_it_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(viewers, "MOST_BYTES", 1000)
    viewer = Viewer((0,), None)
    for number in range(5):
        viewer.push({"is": "update", "state": number, "answer": {"id": number}, "scene": {"text": "x" * 400}})
    assert viewer.is_behind and not viewer.is_closed
    assert [json.loads(parcel.text) for parcel in viewer.waiting] == [{"is": "answer", "id": n} for n in range(5)]


def test_who_fell_behind_is_told_the_whole_scene_and_then_patches(
    lite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(viewers, "MOST_BYTES", 20_000)
    behind = list[bool]()

    async def story(table: Table) -> None:
        line, rng = Line(), Random(4)
        slow, writer = await come(table, (0,), line)
        for _ in range(40):
            await pick(table, rng)
        behind.append(slow.is_behind)
        line.reads.set()
        for _ in range(10):
            while slow.waiting or slow.is_behind:
                await asyncio.sleep(0.01)
            await pick(table, rng)
        while slow.waiting:
            await asyncio.sleep(0.01)
        updates = [message for message in line.heard if message["is"] == "update"]
        assert ["scene" in update for update in updates[-11:]] == [True] + [False] * 10
        scene = ScenePresenter().scene(table.match.session, 0, table.match.number((0,)), "en")
        assert line.scene == json.loads(json.dumps(scene))
        await table.leave(slow)
        await writer

    at_a_table(lite, story)
    assert behind == [True]


# -- odds that dice belong to -----------------------------------------------------------------------------------------


class Shows:
    """A presenter that has the odds of each position written on it."""

    def throw(self, game: Any, state: Any, seat: int | None, lang: Language) -> Json | None:
        return None if state.odds is None else {"title": f"{state.odds} for {seat}"}


class Slip:
    """A position that knows nothing but the odds of its dice."""

    def __init__(self, odds: str | None) -> None:
        self.odds = odds

    def clone(self) -> Slip:
        return Slip(self.odds)

    def to_json(self) -> Json:
        return {"odds": self.odds}


SLIPS: Any = SimpleNamespace(from_json=lambda data: Slip(**data))
"""A game of such positions."""


def test_two_checks_that_end_alike_each_have_the_odds_of_their_own_die() -> None:
    """The words "5 passed" once stood over a die that had rolled 1: of two units that passed, the wrong one was
    named."""
    throws: Any = Throws(SLIPS)
    throws.keep(7, Slip("check of A"), 1)
    throws.keep(8, Slip("check of B"), 2)
    throws.keep(9, Slip(None), 2)
    told = [Event("check", {}, (), None, 7), Event("moves", {}, (), None), Event("check", {}, (), None, 8)]
    told += [Event("chit drawn", {}, (), None, 9), Event("check", {}, (), None, 6)]
    entries: list[Json] = [
        {"n": 0, "roll": {"total": 5, "result": "passed"}},
        {"n": 1},
        {"n": 2, "roll": {"total": 1, "result": "passed"}},
        {"n": 3},
        {"n": 4, "roll": {"total": 1, "result": "passed"}},  # too long ago: its position is not kept
    ]
    throws.name_in(entries, told, Shows(), 1, "en")
    named = [entry.get("odds", {}).get("title") for entry in entries]
    assert named == ["check of A for 1", None, "check of B for 1", None, None]


def test_only_the_last_throws_are_kept_and_one_that_is_made_again_replaces_itself() -> None:
    throws: Any = Throws(SLIPS)
    for number in range(MOST + 2):
        throws.keep(number, Slip(f"throw {number}"), number)
    assert [throws.odds(Shows(), number, None, "en") is None for number in (0, 1, 2)] == [True, True, False]
    throws.keep(2, Slip("again"), MOST + 2)
    assert throws.odds(Shows(), 2, None, "en") == {"title": "again for None"}


def test_the_throws_of_one_change_are_not_packed_until_the_next_throw() -> None:
    """Their odds are asked for at once, and to read a packed position takes milliseconds."""
    throws: Any = Throws(SLIPS)
    slips = [Slip("first"), Slip("second"), Slip("third")]
    throws.keep(0, slips[0], 5)
    throws.keep(1, slips[1], 5)
    assert [list(throws.last), list(throws.packed)] == [[0, 1], []]
    throws.keep(2, slips[2], 6)
    assert [list(throws.last), list(throws.packed)] == [[2], [0, 1]]
    assert throws.odds(Shows(), 1, None, "en") == {"title": "second for None"}


def test_everybody_reads_the_odds_of_a_combat_with_its_die(open_house: OpenHouse, lite: Settings) -> None:
    house = open_house(lite)
    made = house.make(FRIENDS, seed="odds")
    seats = [house.sit(made, "soviet"), house.sit(made, "axis")]
    onlooker = house.sit(made)
    play_on(seats, Random(3), 400)
    for seat in (*seats, onlooker.catch_up()):
        combats = [entry for entry in seat.log if "roll" in entry]
        assert len(combats) >= 5
        for entry in combats:
            odds, roll = seat.odds[entry["n"]], entry["roll"]
            assert odds["hexes"][0] in entry["hexes"] and odds["column"] == roll["column"]
            hit = [result["text"] for result in odds["results"] if roll["total"] in result["rolls"]]
            assert hit == [roll["result"]]


def test_who_sits_down_after_the_dice_reads_their_odds(open_house: OpenHouse, lite: Settings) -> None:
    """Two players at one screen: the dice decide who sits there next."""
    house = open_house(lite)
    seat = house.sit(house.make(HOT_SEAT, seed="odds"), "axis")
    seat.play(Random(3), 400)
    moved = [message["log"]["entries"] for message in seat.heard if "scene" in message and "answer" in message]
    assert any("odds" in entry for entries in moved for entry in entries)


def test_a_row_of_an_older_version_is_read_though_it_names_no_throw() -> None:
    old, new = '[["turn",{"turn":2},["4.0a"],null]]', '[["turn",{"turn":2},["4.0a"],[1],17]]'
    assert list(read_events(old)) == [Event("turn", {"turn": 2}, ("4.0a",), None)]
    assert list(read_events(new)) == [Event("turn", {"turn": 2}, ("4.0a",), (1,), 17)]

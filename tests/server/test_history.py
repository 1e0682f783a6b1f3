"""Looking back at a game: every place is shown as it was, and few positions are kept for it."""

from __future__ import annotations

from random import Random

from server.conftest import OpenHouse
from server.seats import FRIENDS, GAME, HOT_SEAT, House, Seat
from stavka.engine.session import Session
from stavka.engine.state import Json
from stavka.server.history import BETWEEN, MOST_GAMES
from stavka.server.presenting import ScenePresenter
from stavka.server.settings import Settings


def looked_back(seat: Seat) -> list[Json]:
    """All places, asked for in an order that has nothing to do with the game's."""
    last = seat.say("past", at=0)["last"]
    order = Random(last).sample(range(last + 1), last + 1)
    return [page for _, page in sorted((at, seat.say("past", at=at)) for at in order)]


def as_it_was(house: House, table: str, side: int) -> list[Json]:
    """The history, by playing the picks of the game from its start, position by position."""
    match = house.desk.tables[table].match
    session = Session(GAME, match.scenario, match.options, seed=match.seed)
    presenter = ScenePresenter()
    scenes = [presenter.past(GAME, session.state, side, 0, "en")]
    for number, picked in enumerate(match.picks, 1):
        match.enter(session, picked)
        scenes.append(presenter.past(GAME, session.state, side, number, "en"))
    return scenes


def plain(scenes: list[Json]) -> list[Json]:
    return [{key: scene[key] for key in ("units", "title", "tracks") if key in scene} for scene in scenes]


def test_every_place_is_shown_as_it_was_also_after_taking_back(house: House) -> None:
    made = house.make(HOT_SEAT)
    seat = house.sit(made, "axis")
    rng = Random(7)
    for number in (40, 3, 30):
        seat.play(rng, number)
        pages = looked_back(seat)
        shown = house.desk.tables[made["table"]].seat_of(seat.scene["side"])
        assert plain([page["scene"] for page in pages]) == plain(as_it_was(house, made["table"], shown))
        assert [page["logged"] for page in pages] == sorted(page["logged"] for page in pages)
        assert pages[-1]["logged"] == len(seat.log)
        assert seat.say("takeback")["is"] == "answer"


def test_few_positions_are_kept_and_those_of_few_games(open_house: OpenHouse, lite: Settings) -> None:
    house = open_house(lite)
    for number in range(MOST_GAMES + 2):
        seat = house.sit(house.make(HOT_SEAT, by_hand=True), "axis")
        seat.play(Random(number), 2 * BETWEEN + 5 if number == MOST_GAMES + 1 else 1)
        seat.say("past", at=1)
    known = house.desk.histories.known
    assert len(known) == MOST_GAMES
    last = next(reversed(known.values()))
    assert len(last.pages) == 2 * BETWEEN + 6 and len(last.kept) == 3


def test_what_another_seat_did_in_secret_is_no_place(house: House) -> None:
    made = house.make(FRIENDS, by_hand=True)
    soviet, axis = house.sit(made, "soviet"), house.sit(made, "axis")
    for hex_ in ("1631", "2918", "0218"):
        axis.pick(hex_)
    soviet.catch_up().pick("so.hq.step")
    soviet.pick("done")
    before = axis.catch_up().say("past", at=1000)["last"]
    soviet.catch_up().pick(next(pick for pick in soviet.picks() if pick != "done"))
    assert axis.catch_up().say("past", at=1000)["last"] == before
    assert soviet.say("past", at=1000)["last"] == before + 1


def test_a_place_is_found_by_the_length_of_the_log(house: House) -> None:
    """A film of the page goes back to before an entry, and to just after it."""
    seat = house.sit(house.make(HOT_SEAT), "axis")
    seat.play(Random(7), 40)
    pages = looked_back(seat)
    lengths = [page["logged"] for page in pages]
    assert len(set(lengths)) > 3, lengths
    for wanted in range(lengths[-1] + 2):
        found = seat.say("past", at=7, logged=wanted)["at"]
        assert found == next((at for at, length in enumerate(lengths) if length >= wanted), len(pages) - 1)

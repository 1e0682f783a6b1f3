"""Play over the WebSocket: what is offered is accepted once, everything else is refused and changes nothing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from server.conftest import OpenHouse
from server.seats import FRIENDS, GAME, HOT_SEAT, House, Seat, play_on
from stavka.engine.state import Json
from stavka.server import store
from stavka.server.limits import Limiter
from stavka.server.match import Match
from stavka.server.settings import Settings


def rows(house: House, made: Json) -> int:
    return len(house.desk.store.moves(made["table"]))


def to_selection(house: House, seed: str = "s") -> tuple[Json, Seat, Seat]:
    """Two people who select chits in secret."""
    made = house.make(FRIENDS, seed=seed, by_hand=True)
    soviet, axis = house.sit(made, "soviet"), house.sit(made, "axis")
    for _ in range(3):
        axis.pick(axis.picks()[0])
    soviet.catch_up()
    soviet.pick("so.hq.step")
    soviet.pick("done")
    axis.catch_up()
    assert soviet.scene["waiting"] == axis.scene["waiting"] == ["soviet", "axis"]
    return made, soviet, axis


# -- picks ----------------------------------------------------------------------------------------------------------


def test_a_pick_that_was_offered_is_done_stored_and_shown_to_all(house: House) -> None:
    made = house.make()
    soviet, axis, onlooker = house.sit(made, "soviet"), house.sit(made, "axis"), house.sit(made)
    assert axis.scene["offer"] and not soviet.scene["offer"] and not onlooker.scene["offer"]
    stored = rows(house, made)
    assert axis.pick(axis.picks()[0])["is"] == "answer"
    assert rows(house, made) == stored + 1
    for seat in (soviet, axis, onlooker):
        assert seat.catch_up().state == 1
        assert len(seat.log) == 1


@pytest.mark.parametrize(
    ("who", "word"), [("soviet", "2634"), ("axis", "9999"), ("axis", "done"), ("axis", "so.hq.step"), (None, "2634")]
)
def test_anything_else_is_refused_with_a_reason_and_changes_nothing(house: House, who: str | None, word: str) -> None:
    made = house.make()
    seat = house.sit(made, who)
    reply = seat.pick(word)
    assert reply["is"] == "refused" and reply["text"] and reply["state"] == 0
    assert rows(house, made) == 0 and seat.catch_up().state == 0


def test_a_double_click_does_it_once(house: House) -> None:
    made = house.make()
    axis = house.sit(made, "axis")
    word = axis.picks()[0]
    for _ in range(2):
        axis.socket.send_json({"do": "pick", "state": 0, "pick": word})
    axis.catch_up()
    assert [reply["is"] for reply in axis.replies if reply["id"] is None] == ["answer", "refused"]
    assert axis.state == 1 and rows(house, made) == 1


def test_a_stale_page_is_refused_and_sent_the_present_scene(house: House) -> None:
    made = house.make()
    one, other = house.sit(made, "axis"), house.sit(made, "axis")
    one.pick(one.picks()[0])
    shown = len(other.catch_up().scenes)
    reply = other.pick(other.picks()[0], state=0)
    assert reply["is"] == "refused" and reply["state"] == 1
    assert len(other.catch_up().scenes) == shown + 1 and other.state == 1
    assert rows(house, made) == 1
    assert other.pick(other.picks()[0])["is"] == "answer"
    assert one.catch_up().state == 2


def test_whoever_comes_back_finds_everything(house: House) -> None:
    made, soviet, axis = to_selection(house)
    play_on([soviet, axis], Random(1), 40)
    before = soviet.catch_up()
    again = house.sit(made, "soviet")
    assert (again.scene, again.state, again.log) == (before.scene, before.state, before.log)
    part = house.sit(made, "soviet", since=str(len(before.log) - 2))
    assert [m["log"]["from"] for m in part.heard if "log" in m] == [len(before.log) - 2]


def test_what_is_in_memory_can_be_thrown_away(house: House) -> None:
    made, soviet, axis = to_selection(house)
    play_on([soviet, axis], Random(2), 60)
    before = {side: house.sit(made, side) for side in ("soviet", "axis", None)}
    house.client.portal.call(house.desk.tables.pop(made["table"]).close)  # type: ignore[union-attr]
    for side, seat in before.items():
        again = house.sit(made, side)
        assert (again.scene, again.state, again.log) == (seat.scene, seat.state, seat.log)


# -- secret decisions -----------------------------------------------------------------------------------------------


def test_a_secret_pick_is_no_change_for_the_others(house: House) -> None:
    """Neither a scene nor another number tells that the other side has picked, and no page goes stale by it."""
    made, soviet, axis = to_selection(house)
    onlooker = house.sit(made)
    state, heard = axis.catch_up().state, len(axis.heard)
    mine = {"Authorization": f"Bearer {made['keys']['axis']}"}
    listed = house.client.get("/api/tables", headers=mine).json()[0]
    soviet.play(Random(3), 4)
    axis.catch_up()
    assert axis.state == state and [m["is"] for m in axis.heard[heard:]] == ["refused"]
    assert onlooker.catch_up().state == state
    assert soviet.state == state + 4
    assert house.client.get("/api/tables", headers=mine).json()[0] == listed
    assert axis.pick(axis.picks()[0], state)["is"] == "answer"
    assert house.facts(made)["waiting"] == ["soviet", "axis"]


def test_undo_of_a_secret_pick_is_secret_too(house: House) -> None:
    _, soviet, axis = to_selection(house)
    state = axis.state
    before = soviet.scene
    soviet.pick(soviet.picks()[0])
    assert soviet.scene["offer"]["undo"]
    assert soviet.say("undo", state=soviet.state)["is"] == "answer"
    assert soviet.scene == before | {"state": soviet.state}
    assert axis.catch_up().state == state


# -- taking back ----------------------------------------------------------------------------------------------------


def test_undo_goes_back_to_the_last_irreversible_point_and_no_further(house: House) -> None:
    made = house.make(HOT_SEAT, seed="u")
    seat = house.sit(made, "axis")
    first = seat.scene
    seat.pick(seat.picks()[0])
    seat.pick(seat.picks()[1])
    assert len(seat.log) == 2
    for _ in range(2):
        assert seat.say("undo", state=seat.state)["is"] == "answer"
    assert seat.scene == first | {"state": 4} and seat.state == 4 and seat.log == []
    reply = seat.say("undo", state=seat.state)
    assert reply["is"] == "refused" and reply["text"].endswith("you have not chosen anything yet")
    for _ in range(3):
        seat.pick(seat.picks()[0])
    assert seat.say("undo", state=seat.state)["is"] == "refused"


def test_a_refused_undo_says_why_in_the_readers_language(house: House) -> None:
    made, soviet, axis = to_selection(house)
    undo = soviet.say("undo", state=soviet.state)
    assert undo["text"].startswith("nothing can be taken back: your last choice was revealed to the other side, or")
    undo = house.sit(made, "axis", lang="es").say("undo", state=axis.state)
    assert undo["text"].startswith(
        "no se puede deshacer nada: tras tu última elección ha habido una tirada o una extracción"
    )


def to_movement(house: House) -> tuple[Json, Seat, Seat]:
    """Roads to Moscow: the German player moves. He may pick a unit up and put it down again (`stop`)."""
    made = house.make({"german": "me", "soviet": "friend"}, game="moscow", scenario="mtsensk", seed="t")
    german, soviet = house.sit(made, "german"), house.sit(made, "soviet")
    german.pick("done")
    soviet.catch_up().pick("done")
    german.catch_up()
    for word in ("formation-eberbach", "mobile", "done", "done"):
        assert german.pick(word)["is"] == "answer"
    assert "ax.eb.hq" in german.picks() and "ax.eb.i12" in german.picks()
    return made, german, soviet


def match_of(house: House, made: Json) -> Match:
    return house.desk.tables[made["table"]].match


def test_units_picked_up_and_put_down_leave_nothing_in_record_and_log(house: House) -> None:
    """Fifty times, by a player who cannot make up his mind. The picture is the one before, for both, and so is what
    can be looked back at; only the number of the state has gone on."""
    made, german, soviet = to_movement(house)
    match = match_of(house, made)
    before = german.scene, german.log, len(match.record().moves), german.say("past", at=1000)["last"]
    rows = len(house.desk.store.moves(made["table"]))
    other = soviet.catch_up().scene, soviet.log
    state = german.state
    for _ in range(50):
        german.pick("ax.eb.hq")
        assert len(match.record().moves) == before[2] + 1
        german.pick("stop")
    assert german.scene == before[0] | {"state": state + 100} and german.log == before[1]
    assert len(match.record().moves) == before[2] and len(match.picks) == 6
    assert len(house.desk.store.moves(made["table"])) == rows + 1, "a hundred picks that came to nothing are one row"
    assert german.say("past", at=1000)["last"] == before[3]
    assert soviet.catch_up().scene == other[0] | {"state": state + 100} and soviet.log == other[1]


def test_undo_after_a_change_of_mind_takes_back_what_was_done_before_it(house: House) -> None:
    _, german, _ = to_movement(house)
    german.pick("ax.eb.hq")
    german.pick("stop")
    german.pick("ax.eb.i12")
    german.pick("stop")
    assert german.say("undo", state=german.state)["is"] == "answer"
    assert "all" in german.picks(), "the question before is asked again: who helps the Formation"
    assert german.say("undo", state=german.state)["is"] == "answer"
    assert "ax.fuel.0" in german.picks() and "all" not in german.picks()


def test_a_table_with_changes_of_mind_is_opened_again_as_it_was(house: House) -> None:
    made, german, _ = to_movement(house)
    for word in ("ax.eb.hq", "stop", "ax.eb.i12", "stop", "ax.eb.hq"):
        german.pick(word)
    german.say("undo", state=german.state)
    german.say("undo", state=german.state)
    rows = house.desk.store.moves(made["table"])
    voids = [(row.n, row.what) for row in rows if row.kind == "void"]
    assert voids == [(len(rows) - 1, "8")], "five picks, two undos and the pick before them came to nothing"
    scene, log, moves = german.scene, german.log, match_of(house, made).record().moves
    house.clear()
    house.client.portal.call(house.desk.tables.pop(made["table"]).close)  # type: ignore[union-attr]
    again = house.sit(made, "german")
    assert (again.scene, again.log, match_of(house, made).record().moves) == (scene, log, moves)


def test_a_taking_back_after_a_change_of_mind_goes_to_before_the_last_pick_that_counts(house: House) -> None:
    made, german, soviet = to_movement(house)
    german.pick("ax.eb.hq")
    german.pick("stop")
    german.say("takeback")
    soviet.catch_up().say("takeback")
    assert "all" in german.catch_up().picks()
    assert len(match_of(house, made).picks) == 5


def test_an_undo_for_another_state_is_refused(house: House) -> None:
    made = house.make(HOT_SEAT)
    seat = house.sit(made, "axis")
    seat.pick(seat.picks()[0])
    assert seat.say("undo", state=0)["is"] == "refused"
    assert seat.catch_up().state == 1


def activated(seat: Seat) -> list[str]:
    return [unit for unit, shown in seat.scene["units"].items() if "activated" in shown["flags"]]


def test_a_taking_back_past_dice_needs_the_other_side_and_is_noted(house: House) -> None:
    made, soviet, axis = to_selection(house)
    assert not activated(soviet)
    assert soviet.say("takeback")["is"] == "answer"
    assert axis.catch_up().facts["takeback"] == "soviet"
    assert soviet.say("takeback")["is"] == "refused"
    assert axis.say("takeback", answer=False)["is"] == "answer"
    assert soviet.catch_up().facts["takeback"] is None
    soviet.say("takeback")
    axis.say("takeback")
    assert soviet.catch_up().scene["waiting"] == ["soviet"] and "done" in soviet.picks()
    assert activated(soviet)
    notes = [message["text"] for message in house.sit(made).said]
    assert notes == [
        "The Axis player takes the seat.",
        "The Soviet player asks for a takeback.",
        "The Axis player declines the takeback.",
        "The Soviet player asks for a takeback.",
        "The Soviet player takes back the last choice; the dice do not change.",
    ]
    assert house.facts(made)["takebacks"] == 1


def test_notes_are_read_in_the_readers_language(house: House) -> None:
    made, soviet, _ = to_selection(house)
    reader = house.sit(made, "axis", lang="fr")
    soviet.say("draw")
    assert reader.catch_up().said[-1]["text"] == "Le joueur soviétique propose une partie nulle."
    assert reader.said[-1]["side"] is None
    assert soviet.said[-1]["text"] == "The Soviet player offers a draw."
    assert house.sit(made, lang="es").said[-1]["text"] == "El jugador soviético ofrece tablas."


def test_taking_back_further_can_be_switched_off_when_a_table_is_made(house: House) -> None:
    made = house.make(HOT_SEAT, may_take_back=False)
    seat = house.sit(made, "axis")
    assert not house.facts(made)["may_take_back"]
    seat.pick(seat.picks()[0])
    refused = seat.say("takeback")
    assert refused["text"] == "Takebacks past dice and decisions are switched off at this table."
    assert seat.say("undo", state=seat.state)["is"] == "answer", "what undo takes back is free at any table"
    assert house.facts(house.make())["may_take_back"]


def test_the_dice_are_the_same_after_a_taking_back(house: House) -> None:
    made = house.make(HOT_SEAT, seed="dice")
    seat = house.sit(made, "axis")
    for _ in range(3):
        last = seat.picks()[0]
        seat.pick(last)
    drawn = [row.what for row in house.desk.store.moves(made["table"]) if row.kind == "chance"]
    assert drawn and seat.say("sit", side="axis")["is"] == "answer"
    assert seat.say("takeback")["is"] == "answer"
    assert seat.scene["waiting"] == ["axis"] and len(seat.picks()) > 1
    seat.pick(last)
    again = [row.what for row in house.desk.store.moves(made["table"]) if row.kind == "chance"]
    assert again == drawn + drawn


# -- one key, several seats -----------------------------------------------------------------------------------------


def test_one_key_holds_both_seats_and_sits_where_something_is_asked(house: House) -> None:
    made = house.make(HOT_SEAT, seed="h")
    assert made["keys"]["soviet"] == made["keys"]["axis"]
    seat = house.sit(made, "axis")
    sides = set()
    for _ in range(30):
        sides.add(seat.scene["side"])
        assert seat.pick(seat.picks()[0])["is"] == "answer"
    assert sides == {"soviet", "axis"}


def test_sitting_down_shows_the_seat_even_where_one_sits_already(house: House) -> None:
    """The next player at one screen asks for what was sent while the curtain was down."""
    made = house.make(HOT_SEAT, seed="h")
    seat = house.sit(made, "axis")
    shown = len(seat.scenes)
    assert seat.scene["side"] == "axis" and seat.say("sit", side="axis")["is"] == "answer"
    assert len(seat.scenes) == shown + 1 and seat.scene == seat.scenes[-2]


def test_a_key_of_one_seat_does_not_sit_elsewhere(house: House) -> None:
    made = house.make()
    soviet = house.sit(made, "soviet")
    assert soviet.say("sit", side="axis")["is"] == "refused"
    assert soviet.say("sit", side="moon")["is"] == "refused"
    assert soviet.scene["side"] == "soviet"


# -- talking, ending ------------------------------------------------------------------------------------------------


def test_players_talk_and_onlookers_do_not_hear_it(house: House) -> None:
    made = house.make()
    soviet, axis, onlooker = house.sit(made, "soviet"), house.sit(made, "axis"), house.sit(made)
    assert soviet.say("chat", text="Good luck \u0000\x1b[31m!")["is"] == "answer"
    assert axis.catch_up().said[-1]["text"] == "Good luck   [31m!"
    assert axis.said[-1]["side"] == "soviet"
    assert [line["side"] for line in onlooker.catch_up().said] == [None], "the server's note on who sat down"
    assert onlooker.say("chat", text="hello")["is"] == "refused"
    assert [line["side"] for line in house.sit(made, "axis").said] == [None, "soviet"]
    assert [line["side"] for line in house.sit(made).said] == [None]
    assert axis.state == 0


def test_who_resigns_has_lost(house: House) -> None:
    made, soviet, axis = to_selection(house)
    assert axis.say("resign")["is"] == "answer"
    assert soviet.catch_up().scene["result"]["key"] == "soviet resignation"
    assert [over["seed"] for over in soviet.over] == ["s"]
    assert soviet.pick("done")["is"] == "refused"
    assert axis.say("resign")["is"] == "refused"
    assert house.facts(made)["seed"] == "s"


def test_a_draw_is_offered_declined_and_agreed(house: House) -> None:
    made, soviet, axis = to_selection(house)
    soviet.say("draw")
    assert axis.catch_up().facts["draw"] == "soviet"
    axis.say("draw", answer=False)
    assert soviet.catch_up().facts["draw"] is None
    soviet.say("draw")
    axis.say("draw")
    assert soviet.catch_up().scene["result"]["key"] == house.facts(made)["result"] == "draw agreed"


def test_a_proposal_lapses_when_the_game_goes_on(house: House) -> None:
    made = house.make()
    soviet, axis = house.sit(made, "soviet"), house.sit(made, "axis")
    soviet.say("draw")
    axis.pick(axis.picks()[0])
    assert house.sit(made, "axis").facts["draw"] is None


# -- why, log, wrong links ------------------------------------------------------------------------------------------


def test_why_names_the_rule(house: House) -> None:
    made = house.make()
    soviet, axis = house.sit(made, "soviet"), house.sit(made, "axis")
    reply = axis.say("why", pick="3535")
    assert reply["is"] == "answer" and not reply["offered"] and reply["rule"] and reply["text"]
    assert axis.say("why", pick=axis.picks()[0])["offered"]
    assert "not your turn to decide" in soviet.say("why", pick="2634")["text"]


def test_the_log_comes_once_and_in_order(house: House) -> None:
    made, soviet, axis = to_selection(house)
    play_on([soviet, axis], Random(5), 60)
    soviet.catch_up()
    assert [entry["n"] for entry in soviet.log] == list(range(len(soviet.log)))
    told = [entry["n"] for message in soviet.heard if "log" in message for entry in message["log"]["entries"]]
    assert told == sorted(set(told))
    whole = house.sit(made, "soviet").log
    assert whole == soviet.log
    soviet.say("show", since=3)
    assert soviet.log == whole and soviet.heard[-1]["log"]["from"] == 3


def test_wrong_links_open_nothing(house: House) -> None:
    made = house.make()
    for table, key, code in ((made["table"], "x" * 43, 4403), ("nowhere", "", 4404)):
        with (
            house.client.websocket_connect(f"/api/tables/{table}/play?key={key}") as socket,
            pytest.raises(WebSocketDisconnect) as error,
        ):
            socket.receive_json()
        assert error.value.code == code


# -- looking back ---------------------------------------------------------------------------------------------------


def test_a_running_game_is_looked_back_at_as_it_was_seen(house: House) -> None:
    made, soviet, axis = to_selection(house)
    past = [axis.say("past", at=at) for at in range(6)]
    assert [page["at"] for page in past] == [0, 1, 2, 3, 4, 5] and {page["last"] for page in past} == {5}
    assert [page["logged"] for page in past] == sorted(page["logged"] for page in past)
    assert past[-1]["logged"] == len(axis.log) and past[0]["logged"] == 0
    for seat in (soviet, axis, house.sit(made)):
        now = seat.say("past", at=1000)["scene"]
        assert now == seat.scene | {"offer": None, "state": 5} and seat.scene["state"] == 5
    assert axis.say("past", at=0)["scene"]["units"] != axis.scene["units"]


def test_looking_back_does_not_tell_how_often_the_other_side_has_picked_in_secret(house: House) -> None:
    made, soviet, axis = to_selection(house)
    onlooker = house.sit(made)
    before = [seat.say("past", at=1000) | {"id": None} for seat in (axis, onlooker)]
    soviet.play(Random(3), 4)
    assert [seat.say("past", at=1000) | {"id": None} for seat in (axis, onlooker)] == before
    assert soviet.say("past", at=1000)["last"] == 9


def test_another_seat_is_looked_over_the_shoulder_only_when_the_game_is_over(house: House) -> None:
    made, soviet, axis = to_selection(house)
    soviet.play(Random(3), 4)
    for seat in (axis, house.sit(made)):
        assert seat.say("past", at=3, side="soviet")["is"] == "refused"
    assert soviet.say("past", at=9, side="soviet")["scene"]["secrets"] == soviet.scene["secrets"]
    axis.say("resign")
    shown = house.sit(made).say("past", at=9, side="soviet")
    assert shown["scene"]["side"] == "soviet" and shown["scene"]["result"]["key"] == "soviet resignation"
    assert shown["scene"]["secrets"] == soviet.catch_up().scene["secrets"] != axis.scene["secrets"]
    assert house.sit(made).say("past", at=8, side="soviet")["scene"]["result"] is None


def test_what_was_taken_back_is_not_looked_back_at(house: House) -> None:
    made = house.make(HOT_SEAT, seed="u")
    seat = house.sit(made, "axis")
    for _ in range(2):
        seat.pick(seat.picks()[0])
        assert seat.say("past", at=9)["last"] == 1
        seat.say("undo", state=seat.state)
    assert seat.say("past", at=9)["last"] == 0


# -- how much is said -------------------------------------------------------------------------------------------------


def test_one_client_cannot_flood_the_chat_of_its_tables(open_house: OpenHouse, lite: Settings) -> None:
    house = open_house(lite)
    house.desk.limits.talk = Limiter(5, 1e9)
    soviet = house.sit(house.make(), "soviet")
    other = house.sit(house.make(), "soviet")
    said = [seat.say("chat", text="now")["is"] for seat in (soviet, soviet, soviet, other)]
    said += [soviet.say("takeback")["is"], soviet.say("chat", text="now")["is"]]
    assert said == ["answer"] * 4 + ["refused", "refused"], "the fifth was refused for another reason, and counts"
    assert "Wait a moment" in soviet.say("chat", text="now")["text"]
    assert soviet.pick("nothing")["is"] == "refused", "everything else is answered"


def test_the_others_see_that_a_player_writes(open_house: OpenHouse, lite: Settings) -> None:
    house = open_house(lite)
    house.desk.limits.typing = Limiter(2, 1e9)
    made = house.make()
    soviet, axis, onlooker = house.sit(made, "soviet"), house.sit(made, "axis"), house.sit(made)
    for _ in range(3):
        assert soviet.say("typing")["is"] == "answer", "what is too much is not passed on, and no fault"
    assert onlooker.say("typing")["is"] == "refused"
    soviet.say("chat", text="hello")
    for seat in (soviet, axis):
        while not any(line["text"] == "hello" for line in seat.said):
            seat.hear()
    told = {name: [m for m in seat.heard if m["is"] == "typing"] for name, seat in (("soviet", soviet), ("axis", axis))}
    assert told == {"soviet": [], "axis": [{"is": "typing", "side": "soviet"}] * 2}
    assert not [message for message in onlooker.catch_up().heard if message["is"] == "typing"]


def test_a_table_keeps_the_latest_lines_of_its_chat(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MOST_LINES", 4)
    made = house.make()
    seat = house.sit(made, "soviet")
    for number in range(7):
        seat.say("chat", text=f"line {number}")
    kept = house.desk.store.chat(made["table"])
    assert [line.text for line in kept] == [f"line {number}" for number in range(3, 7)]
    other = house.make()
    house.sit(other, "soviet").say("chat", text="elsewhere")
    assert len(house.desk.store.chat(made["table"])) == 4 and len(house.desk.store.chat(other["table"])) == 1


def test_a_long_log_is_told_from_one_look_at_the_position(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    made = house.make(HOT_SEAT)
    seat = house.sit(made, "axis")
    seat.play(Random(1), 60)
    looks, see = list[int | None](), GAME.see

    def counted(state: Any, who: int | None) -> Any:
        looks.append(who)
        return see(state, who)

    monkeypatch.setattr(GAME, "see", counted)
    again = house.sit(made, "axis")
    assert again.log == seat.catch_up().log and len(again.log) > 15
    assert looks.count(None) == 1, "for every line of the log there was one"

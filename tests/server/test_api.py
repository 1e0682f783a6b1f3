"""The calls over HTTP: games, tables, records, seats, accounts."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from starlette.websockets import WebSocketDisconnect

from games.french import typeset
from server.conftest import OpenHouse
from server.seats import FRIENDS, HOT_SEAT, House, ending, play_on, played, until_over
from stavka import games
from stavka.cli import run
from stavka.engine import chance
from stavka.engine.state import Json
from stavka.games import opponents
from stavka.server.presenting import ScenePresenter
from stavka.server.settings import Settings


def bearer(*keys: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {','.join(keys)}"}


# -- games ----------------------------------------------------------------------------------------------------------


def test_all_rules_of_a_game_can_be_read_at_once_and_are_kept(open_house: OpenHouse, lite: Settings) -> None:
    client = open_house(lite).client
    for key in games.GAMES:
        catalogue = games.catalogue(key)
        for lang in ("en", "es", "fr"):
            reply = client.get(f"/api/games/{key}/rules?lang={lang}")
            told = {rule["id"]: rule for rule in reply.json()}
            assert list(told) == list(catalogue.rules), "in the rulebook's order"
            shown = [example for rule in told.values() for example in rule["examples"]]
            assert {example["id"] for example in shown} == set(catalogue.examples)
            some = next(rule for rule in told.values() if rule["examples"])
            assert client.get(f"/api/games/{key}/rules/{some['id']}?lang={lang}").json() == some
            assert some["examples"][0]["given"] == catalogue.translated(lang).examples[some["examples"][0]["id"]].given
            tag = {"If-None-Match": reply.headers["etag"]}
            assert client.get(f"/api/games/{key}/rules?lang={lang}", headers=tag).status_code == 304
            assert reply.headers["cache-control"] == "public, max-age=3600"
    assert client.get("/api/games/chess/rules").status_code == 404


@pytest.mark.parametrize(
    ("address", "accepted", "sentence"),
    [
        ("games/traces/rules/99.9z", "", "There is no such rule."),
        ("games/traces/rules/99.9z?lang=es", "fr", "No existe esa regla."),
        ("games/traces/rules/99.9z", "fr-CA,fr;q=0.9,en;q=0.8", "Cette règle n'existe pas."),
        ("games/traces/rules/99.9z", "de-CH, es;q=0.5", "No existe esa regla."),
        ("games/traces/rules/99.9z", "de, *", "There is no such rule."),
        ("tables/nowhere", "es", "No existe esa mesa."),
        ("nothing", "fr", "Il n'y a rien à cette adresse."),
        ("account", "es", "Inicia sesión primero y envía el código X-CSRF-Token que recibiste al hacerlo."),
        ("games/chess/board", "es", "No existe el juego «chess»; los juegos son"),
        (f"games/{'x' * 9000}", "fr", "L'adresse dépasse"),
    ],
)
def test_refusals_are_read_in_the_readers_language(
    open_house: OpenHouse, lite: Settings, address: str, accepted: str, sentence: str
) -> None:
    reply = open_house(lite).client.get(f"/api/{address}", headers={"accept-language": accepted})
    assert reply.status_code >= 400 and reply.json()["error"].startswith(typeset(sentence))


def test_games_boards_rules_and_maps_can_be_read(open_house: OpenHouse, lite: Settings) -> None:
    client = open_house(lite).client
    listed = client.get("/api/games").json()
    assert [game["key"] for game in listed] == list(games.GAMES)
    assert all("random" in game["players"] for game in listed)
    board = client.get("/api/games/traces/board?lang=fr").json()
    assert "1731" in board["grid"]["hexes"] and board["units"]
    rule = client.get("/api/games/traces/rules/10.4a").json()
    assert set(rule) == {"id", "chapter", "title", "text", "refs", "examples"}
    guide = client.get("/api/games/traces/guide?scenario=race&lang=es").json()
    assert guide["title"] == "Carrera hacia el Dnipro" and guide["tables"]
    picture = client.get("/api/games/traces/map.svg?lang=es&theme=dark")
    assert picture.headers["content-type"] == "image/svg+xml" and picture.text.startswith("<svg")
    tag = {"If-None-Match": picture.headers["etag"]}
    assert client.get("/api/games/traces/map.svg?lang=es&theme=dark", headers=tag).status_code == 304
    cover = client.get("/api/games/traces/cover.png?lang=fr&theme=dark")
    assert cover.headers["content-type"] == "image/png" and cover.content.startswith(b"\x89PNG")
    tag = {"If-None-Match": cover.headers["etag"]}
    assert client.get("/api/games/traces/cover.png?lang=fr&theme=dark", headers=tag).status_code == 304
    large = client.get("/api/games/traces/cover.png?lang=fr&theme=dark&scale=2")
    assert large.headers["etag"] != cover.headers["etag"] and len(large.content) > len(cover.content)
    assert client.get("/api/games/traces/cover.png?scale=3").status_code == 422
    for address in ("/api/games/traces/board?lang=fr", "/api/games/traces/guide?scenario=race&lang=es"):
        whole = client.get(address)
        assert whole.headers["cache-control"] == "public, max-age=3600"
        again = client.get(address, headers={"If-None-Match": whole.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
    for address in (
        "games/chess/cover.png",
        "games/chess/board",
        "games/traces/guide?scenario=none",
        "games/traces/rules/99.9z",
        "nothing",
        "tables/nowhere",
    ):
        reply = client.get(f"/api/{address}")
        assert reply.status_code == 404 and reply.json()["error"], address


def test_each_game_offers_the_programs_that_know_it(open_house: OpenHouse, lite: Settings) -> None:
    """The weakest first, and the one that the page proposes."""
    listed = open_house(lite).client.get("/api/games").json()
    offered = {game["key"]: (game["players"], game["usual_player"]) for game in listed}
    assert offered == {key: (list(opponents.names(key)), opponents.usual(key)) for key in games.GAMES}


@pytest.mark.parametrize(
    "change",
    [
        {"game": "chess"},
        {"scenario": "moon"},
        {"options": {"moon": True}},
        {"seats": {"soviet": "me"}},
        {"seats": {"soviet": "me", "axis": "deep-blue"}},
        {"seats": {"soviet": "me", "axis": "me", "moon": "me"}},
        {"seed": "two words"},
        {"clock": {"start": -1}},
        {"pace": 1.5},
        {"more": 1},
    ],
)
def test_a_table_that_cannot_be_is_refused_with_a_sentence(house: House, change: Json) -> None:
    wanted = {"game": "traces", "scenario": "race", "seats": FRIENDS, **change}
    reply = house.client.post("/api/tables", json=wanted)
    assert reply.status_code in (400, 422) and len(reply.json()["error"]) > 10


# -- fair dice, records ---------------------------------------------------------------------------------------------


def test_a_record_is_given_out_when_the_game_is_over_and_its_dice_can_be_checked(
    house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = {"record": ending(), "seats": HOT_SEAT}
    made = house.client.post("/api/records", json=wanted).json()
    facts = house.facts(made)
    assert facts["commitment"] == made["commitment"] and facts["seed"] is None
    address = f"/api/tables/{made['table']}/record"
    assert house.client.get(address).status_code == 409
    until_over([house.sit(made, "axis")], Random(1))
    facts = house.facts(made)
    assert facts["result"] and chance.commitment(facts["seed"]) == made["commitment"]
    file = tmp_path / "game.txt"
    file.write_text(house.client.get(address).text, "utf-8")
    assert run(["replay", str(file), "--verify", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["dice"] is True
    file.write_text(file.read_text("utf-8").replace("seed: brought", "seed: exchanged"), "utf-8")
    assert run(["replay", str(file), "--verify"]) == 1
    exchanged = {"record": file.read_text("utf-8"), "seats": HOT_SEAT}
    assert house.client.post("/api/records", json=exchanged).status_code == 400


def test_a_record_becomes_a_table_that_goes_on(house: House) -> None:
    session = played(60)
    text = session.record.write()
    reply = house.client.post("/api/records", json={"record": text, "seats": FRIENDS})
    assert reply.status_code == 201, reply.text
    made = reply.json()
    assert house.facts(made)["is_seed_known"]
    seats = [house.sit(made, "soviet"), house.sit(made, "axis")]
    assert seats[0].scene == json.loads(json.dumps(ScenePresenter().scene(session, 0, seats[0].state, "en")))
    play_on(seats, Random(1), 10)
    for fault in ("moon", text.replace("game: traces", "game: chess"), text + "x y z\n"):
        reply = house.client.post("/api/records", json={"record": fault, "seats": FRIENDS})
        assert reply.status_code == 400 and reply.json()["error"]


def test_a_resigned_game_has_a_record_that_says_so(house: House, tmp_path: Path) -> None:
    made = house.make(HOT_SEAT)
    seat = house.sit(made, "axis")
    seat.play(Random(1), 5)
    seat.say("resign")
    text = house.client.get(f"/api/tables/{made['table']}/record").text
    assert text.rstrip().endswith("resignation")
    file = tmp_path / "game.txt"
    file.write_text(text, "utf-8")
    assert run(["replay", str(file), "--verify"]) == 0


# -- my tables, keys ------------------------------------------------------------------------------------------------


def test_my_tables_say_whose_move_it_is(house: House) -> None:
    one, two = house.make(FRIENDS), house.make({"soviet": "friend", "axis": "me"})
    mine = house.client.get("/api/tables", headers=bearer(one["keys"]["soviet"], two["keys"]["axis"])).json()
    assert [(table["table"], table["sides"], table["is_my_move"]) for table in mine] == [
        (two["table"], ["axis"], True),
        (one["table"], ["soviet"], False),
    ]
    assert house.client.get("/api/tables").status_code == 401
    assert house.client.get("/api/tables", headers=bearer("x" * 43)).json() == []


def test_the_words_of_every_result_are_told_in_every_language(house: House) -> None:
    """The lobby said "axis resignation" where the Soviet player had resigned."""
    for lang in ("en", "es", "fr"):
        for told in house.client.get(f"/api/games?lang={lang}").json():
            sides = [side["key"] for side in told["sides"]]
            ends = {f"{side} {cause}" for side in sides for cause in ("resignation", "time")}
            assert ends | {"draw agreed", "draw stopped"} <= told["results"].keys(), (told["key"], lang)
            assert all(told["results"][key] != key for key in ends), (told["key"], lang)
    words = {told["key"]: told["results"] for told in house.client.get("/api/games?lang=en").json()}
    assert words["traces"]["axis resignation"] == "the Soviet player resigns; the Axis player wins"


def test_keys_are_stored_hashed_and_never_shown_again(house: House) -> None:
    made = house.make()
    seats = house.desk.store.seats(made["table"])
    assert all(len(key) == 43 for key in made["keys"].values())
    assert not {seat.key_hash for seat in seats} & set(made["keys"].values())
    assert made["keys"]["soviet"] not in house.client.get(f"/api/tables/{made['table']}").text


def test_a_key_is_replaced_and_the_old_one_is_worth_nothing(house: House) -> None:
    made = house.make()
    address = f"/api/tables/{made['table']}/seats/axis/key"
    axis = house.sit(made, "axis")
    assert house.client.post(address, headers=bearer(made["host"])).status_code == 403, "somebody plays there"
    old = made["keys"]["axis"]
    made["keys"]["axis"] = house.client.post(address, headers=bearer(old)).json()["key"]
    with pytest.raises(WebSocketDisconnect) as error:
        while True:
            axis.hear()
    assert error.value.code == 4403
    assert house.client.post(address, headers=bearer(old)).status_code == 403
    assert house.sit(made, "axis").scene["side"] == "axis"


# -- accounts -------------------------------------------------------------------------------------------------------


def test_an_account_keeps_my_games(house: House) -> None:
    client, made = house.client, house.make()
    who = {"name": f"Ivan{made['table'][:8].replace('_', '-')}", "password": "a long password"}
    assert client.post("/api/account", json=who).status_code == 201
    assert client.post("/api/account", json=who | {"name": who["name"].upper()}).status_code == 409
    assert client.post("/api/account/login", json=who | {"password": "a wrong password"}).status_code == 401
    assert client.post("/api/account/login", json=who | {"name": "nobody"}).status_code == 401
    reply = client.post("/api/account/login", json=who)
    cookie = reply.headers["set-cookie"].lower()
    assert all(word in cookie for word in ("__host-stavka=", "secure", "httponly", "samesite=strict", "path=/"))
    token = {"X-CSRF-Token": reply.json()["csrf"]}
    claimed = {"keys": [house.key(made, "axis")]}
    assert client.post("/api/account/seats", json=claimed).status_code == 401, "without the token"
    assert client.post("/api/account/seats", json=claimed, headers=token).status_code == 200
    (mine,) = client.get("/api/tables").json()
    assert mine["table"] == made["table"] and mine["sides"] == ["axis"]
    assert client.get("/api/account").json()["name"] == who["name"]
    assert client.post("/api/account/logout").status_code == 401
    assert client.post("/api/account/logout", headers=token).status_code == 200
    assert client.get("/api/account").status_code == 401
    assert client.get("/api/tables").status_code == 401


def test_an_account_sits_down_without_a_key_but_not_from_another_site(house: House) -> None:
    client, made = house.client, house.make()
    who = {"name": f"Ana{made['table'][:8].replace('_', '-')}", "password": "a long password"}
    client.post("/api/account", json=who)
    token = {"X-CSRF-Token": client.post("/api/account/login", json=who).json()["csrf"]}
    client.post("/api/account/seats", json={"keys": [house.key(made, "axis")]}, headers=token)
    address = f"wss://testserver/api/tables/{made['table']}/play"
    for origin, side in (("https://testserver", "axis"), ("https://elsewhere", None), ("", None)):
        with client.websocket_connect(address, headers={"Origin": origin} if origin else {}) as socket:
            assert socket.receive_json()["mine"] == ([side] if side else [])


def test_passwords_are_stored_as_argon2(house: House) -> None:
    house.client.post("/api/account", json={"name": "argon", "password": "a long password"})
    with house.desk.store.engine.connect() as connection:
        stored = connection.exec_driver_sql("SELECT password FROM accounts WHERE folded = 'argon'").scalar_one()
    assert stored.startswith("$argon2id$")


def test_the_dice_can_be_checked_when_the_game_is_over(house: House) -> None:
    made = house.make(FRIENDS, seed="fair")
    address = f"/api/tables/{made['table']}/dice"
    assert house.client.get(address).status_code == 409
    seats = [house.sit(made, "soviet"), house.sit(made, "axis")]
    play_on(seats, Random(1), 30)
    seats[0].say("resign")
    rolls = sum(row.kind == "chance" for row in house.desk.store.moves(made["table"]))
    assert rolls and house.client.get(address).json() == {"ok": True, "rolls": rolls}
    house.desk.tables[made["table"]].match.session.record.seed = "foul"
    assert house.client.get(address).json()["ok"] is False

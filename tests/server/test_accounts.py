"""Accounts: passwords, guesses, sessions, export, deletion."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from server.conftest import OpenHouse
from server.seats import FRIENDS, House
from stavka.engine.state import Json
from stavka.server.accounts import described
from stavka.server.hashing import Hashing
from stavka.server.settings import Settings

PASSWORD = "marigold tractor 58"
NEW_PASSWORD = "seven lanterns over Minsk"
WRONG = "a guess that is wrong"
SITE = "https://testserver"
PATIENCE = 20
"""Seconds after which something is taken not to come: far more than it ever needs."""


class Person:
    """A person with their own browser and address."""

    def __init__(self, house: House, name: str, address: str = "198.51.100.7", agent: str = "") -> None:
        self.house = house
        self.name, self.csrf = name, ""
        self.client = TestClient(house.app, base_url=SITE, raise_server_exceptions=False, client=(address, 50_000))
        self.client.portal = house.client.portal
        if agent:
            self.client.headers["user-agent"] = agent

    def register(self, password: str = PASSWORD) -> Person:
        reply = self.client.post("/api/account", json={"name": self.name, "password": password})
        assert reply.status_code == 201, reply.text
        return self

    def try_password(self, password: str) -> int:
        reply = self.client.post("/api/account/login", json={"name": self.name, "password": password})
        if reply.status_code == 200:
            self.csrf = reply.json()["csrf"]
        return int(reply.status_code)

    def log_in(self, password: str = PASSWORD) -> Person:
        assert self.try_password(password) == 200
        return self

    def ask(self, method: str, path: str = "", body: Any = None) -> Any:
        """Send a request with the cookie."""
        more = {} if body is None else {"json": body}
        return self.client.request(method, f"/api/account{path}", headers={"X-CSRF-Token": self.csrf}, **more)

    def is_in(self) -> bool:
        return bool(self.client.get("/api/account").status_code == 200)

    def claim(self, made: Json, side: str) -> None:
        assert self.ask("POST", "/seats", {"keys": [self.house.key(made, side)]}).status_code == 200

    @contextmanager
    def watch(self, made: Json) -> Iterator[Any]:
        """Open a connection with the cookie and without a key."""
        address = f"wss://testserver/api/tables/{made['table']}/play"
        with self.client.websocket_connect(address, headers={"Origin": SITE}) as socket:
            yield socket


def closed_with(socket: Any) -> int:
    """The code with which the server has closed a connection; 0: it still answers."""
    socket.send_json({"do": "skip", "id": "anybody there?"})
    try:
        while socket.receive_json().get("id") != "anybody there?":
            pass
    except WebSocketDisconnect as closed:
        return closed.code
    return 0


class SlowHasher:
    """Argon2 that waits until it is let go, and counts how many compute at once."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go, self.lock = threading.Event(), threading.Lock()
        self.now = self.most = 0
        self.verify = PasswordHasher.verify
        monkeypatch.setattr(PasswordHasher, "verify", self.counting())

    def counting(self) -> Callable[..., bool]:
        def verify(*words: Any) -> bool:
            with self.lock:
                self.now += 1
                self.most = max(self.most, self.now)
            self.go.wait(PATIENCE)
            with self.lock:
                self.now -= 1
            return bool(self.verify(*words))

        return verify


# -- hashing --------------------------------------------------------------------------------------------------------


def test_a_server_hashes_at_the_cost_that_argon2_recommends(tmp_path: Path) -> None:
    hasher, recommended = Hashing(Settings(tmp_path).password_memory).hasher, PasswordHasher()
    assert (hasher.memory_cost, hasher.time_cost) == (recommended.memory_cost, recommended.time_cost)


def test_many_logins_at_once_hash_two_at_a_time_and_keep_nobody_else_waiting(
    open_house: OpenHouse, lite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """60 come; 2 are computed, 40 wait, 18 are told to come again. Games can be listed meanwhile."""
    house = open_house(lite)
    house.client.get("/api/games")
    slow = SlowHasher(monkeypatch)
    people = [Person(house, f"guest{n}", f"198.51.100.{n}") for n in range(60)]
    with ThreadPoolExecutor(61) as threads:
        logins = [threads.submit(person.try_password, WRONG) for person in people]
        other: Future[Any] = threads.submit(house.client.get, "/api/games")
        done, _ = wait([other], PATIENCE)
        answered_meanwhile = bool(done)
        turned_away = until(lambda: [login.result() for login in logins if login.done()], 18)
        slow.go.set()
        codes = sorted(login.result() for login in logins)
    assert answered_meanwhile, f"no answer while {slow.most} passwords were hashed at once"
    assert slow.most == 2
    assert turned_away == [503] * 18
    assert codes == [401] * 42 + [503] * 18


def until(found: Callable[[], list[int]], number: int) -> list[int]:
    """Wait until a function gives enough, and return what it gives."""
    gate = threading.Event()
    for _ in range(int(PATIENCE / 0.05)):
        if len(found()) >= number:
            break
        gate.wait(0.05)
    return found()


def test_who_is_told_to_come_again_is_told_when(open_house: OpenHouse, lite: Settings) -> None:
    house = open_house(lite)
    house.desk.accounts.hashing.room = threading.BoundedSemaphore(1)
    house.desk.accounts.hashing.room.acquire()
    reply = house.client.post("/api/account/login", json={"name": "ivan", "password": WRONG})
    assert reply.status_code == 503 and int(reply.headers["retry-after"]) > 0
    assert reply.json()["error"].count(".") == 1


# -- guesses --------------------------------------------------------------------------------------------------------


class Clock:
    """A clock that notes each sleep and skips it, so that no test waits."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def strict(open_house: OpenHouse, lite: Settings, clock: Clock) -> House:
    """A server with its real limits, but with cheap hashes and a clock of ours."""
    house = open_house(lite, limit_factor=1)
    house.desk.accounts.hashing.hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    house.desk.guesses.clock, house.desk.guesses.sleep = clock, clock.sleep
    return house


def addresses(number: int) -> Iterator[str]:
    return (f"10.{n // 250}.{n % 250}.1" for n in range(number))


@pytest.mark.parametrize("number", [20, 200])
def test_guesses_from_elsewhere_do_not_lock_the_owner_out(strict: House, clock: Clock, number: int) -> None:
    owner = Person(strict, "Owner").register()
    codes = {Person(strict, "owner", address).try_password(WRONG) for address in addresses(number)}
    assert codes == {401}
    clock.slept.clear()
    assert owner.try_password(PASSWORD) == 200
    assert clock.slept == [], "the owner did not wait"


def test_a_guesser_at_one_address_is_refused_after_ten_wrong_guesses(strict: House, clock: Clock) -> None:
    Person(strict, "owner").register()
    guesser = Person(strict, "OWNER", "203.0.113.9")
    assert [guesser.try_password(WRONG) for _ in range(12)] == [401] * 10 + [429] * 2
    assert guesser.try_password(PASSWORD) == 429, "not even when the eleventh guess is right"
    clock.now += 300
    assert guesser.try_password(PASSWORD) == 200


def test_the_right_password_is_not_counted(strict: House) -> None:
    Person(strict, "owner").register()
    assert {Person(strict, "owner").try_password(PASSWORD) for _ in range(40)} == {200}


def test_one_address_may_not_try_many_names(strict: House) -> None:
    codes = [Person(strict, f"name{n}", "203.0.113.9").try_password(WRONG) for n in range(32)]
    assert codes == [401] * 30 + [429] * 2


def test_guesses_at_once_are_counted_before_they_are_answered(strict: House, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = SlowHasher(monkeypatch)
    guesser = Person(strict, "owner", "203.0.113.9")
    with ThreadPoolExecutor(15) as threads:
        tries = [threads.submit(guesser.try_password, WRONG) for _ in range(15)]
        until(lambda: [each.result() for each in tries if each.done()], 5)
        slow.go.set()
        assert sorted(each.result() for each in tries) == [401] * 10 + [429] * 5


def test_guesses_at_one_account_from_many_addresses_come_at_a_bounded_rate(strict: House, clock: Clock) -> None:
    """Ten are free. Then each waits for the one before: 1, 2, 4, 8 seconds, 15 from then on. The first that waits comes
    after the tenth, which was free, so it waits for nothing but sets the pause of the next."""
    for address in addresses(18):
        assert Person(strict, "owner", address).try_password(WRONG) == 401
    assert clock.slept == [1, 2, 4, 8, 15, 15, 15]
    assert clock.now == 1000 + 60


def test_guesses_at_one_account_that_come_at_once_queue_for_a_bounded_time(strict: House) -> None:
    """Ten are free, and the eleventh waits for nothing. The others wait for those before, after pauses of 1, 2, 4, 8
    and 15 seconds, but never longer than 30: then one is told to come again, and is not counted."""
    pace = strict.desk.guesses.pace
    assert [pace.wait("owner", 1000.0) for _ in range(20)] == [0] * 11 + [1, 3, 7, 15, 30] + [None] * 4
    assert pace.wait("anna", 1000.0) == 0, "another account"
    assert [pace.wait("owner", 1300.0) for _ in range(5)] == [0, 15, 30, None, None]
    assert [pace.wait("owner", 1300.0 + 901) for _ in range(12)] == [0] * 11 + [1], "after a quiet quarter of an hour"


def test_who_waits_too_long_for_an_account_is_told_to_come_again(strict: House) -> None:
    for _ in range(16):
        strict.desk.guesses.pace.wait("owner", 1000.0)
    reply = Person(strict, "owner").client.post("/api/account/login", json={"name": "owner", "password": WRONG})
    assert reply.status_code == 503 and int(reply.headers["retry-after"]) > 0


def test_a_known_device_has_guesses_of_its_own(strict: House) -> None:
    """Behind one address with a guesser the owner still gets in; somebody at a known device is counted too."""
    owner = Person(strict, "owner", "203.0.113.9").register()
    guesser = Person(strict, "owner", "203.0.113.9")
    assert [guesser.try_password(WRONG) for _ in range(11)][-1] == 429
    assert owner.try_password(PASSWORD) == 200
    assert [owner.try_password(WRONG) for _ in range(11)] == [401] * 10 + [429]


def test_a_device_is_known_to_the_accounts_that_logged_in_there_only(strict: House, clock: Clock) -> None:
    owner = Person(strict, "owner", "203.0.113.9").register()
    other = Person(strict, "other", "203.0.113.10").register()
    known = owner.client.cookies["__Host-stavka-known"]
    assert other.client.cookies["__Host-stavka-known"] != known
    owner.name = "other"
    for address in addresses(11):
        Person(strict, "other", address).try_password(WRONG)
    clock.slept.clear()
    owner.log_in()
    assert clock.slept == [1.0], "not known to that account yet"
    assert owner.client.cookies["__Host-stavka-known"] == known, "one browser, one cookie"
    owner.log_in()
    assert clock.slept == [1.0]


def test_an_unknown_name_is_answered_like_a_wrong_password(strict: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both cost one Argon2 hash, and both get the same words."""
    Person(strict, "owner").register()
    seen: list[str] = []
    verify = PasswordHasher.verify

    def note(hasher: PasswordHasher, stored: str, password: str) -> bool:
        seen.append(stored.rpartition("$")[0].rpartition("$")[0])
        return bool(verify(hasher, stored, password))

    monkeypatch.setattr(PasswordHasher, "verify", note)
    replies = [
        strict.client.post("/api/account/login", json={"name": name, "password": WRONG}) for name in ("owner", "nobody")
    ]
    assert seen == ["$argon2id$v=19$m=8,t=1,p=1"] * 2
    assert len({(reply.status_code, reply.text) for reply in replies}) == 1


# -- passwords ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "password", ["password123", "1234567890", "qwertyuiop", "aaaaaaaaaaaaaaa", "Petrov-Petrov", "my petrov 58 tractor"]
)
def test_a_password_that_is_common_or_holds_the_name_is_refused(house: House, password: str) -> None:
    reply = house.client.post("/api/account", json={"name": "petrov", "password": password})
    assert reply.status_code == 400 and "longer one" in reply.json()["error"]
    assert reply.json()["error"].count(".") == 1


def test_a_hash_of_an_old_cost_is_made_again_when_its_owner_comes(strict: House) -> None:
    owner = Person(strict, "owner").register()
    strict.desk.accounts.hashing.hasher = PasswordHasher(time_cost=2, memory_cost=8, parallelism=1)
    assert owner.try_password(PASSWORD) == 200
    stored = strict.desk.accounts.named("owner")
    assert stored and stored.password.startswith("$argon2id$v=19$m=8,t=2,p=1$")
    assert owner.try_password(PASSWORD) == 200


def test_a_login_with_a_password_that_is_changed_meanwhile_is_none(house: House) -> None:
    Person(house, "meanwhile").register()
    accounts = house.desk.accounts
    looked_at = accounts.named("meanwhile")
    assert looked_at
    accounts.set_password(looked_at.id, "another hash")
    assert accounts.begin(looked_at, "") is None


def test_a_password_is_changed_and_other_sessions_end(house: House) -> None:
    person = Person(house, "changer").register().log_in()
    elsewhere = Person(house, "changer", "203.0.113.9").log_in()
    made = house.make(FRIENDS)
    person.claim(made, "axis")
    with person.watch(made) as mine, elsewhere.watch(made) as other:
        before = person.client.cookies["__Host-stavka"]
        wrong = person.ask("POST", "/password", {"old": WRONG, "new": NEW_PASSWORD})
        assert wrong.status_code == 403
        assert person.ask("POST", "/password", {"old": PASSWORD, "new": "password123"}).status_code == 400
        assert elsewhere.is_in()
        reply = person.ask("POST", "/password", {"old": PASSWORD, "new": NEW_PASSWORD})
        assert reply.status_code == 200
        assert closed_with(other) == 4401
        assert person.client.cookies["__Host-stavka"] != before
        assert reply.json()["csrf"] != person.csrf
        mine.send_json({"do": "chat", "text": "still here", "id": 1})
        while mine.receive_json().get("id") != 1:
            pass
    assert person.is_in() and not elsewhere.is_in()
    thief = Person(house, "changer")
    thief.client.cookies.set("__Host-stavka", before, domain="testserver.local")
    assert not thief.is_in(), "the old cookie is worth nothing"
    assert Person(house, "changer").try_password(PASSWORD) == 401
    assert Person(house, "changer").try_password(NEW_PASSWORD) == 200


def test_a_thief_of_a_cookie_cannot_guess_the_password_for_ever(strict: House) -> None:
    person = Person(strict, "owner").register().log_in()
    guess = {"old": WRONG, "new": NEW_PASSWORD}
    codes = [person.ask("POST", "/password", guess).status_code for _ in range(6)]
    codes += [person.ask("DELETE", "", {"password": WRONG}).status_code for _ in range(6)]
    assert codes == [403] * 10 + [429] * 2


# -- sessions -------------------------------------------------------------------------------------------------------

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 (KHTML, like Gecko) Version/18 Safari/604"
)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (FIREFOX, "Firefox, Linux"),
        (PHONE, "Safari, iOS"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537 Chrome/140.0 Safari/537 Edg/140.0", "Edge, Windows"),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537 Chrome/140.0 Mobile Safari/537", "Chrome, Android"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605 Version/18 Safari/605", "Safari, macOS"),
        ("curl/8.9 (and more)", "curl/8.9"),
        ("x\xad\x00\u202ey", "xy"),
        ("z" * 200, "z" * 80),
        ("", ""),
    ],
)
def test_a_browser_is_described_in_a_few_plain_words(said: str, told: str) -> None:
    assert described(said) == told


def test_my_sessions_are_listed_and_can_be_ended(house: House) -> None:
    one = Person(house, "lister", agent=FIREFOX).register().log_in()
    two = Person(house, "lister", agent=PHONE).log_in()
    three = Person(house, "lister", agent="x\x7f" + "y" * 200).log_in()
    Person(house, "stranger").register().log_in()
    listed = one.client.get("/api/account/sessions").json()
    assert {(each["agent"], each["is_this"]) for each in listed} == {
        ("Firefox, Linux", True),
        ("Safari, iOS", False),
        ("x" + "y" * 79, False),
    }
    assert all(each["used"] >= each["created"] > 1e9 for each in listed)
    with house.desk.store.engine.connect() as connection:
        secrets = connection.exec_driver_sql("SELECT token_hash FROM logins").scalars().all()
    assert not {each["id"] for each in listed} & set(secrets)
    phone = next(each["id"] for each in listed if each["agent"] == "Safari, iOS")
    assert one.client.delete(f"/api/account/sessions/{phone}").status_code == 401, "without the token"
    assert one.ask("DELETE", f"/sessions/{phone}").status_code == 200
    assert one.ask("DELETE", f"/sessions/{phone}").status_code == 404
    assert one.is_in() and not two.is_in() and three.is_in()
    assert one.ask("DELETE", "/sessions").status_code == 200
    assert one.is_in() and not three.is_in()
    (mine,) = one.client.get("/api/account/sessions").json()
    assert one.ask("DELETE", f"/sessions/{mine['id']}").status_code == 200
    assert not one.is_in() and "__Host-stavka" not in one.client.cookies


def test_nobody_ends_the_session_of_somebody_else(house: House) -> None:
    victim, other = Person(house, "victim").register().log_in(), Person(house, "meddler").register().log_in()
    (session,) = victim.client.get("/api/account/sessions").json()
    assert other.ask("DELETE", f"/sessions/{session['id']}").status_code == 404
    assert victim.is_in()


def test_the_last_use_of_a_session_is_written_once_an_hour(house: House) -> None:
    person = Person(house, "user").register().log_in()

    def used(back: float = 0) -> float:
        with house.desk.store.writing() as rows:
            rows.connection().exec_driver_sql(f"UPDATE logins SET used = used - {back}")
        found: float = person.client.get("/api/account/sessions").json()[0]["used"]
        return found

    first = used()
    assert used() == first
    assert used(back=3000) == first - 3000
    assert used(back=1000) > first - 1000


@pytest.mark.parametrize("end", ["logout", "session", "others", "password", "account"])
def test_the_end_of_a_session_closes_its_connections(house: House, end: str) -> None:
    name = f"leaver-{end}"
    person, elsewhere = Person(house, name).register().log_in(), Person(house, name, "203.0.113.9").log_in()
    made = house.make(FRIENDS)
    person.claim(made, "axis")
    by_key = house.sit(made, "axis")
    listed = person.client.get("/api/account/sessions").json()
    other = next(each["id"] for each in listed if not each["is_this"])
    with elsewhere.watch(made) as socket:
        assert socket.receive_json()["mine"] == ["axis"]
        reply = {
            "logout": lambda: elsewhere.ask("POST", "/logout"),
            "session": lambda: person.ask("DELETE", f"/sessions/{other}"),
            "others": lambda: person.ask("DELETE", "/sessions"),
            "password": lambda: person.ask("POST", "/password", {"old": PASSWORD, "new": NEW_PASSWORD}),
            "account": lambda: person.ask("DELETE", "", {"password": PASSWORD}),
        }[end]()
        assert reply.status_code == 200, reply.text
        assert closed_with(socket) == 4401
    with elsewhere.watch(made) as socket:
        assert socket.receive_json()["mine"] == []
    assert by_key.say("chat", text="a key is not a session")["is"] == "answer"


def test_a_session_that_ends_while_somebody_sits_down_does_not_stay_at_the_table(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = Person(house, "quick").register().log_in()
    made = house.make(FRIENDS)
    person.claim(made, "axis")
    accounts = house.desk.accounts
    login = accounts.login

    def and_then_out(token: str) -> Any:
        found = login(token)
        monkeypatch.setattr(accounts, "login", login)
        assert found is not None
        accounts.end(found.account, [found.id])
        house.desk.close_logins([found.id])
        return found

    monkeypatch.setattr(accounts, "login", and_then_out)
    with person.watch(made) as socket:
        assert closed_with(socket) == 4401


def test_a_seat_that_is_lost_while_somebody_sits_down_is_not_called_the_end_of_the_session(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = Person(house, "slow").register().log_in()
    made = house.make(FRIENDS)
    person.claim(made, "axis")
    accounts = house.desk.accounts
    login, asked = accounts.login, count(1)

    def lost_before_the_second_look(token: str) -> Any:
        if next(asked) == 2:
            table = house.desk.tables[made["table"]]
            table.set_seat(table.seats[1], account_id=None)
        return login(token)

    monkeypatch.setattr(accounts, "login", lost_before_the_second_look)
    with person.watch(made) as socket:
        assert closed_with(socket) == 4403


# -- export and deletion --------------------------------------------------------------------------------------------


def test_everything_stored_about_an_account_can_be_exported(house: House) -> None:
    person = Person(house, "exporter", agent=FIREFOX).register().log_in()
    made, other = house.make(FRIENDS), house.make(FRIENDS)
    person.claim(made, "axis")
    keys = {"Authorization": f"Bearer {made['keys']['axis']}"}
    house.client.put(f"/api/tables/{made['table']}/notify", json={"email": "me@example.org"}, headers=keys)
    house.sit(made, "axis").say("chat", text="mine")
    house.sit(made, "soviet").say("chat", text="of the other side")
    house.sit(other, "axis").say("chat", text="at another table")
    assert Person(house, "exporter").client.get("/api/account/export").status_code == 401
    reply = person.client.get("/api/account/export")
    assert reply.status_code == 200 and "attachment" in reply.headers["content-disposition"]
    told = reply.json()
    assert told["name"] == "exporter" and told["created"] > 1e9
    (session,) = told["sessions"]
    assert session["agent"] == "Firefox, Linux" and session["is_this"]
    assert [sorted(device) for device in told["devices"]] == [["created", "used"]]
    (seat,) = told["seats"]
    assert (seat["table"], seat["game"], seat["scenario"], seat["side"]) == (made["table"], "traces", "race", "axis")
    assert (seat["email"], seat["standing"], seat["result"]) == ("me@example.org", {}, "")
    assert seat["updated"] >= seat["created"] > 1e9
    assert [(line["table"], line["text"]) for line in told["chat"]] == [(made["table"], "mine")]
    for secret in (person.client.cookies["__Host-stavka"], person.csrf, made["keys"]["axis"], "argon2", "key_hash"):
        assert secret not in reply.text


def test_an_account_is_deleted_and_its_keys_go_on_to_work(house: House) -> None:
    person = Person(house, "leaving").register().log_in()
    made = house.make(FRIENDS)
    person.claim(made, "axis")
    keys = {"Authorization": f"Bearer {made['keys']['axis']}"}
    house.client.put(f"/api/tables/{made['table']}/notify", json={"email": "me@example.org"}, headers=keys)
    assert person.ask("DELETE", "", {"password": WRONG}).status_code == 403
    assert person.is_in()
    assert person.ask("DELETE", "", {"password": PASSWORD}).status_code == 200
    assert not person.is_in() and person.try_password(PASSWORD) == 401
    for seats in (house.desk.store.seats(made["table"]), house.desk.tables[made["table"]].seats):
        assert [(seat.account_id, seat.email) for seat in seats] == [(None, None)] * 2
    with house.desk.store.engine.connect() as connection:
        count = "SELECT count(*) FROM {} WHERE account_id NOT IN (SELECT id FROM accounts)"
        assert [connection.exec_driver_sql(count.format(each)).scalar() for each in ("logins", "devices")] == [0, 0]
    assert house.sit(made, "axis").facts["mine"] == ["axis"]
    assert Person(house, "leaving").register().log_in().client.get("/api/tables").json() == []

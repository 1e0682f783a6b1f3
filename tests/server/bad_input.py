"""Bad input of every kind for a server: made from good input by damage, the same for the same seed."""

from __future__ import annotations

import http.client
import json
import socket
import string
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any, Final

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from server.process import Server
from server.reading import Reading
from server.storm import new_table
from stavka import games
from stavka.data import DataError
from stavka.engine.state import Json

PATIENCE: Final = 60
CODES: Final = frozenset((1000, 1003, 1007, 1009, 1012, 4403, 4408))
"""The codes with which a server may close a connection that sends nonsense; 1011 tells of a fault."""
ODD: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, -1, 2**63, 10**400, 1.5, float("nan"), float("inf"), "", " ", "\x00", "é", "\ud800"),
    *(
        "null",
        "1731",
        "axis",
        "../../etc/passwd",
        "' OR 1=1 --",
        "{units}",
        "%s%n",
        "<script>",
        "a" * 5000,
        "\u202e",
        "9" * 60,
    ),
    *([], {}, [[]], [None] * 100, {"": ""}, {"do": "pick"}),
)
MESSAGES: Final[tuple[Json, ...]] = (
    {"do": "pick", "id": 1, "state": 0, "pick": "done"},
    {"do": "order", "id": 1, "state": 0, "units": ["so.1"], "hex": "1731", "path": ["1731", "1732"]},
    {"do": "drop", "id": 1, "state": 0, "units": ["so.1"]},
    {"do": "undo", "id": 1, "state": 0, "question": "one answer"},
    {"do": "why", "id": 1, "pick": "1731"},
    {"do": "ask", "id": 1, "what": "odds", "hex": "1731", "units": ["so.1"]},
    {"do": "ask", "id": 1, "what": "inspect", "hex": "1731", "unit": "so.1"},
    {"do": "ask", "id": 1, "what": "order", "units": ["so.1"], "hex": "1731"},
    {"do": "show", "id": 1, "since": 0},
    {"do": "chat", "id": 1, "text": "hello"},
    {"do": "typing", "id": 1},
    {"do": "draw", "id": 1, "answer": False},
    {"do": "takeback", "id": 1, "answer": False},
    {"do": "agree", "id": 1},
    {"do": "pace", "id": 1, "ms": 0},
    {"do": "skip", "id": 1},
    {"do": "hurry", "id": 1},
    {"do": "sit", "id": 1, "side": "axis"},
    {"do": "standing", "id": 1, "question": "one answer", "answer": "yes"},
    {"do": "past", "id": 1, "at": 0, "side": "axis"},
    {"do": "story", "id": 1},
)
BODIES: Final[tuple[tuple[str, str, Json], ...]] = (
    ("POST", "/api/tables", new_table("traces") | {"seed": "abc", "pace": 0, "clock": {"start": 60, "increment": 1}}),
    ("POST", "/api/account", {"name": "Konev", "password": "x"}),
    ("POST", "/api/account/login", {"name": "Konev", "password": "x"}),
    ("POST", "/api/account/seats", {"keys": ["a" * 43]}),
    ("POST", "/api/account/password", {"old": "x", "new": "y"}),
    ("DELETE", "/api/account", {"password": "x"}),
    ("POST", "/api/tables/T/seats", {"invitation": "a" * 43}),
    ("POST", "/api/tables/T/seats/axis/invitation", {}),
    ("DELETE", "/api/tables/T/seats/axis/key", {}),
    ("PUT", "/api/tables/T/notify", {"email": "a@example.org"}),
)
ADDRESSES: Final = (
    *(
        "/",
        "/index.html",
        "/assets/x.js",
        "/health/ready",
        "/metrics",
        "/api/health",
        "/api/games",
        "/api/openapi.json",
    ),
    *("/api/games/traces/board?lang=en", "/api/games/traces/rules/10.4a", "/api/games/traces/guide?scenario=x"),
    *("/api/tables", "/api/tables/T", "/api/tables/T/record", "/api/tables/T/log?lang=fr", "/api/tables/T/dice"),
    *("/api/account", "/api/account/export", "/api/account/sessions", "/api/account/sessions/x"),
)
HEADERS: Final = (
    *("Cookie", "Authorization", "X-CSRF-Token", "X-Forwarded-For", "X-Forwarded-Proto", "Accept-Language"),
    *("Accept-Encoding", "If-None-Match", "Content-Type", "Origin", "User-Agent", "X-Request-ID", "Range", "Expect"),
)
VALUES: Final = (
    *(
        "__Host-stavka=x",
        "__Host-stavka=; a=b; =",
        "Bearer",
        "Bearer ,,,",
        "Bearer " + "k," * 400,
        "Basic !!!",
        "1.2.3.4",
    ),
    *(
        "::1, 9.9.9.9",
        "999.1.1.1",
        "https",
        "gzip;q=9, *;q=",
        "fr;q=0.5, xx",
        'W/"',
        "bytes=0-",
        "text/plain",
        "a" * 3000,
    ),
)
OVERLAY: Final = 'source = "rule printed counters"\nunit = [{ id = "so.50rc", attack = 4, defence = 4 }]\n'


class Bad:
    """Sends bad input and notes every answer that is not a clear refusal, or an answer as to good input."""

    def __init__(self, server: Server, seed: int) -> None:
        self.server, self.rng = server, Random(seed)
        self.tables = {key: server.get("tables", new_table(key)) for key in games.GAMES}
        self.keys = list(self.tables)
        self.stack = ExitStack()
        self.socket: ClientConnection | None = None
        self.record = a_record(server)
        self.sent: Counter[str] = Counter()
        self.answers: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.kinds: dict[str, tuple[float, Callable[[], None]]] = {
            "WebSocket messages": (50, self.message),
            "HTTP bodies": (20, self.body),
            "headers and cookies": (20, self.headers),
            "raw requests": (4, self.raw),
            "records": (5, self.import_record),
            "overlays": (1, self.overlay),
        }

    def send(self, number: int) -> None:
        names, weights = list(self.kinds), [weight for weight, _ in self.kinds.values()]
        for _ in range(number):
            (name,) = self.rng.choices(names, weights)
            self.sent[name] += 1
            self.kinds[name][1]()

    def note(self, kind: str, what: object, answer: object) -> None:
        self.wrong.append(f"{kind}: {str(what)[:300]!r}: {str(answer)[:300]!r}")

    def close(self) -> None:
        self.stack.close()
        self.socket = None

    # -- damage -------------------------------------------------------------------------------------------------------

    def damaged(self, value: Any) -> Any:
        """Good input with one to three things wrong in it."""
        for _ in range(self.rng.randint(1, 3)):
            value = self.hit(value)
        return value

    def hit(self, value: Any) -> Any:
        rng = self.rng
        if isinstance(value, dict) and value and rng.random() < 0.9:
            key = rng.choice(list(value))
            if rng.random() < 0.2:
                return {name: each for name, each in value.items() if name != key}
            if rng.random() < 0.1:
                return value | {str(rng.choice(ODD))[:40]: rng.choice(ODD)}
            return value | {key: self.hit(value[key])}
        if isinstance(value, list) and value and rng.random() < 0.7:
            at = rng.randrange(len(value))
            return [*value[:at], self.hit(value[at]), *value[at + 1 :]]
        return rng.choice(ODD)

    def torn(self, text: str) -> str:
        """Text with a few of its parts lost, doubled, swapped or replaced."""
        for _ in range(self.rng.randint(1, 4)):
            a, b = sorted(self.rng.choices(range(len(text) + 1), k=2))
            b = min(b, a + self.rng.choice((1, 1, 3, 40)))
            new = self.rng.choice(("", text[a:b] * 2, text[a:b][::-1], str(self.rng.choice(ODD))[:80], "\n"))
            text = text[:a] + new + text[b:]
        return text

    def json_of(self, value: Any) -> str:
        return json.dumps(value, ensure_ascii=self.rng.random() < 0.5)

    # -- WebSocket ----------------------------------------------------------------------------------------------------

    def join(self) -> ClientConnection:
        if self.socket is None or self.rng.random() < 0.005:
            self.close()
            made = self.tables[self.rng.choice(self.keys)]
            side = self.rng.choice(list(made["keys"]))
            query = self.rng.choice((f"?key={made['keys'][side]}", f"?key={made['keys'][side]}&lang=xx&since=-1", ""))
            address = f"ws://127.0.0.1:{self.server.port}/api/tables/{made['table']}/play{query}"
            line = connect(address, open_timeout=PATIENCE, close_timeout=1, max_size=None)
            self.socket = self.stack.enter_context(line)
        return self.socket

    def message(self) -> None:
        """Send a message, then a good one: what comes in between answers the bad one."""
        text: str | bytes = self.json_of(self.damaged(self.rng.choice(MESSAGES)))
        if self.rng.random() < 0.2:
            text = self.torn(str(text))
        if self.rng.random() < 0.02:
            text = self.rng.choice((b"\xff\x00", "[" * 5000, "x" * 20_000, '{"a":' * 2000, self.rng.randbytes(50)))
        marker = f"after {self.sent['WebSocket messages']}"
        try:
            line = self.join()
            line.send(text.encode(errors="replace").decode() if isinstance(text, str) else text)
            line.send(json.dumps({"do": "ask", "what": "nothing", "id": marker}))
            while (heard := json.loads(line.recv(timeout=PATIENCE))).get("id") != marker:
                self.answers[f"message {heard['is']}"] += 1
                if heard["is"] == "refused" and not is_sentence(heard["text"]):
                    self.note("message", text, heard)
        except ConnectionClosed as end:
            code = end.rcvd.code if end.rcvd else 1006
            self.answers[f"closed {code}"] += 1
            if code not in CODES:
                self.note("message", text, f"closed {code}")
            self.close()
        except TimeoutError:
            self.note("message", text, "no answer")
            self.close()

    # -- HTTP ---------------------------------------------------------------------------------------------------------

    def body(self) -> None:
        method, address, good = self.rng.choice(BODIES)
        content = self.json_of(self.damaged(good))
        if self.rng.random() < 0.3:
            content = self.torn(content)
        self.ask(method, address, content.encode(errors="replace"), {"Content-Type": "application/json"})

    def headers(self) -> None:
        found = {}
        for _ in range(self.rng.randint(1, 3)):
            value = self.rng.choice(VALUES)
            found[self.rng.choice(HEADERS)] = self.torn(value) if self.rng.random() < 0.5 else value
        method = self.rng.choice(("GET", "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "BREW"))
        address = self.rng.choice(ADDRESSES)
        if self.rng.random() < 0.5:
            address = "/" + self.torn(address).lstrip("/")
        self.ask(method, address, None, found)

    def import_record(self) -> None:
        wanted = {"record": self.torn(self.record), "seats": new_table("traces")["seats"]}
        self.ask("POST", "/api/records", json.dumps(wanted).encode(), {"Content-Type": "application/json"})

    def ask(self, method: str, address: str, content: bytes | None, headers: dict[str, str]) -> None:
        address = address.replace("/T", "/" + self.tables[self.rng.choice(self.keys)]["table"])
        safe = "".join(
            each if each in string.printable and each > " " else f"%{ord(each) & 0xFF:02x}" for each in address
        )
        told = {
            name: "".join(c if " " <= c < "\x7f" else "?" for c in value).strip() for name, value in headers.items()
        }
        line = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
        try:
            line.request(method, safe, content, told)
            reply = line.getresponse()
            self.check(method, address, reply.status, reply.read(), (content, headers))
        except (http.client.HTTPException, OSError) as error:
            self.note(f"{method} {address}", (content, headers), repr(error))
        finally:
            line.close()

    def check(self, method: str, address: str, status: int, content: bytes, sent: object) -> None:
        self.answers[f"HTTP {status}"] += 1
        if status == 500 or (status > 500 and status != 503):
            self.note(f"{method} {address}", sent, status)
        elif status >= 400 and method != "HEAD":
            try:
                told = json.loads(content)
                is_clear = (status == 503 and "wrong" in told) or is_sentence(told["error"])
            except (ValueError, KeyError, TypeError):
                is_clear = False
            if not is_clear:
                self.note(f"{method} {address}", sent, (status, content[:200]))

    def raw(self) -> None:
        """Bytes that are hardly HTTP. The server answers 400 or hangs up."""
        good = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"
        sent = bytearray(good)
        for _ in range(self.rng.randint(1, 6)):
            sent[self.rng.randrange(len(sent))] = self.rng.randrange(256)
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=PATIENCE) as line:
            try:
                line.sendall(bytes(sent))
                line.shutdown(socket.SHUT_WR)
                heard = b""
                while part := line.recv(65536):
                    heard += part
            except ConnectionError:
                heard = b""
            except TimeoutError:
                self.note("raw", bytes(sent), "no answer")
                return
        status = heard.split(b" ", 2)[1:2] if heard.startswith(b"HTTP/1.1 ") else [b"nothing"]
        self.answers[f"raw {status[0].decode()}"] += 1
        if status[0] == b"500":
            self.note("raw", bytes(sent), heard)

    # -- without the server -------------------------------------------------------------------------------------------

    def overlay(self) -> None:
        """An owner's own values: loaded as a whole, or refused with the name of the file."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "own.toml"
            file.write_text(self.torn(OVERLAY), "utf-8", errors="replace")
            try:
                games.load("traces", file)
                self.answers["overlay loaded"] += 1
            except DataError as error:
                self.answers["overlay refused"] += 1
                if "own.toml" not in str(error):
                    self.note("overlay", file.read_text("utf-8"), error)
            except Exception as error:  # whatever it is, it is a fault
                self.note("overlay", file.read_text("utf-8"), repr(error))


def is_sentence(text: object) -> bool:
    """Whether a refusal is one line that people can read."""
    return isinstance(text, str) and 3 < len(text) < 2000 and "\n" not in text and "Traceback" not in text


def a_record(server: Server) -> str:
    """The record of a short game."""
    made = server.get("tables", new_table("traces"))
    key = next(iter(made["keys"].values()))
    address = f"ws://127.0.0.1:{server.port}/api/tables/{made['table']}/play?key={key}"
    reading = Reading()
    with connect(address, close_timeout=1) as line:

        def say(message: Json) -> None:
            line.send(json.dumps(message | {"id": len(reading.replies)}))
            known = len(reading.replies)
            while len(reading.replies) == known:
                reading.read(json.loads(line.recv(timeout=PATIENCE)))

        say({"do": "ask", "what": "nothing"})
        for _ in range(6):
            say({"do": "pick", "state": reading.state, "pick": reading.scene["offer"]["picks"][0]["pick"]})
        say({"do": "resign"})
    return server.text(f"tables/{made['table']}/record")

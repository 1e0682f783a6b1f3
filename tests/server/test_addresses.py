"""The addresses that exist and those that do not; `HEAD`; and compression."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.conftest import OpenHouse, quick
from server.seats import HOT_SEAT, House
from stavka.server import packing
from stavka.server.settings import Settings

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
SCRIPT = "const x = 1;\n" * 500


def with_page(settings: Settings) -> Settings:
    """A server's folder with a page in it."""
    folder = settings.web_folder
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html>the page " + "and more " * 200)
    (folder / "icon.svg").write_text("<svg/>")
    (folder / "assets" / "a-_B1.js").write_text(SCRIPT)
    (folder / "assets" / "font.woff2").write_bytes(b"wOF2" + bytes(5000))
    (folder / "assets" / "photo.png").write_bytes(b"\x89PNG" + bytes(5000))
    return settings


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server with a page, from which the tests only read."""
    with House(with_page(quick(tmp_path_factory.mktemp("built")))) as house:
        yield house


@pytest.fixture
def new(lite: Settings, open_house: OpenHouse) -> House:
    """A server with a page that has not received a request yet."""
    return open_house(with_page(lite))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("path", ["/api", "/api/", "/api/none", "/api/tables/a/none", "/API/games", "/api//games"])
def test_what_is_no_call_of_the_interface_is_not_there(built: House, method: str, path: str) -> None:
    reply = built.client.request(method, path)
    assert reply.status_code == 404 and reply.headers["content-type"] == "application/json"
    assert method == "HEAD" or reply.json() == {"error": "There is nothing at this address."}


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("POST", "/api/games", "GET, HEAD"),
        ("DELETE", "/api/health/ready", "GET, HEAD"),
        ("POST", "/health/live", "GET, HEAD"),
        ("GET", "/api/records", "POST"),
        ("HEAD", "/api/records", "POST"),
        ("PUT", "/api/tables", "GET, HEAD, POST"),
        ("GET", "/api/tables/x/seats/axis/key", "DELETE, POST"),
        ("POST", "/", "GET, HEAD"),
        ("PUT", "/index.html", "GET, HEAD"),
        ("DELETE", "/icon.svg", "GET, HEAD"),
    ],
)
def test_another_method_is_answered_with_those_that_there_are(
    built: House, method: str, path: str, allowed: str
) -> None:
    reply = built.client.request(method, path)
    assert (reply.status_code, reply.headers["allow"]) == (405, allowed)


PROBED = [
    "/health",
    "/healthz",
    "/livez",
    "/readyz",
    "/metrics",
    "/status",
    "/.well-known/security.txt",
    "/.well-known/x",
    "/.env",
    "/.git/config",
    "/wp-login.php",
    "/robots.txt",
    "/favicon.ico",
    "/table/abc",
    "/replay/abc",
    "/index.htm",
    "/assets",
    "/assets/",
    "/assets/none.js",
    "/none.js",
    "/icon.svg/",
    "/index.html/",
    "/apiary",
]


@pytest.mark.parametrize("path", PROBED)
def test_the_page_is_at_its_own_address_only(built: House, path: str) -> None:
    reply = built.client.get(path)
    assert reply.status_code == 404 and "the page" not in reply.text and reply.json()["error"]


@pytest.mark.parametrize("path", ["/", "/index.html", "/?lang=fr"])
def test_the_page_is_there(built: House, path: str) -> None:
    reply = built.client.get(path)
    assert reply.status_code == 200 and "the page" in reply.text and reply.headers["cache-control"] == "no-cache"
    assert reply.headers["content-type"].startswith("text/html")
    tag = {"If-None-Match": reply.headers["etag"]}
    assert built.client.get(path, headers=tag).status_code == 304


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/%00", 404),
        ("/a%00b.js", 404),
        ("/" + "a" * 300, 404),
        ("/" + "a" * 3000, 404),
        ("/assets/" + "a" * 300 + ".js", 404),
        ("/" + "a" * 5000, 414),
        ("/api/" + "a" * 5000, 414),
        ("/api/games?lang=" + "e" * 5000, 414),
        ("/%ff%fe", 404),
        ("/%F0%9F%98%80", 404),
        ("/..%5c..%5cetc", 404),
        ("/api/games/%00/board", 422),
        ("/api/tables/%00", 422),
        ("/api/games/traces/rules/%00", 422),
        ("/api/tables/" + "a" * 300, 422),
    ],
)
def test_odd_addresses_are_answered_with_a_sentence(built: House, path: str, status: int) -> None:
    reply = built.client.get(path)
    assert reply.status_code == status and len(reply.json()["error"]) > 10


READABLE = [
    "/",
    "/index.html",
    "/icon.svg",
    "/assets/a-_B1.js",
    "/assets/font.woff2",
    "/api/health",
    "/api/health/ready",
    "/health/live",
    "/api/games",
    "/api/games/traces/board",
    "/api/games/traces/map.svg",
    "/api/games/traces/cover.png",
    "/api/games/traces/rules",
    "/api/games/traces/rules/10.4a",
    "/api/games/traces/guide?scenario=race",
    "/api/openapi.json",
    "/api/games/chess/board",
    "/api/none",
]


@pytest.mark.parametrize("path", READABLE)
def test_head_is_get_without_the_body(built: House, path: str) -> None:
    whole, head = built.client.get(path), built.client.head(path)
    assert head.status_code == whole.status_code and head.content == b"" != whole.content
    for answer in (whole, head):
        del answer.headers["x-request-id"]
    assert dict(head.headers) == dict(whole.headers) and int(head.headers["content-length"]) > 0


def test_head_of_a_table(built: House) -> None:
    made = built.make(HOT_SEAT)
    assert built.client.head(f"/api/tables/{made['table']}").status_code == 200
    assert built.client.head("/api/tables").status_code == 401


# -- compression ----------------------------------------------------------------------------------------------------

PACKED = [
    "/",
    "/assets/a-_B1.js",
    "/api/games",
    "/api/games/traces/board",
    "/api/games/traces/map.svg",
    "/api/openapi.json",
    "/api/games/traces/guide?scenario=race",
]


@pytest.mark.parametrize("path", PACKED)
def test_what_is_public_and_large_is_compressed_for_those_who_can_read_it(built: House, path: str) -> None:
    plain = built.client.get(path, headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers and plain.headers["vary"] == "Accept-Encoding"
    with built.client.stream("GET", path, headers={"Accept-Encoding": "br, gzip;q=0.5"}) as reply:
        raw = b"".join(reply.iter_raw())
    assert reply.headers["content-encoding"] == "gzip" and reply.headers["vary"] == "Accept-Encoding"
    assert int(reply.headers["content-length"]) == len(raw) < len(plain.content) / 2
    assert gzip.decompress(raw) == plain.content
    for refused in ("gzip;q=0", "gzip;q=0.000, *", "br", ""):
        again = built.client.get(path, headers={"Accept-Encoding": refused})
        assert "content-encoding" not in again.headers, refused


@pytest.mark.parametrize(
    "path", ["/icon.svg", "/assets/font.woff2", "/assets/photo.png", "/api/games/traces/cover.png"]
)
def test_what_is_small_or_compressed_already_is_left_as_it_is(built: House, path: str) -> None:
    reply = built.client.get(path, headers={"Accept-Encoding": "gzip"})
    assert reply.status_code == 200 and "content-encoding" not in reply.headers


def test_what_may_hold_a_secret_is_never_compressed(built: House) -> None:
    """An attacker who can put words into such an answer could find the secret out from its length."""
    made = [built.make(HOT_SEAT) for _ in range(20)]
    keys = ",".join(table["host"] for table in made)
    headers = {"Accept-Encoding": "gzip", "Authorization": f"Bearer {keys}"}
    mine = built.client.get("/api/tables", headers=headers)
    assert len(mine.json()) == 20 and len(mine.content) > 2 * packing.LEAST
    assert "content-encoding" not in mine.headers
    for path in (f"/api/tables/{made[0]['table']}", "/api/health", "/api/account"):
        assert "content-encoding" not in built.client.get(path, headers=headers).headers


def test_a_compressed_picture_that_has_not_changed_is_not_sent_again(built: House) -> None:
    path = "/api/games/traces/map.svg"
    tag = built.client.get(path, headers={"Accept-Encoding": "gzip"}).headers["etag"]
    assert tag.startswith('W/"')
    for known in (tag, tag.removeprefix("W/")):
        for accepted in ("gzip", "identity"):
            headers = {"If-None-Match": known, "Accept-Encoding": accepted}
            reply = built.client.get(path, headers=headers)
            assert reply.status_code == 304 and reply.headers["vary"] == "Accept-Encoding"


def test_each_content_is_compressed_once(new: House, monkeypatch: pytest.MonkeyPatch) -> None:
    compressed: list[int] = []

    def count(content: bytes) -> bytes:
        compressed.append(len(content))
        return gzip.compress(content)

    monkeypatch.setattr(packing, "compress", count)
    for _ in range(5):
        assert new.client.get("/assets/a-_B1.js", headers={"Accept-Encoding": "gzip"}).text == SCRIPT
    assert compressed == [len(SCRIPT)]


@pytest.mark.anyio
async def test_what_is_kept_is_bounded() -> None:
    packed = packing.Packed(most=100)
    contents = [str(n).encode() * 2000 for n in range(20)]
    for content in contents:
        assert gzip.decompress(await packed.pack(content)) == content
        assert packed.size == sum(map(len, packed.kept.values())) <= 100
    assert 0 < len(packed.kept) < 20


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def test_the_files_of_the_page_have_their_kinds(new: House, tmp_path: Path) -> None:
    kinds = {
        "/assets/a-_B1.js": "text/javascript; charset=utf-8",
        "/assets/font.woff2": "font/woff2",
        "/icon.svg": "image/svg+xml",
        "/assets/photo.png": "image/png",
    }
    assert {path: new.client.get(path).headers["content-type"] for path in kinds} == kinds

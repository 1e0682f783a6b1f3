"""Compression of what is the same for everybody. Plain ASGI.

Only public answers that never change are compressed: games, boards, guides, maps, rules, the description of the
interface and the files of the page. An answer that holds a secret (a key, a token, a player's tables) is never
compressed: an attacker who can put words into such an answer could find the secret out from its length (BREACH)."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import re
from collections import OrderedDict
from collections.abc import Iterable
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

PUBLIC: Final = re.compile(r"/api/games(/.*)?|/api/openapi\.json|(?!/api(/|$)|/health(/|$))/.*")
"""Games and what belongs to them, and every address outside the interface, which is a file."""
TEXTS: Final = frozenset(
    ("application/json", "image/svg+xml", "application/manifest+json", "application/javascript", "application/wasm")
)
"""Types that are compressed apart from text/...; pictures and fonts are compressed already."""
LEAST: Final = 1024
"""The size in bytes below which compression is not worthwhile."""
MOST_KEPT: Final = 32 * 1024 * 1024
"""The most bytes of compressed answers in memory: enough for all of the few hundred that there are."""


class Packed:
    """Compressed contents. Each is compressed once, and kept as long as there is room."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self.most = most
        self.kept: OrderedDict[bytes, bytes] = OrderedDict()
        self.size = 0
        self.under_way: dict[bytes, asyncio.Task[bytes]] = {}

    async def pack(self, content: bytes) -> bytes:
        name = hashlib.blake2b(content, digest_size=16).digest()
        if name in self.kept:
            self.kept.move_to_end(name)
            return self.kept[name]
        if name not in self.under_way:
            self.under_way[name] = asyncio.create_task(asyncio.to_thread(compress, content))
            self.under_way[name].add_done_callback(lambda task: self.keep(name, task))
        return await asyncio.shield(self.under_way[name])

    def keep(self, name: bytes, task: asyncio.Task[bytes]) -> None:
        del self.under_way[name]
        if task.cancelled() or task.exception() is not None or len(task.result()) > self.most:
            return
        self.kept[name] = task.result()
        self.size += len(task.result())
        while self.size > self.most:
            self.size -= len(self.kept.popitem(last=False)[1])


def compress(content: bytes) -> bytes:
    return gzip.compress(content, 9, mtime=0)


class Packer:
    """Compresses public answers for clients that accept compression."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.packed = Packed()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "GET" or PUBLIC.fullmatch(scope["path"]) is None:
            await self.app(scope, receive, send)
            return
        wanted = takes_gzip(Headers(scope=scope).getlist("accept-encoding"))
        scope["headers"] = [*map(strongly, scope["headers"])]
        await self.app(scope, receive, HeldAnswer(self.packed, send, wanted=wanted))


class HeldAnswer:
    """Holds an answer back until it is complete, if it is to be compressed."""

    def __init__(self, packed: Packed, send: Send, *, wanted: bool) -> None:
        self.packed, self.send, self.wanted = packed, send, wanted
        self.start: Message | None = None
        self.body = bytearray()

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            if may_be_packed(headers) or message["status"] == 304:
                headers.add_vary_header("Accept-Encoding")
            if self.wanted and message["status"] == 200 and may_be_packed(headers):
                self.start = message
                return
        elif self.start is not None and message["type"] == "http.response.body":
            self.body += message.get("body", b"")
            if not message.get("more_body", False):
                await self.finish(self.start, bytes(self.body))
            return
        await self.send(message)

    async def finish(self, start: Message, body: bytes) -> None:
        if len(body) >= LEAST:
            body = await self.packed.pack(body)
            headers = MutableHeaders(scope=start)
            headers["content-encoding"], headers["content-length"] = "gzip", str(len(body))
            if (tag := headers.get("etag", "")).startswith('"'):
                headers["etag"] = f"W/{tag}"  # a weak tag: the same content, not the same bytes
        await self.send(start)
        await self.send({"type": "http.response.body", "body": body})


def may_be_packed(headers: Headers) -> bool:
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    return "content-encoding" not in headers and (kind.startswith("text/") or kind in TEXTS)


def strongly(header: tuple[bytes, bytes]) -> tuple[bytes, bytes]:
    """The tags of `If-None-Match` without the mark of our own compression, since the header asks for the same
    content."""
    name, value = header
    return (name, value.replace(b'W/"', b'"')) if name == b"if-none-match" else header


def takes_gzip(accepted: Iterable[str]) -> bool:
    """Whether `Accept-Encoding` allows gzip: by name, or by `*` if gzip is not named."""
    quality: dict[str, float] = {}
    for each in ",".join(accepted).split(","):
        name, _, rest = each.strip().partition(";")
        found = re.fullmatch(r"\s*q=([01](?:\.[0-9]{0,3})?)\s*", rest, re.IGNORECASE)
        quality[name.strip().lower()] = float(found[1]) if found else 1.0
    return quality.get("gzip", quality.get("x-gzip", quality.get("*", 0.0))) > 0

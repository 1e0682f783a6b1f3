"""Limits: how often and how much a client may send, and the headers that browsers obey. Plain ASGI."""

from __future__ import annotations

import json
import time
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stavka.server import metrics
from stavka.server.faults import REQUEST, new_request, tell_fault
from stavka.server.settings import Settings
from stavka.server.sharing import Bucket, Buckets, Counter, OwnBuckets, OwnCounter, Shared
from stavka.server.store import NO_DATABASE
from stavka.server.words import SERVER, asked_language, refusal

MOST_ADDRESS: Final = 4096
REQUEST_ID: Final = "x-request-id"

CONTENT_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS: Final = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
"""The headers of every answer. No referrer is sent, since the address of a page may hold the key of a seat."""


class Limiter:
    """Buckets that fill with time: `allow` takes one unit out of a bucket and says whether there was one. The event
    loop and threads share a limiter."""

    def __init__(self, number: float, seconds: float, buckets: Buckets | None = None) -> None:
        self.number, self.rate = number, number / seconds
        self.buckets: Buckets = OwnBuckets() if buckets is None else buckets

    def allow(self, who: str, now: float | None = None) -> bool:
        level = 0.0

        def take(bucket: Bucket | None) -> Bucket:
            nonlocal level
            at = time.monotonic() if now is None else now
            level = self.number if bucket is None else min(self.number, bucket.level + (at - bucket.at) * self.rate)
            return Bucket(max(level - 1, 0) if level >= 1 else level, at)

        self.buckets.change(who, take)
        return level >= 1


class Limits:
    """The limits on how often a client may do expensive things; docs/server.md lists them. `guesses.py` counts wrong
    passwords."""

    def __init__(self, factor: float, shared: Shared | None = None) -> None:
        def limiter(name: str, number: float, seconds: float) -> Limiter:
            return Limiter(number * factor, seconds, shared.buckets[name] if shared else None)

        self.requests = limiter("requests", 600, 60)
        self.tables = limiter("tables", 30, 60)
        self.imports = limiter("imports", 6, 60)
        self.talk = limiter("talk", 30, 60)
        """The limit on lines of chat and proposals of one client, at all its tables."""
        self.typing = limiter("typing", 30, 60)
        """The limit on how often a client may say that its player is typing; beyond it, nobody is told."""
        self.accounts = limiter("accounts", 5, 3600)
        self.help = limiter("help", 30, 600)
        """The limit on analyses and hints that a client may begin."""
        self.connections: Counter = shared.counters["connections"] if shared else OwnCounter()
        """The connections of each client to tables."""
        self.factor = factor

    def messages(self) -> Limiter:
        """The limiter for the messages of one connection."""
        return Limiter(60 * self.factor, 3)


def client_of(scope: Scope) -> str:
    """The client that sends a request, as far as limits can tell clients apart."""
    client = scope.get("client")
    return network_of(str(client[0])) if client else "-"


def network_of(address: str) -> str:
    """The network of an address: an IPv4 address itself, or the first 64 bits of an IPv6 address, since a client
    usually has all addresses of such a network."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or IPv6Network((int(found) >> 64 << 64, 64)))
    return str(found)


class Guard:
    """The outermost layer: it refuses what is too large or too frequent, and lets no fault reveal anything. `HEAD` is
    `GET` with the body left out."""

    def __init__(self, app: ASGIApp, settings: Settings, limits: Limits) -> None:
        self.app, self.settings, self.limits = app, settings, limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self.app(scope, receive, named(new_request(), send))
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        new_request()
        start, reply = time.perf_counter(), Reply(scope, send)
        await self.answer(scope, receive, reply)
        metrics.note_request(scope["method"], reply.status, time.perf_counter() - start)

    async def answer(self, scope: Scope, receive: Receive, reply: Reply) -> None:
        if not self.limits.requests.allow(client_of(scope)):
            await reply.refuse(429, refusal("too many requests"))
            return
        if len(scope["path"]) + len(scope["query_string"]) > MOST_ADDRESS:
            await reply.refuse(414, refusal("address too long", most=MOST_ADDRESS))
            return
        if scope["method"] == "HEAD":
            scope = {**scope, "method": "GET"}
        most = self.settings.record_bytes if scope["path"] == "/api/records" else self.settings.request_bytes
        body = await read_body(scope, receive, most)
        if body is None:
            await reply.refuse(413, refusal("request too large", most=most))
            return
        try:
            await self.app(scope, replayed(body, receive), reply)
        except NO_DATABASE as error:
            tell_fault(called(scope), error)
            if not reply.started:
                await reply.refuse(503, refusal("database away"))
        except Exception as error:
            tell_fault(called(scope), error)
            if not reply.started:
                await reply.refuse(500, refusal("fault"))


def called(scope: Scope) -> str:
    """The call that a request makes, as the code names it: its own address may hold anything."""
    method = scope["method"] if scope["method"] in metrics.METHODS else "other"
    return f"{method} {getattr(scope.get('route'), 'path', 'elsewhere')}"


def named(request: str, send: Send) -> Send:
    """A sender that tells a WebSocket the id of its connection."""

    async def sending(message: Message) -> None:
        if message["type"] == "websocket.accept":
            MutableHeaders(scope=message)[REQUEST_ID] = request
        await send(message)

    return sending


async def read_body(scope: Scope, receive: Receive, most: int) -> bytes | None:
    """The whole body, or None as soon as it is too long."""
    announced = dict(scope["headers"]).get(b"content-length", b"0")
    if not announced.isdigit() or int(announced) > most:
        return None
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return bytes(body)
        body += message.get("body", b"")
        if len(body) > most:
            return None
        if not message.get("more_body", False):
            return bytes(body)


def replayed(body: bytes, receive: Receive) -> Receive:
    """A receiver that gives the body that was read, then every message that follows."""
    waiting = [body]

    async def again() -> Message:
        if waiting:
            return {"type": "http.request", "body": waiting.pop(), "more_body": False}
        return await receive()

    return again


class Reply:
    """Sends an answer with the headers that every answer has."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self.scope, self.send, self.started, self.status = scope, send, False, 0

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.started, self.status = True, message["status"]
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
            headers[REQUEST_ID] = REQUEST.get()
            if self.scope["path"].lower().startswith(("/api", "/health")) and "cache-control" not in headers:
                headers["cache-control"] = "no-store"
            if self.scope["scheme"] == "https":
                headers["strict-transport-security"] = "max-age=31536000"
        elif self.scope["method"] == "HEAD" and message["type"] == "http.response.body":
            message = {**message, "body": b""}
        await self.send(message)

    async def refuse(self, status: int, sentence: str) -> None:
        body = json.dumps({"error": SERVER.translate(sentence, asked_language(self.scope))}).encode()
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        if status == 429:
            headers.append((b"retry-after", b"10"))
        await self({"type": "http.response.start", "status": status, "headers": headers})
        await self({"type": "http.response.body", "body": body})

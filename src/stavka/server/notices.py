""" "Your move" notices, by e-mail or by webhook, for players who are not at the table. Standard library only.

`Notifier` sends one notice, `Outbox` sends those that are due, from its own queue, so that no table and no clock ever
waits for another server."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import http.client
import json
import smtplib
import socket
import ssl
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable
from contextlib import suppress
from email.message import EmailMessage
from typing import Any, Final, NamedTuple
from urllib.parse import unquote, urlsplit

from stavka.server.faults import tell_fault
from stavka.server.rows import NoticeRow
from stavka.server.settings import Settings
from stavka.server.store import Store

PATIENCE: Final = 5.0
"""Seconds for a connection to be made, and for each answer to begin."""
WHOLE: float = 15.0
"""Seconds for a whole attempt, so that a server that answers a byte at a time does not hold a sender for ever."""
SENDERS: Final = 4
"""The number of attempts under way at once."""
TRIES: Final = 5


class Notice(NamedTuple):
    table: str
    title: str
    scenario: str
    side: str
    turn: int
    link: str

    @property
    def subject(self) -> str:
        return f"Your move in {self.title}"

    @property
    def text(self) -> str:
        where = f"\n\n{self.link}" if self.link else ""
        return f"It is your move in {self.title}, {self.scenario}, turn {self.turn}: you play {self.side}.{where}\n"


class Line:
    """The connections of one attempt. `cut` ends them from another thread, and every wait for an answer fails at once.

    A second handle on each socket is kept, which remains valid when TLS is put around the first."""

    def __init__(self) -> None:
        self.handles: list[socket.socket] = []
        self.is_cut = False
        self.lock = threading.Lock()

    def connect(self, address: tuple[str, int], timeout: float, source: Any = None) -> socket.socket:
        self.check()
        made = socket.create_connection(address, timeout, source)
        with self.lock:
            if self.is_cut:
                made.close()
            else:
                self.handles.append(made.dup())
        self.check()
        return made

    def check(self) -> None:
        """Check that the attempt has not been cut: a connection that was cut may seem to have ended normally."""
        if self.is_cut:
            raise TimeoutError("the attempt took too long")

    def cut(self) -> None:
        with self.lock:
            self.is_cut = True
            for handle in self.handles:
                with suppress(OSError):
                    handle.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        with self.lock:
            for handle in self.handles:
                handle.close()
            self.handles.clear()


class Web(urllib.request.HTTPHandler):
    """HTTP whose connections can be cut. http.client makes a socket with `_create_connection`; a test checks that they
    really can be cut."""

    def __init__(self, line: Line) -> None:
        super().__init__()
        self.line = line

    def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(self.connection, req)

    def connection(self, host: str, **more: Any) -> http.client.HTTPConnection:
        made = http.client.HTTPConnection(host, **more)
        vars(made)["_create_connection"] = self.line.connect
        return made


class SafeWeb(urllib.request.HTTPSHandler):
    """HTTPS whose connections can be cut."""

    def __init__(self, line: Line) -> None:
        super().__init__()
        self.line = line

    def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(self.connection, req)

    def connection(self, host: str, **more: Any) -> http.client.HTTPSConnection:
        made = http.client.HTTPSConnection(host, context=ssl.create_default_context(), **more)
        vars(made)["_create_connection"] = self.line.connect
        return made


class Mail(smtplib.SMTP):
    """SMTP whose connection can be cut."""

    def __init__(self, line: Line, **more: Any) -> None:
        self.line = line
        super().__init__(timeout=PATIENCE, **more)

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        return self.line.connect((host, port), timeout)


class SafeMail(smtplib.SMTP_SSL, Mail):
    """SMTP with TLS from the start, put around the socket that `Mail` makes."""

    def __init__(self, line: Line, **more: Any) -> None:
        self.line = line
        super().__init__(timeout=PATIENCE, **more)


class Notifier:
    """Sends notices; it is called in a thread. It does not know the keys of seats, so no message holds one."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    @property
    def is_on(self) -> bool:
        return bool(self.settings.smtp_url or self.settings.webhook_url)

    def send(self, notice: Notice, email: str | None, line: Line) -> None:
        if email and self.settings.smtp_url:
            self.mail(notice, email, line)
        if self.settings.webhook_url:
            self.post(notice, line)
        line.check()

    def mail(self, notice: Notice, email: str, line: Line) -> None:
        """Send a mail. STAVKA_SMTP_URL is smtp://USER:PASSWORD@HOST:PORT?SENDER, or smtps:// for TLS from the start."""
        url = urlsplit(self.settings.smtp_url)
        host = url.hostname or "localhost"
        message = EmailMessage()
        message["Subject"], message["To"] = notice.subject, email
        message["From"] = unquote(url.query) or f"stavka@{host}"
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(notice.text)
        context = ssl.create_default_context()
        is_safe = url.scheme == "smtps"
        server = (
            SafeMail(line, host=host, port=url.port or 465, context=context)
            if is_safe
            else Mail(line, host=host, port=url.port or 587)
        )
        with server:
            server.ehlo()
            if not is_safe and server.has_extn("starttls"):
                server.starttls(context=context)
            if url.username:
                server.login(unquote(url.username), unquote(url.password or ""))
            server.send_message(message)

    def post(self, notice: Notice, line: Line) -> None:
        """Post JSON to STAVKA_WEBHOOK_URL, signed with STAVKA_WEBHOOK_SECRET if that is set."""
        body = json.dumps({**notice._asdict(), "text": notice.text}).encode()
        headers = {"Content-Type": "application/json", "User-Agent": "stavka"}
        if self.settings.webhook_secret:
            signature = hmac.new(self.settings.webhook_secret.encode(), body, hashlib.sha256).hexdigest()
            headers["X-Stavka-Signature"] = f"sha256={signature}"
        request = urllib.request.Request(self.settings.webhook_url, body, headers, method="POST")
        opener = urllib.request.build_opener(Web(line), SafeWeb(line))
        try:
            with opener.open(request, timeout=PATIENCE) as reply:
                reply.read(1000)
        except urllib.error.HTTPError as error:  # the error is also an answer, and holds its connection
            error.close()
            raise


Prepare = Callable[[NoticeRow], Awaitable[tuple[Notice, str | None] | None]]


class Outbox:
    """Sends the notices that are due, a few at once: the one that has waited longest first, and only one of a table at
    a time."""

    def __init__(
        self, settings: Settings, store: Store, notifier: Notifier, prepare: Prepare, server: str | None = None
    ) -> None:
        self.settings, self.store, self.notifier, self.server = settings, store, notifier, server
        self.prepare = prepare
        """A function that gives the text and the address of a notice; None if the notice is out of date."""
        self.under_way: dict[str, asyncio.Task[None]] = {}
        """The attempts under way, by table."""
        self.closing = asyncio.Event()

    async def run(self) -> None:
        while not self.closing.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self.closing.wait(), self.settings.tick)
                break
            try:
                await self.look()
            except Exception as error:
                tell_fault("notices", error)
        tasks = list(self.under_way.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def look(self) -> None:
        """Start sending what is due, as far as senders are free."""
        if len(self.under_way) >= SENDERS:
            return
        before = time.time() - self.settings.notice_delay
        for notice in await asyncio.to_thread(self.store.due_notices, before, self.server):
            if len(self.under_way) >= SENDERS:
                return
            if notice.table_id not in self.under_way:
                self.under_way[notice.table_id] = asyncio.create_task(self.handle(notice))

    async def handle(self, notice: NoticeRow) -> None:
        try:
            await self.treat(notice)
        except Exception as error:
            tell_fault("notices", error)
        finally:
            del self.under_way[notice.table_id]

    async def treat(self, notice: NoticeRow) -> None:
        """Send a notice if it is still true; if it cannot be sent, it is tried again later, a few times. The next
        attempt is stored first: if nothing can be stored, nothing is sent, so that nobody is notified every second."""
        later = time.time() + 60 * 4**notice.tries
        if not await asyncio.to_thread(self.store.delay_notice, notice, later):
            return
        notice.due, notice.tries = later, notice.tries + 1
        try:
            said = await self.prepare(notice)
            if said is not None:
                await self.deliver(*said)
        except Exception as error:
            tell_fault("notice", error)
            if notice.tries < TRIES:
                return
        await asyncio.to_thread(self.store.drop_notice, notice)

    async def deliver(self, notice: Notice, email: str | None) -> None:
        """Make one attempt, in its own thread, for which nothing else waits: neither a table nor the end of the
        process."""
        loop, line = asyncio.get_running_loop(), Line()
        sent: asyncio.Future[None] = loop.create_future()

        def settle(error: Exception | None) -> None:
            if not sent.done():
                sent.set_result(None) if error is None else sent.set_exception(error)

        def work() -> None:
            error = None
            try:
                self.notifier.send(notice, email, line)
            except Exception as found:
                error = found
            line.close()
            with suppress(RuntimeError):  # the server has been closed in the meantime
                loop.call_soon_threadsafe(settle, error)

        too_long = loop.call_later(WHOLE, line.cut)
        threading.Thread(target=work, name="notice", daemon=True).start()
        try:
            await sent
        finally:
            too_long.cancel()
            line.cut()

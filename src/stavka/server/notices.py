"""\"Your move\", by e-mail or by webhook, for those who are not at the table. Standard library only."""

from __future__ import annotations

import hashlib
import hmac
import json
import smtplib
import ssl
import urllib.request
from email.message import EmailMessage
from typing import Final, NamedTuple
from urllib.parse import unquote, urlsplit

from stavka.server.settings import Settings

TIMEOUT: Final = 20.0
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


class Notifier:
    """Sends; whoever calls it does so in a thread. The key of a seat is not known here, so no message holds one."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    @property
    def is_on(self) -> bool:
        return bool(self.settings.smtp_url or self.settings.webhook_url)

    def send(self, notice: Notice, email: str | None) -> None:
        if email and self.settings.smtp_url:
            self.mail(notice, email)
        if self.settings.webhook_url:
            self.post(notice)

    def mail(self, notice: Notice, email: str) -> None:
        """STAVKA_SMTP_URL is smtp://USER:PASSWORD@HOST:PORT?SENDER, or smtps:// for TLS from the start."""
        url = urlsplit(self.settings.smtp_url)
        host = url.hostname or "localhost"
        message = EmailMessage()
        message["Subject"], message["To"] = notice.subject, email
        message["From"] = unquote(url.query) or f"stavka@{host}"
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(notice.text)
        context = ssl.create_default_context()
        if url.scheme == "smtps":
            server: smtplib.SMTP = smtplib.SMTP_SSL(host, url.port or 465, timeout=TIMEOUT, context=context)
        else:
            server = smtplib.SMTP(host, url.port or 587, timeout=TIMEOUT)
        with server:
            server.ehlo()
            if url.scheme != "smtps" and server.has_extn("starttls"):
                server.starttls(context=context)
            if url.username:
                server.login(unquote(url.username), unquote(url.password or ""))
            server.send_message(message)

    def post(self, notice: Notice) -> None:
        """JSON to STAVKA_WEBHOOK_URL, signed with STAVKA_WEBHOOK_SECRET where there is one."""
        body = json.dumps({**notice._asdict(), "text": notice.text}).encode()
        headers = {"Content-Type": "application/json", "User-Agent": "stavka"}
        if self.settings.webhook_secret:
            signature = hmac.new(self.settings.webhook_secret.encode(), body, hashlib.sha256).hexdigest()
            headers["X-Stavka-Signature"] = f"sha256={signature}"
        request = urllib.request.Request(self.settings.webhook_url, body, headers, method="POST")
        with urllib.request.urlopen(request, timeout=TIMEOUT) as reply:
            reply.read(1000)

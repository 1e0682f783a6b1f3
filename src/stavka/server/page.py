"""The built client: one page and its files. The page keeps its own addresses behind the #, so it has only one address
here."""

from __future__ import annotations

import asyncio
import mimetypes
import re
from pathlib import Path
from typing import Final

from fastapi import Request, Response
from fastapi.responses import PlainTextResponse
from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocketClose

from stavka.server.api import shown
from stavka.server.words import refusal

NO_PAGE: Final = (
    "The Stavka server runs, but its page has not been built. `make play` builds it; /api/openapi.json describes the "
    "interface.\n"
)
FILE: Final = re.compile(r"(?=.{1,200}\Z)(/[A-Za-z0-9._-]+)+")
"""The addresses that a file may have; no other one is looked up."""
FOR_EVER: Final = "public, max-age=31536000, immutable"
KINDS: Final = {".js": "text/javascript", ".mjs": "text/javascript", ".woff2": "font/woff2", ".svg": "image/svg+xml"}
"""Types that some systems know differently, or not at all."""


class Page:
    """Answers every address outside the interface: with a file, or with 404."""

    def __init__(self, folder: Path) -> None:
        self.root = folder.resolve()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await WebSocketClose()(scope, receive, send)
            return
        answer = await asyncio.to_thread(self.answer, Request(scope))
        await answer(scope, receive, send)

    def answer(self, request: Request) -> Response:
        path = request.url.path
        is_page = path in ("/", "/index.html")
        file = self.file("/index.html" if is_page else path)
        if request.method != "GET" and (is_page or file is not None):
            raise HTTPException(405, headers={"Allow": "GET, HEAD"})
        if file is not None:
            cache = FOR_EVER if path.startswith("/assets/") else "no-cache"
            return shown(request, file.read_bytes(), kind_of(file), cache)
        if is_page:
            return PlainTextResponse(NO_PAGE)
        raise HTTPException(404, refusal("nothing here"))

    def file(self, path: str) -> Path | None:
        if FILE.fullmatch(path) is None:
            return None
        file = (self.root / path.lstrip("/")).resolve()
        return file if file.is_relative_to(self.root) and file.is_file() else None


def kind_of(file: Path) -> str:
    return KINDS.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"

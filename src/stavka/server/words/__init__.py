"""The server's own sentences in several languages: its notes in the chat and its refusals."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from starlette.datastructures import Headers, QueryParams
from starlette.types import Scope

from stavka.engine.machine import Game
from stavka.engine.words import ENGLISH, LANGUAGES, Message, Words

SERVER: Final = Words(Path(__file__).parent)


def asked_language(scope: Scope) -> str:
    """The language in which a request is answered: that of its address (`?lang=`), else the first available one of its
    header Accept-Language, else English."""
    asked = QueryParams(scope.get("query_string", b"")).get("lang", "")
    if asked in LANGUAGES:
        return asked
    accepted = Headers(scope=scope).get("accept-language", "")
    wanted = (part.partition(";")[0].strip().lower()[:2] for part in accepted.split(","))
    return next((lang for lang in wanted if lang in LANGUAGES), ENGLISH)


def refusal(key: str, **values: object) -> Message:
    return SERVER.message("refusal", key, **values)


def note(game: Game[Any], key: str, side: str, lang: str) -> str:
    """A note about what a side has done, or about the whole table."""
    return SERVER.say(lang, "note", key, **({"side": game.words.side("side", side, lang)} if side else {}))


def state(key: str, lang: str, **values: object) -> str:
    """The state of a table, if no scene shows it."""
    return SERVER.say(lang, "state", key, **values)


def in_language(game: Game[Any], text: str, lang: str) -> str:
    """A sentence of the server, of the engine or of a game in a language; any other text unchanged."""
    own = isinstance(text, Message) and text.table == "refusal"
    return (SERVER if own else game.words).translate(text, lang)

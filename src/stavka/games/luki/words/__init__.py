"""Prompts, reasons, events, options and the words in them; a language is one file beside this one. The values of events
are defined in `events.py`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from stavka.engine.kinds import members
from stavka.engine.words import ENGLISH, Words
from stavka.engine.words.forms import Spoken
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki

WORDS: Final = Words(Path(__file__).parent)

ask, because, word = WORDS.ask, WORDS.because, WORDS.word


def option(g: Luki, key: str, lang: str = ENGLISH) -> str:
    """The words on an option's button."""
    known = WORDS.find(lang, "option", key)
    if known is not None:
        return known
    chit = next((chit for chit in g.chits if chit.id == key), None)
    return chit_name(chit.id, chit.name, lang) if chit is not None else key


def chit_name(key: str, name: str, lang: str = ENGLISH) -> str:
    return WORDS.find(lang, "chit", key) or name


def spoken_chit(g: Luki, chit: int) -> Spoken:
    """A chit in a prompt, which is called by its name in the language of the prompt."""
    found = g.chits[chit]
    return Spoken.make(chit_name(found.id, found.name), lambda lang: chit_name(found.id, found.name, lang))


def chit_names(g: Luki, chits: int, lang: str = ENGLISH) -> str:
    names = [chit_name(g.chits[chit].id, g.chits[chit].name, lang) for chit in members(chits)]
    return ", ".join(names) or word("word", "no chits", lang)


def modifier(g: Luki, key: str, lang: str = ENGLISH) -> str:
    """The word for a modifier: a terrain, a chit, or something else."""
    if key.startswith("chit "):
        id_ = key.removeprefix("chit ")
        return chit_name(id_, next(chit.name for chit in g.chits if chit.id == id_), lang)
    return word("terrain" if key in g.terrain else "modifier", key, lang)


def item(g: Luki, what: Hex | str, lang: str = ENGLISH) -> str:
    """An item that earns VP, as text."""
    return word("word", what, lang) if isinstance(what, str) else g.place_text(what, lang)


def column(g: Luki, number: int, lang: str = ENGLISH) -> str:
    return g.crt_names[number].replace("-", ":") if number >= 0 else word("word", "below the table", lang)

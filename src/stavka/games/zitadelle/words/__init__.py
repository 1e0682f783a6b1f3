"""Prompts, reasons, events, options and the words that stand in them; a language is one file beside this one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from stavka.engine.words import ENGLISH, Words

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle

WORDS: Final = Words(Path(__file__).parent)


# -- what steps say -------------------------------------------------------------------------------------------------


ask, because, word = WORDS.ask, WORDS.because, WORDS.word


# -- what the buttons say -------------------------------------------------------------------------------------------


def option(g: Zitadelle, key: str, lang: str = ENGLISH) -> str:
    """The words on an option's button."""
    known = WORDS.find(lang, "option", key)
    if known is not None:
        return known
    army = next(f for f in g.formations if f.id == key.removeprefix("bomb-"))
    return WORDS.say(lang, "word", "bomb", formation=army.label)

"""Prompts and reasons: every key is there and used, and each can be said in another language."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.traces.walks import GAME, collected
from stavka.engine.kinds import indices
from stavka.engine.offer import HEX, OPTION, UNIT, Pick
from stavka.engine.words import Message, Words, read_language
from stavka.games import folder
from stavka.games.traces.words import WORDS, ask, because, chit_name

ENGLISH = read_language(WORDS.folders[1], "en")


def used(function: str) -> set[str]:
    """The keys with which the rules call a function."""
    text = "".join(path.read_text("utf-8") for path in folder("traces").rglob("*.py"))
    first = r"[^,()]*?,\s*" if function == "because" else ""
    return set(re.findall(rf'\b{function}\(\s*{first}"([^"]+)"', text))


@pytest.mark.parametrize(("function", "table"), [("ask", "prompt"), ("because", "reason")])
def test_every_prompt_and_reason_is_used_and_there(function: str, table: str) -> None:
    assert used(function) == set(ENGLISH[table])


def test_no_step_says_anything_that_cannot_be_translated() -> None:
    for step, positions in collected().items():
        for s in positions[:3]:
            if step == "over":
                continue
            prompt = GAME.steps[step].prompt(GAME, s, s.stack[-1])
            assert isinstance(prompt, Message), step
            for offer in GAME.offers(s):
                for pick in every_pick():
                    reason = GAME.why(s, offer.seat, pick)
                    assert reason is None or isinstance(reason.text, Message), reason


def every_pick() -> Iterator[Pick]:
    yield from ((UNIT, unit) for unit in indices(GAME.unit_ids)[::7])
    yield from ((HEX, hex_) for hex_ in GAME.grid.bits(GAME.grid.all)[::50])
    yield from ((OPTION, i) for i in indices(GAME.option_names)[::5])


@pytest.fixture
def spanish(tmp_path: Path) -> Words:
    (tmp_path / "es.toml").write_text(
        '[prompt]\n"interrupt" = "{chit} en juego."\n[chit]\n"Supply" = "Suministro"\n'
        '[reason]\n"too far" = "No llega con {points} PM."\n',
        "utf-8",
    )
    return Words(tmp_path)


def test_prompts_and_reasons_are_translated_with_the_chits_in_them(spanish: Words) -> None:
    supply, army = (next(i for i, chit in enumerate(GAME.chits) if chit.id == name) for name in ("supply", "8a"))
    assert ask("interrupt", chit=chit_name(GAME, supply)).startswith("Supply has been drawn.")
    assert spanish.translate(ask("interrupt", chit=chit_name(GAME, supply)), "es") == "Suministro en juego."
    assert spanish.translate(ask("interrupt", chit=chit_name(GAME, army)), "es") == "8A en juego."
    assert because("9.1b", "too far", points=3.5) == ("9.1b", "Too far: 3.5 MP left.")
    assert spanish.translate(because("9.1b", "too far", points=3.5).text, "es") == "No llega con 3,5 PM."

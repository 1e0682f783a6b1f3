"""The server's sentences exist in every language."""

import re
from pathlib import Path

import pytest

from stavka.engine.words import LANGUAGES
from stavka.server import words

CODE = "\n".join(file.read_text("utf-8") for file in sorted(Path(words.__file__).parents[1].glob("*.py")))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_keys_and_names_are_those_of_english(lang: str) -> None:
    assert words.SERVER.language(lang).keys() == {"note", "state", "refusal"}


def test_no_sentence_is_missing_and_none_is_left_over() -> None:
    for table in ("state", "refusal"):
        said = set(re.findall(rf'\b{table}\("([^"]+)"', CODE))
        assert said == set(words.SERVER.language()[table])


def test_refusals_are_said_by_key() -> None:
    """A sentence in the code would be English for everybody."""
    assert re.findall(r'NotAllowedError\(f?"', CODE) == []

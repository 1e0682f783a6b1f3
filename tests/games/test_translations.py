"""The rules in other languages: every rule and example is there, and says the same numbers as in English."""

import re
from collections import Counter
from hashlib import blake2b
from pathlib import Path
from shutil import copy

import pytest

from games.french import typeset
from stavka import games
from stavka.engine.catalogue import Catalogue, TranslationError, load_catalogue

CATALOGUES = {key: games.catalogue(key) for key in games.GAMES}
TRACES = CATALOGUES["traces"]
TRANSLATED = [(key, lang) for key, catalogue in CATALOGUES.items() for lang in catalogue.languages()[1:]]
EACH = pytest.mark.parametrize(("key", "lang"), TRANSLATED)

NUMBER = re.compile(r"(?:(?<![\w)])[+-])?\d+(?:(?:[.,]\d+)+[a-z]?)?")
"""1827, 0.5 or 0,5, -2 (but the 1 of 10-1), 10.4d, the 1 of 1RR."""
PAIR = re.compile(r"\b(the two|los dos|las dos|les deux|aux deux|des deux|tous deux)\b", re.IGNORECASE)
"""English words for two things, which may not become twice in other languages."""
TWICE = re.compile(r"\btwice\b", re.IGNORECASE)
"""English words for two times: dos veces, deux fois."""
NAMES = re.compile(r"\bSix Angles\b")
"""Proper names that hold the word for a number, and stay as they are."""
WORDS = {
    "en": ("two", "three", "four", "five", "six", "seven"),
    "es": ("dos", "tres", "cuatro", "cinco", "seis", "siete"),
    "fr": ("deux", "trois", "quatre", "cinq", "six", "sept"),
}


def texts(catalogue: Catalogue) -> dict[str, str]:
    """All texts of a catalogue, by the id of the rule or example."""
    said = {rule.id: rule.says for rule in catalogue.rules.values()}
    return said | {example.id: f"{example.given} {example.expect}" for example in catalogue.examples.values()}


def numbers(text: str) -> Counter[str]:
    return Counter(found.replace(",", ".") for found in NUMBER.findall(text))


def counts(text: str, lang: str) -> Counter[int]:
    """Numbers written as words."""
    words = re.findall(r"\w+", NAMES.sub("", PAIR.sub("", TWICE.sub("two times", text))).lower())
    return Counter(WORDS[lang].index(word) for word in words if word in WORDS[lang])


def test_the_languages() -> None:
    assert TRACES.languages() == ("en", "es", "fr")
    assert {(key, lang) for key in games.GAMES for lang in set(WORDS) - {"en"}} <= set(TRANSLATED)
    assert {lang for _, lang in TRANSLATED} == set(WORDS) - {"en"}
    assert TRACES.translated("en") is TRACES


@EACH
def test_every_rule_and_example_is_translated(key: str, lang: str) -> None:
    english = CATALOGUES[key]
    other = english.translated(lang)
    assert list(other.rules) == list(english.rules)
    assert list(other.examples) == list(english.examples)
    for id_, rule in english.rules.items():
        title, says = english.text(id_, lang)
        assert title and says != rule.says, id_
        assert (title[0].isupper() or title[0].isdigit()) and not title.endswith("."), id_
        assert says.endswith(".") and "!" not in says, id_
        assert other.rules[id_] == rule._replace(title=title, says=says)


@EACH
def test_titles_tell_rules_apart(key: str, lang: str) -> None:
    found = Counter(rule.title for rule in CATALOGUES[key].translated(lang).rules.values())
    assert [title for title, count in found.items() if count > 1] == []


@EACH
def test_numbers_and_references_are_the_same(key: str, lang: str) -> None:
    english, other = texts(CATALOGUES[key]), texts(CATALOGUES[key].translated(lang))
    wrong = {id_: (numbers(text), numbers(other[id_])) for id_, text in english.items()}
    assert {id_: pair for id_, pair in wrong.items() if pair[0] != pair[1]} == {}


@EACH
def test_numbers_in_words_are_the_same(key: str, lang: str) -> None:
    english, other = texts(CATALOGUES[key]), texts(CATALOGUES[key].translated(lang))
    assert [id_ for id_, text in english.items() if counts(text, "en") != counts(other[id_], lang)] == []


@EACH
def test_a_translation_changes_no_hash(key: str, lang: str) -> None:
    english = CATALOGUES[key]
    assert english.translated(lang).hash == english.hash
    assert english.hash == blake2b(english.path.read_bytes(), digest_size=8).hexdigest()


def test_the_hash_of_a_game_is_that_of_its_rules() -> None:
    assert games.load("traces").rules_hash == TRACES.hash


def test_rules_in_three_languages() -> None:
    assert [TRACES.text("5.0a", lang) for lang in TRACES.languages()] == [
        ("Stacking defined", "Two or more friendly units in the same hex form a stack."),
        ("Qué es apilar", "Dos o más unidades propias en un mismo hexágono forman una pila."),
        (typeset("Ce qu'est une pile"), "Deux unités amies ou davantage dans un même hex forment une pile."),
    ]


# -- files that are not whole ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('id = "5.0a"', 'id = "5.0z"', "5.0a is missing, 5.0z is not in the catalogue"),
        ('id = "5.0a"', 'id = "5.0b"', "5.0a is missing, 5.0b is there twice"),
        ('id = "ex-9-1"', 'id = "ex-9-9"', "ex-9-1 is missing, ex-9-9 is not in the catalogue"),
    ],
)
def test_a_file_that_is_not_whole_is_refused(tmp_path: Path, old: str, new: str, fault: str) -> None:
    copy(TRACES.path, tmp_path)
    text = TRACES.path.with_name("rules.fr.toml").read_text("utf-8")
    assert text.count(f"{old}\n") == 1
    (tmp_path / "rules.fr.toml").write_text(text.replace(f"{old}\n", f"{new}\n"), "utf-8")
    with pytest.raises(TranslationError, match=f"rules.fr.toml: {fault}"):
        load_catalogue(tmp_path / TRACES.path.name).translated("fr")


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(TranslationError, match="no language 'tlh'; there are en, es, fr"):
        TRACES.text("5.0a", "tlh")

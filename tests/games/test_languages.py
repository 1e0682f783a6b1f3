"""Everything that a game says, it says in every language: the files of words, for every game."""

import re
from functools import cache
from pathlib import Path

import pytest

from games import french
from stavka import games
from stavka.engine.words import LANGUAGES, Tables, placeholders
from stavka.scenes import parts as scene_parts

GAMES = list(games.GAMES)
OTHERS = [lang for lang in LANGUAGES if lang != "en"]
EACH = pytest.mark.parametrize("key", GAMES)


@cache
def code(key: str, pattern: str = "*.py") -> str:
    return "\n".join(file.read_text("utf-8") for file in sorted(games.folder(key).rglob(pattern)))


def language(key: str, lang: str = "en") -> Tables:
    return games.load(key).words.language(lang)


def test_english_spanish_and_french_are_there() -> None:
    assert LANGUAGES == ("en", "es", "fr")
    for key in GAMES:
        assert {file.stem for file in Path(games.folder(key) / "words").glob("*.toml")} == set(LANGUAGES)


@EACH
@pytest.mark.parametrize("lang", OTHERS)
def test_keys_and_names_are_those_of_english(key: str, lang: str) -> None:
    english, other = language(key), language(key, lang)
    assert {table: set(keys) for table, keys in other.items()} == {table: set(keys) for table, keys in english.items()}
    for table, keys in english.items():
        for word, text in keys.items():
            assert placeholders(other[table][word]) == placeholders(text), (table, word)


@EACH
@pytest.mark.parametrize("lang", LANGUAGES)
def test_nobody_shouts_and_sentences_end(key: str, lang: str) -> None:
    found = language(key, lang)
    assert not [text for table in found.values() for text in table.values() if "!" in text or text != text.strip()]
    assert all(text.endswith(".") for text in found["event"].values())


@EACH
@pytest.mark.parametrize("lang", LANGUAGES)
def test_prompts_and_reasons_are_sentences(key: str, lang: str) -> None:
    found = language(key, lang)
    for text in (*found["prompt"].values(), *found["reason"].values()):
        assert text[-1] in ".?", text
        assert text[0] in "{¿" or text[0].isupper(), text


@EACH
@pytest.mark.parametrize("lang", OTHERS)
def test_sentences_are_translated(key: str, lang: str) -> None:
    english, other = language(key), language(key, lang)
    for table in ("event", "prompt", "reason", "about"):
        for word, text in english[table].items():
            if re.search(r"\w", re.sub(r"{.*?}", "", text)):
                assert other[table][word] != text, (table, word)


@EACH
def test_there_is_a_sentence_for_every_event_and_no_other(key: str) -> None:
    told = re.findall(r'\.tell\(\s*("[^"]+"(?: if [^,]+ else "[^"]+")?)', code(key))
    assert language(key)["event"].keys() == {name for each in told for name in re.findall(r'"([^"]+)"', each)}


@EACH
def test_there_is_nobody_who_does_not_say_his_sentence(key: str) -> None:
    """Words that nothing says any more are deleted. Some are made up: "area zone", f"count {name}"."""
    said = code(key)
    shown = code(key, "scene/*.py") + code(key, "events.py") + Path(scene_parts.__file__).read_text("utf-8")
    for table, text in (("prompt", said), ("reason", said), ("scene", shown)):
        for word in language(key)[table]:
            whole = (word, word.removeprefix("area "))
            made = f'"{word.split()[0]} {{'
            assert any(f'"{part}"' in text for part in whole) or made in text, (table, word)


@EACH
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_lobby_has_words_for_the_game_its_scenarios_and_its_options(key: str, lang: str) -> None:
    about, found = games.about(key), language(key, lang)
    names = {key, *(scenario["key"] for scenario in about["scenarios"]), *about["options"]}
    assert names <= found["about"].keys()
    assert set(about["option_titles"].values()) == found["optional"].keys()
    assert {scenario["title"] for scenario in about["scenarios"]} == found["scenario"].keys()
    assert set(about["sides"]) == found["side"].keys() == found["owner"].keys()


@EACH
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_chapter_has_a_title_of_its_own(key: str, lang: str) -> None:
    chapters = {rule.partition(".")[0] for rule in games.catalogue(key).rules}
    titles = language(key, lang)["chapter"]
    assert titles.keys() == chapters
    assert len(set(titles.values())) == len(titles)
    assert all(title[0].isupper() and not title.endswith(".") for title in titles.values())


@EACH
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_option_has_words(key: str, lang: str) -> None:
    g = games.load(key)
    said = games.presenter(key, g).board(lang)["options"]
    assert list(said) == list(g.option_names)
    assert all(said.values()) and len(set(said.values())) == len(said)


@pytest.mark.parametrize("path", [*french.files()], ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_french_is_typeset(path: Path) -> None:
    """After a change: PYTHONPATH=src:tests .venv/bin/python -m games.french."""
    assert path.read_text("utf-8") == french.in_order(path)


def test_how_french_is_typeset() -> None:
    assert french.typeset("Où ? « L'hex » : 5 %") == "Où\u00a0? «\u00a0L\u2019hex\u00a0»\u00a0: 5\u00a0%"

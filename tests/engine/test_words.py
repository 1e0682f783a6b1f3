"""Sentences in several languages, and what is said where a language has no word."""

import re
from pathlib import Path

import pytest

from stavka.engine.words import ENGINE, LANGUAGES, LanguageError, Message, Words, read_language


@pytest.fixture
def words(tmp_path: Path) -> Words:
    (tmp_path / "en.toml").write_text('[a]\n"one" = "One {thing}."\n"two" = "Two."\n"thing" = "thing"\n')
    (tmp_path / "es.toml").write_text('[a]\n"one" = "Una {thing}."\n"thing" = "cosa"\n', "utf-8")
    return Words(tmp_path)


def test_a_sentence_is_said_in_a_language(words: Words) -> None:
    assert words.say("en", "a", "one", thing=3) == "One 3."
    assert words.say("es", "a", "one", thing=3) == "Una 3."


@pytest.mark.parametrize("lang", ["es", "fr", "de", "../en", ""])
def test_what_a_language_lacks_is_said_in_english(words: Words, lang: str) -> None:
    assert words.say(lang, "a", "two") == "Two."
    assert words.find(lang, "a", "three") is None


def test_a_message_is_english_and_can_be_translated_with_the_messages_in_it(words: Words) -> None:
    message = words.message("a", "one", thing=words.message("a", "thing"))
    assert isinstance(message, Message)
    assert message == "One thing."
    assert words.translate(message, "en") == "One thing."
    assert words.translate(message, "es") == "Una cosa."
    assert words.translate(message, "fr") == "One thing."
    assert type(words.translate(message, "en")) is str


def test_a_text_that_is_no_message_stays_as_it_is(words: Words) -> None:
    assert words.translate("Two.", "es") == "Two."
    assert words.translate(Message.make("Label", "a", "unknown", {}), "es") == "Label"


def test_a_game_can_say_what_the_engine_says(words: Words) -> None:
    message = ENGINE.message("engine", "unit not asked", prompt=words.message("a", "thing"))
    assert message == "You cannot choose this unit now. thing"
    assert words.translate(message, "es") == "Ahora no puedes elegir esta unidad. cosa"
    assert ENGINE.message("engine", "unit not asked", prompt="") == "You cannot choose this unit now."


def test_every_language_of_the_engine_says_everything() -> None:
    english = read_language(ENGINE.folders[0], "en")
    for lang in LANGUAGES:
        assert {t: set(s) for t, s in read_language(ENGINE.folders[0], lang).items()} == {
            t: set(s) for t, s in english.items()
        }


# -- files that do not say the same things ----------------------------------------------------------------------------

ENGLISH = '[event]\n"turn" = "Turn {turn} begins."\n[word]\n"none" = "none"\n'
FRENCH = '[event]\n"turn" = "Le tour {turn} commence."\n[word]\n"none" = "aucune"\n'


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('"turn" = "Le tour {turn} commence."\n', "", "[event] 'turn' is missing"),
        ('"turn" = ', '"tour" = "Tour."\n"turn" = ', "[event] 'tour' is not in English"),
        ("Le tour {turn}", "Le tour {tour}", "[event] 'turn': expected the names ['turn'], found ['tour']"),
        ("Le tour {turn}", "Le tour suivant", "[event] 'turn': expected the names ['turn'], found []"),
        ('"none" = "aucune"', '"none" = "aucune {unit}"', "[word] 'none': expected the names [], found ['unit']"),
    ],
)
def test_a_language_that_differs_is_refused(tmp_path: Path, old: str, new: str, fault: str) -> None:
    assert FRENCH.count(old) == 1
    (tmp_path / "en.toml").write_text(ENGLISH, "utf-8")
    (tmp_path / "es.toml").write_text(FRENCH, "utf-8")
    (tmp_path / "fr.toml").write_text(FRENCH.replace(old, new), "utf-8")
    words = Words(tmp_path)
    with pytest.raises(LanguageError, match=re.escape(f"fr.toml: {fault}")):
        words.language("fr")
    assert words.language("es")["event"]["turn"] == "Le tour {turn} commence."


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(LanguageError, match="no language 'tlh'; there are en, es, fr"):
        ENGINE.language("tlh")

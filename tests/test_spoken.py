"""Every text that a person reads: forms for nothing, one and two, spelling, terms, no phrase that the guide bans."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import Formatter
from typing import Any

import pytest

from games.facts import facts
from games.french import UNSPACED
from spoken import LANGUAGES, Text, rules, words
from stavka import games
from stavka.engine.words import ENGINE
from stavka.engine.words.forms import Listed, Place, Side, filled

EACH = pytest.mark.parametrize("lang", LANGUAGES)
NUMBERS = (0, 1, 2)
HOLE = re.compile(r"\{\{(\w+)\}\}")
"""The places that the page fills in."""
LISTS = frozenset({"units", "defenders", "formations", "chits", "markers", "effects", "places"})
COUNTED = {  # nouns after a number, one and many
    "en": (
        *(("step", "steps"), ("hex", "hexes"), ("unit", "units"), ("chit", "chits"), ("marker", "markers")),
        *(("turn", "turns"), ("column", "columns"), ("hit", "hits"), ("choice", "choices"), ("Point", "Points")),
        *(("point", "points"), ("roll", "rolls"), ("connection", "connections")),
    ),
    "es": (
        *(("paso", "pasos"), ("hexágono", "hexágonos"), ("unidad", "unidades"), ("chit", "chits")),
        *(("marcador", "marcadores"), ("turno", "turnos"), ("columna", "columnas"), ("impacto", "impactos")),
        *(("opción", "opciones"), ("Punto", "Puntos"), ("punto", "puntos"), ("mesa", "mesas"), ("tirada", "tiradas")),
    ),
    "fr": (
        *(("unité", "unités"), ("jeton", "jetons"), ("marqueur", "marqueurs"), ("tour", "tours")),
        *(
            ("pas perdu", "pas perdus"),
            ("colonne", "colonnes"),
            ("touche", "touches"),
            ("point", "points"),
            ("table", "tables"),
            ("jet", "jets"),
        ),
    ),
}
VERBS = {  # verbs before a number, one and many
    "es": (
        ("queda", "quedan"),
        ("(?<!hacen )falta", "faltan"),
        ("cabe", "caben"),
        ("hace falta(?! un)", "hacen falta"),
    ),
    "fr": ((r"(?<!il )(?<!en )(?<!lui )reste", "restent"),),
}
BANNED = {
    "en": (
        *(r"\breckon", r"\banew\b", r"\bdear(er|est)?\b", r"\bbesides\b", r"\bbut for\b", r"\bcarried through\b"),
        *(r"\bas it stands\b", r"\bhas it easier\b", r"\bnobody of\b", r"\bwhoever\b", r"\bha(s|ve) not the\b"),
        *(r"(?<!here )\b(is|are) no (?!longer)", r"\bupon\b", r"\bthereof\b", r"\bwhence\b", r" …"),
    ),
    "es": (
        *(r"\bun par de veces\b", r"\bpor aprender\b", r" ,", r"\btira( un dado| dos dados)? por (el|la|los|las)\b"),
        *(r"\bdados medios\b", r"\belige (el|la) \w+ que (mueve|atacas|asaltas|pones)\b"),
    ),
    "fr": (r"\bsoyez tôt\b", r"\bpar eux-mêmes\b", r"\bdés moyens\b", r"\bsous tables\b"),
}
AMERICAN = (
    *(r"(motor|mechan|organ|recogn|real|util|summar|general|mobil)iz(e|ed|es|ing|ation)\b", r"\barmor", r"\bcolor"),
    *(r"\bfavor", r"\bdefense", r"\boffense", r"\bcenter\b", r"\bmaneuver", r"\b(MP|VP|AP|CP|NP)s\b"),
)
TERMS = {  # words that the published edition, or our glossary, has others for
    ("", "es"): (r"\bhex(es|s)?\b", r"\bcontigu", r"\bfacción\b"),
    ("", "fr"): (r"\bhexs\b", r"\bhexes\b", r"\bhexagones? (?!verts?)(?!\))", r"(?<![Dd]e \d{4}) à \d{4}\b"),
}
TERMS |= {(key, lang): words for key in games.GAMES for lang, words in facts(key).banned.items()}


def sayings(text: Text) -> Iterator[str]:
    """A text with its holes filled in: nothing, one and two of everything that is counted or listed."""
    if text.speaker == "page":
        yield from (HOLE.sub(str(number), text.text) for number in counts_of(text))
        return
    if text.where.startswith(("unit.", "ordinal.")):
        return
    for number in NUMBERS:
        yield filled(text.text, text.lang, values(text, number), values(text, number))


def counts_of(text: Text) -> tuple[int, ...]:
    """The possible counts: a key of the page ends with its plural."""
    if text.where.endswith("_one"):
        return (0, 1) if text.lang == "fr" else (1,)
    return (2,) if text.where.endswith(("_other", "_many")) or text.where in CROWDS else NUMBERS


CROWDS = ("seats.crowded", "log.earlier", "overlays.notes")


def values(text: Text, number: int) -> dict[str, Any]:
    """The values for the places of a text of the engine, the server or a game."""
    found: dict[str, Any] = {}
    for _, name, spec, _ in Formatter().parse(text.text):
        if name is None:
            continue
        if (spec and "|" not in spec) or name == "side":
            found[name] = side(text)
        elif name in LISTS and not isinstance(found.get(name), Side):
            found.setdefault(name, Listed.make([f"{each}Pz" for each in range(3, 3 + number)], "none"))
        elif name == "hex":
            found[name] = place(named=number == 1)
        else:
            found.setdefault(name, number)
    return found


def side(text: Text) -> Side:
    """A side of the game with all its forms."""
    made = Side("Axis")
    table = {text.where: text.text for text in words(text.lang)}
    known = {
        where.removeprefix("form.soviet "): said for where, said in table.items() if where.startswith("form.soviet")
    }
    made.form = lambda form: known[form]
    return made


def place(*, named: bool, name: str = "Orel") -> Place:
    made = Place(f"{name} (1841)" if named else "1841")
    made.is_named = named
    return made


@EACH
def test_numbers_and_words_agree(lang: str) -> None:
    assert [*disagreements(lang)] == []


def disagreements(lang: str) -> Iterator[tuple[str, str, str]]:
    several = "|".join(many for _, many in COUNTED[lang])
    single = "|".join(one for one, many in COUNTED[lang])
    one = r"(?<![\d,.+-])1 " if lang != "fr" else r"(?<![\d,.+-])[01] "
    other = r"(?<![\d,.+-])[02] " if lang != "fr" else r"(?<![\d,.+-])2 "
    adjective = r"(?:[A-Z]\w+ )?" if lang == "en" else ""
    wrong = [rf"{one}{adjective}({several})\b", rf"{other}{adjective}({single})\b"]
    wrong += [rf"\b{many} {one}" for _, many in VERBS.get(lang, ())]
    wrong += [rf"\b{verb} {other}" for verb, _ in VERBS.get(lang, ())]
    for text in words(lang):
        for said in sayings(text):
            if re.search("|".join(wrong), re.sub(r"\[[^\]]*\]$", "", said)):
                yield text.speaker, text.where, said


@EACH
def test_nothing_is_left_unfilled_and_no_space_is_doubled(lang: str) -> None:
    for text in words(lang):
        for said in sayings(text):
            assert not re.search(r"[{}]", said), (text.speaker, text.where, said)
            assert "  " not in said and not re.search(r" [,.)]", said), (text.speaker, text.where, said)
    for text in rules(lang):
        assert "  " not in text.text, text


@EACH
def test_no_phrase_is_banned(lang: str) -> None:
    found = re.compile("|".join(BANNED[lang]), re.IGNORECASE)
    assert [text for text in (*words(lang), *rules(lang)) if found.search(text.text)] == []


def test_english_has_one_spelling() -> None:
    found = re.compile("|".join(AMERICAN))
    assert [text for text in (*words("en"), *rules("en")) if found.search(text.text)] == []


@pytest.mark.parametrize(("game", "lang"), TERMS)
def test_terms_are_those_of_the_published_edition(game: str, lang: str) -> None:
    found = re.compile("|".join(TERMS[game, lang]))
    told = [text for text in (*words(lang), *rules(lang)) if text.speaker == game or not game]
    assert [text for text in told if found.search(bare(text.text))] == []


def bare(text: str) -> str:
    """A text without its holes, whose names are English in every language."""
    return re.sub(r"\{\{?(\w+)(?::([^}|]*)\|([^}]*))?[^}]*\}?\}", r"\2 \3", text)


@pytest.mark.parametrize("lang", ["es"])
def test_questions_and_quotations_have_both_their_marks(lang: str) -> None:
    for text in (*words(lang), *rules(lang)):
        assert text.text.count("¿") == text.text.count("?"), text
        assert text.text.count("«") == text.text.count("»") and '"' not in text.text, text


def test_french_has_a_space_before_its_marks() -> None:
    """That it is a no-break space is checked in `tests/games/test_languages.py`."""
    assert [text for text in (*words("fr"), *rules("fr")) if UNSPACED.search(text.text)] == []


def test_french_elides_before_the_name_of_a_place_or_a_person() -> None:
    orel, bare_hex, tula = place(named=True), place(named=False), place(named=True, name="Toula")
    said = [filled("Retraite de {hex}.", "fr", {"hex": hex_}, {"hex": hex_}) for hex_ in (orel, bare_hex, tula)]
    assert said == ["Retraite d\u2019Orel (1841).", "Retraite de 1841.", "Retraite de Toula (1841)."]
    labels = ("Eberbach", "II-103", "OKH", "8A")
    named = [filled("ER de {unit}", "fr", {"unit": label}, {"unit": label}) for label in labels]
    assert named == ["ER d\u2019Eberbach", "ER de II-103", "ER de OKH", "ER de 8A"]
    both = filled("{hex:à|en} {hex}, de {hex}", "fr", {"hex": orel}, {"hex": orel})
    assert both == "à Orel (1841), d\u2019Orel (1841)"
    assert filled("de {hex}", "es", {"hex": orel}, {"hex": orel}) == "de Orel (1841)"


@pytest.mark.parametrize(("lang", "by"), [("es", "por"), ("fr", "par")])
def test_no_verb_of_the_page_has_to_agree_with_a_side(lang: str, by: str) -> None:
    """One side is plural (the Germans), another singular (the Axis): the page says what is done by a side."""
    named = [text for text in words(lang) if text.speaker == "page" and "{{noun}}" in text.text]
    assert named
    assert [text for text in named if f" {by} {{{{noun}}}}" not in text.text] == []


def test_the_forms_that_the_checks_look_for_are_found() -> None:
    """A check that cannot fail is none: each of these is wrong."""
    assert filled("{n} steps", "en", {"n": 1}, {"n": 1}) == "1 steps"
    assert filled("{n} {n:step|steps}", "en", {"n": 1}, {"n": 1}) == "1 step"
    assert filled("{n} {n:paso|pasos}", "es", {"n": 0}, {"n": 0}) == "0 pasos"
    assert filled("{n} {n:unité|unités}", "fr", {"n": 0}, {"n": 0}) == "0 unité"
    lists = [Listed.make(["3Pz", "4Pz"][:number], "none") for number in NUMBERS]
    assert [filled("{u} {u:moves|move}", "en", {"u": each}, {"u": each}) for each in lists] == [
        "none move",
        "3Pz moves",
        "3Pz, 4Pz move",
    ]
    assert ENGINE.say("fr", "engine", "gives up", number=1).startswith(
        "La phase se termine ainsi avec 1 choix inutilisé."
    )

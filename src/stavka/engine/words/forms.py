"""Values of sentences that have several forms: numbers with their plurals, lists, sides, and what has a name of its
own in each language.

    "{losses} {losses:step is|steps are} lost."     one form for one, the other for all other numbers
    "{units} {units:attacks|attack} {hex}."         the same, by the length of a list
    "{unit} perd un pas {hex:à|en} {hex}."          one form before the name of a place, the other before a number
    "{side:Player} resigns."                        the form of a side that the table [form] has for "german player",
                                                    with a capital where the spec has one"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from string import Formatter
from typing import Any, Final

PARSER: Final = Formatter()
EVEN_NONE: Final = frozenset({"fr"})
"""Languages in which zero and fractions below two are also singular: 0 pas."""
ELIDING: Final = frozenset({"fr"})
"""Languages in which "de" loses its vowel before the name of a place or a person that begins with a vowel: d'Orel."""
APOSTROPHE: Final = "\u2019"
VOWELS: Final = frozenset("aeiouyàâéèêëîïôöûü")


class Spoken(str):
    """A value in English that can be said in another language, such as the name of a place."""

    __slots__ = ("said",)

    said: Callable[[str], str]

    @classmethod
    def make(cls, text: str, said: Callable[[str], str]) -> Spoken:
        """Make a value from the English text and a function that gives the text in a language."""
        spoken = cls(text)
        spoken.said = said
        return spoken


class Place(Spoken):
    """A hex as a value: the name of its place, if it has one, and its number."""

    __slots__ = ("is_named",)

    is_named: bool


class Side(Spoken):
    """A side as a value; "{side:player}" is its player, and likewise for every form that the words have."""

    __slots__ = ("form",)

    form: Callable[[str], str]

    def __format__(self, spec: str) -> str:
        if not spec:
            return str(self)
        found = self.form(spec.lower())
        return found[:1].upper() + found[1:] if spec[0].isupper() else found


class Listed(Spoken):
    """A list of names that knows its length; each name is said in the language of the sentence."""

    __slots__ = ("number",)

    number: int

    @classmethod
    def make(cls, names: Iterable[str], nothing: str = "") -> Listed:  # type: ignore[override]  # of names, not of one text
        """Make a list of names with commas between them, or the given text for an empty list."""
        found = list(names)
        listed = cls(", ".join(found) or nothing)
        listed.number = len(found)
        listed.said = lambda lang: Listed.make([said(name, lang) for name in found], said(nothing, lang))
        return listed


def said(value: str, lang: str) -> str:
    """A value as text in a language; a text that is the same in all languages is returned unchanged."""
    return value.said(lang) if isinstance(value, Spoken) else value


def is_singular(number: float, lang: str) -> bool:
    return abs(number) < 2 if lang in EVEN_NONE else abs(number) == 1


def filled(template: str, lang: str, shown: Mapping[str, object], values: Mapping[str, Any]) -> str:
    """Fill a sentence with its values: `shown` says how they are written, `values` how they are counted."""
    if "|" not in template and lang not in ELIDING:
        return template.format(**shown)
    said = ""
    for text, name, spec, _ in PARSER.parse(template):
        said, after = said + text, part(name, spec or "", lang, shown, values)
        if lang in ELIDING and said.endswith(" de ") and begins_with_vowel(values.get(name or ""), after):
            said = said.removesuffix("e ") + APOSTROPHE
        said += after
    return said


def part(name: str | None, spec: str, lang: str, shown: Mapping[str, object], values: Mapping[str, Any]) -> str:
    """The text for a {name} of a sentence: the value, or the form of a word that agrees with it."""
    if name is None:
        return ""
    if "|" not in spec:
        return format(shown[name], spec)
    one, other = spec.split("|")
    return one if takes_first(values[name], lang) else other


def is_proper(name: str) -> bool:
    """Whether a name is that of a place. A common noun, such as the French for a hill, begins with a small letter."""
    return bool(name) and not name[0].islower()


def begins_with_vowel(value: object, said: str) -> bool:
    """Whether a value is the name of a place or a person that begins with a vowel. Labels with figures or capitals,
    such as II-103 and OKH, are not read as words."""
    if not isinstance(value, str) or said != value or said[:1].lower() not in VOWELS:
        return False
    return value.is_named if isinstance(value, Place) else len(said) > 2 and said.isalpha() and said.istitle()


def takes_first(value: Any, lang: str) -> bool:
    """Whether the first of two forms agrees with a value: one thing, a list of one, a place with a name."""
    if isinstance(value, Listed):
        return is_singular(value.number, lang)
    return isinstance(value, Place) and value.is_named if isinstance(value, str) else is_singular(value, lang)

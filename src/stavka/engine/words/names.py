"""Names with numbers in them, such as 1st Rifle Corps: a language says them by the pattern that they follow."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from typing import Final

NUMBER: Final = re.compile(r"(\d+)(?:st|nd|rd|th)?|\b[IVXL]+\b")
"""1, 1st, or the I of I Battalion."""


def pattern(name: str) -> str:
    """What names that differ in their numbers have in common: # Rifle Corps."""
    return NUMBER.sub("#", name)


class Number:
    """A number in a name: "{0}" is the plain one, "{0:m}" and "{0:f}" are what the language makes of it as an ordinal
    before a masculine and before a feminine word."""

    def __init__(self, plain: str, endings: dict[str, str]) -> None:
        self.plain, self.endings = plain, endings

    def __format__(self, gender: str) -> str:
        return self.plain + (ending(self.plain, self.endings[gender]) if gender else "")


def ending(number: str, endings: str) -> str:
    """The ending of an ordinal, out of a text such as `*11=th *1=st th`: that of the first number that is like it."""
    *special, general = endings.split()
    pairs = (each.split("=") for each in special)
    return next((found for like, found in pairs if fnmatchcase(number, like)), general)


def numbers(name: str, endings: dict[str, str]) -> list[Number]:
    """The numbers of a name, in their order."""
    return [Number(match[1] or match[0], endings) for match in NUMBER.finditer(name)]

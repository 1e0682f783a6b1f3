"""Names with numbers in them, such as 1st Rifle Corps. A language translates them by their pattern."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from typing import Final

NUMBER: Final = re.compile(r"(\d+)(?:st|nd|rd|th)?|\b[IVXL]+\b")
"""1, 1st, or the I of I Battalion."""


def pattern(name: str) -> str:
    """The common pattern of names that differ only in their numbers: # Rifle Corps."""
    return NUMBER.sub("#", name)


class Number:
    """A number in a name: "{0}" is the plain number, "{0:m}" and "{0:f}" are the ordinals before a masculine and before
    a feminine word."""

    def __init__(self, plain: str, endings: dict[str, str]) -> None:
        self.plain, self.endings = plain, endings

    def __format__(self, gender: str) -> str:
        return self.plain + (ending(self.plain, self.endings[gender]) if gender else "")


def ending(number: str, endings: str) -> str:
    """The ending of an ordinal, from a text such as `*11=th *1=st th`: the ending of the first pattern that fits the
    number."""
    *special, general = endings.split()
    pairs = (each.split("=") for each in special)
    return next((found for like, found in pairs if fnmatchcase(number, like)), general)


def numbers(name: str, endings: dict[str, str]) -> list[Number]:
    """The numbers in a name, in order."""
    return [Number(match[1] or match[0], endings) for match in NUMBER.finditer(name)]

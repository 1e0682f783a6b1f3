"""A sheet of characters, each with its style, which becomes lines of text."""

from __future__ import annotations

from typing import Final

from rich.text import Text

RISING, FALLING = "\u2571", "\u2572"
"""The strokes of a road that leads up to the right, and to the left."""

PLAIN: Final = str.maketrans(f"≈║│─┄┃┊{FALLING}{RISING}⋱⋰╫┼·⁰¹²³⁴⁵⁶⁷⁸⁹⁺", "=H|-.|:\\/\\/#+.0123456789+")
"""Replacements for characters that a terminal cannot show."""

SMALL: Final = "⁰¹²³⁴⁵⁶⁷⁸⁹"


def small(number: int) -> str:
    """A number of one digit in small print; a larger number is a plus."""
    return SMALL[number] if 0 <= number <= 9 else "⁺"


class Canvas:
    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.characters = [[" "] * width for _ in range(height)]
        self.styles = [[""] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write a text; whatever lies beyond the sheet is left out."""
        if not 0 <= y < self.height:
            return
        for at, character in enumerate(text, x):
            if 0 <= at < self.width:
                self.characters[y][at] = character
                self.styles[y][at] = style

    def lines(self) -> list[Text]:
        return [self.line(y) for y in range(self.height)]

    def line(self, y: int) -> Text:
        text = Text(no_wrap=True)
        start = 0
        styles = self.styles[y]
        for at in range(1, self.width + 1):
            if at == self.width or styles[at] != styles[start]:
                text.append("".join(self.characters[y][start:at]), styles[start])
                start = at
        text.rstrip()
        return text

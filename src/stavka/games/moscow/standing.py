"""Standing answers: what a player need not be asked again in the enemy's Sequences, until he wants to be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stavka.games.moscow.position import Position

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow

ANSWERS: Final = ("never-refuse", "always-refuse", "never-react", "never-hold")
"""Each in the list of options; those of the Soviet side follow those of the German side in `Position.standing`."""
EXCLUDES: Final = {"never-refuse": "always-refuse", "always-refuse": "never-refuse"}


def has(s: Position, side: int, answer: str) -> bool:
    return bool(s.standing >> len(ANSWERS) * side + ANSWERS.index(answer) & 1)


def give(g: Moscow, s: Position, side: int, option: int) -> str:
    """Take an option as a standing answer, and say which; empty if it is none."""
    name = g.option_names[option.bit_length() - 1]
    if name not in ANSWERS:
        return ""
    s.standing |= 1 << len(ANSWERS) * side + ANSWERS.index(name)
    if name in EXCLUDES:
        s.standing &= ~(1 << len(ANSWERS) * side + ANSWERS.index(EXCLUDES[name]))
    return name


def renewals(g: Moscow, s: Position, side: int) -> int:
    """The option to be asked again, while there is a standing answer."""
    every = (1 << len(ANSWERS)) - 1
    return g.ASK_AGAIN if s.standing >> len(ANSWERS) * side & every else 0


def renew(g: Moscow, s: Position, side: int, option: int) -> bool:
    """Forget all standing answers of a side, if that is the option."""
    if option != g.ASK_AGAIN:
        return False
    s.standing &= ~(((1 << len(ANSWERS)) - 1) << len(ANSWERS) * side)
    return True

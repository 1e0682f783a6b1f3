"""Positions as one line of text, as FEN is for chess: for bug reports, tests and logs.

    stavka1:traces:race:4933421c-eae4a653:eNqNU0FuwzAM...:0f3a9c2e

The parts are the format and its version, the game, the scenario, the beginnings of the fingerprints of data and rules,
the position itself, and a check of everything before it. The position is the JSON of `State.to_json` with sorted keys,
compressed (zlib) and written in the letters of base64url. The text is printable ASCII without spaces; spaces and line
breaks that a mail program puts in are ignored. docs/decisions/0006 says why it is compressed.

A text holds the whole position, secrets included."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import re
import zlib
from collections.abc import Iterator
from typing import Any, Final, NamedTuple, TypeVar

from stavka.engine.machine import Game
from stavka.engine.state import Json, State

S = TypeVar("S", bound=State)

NAME: Final = "stavka"
VERSION: Final = "1"
HASH_DIGITS: Final = 8
"""The number of digits of each fingerprint that the text repeats."""
MOST_LETTERS: Final = 100_000
MOST_BYTES: Final = 1_000_000
"""The most letters of a text, and the most bytes of the JSON in it: no position of a game needs as many."""
SHOWN: Final = 40
"""The number of characters of a wrong text that an error repeats."""


class PositionError(ValueError):
    """The text is not a position, or not a position of this game, these data and these rules."""


class Head(NamedTuple):
    """The parts of a text that can be read before its position."""

    game: str
    scenario: str
    data: str
    rules: str
    packed: str


def write_position(game: Game[Any], s: State) -> str:
    """A position as one line of text."""
    data = s.to_json()
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    packed = base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    hashes = f"{game.data_hash[:HASH_DIGITS]}-{game.rules_hash[:HASH_DIGITS]}"
    line = f"{NAME}{VERSION}:{game.key}:{data['scenario']}:{hashes}:{packed}"
    return f"{line}:{_check(line)}"


def read_head(text: str) -> Head:
    """The parts of a text. PositionError if anything in it is damaged."""
    line = "".join(text.split())
    found = re.match(rf"{NAME}([0-9]{{1,4}}):", line)
    if found is None:
        raise PositionError(f"expected a position, a text that begins with '{NAME}{VERSION}:', found {line!r:.{SHOWN}}")
    if found[1] != VERSION:
        raise PositionError(f"the position has format {found[1]}, and this Stavka reads format {VERSION}")
    parts = line.split(":")
    hashes = parts[3].split("-") if len(parts) == len(Head._fields) + 1 else []
    if len(line) > MOST_LETTERS or len(hashes) != 2 or parts[-1] != _check(line.rpartition(":")[0]):
        raise PositionError("the position is damaged: its last part does not fit the rest; copy the whole line")
    return Head(parts[1], parts[2], hashes[0], hashes[1], parts[4])


def read_position(game: Game[S], text: str) -> S:
    """The position that `write_position` wrote. PositionError where the text is damaged, or was made with another game,
    other data or other rules than these."""
    head = read_head(text)
    if head.game != game.key:
        raise PositionError(f"the position is one of {head.game}, not of {game.key}")
    for which, made, whole in (("data", head.data, game.data_hash), ("rules", head.rules, game.rules_hash)):
        here = whole[:HASH_DIGITS]
        if made != here:
            raise PositionError(f"the position was made with other {which} ({made}) than these ({here})")
    data = _unpack(head.packed)
    try:
        start = game.new(head.scenario).to_json()
        same = data.keys() == start.keys() and data["scenario"] == head.scenario
        if same and all(len(data[name]) == len(start[name]) for name in ("place", "steps")):
            s = game.from_json(data)
            game.offers(s)
            if s.to_json() == data:
                return s
    except Exception:  # any error of the rules: such a text was made by hand, and the check was made to fit
        pass
    raise PositionError(f"the position is none of {game.key}, scenario {head.scenario!r}")


def differences(game: Game[Any], one: State, other: State) -> list[str]:
    """The values in which two positions differ, one line each: `place so.5gta: "1731" -> "1732"`. A value of a column
    of units is named by its unit, and places on the map by the printed numbers of their hexes."""
    return list(_differences("", _placed(game, one), _placed(game, other), game.unit_ids))


def _placed(game: Game[Any], s: State) -> Json:
    data = s.to_json()
    data["place"] = [hex_ if hex_ < 0 else game.grid.number(hex_) for hex_ in data["place"]]
    return data


def _check(line: str) -> str:
    return hashlib.blake2b(line.encode("ascii", "replace"), digest_size=4).hexdigest()


def _unpack(packed: str) -> Json:
    try:
        squeezed = base64.b64decode(packed + "=" * (-len(packed) % 4), altchars=b"-_", validate=True)
        loose = zlib.decompressobj()
        data = json.loads(loose.decompress(squeezed, MOST_BYTES))
    except (binascii.Error, zlib.error, ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise PositionError("the position is damaged: it cannot be unpacked")
    return data


def _differences(path: str, one: Any, other: Any, units: Any) -> Iterator[str]:
    if one == other:
        return
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted(one.keys() | other.keys()):
            yield from _differences(f"{path} {key}".strip(), one.get(key), other.get(key), units)
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        names = units if len(one) == len(units) else range(len(one))
        for name, mine, yours in zip(names, one, other, strict=True):
            yield from _differences(f"{path} {name}", mine, yours, units)
    else:
        yield f"{path}: {_short(one)} -> {_short(other)}"


def _short(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))

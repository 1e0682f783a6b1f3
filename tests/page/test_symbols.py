"""The symbols of units: the part of milsymbol in the page draws those of every game as the whole library does."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from stavka import games

WEB = Path(__file__).parents[2] / "web"
DRAW = """
const all = await import("./node_modules/milsymbol/index.mjs");
all.ms.addIcons([%s].map((name) => all[name]));
const style = { size: 30, monoColor: "#123", fill: false, infoFields: false, strokeWidth: 7, padding: 0 };
const drawn = (ms, code) => {
  const made = new ms.Symbol(`${code[0]}F${code.slice(2, 10)}--${code.slice(12)}`.padEnd(15, "-"), style);
  return made.isValid() ? made.asSVG() : "";
};
const codes = JSON.parse(process.argv[1]);
const parts = codes.map((code) => drawn(all.ms, code));
const { default: whole } = await import("milsymbol");
console.log(JSON.stringify([parts, codes.map((code) => drawn(whole, code))]));
"""


def codes(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        yield from (part["symbol"] for _ in "1" if isinstance(part.get("symbol"), str))
        part = list(part.values())
    if isinstance(part, list | tuple):
        for each in part:
            yield from codes(each)


def test_the_symbols_of_every_game_are_those_of_the_whole_library() -> None:
    """The parts come first: the whole library fills the same tables, and what is missing would be there then."""
    boards = [games.presenter(key, games.load(key)).board("en") for key in games.GAMES]
    symbols = sorted({code for board in boards for code in codes(dict(board))} - {"hq"})
    taken = re.findall(r"addIcons\(\[(.*)\]\)", (WEB / "src" / "map" / "symbols.ts").read_text("utf-8"))[0].split(", ")
    words = ["node", "--input-type=module", "--eval", DRAW % json.dumps(taken)[1:-1], json.dumps(symbols)]
    ran = subprocess.run(words, cwd=WEB, capture_output=True, text=True, check=True, timeout=60)
    parts, whole = json.loads(ran.stdout)
    assert len(symbols) > 50 and parts == whole and "" not in parts

"""The ladder: ratings of all programs in every scenario of every game, as the page docs/ratings.md and its pictures.

    python -m stavka.studies.ladder FOLDER --seeds 20 > docs/ratings.md

plays what is missing of the first 20 seeds (games are kept in FOLDER, a file for each scenario) and writes the page.
`--seeds 0` plays nothing. `--without marshal` leaves a program out, `--only moscow/mtsensk` plays one scenario only.
All that is in the folder is written."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Final

from stavka import games
from stavka.engine.state import Json
from stavka.games import opponents
from stavka.studies.arena import LEVEL, Arena, read
from stavka.studies.pool import Spread

ROW, LEFT, WIDE, EDGE = 26, 120, 420, 16
"""The sizes in a picture: the height of a player's row, the width of names, of the scale, and of the margin."""
INTRODUCTION: Final = """# Ratings

`python -m stavka.studies.ladder FOLDER --seeds N > docs/ratings.md` makes this page. [The computer
opponent](opponent.md) describes the programs; `stavka arena` plays any of them against each other.

Every pair of programs plays two games on each seed, one from each side, with the same dice. The seeds are those of the
family `reporting`; nothing was tuned with them. A rating is in Elo (Bradley and Terry's model; a draw is half a win;
100 Elo are 64 % of the points) and relative to `scripted-1`, the script that never changes. All intervals are 95 %
intervals: for ratings by bootstrap over seeds, for rates by Wilson's formula, for VP by the standard error. A pair
plays until a sequential test has decided whether one program is 100 Elo stronger, or until the seeds are used up.
"""


def contenders(key: str, without: Sequence[str] = ()) -> list[str]:
    """The programs of a game, the yardstick first; the random player is left out."""
    known = [*games.GAMES[key].yardsticks, *opponents.names(key)]
    return [name for name in known if name not in without and name != opponents.RANDOM]


def between(found: Json, form: str = "+.0f") -> str:
    """A mean and its interval."""
    if not found:
        return ""
    middle = found["mean"] if "mean" in found else found["elo"]
    return f"{middle:{form}} ({found['low']:{form}} to {found['high']:{form}})"


def share(found: Json) -> str:
    return f"{found['rate']:.0%} ({found['low']:.0%} to {found['high']:.0%})" if found else ""


def section(found: Json, title: str) -> list[str]:
    """The part of the page for a scenario."""
    out = [f"## {title}", "", f"{found['games']} games.", ""]
    out += ["| | rating | ms per decision | slowest, s | s per game |", "|---|---|---|---|---|"]
    for player, rating in sorted(found["ratings"].items(), key=lambda item: -item[1]["elo"]):
        times = found["times"][player]
        spent = [f"{times[name]:.1f}" for name in ("milliseconds_a_decision", "slowest", "seconds_a_game")]
        out.append(f"| `{player}` | {between(rating)} | {' | '.join(spent)} |")
    out += ["", "| | points | VP a game | decided |", "|---|---|---|---|"]
    for pair in found["pairs"]:
        out.append(
            f"| `{pair['player']}` against `{pair['against']}` | {pair['points']:g} of {pair['games']}: "
            f"{share(pair['rate'])} | {between(pair['vp'], '+.1f')} | {decided(pair)} |"
        )
    base = found["players"][0]
    out += [
        "",
        f"| against `{base}` | points | `{base}` itself | points gained | VP gained |",
        "|---|---|---|---|---|",
    ]
    for row in found["beside_yardstick"]:
        out.append(
            f"| `{row['player']}`, {row['side']} | {row['points']:g} of {row['games']}: {share(row['rate'])} | "
            f"{row['yardstick_points']:g} | {between(row['points_gained'], '+.2f')} | "
            f"{between(row['vp_gained'], '+.1f')} |"
        )
    return [*out, ""]


def decided(pair: Json) -> str:
    if pair["stronger"] == LEVEL:
        return "level"
    return f"`{pair['stronger']}` is stronger" if pair["stronger"] else "not yet"


def picture(found: Json) -> str:
    """Ratings with their intervals, as SVG."""
    rows = sorted(found["ratings"].items(), key=lambda item: -item[1]["elo"])
    low = min(0.0, *(rating["low"] for _, rating in rows)) // 100 * 100
    high = -(-max(0.0, *(rating["high"] for _, rating in rows)) // 100) * 100
    scale = WIDE / max(100.0, high - low)
    height = ROW * (len(rows) + 1) + EDGE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDE + 2 * EDGE}" height="{height}" '
        'font-family="sans-serif" font-size="12" fill="#333">'
    ]
    for elo in range(int(low), int(high) + 1, 100):
        x = LEFT + (elo - low) * scale
        parts.append(f'<path d="M{x:.1f} {EDGE / 2:g}V{height - ROW}" stroke="#{"999" if not elo else "ddd"}"/>')
        parts.append(f'<text x="{x:.1f}" y="{height - EDGE / 2:g}" text-anchor="middle">{elo:+d}</text>')
    for at, (player, rating) in enumerate(rows):
        y = EDGE + ROW * at + ROW / 2
        left, middle, right = (LEFT + (rating[name] - low) * scale for name in ("low", "elo", "high"))
        parts.append(f'<text x="{LEFT - 10}" y="{y + 4:g}" text-anchor="end">{escape(player)}</text>')
        parts.append(f'<path d="M{left:.1f} {y:g}H{right:.1f}" stroke="#3a6ea5" stroke-width="3"/>')
        parts.append(f'<circle cx="{middle:.1f}" cy="{y:g}" r="5" fill="#3a6ea5"/>')
    return "".join([*parts, "</svg>\n"])


def main(arguments: Iterable[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="ladder", description="Ratings of all programs in every scenario.")
    parser.add_argument("folder", type=Path, help="where the games are kept")
    parser.add_argument("--seeds", type=int, default=0, help="seeds to play of each scenario, at most")
    parser.add_argument("--only", default="", help="scenarios to play: GAME/SCENARIO,..")
    parser.add_argument("--without", action="append", default=[], help="a program to leave out")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes")
    parser.add_argument("--ray", default="", metavar="auto|ADDRESS", help="play on a Ray cluster, with all its cores")
    args = parser.parse_args(None if arguments is None else list(arguments))
    args.folder.mkdir(parents=True, exist_ok=True)
    page = [INTRODUCTION]
    for key in games.GAMES:
        players = contenders(key, args.without)
        for scenario in games.about(key)["scenarios"] if len(players) > 1 else ():
            arena, path = Arena(key, scenario["key"], players), args.folder / f"{key}-{scenario['key']}.jsonl"
            arena.take(read(path))
            if not args.only or f"{key}/{scenario['key']}" in args.only.split(","):
                arena.run(args.seeds, path, Spread(args.jobs, args.ray))
            if arena.played:
                page += section(arena.as_json(), f"{games.about(key)['title']}: {scenario['title']}")
    sys.stdout.write("\n".join(page).rstrip() + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

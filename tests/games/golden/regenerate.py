"""Make the playthroughs and the perft files again and show what has changed.

    .venv/bin/python tests/games/golden/regenerate.py [GAME ...]  write them, print the difference
    .venv/bin/python tests/games/golden/regenerate.py --check     only print it; exit status 1 if there is one

Read the difference before you commit it: each line is an offer, a view or an event that is no longer what it was."""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from games.golden import perft, playthrough
from games.golden.played import GOLDEN
from games.golden.shapes import Golden


def main() -> int:
    parser = argparse.ArgumentParser(description="Make the golden files of the games anew.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="which games; all of them if none is named")
    parser.add_argument("--check", action="store_true", help="write nothing; exit status 1 if something has changed")
    parser.add_argument("--lines", type=int, default=60, help="how many lines of difference to show for each file")
    args = parser.parse_args()
    if strange := set(args.games) - set(GOLDEN):
        parser.error(f"no game {min(strange)}; there are {', '.join(GOLDEN)}")
    changed = 0
    for key in args.games or GOLDEN:
        for path, after in made(GOLDEN[key]):
            before = path.read_text("utf-8").splitlines() if path.exists() else []
            changed += before != after
            show(f"{key}/{path.name}", before, after, args.lines)
            if not args.check:
                path.write_text("\n".join(after) + "\n", "utf-8")
    return 1 if args.check and changed else 0


def made(golden: Golden) -> Iterator[tuple[Path, list[str]]]:
    """Every file of a game, with what it ought to say."""
    for name in playthrough.names(golden):
        yield golden.folder / f"{name}.txt", list(playthrough.lines(golden, name))
    yield golden.folder / perft.FILE, list(perft.lines(golden))


def show(name: str, before: list[str], after: list[str], most: int) -> None:
    difference = list(difflib.unified_diff(before, after, f"{name} (stored)", f"{name} (now)", n=2, lineterm=""))
    print(f"{name}: {'unchanged' if not difference else f'{len(difference)} lines of difference'}")
    for line in difference[:most]:
        print(line)
    if len(difference) > most:
        print(f"... and {len(difference) - most} more: see the first, the others often follow from it")


if __name__ == "__main__":
    sys.exit(main())

"""Make the playthroughs and the perft file anew and show what has changed.

    .venv/bin/python tests/games/traces/golden/regenerate.py          write them, print the difference
    .venv/bin/python tests/games/traces/golden/regenerate.py --check  only print it; exit status 1 if there is one

Read the difference before you commit it: each line is an offer, a view or an event that is no longer what it was."""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from games.traces.golden import perft, playthrough


def main() -> int:
    parser = argparse.ArgumentParser(description="Make the golden files of Traces of War anew.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit status 1 if something has changed")
    parser.add_argument("--lines", type=int, default=60, help="how many lines of difference to show for each file")
    args = parser.parse_args()
    files: dict[Path, Callable[[], Iterable[str]]] = {
        playthrough.HERE / name: make for name, make in playthrough.FILES.items()
    }
    files[perft.FILE] = perft.lines
    changed = 0
    for path, make in files.items():
        before = path.read_text("utf-8").splitlines() if path.exists() else []
        after = list(make())
        changed += before != after
        show(path.name, before, after, args.lines)
        if not args.check:
            path.write_text("\n".join(after) + "\n", "utf-8")
    return 1 if args.check and changed else 0


def show(name: str, before: list[str], after: list[str], most: int) -> None:
    difference = list(difflib.unified_diff(before, after, f"{name} (stored)", f"{name} (now)", n=2, lineterm=""))
    print(f"{name}: {'unchanged' if not difference else f'{len(difference)} lines of difference'}")
    for line in difference[:most]:
        print(line)
    if len(difference) > most:
        print(f"... and {len(difference) - most} more: see the first, the others often follow from it")


if __name__ == "__main__":
    sys.exit(main())

"""How many inputs a turn takes in the page, in the system's Chromium on the real server: `make page-inputs`.

The turns, what an input is, and how the same picks are counted one by one: `tests/page/inputs.py`."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from page.inputs import Player, turn_named, turns
from page.people import People, chromium, make_table, serve
from stavka import games


def main(names: list[str]) -> None:
    print("| turn | moves of units | picks | inputs, pick by pick | inputs | clicks, keys, drags | to see the map |")
    print("|---|---|---|---|---|---|---|", flush=True)
    with TemporaryDirectory() as folder, chromium() as browser:
        server = serve(Path(folder))
        try:
            for name in names or turns():
                turn = turn_named(name)
                people = People(browser, server.address)
                with people.stack:
                    sides = {beat.side for beat in turn.beats} | {turn.side}
                    made = make_table(server, dict.fromkeys(games.GAMES[turn.game].sides, "friend"), turn.record)
                    hands = {side: people.come().sit(made, side) for side in sides}
                    player = Player(turn, hands)
                    player.play()
                    kinds = ", ".join(str(player.inputs[kind]) for kind in ("click", "key", "drag"))
                    figures = turn.moved, len(turn.own), turn.plain, player.total, kinds, player.inputs["view"]
                    print(f"| {turn.name} | {' | '.join(map(str, figures))} |", flush=True)
        finally:
            server.kill()


if __name__ == "__main__":
    main(sys.argv[1:])

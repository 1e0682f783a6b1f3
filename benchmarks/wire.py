"""What a change costs on the wire: `python benchmarks/wire.py [--picks 400] [--seed 1]`.

Programs that pick at random play each game in this process. Two players and an onlooker are told of every change as the
server tells them (`Viewer.news`). Printed for each game, over all messages: the bytes of the update as it is sent, and
of the same update with the whole scene in place of the patch; both also deflated, as browsers ask for it; and the
microseconds for making the scene, for the patch, and for writing the update, against those for writing it whole.
`asked` counts only what the player is sent who has just picked or has to pick next."""

from __future__ import annotations

import argparse
import statistics
import time
import zlib
from random import Random
from typing import Any, NamedTuple

import msgspec

from stavka import games
from stavka.engine.state import Json
from stavka.server.gallery import Gallery
from stavka.server.match import PICK, Match
from stavka.server.patches import changes
from stavka.server.presenting import ScenePresenter
from stavka.server.rows import TableRow
from stavka.server.viewer import Viewer

SHOW = ScenePresenter()


class Told(NamedTuple):
    """One message: its bytes as sent and whole, the same deflated, and microseconds."""

    is_asked: bool
    sent: int
    whole: int
    sent_deflated: int
    whole_deflated: int
    scene: float
    patch: float
    write: float
    write_whole: float


class Measured(Gallery):
    """Notes how long the last scene took."""

    seconds = 0.0

    def scene(self, *wanted: Any) -> Json:
        start = time.perf_counter()
        made = super().scene(*wanted)
        self.seconds = time.perf_counter() - start
        return made


def deflated(data: bytes) -> int:
    """The deflated size with the window and the level of the server's WebSockets."""
    packer = zlib.compressobj(wbits=-12)
    return len(packer.compress(data) + packer.flush(zlib.Z_SYNC_FLUSH))


def timed(work: Any) -> tuple[Any, float]:
    start = time.perf_counter()
    made = work()
    return made, (time.perf_counter() - start) * 1e6


def row_of(key: str, scenario: str, seed: str) -> TableRow:
    blank: Json = dict.fromkeys(TableRow.__table__.columns.keys())
    return TableRow(
        **blank | {"id": "wire", "game": key, "scenario": scenario, "options": "{}", "seed": seed, "created": 0.0}
    )


def told(viewer: Viewer, match: Match, gallery: Measured, who: set[int]) -> Told | None:
    before = viewer.shown
    update = viewer.news(match, SHOW, gallery)
    if update is None or before is None:
        return None
    assert viewer.shown is not None
    scene = viewer.shown.scene
    _, patch = timed(lambda: changes(before.scene, scene))
    sent, write = timed(lambda: msgspec.json.encode(update))
    whole, write_whole = timed(
        lambda: msgspec.json.encode({key: update[key] for key in update if key != "patch"} | {"scene": scene})
    )
    is_asked = bool(who & set(viewer.seats))
    sizes = len(sent), len(whole), deflated(sent), deflated(whole)
    return Told(is_asked, *sizes, gallery.seconds * 1e6, patch, write, write_whole)


def play(key: str, picks: int, seed: int) -> list[Told]:
    """All messages of some games, of each scenario in turn."""
    game, found, rng = games.load(key), list[Told](), Random(seed)
    scenarios = [scenario["key"] for scenario in games.about(key)["scenarios"]]
    for scenario in scenarios:
        match, gallery = Match(game, row_of(key, scenario, str(seed)), (0, 1)), Measured()
        viewers = [Viewer((0,), None), Viewer((1,), None), Viewer((), None)]
        for viewer in viewers:
            viewer.news(match, SHOW, gallery)
        for _ in range(picks // len(scenarios)):
            if match.result:
                break
            offer = match.session.offers()[0]
            match.do(PICK, offer.seat, game.write_pick(rng.choice(list(offer)), offer))
            who = {offer.seat} | match.asked()
            found += [each for viewer in viewers if (each := told(viewer, match, gallery, who)) is not None]
    return found


def spread(values: list[float]) -> str:
    values = sorted(values)
    return f"{statistics.median(values):8.0f} {values[len(values) * 95 // 100]:8.0f} {values[-1]:8.0f}"


def main() -> None:
    reader = argparse.ArgumentParser(description="What a change costs on the wire.")
    reader.add_argument("--picks", type=int, default=400, help="of each game")
    reader.add_argument("--seed", type=int, default=1)
    wanted = reader.parse_args()
    for key in games.GAMES:
        all_ = play(key, wanted.picks, wanted.seed)
        print(f"{key}: {len(all_)} messages{'':22}median      p95     most")
        for name, some in (("all", all_), ("asked", [each for each in all_ if each.is_asked])):
            for what in ("whole", "sent", "whole_deflated", "sent_deflated"):
                print(f"  {name:6} bytes, {what.replace('_', ' '):25} {spread([getattr(each, what) for each in some])}")
            shares = [each.sent / each.whole for each in some]
            print(
                f"  {name:6} share of the whole: {100 * statistics.median(shares):.1f} % median, "
                f"{100 * sum(each.sent for each in some) / sum(each.whole for each in some):.1f} % of all bytes"
            )
        for what in ("scene", "patch", "write", "write_whole"):
            print(f"  microseconds, {what.replace('_', ' '):25} {spread([getattr(each, what) for each in all_])}")


if __name__ == "__main__":
    main()

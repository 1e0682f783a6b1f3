"""What a change costs on the wire: `python benchmarks/wire.py [--picks 400] [--seed 1]`.

Programs that pick at random play each game in this process. Two players and an onlooker are told of every change as the
server tells them (`Viewer.news`). Printed for each game, over all messages: the bytes of the update as it is sent, and
of the same update with the whole scene in place of the patch; both also deflated, as browsers ask for it; and the
microseconds for making the scene, for the patch, and for writing the update, against those for writing it whole.
`asked` counts only what the player is sent who has just picked or has to pick next.

`with facts` is what an update would be if its picks were sent as `{"facts": [..], "picks": [[name, fact], ..]}`: what
several picks have in common written once. `--samples FILE` writes the picks of the largest question in both forms, for
`node benchmarks/reading.mjs FILE`. docs/decisions/0008-one-message.md says what came of it."""

from __future__ import annotations

import argparse
import statistics
import time
import zlib
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from stavka import games
from stavka.engine.state import Json
from stavka.server.gallery import Gallery
from stavka.server.match import PICK, Match
from stavka.server.patches import changes
from stavka.server.presenting import ScenePresenter
from stavka.server.rows import TableRow
from stavka.server.viewer import WRITER, Viewer

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
    facts: int
    facts_deflated: int
    pack: float
    """Microseconds for putting the picks into the other form."""
    saved: float
    """Microseconds that are saved when the update in the other form is written and deflated."""
    picks: Any


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


def packed(picks: list[Json]) -> Json:
    """Picks in the other form. A pick whose text is not its name has it in its row."""
    facts: dict[tuple[Any, ...], int] = {}
    rows: list[list[Any]] = []
    for pick in picks:
        fact = tuple((key, value) for key, value in pick.items() if key not in ("pick", "text"))
        row = [pick["pick"], facts.setdefault(fact, len(facts))]
        rows.append(row if pick["text"] == pick["pick"] else [*row, pick["text"]])
    return {"facts": [dict(fact) for fact in facts], "picks": rows}


def with_facts(scene: Json) -> Json:
    """A scene with its picks in the other form."""
    offer = scene["offer"]
    return scene | {"offer": offer | {"picks": packed(offer["picks"])}} if offer else scene


def timed(work: Any) -> tuple[Any, float]:
    """What something makes, and the least microseconds of three times: others use this machine too."""
    times = []
    for _ in range(3):
        start = time.perf_counter()
        made = work()
        times.append((time.perf_counter() - start) * 1e6)
    return made, min(times)


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
    sent, write = timed(lambda: WRITER.encode(update))
    whole, write_whole = timed(
        lambda: WRITER.encode({key: update[key] for key in update if key != "patch"} | {"scene": scene})
    )
    is_asked = bool(who & set(viewer.seats))
    old, (new, pack) = with_facts(before.scene), timed(lambda: with_facts(scene))
    other = update | {"patch": update["patch"] | {"changes": changes(old, new)}} if "patch" in update else update
    facts, write_facts = timed(lambda: WRITER.encode(other))
    (sent_deflated, deflate), (facts_deflated, deflate_facts) = (
        timed(lambda: deflated(sent)),
        timed(lambda: deflated(facts)),
    )
    return Told(
        is_asked,
        len(sent),
        len(whole),
        sent_deflated,
        deflated(whole),
        gallery.seconds * 1e6,
        patch,
        write,
        write_whole,
        len(facts),
        facts_deflated,
        pack,
        write + deflate - write_facts - deflate_facts,
        (scene["offer"] or {}).get("picks", []),
    )


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
    reader.add_argument("--samples", type=Path, help="where to write the largest questions")
    wanted = reader.parse_args()
    samples = {}
    for key in games.GAMES:
        all_ = play(key, wanted.picks, wanted.seed)
        print(f"{key}: {len(all_)} messages{'':22}median      p95     most")
        for name, some in (("all", all_), ("asked", [each for each in all_ if each.is_asked])):
            for what in ("whole", "sent", "facts", "whole_deflated", "sent_deflated", "facts_deflated"):
                title = what.replace("_", " ").replace("facts", "with facts")
                print(f"  {name:6} bytes, {title:25} {spread([getattr(each, what) for each in some])}")
            shares = [each.sent / each.whole for each in some]
            print(
                f"  {name:6} share of the whole: {100 * statistics.median(shares):.1f} % median, "
                f"{100 * sum(each.sent for each in some) / sum(each.whole for each in some):.1f} % of all bytes"
            )
        for what in ("scene", "patch", "write", "write_whole", "pack", "saved"):
            print(f"  microseconds, {what.replace('_', ' '):25} {spread([getattr(each, what) for each in all_])}")
        to_players = [each for each in all_ if each.is_asked]
        for sent, facts in (("sent", "facts"), ("sent_deflated", "facts_deflated")):
            before, after = (sum(getattr(each, what) for each in to_players) for what in (sent, facts))
            title, less = sent.replace("_", " "), 100 - 100 * after / before
            print(f"  asked, in all: {title} {before}, with facts {after}: {less:.1f} % less")
        samples[key] = max((each.picks for each in all_), key=len)
    if wanted.samples:
        forms = {key: (picks, packed(picks)) for key, picks in samples.items()}
        wanted.samples.write_bytes(WRITER.encode(forms))


if __name__ == "__main__":
    main()

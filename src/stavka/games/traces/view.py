"""The parts of a position that each seat may know, and positions that fit what a seat knows.

A view lists what is shown; anything that is not listed here stays in the engine. Everything on the table is open except
the chits in the cup, the chits in the Axis hand, the unselected chits, the kinds of the Luftwaffe markers held, and
selections and bids that are being made (4.2g, 7.0d, U58). Numbers of chits and markers are open."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import TYPE_CHECKING, Any

from stavka.engine.agent import Sight
from stavka.engine.frames import Frame
from stavka.engine.kinds import Side
from stavka.engine.state import Json
from stavka.games.traces.rules import c13_victory as victory
from stavka.games.traces.rules.c04_sequence_of_play.chits import SelectingChits, available
from stavka.games.traces.rules.c04_sequence_of_play.game_turn import CarryingOut
from stavka.games.traces.rules.c12_special_rules.control import controlled_crossings
from stavka.games.traces.rules.c14_optional_rules import Bidding
from stavka.games.traces.state import AXIS, SOVIET, Position

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces

OPEN_COUNTS = ("played", "shown", "air_used", "relocations")
SECRET_COUNTS = ("cup", "hand", "air")


def redacted(g: Traces, s: Position, seat: int | None) -> Position:
    """A copy that holds what a seat (None: an onlooker) may know; the secret columns are empty."""
    side = None if seat is None else g.side_of(s, seat)
    seen = s.clone()
    for name in SECRET_COUNTS:
        setattr(seen, name, bytearray(len(getattr(s, name))))  # [4.2g, 7.0d]
    seen.stack = [open_frame(g, frame, side, seat) for frame in seen.stack]
    if side != SOVIET:
        seen.airborne_selected = airborne_seen(g, s)
    return seen


def view(g: Traces, s: Position, seat: int | None) -> Json:
    """The view of a seat; None is an onlooker, who sees what both sides see."""
    side = None if seat is None else g.side_of(s, seat)
    state = redacted(g, s, seat).to_json()
    for name in SECRET_COUNTS:
        del state[name]
    offer = None if seat is None else g.offer(s, seat)
    points = victory.victory_points(g, s, final=bool(s.result))
    return {
        "game": g.key,
        "scenario": s.scenario,
        "seat": seat,
        "side": None if side is None else g.sides[side],
        "turn": s.turn,
        "result": s.result,
        "state": state,
        "chits": open_chits(g, s, side),
        "points": {"quarters": sum(points.values()), "by_rule": points, "threshold": s.threshold},
        "crossings": controlled_crossings(s),
        "prompt": g.prompt(s) if offer is not None else "",
        "offer": None if offer is None else g.open_offer(offer),
    }


class TracesSight(Sight[Position]):
    """The sight of a seat (None: an onlooker): the redacted position, its own chits, and nothing else."""

    def __init__(self, g: Traces, s: Position, seat: int | None) -> None:
        self.g = g
        self.seat = seat
        self.side = None if seat is None else g.side_of(s, seat)
        self.position = redacted(g, s, seat)
        self.chits = open_chits(g, s, self.side)

    def plain(self) -> Json:
        return {**super().plain(), "chits": self.chits}

    def sample(self, rng: Random) -> Position:
        s = self.position.clone()
        deal(self.g, s, self.chits, self.side, rng)
        return s


def airborne_seen(g: Traces, s: Position) -> int:
    """Whether everybody knows that the Airborne chit has been selected: it has been drawn."""
    return int(bool(s.airborne_selected and (not s.cup[g.airborne_chit] or s.shown[g.airborne_chit])))


def open_frame(g: Traces, frame: Frame, side: Side | None, seat: int | None) -> Frame:
    """A frame without what the other side is choosing in secret."""
    if isinstance(frame, Bidding):
        return Bidding([bid if seat == i else -1 for i, bid in enumerate(frame.bids)])
    if isinstance(frame, SelectingChits):
        own = g.chit_kinds[side] if side is not None else []
        columns = frame.cup, frame.hand
        cup, hand = ([n if kind in own else 0 for kind, n in enumerate(chits)] for chits in columns)  # [4.2a, 4.2g]
        done = frame.done & 1 << side if side is not None else 0
        return SelectingChits(done, cup, hand)
    return frame


def open_chits(g: Traces, s: Position, side: Side | None) -> Json:
    """Chits and markers: numbers for everybody, identities for their owner."""
    chits: Json = {"cup": sum(s.cup), "hand": sum(s.hand), "air": sum(s.air)}
    if side is None:
        return chits
    own = g.chit_kinds[side]
    chits["cup_own"] = [count if kind in own else 0 for kind, count in enumerate(s.cup)]
    if side == AXIS:
        chits["hand_own"] = list(s.hand)
        chits["air_own"] = list(s.air)
    return chits


# -- positions that fit a view --------------------------------------------------------------------------------------


def sample_state(g: Traces, view: Json, rng: Random) -> Position:
    """Deal out what the seat of the view cannot know."""
    state = dict(view["state"])
    kinds = len(g.chits)
    for name in ("cup", "hand"):
        state[name] = [0] * kinds
    state["air"] = [0, 0]
    s = g.from_json(state)
    deal(g, s, view["chits"], None if view["side"] is None else Side(g.sides.index(view["side"])), rng)
    return s


def deal(g: Traces, s: Position, chits: Json, side: Side | None, rng: Random) -> None:
    deal_soviet_chits(g, s, chits, side, rng)
    deal_axis_chits(g, s, chits, side, rng)
    deal_markers(g, s, chits, rng)


def deal_soviet_chits(g: Traces, s: Position, chits: Json, side: Side | None, rng: Random) -> None:
    """The Soviet chits in the cup: known to the Soviets, else a legal selection that holds what has been seen."""
    if not chits["cup"]:
        return
    s.cup[g.supply_chit] = 1 - s.played[g.supply_chit]
    if side == SOVIET:
        copy_counts(s.cup, chits["cup_own"])
        return
    own = g.chit_kinds[SOVIET]
    seen = [s.played[kind] + s.shown[kind] + drawn(s, kind) for kind in own]
    missing = g.soviet_selection - sum(s.played[kind] + drawn(s, kind) for kind in own)
    spare = [kind for kind, n in zip(own, seen, strict=True) for _ in range(stock(g, s, kind) - n)]
    known = [kind for kind in own for _ in range(s.shown[kind])]
    before = {kind for kind in own if s.played[kind] + drawn(s, kind)}
    while True:
        deal = known + rng.sample(spare, missing - len(known))
        fronts = sum(1 for kind in g.front_chits if kind not in before and kind not in deal)
        if fronts <= (g.stavka_chit in before or g.stavka_chit in deal):
            break
    for kind in deal:
        s.cup[kind] += 1
    if s.cup[g.airborne_chit]:
        s.airborne_selected = 1


def stock(g: Traces, s: Position, kind: int) -> int:
    """Chits of a kind that can have been selected this turn; a chit that was seen counts although it is spent."""
    seen = s.played[kind] + s.shown[kind] + drawn(s, kind)
    return max(available(g, s, kind), seen)


def drawn(s: Position, kind: int) -> int:
    """1 for the chit that is drawn and not yet carried out."""
    return sum(1 for frame in s.stack if isinstance(frame, CarryingOut) and frame.chit == kind)


def deal_axis_chits(g: Traces, s: Position, chits: Json, side: Side | None, rng: Random) -> None:
    """The Axis chits in cup and hand: known to the Axis, else any that have not been seen elsewhere."""
    if side == AXIS:
        copy_counts(s.cup, chits["cup_own"])
        copy_counts(s.hand, chits["hand_own"])
        return
    own = g.chit_kinds[AXIS]
    in_cup = chits["cup"] - sum(s.cup)
    spare: list[int] = []
    for kind in own:
        spare += [kind] * (stock(g, s, kind) - s.played[kind] - s.shown[kind] - drawn(s, kind))
        s.cup[kind] = s.shown[kind] if chits["cup"] else 0
    rng.shuffle(spare)
    for _ in range(in_cup - sum(s.cup[kind] for kind in own)):
        s.cup[spare.pop()] += 1
    for _ in range(chits["hand"]):
        s.hand[spare.pop()] += 1


def deal_markers(g: Traces, s: Position, chits: Json, rng: Random) -> None:
    if "air_own" in chits:
        copy_counts(s.air, chits["air_own"])
        return
    box = [kind for kind in (0, 1) for _ in range(g.luftwaffe_mix[kind] - s.air_used[kind])]
    for kind in rng.sample(box, chits["air"]):
        s.air[kind] += 1


def copy_counts(column: bytearray, counts: Iterable[Any]) -> None:
    for kind, count in enumerate(counts):
        column[kind] = max(column[kind], count)

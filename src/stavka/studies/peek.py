"""Peek: whether somebody can pick, look, take back, and pick something else with what he has seen.

    python -m stavka.studies.peek --game KEY --games 200 --seed 1 [--first N] [--look 40] [--jobs 2] [--json]

Games are played at random, some by scripts. At the first positions of every step and at some of the others, most often
where seats decide together, each seat that decides is put into several positions which it cannot tell apart: the true
one and others with other secrets. It makes the same pick in each. Where the pick can be taken back, the seat must know
the same in all of them afterwards: what it sees, what it is offered, what it is told, why it may not pick something. If
not, the pick was a look at what is hidden, and undo makes it free. Picks are followed by picks (`PICKS`), and where the
seat waits for the others these finish in each position as they like. Where units are moved, the seat also looks at an
order and carries it out: the preview, the units that stay behind, and what the seat knows after an order that can be
taken back must be the same in all positions.

The campaign looks at two more promises: `Session.contract` says "free" exactly of the picks that can be taken back,
and it says the same in positions that the seat cannot tell apart. A fault makes the exit status 1.
docs/reliability.md has the figures."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any, Final, NamedTuple

from stavka import games
from stavka.assurance.invariants import Shuffle, any_pick, first_difference
from stavka.engine.kinds import Unit, hexes_in, units_in
from stavka.engine.offer import HEX, UNIT, Offer, Pick
from stavka.engine.orders import Order, carry_out, held_by
from stavka.engine.session import FREE, Session
from stavka.engine.state import Json
from stavka.engine.words import ENGLISH
from stavka.games import opponents
from stavka.scenes import ordering
from stavka.scenes.scene import waiting
from stavka.studies.pool import Spread, workers
from stavka.studies.soak import Temper, cases, every, waiting_steps

WORLDS: Final = 4
"""The number of positions beside the true one."""
PICKS: Final = (6, 2, 1)
"""The number of picks that are tried at a position, after the first pick, and after the second."""
ASKED: Final = 4
"""The number of picks that are not offered about which the seat asks why."""
OFTENER: Final = 12
"""How much more often positions are tried in which seats decide together."""
FEW: Final = 2
"""The number of first positions of every step that are tried in each game, however rare the step is."""
MOST_ORDERED: Final = 4
"""The most units of an order that is tried."""
PATIENCE: Final = 40
"""The number of picks after which the others have finished."""
SCRIPTED: Final = 5
"""In one of this many games the script plays a side, with an occasional random pick: it reaches positions that random
players do not."""
WHIM: Final = 0.05
STRIDE: Final = 37
"""The step between game numbers, so that consecutive games differ in most of their options."""


class Plan(NamedTuple):
    """The task that every worker is given."""

    game: str
    seed: str
    look: int
    most: int
    """The number of picks after which a game is abandoned."""


@dataclass
class Seen:
    """The results of the games of a campaign; `looks`, `free` and `faults` by step."""

    games: int = 0
    picks: int = 0
    looks: Counter[str] = field(default_factory=Counter)
    """The number of positions in which something is hidden from the seat that decides."""
    free: Counter[str] = field(default_factory=Counter)
    """The number of picks that could be taken back and were compared."""
    orders: int = 0
    """The number of orders that were looked at and carried out."""
    faults: Counter[tuple[str, str]] = field(default_factory=Counter)
    """The number of faults by step and kind."""
    shown: dict[tuple[str, str], str] = field(default_factory=dict)
    """The first fault of each kind."""

    def add(self, other: Seen) -> None:
        self.games, self.picks = self.games + other.games, self.picks + other.picks
        self.looks += other.looks
        self.free += other.free
        self.orders += other.orders
        self.faults += other.faults
        self.shown = other.shown | self.shown

    def fault(self, step: str, kind: str, text: str) -> None:
        self.faults[step, kind] += 1
        self.shown.setdefault((step, kind), text)


# -- what a seat knows ----------------------------------------------------------------------------------------------


def knowledge(session: Session[Any], seat: int, asked: Sequence[Pick]) -> Json:
    """Everything that a seat is shown or told, or can ask for."""
    game, state = session.game, session.state
    offer = session.offer(seat)
    reasons = [None if offer is None else game.why_not(state, offer, pick) for pick in asked]
    return {
        "view": game.view(state, seat),
        "waiting": waiting(game, state, seat),
        "told": [[event.name, game.say(state, event)] for event in session.log(seat)],
        "why": [reason and [reason.rule, str(reason.text)] for reason in reasons],
        "undo": session.can_undo(seat),
    }


def preview(session: Session[Any], seat: int, order: Order) -> Json:
    """What a seat is shown of an order before it gives it."""
    show = games.presenter(session.game.key, session.game)
    return dict(ordering.look(show, session, seat, order, ENGLISH))


def is_all_free(after: Session[Any], before: Session[Any], seat: int) -> bool:
    """Whether a seat can take back everything that it has done since."""
    undone, start = after.clone(), len(before.record.moves)
    while len(undone.record.moves) > start and undone.can_undo(seat):
        undone.undo(seat)
    return len(undone.record.moves) == start


# -- one position ---------------------------------------------------------------------------------------------------


class Peeker:
    """A seat in several positions that it cannot tell apart; the first is the true one."""

    def __init__(self, seen: Seen, seat: int, worlds: list[Session[Any]], asked: Sequence[Pick], rng: Random) -> None:
        self.seen, self.seat, self.worlds, self.asked, self.rng = seen, seat, worlds, asked, rng
        self.game = worlds[0].game
        self.path: list[str] = []

    def try_picks(self) -> None:
        offer = self.worlds[0].offer(self.seat)
        assert offer is not None
        picks = list(offer)
        for pick in self.rng.sample(picks, min(PICKS[len(self.path)], len(picks))):
            self.try_pick(self.worlds[0].state.stack[-1].step, offer, pick)

    def where(self, pick: Pick) -> str:
        words = [*self.path, self.game.write_pick(pick, self.worlds[0].offer(self.seat))]
        return f"{self.game.sides[self.seat]} {' '.join(words)}"

    def try_pick(self, step: str, offer: Offer, pick: Pick) -> None:
        worlds, seat, where = self.worlds, self.seat, self.where(pick)
        promised = [session.contract(seat, pick) for session in worlds]
        if len(set(promised)) > 1:
            self.seen.fault(step, "contract tells", f"{where}: {' or '.join(sorted(set(promised)))}")
        after = [session.clone() for session in worlds]
        for session in after:
            session.play(seat, pick)
        is_free = after[0].can_undo(seat)
        if (promised[0] == FREE) != is_free:
            self.seen.fault(step, "contract broken", f"{where}: {promised[0]}, and it can be undone: {is_free}")
        for session in after:
            self.let_others_finish(session)
        if not after[0].can_undo(seat):
            return
        self.seen.free[step] += 1
        known = [knowledge(session, seat, self.asked) for session in after]
        if self.differ(step, "peek", where, known):
            return
        if len(self.path) + 1 < len(PICKS):
            deeper = Peeker(self.seen, seat, after, self.asked, self.rng)
            deeper.path = [*self.path, self.game.write_pick(pick, offer)]
            deeper.try_picks()

    def differ(self, step: str, kind: str, where: str, known: Sequence[Json]) -> bool:
        """Whether the seat can tell its positions apart by what it knows now: then it is a fault."""
        difference = next((found for other in known[1:] if (found := first_difference(known[0], other))), "")
        if difference:
            self.seen.fault(step, kind, f"{where}: {difference}")
        return bool(difference)

    def try_order(self) -> None:
        """Look at an order and carry it out, as a player does who drags units, where the seat moves units."""
        worlds, seat, game = self.worlds, self.seat, self.game
        rng, held = Random(worlds[0].state.digest()), held_by(worlds[0], seat)
        able = [] if held is None else list(units_in(held.units | held.others))
        if not able:
            return
        units = rng.sample(able, min(len(able), rng.randint(1, MOST_ORDERED)))
        goal = rng.choice(list(hexes_in(game.grid.all)))
        order, step = Order(tuple(units), goal, is_towards=rng.random() < 0.5), worlds[0].state.stack[-1].step
        where = f"{game.sides[seat]} orders {[game.unit_ids[unit] for unit in units]} to {game.grid.number(goal)}"
        self.seen.orders += 1
        if self.differ(step, "look at an order", where, [preview(session, seat, order) for session in worlds]):
            return
        after = [session.clone() for session in worlds]
        left = [carry_out(session, seat, order) for session in after]
        if not is_all_free(after[0], worlds[0], seat):
            return
        known = [
            {**knowledge(session, seat, self.asked), "left": [[each.unit, str(each.reason.text)] for each in stays]}
            for session, stays in zip(after, left, strict=True)
        ]
        self.differ(step, "order", where, known)

    def let_others_finish(self, session: Session[Any]) -> None:
        """While the seat waits for others who decide in secret, make their picks until the seat is asked again."""
        for _ in range(PATIENCE):
            if not session.entries or session.offer(self.seat) is not None:
                return
            offers = session.offers()
            if not offers:
                return
            offer = self.rng.choice(offers)
            session.play(offer.seat, any_pick(offer, self.rng))


def look(seen: Seen, session: Session[Any], seat: int, shuffle: Shuffle, rng: Random) -> None:
    """Search a position for peeks of a seat."""
    game, state = session.game, session.state
    worlds = [session.clone()]
    worlds[0].entries.clear()
    worlds[0].state.events = []
    asked: list[Pick] = [(UNIT, Unit(rng.randrange(len(game.unit_ids)))) for _ in range(ASKED)]
    asked += [(HEX, rng.choice(list(game.grid.bits(game.grid.all)))) for _ in range(ASKED)]
    before = knowledge(worlds[0], seat, asked)
    digests = {state.digest()}
    for number in range(WORLDS):
        other = shuffle(game, state, seat, rng) if number else game.see(state, seat).sample(rng)
        world = worlds[0].clone(other)
        if world.state.digest() in digests or knowledge(world, seat, asked) != before:
            continue
        digests.add(world.state.digest())
        worlds.append(world)
    if len(worlds) > 1:
        seen.looks[state.stack[-1].step] += 1
        peeker = Peeker(seen, seat, worlds, asked, rng)
        peeker.try_picks()
        peeker.try_order()


# -- one game ---------------------------------------------------------------------------------------------------------


class Player:
    """Plays one game and looks for peeks."""

    def __init__(self, plan: Plan, number: int) -> None:
        self.plan = plan
        self.game = games.load(plan.game)
        self.shuffle: Shuffle = games.module(plan.game, "checks.invariants").shuffled
        self.seed = f"peek {plan.seed} {number}"
        self.rng, self.eye = Random(self.seed), Random(f"{self.seed} looks")
        known = cases(plan.game)
        case = known[number * STRIDE % len(known)]
        self.session: Session[Any] = Session(self.game, case.scenario, case.options, seed=self.seed)
        self.tempers = [Temper(self.game, self.rng.choice(Temper.names), self.rng) for _ in self.game.sides]
        self.script = opponents.make("scripted", self.game, number) if number % SCRIPTED == SCRIPTED - 1 else None
        self.visits: Counter[str] = Counter()
        self.schooled = number // SCRIPTED % len(self.game.sides)

    def play(self) -> Seen:
        seen = Seen(games=1)
        while not self.session.state.result and seen.picks < self.plan.most:
            self.look(seen)
            offer = self.rng.choice(self.session.offers())
            self.session.play(offer.seat, self.choose(offer))
            seen.picks += 1
        return seen

    def look(self, seen: Seen) -> None:
        state = self.session.state
        step = state.stack[-1].step
        self.visits[step] += 1
        often = OFTENER if self.game.decide_together(state) else 1
        if self.visits[step] > FEW and self.eye.random() * self.plan.look > often:
            return
        for offer in self.session.offers():
            look(seen, self.session, offer.seat, self.shuffle, self.eye)

    def choose(self, offer: Offer) -> Pick:
        if self.script is not None and offer.seat == self.schooled and self.rng.random() > WHIM:
            return self.script.choose(self.game.see(self.session.state, offer.seat), offer)
        return self.tempers[offer.seat].choose(offer)


def play(plan: Plan, number: int) -> Seen:
    return Player(plan, number).play()


# -- many games -----------------------------------------------------------------------------------------------------


def campaign(plan: Plan, numbers: Sequence[int], jobs: int, minutes: float) -> Seen:
    """The results of these games; games that are left after a number of minutes are not played."""
    total, end = Seen(), time.monotonic() + 60 * minutes
    with workers(Spread(jobs)) as crew:
        for at in range(0, len(numbers), jobs):
            for seen in crew.map(partial(play, plan), numbers[at : at + jobs]):
                total.add(seen)
            if time.monotonic() > end:
                break
    return total


def summary(plan: Plan, total: Seen) -> Json:
    return {
        "game": plan.game,
        "seed": plan.seed,
        "games": total.games,
        "picks": total.picks,
        "positions": total.looks.total(),
        "compared": total.free.total(),
        "orders": total.orders,
        "positions_by_step": dict(total.looks.most_common()),
        "compared_by_step": dict(total.free.most_common()),
        "steps_never_compared": sorted(set(waiting_steps(games.load(plan.game))) - set(total.free)),
        "faults": [
            {"step": step, "kind": kind, "number": number, "first": total.shown[step, kind]}
            for (step, kind), number in total.faults.most_common()
        ],
    }


def print_summary(found: Json) -> None:
    print(f"{found['game']}: {found['games']} games, {found['picks']} picks")
    print(f"{found['positions']} positions with secrets, {found['compared']} picks that could be taken back compared")
    print(f"{found['orders']} orders looked at and carried out")
    print("by step: " + ", ".join(f"{step} {number}" for step, number in found["compared_by_step"].items()))
    print("never compared: " + (", ".join(found["steps_never_compared"]) or "none"))
    print(f"{sum(fault['number'] for fault in found['faults'])} faults")
    for fault in found["faults"]:
        print(f"  {fault['number']} {fault['kind']}, {fault['step']}: {fault['first'][:300]}")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="peek", description="Search for picks that show a secret and can be undone.")
    parser.add_argument("--game", default="traces", choices=games.GAMES, help="which game")
    parser.add_argument("--games", type=every, default=40, help="how many games")
    parser.add_argument("--jobs", type=every, default=2, help="how many processes")
    parser.add_argument("--seed", default="1", help="the series: the same seed gives the same games")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="the number of the first game of the series")
    parser.add_argument("--look", type=every, default=40, metavar="N", help="look at one position in N")
    parser.add_argument("--most", type=every, default=20_000, metavar="N", help="leave a game after N picks")
    parser.add_argument("--minutes", type=float, default=60.0, metavar="M", help="begin no game after M minutes")
    parser.add_argument("--json", action="store_true", help="the summary as JSON")
    args = parser.parse_args(arguments)
    plan = Plan(args.game, args.seed, args.look, args.most)
    found = summary(plan, campaign(plan, range(args.first, args.first + args.games), args.jobs, args.minutes))
    if args.json:
        print(json.dumps(found, indent=1))
    else:
        print_summary(found)
    return 1 if found["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())

"""A hint: what the planner would do now, as arrows on the map and a sentence. It knows what the seat sees."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from stavka.agents import reasons
from stavka.agents.planner import Planner, first_pick, without_first
from stavka.agents.playout import Luck, play_on
from stavka.agents.search import SCRIPT, Way, mean
from stavka.engine.agent import Sight
from stavka.engine.kinds import Side, Unit
from stavka.engine.offer import Offer
from stavka.engine.state import Json
from stavka.engine.words import LANGUAGES

FUTURES: Final = 3
"""The futures in which a plan is valued that no search has valued."""


def hint(planner: Planner, sight: Sight[Any], offer: Offer) -> Json:
    """The plan for the activation that a seat leads or is about to lead. Where none begins, the script's own plan for
    the rest of it."""
    craft, game = planner.craft, planner.craft.game
    side = game.side_of(sight.position, offer.seat)
    share = craft.opens(sight.position) if len(offer) > 1 else 0.0
    way = planner.think(sight, side, offer, share) if share else SCRIPT
    ends, values = [], []
    for future in range(FUTURES):
        s = sight.sample(Random(f"hint/{future}"))
        before = list(getattr(s, "place", ()))
        ends.append((before, carried_out(planner, s, side, way, f"hint/{future}")))
        values.append(craft.worth(s, side))
    searched = planner.verdict if share else None
    worth = searched.worth if searched is not None and searched.played else mean(values)
    before, s = ends[0]
    main = reasons.main_attack(game, s.events)
    aims = reasons.named(craft, sight.position, side, way)
    said = {
        lang: reasons.sentence(game, lang, "hint", side, reasons.Said(aims[lang], worth, main)) for lang in LANGUAGES
    }
    drawn = arrows(planner, before, s, side)
    return {"side": game.sides[side], "text": said, "worth": round(worth, 4), "arrows": drawn}


def carried_out(planner: Planner, s: Any, side: Side, way: Way, seed: str) -> Any:
    """An imagined position in which a way has been carried out to the end of the activation, with the events."""
    craft, game = planner.craft, planner.craft.game
    leaders = [craft.model(Side(each), craft.foe(0)) for each in range(len(game.sides))]
    leaders[side] = craft.rehearser(side, without_first(way))
    until = craft.until(s, side, 0)
    s.events = []
    first = first_pick(way)
    if first is not None:
        game.apply(s, game.seat(s, side), first)
    play_on(game, s, {game.seat(s, Side(each)): leader for each, leader in enumerate(leaders)}, Luck(seed), until)
    return s


def arrows(planner: Planner, before: list[int], s: Any, side: Side) -> list[Json]:
    """The moves of a side's units and its attacks, by the numbers of hexes."""
    game = planner.craft.game
    number, places = game.grid.number, getattr(s, "place", ())
    moves: dict[tuple[int, int], list[str]] = {}
    for unit, (old, new) in enumerate(zip(before, places, strict=True)):
        if game.side[Unit(unit)] == side and old >= 0 and new >= 0 and old != new:
            moves.setdefault((old, new), []).append(game.unit_ids[Unit(unit)])
    found: list[Json] = [
        {"kind": "move", "hexes": [number(old), number(new)], "units": units}  # type: ignore[arg-type]  # both are on the map
        for (old, new), units in moves.items()
    ]
    for hex_ in reasons.attacked(game, s.events):
        found.append({"kind": "attack", "hexes": [number(hex_)], "units": []})
    return found

"""A hint: what the planner would pick now and what it would do then, as a sentence and marks on the map. It knows what
the seat sees."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from stavka.agents import reasons
from stavka.agents.planner import Planner, first_pick, without_first
from stavka.agents.playout import Luck, play_on
from stavka.agents.search import SCRIPT, Way, mean
from stavka.engine.agent import Sight
from stavka.engine.kinds import Side, Unit
from stavka.engine.machine import Game
from stavka.engine.offer import HEX, UNIT, Offer, Pick
from stavka.engine.state import Json
from stavka.engine.words import LANGUAGES
from stavka.hexes import NO_HEX

FUTURES: Final = 3
"""The futures in which a plan is valued that no search has valued."""


def hint(planner: Planner, sight: Sight[Any], offer: Offer) -> Json:
    """The pick for the question that is asked, and the plan for the activation that a seat leads or is about to lead.
    Where none begins, the script's own plan for the rest of it."""
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
    pick = pick_now(planner, sight, side, offer, way)
    chosen = reasons.choice(craft, sight.position, pick)
    rest = without_first(way)
    aims = reasons.named(craft, sight.position, side, rest) if rest else dict.fromkeys(LANGUAGES, "")
    said = {
        lang: reasons.sentence(
            game, lang, "hint", side, reasons.Said(aims[lang], worth, main), pick=game.words.translate(chosen, lang)
        )
        for lang in LANGUAGES
    }
    drawn = [*mark(game, sight.position, pick), *arrows(planner, before, s, side)]
    return {"side": game.sides[side], "text": said, "worth": round(worth, 4), "arrows": drawn}


def pick_now(planner: Planner, sight: Sight[Any], side: Side, offer: Offer, way: Way) -> Pick:
    """The pick that leads this way."""
    first = first_pick(way)
    if first is not None:
        return first
    if len(offer) == 1:
        return next(iter(offer))
    return planner.craft.commander(side, way).choose(sight, offer)


def mark(game: Game[Any], s: Any, pick: Pick) -> list[Json]:
    """The hex of a pick: the one that is picked, or the one where the unit stands; none for an option, or off the
    map."""
    hex_ = pick[1] if pick[0] == HEX else reasons.stands_in(s, pick[1]) if pick[0] == UNIT else NO_HEX
    units = [game.unit_ids[pick[1]]] if pick[0] == UNIT else []
    return [{"kind": "choose", "hexes": [game.grid.number(hex_)], "units": units}] if hex_ >= 0 else []


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

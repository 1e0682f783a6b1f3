"""The analysis in every game that has levels: what a seat cannot see changes nothing, and every plan has words."""

from __future__ import annotations

import pytest

from games.test_levels import PLANNED, hidden, openings, thin
from stavka import games
from stavka.agents import reasons
from stavka.agents.analysis import Analysis, Case, Depth
from stavka.agents.following import deed
from stavka.agents.search import in_turn
from stavka.engine.words import LANGUAGES


def analysis(key: str) -> Analysis:
    game = games.load(key)
    made = Analysis(games.part(key, games.GAMES[key].craft), game, Depth("officer", 2, 2), (0, 1), whole=False)
    made.planner.effort = thin(made.planner.effort)
    return made


@pytest.mark.parametrize("key", PLANNED)
def test_what_is_hidden_changes_neither_the_chance_nor_the_decision(key: str) -> None:
    game, looking = games.load(key), analysis(key)
    for s, other, offer in hidden(key)[:1]:
        judged = []
        for each in (s, other):
            side, craft = game.side_of(each, offer.seat), looking.craft
            case = Case(
                0, each, game.see(each, offer.seat), offer, 1.0, (side, craft.moment(each), each.stack[-1].step)
            )
            pick = next(iter(offer))
            case.deeds.append(deed(game, each, offer, pick))
            found = analysis(key).judge(case)
            judged.append((looking.seen(each, offer.seat), found[1:]))
        assert judged[0] == judged[1]


@pytest.mark.parametrize("key", PLANNED)
def test_every_gene_has_words_in_every_language(key: str) -> None:
    craft = analysis(key).craft
    seen = set()
    for scenario in games.about(key)["scenarios"][:1]:
        for nth, (s, offer) in enumerate(openings(key, scenario["key"], {})):
            side = craft.game.side_of(s, offer.seat)
            for gene in in_turn(craft.genes(s, side, offer)):
                told = reasons.named(craft, s, side, (gene,))
                assert set(told) == set(LANGUAGES) and all(told.values())
                assert "{" not in "".join(told.values())
                seen.add((side, gene[0]))
            if nth > 30:
                break
    assert len({side for side, _ in seen}) == 2

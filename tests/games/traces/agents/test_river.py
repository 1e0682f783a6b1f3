"""The passages of the Dnipro: which are open, and what a unit would shut. Expected values are counted on the map."""

from stavka.engine.kinds import Unit
from stavka.games.traces.agents.chart import chart_of
from stavka.games.traces.agents.river import AJAR, LEAST, NARROW, WATCH, gaps, open_share, shut_from
from stavka.games.traces.agents.sense import Sense
from stavka.games.traces.agents.weights import SCRIPTED, SCRIPTED_1
from stavka.games.traces.game import load
from stavka.games.traces.state import AXIS, ELIMINATED, lift, put

GAME = load()
AT, UNIT_OF, CHART = GAME.grid.index, GAME.unit_index, chart_of(GAME)
WEST, EAST = AT("0827"), AT("0828")


def sense_of(**places: str) -> Sense:
    """An otherwise empty map in the Race, as the Axis reads it."""
    s = GAME.new("race")
    for unit in map(Unit, range(len(GAME.unit_ids))):
        if s.place[unit] >= 0:
            lift(GAME, s, unit, ELIMINATED)
    for name, hex_ in places.items():
        put(GAME, s, UNIT_OF(name.replace("_", ".")), AT(hex_))
    return Sense(GAME, s, AXIS, SCRIPTED["axis", "race"])


def test_a_passage_is_shut_by_a_unit_or_by_two_zones() -> None:
    west, east = 1 << WEST, 1 << EAST
    assert open_share(WEST, EAST, 0, 0) == 1.0
    assert open_share(WEST, EAST, west, 0) == open_share(WEST, EAST, 0, west | east) == 0.0
    assert open_share(WEST, EAST, 0, west) == AJAR < open_share(WEST, EAST, 0, east) == NARROW < 1.0


def test_passages_lie_between_the_banks_and_nowhere_else() -> None:
    for west, east in CHART.passages:
        assert GAME.west_bank >> west & 1 and not GAME.west_bank >> east & 1 and GAME.grid.distance(west, east) == 1
    across = {east for west, east in CHART.passages if west == WEST}
    assert across == {AT("0828"), AT("0727")}
    assert CHART.shore >> WEST & 1 and not CHART.shore >> EAST & 1


def test_a_unit_shuts_what_is_open_and_counts_it_by_the_distance_of_the_enemy() -> None:
    """A division in 0827 bars 0827-0828 and 0827-0727. Both ends of 0726-0727 and 0927-0828 are in its ZOC; of
    0726-0627 and 0927-0928 only the west ends are: 1.0 to AJAR. The enemy is far away first, then 2 or 3 MP from
    the hexes across (0928 is Swamp), and 4 from 0627."""
    far = sense_of(so_5gtc="3043", ax_68="0817")
    assert shut_from(far, WEST) == LEAST * (4 + 2 * (1 - AJAR))
    near = sense_of(so_5gtc="0830", ax_68="0817")
    shares = {"0828": 2, "0727": 2, "0627": 1 - AJAR, "0928": 1 - AJAR}
    away = {"0828": 2, "0727": 3, "0627": 4, "0928": 3}
    assert abs(shut_from(near, WEST) - sum(n * (1 - away[hex_] / WATCH) for hex_, n in shares.items())) < 1e-9
    assert shut_from(near, AT("0820")) == 0.0


def test_a_unit_beside_another_shuts_only_what_the_other_leaves_open() -> None:
    """With a division in 0827 already, one more there shuts nothing."""
    sense = sense_of(so_5gtc="0830", ax_68="0827")
    assert shut_from(sense, WEST) == 0.0
    assert shut_from(sense, AT("1029")) > shut_from(sense, AT("0927"))


def test_gaps_are_the_west_ends_of_open_passages() -> None:
    assert gaps(sense_of(so_5gtc="3043")) == CHART.shore
    held = gaps(sense_of(so_5gtc="3043", ax_68="0827"))
    assert not held & GAME.grid.from_numbers("0827", "0726", "0927") and held >> AT("1028") & 1


def test_the_frozen_script_knows_no_river() -> None:
    assert SCRIPTED_1["axis", "race"].river == 0.0 < SCRIPTED["axis", "race"].river

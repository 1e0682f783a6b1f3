"""The display of Zitadelle: worked out by hand on small maps, compared with the rules in random games."""

from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from games.drawn import Drawn, plain
from games.drawn import drawn as drawn_of
from games.french import typeset
from games.shown import SHOWN, dropped_ways
from games.zitadelle.walks import EVERY_OPTION, GAME, collected, walk
from stacks import top_frame
from stavka.engine.kinds import Side, Unit, options_in, units_in
from stavka.engine.offer import OPTION, Pick
from stavka.engine.session import Session
from stavka.engine.standing import made_of
from stavka.engine.state import Event, Json, top
from stavka.engine.words import LANGUAGES
from stavka.games.zitadelle.rules.c04_sequence import Playing, StartingSovietTurn
from stavka.games.zitadelle.rules.c06_anti_tank_fire.fire import Firing
from stavka.games.zitadelle.rules.c07_assault.assault_phase import Assaulting, Attacking
from stavka.games.zitadelle.rules.c07_assault.retreat import Retreating
from stavka.games.zitadelle.rules.c08_movement import costs
from stavka.games.zitadelle.rules.c08_movement.movement_phase import MovingUnits
from stavka.games.zitadelle.scene.shots import best_share
from stavka.games.zitadelle.state import GERMAN, SOVIET, Position
from stavka.hexes import Hex
from stavka.scenes.scene import Moment, moment

SHOW = SHOWN["zitadelle"].show
drawn = partial(drawn_of, "zitadelle")

MAP: Json = {
    "picture": """
. . . .
. ve h .
. . . .
""",
    "stream": ["N0103/N0203"],
}
"""Even rows lie half a hex to the right: N0202 is next to N0201, N0203, N0102, N0103, N0302 and N0303."""
COUNTERS = {
    "A": "german panzer regiment (pzkw iv) 6-3-3(3-3-2)",
    "B": "german infantry regiment 1-*-4(0-*-2)",
    "D": "soviet rifle regiment 1-*-2",
    "T": "soviet tank brigade (t34/76) 3-2-2",
    "K": "german dive bomber",
    "E": "german panzer engineer company",
}
UNITS = ["N0202 D", "N0102 A", "N0201 B"]


def assault(**more: Any) -> Drawn:
    return drawn(MAP, **{"counters": COUNTERS, "units": UNITS, "phase": "german assault", "turn": 2} | more)


def lines_on(odds: Json, what: str) -> list[tuple[str, str, float]]:
    return plain([line for line in odds["lines"] if line["on"] == what])


# -- the board --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "symbol", "ground"),
    [
        ("ax.3pz.6", "SFGPUCA----G", "#a9aea4"),
        ("ax.51", "SFGPUCA----F", "#a9aea4"),
        ("ax.57id.179", "SFGPUCI----G", "#a9aea4"),
        ("ax.arko137", "SFGPUCF----H", "#7f867c"),
    ],
)
def test_counters_have_a_symbol_and_colours(unit: str, symbol: str, ground: str) -> None:
    shown = SHOW.board("en")["units"][unit]
    assert (shown["symbol"], shown["ground"]) == (symbol, ground)


def test_formations_of_a_side_differ_in_colour_from_their_neighbours() -> None:
    units = SHOW.board("en")["units"].values()
    for side in GAME.sides:
        bands = list(dict.fromkeys((unit["formation"].split(", ")[-1], unit["band"]) for unit in units))
        own = [band for name, band in bands if name in {f.label for f in GAME.formations if f.side == side}]
        assert len(own) >= 10 and all(a != b for a, b in pairwise(own))


def test_both_sheets_lie_side_by_side() -> None:
    hexes = SHOW.board("en")["grid"]["hexes"]
    north = [x for number, (x, _) in hexes.items() if number.startswith("N")]
    south = [x for number, (x, _) in hexes.items() if number.startswith("S")]
    assert max(north) < min(south)


def test_a_hex_is_described_as_it_is_printed() -> None:
    terrain = {lang: SHOW.board(lang)["terrain"]["N3410"] for lang in LANGUAGES}
    assert terrain["en"].startswith("N3410 Fatezh, town, improvised position, 15 VP. Hexsides: NE N3311 river and ")
    assert ", población, posición improvisada, 15 VP. Lados: NE N3311 río y carretera secundaria;" in terrain["es"]
    french = typeset(", bourg, position improvisée, 15 VP. Côtés : NE N3311 rivière et route secondaire ; ")
    assert french in terrain["fr"]


# -- the scene --------------------------------------------------------------------------------------------------------


def test_units_show_their_ratings_as_the_counters_print_them() -> None:
    units = ["N0102 A/1 disrupted", "N0202 D fired", "N0203 T", "eliminated B", "N0303 K", "coming E"]
    shown = assault(units=units).scene()["units"]
    assert (shown["A"]["factors"], shown["A"]["flags"]) == ("3-3-2", ["disrupted", "reduced"])
    assert (shown["D"]["factors"], shown["D"]["flags"], shown["D"]["hex"]) == ("1-*-2", ["fired"], "N0202")
    assert (shown["T"]["factors"], shown["T"]["steps"], shown["T"]["of"]) == ("3-2-2", 1, 1)
    assert (shown["B"]["box"], shown["K"]["hex"], shown["K"]["factors"]) == ("eliminated", "N0303", "3")
    assert (shown["E"]["box"], shown["E"]["factors"]) == ("coming", "")


def test_infantry_with_tigers_shows_their_armour() -> None:
    found = assault(units=["N0202 ax.6pz.4"], tigers={"ax.503.2": "ax.6pz.4"})
    assert found.scene()["units"]["ax.6pz.4"]["factors"] == "3-5-4"


def test_the_start_of_a_game() -> None:
    session = Session(GAME, "campaign", seed="1")
    s = session.state
    shown = SHOW.scene(GAME.see(s, SOVIET), moment(session, SOVIET, 1), "en")
    assert (shown["title"], shown["phase"], shown["waiting"]) == ("Operation Zitadelle", "Soviet set-up", ["soviet"])
    assert shown["turn"] == {"number": 0, "of": 9, "name": "Set-up"}
    assert shown["points"] == {
        "value": 0,
        "of": None,
        "text": "0 German VP: at present Soviet tactical victory",
        "lines": [],
        "ended": {"value": 0, "text": "0 German VP: at present Soviet tactical victory"},
    }
    assert {box["name"] for box in shown["boxes"]} >= {"Soviet units to set up", "Air units at their bases"}


@pytest.mark.parametrize(
    ("frames", "phase"),
    [
        ([Firing(GERMAN, 1)], "German AT Fire Phase"),
        ([Firing(SOVIET, 1)], "Soviet AT Counterfire Phase"),
        ([Assaulting(GERMAN, 0), Attacking(0, 1, 0)], "German Assault Phase"),
        ([MovingUnits(GERMAN, 1)], "German Movement Phase"),
    ],
)
def test_phases_have_their_names(frames: list[Any], phase: str) -> None:
    found = assault()
    found.state.stack = [Playing(), StartingSovietTurn(), *frames]
    assert found.scene("soviet")["phase"] == phase


def test_the_same_fire_is_no_counterfire_in_the_soviet_player_turn() -> None:
    found = assault()
    found.state.stack = [Playing(), Firing(SOVIET, 1)]
    assert found.scene("german")["phase"] == "Soviet AT Fire Phase"


def test_points_come_from_hexes_steps_and_belgorod() -> None:
    map_ = MAP | {"objectives": {"N0101": 5}, "belgorod": "N0104", "edge": ["N0101"], "german": ["N0101"]}
    found = drawn(map_, counters=COUNTERS, units=["N0101 B"], held=["N0101"], lost=3, belgorod=True)
    points = found.scene()["points"]
    assert plain(points["lines"]) == [
        ("12.11a", "N0101", 5),
        ("12.21a", "German steps lost: 3", -3),
        ("12.22", "Belgorod retaken", -20),
    ]
    assert points["text"] == "-18 German VP: at present Soviet operational victory"
    assert found.scene()["owners"] == {"N0101": "german", "N0104": "soviet"}


def test_markers_stand_on_the_morale_track_with_what_bombing_takes_off() -> None:
    found = assault(morale={"13a": 6}, bombed={"13a": 2})
    track = found.scene()["tracks"][2]
    assert track["name"] == "Soviet morale (PM) and MP"
    assert track["cells"][3] == "4: 6 MP"
    assert {"text": "13A (bombed, -2)", "at": 5} in track["markers"]
    assert {"text": "48A", "at": 6} in track["markers"]


def test_interdiction_and_works_are_marked() -> None:
    marks = assault(units=[*UNITS, "N0303 K"]).scene()["marks"]
    assert [mark["kind"] for mark in marks["N0202"]] == ["mines", "interdiction"]
    assert [mark["letter"] for mark in marks["N0202"]] == ["", "I"]
    assert marks["N0303"][0]["text"] == "Air interdiction: 3 additional MP for Soviet units"
    assert "N0101" not in marks


def test_a_unit_is_shown_on_the_way_of_its_retreat() -> None:
    for s in collected()["retreats"]:
        f = top(s, Retreating)
        unit, *way = f.ways[f.number]
        shown = SHOW.scene(GAME.see(s, None), Moment(), "en")["units"][GAME.unit_ids[Unit(unit)]]
        assert shown["hex"] == GAME.grid.number(Hex(way[-1]))


def is_movement_of(s: Position, side: Side) -> bool:
    f = s.stack[-1]
    return isinstance(f, MovingUnits) and f.side == side


def test_only_the_soviet_player_is_shown_the_chits() -> None:
    s = next(s for s in walk(0, EVERY_OPTION) if s.turn == 1 and is_movement_of(s, SOVIET))
    told = [SHOW.scene(GAME.see(s, seat), Moment(), "en")["secrets"] for seat in (GERMAN, SOVIET, None)]
    assert told[0] == told[2] == []
    assert len(told[1]) == 8 and told[1][0].startswith("Box A, 6 July: GT")


# -- assaults ---------------------------------------------------------------------------------------------------------


def test_every_number_of_an_assault_has_its_line_and_rule() -> None:
    odds = assault().ask("odds", hex="N0202")
    assert (odds["title"], odds["hexes"], sorted(odds["units"])) == ("Assault on N0202", ["N0202"], ["A", "B"])
    assert (odds["attack"], odds["defence"], odds["column"]) == (7, 2, "3-1")
    assert lines_on(odds, "attack") == [
        ("7.3.2", "A/XXXXVII PzK from N0102", 3),
        ("7.3.2", "B/XXXXVII PzK from N0201", 4),
    ]
    assert lines_on(odds, "defence") == [("7.3.2", "D/13A", 2)]
    assert lines_on(odds, "column") == [
        ("7.3.4", "7 to 2, rounded in favour of the defender: 3-1", 0),
        ("7.41", "village", -1),
        ("7.43", "entrenchment", -2),
        ("7.45", "attacking armour", 3),
    ]


def test_the_chance_of_each_result_is_exact() -> None:
    """Column 3-1 reads A1 A1 AC BC BC DC DC D1 D1 D2 D2 from 2 to 12."""
    odds = assault().ask("odds", hex="N0202")
    assert [(r["text"], r["rolls"], r["share"]) for r in odds["results"]] == [
        ("A1", [2, 3], pytest.approx(3 / 36)),
        ("AC", [4], pytest.approx(3 / 36)),
        ("BC", [5, 6], pytest.approx(9 / 36)),
        ("DC", [7, 8], pytest.approx(11 / 36)),
        ("D1", [9, 10], pytest.approx(7 / 36)),
        ("D2", [11, 12], pytest.approx(3 / 36)),
    ]
    assert odds["results"][-1]["means"] == "defenders: loss check +2"


def test_losses_are_those_of_the_loss_checks() -> None:
    """13A has PM 8: BC and DC (20 of 36) cost a step on 11 and 12 (3), D1 (7) from 10 on (6), D2 (3) from 9 on (10).
    XXXXVII PzK has PM 9: AC and BC (12) cost each attacker a step on 3, A1 (3) on 6 of 36. Every hex two hexes from
    B is in the zone of D or beyond it: disrupted, on 10 (3 of 36) or with A1 on 9 (4 of 36), B is eliminated with
    both steps."""
    odds = assault().ask("odds", hex="N0202")
    assert odds["losses"]["soviet"] == pytest.approx((20 * 3 + 7 * 6 + 3 * 10) / 36**2)
    assert odds["losses"]["german"] == pytest.approx((2 * (12 * 3 + 3 * 6) + 2 * (12 * 3 + 3 * 4)) / 36**2)
    assert ("7.61", "D/13A (PM 8): unaffected 72%, disrupted 18%, step lost 10%", 0) in plain(odds["notes"])


def test_a_surrounded_unit_is_told_of_and_checks_with_two_more() -> None:
    around = ["N0202 D", "N0201 B", "N0203 C", "N0303 F"]
    more = {"C": COUNTERS["B"], "F": COUNTERS["B"]}
    odds = assault(counters=COUNTERS | more, units=around).ask("odds", hex="N0202", units=["B"])
    assert ("7.65", "D/13A is surrounded", 2) in plain(odds["notes"])


def test_a_unit_with_no_way_out_that_is_disrupted_is_lost_with_all_its_steps() -> None:
    """B, C and F close every hex around N0202. D has one step and PM 8, and checks with 2 more. Whether it is broken
    or loses its step, it is gone: with 0, 1, 2 from the result on 7, 6, 5 and more."""
    around = ["N0202 D", "N0201 B", "N0203 C", "N0303 F"]
    more = {"C": COUNTERS["B"], "F": COUNTERS["B"]}
    odds = assault(counters=COUNTERS | more, units=around).ask("odds", hex="N0202", units=["B"])
    assert ("7.83c", "D/13A cannot retreat: if it is disrupted, it is eliminated", 0) in plain(odds["notes"])
    lost = {r["text"]: r["losses"]["soviet"] for r in odds["results"]}
    ways = {"A1": 0, "A2": 0, "A3": 0, "AC": 0, "BC": 21, "DC": 21, "D1": 26, "D2": 30}
    assert lost == {text: pytest.approx(ways[text] / 36) for text in lost} and lost["BC"]


def test_two_units_that_can_only_retreat_to_one_hex_compete_for_it() -> None:
    """D and E have one way, to N0104, where F leaves room for one regiment. PM 8: on 9 and 10 (7 of 36) a unit
    retreats, on 11 and 12 (3 of 36) it loses its step. Where both have to retreat, one is eliminated (7.83c)."""
    rifles = dict.fromkeys("DEF", COUNTERS["D"])
    units = ["N0101 B", "N0102 D", "N0102 E", "N0104 F"]
    found = drawn({"picture": "\n. . . .\n"}, counters=COUNTERS | rifles, units=units, phase="german assault", turn=2)
    odds = found.ask("odds", hex="N0102", units=["B"])
    lost = {each["text"]: each["losses"]["soviet"] for each in odds["results"]}
    assert lost["AC"] == 0 and lost["DC"] == pytest.approx(2 * 3 / 36 + (7 / 36) ** 2)
    assert not any(note[0] == "7.83c" for note in plain(odds["notes"]) if "13A" in note[1]), "each alone has a way"


def test_armour_in_the_hex_shifts_but_stays_out() -> None:
    odds = assault(units=[*UNITS, "N0202 T"]).ask("odds", hex="N0202")
    assert (odds["defence"], odds["column"]) == (2, "1-1")
    assert ("7.46", "defending armour", -2) in lines_on(odds, "column")
    assert ("7.67", "Armour is not affected by an assault: T/13A", 0) in plain(odds["notes"])


def test_engineers_that_may_still_join_are_support() -> None:
    found = assault(units=[*UNITS, "N0201 E"], turn=1)
    found.play("N0202", "all")
    (support,) = found.scene()["offer"]["odds"]["support"]
    assert (support["rule"], support["text"], support["column"]) == ("10.22", "With Pi E/XXXXVII PzK", "5-1")


def test_the_odds_follow_the_assault_that_is_put_together() -> None:
    found = assault()
    assert found.scene()["offer"]["odds"] is None
    found.play("N0202", "A")
    offer = found.scene()["offer"]
    assert (offer["odds"]["attack"], offer["chosen"]) == (
        3,
        {"units": ["A"], "hexes": ["N0202"], "options": [], "drop": []},
    )
    assert {pick["pick"]: pick["note"] for pick in offer["picks"]}["B"] == "1-*-4 gives 3-1"


def test_a_hex_that_has_been_assaulted_is_not_assaulted_again() -> None:
    found = assault()
    assert found.ask("odds", hex="N0202")["allowed"]
    found.state.defended = 1 << found.game.unit_index("D")
    assert not found.ask("odds", hex="N0202")["allowed"]


def test_a_hex_that_may_be_added_has_odds_with_the_support_that_is_there() -> None:
    """A alone, three against four: 1-2. Its armour shifts by 3 to the right; heights and stream of N0203 by 2 to the
    left, and the engineers leave N0202 only its village."""
    counters = COUNTERS | {"F": "soviet rifle regiment 1-*-2"}
    found = assault(counters=counters, units=["N0202 D", "N0203 F", "N0103 A", "N0103 E"], turn=1)
    found.play("N0202", "A", "E")
    (note,) = (pick["note"] for pick in found.scene()["offer"]["picks"] if pick["pick"] == "N0203")
    assert note.endswith("1-1")


SUPPORT = COUNTERS | {
    "F": "german panzer engineer company",
    "G": "german panzer engineer company, 3pzk",
    "H": "german artillery brigade factor 2",
}


@pytest.mark.parametrize(
    ("units", "turn", "fits"),
    [
        (["E"], 1, True),
        (["B", "E", "H"], 1, True),
        (["B", "E"], 2, False),
        (["B", "F"], 1, False),
        (["B", "G"], 1, False),
        (["B", "E", "I"], 1, False),
    ],
)
def test_support_is_of_the_first_turn_adjacent_of_the_corps_and_one_of_a_kind(
    units: list[str], turn: int, fits: bool
) -> None:
    counters = SUPPORT | {"I": "german panzer engineer company"}
    there = [*UNITS, "N0201 E", "N0101 F", "N0302 G", "N0102 H", "N0102 I"]
    found = assault(counters=counters, units=there, turn=turn)
    if fits:
        assert set(units) <= set(found.ask("odds", hex="N0202", units=units)["units"])
    else:
        with pytest.raises(ValueError, match="cannot assault that hex"):
            found.ask("odds", hex="N0202", units=units)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ({"hex": "N0301"}, "the hex is empty"),
        ({"hex": "N0202", "units": ["T"]}, "T/13A cannot assault that hex from where it is"),
        ({"hex": "N9999"}, "there is no hex “N9999”"),
    ],
)
def test_there_is_no_assault_without_sense(question: Json, text: str) -> None:
    with pytest.raises(ValueError, match=text):
        assault().ask("odds", **question)


# -- AT fire ----------------------------------------------------------------------------------------------------------


def test_fire_has_its_modifiers_and_the_exact_chance_of_a_hit() -> None:
    """AT 6 beats armour 2 with a modified 7 or less; heights, the stream and the rifles add 5: only a 2 hits."""
    found = assault(units=["N0103 A", "N0203 T", "N0203 D"], phase="german fire")
    odds = found.ask("odds", hex="N0203")
    assert (odds["title"], odds["attack"], odds["defence"], odds["column"]) == (
        "A/XXXXVII PzK fires at N0203",
        6,
        2,
        "6",
    )
    assert odds["labels"] == {"attack": "AT strength", "defence": "armour", "column": "column"}
    assert lines_on(odds, "roll") == [
        ("6.51", "target on heights", 2),
        ("6.53", "across a stream", 1),
        ("6.55", "non-armoured units with the target", 2),
    ]
    assert [(r["text"], r["rolls"], r["share"]) for r in odds["results"]] == [
        ("a hit", [2], pytest.approx(1 / 36)),
        ("no effect", list(range(3, 13)), pytest.approx(35 / 36)),
    ]
    assert odds["losses"] == {"german": 0, "soviet": pytest.approx(1 / 36)}


def test_who_else_could_fire_stands_beside() -> None:
    """B has AT 1: 6 5 4 3 2 1 ... beats armour 2 with 3 or less, and the rifles are gone: 2 and 3 hit from the flat."""
    found = assault(units=["N0202 A", "N0303 B", "N0203 T"], phase="german fire", counters=COUNTERS)
    odds = found.ask("odds", hex="N0203")
    assert odds["units"] == ["A"]
    (other,) = odds["support"]
    assert other["text"] == "B/XXXXVII PzK (AT 1, dice +2)"
    assert other["losses"]["soviet"] == 0


# -- ways -------------------------------------------------------------------------------------------------------------


def test_a_step_has_a_line_for_everything_that_it_costs() -> None:
    map_ = {"picture": ". . .\n. . .\n", "stream": ["N0101/N0102"]}
    found = drawn(map_, counters=COUNTERS, units=["N0101 D", "N0102 K"], phase="soviet movement", turn=2)
    path = found.ask("path", "soviet", unit="D", hex="N0102")
    assert [(step["hex"], step["cost"], plain(step["lines"])) for step in path["steps"]] == [
        ("N0102", 7, [("8.12a", "open ground", 3), ("8.31", "stream", 1), ("8.42b", "air interdiction", 3)])
    ]
    assert (path["cost"], path["left"]) == (7, 3)  # PM 8: 10 MP


def test_leaving_a_zone_costs_half_and_entering_one_ends_the_move() -> None:
    map_ = {"picture": ". . . . .\n. . . . .\n"}
    found = drawn(map_, counters=COUNTERS, units=["N0102 B", "N0103 D"], phase="german movement", turn=2)
    path = found.ask("path", unit="B", hex="N0101")
    assert plain(path["steps"][0]["lines"]) == [
        ("8.12a", "open ground", 3),
        ("8.23", "leaves an enemy zone of control", 6),
    ]  # PM 9: 12 MP
    far = drawn(map_, counters=COUNTERS, units=["N0101 B", "N0103 D"], phase="german movement", turn=2)
    into = far.ask("path", unit="B", hex="N0102")
    assert plain(into["steps"][0]["lines"])[-1] == ("8.22a", "stops in an enemy zone of control", 0)
    assert (into["cost"], into["left"]) == (3, 0)


def test_the_parts_of_every_step_add_up_to_what_the_search_pays() -> None:
    checked = 0
    for side in (GERMAN, SOVIET):
        for kind in (GAME.combat_units & ~GAME.foot, GAME.combat_units & GAME.foot):
            unit = units_in(kind & GAME.side_units[side])[0]
            steps = GAME.reachers[side][GAME.foot >> unit & 1].edges.steps
            for here in GAME.grid.bits(GAME.grid.all)[::3]:
                for cost, _, there in steps[here]:
                    assert sum(value for *_, value in costs.ground_lines(GAME, unit, here, Hex(there))) == cost
                    checked += 1
    assert checked > 10_000


@pytest.mark.parametrize("step", ["move", "enter"])
def test_reach_is_what_is_offered_and_paths_cost_what_it_says(step: str) -> None:
    for s in collected()[step]:
        (offer,) = GAME.offers(s)
        unit = top_frame(s).unit
        sight = GAME.see(s, offer.seat)
        reach = SHOW.reach(sight, unit, "en")
        assert set(reach["hexes"]) == set(GAME.grid.numbers(offer.hexes))
        for number, found in list(reach["hexes"].items())[::5]:
            path = SHOW.path(sight, unit, GAME.grid.index(number), "en")
            assert (path["cost"], path["left"]) == (found["cost"], found["left"]), number
            assert path["steps"][-1]["hex"] == number


def test_who_is_not_on_the_map_goes_nowhere() -> None:
    with pytest.raises(ValueError, match="T/13A is not on the map"):
        assault().ask("reach", unit="T")
    with pytest.raises(ValueError, match="B/XXXXVII PzK cannot reach N0104 in one move"):
        assault(units=["N0101 B", "N0204 D", "N0103 T"], phase="german movement").ask("path", unit="B", hex="N0104")


def test_who_may_not_move_has_no_reach() -> None:
    reserve = assault(units=["N0101 so.3tc.50", "N0304 D"], phase="soviet movement", turn=1)
    assert reserve.ask("reach", unit="so.3tc.50")["hexes"] == {}
    later = assault(units=["N0101 so.3tc.50"], phase="soviet movement", turn=2)
    assert "N0102" in later.ask("reach", unit="so.3tc.50")["hexes"]
    units = ["N0201 B disrupted", "N0202 D", "N0104 A"]
    pinned = assault(units=units, phase="german movement", options={"disrupted_zoc": True})
    assert pinned.ask("reach", unit="B")["hexes"] == {}


def test_a_new_move_is_worked_out_where_none_is_under_way() -> None:
    found = assault(units=["N0101 B"], phase="german movement")
    assert found.ask("reach", unit="B")["points"] == 12


# -- overlays, hexes, the log -----------------------------------------------------------------------------------------


def test_overlays() -> None:
    found = assault(units=[*UNITS, "N0303 K"], morale={"13a": 6})
    (zone,) = found.ask("overlay", overlay="zone", side="german")["areas"]
    assert "N0202" in zone["hexes"] and zone["text"] == "German zone of control"
    (air,) = found.ask("overlay", overlay="interdiction")["areas"]
    assert set(air["hexes"]) == {"N0303", "N0302", "N0304", "N0202", "N0203"}
    morale = found.ask("overlay", overlay="morale", side="soviet")
    assert morale["values"] == {"N0202": {"text": "6", "value": 0.5}}
    assert ("7.71a", "13A: PM 6, 8 MP", 0) in plain(morale["notes"])
    assert found.ask("overlay", overlay="odds")["values"] == {"N0202": {"text": "3-1", "value": 0.5}}
    with pytest.raises(ValueError, match="there is no overlay “supply”"):
        found.ask("overlay", overlay="supply")


def test_a_zone_without_at_strength_does_not_bind_armour() -> None:
    found = drawn(
        MAP, counters={"Z": "soviet rifle regiment 0-*-2"}, units=["N0202 Z"], phase="german movement", turn=2
    )
    (area,) = found.ask("overlay", overlay="zone", side="soviet")["areas"]
    assert area["kind"] == "soft zone"
    assert "Zones of control: Soviet (not for armour)." in found.ask("hex", hex="N0201")["lines"]


def test_a_hex_tells_what_is_in_it() -> None:
    answer = assault().ask("hex", hex="N0202")
    assert answer["lines"][0] == "N0202, village, entrenchment"
    assert answer["units"] == [
        {"unit": "D", "text": "D/13A: D, rifle regiment, 1-*-2, 1 of 1 step, PM 8, 10 MP, N0202"}
    ]


def test_lines_of_the_log_have_their_dice() -> None:
    unit, hex_ = GAME.unit_index("ax.3pz.6"), GAME.grid.index("S1722")
    sight = GAME.see(GAME.new("campaign"), None)

    def entry(name: str, lang: str = "en", **values: Any) -> Json:
        return dict(SHOW.entry(sight, Event(name, values, ("7.61",), None), lang))

    check = entry("loss check", unit=unit, dice=9, drm=2, level=8, what=2)
    assert (
        check["text"]
        == "Loss check of 6/3 PzD: roll 9, modifier 2, total 11 (morale 8, step loss above 10): a step is lost."
    )
    assert check["roll"] == {"dice": 2, "sides": 6, "total": 9, "modifier": 2, "column": "", "result": "a step is lost"}
    assert check["units"] == ["ax.3pz.6"]
    result = entry("assault result", "fr", dice=4, column=3, result="A2")
    assert result["roll"] == {"dice": 2, "sides": 6, "total": 4, "modifier": 0, "column": "1-1", "result": "A2"}
    assert entry("assault", units=1 << unit, hexes=1 << hex_, attack=3, defence=1, ratio=5, column=5)["hexes"] == [
        "S1722"
    ]
    assert "roll" not in entry("moves", unit=unit, path=[hex_], left=2)
    assert entry("moves", unit=unit, path=[hex_], left=0)["text"] == "6/3 PzD moves via S1722; no MP left."
    bomb: Json = {"unit": unit, "hex": hex_, "dice": 7, "drm": 0, "number": 4, "armour": 3, "hit": True}
    assert entry("shot", own=True, **bomb)["text"].startswith(
        "6/3 PzD fires at Yakovlevo (S1722) (friendly units): roll 7,"
    )
    assert entry("shot", own=False, **bomb)["text"].startswith("6/3 PzD fires at Yakovlevo (S1722): roll 7,")


# -- duties and what is given up --------------------------------------------------------------------------------------

WORKS: Json = {"picture": "\n. . . . . .\n. . e . . .\n. . . . . .\n"}
"""N0203 is next to N0303 and N0304; N0304 is next to N0303 too; N0306 to N0305 and, in the row above, N0205."""
IN_WORKS = {
    "A": "german infantry regiment 1-*-4",
    "B": "german infantry regiment 1-*-4",
    "E": "soviet rifle regiment 1-*-2 of 1 RD",
    "R": "soviet rifle regiment 1-*-2 of 2 RD",
}


def pick_named(offer: Json, name: str) -> Json:
    (found,) = (dict(pick) for pick in offer["picks"] if pick["pick"] == name)
    return found


def test_what_must_be_attacked_is_told_from_what_may_be() -> None:
    """E in works is exempt (7.13a) and may attack B; R must attack A (7.11a), so A must be attacked."""
    found = drawn(WORKS, counters=IN_WORKS, units=["N0203 E", "N0202 B", "N0305 R", "N0306 A"], phase="soviet assault")
    offer = found.scene("soviet")["offer"]
    assert offer["prompt"] == (
        "Choose a hex to assault. Still mandatory: 1 hex to be attacked, 1 unit to attack."
        " Must be attacked: N0306. Must attack: R/2 RD."
    )
    assert pick_named(offer, "N0306")["must"]
    assert pick_named(offer, "N0306")["note"].startswith("mandatory: ")
    assert "must" not in pick_named(offer, "N0202")
    assert [pick["pick"] for pick in offer["barred"]] == ["done"]
    found.play("N0306", "R", "attack")


def test_many_duties_are_counted_and_marked_and_not_named() -> None:
    """Seven regiments in a row face seven others: each must attack and must be attacked (7.11a)."""
    columns = range(1, 8)
    lines: Json = {"picture": "\n" + 2 * (" ".join("." * 7) + "\n")}
    row = {f"R{i}": "soviet rifle regiment 1-*-2 of 2 RD" for i in columns}
    row |= {f"A{i}": "german infantry regiment 1-*-4" for i in columns}
    places = [f"N0{line}0{i} {letter}{i}" for i in columns for line, letter in ((1, "R"), (2, "A"))]
    offer = drawn(lines, counters=row, units=places, phase="soviet assault").scene("soviet")["offer"]
    assert offer["prompt"] == "Choose a hex to assault. Still mandatory: 7 hexes to be attacked, 7 units to attack."


def test_who_must_join_is_said_and_marked() -> None:
    """R has nobody else to attack: an assault by E alone on A's hex must take R along (7.11a)."""
    found = drawn(WORKS, counters=IN_WORKS, units=["N0203 E", "N0303 A", "N0304 R"], phase="soviet assault")
    found.play("N0303", "E")
    offer = found.scene("soviet")["offer"]
    assert (
        offer["prompt"]
        == "Assault on N0303: 2 to 4 so far. R/2 RD must join: it could not attack elsewhere. Chosen: E/1 RD."
    )
    assert pick_named(offer, "R")["must"]
    assert [pick["pick"] for pick in offer["barred"]] == ["attack"]
    found.play("R")
    offer = found.scene("soviet")["offer"]
    assert offer["barred"] == []
    assert offer["prompt"].endswith("4 to 4 so far. Choose more units. Chosen: E/1 RD, R/2 RD.")


def test_a_dive_bomber_is_told_whom_it_strikes() -> None:
    """T in N0303 is two hexes from N0301, A in N0102 is two away as well; from N0304 T is the nearer."""
    air = {**COUNTERS, "A": "german panzer regiment (pzkw iv) 6-3-3(3-3-2)"}
    found = drawn(MAP, counters=air, units=["N0102 A", "N0303 T", "base K"], phase="air")
    found.play("K")
    offer = found.scene("german")["offer"]
    assert pick_named(offer, "N0304")["note"] == "nearest armour: T/13A in N0303"
    assert pick_named(offer, "N0101")["note"] == "nearest armour, some of it your own: A/XXXXVII PzK in N0102"
    # 6, 7 and 8 of two dice do not scatter it: 16 of 36
    said = "It strikes the nearest armour of either side. 44%: it hits the chosen hex."
    assert offer["prompt"].endswith(said)


@pytest.mark.parametrize(
    ("armour", "note"),
    [
        # off the map with 2 (two hexes to the north-west), 4 (west) and 12 (two hexes to the south-east): 5 of 36
        (["N0203 T"], "86% T/13A in N0203; 14% nothing"),
        # with 10 (3 of 36) it strikes N0202, from where both are two hexes away; A is nearer in all other cases
        (
            ["N0204 T", "N0101 A"],
            "78% A/XXXXVII PzK in N0101 (German armour); 14% nothing; "
            "8% A/XXXXVII PzK, T/13A in N0101, N0204 (German armour)",
        ),
    ],
)
def test_the_question_about_dive_bombers_says_whom_each_would_strike(armour: list[str], note: str) -> None:
    """K is over N0201. The Soviet player was asked for the next dive bomber and told only that it is one."""
    air = {name: COUNTERS[name] for name in ("A", "T", "K") if name == "K" or f" {name}" in " ".join(armour)}
    counters = air | {"L": COUNTERS["K"]}
    found = drawn(MAP, counters=counters, units=[*armour, "N0201 K", "N0302 L"], phase="dive")
    assert pick_named(found.scene("soviet")["offer"], "K")["note"] == note


def test_the_army_to_be_bombed_shows_its_present_morale() -> None:
    """The level of its marker, and one less once it has been bombed (9.22a)."""
    found = drawn(
        MAP, counters={"P": "german level bomber", "Q": "german level bomber"}, units=["base P", "base Q"], phase="air"
    )
    found.play("P")
    army = next(formation for formation in GAME.bombing_targets if GAME.formations[formation].label == "13A")
    (name,) = (GAME.option_names[option] for option in options_in(GAME.BOMB[army]))
    before, found.state.bombed[army] = pick_named(found.scene("german")["offer"], name)["note"], 1
    level = found.state.morale[army]
    points = GAME.allowances[SOVIET]
    assert before == f"PM {level}, {points[level]} MP"
    assert pick_named(found.scene("german")["offer"], name)["note"] == f"PM {level - 1}, {points[level - 1]} MP"


def test_a_bad_assault_that_is_mandatory_is_called_so() -> None:
    """R must attack A (7.11a), 2 to 4: 1-2. Nobody need attack B."""
    found = drawn(WORKS, counters=IN_WORKS, units=["N0203 E", "N0202 B", "N0305 R", "N0306 A"], phase="soviet assault")
    odds = found.ask("odds", "soviet", hex="N0306", units=["R"])
    own, enemy = (round(odds["losses"][side], 2) for side in ("soviet", "german"))
    assert odds["column"] == "1-2" and own > enemy
    assert plain(odds["notes"])[0] == (
        "7.12",
        f"A bad assault, but mandatory: on average it costs the attacker {own} steps and the defender {enemy}. "
        "Fewer attackers make fewer loss checks",
        0,
    )
    odds = found.ask("odds", "soviet", hex="N0202", units=["E"])
    assert not any("mandatory" in note["text"] for note in odds["notes"])
    armed = {"R": IN_WORKS["R"], "P": COUNTERS["A"]}
    strong = drawn(WORKS, counters=armed, units=["N0305 R", "N0306 P"], phase="german assault", turn=2)
    odds = strong.ask("odds", "german", hex="N0305", units=["P"])
    assert odds["losses"]["german"] <= odds["losses"]["soviet"]
    assert plain(odds["notes"])[0] == ("7.12", "This assault is mandatory", 0)


def test_the_choice_of_attackers_says_what_is_left_for_other_mandatory_hexes() -> None:
    """P can attack D or F, Q only D, R only F: 4 each against 2. With P on D, R is left with 4 to 2: 2-1, no longer 8
    to 2: 4-1. The player found out afterwards."""
    field: Json = {"picture": "\n. . . .\n. . . .\n"}
    foot = "german infantry regiment 1-*-4"
    counters = dict.fromkeys("PQR", foot) | dict.fromkeys("DF", "soviet rifle regiment 1-*-2")
    units = ["N0102 D", "N0103 F", "N0201 Q", "N0202 P", "N0203 R"]
    found = drawn(field, counters=counters, units=units, phase="german assault", turn=2)
    found.play("N0102")
    offer = found.scene("german")["offer"]
    assert pick_named(offer, "P")["note"] == "1-*-4 gives 2-1; leaves N0103 at most 2-1 (was 4-1)"
    assert pick_named(offer, "Q")["note"] == "1-*-4 gives 2-1"
    found.play("P")
    offer = found.scene("german")["offer"]
    assert offer["prompt"].endswith("Left for other mandatory assaults: N0103 at most 2-1 (was 4-1).")


def test_fire_ends_by_itself_once_no_shot_can_hit() -> None:
    """In random games: the default answer ends the fire exactly where every best shot has no chance."""
    ends = {True: 0, False: 0}
    for s in collected()["fire"]:
        (offer,) = GAME.offers(s)
        hopeless = not any(best_share(GAME, s, unit) for unit in units_in(offer.units))
        made = made_of(GAME, s, offer, {})
        assert (made is not None and made.question == "fire") is hopeless
        prompt = SHOWN["zitadelle"].scene(s, offer.seat)["offer"]["prompt"]
        assert ("None of the shots that are left can hit." in prompt) is hopeless
        ends[hopeless] += 1
    assert all(ends.values()), ends


@pytest.mark.parametrize(
    ("ratio", "column", "shifts", "said"),
    [
        ("8-1", "8-1", [2], "column 8-1, unchanged at the end of the table (attacking armour +2)."),
        ("7-1", "8-1", [2], "column 7-1, shifted to 8-1, the end of the table (attacking armour +2)."),
        ("7-1", "8-1", [1], "column 7-1, shifted to 8-1 (attacking armour +1)."),
        ("1-4", "1-4", [-1], "column 1-4, unchanged at the end of the table (attacking armour -1)."),
        ("1-2", "1-2", [-1, 1], "column 1-2 (attacking armour -1, attacking armour +1)."),
        ("1-2", "1-2", [], "column 1-2."),
        ("1-2", "2-1", None, "column 1-2, shifted to 2-1."),
    ],
)
def test_a_shift_beyond_the_end_of_the_table_is_told_so(
    ratio: str, column: str, shifts: list[int] | None, said: str
) -> None:
    """1-4 is the first column and 8-1 the last. Older records do not have the shifts."""
    names = GAME.crt_names
    values: Json = {"units": 1, "hexes": 1 << GAME.grid.index("S1722"), "attack": 9, "defence": 9}
    if shifts is not None:
        values["lines"] = [("7.45", "attacking armour", shift) for shift in shifts]
    event = Event("assault", values | {"ratio": names.index(ratio), "column": names.index(column)}, ("7.3.5",), None)
    assert SHOW.entry(GAME.see(GAME.new("campaign"), None), event, "en")["text"].endswith(f"9 to 9, {said}")


def test_a_phase_is_not_thrown_away_by_one_press() -> None:
    session = Session(GAME, "campaign", {}, seed="sure")
    historical: Pick = OPTION, GAME.option_index("historical")
    session.play(SOVIET, historical)
    session.play(GERMAN, historical)
    offer = SHOW.scene(GAME.see(session.state, GERMAN), moment(session, GERMAN, 1), "en")["offer"]
    assert offer is not None
    assert (
        pick_named(dict(offer), "done")["sure"] == "This ends the phase with 13 choices unused. Click again to confirm."
    )


def test_a_path_is_taken_back_by_undo_alone() -> None:
    """A hex of it was dropped alone, and the picks after it were made again for another unit."""
    found = dropped_ways(SHOWN["zitadelle"], ("retreat", "retreats"))
    assert found and not any(found)

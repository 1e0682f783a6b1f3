"""Reach, ways, odds, overlays and hexes: worked out by hand on small maps, compared with the rules in random games."""

from typing import Any

import pytest

from games.drawn import Drawn, plain
from games.traces.drawn import MAP, drawn
from games.traces.walks import GAME, collected, wild
from stacks import top_frame
from stavka.engine.kinds import units_in
from stavka.engine.offer import HEX, UNIT
from stavka.engine.state import Json
from stavka.games.traces.scene import presenter
from stavka.games.traces.scene.odds import attackers_near
from stavka.games.traces.state import Position
from stavka.hexes import Hex
from stavka.scenes.scene import Moment

ATTACKERS = {
    "A": "soviet armour 6(3) 7",
    "B": "soviet infantry 5(3) 4",
    "C": "soviet infantry 4(2) 4",
    "D": "axis infantry 2(1) 5",
}


def attack(**more: Any) -> Drawn:
    """B from 0303, A across the Minor River, C Out of Supply: 5 + 3 + 2 against 2."""
    units = ["0203 D", "0204 A", "0303 B", "0103 C oos"]
    return drawn(MAP, **{"counters": ATTACKERS, "units": units, "phase": "soviet combat"} | more)


# -- odds -----------------------------------------------------------------------------------------------------------


def test_every_number_of_an_attack_has_its_line_and_rule() -> None:
    odds = attack().ask("odds", hex="0203")
    assert (odds["attack"], odds["defence"], odds["column"], odds["allowed"]) == (10, 2, "5-1", True)
    assert sorted(odds["units"]) == ["A", "B", "C"]
    assert plain([line for line in odds["lines"] if line["on"] == "attack"]) == [
        ("10.2a", "B from 0303", 5),
        ("10.2a", "A from 0204", 6),
        ("10.2b", "0204: 6 halved to 3 across the river", -3),
        ("10.2a", "C from 0103", 4),
        ("8.2b", "C: Out of Supply", -2),
    ]
    assert plain([line for line in odds["lines"] if line["on"] == "defence"]) == [("10.2a", "D", 2)]
    assert plain([line for line in odds["lines"] if line["on"] == "column"]) == [
        ("10.2g", "10 to 2, rounded down: 5-1", 0)
    ]


def test_the_chance_of_each_result_is_exact() -> None:
    odds = attack().ask("odds", hex="0203")
    assert [(r["text"], r["rolls"], r["share"], r["means"]) for r in odds["results"]] == [
        ("R", [1, 2], 1 / 3, "the defender retreats 1 hex"),
        ("RR", [3, 4], 1 / 3, "the defender retreats 2 hexes"),
        ("1RR", [5, 6], 1 / 3, "the defender loses 1 step; the defender retreats 2 hexes"),
    ]
    assert odds["losses"] == {"soviet": 0, "axis": pytest.approx(1 / 3)}


def test_an_order_turns_retreats_into_losses_as_far_as_there_are_steps() -> None:
    odds = attack(orders=["0203"]).ask("odds", hex="0203")
    assert [r["means"] for r in odds["results"]] == [
        "the defender loses 1 step",
        "the defender loses 2 steps; D is eliminated",
        "the defender loses 3 steps; D is eliminated",
    ]
    assert odds["losses"]["axis"] == pytest.approx((2 * 1 + 2 * 2 + 2 * 2) / 6)
    assert plain(odds["notes"]) == [
        ("12.2a", "Supreme Command Order: each hex of retreat becomes a step lost", 0),
        ("10.3e", "Chance that every defender is eliminated: 67%", 0),
    ]


def lane(*units: str, strength: int) -> Drawn:
    """A lane of ten hexes with the Axis source at its western end; 3 is the defence of each division."""
    counters = dict.fromkeys("DEF", "axis infantry 3(2) 5") | {"S": f"soviet armour {strength}-9(8-5) 7"}
    return drawn(LANE, counters=counters, units=list(units), phase="soviet combat")


LANE: Json = {"picture": " . . . . . . . . . .\n", "axis_sources": ["0101"]}
DEFILE: Json = {"picture": "_ _ . . _ _ _\n . . . . . . .\n", "axis_sources": ["0101"]}
"""A lane along row 01; an enemy in 0203 controls 0103."""


def test_divisions_with_no_way_out_are_eliminated_in_the_odds_too() -> None:
    """24 to 6 is 4-1: "-" on 1, a retreat on 2 to 6. Both divisions stand at the end of the lane: 5/6 of four steps."""
    odds = lane("0101 D", "0101 E", "0102 S", strength=24).ask("odds", hex="0101")
    assert odds["column"] == "4-1"
    assert [(r["text"], r["share"], r["losses"]["axis"]) for r in odds["results"]] == [
        ("-", pytest.approx(1 / 6), 0),
        ("R", pytest.approx(2 / 6), 4),
        ("RR", pytest.approx(2 / 6), 4),
        ("1RR", pytest.approx(1 / 6), 4),
    ]
    assert odds["losses"] == {"soviet": 0, "axis": pytest.approx(20 / 6)}
    assert odds["results"][1]["means"] == ("the defender retreats 1 hex; D, E cannot retreat and are eliminated")
    assert plain(odds["notes"]) == [("10.3e", "Chance that every defender is eliminated: 83%", 0)]


def test_steps_lost_in_zones_on_the_way_are_counted() -> None:
    """15 to 3 is 5-1. E and F fill 0104, so on R and on RR the division ends in 0103, which W controls: one step. On
    1RR it has one step left when it goes there."""
    counters = dict.fromkeys("DEF", "axis infantry 3(2) 5") | {
        "S": "soviet armour 15-9(8-5) 7",
        "W": "soviet infantry 4(2) 4",
    }
    units = ["0105 D", "0104 E", "0104 F", "0106 S", "0203 W"]
    odds = drawn(DEFILE, counters=counters, units=units, activated=["S"], phase="soviet combat").ask("odds", hex="0105")
    assert odds["column"] == "5-1"
    assert [(r["text"], r["losses"]["axis"], r["means"]) for r in odds["results"]] == [
        ("R", 1, "the defender retreats 1 hex; 1 step lost in enemy ZOCs"),
        ("RR", 1, "the defender retreats 2 hexes; 1 step lost in enemy ZOCs"),
        (
            "1RR",
            2,
            "the defender loses 1 step; the defender retreats 2 hexes; 1 step lost in enemy ZOCs; D is eliminated",
        ),
    ]
    assert odds["losses"]["axis"] == pytest.approx((2 * 1 + 2 * 1 + 2 * 2) / 6)


def test_the_owner_is_expected_to_lose_as_little_as_he_can() -> None:
    """30 to 6 is 5-1. One division finds room behind the two, the other has to go on; both get away on R."""
    odds = lane("0105 D", "0105 E", "0104 F", "0106 S", strength=30).ask("odds", hex="0105")
    assert [(r["text"], r["losses"]["axis"]) for r in odds["results"]] == [("R", 0), ("RR", 0), ("1RR", 1)]


def test_an_attack_by_some_units_on_rough() -> None:
    found = drawn(MAP, counters=ATTACKERS, units=["0302 D/1", "0303 B", "0203 C"], phase="soviet combat")
    odds = found.ask("odds", hex="0302", units=["B"])
    assert (odds["attack"], odds["defence"], odds["column"], odds["units"]) == (5, 1, "4-1", ["B"])
    assert ("10.2i", "Rough", -1) in plain(odds["lines"])


def test_an_attack_below_one_to_one_is_not_allowed() -> None:
    odds = attack(units=["0203 D", "0103 C/1 oos"]).ask("odds", hex="0203")
    assert (odds["attack"], odds["allowed"], odds["column"], odds["results"]) == (0, False, "below 1-1", [])
    assert plain(odds["lines"])[-1] == ("10.2m", "Below 1-1: no attack allowed", 0)


def test_air_support_is_shown_as_far_as_the_seat_can_tell() -> None:
    held = attack(air={"offensive": 1})
    assert [s["rule"] for s in held.ask("odds", hex="0203")["support"]] == ["7.0i"]  # the Soviets see backs only
    assert held.ask("odds", "axis", hex="0203")["support"] == []
    (support,) = attack(air={"defensive": 1}).ask("odds", "axis", hex="0203")["support"]
    assert (support["text"], support["modifier"]) == ("With Defensive AS: roll -2", -2)
    assert [(r["text"], r["rolls"]) for r in support["results"]] == [("R", [1, 2, 3, 4]), ("RR", [5, 6])]


def test_several_markers_may_be_committed_to_one_combat() -> None:
    """Two of the four markers are Defensive: a player who sees three backs must expect both, their owner need not."""
    held = attack(air={"offensive": 2, "defensive": 1})
    assert [(s["rule"], s["modifier"]) for s in held.ask("odds", hex="0203")["support"]] == [("7.0i", -2), ("7.0i", -4)]
    assert [s["modifier"] for s in held.ask("odds", "axis", hex="0203")["support"]] == [-2]
    both = attack(air={"defensive": 2}).ask("odds", "axis", hex="0203")["support"]
    assert [s["text"] for s in both] == ["With Defensive AS: roll -2", "With Defensive AS: roll -4"]


@pytest.mark.parametrize(
    ("strength", "shown"),
    [
        (3, [("5-1", "+2"), ("7-1", "+4")]),  # 3-1: two markers, two columns each
        (9, [("10-1+", "+1")]),  # 9-1: one column is left, and a second marker would do nothing
        (10, []),  # 10-1+ is the last
    ],
)
def test_markers_that_shift_no_further_are_not_shown(strength: int, shown: list[tuple[str, str]]) -> None:
    counters = {"A": f"axis armour {strength} 8", "S": "soviet infantry 1 5"}
    units = ["0103 A", "0203 S"]
    found = drawn(MAP, counters=counters, units=units, phase="axis combat", air={"offensive": 2})
    odds = found.ask("odds", "axis", hex="0203")
    told = [(each["column"], each["text"].rsplit(" ", 1)[1]) for each in odds["support"]]
    assert told == shown


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ({"hex": "0202"}, "the hex is empty"),
        ({"hex": "0203", "units": ["D"]}, "D cannot attack that hex from where it is"),
        ({"hex": "9999"}, "there is no hex “9999”"),
        ({"hex": "0203", "units": ["Z"]}, "there is no unit “Z”"),
    ],
)
def test_there_is_no_attack_without_sense(question: Json, text: str) -> None:
    with pytest.raises(ValueError, match=text):
        attack().ask("odds", **question)


def test_an_attack_is_forecast_for_units_that_are_still_to_move() -> None:
    """B (5) in 0305 and A (6) in 0205 can come next to D (2) in 0203; from 0204 A would attack across the river.
    Together they are 11 to 2, which is 5-1, from hexes that nothing halves. Nothing is moved by the question."""
    units = ["0203 D", "0205 A", "0305 B"]
    found = drawn(MAP, counters=ATTACKERS, units=units, phase="soviet movement", activated=["A", "B"])
    odds = found.ask("odds", hex="0203", units=["A", "B"])
    assert (odds["attack"], odds["defence"], odds["column"]) == (11, 2, "5-1")
    assert not [line for line in odds["lines"] if line["rule"] == "10.2b"], "nobody attacks across the river"
    assert {unit: found.scene()["units"][unit]["hex"] for unit in "AB"} == {"A": "0205", "B": "0305"}


def test_a_unit_that_cannot_come_is_named() -> None:
    found = drawn(LANE, counters=ATTACKERS, units=["0101 D", "0110 B"], phase="soviet movement", activated=["B"])
    with pytest.raises(ValueError, match=r"no enemy unit is adjacent|B cannot attack"):
        found.ask("odds", hex="0101", units=["B"])


def test_who_has_fought_is_not_counted_before_an_attack_is_put_together() -> None:
    """A and C are left. Where nobody may attack all who stand there are counted."""
    found = attack()
    found.state.fought = 1 << found.game.unit_index("B")
    assert sorted(found.ask("odds", hex="0203")["units"]) == ["A", "C"]
    found.state.activated = 0
    assert sorted(found.ask("odds", hex="0203")["units"]) == ["A", "B", "C"]


def test_the_odds_panel_follows_the_attack_that_is_being_declared() -> None:
    found = attack()
    assert found.scene()["offer"]["odds"] is None
    found.play("0203", "B")
    offer = found.scene()["offer"]
    assert (offer["odds"]["attack"], offer["odds"]["column"], offer["chosen"]) == (
        5,
        "2-1",
        {"units": ["B"], "hexes": ["0203"], "options": [], "drop": []},
    )
    assert {pick["pick"]: pick["note"] for pick in offer["picks"]} == {
        "A": "6-6 gives 4-1",
        "C": "2-4 gives 3-1",
        "attack": "",
        "all": "",
    }


def test_lines_add_up_in_random_games() -> None:
    compared = 0
    for game in (GAME, wild()):
        show = presenter(game)
        for s in collected(games=6, game=game).get("attack", []):
            sight = game.see(s, 0)
            target = top_frame(s).target
            for units in ([], list(units_in(attackers_near(game, s, target)))[:2]):
                odds = show.odds(sight, target, units, "en")
                for on, total in (("attack", odds["attack"]), ("defence", odds["defence"])):
                    assert sum(line["value"] for line in odds["lines"] if line["on"] == on) == total
                assert sum(result["share"] for result in odds["results"]) == pytest.approx(float(odds["allowed"]))
                compared += 1
    assert compared > 60


# -- reach and ways -------------------------------------------------------------------------------------------------

MOVER = {"M": "soviet infantry 5(3) 4", "D": "axis infantry 2(1) 5"}


def move(phase: str = "soviet mode", **more: Any) -> Drawn:
    return drawn(MAP, **{"counters": MOVER, "units": ["0205 M", "0203 D"], "phase": phase} | more)


def test_reach_says_cost_what_is_left_and_whether_an_attack_can_follow() -> None:
    reach = move().ask("reach", unit="M")
    assert (reach["unit"], reach["hex"], reach["points"], reach["road"]) == ("M", "0205", 4, {})
    assert {number: (h["cost"], h["left"], h["attack"]) for number, h in reach["hexes"].items()} == {
        "0104": (1, 3, False),
        "0105": (1, 3, False),
        "0304": (1, 3, False),
        "0305": (1, 3, False),
        "0204": (3, 1, True),  # 2 more to enter an EZOC
        "0103": (4, 0, True),
        "0303": (4, 0, True),
    }


def test_after_the_combats_of_an_activation_nobody_attacks() -> None:
    reach = move("soviet movement").ask("reach", unit="M")
    assert not any(found["attack"] for found in reach["hexes"].values())


def test_reach_of_a_move_under_way_counts_what_is_left() -> None:
    found = move("soviet movement")
    found.play("M", "0304")
    reach = found.ask("reach", unit="M")
    assert (reach["hex"], reach["points"]) == ("0304", 3)
    assert {number: h["cost"] for number, h in reach["hexes"].items()} == {
        "0305": 1,
        "0205": 1,
        "0105": 2,
        "0104": 2,
    } | {
        "0204": 3,
        "0303": 3,
    }


def test_a_way_names_the_cost_of_each_step() -> None:
    path = move().ask("path", unit="M", hex="0303")
    assert [(step["hex"], step["cost"], plain(step["lines"])) for step in path["steps"]] == [
        ("0304", 1, [("9.1b", "Clear", 1)]),
        ("0303", 3, [("9.1b", "Clear", 1), ("9.3a", "entering an enemy Zone of Control", 2)]),
    ]
    assert (path["cost"], path["left"]) == (4, 0)


def test_a_way_over_a_minor_river_out_of_a_zone() -> None:
    path = move(units=["0204 M", "0304 D"]).ask("path", unit="M", hex="0203")
    (step,) = path["steps"]
    assert plain(step["lines"]) == [
        ("9.1c", "Clear, across a Minor River", 2),
        ("9.3a", "leaving an enemy Zone of Control", 2),
    ]


def test_a_way_along_the_road_and_one_across_a_great_river() -> None:
    rivers = ["0203/0303", "0204/0303", "0302/0303", "0303/0304"]
    roads = MAP | {"roads": ["0101-0102-0103-0104-0105"], "minor": [], "major": rivers}
    by_road = drawn(roads, counters={"M": "soviet infantry 5(3) 2"}, units=["0101 M"], phase="soviet movement")
    assert {n: h["cost"] for n, h in by_road.ask("reach", unit="M")["road"].items()} == {
        "0102": 0.5,
        "0103": 1,
        "0104": 1.5,
        "0105": 2,
    }
    path = by_road.ask("path", unit="M", hex="0105")
    assert [plain(step["lines"])[0][::2] for step in path["steps"]] == [("9.2a", 0.5)] * 4
    over = drawn(roads, counters={"M": "soviet infantry 5(3) 4"}, units=["0203 M"], phase="soviet movement")
    path = over.ask("path", unit="M", hex="0303")
    assert plain(path["steps"][0]["lines"]) == [("9.1d", "across an unbridged Major River: the whole move", 4)]
    assert path["left"] == 0


def test_nobody_goes_where_he_cannot() -> None:
    with pytest.raises(ValueError, match="M cannot reach 0101 in one move"):
        move().ask("path", unit="M", hex="0101")
    with pytest.raises(ValueError, match="M is not on the map"):
        move(units=["eliminated M", "0203 D"]).ask("reach", unit="M")


@pytest.mark.parametrize("game", [GAME, wild()], ids=["real", "wild"])
def test_reach_and_ways_are_what_the_rules_do(game: Any) -> None:
    """For every offered hex of a move: the cost, the points left after it, and the way."""
    show = presenter(game)
    compared = 0
    for s in collected(games=6, game=game).get("move", []):
        (offer,) = game.offers(s)
        unit = top_frame(s).unit
        sight = game.see(s, offer.seat)
        reach = show.reach(sight, unit, "en")
        hexes = reach["road"] if top_frame(s).is_strategic else reach["hexes"]
        assert set(hexes) == set(game.grid.numbers(offer.hexes))
        for hex_ in game.grid.bits(offer.hexes):
            found = hexes[game.grid.number(hex_)]
            path = show.path(sight, unit, hex_, "en")
            assert (path["cost"], path["left"]) == (found["cost"], found["left"])
            assert path["steps"][-1]["hex"] == game.grid.number(hex_)
            assert all(sum(line["value"] for line in step["lines"]) == step["cost"] for step in path["steps"])
            left = left_after(game, s, offer.seat, hex_)
            assert left is None or left == found["left"]
            compared += left is not None
    assert compared > 100


def left_after(game: Any, s: Position, seat: int, hex_: Hex) -> float | None:
    """The MP left when a move into a hex has been made; None where the move ended with it."""
    c = s.clone()
    c.events = []
    unit = top_frame(s).unit
    game.apply(c, seat, (HEX, hex_))
    told = [event for event in c.events if event.name == "moves" and event.values["unit"] == unit]
    return told[0].values["left"] / 2 if told else None


# -- overlays -------------------------------------------------------------------------------------------------------


def areas(overlay: Json) -> dict[str, list[str]]:
    return {area["kind"]: area["hexes"] for area in overlay["areas"]}


def test_zones_of_control() -> None:
    zone = move().ask("overlay", overlay="zone", side="axis")
    assert areas(zone) == {"zone": ["0102", "0103", "0202", "0204", "0302", "0303"]}
    assert (zone["side"], zone["areas"][0]["text"]) == ("axis", "Axis Zone of Control")
    assert move().ask("overlay", overlay="zone")["side"] == "soviet"


def test_a_supply_line_and_what_would_cut_it() -> None:
    counters = MOVER | {"N": "soviet infantry 5(3) 4", "W": "soviet infantry 5(3) 4"}
    found = move(counters=counters, units=["0205 M", "0203 D", "0305 N", "0101 W"])
    supply = found.ask("overlay", overlay="supply", unit="N")
    assert supply["lines"] == [["0305", "0205", "0105"]]
    assert areas(supply)["cut here"] == ["0105", "0205"]  # 0204 is in an EZOC: the line has no other way
    assert areas(supply)["cut off"] == ["0101"]
    assert areas(supply)["source"] == ["0105"]
    assert plain(supply["notes"]) == [("8.1a", "N traces supply to 0105", 2)]
    assert plain(found.ask("overlay", overlay="supply", unit="W")["notes"]) == [("8.1a", "W has no Supply Line", 0)]


def test_two_ways_cannot_be_cut_at_once_but_at_the_source() -> None:
    supply = move(units=["0304 M", "0101 D"]).ask("overlay", overlay="supply", unit="M")
    assert len(supply["lines"][0]) == 3
    assert areas(supply)["cut here"] == ["0105"]


def test_supplied_hexes_are_those_from_which_a_unit_could_trace() -> None:
    supplied = set(areas(move().ask("overlay", overlay="supply", side="soviet"))["supplied"])
    assert {"0103", "0204", "0303", "0304"} <= supplied  # the last hex may lie in an EZOC
    assert not {"0102", "0202", "0203", "0301"} & supplied


def test_command_range() -> None:
    found = move(counters=MOVER | {"H": "soviet hq 2 6 range 1"}, units=["0205 M", "0203 D", "0104 H"])
    overlay = found.ask("overlay", overlay="range", unit="H")
    assert areas(overlay) == {"range": ["0103", "0104", "0105", "0204", "0205"]}
    assert plain(overlay["notes"]) == [("2.3h", "H would activate 1 unit", 1)]
    with pytest.raises(ValueError, match="M is not an HQ"):
        found.ask("overlay", overlay="range", unit="M")


def test_control_and_odds() -> None:
    assert areas(move().ask("overlay", overlay="control")) == {"city axis": ["0201"]}
    odds = attack().ask("overlay", overlay="odds")
    assert odds["values"] == {"0203": {"text": "5-1", "value": 0.5}}
    assert attack().ask("overlay", "axis", overlay="odds")["values"] == {
        "0103": {"text": "below 1-1", "value": -1},
        "0204": {"text": "below 1-1", "value": -1},
        "0303": {"text": "below 1-1", "value": -1},
    }


def test_there_is_no_other_overlay() -> None:
    with pytest.raises(ValueError, match="there is no overlay “weather”"):
        move().ask("overlay", overlay="weather")


# -- hexes ----------------------------------------------------------------------------------------------------------


def test_a_hex_in_sentences() -> None:
    answer = attack().ask("hex", hex="0203")
    assert answer["title"] == "0203"
    assert answer["lines"] == [
        "0203, Clear",
        "Hexsides: E 0204 Minor River",
        "Zones of control: Soviet. Supply: Axis.",
    ]
    assert answer["units"] == [{"unit": "D", "text": "D (D): D, Infantry, 2-2-5, 2 of 2 steps, 0203"}]


def test_a_question_is_refused_in_the_language_of_the_player() -> None:
    with pytest.raises(ValueError, match="existe pas"):
        move().ask("hex", lang="fr", hex="x")


def test_units_of_a_stack_stand_in_the_order_of_their_counters() -> None:
    s = collected(games=6)["movement"][0]
    show = presenter(GAME)
    shown = show.scene(GAME.see(s, 0), Moment(), "en")["units"]
    for hex_ in s.at:
        answer = show.hex(GAME.see(s, 0), hex_, "en")
        assert [shown[unit["unit"]]["top"] for unit in answer["units"]] == list(range(len(answer["units"])))
        assert {unit["unit"] for unit in answer["units"]} == {GAME.write_pick((UNIT, u)) for u in units_in(s.at[hex_])}

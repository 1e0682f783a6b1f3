"""The display of Velikye Luki: worked out by hand on small maps, compared with the rules in random games."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from games.drawn import Drawn, plain
from games.drawn import drawn as drawn_of
from games.luki.walks import GAME, collected
from games.shown import SHOWN
from stacks import top_frame
from stavka.engine.kinds import Side, members
from stavka.engine.state import Event, Json
from stavka.engine.words import LANGUAGES
from stavka.games.luki.rules.c10_movement import costs
from stavka.games.luki.rules.c10_movement import moves as movement
from stavka.games.luki.rules.c11_combat.fight import fight_of, role
from stavka.games.luki.state import GERMAN, SOVIET
from stavka.games.luki.words import chit_names
from stavka.hexes import Hex
from stavka.scenes.scene import Moment

SHOW = SHOWN["luki"].show
drawn = partial(drawn_of, "luki")

MAP: Json = {
    "picture": """
. . . . .
 . . v . .
. . . t .
""",
    "creek": ["0202/0203"],
    "lowat": ["0203/0204"],
    "road": ["0301-0302"],
    "soviet": ["0101", "0201", "0301"],
    "german": ["0105", "0205", "0305"],
}
"""Odd rows lie half a hex to the right: 0203 is next to 0202, 0204, 0102, 0103, 0302 and 0303."""


def attack(**more: Any) -> Drawn:
    units = ["0202 so.28.88", "0202 so.28.144", "0102 so.tb184", "0203 ge.83.183", "0203 ge.83.i-251"]
    return drawn(MAP, **{"units": units, "phase": "soviet combat", "turn": 2} | more)


def lines_on(odds: Json, what: str) -> list[tuple[str, str, float]]:
    return plain([line for line in odds["lines"] if line["on"] == what])


# -- the board --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "symbol", "ground", "formation"),
    [
        ("ge.83.i-251", "SFGPUCI----F", "#a9aea4", "83 ID"),
        ("ge.8pd.i-10", "SFGPUCA----F", "#a9aea4", "8 PD"),
        ("ge.rfss.i-8", "SFGPUCIM---F", "#2f3133", "RFSS Bde"),
        ("ge.6ld.i", "SFGPUCI----F", "#9fb6c6", "6 LD"),
        ("so.46.135", "SFGPUCI----G", "#b5543f", "46 GRD"),
        ("so.tb184", "SFGPUCA----H", "#c9a27a", ""),
    ],
)
def test_counters(unit: str, symbol: str, ground: str, formation: str) -> None:
    shown = SHOW.board("en")["units"][unit]
    assert (shown["symbol"], shown["ground"], shown["formation"]) == (symbol, ground, formation)


def test_the_terrain_of_a_hex_in_one_sentence() -> None:
    board = SHOW.board("en")
    assert board["terrain"]["2005"].startswith("2005 Weljkopolje, village, 2 VP per turn. Hexsides: ")
    assert "east 2004 creek and road" in board["terrain"]["2005"]
    assert "supply source" in board["terrain"]["1024"] and "Vitebsk-Leningrad railway" in board["terrain"]["1024"]


# -- attacks ----------------------------------------------------------------------------------------------------------


def notes_of(odds: Json) -> list[str]:
    return [note["text"] for note in odds["notes"]]


def test_an_attack_is_itemised_line_by_line_with_what_is_seen() -> None:
    """12 + 11 across the creek against the 6 of the unit on top; the 10 of the tanks come from 0102."""
    shown = attack()
    odds = shown.ask("odds", "soviet", hex="0203", units=["so.28.88", "so.28.144", "so.tb184"])
    assert (odds["attack"], odds["defence"], odds["column"]) == (33, 6, "5:1")
    assert lines_on(odds, "attack") == [
        ("11.4a", "28-88 from 0202", 12),
        ("11.4a", "28-144 from 0202", 11),
        ("11.4a", "184 TB from 0102", 10),
    ]
    assert lines_on(odds, "defence") == [("11.4a", "83-183", 6)]
    assert lines_on(odds, "roll") == [("11.61", "village", -3), ("11.612b", "across a creek", -1)]
    notes = notes_of(odds)
    assert "The attack costs 3 AP" in notes
    assert "Tactical points of the attacker: 3 (184 TB: TV 3)" in notes
    assert "Tactical points of the defender: 2 (83-183: TV 2)" in notes
    assert "More units may lie below the visible one" in notes


def test_tactical_points_are_itemised() -> None:
    """A division with its three regiments has integrity, tanks in the same hex make combined arms: 2 + 1 + 1."""
    units = ["0202 so.28.88", "0202 so.28.144", "0202 so.28.235", "0202 so.tr34", "0203 ge.83.183"]
    odds = attack(units=units).ask("odds", "soviet", hex="0203")
    points = next(text for text in notes_of(odds) if text.startswith("Tactical points of the attacker"))
    assert points == "Tactical points of the attacker: 4 (28-88: TV 2, integrity +1, combined arms +1)"


def test_the_losses_in_the_odds_are_the_least_possible() -> None:
    """The rows say "at least": a defender may choose steps in place of hexes of retreat."""
    odds = attack().ask("odds", "soviet", hex="0203")
    assert odds["least"] and any("at least" in each["means"] for each in odds["results"])


def test_the_owner_of_the_stack_knows_better() -> None:
    odds = attack().ask("odds", "german", hex="0203")
    assert odds["defence"] == 11
    assert not [note for note in odds["notes"] if note["rule"] == "3.6a"]


def test_the_chances_are_those_of_the_dice() -> None:
    """5:1 with a modifier of -4: rolls of 2 to 8 give 2/1, those of 9 to 12 give 1/2."""
    odds = attack().ask("odds", "soviet", hex="0203", units=["so.28.88", "so.28.144", "so.tb184"])
    shares = {result["text"]: round(36 * result["share"]) for result in odds["results"]}
    assert shares == {"2/1": 26, "1/2": 10}
    # (2 * 26 + 10) / 36 and (26 + 2 * 10) / 36
    assert "Average hits before chits change them: attacker 1.72, defender 1.28" in notes_of(odds)
    # one hit is one hex of retreat; of two on one unit that walks one hex at most, one is a step
    assert odds["losses"] == pytest.approx({"soviet": (2 * 26 + 10) / 36, "german": 10 / 36})
    assert [result["means"] for result in odds["results"]] == [
        "hits: attacker 2, defender 1",
        "hits: attacker 1, defender 2; the defender loses at least 1 step",
    ]


def test_a_defender_with_no_way_out_pays_every_hit_with_a_step() -> None:
    """Soviets on all sides of 0203: nowhere to go. On 1/2 the lone unit has more hits than units and must retreat:
    it cannot, and would lose a step more (11.71k), but it has two."""
    around = ["0204 so.28.235", "0103 so.46.135", "0302 so.46.139", "0303 so.46.141"]
    units = ["0202 so.28.88", "0202 so.28.144", "0102 so.tb184", "0203 ge.83.183", *around]
    odds = attack(units=units).ask("odds", "soviet", hex="0203", units=["so.28.88", "so.28.144", "so.tb184"])
    lost = {result["text"]: result["losses"]["german"] for result in odds["results"]}
    assert {text: lost[text] for text in ("2/1", "1/2")} == {"2/1": 1, "1/2": 2}


def test_an_attack_that_must_fail_has_one_result() -> None:
    shown = attack(units=["0202 so.tr34/1", "0203 ge.8pd.kg8"])
    odds = shown.ask("odds", "soviet", hex="0203")
    assert (odds["column"], [(r["text"], r["share"]) for r in odds["results"]]) == ("below 1:2", [("4/0", 1)])


@pytest.mark.parametrize(
    ("tanks", "phase", "column", "price"),
    [("", "soviet combat", "5:1", ", 3 AP"), (" fought", "soviet combat", "3:1", ", 3 AP"), ("", "limited", "3:1", "")],
)
def test_the_best_attack_counts_those_who_may_attack(tanks: str, phase: str, column: str, price: str) -> None:
    """12 + 11 + 10 against the 6 that are seen are 5:1; without the 10 of the tanks, or from one hex only, 3:1."""
    units = ["0202 so.28.88", "0202 so.28.144", f"0102 so.tb184{tanks}", "0203 ge.83.183", "0203 ge.83.i-251"]
    shown = attack(units=units, phase=phase)
    offer = shown.scene("soviet")["offer"]
    assert {pick["pick"]: pick["note"] for pick in offer["picks"]}["0203"] == f"83-183: at best {column}{price}"
    assert shown.ask("odds", "soviet", hex="0203")["column"] == column


def test_steps_lost_by_units_in_the_box_count_too() -> None:
    shown = drawn(MAP, units=["box so.28.88/1", "0202 so.tb184/3", "eliminated ge.83.183/0"], turn=2)
    shown.state.steps[shown.game.unit_index("ge.83.183")] = 0
    figures = shown.game.figures(shown.state)
    assert (figures["soviet steps lost"], figures["german steps lost"]) == (2, 2)


def test_nobody_attacks_from_afar() -> None:
    with pytest.raises(ValueError, match="the hex is empty"):
        attack().ask("odds", "soviet", hex="0101")
    with pytest.raises(ValueError, match="28-88 cannot attack that hex"):
        attack(units=["0201 so.28.88", "0202 so.28.144", "0203 ge.83.183"]).ask(
            "odds", "soviet", hex="0203", units=["so.28.88"]
        )


# -- ways -------------------------------------------------------------------------------------------------------------


def test_reach_and_way_with_what_each_step_costs() -> None:
    shown = drawn(MAP, units=["0301 so.28.88", "0105 ge.sich1"], phase="soviet movement", turn=2)
    found = shown.ask("reach", "soviet", unit="so.28.88")
    assert (found["points"], found["hexes"]["0302"]) == (4, {"cost": 0.5, "left": 3.5, "attack": False})
    assert found["hexes"]["0304"]["cost"] == 3.5
    way = shown.ask("path", "soviet", unit="so.28.88", hex="0304")
    assert [(step["hex"], plain(step["lines"])) for step in way["steps"]] == [
        ("0302", [("10.32a", "road", 0.5)]),
        ("0303", [("10.3a", "clear", 1)]),
        ("0304", [("10.3a", "forest", 2)]),
    ]
    assert (way["cost"], way["left"]) == (3.5, 0.5)


def test_crossing_the_lowat_takes_the_whole_move() -> None:
    shown = drawn(MAP, units=["0203 so.28.88", "0105 ge.sich1"], phase="soviet movement", turn=2)
    assert shown.ask("reach", "soviet", unit="so.28.88")["hexes"]["0204"]["cost"] == 4
    way = shown.ask("path", "soviet", unit="so.28.88", hex="0204")
    assert way["steps"][0]["lines"][0]["rule"] == "10.31a"


def test_costs_agree_with_the_rules_everywhere() -> None:
    unit = {name: GAME.unit_index(name) for name in ("so.28.88", "so.tb184")}
    for number in unit.values():
        for hex_ in GAME.grid.bits(GAME.grid.all)[::5]:
            for cost, _, near in GAME.reachers[GAME.move_class[number]].edges.steps[hex_]:
                lines = costs.step_lines(GAME, number, hex_, Hex(near))
                assert sum(value for _, _, value in lines) == cost / 2
                assert movement.step_cost(GAME, number, hex_, near) == cost


# -- the scene --------------------------------------------------------------------------------------------------------


def test_what_lies_below_the_top_is_in_no_hex() -> None:
    scene = attack().scene("soviet")
    assert scene["units"]["ge.83.183"]["hex"] == "0203"
    assert scene["units"]["ge.83.i-251"] == {
        "steps": 2,
        "of": 2,
        "factors": "5-2-4",
        "flags": [],
        "top": 0,
        "box": "unseen",
    }
    assert attack().scene("german")["units"]["ge.83.i-251"]["hex"] == "0203"
    assert "83-I/251" not in str(attack().ask("hex", "soviet", hex="0203"))


def test_drawn_chits_are_the_secret_of_who_drew_them() -> None:
    s = next(s for s in collected()["chits"] if top_frame(s).finished == 0)
    for seat in (SOVIET, GERMAN):
        sight = GAME.see(s, seat)
        secrets = SHOW.scene(sight, Moment(), "en")["secrets"]
        assert len(secrets) == 1 + bool(top_frame(s).chosen(seat))
        assert secrets[0].startswith("Chits drawn: ")


def test_a_chit_that_was_played_is_no_secret_any_more() -> None:
    s = next(s for s in collected()["chits"] if top_frame(s).finished == 0).clone()
    fight = fight_of(s)
    for seat in (SOVIET, GERMAN):
        mine = role(fight, Side(seat))
        first, *others = members(fight.drawn[mine])
        fight.played[mine] = 1 << first
        secrets = SHOW.scene(GAME.see(s, seat), Moment(), "en")["secrets"]
        drawn_lines = [line for line in secrets if line.startswith("Chits drawn: ")]
        assert len(drawn_lines) == bool(others) and chit_names(GAME, 1 << first) not in "".join(drawn_lines)


def test_kessels_points_and_boxes() -> None:
    units = ["0203 ge.83.183", "0202 so.28.88", "box so.tb184", "eliminated so.rb23", "pool ge.lehr"]
    kessels = [{"space": 4, "units": ["ge.83.183"]}]
    scene = drawn(MAP, units=units, kessels=kessels, phase="soviet combat", turn=2, c3i={"soviet": 3}).scene("soviet")
    assert scene["marks"]["0203"][0]["text"] == "Kessel: shortage"
    track = scene["tracks"][1]
    assert [(marker["text"], track["cells"][marker["at"]]) for marker in track["markers"]] == [
        ("German Kessel 1", "4: shortage")
    ]
    boxes = {box["name"]: box["units"] or box["lines"] for box in scene["boxes"]}
    assert boxes["Soviet administrative box"] == ["so.tb184"]
    assert boxes["Soviet losses"] == ["so.rb23"]
    assert boxes["Cup of German variable reinforcements"] == ["ge.lehr"]
    assert boxes["Staff"] == ["Soviet C3I points: 3", "German C3I points: 0", "30 AP in this segment"]
    assert scene["phase"] == "First Soviet segment: Soviet combat"


@pytest.mark.parametrize(
    ("event", "roll"),
    [
        (
            Event("combat dice", {"dice": 7, "drm": 2, "column": 7, "attacker": 1, "defender": 2}, ("11.5a",), None),
            {"dice": 2, "sides": 6, "total": 7, "modifier": 2, "column": "5:1", "result": "1/2"},
        ),
        (
            Event("activity", {"side": 0, "dice": 10, "points": 11}, ("7.2c",), None),
            {"dice": 2, "sides": 6, "total": 10, "modifier": 0, "column": "", "result": "11 AP"},
        ),
        (
            Event("attrition", {"unit": 0, "die": 5, "number": 5}, ("6.44a",), None),
            {"dice": 1, "sides": 6, "total": 5, "modifier": 0, "column": "", "result": "failure"},
        ),
        (
            Event("release attempt", {"dice": 11, "number": 11}, ("13.41f",), None),
            {"dice": 2, "sides": 6, "total": 11, "modifier": 0, "column": "", "result": "success"},
        ),
    ],
)
def test_rolls_of_the_log(event: Event, roll: Json) -> None:
    s = collected()["movement"][0]
    assert SHOW.entry(GAME.see(s, SOVIET), event, "en")["roll"] == roll


def test_overlays_can_be_asked_for_in_every_language() -> None:
    s = collected()["fighting"][0]
    for lang in LANGUAGES:
        for overlay in SHOW.board(lang)["overlays"]:
            for side in GAME.sides:
                question = {"what": "overlay", "overlay": overlay["key"], "side": side}
                assert SHOW.ask(GAME.see(s, SOVIET), question, lang)["overlay"] == overlay["key"]


def test_the_overlay_of_supply() -> None:
    shown = drawn(
        MAP,
        units=["0104 so.28.88", "0201 so.28.144", "0103 ge.83.183", "0205 ge.83.i-251"],
        phase="soviet movement",
        turn=2,
    )
    areas = {area["kind"]: area["hexes"] for area in shown.ask("overlay", "soviet", overlay="supply")["areas"]}
    assert areas["sources"] == ["0101", "0201", "0301"]
    assert areas["cut off now"] == ["0104"]


# -- what cannot be seen ----------------------------------------------------------------------------------------------


def test_the_list_of_hidden_units_says_that_anybody_can_work_it_out() -> None:
    """One regiment lies on top in 0202, so the Germans do not see the other (3.6a); the Soviets do."""
    found = drawn(MAP, units=["0202 so.28.88", "0202 so.28.144", "0203 ge.83.183"], phase="soviet combat", turn=2)
    (box,) = [box for box in found.scene("german")["boxes"] if "hidden" in box["name"]]
    assert (box["name"], box["lines"]) == (
        "Soviet units hidden in stacks",
        [
            "28-144",
            "Anybody can work this list out: these units are in play, but neither visible nor in a box. "
            "Only their owner knows where they are.",
        ],
    )
    assert not [box for box in found.scene("soviet")["boxes"] if "hidden" in box["name"]]


@pytest.mark.parametrize(
    ("chits", "told"),
    [
        (["so.14"], "S14 Second echelon: 1 more hit on the Germans"),
        (["ge.14"], "G14 Experienced NCOs: the hits on the Germans are halved"),
        (["so.5"], "S5 Lozhnaya ataka: 1 fewer hit on the Soviets"),
        (["ge.5", "ge.7"], "G5 Toughness: 1 more hit on the Soviets, G7 Hold fast: 1 fewer hit on the Germans"),
    ],
)
def test_the_hits_of_a_combat_say_which_chit_changed_them_and_how(chits: list[str], told: str) -> None:
    names = [chit.id for chit in GAME.chits]
    by = sum(1 << names.index(chit) for chit in chits)
    event = Event("hits", {"attacker": 1, "defender": 2, "by": by}, (), None)
    assert GAME.say(GAME.new("campaign"), event) == f"Hits: attacker 1, defender 2 ({told})."

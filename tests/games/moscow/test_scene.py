"""The display of Roads to Moscow: worked out by hand on small maps, compared with the rules in random games."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from games.drawn import Drawn, plain
from games.drawn import drawn as drawn_of
from games.moscow.walks import GAME, collected
from games.shown import SHOWN, dropped_ways
from stacks import top_frame
from stavka.engine.kinds import members, options_in, units_in
from stavka.engine.offer import HEX, UNIT
from stavka.engine.state import Event, Json
from stavka.engine.words import LANGUAGES
from stavka.games.moscow.rules.c05_strategic_segment.reinforcements import CallingGroups
from stavka.games.moscow.rules.c08_ground_movement import costs, going
from stavka.games.moscow.rules.c08_ground_movement import moves as movement
from stavka.games.moscow.rules.c11_combat_results.losses import lose_step
from stavka.games.moscow.rules.c11_combat_results.retreat import has_room
from stavka.games.moscow.scene import chain, presenter, replies
from stavka.games.moscow.scene.answers import Way
from stavka.games.moscow.scene.notes import movable
from stavka.games.moscow.scene.odds import declared_on
from stavka.games.moscow.state import CUP, DUE, GERMAN, HAND, SOVIET
from stavka.games.moscow.words import half_day
from stavka.hexes import Enemy, Hex
from stavka.scenes.scene import Moment

SHOW = presenter(GAME)
drawn = partial(drawn_of, "moscow")

FIELD: Json = {
    "picture": """
. . . . .
. v . . .
. . . f .
. . . . .
""",
    "river": ["MZ0202/MZ0203"],
    "main": ["MZ0104-MZ0204-MZ0304"],
    "german": ["MZ0104"],
    "sources": {"german": ["MZ0104"], "soviet": ["MZ0501"]},
    "objectives": {"MZ0202": 5, "MZ0104": 3},
}
"""Even columns stand half a hex further north: MZ0202 touches MZ0201, MZ0203, and rows 01 and 02 beside it."""

COUNTERS = {
    "A": "german armor 6*-4-7R(3-3) er 7/6 of 10pz",
    "B": "german motorized infantry 5-4-6R er 7 of 10pz",
    "C": "german motorized infantry 5-4-6R er 6 of 10pz",
    "H": "german hq 0-1-6R er 5 cp 2 of 10pz",
    "D": "soviet infantry 4-5-5(2-3) er 5/4 of 32",
    "X": "german field artillery 0-1-5O er 5 support 4/6 of 10pz",
    "Y": "soviet field artillery 0-1-5O er 4 support 3/6 of 32",
    "R": "soviet reconnaissance 1-2-7R er 5 of 32",
}


def position(*units: str, **more: Any) -> Drawn:
    named = {unit.split()[1].partition("/")[0] for unit in units}
    counters = {name: text for name, text in COUNTERS.items() if name in named}
    spec = {"counters": counters, "units": list(units), "sequence": "mobile", "active": ["10pz"]}
    return drawn(FIELD, **spec | more)


def attack(**more: Any) -> Drawn:
    """A and B attack MZ0202 from two hexes, C over the river."""
    return position("MZ0201 A", "MZ0102 B", "MZ0203 C", "MZ0202 D", **{"phase": "german declare"} | more)


def lines_on(odds: Json, what: str) -> list[tuple[str, str, float]]:
    return plain([line for line in odds["lines"] if line["on"] == what])


def picks(scene: Json) -> dict[str, str]:
    return {pick["pick"]: pick["note"] for pick in scene["offer"]["picks"]}


def track(scene: Json, number: int) -> tuple[str, str]:
    """The name of a track, and the cell that its marker has reached."""
    found = scene["tracks"][number]
    return found["name"], found["cells"][found["at"]]


# -- the board --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "symbol", "ground", "formation"),
    [
        ("ax.eb.i35", "SFGPUCA----F", "#a9aea4", "PzR 35, Eberbach"),
        ("ax.eb.hq", "SFGPU-----AH", "#a9aea4", "4 PzD, Eberbach"),
        ("ax.ssr.id", "SFGPUCIM---F", "#2f3133", "SS R"),
        ("so.air.1", "SFAPMFA-----", "#c9a27a", ""),
    ],
)
def test_counters(unit: str, symbol: str, ground: str, formation: str) -> None:
    shown = SHOW.board("en")["units"][unit]
    assert (shown["symbol"], shown["ground"]) == (symbol, ground)
    assert shown["formation"].endswith(formation)


def test_the_part_of_the_board_in_play_is_one_of_the_two_maps() -> None:
    """Each map has 42 columns, one and a half sizes of 28 from each other; they lie side by side."""
    sights = [GAME.see(GAME.new(name), None) for name in ("artemki", "mtsensk")]
    parts = [SHOW.scene(sight, Moment(), "en")["part"] for sight in sights]
    assert {round(part["width"], 1) for part in parts} == {round((41 * 1.5 + 2) * 28, 1)}
    assert parts[0]["x"] < parts[0]["x"] + parts[0]["width"] < parts[1]["x"]
    centres = SHOW.board("en")["grid"]["hexes"]
    for part, prefix in zip(parts, ("MZ", "MT"), strict=True):
        inside = {number[:2] for number, (x, _) in centres.items() if part["x"] <= x <= part["x"] + part["width"]}
        assert inside == {prefix}


# -- attacks ----------------------------------------------------------------------------------------------------------


def test_a_list_has_commas_and_one_and() -> None:
    """To the south-east of Mtsensk are the river with its bridge, the Main Road and a Minor Road."""
    said = {lang: SHOW.board(lang)["terrain"]["MT3406"] for lang in LANGUAGES}
    assert "south-east MT3506 River, bridge, Main Road and Minor Road; " in said["en"]
    assert "sureste MT3506 Río, puente, Carretera Principal y Carretera Menor; " in said["es"]
    assert "sud-est MT3506 rivière, pont, route principale et route secondaire\u00a0; " in said["fr"]


@pytest.mark.parametrize(
    ("lang", "one", "both"),
    [
        ("en", "Zones of control: German.", "Zones of control: German and Soviet."),
        ("es", "ZDC: alemanas.", "ZDC: alemanas y soviéticas."),
        ("fr", "ZOC\u00a0: allemandes.", "ZOC\u00a0: allemandes et soviétiques."),
    ],
)
def test_zones_of_control_are_named_by_an_adjective(lang: str, one: str, both: str) -> None:
    shown = position("MZ0203 A", "MZ0403 D")
    asked = [shown.ask("hex", lang=lang, hex=hex_)["lines"] for hex_ in ("MZ0102", "MZ0303")]
    assert one in asked[0]
    assert both in asked[1]


def test_an_attack_is_itemised_line_by_line() -> None:
    """6 + 5, and half of the 5 over the river, are 13 against 5: 2-1. Village +1, ER 5 less 7, combined arms -1."""
    odds = attack().ask("odds", "german", hex="MZ0202", units=["A", "B", "C"])
    assert (odds["attack"], odds["defence"], odds["column"]) == (13, 5, "2-1")
    assert odds["labels"]["column"] == "Mobile"
    assert lines_on(odds, "attack") == [
        ("10.51a", "A from MZ0201", 6),
        ("10.51a", "B from MZ0102", 5),
        ("10.51a", "C from MZ0203", 5),
        ("10.24", "across a River, halved", -3),
    ]
    assert lines_on(odds, "defence") == [("10.51a", "D", 5)]
    assert lines_on(odds, "roll") == [
        ("10.22a", "Village", 1),
        ("10.61c", "efficiency of the Lead Units", -2),
        ("10.61f", "combined arms", -1),
    ]
    notes = [note["text"] for note in odds["notes"]]
    assert "Lead Units: A (attacker), D (defender)" in notes
    # ER 7, +1 in a Mobile Sequence: 1 to 6 pass
    told = "Ground units must coordinate: ER check of A, 60% to pass. If it fails, +2 to the combat roll"
    assert ("10.43a", told, 0) in plain(odds["notes"])


def test_a_defender_with_no_way_out_is_eliminated_in_the_odds_too() -> None:
    """MZ0101 touches MZ0102, MZ0201 and the edge of the map: whatever sends D away costs both of its steps."""
    found = position("MZ0201 A", "MZ0102 B", "MZ0202 C", "MZ0101 D", phase="german declare")
    odds = found.ask("odds", "german", hex="MZ0101", units=["A", "B"])
    fled = [result for result in odds["results"] if "R" in result["text"].rpartition("D")[2] and "D" in result["text"]]
    others = [result for result in odds["results"] if result not in fled]
    assert fled and all(result["losses"]["soviet"] == 2 for result in fled)
    assert all(result["means"].endswith("D cannot retreat and is eliminated") for result in fled)
    assert all(result["losses"]["soviet"] < 2 for result in others)
    assert odds["losses"]["soviet"] == pytest.approx(2 * sum(result["share"] for result in fled))


def test_the_chances_are_those_of_the_die() -> None:
    """Column 2-1 of the Mobile table with -2: 1 to 3 give D1R, 4 D1R*, 5 to 7 DR, then A1/DR*, nothing, AR."""
    odds = attack().ask("odds", "german", hex="MZ0202", units=["A", "B", "C"])
    found = {result["text"]: (result["rolls"], round(10 * result["share"])) for result in odds["results"]}
    assert found == {
        "D1R": ([1, 2, 3], 3),
        "D1R*": ([4], 1),
        "DR": ([5, 6, 7], 3),
        "A1/DR*": ([8], 1),
        "-": ([9], 1),
        "AR": ([10], 1),
    }
    # Every hex next to D is in a German zone, so a retreat ends with a check: ER 5 fails on 6 to 10, ER 4, with a
    # step lost before, on 5 to 10. AR sends A (ER 7) through the zone of D, B and C go around it.
    cost = {result["text"]: (result["losses"]["german"], result["losses"]["soviet"]) for result in odds["results"]}
    assert {text: pytest.approx(lost) for text, lost in cost.items()} == {
        "D1R": (0, 1 + 0.6),
        "D1R*": (0, 1 + 0.6),
        "DR": (0, 0.5),
        "A1/DR*": (1, 0.5),
        "-": (0, 0),
        "AR": (0.3, 0),
    }
    assert odds["losses"] == pytest.approx({"german": 0.1 + 0.1 * 0.3, "soviet": 0.4 * 1.6 + 0.4 * 0.5})
    means = {result["text"]: result["means"] for result in odds["results"]}
    assert means["A1/DR*"] == "attacker: 1 step lost; defender: retreats"
    assert means["-"] == "no effect"


def test_what_else_might_be() -> None:
    """The Assault table, and +2 if the ground units do not coordinate."""
    support = {each["text"]: each for each in attack().ask("odds", "german", hex="MZ0202")["support"]}
    assert set(support) == {"Assault table", "not coordinated"}
    assert support["Assault table"]["results"][0]["text"] == "D2R"
    assert {result["text"] for result in support["not coordinated"]["results"]} >= {"A1*"}


def test_hopeless_attacks_have_one_result() -> None:
    shown = position("MZ0201 H", "MZ0202 D", phase="german still")
    with pytest.raises(ValueError, match="can attack is adjacent"):
        shown.ask("odds", "german", hex="MZ0202")
    with pytest.raises(ValueError, match="no combat unit is in that hex"):
        shown.ask("odds", "german", hex="MZ0401")


def test_units_that_cannot_attack_from_where_they_are() -> None:
    shown = position("MZ0201 A", "MZ0402 B", "MZ0202 D", phase="german declare")
    with pytest.raises(ValueError, match="B cannot attack that hex from where it is"):
        shown.ask("odds", "german", hex="MZ0202", units=["B"])


def test_an_attack_with_units_that_come_to_nothing_is_not_allowed() -> None:
    """B and C have 1 each and no supply: 1 together, nothing by themselves. A's 6 over the river are 3."""
    few = dict.fromkeys("BC", "german motorized infantry 1-4-6R er 7 of 10pz")
    counters = {"A": "german infantry 6-4-5 er 7 of 10pz", "D": COUNTERS["D"], **few}
    units = ["MZ0203 A", "MZ0203 B oos", "MZ0203 C oos", "MZ0202 D"]
    shown = position(*units, counters=counters, phase="german declare")
    for names, allowed in (("A", True), ("AB", False), ("ABC", True), ("BC", False)):
        odds = shown.ask("odds", "german", hex="MZ0202", units=list(names))
        assert odds["attack"] == (3 if "A" in names else 0)
        assert odds["allowed"] is allowed
        assert ("9.14b" in [note["rule"] for note in odds["notes"]]) is not allowed
    fewer = {name: text for name, text in counters.items() if name != "C"}
    shown = position(*(unit for unit in units if "C" not in unit), counters=fewer, phase="german declare")
    assert [*shown.ask("odds", "german", hex="MZ0202")["units"]] == ["A"]
    with pytest.raises(ValueError, match="B cannot attack that hex"):
        shown.ask("odds", "german", hex="MZ0202", units=["A", "B"])


def test_a_red_result_against_armor_names_attrition() -> None:
    counters = COUNTERS | {"D": "soviet armor 4*-5-5R er 5 of 32"}
    odds = attack(counters={k: counters[k] for k in "ABCD"}).ask("odds", "german", hex="MZ0202", units=["A"])
    assert [note["rule"] for note in odds["notes"] if "armour step" in note["text"]] == ["11.23a1"]
    red = [result["means"] for result in odds["results"] if result["text"].endswith("*")]
    assert red and all(text.endswith("red: Armour Attrition") for text in red)


def test_a_result_that_the_rules_spare_a_side_is_told_as_spared() -> None:
    """D has one step: where it owes two or more, the attacker owes one less (11.25a). All results looked as if both
    sides paid in full."""
    counters = {name: COUNTERS[name] for name in "ABC"} | {"D": "soviet infantry 3-3-5 er 5 of 32"}
    odds = attack(counters=counters).ask("odds", "german", hex="MZ0202", units=["A", "B", "C"])
    tables = [odds, *odds["support"]]
    results = {each["text"]: each for table in tables for each in table["results"]}
    owes = {
        text: [int(part[1]) if part[1:2].isdigit() else 0 for part in text.split("/")]
        for text in results
        if "/" in text
    }
    short = [text for text, (attacker, defender) in owes.items() if attacker and defender > 1]
    enough = [text for text in results if text not in short]
    assert short and enough
    assert all("the attacker is spared a step" in results[text]["means"] for text in short), results
    assert all(results[text]["losses"]["german"] == owes[text][0] - 1 for text in short)
    assert not any("spared" in results[text]["means"] for text in enough), results
    french = attack(counters=counters).ask("odds", "german", "fr", hex="MZ0202", units=["A", "B", "C"])
    said = [each["means"] for table in (french, *french["support"]) for each in table["results"]]
    assert any("\u00a0; l\u2019attaquant perd un pas de moins" in means for means in said), said


# -- the replies of the attacked side ---------------------------------------------------------------------------------


def defended(*units: str, **more: Any) -> Drawn:
    """A (6) attacks D (5) in a Village: 1-1. R (ER 5) can come from MZ0401 with its 3.5 MP: 1 for MZ0301, 2 for the
    zone of A there, and nothing for the zone of A in the Defender hex; Y supports D."""
    counters = {name: COUNTERS[name] for name in "ADRY"} | {"K": "soviet hq 0-1-6R er 5 cp 2 of 32"}
    units = units or ("MZ0302 A", "MZ0202 D", "MZ0401 R", "MZ0502 K", "MZ0501 Y")
    return position(*units, counters=counters, **{"phase": "german declare"} | more)


def test_the_odds_name_who_could_react_and_the_worst_case() -> None:
    """At the worst R joins D with 2, and Y supports with 3: 6 to 10. A player saw 6-1 become 3-2 without a warning."""
    odds = defended().ask("odds", "german", hex="MZ0202", units=["A"])
    assert (odds["column"], odds["modifier"]) == ("1-1", -1)  # Village +1, ER 5 less 7
    notes = plain(odds["notes"])
    assert ("9.31", "Could react into MZ0202 (chance without Command Points): R 50%", 0) in notes
    said = "Worst case for the attacker: 6 to 10, 1-2 (-1), if R reacts; Y supports the defence"
    assert notes[0][:2] == ("9.31", said)
    worst = odds["support"][0]
    assert (worst["text"], worst["column"], worst["modifier"]) == ("worst for the attacker", "1-2", -1)
    assert [result["text"] for result in worst["results"]] != [result["text"] for result in odds["results"]]


@pytest.mark.parametrize("state", ["disrupted", "oos", "low_fuel"])
def test_who_cannot_react_is_not_named(state: str) -> None:
    units = "MZ0302 A", "MZ0202 D", f"MZ0401 R {state}", "MZ0502 K", "MZ0501 Y"
    odds = defended(*units).ask("odds", "german", hex="MZ0202", units=["A"])
    assert not any("react into" in note["text"] for note in odds["notes"])
    assert odds["notes"][0]["text"].endswith("6 to 8, 1-2 (-1), if Y supports the defence")


def test_reactions_are_named_until_they_have_been_tried() -> None:
    attacks = [{"hex": "MZ0202", "by": ["A"], "table": "mobile"}]
    shown = defended(attacks=attacks, phase="german reaction")
    assert "R" in picks(shown.scene("soviet"))

    def told() -> list[str]:
        return [note["text"] for note in shown.ask("odds", "german", hex="MZ0202")["notes"] if note["rule"] == "9.31"]

    assert len(told()) == 2
    shown.play("R", "roll", "10")  # ER 5 fails
    assert not any("react" in text for text in told())


def test_reactions_are_those_of_the_rules() -> None:
    """In random games: the units that are offered a reaction and can reach the Defender hex with it."""
    found = 0
    for s in SHOWN["moscow"].at("reaction", 40):
        offered = GAME.offers(s)[0]
        sight = GAME.see(s, offered.seat)
        for attack in s.attacks:
            named = replies.reacting(GAME, s, declared_on(attack))
            number = GAME.grid.number(attack[0])
            able = {u for u in units_in(offered.units) if number in SHOW.reach(sight, u, "en")["hexes"]}
            assert set(members(named)) == {u for u in able if has_room(GAME, s, 1 << u, attack[0])}
            found += len(able)
    assert found


def test_who_may_refuse_is_named_with_the_chance_until_the_reaction() -> None:
    """R has ER 5: 50 %. In the Reaction Phase, where Q is asked, nobody refuses any more."""
    counters = {"A": COUNTERS["A"], "R": COUNTERS["R"], "Q": COUNTERS["R"]}
    attacks = [{"hex": "MZ0202", "by": ["A"], "table": "mobile"}]
    for phase, declared, is_said in (("declare", [], True), ("refusal", attacks, True), ("reaction", attacks, False)):
        spec = {"counters": counters, "phase": f"german {phase}", "attacks": declared}
        shown = position("MZ0302 A", "MZ0202 R", "MZ0401 Q", **spec)
        notes = plain(shown.ask("odds", "german", hex="MZ0202", units=["A"])["notes"])
        assert (("9.21", "The defender may refuse combat: R, 50% to pass the check", 0) in notes) is is_said, phase


# -- support ----------------------------------------------------------------------------------------------------------


def supported(*units: str, **more: Any) -> Drawn:
    """A attacks D; P is a Ready German air unit, X and Z are German artillery near enough."""
    counters = {name: COUNTERS[name] for name in "ADHX"} | {"Z": COUNTERS["X"], "P": "german air er 6 cas 2"}
    named = {unit.split()[1] for unit in units}
    attacks = [{"hex": "MZ0202", "by": ["A"], "table": "mobile"}]
    spec = {"counters": {k: c for k, c in counters.items() if k in named}, "attacks": attacks, "phase": "german combat"}
    return position(*units, **spec | more)


def test_the_last_gun_is_announced_before_it_is_picked() -> None:
    """Two guns farther than one hex away may support: the second ends the choice, and the die follows."""
    shown = supported("MZ0201 A", "MZ0202 D", "MZ0404 X", "MZ0504 Z")
    ends = "there is nothing left to choose: the combat goes on at once."
    assert ends not in shown.scene("german")["offer"]["prompt"]
    shown.play("X")
    assert shown.scene("german")["offer"]["prompt"].endswith(f"After Z {ends}")
    alone = supported("MZ0201 A", "MZ0202 D", "MZ0404 X")
    assert alone.scene("german")["offer"]["prompt"].endswith(f"After X {ends}")


def called(hq: str, phase: str = "german combat") -> Drawn:
    """A attacks D in MZ1005, P is a Ready air unit, X is near enough; the HQ is in a hex."""
    counters = {name: COUNTERS[name] for name in "ADHX"} | {"P": "german air er 6 cas 2"}
    units = ["MZ1006 A", "MZ1005 D", "MZ1007 X", f"{hq} H", "ready P"]
    attacks = [{"hex": "MZ1005", "by": ["A"], "table": "mobile"}] if phase.endswith("combat") else []
    plain_map: Json = {"picture": "\n".join(". " * 21 for _ in range(13))}
    spec = {"counters": counters, "units": units, "attacks": attacks, "active": ["10pz"], "sequence": "mobile"}
    return drawn_of("moscow", plain_map, **spec, phase=phase)


def why_not(shown: Drawn, unit: str) -> str:
    reason = shown.game.why(shown.state, GERMAN, (UNIT, shown.game.unit_index(unit)))
    assert reason is not None
    return reason[0]


def test_air_units_without_an_hq_near_enough_are_not_passed_over_in_silence() -> None:
    """The HQ must be within 4 hexes of MZ1005 (13.21a): MZ1009 is, MZ1010 is not. Nobody said why P was not asked for,
    and a click on it was answered as if it were a gun, or not adjacent."""
    silent = "Your air units cannot support it: no HQ that can call them is within 4 hexes."
    near, far = called("MZ1009"), called("MZ1010")
    assert near.state.stack[-1].step == "cas"
    assert silent not in near.scene("german")["offer"]["prompt"]
    assert far.state.stack[-1].step == "guns"
    assert silent in far.scene("german")["offer"]["prompt"]
    assert why_not(far, "P") == "13.21a"
    near.play("P", "roll", "1")
    assert why_not(near, "P") == "13.22"
    told = "Air units cannot support the attack: no HQ of an active Formation is within 4 hexes"
    for hq, rule in (("MZ1009", "13.22"), ("MZ1010", "13.21a")):
        shown = called(hq, "german declare")
        notes = plain(shown.ask("odds", "german", hex="MZ1005", units=["A"])["notes"])
        assert (("13.21a", told, 0) in notes) is (rule == "13.21a")
        shown.play("MZ1005")
        assert why_not(shown, "P") == rule


# -- the chain of decisions -------------------------------------------------------------------------------------------


def test_every_stage_of_a_combat_says_where_one_is() -> None:
    """10pz attacks with artillery on both sides; nobody can refuse, react or hold."""
    shown = position(*("MZ0201 A", "MZ0201 H", "MZ0102 B", "MZ0202 D", "MZ0404 X", "MZ0501 Y"), phase="german declare")
    told = []

    def look(side: str, word: str) -> Json:
        scene = shown.scene(side)
        told.append((scene["phase"].partition(". ")[2], scene["offer"]["prompt"]))
        shown.play(word)
        return scene

    look("german", "MZ0202")
    assert look("german", "all")["offer"]["chosen"]["hexes"] == ["MZ0202"]
    assert picks(shown.scene("german")) == {"attack-mobile": "2-1 (-2)", "attack-assault": "2-1 (-2)"}
    shown.play("attack-mobile")
    scene = look("german", "A")
    assert track(scene, 0) == ("Combat: MZ0202 (attacks remaining: 0)", "Lead Units")
    assert track(scene, 1) == ("German Mobile Sequence: 10Pz", "Combat")
    assert picks(scene)["A"].endswith("gives 2-1 (-2)")
    look("soviet", "Y")
    look("german", "X")
    shown.play("1")  # the check of Y, for which nobody has CP
    look("german", "roll")
    shown.play("1")
    look("german", "roll")
    shown.play("1")
    assert track(shown.scene("german"), 0)[1] == "Die"
    assert told == [
        ("Attack declaration", "Declare your attacks: choose a hex to attack."),
        ("Attack declaration", "Choose the units that attack MZ0202, then the table."),
        (
            "Combat: MZ0202, Lead Units",
            "You attack MZ0202. Choose your Lead Unit: it makes the checks and takes the first loss. "
            "A, B attack MZ0202.",
        ),
        *(
            (
                "Combat: MZ0202, Artillery",
                "Choose artillery to support the combat in MZ0202. A, B attack MZ0202. "
                f"After {gun} there is nothing left to choose: the combat goes on at once.",
            )
            for gun in "YX"
        ),
        (
            "Combat: MZ0202, Artillery check",
            "X checks to coordinate the artillery. Choose HQs or Leaders to spend Command Points.",
        ),
        (
            "Combat: MZ0202, Ground units check",
            "A checks to coordinate the attacking ground units. Choose HQs or Leaders to spend Command Points.",
        ),
    ]


def test_tracks_name_every_phase_and_stage_in_every_language() -> None:
    for lang in LANGUAGES:
        tables = GAME.words.language(lang)
        assert {*chain.PHASES, *chain.STRATEGIC.values(), "over"} == tables["phase"].keys()
        assert {*chain.COMBAT, *chain.OVERRUN} == tables["stage"].keys()


def test_a_check_is_shown_with_its_chance() -> None:
    """ER 5 and 2 CP: 50% become 70%."""
    shown = position(
        *("MZ0302 A", "MZ0202 D", "MZ0501 R", "MZ0502 K"),
        counters={k: COUNTERS[k] for k in "ADR"} | {"K": "soviet hq 0-1-6R er 5 cp 2 of 32"},
        attacks=[{"hex": "MZ0202", "by": ["A"], "table": "mobile"}],
        phase="german reaction",
    )
    scene = shown.scene("soviet")
    assert scene["phase"].endswith("Reaction Movement")
    assert picks(scene)["R"] == "1-2-7, ER 5: 50% chance to pass, 3.5 MP"
    shown.play("R")
    scene = shown.scene("soviet")
    odds = scene["offer"]["odds"]
    assert (odds["title"], odds["attack"], odds["column"]) == ("R: Reaction Movement", 5, "50%")
    assert picks(scene) == {"K": "2 CP: 70% chance to pass", "roll": "50%"}
    shown.play("K")
    while shown.game.offers(shown.state)[0].seat >= 0 and shown.state.stack[-1].step == "react":
        shown.play("roll")
    assert [result["means"] for result in odds["results"]] == ["it moves with half its MA", "it stays"]


def test_artillery_that_fails_badly_is_silenced() -> None:
    """ER 5 with +1 of a Mobile Sequence: 1 to 4 pass, 5 to 8 are halved, 9 and 10 are silenced (10 or more)."""
    shown = position(
        *("MZ0201 A", "MZ0202 D", "MZ0404 X", "MZ0201 H"),
        attacks=[{"hex": "MZ0202", "by": ["A"], "table": "mobile"}],
        phase="german combat",
    )
    assert picks(shown.scene("german"))["X"] == "support 4, 3 hexes away, ER 5"
    shown.play("X")
    scene = shown.scene("german")
    results = {result["text"]: result["rolls"] for result in scene["offer"]["odds"]["results"]}
    assert results == {"passed": [1, 2, 3, 4], "failed: half strength": [5, 6, 7, 8], "failed: no support": [9, 10]}
    assert lines_on(scene["offer"]["odds"], "roll") == [("10.4c", "Mobile Sequence", 1)]


@pytest.mark.parametrize(
    ("die", "rule", "text", "value"),
    [
        ("4", "12.11", "artillery: X", 4),
        ("5", "10.42c2", "artillery: X, halved by its check", 2),
        ("9", "10.42c3", "artillery: X, silenced by its check", 0),
    ],
)
def test_the_odds_say_that_a_check_has_halved_support(die: str, rule: str, text: str, value: int) -> None:
    shown = position(
        *("MZ0201 A", "MZ0202 D", "MZ0404 X", "MZ0201 H"),
        attacks=[{"hex": "MZ0202", "by": ["A"], "table": "mobile"}],
        phase="german combat",
    )
    shown.play("X", "roll", die)
    odds = shown.show.throw(shown.sight("german"), "en")
    assert odds is not None
    assert lines_on(dict(odds), "attack") == [("10.51a", "A from MZ0201", 6), (rule, text, value)]


@pytest.mark.parametrize(
    ("what", "modified", "result", "end"),
    [
        ("gun_check", 6, "passed", "passed."),
        ("gun_check", 7, "failed: half strength", "failed, the artillery supports at half strength [10.42c2]."),
        ("gun_check", 10, "failed: no support", "failed, the artillery does not support [10.42c3]."),
        ("cas_check", 7, "failed", "failed."),
    ],
)
def test_the_log_says_what_a_failed_artillery_check_leaves(what: str, modified: int, result: str, end: str) -> None:
    """ER 6: 7 to 9 halve, 10 silences."""
    s = collected()["movement"][0]
    values = {"unit": 0, "what": what, "die": 5, "modified": modified, "er": 6, "success": modified <= 6}
    told = SHOW.entry(GAME.see(s, SOVIET), Event("check", values, ("10.42b1",), None), "en")
    assert told["text"].endswith(f"roll 5, modified to {modified}, against ER 6: {end}")
    assert told["roll"]["result"] == result


# -- ways -------------------------------------------------------------------------------------------------------------


def test_reach_and_way_with_what_each_step_costs() -> None:
    shown = position("MZ0104 B", "MZ0501 D", phase="german movement")
    found = shown.ask("reach", "german", unit="B")
    assert (found["points"], found["hexes"]["MZ0304"]) == (6, {"cost": 1, "left": 5, "attack": False})
    way = shown.ask("path", "german", unit="B", hex="MZ0403")
    assert [(step["hex"], plain(step["lines"])) for step in way["steps"]] == [
        ("MZ0204", [("8.33a", "Main Road", 0.5)]),
        ("MZ0303", [("8.31a", "Clear", 1)]),
        ("MZ0403", [("8.31a", "Rough", 2), ("8.35a", "Woods", 1)]),
    ]
    assert (way["cost"], way["left"]) == (4.5, 1.5)
    with pytest.raises(ValueError, match="B cannot reach MZ0501 in one move"):
        shown.ask("path", "german", unit="B", hex="MZ0501")


def test_a_river_takes_the_whole_allowance() -> None:
    shown = position("MZ0203 B", "MZ0501 D", phase="german movement")
    assert shown.ask("reach", "german", unit="B")["hexes"]["MZ0202"]["cost"] < 6  # the unit has a way round
    shown = drawn(
        {"picture": ". .\n. .", "river": ["MZ0101/MZ0102", "MZ0101/MZ0201", "MZ0101/MZ0202"]},
        **{"counters": {"B": COUNTERS["B"]}, "units": ["MZ0101 B"], "active": ["10pz"], "phase": "german movement"},
    )
    way = shown.ask("path", "german", unit="B", hex="MZ0102")
    assert [(line["rule"], line["value"]) for line in way["steps"][0]["lines"]] == [("8.36c1", 6)]


def test_costs_agree_with_the_rules_everywhere() -> None:
    s = GAME.new("borodino")
    for name in ("ax.10pz.i7", "so.32.i17", "so.32.i154"):
        unit = GAME.unit_index(name) if name in GAME.unit_ids else members(GAME.motorized & GAME.combat)[0]
        units, nobody = 1 << unit, Enemy(0, 0, 0, 0, 0, ())
        how = going.going(GAME, s, units)
        steps = GAME.reacher(how).edges.steps
        for hex_ in GAME.grid.bits(GAME.map_hexes["MZ"])[::31]:
            cheapest: dict[Hex, int] = {}
            for cost, _, near in steps[hex_]:
                cheapest[near] = min(cost, cheapest.get(near, cost))
            for near, cost in cheapest.items():
                lines = costs.step_lines(GAME, s, units, hex_, Hex(near), nobody)
                works = costs.total(costs.tolls(GAME, s, units, near, nobody))
                assert costs.total(lines) - works == cost, (name, GAME.grid.number(hex_), GAME.grid.number(Hex(near)))


def test_reach_is_what_the_rules_offer() -> None:
    for s in collected()["move"]:
        frame = top_frame(s)
        way = Way(GAME, s, frame.units.bit_length() - 1)
        assert sum(1 << hex_ for hex_ in way.costs()) == movement.find_goals(GAME, s, frame)
        for hex_ in way.overruns():
            assert (HEX, hex_) in GAME.offers(s)[0]
    for s in collected()["react_move"]:
        assert sum(1 << hex_ for hex_ in Way(GAME, s, top_frame(s).unit).costs()) == GAME.offers(s)[0].hexes


# -- the scene --------------------------------------------------------------------------------------------------------


def test_points_and_where_they_come_from() -> None:
    """MZ0104 is German and in supply, worth 3; MZ0202 is Soviet. The Soviet side attacks in this scenario."""
    shown = position("MZ0104 B", "MZ0202 D", phase="german movement", points=2)
    scene = shown.scene("german")
    assert scene["points"]["value"] == 2 + 5
    assert plain(scene["points"]["lines"]) == [
        ("1.2b", "MZ0202", 5),
        ("1.2b", "armour steps and rocket artillery units lost", 2),
    ]
    assert scene["owners"]["MZ0104"] == "german" and scene["owners"]["MZ0202"] == "soviet"


def test_markers_works_and_states() -> None:
    shown = position(
        *("MZ0201 A/1 disrupted", "MZ0102 B moved", "MZ0202 D"),
        forts={"soviet": ["MZ0202"]},
        holding=["MZ0202"],
        attacks=[{"hex": "MZ0202", "by": ["A"], "table": "mobile"}],
        phase="german still",
    )
    scene = shown.scene("german")
    assert {(mark["kind"], mark["letter"]) for mark in scene["marks"]["MZ0202"]} >= {
        ("strongpoint", "#"),
        ("no retreat", "N"),
        ("declared", "\u00d7"),
    }
    assert scene["units"]["A"]["flags"] == ["activated", "disrupted", "reduced"]
    assert (scene["units"]["A"]["factors"], scene["units"]["A"]["rating"]) == ("3-3-7", "4")  # ER 6, Disrupted -2
    assert scene["units"]["B"]["flags"] == ["activated", "moved"]
    answer = shown.ask("hex", "german", hex="MZ0202")
    assert "No Retreat." in answer["lines"] and "Zones of control: German and Soviet." in answer["lines"]


@pytest.mark.parametrize(
    ("name", "values", "text"),
    [
        ("turn", {"turn": "15PM"}, "15 October, afternoon: the turn begins."),
        ("group called", {"side": 0, "group": "3rd Panzer Division", "points": -3}, " (attacker's VP: -3)."),
        ("step lost", {"unit": 0, "hex": -1, "points": -1}, " loses a step (attacker's VP: -1)."),
        ("step lost", {"unit": 0, "hex": -1, "points": 0}, " loses a step."),
        ("eliminated", {"unit": 0, "hex": -1, "points": 2}, " is eliminated (attacker's VP: +2)."),
        ("eliminated", {"unit": 0, "hex": -1}, " is eliminated."),
    ],
)
def test_the_log_tells_of_vp(name: str, values: Json, text: str) -> None:
    """Events of older records do not have them."""
    s = collected()["movement"][0]
    assert SHOW.entry(GAME.see(s, SOVIET), Event(name, values, (), None), "en")["text"].endswith(text)


def test_lost_armour_is_logged_with_its_vp() -> None:
    """In Drive on Mtsensk a German armour step costs the attacker 1 VP, and so does each of two."""
    losses = GAME.loss_values["mtsensk"]
    armour = next(unit for unit in units_in(GAME.armor & GAME.side_units[GERMAN]) if GAME.full_steps[unit] > 1)
    s = next(s for s in collected()["movement"] if s.scenario == "mtsensk" and s.place[armour] >= 0).clone()
    s.events = []
    steps = s.steps[armour]
    before = s.points
    for _ in range(steps):
        lose_step(GAME, s, armour)
    told = [event.values["points"] for event in s.events if event.name in ("step lost", "eliminated")]
    assert told == [losses["german armor step"]] * steps
    assert s.points == before + sum(told)


def test_a_question_names_no_sequence_that_cannot_be_chosen() -> None:
    """A Pass stood in the prompt where it was not offered, and both together where they cannot be combined."""
    positions = [s.clone() for s in collected()["choose"]]
    alone = (s for s in positions if not GAME.is_opening(s, GAME.side_of(s, GAME.offers(s)[0].seat)))
    passing = next(s for s in alone if GAME.prompt(s, "en").endswith("You cannot pass with it.")).clone()
    side = GAME.offers(passing)[0].seat
    other = next(m for m, of in enumerate(GAME.marker_side) if of == side and passing.markers[m] != HAND)
    passing.markers[other] = CUP
    assert GAME.prompt(passing, "en").endswith("Mobile, Assault or Pass?"), "another marker is left in the cup"
    seen = set()
    for s in [*positions, passing]:
        names = {GAME.option_names[option] for option in options_in(GAME.offers(s)[0].options)}
        prompt = GAME.prompt(s, "en")
        assert ("or Pass?" in prompt) is ("pass" in names)
        assert ("both together" in prompt) is ("combine-drawn" in names)
        seen.add(("pass" in names, "combine-drawn" in names))
    assert len(seen) == 3, "neither, a Pass, both together"


def test_the_reserve_is_explained_where_it_is_asked_for() -> None:
    """The markers return two turns ahead (5.31)."""
    s = collected()["reserves"][0]
    scene = SHOWN["moscow"].scene(s, GAME.offers(s)[0].seat)
    back = half_day(GAME.box(s.scenario, s.turn + 2).turn)
    assert "A Formation in Reserve cannot be activated" in scene["offer"]["prompt"]
    assert scene["offer"]["prompt"].endswith(f"its markers return two turns later ({back}).")


def test_reinforcements_say_by_which_hexes_they_enter() -> None:
    due = {
        (s.scenario, unit): s
        for found in collected().values()
        for s in found
        for unit in units_in(GAME.ground)
        if s.place[unit] == DUE and not GAME.fuel_units >> unit & 1
    }
    assert due
    for (scenario, unit), s in due.items():
        note = movable(SHOW.voice("en"), s, unit)
        area = GAME.grid.numbers(GAME.entry_areas[GAME.schedules[scenario].areas[unit]])
        first, last = (note.partition(" enters by ")[2].replace(", ", "…").split("…")[each] for each in (0, -1))
        assert {first, last} <= set(area), note


def test_the_call_of_a_group_names_its_entry_hexes() -> None:
    """The 82nd Motorized Rifle Division of Borodino comes from SE, MZ0112 to MZ0120, for 6 VP."""
    s = GAME.new("borodino")
    group = GAME.scenarios["borodino"].group[0]
    s.turn = GAME.turn_number("borodino", group.turn)
    side = SOVIET if group.side == "soviet" else GERMAN
    s.stack.append(CallingGroups(side))
    (note,) = (
        pick["note"] for pick in SHOWN["moscow"].scene(s, side)["offer"]["picks"] if pick["pick"].startswith("call-")
    )
    assert note.endswith("attacker's VP: +6; its units enter by MZ0112…MZ0120")


def test_markers_in_the_cup_are_numbers_to_the_enemy_and_names_to_their_owner() -> None:
    s = next(s for s in collected()["choose"] if top_frame(s).side == GERMAN)
    own, other = (SHOW.scene(GAME.see(s, seat), Moment(), "en") for seat in (GERMAN, SOVIET))
    assert own["secrets"][0].startswith("In your hand: ")
    assert not any("In your hand" in line for line in other["secrets"])
    box = {b["name"]: b["lines"] for b in other["boxes"]}["German activation markers"]
    assert box == {b["name"]: b["lines"] for b in own["boxes"]}["German activation markers"]


@pytest.mark.parametrize(
    ("event", "roll"),
    [
        (
            Event("combat result", {"die": 7, "drm": -2, "result": "A1/D2R", "at": (0, 0)}, ("10.63",), None),
            {"dice": 1, "sides": 10, "total": 7, "modifier": -2, "column": "1-4", "result": "A1/D2R"},
        ),
        (
            Event(
                "check",
                {"unit": 0, "what": "react", "die": 9, "modified": 7, "er": 6, "success": False},
                ("3.42",),
                None,
            ),
            {"dice": 1, "sides": 10, "total": 9, "modifier": -2, "column": "", "result": "failed"},
        ),
        (
            Event("fuel supply", {"die": 5, "drm": -1, "number": 2}, ("6.41",), None),
            {"dice": 1, "sides": 10, "total": 5, "modifier": -1, "column": "", "result": "2 Fuel units"},
        ),
    ],
)
def test_rolls_of_the_log(event: Event, roll: Json) -> None:
    s = collected()["movement"][0]
    assert SHOW.entry(GAME.see(s, SOVIET), event, "en")["roll"] == roll


def test_overlays() -> None:
    shown = position("MZ0201 A", "MZ0104 H", "MZ0202 D", "MZ0404 X", phase="german still", german=["MZ0104"])
    zones = {area["kind"]: area["hexes"] for area in shown.ask("overlay", "german", overlay="zone")["areas"]}
    assert {"MZ0101", "MZ0201", "MZ0202"} <= {*zones["zone"], *zones["both zones"]}
    ranges = shown.ask("overlay", "german", overlay="range", unit="X")["areas"]
    assert ranges[0]["text"] == "X: range 6"
    with pytest.raises(ValueError, match="A has neither Command Points nor guns"):
        shown.ask("overlay", "german", overlay="range", unit="A")
    control = shown.ask("overlay", "german", overlay="control")
    assert control["values"]["MZ0202"]["text"] == "5"
    odds = shown.ask("overlay", "german", overlay="odds")
    assert odds["values"]["MZ0202"]["text"] == "1-1 (-1)"  # 6 to 5; Village +1, ER 5 less 7


def test_overlays_can_be_asked_for_in_every_language() -> None:
    s = collected()["declare"][0]
    for lang in LANGUAGES:
        for overlay in SHOW.board(lang)["overlays"]:
            question = {"what": "overlay", "overlay": overlay["key"], "side": "german"}
            assert SHOW.ask(GAME.see(s, SOVIET), question, lang)["overlay"] == overlay["key"]


def test_who_may_refuse_sees_the_attack_on_that_hex() -> None:
    """Infantry cannot refuse, reconnaissance can: 6 to 2 is 3-1, whatever is attacked before it."""
    units = ["MZ2010 E", "MZ1510 R", "MZ2009 A", "MZ1509 B"]
    counters = {
        "E": "soviet infantry 3-4-5 of 32",
        "R": "soviet reconnaissance 1-2-8R er 6 of 32",
        "A": "german armor 6*-4-7R er 7 of 10pz",
        "B": "german armor 6*-4-7R er 6 of 10pz",
    }
    declared = [{"hex": "MZ2010", "by": ["A"]}, {"hex": "MZ1510", "by": ["B"]}]
    spec = {"counters": counters, "units": units, "attacks": declared, "active": ["10pz"], "sequence": "mobile"}
    plain_map: Json = {"picture": "\n".join(". " * 21 for _ in range(13))}
    shown = drawn_of("moscow", plain_map, **spec, phase="german refusal")
    offer = shown.scene("soviet")["offer"]
    assert [pick["pick"] for pick in offer["picks"] if pick["pick"].startswith("MZ")] == ["MZ1510"]
    odds = offer["odds"]
    assert (odds["hexes"], odds["attack"], odds["defence"], odds["column"]) == (["MZ1510"], 6, 2, "3-1")


def test_a_path_is_taken_back_by_undo_alone() -> None:
    """A hex of it was dropped alone, and the picks after it were made again for another unit."""
    found = dropped_ways(SHOWN["moscow"], ("retreat",))
    assert found and not any(found)

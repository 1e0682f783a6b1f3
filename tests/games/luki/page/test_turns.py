"""Velikye Luki through the page: chits in secret, fog of war, a pocket, a turn of both sides."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games.luki import story
from page.hand import Hand
from page.people import People, seats
from page.walks import Cut
from server.process import Server
from stavka.engine.state import Json

SIDES = ("soviet", "german")
OTHER = {"soviet": "german", "german": "soviet"}
BOTH = dict.fromkeys(SIDES, "friend")
HEX = re.compile(r"\d{4}")
Make = Callable[..., Json]


@pytest.fixture(scope="session")
def words(server: Server) -> dict[str, str]:
    """The texts of the buttons."""
    found: dict[str, str] = server.get("games/luki/board?lang=en")["options"]
    return found


def said(hand: Hand) -> str:
    """Everything that the server has sent to a page while it plays."""
    return json.dumps(hand.heard)


# -- chits in secret ------------------------------------------------------------------------------------------------


def test_chits_are_chosen_in_secret_and_shown_together(people: People, make: Make, words: dict[str, str]) -> None:
    fight = story.chits()
    hands = seats(people, make(BOTH, fight.record))
    for side, hand in hands.items():
        expect(hand.asked().prompt).to_contain_text("Choose the chits to play.")
        assert {word for word in hand.words() if word != "done"} == fight.drawn[side]
        box = hand.page.locator(".box.secret").inner_text()
        assert all(words[chit] in box for chit in fight.drawn[side])
        assert not any(words[chit] in box for chit in fight.drawn[OTHER[side]])
    soviet, german = hands["soviet"], hands["german"]
    played = {side: sorted(fight.drawn[side])[: fight.most[side]] for side in SIDES}

    # a choice changes nothing on the other screen, and nothing is sent there
    shown, heard = german.table.inner_text(), len(german.heard)
    soviet.pick(*played["soviet"], "done")
    expect(soviet.prompt).to_contain_text("Waiting for the German player")
    assert german.table.inner_text() == shown
    assert not [message for message in german.heard[heard:] if message["is"] == "update"]
    german.pick(*played["german"])
    for side, hand in hands.items():
        assert not [chit for chit in fight.drawn[OTHER[side]] if f'"{chit}"' in said(hand)]
    german.pick("done")

    # together they are shown: those that were played, and no other
    for side, hand in hands.items():
        expect(hand.log).to_contain_text("Chits played:")
        line = next(line for line in reversed(hand.lines()) if "Chits played:" in line)
        for each in SIDES:
            for chit in fight.drawn[each]:
                assert (words[chit] in line) == (chit in played[each]), line
        kept = fight.drawn[OTHER[side]] - set(played[OTHER[side]])
        assert not [chit for chit in kept if f'"{chit}"' in said(hand)]
        drawn = [line for line in hand.lines() if "Chit drawn:" in line][-len(fight.drawn[side]) :]
        assert sorted(re.search(r"Chit drawn: (.+?)\.", line)[1] for line in drawn) == sorted(  # type: ignore[index]
            words[chit] for chit in fight.drawn[side]
        )


def test_nobody_is_sent_what_lies_below_the_top(people: People, make: Make) -> None:
    fight = story.chits()
    made = make(BOTH, fight.record)
    hands = seats(people, made)
    scenes = {side: hand.scenes() for side, hand in hands.items()}
    for side in SIDES:
        (scene,) = scenes[side]
        (other,) = scenes[OTHER[side]]
        assert fight.unseen[side], "nothing is hidden"
        assert not places(scene, fight.unseen[side])
        assert len(places(other, fight.unseen[side])) == len(fight.unseen[side]), "their owner sees them where they are"
    # an onlooker sees what both sides see
    (scene,) = people.come().sit(made).scenes()
    assert not places(scene, fight.unseen["soviet"] | fight.unseen["german"])


def places(scene: Json, units: set[str]) -> dict[str, str]:
    """The hexes of those units whose hexes a scene tells."""
    return {unit: scene["units"][unit]["hex"] for unit in units if "hex" in scene["units"].get(unit, {})}


# -- a pocket -------------------------------------------------------------------------------------------------------


def end_turn(people: People, make: Make, cut: Cut, turn: int) -> dict[str, Hand]:
    """Both sit down, and the last pick of a turn is made."""
    hands = seats(people, make(BOTH, cut.record))
    hand = hands[cut.side].asked()
    hand.changed(lambda: hand.click(cut.word) if HEX.fullmatch(cut.word) else hand.offered(cut.word).click())
    for hand in hands.values():
        expect(hand.turn).to_contain_text(f"Turn {turn} of")
    return hands


def test_a_pocket_forms_and_starves(people: People, make: Make, server: Server) -> None:
    pocket = story.pocket()
    label = server.get("games/luki/board?lang=en")["units"][pocket.unit]["label"]
    for hand in end_turn(people, make, pocket.formed, 3).values():
        expect(hand.log).to_contain_text(re.compile(r"Soviet Kessel \d: "))
        expect(hand.log).to_contain_text(f"Attrition check of {label}")
        expect(hand.page.locator(".track").filter(has_text="Kessel Track")).to_contain_text("Soviet Kessel")
        scene = hand.scenes()[-1]
        assert "kessel" in [mark["kind"] for mark in scene["marks"][pocket.hexes[0]]]
        assert "isolated" in scene["units"][pocket.unit]["flags"]
        assert scene["units"][pocket.unit]["steps"] == pocket.steps[0]


def test_a_pocket_is_relieved(people: People, make: Make) -> None:
    pocket = story.pocket()
    for hand in end_turn(people, make, pocket.relieved, 4).values():
        before, after = hand.scenes()[0], hand.scenes()[-1]
        assert "isolated" in before["units"][pocket.unit]["flags"]
        assert "isolated" not in after["units"][pocket.unit]["flags"]
        assert "kessel" in [mark["kind"] for mark in before["marks"][pocket.hexes[1]]]
        assert "kessel" not in [mark["kind"] for mark in after["marks"].get(pocket.hexes[1], [])]


# -- a turn ---------------------------------------------------------------------------------------------------------


class Player:
    """A person who plays a turn: in the first segment a move and an attack, then only what is mandatory."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.done: Counter[str] = Counter()

    def play(self) -> None:
        """Answer what is asked."""
        hand = self.hand.asked()
        prompt, words = hand.prompt.inner_text(), hand.words()
        kinds = ("spend", "Choose a unit to move", "choose a hex", "Choose a hex to attack", "Choose the chits")
        kind = next((kind for kind in kinds if kind in prompt), "")
        self.done[kind] += 1
        first = self.done[kind] == 1
        if "fight-move" in words:
            hand.pick("fight-move")
        elif kind == "spend":
            hand.pick("spend-2" if first and "spend-2" in words else "spend-0")
        elif kind == "Choose a unit to move":
            self.one(first, [word for word in words if "." in word])
        elif kind == "choose a hex" and "stop" in words and first:
            offered = hand.scenes()[-1]["offer"]["picks"]
            hand.take(next(pick["pick"] for pick in offered if HEX.fullmatch(pick["pick"])))
        elif kind == "Choose a hex to attack":
            self.one(first, [word for word in words if HEX.fullmatch(word)])
        elif kind == "Choose the chits" and first:
            hand.pick(words[0])
        elif "attack" in words:
            expect(hand.page.locator(".odds .share").first).to_be_visible()
            hand.pick("attack")
        else:
            rest = [word for word in ("all", "done", "stop", "pass", "box", "retreat-0") if word in words]
            hand.pick((rest or words)[0])

    def one(self, first: bool, words: list[str]) -> None:
        """The first of some units or hexes on the map, once."""
        self.hand.take(words[0]) if first else self.hand.pick("done")


def test_both_sides_play_a_turn(people: People, make: Make) -> None:
    hands = seats(people, make(BOTH, story.turn()))
    players = {side: Player(hand) for side, hand in hands.items()}
    turns = [hand.turn for hand in hands.values()]
    expect(turns[0]).to_contain_text("Turn 2 of 3")
    mine = re.compile(r"\bmine\b")
    phases: set[str] = set()
    while turns[0].inner_text().startswith("Turn 2"):
        for side, player in players.items():
            if mine.search(hands[side].now.get_attribute("class") or ""):
                phases.add(hands[side].page.locator(".phase").inner_text())
                player.play()
    expect(turns[1]).to_contain_text("Turn 3 of 3")
    for hand in hands.values():
        for sentence in ("activity: roll", " moves ", " attack ", "Chits played", "limited activity", "Victory check"):
            expect(hand.log).to_contain_text(sentence)
    segments = {f"{n} {side} segment" for n in ("First", "Second", "Third") for side in ("Soviet", "German")}
    assert {phase.split(":")[0] for phase in phases} >= {*segments, "Limited activity segment"}
    for player in players.values():
        assert player.done["Choose a unit to move"] and player.done["Choose a hex to attack"]
        assert player.done["Choose the chits"]


# -- questions that are seldom worth asking --------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["mouse", "keys", "finger"])
def test_the_administrative_box_is_a_button_beside_the_next_question(people: People, make: Make, how: str) -> None:
    """Nobody goes from the map to the box unless the player asks for it; from the box to the map is a question."""
    before, _ = story.boxes()
    hand = people.come(phone=how == "finger").sit(make(BOTH, before.record), before.side).asked()
    hand.pick(before.word)
    expect(hand.asked().prompt).to_contain_text("In which order do you move and fight")
    button = hand.now.locator("[data-ask='to box']")
    expect(button).to_contain_text("From the map to the administrative box: no unit moves")
    acts: dict[str, Callable[[], object]] = {
        "mouse": button.click,
        "keys": lambda: hand.press("Shift+U"),
        "finger": button.tap,
    }
    hand.changed(acts[how])
    expect(hand.prompt).to_contain_text("from the map to the administrative box")
    expect(hand.offered("pass")).to_be_visible()
    # now the player answers, and the game goes on
    hand.pick("pass")
    expect(hand.prompt).to_contain_text("In which order do you move and fight")
    # one undo goes back to what the player did last
    hand.changed(lambda: hand.press("u"))
    assert "to the administrative box" in hand.prompt.inner_text() or before.word in hand.words()

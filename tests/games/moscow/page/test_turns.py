"""Roads to Moscow through the page: markers drawn in secret, Formations combined, an Overrun, and the long chain of
decisions of both sides in one attack; then a turn of both."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from games.moscow import story
from page.hand import Hand
from page.people import People, hexes, seats, units
from server.process import Server
from stavka.engine.state import Json

SIDES = ("german", "soviet")
OTHER = {"german": "soviet", "soviet": "german"}
BOTH = dict.fromkeys(SIDES, "friend")
MINE = re.compile(r"\bmine\b")
Make = Callable[..., Json]


@pytest.fixture(scope="session")
def board_of_moscow(server: Server) -> Json:
    found: Json = server.get("games/moscow/board?lang=en")
    return found


def asked(hands: dict[str, Hand]) -> Iterator[tuple[str, Hand]]:
    """The sides that have to decide, one after the other."""
    while True:
        for side, hand in hands.items():
            if MINE.search(hand.now.get_attribute("class") or ""):
                yield side, hand.asked()


def note(hand: Hand, word: str) -> str:
    """The text of a button apart from its name."""
    return hand.offered(word).locator("small").inner_text()


# -- markers ----------------------------------------------------------------------------------------------------------


def test_two_formations_are_combined_and_nobody_knows_the_second_one_before(people: People, make: Make) -> None:
    cut = story.combining()
    hands = seats(people, make(BOTH, cut.record))
    mine, other = hands[cut.side].asked(), hands[OTHER[cut.side]]
    drawn, pooled = re.search(r"You have drawn (.+), and (.+) is in the Pool", mine.prompt.inner_text()).groups()  # type: ignore[union-attr]
    assert re.fullmatch(rf"{drawn} is shown; {pooled} joins with a chance of \d+%", note(mine, cut.word))
    secret = mine.page.locator(".box.secret").inner_text()
    assert f"In your hand: {drawn}" in secret and f"In your Pool: {pooled}" in secret
    assert (
        "Known only to you" not in other.page.locator(".tracks").inner_text() or drawn not in other.prompt.inner_text()
    )
    mine.pick(cut.word)
    for hand in hands.values():
        expect(hand.log).to_contain_text(re.compile(r"tries to combine: roll \d+, modifier [+-]\d+: passed"))
    expect(mine.prompt).to_contain_text("Mobile or Assault")
    mine.pick("assault")
    for hand in hands.values():
        expect(hand.page.locator(".phase")).to_contain_text(re.compile(rf"Assault Sequence: .*{re.escape(pooled)}"))
        expect(hand.page.locator(".phase")).to_contain_text(drawn)


def test_a_pool_marker_stays_secret_when_combining_fails(people: People, make: Make) -> None:
    cut = story.combining(15)
    hands = seats(people, make(BOTH, cut.record))
    mine, other = hands[cut.side].asked(), hands[OTHER[cut.side]]
    drawn, pooled = re.search(r"You have drawn (.+), and (.+) is in the Pool", mine.prompt.inner_text()).groups()  # type: ignore[union-attr]
    mine.pick(cut.word).pick("mobile")
    phase = other.page.locator(".phase")
    expect(phase).to_contain_text(f"Mobile Sequence: {drawn}")
    assert pooled not in phase.inner_text()
    assert not [line for line in other.lines() if pooled in line and "draws" in line]


# -- an Overrun -------------------------------------------------------------------------------------------------------


def test_an_overrun_in_the_middle_of_a_move(people: People, make: Make) -> None:
    cut = story.overrunning()
    hands = seats(people, make(BOTH, cut.record))
    mine = hands[cut.side].asked()
    assert re.search(r"Overrun of .+ for [\d.]+ MP: \d-\d", note(mine, cut.word))
    # its possible effect is shown, modifier by modifier, before it is made
    mine.page.mouse.move(*mine.at(cut.word))
    expect(mine.page.locator(".odds")).to_contain_text(f"Overrun of {cut.word}")
    expect(mine.page.locator(".odds .share").first).to_be_visible()
    mine.take(cut.word)
    for side, hand in asked(hands):
        if "Overrun" not in hand.page.locator(".tracks").inner_text():
            break
        hand.pick((hand.words() if side == cut.side else ["done", *hand.words()])[-1])
    for hand in hands.values():
        expect(hand.log).to_contain_text(re.compile(rf"Overrun of {cut.word}: \d+ to \d+, column \d-\d"))
        expect(hand.page.locator(".thrown .die").first).to_be_visible()


# -- an attack --------------------------------------------------------------------------------------------------------


LINKS = {
    "attempt Combat Refusal": "refuse",
    "attempt Reaction Movement": "react",
    ": choose a hex (": "move_up",
    "declare No Retreat": "hold",
    "spend Command Points": "spend",
    "Choose air units": "support",
    "Choose artillery": "support",
    "Choose the next attack": "resolve",
}
"""The questions in the chain of decisions of an attack, and their answers."""


class Chain:
    """The decisions of both sides in the attacks that have been declared: something is done at each link once."""

    def __init__(self, hands: dict[str, Hand]) -> None:
        self.hands = hands
        self.done: Counter[tuple[str, str]] = Counter()

    def play(self) -> None:
        for side, hand in asked(self.hands):
            prompt = hand.prompt.inner_text()
            if "You have drawn" in prompt:
                return
            kind = next((kind for kind in LINKS if kind in prompt), "")
            self.done[side, kind] += 1
            getattr(self, LINKS.get(kind, "go_on"))(hand, first=self.done[side, kind] == 1)

    def refuse(self, hand: Hand, *, first: bool) -> None:
        assert hexes(hand.words()) == [story.REFUSES]
        assert "% chance to pass" in hand.offered(story.REFUSES).inner_text()
        # a Disrupted unit cannot, and a player who looks at it is told why
        hand.press("0")
        hand.look_and_ask(story.HOLDS)
        expect(hand.why).to_contain_text("9.21b")
        hand.press("Escape")
        hand.take(story.REFUSES)
        expect(hand.log).to_contain_text(
            re.compile(r".+ checks \(Combat Refusal\): roll \d+, modified to \d+, against ER \d+")
        )

    def react(self, hand: Hand, *, first: bool) -> None:
        if not first:
            hand.pick("done")
            return
        assert note(hand, "done") == "no other unit reacts"
        hand.take(units(hand.words())[0])

    def move_up(self, hand: Hand, *, first: bool) -> None:
        """Reinforce the attacked hex, which can then hold."""
        hand.take(story.HOLDS)

    def hold(self, hand: Hand, *, first: bool) -> None:
        hand.take(story.HOLDS) if first else hand.pick("done")

    def spend(self, hand: Hand, *, first: bool) -> None:
        """See the check with its sum, then improve it by the Command Points of an HQ."""
        odds = hand.page.locator(".odds")
        expect(odds).to_contain_text("to pass")
        expect(odds.locator(".rule-link").first).to_be_visible()
        before = chance(hand)
        (helper, *_) = units(hand.words())
        better = re.search(r"\d CP: (\d+)% chance to pass", hand.offered(helper).inner_text())
        assert better and int(better[1]) > before
        hand.pick(helper)
        if "roll" in hand.words() and "spend Command Points" in hand.prompt.inner_text():
            assert chance(hand) == int(better[1])
            hand.pick("roll")

    def support(self, hand: Hand, *, first: bool) -> None:
        expect(hand.page.locator(".odds .share").first).to_be_visible()
        picked = units(hand.words())
        hand.pick(picked[0] if picked and first else "done")

    def resolve(self, hand: Hand, *, first: bool) -> None:
        hand.take(story.HOLDS if first else hexes(hand.words())[0])

    def go_on(self, hand: Hand, *, first: bool) -> None:
        words = hand.words()
        hand.pick((hexes(words) or units(words) or words)[0])


def chance(hand: Hand) -> int:
    """The chance of the check that is shown, in percent."""
    found = re.search(r"(\d+)\s*%\s*chance to pass", hand.page.locator(".odds").inner_text())
    assert found, hand.page.locator(".odds").inner_text()
    return int(found[1])


def test_an_attack_from_its_declaration_to_the_advance(people: People, make: Make) -> None:
    hands = seats(people, make(BOTH, story.attacks()))
    german, soviet = hands["german"].asked(), hands["soviet"]
    expect(german.prompt).to_contain_text("Declare your attacks")
    german.take(story.REFUSES)
    # only one unit can attack, so it does; the result is on the button, and in the sum, modifier by modifier
    attack = next(word for word in german.words() if word.startswith("attack-"))
    column, modifier = re.fullmatch(r"(\d-\d) \(([+-]?\d)\)", note(german, attack)).groups()  # type: ignore[union-attr]
    odds = german.page.locator(".odds")
    expect(odds).to_contain_text(f"Attack on {story.REFUSES}")
    expect(odds).to_contain_text(column)
    rolls = [line["value"] for line in german.scenes()[-1]["offer"]["odds"]["lines"] if line["on"] == "roll"]
    assert max(-5, min(5, sum(rolls))) == int(modifier)
    expect(odds.locator(".rule-link").first).to_be_visible()
    german.pick(next(word for word in german.words() if word.startswith("attack-"))).pick("done")
    expect(soviet.asked().prompt).to_contain_text("You are attacked")
    expect(soviet.page.locator(".box").filter(has_text="Declared attacks")).to_contain_text(story.REFUSES)
    chain = Chain(hands)
    chain.play()
    for side, kind in (
        ("soviet", "attempt Combat Refusal"),
        ("soviet", "attempt Reaction Movement"),
        ("soviet", "declare No Retreat"),
        ("soviet", "Choose air units"),
        ("german", "spend Command Points"),
        ("german", "Choose air units"),
        ("soviet", "Choose artillery"),
        ("german", "Choose artillery"),
        ("german", "Choose the next attack"),
    ):
        assert chain.done[side, kind], (side, kind, chain.done)
    for hand in hands.values():
        for sentence in ("air support: ", " checks (", "attack", "Roll "):
            expect(hand.log).to_contain_text(sentence)


# -- standing answers -------------------------------------------------------------------------------------------------


def test_who_has_answered_for_good_is_not_asked(people: People, make: Make) -> None:
    hands = seats(people, make(BOTH, story.attacks()))
    german, soviet = hands["german"].asked(), hands["soviet"]
    # in the menu, while the other side decides
    menu = soviet.page.get_by_role("banner").get_by_role("button", name="Menu")
    menu.click()
    sheet = soviet.page.get_by_role("dialog")
    for question, answer in (
        ("When units may react", "never react"),
        ("When No Retreat may be declared", "never declare it"),
    ):
        sheet.get_by_label(question).select_option(label=answer)
    soviet.press("Escape")
    heard = len(german.heard)
    german.take(story.REFUSES)
    german.pick(next(word for word in german.words() if word.startswith("attack-"))).pick("done")
    # the player can also answer it for good when asked: nothing is asked before the combats
    expect(soviet.asked().prompt).to_contain_text("Combat Refusal")
    soviet.now.get_by_label("From now on").select_option(label="never refuse")
    expect(german.asked().prompt).to_contain_text("Choose the next attack")
    assert not [each for each in german.heard[heard:] if "never" in str(each)], "standing answers are told to nobody"
    assert not [line for line in soviet.lines() if "eact" in line.split(":")[0] and "tries" in line]
    # standing answers are kept, and can be withdrawn
    soviet.page.reload()
    soviet.settle()
    menu.click()
    field = sheet.get_by_label("When units may react")
    expect(field).to_have_value("never")
    field.select_option(label="ask me each time")
    expect(field).to_have_value("")


# -- a turn -----------------------------------------------------------------------------------------------------------


class Player:
    """A person who plays a turn: one move and one attack, then only what is mandatory."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.done: Counter[str] = Counter()

    def play(self) -> None:
        hand = self.hand.asked()
        prompt, words = hand.prompt.inner_text(), hand.words()
        kinds = (
            "You have drawn",
            "You play",
            "Choose a unit to move",
            "choose a hex (",
            "Declare your attacks",
            "Choose the units that attack",
        )
        kind = next((kind for kind in kinds if kind in prompt), "")
        self.done[kind] += 1
        first = self.done[kind] == 1
        if kind in ("You have drawn", "You play"):
            marker = self.done["You have drawn"] + self.done["You play"]
            hand.pick("assault" if marker == 1 else "mobile")
        elif kind == "Choose a unit to move" and first:
            hand.take(units(words)[0])
        elif hexes(words) and (first if kind == "choose a hex (" else self.wants_to_attack(kind)):
            hand.take(hexes(words)[0])
        elif kind == "Choose the units that attack":
            attack = [word for word in words if word.startswith("attack-")]
            hand.pick(attack[0] if attack else "all" if "all" in words else units(words)[0])
        else:
            rest = [word for word in ("done", "stop", "roll", "pass") if word in words]
            hand.pick((rest or words)[0])

    def wants_to_attack(self, kind: str) -> bool:
        return kind == "Declare your attacks" and not self.done["Choose the units that attack"]


def test_both_sides_play_a_turn(people: People, make: Make) -> None:
    hands = seats(people, make(BOTH, game="moscow", scenario="artemki", seed="page"))
    players = {side: Player(hand) for side, hand in hands.items()}
    turns = [hand.turn for hand in hands.values()]
    phases: set[str] = set()
    for side, hand in asked(hands):
        if turns[0].inner_text().startswith("Turn 2"):
            break
        phases.add(hand.page.locator(".phase").inner_text())
        players[side].play()
    expect(turns[1]).to_contain_text("Turn 2 of 4")
    for side in ("German", "Soviet"):
        for sequence in ("Mobile", "Assault"):
            assert [phase for phase in phases if phase.startswith(f"{side} {sequence} Sequence")], phases
    for hand in hands.values():
        for sentence in ("Weather", "First Player", "Mobile Sequence", "Assault Sequence", "MP left", "attack"):
            expect(hand.log).to_contain_text(sentence)
    for player in players.values():
        assert player.done["You have drawn"] + player.done["You play"] >= 2 and player.done["Choose a unit to move"]
    assert sum(player.done["Choose the units that attack"] for player in players.values())


# -- on a phone -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["mtsensk", "tula", "artemki", "borodino"])
def test_a_phone_against_the_computer(people: People, make: Make, scenario: str) -> None:
    attacker = "soviet" if scenario == "artemki" else "german"
    made = make({attacker: "friend", OTHER[attacker]: "scripted"}, game="moscow", scenario=scenario, seed="phone")
    hand = people.come(phone=True).sit(made, attacker)
    for _ in range(8):
        # the place in the Sequence is shown above the question
        expect(hand.asked().page.locator(".phase")).to_have_text(re.compile(r"\w"))
        expect(hand.prompt.locator(".rule-link")).to_be_visible()
        words = hand.words()
        hand.pick(next((word for word in ("done", "mobile", "roll") if word in words), words[0]))
    width = hand.page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390, "the page is wider than the phone"

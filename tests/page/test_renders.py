"""Only what changes is rendered again: React is asked after each commit what it has rendered."""

from __future__ import annotations

from collections.abc import Callable

from page.hand import Hand
from page.people import People
from page.story import moving
from stavka.engine.state import Json

Make = Callable[..., Json]

WATCH = """() => {
    const components = new Set([0, 11, 14, 15]); // functions, with a reference, and memoised ones
    window.rendered = 0;
    const walk = (fiber) => {
        if (components.has(fiber.tag) && fiber.flags & 1) window.rendered += 1; // 1: it performed work
        if (fiber.alternate && fiber.child === fiber.alternate.child) return; // nobody went below
        for (let child = fiber.child; child; child = child.sibling) walk(child);
    };
    window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
        renderers: new Map(),
        supportsFiber: true,
        inject: () => 1,
        checkDCE: () => undefined,
        onCommitFiberRoot: (_, root) => walk(root.current),
        onCommitFiberUnmount: () => undefined,
        onPostCommitFiberRoot: () => undefined,
    };
}"""


def rendered(hand: Hand) -> int:
    """The number of components that have been rendered since the last call."""
    found: int = hand.page.evaluate("() => { const found = window.rendered; window.rendered = 0; return found; }")
    return found


def test_a_pointer_that_moves_over_the_map_renders_next_to_nothing(people: People, make: Make) -> None:
    """And a change renders what it has changed: much less than a page that is shown for the first time."""
    made = make({"soviet": "friend", "axis": "friend"}, moving())
    hand = people.come()
    hand.page.add_init_script(f"({WATCH})()")
    hand.sit(made, "soviet").asked().painted()
    whole = rendered(hand)
    hexes = hand.seen(hand.words())[:6]
    assert len(hexes) >= 4
    rendered(hand)
    for word in hexes:
        hand.page.mouse.move(*hand.at(word))
        hand.page.wait_for_timeout(10)
    pointed = rendered(hand)
    hand.page.mouse.move(*hand.at(hexes[0]))
    unit = next(word for word in hand.words() if word.startswith("so.") and ".hq." not in word)
    hand.page.wait_for_timeout(300)
    rendered(hand)
    hand.pick(unit)
    picked = rendered(hand)
    print(f"first {whole}, {len(hexes)} hexes pointed at {pointed}, a pick {picked}")
    assert whole > 100, "something is counted"
    assert 0 < pointed <= 4 * len(hexes), "the hint below the map, and a stack that is laid out"
    assert picked < whole / 2

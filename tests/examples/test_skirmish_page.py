"""The example in the browser: the page, which knows no game, shows it and lets it be played."""

from __future__ import annotations

from playwright.sync_api import expect

from examples.conftest import PluggedServer
from page.people import People, chromium


def test_it_is_opened_and_played_on_the_page(plugged_server: PluggedServer) -> None:
    with chromium() as browser:
        people = People(browser, plugged_server.address)
        with people.stack:
            shelf = people.come().go()
            expect(shelf.page.locator("label.game-box").first).to_contain_text("The Fords of Orle")
            seats = {"league": "friend", "crown": "friend"}
            made = plugged_server.get(
                "tables", {"game": "skirmish", "scenario": "crossing", "seats": seats, "seed": "1"}
            )
            league, crown = people.come().sit(made, "league"), people.come(lang="fr").sit(made, "crown")
            league.asked().pick("north")
            crown.asked().pick("south")
            league.asked().pick("le.grenadiers", "0404", "done", "0405", "le.grenadiers")
            expect(league.prompt).to_contain_text("Choose the units that attack 0405.")
            league.pick("attack")
            assert any("LG moves via 0403-0404." in line for line in league.lines())
            expect(crown.log).to_contain_text("LG se déplace par 0403-0404.")
            assert people.faults == []

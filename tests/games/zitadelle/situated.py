"""What situations of Zitadelle are made of."""

from typing import Final

from games.situated import Attack, Other, Situated

SITUATED: Final = Situated(
    head='game = "zitadelle"\n[map.m]\npicture = ". w . . . . ."\n',
    rule="8.12a",
    counters='counters = { A = "german infantry regiment 1-*-4", B = "soviet rifle regiment 1-*-2" }\n',
    phase="german movement",
    die="assault_dice",
    at="N0103",
    steps="1 step",
    other=Other("N0101", 'terrain = [{ id = "woods", foot = 6 }]', "reach = { A = { N0102 = 6 } }", "4"),
    attack=Attack(
        'units = ["N0103 A", "N0104 B"]',
        "german assault",
        "D1",
        'play = ["german N0104 A attack", "chance 7"]',
        'step = "checks"',
    ),
    question='odds = [{ hexes = ["N0104"], by = ["A"], %s }]',
    no_counters=(
        ("german infantry regiment 1-*-4 of 7 ID, 99pzk", "formation: no '99pzk'"),
        ("german infantry regiment 1-*-4 sector S", "expected a sector with an air unit only"),
        ("german infantry regiment 1-*-4 of 7 ID, 13a", "formation: no '13a'"),
    ),
    no_positions=(('options = { water = "no" }', "options water: expected true or false, found 'no'"),),
)

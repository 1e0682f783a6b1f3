"""What situations of Roads to Moscow are made of."""

from typing import Final

from games.situated import Attack, Other, Situated

SITUATED: Final = Situated(
    head='game = "moscow"\n[map.m]\npicture = """\n. . . . .\n. ^ . . .\n. . . . .\n"""\n',
    rule="8.11",
    counters='counters = { A = "german infantry 5-5-5(3-3) of 7id", B = "soviet infantry 3-4-5(2-2) of 32" }\n',
    phase="german still",
    die="combat_die",
    at="MZ0303",
    steps="2 steps",
    other=Other("MZ0102", 'terrain = [{ id = "rough", foot_halves = 7 }]', "reach = { A = { MZ0202 = 3.5 } }", "2"),
    attack=Attack(
        'units = ["MZ0303 A", "MZ0402 B"]\nattacks = [{ hex = "MZ0402", by = ["A"] }]\nlog = true',
        "german combat",
        "D1",
        'play = ["chance 1"]',
        "steps = { B = 1 }",
    ),
    question='attack = [{ hex = "MZ0402", by = ["A"], %s }]',
    no_counters=(
        ("german infantry 5-5-5 of 32", "formation: no '32'"),
        ("german infantry 5-5-5 of 99id", "formation: no '99id'"),
        ("german infantry 5-5-5 enters 14AM XX", "entry area: no 'XX'"),
        ("german infantry 5-5-5 enters 31AM GW", "none has 31AM"),
    ),
    no_positions=(
        ('frames = ["combat"]', "frames, 1.: expected the name of a step and its values, found 'combat'"),
        ('active = ["99id"]', "active, 1.: no formation '99id'; there are "),
        ('markers = { "7id" = "cup, cup, cup" }', "markers 7id: expected the places of "),
        ('phase = "german engineering"\nsequence = "mobile"', 'expected sequence = "assault"'),
    ),
)

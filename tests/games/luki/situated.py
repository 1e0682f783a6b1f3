"""What situations of Velikye Luki are made of."""

from typing import Final

from games.situated import Attack, Other, Situated

SITUATED: Final = Situated(
    head='game = "luki"\n[map.m]\npicture = """\n. . . . .\n. t . . .\n. . . . .\n"""\n',
    rule="10.3a",
    counters='counters = { A = "german infantry 5/3 tv 2 ma 4", B = "soviet infantry 5/3 tv 2 ma 4" }\n',
    phase="german movement",
    die="combat_dice",
    at="0203",
    steps="2 steps",
    other=Other("0201", 'terrain = [{ id = "forest", foot_halves = 7 }]', 'reach = { A = { "0202" = 3.5 } }', "2"),
    attack=Attack(
        'units = ["0203 B", "0204 A"]\ncup = []',
        "soviet combat",
        "0/2",
        'play = ["soviet 0204 all attack", "soviet done", "german done", "chance 7"]',
        "steps = { A = 1 }",
    ),
    question='odds = [{ hex = "0204", by = ["B"], %s }]',
    no_counters=(
        ("german infantry 5 tv 2 of 99id", "formation: no '99id'"),
        ("german infantry 5 tv 2 of 28rd", "formation: no '28rd'"),
        ("german infantry 5 tv 2 enters 10", "enters: no '10'"),
        ("german infantry 5/4/3 tv 2", "expected the CFs of 1, 2 or 4 steps, found 3"),
    ),
    no_positions=(
        ('kessels = [{ space = 3, units = ["A"] }]', "kessels, 1.: A is not on the map"),
        ('cup = ["so.99"]', "cup, 1.: no chit 'so.99'"),
    ),
)

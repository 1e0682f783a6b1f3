"""What situations of Traces of War are made of."""

from typing import Final

from games.situated import Attack, Other, Situated

SITUATED: Final = Situated(
    head='game = "traces"\n[map.m]\npicture = ". r . . . . ."\n',
    rule="9.1b",
    counters='counters = { A = "axis infantry 3(2) 5", B = "soviet infantry 3(2) 4" }\n',
    phase="axis movement",
    die="combat_die",
    at="0103",
    steps="2 steps",
    other=Other("0101", 'terrain = [{ id = "rough", cost = 4 }]', 'reach = { A = { "0102" = 4 } }', "2"),
    attack=Attack(
        'units = ["0103 B", "0104 A"]',
        "soviet combat",
        "RR",
        'play = ["soviet 0104 all attack", "chance 1"]',
        'where = { A = "0106" }',  # it retreats two hexes: 0105 and 0106 are the only ones away from B
    ),
    question='odds = [{ hex = "0104", by = ["B"], %s }]',
    no_counters=(
        ("axis soviet infantry 3 5", "nation of the axis side: no 'soviet'"),
        ("soviet infantry 3 5 enters PR", "enters: expected the number of a draw, found 'PR'"),
        ("axis hq 2 6", "expected a range with an HQ"),
    ),
    no_positions=(
        ("options = { fog = true }", "options: no option 'fog'; there are vp_bid, hq_conversion"),
        ('frames = [["lunch"]]', "frames, 1.: no 'lunch'; there are "),
        ('frames = [["okh"]]', "frames, 1.: expected 1 if played from the hand after 'okh', found 0 values"),
        ('frames = [["combat", 2]]', "frames, 1. side: expected a whole number from 0 to 1, found 2"),
    ),
)

"""The guide for newcomers is true to the data: values of the rulebook, by hand."""

from games.guides import guide, table


def test_it_is_told_as_its_rules_have_it() -> None:
    shown = guide("luki", "campaign")
    levels = table(shown, "Levels of victory")  # 14.5b
    assert levels["German decisive victory"] == {"VP": "≤ 39"} and levels["a draw"] == {"VP": "56 … 63"}
    assert table(shown, "Terrain")["forest"]["Attack DRM"] == "\u22122"  # 11.61
    assert table(shown, "Terrain")["city"]["AP to attack"] == "6"  # 11.614a
    starts = table(shown, "Where a Kessel starts on the track")  # 6.42a
    assert starts["Elsewhere"] == {"Soviet": "4", "German": "3"} and starts["Velikye Luki"] == {
        "Soviet": "3",
        "German": "1",
    }
    (introductory,) = shown["topics"]
    assert introductory["title"] == "The introductory segment" and introductory["texts"][0]["rule"] == "14.1e"
    chits = table(shown, "Combat chits")
    heavy_tanks = chits["S6 Heavy tank support"]["Effect"]
    assert heavy_tanks == "DRM of 5 in your favour, when you attack, if you have armour"
    assert "breakout" not in " ".join(table(guide("luki", "cut-the-line"), "What earns Soviet Victory Points"))

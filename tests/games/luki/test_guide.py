"""The guide for newcomers is true to the data: values of the rulebook, by hand."""

from games.guides import guide, table


def test_it_is_told_as_its_rules_have_it() -> None:
    shown = guide("luki", "campaign")
    levels = table(shown, "Levels of victory")  # 14.5b
    assert levels["German decisive victory"] == {"VP": "≤ 39"} and levels["a draw"] == {"VP": "56 … 63"}
    assert table(shown, "Terrain")["forest"]["Attack DRM"] == "\u22122"  # 11.61
    assert table(shown, "Terrain")["city"]["AP of an attack"] == "6"  # 11.614a
    chits = table(shown, "Combat chits")
    assert (
        chits["S6 Heavy tank support"]["Does"] == "5 on the dice in your favour, when you attack, with armour of yours"
    )
    assert "breakout" not in " ".join(table(guide("luki", "cut-the-line"), "What earns Soviet Victory Points"))

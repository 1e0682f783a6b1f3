"""The guide for newcomers is true to the data: values of the rulebook, by hand."""

from games.guides import guide, table


def test_it_is_told_as_its_rules_have_it() -> None:
    shown = guide("zitadelle", "campaign")
    levels = table(shown, "Victory levels")  # 12.3
    assert levels["Soviet strategic victory"] == {"German VP": "≤ \u221235"}
    assert levels["Soviet tactical victory"] == {"German VP": "\u221214 … 0"}
    assert levels["German operational victory"] == {"German VP": "≥ 21"}
    assert table(shown, "Streams, rivers, lakes")["river"]["Attack"] == "2 left"  # 7.44
    assert table(shown, "VP hexes")["Fatezh"] == {"German VP": "15"}  # 12.13

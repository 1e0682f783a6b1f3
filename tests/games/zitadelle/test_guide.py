"""The guide for newcomers is true to the data: values of the rulebook, by hand."""

from games.guides import guide, table
from stavka import games


def test_it_is_told_as_its_rules_have_it() -> None:
    shown = guide("zitadelle", "campaign")
    levels = table(shown, "Victory levels")  # 12.3
    assert levels["Soviet strategic victory"] == {"German VP": "≤ \u221235"}
    assert levels["Soviet tactical victory"] == {"German VP": "\u221214 … 0"}
    assert levels["German operational victory"] == {"German VP": "≥ 21"}
    assert table(shown, "Streams, rivers, lakes")["river"]["Attack"] == "2 left"  # 7.44
    assert table(shown, "VP hexes")["Fatezh"] == {"German VP": "15"}  # 12.13


def test_it_says_the_names_of_formations_too() -> None:
    show = games.presenter("zitadelle", games.load("zitadelle"))
    said = {word["short"]: word["text"] for word in show.guide("campaign", "fr")["formations"]}
    assert said["1TA"] == "1re armée de chars"

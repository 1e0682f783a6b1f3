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


def test_a_first_turn_says_what_to_do_about_bad_assaults() -> None:
    """Every sentence cites a rule; a whole division shifts two columns (7.47), a lost step costs 1 VP (12.21a)."""
    (topic,) = guide("zitadelle", "campaign")["topics"]
    assert topic["title"] == "A first turn"
    assert [text["rule"] for text in topic["texts"]] == ["7.11a", "9.22a", "7.47", "7.61", "12.21a"]
    assert "column shift +2" in topic["texts"][2]["text"]

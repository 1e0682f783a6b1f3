"""The guide for newcomers is true to the data: values of the rulebook, by hand."""

from games.guides import guide, table


def test_it_is_told_as_its_rules_have_it() -> None:
    shown, artemki = guide("moscow", "mtsensk"), guide("moscow", "artemki")
    assert "The German player attacks" in shown["aim"][0]["text"] and "The Soviet player" in artemki["aim"][0]["text"]
    assert table(shown, "Roads")["Trail"]["MP, motorised"] == "½"  # 8.33b
    river = table(shown, "Hexsides and works")["River"]
    assert (river["MP, motorised"], river["Attack DRM"], river["Overrun DRM"]) == (
        "whole move",
        "attackers halved",
        "prohibited",
    )
    topics = {topic["title"]: topic["texts"] for topic in shown["topics"]}
    assert list(topics) == ["A first turn", "Fuel", "Supply", "Overruns", "Refusing combat", "Joining an assault"]
    assert all(any(told["rule"] for told in told_of) for told_of in topics.values())
    assert "7 hexes" in topics["Supply"][0]["text"]  # 6.21
    assert "Fuel" not in [topic["title"] for topic in artemki["topics"]]  # no fuel rules there
    crt = table(shown, "Assault CRT")
    assert (crt["5"]["3-1"], crt["2"]["5-1"]) == ("DR*", "A1/D3R*")  # EX.11.23-1, EX.11.23-3
    assert "Fuel Supply Table" not in [each["title"] for each in artemki["tables"]]  # no fuel rules there
    assert "Fuel unit" not in [counter["text"] for counter in artemki["types"]]

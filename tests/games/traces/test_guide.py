"""The guide for newcomers is true to the data: values of the rulebook, by hand."""

from games.guides import guide, table


def test_it_is_told_as_its_rules_have_it() -> None:
    race, campaign = guide("traces", "race"), guide("traces", "campaign")
    assert "50 Victory Points" in race["aim"][0]["text"] and "Turn 4" in race["aim"][0]["text"]  # 13.2a
    assert "65 Victory Points" in campaign["aim"][0]["text"]  # 13.3a
    crt = table(race, "Combat Results Table")  # the columns of ex-10.5-3
    assert [crt[str(die)]["5-1"] for die in range(1, 7)] == ["R", "R", "RR", "RR", "1RR", "1RR"]
    assert table(race, "Hexsides and lines")["Minor River"] == {"MP": "+1", "Attack": "attackers halved"}  # 9.1c, 10.2b
    assert table(race, "NP Cost Table")["an Axis minor reinforcement (AR)"] == {"NP": "½"}  # 11.2b
    points = table(campaign, "What earns the Soviet player Victory Points")
    assert points["Major City under Soviet control"] == {"VP": "8"}  # 13.3c
    assert points["relocation of a Soviet HQ"] == {"VP": "-2"}  # 13.3h
    assert "STAVKA Presence Table" not in [each["title"] for each in race["tables"]]  # the table arrives in turn 5
    assert {"short": "Vrnz", "text": "Voronezh Front HQ"} in race["formations"]

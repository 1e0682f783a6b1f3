"""The rules in other languages."""

from stavka import games


def test_a_rule_in_spanish() -> None:
    assert games.catalogue("zitadelle").text("6.54", "es") == (
        "Fuego a través de río",
        "Fuego por un lado de río: DRM +3.",
    )

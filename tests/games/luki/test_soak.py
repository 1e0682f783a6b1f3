"""The soak of random games."""

from stavka.studies import soak


def test_in_some_games_the_script_plays_a_side() -> None:
    """Of 10,000 games of *Cut the line!* random Soviet players won none; game 210 is the script's."""
    plan = soak.Plan("luki", "1", check=1000, replay=0)
    assert [soak.play(plan, number).result for number in (208, 210)] == ["german", "soviet"]

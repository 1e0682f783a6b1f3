"""Chapter 5.1: the weather."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.deciding import ByDice
from stavka.engine.frames import Frame, fixed_frame
from stavka.engine.offer import Offer
from stavka.games.moscow.charts import WEATHER_NAMES
from stavka.games.moscow.rules.c02_components.dice import D10
from stavka.games.moscow.state import (
    Position,
)
from stavka.games.moscow.words import ask

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


@fixed_frame("weather")
class WeatherRoll(Frame):
    """The roll for the weather of a turn."""


class Weather(ByDice["Moscow", Position, WeatherRoll]):
    """The German player rolls for the weather."""

    rule = "5.11a"

    def proceed(self, g: Moscow, s: Position, f: WeatherRoll) -> bool:
        if not g.uses(s, "historical_weather"):
            return False
        self.settle(g, s, WEATHER_NAMES.index(g.box(s.scenario, s.turn).historical))  # [5.11d]
        return True

    def offer(self, g: Moscow, s: Position, f: WeatherRoll) -> Offer:
        return Offer(self.seat(g, s, f), chance=D10)  # [5.11a]

    def roll(self, g: Moscow, s: Position, f: WeatherRoll, outcome: int) -> None:
        self.settle(g, s, g.weather_of(s.scenario, s.turn, outcome + 1))  # [5.11, 5.11b]

    def settle(self, g: Moscow, s: Position, weather: int) -> None:
        s.stack.pop()
        s.weather = weather  # [5.11c]
        s.tell("weather", ("5.11a",), weather=weather)

    def prompt(self, g: Moscow, s: Position, f: WeatherRoll) -> str:
        return ask("weather")

"""Everything that the game says, it says in every language, as a whole sentence."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from games.french import typeset
from games.traces.walks import GAME, Walk, starved
from stavka.engine.state import Event
from stavka.engine.words import LANGUAGES
from stavka.games.traces import words
from stavka.games.traces.game import Traces
from stavka.games.traces.state import AXIS, PLACE_NAMES, SOVIET, Position

OTHERS = [lang for lang in LANGUAGES if lang != "en"]
SOURCE = Path(words.__file__).parents[1]
ENGLISH = re.compile(
    r"\b(the|of|in|none|below|wins|Soviet|Axis|Offensive|Defensive|Supply|South|Airborne|Reinforcement)\b"
)
"""Words that no Spanish or French sentence has."""


# -- events ---------------------------------------------------------------------------------------------------------


def told(game: Traces, seed: int) -> Iterator[tuple[Position, Event]]:
    """The events of a random game, each with the position after it."""
    walk = Walk(seed, game)
    walk.state.events = []
    for state in walk:
        assert state.events is not None
        yield from ((state, event) for event in state.events)
        state.events.clear()


@cache
def telling_names() -> frozenset[str]:
    """The events that the code tells."""
    code = "".join(file.read_text("utf-8") for file in SOURCE.rglob("*.py"))
    return frozenset(re.findall(r'\.tell\(\s*"([^"]+)"', code))


@cache
def sentences() -> dict[str, set[str]]:
    """What is said of random games, in each language. The games are played once for all languages, until every event
    has been told that is not among those said by hand."""
    found: dict[str, set[str]] = {lang: set() for lang in LANGUAGES}
    seen: set[str] = set()
    rare = {told.name for told, *_ in SAID}
    for seed, game in product(range(40), (GAME, starved())):
        for state, event in told(game, seed):
            seen.add(event.name)
            for lang, texts in found.items():
                texts.add(game.say(state, event, lang))
        if seed > 3 and telling_names() - seen <= rare:
            return found
    pytest.fail(f"never told: {', '.join(sorted(telling_names() - seen - rare))}")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_event_of_random_games_can_be_said(lang: str) -> None:
    assert sentences()[lang]
    for text in sentences()[lang]:
        assert text.endswith(".") and not set("{}[]") & set(text), text
        assert lang == "en" or not ENGLISH.search(text), text


def event(name: str, **values: object) -> Event:
    return Event(name, values, (), None)


def position() -> Position:
    return GAME.new("campaign")


UNIT = GAME.unit_index("ax.17pz")
HQ = GAME.unit_index("ax.hq.8a")
KYIV = GAME.grid.index("2918")
SAID = [
    (
        event("city", hex=KYIV, side=SOVIET),
        "Kyiv (2918) comes under Soviet control.",
        "Kyiv (2918) pasa a control soviético.",
        "Kyiv (2918) passe sous contrôle soviétique.",
    ),
    (
        event("city", hex=KYIV, side=AXIS),
        "Kyiv (2918) comes under Axis control.",
        "Kyiv (2918) pasa a control del Eje.",
        "Kyiv (2918) passe sous contrôle de l'Axe.",
    ),
    (
        event("marker drawn", kind=0),
        "You draw a Luftwaffe marker: Offensive AS.",
        "Sacas un marcador de Luftwaffe: AS Ofensivo.",
        "Vous tirez un marqueur Luftwaffe : AS offensif.",
    ),
    (
        event("supply check", oos=1 << UNIT, isolated=0, hqs=0),
        "Supply check. Out of Supply: 17Pz. Isolated: none. HQs to relocate: none.",
        "Chequeo de suministro. Fuera de Suministro: 17Pz. Aisladas: ninguna. HQ por reubicar: ninguno.",
        "Vérification du ravitaillement. Non ravitaillées : 17Pz. Isolées : aucune. QG à relocaliser : aucun.",
    ),
    (
        event("combat result", die=3, drm=-2, column=3, result="-", hex=KYIV),
        "Roll 3, modifier -2, column 3-1: no effect.",
        "Tirada 3, modificador -2, columna 3-1: sin efecto.",
        "Jet 3, modificateur -2, colonne 3-1 : sans effet.",
    ),
    (
        event("combat result", die=5, drm=0, column=5, result="1RR", hex=KYIV),
        "Roll 5, modifier 0, column 5-1: 1RR.",
        "Tirada 5, modificador 0, columna 5-1: 1RR.",
        "Jet 5, modificateur 0, colonne 5-1 : 1RR.",
    ),
    (
        event("negotiation", points=2.5),
        "Supreme Command Negotiation with 2.5 Negotiation Points.",
        "Negociación del Mando Supremo con 2,5 Puntos de Negociación.",
        "Négociation du Commandement suprême avec 2,5 points de négociation.",
    ),
    (
        event("interrupt", chit=[chit.id for chit in GAME.chits].index("sw")),
        "Interrupt Order: South West goes back into the cup.",
        "Orden de Interrupción: Suroeste vuelve a la taza.",
        "Ordre d'interruption : Sud-Ouest retourne dans la tasse.",
    ),
    (
        event("victory", points=48.25, threshold=200, result="axis points"),
        "The game ends with 48.25 Soviet VP of the 50 needed: the Axis player wins.",
        "La partida acaba con 48,25 VP soviéticos de los 50 necesarios: gana el jugador del Eje.",
        "La partie se termine avec 48,25 VP soviétiques sur 50 requis : le joueur de l'Axe gagne.",
    ),
    (
        event("order holds", hex=KYIV, losses=2),
        "Kyiv (2918) is held by order: 2 steps are lost and no unit retreats.",
        "Kyiv (2918) resiste por orden: se pierden 2 pasos y ninguna unidad se retira.",
        "Kyiv (2918) tient par ordre : 2 pas sont perdus et aucune unité ne retraite.",
    ),
    (
        event("no retreat", unit=UNIT, hex=KYIV),
        "17Pz cannot retreat from Kyiv (2918).",
        "17Pz no puede retirarse de Kyiv (2918).",
        "17Pz ne peut pas retraiter de Kyiv (2918).",
    ),
    (
        event("bridgehead destroyed", hex=KYIV),
        "The Airborne Bridgehead in Kyiv (2918) is destroyed.",
        "La Cabeza de Puente Paracaidista de Kyiv (2918) queda destruida.",
        "La tête de pont aéroportée à Kyiv (2918) est détruite.",
    ),
    (
        event("no drop"),
        "No hex is eligible for the airborne drop.",
        "Ningún hexágono es válido para el salto paracaidista.",
        "Aucun hex ne convient au largage aéroporté.",
    ),
    (
        event("bids", bids=[52, 43]),
        "The bids are 52, 43.",
        "Las pujas son 52, 43.",
        "Les enchères sont 52, 43.",
    ),
    (
        event("mode", movement_first=True),
        "The action mode is Movement-Combat.",
        "El modo de acción es Movimiento-Combate.",
        "Le mode d'action est Mouvement-Combat.",
    ),
    (
        event("activation", unit=HQ, units=1 << UNIT | 1 << HQ),
        "8A is activated with 17Pz.",
        "8A se activa con 17Pz.",
        "8A s'active avec 17Pz.",
    ),
]


@pytest.mark.parametrize(("told_", "english", "spanish", "french"), SAID)
def test_sentences(told_: Event, english: str, spanish: str, french: str) -> None:
    s = position()
    assert [GAME.say(s, told_, lang) for lang in ("en", "es", "fr")] == [english, spanish, typeset(french)]
    assert GAME.say(s, told_) == english


# -- options and words ----------------------------------------------------------------------------------------------


def test_options() -> None:
    assert [words.option(GAME, "hold-sth", lang) for lang in LANGUAGES] == [
        "Hold South",
        "Guardar Sur",
        "Garder Sud",
    ]
    assert [words.option(GAME, "supply", lang) for lang in LANGUAGES] == [
        "Supply",
        "Suministro",
        "Ravitaillement",
    ]
    assert [words.option(GAME, "bid-50", lang) for lang in LANGUAGES] == ["50"] * 3
    assert [words.option(GAME, "draw", lang) for lang in LANGUAGES] == [
        "Draw a chit",
        "Sacar un chit",
        "Tirer un jeton",
    ]


def test_months() -> None:
    assert [words.month(GAME, 1, lang) for lang in LANGUAGES] == ["August 1943", "agosto de 1943", "août 1943"]


def test_what_an_overlay_says_stands_as_it_is() -> None:
    assert [words.word("chit", "Heeresgruppe Mitte", lang) for lang in LANGUAGES] == ["Heeresgruppe Mitte"] * 3


def test_the_words_of_the_data_are_there() -> None:
    files = GAME.files
    known = words.WORDS.language()
    said = {
        "side": set(GAME.sides),
        "owner": set(GAME.sides),
        "chit": {chit.label for chit in GAME.chits},
        "month": set(GAME.months.values()),
        "marker": {marker.id for marker in files.tables.marker},
        "scenario": {scenario.title for scenario in files.scenarios.scenario},
        "optional": {option.title for option in files.scenarios.option},
        "terrain": set(GAME.terrain),
        "place": {place.kind for place in files.hexmap.places},
        "type": {unit.type for unit in files.units},
        "nation": {unit.nation for unit in files.units},
        "where": set(PLACE_NAMES.values()),
    }
    assert {table: set(known[table]) for table in said} == said
    assert {mark.kind for mark in files.hexmap.marks} - {"west of the Dnipro"} <= known["feature"].keys()


def test_english_words_of_the_data_are_those_of_the_data() -> None:
    for table in ("chit", "month", "scenario", "optional"):
        assert all(key == text for key, text in words.WORDS.language()[table].items())


@pytest.mark.parametrize("lang", OTHERS)
def test_names_that_are_not_translated(lang: str) -> None:
    assert {"Voronezh", "STAVKA", "OKH"} <= set(words.WORDS.language(lang)["chit"].values())

"""A network that scores the picks on offer, with NumPy alone: the program `learned`.

`training.py` teaches it. Units are encoded one by one, and pooled by attention to one description of the position; each
pick on offer is scored from what lies around it, from its unit or option, and from that description. None of the
weights belongs to a hex or a unit, so the same network plays every scenario of its game."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from stavka.engine.agent import Agent, Sight
from stavka.engine.machine import Game
from stavka.engine.offer import Offer, Pick
from stavka.games.opponents import UnknownPlayerError
from stavka.research.looking import WHERE, Look, Looking, Names
from stavka.research.referee import kit

Floats = NDArray[np.float32]

UNIT, PLACE, CONTEXT, OPTION, CANDIDATE, HEADS = 32, 48, 64, 16, 64, 2
"""The numbers with which units, places, the position, options and candidates are described, and the heads of the
attention."""
BYTES: Final = (np.log1p(np.arange(256)) / 2).astype(np.float32)
"""The number that the network is given for each value of a plane."""
TEMPERATURE: Final = 0.25
"""What scores are divided by before they become odds."""
TIRED: Final = 1.0
"""What a pick loses of its score each time that it was made in the very same situation: it led back there."""
MOST_TRIED: Final = 4096
"""The picks that a player remembers for that; then it begins with none."""
FOLDER: Final = "weights"
"""The folder of the networks that come with Stavka, in this package."""
CHOSEN: Final = "STAVKA_LEARNED"
"""The setting that names the file of another network for `learned`."""


def scaled(numbers: NDArray[Any]) -> Floats:
    """Numbers of any size, as a network is given them."""
    found: Floats = (np.sign(numbers) * np.log1p(np.abs(numbers.astype(np.float32))) / 2).astype(np.float32)
    return found


def shapes(names: Names) -> dict[str, tuple[int, ...]]:
    """The arrays of weights, by name. Names that end in `.b` are added, those without a point are looked up."""
    around = 4 * (len(names.planes) + 2 * len(names.printed))
    described = PLACE + UNIT + OPTION + WHERE
    return {
        "kind": (len(names.kinds) + 1, UNIT),
        "unit.w": (len(names.columns), UNIT),
        "unit.b": (UNIT,),
        "place.w": (around, PLACE),
        "place.b": (PLACE,),
        "step": (len(names.steps) + 1, CONTEXT),
        "above": (len(names.steps) + 1, CONTEXT),
        "track.w": (len(names.tracks), CONTEXT),
        "track.b": (CONTEXT,),
        "query.w": (CONTEXT, HEADS * UNIT),
        "context.w": (CONTEXT + HEADS * UNIT + UNIT + PLACE, CONTEXT),
        "context.b": (CONTEXT,),
        "option": (len(names.options) + 1, OPTION),
        "candidate.w": (described, CANDIDATE),
        "candidate.b": (CANDIDATE,),
        "setting.w": (CONTEXT, CANDIDATE),
        "hidden.w": (CANDIDATE, CANDIDATE),
        "hidden.b": (CANDIDATE,),
        "score.w": (CONTEXT, CANDIDATE),
        "score.b": (CANDIDATE,),
    }


class Network:
    """A network of a game: scores the actions that are offered."""

    def __init__(self, game: str, names: Names, weights: Mapping[str, NDArray[Any]], about: Mapping[str, Any]) -> None:
        self.game, self.names, self.about = game, names, about
        self.weights = {name: weights[name].astype(np.float32) for name in shapes(names)}
        self.looking = Looking(kit(game), names)

    def scores(self, look: Look) -> Floats:
        """The score of each candidate: the natural logarithm of its odds, up to a constant."""
        w = self.weights
        units = relu(scaled(look.units) @ w["unit.w"] + w["unit.b"] + w["kind"][self.looking.kinds])
        step, above = look.steps
        now = relu(scaled(look.tracks) @ w["track.w"] + w["track.b"] + w["step"][step] + w["above"][above])
        queries = (now @ w["query.w"]).reshape(HEADS, UNIT)
        pooled = softmax(queries @ units.T / UNIT**0.5) @ units
        asked = units[look.asked].sum(axis=0) / max(1, look.asked.sum())
        about = relu(BYTES[look.about] @ w["place.w"] + w["place.b"])
        context = relu(np.concatenate((now, pooled.reshape(-1), asked, about)) @ w["context.w"] + w["context.b"])
        places = relu(BYTES[look.around] @ w["place.w"] + w["place.b"])
        chosen = np.concatenate((units, np.zeros((1, UNIT), np.float32)))[look.unit]
        described = np.concatenate((places, chosen, w["option"][look.option], look.where), axis=1, dtype=np.float32)
        first = relu(described @ w["candidate.w"] + w["candidate.b"] + context @ w["setting.w"])
        second = relu(first @ w["hidden.w"] + w["hidden.b"])
        found: Floats = second @ (context @ w["score.w"] + w["score.b"])
        return found

    def odds(self, look: Look, temperature: float) -> NDArray[np.float64]:
        """The odds of each candidate."""
        return softmax(self.scores(look).astype(np.float64) / temperature)

    def write(self) -> bytes:
        """The network as the content of a file. Half the digits of its weights are kept: what was read plays alike."""
        buffer = BytesIO()
        said = json.dumps({"game": self.game, "names": self.names._asdict(), "about": dict(self.about)})
        halved = {name: array.astype(np.float16) for name, array in self.weights.items()}
        np.savez_compressed(buffer, said=np.array(said), **halved)  # type: ignore[arg-type]  # NumPy's stubs
        return buffer.getvalue()


def relu(numbers: Floats) -> Floats:
    return np.maximum(numbers, 0)


def softmax(scores: NDArray[Any]) -> NDArray[Any]:
    shares = np.exp(scores - scores.max(axis=-1, keepdims=True))
    found: NDArray[Any] = shares / shares.sum(axis=-1, keepdims=True)
    return found


def read(content: bytes) -> Network:
    """A network from the content of a file."""
    stored = np.load(BytesIO(content))
    said = json.loads(str(stored["said"]))
    names = Names(**{name: tuple(words) for name, words in said["names"].items()})
    return Network(said["game"], names, stored, said["about"])


@cache
def read_file(path: Path) -> Network:
    return read(path.read_bytes())


@cache
def shipped(game: str) -> Network:
    """The network of a game that comes with Stavka."""
    file = files(__package__) / FOLDER / f"{game}.npz"
    if not file.is_file():
        raise UnknownPlayerError(f"there is no network for {game}; stavka.research.training makes one")
    return read(file.read_bytes())


class LearnedPlayer(Agent):
    """A network as a player."""

    def __init__(self, network: Network, seed: int, temperature: float = TEMPERATURE) -> None:
        shared = kit(network.game)
        self.network, self.actions, self.observer = network, shared.actions, shared.observer
        self.rng, self.temperature = np.random.default_rng(seed), temperature
        self.tried: Counter[tuple[int, int]] = Counter()
        """How often each action was chosen in each situation."""

    def choose(self, sight: Sight[Any] | None, offer: Offer) -> Pick:
        assert sight is not None and sight.seat is not None, "the network is given a sight"
        offered = np.array(self.actions.list(offer))
        if len(offered) == 1:
            return self.actions.decode(int(offered[0]))
        seen = self.observer.of_sight(sight, sight.seat, decides=True)
        situation = hash((offered.tobytes(), *(array.tobytes() for array in seen)))
        scores = self.network.scores(self.network.looking.look(seen, offered)).astype(np.float64)
        scores -= [TIRED * self.tried[situation, action] for action in offered.tolist()]
        action = int(self.rng.choice(offered, p=softmax(scores / self.temperature)))
        if len(self.tried) >= MOST_TRIED:
            self.tried.clear()
        self.tried[situation, action] += 1
        return self.actions.decode(action)


def make(game: Game[Any], seed: int) -> Agent:
    """The program `learned`."""
    chosen = os.environ.get(CHOSEN)
    network = read_file(Path(chosen)) if chosen else shipped(game.key)
    if network.game != game.key:
        raise UnknownPlayerError(f"{CHOSEN}={chosen} is a network of {network.game}")
    return LearnedPlayer(network, seed)

"""Teaching a network with PyTorch: the same arithmetic as in `network.py`, for many decisions at once."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi
from typing import Any, Final, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from stavka.research.lessons import NOT_PLAYED, Lesson
from stavka.research.looking import CANDIDATES, Names
from stavka.research.network import BYTES, HEADS, UNIT, Network, shapes

BATCH: Final = 128
"""The decisions of a step of learning."""
RATE: Final = 2e-3
"""How far the weights go in the first step; then less and less, along half a wave of the cosine."""
DECAY: Final = 1e-3
"""How strongly weights are pulled to 0."""
MOST_SLOPE: Final = 1.0
"""The longest step that a single batch may ask for."""
MOST_GAIN: Final = 2.0
"""What a game that went well counts at most, in standard deviations above the mean."""


class Batch(NamedTuple):
    """Decisions on the device, the candidates of all of them in a row."""

    around: Tensor
    where: Tensor
    option: Tensor
    unit: Tensor
    units: Tensor
    asked: Tensor
    tracks: Tensor
    steps: Tensor
    about: Tensor
    of: Tensor
    """The decision of each candidate."""
    taught: Tensor
    """The row of the candidate that the teacher picks."""
    played: Tensor
    """The row of the candidate that was played; 0 where the teacher played."""
    gain: Tensor
    """How much what was played is worth learning."""


class Model(nn.Module):
    """The network as PyTorch knows it."""

    def __init__(self, names: Names, kinds: NDArray[np.int16]) -> None:
        super().__init__()
        self.names = names
        for name, shape in shapes(names).items():
            spread = (1 / shape[0]) ** 0.5 if name.endswith(".w") else 0.1 if "." not in name else 0.0
            self.register_parameter(name.replace(".", "_"), nn.Parameter(torch.randn(shape) * spread))
        self.kinds: Tensor
        self.register_buffer("kinds", torch.from_numpy(kinds.astype(np.int64)))
        self.bytes: Tensor
        self.register_buffer("bytes", torch.from_numpy(BYTES))

    def weight(self, name: str) -> Tensor:
        return self.get_parameter(name.replace(".", "_"))

    def layer(self, name: str, numbers: Tensor) -> Tensor:
        return numbers @ self.weight(f"{name}.w") + self.weight(f"{name}.b")

    def forward(self, each: Batch) -> Tensor:
        """The score of each candidate."""
        w = self.weight
        units = torch.relu(self.layer("unit", scaled(each.units)) + w("kind")[self.kinds])
        step, above = each.steps.T
        now = torch.relu(self.layer("track", scaled(each.tracks)) + w("step")[step] + w("above")[above])
        queries = (now @ w("query.w")).view(-1, HEADS, UNIT)
        pooled = torch.softmax(queries @ units.transpose(1, 2) / UNIT**0.5, dim=-1) @ units
        asked = (each.asked.unsqueeze(1) @ units).squeeze(1) / each.asked.sum(1, keepdim=True).clamp(min=1)
        about = torch.relu(self.layer("place", self.bytes[each.about]))
        whole = torch.cat((now, pooled.flatten(1), asked, about), 1)
        context = torch.relu(self.layer("context", whole))
        places = torch.relu(self.layer("place", self.bytes[each.around]))
        padded = torch.cat((units, units.new_zeros(len(units), 1, UNIT)), 1)
        described = torch.cat((places, padded[each.of, each.unit], w("option")[each.option], each.where), 1)
        first = torch.relu(self.layer("candidate", described) + (context @ w("setting.w"))[each.of])
        second = torch.relu(self.layer("hidden", first))
        return (second * self.layer("score", context)[each.of]).sum(1)

    def take(self, network: Network) -> None:
        """Go on from the weights of a network."""
        with torch.no_grad():
            for name in shapes(self.names):
                self.weight(name).copy_(torch.from_numpy(network.weights[name]))

    def give(self, game: str, about: dict[str, Any]) -> Network:
        """The network with the weights of now."""
        weights = {name: self.weight(name).detach().cpu().numpy() for name in shapes(self.names)}
        return Network(game, self.names, weights, about)


def scaled(numbers: Tensor) -> Tensor:
    return torch.sign(numbers) * torch.log1p(torch.abs(numbers)) / 2


class Library:
    """The lessons of a course, ready to be learned from."""

    def __init__(self, lessons: Lesson, device: torch.device) -> None:
        self.lessons, self.device = lessons, device
        self.first = np.cumsum(lessons.sizes) - lessons.sizes
        self.gains = gains(lessons)

    def __len__(self) -> int:
        return len(self.lessons.sizes)

    def batch(self, chosen: NDArray[np.int64]) -> Batch:
        """These decisions."""
        known, sizes = self.lessons, self.lessons.sizes[chosen]
        starts = np.cumsum(sizes) - sizes
        rows = np.arange(sizes.sum()) + np.repeat(self.first[chosen] - starts, sizes)
        arrays: tuple[Any, ...] = known.looks
        around, where, option, unit = (array[rows] for array in arrays[:CANDIDATES])
        units, asked, tracks, steps, about = (array[chosen] for array in arrays[CANDIDATES:])
        parts = (
            around.astype(np.int64),
            where.astype(np.float32),
            option.astype(np.int64),
            unit.astype(np.int64),
            units.astype(np.float32),
            asked.astype(np.float32),
            tracks.astype(np.float32),
            steps.astype(np.int64),
            about.astype(np.int64),
            np.repeat(np.arange(len(chosen)), sizes),
            starts + known.taught[chosen],
            starts + np.maximum(known.played[chosen], 0),
            self.gains[chosen].astype(np.float32),
        )
        return Batch(*(torch.from_numpy(part).to(self.device) for part in parts))


def gains(lessons: Lesson) -> NDArray[np.float64]:
    """How much each pick of the network is worth learning: how far its game went above the mean of the games of that
    seat, in standard deviations. Nothing where the teacher played or the game went worse."""
    found = np.zeros(len(lessons.sizes))
    for seat in np.unique(lessons.seat):
        own = (lessons.seat == seat) & (lessons.played != NOT_PLAYED)
        worth = lessons.worth[own]
        if len(worth) and worth.std() > 0:
            found[own] = ((worth - worth.mean()) / worth.std()).clip(0, MOST_GAIN)
    return found


def loss(scores: Tensor, each: Batch) -> Tensor:
    """How unlikely the network holds what is to be learned."""
    number = len(each.taught)
    most = scores.new_full((number,), -torch.inf).scatter_reduce(0, each.of, scores, "amax").detach()
    total = scores.new_zeros(number).index_add(0, each.of, torch.exp(scores - most[each.of])).log() + most
    taught, played = scores[each.taught] - total, scores[each.played] - total
    return -(taught + each.gain * played).mean()


def teach(
    model: Model, library: Library, epochs: float, rng: np.random.Generator, tell: Callable[[int, float], None]
) -> None:
    """Learn from all lessons, `epochs` times; `tell` is given the number of each epoch and the mean loss."""
    best = torch.optim.AdamW(model.parameters(), RATE, weight_decay=DECAY)
    number, steps = len(library), max(1, round(epochs * len(library) / BATCH))
    order: NDArray[np.int64] = np.zeros(0, np.int64)
    epoch, losses = 0, list[float]()
    for step in range(steps):
        if len(order) < min(BATCH, number):
            order = rng.permutation(number)
            epoch += 1
        chosen, order = order[:BATCH], order[BATCH:]
        for group in best.param_groups:
            group["lr"] = RATE * (1 + cos(pi * step / steps)) / 2
        each = library.batch(chosen)
        found = loss(model(each), each)
        best.zero_grad()
        found.backward()
        nn.utils.clip_grad_norm_(model.parameters(), MOST_SLOPE)
        best.step()
        losses.append(found.item())
        if step == steps - 1 or len(order) < min(BATCH, number):
            tell(epoch, float(np.mean(losses)))
            losses = []

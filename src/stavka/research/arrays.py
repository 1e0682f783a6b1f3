"""The spaces of Gymnasium for the actions and observations of a game, and observations in their form."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from stavka.engine.offer import Offer
from stavka.research.actions import Actions
from stavka.research.observing import MOST, Observation, Observer

Arrays = dict[str, NDArray[Any]]


def observation_space(observer: Observer) -> spaces.Dict:
    planes = (len(observer.planes), *observer.shape)
    units = (observer.number, len(observer.columns))
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 255, planes, np.uint8),
            "units": spaces.Box(-MOST, MOST - 1, units, np.int16),
            "tracks": spaces.Box(-MOST, MOST - 1, (len(observer.tracks),), np.int16),
            "action_mask": spaces.Box(0, 1, (observer.actions.number,), np.int8),
        }
    )


def action_space(actions: Actions) -> spaces.Discrete:
    return spaces.Discrete(actions.number)


def arrays(actions: Actions, seen: Observation, offer: Offer | None) -> Arrays:
    """An observation with the mask of the actions that its seat is offered."""
    return {
        "observation": seen.planes,
        "units": seen.units,
        "tracks": seen.tracks,
        "action_mask": actions.mask(offer),
    }

"""Networks that have learned nothing, for tests."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import numpy as np

from stavka.research.looking import all_names
from stavka.research.network import FOLDER, Network, shapes
from stavka.research.referee import kit

WEIGHTS = Path(str(files("stavka.research"))) / FOLDER


def untaught(key: str) -> Network:
    names, rng = all_names(kit(key)), np.random.default_rng(1)
    weights = {name: rng.normal(0, shape[0] ** -0.5, shape) for name, shape in shapes(names).items()}
    return Network(key, names, weights, {"scenarios": [], "commands": []})

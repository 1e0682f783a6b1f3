"""Fixtures that every test shares."""

import gc
import os
import sys
from importlib.util import find_spec

from hypothesis import settings

gc.disable()  # until tests have been collected

# The environment of `make research-test` drives no browser.
pytest_plugins = ["page.fixtures"] if find_spec("playwright") else []

# Code is compiled once and kept, whatever the environment says: a run starts some hundred processes that all import it.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# No deadline: a slow machine is not a wrong rule. In CI the examples are the same in every run, so nothing is flaky.
settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")


def pytest_collection_finish() -> None:
    """Keep games and tests, which stay for good, out of the garbage collector's sight, and run it less often.

    A worker holds a gigabyte of positions. Going through them again and again took a sixth of the time of all tests."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    gc.enable()

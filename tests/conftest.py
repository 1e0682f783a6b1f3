"""What every test shares."""

import os

from hypothesis import settings

# No deadline: a slow machine is not a wrong rule. In CI the examples are the same in every run, so nothing is flaky.
settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")

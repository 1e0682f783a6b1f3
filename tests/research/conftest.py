"""Tests of what `make setup` does not install run with `make research-test` or `make learn-test` alone."""

from __future__ import annotations

import os

from research.chosen import EVERY

collect_ignore = [] if EVERY else ["test_cluster.py", "test_export.py"]
if not os.environ.get("STAVKA_LEARN"):
    collect_ignore.append("test_training.py")

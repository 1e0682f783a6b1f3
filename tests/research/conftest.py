"""Tests of what `make setup` does not install run with `make research-test` alone."""

from __future__ import annotations

from research.chosen import EVERY

collect_ignore = [] if EVERY else ["test_cluster.py"]

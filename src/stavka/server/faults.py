"""Logging that keeps secrets: no seeds, no keys, nothing hidden. A fault is logged by its kind and place only, since
the texts of exceptions may hold anything."""

from __future__ import annotations

import logging
import re
import traceback
from typing import Final

LOG: Final = logging.getLogger("stavka.server")
SECRET_IN_ADDRESS: Final = re.compile(r"\b(key)=[^&\s\"']*", re.IGNORECASE)


def tell_fault(where: str, error: BaseException) -> None:
    """Log a fault: its kind, and the lines of code that led to it."""
    frames = traceback.extract_tb(error.__traceback__)
    path = " < ".join(f"{frame.filename.rpartition('stavka')[2]}:{frame.lineno} {frame.name}" for frame in frames[::-1])
    LOG.error("%s: %s at %s", where, type(error).__name__, path)


class Discreet(logging.Filter):
    """A filter that removes the keys of seats from addresses, and the texts of exceptions from everything."""

    def filter(self, record: logging.LogRecord) -> bool:
        text = SECRET_IN_ADDRESS.sub(r"\1=...", record.getMessage())
        if record.exc_info and record.exc_info[0] is not None:
            text += f" ({record.exc_info[0].__name__})"
        record.msg, record.args, record.exc_info, record.exc_text = text, (), None, None
        return True


LOGGING: Final = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"discreet": {"()": "stavka.server.faults.Discreet"}},
    "formatters": {"plain": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": "plain", "filters": ["discreet"]},
    },
    "root": {"handlers": ["stderr"], "level": "INFO"},
    "loggers": {"alembic": {"level": "WARNING"}, "uvicorn": {"level": "WARNING"}},
}
"""The logging of `stavka serve`: everything goes to standard error, through the filter."""

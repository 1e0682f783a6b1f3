"""Logging that keeps secrets: no seeds, no keys, nothing hidden. A fault is logged by its kind and place only, since
the texts of exceptions may hold anything."""

from __future__ import annotations

import json
import logging
import re
import secrets
import traceback
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, Final, Literal

from stavka.server import metrics

LOG: Final = logging.getLogger("stavka.server")
REQUEST: Final[ContextVar[str]] = ContextVar("request", default="")
"""The id of the request or connection that is being served. It is also in a header of the answer, so that an operator
finds what a player reports. The server makes it: a client could write anything into one of its own."""
SECRET_IN_ADDRESS: Final = re.compile(r"\b(key)=[^&\s\"']*", re.IGNORECASE)


def tell_fault(where: str, error: BaseException) -> None:
    """Log a fault: its kind, and the lines of code that led to it."""
    metrics.FAULTS.labels(type(error).__name__).inc()
    frames = traceback.extract_tb(error.__traceback__)
    path = " < ".join(f"{frame.filename.rpartition('stavka')[2]}:{frame.lineno} {frame.name}" for frame in frames[::-1])
    kind = type(error).__name__
    LOG.error("%s: %s at %s", where, kind, path, extra={"where": where, "kind": kind, "place": path})


def new_request() -> str:
    """Begin a request: what is logged from here on has its id."""
    REQUEST.set(made := secrets.token_hex(8))
    return made


class Discreet(logging.Filter):
    """A filter that removes the keys of seats from addresses, and the texts of exceptions from everything. It adds the
    id of the request."""

    def filter(self, record: logging.LogRecord) -> bool:
        text = SECRET_IN_ADDRESS.sub(r"\1=...", record.getMessage())
        if record.exc_info and record.exc_info[0] is not None:
            text += f" ({record.exc_info[0].__name__})"
        record.request = REQUEST.get()
        record.msg, record.args, record.exc_info, record.exc_text = text, (), None, None
        return True


class Plain(logging.Formatter):
    """A line for people."""

    def format(self, record: logging.LogRecord) -> str:
        request = getattr(record, "request", "")
        return super().format(record) + (f" (request {request})" if request else "")


class JsonLine(logging.Formatter):
    """A line for programs: one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        more = {name: getattr(record, name, "") for name in ("request", "where", "kind", "place")}
        return json.dumps(line | {name: value for name, value in more.items() if value}, ensure_ascii=False)


LogStyle = Literal["plain", "json"]


def logging_in(style: LogStyle) -> dict[str, Any]:
    """The logging of `stavka serve`: everything goes to standard error, through the filter."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"discreet": {"()": Discreet}},
        "formatters": {
            "plain": {"()": Plain, "fmt": "%(asctime)s %(levelname)s %(name)s: %(message)s"},
            "json": {"()": JsonLine},
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": style, "filters": ["discreet"]}},
        "root": {"handlers": ["stderr"], "level": "INFO"},
        "loggers": {"alembic": {"level": "WARNING"}, "uvicorn": {"level": "WARNING"}},
    }

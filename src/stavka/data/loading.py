"""Load a file: read it, apply the overlay, check it and make its records, or refuse it as a whole."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from stavka.data.check import check, is_plain
from stavka.data.document import Document, read
from stavka.data.errors import DataError
from stavka.data.lines import KeyPath
from stavka.data.overlay import overlaid
from stavka.data.provenance import unsourced
from stavka.data.schema import ORIGIN, Struct

T = TypeVar("T", bound=Struct)


@dataclass(frozen=True)
class Loaded(Generic[T]):
    """The records, and the document in which to locate a fault that no schema can see."""

    value: T
    document: Document

    def error(self, path: KeyPath, text: str) -> DataError:
        return self.document.error(path, text)


def load(path: Path, schema: type[T], overlay: Path | None = None) -> T:
    """Load the records of a data file. DataError names file, line, key and what was expected."""
    return load_document(read(path), schema, read(overlay) if overlay else None).value


def load_document(document: Document, schema: type[T], overlay: Document | None = None) -> Loaded[T]:
    value = records(document, schema)  # before the overlay, so that a fault of the file is never blamed on the overlay
    if overlay is not None:
        document = overlaid(document, overlay, schema)
        value = records(document, schema)
    if (path := unsourced(value)) is not None:
        raise document.error(path, 'expected a source for it ("rule ...", "history" or "reconstructed"), found none')
    return Loaded(value, document)


def records(document: Document, schema: type[T]) -> T:
    """The records of a document. Only a document that may have a fault is gone through value by value: msgspec is much
    faster, but it names no line."""
    try:
        value = msgspec.convert(document.data, schema)
    except msgspec.ValidationError as error:
        check(document, schema)
        raise document.error((), str(error)) from None
    if not is_plain(value):
        check(document, schema)
    return value


def fingerprint(**parts: Any) -> str:
    """A hash of the values of a game, whatever their order, layout and sources."""
    text = json.dumps(_plain(parts), sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, Struct):
        value = {field: getattr(value, field) for field in value.__struct_fields__}
    elif is_dataclass(value) and not isinstance(value, type):
        value = {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, dict):
        kept = {str(key): _plain(each) for key, each in value.items() if key not in ORIGIN}
        return {key: each for key, each in kept.items() if each is not None}
    return [_plain(each) for each in value] if isinstance(value, (list, tuple)) else value

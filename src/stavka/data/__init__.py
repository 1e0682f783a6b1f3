"""Load and check game files, trace where their values come from, and apply overlays.

    units = load(Path("units.toml"), Units)                       # or DataError: file, line, key, what was expected
    units = load(Path("units.toml"), Units, Path("mine.toml"))    # with an owner's own values
    provenance(units)                                             # {"rule": 12, "history": 340, "reconstructed": 700}

`docs/data-format.md` describes the files.
"""

from stavka.data.document import Document, parse, read
from stavka.data.errors import DataError
from stavka.data.lines import KeyPath
from stavka.data.loading import Loaded, fingerprint, load, load_document
from stavka.data.overlay import refuse_strangers
from stavka.data.provenance import Item, kind, listing, provenance
from stavka.data.schema import (
    ORIGIN,
    Count,
    HexNumber,
    Id,
    Positive,
    Source,
    Struct,
    Text,
    Whole,
    between,
    exactly,
    matching,
)

__all__ = [
    "ORIGIN",
    "Count",
    "DataError",
    "Document",
    "HexNumber",
    "Id",
    "Item",
    "KeyPath",
    "Loaded",
    "Positive",
    "Source",
    "Struct",
    "Text",
    "Whole",
    "between",
    "exactly",
    "fingerprint",
    "kind",
    "listing",
    "load",
    "load_document",
    "matching",
    "parse",
    "provenance",
    "read",
    "refuse_strangers",
]

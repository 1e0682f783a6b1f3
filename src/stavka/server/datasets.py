"""The data with which games were begun, kept with their tables: a game goes on with them when the server has others.

The database has the data files of each game at which a table was made, once for each fingerprint (`data_sets`). A
table whose fingerprint is not that of the installed data is opened with the kept files, which are written into the data
folder for this: computer players in other processes read them there. Rules are code and cannot be kept."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import zlib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from stavka import games
from stavka.engine.machine import Game
from stavka.server.faults import tell_fault
from stavka.server.match import RULES
from stavka.server.rows import DataSetRow, StoredMove, TableRow
from stavka.server.store import NO_DATABASE, Store


class DataSets:
    def __init__(self, store: Store, folder: Path) -> None:
        self.store, self.folder = store, folder / "data-sets"

    def keep(self, game: Game[Any]) -> None:
        """Store the data of a game, unless they are stored."""
        if not self.store.has_data(game.data_hash):
            self.store.keep_data(self.row(game))

    def keep_used(self, game: Game[Any]) -> None:
        """Store the data of a game if a table was made with them, by a version that did not keep them."""
        if self.store.uses_data(game.data_hash):
            self.keep(game)

    def row(self, game: Game[Any]) -> DataSetRow:
        """The data files of a game, as they are stored. ValueError if they are not the ones that were loaded: an
        upgrade has just replaced them."""
        loaded: Any = game
        names = [name for name in loaded.files.names if (loaded.files.folder / name).is_file()]
        files = {name: (loaded.files.folder / name).read_text("utf-8") for name in names}
        if games.load(game.key, data=self.written(game.data_hash, files)).data_hash != game.data_hash:
            raise ValueError("the data files are not those that were loaded")
        return DataSetRow(hash=game.data_hash, game=game.key, content=zlib.compress(json.dumps(files).encode(), 9))

    def game(self, installed: Game[Any], data_hash: str | None) -> Game[Any]:
        """The game with the data of a fingerprint; the installed one if these are not kept, or this version cannot read
        them."""
        if data_hash in (None, installed.data_hash):
            return installed
        assert data_hash is not None
        try:
            row = self.store.data_set(data_hash)
            if row is None or row.game != installed.key:
                return installed
            files: dict[str, str] = json.loads(zlib.decompress(row.content))
            found = games.load(installed.key, data=self.written(data_hash, files))
            games.presenter(installed.key, found)
        except NO_DATABASE:
            raise
        except Exception as error:  # whatever the error: files of an older version need not fit the code of this one
            tell_fault(f"data {data_hash}", error)
            return installed
        return found if found.data_hash == data_hash else installed

    def written(self, data_hash: str, files: Mapping[str, str]) -> Path:
        """The folder with these files. It is compared with what is stored, and made whole or not at all."""
        place = self.folder / data_hash
        if not is_written(place, files):
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            made = Path(tempfile.mkdtemp(dir=self.folder))
            for name, text in files.items():
                (made / name).write_text(text, "utf-8")
            shutil.rmtree(place, ignore_errors=True)
            with suppress(OSError):  # another process has just written the same
                os.rename(made, place)
            shutil.rmtree(made, ignore_errors=True)
        return place


def is_written(place: Path, files: Mapping[str, str]) -> bool:
    try:
        return all((place / name).read_text("utf-8") == text for name, text in files.items())
    except (OSError, ValueError):
        return False


def data_of(row: TableRow, moves: Iterable[StoredMove]) -> str | None:
    """The fingerprint of the data with which a game is played: those of its start, or those agreed since."""
    agreed = [move.what.split()[0] for move in moves if move.kind == RULES]
    return agreed[-1] if agreed else row.data_hash

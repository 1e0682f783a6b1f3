"""Settings from the environment, and the places where things are kept by default."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, cast, get_args

from stavka.server.faults import LogStyle
from stavka.server.piping import Listed, read_programs
from stavka.server.sharing import Shared

PACKAGE: Final = Path(__file__).parents[1]
POSTGRES: Final = "postgresql+psycopg"
"""PostgreSQL, with the driver that we use: the extra `postgres` installs it."""


def page_folder(package: Path = PACKAGE) -> Path:
    """The folder of the built page: in the package if a wheel was installed, else in the checkout."""
    packaged = package / "server" / "web"
    return packaged if packaged.is_dir() else package.parents[1] / "web" / "dist"


PAGE: Final = page_folder()


def data_folder(environ: Mapping[str, str], platform: str = sys.platform) -> Path:
    """The folder in which a program keeps its user's data on this system."""
    home = Path(environ.get("HOME") or Path.home())
    if platform == "win32":
        return Path(environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "stavka"
    if platform == "darwin":
        return home / "Library" / "Application Support" / "stavka"
    return Path(environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "stavka"


def driver(url: str) -> str:
    """A database address as people write it, with the driver that we use added."""
    for plain in ("postgres://", "postgresql://"):
        if url.startswith(plain):
            return f"{POSTGRES}://{url.removeprefix(plain)}"
    return url


@dataclass(frozen=True)
class Settings:
    """The settings of the server; docs/server.md lists them."""

    data_folder: Path
    database_url: str = ""
    public_url: str = ""
    smtp_url: str = ""
    webhook_url: str = ""
    webhook_secret: str = ""
    notice_delay: float = 30.0
    workers: int = 1
    think_seconds: float = 10.0
    analysis_seconds: float = 300.0
    """The most seconds for which a game is analysed; it then shows what it has found."""
    program_tables: int = 8
    """The number of games between computer players that are played at the same time."""
    program_tables_each: int = 2
    """The number of games between computer players that one client may have played at the same time."""
    pace: int = 350
    web_folder: Path = PAGE
    proxies: str = "127.0.0.1"
    limit_factor: float = 1.0
    """A factor by which all rate limits are multiplied."""
    request_bytes: int = 64 * 1024
    record_bytes: int = 1024 * 1024
    """The most bytes of a record; this and the next settings bound its import. The longest games have 5,400 moves, 205
    kB, and take 3 s."""
    record_moves: int = 20_000
    record_seconds: float = 20.0
    record_memory: int = 512 * 1024 * 1024
    message_bytes: int = 8 * 1024
    password_memory: int | None = None
    """The kibibytes that the hash of a password takes, which also determine its time; None: as much as Argon2
    recommends."""
    request_seconds: float = 15.0
    """Seconds within which a request has to be complete."""
    stall_seconds: float = 30.0
    """Seconds after which a client that reads nothing is disconnected."""
    stop_seconds: float = 20.0
    """Seconds after which a server that was told to stop does so, whatever has not ended yet."""
    log: LogStyle = "plain"
    metrics: str = ""
    """The address, as in "127.0.0.1:9464", at which operators read metrics; empty: none."""
    tick: float = 1.0
    """Seconds between two checks of clocks and notices."""
    internal_host: str = "127.0.0.1"
    """The address of this machine at which the other servers on the same database reach this one."""
    pool: Path | None = None
    """The socket of the pool that has the workers of this machine; None: this process has its own."""
    shared: Shared | None = None
    """What the server processes of this machine count together; None: this is the only one."""
    programs: Mapping[str, Listed] = field(default_factory=dict)
    """The programs over a pipe that may take a seat, by name."""
    lease_seconds: float = 4.0
    """Seconds after which another server takes over what a silent one has led."""

    @classmethod
    def read(cls, environ: Mapping[str, str] = os.environ, folder: Path | None = None) -> Settings:
        """Read the settings from `STAVKA_...` in the environment. ValueError names what cannot be used."""
        named = environ.get("STAVKA_DATA_FOLDER")
        web = environ.get("STAVKA_WEB_FOLDER")
        programs = environ.get("STAVKA_PROGRAMS")
        return cls(
            data_folder=folder or (Path(named) if named else data_folder(environ)),
            database_url=driver(environ.get("STAVKA_DATABASE_URL", "")),
            public_url=environ.get("STAVKA_PUBLIC_URL", "").rstrip("/"),
            smtp_url=environ.get("STAVKA_SMTP_URL", ""),
            webhook_url=environ.get("STAVKA_WEBHOOK_URL", ""),
            webhook_secret=environ.get("STAVKA_WEBHOOK_SECRET", ""),
            notice_delay=_number(environ, "STAVKA_NOTICE_DELAY", cls.notice_delay),
            workers=int(_number(environ, "STAVKA_WORKERS", max(1, (os.cpu_count() or 2) - 1), least=1)),
            think_seconds=_number(environ, "STAVKA_THINK_SECONDS", cls.think_seconds),
            analysis_seconds=_number(environ, "STAVKA_ANALYSIS_SECONDS", cls.analysis_seconds, least=1),
            program_tables=int(_number(environ, "STAVKA_PROGRAM_TABLES", cls.program_tables, least=1)),
            program_tables_each=int(_number(environ, "STAVKA_PROGRAM_TABLES_EACH", cls.program_tables_each, least=1)),
            pace=int(_number(environ, "STAVKA_PACE", cls.pace)),
            web_folder=Path(web) if web else cls.web_folder,
            proxies=environ.get("STAVKA_PROXIES", cls.proxies),
            limit_factor=_number(environ, "STAVKA_LIMIT_FACTOR", cls.limit_factor),
            request_seconds=_number(environ, "STAVKA_REQUEST_SECONDS", cls.request_seconds),
            stall_seconds=_number(environ, "STAVKA_STALL_SECONDS", cls.stall_seconds),
            stop_seconds=_number(environ, "STAVKA_STOP_SECONDS", cls.stop_seconds),
            log=_style(environ.get("STAVKA_LOG", "") or cls.log),
            metrics=environ.get("STAVKA_METRICS", ""),
            internal_host=environ.get("STAVKA_INTERNAL_HOST") or cls.internal_host,
            programs=read_programs(Path(programs)) if programs else {},
        )

    @property
    def database(self) -> str:
        return self.database_url or f"sqlite:///{self.data_folder / 'stavka.sqlite3'}"


def _style(text: str) -> LogStyle:
    for known in get_args(LogStyle):
        if text == known:
            return cast(LogStyle, known)
    raise ValueError(f"STAVKA_LOG={text}: expected plain or json")


def _number(environ: Mapping[str, str], name: str, default: float, least: float = 0) -> float:
    text = environ.get(name, "")
    if not text:
        return default
    try:
        value = float(text)
    except ValueError:
        value = least - 1
    if not least <= value < float("inf"):
        raise ValueError(f"{name}={text}: expected a number of at least {least:g}")
    return value

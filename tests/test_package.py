"""The wheel and the sdist: what is in them, and whether Stavka can be played from them alone. `make wheel` builds both
from a copy of the tree. The wheel is installed into an empty environment, which gets what the wheel asks for and no
other package. None of this needs the network."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple

import pytest
from packaging.requirements import Requirement
from playwright.sync_api import expect

import stavka
from games.facts import is_ours
from page.people import QUICK, People, chromium
from server.process import Server
from stavka import games
from stavka.server.settings import Settings, page_folder

ROOT = Path(__file__).parents[1]
TITLES = tuple(manifest.title.partition(":")[0] for manifest in games.GAMES.values())
"""The first lines of the boxes: the part after a colon is on the next line."""
NOT_COPIED = (".*", "build", "node_modules", "__pycache__", "*.egg-info")


class Built(NamedTuple):
    tree: Path
    wheel: Path
    sdist: Path


class Home(NamedTuple):
    """An empty environment with the wheel in it, and a folder of its own to be in."""

    folder: Path
    environ: dict[str, str]

    def run(self, *words: str, **environ: str) -> subprocess.CompletedProcess[str]:
        return run(*words, cwd=self.folder, environ=self.environ | environ)


class Installed(Server):
    """The installed `stavka serve`."""

    def __init__(self, home: Home) -> None:
        self.home = home
        super().__init__(Settings(home.folder / "games"), home.folder / "log", **QUICK)

    def spawn(self, words: list[str], out: IO[bytes]) -> subprocess.Popen[bytes]:
        environ = self.home.environ | self.environ
        program = self.home.folder / "bin" / "stavka"
        return subprocess.Popen([program, *words], cwd=self.home.folder, env=environ, stdout=out, stderr=out)


def run(*words: str | Path, cwd: Path, environ: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, cwd=cwd, env=environ, capture_output=True, text=True, check=False)


def make_wheel(tree: Path) -> subprocess.CompletedProcess[str]:
    """`make wheel` with the Python that runs the tests, and the page as it has been built; nothing is set up."""
    environ = {"PATH": os.environ["PATH"], "HOME": str(tree), "PIP_NO_INDEX": "1"}
    return run("make", "wheel", f"BIN={Path(sys.executable).parent}", "SETUP=", "PAGE=", cwd=tree, environ=environ)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    assert (ROOT / "web" / "dist" / "index.html").is_file(), "the page has not been built: make web-test"
    tree = tmp_path_factory.mktemp("built") / "tree"
    shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(*NOT_COPIED))
    shutil.rmtree(tree / "dist", ignore_errors=True)
    made = make_wheel(tree)
    assert made.returncode == 0, made.stdout + made.stderr
    (wheel,), (sdist,) = (tree / "dist").glob("*.whl"), (tree / "dist").glob("*.tar.gz")
    assert len(list((tree / "dist").iterdir())) == 2
    return Built(tree, wheel, sdist)


@pytest.fixture(scope="module")
def home(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Home:
    folder = tmp_path_factory.mktemp("home")
    environ = {"PATH": f"{folder / 'bin'}{os.pathsep}{os.defpath}", "HOME": str(folder), "PIP_NO_INDEX": "1"}
    install = (sys.executable, "-m", "pip", "--python", folder / "bin" / "python", "install", "--no-deps", built.wheel)
    for words in ((sys.executable, "-m", "venv", "--without-pip", folder), install):
        made = run(*words, cwd=folder, environ=environ)
        assert made.returncode == 0, made.stdout + made.stderr
    (packages,) = folder.glob("lib/python*/site-packages")
    for name in demanded(asked_for(packages)):
        link(name, packages)
    return Home(folder, environ)


def asked_for(packages: Path) -> list[Requirement]:
    """The requirements of the installed wheel."""
    (metadata,) = packages.glob("stavka-*.dist-info/METADATA")
    head = metadata.read_text("utf-8").partition("\n\n")[0]
    return [Requirement(text) for text in re.findall(r"^Requires-Dist: (.+)$", head, re.MULTILINE)]


def demanded(requirements: list[Requirement], extras: frozenset[str] = frozenset()) -> set[str]:
    """The distributions that an install without extras brings along."""
    found: set[str] = set()
    for each in requirements:
        if each.marker is None or any(each.marker.evaluate({"extra": extra}) for extra in extras | {""}):
            further = [Requirement(text) for text in distribution(each.name).requires or ()]
            found |= {each.name} | demanded(further, frozenset(each.extras))
    return found


def link(name: str, packages: Path) -> None:
    """Put an installed distribution of this environment into that one."""
    files = distribution(name).files
    assert files, name
    for top in {file.parts[0] for file in files} - {"..", "__pycache__"}:
        place = packages / top
        if not place.exists():
            place.symlink_to(Path(str(distribution(name).locate_file(top))))


def files_below(folder: Path) -> Iterator[PurePosixPath]:
    return (
        PurePosixPath(path.relative_to(folder).as_posix())
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and not any(".egg-info" in part for part in path.parts)
    )


# -- what is in them ------------------------------------------------------------------------------------------------


def test_nothing_of_ours_is_missing(built: Built) -> None:
    ours = {str(path) for path in files_below(built.tree / "src")}
    page = {str(path) for path in files_below(ROOT / "web" / "dist")}
    assert {"stavka/py.typed", "stavka/games/traces/data/geo/land.geojson"} <= ours and "index.html" in page
    with zipfile.ZipFile(built.wheel) as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert names == ours | {f"stavka/server/web/{name}" for name in page}
    with tarfile.open(built.sdist) as sdist:
        packed = {PurePosixPath(item.name).relative_to(built.sdist.name[: -len(".tar.gz")]) for item in sdist}
    needed = {f"src/{name}" for name in ours} | {f"web/dist/{name}" for name in page}
    assert needed | {"pyproject.toml", "setup.py", "LICENSE", "NOTICE"} <= {str(path) for path in packed}
    assert "web/src/main.tsx" in {str(path) for path in packed}
    assert not {path.parts[0] for path in packed if path.parts} & {"tests", "docs", "build"}


def test_without_the_page_nothing_is_built(tmp_path: Path) -> None:
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE", "NOTICE", "Makefile"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "src" / "stavka").mkdir(parents=True)
    shutil.copy(ROOT / "src" / "stavka" / "__init__.py", tmp_path / "src" / "stavka")
    made = make_wheel(tmp_path)
    assert made.returncode != 0 and list(tmp_path.glob("dist/*")) == []
    assert "error: web/dist: the page has not been built; `make wheel` builds it first\n" in made.stderr
    assert "Traceback" not in made.stderr


def test_the_packaged_page_comes_before_that_of_the_checkout(tmp_path: Path) -> None:
    package = tmp_path / "src" / "stavka"
    assert page_folder(package) == tmp_path / "web" / "dist"
    (package / "server" / "web").mkdir(parents=True)
    assert page_folder(package) == package / "server" / "web"
    assert Settings.read({"HOME": "/h", "STAVKA_WEB_FOLDER": "/elsewhere"}).web_folder == Path("/elsewhere")


def test_the_changelog_knows_this_version() -> None:
    headings = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert headings[:2] == ["Unreleased", stavka.__version__]


# -- what can be done with them -------------------------------------------------------------------------------------


def test_it_can_be_played_from_the_wheel_alone(home: Home, built: Built) -> None:
    (package,) = home.folder.glob("lib/python*/site-packages/stavka")
    where = "import stavka; from stavka.server.settings import PAGE; print(stavka.__file__); print(PAGE)"
    found = home.run("python", "-c", where)
    assert found.stdout.splitlines() == [str(package / "__init__.py"), str(package / "server" / "web")], found.stderr
    version = built.wheel.name.split("-")[1]
    assert home.run("stavka", "--version").stdout == f"stavka {version}\n" == f"stavka {stavka.__version__}\n"
    assert home.run("python", "-m", "stavka", "--version").stdout == f"stavka {version}\n"
    ours = {key: package / "games" / key / "situations" for key in games.GAMES if is_ours(key)}
    first, *_, last = ours
    (rule, *_) = games.catalogue(last).rules
    for words, said in (
        *((("python", "-m", "stavka", "games"), games.GAMES[key].title) for key in (first, last)),
        (("stavka", "rules", last, rule, "--lang", "fr"), rule),
        *((("stavka", "check", str(min(folder.glob("*.toml")))), ", 0 failed") for folder in ours.values()),
        (("stavka", "map", "draw", last, "-o", "map.png"), "map.png"),
        (("stavka", "sim", "traces", "race", "--players", "random,random", "--games", "1"), "1 of 1 games"),
    ):
        ran = home.run(*words)
        assert (ran.returncode, ran.stderr) == (0, "") and said in ran.stdout, (words, ran.stdout, ran.stderr)
    assert (home.folder / "map.png").read_bytes().startswith(b"\x89PNG")
    refused = home.run("stavka", "serve", STAVKA_DATABASE_URL="postgresql://me@127.0.0.1/stavka")
    assert refused.returncode == 2 and refused.stderr.count("\n") == 1, refused.stderr
    assert "pip install stavka[postgres]" in refused.stderr
    serve_the_page(home)


def serve_the_page(home: Home) -> None:
    server = Installed(home)
    try:
        with chromium() as browser:
            people = People(browser, server.address)
            with people.stack:
                hand = people.come().go()
                boxes = hand.page.locator("label.game-box")
                expect(boxes).to_have_count(len(TITLES))
                for box, title in zip(boxes.all(), TITLES, strict=True):
                    expect(box).to_contain_text(title)
                hand.painted()
                hand.button("Start", exact=True).click()
                hand.settle().painted()
                expect(hand.page.locator(".map")).to_be_visible()
                assert people.faults == []
        assert "Traceback" not in server.log.read_text()
    finally:
        server.kill()  # a program that is thinking then finds its pipe broken, and says so in the log

"""The part of the build that pyproject.toml cannot express: the built page goes into the package. `make wheel` builds
the page first.

The sdist holds the built page and its sources, so a wheel is built from it without Node. An editable install leaves the
page in the checkout, where the server finds it."""

from pathlib import Path
from typing import ClassVar

from setuptools import Command, setup
from setuptools.command.build import build
from setuptools.command.sdist import sdist
from setuptools.errors import FileError

PAGE = Path("web", "dist")
INSIDE = Path("stavka", "server", "web")


def demand_page() -> None:
    if not (PAGE / "index.html").is_file():
        raise FileError(f"{PAGE.as_posix()}: the page has not been built; `make wheel` builds it first")


class BuildPage(Command):
    """Copies the page into the package, as a step of `build`."""

    description = "copy the built page into the package"
    user_options: ClassVar = []
    editable_mode = False

    def initialize_options(self) -> None:
        self.build_lib = ""

    def finalize_options(self) -> None:
        self.build_lib = self.get_finalized_command("build_py").build_lib

    def run(self) -> None:
        if self.editable_mode:
            return
        demand_page()
        for copy, original in self.get_output_mapping().items():
            self.mkpath(str(Path(copy).parent))
            self.copy_file(original, copy)

    def get_source_files(self) -> list[str]:
        return sorted(str(path) for path in PAGE.rglob("*") if path.is_file())

    def get_outputs(self) -> list[str]:
        return list(self.get_output_mapping())

    def get_output_mapping(self) -> dict[str, str]:
        if self.editable_mode:
            return {}
        inside = Path(self.build_lib) / INSIDE
        return {str(inside / Path(file).relative_to(PAGE)): file for file in self.get_source_files()}


class Build(build):
    sub_commands: ClassVar = [*build.sub_commands, ("build_page", None)]


class Sdist(sdist):
    def run(self) -> None:
        demand_page()
        super().run()


setup(cmdclass={"build": Build, "build_page": BuildPage, "sdist": Sdist})

"""The mutants of a tagged line of a data file."""

from pathlib import Path

from stavka.assurance.ledger import Site
from stavka.studies.mutants import mutants


def changes(tmp_path: Path, line: str) -> list[str]:
    file = tmp_path / "tables.toml"
    file.write_text(f"# head\n{line}\n", encoding="utf-8")
    return [mutant.source.splitlines()[1] for mutant in mutants(Site(file, 2, ("12.22",), ""))]


def test_hexes_keep_the_letter_of_their_sheet(tmp_path: Path) -> None:
    assert changes(tmp_path, 'hex = "S2723"  # [12.22]') == ['hex = "S2724"  # [12.22]', ""]
    assert changes(tmp_path, 'hex = "1731"  # [12.22]') == ['hex = "1732"  # [12.22]', ""]


def test_numbers_and_truth_values(tmp_path: Path) -> None:
    assert changes(tmp_path, "value = { least = -14, mines = true }  # [12.22]") == [
        "value = { least = -13, mines = true }  # [12.22]",
        "value = { least = -14, mines = false }  # [12.22]",
        "",
    ]

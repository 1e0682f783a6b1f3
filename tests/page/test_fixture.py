"""The unit tests of the page draw what the server sends today."""

from page.fixture import FILE, made


def test_the_file_in_the_tree_is_what_the_command_makes() -> None:
    assert FILE.read_text(encoding="utf-8") == made(), "run `make fixture`"

"""Turn geography into a map of hexes, and that map into a picture.

hex_map = build("theatre.toml") # or MapError: file, line, what was found and what was expected
Path("map.txt").write_text(write(hex_map)) Path("map.png").write_bytes(png(svg(hex_map)))"""

from stavka.mapping.builder import build

__all__ = ["build"]

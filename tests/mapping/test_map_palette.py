"""Pictures with 256 colours: the same size and the same colours, as far as there are so many."""

from __future__ import annotations

import struct
import zlib

import pytest

from stavka import games
from stavka.mapping.draw import cover_svg, png
from stavka.mapping.palette import SIGNATURE, Colour, chunk, chunks, nearest, read, with_palette


def made(lines: list[bytes], width: int, kind: int = 6, depth: int = 8) -> bytes:
    """A PNG of lines as they are stored: each begins with its filter."""
    head = struct.pack(">IIBBBBB", width, len(lines), depth, kind, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(b"".join(lines))), (b"IEND", b""))
    return SIGNATURE + b"".join(chunk(name, body) for name, body in parts)


def shown(picture: bytes) -> list[list[Colour]]:
    """The colours of a picture with a palette."""
    found = dict(chunks(picture))
    width, height, depth, kind, *_ = struct.unpack(">IIBBBBB", found[b"IHDR"])
    assert (depth, kind) == (8, 3)
    palette = list(zip(*[iter(found[b"PLTE"])] * 3, strict=True))
    raw = zlib.decompress(found[b"IDAT"])
    assert len(raw) == height * (width + 1)
    return [[palette[i] for i in raw[y * (width + 1) + 1 : (y + 1) * (width + 1)]] for y in range(height)]


def test_every_filter_of_png_is_read() -> None:
    """Two pixels, (10, 20, 30) and (40, 50, 60), in each of five lines. What is stored is worked out by hand."""
    a, b = bytes((10, 20, 30, 255)), bytes((40, 50, 60, 255))
    none = bytes(4)
    lines = [
        b"\0" + a + b,
        b"\1" + a + bytes((30, 30, 30, 0)),  # less the pixel to the left
        b"\2" + none + none,  # less the pixel above
        b"\3" + bytes((5, 10, 15, 128)) + bytes((15, 15, 15, 0)),  # less half of left and above: (10 + 40) // 2 = 25
        b"\4" + none + none,  # the first predicts the pixel above; the second: 10 + 40 - 10 = 40, above
    ]
    assert shown(with_palette(made(lines, 2))) == [[(10, 20, 30), (40, 50, 60)]] * 5


def test_a_picture_without_transparency_is_read_too() -> None:
    line = b"\1" + bytes((1, 2, 3)) + bytes((1, 1, 1))
    assert shown(with_palette(made([line], 2, kind=2))) == [[(1, 2, 3), (2, 3, 4)]]


def test_of_more_colours_the_rare_ones_become_the_nearest() -> None:
    """256 colours twice, and one once, which is nearest to (7, 0, 200)."""
    frequent = [(i, 0, 200) for i in range(256)]
    lines = [b"\0" + b"".join(bytes((*colour, 255)) for colour in frequent) + bytes((7, 3, 201, 255))]
    lines.append(b"\0" + b"".join(bytes((*colour, 255)) for colour in [*frequent, frequent[0]]))
    first, second = shown(with_palette(made(lines, 257)))
    assert first == [*frequent, (7, 0, 200)] and second == [*frequent, frequent[0]]
    assert nearest((0, 0, 9), [(0, 0, 0), (0, 9, 9), (0, 0, 7)]) == 2


def test_other_pictures_are_refused() -> None:
    with pytest.raises(ValueError, match="eight bits a channel"):
        read(made([b"\0\0"], 1, kind=0))


def test_a_cover_becomes_small_and_stays_the_same_to_the_eye() -> None:
    key = "traces"
    whole = png(cover_svg(games.files(key).hexmap, games.GAMES[key].cover.hex))
    small = with_palette(whole)
    assert len(small) < len(whole) / 2
    _, _, lines = read(whole)
    before = [list(zip(line[0::4], line[1::4], line[2::4], strict=True)) for line in lines]
    apart = [
        max(abs(x - y) for x, y in zip(a, b, strict=True))
        for row, other in zip(before, shown(small), strict=True)
        for a, b in zip(row, other, strict=True)
    ]
    assert sum(each > 8 for each in apart) < len(apart) / 100

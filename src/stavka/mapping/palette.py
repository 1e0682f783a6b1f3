"""PNG pictures with 256 colours. A map has few colours and many soft edges between them: with a palette its picture is
a third as large, and looks the same."""

from __future__ import annotations

import struct
import zlib
from collections import Counter
from collections.abc import Iterator
from typing import Final

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
COLOURS: Final = 256
CHANNELS: Final = {2: 3, 6: 4}
"""The bytes of a pixel, by PNG's number for the kind of its colours: with and without transparency."""

Colour = tuple[int, int, int]


def with_palette(picture: bytes) -> bytes:
    """A PNG of eight bits a channel with its 256 most frequent colours; each other one becomes the nearest of them.
    Transparency is left out."""
    width, height, lines = read(picture)
    pixels = [list(zip(line[0::4], line[1::4], line[2::4], strict=True)) for line in lines]
    frequent = [colour for colour, _ in Counter(each for line in pixels for each in line).most_common(COLOURS)]
    number = {colour: i for i, colour in enumerate(frequent)}
    content = bytearray()
    for line in pixels:
        content.append(0)  # this line is not filtered
        for colour in line:
            if colour not in number:
                number[colour] = nearest(colour, frequent)
            content.append(number[colour])
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    palette = bytes(part for colour in frequent for part in colour)
    parts = ((b"IHDR", head), (b"PLTE", palette), (b"IDAT", zlib.compress(bytes(content), 9)), (b"IEND", b""))
    return SIGNATURE + b"".join(chunk(name, body) for name, body in parts)


def nearest(colour: Colour, among: list[Colour]) -> int:
    r, g, b = colour
    return min(
        range(len(among)), key=lambda i: (among[i][0] - r) ** 2 + (among[i][1] - g) ** 2 + (among[i][2] - b) ** 2
    )


def chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def chunks(picture: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(SIGNATURE)
    while at < len(picture):
        size, name = struct.unpack(">I4s", picture[at : at + 8])
        yield name, picture[at + 8 : at + 8 + size]
        at += 12 + size


def read(picture: bytes) -> tuple[int, int, list[bytearray]]:
    """Width, height, and the lines of a PNG, four bytes a pixel."""
    found = list(chunks(picture))
    width, height, depth, kind, *_, interlaced = struct.unpack(">IIBBBBB", dict(found)[b"IHDR"])
    if depth != 8 or kind not in CHANNELS or interlaced:
        raise ValueError("expected a PNG of eight bits a channel, in colour and not interlaced")
    size = CHANNELS[kind]
    raw = zlib.decompress(b"".join(body for name, body in found if name == b"IDAT"))
    lines, above = [], bytearray(width * size)
    for y in range(height):
        at = y * (width * size + 1)
        line = bytearray(raw[at + 1 : at + 1 + width * size])
        unfilter(raw[at], line, above, size)
        lines.append(line)
        above = line
    return width, height, lines if size == 4 else [padded(line) for line in lines]


def padded(line: bytearray) -> bytearray:
    """A line of three bytes a pixel with a fourth one."""
    made = bytearray(len(line) // 3 * 4)
    for i in range(3):
        made[i::4] = line[i::3]
    return made


def unfilter(kind: int, line: bytearray, above: bytearray, size: int) -> None:
    """Add what PNG has subtracted from each byte: the byte to its left, the one above it, or what both predict."""
    for i in range(len(line) if kind else 0):
        left, corner = (line[i - size], above[i - size]) if i >= size else (0, 0)
        up = above[i]
        predicted = (left, up, (left + up) >> 1, paeth(left, up, corner))[kind - 1]
        line[i] = (line[i] + predicted) & 0xFF


def paeth(left: int, up: int, corner: int) -> int:
    at = left + up - corner
    return min((left, up, corner), key=lambda each: abs(at - each))

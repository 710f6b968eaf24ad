"""Pictures of few colours, as PNG, and how they stand in a file."""

from __future__ import annotations

import struct
import zlib
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence

from .svg import Box, tag

Rgba = tuple[int, int, int, int]

_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def indexed_png(width: int, indices: bytes, palette: Sequence[Rgba]) -> bytes:
    """A picture of at most 256 colours, each with its opacity."""
    header = struct.pack(">IIBBBBB", width, len(indices) // width, 8, 3, 0, 0, 0)
    return _png([(b"IHDR", header), *_colours(palette), _pixels(indices, width)])


def recoloured(png: bytes, palette: Sequence[Rgba]) -> bytes:
    """The same picture in other colours."""
    header, *_, pixels, _ = _chunks(png)
    return _png([header, *_colours(palette), pixels])


def _colours(palette: Sequence[Rgba]) -> Iterator[tuple[bytes, bytes]]:
    yield b"PLTE", b"".join(bytes(colour[:3]) for colour in palette)
    yield b"tRNS", bytes(colour[3] for colour in palette)


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    start = len(_SIGNATURE)
    while start < len(png):
        end = start + 8 + int.from_bytes(png[start : start + 4], "big")
        yield png[start + 4 : start + 8], png[start + 8 : end]
        start = end + 4


def _png(chunks: Iterable[tuple[bytes, bytes]]) -> bytes:
    return _SIGNATURE + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in (*chunks, (b"IEND", b""))
    )


def _pixels(data: bytes, row: int) -> tuple[bytes, bytes]:
    """Rows as differences from the row above, which pack better than the rows themselves."""
    above = bytes(row)
    packed = []
    for start in range(0, len(data), row):
        line = data[start : start + row]
        packed.append(b"\2" + bytes([(a - b) & 255 for a, b in zip(line, above, strict=True)]))
        above = line
    return b"IDAT", zlib.compress(b"".join(packed), 9)


def image(png: bytes, box: Box) -> str:
    """A picture inside the file, spread over a rectangle."""
    return tag(
        "image",
        x=box.left,
        y=box.top,
        width=box.width,
        height=box.height,
        preserveaspectratio="none",
        href=f"data:image/png;base64,{b64encode(png).decode()}",
    )

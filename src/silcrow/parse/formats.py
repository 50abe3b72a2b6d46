"""The formats Silcrow reads: a table of names to readers, imported on first use, and the recipe of each.

A reader turns bytes into a Source; see fragment.py.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

from silcrow.errors import TooLarge, Usage
from silcrow.parse.fragment import Source
from silcrow.profile import Profile

PARSE_VERSION = 3
"""Raised when the same bytes give another Document than before, or another index of it."""
LARGEST = 500_000_000
"""Bytes of any document."""


class Read(Protocol):
    """What a format module offers under `read`."""

    def __call__(self, data: bytes, *, name: str, password: str | None, **options: Any) -> Source:
        """The fragments of data; DocumentError where it cannot be read."""
        ...


@dataclass(frozen=True, slots=True)
class Format:
    """One format: the module whose `read` reads it, the distributions that decide what comes out, its largest size.

    `scans`: whether pages may be pictures, so that `read` takes the languages they are in.
    """

    module: str
    engines: tuple[str, ...]
    largest: int = LARGEST
    scans: bool = False


FORMATS = {
    "docx": Format("silcrow.parse.docx", ("lxml",), largest=300_000_000),
    "epub": Format("silcrow.parse.epub", ("lxml", "selectolax"), largest=300_000_000),
    "html": Format("silcrow.parse.html", ("selectolax",), largest=200_000_000),
    "jats": Format("silcrow.parse.jats", ("lxml",), largest=100_000_000),
    "latex": Format("silcrow.parse.latex", (), largest=50_000_000),
    "markdown": Format("silcrow.parse.markdown", ("markdown-it-py", "selectolax"), largest=100_000_000),
    "pdf": Format("silcrow.parse.pdf", ("liteparse", "pypdfium2"), scans=True),
    "text": Format("silcrow.parse.text", (), largest=200_000_000),
}


def reader(name: str) -> Read:
    """The reader of a format, imported now."""
    found: Callable[..., Source] = import_module(_format(name).module).read
    return cast("Read", found)


def check_size(data: bytes, *, name: str, format_name: str) -> None:
    """TooLarge when data is past the bound of its format."""
    largest = _format(format_name).largest
    if len(data) > largest:
        raise TooLarge(
            f"{name or 'the document'} has {len(data):,} bytes; {format_name} is read up to {largest:,}",
            hint="Split the document, or take out what is not text.",
        )


@cache
def recipe(format_name: str, *beside: str) -> str:
    """How a format is read: Silcrow's parse version and its engines' versions; `beside`: those of one document."""
    from importlib.metadata import version  # noqa: PLC0415 - slow to import, and needed only when a document is read

    engines = [f"{engine} {version(engine)}" for engine in _format(format_name).engines]
    return "; ".join([f"silcrow-parse {PARSE_VERSION}", format_name, *engines, *beside])


PROFILE = "; profile "


def with_profile(made_by: str, profile: Profile | None) -> str:
    """A recipe that a profile is part of; without one, as it is."""
    return f"{made_by}{PROFILE}{profile.identity}" if profile else made_by


def without_profile(made_by: str) -> str:
    """A recipe without the profile in it."""
    return made_by.partition(PROFILE)[0]


def edition(data: bytes, made_by: str) -> str:
    """The name of what a recipe makes of bytes: 16 hexadecimal digits."""
    digest = hashlib.sha256(made_by.encode())
    digest.update(data)
    return digest.hexdigest()[:16]


def _format(name: str) -> Format:
    if name not in FORMATS:
        raise Usage(f"{name!r} is no format", hint=f"Known formats: {', '.join(sorted(FORMATS))}.")
    return FORMATS[name]

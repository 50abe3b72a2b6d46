"""What reads the picture of a page: pictures in, lines out; nothing of documents."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Picture:
    """One page in shades of grey, a byte a pixel, row by row; `dpi` as drawn."""

    page: int
    width: int
    height: int
    dpi: int
    pixels: bytes


@dataclass(frozen=True, slots=True)
class PictureLine:
    """One line as an engine sees it, in pixels from the top left. Equal `block` is one paragraph; confidence 0-1."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    size: float
    block: int
    confidence: float


class OcrFailed(Exception):
    """A page that an engine could not read, and why."""


class Engine(Protocol):
    """An engine with its languages chosen; its name says all that decides what it reads."""

    @property
    def name(self) -> str:
        """Engine, version and languages."""
        ...

    @property
    def workers(self) -> int:
        """How many pages it may read at once."""
        ...

    def read(self, picture: Picture) -> list[PictureLine]:
        """The lines of a picture in reading order; OcrFailed where it cannot."""
        ...


@dataclass(frozen=True, slots=True)
class Choice:
    """The engine that is there, None without one, and the languages asked for that it does not know."""

    engine: Engine | None
    missing: tuple[str, ...] = ()

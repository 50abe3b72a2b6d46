"""The extra [ocr]: rapidocr, which brings its models along. One page at a time; five times the cost of tesseract."""

import threading
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.metadata import PackageNotFoundError
from importlib.util import find_spec
from typing import Any, Final

from silcrow.parse.scan.engine import Choice, OcrFailed, Picture, PictureLine

_LOCK: Final = threading.Lock()
_APART: Final = 0.7  # free room between lines, in line heights, from which a paragraph ends
_BESIDE: Final = 2.0  # room inside a line, in line heights
_TYPE: Final = 0.72  # type size in heights of a detected line, which has room around it


@dataclass(frozen=True, slots=True)
class Rapid:
    """The engine. It tells Latin and Chinese letters by itself, so no language is chosen."""

    name: str
    workers: int = 1
    lock: threading.Lock = field(default=_LOCK, repr=False)

    def read(self, picture: Picture) -> list[PictureLine]:
        """The lines of a picture from the top down."""
        import numpy  # noqa: ICN001, PLC0415 - only where a page is read

        grey = numpy.frombuffer(picture.pixels, numpy.uint8).reshape(picture.height, picture.width)
        try:
            with self.lock:
                found = _model()(numpy.repeat(grey[:, :, None], 3, axis=2))
        except Exception as problem:  # noqa: BLE001 - whatever a model raises, it is this page that fails
            raise OcrFailed(f"rapidocr failed: {problem}") from None
        if found.boxes is None or not found.txts:
            return []
        pieces = [_piece(*one) for one in zip(found.boxes, found.txts, found.scores, strict=True)]
        return _in_paragraphs(_joined([piece for piece in pieces if piece.text]))


def choose() -> Choice | None:
    """The engine where it is installed."""
    name = version()
    return Choice(Rapid(name)) if name else None


@cache
def version() -> str:
    """Name and version where it is installed, or ""."""
    from importlib.metadata import version as version_of  # noqa: PLC0415 - slow to import

    try:
        return f"rapidocr {version_of('rapidocr')}" if find_spec("rapidocr") else ""
    except PackageNotFoundError:
        return ""


@cache
def _model() -> Any:
    import logging  # noqa: PLC0415 - only to keep the engine quiet

    from rapidocr import RapidOCR  # noqa: PLC0415 - heavy, and an extra

    model = RapidOCR()
    logging.getLogger("RapidOCR").setLevel(logging.ERROR)
    return model


def _piece(box: Any, text: str, score: float) -> PictureLine:
    across, down = [float(x) for x, _ in box], [float(y) for _, y in box]
    top, bottom = min(down), max(down)
    words = " ".join(text.split())
    return PictureLine(words, min(across), top, max(across), bottom, (bottom - top) * _TYPE, 0, float(score))


def _joined(pieces: list[PictureLine]) -> list[PictureLine]:
    """Pieces that stand side by side close together as one line, from the top down."""
    lines: list[list[PictureLine]] = []
    for piece in sorted(pieces, key=lambda one: ((one.top + one.bottom) / 2, one.left)):
        middle = (piece.top + piece.bottom) / 2
        for line in reversed(lines[-4:]):
            last = line[-1]
            height = last.bottom - last.top
            if last.top < middle < last.bottom and -height < piece.left - last.right < _BESIDE * height:
                line.append(piece)
                break
        else:
            lines.append([piece])
    return [_line(line) for line in lines]


def _line(pieces: list[PictureLine]) -> PictureLine:
    letters = sum(len(one.text) for one in pieces)
    return PictureLine(
        " ".join(one.text for one in pieces),
        min(one.left for one in pieces),
        min(one.top for one in pieces),
        max(one.right for one in pieces),
        max(one.bottom for one in pieces),
        max(one.size for one in pieces),
        0,
        sum(one.confidence * len(one.text) for one in pieces) / letters,
    )


def _in_paragraphs(lines: list[PictureLine]) -> list[PictureLine]:
    """Lines numbered by paragraph: one ends where there is free room or the type changes."""
    found: list[PictureLine] = []
    block = 0
    for line in lines:
        if found:
            last = found[-1]
            height = min(last.bottom - last.top, line.bottom - line.top)
            beside = line.left > last.right or line.right < last.left
            if beside or not -height < line.top - last.bottom < _APART * height or line.size > 1.25 * last.size:
                block += 1
        found.append(replace(line, block=block))
    return found

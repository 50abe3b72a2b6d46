"""Which pages of a document are read from their pictures, and what comes of it: the way through the room.

Pages are drawn one by one and read several at once, so no more pictures are held than are being read.
"""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from silcrow.errors import Notice
from silcrow.language.detect import detect
from silcrow.parse.pdf.drafts import Sheet
from silcrow.parse.scan.choosing import choose
from silcrow.parse.scan.engine import Choice, Engine, OcrFailed, Picture, PictureLine
from silcrow.parse.scan.routing import needs_reading

DOUBTFUL: Final = 0.75
"""Mean confidence of a page below which its text is flagged; clean scans have .95."""
_SPOKEN: Final = 20_000  # characters of text pages from which their language is told
MISSING: Final = "ocr_missing"
"""The code of the notice that pages were not read for want of an engine."""


@dataclass(frozen=True, slots=True)
class Scans:
    """The sheets of a document, those of scanned pages read; notices on them; the engine, "" where none was used."""

    sheets: list[Sheet]
    notices: tuple[Notice, ...] = ()
    engine: str = ""


@dataclass(slots=True)
class _Outcome:
    """What became of the pages that were looked at."""

    read: dict[int, tuple[Picture, list[PictureLine]]] = field(default_factory=dict)
    failed: dict[int, str] = field(default_factory=dict)
    blank: set[int] = field(default_factory=set)


def read_scans(sheets: list[Sheet], pdf: bytes, *, password: str | None, languages: Sequence[str] = ()) -> Scans:
    """The sheets, those without usable text made from the pictures of their pages."""
    wanted = {sheet.page: sheet for sheet in sheets if needs_reading(sheet)}
    if not wanted:
        return Scans(sheets)
    choice = choose(languages, "" if languages else _spoken(sheets, wanted))
    from silcrow.parse.scan.images import draw  # noqa: PLC0415 - only where a page is drawn

    pictures = draw(pdf, tuple(wanted), password=password)
    if choice.engine is None:
        drawn = [number for number, picture in pictures if picture is not None]
        return Scans(sheets, tuple(_missing(drawn, wanted)))
    outcome = _read(pictures, choice.engine)
    made = _made(outcome, wanted)
    notices = tuple(_notices(outcome, made, wanted, choice))
    used = choice.engine.name if outcome.read or outcome.failed else ""
    return Scans([made.get(sheet.page, sheet) for sheet in sheets], notices, used)


def _read(pictures: Iterator[tuple[int, Picture | None]], engine: Engine) -> _Outcome:
    outcome = _Outcome()
    with ThreadPoolExecutor(engine.workers) as pool:
        while batch := list(islice(pictures, 2 * engine.workers)):
            held = [picture for _, picture in batch if picture is not None]
            outcome.blank.update(number for number, picture in batch if picture is None)
            for picture, found in zip(held, pool.map(lambda one: _lines(engine, one), held), strict=True):
                if isinstance(found, str):
                    outcome.failed[picture.page] = found
                else:
                    outcome.read[picture.page] = (_without_pixels(picture), found)
    return outcome


def _lines(engine: Engine, picture: Picture) -> list[PictureLine] | str:
    try:
        return engine.read(picture)
    except OcrFailed as failure:
        return str(failure)


def _without_pixels(picture: Picture) -> Picture:
    return Picture(picture.page, picture.width, picture.height, picture.dpi, b"")


def _made(outcome: _Outcome, wanted: Mapping[int, Sheet]) -> dict[int, Sheet]:
    from silcrow.parse.scan.sheets import sheets_of  # noqa: PLC0415 - only where a page was read

    read = {page: found for page, found in outcome.read.items() if found[1]}
    sizes = {page: (wanted[page].width, wanted[page].height) for page in read}
    return {sheet.page: sheet for sheet in sheets_of(read, sizes)}


def _notices(
    outcome: _Outcome, made: Mapping[int, Sheet], wanted: Mapping[int, Sheet], choice: Choice
) -> Iterator[Notice]:
    if choice.missing:
        listed = ", ".join(choice.missing)
        yield Notice("ocr_language", f"The OCR engine has no data for {listed}; what it has was used.")
    for page in sorted(wanted.keys() - outcome.blank):
        broken = "its own text is broken; " if wanted[page].drafts else ""
        if page in outcome.failed:
            yield Notice("ocr_failed", f"page {page} could not be read by OCR: {broken}{outcome.failed[page]}.")
        elif page in made:
            sure = _confidence(outcome.read[page][1])
            code = "ocr" if sure >= DOUBTFUL else "ocr_doubtful"
            doubt = "" if sure >= DOUBTFUL else ", which is low: check it against the page"
            yield Notice(code, f"page {page} was read by OCR: {broken}mean confidence {sure:.2f}{doubt}.")
        else:
            yield Notice("page_without_text", f"page {page} has no text: {broken}OCR found none on its picture.")


def _confidence(lines: Sequence[PictureLine]) -> float:
    return sum(line.confidence * len(line.text) for line in lines) / sum(len(line.text) for line in lines)


def _missing(drawn: Sequence[int], wanted: Mapping[int, Sheet]) -> Iterator[Notice]:
    if not drawn:
        return
    for page in drawn:
        broken = "has only broken text" if wanted[page].drafts else "has no text"
        yield Notice("page_without_text", f"page {page} {broken}, and no OCR engine is installed.")
    message = f"{len(drawn)} pages were not read: install tesseract or silcrow[ocr], then silcrow add --reparse."
    yield Notice(MISSING, message)


def _spoken(sheets: Sequence[Sheet], wanted: Mapping[int, Sheet]) -> str:
    """The language of the pages that have text."""
    texts: list[str] = []
    size = 0
    for sheet in sheets:
        if sheet.page not in wanted and size < _SPOKEN:
            texts += [line.text for draft in sheet.drafts for line in draft.lines]
            size += sum(len(line.text) for draft in sheet.drafts for line in draft.lines)
    return detect("\n".join(texts)) if texts else ""

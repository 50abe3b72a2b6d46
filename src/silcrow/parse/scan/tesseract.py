"""The program tesseract: one process a page, in one thread each, with a limit of time. Its hOCR becomes lines.

hOCR and not TSV, since it says how large the type of a line is, without ascenders that happen not to be there.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from silcrow.parse.scan.engine import Choice, OcrFailed, Picture, PictureLine
from silcrow.parse.scan.languages import code_of

_SECONDS: Final = 120  # a page; one of small print takes five on a slow machine
_ASKED: Final = 20  # seconds to say its version
_DEFAULT: Final = "eng"
_NO_LANGUAGES: Final = frozenset({"osd", "equ", "snum"})
_MOST: Final = 8  # languages at once: each costs its time again
_BOX = re.compile(r"\bbbox (\d+) (\d+) (\d+) (\d+)")
_SIZE = re.compile(r"\bx_size ([\d.]+)")
_CONFIDENCE = re.compile(r"\bx_wconf (\d+)")
_VERSION = re.compile(r"tesseract v?([\w.-]+)")


@dataclass(frozen=True, slots=True)
class Tesseract:
    """The program, with languages it has."""

    program: str
    languages: str
    name: str
    workers: int

    def read(self, picture: Picture) -> list[PictureLine]:
        """The lines of a picture in reading order."""
        head = f"P5 {picture.width} {picture.height} 255\n".encode()
        options = ["-l", self.languages, "--psm", "3", "--dpi", str(picture.dpi), "-c", "tessedit_create_hocr=1"]
        command = [self.program, "stdin", "stdout", *options]
        try:
            done = subprocess.run(  # noqa: S603 - the program found on the path, with our own words
                command,
                input=head + picture.pixels,
                capture_output=True,
                env=_environment(),
                timeout=_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise OcrFailed(f"tesseract took longer than {_SECONDS} seconds") from None
        except OSError as error:
            raise OcrFailed(f"tesseract does not start: {error.strerror}") from None
        if done.returncode:
            raise OcrFailed(f"tesseract ended with status {done.returncode}")
        return lines_of(done.stdout)


def choose(languages: Sequence[str], spoken: str = "") -> Choice | None:
    """Tesseract with the languages wanted that it has; None where it is not installed or has none at all."""
    program = shutil.which("tesseract")
    known = _known(program) if program else ("", ())
    if not program or not known[1]:
        return None
    number, has = known
    wanted = list(dict.fromkeys(code for language in languages if (code := code_of(language))))[:_MOST]
    missing = tuple(one for one in languages if code_of(one) not in has)
    chosen = [one for one in wanted if one in has]
    if not chosen:
        chosen = [one for one in dict.fromkeys((code_of(spoken), _DEFAULT)) if one in has] or [has[0]]
    joined = "+".join(chosen)
    return Choice(Tesseract(program, joined, f"tesseract {number} {joined}", _cores()), missing)


def version() -> str:
    """Name and version where it is installed, or ""."""
    program = shutil.which("tesseract")
    number, has = _known(program) if program else ("", ())
    return f"tesseract {number}" if has else ""


def lines_of(hocr: bytes) -> list[PictureLine]:
    """The lines of an hOCR document that hold text."""
    from lxml import etree  # noqa: PLC0415 - only where a page was read

    try:
        root = etree.fromstring(hocr, etree.HTMLParser(encoding="utf-8", no_network=True))
    except (etree.LxmlError, ValueError):
        raise OcrFailed("tesseract's answer cannot be read") from None
    found: list[PictureLine] = []
    block = 0
    for tag in root.iter() if root is not None else ():
        sort = tag.get("class", "") if isinstance(tag.tag, str) else ""
        if sort == "ocr_par":
            block += 1
        elif sort in ("ocr_line", "ocr_header", "ocr_caption", "ocr_textfloat") and (line := _line(tag, block)):
            found.append(line)
    return found


def _line(tag: Any, block: int) -> PictureLine | None:
    box, size = _BOX.search(tag.get("title", "")), _SIZE.search(tag.get("title", ""))
    words, marks = [], []
    for word in tag:
        text = " ".join("".join(word.itertext()).split())
        sure = _CONFIDENCE.search(word.get("title", ""))
        if text:
            words.append(text)
            marks.append((int(sure[1]) if sure else 0) * len(text))
    text = " ".join(words)
    if box is None or not text:
        return None
    left, top, right, bottom = (float(box[n]) for n in range(1, 5))
    letters = sum(map(len, words))
    tall = float(size[1]) if size else bottom - top
    return PictureLine(text, left, top, right, bottom, tall, block, sum(marks) / (100 * letters))


@cache
def _known(program: str) -> tuple[str, tuple[str, ...]]:
    """Its version and its languages; nothing where it does not run."""
    said = []
    for option in ("--version", "--list-langs"):
        try:
            done = subprocess.run(  # noqa: S603 - the program found on the path
                [program, option], capture_output=True, env=_environment(), timeout=_ASKED, check=False
            )
        except (OSError, subprocess.TimeoutExpired):
            return "", ()
        said.append((done.stdout + done.stderr).decode("utf-8", "replace"))
    number = _VERSION.search(said[0])
    languages = tuple(line.strip() for line in said[1].splitlines()[1:] if re.fullmatch(r"[\w/-]{2,40}", line.strip()))
    return (number[1], tuple(one for one in languages if one not in _NO_LANGUAGES)) if number else ("", ())


def _environment() -> dict[str, str]:
    """Its own threads slow it down where several run: a process a page is faster."""
    return {**os.environ, "OMP_THREAD_LIMIT": "1"}


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

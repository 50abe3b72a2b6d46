"""Bytes of a text format become characters: byte order mark, UTF-8, what the document declares, then detection.

Knows nothing of formats; a reader that finds a declared encoding passes its name. All bytes are looked at, never only
the first ones, and a decoding that loses or guesses anything says so.
"""

import codecs
import re
from dataclasses import dataclass

from silcrow.errors import Notice
from silcrow.language.detect import detect

# The longer mark first: UTF-32's begins with UTF-16's.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# What is declared under the left name is written in the right one, its superset (WHATWG Encoding, labels).
_SUPERSETS = {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "shift_jis": "cp932",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "euc_kr": "cp949",
    "big5": "big5hkscs",
}
_CANDIDATES = ["cp1252", "cp1250", "cp1251", "koi8_r", "cp932", "gb18030", "big5", "cp949", "euc_jp"]
_KANA = re.compile(r"[\u3041-\u30fe]")
_JAPANESE = 0.15  # share of full-width kana among all that is not ASCII: never reached by other bytes read as Japanese
_SIGN_IN_WORD = re.compile(r"[^\W\d_][¹²³¿ºª¾¼¡£¥¢\ufffd][^\W\d_]")  # what letters become under the wrong name
_EVIDENCE = 200_000  # bytes of non-ASCII lines given to the detector
_REACH = 2000  # bytes of a line kept on either side of one that is not ASCII
_HIGH_BYTE = re.compile(rb"[\x80-\xff]")
_SHIFT_JIS_7BIT = (b"\x1b$B", b"\x1b$@", b"\x1b(J")
_MOSTLY_UTF8 = 10  # valid sequences for each broken one


@dataclass(frozen=True, slots=True)
class Decoded:
    r"""Text with line ends as `\n` and without NULs, the encoding it was read in, and what was lost or guessed."""

    text: str
    encoding: str
    notices: tuple[Notice, ...] = ()


def decode(data: bytes, *, declared: str = "") -> Decoded:
    """The text of data; `declared` is the encoding that the document itself names, if it does."""
    text, encoding, notices = _read(data, declared)
    if "\0" in text:
        notices.append(Notice("nul_bytes", f"{text.count(chr(0))} NUL characters were left out."))
        text = text.replace("\0", "")
    return Decoded(text.replace("\r\n", "\n").replace("\r", "\n"), encoding, tuple(notices))


def wide(data: bytes) -> str:
    """The name of UTF-16 without a mark, or "": every second byte of Latin text is NUL."""
    pairs = len(data) // 2
    if pairs < 4 or len(data) % 2 or b"\0" not in data:
        return ""
    even, odd = data[::2].count(0), data[1::2].count(0)
    if max(even, odd) > 0.7 * pairs and min(even, odd) < 0.05 * pairs:
        return "utf-16-be" if even > odd else "utf-16-le"
    return ""


def _read(data: bytes, declared: str) -> tuple[str, str, list[Notice]]:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _lossy(data[len(mark) :], encoding)
    if any(sign in data for sign in _SHIFT_JIS_7BIT) and (text := _strict(data, "iso2022_jp_2004")) is not None:
        return text, "iso-2022-jp", []
    if encoding := wide(data):
        return _lossy(data, encoding)
    if (text := _strict(data, "utf-8")) is not None:
        return text, "utf-8", []
    loose = data.decode("utf-8", errors="replace")
    broken = loose.count("\ufffd")
    if sum(c > "\x7f" for c in loose) - broken > _MOSTLY_UTF8 * broken:
        return _lossy(data, "utf-8")
    if (named := _codec(declared)) and (text := _strict(data, named)) is not None:
        return text, named, []
    return _detected(data)


def _strict(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _lossy(data: bytes, encoding: str) -> tuple[str, str, list[Notice]]:
    if (text := _strict(data, encoding)) is not None:
        return text, encoding, []
    text = data.decode(encoding, errors="replace")
    message = f"{text.count(chr(0xFFFD))} places are not valid {encoding.upper()} and show as \ufffd."
    return text, encoding, [Notice("encoding_damaged", message)]


def _codec(declared: str) -> str:
    try:
        name = codecs.lookup(declared).name
    except (LookupError, ValueError):
        return ""
    # A document that calls itself UTF-8 or UTF-16 and got here is neither.
    return "" if name.startswith("utf") else _SUPERSETS.get(name, name)


def _detected(data: bytes) -> tuple[str, str, list[Notice]]:
    from charset_normalizer import from_bytes  # noqa: PLC0415 - heavy, and rarely needed

    evidence = _evidence(data)
    encoding = _japanese(evidence)
    if not encoding:
        found = from_bytes(evidence, cp_isolation=_CANDIDATES).best()
        encoding = found.encoding if found else "cp1252"
        if encoding in ("cp1250", "cp1252"):
            encoding = _latin(evidence)
    text = _strict(data, encoding)
    if text is None:
        encoding = "cp1252"
        text = data.decode(encoding, errors="replace")
    message = f"The encoding is not declared and was taken for {encoding}."
    notices = [Notice("encoding_guessed", message)]
    if "\ufffd" in text:
        message = f"{text.count(chr(0xFFFD))} places are not valid {encoding} and show as \ufffd."
        notices.append(Notice("encoding_damaged", message))
    return text, encoding, notices


def _japanese(evidence: bytes) -> str:
    """The Japanese encoding that shows kana, or ""; a detector takes short Japanese text for Chinese."""
    for encoding in ("cp932", "euc_jp"):
        text = evidence.decode(encoding, errors="replace")
        wide = sum(c > "\x7f" for c in text)
        if wide and len(_KANA.findall(text)) >= _JAPANESE * wide and text.count("\ufffd") * 20 <= wide:
            return encoding
    return ""


def _latin(evidence: bytes) -> str:
    """Central European or Western: a detector cannot tell `à` from `ŕ` in a short text, its words can."""
    central, western = (evidence.decode(encoding, errors="replace") for encoding in ("cp1250", "cp1252"))
    signs = len(_SIGN_IN_WORD.findall(western)) > len(_SIGN_IN_WORD.findall(central))
    return "cp1250" if signs or detect(central) in ("cs", "hu", "pl", "ro") else "cp1252"


def _evidence(data: bytes) -> bytes:
    """The lines of all data that are not ASCII, up to a bound; the rest tells a detector nothing."""
    lines, size, end = [], 0, 0
    while size < _EVIDENCE and (high := _HIGH_BYTE.search(data, end)):
        start = max(data.rfind(b"\n", end, high.start()) + 1, high.start() - _REACH, end)
        stop = data.find(b"\n", high.start(), high.start() + _REACH)
        end = stop if stop >= 0 else min(len(data), high.start() + _REACH)
        lines.append(data[start:end])
        size += end - start
    return b"\n".join(lines)

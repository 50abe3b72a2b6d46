"""Text fitted to a terminal: how wide characters are, clipping, wrapping, tables in columns.

Knows characters and widths and nothing of documents. A width is in terminal columns; None means no limit.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from itertools import zip_longest

# (role, text) -> text as it goes out. Roles: place, coordinate, hit, heading, doubt, quiet.
Paint = Callable[[str, str], str]

# What may stand on a line of its own: a wide character with the closing marks behind it, a word, or white space.
_ATOM = re.compile(r"[⺀-鿿가-힯豈-﫿＀-￯][、。，．）」』】！？；：〉》]*|[^\s⺀-鿿가-힯豈-﫿＀-￯]+|\s+")
_RULE = re.compile(r"\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\Z")
_CELLS = re.compile(r"(?<!\\)\|")
_FIGURE = re.compile(r"[-–(]?[$€£¥]?\s?[-–(]?[.,]?\d[\d.,]*\s?[%)x]*\Z|[-–—]\Z")
_ENDS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")  # the end of a line, or an order to a terminal
_LEAST = 6  # columns that a cell keeps when a table is squeezed


def plain(_role: str, text: str) -> str:
    """The paint that leaves text as it is."""
    return text


def cell_width(text: str) -> int:
    """Terminal columns that a text without line breaks takes."""
    if text.isascii():
        return len(text)
    return sum(_columns(c) for c in text)


def _columns(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def clip(text: str, width: int) -> str:
    """The text on one line of at most so many columns; what is cut off is marked with an ellipsis."""
    text = " ".join(text.split())
    if cell_width(text) <= width:
        return text
    kept, left = [], width - 1
    for character in text:
        left -= _columns(character)
        if left < 0:
            break
        kept.append(character)
    return "".join(kept).rstrip() + "…" if width > 0 else ""


def one_line(text: str) -> str:
    """The text with line ends and other control characters shown as a mark, so that no name can look like two lines."""
    return _ENDS.sub("\ufffd", text)


def pad(text: str, width: int, *, right: bool = False) -> str:
    """The text filled up with spaces to a width, at its end or (right) in front."""
    blank = " " * (width - cell_width(text))
    return blank + text if right else text + blank


def wrap(text: str, width: int | None) -> list[str]:
    """Lines of at most `width` columns; line breaks of the text are kept, longer words are broken."""
    lines: list[str] = []
    for line in text.splitlines() or [""]:
        lines.extend([line] if width is None or cell_width(line) <= width else _wrap_line(line, max(width, 2)))
    return lines


def _wrap_line(line: str, width: int) -> list[str]:
    done: list[str] = []
    now, used = "", 0
    for atom in _ATOM.findall(line):
        size = cell_width(atom)
        if atom.isspace():
            if now or not done:  # the space at which a line was broken is not carried to the next
                now, used = now + atom, used + size
            continue
        if used + size > width:
            if now.strip():
                done.append(now.rstrip())
            now, used = "", 0
        *whole, last = [atom] if size <= width else _pieces(atom, width)
        done.extend(whole)
        now, used = now + last, used + cell_width(last)
    return [*done, now.rstrip()] if now.strip() else done


def _pieces(word: str, width: int) -> list[str]:
    """A word that is wider than a line, cut at every width."""
    cuts, used = [0], 0
    for at, character in enumerate(word):
        size = _columns(character)
        if used + size > width:
            cuts.append(at)
            used = 0
        used += size
    return [word[start:end] for start, end in zip(cuts, [*cuts[1:], None], strict=True)]


def grid(rows: Sequence[Sequence[str]], *, width: int | None = None, right: Sequence[int] = ()) -> list[str]:
    """Rows as aligned columns, two spaces between; where they are too wide, the widest cells take several lines."""
    count = max((len(row) for row in rows), default=0)
    full = [[" ".join(cell.split()) for cell in row] + [""] * (count - len(row)) for row in rows]
    sizes = [max(cell_width(row[i]) for row in full) for i in range(count)]
    if width is not None:
        _squeeze(sizes, width - 2 * (count - 1))
    lines = []
    for row in full:
        cells = [wrap(cell, size) for cell, size in zip(row, sizes, strict=True)]
        for parts in zip_longest(*cells, fillvalue=""):
            line = "  ".join(pad(part, sizes[i], right=i in right) for i, part in enumerate(parts))
            lines.append(line.rstrip())
    return lines


def _squeeze(sizes: list[int], room: int) -> None:
    """Take columns from the widest until all fit, or until each has the least it keeps."""
    while sum(sizes) > room:
        widest = max(range(len(sizes)), key=sizes.__getitem__)
        if sizes[widest] <= _LEAST:
            return
        second = max((size for size in sizes if size < sizes[widest]), default=0)
        sizes[widest] = max(second, sizes[widest] - (sum(sizes) - room), _LEAST)


def table_lines(markdown: str, width: int | None) -> list[str]:
    """A Markdown table as aligned columns, figures to the right; lines around it stay as they are."""
    lines: list[str] = []
    rows: list[list[str]] = []
    for line in [*markdown.splitlines(), ""]:
        if line.lstrip().startswith("|"):
            if not _RULE.match(line.strip()):
                rows.append([cell.strip().replace("\\|", "|") for cell in _CELLS.split(line.strip().strip("|"))])
            continue
        if rows:
            lines.extend(grid(rows, width=width, right=_figure_columns(rows)))
            rows = []
        lines.extend(wrap(line, width))
    return lines[:-1]


def _figure_columns(rows: Sequence[Sequence[str]]) -> tuple[int, ...]:
    """Columns whose cells below the header are mostly figures."""
    found = []
    for i in range(max(map(len, rows))):
        cells = [row[i] for row in rows[1:] or rows if i < len(row) and row[i]]
        if cells and sum(bool(_FIGURE.match(cell)) for cell in cells) * 2 > len(cells):
            found.append(i)
    return tuple(found)


def counted(number: int, noun: str) -> str:
    """A number with its noun: `1 page`, `1,158 pages`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"

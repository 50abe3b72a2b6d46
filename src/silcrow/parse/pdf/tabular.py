"""What belongs to a table beside the block that the engine found: header lines, totals, other pieces, caption, unit.

Header lines stand directly above and head its columns; a total or another block of the same columns stands directly
below. A caption says that it is one; a unit line names money or a scale.
"""

import re
from collections.abc import Sequence

from silcrow.document import Table
from silcrow.parse.lines import Words
from silcrow.parse.pdf.drafts import Draft, Line, Sheet, around
from silcrow.parse.pdf.grid import CURRENCY, Column, Row, columns_of, is_figure, rows_of, set_anew
from silcrow.parse.pdf.spans import grouped
from silcrow.parse.pdf.tables import (
    columns_of_cells,
    extended,
    filled,
    is_poor,
    mended,
    reheaded,
    untitled,
    width,
    without_leaders,
)
from silcrow.parse.pdf.wording import running
from silcrow.place import Region

CAPTION = re.compile(
    r"(?:table|exhibit|tabelle|tableau|tabla|tabela|表)\s*(?:\d|[IVXA-Z]+\b)[-.\d]*\s*(?:[.:：)–—-]|\s|\Z)",
    re.IGNORECASE,
)
UNIT = re.compile(
    r"(?:\([^()\d]{0,60}|(?:in|amounts?|dollars?|figures|all|expressed|shares|us|u\.s\.|[$€£¥])[^\d]{0,60})?"
    r"\b(?:thousands?|millions?|billions?)\b(?:[^\d]|000){0,90}\Z",
    re.IGNORECASE,
)
_UNIT_IN_TEXT = re.compile(r"(\([^()]{0,60}\b(?:thousands|millions|billions)\b[^()]{0,60}\))\s?[:.]?\Z", re.IGNORECASE)

_NEAR = 1.9  # line heights between two parts of one table
_LONGEST_HEAD = 60  # characters of one piece of a header
_MOST_LABELS = 3  # drafts of labels between a header and the first figures
_LONGEST_LABEL = 90
_INDENT = 30.0  # points
_REACH = 5.0  # points by which a label may stand into the next column
_FAR = 30.0  # points between a table and its caption
_LARGER = 1.2  # size of a title against the rows of its table
_CENTRED = 0.05  # of the width
_GROUP = re.compile(r"[^\W\d_a-z](?:(?!follow)[^.;:]){0,58}:\Z")  # "Current assets:" opens the rows below, no sentence
_NO_WORDS = Words()


def complete(sheet: Sheet) -> None:
    """Give every table of the page what belongs to it."""
    if not any(draft.table is not None for draft in sheet.drafts):
        return
    out: list[Draft] = []
    rest = sheet.drafts[::-1]
    while rest:
        draft = rest.pop()
        if draft.table is None or draft.furniture:
            out.append(draft)
            continue
        head: list[Draft] = []
        rows = rows_of(draft.lines)
        columns = columns_of(rows) or columns_of_cells(draft.table)
        _part_head(out, draft, columns)
        while count := _count_heads(out, [*head, draft][0], columns):
            head[:0] = out[-count:]
            del out[-count:]
        tail: list[Draft] = []
        while rest and (more := _goes_on([draft, *tail][-1], rest, columns)):
            tail += more
            del rest[-len(more) :]
        whole = _made(head, draft, tail, rows)
        if len(whole) == 1:
            out += _title(whole[0])
            _take_caption(whole[0], out, rest)
            _take_unit(whole[0], out)
        out += whole
    for draft in out:
        _finish(draft)
    sheet.drafts = out


def _finish(draft: Draft) -> None:
    """Name groups over their rows; a lone row without a header is no table but a line, as of an axis."""
    if draft.table is not None and len(draft.table.rows) == 1 and not any(cell.text for cell in draft.table.header):
        draft.table, draft.kind = None, "text"
    elif draft.table is not None:
        draft.table = grouped(without_leaders(draft.table))


def _made(head: list[Draft], draft: Draft, tail: list[Draft], rows: Sequence[Row]) -> list[Draft]:
    """The parts as one table; what does not fit stays apart, as it was. `rows` are those of the draft itself."""
    if draft.table is None:
        return [*head, draft, *tail]
    draft.table = reheaded(draft.table, rows)
    units = [line for part in head for line in part.lines if _is_unit(line)]
    above = [line for part in head for line in part.lines if line not in units]
    below = [line for part in tail for line in part.lines]
    lines = [*above, *draft.lines, *below]
    if not is_poor(draft.table) and not any(part.table for part in tail):
        table = extended(draft.table, rows_of(above), rows_of(below))
        if table is not None:
            table = mended(table)
            if (above or not draft.table.header) and (own := set_anew(rows_of(lines) if head or tail else rows)):
                same = (width(own), len(own.rows)) == (width(table), len(table.rows))
                table = own if same and filled(own.header) >= filled(table.header) else table
            return [_whole(draft, table, units, lines)]
    if table := set_anew(rows_of(lines) if head or tail else rows):
        return [_whole(draft, table, units, lines)]
    if tail:
        return [*_made(head, draft, [], rows), *tail]
    if above and (table := extended(draft.table, rows_of(above), [])):
        return [_whole(draft, mended(table), units, lines)]
    return [*head, _whole(draft, mended(draft.table), [], draft.lines)]


def _whole(draft: Draft, table: Table, units: Sequence[Line], lines: Sequence[Line]) -> Draft:
    unit = " ".join(line.text for line in units)
    table, title = untitled(table)
    draft.table = Table(table.header, table.rows, title, unit)
    _set_lines(draft, [*units, *lines])
    return draft


def _title(draft: Draft) -> list[Draft]:
    """The lines that are a title over the table, larger than all in it: text of the page, and no caption."""
    table = draft.table
    if table is None or not table.caption:
        return []
    count = next((n for n in range(len(draft.lines)) if " ".join(_texts(draft.lines[:n])) == table.caption), 0)
    lines, rows = draft.lines[:count], draft.lines[count:]
    if not lines or min(line.size for line in lines) < _LARGER * max(line.size for line in rows):
        return []
    _set_lines(draft, rows)
    draft.table = Table(table.header, table.rows, "", table.unit)
    return [Draft.of("text", draft.page, [line]) for line in lines]


def _texts(lines: Sequence[Line]) -> list[str]:
    return [line.text for line in lines]


def _set_lines(draft: Draft, lines: list[Line]) -> None:
    draft.lines = lines
    draft.box = around(lines)
    draft.regions = (Region(draft.page, draft.box),)


def _count_heads(out: Sequence[Draft], table: Draft, columns: Sequence[Column]) -> int:
    """How many of the last drafts belong to the head of the table below them: a header, with labels under it or not."""
    below = table
    for count, draft in enumerate(out[: -_MOST_LABELS - 2 : -1], start=1):
        if _heads(draft, below, table, columns):
            return count
        if count > _MOST_LABELS or not _close(draft, below, beside=table) or not _is_label(draft, columns):
            return 0
        below = draft
    return 0


def _is_label(draft: Draft, columns: Sequence[Column]) -> bool:
    """Whether a draft holds labels only: short lines in the first column."""
    if draft.kind not in ("text", "list") or draft.furniture or len(columns) < 2:
        return False
    return len(draft.lines) <= 2 and all(
        not line.pieces
        and line.right < columns[1][0] + 5
        and len(line.text) <= _LONGEST_HEAD
        and (line.text[-1] not in ".;:" or _GROUP.match(line.text))
        for line in draft.lines
    )


def _is_unit(line: Line) -> bool:
    return not line.pieces and len(line.text) < _LONGEST_LABEL and UNIT.match(line.text) is not None


def _heads(draft: Draft, below: Draft, table: Draft, columns: Sequence[Column]) -> bool:
    """Whether a draft holds header lines of the table below it."""
    if draft.kind != "text" or draft.furniture or len(draft.lines) > 6 or not _close(draft, below, beside=table):
        return False
    if CAPTION.match(draft.lines[0].text):
        return False
    return _first_head(draft.lines, columns) == 0


def _first_head(lines: Sequence[Line], columns: Sequence[Column]) -> int | None:
    """From which line on all are header lines, units, or labels and rows below these; None where the last is not."""
    first = None
    for n in range(len(lines) - 1, -1, -1):
        if _is_unit(lines[n]) or _is_head(lines[n], columns):
            first = n
        elif not _is_label_line(lines[n], columns):
            break
    return first


def _is_label_line(line: Line, columns: Sequence[Column]) -> bool:
    return (
        len(columns) > 1
        and not line.pieces
        and line.left < columns[0][0] + _INDENT
        and line.right < columns[1][0] + _REACH
        and len(line.text) <= _LONGEST_LABEL
    )


def _part_head(out: list[Draft], table: Draft, columns: Sequence[Column]) -> None:
    """Cut the draft above a table where its last lines head the table and those before them do not."""
    if not out or out[-1].kind != "text" or out[-1].furniture or len(out[-1].lines) < 2 or len(columns) < 2:
        return
    draft = out[-1]
    first = _first_head(draft.lines, columns)
    if not first or not any(line.pieces for line in draft.lines[first:]) or not _close(draft, table, beside=table):
        return
    out[-1:] = [Draft.of("text", draft.page, held, draft.level) for held in (draft.lines[:first], draft.lines[first:])]


def _is_head(line: Line, columns: Sequence[Column]) -> bool:
    if len(columns) < 2 or line.text.endswith((".", "。", ";")):
        return False
    first = columns[1][0] - 0.5 * (columns[1][0] - columns[0][0])
    if not line.pieces:
        middle, width = (columns[0][0] + columns[-1][1]) / 2, columns[-1][1] - columns[0][0]
        if abs((line.left + line.right) / 2 - middle) < _CENTRED * width:
            return False  # a title over the whole table
        return line.left > first and line.right < columns[-1][1] + 20 and len(line.text) <= _LONGEST_HEAD
    if any(len(piece.text) > _LONGEST_HEAD for piece in line.pieces):
        return False
    if sum(not CURRENCY.match(piece.text) for piece in line.pieces) > len(columns) + 1:
        return False
    return any(piece.right > first and piece.left < columns[-1][1] + 20 for piece in line.pieces)


def _goes_on(table: Draft, rest: Sequence[Draft], columns: Sequence[Column]) -> list[Draft]:
    """The drafts next in order that are further rows of the table; empty where it ends."""
    draft = rest[-1]
    if draft.furniture or not _close(table, draft) or len(columns) < 2:
        return []
    if draft.table is not None or _are_rows(draft, columns):
        return [draft]
    if len(draft.lines) > 1 or draft.lines[0].pieces or len(draft.lines[0].text) > _LONGEST_LABEL or len(rest) < 2:
        return []
    after = rest[-2]
    label = abs(draft.box.left - table.box.left) < 30 and not draft.lines[0].text.endswith((".", ":"))
    goes_on = label and not after.furniture and _close(draft, after)
    return [draft, after] if goes_on and (after.table is not None or _are_rows(after, columns)) else []


def _are_rows(draft: Draft, columns: Sequence[Column]) -> bool:
    """Whether the lines of a draft are rows with figures in the table's columns, or labels that run over."""
    if draft.kind not in ("text", "list"):
        return False
    rows = 0
    for line in draft.lines:
        figures = [piece for piece in line.pieces[1:] if is_figure(piece.text)]
        if not all(any(p.left < right and left < p.right for left, right in columns[1:]) for p in figures):
            return False
        if not figures and (line.pieces or line.right > columns[1][0] + 5):
            return False
        rows += 1 if figures else 0
    return 2 * rows >= len(draft.lines)


def _close(upper: Draft, lower: Draft, *, beside: Draft | None = None) -> bool:
    """Whether one draft stands directly above the other, and over it or over what is `beside`."""
    one, other = upper.box, lower.box
    height = max(upper.lines[-1].bottom - upper.lines[-1].top, lower.lines[0].bottom - lower.lines[0].top)
    wide = beside.box if beside else other
    return -2 < other.top - one.bottom < _NEAR * height and one.left < wide.right + 5 and wide.left < one.right + 5


def _take_caption(draft: Draft, out: list[Draft], rest: list[Draft]) -> None:
    """Tie the caption to its table: directly above, else directly below."""
    if draft.table is None or draft.table.caption:
        return
    above = out[-1] if out else None
    below = rest[-1] if rest else None
    if above is not None and _is_caption(above) and 0 <= draft.box.top - above.box.bottom < _FAR:
        out.pop()
        caption, lines = above, [*above.lines, *draft.lines]
    elif below is not None and _is_caption(below) and 0 <= below.box.top - draft.box.bottom < _FAR:
        rest.pop()
        caption, lines = below, [*draft.lines, *below.lines]
        draft.caption_below = True
    else:
        return
    table = draft.table
    units = [line.text for line in caption.lines if _is_unit(line)]
    said = [line for line in caption.lines if not _is_unit(line)]
    unit = " ".join(part for part in (*units, table.unit) if part)
    draft.table = Table(table.header, table.rows, running(said, _NO_WORDS)[0], unit)
    _set_lines(draft, lines)


def _take_unit(draft: Draft, out: Sequence[Draft]) -> None:
    """Note the unit that the sentence above the table ends with: "… were as follows (in millions):"."""
    table, above = draft.table, out[-1] if out else None
    if table is None or table.unit or above is None or above.furniture or not _close(above, draft):
        return
    if found := _UNIT_IN_TEXT.search(above.lines[-1].text):
        draft.table = Table(table.header, table.rows, table.caption, found[1])


def _is_caption(draft: Draft) -> bool:
    return (
        draft.kind == "text"
        and not draft.furniture
        and len(draft.lines) <= 4
        and bool(CAPTION.match(draft.lines[0].text))
    )

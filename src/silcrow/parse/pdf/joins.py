"""Paragraphs that the page, a column or the engine cut in two, made one again.

Only where nothing speaks against it: no full stop before, a small letter after, the same type, and no line that ended
before it had to. Tables go on over the page where their columns are the same.
"""

import re
from collections.abc import Sequence

from silcrow.document import Table
from silcrow.parse.lines import HYPHENS
from silcrow.parse.pdf.drafts import Draft, Line, Sheet, around
from silcrow.parse.pdf.grid import is_figure
from silcrow.parse.pdf.letters import is_leftward, is_wide
from silcrow.parse.pdf.splits import ENUMERATOR, fits, is_bullet
from silcrow.parse.pdf.tables import same_texts, width

_ENDS = ".!?:;。！？：；"
_CLOSERS = "\"'”’)]）」』»"
_SIZE = 0.4  # points
_MOST_TITLE_LINES = 4
_INDENT = 8.0  # type sizes by which a paragraph's first line may be indented
_MARK = 4.0  # type sizes by which the mark of a point may stand out
_FLUSH = 0.3  # type sizes: the first letters of two lines do not begin at the same point
_TIGHT = 1.3  # distance of two lines of one paragraph, in line heights
_LARGER = 1.35  # type sizes of one paragraph's lines, where the engine gives a line that of its first mark
_LONG = 60  # characters of a line that is no title or cell
_OPEN = re.compile(
    r"(?:,|(?<![\w-])(?:an?|and|or|of|the|for|to|in|on|with|by|from|at|as|our|its|their|his|her|that|which|who|is|are|was|were|be|"
    r"since|under|between|into|than|not|may|will|has|have|had))\Z",
    re.IGNORECASE,
)  # words that no sentence ends with
_SENTENCES = re.compile(r"(?:[a-z]{3}[.!?] +[A-Z][a-z]+|\S [-–—] (?:An?|In|On|Our|The|We)) ")
_POINT = re.compile(r"(\d{1,3})\.\s+[^\W\d_]")
_SECOND = 2
_LABEL = re.compile(
    r"(?:item|part|chapter|section|article|appendix|note|第)\s*[\dIVXA-Z一二三四五六七八九十]", re.IGNORECASE
)
_ALMOST = 0.8  # share of the wider part of a table that the narrower one has
_YEAR = re.compile(r"(?:19|20)\d\d")
_CONTINUED = re.compile(r"[(\[]?\bcont(?:inued|['’]?d)?\.?[)\]]?\s*\Z", re.IGNORECASE)
_CAPTION = re.compile(r"(?:fig(?:ure|\.)?|table|chart|exhibit|图|圖|図|表)\s*\d", re.IGNORECASE)


def join(sheets: Sequence[Sheet]) -> list[Draft]:
    """All drafts of the document in order, with what belongs together in one."""
    out: list[Draft] = []
    open_text: Draft | None = None
    open_table: Draft | None = None
    for sheet in sheets:
        right = max((draft.box.right for draft in sheet.drafts if not draft.furniture), default=0.0)
        for draft in sheet.drafts:
            if out and _title_goes_on(out[-1], draft, right):
                _extend(out[-1], draft)
                continue
            if draft.furniture or draft.hidden or draft.kind == "note":
                out.append(draft)
                continue
            if draft.bookmark is not None:
                out.append(draft)
                open_text = open_table = None
                continue
            if draft.table is not None:
                if open_table is not None and _table_goes_on(open_table, draft):
                    _extend_table(open_table, draft)
                    continue
                out.append(draft)
                open_table = draft
                continue
            if draft.kind == "figure" or _CAPTION.match(draft.lines[0].text):
                out.append(draft)
                continue
            open_table = None
            if open_text is not None and _goes_on(open_text, draft):
                _extend(open_text, draft)
                continue
            if open_text is not None and _runs_in(open_text, draft, right):
                _set_as(open_text, draft.lines[0])
                _extend(open_text, draft)
                continue
            out.append(draft)
            open_text = draft if draft.kind in ("text", "list") and not draft.contents else None
    return out


def _title_goes_on(draft: Draft, after: Draft, right: float) -> bool:
    """Whether two headings are the lines of one: alike, close, and the first as long as the page allows."""
    if draft.level is None or draft.level != after.level or draft.page != after.page or draft.furniture:
        return False
    if draft.bookmark or after.bookmark or len(draft.lines) + len(after.lines) > _MOST_TITLE_LINES:
        return False
    line, more = draft.lines[-1], after.lines[0]
    if abs(line.size - more.size) > _SIZE or not _alike(line, more) or line.italic != more.italic:
        return False
    if not -1 < more.top - line.bottom < 0.4 * line.size or not line.text or line.text[-1] in _ENDS:
        return False
    if ENUMERATOR.match(more.text) or _LABEL.match(more.text) or line.text.isupper() != more.text.isupper():
        return False
    word = more.text.split(maxsplit=1)[0]
    return line.right + (more.right - more.left) * (len(word) + 1) / max(len(more.text), 1) > right


def _goes_on(draft: Draft, after: Draft) -> bool:
    line, more = draft.lines[-1], after.lines[0]
    if _opens_with_a_number(draft, after):
        return True
    if after.kind != "text" or after.contents or not line.text or not more.text or abs(line.size - more.size) > _SIZE:
        return False
    if not _sentence_goes_on(line.text, more.text) or is_bullet(more.text) or ENUMERATOR.match(more.text):
        return False
    if not _full(draft, after) and line.text[-1] not in HYPHENS:
        return False
    below = draft.regions[-1].page == after.page and more.top > line.top
    if below and not (
        more.top - line.top < 1.7 * max(line.size, line.bottom - line.top)
        and more.left < line.right
        and line.left < more.right
    ):
        return False
    flush = below and abs(draft.lines[-1].left - more.left) < 1 and draft.level is None and after.level is None
    return flush or is_bullet(draft.lines[0].text) or _alike(line, more)


def _opens_with_a_number(draft: Draft, after: Draft) -> bool:
    """Whether what looks like a list point is the next line of a paragraph that broke before a number: "above force 7."

    It stands flush below a full line that ends no sentence, and neither number says that a list begins or goes on.
    """
    line, more = draft.lines[-1], after.lines[0]
    found = _POINT.match(more.text)
    if not found or int(found[1]) < _SECOND or draft.kind != "text" or draft.level is not None or after.contents:
        return False
    if draft.regions[-1].page != after.page or line.text[-1] in _ENDS or abs(line.size - more.size) > _SIZE:
        return False
    flush = abs(line.left - more.left) < 1 and not any(ENUMERATOR.match(one.text) for one in draft.lines)
    return flush and 0 < more.top - line.top < 1.7 * line.size and _full(draft, after) and _alike(line, more)


def _runs_in(draft: Draft, after: Draft, right: float) -> bool:
    """Whether a line goes on in the paragraph below it, from which the engine parted it for its first words: they are
    bold, raised or of another size ("Argentina - In the run up to the election the peso"), and a line has their look.

    `right` is the right edge of the page.
    """
    line, more = draft.lines[-1], after.lines[0]
    if draft.centred or after.kind != "text" or after.contents or draft.regions[-1].page != after.page:
        return False
    height = max(line.size, line.bottom - line.top)
    if not (0 < more.top - line.top < _TIGHT * height and more.size < _LARGER * line.size < _LARGER**2 * more.size):
        return False
    if is_bullet(more.text) or ENUMERATOR.match(more.text) or not _begins(draft, more.left):
        return False
    edge = after.box.right if len(after.lines) > 1 else right
    titles = draft.level is not None and after.level is not None
    goes_on = _sentence_goes_on(line.text, more.text) or (not titles and _is_open(line.text, more.text))
    return goes_on and not fits(line, more, edge)


def _is_open(text: str, more: str) -> bool:
    """Whether a long line cannot end what it says, though the next begins with a capital: it ends in "of the", or holds
    the end of a sentence and begins another.
    """
    if len(text) < _LONG or not more[0].isupper() or text.rstrip(_CLOSERS)[-1:] in _ENDS:
        return False
    return (_OPEN.search(text[-10:]) or _SENTENCES.search(text)) is not None


def _begins(draft: Draft, left: float) -> bool:
    """Whether lines may be the first of a paragraph whose others begin at `left`: flush, one that is indented, or one
    whose mark stands out.
    """
    line, first = draft.lines[-1], draft.lines[0]
    indent = line.left - left
    if abs(indent) < _FLUSH * line.size:
        return True
    if len(draft.lines) > 1:
        return False
    marked = is_bullet(first.text) or ENUMERATOR.match(first.text) is not None
    return 0 < indent < _INDENT * line.size or (marked and 0 < -indent < _MARK * line.size)


def _set_as(draft: Draft, more: Line) -> None:
    """Give the last line the look of the next one: it had that of its first words only."""
    line = draft.lines[-1]
    line.bold, line.italic, line.size, line.family = more.bold, more.italic, more.size, more.family
    if len(draft.lines) == 1:
        draft.level = None


def _alike(line: Line, more: Line) -> bool:
    """The engine gives a line the look of its first run, so lines of one paragraph may differ: then place must tell."""
    return (line.bold > 0.8) == (more.bold > 0.8) and line.family == more.family


def _sentence_goes_on(text: str, more: str) -> bool:
    if text.rstrip(_CLOSERS)[-1:] in _ENDS:
        return False
    if is_wide(more[0]):
        return is_wide(text[-1])
    if is_leftward(more[0]):
        return is_leftward(text)
    return more[0].islower() or (text[-1] in HYPHENS and more[0].isalpha())


def _full(draft: Draft, after: Draft) -> bool:
    """Whether the last line runs to the far edge: that of its block, or of the next where it is alone."""
    line, box = draft.lines[-1], draft.regions[-1].box or draft.box
    if is_leftward(line.text):
        edges = after.box if len(draft.lines) == 1 else box
        return line.left < edges.left + 0.12 * (edges.right - edges.left)
    if len(draft.lines) == 1:
        if len(after.lines) == 1 or after.box.left > line.right:
            return len(line.text) > 30 or is_wide(line.text[-1])
        return line.right > after.box.right - 0.12 * (after.box.right - after.box.left)
    return line.right > box.right - 0.12 * (box.right - box.left)


def _extend(draft: Draft, after: Draft) -> None:
    same_page = draft.regions[-1].page == after.page
    lines: list[Line] = after.lines
    above = after.lines[0].top > draft.lines[-1].top
    draft.lines = draft.lines + lines
    if same_page and above:
        box = around(draft.lines[-len(lines) - 1 :])
        last = draft.regions[-1]
        old = last.box or draft.box
        merged = old._replace(
            left=min(old.left, box.left), right=max(old.right, box.right), bottom=max(old.bottom, box.bottom)
        )
        draft.regions = (*draft.regions[:-1], last._replace(box=merged))
    else:
        draft.regions = draft.regions + after.regions


def _table_goes_on(draft: Draft, after: Draft) -> bool:
    """Whether the first table of a page goes on with the one before: the same columns, and no header of its own."""
    one, other = draft.table, after.table
    if one is None or other is None or after.page != draft.regions[-1].page + 1 or width(one) != width(other):
        return False
    if other.caption and _bare(other.caption) != _bare(one.caption):
        return False
    before = draft.regions[-1].box or draft.box
    wide, narrow = sorted((before.right - before.left, after.box.right - after.box.left), reverse=True)
    if abs(before.left - after.box.left) > 12 or narrow < _ALMOST * wide:
        return False
    return not other.header or same_texts(one.header, other.header) or _opens_with_a_row(one, after)


def _bare(caption: str) -> str:
    return _CONTINUED.sub("", caption).strip(" .:–—-").casefold()


def _opens_with_a_row(one: Table, after: Draft) -> bool:
    """Whether what the engine took for the header is a row: light type, and figures in it or no header to repeat."""
    header = after.table.header if after.table is not None else ()
    texts = [cell.text for cell in header]
    figures = any(is_figure(text) and not _YEAR.fullmatch(text) for text in texts)
    return after.lines[0].bold <= 0.5 and all(texts[:1]) and (figures or not one.header)


def _extend_table(draft: Draft, after: Draft) -> None:
    if draft.table is not None and after.table is not None:
        one, other = draft.table, after.table
        repeated = not other.header or same_texts(one.header, other.header)
        rows = other.rows if repeated else (other.header, *other.rows)
        draft.table = Table(one.header, (*one.rows, *rows), one.caption, one.unit)
        draft.lines = draft.lines + after.lines
        draft.regions = draft.regions + after.regions

"""One page: the engine's blocks and text runs to drafts in reading order, no run lost."""

from liteparse.types import LayoutBlock

from silcrow.document import Kind, Table
from silcrow.parse.pdf.drafts import Draft, Line, Sheet
from silcrow.parse.pdf.engine import Page, Run
from silcrow.parse.pdf.initials import join_initials
from silcrow.parse.pdf.lines import print_lines
from silcrow.parse.pdf.prose import is_prose, parted
from silcrow.parse.pdf.reconcile import reconciled
from silcrow.parse.pdf.sharing import set_lines, share_out
from silcrow.parse.pdf.tables import table_of, top_of, within, without_strays
from silcrow.parse.pdf.unread import unread
from silcrow.place import Box

_KINDS: dict[str, Kind] = {
    "heading": "text",
    "paragraph": "text",
    "list_item": "list",
    "code": "code",
    "grid_fallback": "code",
    "table": "table",
    "figure": "figure",
    "rule": "text",
}


def sheet_of(page: Page) -> Sheet:
    """The page's drafts in reading order."""
    blocks = page.blocks
    owned, lone, apart = share_out(blocks, join_initials(page.runs))
    drafts: list[Draft] = []
    for block, lines in zip(blocks, set_lines(blocks, owned, lone, apart), strict=True):
        if lines:
            drafts += _drafts(block, lines, page.number)
    for runs in _clusters(lone):
        _insert(drafts, Draft.of("text", page.number, print_lines(runs)))
    for draft in unread(page):
        _insert(drafts, draft)
    return Sheet(page.number, page.width, page.height, drafts)


def _drafts(block: LayoutBlock, lines: list[Line], page: int) -> list[Draft]:
    """The draft of a block; two where a table has lines at its end that are no rows of it."""
    if block.kind != "table":
        level = block.level if block.kind == "heading" else None
        return [Draft.of(_KINDS.get(block.kind, "text"), page, lines, level)]
    table = None if is_prose(lines) else table_of(block)
    if table is None:
        return [Draft.of("text", page, lines)]
    table, end = without_strays(table)
    rows = lines if end is None else [line for line in lines if line.top < end - 1]
    strays = [line for line in lines if not any(line is row for row in rows)] if rows else []
    drafts = _tables(table, rows or lines, page)
    return [*drafts, Draft.of("text", page, strays)] if strays else drafts


def _tables(table: Table, lines: list[Line], page: int) -> list[Draft]:
    """The draft of a table; several where prose stands between its rows, which the engine read as one table."""
    stretches = parted(lines)
    if len(stretches) == 1:
        return [_table(table, lines, page)]
    drafts: list[Draft] = []
    for is_table, held in stretches:
        part = within(table, held) if is_table else None
        if part is None:
            drafts.append(Draft.of("text", page, held))
            continue
        top = top_of(part)
        above = [line for line in held if line.bottom < top + 1]
        rows = held[len(above) :] if above == held[: len(above)] else held
        if len(rows) < len(held):
            drafts.append(Draft.of("text", page, above))
        drafts.append(_table(part, rows, page))
    return drafts


def _table(table: Table, lines: list[Line], page: int) -> Draft:
    draft = Draft.of("table", page, lines)
    draft.table = reconciled(table, lines)
    return draft


def _clusters(runs: list[Run]) -> list[list[Run]]:
    """Runs of no block, grouped where they stand close together."""
    groups: list[list[Run]] = []
    for run in runs:
        last = groups[-1][-1] if groups else None
        if (
            last
            and abs(run.top - last.top) < 1.6 * max(run.bottom - run.top, last.bottom - last.top)
            and run.rotation == last.rotation
        ):
            groups[-1].append(run)
        else:
            groups.append([run])
    return groups


def _insert(drafts: list[Draft], new: Draft) -> None:
    """Put a draft after the last one that stands above it in the same column."""
    place = len(drafts)
    if new.box.top > max((draft.box.bottom for draft in drafts), default=0.0):
        drafts.append(new)
        return
    after = [n for n, draft in enumerate(drafts) if _above(draft.box, new.box)]
    if after:
        place = after[-1] + 1
    else:
        below = [n for n, draft in enumerate(drafts) if _above(new.box, draft.box)]
        if below:
            place = below[0]
    drafts.insert(place, new)


def _above(upper: Box, lower: Box) -> bool:
    return upper.bottom <= lower.top + 2 and upper.left < lower.right and lower.left < upper.right

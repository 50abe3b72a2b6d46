"""From bytes to Source: the way through the room.

Pages are laid out in one call, what nobody can see is put apart, the rest turned into drafts one by one and let go;
the whole document then says what is furniture, where paragraphs begin and end, what a bookmark names; last, drafts
become fragments.
"""

from collections.abc import Sequence

from silcrow.document import Table
from silcrow.errors import Notice
from silcrow.parse.fragment import Fragment, Source
from silcrow.parse.lines import Words, words_of
from silcrow.parse.pdf.above import bring_above
from silcrow.parse.pdf.beside import bring_beside
from silcrow.parse.pdf.body import body_of
from silcrow.parse.pdf.bookmarks import mark, mark_tags
from silcrow.parse.pdf.cards import part_cards
from silcrow.parse.pdf.catalog import Bookmark, read_catalog
from silcrow.parse.pdf.clues import clues_of
from silcrow.parse.pdf.contents import mend
from silcrow.parse.pdf.defuse import pages_alone
from silcrow.parse.pdf.doubled import mend_doubled
from silcrow.parse.pdf.drafts import Draft, Sheet
from silcrow.parse.pdf.engine import Layout, lay_out
from silcrow.parse.pdf.envelope import repairs, trim
from silcrow.parse.pdf.folios import printed_labels
from silcrow.parse.pdf.furniture import set_aside
from silcrow.parse.pdf.gutters import part_columns
from silcrow.parse.pdf.hiding import Aside
from silcrow.parse.pdf.joins import join
from silcrow.parse.pdf.kinds import tell_kinds, untell_code
from silcrow.parse.pdf.listing import listing
from silcrow.parse.pdf.pages import sheet_of
from silcrow.parse.pdf.spacing import measure
from silcrow.parse.pdf.splits import split
from silcrow.parse.pdf.tabular import complete
from silcrow.parse.pdf.tags import tagged
from silcrow.parse.pdf.unseen import NOTHING, find_unseen
from silcrow.parse.pdf.wording import running
from silcrow.parse.scan.pages import read_scans
from silcrow.render.tables import markdown


def read(data: bytes, *, name: str, password: str | None, languages: Sequence[str] = ()) -> Source:
    """All that a PDF holds, in reading order; `languages`: of pages that are pictures.

    Raises Damaged, Encrypted, WrongPassword or TooLarge.
    """
    name = name or "the PDF"
    pdf = trim(data, name=name)
    catalog = read_catalog(pdf, name=name, password=password)
    sound, password = catalog.data, catalog.password
    if catalog.notices:
        sound, password = pages_alone(sound, password=password), None
    laid = lay_out(sound, name=name, password=password, tagged=catalog.tagged and not catalog.bookmarks)
    numbers = range(1, catalog.pages + 1)
    labels: dict[int, str] = {}
    sheets: list[Sheet] = []
    unseen = find_unseen(sound, catalog.pages, laid.spilling, password=password)
    aside = Aside()
    for page in laid.pages:
        aside.take(page, unseen.get(page.number, NOTHING))
        sheets.append(sheet_of(page))
        labels[page.number] = page.label or str(page.number)
    scans = read_scans(sheets, sound, password=password, languages=languages)
    sheets = scans.sheets
    tags = tagged(sound, laid.tags, sheets, password=password)
    drafts = _decide(sheets, catalog.bookmarks, tags, aside)
    mend_doubled(drafts)
    words = words_of([line.text for draft in drafts for line in draft.lines])
    if all(label == str(number) for number, label in labels.items()):
        labels = printed_labels(drafts, catalog.pages)
    printed = tuple(labels.get(number, str(number)) for number in numbers)
    with_text = {sheet.page for sheet in sheets if sheet.drafts}
    return Source(
        format="pdf",
        fragments=[_fragment(draft, words) for draft in drafts],
        title=catalog.title,
        authors=catalog.authors,
        date=catalog.date,
        pages=catalog.pages,
        page_labels=() if printed == tuple(map(str, numbers)) else printed,
        pages_without_text=tuple(number for number in numbers if number not in with_text),
        notices=(
            *repairs(pdf, cut=len(data) - len(pdf)),
            *catalog.notices,
            *_skipped(laid),
            *scans.notices,
            *aside.notices(),
        ),
        engines=(f"ocr {scans.engine}",) if scans.engine else (),
    )


def _skipped(laid: Layout) -> tuple[Notice, ...]:
    return tuple(
        Notice("page_skipped", f"page {error.page_num} could not be read: {error.message}") for error in laid.failed
    )


def _decide(sheets: list[Sheet], bookmarks: Sequence[Bookmark], tags: Sequence[Bookmark], aside: Aside) -> list[Draft]:
    """What only the whole document tells: furniture, paragraphs, kinds, bookmarks, what goes on over a break."""
    body = body_of(sheets)
    untell_code(sheets, body)
    set_aside(sheets, body.size)
    mend(sheets)
    for sheet in sheets:
        bring_beside(sheet)
        part_columns(sheet)
        part_cards(sheet)
        bring_above(sheet)
        complete(sheet)
    split(sheets, body)
    tell_kinds(sheets, body)
    for sheet in sheets:
        measure(sheet)
    mark(sheets, bookmarks)
    mark_tags(sheets, tags)
    for sheet in sheets:
        aside.put_back(sheet)
    return join(sheets)


def _fragment(draft: Draft, words: Words) -> Fragment:
    if draft.table is not None:
        text, starts = _as_printed(draft.table, below=draft.caption_below), [0]
    elif draft.kind == "code":
        text, starts = listing(draft.lines), [0]
    else:
        text, starts = running(draft.lines, words)
    return Fragment(
        draft.kind,
        text,
        draft.regions,
        clues_of(draft, text, starts),
        draft.table,
        draft.furniture,
        draft.hidden,
    )


def _as_printed(table: Table, *, below: bool) -> str:
    """The table as Markdown, its caption on the side where it is printed."""
    if not below:
        return markdown(table)
    return f"{markdown(Table(table.header, table.rows, '', table.unit))}\n\n{table.caption}"

"""From bytes to Source: the way through the room.

Pages are laid out in one call, turned into drafts one by one and let go; the whole document then says what is
furniture, what a bookmark names, and which compounds keep their hyphens; last, drafts become fragments.
"""

from silcrow.parse.fragment import Clues, Fragment, Source
from silcrow.parse.pdf.bookmarks import mark
from silcrow.parse.pdf.catalog import read_catalog
from silcrow.parse.pdf.drafts import Draft
from silcrow.parse.pdf.engine import lay_out
from silcrow.parse.pdf.envelope import repairs, trim
from silcrow.parse.pdf.furniture import set_aside
from silcrow.parse.pdf.pages import drafts_of
from silcrow.parse.pdf.parts import parts_of
from silcrow.parse.pdf.tables import markdown
from silcrow.parse.pdf.wording import clean, compounds, running
from silcrow.place import Region


def read(data: bytes, *, name: str, password: str | None) -> Source:
    """All that a PDF holds, in reading order. Raises Damaged, Encrypted, WrongPassword or TooLarge."""
    name = name or "the PDF"
    pdf = trim(data, name=name)
    catalog = read_catalog(pdf, name=name, password=password)
    pages = lay_out(pdf, name=name, password=password).pages
    pages.reverse()
    drafts: list[Draft] = []
    labels: list[str] = []
    silent: list[int] = []
    while pages:
        page = pages.pop()
        labels.append(page.page_label or str(page.page_num))
        found = drafts_of(page)
        if not found:
            silent.append(page.page_num)
        drafts += found
    set_aside(drafts)
    mark(drafts, catalog.bookmarks)
    known = compounds(line.text for draft in drafts for line in draft.lines)
    plain = [str(number) for number in range(1, len(labels) + 1)]
    return Source(
        format="pdf",
        fragments=[fragment for draft in drafts if (fragment := _fragment(draft, known))],
        title=catalog.title,
        authors=catalog.authors,
        date=catalog.date,
        pages=catalog.pages,
        page_labels=() if labels == plain else tuple(labels),
        pages_without_text=tuple(silent),
        notices=(*repairs(pdf, cut=len(data) - len(pdf)), *catalog.notices),
    )


def _fragment(draft: Draft, known: set[str]) -> Fragment | None:
    if draft.table is not None:
        text = markdown(draft.table)
    elif draft.kind == "code":
        text = clean("\n".join(line.text for line in draft.lines))
    else:
        text = running(draft.lines, known)
    return Fragment(
        draft.kind,
        text,
        (Region(draft.page, draft.box),),
        _clues(draft, text, known),
        draft.table,
        draft.furniture,
        draft.hidden,
    )


def _clues(draft: Draft, text: str, known: set[str]) -> Clues:
    lines = draft.lines
    total = sum(len(line.text) for line in lines) or 1
    sizes: dict[float, int] = {}
    for line in lines:
        sizes[line.size] = sizes.get(line.size, 0) + len(line.text)
    return Clues(
        bookmark=draft.bookmark,
        engine=draft.level,
        size=round(max(sizes, key=sizes.__getitem__), 1),
        weight=round(sum(line.bold * len(line.text) for line in lines) / total, 2),
        italic=all(line.italic for line in lines),
        caps=text.isupper(),
        centred=draft.centred,
        font=lines[0].family,
        lines=len(lines),
        gap=draft.gap,
        parts=() if draft.table or draft.kind == "code" else parts_of(lines, draft.page, known),
    )

"""What a library holds and how it is: the table of documents, the report on one, settings, faults."""

from collections.abc import Sequence

from silcrow.document import Record
from silcrow.errors import Notice
from silcrow.render.columns import Paint, cell_width, clip, counted, pad, plain, wrap
from silcrow.render.outline import health_text


def render_records(records: Sequence[Record], *, width: int | None = None, paint: Paint = plain) -> str:
    """Documents as a table: doc_id, pages, paragraphs, title."""
    if not records:
        return ""
    ids = max(cell_width("document"), *(cell_width(r.doc_id) for r in records))
    pages = [f"{r.pages:,}" if r.pages else "–" for r in records]
    paragraphs = [f"{r.paragraphs:,}" for r in records]
    sizes = (ids, max(5, *map(len, pages)), max(10, *map(len, paragraphs)))
    room = None if width is None else max(width - sum(sizes) - 6, 10)
    head = (pad("document", ids), "pages".rjust(sizes[1]), "paragraphs".rjust(sizes[2]), "title")
    lines = [paint("quiet", "  ".join(head))]
    for record, page, paragraph in zip(records, pages, paragraphs, strict=True):
        title = " ".join(record.title.split())
        cells = (
            paint("place", record.doc_id) + " " * (ids - cell_width(record.doc_id)),
            page.rjust(sizes[1]),
            paragraph.rjust(sizes[2]),
            title if room is None else clip(title, room),
        )
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def render_record(record: Record, *, width: int | None = None, paint: Paint = plain) -> str:
    """The report on one document: what it is, where it came from, how far its structure can be trusted."""
    health = record.health
    facts: list[tuple[str, str]] = [("title", record.title)]
    if record.authors:
        facts.append(("authors", ", ".join(record.authors)))
    if record.date:
        facts.append(("date", record.date))
    facts.append(("size", ", ".join(sizes(record))))
    facts.append(("format", record.format + (f", {record.language}" if record.language else "")))
    facts.append(("edition", f"{record.edition}, added {record.added}"))
    facts.append(("read by", record.recipe))
    facts.append(("file", f"{record.size:,} bytes, " + ("kept in the library" if record.kept else "not kept")))
    facts.extend(("from", address) for address in record.addresses)
    facts.append(("health", health_text(health, sections=record.sections, pages=record.pages)))
    if health.doubtful:
        facts.append(("doubtful", _some(health.doubtful)))
    if health.pages_without_text:
        facts.append(("no text", "pages " + _some([str(page) for page in health.pages_without_text])))
    facts.extend(("notice", notice_text(notice)) for notice in health.notices)
    return render_facts(facts, head=record.doc_id, width=width, paint=paint)


def sizes(record: Record) -> list[str]:
    """How much a document holds: pages where it has them, sections, paragraphs, tokens."""
    pages = [counted(record.pages, "page")] if record.pages else []
    inside = [counted(record.sections, "section"), counted(record.paragraphs, "paragraph")]
    return [*pages, *inside, f"~{record.tokens:,} tokens"]


def render_facts(
    facts: Sequence[tuple[str, str]], *, head: str = "", width: int | None = None, paint: Paint = plain
) -> str:
    """Names and values in two columns; a name that repeats is said once."""
    left = max((cell_width(name) for name, _ in facts), default=0)
    lines = [paint("place", head)] if head else []
    before = None
    for name, value in facts:
        said = "" if name == before else name
        before = name
        room = None if width is None else max(width - left - 4, 20)
        for line in wrap(value, room):
            lines.append(f"  {paint('quiet', pad(said, left))}  {line}".rstrip())
            said = ""
    return "\n".join(lines)


def notice_text(notice: Notice) -> str:
    """A notice on one line, its place first."""
    return f"{notice.place}: {notice.message}" if notice.place else notice.message


def _some(names: Sequence[str], most: int = 12) -> str:
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")

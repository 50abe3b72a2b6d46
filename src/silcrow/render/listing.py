"""What a library holds and how it is: the table of documents, the report on one, settings, faults."""

from collections.abc import Sequence

from silcrow.document import Changes, Health, Record
from silcrow.errors import Notice
from silcrow.render.columns import Paint, cell_width, clip, counted, one_line, pad, plain, wrap
from silcrow.render.outline import health_text

_TITLE = 14  # columns that a title keeps beside a long doc_id


def render_records(records: Sequence[Record], *, width: int | None = None, paint: Paint = plain) -> str:
    """Documents as a table: doc_id, pages, paragraphs, health where it is not sound everywhere, title.

    A doc_id is never cut: where the width leaves its title no room, it stands on a line of its own above the rest.
    """
    if not records:
        return ""
    heads = ["pages", "paragraphs"]
    figures = [[f"{one.pages:,}" if one.pages else "–", f"{one.paragraphs:,}"] for one in records]
    if any(one.health.state != "sound" for one in records):
        heads.append("health")
        figures = [[*row, one.health.state] for one, row in zip(records, figures, strict=True)]
    columns = [max(map(cell_width, column)) for column in zip(heads, *figures, strict=True)]

    def middle(cells: Sequence[str]) -> str:
        return "  ".join(pad(cell, columns[i], right=i < 2) for i, cell in enumerate(cells))

    ids = max(cell_width("document"), *(cell_width(record.doc_id) for record in records))
    if width is not None:
        ids = max(min(ids, width - cell_width(middle(heads)) - 4 - _TITLE), cell_width("document"))
    lines = [paint("quiet", f"{pad('document', ids)}  {middle(heads)}  title")]
    for record, row in zip(records, figures, strict=True):
        over = cell_width(record.doc_id) > ids
        if over:
            lines.append(paint("place", record.doc_id))
        left = " " * ids if over else paint("place", record.doc_id) + pad("", ids - cell_width(record.doc_id))
        title = " ".join(record.title.split())
        if width is not None:
            title = clip(title, max(width - ids - cell_width(middle(row)) - 4, 1))
        lines.append(f"{left}  {middle(row)}  {title}".rstrip())
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
    facts.extend(("from", one_line(address)) for address in record.addresses)
    facts.append(("health", health_text(health, sections=record.sections, pages=record.pages)))
    facts.append(("state", _why(health)))
    if health.doubtful:
        facts.append(("doubtful", _some(health.doubtful)))
    if health.pages_without_text:
        facts.append(("no text", "pages " + _some([str(page) for page in health.pages_without_text])))
    facts.extend(("notice", notice_text(notice)) for notice in health.notices)
    return render_facts(facts, head=record.doc_id, width=width, paint=paint)


def _why(health: Health) -> str:
    """The state of a structure, and what makes it that."""
    if health.flat:
        return "flat: no heading was found"
    reasons = [f"{counted(len(health.doubtful), 'heading')} may be none"] if health.doubtful else []
    if health.pages_without_text:
        reasons.append(f"{counted(len(health.pages_without_text), 'page')} without text")
    if health.state == "doubtful" and not reasons:
        reasons.append("see the notices")
    return ": ".join(filter(None, [health.state, ", ".join(reasons)]))


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
    return one_line(f"{notice.place}: {notice.message}" if notice.place else notice.message)


def changes_text(changes: Changes) -> str:
    """What became of the sections of a document in its new edition, on one line."""
    moved = tuple(f"{old} → {new}" for old, new in changes.moved)
    kinds = {"added": changes.added, "changed": changes.changed, "moved": moved, "gone": changes.gone}
    said = [f"{len(names)} {kind} ({_some(names, 4)})" for kind, names in kinds.items() if names]
    return ", ".join([*said, f"{changes.kept} as before"])


def _some(names: Sequence[str], most: int = 12) -> str:
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")

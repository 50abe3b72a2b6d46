"""JSON of every noun, the same on every face: plain dicts and lists, keys as DESIGN's envelope gives them.

A place is its text form; pages are numbers from 1, with `page_labels` (the printed ones, as many) beside them, empty
where a document prints none. Knows no file, no stream and no face.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from silcrow.answer import Answer, Citation, Lead
from silcrow.document import Cell, Changes, Document, Health, Paragraph, Record, Section, Table
from silcrow.errors import Notice, SilcrowError
from silcrow.language.tokens import estimate_tokens
from silcrow.outline import Folded, Outline, Row, fold, oversized, skipped
from silcrow.passage import Hit, LeftOut, Passage, Passages
from silcrow.place import Coordinate, Region

_UNSAFE = re.compile(r"[\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")

JSON = dict[str, Any]
# Printed page labels by doc_id, one a page.
Labels = Mapping[str, Sequence[str]]


def dumps(value: JSON, *, indent: int | None = None) -> str:
    """The one spelling of JSON: UTF-8 as it is, keys in the order of the envelope."""
    text = json.dumps(value, ensure_ascii=False, indent=indent, allow_nan=False)
    # What JSON leaves as it is and a terminal would obey, and halves of characters that no encoding can write.
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def notices(found: Iterable[Notice]) -> list[JSON]:
    """Notices, in order."""
    return [{"code": n.code, "message": n.message, "place": n.place} for n in found]


def error(failure: SilcrowError) -> JSON:
    """An error: code, message, hint and candidates."""
    return {"error": _error(failure)}


def _error(failure: SilcrowError) -> JSON:
    return {
        "code": failure.code,
        "message": failure.message,
        "hint": failure.hint,
        "candidates": list(failure.candidates),
    }


def _left_out(left_out: LeftOut | None) -> JSON | None:
    return None if left_out is None else {"count": left_out.count, "tokens": left_out.tokens}


def _pages(pages: Sequence[int], labels: Sequence[str]) -> JSON:
    known = labels and all(0 < page <= len(labels) for page in pages)
    return {"pages": list(pages), "page_labels": [labels[page - 1] for page in pages] if known else []}


def documents(records: Iterable[Record], *, said: Iterable[Notice] = ()) -> JSON:
    """What a library holds."""
    return {"documents": [_listed(record) for record in records], "notices": notices(said)}


def _listed(record: Record) -> JSON:
    return {
        "doc_id": record.doc_id,
        "edition": record.edition,
        "title": record.title,
        "pages": record.pages,
        "paragraphs": record.paragraphs,
        "addresses": list(record.addresses),
        "state": record.health.state,
    }


def added(
    done: Iterable[tuple[Record, str]],
    failed: Iterable[tuple[str, SilcrowError]] = (),
    *,
    changes: Mapping[str, Changes] | None = None,
    said: Iterable[Notice] = (),
) -> JSON:
    """The outcome of adding: documents with what became of each (new, same, changed, address), and what failed.

    `changes` by doc_id: what a new edition made of the sections of the one before.
    """
    known = {doc_id: {"changes": _changes(found)} for doc_id, found in (changes or {}).items()}
    return {
        "documents": [_listed(one) | {"outcome": outcome} | known.get(one.doc_id, {}) for one, outcome in done],
        "failed": [{"address": address} | error(failure) for address, failure in failed],
        "notices": notices(said),
    }


def _changes(found: Changes) -> JSON:
    moved = [{"from": old, "to": new} for old, new in found.moved]
    lists = {"added": found.added, "changed": found.changed, "gone": found.gone}
    return {name: list(ids) for name, ids in lists.items()} | {"moved": moved, "kept": found.kept}


def removed(doc_ids: Iterable[str]) -> JSON:
    """Documents that are forgotten."""
    return {"removed": list(doc_ids), "notices": []}


def renamed(old: str, new: str) -> JSON:
    """A document that has another doc_id."""
    return {"doc_id": new, "was": old, "notices": []}


def embedded(done: Mapping[str, int], *, said: Iterable[Notice] = ()) -> JSON:
    """How many paragraphs of each document have vectors."""
    documents = [{"doc_id": doc_id, "embedded": count} for doc_id, count in done.items()]
    return {"documents": documents, "notices": notices(said)}


def written(doc_id: str, path: str, *, said: Iterable[Notice] = ()) -> JSON:
    """A document that was written to a file."""
    return {"doc_id": doc_id, "written": path, "notices": notices(said)}


def faults(found: Iterable[Notice]) -> JSON:
    """What fsck found."""
    return {"faults": notices(found), "notices": []}


def settings(rows: Iterable[tuple[str, str, str]], *, path: str = "", exists: bool = False) -> JSON:
    """Settings as text, where each came from, and the file that may set them."""
    listed = [{"name": name, "value": value, "from": origin} for name, value, origin in rows]
    return {"settings": listed, "file": {"path": path, "exists": exists}, "notices": []}


def library(*, outdated: Iterable[str], doubtful: Iterable[str] = (), flat: Iterable[str] = (), **figures: Any) -> JSON:
    """A library in figures: path (empty for one in memory), documents, pages, paragraphs, tokens, sizes, health; and
    which documents are outdated, doubtful or flat.
    """
    return {**figures, "outdated": list(outdated), "doubtful": list(doubtful), "flat": list(flat), "notices": []}


def health(found: Outline, edition: str) -> JSON:
    """How far a structure can be trusted: where each heading came from, what is odd, what fell back."""
    return {
        "doc_id": found.doc_id,
        "edition": edition,
        "title": found.title,
        "health": _health(found.health),
        "skipped_levels": list(skipped(found.sections)),
        "oversized": list(oversized(found.sections)),
        "headings": [
            {"sec_id": s.sec_id, "title": s.heading, "level": s.level, "evidence": list(s.evidence)}
            | {"confidence": round(s.confidence, 3)}
            for s in found.sections
            if s.heading
        ],
        "notices": notices(found.notices),
    }


def status(record: Record, *, said: Iterable[Notice] = ()) -> JSON:
    """All that is known of a document but its sections and text."""
    return _listed(record) | {
        "format": record.format,
        "authors": list(record.authors),
        "date": record.date,
        "language": record.language,
        "page_labels": list(record.page_labels),
        "sections": record.sections,
        "tokens": record.tokens,
        "size": record.size,
        "source": record.source,
        "kept": record.kept,
        "added": record.added,
        "recipe": record.recipe,
        "health": _health(record.health),
        "notices": notices(said),
    }


def _health(health: Health) -> JSON:
    return {
        "evidence": dict(health.evidence),
        "doubtful": list(health.doubtful),
        "flat": health.flat,
        "pages_without_text": list(health.pages_without_text),
        "notices": notices(health.notices),
    }


def _health_short(health: Health) -> JSON:
    """A report in figures: an outline marks each heading itself, and its notices are its own."""
    counts = {"doubtful": len(health.doubtful), "pages_without_text": len(health.pages_without_text)}
    return {"evidence": dict(health.evidence), "flat": health.flat, **counts}


def section(found: Section, labels: Sequence[str] = ()) -> JSON:
    """One section, without those below it; `pages` are its first and its last."""
    return {
        "sec_id": found.sec_id,
        "label": found.label,
        "title": found.title,
        "level": found.level,
        "path": list(found.path),
        "paragraphs": found.count,
        "tokens": found.tokens,
        **_pages(found.pages or (), labels),
        "evidence": list(found.evidence),
        "confidence": round(found.confidence, 3),
    }


def outline(found: Outline, *, depth: int | None = None, max_tokens: int | None = None) -> JSON:
    """Sections inside sections. What depth or budget hides is counted; `tokens` is what its entries would take."""

    def entry_tokens(row: Row) -> int:
        entry = section(row.section, found.page_labels) if row.section else {}
        return estimate_tokens(dumps(entry | {"sections": []}) + ", ") if row.section else 0

    envelope = estimate_tokens(dumps(_outline(found, [], LeftOut(10**6, 10**8))))
    budget = None if max_tokens is None else max_tokens - envelope
    folded = fold(found, depth=depth, budget=budget, cost=entry_tokens)
    shown = _nest(folded, lambda s: section(s, found.page_labels))
    left_out = None
    if folded.folded:
        kept = {s.ord for s in folded.sections}
        hidden = (s for s in found.sections if s.ord not in kept)
        left_out = LeftOut(folded.folded, sum(entry_tokens(Row(s, 0)) for s in hidden))
    return _outline(found, shown, left_out)


def _outline(found: Outline, sections: list[JSON], left_out: LeftOut | None) -> JSON:
    return {
        "doc_id": found.doc_id,
        "sections": sections,
        "health": _health_short(found.health),
        "left_out": _left_out(left_out),
        "notices": notices(found.notices),
    }


def _nest(folded: Folded, one: Callable[[Section], JSON]) -> list[JSON]:
    tops: list[JSON] = []
    chain: list[list[JSON]] = [tops]
    for row in folded.rows:
        if row.section is None:
            continue
        below: list[JSON] = []
        del chain[row.depth + 1 :]
        chain[row.depth].append(one(row.section) | {"sections": below})
        chain.append(below)
    return tops


def passages(found: Passages, *, labels: Labels | None = None) -> JSON:
    """What read and retrieve return."""
    return {
        "passages": [_passage(p, (labels or {}).get(p.span.doc_id, ())) for p in found.passages],
        "left_out": _left_out(found.left_out),
        "cursor": found.cursor,
        "notices": notices(found.notices),
    }


def _passage(passage: Passage, labels: Sequence[str]) -> JSON:
    return {
        "place": str(passage.span),
        "path": list(passage.path),
        **_pages(passage.pages, labels),
        "text": passage.text,
        "rank": passage.rank,
        "hits": [_hit(hit) for hit in passage.hits],
    }


def _hit(hit: Hit) -> JSON:
    """A hit; `reasons`, which add up to its score, only where they were asked for."""
    entry: JSON = {"place": str(hit.span), "score": round(hit.score, 4), "found_by": list(hit.found_by)}
    if hit.reasons:
        entry["reasons"] = [{"word": r.word, "field": r.field, "score": round(r.score, 4)} for r in hit.reasons]
    return entry


def answer(found: Answer, *, labels: Labels | None = None) -> JSON:
    """What ask returns; `leads` are places to look where there are no citations."""
    labels = labels or {}
    return {
        "text": found.text,
        "extractive": found.extractive,
        "citations": [_citation(c, labels.get(c.span.doc_id, ())) for c in found.citations],
        "unsupported": list(found.unsupported),
        "leads": [_lead(lead, labels) for lead in found.leads],
        "reading": found.reading or None,
        "usage": dict(found.usage),
        "notices": notices(found.notices),
    }


def sections(leads: Sequence[Lead], *, labels: Labels | None = None) -> JSON:
    """Sections that some words name: none, one, or several, which is ambiguous."""
    result = ("none", "one", "ambiguous")[min(len(leads), 2)]
    return {"result": result, "sections": [_lead(lead, labels or {}) for lead in leads], "notices": []}


def _lead(lead: Lead, labels: Labels) -> JSON:
    return {
        "place": str(lead.span),
        **_pages(lead.pages, labels.get(lead.span.doc_id, ())),
        "path": list(lead.path),
    }


def citations(found: Iterable[Citation], *, labels: Labels | None = None, said: Iterable[Notice] = ()) -> JSON:
    """Quotes with the verdict on each."""
    labels = labels or {}
    return {
        "citations": [_citation(c, labels.get(c.span.doc_id, ())) for c in found],
        "notices": notices(said),
    }


def _citation(citation: Citation, labels: Sequence[str]) -> JSON:
    """A citation; one that is only near says what does stand there."""
    entry: JSON = {
        "place": str(citation.span),
        "quote": citation.quote,
        "verdict": citation.verdict,
        **_pages(citation.pages, labels),
        "path": list(citation.path),
    }
    return entry | {"found": citation.found} if citation.found else entry


def document(found: Document, *, said: Iterable[Notice] = ()) -> JSON:
    """The whole document as a tree: each section with its own paragraphs (`content`) and the sections below it."""
    whole = Outline(found.doc_id, found.title, found.sections, found.pages, found.page_labels)

    def one(s: Section) -> JSON:
        own = found.paragraphs[s.first : s.first + s.count]
        content = [
            _paragraph(p, Coordinate(found.doc_id, s.sec_id, n), found.page_labels) for n, p in enumerate(own, 1)
        ]
        return section(s, found.page_labels) | {"content": content}

    return {
        "doc_id": found.doc_id,
        "edition": found.edition,
        "title": found.title,
        "authors": list(found.authors),
        "date": found.date,
        "language": found.language,
        "format": found.format,
        "pages": found.pages,
        "page_labels": list(found.page_labels),
        "sections": _nest(fold(whole), one),
        "furniture": [{"text": f.text, "regions": regions(f.regions)} for f in found.furniture],
        "health": _health(found.health),
        "notices": notices(said),
    }


def _paragraph(paragraph: Paragraph, place: Coordinate, labels: Sequence[str]) -> JSON:
    pages = tuple(dict.fromkeys(region.page for region in paragraph.regions))
    found: JSON = {"place": str(place), "kind": paragraph.kind, **_pages(pages, labels), "text": paragraph.text}
    found["regions"] = regions(paragraph.regions)
    return found | {"table": table(paragraph.table)} if paragraph.table else found


def regions(regions: Iterable[Region]) -> list[JSON]:
    return [{"page": r.page, "box": [round(x, 2) for x in r.box] if r.box else None} for r in regions]


def table(table: Table) -> JSON:
    return {
        "caption": table.caption,
        "unit": table.unit,
        "header": [_cell(cell) for cell in table.header],
        "rows": [[_cell(cell) for cell in row] for row in table.rows],
    }


def tables(placed: Iterable[tuple[Coordinate, Table, Sequence[int]]], found: Passages) -> JSON:
    """Tables and where they stand, out of some passages."""
    return {
        "tables": [{"place": str(place), "pages": list(pages), **table(one)} for place, one, pages in placed],
        "left_out": _left_out(found.left_out),
        "cursor": found.cursor,
        "notices": notices(found.notices),
    }


def _cell(cell: Cell) -> JSON:
    return {"text": cell.text, "rowspan": cell.rowspan, "colspan": cell.colspan}

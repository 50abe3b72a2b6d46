"""How a document is written out for review: what a person needs to judge a tree."""

from silcrow.document import Document, Paragraph


def written_out(document: Document) -> str:
    """All of a document, a line a paragraph."""
    lines = [f"title: {document.title}"]
    facts = {"authors": ", ".join(document.authors), "date": document.date, "language": document.language}
    facts["pages"] = str(document.pages or "")
    lines += [f"{name}: {value}" for name, value in facts.items() if value]
    lines += [f"notice: {notice.code} {notice.message} {notice.place}".rstrip() for notice in document.health.notices]
    lines += ["flat"] if document.health.flat else []
    lines += [f"doubtful: {sec_id}" for sec_id in document.health.doubtful]
    kept = {item.position: [] for item in document.furniture}
    for item in document.furniture:
        kept[item.position].append(f"    ~ {item.text!r}")
    at = 0
    for section in document.sections:
        lines += ["", *kept.pop(at, ())] if section.heading else [""]
        lines.append(f"{'#' * section.level} {section.heading or '(front)'}  §{section.sec_id}{_pages(section.pages)}")
        at += bool(section.heading)
        for paragraph in document.paragraphs[section.first : section.first + section.count]:
            lines += kept.pop(at, ())
            lines.append(f"    {paragraph.kind}: {_text(paragraph)}")
            at += 1
    lines += kept.pop(at, ())
    assert not kept
    return "\n".join(lines) + "\n"


def _pages(pages: tuple[int, int] | None) -> str:
    return f" p. {pages[0]}-{pages[1]}" if pages else ""


def _text(paragraph: Paragraph) -> str:
    pages = ",".join(str(region.page) for region in paragraph.regions)
    return f"{paragraph.text!r}{' p. ' + pages if pages else ''}"

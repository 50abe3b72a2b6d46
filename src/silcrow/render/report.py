"""A study as one file, Markdown or HTML: the synthesis, part by part what was noted, and the passages that it all rests
on, each cited place a link to its passage in the same file.

All text of documents and notes is escaped: a document cannot write into the report anything but its own letters.
"""

import html
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from silcrow.passage import Passage
from silcrow.render.columns import counted
from silcrow.render.document import escape
from silcrow.render.places import pages_text, short_path
from silcrow.studied import Note, Quote, Reported, Studied, StudyPart, Term

Form = Literal["md", "html"]

_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}"
    "blockquote{margin:.5rem 0;padding-left:1rem;border-left:3px solid #999}"
    "body{overflow-wrap:anywhere}small{color:#666}.bad{color:#b00}li{margin:.2rem 0}:target{background:#fe9}"
)
_MARKED = {"near": "near, not exact", "unsupported": "unsupported: stands nowhere"}


@dataclass(frozen=True, slots=True)
class _Link:
    """Words that lead to an anchor of the same file."""

    text: str
    anchor: str


@dataclass(frozen=True, slots=True)
class _Fault:
    """Words on what does not hold."""

    text: str


_Inline = tuple["str | _Link | _Fault", ...]


@dataclass(frozen=True, slots=True)
class _Block:
    """A heading (with its level), a paragraph, small print, an entry of a list, or a quoted passage."""

    kind: Literal["heading", "text", "small", "entry", "passage"]
    inline: _Inline
    level: int = 1
    anchor: str = ""


def render_report(found: Reported, form: Form) -> str:
    """The report, ending in one line break."""
    blocks = list(_blocks(found))
    return _markdown(blocks) if form == "md" else _html(blocks)


def _blocks(found: Reported) -> Iterator[_Block]:
    whole = found.whole
    title = " · ".join(study.title or study.doc_id for study in whole.studies)
    yield _Block("heading", (f"A study of {title}",))
    for study in whole.studies:
        yield _Block("small", (_facts(study),))
    if whole.note:
        yield _Block("heading", ("Synthesis",), 2)
        yield from _note(whole.note, found.passages, 3)
    yield from _terms(whole.terms)
    for gap in whole.gaps:
        yield _Block("heading", (f"Question: {gap.question}",), 2)
        yield _Block("text", _places([str(lead.span) for lead in gap.leads], found.passages))
    for study in whole.studies:
        yield _Block("heading", (f"{study.title or study.doc_id}, part by part",), 2)
        for part in study.parts:
            yield _Block("entry", (_Link(f"{part.index}. {part.title}", _anchor_of_part(study, part)), _state(part)))
        for part in study.parts:
            yield from _part(found, study, part)
    yield from _lists(found)
    if found.passages:
        yield _Block("heading", ("Cited passages",), 2)
    for place, passage in found.passages.items():
        where = ", ".join(x for x in (short_path(passage.path), pages_text(passage.pages)) if x)
        yield _Block("text", (f"{place} · {where}",), anchor=anchor_of(place))
        yield _Block("passage", (passage.text,))


def _terms(terms: Sequence[Term]) -> Iterator[_Block]:
    """The key terms, document by document."""
    by_document: dict[str, list[str]] = {}
    for one in terms:
        by_document.setdefault(one.places[0].doc_id if one.places else "", []).append(f"{one.term} ({one.count})")
    if terms:
        yield _Block("heading", ("Key terms",), 2)
    for doc_id, named in by_document.items():
        yield _Block("text", ((f"{doc_id}: " if len(by_document) > 1 else "") + ", ".join(named),))


def _state(part: StudyPart) -> str:
    return "" if part.held else f" ({'changed' if part.changed and not part.done else part.state})"


def _facts(study: Studied) -> str:
    facts = [study.doc_id, f"{len(study.completed)} of {counted(len(study.parts), 'part')} done"]
    facts += [f"edition {study.edition}", f"sha256 {study.source}"]
    model = str(study.settings.get("model", ""))
    return " · ".join([*facts, *([f"read by {model}"] if model else [])])


def _part(found: Reported, study: Studied, part: StudyPart) -> Iterator[_Block]:
    paper = pages_text(part.pages, study.page_labels)
    head = f"{part.index}. {part.title}" + (f" ({paper})" if paper else "")
    yield _Block("heading", (head,), 3, _anchor_of_part(study, part))
    if part.note:
        yield from _note(part.note, found.passages, 4)
        return
    what = {"skipped": f"Skipped{': ' + part.why if part.why else '.'}", "covered": f"Read: {part.why}."}
    said = what.get(part.state, "Changed since it was read." if part.changed else "Not read yet.")
    yield _Block("text", (said,))
    gist = found.whole.gists.get(part.index) if len(found.whole.studies) == 1 else None
    if gist:
        for one in gist.sentences:
            yield _Block("entry", (f"“{one.quote}” ", *_places([one.place], found.passages)))


def _note(note: Note, passages: Mapping[str, Passage], level: int) -> Iterator[_Block]:
    if note.summary:
        yield _Block("text", (note.summary,))
    for one in note.fields:
        if one.entries:
            yield _Block("heading", (one.title,), level)
        for entry in one.entries:
            fault: _Inline = (_Fault(f"({entry.fault})"), " ") if entry.fault else ()
            yield _Block("entry", (f"{entry.text} ", *fault, *_cited(note, entry.quotes, passages)))
    if note.quotes:
        yield _Block("heading", ("Quotes",), level)
    for number, quote in enumerate(note.quotes, 1):
        yield _Block("entry", (f"[{number}] “{quote.quote}” ", *_where(quote, passages)))


def _cited(note: Note, numbers: tuple[int, ...], passages: Mapping[str, Passage]) -> _Inline:
    return _places([note.quotes[n - 1].place for n in numbers if note.quotes[n - 1].stands], passages)


def _where(quote: Quote, passages: Mapping[str, Passage]) -> _Inline:
    marked = _MARKED.get(quote.verdict, "")
    fault: _Inline = (" ", _Fault(f"({marked})")) if marked else ()
    return (*_places([quote.place], passages), *fault)


def _places(places: list[str], passages: Mapping[str, Passage]) -> _Inline:
    found: list[str | _Link | _Fault] = []
    for place in dict.fromkeys(places):
        found += [", "] if found else []
        found.append(_Link(place, anchor_of(place)) if place in passages else place)
    return tuple(found)


def _lists(found: Reported) -> Iterator[_Block]:
    gathered = found.whole.gathered
    if gathered.bibliography:
        yield _Block("heading", ("Bibliography",), 2)
    for text, place in gathered.bibliography:
        yield _Block("entry", (f"{text} ({place})",))
    if gathered.glossary:
        yield _Block("heading", ("Defined terms",), 2)
    for one in gathered.glossary:
        yield _Block("entry", (f"{one.term} ({one.place})",))


def anchor_of(place: str) -> str:
    """The anchor of a place. No two places have the same one."""
    return f"p-{place}"


def _anchor_of_part(study: Studied, part: StudyPart) -> str:
    return f"n-{study.doc_id}-{part.index}"


def _markdown(blocks: list[_Block]) -> str:
    lines: list[str] = []
    for block, following in zip(blocks, [*blocks[1:], None], strict=True):
        text = "".join(map(_md, block.inline)).strip()
        match block.kind:
            case "heading":
                if block.anchor:
                    lines += [_md_anchor(block), ""]
                lines.append(f"{'#' * block.level} {text}")
            case "entry":
                lines.append(f"- {text}")
            case "passage":
                lines.append(f"> {text}")
            case _:
                lines.append(_md_anchor(block) + text if block.anchor else text)
        if not (following and block.kind == following.kind == "entry"):
            lines.append("")
    return "\n".join(lines).rstrip("\n") + "\n"


def _md_anchor(block: _Block) -> str:
    return f'<a id="{html.escape(block.anchor)}"></a>'


def _md(one: "str | _Link | _Fault") -> str:
    """Words as Markdown that shows them as they are; line breaks are spaces."""
    if isinstance(one, _Link):
        return f"[{_md(one.text)}](#{one.anchor})"
    if isinstance(one, _Fault):
        return _md(one.text)
    text = " ".join(one.split())
    lead, trail = one[:1].isspace(), one[-1:].isspace()
    return " " * lead + escape(text) + " " * (trail and bool(text)) if text else " " * lead


_TAGS = {"text": "p", "small": "p", "entry": "li", "passage": "blockquote"}


def _html(blocks: list[_Block]) -> str:
    title = html.escape(_plain(blocks[0].inline))
    lines = [
        "<!doctype html>",
        '<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
        f"<title>{title}</title><style>{_STYLE}</style></head><body>",
    ]
    listed = False
    for block in blocks:
        if listed != (block.kind == "entry"):
            listed = not listed
            lines.append("<ul>" if listed else "</ul>")
        tag = f"h{block.level}" if block.kind == "heading" else _TAGS[block.kind]
        anchor = f' id="{html.escape(block.anchor)}"' if block.anchor else ""
        text = "".join(map(_tagged, block.inline)).strip()
        lines.append(f"<{tag}{anchor}>{f'<small>{text}</small>' if block.kind == 'small' else text}</{tag}>")
    return "\n".join([*lines, *(["</ul>"] if listed else []), "</body></html>"]) + "\n"


def _tagged(one: "str | _Link | _Fault") -> str:
    if isinstance(one, _Fault):
        return f'<span class="bad">{html.escape(one.text)}</span>'
    if isinstance(one, _Link):
        return f'<a href="#{html.escape(one.anchor)}">{html.escape(one.text)}</a>'
    return html.escape(one).replace("\n", "<br>")


def _plain(inline: _Inline) -> str:
    return " ".join("".join(one if isinstance(one, str) else one.text for one in inline).split())

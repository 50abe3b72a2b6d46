"""Studies as text: the survey, a part handed out, progress, and the whole, for people and for models that read.

A note is shown as it was written; quotes that do not stand and entries that lack one are marked, never left out.
"""

from collections.abc import Iterable, Iterator, Sequence

from silcrow.place import Span
from silcrow.render.columns import Paint, clip, counted, grid, plain, wrap
from silcrow.render.places import FRONT, pages_text
from silcrow.studied import Gist, Handed, Note, Quote, Studied, StudyPart, Survey, Synthesis, Term

_TITLE = 48
_LISTED = 12  # terms on a line of them
_STATES = {"open": " ", "noted": "x", "skipped": "-", "covered": "x"}
_MARKED = {"near": "near, not exact", "unsupported": "unsupported"}


def render_survey(found: Survey, *, width: int | None = None, paint: Paint = plain) -> str:
    """A survey on a page or two."""
    facts = [found.doc_id, *([counted(found.pages, "page")] if found.pages else []), f"~{found.tokens:,} tokens"]
    facts += [counted(found.parts, "part"), f"study {found.reading}"]
    lines = [
        paint("heading", clip(found.title, width or 1000)),
        " · ".join(facts),
        "",
    ]
    for one in found.landmarks:
        paper = pages_text(one.pages, found.page_labels)
        head = " › ".join(one.path) or FRONT
        parts = f"part {_runs(one.parts)}"
        lines.append(f"{one.role.capitalize()}: {clip(head, 60)} ({', '.join(x for x in (paper, parts) if x)})")
        lines.append(paint("quiet", f"    by: {', '.join(one.reasons)}") + "      " + paint("coordinate", one.place))
    missing = {"introduction", "conclusion"} - {one.role for one in found.landmarks}
    lines += [f"No {role} was found." for role in sorted(missing, reverse=True)]
    lines += ["", *wrap(f"Key terms: {_terms(found.terms)}", width), ""]
    rows = [
        (
            "  " * (one.level - 1) + clip(one.path[-1] if one.path else FRONT, _TITLE),
            pages_text(one.pages, found.page_labels),
            f"~{one.tokens:,}",
            f"part {_runs(one.parts)}" if one.parts else "",
        )
        for one in found.sections
    ]
    lines += grid(rows, width=width)
    lines += ["", *wrap(f"Read in this order: {_order(found.order)}", width)]
    return "\n".join(lines)


def _terms(terms: Sequence[Term]) -> str:
    said = [f"{one.term} {one.count}" + ("*" if one.defined else "") for one in terms]
    return ", ".join(said) or "none"


def _order(numbers: Sequence[int]) -> str:
    """Numbers with runs of neighbours as ranges, in their order."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def _runs(numbers: Sequence[int]) -> str:
    return _order(sorted(numbers))


def render_progress(study: Studied, *, width: int | None = None, paint: Paint = plain) -> str:
    """How far a study is, a line a part."""
    done = len(study.completed)
    head = f"{study.doc_id}: {done} of {counted(len(study.parts), 'part')} done"
    head += f", study {study.reading}" if study.reading else ""
    head += "; synthesis written" if study.synthesis else ""
    rows = [
        (
            f"[{_STATES[part.state]}]",
            str(part.index),
            clip(part.title, _TITLE),
            pages_text(part.pages, study.page_labels),
            f"~{part.tokens:,}",
            "changed: read again" if part.changed and not part.done else part.why or part.state,
        )
        for part in study.parts
    ]
    return "\n".join([paint("heading", head), *grid(rows, width=width)])


def progress_line(study: Studied) -> str:
    """How far a study is, on one line."""
    left = study.current
    what = f"next is {left.index}, {clip(left.title, 60)}" if left else "nothing is left to read"
    return f"{len(study.completed)} of {counted(len(study.parts), 'part')} done; {what}"


def render_handed(found: Handed, *, width: int | None = None, paint: Paint = plain) -> str:
    """A part with its places, and what helps to read it before and after its text."""
    before = _before(found, width=width, paint=paint)
    return "\n".join([*before, "", *part_lines(found, width=width, paint=paint), "", *_after(found, width=width)])


def render_beside(found: Handed) -> str:
    """What helps to read a part, without its text."""
    return "\n".join([*_before(found), "", *_after(found)])


def _before(found: Handed, *, width: int | None = None, paint: Paint = plain) -> Iterator[str]:
    part, study = found.part, found.study
    paper = pages_text(part.pages, study.page_labels)
    facts = ", ".join(x for x in (paper, f"~{part.tokens:,} tokens") if x)
    yield paint("heading", f"Part {part.index} of {len(study.parts)}: {part.title} ({facts})")
    if part.path:
        yield f"under: {' › '.join(part.path)}"
    if part.changed:
        yield "It has changed since it was read."
    if found.so_far:
        yield from ("", "So far:", *wrap(found.so_far, width))
    if found.before:
        yield from ("", *wrap(f"Before it: … {found.before}", width))
    if found.header:
        yield from ("", "The table goes on; its header:", found.header)


def _after(found: Handed, *, width: int | None = None) -> Iterator[str]:
    yield from gist_lines(found.gist, width=width)
    if found.part.former:
        yield from ("", "What was noted before it changed:", *note_lines(found.part.former, width=width))


def part_lines(found: Handed, *, width: int | None = None, paint: Paint = plain) -> Iterator[str]:
    """The text of a part, each paragraph after its place."""
    for line in found.lines:
        place = paint("coordinate", f"[{line.place}]")
        if line.kind == "heading":
            yield f"{place} {paint('heading', '# ' + ' '.join(line.text.split()))}"
        elif line.kind in ("table", "code"):
            yield f"{place}\n{line.text}"
        else:
            first, *more = wrap(f"[{line.place}] {line.text}", width)
            yield "\n".join([place + first.removeprefix(f"[{line.place}]"), *more])


def gist_lines(gist: Gist, *, width: int | None = None) -> Iterator[str]:
    """What a part says by itself: no model."""
    if gist.sentences:
        yield "Key sentences:"
        for one in gist.sentences:
            yield from wrap(f"- {one.quote}  [{one.place}]", width)
    if gist.terms:
        yield from wrap(f"Terms: {', '.join(gist.terms)}", width)
    if gist.figures:
        yield from wrap("Figures: " + "; ".join(f"{text} [{place}]" for text, place in gist.figures), width)
    if gist.references:
        said = [f"{one.words}" + (f" → {one.target}" if one.target else " (elsewhere)") for one in gist.references]
        yield from wrap(f"Refers to: {'; '.join(said)}", width)


def note_lines(note: Note, *, width: int | None = None) -> Iterator[str]:
    """A note as text."""
    if note.summary:
        yield from wrap(note.summary, width)
    for one in note.fields:
        if one.entries:
            yield f"{one.title}:"
            for entry in one.entries:
                yield from wrap(f"- {entry.text}" + (f"  ({entry.fault})" if entry.fault else ""), width)
    if note.quotes:
        yield "Quotes:"
        for number, quote in enumerate(note.quotes, 1):
            yield from wrap(f"[{number}] {quote_text(quote)}", width)


def note_text(note: Note) -> str:
    """A note as one text."""
    return "\n".join(note_lines(note))


def quote_text(quote: Quote) -> str:
    """A quote, its place, and its verdict where it is not simply so."""
    marked = _MARKED.get(quote.verdict, "")
    moved = f", said to be at {quote.given}" if quote.given else ""
    paper = pages_text(quote.pages)
    where = ", ".join(x for x in (quote.place, paper) if x)
    return f"“{' '.join(quote.quote.split())}”  {where}{moved}" + (f"  ({marked})" if marked else "")


def render_noted(study: Studied, number: int, *, width: int | None = None) -> str:
    """A note as it was compared, and how far the study is now."""
    part = study.parts[number - 1]
    if part.note is None:
        return f"Part {part.index} ({part.title}) is skipped.\n{progress_line(study)}"
    head = f"Noted part {part.index} ({part.title}): {_standing(part.note.quotes)}"
    faults = [entry for one in part.note.fields for entry in one.entries if entry.fault]
    lines = [head, *(line for entry in faults for line in wrap(f"  {entry.fault}: {entry.text}", width))]
    bad = [quote for quote in part.note.quotes if not quote.stands]
    lines += [line for quote in bad for line in wrap(f"  {quote_text(quote)}", width)]
    return "\n".join([*lines, progress_line(study)])


def _standing(quotes: Sequence[Quote]) -> str:
    if not quotes:
        return "no quotes"
    return f"{sum(quote.stands for quote in quotes)} of {counted(len(quotes), 'quote')} stand"


def render_synthesis(found: Synthesis, *, width: int | None = None, paint: Paint = plain) -> str:
    """The whole: the synthesis, or the notes by field where nobody wrote one; what was gathered; gaps."""
    lines: list[str] = []
    for study in found.studies:
        lines.append(paint("heading", f"{study.title} ({study.doc_id})"))
        lines.append(progress_line(study))
    if found.note:
        lines += ["", paint("heading", "Synthesis"), *note_lines(found.note, width=width)]
    else:
        lines += ["", "No synthesis is written yet; these are the notes.", *_by_field(found.studies, width)]
    lines += ["", *wrap(f"Key terms: {_terms(found.terms)}", width)]
    for gap in found.gaps:
        leads = ", ".join(str(lead.span) for lead in gap.leads) or "nothing holds its words"
        lines += ["", *wrap(f"Question: {gap.question}", width), *wrap(f"    look at: {leads}", width)]
    lines += _lists(found, width)
    return "\n".join(lines)


def _lists(found: Synthesis, width: int | None) -> Iterator[str]:
    if found.gathered.bibliography:
        yield from ("", f"Bibliography ({len(found.gathered.bibliography)}):")
        for text, place in found.gathered.bibliography:
            yield from wrap(f"- {text}  [{place}]", width)
    if found.gathered.glossary:
        yield from ("", f"Defined terms ({len(found.gathered.glossary)}):")
        for one in found.gathered.glossary:
            yield from wrap(f"- {one.term}  [{one.place}]", width)


def _by_field(studies: Iterable[Studied], width: int | None) -> Iterator[str]:
    """Notes put side by side: summaries part by part, then each field through all parts."""
    noted = [part for study in studies for part in study.parts if part.note]
    for part in noted:
        yield from wrap(f"{_where(part)} {part.title}: {part.note.summary if part.note else ''}", width)
    titles = dict.fromkeys((one.key, one.title) for part in noted if part.note for one in part.note.fields)
    for key, title in titles:
        rows = [(part, entry) for part in noted if part.note for entry in part.note.entries(key)]
        if rows:
            yield from ("", f"{title}:")
            for part, entry in rows:
                fault = f"  ({entry.fault})" if entry.fault else ""
                yield from wrap(f"- {_where(part)} {entry.text}{fault}", width)
                for number in entry.quotes:
                    if part.note and number <= len(part.note.quotes):
                        yield from wrap(f"    [{number}] {quote_text(part.note.quotes[number - 1])}", width)


def _where(part: StudyPart) -> str:
    doc_id = Span.parse(part.places[0]).doc_id if part.places else ""
    return f"{doc_id} {part.index}." if doc_id else f"{part.index}."

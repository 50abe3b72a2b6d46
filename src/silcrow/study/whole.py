"""A study as a whole: what was noted and gathered, put side by side; and a synthesis that somebody wrote, compared.

No model is asked here. What contradicts what is left to a reader; what bears on a question is looked for by its words.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from silcrow.answer import Lead
from silcrow.cite.sheets import Sheets
from silcrow.errors import NotFound, Notice, Usage
from silcrow.passage import Passage
from silcrow.place import Span
from silcrow.reading import END, Reading
from silcrow.split.units import flat
from silcrow.studied import Gap, Gathered, Gist, Note, Reported, Studied, Synthesis, Term
from silcrow.study.gather import gathered
from silcrow.study.gist import Reader
from silcrow.study.handing import lines_of
from silcrow.study.noting import compared, written
from silcrow.study.opening import NO_WISH, Shelf, Table, Wish, cut_as, going, loaded, seen
from silcrow.study.saved import note_data
from silcrow.study.survey import key_terms
from silcrow.study.template import Kind, template

_LEADS = 3  # places for each question


def synthesis(table: Table, doc_ids: Sequence[str], *, gists: bool = False) -> Synthesis:
    """What stands of a study, or of the studies of several documents. `gists`: with what each part says by itself."""
    studies = tuple(seen(table, doc_id) for doc_id in doc_ids)
    note, kind, own = _note(table, studies)
    terms: list[Term] = []
    lists: list[Gathered] = []
    for study in studies:
        document = table.whole(study.doc_id)
        reader = Reader(table.desk, document)
        terms.extend(key_terms(document, reader, flat(document)))
        lists.append(gathered(document, reader.text))
    questions = dict.fromkeys(question for study in studies for question in study.questions)
    return Synthesis(
        studies=studies,
        note=note,
        terms=tuple(terms),
        gathered=Gathered(
            tuple(entry for one in lists for entry in one.bibliography),
            tuple(entry for one in lists for entry in one.glossary),
        ),
        gaps=tuple(_gap(table, question, doc_ids) for question in questions),
        form=template(kind, own).form,
        gists=_gists(table, studies[0]) if gists and len(studies) == 1 else {},
        notices=tuple(notice for study in studies for notice in (*study.notices, *_unread(study))),
    )


def reported(table: Table, doc_ids: Sequence[str]) -> Reported:
    """A study with every passage that it cites, to be written as one file."""
    whole = synthesis(table, doc_ids, gists=True)
    places = dict.fromkeys(_cited(whole))
    passages: dict[str, Passage] = {}
    for place in places:
        try:
            found = table.desk.read(Span.parse(place)).passages
        except (Usage, NotFound):
            continue
        if len(found) == 1:
            passages[place] = found[0]
    return Reported(whole, passages)


def _cited(whole: Synthesis) -> Iterator[str]:
    """The places of all that stands: of the synthesis first, then part by part."""
    notes = [whole.note, *(part.note for study in whole.studies for part in study.parts)]
    yield from (quote.place for note in notes if note for quote in note.quotes if quote.stands)
    yield from (str(lead.span) for gap in whole.gaps for lead in gap.leads)
    noted = {part.index for study in whole.studies for part in study.parts if part.held}
    yield from (one.place for n, gist in whole.gists.items() if n not in noted for one in gist.sentences)


def _gists(table: Table, study: Studied) -> dict[int, Gist]:
    document = table.whole(study.doc_id)
    laid, reader = flat(document), Reader(table.desk, document)
    return {part.index: reader.gist(tuple(lines_of(laid, part))) for part in cut_as(document, study.split).parts}


def _note(table: Table, studies: Sequence[Studied]) -> tuple[Note | None, Kind, str]:
    own = str(studies[0].settings.get("template", ""))
    if len(studies) == 1:
        return studies[0].synthesis, "synthesis", own
    joint = across(table.shelf, studies)
    return (joint.synthesis if joint else None), "across", own


def across(shelf: Shelf, studies: Sequence[Studied]) -> Studied | None:
    """The latest study over these documents as they are, its quotes by the names that those have now; None where there
    is none.
    """
    wanted = {(study.doc_id, study.edition) for study in studies}
    name = ""
    for reading in shelf.heads():
        if reading.kind == "study" and len(reading.documents) > 1 and set(reading.documents) == wanted:
            name = reading.reading_id
    if not name:
        return None
    found, reading = loaded(shelf.reading, name)
    return replace(found, synthesis=_named(found.synthesis, reading)) if found.synthesis else found


def _named(note: Note, reading: Reading) -> Note:
    """A note on several documents by the names that they have now."""
    now = [doc_id for doc_id, _ in reading.documents]
    given: Any = reading.settings.get("names", now)
    names = dict(zip(given, now, strict=False))

    def named(place: str) -> str:
        doc_id, colon, rest = place.partition(":")
        return f"{names.get(doc_id, doc_id)}{colon}{rest}"

    quotes = tuple(replace(one, place=named(one.place), given=named(one.given)) for one in note.quotes)
    return replace(note, quotes=quotes)


def joint(studies: Sequence[Studied], **settings: object) -> Reading:
    """The reading of a study over several documents, without a name yet."""
    title = " · ".join(study.title for study in studies)[:200]
    documents = tuple((study.doc_id, study.edition) for study in studies)
    questions = list(dict.fromkeys(question for study in studies for question in study.questions))
    named = {"questions": questions, "names": [study.doc_id for study in studies]}
    return Reading("", "study", title, documents, (), {**named, **settings})


def save_synthesis(table: Table, doc_ids: Sequence[str], text: str, *, wish: Wish = NO_WISH) -> Synthesis:
    """Save the synthesis that a reader wrote, its quotes compared; the whole as it stands then."""
    opened = [going(table, doc_id, wish) for doc_id in doc_ids]
    studies = [study for _, study in opened]
    several = len(studies) > 1
    form = template("across" if several else "synthesis", str(studies[0].settings.get("template", "")))
    bare = "" if several else doc_ids[0]
    note = compared(written(text, form), form, Sheets(table.desk.only(*doc_ids)), doc_id=bare)
    journal = table.shelf.begin(joint(studies)) if several else opened[0][0]
    journal.save("synthesis", {"note": note_data(note), "brief": brief(note)})
    if several or studies[0].current is None:
        journal.save(END, {"brief": "synthesis"})
    return synthesis(table, doc_ids)


def brief(note: Note) -> str:
    """A note on one line."""
    standing = sum(quote.stands for quote in note.quotes)
    return f"{sum(len(one.entries) for one in note.fields)} entries, {standing} of {len(note.quotes)} quotes stand"


def _gap(table: Table, question: str, doc_ids: Sequence[str]) -> Gap:
    try:
        found = table.desk.only(*doc_ids).retrieve(question, top_k=_LEADS, window=(0, 0)).passages
    except (Usage, NotFound):  # no word to look for
        return Gap(question, ())
    ranked = sorted(found, key=lambda passage: passage.rank)
    return Gap(question, tuple(Lead(one.span, one.path, one.pages) for one in ranked))


def _unread(study: Studied) -> list[Notice]:
    left = [part for part in study.parts if not part.done]
    if not left:
        return []
    return [Notice("unread", f"Parts not read yet: {len(left)} of {len(study.parts)}.", study.doc_id)]

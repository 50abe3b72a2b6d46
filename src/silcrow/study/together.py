"""Notes put together by a model: one synthesis, of a document or across several; many notes in layers.

What does not fit a request is put together in runs first, each a saved step of its own. Deterministic but for the
model's words: the same notes give the same requests.
"""

import hashlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from silcrow.cite.sheets import Sheets
from silcrow.errors import ModelFailed, Notice
from silcrow.language.tokens import estimate_tokens
from silcrow.models.chat import Message, Usage
from silcrow.models.structured import structured
from silcrow.reading import END, Journal
from silcrow.studied import Note, Studied
from silcrow.study.deep import Act, read_through, wanted, words
from silcrow.study.noting import compared, of_object
from silcrow.study.opening import going, standing
from silcrow.study.saved import note_data
from silcrow.study.template import Template, template
from silcrow.study.whole import across, brief, joint
from silcrow.toolset.fence import fenced

_REPLY = 3_000  # tokens kept for a synthesis


def study_by_model(act: Act, doc_ids: Sequence[str]) -> tuple[Studied, ...]:
    """Read some documents through and put together what was noted, going on wherever an earlier run ended."""
    if len(doc_ids) == 1:
        return (_one(act, doc_ids[0]),)
    journal, synthesis = _joint(act, doc_ids)
    if synthesis is not None and synthesis.ended:
        return tuple(standing(act.table, doc_id, act.wish) or _one(act, doc_id) for doc_id in doc_ids)
    alone = replace(act, parallel=1)
    with ThreadPoolExecutor(max_workers=min(act.parallel, len(doc_ids))) as pool:
        studies = tuple(pool.map(lambda doc_id: _one(alone, doc_id), doc_ids))
    if synthesis is not None and synthesis.synthesis is not None:  # broken off between the synthesis and the end
        act.save(journal, END, {"brief": "synthesis"}, Usage())
        return studies
    form = template("across", str(studies[0].settings.get("template", "")))
    parts = [f"# {study.doc_id}: {study.title}\n{_noted(study.synthesis)}" for study in studies if study.synthesis]
    state = synthesis or Studied(journal.reading_id, "", "", "", "", {}, ())
    questions = tuple(dict.fromkeys(question for study in studies for question in study.questions))
    sheets = Sheets(act.table.desk.only(*doc_ids))
    _written(_Putting(act, journal, replace(state, questions=questions), form, sheets), parts)
    return studies


def _one(act: Act, doc_id: str) -> Studied:
    """One document, read through and put together; one that is done is left as it is."""
    if (done := standing(act.table, doc_id, act.wish)) is not None:
        return done
    journal, study = read_through(act, doc_id)
    form = template("synthesis", str(study.settings.get("template", "")))
    items = [_item(study, number) for number, part in enumerate(study.parts) if part.held]
    if not items:
        return replace(study, notices=(*study.notices, Notice("unread", "No part was noted.", doc_id)))
    if study.synthesis is None:
        _written(_Putting(act, journal, study, form, Sheets(act.table.desk.only(doc_id))), items)
    else:  # broken off between the synthesis and the end
        act.save(journal, END, {"brief": "synthesis"}, Usage())
    return standing(act.table, doc_id) or going(act.table, doc_id)[1]


def _joint(act: Act, doc_ids: Sequence[str]) -> tuple[Journal, Studied | None]:
    """The reading of the synthesis across documents, begun before anything is read, so that it can be resumed."""
    records = act.table.desk.only(*doc_ids).documents()
    by_id = {record.doc_id: record for record in records}
    heads = tuple(
        Studied("", doc_id, by_id[doc_id].edition, by_id[doc_id].source, by_id[doc_id].title, {}, ())
        for doc_id in doc_ids
    )
    found = across(act.table.shelf, heads)
    wished = act.wish.questions
    if found is not None and (wished is None or wished == found.questions):
        return act.table.journal(found.reading, found.steps), found
    heads = tuple(replace(head, questions=wished or ()) for head in heads)
    return act.table.shelf.begin(joint(heads, model=act.model)), None


@dataclass(frozen=True, slots=True)
class _Putting:
    """What a synthesis is put together with."""

    act: Act
    journal: Journal
    study: Studied
    form: Template
    sheets: Sheets


def _written(putting: _Putting, items: Sequence[str]) -> None:
    """The synthesis of some notes, and the end of the study."""
    act, journal = putting.act, putting.journal
    layer = 0
    while sum(map(estimate_tokens, items)) > act.window and len(items) > 1:
        layer += 1
        runs = _runs(items, act.window)
        items = [_noted(_digest(putting, run, _key(layer, number, run))) for number, run in enumerate(runs, 1)]
    note, usage = _asked(putting, items)
    act.save(journal, "synthesis", {"note": note_data(note), "brief": brief(note)}, usage)
    act.save(journal, END, {"brief": "synthesis"}, Usage())


def _key(layer: int, number: int, run: Sequence[str]) -> str:
    return f"{layer}.{number}.{hashlib.sha256(chr(0).join(run).encode('utf-8', 'replace')).hexdigest()[:12]}"


def _digest(putting: _Putting, run: Sequence[str], key: str) -> Note:
    """A run of notes put together; asked for once."""
    if key in putting.study.digests:
        return putting.study.digests[key].opened()
    note, usage = _asked(putting, run)
    data = {"key": key, "note": note_data(note), "brief": f"layer {key}"}
    putting.act.save(putting.journal, "digest", data, usage)
    return note


def _asked(putting: _Putting, items: Sequence[str]) -> tuple[Note, Usage]:
    form, journal, study = putting.form, putting.journal, putting.study
    asked = [f"- {question}" for question in study.questions]
    blocks = ["# Notes", fenced("\n\n".join(items))]
    blocks += ["# The reader wants to know", "\n".join(asked)] if asked else []
    blocks += ["# What to write", wanted(form)]
    messages = [Message("system", words("whole")), Message("user", "\n\n".join(blocks))]
    putting.act.check(journal, sum(estimate_tokens(one.text) for one in messages) + _REPLY)
    try:
        found = structured(putting.act.chat, messages, form.shape)
    except ModelFailed as failure:
        failure.hint = f"{failure.hint} What was noted is kept: silcrow resume {journal.reading_id}".strip()
        raise
    return compared(of_object(found.value, form), form, putting.sheets, doc_id=study.doc_id, by="model"), found.usage


def _runs(items: Sequence[str], window: int) -> list[list[str]]:
    """Neighbours together, as many as fit; at least two, so that each layer is smaller than the one before."""
    runs: list[list[str]] = [[]]
    spent = 0
    for item in items:
        cost = estimate_tokens(item)
        if len(runs[-1]) > 1 and spent + cost > window:
            runs.append([])
            spent = 0
        runs[-1].append(item)
        spent += cost
    return runs


def _item(study: Studied, number: int) -> str:
    part = study.parts[number]
    return f"Part {part.index}: {part.title}\n{_noted(part.held.opened()) if part.held else ''}"


def _noted(note: Note) -> str:
    """A note as the next request has it: only quotes that stand, each with its place behind what rests on it."""
    lines = [note.summary]
    for one in note.fields:
        lines += [f"{one.title}: {entry.text}" for entry in one.entries]
    lines += [f'[{n}] {quote.place} "{quote.quote}"' for n, quote in enumerate(note.quotes, 1) if quote.stands]
    return "\n".join(line for line in lines if line)

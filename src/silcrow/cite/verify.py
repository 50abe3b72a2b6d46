"""Any answer proven anew against the documents of a Desk: what `silcrow ask` wrote, or another program.

Its own verdicts are not believed. Documents go by other names elsewhere, so a file name or a title names one too.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import PurePath
from typing import Any

from silcrow.answer import Answer, Figure
from silcrow.cite.claims import markers
from silcrow.cite.figures import calculate
from silcrow.cite.made import Made, read_answer
from silcrow.cite.proof import Given, cited, judged, numbered
from silcrow.cite.sheets import Sheets
from silcrow.desk import Desk
from silcrow.document import Record
from silcrow.errors import Notice, SilcrowError

_NO_WORD = re.compile(r"[\W_]+")


def verify(desk: Desk, answer: str | bytes | Mapping[str, Any]) -> Answer:
    """The answer with a verdict on each quote and claim; its markers and citations keep their order and number.

    Usage for what is no answer, TooLarge past the bounds. A text without any marker rests on all its citations.
    """
    made = read_answer(answer)
    sheets = Sheets(desk)
    names = _names(desk)
    given = sorted((_placed(one, names) for one in made.given), key=lambda one: one.marker)
    citations = tuple(cited(one, sheets) for one in given)
    notices: list[Notice] = []
    text = numbered(made.text, {one.marker: place for place, one in enumerate(given, 1)})
    if _is_quotes(made):
        return Answer(made.question, text, citations, extractive=True)
    figures = tuple(_computed(made, desk, notices))
    found = Answer(made.question, text, citations, figures=figures)
    if citations and text and not markers(text):
        message = "The text bears no markers: each claim was compared with all citations."
        notices.append(Notice("no_markers", message))
    found = judged(found, sheets, otherwise=tuple(range(1, len(citations) + 1)))
    return replace(found, notices=(*notices, *found.notices))


def _is_quotes(made: Made) -> bool:
    """Whether an answer is its quotes and nothing else, as one that was made without a model."""
    quotes = "\n\n".join(f"[{number}] {one.quote}" for number, one in enumerate(made.given, 1))
    return made.extractive and made.text == quotes


def _names(desk: Desk) -> dict[str, str]:
    """doc_ids by what else a document is called; the one that lies open alone by any name ("")."""
    records = desk.documents()
    names: dict[str, str] = {}
    for record in reversed(records):
        names |= {_plain(name): record.doc_id for name in _called(record)}
    if len(records) == 1:
        names[""] = records[0].doc_id
    return names


def _called(record: Record) -> Iterator[str]:
    yield record.title
    for address in record.addresses:
        yield PurePath(address).name
        yield PurePath(address).stem
    yield record.doc_id


def _plain(name: str) -> str:
    return _NO_WORD.sub("", name.casefold())


def _placed(given: Given, names: Mapping[str, str]) -> Given:
    """A citation with its document by the doc_id that it has here."""
    known = set(names.values())
    if isinstance(given.place, str) and ":" in given.place:
        named, _, rest = given.place.partition(":")
        if named.strip() in known:
            return given
        doc_id = names.get(_plain(named), names.get("", ""))
        return replace(given, place=f"{doc_id}:{rest}") if doc_id else given
    doc_id = given.doc_id if given.doc_id in known else names.get(_plain(given.doc_id), names.get("", given.doc_id))
    return replace(given, doc_id=doc_id)


def _computed(made: Made, desk: Desk, notices: list[Notice]) -> Iterator[Figure]:
    for expression, operands in made.figures:
        try:
            yield calculate(expression, operands, desk)
        except SilcrowError as failure:
            notices.append(Notice("figure", f"{expression or 'A figure'} was not computed: {failure.message}."))

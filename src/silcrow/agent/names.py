"""The proper names of a question, looked up in the documents: whether these know them, and which are about them.

A document about Boeing says "Boeing" in many places, a competitor's says it in one or two, a cookbook nowhere. Works
at a Desk.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from silcrow.agent.question import Question
from silcrow.desk import Desk
from silcrow.errors import Notice
from silcrow.passage import Passage

Standing = Literal["known", "rare", "word", "unknown"]

_LOOKED_AT = 12  # paragraphs in which a name is looked up in one document
_LOOKED_AT_IN_ALL = 60  # and in several
_LONGEST = 12  # words; what is longer is a text in capitals and no name
_RARE = 2  # paragraphs that say it
_ABOUT = 0.3  # a document is about a name from this share of the mentions of the one that says it most
_TITLED = 20  # mentions that a name in a document's title or doc_id is worth


@dataclass(frozen=True, slots=True)
class Name:
    """A name of the question.

    standing   known: said in many places; rare: in one or two; word: a common word here; unknown: said nowhere
    documents  mentions by doc_id where several documents lie open, else empty
    """

    text: str
    standing: Standing
    documents: Counter[str]

    def said_in(self, passage: Passage) -> bool:
        """Whether a passage or its headings say it."""
        return any(_as_name(self.text).search(text) for text in texts_of(passage))


def look_up(desk: Desk, asked: Question) -> tuple[Name, ...]:
    """The names of a question as they stand in what lies open, common words left out."""
    several = bool(asked.names) and len(desk.documents()) > 1
    found = (_looked_up(desk, name, several=several) for name in asked.names)
    return tuple(name for name in found if name.standing != "word")


def about(desk: Desk, asked: Question, names: Sequence[Name]) -> tuple[Desk, tuple[Notice, ...]]:
    """Of several documents those that are about the names, and of these those that bear the latest year asked for.

    A notice says so where that leaves some out.
    """
    known = [name for name in names if name.standing == "known"]
    mentions = sum((name.documents for name in known), Counter[str]())
    if not mentions:
        return desk, ()
    titles = {record.doc_id: f"{record.doc_id} {record.title}" for record in desk.documents()}
    least = _ABOUT * max(mentions.values())
    chosen = [doc_id for doc_id, count in mentions.items() if count >= least]
    latest = str(max(asked.years, default=""))
    chosen = [doc_id for doc_id in chosen if latest and latest in titles[doc_id]] or chosen
    if len(chosen) == len(titles):
        return desk, ()
    named = " and ".join(name.text for name in known)
    message = f"Looked into {len(chosen)} of {len(titles)} documents, those about {named}: {', '.join(chosen[:5])}."
    return desk.only(*chosen), (Notice("documents_chosen", message),)


def texts_of(passage: Passage) -> Iterator[str]:
    """Each paragraph of a passage under its headings."""
    for paragraph in passage.paragraphs:
        yield " ".join((*passage.path, paragraph.text))


def _looked_up(desk: Desk, name: str, *, several: bool) -> Name:
    """A name as it stands here; for several written in one run, all of them said here, the one of most words."""
    words = name.split()
    if len(words) > _LONGEST:
        return Name(name, "word", Counter())
    whole = _look_up(desk, name, several=several)
    if whole.standing != "unknown" or len(words) <= 2:
        return whole
    for cut in range(1, len(words)):
        parts = [_look_up(desk, " ".join(part), several=several) for part in (words[:cut], words[cut:])]
        long = max(parts, key=lambda part: len(part.text.split()))
        if long.standing in ("known", "rare") and all(part.standing != "unknown" for part in parts):
            return long
    return whole


def _look_up(desk: Desk, name: str, *, several: bool) -> Name:
    found = desk.retrieve(name, top_k=_LOOKED_AT_IN_ALL if several else _LOOKED_AT, window=(0, 0))
    documents: Counter[str] = Counter()
    if not found.passages and not any(notice.code == "words_not_found" for notice in found.notices):
        return Name(name, "known", documents)  # it stands everywhere, and tells no paragraph from another
    as_name = as_word = 0
    for passage in found.passages:
        for text in texts_of(passage):
            said = bool(_as_name(name).search(text))
            as_name += said
            as_word += bool(re.search(rf"(?<!\w){_joined(name.casefold())}(?!\w)", text))
            documents[passage.span.doc_id] += said
    if as_word > as_name:
        return Name(name, "word", documents)
    if several:
        documents.update(_titled(desk, name))
    standing: Standing = "unknown" if not as_name else "rare" if as_name <= _RARE else "known"
    return Name(name, standing, +documents if several else Counter())


def _titled(desk: Desk, name: str) -> dict[str, int]:
    """The documents whose title or doc_id has the name."""
    plain = re.sub(r"[\W_]+", "", name).casefold()
    titles = ((r.doc_id, re.sub(r"[\W_]+", "", f"{r.doc_id} {r.title}").casefold()) for r in desk.documents())
    return {doc_id: _TITLED for doc_id, title in titles if plain in title}


def _as_name(name: str) -> re.Pattern[str]:
    """A name as written, or with its words in capitals, or each with a capital."""
    forms = dict.fromkeys((name, name.upper(), name.title()))
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(_joined, forms))})(?!\w)")


def _joined(name: str) -> str:
    return r"[\s-]+".join(map(re.escape, name.split()))

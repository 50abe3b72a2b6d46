"""The library: documents that are kept, and a Desk to lay them open. All else is a function of its own room.

Knows no setting and no face; config.py wires settings to it. A room is loaded when its verb is first called, so that
listing documents does not pay for asking about them.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from silcrow.answer import Answer
from silcrow.comparison import Comparison
from silcrow.desk import Desk
from silcrow.document import Document
from silcrow.finding import Checked, Value
from silcrow.ingest.batch import Failed
from silcrow.ingest.one import Added
from silcrow.ingest.sources import address_of, read_file
from silcrow.keeping import Keeping
from silcrow.located import Packed, References, Scoped
from silcrow.models.chat import Chat
from silcrow.outline import Outline
from silcrow.part import Parts
from silcrow.passage import Passages
from silcrow.place import Span
from silcrow.profile import Profile
from silcrow.retrieve.ahead import Embedded, embed_ahead
from silcrow.retrieve.at_hand import Embedder, local
from silcrow.retrieve.judging import Judges
from silcrow.retrieve.query import Queries
from silcrow.status import Status
from silcrow.store.journal import StoreJournal
from silcrow.store.places import default_path, named, opened
from silcrow.store.postgres.server import Server

if TYPE_CHECKING:
    from silcrow.agent.budget import Limits
    from silcrow.agent.resuming import Watch
    from silcrow.rules.filled import Filled
    from silcrow.rules.ruleset import Extract, RuleSet
    from silcrow.study.room import Study

__all__ = ["Added", "Failed", "Library", "Server", "Status", "default_path", "named", "open_library"]


class Library(Keeping):
    """Documents and what can be done with them. Usable from any thread; a context manager that closes it."""

    def preview(
        self, source: str | Path | bytes, *, password: str | None = None, profiles: Sequence[Profile] = ()
    ) -> Document:
        """A file, or bytes, as they would be read now: the document held of these bytes, or one that is read and not
        kept. With `profiles` it is read by them, held or not.
        """
        data, where = (source, "") if isinstance(source, bytes) else (read_file(Path(source)), address_of(Path(source)))
        if not profiles and (held := self._store.with_source(sha256(data).hexdigest())):
            return self.document(held)
        with open_library(ephemeral=True, languages=self._languages, profiles=profiles or self._profiles) as aside:
            return aside.document(aside.add(data, address=where or None, password=password).record.doc_id)

    def learn(self, documents: Iterable[str | Document], *, name: str) -> Profile:
        """What some documents have in common, by doc_id or as they are held in hand; see parse.learn."""
        from silcrow.parse.learn import learn  # noqa: PLC0415

        return learn([self.document(one) if isinstance(one, str) else one for one in documents], name)

    def embed(self, *doc_ids: str) -> Iterator[Embedded]:
        """Compute and keep the vectors of some documents, or of all, by the library's embedder; see retrieve.ahead."""
        return embed_ahead(self._store, self._judges, self.desk(*doc_ids).documents())

    def desk(self, *doc_ids: str, within: Sequence[Span] = ()) -> Desk:
        """Some documents laid open (all, when none is named), or only some sections of them."""
        return Desk(self._store, doc_ids or None, within, judges=self._judges)

    def outline(self, doc_id: str) -> Outline:
        """The outline of a document."""
        return self.desk(doc_id).outline(doc_id)

    def find(
        self,
        words: str,
        *,
        doc_ids: Sequence[str] = (),
        aliases: Mapping[str, Sequence[str]] | None = None,
        chat: Chat | None = None,
    ) -> Scoped:
        """The sections that words mean, each with how it was found; see locate.scope."""
        from silcrow.locate.scope import scope  # noqa: PLC0415

        return scope(self.desk(*doc_ids), words, aliases=aliases, chat=chat)

    def pack(
        self,
        words: str,
        *,
        doc_ids: Sequence[str] = (),
        max_tokens: int = 16_000,
        question: str = "",
        aliases: Mapping[str, Sequence[str]] | None = None,
    ) -> Packed:
        """A scope with what it refers to and the terms it uses, within a budget; see locate.pack."""
        from silcrow.locate.pack import pack  # noqa: PLC0415

        return pack(self.desk(*doc_ids), words, max_tokens=max_tokens, question=question, aliases=aliases)

    def references(self, doc_id: str, *, within: Span | None = None) -> References:
        """What a document, or a section of it, refers to; see locate.references."""
        from silcrow.locate.references import references  # noqa: PLC0415

        return references(self.desk(doc_id), doc_id, within=within)

    def read(
        self,
        place: str | Span,
        *,
        doc_id: str | None = None,
        deep: bool = False,
        max_tokens: int | None = None,
        cursor: str | None = None,
    ) -> Passages:
        """What stands at a place; see Desk.read."""
        desk = self.desk(*([doc_id] if doc_id else []))
        return desk.read(place, doc_id=doc_id, deep=deep, max_tokens=max_tokens, cursor=cursor)

    def retrieve(
        self,
        query: Queries,
        *,
        doc_ids: Sequence[str] = (),
        within: Sequence[Span] = (),
        top_k: int = 5,
        window: tuple[int, int] | None = (2, 2),
        max_tokens: int | None = None,
        explain: bool = False,
    ) -> Passages:
        """The passages that answer best, to one query or to several wordings of it; see retrieve.passages."""
        desk = self.desk(*doc_ids, within=within)
        return desk.retrieve(query, top_k=top_k, window=window, max_tokens=max_tokens, explain=explain)

    def split(
        self,
        doc_id: str,
        *,
        max_tokens: int = 8_000,
        min_tokens: int | None = None,
        overlap: int | None = None,
        chat: Chat | None = None,
    ) -> Parts:
        """A document in parts that fit a budget, cut at its own boundaries; see split.parts.

        `chat`: a model that says where long stretches without headings are cut; see split.wedges.
        """
        from silcrow.split.parts import parts  # noqa: PLC0415
        from silcrow.split.wedges import wedged  # noqa: PLC0415

        document = self.document(doc_id)
        if chat is not None:
            return wedged(document, chat, max_tokens=max_tokens, min_tokens=min_tokens, overlap=overlap)
        return parts(document, max_tokens=max_tokens, min_tokens=min_tokens, overlap=overlap)

    def ask(
        self,
        question: str,
        *,
        doc_ids: Sequence[str] = (),
        within: Sequence[Span] = (),
        max_quotes: int = 3,
        chat: Chat | None = None,
        limits: "Limits | None" = None,
        watch: "Watch | None" = None,
        hear: Callable[[str], None] | None = None,
    ) -> Answer:
        """Quotes that bear on a question; with `chat` the answer of that model, its quotes compared (agent.loop).

        Such a question is a reading: `watch` is told of its steps, `hear` gets the model's words as they come.
        """
        from silcrow.agent import quotes  # noqa: PLC0415

        desk = self.desk(*doc_ids, within=within)
        if chat is None:
            return quotes.answer(desk, question, max_quotes=max_quotes)
        from silcrow.agent.budget import Limits  # noqa: PLC0415
        from silcrow.agent.loop import Act  # noqa: PLC0415
        from silcrow.agent.resuming import begun, finished  # noqa: PLC0415

        act = Act(desk, question, chat, limits or Limits(), hear)
        journal = self.begin(begun(desk, question, doc_ids=doc_ids, within=within, act=act))
        return finished(act, journal, watch, kept=self.path is not None)

    def resume(
        self,
        reading_id: str,
        *,
        chat: Chat | None = None,
        limits: "Limits | None" = None,
        watch: "Watch | None" = None,
        hear: Callable[[str], None] | None = None,
    ) -> Answer:
        """The answer to a question that was broken off, from its last step on; one that is done needs no model, unless
        it stopped at a bound and `limits` leave room to look further.
        """
        from silcrow.agent.resuming import finished, remarked, resumed  # noqa: PLC0415

        reading = self.reading(reading_id)
        desk = self.desk(*(name for name, _ in reading.documents), within=tuple(map(Span.parse, reading.scope)))
        act, told = resumed(reading, desk, chat, limits=limits, hear=hear)
        journal, kept = StoreJournal(self._store, reading.reading_id), self.path is not None
        answer = finished(act, journal, watch, kept=kept, told=told)
        return remarked(answer, reading, desk.documents() if reading.documents else (), limits=limits)

    def check(self, rules: "RuleSet", *, doc_ids: Sequence[str] = (), chat: Chat | None = None) -> Checked:
        """The findings of a rule set on some documents, or on all; see rules.check."""
        from silcrow.rules import check  # noqa: PLC0415

        desk = self.desk(*doc_ids)
        known = tuple(record.doc_id for record in desk.documents())
        findings = tuple(one for doc_id in known for one in check(desk, rules, doc_id=doc_id, chat=chat))
        return Checked(rules.name, rules.version, known, findings)

    def extract(self, doc_id: str, told: "Extract", *, scope: Sequence[str] = ()) -> tuple[Value, ...]:
        """The values of one kind in some sections of a document, or in all of it; see rules.check."""
        from silcrow.rules import extract  # noqa: PLC0415

        return extract(self.desk(doc_id), told, doc_id=doc_id, scope=scope)

    def fill(self, doc_id: str, schema: Mapping[str, Any], *, chat: Chat, scope: Sequence[str] = ()) -> "Filled":
        """A JSON Schema filled by a model from some sections of a document; see rules.filled."""
        from silcrow.rules import lines_of  # noqa: PLC0415
        from silcrow.rules.filled import fill  # noqa: PLC0415

        return fill(schema, lines_of(self.desk(doc_id), doc_id=doc_id, scope=scope), chat)

    def compare(self, old: str | Document, new: str | Document, *, within: str = "") -> Comparison:
        """Two documents section by section, by doc_id or as they are held in hand; see compare.documents."""
        from silcrow.compare import compare  # noqa: PLC0415

        one, other = (self.document(side) if isinstance(side, str) else side for side in (old, new))
        return compare(one, other, within=within)

    def study(self, *doc_ids: str) -> "Study":
        """A document read through part by part, or several side by side; see study.room."""
        from silcrow.study.opening import Table  # noqa: PLC0415
        from silcrow.study.room import Study  # noqa: PLC0415

        return Study(Table(self.desk(*doc_ids), self.document, self, self.journal), doc_ids)

    def studied_in(self, reading_id: str) -> tuple[str, ...]:
        """The documents of a study's reading, by the names that they have now."""
        from silcrow.study.opening import of_reading  # noqa: PLC0415

        return of_reading(self.desk().documents(), self.reading(reading_id))

    def verify(self, answer: str | bytes | Mapping[str, Any], *, doc_ids: Sequence[str] = ()) -> Answer:
        """Any answer proven anew, given as JSON or as what it says; see cite.verify."""
        from silcrow.cite.verify import verify  # noqa: PLC0415

        return verify(self.desk(*doc_ids), answer)


def open_library(
    path: str | Path | Server | None = None,
    *,
    ephemeral: bool = False,
    wait: float = 30.0,
    languages: Sequence[str] = (),
    profiles: Sequence[Profile] = (),
    embedder: Embedder | None = None,
    judges: Judges | None = None,
) -> Library:
    """Open a library, making it where there is none.

    `path`: a file, or postgresql://USER@HOST/DATABASE. Without one: what SILCROW_LIBRARY names, or the user's own
    (default_path). `ephemeral`: in memory, leaving nothing. `wait`: seconds to wait for another process that writes,
    before Busy. `languages`: of pages that are pictures. `profiles`: of families of documents (parse). `embedder`: what
    compares what is found by meaning: "auto" (the local model, where the extra `semantic` is installed), "minilm" or
    "none"; without one what SILCROW_EMBEDDER says. `judges`: models of one's own instead (retrieve.judging).
    """
    judges = local(embedder) if judges is None else judges
    place = None if ephemeral else named(path or os.environ.get("SILCROW_LIBRARY") or default_path())
    return Library(opened(place, wait=wait), place, languages=languages, profiles=profiles, judges=judges)

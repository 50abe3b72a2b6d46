"""A study in one hand: its verbs, over the documents it is of. Holds nothing that is not in the library."""

from collections.abc import Sequence
from typing import Any

from silcrow.errors import Usage
from silcrow.models.chat import Chat
from silcrow.studied import Handed, Reported, Studied, Survey, Synthesis
from silcrow.study import handing, whole
from silcrow.study.deep import Act, Bounds, Watch
from silcrow.study.exchange import exported, read_state, studied
from silcrow.study.opening import Table, Wish, going, imported, record_of, seen
from silcrow.study.survey import survey
from silcrow.study.template import checked
from silcrow.study.together import study_by_model


class Study:
    """The study of one document, or one over several. What it notes is saved before a verb returns."""

    def __init__(self, table: Table, doc_ids: Sequence[str]) -> None:
        if not doc_ids:
            raise Usage("a study is of documents that are named", hint="Name one, or several to compare them.")
        self._table = table
        self.doc_ids = tuple(dict.fromkeys(doc_ids))

    @property
    def doc_id(self) -> str:
        """The document; Usage where there are several."""
        if len(self.doc_ids) > 1:
            raise Usage("parts are of one document", hint="Name one document.")
        return self.doc_ids[0]

    def begin(
        self,
        *,
        max_tokens: int | None = None,
        min_tokens: int | None = None,
        overlap: int | None = None,
        questions: Sequence[str] | None = None,
        template: str | None = None,
    ) -> Survey:
        """The survey of the document, which is under study from then on, cut and noted as is said here.

        What is not said stays as it is. Other budgets, questions or another template carry over what was noted.
        """
        wish = Wish(
            max_tokens,
            min_tokens,
            overlap,
            None if questions is None else tuple(questions),
            None if template is None else checked(template),
        )
        return survey(self._table, self.doc_id, wish)

    def state(self) -> Studied:
        """How far it is; NotFound where nothing was begun."""
        return seen(self._table, self.doc_id)

    def next(self, number: int | None = None) -> Handed | None:
        """The first part that is open, or one by its number, with what helps to read it; None when all are done."""
        return handing.handed(self._table, self.doc_id, number)

    def which(self, number: int | None = None) -> int:
        """The number of the part that is meant: this one, or the first that is open. Usage when all are done."""
        return handing.which(self._table, self.doc_id, number)

    def note(self, text: str, *, number: int | None = None) -> Studied:
        """Save a note on a part, Markdown or JSON by the template; see study.noting."""
        return handing.note(self._table, self.doc_id, text, number=number)

    def skip(self, *, number: int | None = None, why: str = "") -> Studied:
        """Leave a part unread."""
        return handing.skip(self._table, self.doc_id, number=number, why=why)

    def read(
        self,
        chat: Chat,
        *,
        questions: Sequence[str] | None = None,
        template: str | None = None,
        max_tokens: int | None = None,
        bounds: Bounds | None = None,
        parallel: int = 1,
        window: int = 24_000,
        watch: Watch | None = None,
    ) -> Synthesis:
        """Have a model read all parts that are open, and put together what was noted; see study.deep and .together.

        Whatever ends it, each note is saved once it is made, and the same call goes on from there.
        """
        own = None if template is None else checked(template)
        wish = Wish(max_tokens, questions=None if questions is None else tuple(questions), template=own)
        act = Act(self._table, chat, wish, bounds or Bounds(), max(1, parallel), window, watch)
        study_by_model(act, self.doc_ids)
        return self.synthesis()

    def synthesis(self, text: str | None = None, *, gists: bool = False) -> Synthesis:
        """What was noted and gathered, as a whole; with a text that synthesis is saved, its quotes compared."""
        if text is not None:
            return whole.save_synthesis(self._table, self.doc_ids, text)
        return whole.synthesis(self._table, self.doc_ids, gists=gists)

    def report(self) -> Reported:
        """The study with every passage that it cites, to be written as one file; see render.report."""
        return whole.reported(self._table, self.doc_ids)

    def exported(self) -> dict[str, Any]:
        """Its state, to be carried elsewhere; see study.exchange."""
        return exported(self.state(), record_of(self._table, self.doc_id))

    def imported(self, data: bytes) -> Studied:
        """Begin with a state that was exported; parts whose text stands here too are done."""
        state = read_state(data)
        return imported(self._table, self.doc_id, studied(state, going(self._table, self.doc_id)[1]))[1]

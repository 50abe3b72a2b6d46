"""A document read through by a model, part by part: each note is compared, saved, and told of before the next is asked.

Parts are read in waves of as many as are asked for at once. A wave is told what was noted before its first part and
nothing of itself, so that notes do not depend on which reply came first, nor on where a run was broken off.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import resources

from silcrow.cite.sheets import Sheets
from silcrow.errors import BudgetSpent, SilcrowError
from silcrow.language.tokens import estimate_tokens
from silcrow.models.chat import Chat, Message, Usage
from silcrow.models.rates import Rate
from silcrow.models.structured import Structured, structured
from silcrow.reading import Data, Journal, Step
from silcrow.render.outline import outline_list
from silcrow.split.units import flat
from silcrow.studied import Studied, StudyPart
from silcrow.study.gist import Reader
from silcrow.study.handing import SO_FAR, lines_of, note_step
from silcrow.study.noting import compared, of_object
from silcrow.study.opening import NO_WISH, Table, Wish, cut_as, going
from silcrow.study.so_far import so_far
from silcrow.study.survey import key_terms
from silcrow.study.template import Template, template
from silcrow.toolset.fence import fenced

_OUTLINE = 700  # tokens of the outline that goes with each part
_REPLY = 1_500  # tokens kept for a reply where a budget is counted

Watch = Callable[[str, Step], None]
"""Is told of each step once it is saved, with the name of its reading."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a study may cost in all; None for no bound. `rate` turns tokens into money."""

    max_total_tokens: int | None = None
    max_cost: float | None = None
    rate: Rate | None = None


@dataclass(frozen=True, slots=True)
class Act:
    """A study at work: where, by which model, how wished, within which bounds.

    parallel   requests at once
    window     tokens of notes that are put together at once
    """

    table: Table
    chat: Chat
    wish: Wish = NO_WISH
    bounds: Bounds = field(default_factory=Bounds)
    parallel: int = 1
    window: int = 24_000
    watch: Watch | None = None

    @property
    def model(self) -> str:
        """The model's name, where it has one."""
        return str(getattr(self.chat, "identity", ""))

    def save(self, journal: Journal, kind: str, data: Data, usage: Usage) -> None:
        """Save a step and tell of it."""
        used = {"input": usage.input, "output": usage.output, "cached": usage.cached}
        step = journal.save(kind, data, usage=used)
        if self.watch is not None:
            self.watch(journal.reading_id, step)

    def check(self, journal: Journal, coming: int) -> None:
        """BudgetSpent where requests of so many tokens go beyond the bounds."""
        bounds = self.bounds
        if bounds.max_total_tokens is None and bounds.max_cost is None:
            return
        used = self.table.shelf.reading(journal.reading_id).usage
        spent = Usage(used.get("input", 0), used.get("output", 0), used.get("cached", 0))
        tokens = spent.input + spent.output + coming
        if bounds.max_total_tokens is not None and tokens > bounds.max_total_tokens:
            raise _spent(f"{bounds.max_total_tokens:,} tokens", journal)
        if bounds.max_cost is not None and bounds.rate is not None:
            money = bounds.rate.cost(spent) + bounds.rate.cost(Usage(coming, 0))
            if money > bounds.max_cost:
                raise _spent(f"a cost of {bounds.max_cost:g}", journal)


def _spent(what: str, journal: Journal) -> BudgetSpent:
    return BudgetSpent(
        f"the study would go beyond {what}",
        hint=f"What was noted is kept. With a larger budget it goes on: silcrow resume {journal.reading_id}",
    )


@cache
def words(name: str) -> str:
    """A text of prompts/."""
    return (resources.files("silcrow.study") / "prompts" / f"{name}.md").read_text(encoding="utf-8").strip()


def read_through(act: Act, doc_id: str) -> tuple[Journal, Studied]:
    """Note every part of a document that is open; the journal and the study then. What was read so far is saved."""
    journal, study = going(act.table, doc_id, act.wish)
    if study.current is None:
        return journal, study
    if "parallel" not in study.settings:
        data: Data = {"parallel": act.parallel, "model": act.model, "brief": act.model}
        act.save(journal, "model", data, Usage())
        study = replace(study, settings={**study.settings, **data})
    asked = _Asked(act, study)
    width = _width(study)
    sheets = Sheets(act.table.desk.only(doc_id))
    for start in range(0, len(study.parts), width):
        wave = study.parts[start : start + width]
        todo = [part for part in wave if not part.done]
        if not todo:
            continue
        requests = [asked.messages(study, part, wave[0]) for part in todo]
        act.check(journal, sum(_tokens(one) + _REPLY for one in requests))
        failure: SilcrowError | None = None
        for part, reply in zip(todo, _replies(act, requests, asked.form), strict=True):
            if isinstance(reply, SilcrowError):
                failure = failure or reply
                continue
            note = compared(of_object(reply.value, asked.form), asked.form, sheets, doc_id=doc_id, by="model")
            act.save(journal, "note", note_step(part, note), reply.usage)
            study = _with(study, replace(part, state="noted", held=note))
        if failure is not None:
            failure.hint = f"{failure.hint} What was noted is kept: silcrow resume {journal.reading_id}".strip()
            raise failure
    return journal, study


def _with(study: Studied, part: StudyPart) -> Studied:
    return replace(study, parts=(*study.parts[: part.index - 1], part, *study.parts[part.index :]))


def _width(study: Studied) -> int:
    """Parts of a wave: as many as the first run asked for at once, so that any later one goes on as that would have."""
    begun = study.settings["parallel"]
    return max(1, begun) if isinstance(begun, int) else 1


def _replies(act: Act, requests: Sequence[list[Message]], form: Template) -> Iterator[Structured | SilcrowError]:
    """The replies in order; an error in place of one that failed, so that the others are not lost."""
    if len(requests) == 1:
        yield _reply(act.chat, requests[0], form)
        return
    pool = ThreadPoolExecutor(max_workers=len(requests))
    try:
        running: list[Future[Structured | SilcrowError]] = [
            pool.submit(_reply, act.chat, one, form) for one in requests
        ]
        for one in running:
            yield one.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _reply(chat: Chat, messages: list[Message], form: Template) -> Structured | SilcrowError:
    try:
        return structured(chat, messages, form.shape)
    except SilcrowError as failure:
        return failure


def _tokens(messages: Sequence[Message]) -> int:
    return sum(estimate_tokens(one.text) for one in messages)


class _Asked:
    """What a model is asked of each part of one document."""

    def __init__(self, act: Act, study: Studied) -> None:
        document = act.table.whole(study.doc_id)
        self._laid = flat(document)
        self._cut = cut_as(document, study.split).parts
        self.form = template("part", str(study.settings.get("template", "")))
        terms = key_terms(document, Reader(act.table.desk, document), self._laid)
        outline = outline_list(act.table.desk.outline(study.doc_id), max_tokens=_OUTLINE)
        named = ", ".join(term.term for term in terms)
        self._about = f"Title: {document.title}\nKey terms: {named}\nOutline:\n{outline}"

    def messages(self, study: Studied, part: StudyPart, first: StudyPart) -> list[Message]:
        """The request of a part; what was noted before is that before the first part of its wave."""
        cut = self._cut[part.index - 1]
        lines = [f"[{line.place}] {line.text}" for line in lines_of(self._laid, cut)]
        head = f"# Part {part.index} of {len(study.parts)}: {part.title}"
        blocks = ["# The document", fenced(self._about)]
        if earlier := so_far(study, first, SO_FAR):
            blocks += ["# Noted so far", fenced(earlier)]
        if study.questions:
            blocks += ["# The reader wants to know", "\n".join(f"- {question}" for question in study.questions)]
        if cut.context_prefix or cut.table_header:
            blocks += ["# Just before", fenced("\n\n".join(x for x in (cut.context_prefix, cut.table_header) if x))]
        blocks += [head, fenced("\n\n".join(lines)), "# What to note", wanted(self.form)]
        return [Message("system", words("part")), Message("user", "\n\n".join(blocks))]


def wanted(form: Template) -> str:
    """A template in words: what to do, then each field."""
    fields = [f"- {one.key} ({one.title}): {' '.join(one.text.split())}" for one in form.fields]
    return "\n".join([form.text, "", *fields])

"""One run's library, and what the words DOC and SECTION of the command line mean in it.

Nothing of the library is imported before a verb needs it, so that help and typing mistakes cost nothing.
"""

import difflib
import importlib
import os
import re
import sys
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Annotated, Any, Self

import typer

from silcrow.answer import Answer
from silcrow.cli.progress import reading, watched
from silcrow.cli.screen import Screen
from silcrow.errors import Ambiguous, NotFound, Notice, SilcrowError, Usage
from silcrow.place import Span
from silcrow.render.columns import one_line

if TYPE_CHECKING:
    from silcrow.config import Settings
    from silcrow.desk import Desk
    from silcrow.document import Document
    from silcrow.library import Added, Library
    from silcrow.models.chat import Chat
    from silcrow.profile import Profile

Doc = Annotated[str, typer.Argument(metavar="DOC")]
Password = Annotated[str | None, typer.Option(metavar="TEXT", help="opens an encrypted document")]
NoKeep = Annotated[bool, typer.Option("--no-keep", help="store what was read, but no copy of the file")]
MaxTokens = Annotated[int | None, typer.Option("--max-tokens", metavar="N", min=1, help="stop at a token budget")]

STDIN = "-"
_ASK_HINT = 'silcrow ask report.pdf "your question"'
_NAMED = ("--library", "SILCROW_LIBRARY")  # where a name for one run comes from
_URL = re.compile(r"[a-z][a-z0-9+.-]{1,20}://", re.IGNORECASE)
_LIKE_A_FILE = re.compile(r"[/\\]|\.[A-Za-z][A-Za-z0-9]{0,4}\Z")


def on_disk(word: str) -> bool:
    """Whether a word of the command line is an existing path."""
    return os.path.exists(word)  # noqa: PTH110  Path.exists raises on what cannot be a path


def looks_like_a_document(word: str) -> bool:
    """Whether a word is written like a path, a URL or stdin, existing or not."""
    return word == STDIN or bool(_LIKE_A_FILE.search(word))


class Session:
    """The library of one run, opened when it is first needed.

    `flags` are settings given on the command line (None: not given). What adding a document has to say collects in
    `notices`, for the result to carry. A library that was named for this run and is not there is made by what adds, or
    where `begins` is set, and is NotFound for all else; the user's own is always made.
    """

    def __init__(self, screen: Screen, *, password: str | None = None, no_keep: bool = False, **flags: Any) -> None:
        self.screen = screen
        self.notices: list[Notice] = []
        self._password = password
        self._keep = not no_keep
        self.begins = False
        self._flags = flags

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        if "library" in self.__dict__:
            self.library.close()

    @cached_property
    def settings(self) -> "Settings":
        """The merged settings of this run."""
        flags = self.screen.flags
        found: Settings = _room("silcrow.config").load(
            library=flags.library, ephemeral=flags.ephemeral or None, **self._flags
        )
        return found

    @cached_property
    def library(self) -> "Library":
        """The library that the settings name."""
        if self._is_missing and not self.begins:
            raise self._no_library()
        library: Library = _room("silcrow.config").open_library(self.settings)
        self.screen.detail(f"library: {library.path or 'in memory'}")
        return library

    @property
    def _is_missing(self) -> bool:
        named = self.settings.origins.get("library") in _NAMED
        path = self.settings.library
        return named and not self.settings.ephemeral and isinstance(path, Path) and not on_disk(str(path))

    def _no_library(self) -> NotFound:
        return NotFound(
            f"no library {self.settings.library}", hint="Check its name; silcrow add PATH… makes one under that name."
        )

    @cached_property
    def chat(self) -> "Chat | None":
        """The model that the settings name, None where they name none."""
        chat: Chat | None = _room("silcrow.config").chat(self.settings)
        return chat

    def document(self, word: str) -> str:
        """The doc_id of a DOC: an existing path, which is read into the library once, a doc_id, or - for stdin."""
        if word == STDIN:
            return self._add(_standard_input(), "standard input", doc_id="stdin")
        if _URL.match(word):
            raise _not_fetched(word)
        if on_disk(word):
            if os.path.isdir(word):  # noqa: PTH112
                raise Usage(f"{word} is a folder", hint="Name a file in it; silcrow add FOLDER reads them all.")
            return self._add(word, word)
        if word in self._known:
            return word
        raise self._unknown(word)

    def held(self, word: str, *, profiles: Sequence["Profile"] = ()) -> "Document":
        """A whole document, by doc_id or path; a file that the library does not hold as it is now is not added. With
        profiles a file is read by them.
        """
        self.begins = self.begins or word == STDIN or on_disk(word)
        if word == STDIN:
            return self.library.preview(_standard_input(), password=self._password, profiles=profiles)
        if word in self._known and not on_disk(word):
            return self.library.document(word)
        if not on_disk(word) or os.path.isdir(word):  # noqa: PTH112
            raise self._unknown(word) if not on_disk(word) else Usage(f"{word} is a folder", hint="Name a file in it.")
        with reading(self.screen, word):
            return self.library.preview(word, password=self._password, profiles=profiles)

    def documents(self, words: Sequence[str]) -> tuple[str, ...]:
        """The doc_ids of several DOCs; a folder stands for all documents in it."""
        found: list[str] = []
        for word in words:
            found.extend(self._folder(word) if os.path.isdir(word) else [self.document(word)])  # noqa: PTH112
        return tuple(dict.fromkeys(found))

    def add_all(
        self,
        words: Sequence[str],
        *,
        reparse: bool,
        cohesion: bool = False,
        jobs: int | None = None,
        cluster: str | None = None,
    ) -> tuple[list["Added"], list[tuple[str, SilcrowError]]]:
        """Read files, folders, patterns and stdin into the library: what was added, and what failed and why."""
        from silcrow.ingest.batch import Failed  # noqa: PLC0415  heavy

        self.begins = True
        done: list[Added] = []
        failed: list[tuple[str, SilcrowError]] = []
        if STDIN in words:
            with reading(self.screen, "standard input"):
                done.append(
                    self.library.add(
                        _standard_input(), doc_id="stdin", password=self._password, keep=self._keep, cohesion=cohesion
                    )
                )
        paths = [word for word in words if word != STDIN]
        outcomes = self.library.add_many(
            paths,
            password=self._password,
            keep=self._keep,
            reparse=reparse,
            cohesion=cohesion,
            jobs=jobs,
            cluster=cluster,
        )
        for outcome in watched(self.screen, outcomes) if paths else ():
            self.notices.extend(outcome.notices)
            if isinstance(outcome, Failed):
                failed.append((outcome.address, outcome.error))
            else:
                done.append(outcome)
                self.screen.detail(f"{outcome.outcome}: {one_line(outcome.address)} as {outcome.record.doc_id}")
        return done, failed

    def targets(
        self, words: Sequence[str], *, what: str = "question", hint: str = _ASK_HINT
    ) -> tuple[tuple[str, ...], str]:
        """The documents (none: all) and the text of a verb that takes `[DOC…] TEXT`; `what` the text is, in errors."""
        *docs, text = words
        if not docs and _URL.match(text):
            raise _not_fetched(text)
        if not text.strip() or text == STDIN or (not docs and on_disk(text)):
            raise Usage(f"{text}: which {what}?" if text.strip() else f"the {what} is empty", hint=hint)
        if not docs and not self._known:
            if self._is_missing:
                raise self._no_library()
            raise NotFound("the library is empty", hint=f"Name a file, or add some: silcrow add PATH…  {hint}")
        if not docs and text in self._known:
            raise Usage(f"{text} is a document: which {what}?", hint=hint.replace("report.pdf", text, 1))
        self._quoted(words, what)
        return self.documents(docs), text

    def _quoted(self, words: Sequence[str], what: str) -> None:
        """NotFound, with what to do, where single words at the end look like a question without its quotes."""
        first = next((at for at, word in enumerate(words) if not self.knows(word)), len(words))
        loose = words[first:]
        if len(loose) > 1 and not any(" " in word or looks_like_a_document(word) for word in loose):
            near = self._unknown(loose[0])
            hint = f'{near.hint} Or quote the {what}: "{" ".join(loose)}"'
            raise NotFound(near.message, hint=hint, candidates=near.candidates, names=near.names)

    def desk(self, doc_ids: Sequence[str], within: Sequence[str]) -> "Desk":
        """These documents laid open (none named: all), or the sections of them that some words name."""
        return self.library.desk(*doc_ids, within=self.spans(doc_ids, within))

    def spans(self, doc_ids: Sequence[str], within: Sequence[str]) -> tuple[Span, ...]:
        """The sections of these documents that some words name, each once."""
        whole = self.library.desk(*doc_ids)
        return tuple(dict.fromkeys(span for words in within for span in _sections(whole, words)))

    def ask(self, desk: "Desk", question: str) -> Answer:
        """The answer to a question, in quotes."""
        found: Answer = _room("silcrow.agent.quotes").answer(desk, question)
        return found

    def in_library(self, word: str) -> str:
        """The doc_id of a document that is in the library, by doc_id or by a path it was added from."""
        if word in self._known and not on_disk(word):
            return word
        address = _room("silcrow.ingest.sources").address_of(Path(word)) if "\0" not in word else ""
        for record in self.library.documents():
            if address in record.addresses:
                return record.doc_id
        if word in self._known:
            return word
        raise self._unknown(word, there=False)

    def knows(self, word: str) -> bool:
        """Whether a word names a document: an existing path, a doc_id of the library, or stdin."""
        return word == STDIN or on_disk(word) or word in self._known

    @cached_property
    def _known(self) -> dict[str, str]:
        """Titles by doc_id."""
        if self._is_missing and "library" not in self.__dict__:
            return {}
        return {record.doc_id: record.title for record in self.library.documents()}

    def _add(self, source: str | bytes, name: str, *, doc_id: str | None = None) -> str:
        self.begins = True
        with reading(self.screen, name):
            added = self.library.add(source, doc_id=doc_id, password=self._password, keep=self._keep)
        self._note(added, name)
        self.notices.extend(notice for notice in added.notices if notice.code != "known_document")
        return added.record.doc_id

    def _folder(self, word: str) -> list[str]:
        done, failed = self.add_all([word], reparse=False)
        for one in done:
            self._note(one, one.address)
        self.notices.extend(Notice("not_read", f"{failure.message} ({failure.hint})") for _, failure in failed)
        if not done:
            raise NotFound(f"no document could be read in {word}", hint=f"silcrow add {word} says why.")
        return [one.record.doc_id for one in done]

    def _note(self, added: "Added", name: str) -> None:
        """Say once where a document was stored."""
        record = added.record
        if self.library.path and added.outcome in ("new", "changed"):
            done = "Added" if added.outcome == "new" else "Read anew"
            self.screen.say(f"{done} {one_line(name)} as {record.doc_id} to {self.library.path}")
        self.__dict__.pop("_known", None)

    def _unknown(self, word: str, *, there: bool = True) -> SilcrowError:
        near = tuple(difflib.get_close_matches(word, self._known, n=3, cutoff=0.5))
        names = tuple(self._known[one] for one in near)
        if there and looks_like_a_document(word):
            return NotFound(f"no file {word}", hint="Check the path.", candidates=near, names=names)
        if self._is_missing and "library" not in self.__dict__:
            return self._no_library()
        hint = "silcrow ls shows what there is."
        if near:
            hint = _room("silcrow.address").meant(near)
        elif there:
            hint = f"Name a file or a doc_id; {hint}"
        return NotFound(f"no document {word!r} in the library", hint=hint, candidates=near, names=names)


def _sections(desk: "Desk", words: str) -> list[Span]:
    """The sections that --within names: one in each document that has it."""
    leads = desk.find(words)
    by_document = Counter(lead.span.doc_id for lead in leads)
    fits = [lead for lead in leads if by_document[lead.span.doc_id] > 1]
    if fits:
        raise Ambiguous(
            f"--within {words!r} fits {len(fits)} sections",
            hint="Give one of the places it fits.",
            candidates=tuple(str(lead.span) for lead in fits[:10]),
            names=tuple(" › ".join(lead.path) for lead in fits[:10]),
        )
    return [lead.span for lead in leads]


def _not_fetched(url: str) -> Usage:
    return Usage(f"{url} is not fetched", hint=f'Download it first: curl -L {url} | silcrow ask - "…"')


def _standard_input() -> bytes:
    if sys.stdin.isatty():
        raise Usage("nothing is piped to standard input", hint='cat report.pdf | silcrow ask - "…"')
    return sys.stdin.buffer.read()


def _room(name: str) -> Any:
    """A room of the house, loaded now and not at start."""
    return importlib.import_module(name)

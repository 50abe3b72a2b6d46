"""The nouns of a study: what a survey sees of a document, what is noted of each part, and how far a study has come.

Values only. A study is a Reading; what stands here is the fold of its steps.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, Protocol

from silcrow.answer import Citation, Lead
from silcrow.errors import Notice
from silcrow.located import Definition, Reference
from silcrow.passage import Passage
from silcrow.place import Coordinate

Role = Literal["introduction", "conclusion"]
MARK: Final = 10  # hexadecimal digits of a paragraph's digest
PartState = Literal["open", "noted", "skipped", "covered"]


@dataclass(frozen=True, slots=True)
class Mapped:
    """A section on the map: its subtree's pages and tokens, and the parts that it is read in."""

    place: str
    path: tuple[str, ...]
    level: int
    pages: tuple[int, ...]
    tokens: int
    parts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Landmark:
    """A section that plays a part in the document, with the reasons for taking it to."""

    role: Role
    place: str
    path: tuple[str, ...]
    pages: tuple[int, ...]
    parts: tuple[int, ...]
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """A term that the document lives on: how often it stands there, and where; `defined` by the document itself."""

    term: str
    count: int
    places: tuple[Coordinate, ...]
    defined: bool = False


@dataclass(frozen=True, slots=True)
class Survey:
    """The first look at a document.

    reading  the study that was begun with it
    order    numbers of the parts as they are best read: introduction, conclusion, then the rest; lists come last
    """

    reading: str
    doc_id: str
    title: str
    pages: int
    tokens: int
    parts: int
    sections: tuple[Mapped, ...]
    landmarks: tuple[Landmark, ...]
    terms: tuple[Term, ...]
    order: tuple[int, ...]
    page_labels: tuple[str, ...] = ()
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class Gist:
    """What can be said of a part without understanding it: its key sentences, terms, figures and references."""

    sentences: tuple[Citation, ...] = ()
    terms: tuple[str, ...] = ()
    figures: tuple[tuple[str, Coordinate], ...] = ()
    references: tuple[Reference, ...] = ()


@dataclass(frozen=True, slots=True)
class Gathered:
    """What a document lists of others and defines itself: entries of its bibliography, and its terms."""

    bibliography: tuple[tuple[str, Coordinate], ...] = ()
    glossary: tuple[Definition, ...] = ()


@dataclass(frozen=True, slots=True)
class Quote:
    """A quote of a note and the verdict on it. `place`: where it stands; `given`: where it was said to."""

    place: str
    quote: str
    verdict: str
    pages: tuple[int, ...] = ()
    given: str = ""

    @property
    def stands(self) -> bool:
        """Whether its letters stand in the document."""
        return self.verdict in ("verified", "moved")


@dataclass(frozen=True, slots=True)
class Entry:
    """One statement of a note, the numbers of the quotes it rests on (from 1), and what it lacks."""

    text: str
    quotes: tuple[int, ...] = ()
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """What a note says under one heading of its template."""

    key: str
    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Note:
    """What was noted of a part, or of the whole: a summary, fields by template, quotes with verdicts.

    by   "model" or "reader"
    at   when it was saved
    """

    summary: str
    fields: tuple[Field, ...] = ()
    quotes: tuple[Quote, ...] = ()
    by: str = "reader"
    at: str = ""

    def opened(self) -> "Note":
        """Itself."""
        return self

    def entries(self, key: str) -> tuple[Entry, ...]:
        """The entries of a field; none where it has none."""
        return next((one.entries for one in self.fields if one.key == key), ())


class Held(Protocol):
    """A note that is there: in hand, or as it was saved until somebody looks at it."""

    def opened(self) -> Note:
        """The note. Damaged where what was saved is none."""


@dataclass(frozen=True, slots=True)
class StudyPart:
    """One part of a document under study.

    key        digest of its text; `marks` those of its paragraphs, MARK digits each, one by one as `units`
    state      noted, skipped, covered (each of its paragraphs stood in parts that were read before), or open
    changed    its text is not that of the edition before, of which it was read
    why        why it was skipped
    held       the note on it, opened as `note`
    earlier    the note on what stood here before it changed, opened as `former`
    """

    index: int
    key: str
    title: str
    path: tuple[str, ...]
    places: tuple[str, ...]
    pages: tuple[int, ...]
    tokens: int
    marks: str = ""
    state: PartState = "open"
    changed: bool = False
    why: str = ""
    held: Held | None = None
    earlier: Held | None = None

    @property
    def units(self) -> tuple[str, ...]:
        """The digests of its paragraphs, in order."""
        return tuple([self.marks[at : at + MARK] for at in range(0, len(self.marks), MARK)])

    @property
    def note(self) -> Note | None:
        """The note on it."""
        return self.held.opened() if self.held else None

    @property
    def former(self) -> Note | None:
        """The note on what stood here before it changed."""
        return self.earlier.opened() if self.earlier else None

    @property
    def done(self) -> bool:
        """Whether there is nothing left to do about it."""
        return self.state != "open"


@dataclass(frozen=True, slots=True)
class Studied:
    """How far a study has come: the fold of its steps.

    reading    its name; empty where nothing was begun
    split      the budgets that its document was cut to
    gone       titles of parts that were read and stand in the document no more
    digests    what was made of runs of notes on the way to the synthesis, by layer and number
    steps      how many saved steps this is the fold of
    """

    reading: str
    doc_id: str
    edition: str
    source: str
    title: str
    split: Mapping[str, int]
    parts: tuple[StudyPart, ...]
    questions: tuple[str, ...] = ()
    synthesis: Note | None = None
    ended: bool = False
    gone: tuple[str, ...] = ()
    digests: Mapping[str, Held] = field(default_factory=dict)
    steps: int = 0
    started: str = ""
    usage: Mapping[str, int] = field(default_factory=dict)
    settings: Mapping[str, object] = field(default_factory=dict)
    notices: tuple[Notice, ...] = ()
    page_labels: tuple[str, ...] = ()

    @property
    def current(self) -> StudyPart | None:
        """The first part that is open; None when all are done."""
        return next((part for part in self.parts if not part.done), None)

    @property
    def completed(self) -> tuple[int, ...]:
        """Numbers of the parts that are done."""
        return tuple(part.index for part in self.parts if part.done)

    @property
    def changed(self) -> tuple[StudyPart, ...]:
        """Parts to be read again, since they have changed."""
        return tuple(part for part in self.parts if part.changed and not part.done)


@dataclass(frozen=True, slots=True)
class Line:
    """A heading or paragraph of a part, or a piece of one, at its place."""

    place: Coordinate
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Handed:
    """A part handed out to whoever reads it.

    before    the end of the part before; `header` that of the table it begins inside of
    so_far    what was noted of earlier parts, kept short
    form      the template to fill
    """

    study: Studied
    part: StudyPart
    lines: tuple[Line, ...]
    before: str
    header: str
    so_far: str
    gist: Gist
    form: str


@dataclass(frozen=True, slots=True)
class Gap:
    """A question of the reader's, and where the document bears on it."""

    question: str
    leads: tuple[Lead, ...]


@dataclass(frozen=True, slots=True)
class Synthesis:
    """A study as a whole: its parts with their notes, the synthesis where there is one, and what was gathered.

    gists     of the parts, by number, where they were asked for
    form      the template to fill
    """

    studies: tuple[Studied, ...]
    note: Note | None
    terms: tuple[Term, ...]
    gathered: Gathered
    gaps: tuple[Gap, ...] = ()
    form: str = ""
    gists: Mapping[int, Gist] = field(default_factory=dict)
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class Reported:
    """A study as it is reported: the whole, and the passages that its places open, by place in reading order."""

    whole: Synthesis
    passages: Mapping[str, Passage]

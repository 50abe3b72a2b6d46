"""A study in all its nouns, small, for its goldens."""

from silcrow import wire
from silcrow.answer import Citation, Lead
from silcrow.errors import Notice
from silcrow.located import Definition, Reference
from silcrow.place import Coordinate, Span
from silcrow.studied import (
    Entry,
    Field,
    Gap,
    Gathered,
    Gist,
    Handed,
    Landmark,
    Line,
    Mapped,
    Note,
    Quote,
    Studied,
    StudyPart,
    Survey,
    Synthesis,
    Term,
)

NOTE = Note(
    "Suppliers are few.",
    (Field("key_claims", "Key claims", (Entry("Few [1]", (1,)), Entry("Many [2]", (2,), "its quote stands nowhere"))),),
    (
        Quote("10k-2025:item-1a:1", "We depend on few suppliers.", "moved", (1,), "10k-2025:competition:1"),
        Quote("10k-2025:item-1a:1", "We depend on many suppliers.", "unsupported"),
    ),
    "reader",
    "2026-11-30T12:00:00Z",
)
STUDIED = Studied(
    reading="r0001",
    doc_id="10k-2025",
    edition="0" * 16,
    source="f" * 64,
    title="Annual Report 2025",
    split={"max_tokens": 8000, "min_tokens": 500, "overlap": 200},
    parts=(
        StudyPart(1, "a.1", "Item 1A", ("Item 1A",), ("10k-2025:item-1a",), (1,), 12, state="noted", held=NOTE),
        StudyPart(2, "b.2", "Competition", (), ("10k-2025:competition",), (2,), 9, changed=True, earlier=NOTE),
    ),
    questions=("Who supplies?",),
    gone=("Outlook",),
    usage={"input": 12},
    page_labels=("i", "ii"),
)
SURVEY = Survey(
    "r0001",
    "10k-2025",
    "Annual Report 2025",
    pages=2,
    tokens=21,
    parts=2,
    sections=(Mapped("10k-2025:item-1a", ("Item 1A",), 1, (1, 2), 12, (1,)),),
    landmarks=(Landmark("introduction", "10k-2025:item-1a", ("Item 1A",), (1,), (1,), ("its name",)),),
    terms=(Term("suppliers", 3, (Coordinate("10k-2025", "item-1a", 1),), defined=True),),
    order=(1, 2),
    page_labels=("i", "ii"),
    notices=(Notice("changed", "Parts that have changed.", "10k-2025"),),
)
_RIVALS = Coordinate("10k-2025", "competition", 1)
HANDED = Handed(
    STUDIED,
    STUDIED.parts[1],
    (Line(_RIVALS, "text", "Rivals are many."),),
    "few suppliers.",
    "",
    "1. Item 1A: Suppliers are few.",
    Gist(
        (Citation(Span("10k-2025", "competition", 1, 1), "Rivals are many.", "verified", pages=(2,)),),
        ("rivals",),
        (("lost 3 %", _RIVALS),),
        (Reference(_RIVALS, "Item 1A", 0, 7, "resolved", Span("10k-2025", "item-1a")),),
    ),
    "## Key claims",
)
SYNTHESIS = Synthesis(
    (STUDIED,),
    NOTE,
    SURVEY.terms,
    Gathered((("[1] Thorne, A. (1990).", _RIVALS),), (Definition("Rival", _RIVALS),)),
    (Gap("Who supplies?", (Lead(Span("10k-2025", "item-1a", 1, 1), ("Item 1A",)),)),),
    "## Themes",
)

STUDY_CASES = {
    "study": wire.surveys([SURVEY]),
    "next": wire.handed(HANDED),
    "next_none": wire.all_done(STUDIED),
    "note": wire.noted(STUDIED, 1),
    "synthesis": wire.synthesis(SYNTHESIS),
}

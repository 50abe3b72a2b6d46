"""Documents of any shape, for what must hold for all of them."""

from hypothesis import strategies as st

from silcrow.document import Cell, Document, Table
from silcrow.parse.fragment import Fragment, Heading, Source
from silcrow.parse.tree import grow
from silcrow.place import Region
from silcrow.render.tables import markdown

WORDS = st.sampled_from(
    [
        "harbour",
        "Fees",
        "are",
        "due.",
        "No.",
        "4",
        "(b)",
        "Ebb!",
        "§",
        "港口",
        "费用到期。",
        "ﬁne",
        "x" * 60,
        "a\tb",
        "—",
    ]
)
SENTENCES = st.lists(WORDS, min_size=1, max_size=12).map(" ".join)
ANY = st.text(max_size=80)


def paragraph(kind: str, text: str, page: int) -> Fragment:
    regions = (Region(page),)
    if kind == "table":
        rows = [tuple(Cell(word) for word in line.split()[:3]) for line in text.split(".") if line.strip()]
        table = Table(header=(Cell("Name"), Cell("Fee")), rows=tuple(rows), caption="Fees")
        return Fragment(kind="table", text=markdown(table), regions=regions, table=table)
    return Fragment(kind=kind, text=text, regions=regions)  # type: ignore[arg-type]


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """Headings of any level and paragraphs of every kind, some of them long, some empty, some hardly text."""
    stream: list[Heading | Fragment] = []
    for page in range(draw(st.integers(0, 7))):
        if draw(st.booleans()):
            title = draw(SENTENCES)
            stream.append(Heading(text=title, label="", title=title, level=draw(st.integers(1, 4))))
        kind = draw(st.sampled_from(["text", "list", "table", "code", "note"]))
        texts = draw(st.lists(SENTENCES | ANY, max_size=3))
        joint = draw(st.sampled_from([" ", "\n", "\n\n", ". "]))
        stream.append(paragraph(kind, joint.join(texts), page + 1))
    return grow(stream, Source(format="text", fragments=[]), doc_id="doc", edition="e", recipe="r")

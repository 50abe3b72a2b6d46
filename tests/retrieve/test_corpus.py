"""Several documents side by side: what is counted on from one to the next, and what a document has by itself."""

from shelf import shelf
from silcrow.retrieve.corpus import Corpus, Place
from silcrow.retrieve.scope import Range

LAMPS = "# 1 Lamps\n\nThe lamp needs oil.\n\n## 1.1 Empty\n\n# 2 Horns\n\nThe horn sounds.\n\nTwice in 1904."
BARE = "# 1 Nothing\n\n# 2 Nothing more"


def test_units_and_sections_are_counted_on_from_one_document_to_the_next():
    corpus = Corpus(shelf(a=LAMPS, b=BARE, c=LAMPS).lengths())
    sections = corpus.section.tolist()
    size = len(Corpus(shelf(a=LAMPS).lengths()).text)
    assert corpus.units == 2 * size + 2
    assert corpus.text.tolist()[:size] == corpus.text.tolist()[-size:]
    assert corpus.numbers.tolist()[:4] == [0, 0, 1, 0]
    assert corpus.text.tolist()[3] == 0  # 1.1 is only its heading
    assert [corpus.place(unit) for unit in (0, 3, 4, 6)] == [
        Place("a", corpus.place(0).section, 0),
        Place("a", corpus.place(0).section + 1, None),
        Place("b", corpus.place(4).section, None),
        Place("c", corpus.place(0).section, 0),
    ]
    assert sections[size + 2] - sections[0] == len(corpus.path) - len(Corpus(shelf(a=LAMPS).lengths()).path)
    assert corpus.around(1) == (1, 2)


def test_a_range_holds_the_bare_headings_of_its_sections_only():
    corpus = Corpus(shelf(a=LAMPS, b=LAMPS).lengths())
    lamps, horns = corpus.place(0).section, corpus.place(1).section
    assert corpus.members(Range("b", 0, 1, (lamps, lamps + 1))).tolist() == [4, 7]
    assert corpus.members(Range("b", 1, 3, (horns, horns))).tolist() == [5, 6]
    assert corpus.members(Range("gone", 0, 3)).tolist() == []


def test_no_documents_are_no_units():
    corpus = Corpus([])
    assert (corpus.units, corpus.doc_ids, corpus.occurrences([]).units.tolist()) == (0, [], [])

"""From a query to passages: what is found, where, in which order, and what is said about it."""

import pytest

from shelf import shelf, shelve
from silcrow.errors import Usage
from silcrow.passage import Passages
from silcrow.place import Span
from silcrow.retrieve.passages import retrieve
from silcrow.retrieve.scope import Range, Scope
from silcrow.testing import make_document

ALL = Scope()
HARBOUR = """
The harbour opens at dawn.

# 1 Berths

Berth fees are due each Monday.

Boats longer than twelve metres pay double.

The clerk keeps the register of boats.

# 2 Moorings

## 2.1 Visitors

A visitor takes a mooring with a yellow buoy.

## 2.2 Storm moorings

# 3 Codes

Call error TLS_HANDSHAKE_FAILED in release 1.0.21 and see clause 5.2(b).

In 2021 the fee was 1,749 crowns.
"""


def places(found: Passages) -> list[str]:
    return [str(passage.span) for passage in found.passages]


def hits(found: Passages) -> list[str]:
    return [str(hit.span) for passage in found.passages for hit in passage.hits]


def sections(found: Passages) -> list[str]:
    return [hit.rpartition(":")[0] for hit in hits(found)]


def codes(found: Passages) -> list[str]:
    return [notice.code for notice in found.notices]


def ask(query: str, **options: object) -> Passages:
    return retrieve(shelf(h=HARBOUR), ALL, query, **options)  # type: ignore[arg-type]  # options of one call


@pytest.mark.parametrize(
    "query, place",
    [
        ("when are fees due", "h:1:1"),
        ("register", "h:1:3"),
        ("1.0.21", "h:3:1"),
        ('"1.0.21"', "h:3:1"),
        ("TLS_HANDSHAKE_FAILED", "h:3:1"),
        ("handshake", "h:3:1"),
        ("5.2(b)", "h:3:1"),
        ("5.2", "h:3:1"),
        ("1749", "h:3:2"),
        ("FY21 crowns", "h:3:2"),
        ("REGISTER", "h:1:3"),
        ("registers", "h:1:3"),
    ],
)
def test_the_paragraph_that_has_the_words_is_best(query: str, place: str) -> None:
    assert hits(ask(query, top_k=1)) == [place]


def test_a_hit_is_read_with_what_stands_around_it_in_its_section() -> None:
    (passage,) = ask("register", top_k=1, window=(1, 5)).passages
    assert passage.span == Span("h", "1", 2, 3)
    assert passage.path == ("1 Berths",)
    assert [p.text for p in passage.paragraphs] == [
        "Boats longer than twelve metres pay double.",
        "The clerk keeps the register of boats.",
    ]
    assert [(str(hit.span), hit.found_by) for hit in passage.hits] == [("h:1:3", ("lexical",))]


def test_windows_merge_and_stand_in_document_order_while_rank_says_which_is_best() -> None:
    found = ask("yellow buoy double boats", window=(1, 0))
    assert places(found) == ["h:1:1-3", "h:2.1:1"]
    assert [passage.rank for passage in found.passages] == [2, 1]


def test_words_of_a_heading_alone_find_the_first_paragraphs_below_it() -> None:
    found = ask("berths", top_k=2, window=(0, 0))
    assert hits(found)[:1] == ["h:1:1"]
    assert found.passages[0].hits[0].found_by == ("lexical", "heading")  # "Berth fees" has the word too
    found = ask("visitors moorings", top_k=1)
    assert hits(found) == ["h:2.1:1"]


def test_a_heading_over_nothing_is_found_as_itself() -> None:
    (passage,) = ask("storm", top_k=1).passages
    assert (str(passage.span), passage.text) == ("h:2.2:0", "2.2 Storm moorings")
    assert passage.hits[0].found_by == ("heading",)


def test_of_equal_paragraphs_the_first_comes_first_and_true_repeats_are_kept() -> None:
    store = shelf(r="# A\n\nThe same words.\n\n# B\n\nOther things.\n\n# C\n\nThe same words.")
    found = retrieve(store, ALL, "same words", window=(0, 0))
    assert hits(found) == ["r:a:1", "r:c:1"]
    assert [passage.rank for passage in found.passages] == [1, 2]


def test_no_two_hits_stand_over_one_span() -> None:
    found = ask("boats fees register metres clerk Monday", top_k=10)
    assert len(set(hits(found))) == len(hits(found))
    assert places(found) == ["h:1:1-3", "h:3:1-2"]


def test_a_scope_is_applied_before_the_best_are_taken() -> None:
    many = "\n\n".join("Boats and boats and boats." for _ in range(30))
    store = shelf(big=f"# Big\n\n{many}", small="# Small\n\nOne line on boats in a long row of other words here.")
    assert hits(retrieve(store, Scope(("small",)), "boats", top_k=3)) == ["small:small:1"]


def test_inside_a_section_its_subsections_and_nothing_else_is_found() -> None:
    store = shelf(h=HARBOUR)
    outline = store.outline("h")
    two = next(section for section in outline if section.sec_id == "2")
    within = (Range("h", two.first, two.end, (two.ord, two.last)),)
    found = retrieve(store, Scope(("h",), within), "mooring fees register storm", top_k=9)
    assert hits(found) == ["h:2.1:1", "h:2.2:0"]


def test_two_sections_take_turns_and_share_the_budget() -> None:
    text = "# A\n\n" + "\n\n".join(["Boats boats boats."] * 6) + "\n\n# B\n\nA row of words, and boats.\n\n# C\n\nNo."
    store = shelf(d=text)
    a, b, _ = store.outline("d")
    within = tuple(Range("d", s.first, s.end, (s.ord, s.last)) for s in (a, b))
    assert sections(retrieve(store, Scope(("d",), within), "boats", top_k=2)) == ["d:a", "d:b"]
    tight = retrieve(store, Scope(("d",), within), "boats", top_k=7, window=(0, 0), max_tokens=15)
    assert sections(tight) == ["d:a", "d:b"]


def test_a_budget_keeps_the_best_and_says_what_it_left_out() -> None:
    whole = ask("yellow buoy double boats", window=(1, 1))
    assert whole.left_out is None
    some = ask("yellow buoy double boats", window=(1, 1), max_tokens=12)
    assert hits(some) == ["h:2.1:1"]
    assert some.passages[0].rank == 1
    assert some.left_out is not None
    kept = sum(passage.tokens for passage in some.passages)
    assert some.left_out.tokens == sum(passage.tokens for passage in whole.passages) - kept
    assert some.left_out.count == 3


def test_a_hit_longer_than_the_whole_budget_is_named_and_not_cut() -> None:
    found = ask("register", top_k=1, max_tokens=3)
    assert found.passages == ()
    assert [(notice.code, notice.place) for notice in found.notices] == [("over_budget", "h:1:3")]
    assert found.left_out is not None


def test_words_found_nowhere_are_named() -> None:
    found = ask("zebra register quagga")
    assert hits(found) == ["h:1:3"]
    assert found.notices[0].message == "Found nowhere here: zebra, quagga."
    nothing = ask("zebra")
    assert nothing.passages == ()
    assert codes(nothing) == ["words_not_found"]


def test_a_phrase_is_required_where_it_stands() -> None:
    store = shelf(p="# A\n\nNet sales grew.\n\nSales, net of tax, and net and sales.\n\n# Net sales\n\nAll of it.")
    assert hits(retrieve(store, ALL, '"net sales"', window=(0, 0))) == ["p:a:1", "p:net-sales:1"]
    assert len(hits(retrieve(store, ALL, "net sales", window=(0, 0)))) == 3


def test_a_phrase_that_stands_nowhere_is_said_and_its_words_are_used() -> None:
    found = ask('"fees register"')
    assert codes(found) == ["phrase_not_found"]
    assert hits(found) == ["h:1:1", "h:1:3", "h:3:2"]


@pytest.mark.parametrize(
    "query", ['"berth" NEAR/3 -fees*', "fees AND (due OR", "fees\\", "/fees.*/", "fees:1^2 ~", "'fees"]
)
def test_what_is_syntax_elsewhere_is_harmless(query: str) -> None:
    assert "h:1:1" in hits(ask(query))


def test_a_query_of_common_words_still_gives_something() -> None:
    assert hits(ask("where is the", top_k=2))


def test_a_very_long_query_is_bounded_and_still_answered() -> None:
    found = ask("register " + "filler words without end " * 5_000)
    assert "h:1:3" in hits(found)
    assert "query_cut" in codes(found)


@pytest.mark.parametrize("options", [{"top_k": 0}, {"window": (-1, 2)}, {"max_tokens": 0}])
def test_numbers_that_cannot_be_met_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(Usage):
        ask("register", **options)


def test_other_documents_change_nothing_inside_one() -> None:
    store = shelf(h=HARBOUR)
    before = retrieve(store, Scope(("h",)), "fees for boats", max_tokens=60)
    for i in range(30):
        shelve(store, make_document(f"# Fees {i}\n\nBoats, fees and boats {i}.", doc_id=f"other-{i}"))
    assert retrieve(store, Scope(("h",)), "fees for boats", max_tokens=60) == before


def test_over_all_documents_the_best_of_each_is_found() -> None:
    store = shelf(a="# A\n\nBoats sail.", b="# B\n\nThe tower and the boats and the sea and the land.", c="# C\n\nNo.")
    found = retrieve(store, ALL, "boats", top_k=5)
    assert hits(found) == ["a:a:1", "b:b:1"]
    assert [passage.rank for passage in found.passages] == [1, 2]


def test_each_document_is_searched_in_its_language() -> None:
    store = shelf(en="# A\n\nThe contracts of the harbour are with the clerk and of the town.")
    german = make_document("# B\n\nDie Verträge werden mit dem Amt geschlossen.", doc_id="de")
    object.__setattr__(german, "language", "de")
    shelve(store, german)
    assert hits(retrieve(store, ALL, "Vertrag")) == ["de:b:1"]
    assert hits(retrieve(store, ALL, "contract Vertrag")) == ["de:b:1", "en:a:1"]


def test_chinese_and_japanese_are_found_by_pairs() -> None:
    store = shelf(zh="# 第一章\n\n公司应当每年披露风险管理制度。\n\n董事会每季度开会。\n\n风和险。")
    assert hits(retrieve(store, ALL, "风险管理", top_k=1)) == ["zh:第一章:1"]
    assert hits(retrieve(store, ALL, "董事会", top_k=1)) == ["zh:第一章:2"]


def test_by_score_a_hit_is_read_as_far_as_it_is_worth() -> None:
    filler = "\n\n".join(f"A long row of words about nothing that anybody asked for, number {i}." for i in range(6))
    text = f"# A\n\n{filler}\n\nTolls for boats.\n\nBoats pay tolls by length.\n\n{filler}\n\n# B\n\nNo tolls."
    found = retrieve(shelf(t=text), ALL, "tolls boats", top_k=1, window=None)
    assert places(found) == ["t:a:7-8"]
    assert len(found.passages[0].hits) == 1


ASIDE = "Here stands a long row of words about nothing that anybody has ever asked for."


def test_by_score_a_list_is_read_whole_with_the_line_above_it() -> None:
    items = "\n".join(
        f"- A pilot of the {name} harbour company keeps this book of all arrivals here." for name in "abc"
    )
    text = f"# A\n\n{ASIDE}\n\nBring to the office:\n\n{items}\n- the yellow certificate\n\n{ASIDE}\n\n# B\n\nNo."
    found = retrieve(shelf(t=text), ALL, "certificate", top_k=1, window=None)
    assert places(found) == ["t:a:2-6"]


def test_by_score_a_long_list_is_not_read_whole() -> None:
    items = "\n".join(
        f"- A pilot of harbour {i} keeps this book of all arrivals and of what they bring." for i in range(99)
    )
    found = retrieve(shelf(t=f"# A\n\n{items}\n- the certificate\n\n# B\n\nNo."), ALL, "certificate", window=None)
    assert places(found) == ["t:a:88-100"]  # 2 terms and 12 times 16


def test_by_score_a_table_is_read_with_the_line_above_it() -> None:
    above = "Tolls of the last year, in crowns, of all boats that are not longer than ten metres:"
    text = f"# A\n\n{ASIDE}\n\n{above}\n\n| boat | toll |\n| yawl | 12 |\n\n# B\n\nNo."
    assert places(retrieve(shelf(t=text), ALL, "yawl", top_k=1, window=None)) == ["t:a:2-3"]


def test_by_score_no_hit_lies_inside_what_is_read_around_a_better_one() -> None:
    text = "# A\n\n" + "\n\n".join(["Boats pay tolls."] * 4) + "\n\n# B\n\nBoats rest here."
    found = retrieve(shelf(t=text), ALL, "boats tolls", top_k=2, window=None)
    assert places(found) == ["t:a:1-4", "t:b:1"]
    assert [len(passage.hits) for passage in found.passages] == [1, 1]


def test_what_stands_beside_a_match_lifts_it_and_is_no_hit_itself() -> None:
    text = "# A\n\nPilots, and more of a row.\n\nA row of words.\n\n# B\n\nPilots, and more of a row.\n\nTariff here."
    found = retrieve(shelf(t=text), ALL, "pilots tariff", window=(0, 0))
    assert sorted(hits(found)) == ["t:a:1", "t:b:1", "t:b:2"]
    best = {str(hit.span): hit.score for passage in found.passages for hit in passage.hits}
    assert best["t:b:1"] > best["t:a:1"]


PAGED = """
=== page 1

# Fees

Fees are due.

=== page 2

Dues for moorings.

# Boats

Boats moor for dues.

=== page 3

# Index

Moorings, and a row of other words.
"""


def test_a_page_with_more_of_the_words_lifts_its_paragraphs() -> None:
    found = retrieve(shelf(p=PAGED), ALL, "moorings boats dues", window=(0, 0), top_k=4)
    by_rank = sorted(found.passages, key=lambda passage: passage.rank)
    assert [passage.pages for passage in by_rank] == [(2,), (1, 2), (3,)]


def test_a_page_that_the_query_names_is_looked_at() -> None:
    store = shelf(p=PAGED)
    found = retrieve(store, ALL, "what stands on page 3 on dues?", window=(0, 0), top_k=1)
    assert [(str(hit.span), hit.found_by) for p in found.passages for hit in p.hits] == [("p:index:1", ("page",))]
    assert hits(retrieve(store, ALL, "the last page", top_k=1)) == ["p:index:1"]


def test_a_question_for_a_figure_finds_figures() -> None:
    text = "# A\n\nThe toll is owed by each boat that berths.\n\n# B\n\nToll: boat 12, barge 40, raft 3, ferry 90."
    assert hits(retrieve(shelf(t=text), ALL, "how much is the toll of a boat", top_k=1)) == ["t:b:1"]


def test_a_trade_term_finds_the_words_of_the_statement_it_stands_in() -> None:
    text = "# A\n\nWe spent more.\n\n# B\n\nPurchases of property and equipment were 12 in the year."
    (passage,) = retrieve(shelf(t=text), ALL, "capex").passages
    assert [(str(hit.span), hit.found_by) for hit in passage.hits] == [("t:b:1", ("wording",))]

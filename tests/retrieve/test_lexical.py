"""Scores, worked out by hand."""

from math import log1p

import pytest

from shelf import shelf
from silcrow.retrieve.lexical import rank
from silcrow.retrieve.memory import documents
from silcrow.retrieve.query import parse
from silcrow.retrieve.scope import Range, Scope
from silcrow.store.protocol import Store


def scores(text: str, query: str, scope: Scope | None = None) -> list[float]:
    return worth(shelf(d=text), scope or Scope(), query)


def worth(store: Store, scope: Scope, query: str) -> list[float]:
    return rank(store, scope, parse(query), documents(store, scope.documents)).worth.tolist()


def rarity(count: int, held: int) -> float:
    return log1p((count - held + 0.5) / (held + 0.5))


def test_a_term_in_the_text_saturates_and_is_weighed_by_length() -> None:
    # Lengths 2, 4 and 6, mean 4; the term stands twice in the first of three sections, nothing beside it.
    found = scores("# A\n\nboat boat\n\n# B\n\nsea wind rain fog\n\n# C\n\nhull mast sail rope oar keel", "boat")
    frequency = 2 / (0.25 + 0.75 * 2 / 4)
    assert found == pytest.approx([rarity(3, 1) * frequency / (1.2 + frequency), 0, 0], abs=1e-6)


def test_a_term_in_a_heading_counts_for_all_below_it() -> None:
    # Paths of 1, 2 and 1 words, mean 4/3; every paragraph has one word.
    found = scores("# Boat\n\nsea\n\n## Sail\n\nwind\n\n# Tower\n\nstone", "boat")
    mean = 4 / 3
    first, second = (0.8 / (0.5 + 0.5 * path / mean) for path in (1, 2))
    want = [rarity(3, 2) * frequency / (1.2 + frequency) for frequency in (first, second)]
    assert found == pytest.approx([*want, 0], abs=1e-6)


def test_a_paragraph_is_lifted_by_those_beside_it_in_its_section_only() -> None:
    found = scores("# A\n\nsea\n\nwind\n\nboat\n\nrain\n\n# B\n\nfog", "boat")
    weight = rarity(5, 1)
    want = [weight * frequency / (1.2 + frequency) for frequency in (0.035, 0.07, 1, 0.07)]
    assert found == pytest.approx([*want, 0], abs=1e-6)


def test_a_page_adds_its_own_score() -> None:
    found = scores("# A\n\n=== page 1\n\nboat\n\n# B\n\nsea\n\n# C\n\n=== page 2\n\nwind rain", "boat")
    paragraph, page = 1 / (0.25 + 0.75 * 1 / (4 / 3)), 1.0
    by_page = 0.7 * rarity(2, 1) * page / (1.2 + page)
    assert found == pytest.approx([rarity(3, 1) * paragraph / (1.2 + paragraph) + by_page, by_page, 0], abs=1e-6)


def test_inside_a_range_only_what_stands_there_is_counted() -> None:
    text = "# A\n\nboat\n\nsea\n\n# B\n\nboat boat boat wind"
    inside = Scope(("d",), (Range("d", 0, 2),))
    assert scores(text, "boat", inside) == [*scores("# A\n\nboat\n\nsea", "boat"), 0]


def test_a_word_found_whole_counts_its_parts_by_half() -> None:
    found = scores("# A\n\nco-branding\n\n# B\n\nbranding co sea", "co-branding")
    assert found[0] > found[1] > 0


def test_scores_are_of_the_documents_searched() -> None:
    store = shelf(a="# A\n\nboat sea\n\nwind", b="# B\n\nboat boat boat\n\nboat sail")
    alone = worth(shelf(a="# A\n\nboat sea\n\nwind"), Scope(), "boat")
    assert worth(store, Scope(("a",)), "boat") == alone
    assert worth(store, Scope(), "boat") != alone

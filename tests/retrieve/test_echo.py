"""Words that the best paragraphs share: which, and what they do to a search."""

from shelf import shelf
from silcrow.retrieve.echo import echo
from silcrow.retrieve.passages import retrieve
from silcrow.retrieve.query import parse
from silcrow.retrieve.scope import Scope


def shared(query: str, *texts: str) -> list[str]:
    found = echo(parse(query), texts)
    return [word.token for word in found.words] if found else []


def test_words_that_two_of_the_best_paragraphs_hold_are_shared_and_no_stop_words_or_numbers() -> None:
    texts = ("The pilot boards at the Bar, 12 miles out.", "A pilot who boards late pays 12.", "The bar is open.")
    assert shared("boats", *texts) == ["pilot", "boards", "bar"]


def test_a_word_of_the_query_is_not_shared() -> None:
    assert shared("pilot boards", "A pilot boards.", "The pilot boards.") == []


ALIKE = (
    "# A\n\nSmoking indoors is forbidden, by the warden.\n\n# B\n\nSmoking in sheds is forbidden.\n\n"
    "# C\n\nSmoking rooms have lamps and more of it.\n\n# D\n\nSmoking is forbidden by that and also this.\n\n"
    "# E\n\nFires are forbidden."
)


def reasons(text: str) -> dict[str, list[str]]:
    """The words that each hit for "smoking" scores by."""
    found = retrieve(shelf(d=text), Scope(), "smoking", top_k=9, window=(0, 0), explain=True)
    hits = {str(hit.span): hit for passage in found.passages for hit in passage.hits}
    return {place: [reason.word for reason in hits[place].reasons if reason.field == "text"] for place in sorted(hits)}


def test_what_the_best_share_counts_for_all_hits_and_makes_none() -> None:
    both, alone = ["smoking", "forbidden"], ["smoking"]
    assert reasons(ALIKE) == {"d:a:1": both, "d:b:1": both, "d:c:1": alone, "d:d:1": both}


def test_on_pages_nothing_is_shared() -> None:
    assert set(map(tuple, reasons("=== page 1\n\n" + ALIKE).values())) == {("smoking",)}

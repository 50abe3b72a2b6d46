"""What only meaning found makes no answer of `ask` without a model: "not found" stays so after `silcrow embed`."""

from pathlib import Path

import pytest

from shelf import shelf
from silcrow.agent.quotes import answer
from silcrow.desk import Desk
from silcrow.retrieve.ahead import embed_ahead
from silcrow.retrieve.judging import Judges
from silcrow.store.protocol import Store
from silcrow.testing import HashEmbedder

HANDBOOK = (Path(__file__).parents[2] / "examples" / "skerry-point-handbook.md").read_text(encoding="utf-8")
STAFF = "# 1 Staff\n\nEmployee attrition fell to four percent.\n\nThe canteen is open at noon."
SAME = {"flooblers": "attrition", "grenk": "employee"}


def embedded(store: Store, *, dimensions: int, same: dict[str, str] | None = None) -> Desk:
    judges = Judges(HashEmbedder(same=same, dimensions=dimensions), languages=("en",))
    list(embed_ahead(store, judges, store.records(None)))
    return Desk(store, judges=judges)


def test_a_paragraph_that_only_meaning_found_is_retrieved_but_not_quoted() -> None:
    desk = embedded(shelf(staff=STAFF), dimensions=512, same=SAME)
    assert desk.retrieve("grenk flooblers").passages
    found = answer(desk, "grenk flooblers")
    assert found.citations == ()
    assert found.unsupported == ("grenk", "flooblers")
    assert [str(lead.span) for lead in found.leads] == ["staff:1"]


@pytest.mark.parametrize("dimensions", [2, 8, 64])
@pytest.mark.parametrize(
    "question",
    ["May pets come along?", "Can I bring my cat?", "Is there parental leave?", "Do puppies come along with kittens?"],
)
def test_what_was_not_found_stays_so_once_its_meaning_is_computed(question: str, dimensions: int) -> None:
    store = shelf(handbook=HANDBOOK)
    assert answer(Desk(store), question).citations == ()
    assert answer(embedded(store, dimensions=dimensions), question).citations == ()


def test_passages_near_in_meaning_do_not_make_a_common_word_of_the_question_a_rare_one() -> None:
    lit = "".join(f"# {n} Room {n}\n\nA lamp lights room {n} at night.\n\n" for n in range(2, 22))
    store = shelf(rooms=f"# 1 Door\n\nGuests come in by the door.\n\n{lit}")
    assert answer(Desk(store), "May pets come along?").citations == ()
    desk = embedded(store, dimensions=512, same={"pets": "lamp", "along": "lights"})
    assert any(hit.found_by == ("dense",) for one in desk.retrieve("May pets come along?").passages for hit in one.hits)
    assert answer(desk, "May pets come along?").citations == ()


def test_what_words_found_is_still_quoted() -> None:
    desk = embedded(shelf(staff=STAFF), dimensions=512, same=SAME)
    assert [c.quote for c in answer(desk, "How high was attrition?").citations] == [
        "Employee attrition fell to four percent."
    ]

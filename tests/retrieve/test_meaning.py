"""When a model is asked what a query means, and by whom."""

import threading

import pytest

from shelf import shelf
from silcrow.desk import Desk
from silcrow.errors import ModelFailed
from silcrow.models.embed import Vectors
from silcrow.retrieve.judging import Judges
from silcrow.retrieve.meaning import begun
from silcrow.store.protocol import Store
from silcrow.testing import HashEmbedder

HARBOUR = """
# 1 Tides

The tide comes in at nine.

The tide goes out at three.
"""
QUERY = "how the tide comes in"


class Watched(HashEmbedder):
    """Notes which texts it is given by which threads."""

    def __init__(self, runs_on: str = "processor", *, fails: bool = False) -> None:
        super().__init__()
        self.runs_on = runs_on
        self.given: list[tuple[str, threading.Thread]] = []
        self._fails = fails

    def embed(self, texts: list[str]) -> Vectors:
        self.given += [(text, threading.current_thread()) for text in texts]
        if self._fails:
            raise ModelFailed("it is out of order", hint="Mend it.")
        return super().embed(texts)


def desk(store: Store, model: Watched, *languages: str) -> Desk:
    return Desk(store, judges=Judges(model, languages=languages))


@pytest.mark.parametrize(("runs_on", "beside"), [("processor", True), ("gpu", True), ("server", False)])
def test_the_query_is_understood_beside_the_search_but_by_a_server(runs_on: str, beside: bool):
    model = Watched(runs_on)
    assert desk(shelf(harbour=HARBOUR), model).retrieve(QUERY).passages
    ((_, thread),) = [one for one in model.given if one[0] == QUERY]
    assert (thread is not threading.current_thread()) == beside


def test_a_model_that_fails_beside_the_search_costs_its_judgement_and_no_more():
    found = desk(shelf(harbour=HARBOUR), Watched(fails=True)).retrieve(QUERY)
    assert found.passages[0].paragraphs[0].text == "The tide comes in at nine."
    assert "Not compared by meaning: it is out of order. Mend it." in [one.message for one in found.notices]


def test_a_model_that_does_not_know_the_language_is_not_asked():
    model = Watched()
    assert desk(shelf(harbour=HARBOUR), model, "de").retrieve(QUERY).passages
    assert model.given == []


def test_what_another_thread_raised_is_raised_where_its_result_is_waited_for():
    def fail() -> int:
        raise ModelFailed("no", hint="Mend it.")

    result = begun(fail)
    for _ in range(2):
        with pytest.raises(ModelFailed, match="no"):
            result()
    assert begun(lambda: 7)() == 7

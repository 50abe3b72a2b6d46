"""A study by a model: every part noted, all put together, every quote compared, within bounds."""

from pathlib import Path

import pytest
from dying import library_at
from models_that_read import Reader
from reading_through import THESIS

from silcrow.errors import BudgetSpent, ModelFailed
from silcrow.library import Library
from silcrow.models.rates import Rate
from silcrow.reading import Reading
from silcrow.study.deep import Bounds
from silcrow.testing import ScriptedChat


def read(library: Library, *doc_ids: str, **more: object) -> Reader:
    chat = Reader()
    library.study(*doc_ids).read(chat, questions=["Do tides rise?"], **more)
    return chat


def test_every_part_is_noted_and_put_together_and_each_quote_compared(tmp_path: Path):
    with library_at(tmp_path / "a.db") as library:
        chat = read(library, "thesis")
        assert len(chat.asked) == 6  # five parts, one synthesis
        found = library.study("thesis").synthesis()
        (study,) = found.studies
        assert [part.state for part in study.parts] == ["noted"] * 5
        assert study.ended
        assert found.note is not None
        assert [quote.verdict for quote in found.note.quotes] == ["verified", "verified", "unsupported"]
        assert found.note.entries("themes")[0].fault == "its quote stands nowhere"
        assert found.note.entries("contradictions")[0].fault == ""
        assert (study.usage["input"], study.usage["output"]) == (600, 120)
        assert "Do tides rise?" in chat.asked[0]
        assert "1. 1 Water: Part 1 of 5" in chat.asked[1]
        assert "(untrusted" in chat.asked[0]
        assert read(library, "thesis").asked == []  # done: nothing is asked again


def test_several_documents_have_one_deep_reading_each_and_one_synthesis_across(tmp_path: Path):
    with library_at(tmp_path / "a.db") as library:
        read(library, "thesis", "other", parallel=2)
        found = library.study("thesis", "other").synthesis()
        assert found.note is not None
        assert [study.doc_id for study in found.studies] == ["thesis", "other"]
        documents = {quote.place.partition(":")[0] for quote in found.note.quotes if quote.stands}
        assert documents == {"thesis", "other"}
        assert found.note.entries("comparisons")[0].fault == ""
        assert read(library, "thesis", "other").asked == []


def test_a_statement_across_that_cites_one_document_only_is_marked(tmp_path: Path):
    with library_at(tmp_path / "a.db") as library:
        library.study("thesis").note("So.", number=1)
        library.study("other").begin()
        found = library.study("thesis", "other").synthesis(
            "They differ.\n\n## Contradictions\n- It rose and fell [1] [2]\n- It rose [1]\n\n## Quotes\n"
            '- thesis:3:1 "Tides rose by 4 %"\n- other:1:1 "Tides fell by 4 %"'
        )
        assert found.note is not None
        assert [one.fault for one in found.note.entries("contradictions")] == ["", "one document only"]


def test_a_model_that_fails_leaves_what_was_noted_and_says_how_to_go_on(tmp_path: Path):
    with library_at(tmp_path / "a.db") as library:
        reader = Reader()

        class Failing:
            identity = "test:failing"

            def reply(self, *given, **more):
                if len(reader.asked) == 2:
                    raise ModelFailed("503", hint="Wait.")
                return reader.reply(*given, **more)

        with pytest.raises(ModelFailed) as failure:
            library.study("thesis").read(Failing())
        name = library.readings()[-1].reading_id
        assert failure.value.hint == f"Wait. What was noted is kept: silcrow resume {name}"
        assert library.study("thesis").state().completed == (1, 2)
        with pytest.raises(ModelFailed, match="no part note that fits"):
            library.study("thesis").read(ScriptedChat(["Nothing.", "Still nothing."]))


def test_a_budget_stops_before_it_is_spent(tmp_path: Path):
    with library_at(tmp_path / "a.db") as library:
        with pytest.raises(BudgetSpent, match="beyond 4,000 tokens"):
            library.study("thesis").read(Reader(), bounds=Bounds(max_total_tokens=4_000))
        assert library.study("thesis").state().synthesis is None
        with pytest.raises(BudgetSpent, match="a cost of"):
            library.study("thesis").read(Reader(), bounds=Bounds(max_cost=0.0001, rate=Rate(1.0, 1.0)))
        library.study("thesis").read(Reader(), bounds=Bounds(max_cost=100.0, rate=Rate(1.0, 1.0)))
        assert library.study("thesis").state().ended


def test_a_study_is_no_question(tmp_path: Path):
    with library_at(tmp_path / "a.db") as library:
        reading: Reading = library.readings()[0]
        assert (reading.kind, reading.state) == ("study", "open")
        assert THESIS

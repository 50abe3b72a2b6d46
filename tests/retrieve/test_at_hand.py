"""Python, the command line and the servers compare by meaning alike where nobody says anything; one word says none."""

import pytest

import silcrow
from silcrow.config import load
from silcrow.config import open_library as as_set
from silcrow.errors import ModelFailed, Usage
from silcrow.models import minilm
from silcrow.retrieve.at_hand import VARIABLE, local
from silcrow.retrieve.judging import NONE, Judges
from silcrow.testing import HashEmbedder

TEXT = b"# Berths\n\nA pilot boards at dawn.\n\nThe harbour closes in fog.\n\n# Fees\n\nDues are paid by the ship.\n"


def judges(library: silcrow.library.Library) -> Judges:
    return library.desk().judges


def test_who_says_nothing_has_the_same_in_python_as_by_the_settings(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv(VARIABLE)
    with silcrow.open_library(ephemeral=True) as mine, as_set(load(ephemeral=True)) as theirs:
        assert bool(judges(mine)) == minilm.installed()
        assert judges(mine).lasting == judges(theirs).lasting
        assert judges(mine).languages == judges(theirs).languages
        assert judges(mine).named == judges(theirs).named


@pytest.mark.parametrize("value", ["auto", "http://127.0.0.1:9/v1", ""])
def test_a_server_that_the_environment_names_is_not_asked_from_python(monkeypatch: pytest.MonkeyPatch, value: str):
    monkeypatch.setenv(VARIABLE, value)
    found = local()
    assert bool(found) == minilm.installed()
    assert found.embedder is None or isinstance(found.embedder, minilm.MiniLM)


def test_none_is_said_by_the_environment_or_by_the_call(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(VARIABLE, "none")
    assert local() is NONE
    monkeypatch.delenv(VARIABLE)
    with silcrow.open(TEXT, embedder="none") as doc:
        assert not doc.desk.judges
        (hit,) = doc.retrieve("pilot", window=(0, 0)).passages
        assert hit.hits[0].found_by == ("lexical",)
    with silcrow.open_library(ephemeral=True, embedder="none") as library:
        assert not judges(library)


def test_the_call_counts_more_than_the_environment_and_judges_of_ones_own_more_than_both():
    assert local("none") is NONE
    if minilm.installed():
        assert local("minilm").named
        assert not local("auto").named
    own = Judges(HashEmbedder())
    with silcrow.open_library(ephemeral=True, embedder="none", judges=own) as library:
        assert judges(library) is own


def test_what_is_no_embedder_is_refused_by_name():
    with pytest.raises(Usage, match="no embedder 'word2vec' here") as refused:
        local("word2vec")  # type: ignore[arg-type]  # what a program may say all the same
    assert "auto, minilm or none" in refused.value.hint


def test_the_local_model_is_asked_for_where_it_is_not_installed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    assert not local("auto")
    with pytest.raises(ModelFailed, match="not installed") as failed:
        local("minilm")
    assert "silcrow[semantic]" in failed.value.hint

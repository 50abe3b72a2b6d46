"""What every result shares: the spelling of JSON, notices, errors, what was left out, pages beside their labels."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from silcrow.errors import Notice, SilcrowError
from silcrow.passage import LeftOut

_UNSAFE = re.compile(r"[\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")

JSON = dict[str, Any]
# Printed page labels by doc_id, one a page.
Labels = Mapping[str, Sequence[str]]


def dumps(value: JSON, *, indent: int | None = None) -> str:
    """The one spelling of JSON: UTF-8 as it is, keys in the order of the envelope."""
    text = json.dumps(value, ensure_ascii=False, indent=indent, allow_nan=False)
    # What JSON leaves as it is and a terminal would obey, and halves of characters that no encoding can write.
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def notices(found: Iterable[Notice]) -> list[JSON]:
    """Notices, in order."""
    return [{"code": n.code, "message": n.message, "place": n.place} for n in found]


def error(failure: SilcrowError) -> JSON:
    """An error: code, message, hint and candidates."""
    return {"error": _error(failure)}


def _error(failure: SilcrowError) -> JSON:
    return {
        "code": failure.code,
        "message": failure.message,
        "hint": failure.hint,
        "candidates": list(failure.candidates),
    }


def left_out_entry(left_out: LeftOut | None) -> JSON | None:
    """What was left out, counted; None where nothing was."""
    return None if left_out is None else {"count": left_out.count, "tokens": left_out.tokens}


def page_numbers(pages: Sequence[int], labels: Sequence[str]) -> JSON:
    """Pages from 1, and their printed labels where all are known."""
    known = labels and all(0 < page <= len(labels) for page in pages)
    return {"pages": list(pages), "page_labels": [labels[page - 1] for page in pages] if known else []}

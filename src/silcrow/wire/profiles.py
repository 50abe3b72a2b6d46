"""JSON of a profile, and of what of it documents have."""

from collections.abc import Sequence
from dataclasses import asdict

from silcrow.errors import SilcrowError
from silcrow.profile import Expected, Fit, Held, Profile
from silcrow.wire.envelope import JSON, error


def profile(found: Profile, *, path: str = "") -> JSON:
    """A profile; `path` where it was written or read, or empty."""
    return {
        "name": found.name,
        "identity": found.identity,
        "path": path,
        "samples": list(found.samples),
        "contents": asdict(found.contents),
        "forms": [asdict(form) | {"examples": list(form.examples)} for form in found.forms],
        "furniture": list(found.furniture),
        "sections": [_expected(section) for section in found.sections],
        "notices": [],
    }


def _expected(section: Expected) -> JSON:
    return asdict(section) | {"titles": list(section.titles)}


def fits(expected: Profile, found: Sequence[tuple[str, Fit]], failed: Sequence[tuple[str, SilcrowError]] = ()) -> JSON:
    """What of a profile each document has, lacks, and may have."""
    return {
        "profile": {"name": expected.name, "identity": expected.identity},
        "documents": [
            {
                "doc_id": doc_id,
                "found": [_held(doc_id, held) for held in one.found],
                "missing": [section.name for section in one.missing],
                "absent": [section.name for section in one.absent],
            }
            for doc_id, one in found
        ],
        "failed": [{"address": address} | error(failure) for address, failure in failed],
        "notices": [],
    }


def _held(doc_id: str, held: Held) -> JSON:
    return {
        "expected": held.expected.name,
        "place": f"{doc_id}:{held.section.sec_id}",
        "confidence": round(held.section.confidence, 3),
        "doubts": list(held.doubts),
    }

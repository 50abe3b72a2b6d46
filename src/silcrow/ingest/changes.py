"""Two editions of one document, section by section: what was added, what is gone, what moved, what says otherwise now.

Compares letters; what a change means is not asked.
"""

import hashlib
from collections import defaultdict, deque
from collections.abc import Mapping, Sequence

from silcrow.document import Changes, Paragraph, Section


def texts(sections: Sequence[Section], paragraphs: Sequence[Paragraph]) -> dict[str, bytes]:
    """What each section says of its own, its heading included, as a hash; by sec_id in document order."""
    found: dict[str, bytes] = {}
    for section in sections:
        digest = hashlib.sha256(section.heading.encode("utf-8", "replace"))
        for paragraph in paragraphs[section.first : section.first + section.count]:
            digest.update(b"\0" + paragraph.text.encode("utf-8", "replace"))
        found[section.sec_id] = digest.digest()
    return found


def compare(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> Changes:
    """What became of the sections of one edition in the next. Equal text is the same section, wherever it stands."""
    old = {sec_id: text for sec_id, text in before.items() if after.get(sec_id) != text}
    new = {sec_id: text for sec_id, text in after.items() if before.get(sec_id) != text}
    places: dict[bytes, deque[str]] = defaultdict(deque)
    for sec_id, text in new.items():
        places[text].append(sec_id)
    moved = [(sec_id, places[text].popleft()) for sec_id, text in old.items() if places.get(text)]
    left, came = {one for one, _ in moved}, {other for _, other in moved}
    gone = [sec_id for sec_id in old if sec_id not in left]
    added = [sec_id for sec_id in new if sec_id not in came]
    changed = set(gone) & set(added)
    return Changes(
        added=tuple(sec_id for sec_id in added if sec_id not in changed),
        changed=tuple(sec_id for sec_id in added if sec_id in changed),
        moved=tuple(moved),
        gone=tuple(sec_id for sec_id in gone if sec_id not in changed),
        kept=len(before) - len(old),
    )

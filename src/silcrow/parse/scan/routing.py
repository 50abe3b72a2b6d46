"""Whether the text of a page can be used, or it must be read from its picture. Looks at characters, not at pictures."""

import re
from typing import Final

from silcrow.parse.pdf.drafts import Sheet

_BAD = re.compile(r"[\ufffd\ue000-\uf8ff\x00-\x08\x0e-\x1f\U000f0000-\U0010fffd]|\(cid:\d{1,5}\)")
_SHARE: Final = 0.3  # of characters without a meaning from which a page is no text; a list of symbols has .1
_FEW: Final = 20  # characters below which a page with some bad ones says nothing


def needs_reading(sheet: Sheet) -> bool:
    """Whether a page has no text, or text that is mostly characters without a meaning."""
    if not sheet.drafts:
        return True
    bad = count = 0
    for draft in sheet.drafts:
        for line in draft.lines:
            count += len(line.text)
            if not line.text.isascii() or "(cid:" in line.text:
                bad += sum(len(found) for found in _BAD.findall(line.text))
    return bad > _SHARE * count or (count < _FEW and bad > 0)

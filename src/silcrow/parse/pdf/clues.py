"""The clues of a fragment, from the printed lines of its draft."""

from silcrow.parse.fragment import Clues
from silcrow.parse.pdf.drafts import Draft
from silcrow.parse.pdf.parts import parts_of


def clues_of(draft: Draft, text: str, starts: list[int]) -> Clues:
    """What the page shows of a draft that may make it a heading. `starts` is where each line begins in its text."""
    lines = draft.lines
    first = lines[0]
    plain = draft.table is not None or draft.kind == "code"
    if len(lines) == 1 or plain or draft.furniture:
        size, weight, italic = first.size, first.bold, first.italic
    else:
        sizes: dict[float, int] = {}
        total = bold = 0.0
        italic = True
        for line in lines:
            count = len(line.text)
            sizes[line.size] = sizes.get(line.size, 0) + count
            total += count
            bold += line.bold * count
            italic = italic and line.italic
        size, weight = max(sizes, key=lambda size: sizes[size]), bold / total if total else 0.0
    return Clues(
        bookmark=draft.bookmark,
        tag=draft.tag,
        engine=draft.level,
        size=round(size, 1) or None,
        weight=round(weight, 2),
        italic=italic,
        caps=text.isupper(),
        centred=draft.centred,
        font=first.family,
        lines=len(lines),
        gap=draft.gap,
        contents=draft.contents,
        parts=() if plain or draft.furniture else parts_of(lines, starts, draft.page, draft.right),
    )

"""What lies over the picture of a page: its letters, to be selected and found, and its paragraphs, to be pointed at.

An SVG in the page's points, so that it fits at any size. Knows letters and boxes, and asks for no picture.
"""

import unicodedata
from collections.abc import Iterable, Iterator
from html import escape

from silcrow.passage import Passage
from silcrow.place import Box
from silcrow.web.reader.paper import Letters, Size, runs

_BASE = 0.22  # of a line's height, from its bottom to the base line
_SIZE = 0.82  # of a line's height that is the size of its letters
_MOST = 4_000  # runs on one page


def sheet(size: Size, number: int, letters: Letters, passages: Iterable[Passage]) -> str:
    """One page. Paragraphs come first, so that letters lie above them."""
    width, height = size
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="letters" viewBox="0 0 {width:.1f} {height:.1f}">',
        *_paragraphs(number, passages),
        *_runs(letters),
        "</svg>",
    ]
    return "\n".join(lines)


def _paragraphs(number: int, passages: Iterable[Passage]) -> Iterator[str]:
    for passage in passages:
        for at, paragraph in enumerate(passage.paragraphs, passage.span.first or 1):
            for region in paragraph.regions:
                if region.page == number and region.box is not None:
                    place = f"{passage.span.sec_id}:{at}"
                    yield f'<rect class="para" data-place="{escape(place)}" {_edges(region.box)}/>'


def _runs(letters: Letters) -> Iterator[str]:
    for run in runs(letters)[:_MOST]:
        high = run.box.bottom - run.box.top
        text = "".join(" " if one.isspace() else one for one in run.text if unicodedata.category(one) not in _UNPRINTED)
        if text.strip() and high > 0:
            yield (
                f'<text x="{run.box.left:.1f}" y="{run.box.bottom - high * _BASE:.1f}" font-size="{high * _SIZE:.1f}"'
                f' textLength="{max(run.box.right - run.box.left, 0.1):.1f}" lengthAdjust="spacingAndGlyphs">'
                f"{escape(text)}\n</text>"
            )


_UNPRINTED = ("Cc", "Cs", "Cn")


def _edges(box: Box) -> str:
    return (
        f'x="{box.left:.1f}" y="{box.top:.1f}"'
        f' width="{max(box.right - box.left, 0):.1f}" height="{max(box.bottom - box.top, 0):.1f}"'
    )

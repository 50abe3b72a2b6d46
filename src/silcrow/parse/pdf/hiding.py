"""What nobody can see, put apart from a page's text before lines are made, and put back flagged when all is decided.

So it takes no part in what is a heading, a table or furniture. Text off the page is kept aside like a running head.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from silcrow.errors import Notice
from silcrow.parse.pdf.drafts import Draft, Line, Sheet
from silcrow.parse.pdf.engine import Page, Run
from silcrow.parse.pdf.lines import print_lines
from silcrow.parse.pdf.unseen import Unseen
from silcrow.place import Box

_TINY: Final = 2.0  # points; smaller type cannot be read
_HALF: Final = 0.5  # share of a run that lies in places of unseen text
_NAMED: Final = 10  # pages named in a notice


@dataclass(slots=True)
class Aside:
    """What was put apart of each page, by page from 1, and the pages with tables that hold more of it."""

    hidden: dict[int, list[Draft]] = field(default_factory=dict)
    beyond: dict[int, list[Draft]] = field(default_factory=dict)
    tables: list[int] = field(default_factory=list)

    def take(self, page: Page, unseen: Unseen) -> None:
        """Take what cannot be seen out of a page's runs; in a table it stays, as cells are the engine's."""
        boxes = [box for _, box in unseen.hidden]
        runs = [run for run in page.runs if _is_tiny(run) or _lies_in(run, boxes)]
        found = [_draft(print_lines(group), page.number) for group in _together(self._taken(page, runs))]
        found += [
            _shown(*line, page.number) for line in unseen.hidden if not any(_lies_in(run, line[1:]) for run in runs)
        ]
        if found:
            self.hidden[page.number] = found
        if unseen.beyond:
            self.beyond[page.number] = [_off(text, box, page.number) for text, box in unseen.beyond]

    def _taken(self, page: Page, runs: list[Run]) -> list[Run]:
        """Take runs out of a page, but for those in its tables."""
        tables = [block.bbox for block in page.blocks if runs and block.kind == "table" and block.bbox is not None]
        apart = [run for run in runs if not any(_inside(run, at.x, at.y, at.width, at.height) for at in tables)]
        if len(apart) < len(runs):
            self.tables.append(page.number)
        if apart:
            taken = set(map(id, apart))
            page.runs = [run for run in page.runs if id(run) not in taken]
        return apart

    def put_back(self, sheet: Sheet) -> None:
        """Put into a page's drafts what was taken out of them."""
        for draft in self.hidden.get(sheet.page, ()):
            above = [
                n for n, other in enumerate(sheet.drafts) if other.box.top <= draft.box.top and other.page == draft.page
            ]
            sheet.drafts.insert(above[-1] + 1 if above else 0, draft)
        sheet.drafts += self.beyond.get(sheet.page, ())

    def notices(self) -> Iterator[Notice]:
        """What is not said beside a paragraph."""
        if self.beyond:
            count = sum(len(line.text) for drafts in self.beyond.values() for draft in drafts for line in draft.lines)
            yield Notice("hidden_text", f"{_pages(self.beyond)}: {count} characters off the page were kept aside.")
        if self.tables:
            yield Notice("hidden_text", f"{_pages(self.tables)}: some text in tables is not visible in the document.")


def _pages(numbers: Iterable[int]) -> str:
    held = sorted(set(numbers))
    more = f" and {len(held) - _NAMED} more" if len(held) > _NAMED else ""
    return f"{'page' if len(held) == 1 else 'pages'} {', '.join(map(str, held[:_NAMED]))}{more}"


def _is_tiny(run: Run) -> bool:
    return run.size < _TINY and run.bottom - run.top < _TINY and sum(c.isalpha() for c in run.text) > 1


def _lies_in(run: Run, boxes: Sequence[Box]) -> bool:
    shared = 0.0
    for box in boxes:
        across = min(run.right, box.right) - max(run.left, box.left)
        down = min(run.bottom, box.bottom) - max(run.top, box.top)
        if across > 0 and down > _HALF * min(run.bottom - run.top, box.bottom - box.top):
            shared += across
    return shared > _HALF * max(run.right - run.left, 1.0)


def _inside(run: Run, x: float, y: float, width: float, height: float) -> bool:
    return x <= (run.left + run.right) / 2 <= x + width and y <= (run.top + run.bottom) / 2 <= y + height


def _together(runs: Sequence[Run]) -> Iterator[list[Run]]:
    """Runs in the order of the page, those that stand close below or beside each other in one."""
    group: list[Run] = []
    for run in runs:
        if group and not -1 < run.top - group[-1].top < 1.6 * max(
            run.bottom - run.top, group[-1].bottom - group[-1].top
        ):
            yield group
            group = []
        group.append(run)
    if group:
        yield group


def _draft(lines: list[Line], page: int) -> Draft:
    draft = Draft.of("text", page, lines)
    draft.hidden = True
    return draft


def _shown(text: str, box: Box, page: int) -> Draft:
    """A draft of text that the engine does not give."""
    return _draft([Line(text, *box, size=round(box.bottom - box.top, 1))], page)


def _off(text: str, box: Box, page: int) -> Draft:
    draft = _shown(text, box, page)
    draft.furniture = True
    return draft

r"""What `\ref` and `\cite` print. A label may stand behind what refers to it.

So a mark stands for a reference until the end. The mark holds a NUL, which no text does.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from silcrow.document import Cell, Table
from silcrow.parse.fragment import Fragment
from silcrow.render.tables import markdown

_MARK = re.compile("\0([a-zA-Z]{1,20})\1([^\0]{0,2000})\0")


def referred(command: str, keys: str) -> str:
    """What stands for a reference until all labels are known."""
    return f"\0{command}\1{_clean(keys)}\0"


def cited(keys: str, *, before: str = "", after: str = "") -> str:
    """What stands for a citation, with the words before and after it."""
    before, after = (f"{before} " if before else ""), (f", {after}" if after else "")
    return f"[{before}\0cite\1{_clean(keys)}\0{after}]"


def resolve(
    fragments: Iterable[Fragment], labels: Mapping[str, tuple[str, str]], numbers: Mapping[str, str]
) -> list[Fragment]:
    """The fragments with all references as they are printed."""
    return [_filled(fragment, lambda text: fill(text, labels, numbers)) for fragment in fragments]


def fill(text: str, labels: Mapping[str, tuple[str, str]], numbers: Mapping[str, str]) -> str:
    """A text with all references as they are printed."""
    return _MARK.sub(lambda mark: _shown(mark[1], mark[2], labels, numbers), text) if "\0" in text else text


def _filled(fragment: Fragment, written: Callable[[str], str]) -> Fragment:
    if "\0" not in fragment.text:
        return fragment
    table = fragment.table
    if table is None:
        return replace(fragment, text=written(fragment.text))

    def cells(row: tuple[Cell, ...]) -> tuple[Cell, ...]:
        return tuple(replace(cell, text=written(cell.text)) for cell in row)

    table = Table(cells(table.header), tuple(map(cells, table.rows)), written(table.caption), table.unit)
    return replace(fragment, table=table, text=markdown(table))


def _shown(command: str, keys: str, labels: Mapping[str, tuple[str, str]], numbers: Mapping[str, str]) -> str:
    found = [key.strip() for key in keys.split(",") if key.strip()]
    if command == "cite":
        return ", ".join(numbers.get(key, key) for key in found)
    shown = [labels.get(key, ("", ""))[1] or f"[{key}]" for key in found]
    listed = ", ".join(shown)
    if command == "eqref":
        return f"({listed})"
    name = labels.get(found[0], ("", ""))[0] if found else ""
    if command not in ("autoref", "cref", "Cref", "vref") or not name:
        return listed
    name = name if name.istitle() and command != "cref" else name.capitalize() if command == "Cref" else name
    return f"{name} {listed}"


def _clean(keys: str) -> str:
    return " ".join(keys.replace("\0", "").replace("\1", "").split())[:2000]

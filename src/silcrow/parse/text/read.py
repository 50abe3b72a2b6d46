"""From bytes to Source: the way through the room."""

from silcrow.parse.encoding import decode
from silcrow.parse.fragment import Source
from silcrow.parse.lines import words_of
from silcrow.parse.text.blocks import Blocks
from silcrow.parse.text.printed import lines_of, width_of
from silcrow.parse.text.running import mark_running


def read(data: bytes, *, name: str, password: str | None) -> Source:  # noqa: ARG001 - every reader is called alike
    """All lines of a file, in order; pages where it has form feeds."""
    decoded = decode(data)
    text = decoded.text.strip("\f")
    lines = lines_of(text)
    mark_running(lines)
    fragments = Blocks(width_of(lines), words_of(text.split("\n"), breaks=False)).run(lines)
    pages = text.count("\f") + 1 if "\f" in text else 0
    written = {line.page for line in lines}
    return Source(
        format="text",
        fragments=fragments,
        pages=pages,
        pages_without_text=tuple(page for page in range(1, pages + 1) if page not in written),
        notices=decoded.notices,
    )

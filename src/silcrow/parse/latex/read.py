r"""From bytes to Source: the way through the room.

Bytes are all that is read. A file that takes in others comes here as one text, made by project.py; an `\input` that
still stands in it is named in a notice.
"""

import re

from silcrow.parse.encoding import decode
from silcrow.parse.fragment import Source
from silcrow.parse.latex.references import fill, resolve
from silcrow.parse.latex.sections import with_levels
from silcrow.parse.latex.walk import walk

_HEAD = 20_000  # bytes in which an encoding may be declared
_ENCODING = re.compile(rb"^[^%\n]{0,200}\\usepackage\[([a-z0-9]{2,20})\]\{inputenc\}", re.MULTILINE)
_NAMES = {"latin1": "cp1252", "latin9": "iso-8859-15", "ansinew": "cp1252", "applemac": "mac-roman", "koi8-r": "koi8-r"}
_YEAR = re.compile(r"\d{4}")


def declared_encoding(data: bytes) -> str:
    """The encoding that a source names for itself, by its name in Python, or ""."""
    found = _ENCODING.search(data[:_HEAD])
    name = found[1].decode("ascii") if found else ""
    return _NAMES.get(name, name)


def read(data: bytes, *, name: str, password: str | None) -> Source:  # noqa: ARG001 - every reader is called alike
    """All that a source prints, in order; what it does not print (comments, a drawing's commands) is left out."""
    decoded = decode(data, declared=declared_encoding(data))
    state = walk(decoded.text)
    facts = state.facts
    fragments = resolve(with_levels(state), state.labels, state.cited)
    return Source(
        format="latex",
        fragments=fragments,
        title=fill(facts.title, state.labels, state.cited),
        authors=tuple(dict.fromkeys(one for one in facts.authors if one)),
        date=facts.date if _YEAR.search(facts.date) else "",
        language=facts.language,
        notices=(*decoded.notices, *state.notices),
    )

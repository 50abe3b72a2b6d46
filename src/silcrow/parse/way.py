"""Bytes to a Document: the one order of the stations of this room. Each station is told only what it needs."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath

from silcrow.document import Document
from silcrow.language.detect import detect
from silcrow.parse.flat import pieces
from silcrow.parse.formats import FORMATS, check_size, edition, reader, recipe, with_profile
from silcrow.parse.fragment import Source
from silcrow.parse.headings.decide import decide
from silcrow.parse.oversize import bounded
from silcrow.parse.signs import sniff
from silcrow.parse.tree import grow
from silcrow.profile import Profile

_TEXTS = frozenset({"html", "latex", "markdown", "text"})
_SPOKEN = 40_000  # characters of running text from which the language is told


def parse(
    data: bytes,
    *,
    doc_id: str,
    name: str = "",
    password: str | None = None,
    hint: str = "",
    languages: Sequence[str] = (),
    profiles: Sequence[Profile] = (),
) -> Document:
    """The document that bytes are.

    name        the file's
    hint        a format, which decides between those that are text
    languages   of pages that are pictures; without any, that of the pages that are text, else English
    profiles    of families of documents; the one that holds, if any does, says which headings to expect

    Raises a DocumentError: UnsupportedFormat, Damaged, Encrypted, WrongPassword, TooLarge.
    """
    found = sniff(data, name)
    if hint in _TEXTS and found in _TEXTS:
        found = hint
    check_size(data, name=name, format_name=found)
    options = {"languages": languages} if FORMATS[found].scans else {}
    source = bounded(reader(found)(data, name=name, password=password, **options))
    if not source.language:
        source = replace(source, language=detect(_running_text(source)))
    decided = decide(source, profiles)
    made_by = with_profile(recipe(found, *source.engines), decided.profile)
    stream, said = pieces(decided.stream)
    return grow(
        stream,
        replace(source, notices=(*source.notices, *said)),
        doc_id=doc_id,
        edition=edition(data, made_by),
        recipe=made_by,
        stem=PurePath(name).stem,
    )


def _running_text(source: Source) -> str:
    """Enough text of the document to tell its language, from its beginning, middle and end."""
    texts = [fragment.text for fragment in source.fragments if fragment.kind == "text" and not fragment.furniture]
    if sum(map(len, texts)) <= _SPOKEN:
        return "\n".join(texts)
    chosen: list[str] = []
    for third in range(3):
        size = 0
        for text in texts[third * len(texts) // 3 :]:
            chosen.append(text[: _SPOKEN // 3])
            size += len(text)
            if size > _SPOKEN // 3:
                break
    return "\n".join(chosen)

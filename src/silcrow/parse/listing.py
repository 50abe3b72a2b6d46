"""Lists of contents in formats with explicit headings: what stands below a heading "Contents" is marked.

Such lines head nothing and prove nothing. Contents pages on paper are read by form, in contents.py.
"""

import re
from collections.abc import Iterable
from dataclasses import replace

from silcrow.parse.fragment import Fragment

_TITLE_LIST = (
    "contents|table of contents|brief contents|detailed contents|contents page|toc|inhalt|inhaltsverzeichnis|"
    "table des matières|sommaire|índice|índice general|tabla de contenidos|contenido|indice|sommario|índice geral|"
    "sumário|inhoud|inhoudsopgave|innehåll|innehållsförteckning|indhold|indholdsfortegnelse|innhold|sisällys|"
    "sisällysluettelo|spis treści|obsah|tartalomjegyzék|cuprins|içindekiler|оглавление|содержание|зміст|"
    "περιεχόμενα|目录|目錄|目次|目 录|目 次|차례|목차|المحتويات|תוכן העניינים"
)
_TITLES = frozenset(_TITLE_LIST.split("|"))
_AROUND = re.compile(r"[\W_]+")
_LONGEST_ENTRY = 200  # characters of one line of a contents list


def is_contents_title(text: str) -> bool:
    """Whether a heading is "Contents" in some language, whatever its case and the marks around it."""
    return len(text) <= 60 and _AROUND.sub(" ", text).strip().casefold() in _TITLES


def mark_contents(fragments: Iterable[Fragment]) -> list[Fragment]:
    """The same fragments; those that list the contents, below a heading that says so, carry the clue."""
    found = []
    inside = False
    for fragment in fragments:
        if fragment.clues.level is not None:
            inside = is_contents_title(fragment.text)
            found.append(fragment)
        elif inside and not fragment.furniture and _is_list(fragment):
            found.append(replace(fragment, clues=replace(fragment.clues, contents=True)))
        else:
            found.append(fragment)
    return found


def _is_list(fragment: Fragment) -> bool:
    """Whether it lists headings: list paragraphs, tables, and short lines that are no sentences."""
    if fragment.kind in ("list", "table", "code"):
        return True
    lines = fragment.text.split("\n")
    return all(len(line) <= _LONGEST_ENTRY and not line.endswith((".", "。", ":")) for line in lines)

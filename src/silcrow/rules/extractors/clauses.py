"""Words as they stand: whole paragraphs, the sentences that hold certain words, the entries of lists."""

from collections.abc import Iterator, Sequence

from silcrow.finding import Value
from silcrow.rules.ground import Line
from silcrow.rules.ruleset import Extract


def texts(lines: Sequence[Line], told: Extract) -> Iterator[Value]:
    """Each paragraph that holds one of the words; each, where none are given."""
    for line in lines:
        if not told.words or any(line.holding(told.words)):
            yield _value(line, 0, len(line.text))


def clauses(lines: Sequence[Line], told: Extract) -> Iterator[Value]:
    """Each sentence that holds one of the words."""
    for line in lines:
        for start, end in line.holding(told.words):
            yield _value(line, start, end)


def entries(lines: Sequence[Line], told: Extract) -> Iterator[Value]:
    """Each entry of a list that holds one of the words."""
    for line in lines:
        if line.paragraph.kind == "list" and (not told.words or any(line.holding(told.words))):
            yield _value(line, 0, len(line.text))


def _value(line: Line, start: int, end: int) -> Value:
    return Value(line.text[start:end], line.cited(start, end))

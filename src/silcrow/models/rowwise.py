"""MiniLM's file changed so that it is loaded sooner; what comes out of it stays the same to the last bit.

The weights are int8 with a scale for each row, and the file turns all of them into floats before anything is looked up:
half of them are vectors of 30,522 word pieces, of which a text has at most 128. Here the rows of a text are looked up
first and only these are turned into floats. The nodes that do so lie at known places of a file whose hash is known, and
as many bytes are put in their place, so that nothing else moves (ONNX: NodeProto, GraphProto).
"""

from collections.abc import Sequence

_TABLE = "inner.embeddings.word_embeddings.weight"
_UNFOLDING = slice(28, 364)  # two nodes: the whole table as floats, times its scales
_LOOKING_UP = slice(5018, 5120)  # the node that takes a text's rows out of that
_INPUT, _OUTPUT, _NAME, _OPERATOR, _ATTRIBUTE = 1, 2, 3, 4, 5  # of a node
_NODE, _REMARK = 1, 10  # of a graph
_TO_FLOAT = b"\n\x02to\x18\x01\xa0\x01\x02"


def row_by_row(weights: bytes) -> bytes:
    """The file, reading of the table of word pieces only what a text needs."""
    nodes = b"".join(
        (
            _node("Gather", (f"{_TABLE}_q", "input_ids"), "rows"),
            _node("Gather", (f"{_TABLE}_scale", "input_ids"), "scales"),
            _node("Cast", ("rows",), "floats", _TO_FLOAT),
            _node("Mul", ("floats", "scales"), "embedding"),
        )
    )
    first, last = _UNFOLDING, _LOOKING_UP
    parts = (
        weights[: first.start],
        nodes,
        _remark(first.stop - first.start - len(nodes)),
        weights[first.stop : last.start],
        _remark(last.stop - last.start),
        weights[last.stop :],
    )
    return b"".join(parts)


def _node(operator: str, inputs: Sequence[str], output: str, attribute: bytes = b"") -> bytes:
    named = [*((_INPUT, one) for one in inputs), (_OUTPUT, output), (_NAME, f"{output} row by row")]
    fields = [_field(number, text.encode()) for number, text in (*named, (_OPERATOR, operator))]
    return _field(_NODE, b"".join([*fields, _field(_ATTRIBUTE, attribute) if attribute else b""]))


def _remark(size: int) -> bytes:
    """So many bytes that say nothing."""
    return _field(_REMARK, b" " * (size - 2))


def _field(number: int, content: bytes) -> bytes:
    """A field of up to 127 bytes, as protocol buffers write it."""
    return bytes((number << 3 | 2, len(content))) + content

"""Documents to read through, and what a reader notes of them."""

from silcrow.library import Library

THESIS = """# 1 Water

This book is about harbours. Chapter 2 describes how tides were measured, and Section 3 presents what was found.

The purpose of the book is to say when a harbour is safe.

# 2 Method

The tide gauge was read at noon each day for 12 years. "Tide" means the rise of the sea.

A second gauge failed in 1990.

# 3 Results

Tides rose by 4 % in ten years. The tide gauge shows 12 metres at most.

A harbour of less than 3 metres is not safe.

# 4 What it means

We have shown that tides rise. In conclusion, harbours must be deeper; further work is needed on storms.

# References

[1] Thorne, A. (1990). Tides of the north. Corran Press.

[2] Hale, B. (2001). Gauges. Corran Press.
"""

CUT = {"max_tokens": 60, "min_tokens": 0, "overlap": 10}

NOTE = """It says how the tide was measured.

## Key claims
- The gauge was read daily [1]
- It was read at night [2]

## Quotes
- thesis:2:1 "The tide gauge was read at noon each day"
- thesis:2:1 "The tide gauge was read at midnight each night"
"""


def put(library: Library, text: str = THESIS, *, doc_id: str = "thesis", address: str = "/thesis.md") -> str:
    """Add a text as a document."""
    return library.add(text.encode(), doc_id=doc_id, address=address).record.doc_id

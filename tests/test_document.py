"""Documents are values; make_document writes one down as text."""

import dataclasses

import pytest

from silcrow.document import Cell, Table
from silcrow.place import Region
from silcrow.testing import make_document

TEXT = """
Before.

# [Item 1A.] Risk Factors
=== page 3

First of the risks.
It has two lines.

- one
- two

## 1.2 Tides {.4}
~ Annual Report   17

| Month | Height |
| --- | --- |
| May | 4.1 |

=== page 4

```
code
```
"""


def test_a_document_is_written_down_as_text():
    document = make_document(TEXT, doc_id="report")
    assert [(s.sec_id, s.label, s.title, s.level, s.confidence) for s in document.sections] == [
        ("front", "", "", 1, 1.0),
        ("item-1a", "Item 1A", "Risk Factors", 1, 1.0),
        ("1.2", "1.2", "Tides", 2, 0.4),
    ]
    assert document.sections[2].path == ("Item 1A. Risk Factors", "1.2 Tides")
    assert [(p.kind, p.text) for p in document.paragraphs] == [
        ("text", "Before."),
        ("text", "First of the risks.\nIt has two lines."),
        ("list", "- one"),
        ("list", "- two"),
        ("table", "| Month | Height |\n| --- | --- |\n| May | 4.1 |"),
        ("code", "code"),
    ]
    assert document.paragraphs[4].table == Table((Cell("Month"), Cell("Height")), ((Cell("May"), Cell("4.1")),))
    assert [p.regions for p in document.paragraphs[-2:]] == [(Region(3),), (Region(4),)]
    assert [(f.text, f.position) for f in document.furniture] == [("Annual Report   17", 6)]
    assert document.health.doubtful == ("1.2",)


def test_a_document_cannot_be_changed():
    document = make_document("# A\n\ntext")
    with pytest.raises(dataclasses.FrozenInstanceError):
        document.title = "B"
    with pytest.raises(dataclasses.FrozenInstanceError):
        document.sections[0].count = 5


def test_equal_text_is_an_equal_document():
    assert make_document(TEXT) == make_document(TEXT)
    assert make_document(TEXT) != make_document(TEXT, doc_id="other")

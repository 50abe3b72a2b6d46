"""Citations of an old edition, proven against the new one: pointed anew by their letters, or said to be gone."""

from silcrow import open_library, wire

OLD = """# Rules

## 1.1 Berths

A berth is given for one night, by the harbour master.

## 1.2 Fees

A fee of ten pounds is paid before noon.

Boats above 12 metres pay twice as much.
"""
NEW = """# Rules

## 1.1 Tides

The tide gauge is read at noon.

## 1.2 Berths

A berth is given for one night, by the harbour master.

## 1.3 Fees

A fee of twelve pounds is paid before noon.

Nobody waits. Boats above 12 metres pay twice as much.
"""


def test_an_answer_to_an_old_edition_is_pointed_anew_and_what_is_gone_is_said() -> None:
    quotes = {
        "rules:1.1:1": "A berth is given for one night, by the harbour master.",
        "rules:1.2:1": "A fee of ten pounds is paid before noon.",
        "rules:1.2:2": "Boats above 12 metres pay twice as much.",
    }
    text = "Berths are given for one night [1]. A fee is paid before noon [2]. Boats above 12 metres pay twice [3]."
    answer = {"text": text, "citations": [{"place": place, "quote": quote} for place, quote in quotes.items()]}
    with open_library(ephemeral=True) as library:
        library.add(OLD.encode(), doc_id="rules", address="/rules.md")
        before = library.verify(answer)
        assert before.proven
        assert [citation.verdict for citation in before.citations] == ["verified"] * 3
        library.add(NEW.encode(), doc_id="rules", address="/rules.md")
        after = library.verify(wire.answer(before))
    found = [(citation.verdict, citation.place, citation.given) for citation in after.citations]
    assert found == [
        ("moved", "rules:1.2:1", "rules:1.1:1"),
        ("unsupported", "rules:1.2:1", ""),
        ("moved", "rules:1.3:2", "rules:1.2:2"),
    ]
    assert [claim.state for claim in after.claims] == ["supported", "unsupported", "supported"]
    assert [notice.code for notice in after.notices] == ["moved", "moved"]

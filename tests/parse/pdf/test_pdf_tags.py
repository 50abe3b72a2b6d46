from make_pdf import BODY
from make_tagged import Line, tagged_pdf

from silcrow.parse import parse

PLAIN: list[Line] = [("P", line) for line in BODY]


def headings(data: bytes) -> list[tuple[int, str, str]]:
    document = parse(data, doc_id="d", name="t.pdf")
    return [(s.level, s.heading, s.evidence[0]) for s in document.sections if s.heading]


def test_tags_make_headings_of_lines_that_look_like_text():
    first: list[Line] = [("H1", "Rules of the quay"), *PLAIN, ("H2", "Where ships lie"), *PLAIN]
    second: list[Line] = [("H2", "Who keeps the register"), *PLAIN, ("H1", "Fees and charges"), *PLAIN]
    assert headings(tagged_pdf(first, second)) == [
        (1, "Rules of the quay", "tag"),
        (2, "Where ships lie", "tag"),
        (2, "Who keeps the register", "tag"),
        (1, "Fees and charges", "tag"),
    ]


def test_tags_of_a_file_that_does_not_say_it_is_tagged_are_not_read():
    assert headings(tagged_pdf([("H1", "Rules of the quay"), *PLAIN], marked=False)) == []


def test_a_running_head_that_is_tagged_as_a_heading_is_none():
    pages: list[list[Line]] = [[("H1", "The harbour of Skerry"), *PLAIN[: n + 1]] for n in range(4)]
    assert headings(tagged_pdf(*pages)) == []


def test_tags_that_call_everything_a_heading_are_not_believed():
    pages: list[list[Line]] = [
        [("H2", f"{line} ({n})".replace("(", "").replace(")", "")) for line in BODY] for n in (1, 2)
    ]
    assert headings(tagged_pdf(*pages)) == []

"""Forms in which models give their answers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow.agent.draft import coerced, of_text

BODY = "The fee is ten [1], paid on arrival [2]."
FORMS = {
    "as asked for": '[1] h:1:1 "Ten"\n[2] h:2:4 "On arrival"',
    "curly quotes": "[1] h:1:1 “Ten”\n[2] h:2:4 „On arrival“",
    "guillemets": "[1] h:1:1 «Ten»\n[2] h:2:4 «On arrival»",
    "colons and dashes": '[1]: h:1:1: "Ten"\n[2]: h:2:4 — "On arrival"',
    "a list under a heading": '## Citations\n\n- [1] h:1:1 "Ten"\n- [2] h:2:4 "On arrival"',
    "places in ticks": '---\n**Sources:**\n[1] `h:1:1` "Ten"\n[2] (h:2:4) "On arrival"',
    "the quote on a line of its own": '[1] h:1:1\n"Ten"\n\n[2] h:2:4\n"On arrival"',
    "a page behind it": '[1] h:1:1 "Ten" (p. 4)\n[2] h:2:4 "On arrival".',
}


@pytest.mark.parametrize("lines", FORMS.values(), ids=FORMS)
def test_citations_are_read_in_every_form(lines: str):
    draft = of_text(f"{BODY}\n\n{lines}")
    assert draft.text == BODY
    assert [(one.marker, one.place, one.quote) for one in draft.citations] == [
        (1, "h:1:1", "Ten"),
        (2, "h:2:4", "On arrival"),
    ]


def test_a_quote_goes_on_over_lines_and_keeps_the_quotes_inside_it():
    draft = of_text('A row [1].\n\n[1] h:1:1 "| a | b |\n| c | d |"\n[2] h:2:1 "He said “no” twice"')
    assert [one.quote for one in draft.citations] == ["| a | b |\n| c | d |", "He said “no” twice"]


def test_a_text_without_citations_is_only_text():
    draft = of_text("See [1]: nothing.\n\n[1] Report of the year 2023")
    assert (draft.text, draft.citations) == ("See [1]: nothing.\n\n[1] Report of the year 2023", ())


@pytest.mark.parametrize("text", ["Not found: who built it.", "**Not found:** it", "# Not found\n\nIt."])
def test_not_found_is_an_answer(text: str):
    assert of_text(text).finds_nothing


@pytest.mark.parametrize("text", ["The fee is ten.\nNot found: when.", "", "Nothing"])
def test_what_is_only_in_part_not_found_is_not(text: str):
    assert not of_text(text).finds_nothing


def test_a_list_as_a_json_string_is_the_list():
    assert coerced('[{"place": "a"}]') == [{"place": "a"}]
    for other in ("no list", '{"a": 1}', 5, None, ["a"], "[" * 100_000):
        assert coerced(other) == other


@pytest.mark.parametrize(
    "text",
    [
        '{"text": "A [1].", "citations": [{"place": "h:1:1", "quote": "Ten"}]}',
        '```json\n{"text": "A [1].", "citations": [{"place": "h:1:1", "quote": "Ten", "page": 3}]}\n```',
        '```\n{"text": "A [1].", "citations": "[{\\"place\\": \\"h:1:1\\", \\"quote\\": \\"Ten\\"}]"}\n```',
    ],
)
def test_an_answer_written_as_json_is_read(text: str):
    draft = of_text(text)
    assert (draft.text, [(one.place, one.quote) for one in draft.citations]) == ("A [1].", [("h:1:1", "Ten")])


@pytest.mark.parametrize(
    "text", ['{"text": 5}', '{"text": "a", "citations": [5]}', '{"text": "a", "citations": {}}', "{"]
)
def test_json_that_is_no_answer_is_text(text: str):
    assert of_text(text).text == text


@given(st.text(alphabet='[1]h:2 "“”«`()-*\n{}ab', max_size=300))
def test_any_text_can_be_read(text: str):
    draft = of_text(text)
    assert len(draft.text) <= len(text.strip())
    assert all(one.place and 0 <= one.marker < 1000 for one in draft.citations)


def test_long_lines_are_read_in_linear_time():
    for line in ("[1] " + ":" * 20_000, "[1] h:" + "x:" * 9_000, "[1] h:1 " + '"' * 19_000, "```{" * 5_000):
        of_text(line)

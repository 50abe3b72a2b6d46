"""Where sentences end: one case a line, sentences divided by ` ¦ `; and what holds for any text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clock import cpu
from silcrow.language.sentences import sentences

CASES = """
It rained. ¦ We stayed in.
Sales grew 3.5% in 2022. ¦ Costs fell to $1,749.50 million.
Mr. Jones met Dr. A. B. Lee in St. Louis. ¦ They talked.
Apple Inc. sold phones. ¦ The Company owns Apple Sales Ltd. ¦ The rest is in the U.S. Treasury building.
See No. 5 and Fig. 3 of Sec. 2(b). ¦ Nothing else applies.
The vote was no. ¦ Nobody asked why.
5.2. Scope of the licence. ¦ The licence covers use.
A. Background. ¦ The parties met in May.
ii. Fees are due on Jan. 31 of each year. ¦ Late fees accrue.
What is due? ¦ All of it! ¦ "Why?" he asked. ¦ "Because it is." ¦ She left.
He waited ... and left. ¦ Then nothing … ¦ She came back.
(The first one is here.) ¦ The second is not.
It stayed open (see Note 4. It is long) until May. ¦ Then it closed.
Revenue rose.[12] ¦ It fell later.(3) ¦ Costs were flat.² ¦ Taxes were paid.3 ¦ The rest was kept.
Call TLS_HANDSHAKE_FAILED in v. 1.0.21 of openssl.org today. ¦ Restart.
The rate was .5 percent. ¦ The fee was 5. ¦ A charge applies.
Smith et al. reported 12 mg vs. 14 mg, i.e. Two doses, e.g. Aspirin. ¦ However, others differ.
Der Vertrag gilt ab dem 5. März 2020 gem. Abs. 3. ¦ Er endet z.B. Ende Mai.
会社は成長した。 ¦ 売上は1,749百万円です！ ¦ 「そうだ。」と述べた。 ¦ 終わり
第五章规定了风险。 ¦ “是的。” ¦ 他走了。
It is in the U.K. ¦ It costs 5 p.m. fares. ¦ It opens at 5 p.m. ¦ We close at six.
It was sold to IBM. ¦ Revenue rose in the U.S. ¦ But J.R. Smith and J.-P. Sartre left.
Fees as of Dec. 31, 2022 and Sept. 30, 2021 are shown in Item 7. ¦ They are due.
"""


@pytest.mark.parametrize("case", [line for line in CASES.splitlines() if line])
def test_a_sentence_ends_where_a_reader_ends_it(case: str) -> None:
    want = case.split(" ¦ ")
    text = " ".join(want)
    assert [text[a:b] for a, b in sentences(text)] == want


def test_a_blank_line_and_a_list_entry_begin_a_sentence() -> None:
    text = "We sell: \n• cars\n• parts, e.g. tyres\n(a) the rest\n2) more Inc.\n\nNothing else is\nsold"
    assert [text[a:b] for a, b in sentences(text)] == [
        "We sell:",
        "• cars",
        "• parts, e.g. tyres",
        "(a) the rest",
        "2) more Inc.",
        "Nothing else is\nsold",
    ]


def test_a_wrapped_line_that_begins_with_a_number_begins_no_sentence() -> None:
    text = "It is closed above force\n7. Work stops."
    assert [text[a:b] for a, b in sentences(text)] == ["It is closed above force\n7.", "Work stops."]


def test_cjk_sentences_need_no_space_between_them() -> None:
    text = "売上は増えた。利益は減った。「はい。」と答えた。"
    assert [text[a:b] for a, b in sentences(text)] == ["売上は増えた。", "利益は減った。", "「はい。」と答えた。"]


def test_empty_text_has_no_sentence() -> None:
    assert sentences("") == []
    assert sentences(" \n\t ") == []


@given(st.text(alphabet='aB1 .!?\n()"”。」と•…', max_size=120))
def test_only_white_space_lies_between_sentences(text: str) -> None:
    at = 0
    for start, end in sentences(text):
        assert at <= start < end
        assert not text[at:start].strip()
        assert text[start:end] == text[start:end].strip()
        at = end
    assert not text[at:].strip()


@pytest.mark.parametrize("unit", ["(a. B ", ". ", "\n", "。「", "... ", "(", "A.", "x"])
def test_time_grows_no_faster_than_the_text(unit: str) -> None:
    def cost(times: int) -> float:
        text = unit * times
        return cpu(lambda: sentences(text))

    assert cost(80_000) < 60 * cost(4_000) + 0.05

"""What counts as a word: one case a line, its forms after the arrow."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clock import cpu
from silcrow.language.words import LONGEST, sequence, words

CASES = """
Risk, "RISK" (risk)! → risk risk risk
1,749 1749 1'749 → 1749 1749 1749
$1,749.50 and 12,34,567 → 1749.50 and 1234567
see 1.0.21 or v1.0.21 → see 1.0.21 or v1.0.21 1.0.21
openssl-1.0.21 → openssl1.0.21 openssl 1.0.21
TLS_HANDSHAKE_FAILED → tls_handshake_failed tls handshake failed
TS 24.008 → ts 24.008
FY 22 fiscal 2022 → fy22 2022 fy 22 fiscal 2022
10mg 5km 401k 3a → 10mg 10 mg 5km 5 km 401k 3a
5.2(b)(iii) 10(a) 401(k) → 5.2(b)(iii) 5.2 10(a) 10 401(k) 401
FY22 FY2022 2Q23 Q3FY19 → fy22 2022 fy2022 2022 2q23 2023 q3fy19 2019
co-branding e-mail → cobranding co branding email mail
10-K 2019-2020 → 10k 10 2019-2020 2019 2020
AT&T PP&E → at&t at pp&e pp
U.S. law → us u.s law
the company's plan → the company plan
ﬁnance Ｗｉｄｅ → finance wide
__init__ ____ foo_ → init foo
第五章 → 第 五 章 第五 五章
GPUの → gpu の
ﾊﾟｿ → パ ソ パソ
ประเทศ → ป ร ะ เ ท ศ ปร ระ ะเ เท ทศ
हिन्दी → हिन्दी
→
... -- "" →
"""


@pytest.mark.parametrize("case", [line for line in CASES.splitlines() if line])
def test_words_have_these_forms(case: str) -> None:
    text, _, want = case.partition("→")
    assert [word.text for word in words(text)] == want.split()


def test_unseen_characters_and_hard_spaces_are_seen_through() -> None:
    assert [word.text for word in words("exam\u00adple 1\u00a0749")] == ["example", "1749"]


def test_a_form_knows_where_it_stands() -> None:
    text = "See TLS_HANDSHAKE and 第五, No. 1,749."
    assert [(word.text, text[word.start : word.end]) for word in words(text)] == [
        ("see", "See"),
        ("tls_handshake", "TLS_HANDSHAKE"),
        ("tls", "TLS"),
        ("handshake", "HANDSHAKE"),
        ("and", "and"),
        ("第", "第"),
        ("五", "五"),
        ("第五", "第五"),
        ("no", "No"),
        ("1749", "1,749"),
    ]


def test_a_phrase_is_compared_by_one_form_a_token() -> None:
    assert sequence("Version v1.0.21, co-branding: 第五") == ["version", "v1.0.21", "cobranding", "第", "五"]


@given(st.text(max_size=80) | st.text(alphabet="a1.,-('’)_b&/漢か\u00ad\u0301 F0", max_size=40))
def test_every_form_stands_inside_the_text_and_is_bounded(text: str) -> None:
    for word in words(text):
        assert 0 <= word.start < word.end <= len(text)
        assert 0 < len(word.text) <= LONGEST


@pytest.mark.parametrize("unit", ["a-", "1,", "1,234", "1(b)", "1.1.", "漢", "x_", "é", "a'"])
def test_time_grows_no_faster_than_the_text(unit: str) -> None:
    def cost(times: int) -> float:
        return cpu(lambda: words(unit * times), runs=3)

    assert cost(32_000) < 8 * 4 * max(cost(4_000), 0.002)

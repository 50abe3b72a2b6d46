"""What folding makes one, what it leaves apart, and the way back to the source."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow.language.folding import fold, fold_case, fold_with_map

SAME = [
    ("ﬁnance and ﬂow", "finance and flow"),
    ("“curly” ‘quotes’, it’s", "\"curly\" 'quotes', it's"),
    ("«guillemets» 「角」", '"guillemets" "角"'),
    ("2019–2020 — a dash − minus", "2019-2020 - a dash - minus"),
    ("exam\u00adple zero\u200bwidth \ufeffbom", "example zerowidth bom"),
    ("non\u00a0breaking \u2009 thin\n\tline", "non breaking thin line"),
    ("space \u200b \u200bspace", "space space"),
    ("cafe\u0301", "café"),
    ("Ｆｕｌｌ　ｗｉｄｔｈ", "Full width"),
    ("ﾊﾟｿｺﾝ", "パソコン"),
    ("wait…", "wait..."),
    ("⑴ ①", "(1) 1"),
]


@pytest.mark.parametrize("printed, plain", SAME)
def test_typographic_variants_are_made_one(printed: str, plain: str) -> None:
    assert fold(printed) == plain
    assert fold(plain) == plain


@pytest.mark.parametrize("text", ["10²", "1½ cups", "CO₂", "Acme™", "revenue¹", "straße", "İ", "a¨ b"])
def test_what_would_become_another_word_or_number_is_left_alone(text: str) -> None:
    assert fold(text) == text


def test_case_is_kept_unless_asked() -> None:
    assert fold("Item 1A. RISK") == "Item 1A. RISK"
    assert fold_case("Item 1A. STRASSE") == fold_case("item 1a. Straße") == "item 1a. strasse"


def test_the_map_leads_back_to_the_source() -> None:
    source = "The  “ﬁnal” exam\u00adple"
    folded = fold_with_map(source)
    assert folded.text == 'The "final" example'
    assert list(folded.offsets) == [0, 1, 2, 3, 5, 6, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17, 18, 19, 20]
    start = folded.text.index("final")
    assert source[slice(*folded.source(start, start + 5))] == "ﬁnal"


def test_half_a_ligature_leads_back_to_the_whole_of_it() -> None:
    folded = fold_with_map("eﬀort")
    assert folded.text == "effort"
    assert folded.source(1, 2) == (1, 2)
    assert folded.source(0, 2) == (0, 2)
    assert folded.source(2, 4) == (1, 3)
    assert folded.source(3, 3) == (2, 2)


@given(st.text(alphabet="aé1 \n\u00a0\u00ad\u200bﬁ“’—²½가\u1100\u1161ﾊﾟ漢\u0301…x", max_size=60))
def test_the_map_agrees_with_fold_and_never_goes_back(text: str) -> None:
    folded = fold_with_map(text)
    assert folded.text == fold(text)
    offsets = list(folded.offsets)
    assert len(offsets) == len(folded.text) + 1
    assert offsets == sorted(offsets)
    assert offsets[-1] == len(text)
    assert "  " not in folded.text


@given(st.text(max_size=200))
def test_any_text_folds_and_folds_to_itself_without_unseen_characters(text: str) -> None:
    seen = "".join(c for c in text if c not in "\u00ad\u034f" and not "\u2000" <= c <= "\u206f")
    assert fold(fold(seen)) == fold(seen)
    assert fold_with_map(text).text == fold(text)

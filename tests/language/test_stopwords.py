"""Which language a text is in."""

import pytest

from silcrow.language.stopwords import STOPWORDS, language_of

TEXTS = {
    "en": "The licence is granted to the buyer, and it may not be sold or given to any other person without consent.",
    "de": "Der Vertrag wird auf unbestimmte Zeit geschlossen und kann von beiden Seiten gekündigt werden.",
    "fr": "Le contrat est conclu pour une durée de deux ans et il est renouvelé par les parties dans les mêmes termes.",
    "es": "El contrato se celebra por un plazo de dos años y se renueva por las partes.",
    "it": "Il contratto è concluso per una durata di due anni e non può essere rinnovato.",
    "pt": "O contrato é celebrado por um prazo de dois anos e não pode ser renovado pelas partes que o assinaram.",
    "nl": "De overeenkomst wordt voor twee jaar gesloten en kan niet door een van beide verlengd worden.",
    "sv": "Avtalet gäller för en period av två år och kan inte förlängas av den som har sagt upp det till en annan.",
    "ja": "第五章では、リスクについて説明します。売上は増加した。",
    "zh": "第五章规定了风险管理。公司应当每年披露。",
    "ko": "제5장은 위험을 설명한다.",
    "ru": "Договор заключён на два года.",
    "": "SKU 4711 4712 4713",
}


@pytest.mark.parametrize("language, text", TEXTS.items())
def test_a_sentence_or_two_tells_its_language(language: str, text: str) -> None:
    assert language_of(text) == language


def test_a_foreign_name_does_not_change_the_language() -> None:
    assert language_of(TEXTS["en"] * 3 + " 東京 " + "Москва") == "en"


def test_question_words_carry_no_subject() -> None:
    assert {"what", "which", "does"} <= STOPWORDS["en"]
    assert {"was", "welche"} <= STOPWORDS["de"]

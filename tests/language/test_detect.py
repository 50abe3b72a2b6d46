"""Languages by script and stop words."""

import pytest

from silcrow.language.detect import detect

SAMPLES = {
    "en": "A berth is given for one night and it may be taken by another boat.",
    "de": "Der Liegeplatz wird für eine Nacht vergeben und ist nicht übertragbar.",
    "fr": "Le poste est donné pour une nuit et les bateaux qui restent paient dans la journée.",
    "es": "El amarre se da por una noche y los barcos que se quedan pagan más.",
    "it": "Il posto è dato per una notte e le barche che non partono pagano di più.",
    "pt": "O lugar é dado por uma noite e os barcos que não saem pagam mais.",
    "nl": "De ligplaats wordt voor een nacht gegeven en is niet over te dragen.",
    "pl": "Miejsce jest dane na jedną noc i nie może być przekazane przez nikogo.",
    "ru": "Место даётся на одну ночь, и его нельзя передать.",
    "uk": "Місце дається на одну ніч, і його не можна передати.",
    "el": "Η θέση δίνεται για μία νύχτα.",
    "ja": "係留は一晩とし、料金は門で支払う。",
    "zh": "泊位每晚分配一次，费用在门口支付。",
    "ko": "정박지는 하룻밤 동안 제공된다.",
    "ar": "يُعطى المرسى لليلة واحدة.",
    "he": "המעגן ניתן ללילה אחד.",
}


@pytest.mark.parametrize("language", SAMPLES)
def test_a_sentence_tells_its_language(language: str):
    assert detect(SAMPLES[language]) == language


def test_an_english_text_with_chinese_names_is_english():
    assert detect("The treaty was signed by 李明 and 王伟 in the city, and it is kept by the office.") == "en"


@pytest.mark.parametrize("text", ["", "1,749 2.5", "Liquidity", "xyzzy plugh"])
def test_too_little_text_has_no_language(text: str):
    assert detect(text) == ""

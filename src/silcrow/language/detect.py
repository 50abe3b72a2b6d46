"""Which language a text is in, by its script and its stop words. Knows characters and short words only.

Good for choosing a stemmer and for naming the language of a document; a text of a few words gets no answer.
"""

import re
from collections import Counter

_SAMPLE = 30_000  # characters looked at, from the beginning, the middle and the end
_FEWEST = 2  # stop words below this are chance

# Short, frequent words; one that is as frequent in another language here (de, la, en, die) weighs less through the sum.
_STOP_WORDS = {
    "en": "the of and to in is that for it as with was on be by this are from or which not have an at shall any",
    "de": "der die und das ist nicht den von mit des ein eine dem für auf sich auch wird als im zu werden oder bei",
    "fr": "la de le les et des est une du dans qui que pour pas par sur au avec ce sont plus aux ou cette ne leur être",
    "es": "la de el los y las del que una por con para es no se su como más al lo este son esta sus entre fue ser",
    "it": "la il di che è della per una sono del non con gli dei nel alla si le dal anche delle ha come più questo",
    "pt": "de o os e do da que não uma em para com dos das por é ao se no na mais como são pelo ou foi sua pela",
    "nl": "het een van en de dat niet is op te voor met zijn er aan ook worden door bij of deze wordt naar maar",
    "sv": "och att det som en är på för av med den till inte om har de ett eller från kan vara ska detta var",
    "da": "og at det er en til af på for med den ikke de som et har der kan eller fra skal blev denne være ved",
    "no": "og å det er en til av på for med den ikke som et har der kan eller fra skal ble denne være ved jeg",
    "fi": "ja on ei se että joka ovat oli mutta myös sekä tai kun niin hän ole voi olla mukaan sen ne kuin jos",
    "pl": "i w na z się nie do to że jest od o przez dla oraz po jak lub są może być jego które który a",
    "cs": "a v na se je že s z o do k i ve pro za by ale jako jsou nebo při které být jeho podle tak není",
    "hu": "a az és hogy nem is egy meg ez de van volt csak már mint vagy kell azt lehet ha még amely el",
    "ro": "și în de la cu pe este nu că din pentru care o un mai sau au fost prin ale sunt se al a",
    "tr": "ve bir bu da de için ile olarak olan daha çok en gibi kadar ne her veya değil sonra olduğu ise",
}
_WORDS = {language: frozenset(words.split()) for language, words in _STOP_WORDS.items()}
_WORD = re.compile(r"[^\W\d_]+")

# (language, its letters, its share of all letters from which it is the answer), in this order.
_SCRIPTS = (
    ("ja", re.compile(r"[\u3041-\u30ff]"), 0.1),
    ("ko", re.compile(r"[\uac00-\ud7af\u1100-\u11ff]"), 0.3),
    ("zh", re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]"), 0.3),
    ("uk", re.compile(r"[\u0456\u0457\u0454\u0491]"), 0.02),
    ("ru", re.compile(r"[\u0400-\u04ff]"), 0.5),
    ("el", re.compile(r"[\u0370-\u03ff]"), 0.5),
    ("he", re.compile(r"[\u0590-\u05ff]"), 0.5),
    ("fa", re.compile(r"[\u067e\u0686\u0698\u06af]"), 0.01),
    ("ar", re.compile(r"[\u0600-\u06ff]"), 0.5),
    ("hi", re.compile(r"[\u0900-\u097f]"), 0.5),
    ("th", re.compile(r"[\u0e00-\u0e7f]"), 0.5),
)


def detect(text: str) -> str:
    """The ISO 639-1 code of the language most of the text is in, or "" where that cannot be told."""
    sample = _sample(text)
    if not sample.isascii():
        letters = sum(len(word) for word in _WORD.findall(sample))
        for language, script, share in _SCRIPTS:
            if letters and len(script.findall(sample)) >= share * letters:
                return language
    words = Counter(_WORD.findall(sample.casefold()))
    found = {language: sum(words[w] for w in known) for language, known in _WORDS.items()}
    best, second = sorted(found, key=lambda language: (-found[language], language))[:2]
    return best if found[best] >= _FEWEST and found[best] > found[second] else ""


def _sample(text: str) -> str:
    if len(text) <= _SAMPLE:
        return text
    third = _SAMPLE // 3
    middle = len(text) // 2
    return f"{text[:third]} {text[middle : middle + third]} {text[-third:]}"

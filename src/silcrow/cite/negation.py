"""Whether a claim denies what its quotes do not, or the reverse. Words are compared, not meaning: only a flag."""

import re
from collections.abc import Sequence

from silcrow.answer import Fault
from silcrow.language.folding import fold_case
from silcrow.language.sentences import sentences

_NOT = re.compile(
    r"\b(?:not|no|never|none|nor|neither|nobody|nothing|without|cannot|unable|fail(?:s|ed)? to|lacks?|\w+n't"
    r"|nicht|kein\w*|nie|niemals|ohne|weder|pas|aucune?|jamais|sans|nunca|ningun[ao]?|sin|jamás|non|senza|niet|geen)\b"
    r"|[不没沒未无無非]|ない|なかった|ません|せず",
)
_WORD = re.compile(r"[^\W_]{4,}|[\u3040-\u30ff\u3400-\u9fff]")
_ALIKE = 0.3  # share of the claim's words that a sentence must have to be what the claim is about


def negation_faults(claim: str, quotes: Sequence[str]) -> tuple[Fault, ...]:
    """A fault where the likest sentence of the quotes is denied and the claim is not, or the reverse."""
    said = fold_case(claim)
    words = set(_WORD.findall(said))
    best, share = "", 0.0
    for quote in map(fold_case, quotes):
        for start, end in sentences(quote):
            alike = len(words.intersection(_WORD.findall(quote[start:end]))) / max(1, len(words))
            if alike > share:
                best, share = quote[start:end], alike
    denied, printed = _NOT.search(said), _NOT.search(best)
    if share < _ALIKE or bool(denied) == bool(printed):
        return ()
    word = (denied or printed or [""])[0]
    message = (
        f"The claim says “{word}”, the quote does not." if denied else f"The quote says “{word}”, the claim does not."
    )
    return (Fault("negation", message, "Check that the claim says what the quote says.", unsupported=False),)

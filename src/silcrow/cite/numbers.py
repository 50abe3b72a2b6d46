"""Whether a claim's numbers stand at the places it cites: the same value, scale, unit and sign, however printed.

"1234" is 1,234, "$1.2 billion" is 1,200 in a table of millions, "(35)" is -35, "three" is 3. A rounded number must say
that it is one. Meaning is not judged; for numbers of another row of a table see rows.py.
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction

from silcrow.answer import Fault, Figure
from silcrow.cite.evidence import Place, Printed, mantissa, own_scale, signed, significant
from silcrow.language.quantities import Quantity, quantities
from silcrow.language.spelt import Spelt, spelt

_ABOUT = re.compile(
    r"(?:\b(?:about|around|approximately|approx\.?|roughly|nearly|almost|circa|ca\.|some|over|under|above|below"
    r"|more than|less than|at least|up to|just|rund|etwa|knapp|environ|près de|plus de|cerca de|unos)|[~≈约約])\s?$",
    re.IGNORECASE,
)
_ABOVE = re.compile(r"\b(?:over|above|more than|at least)\s?$", re.IGNORECASE)
_LABEL = re.compile(
    r"(?:\b(?:items?|sections?|chapters?|notes?|pages?|pp?\.|figures?|fig\.|tables?|parts?|articles?|clauses?|appendix"
    r"|exhibits?|paragraphs?|steps?|phases?|no\.|level|rule|schedule|annex)\s?|[§¶#])(?:[0-9]{1,4}[-–])?$",
    re.IGNORECASE,
)
_PAGE = re.compile(r"\b(?:pages?|pp?\.)\s?(?:[0-9]{1,4}[-–])?$", re.IGNORECASE)
_FORM = re.compile(r"\b(?:10|8|6)-[KQ]\b|\b(?:20|40)-F\b|\bS-[1-9]\b", re.IGNORECASE)
_LOSS = re.compile(
    r"\b(?:loss(?:es)?|lost|deficit|decreas\w+|declin\w+|fell|fall\w*|drop\w*|down|reduc\w+|outflows?|negative|minus"
    r"|expen\w+|costs?|paid|pay\w*|spen[dt]\w*|used|purchas\w+|repurchas\w+|repa\w+|acqui\w+|invest\w+|charg\w+"
    r"|tax\w*|interest|dividends?|lower|shrank|contract\w+|verlust\w*|perte\w*|less|net of|impair\w+|write-?\w+)\b",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"[^\W_]*[0-9](?:[^\W_]|[.,](?=[0-9]))*")
_MOST = 40  # numbers of a claim looked at
_COUNTED = 1_000  # nobody counts so far in words
_SHARES = frozenset(("percent", "per", "percentage", "%"))
_MEASURES = _SHARES | {"dollars", "euros", "pounds", "yen", "円", "元", "割"}

ABSENT, UNIT, NO_UNIT = "number_not_there", "unit", "unit_unknown"


def number_faults(claim: str, there: Sequence[Place], figures: Sequence[Figure] = ()) -> Iterator[Fault]:
    """What is wrong with the numbers of a claim that rests on some places; `figures` are those that were computed."""
    text = _FORM.sub(lambda form: " " * len(form[0]), claim)
    found = quantities(text)[:_MOST]
    for one in found:
        if _labels(one, text, there) or _computed(one, text, there, figures):
            continue
        if (fault := _fault(one, text, there)) and not _is_in_words(one, there):
            yield fault
    covered = {at for one in found for at in range(one.start, one.end)}
    for match in list(_DIGITS.finditer(text))[:_MOST]:
        if covered.isdisjoint(range(match.start(), match.end())) and not _written(match[0], there):
            yield _absent(match[0], doubt=not match[0][0].isdigit())
    for word in spelt(text)[:_MOST]:
        if covered.isdisjoint(range(word.start, word.end)) and (unlike := _word_fault(word, text, there)):
            yield unlike


def _is_in_words(one: Quantity, there: Sequence[Place]) -> bool:
    """Whether a figure stands there in words, with its unit."""
    found = [word for place in there for word in place.spelt if word.value == one.value]
    match one.kind:
        case "number":
            return bool(found)
        case "percent":
            return any(word.counts in _SHARES for word in found)
        case "money":
            return any(signed(word.counts) == signed(one.unit) for word in found)
    return False


def _in_words(there: Sequence[Place]) -> frozenset[Decimal]:
    return frozenset(word.value for place in there for word in place.spelt)


def _word_fault(word: Spelt, text: str, there: Sequence[Place]) -> Fault | None:
    """What is wrong with a number in words: a large one that does not stand there, or another number of the same.

    A small one beside nothing of the kind may be a count that the claim makes, and is let be.
    """
    digits = significant(f"{word.value:f}")
    if word.value in _in_words(there) or _LABEL.search(text[max(0, word.start - 24) : word.start]):
        return None
    if any(word.value in (abs(one.value), one.quantity.value, one.digits) for one in _figures(there, digits)):
        return None
    shown = text[word.start : word.end]
    if word.value >= _COUNTED or word.counts in _MEASURES:
        return _absent(shown)
    others = [other for place in there for other in place.counts(word.counts)] if word.counts else []
    if not others:
        return None
    return Fault(
        ABSENT,
        f"{shown} {word.counts}: there it is {others[0]}.",
        "Give the number that stands there, or cite the place where it stands.",
    )


def _fault(one: Quantity, text: str, there: Sequence[Place]) -> Fault | None:
    shown = text[one.start : one.end].strip()
    if one.kind == "date":
        return None if any(one.unit in place.dates for place in there) else _absent(shown)
    if one.kind == "year":
        year = str(int(one.value))
        known = _written(year, there) or any(int(one.value) in place.years for place in there)
        return None if known or any(p.quantity.value == one.value for p in _figures(there, year)) else _absent(shown)
    plain = one.kind == "number" and not one.unit and own_scale(one, text) == 1
    if plain and any(place.prints(one.value, significant(shown)) for place in there):
        return None
    faults: list[Fault] = []
    for digits in (significant(shown), ""):  # those of the same digits first: mostly it is one of them
        for printed in _figures(there, digits):
            found = _beside(one, text, printed)
            if found is None:
                return None
            faults.extend(found)
        if any(not fault.unsupported for fault in faults):
            break
    return min(faults, key=lambda fault: (fault.unsupported, fault.code != UNIT), default=_absent(shown))


def _figures(there: Sequence[Place], digits: str) -> Iterator[Printed]:
    return (printed for place in there for printed in place.figures(digits))


def _written(word: str, there: Sequence[Place]) -> bool:
    """Whether a word with digits stands there just so."""
    whole = re.compile(rf"(?<![\w.,]){re.escape(word.casefold())}(?![\w]|[.,][0-9])")
    return any(whole.search(place.words) for place in there)


def _absent(shown: str, *, doubt: bool = False) -> Fault:
    return Fault(
        ABSENT,
        f"{shown} does not stand at the places cited.",
        "Give the number that stands there, cite the place where it stands, or compute it with calculate.",
        unsupported=not doubt,
    )


def _beside(one: Quantity, text: str, printed: Printed) -> tuple[Fault, ...] | None:
    """Nothing where a printed figure is the number of a claim; else what tells them apart, if they are alike at all."""
    other = printed.quantity
    if other.kind in ("year", "date"):
        return ()
    shown = text[one.start : one.end].strip()
    if one.kind == "percent" or other.kind == "percent" or printed.percent:
        return _per_cent(one, shown, printed)
    digits, scale = mantissa(one, text), own_scale(one, text)
    size, raw = abs(one.value), abs(other.value)
    bare = scale == 1 and size == raw
    if size != abs(printed.value) and not (bare and (one.kind == "number" or (printed.mixed and "." in str(digits)))):
        return (_scales(shown, printed),) if digits == printed.digits else _rounding(one, text, printed)
    mine, its = signed(one.unit), signed(other.unit) or printed.unit
    if mine and its and mine != its:
        return (Fault(UNIT, f"{shown}: it is in {its} there, not in {mine}.", "Give the unit that stands there."),)
    return _sign(one, text, printed)


def _per_cent(one: Quantity, shown: str, printed: Printed) -> tuple[Fault, ...] | None:
    other = printed.quantity
    size = abs(one.value) / (100 if one.unit == "bps" else 1)
    its = abs(other.value) / (100 if other.unit == "bps" else 1)
    if size != its:
        return ()
    if one.kind == "percent" and other.kind != "percent" and not printed.percent:
        return (Fault(UNIT, f"{shown}: {other.value} stands there, but not per cent.", "Give it as it stands there."),)
    return None if one.kind in ("percent", "number") else ()


def _scales(shown: str, printed: Printed) -> Fault:
    if printed.value == printed.digits:
        return Fault(
            NO_UNIT,
            f"{shown}: the digits stand there, but nothing there says that they are in that unit.",
            "Cite the line that says the unit too, or give the number as it is printed.",
        )
    full = f"{abs(printed.value):,f}"
    return Fault(UNIT, f"{shown}: the digits stand there, but the amount is {full}.", "Give the number in its unit.")


def _sign(one: Quantity, text: str, printed: Printed) -> tuple[Fault, ...] | None:
    bracketed = text[: one.start].endswith("(") and text[one.start : one.end].endswith(")")
    mine = one.value < 0 or bracketed
    if mine == (printed.quantity.value < 0) or _LOSS.search(text):
        return None
    shown = text[one.start : one.end].strip()
    how = "negative" if printed.quantity.value < 0 else "positive"
    return (Fault("sign", f"{shown} is {how} there.", "Say whether it is a gain or a loss.", unsupported=False),)


def _rounding(one: Quantity, text: str, printed: Printed) -> tuple[Fault, ...] | None:
    digits, scale = mantissa(one, text), own_scale(one, text)
    said = bool(_ABOUT.search(text[max(0, one.start - 20) : one.start]))
    unit = _last_place(digits, zeros=said) * scale
    away = abs(abs(one.value) - abs(printed.value))
    if not away <= (unit if said else unit / 2) or len(f"{digits.normalize():f}".strip("0.")) < (1 if said else 2):
        return ()
    before = text[max(0, one.start - 20) : one.start]
    if said and not (_ABOVE.search(before) and abs(printed.value) < abs(one.value)):
        return None
    shown = text[one.start : one.end].strip()
    full = f"{printed.value:,f}"
    return (
        Fault("rounded", f"{shown} is rounded from {full}.", "Say that it is about that, or give it in full.", False),
    )


def _last_place(digits: Decimal, *, zeros: bool) -> Decimal:
    """The worth of the last place of a number; of its last place that is not 0, where it is said to be rounded."""
    exponent = int(digits.as_tuple().exponent)
    if zeros and exponent >= 0 and digits:
        exponent = len(str(int(digits))) - len(str(int(digits)).rstrip("0"))
    return Decimal(10) ** exponent


def _labels(one: Quantity, text: str, there: Sequence[Place]) -> bool:
    """Whether a number is one of a section, page or table that the claim names and cites."""
    before = text[max(0, one.start - 24) : one.start]
    if _PAGE.search(before) and any(one.value in place.pages for place in there):
        return True
    behind = re.match(r"-[A-Za-z]+", text[one.end : one.end + 30])
    if behind and _written(f"{text[one.start : one.end]}{behind[0]}", there):
        return True
    return bool(_LABEL.search(before)) and _written(text[one.start : one.end].strip(), there)


def _computed(one: Quantity, text: str, there: Sequence[Place], figures: Sequence[Figure]) -> bool:
    """Whether a number is a computed figure, rounded to the places it shows; in the unit of what it was made of."""
    if not figures or one.kind in ("year", "date"):
        return False
    digits = Fraction(mantissa(one, text))
    half = Fraction(_last_place(mantissa(one, text), zeros=False)) / 2
    own = Fraction(own_scale(one, text))
    scales = {Fraction(1), *(Fraction(printed.scale) for printed in _figures(there, ""))}
    for figure in figures:
        value = abs(figure.value)
        if one.kind == "percent":
            wanted = [value, value * 100] if one.unit == "%" else [value, value * 10_000]
        else:
            wanted = [value * scale / own for scale in scales]
        if any(abs(digits - each) <= half for each in wanted):
            return figure.stands
    return False

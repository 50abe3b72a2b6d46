"""Lines of figures in a text that lost its table, and where a cut would part a figure from what it counts.

Reads letters only: a line is a label and its figures, up to the next label. Knows no paragraph and no question.
"""

import re
from collections.abc import Iterator

_FIGURE = r"(?:[$€£¥]\s?)?[(-]?(?:[$€£¥]\s?)?[0-9][0-9,]*(?:\.[0-9]+)?[)%]{0,2}|[-–—]"
_FIGURES = re.compile(rf"(?<!\S)(?:{_FIGURE})(?!\S)")
_CELL = re.compile(rf"(?:{_FIGURE}|[$€£¥%])(?<!,)\Z")
_BESIDE = re.compile(
    r"(?<!\S)[$€£¥]?[(-]?[$€£¥]?[0-9][0-9,.]{0,30}(?<=[0-9])[)%]{0,2}[ \t]+(?:[$€£¥][ \t]?)?[(-]?[0-9]"
)
_DENSE = 0.22  # share of figures among the words from which a text may be lines of a table
_STOPPED = re.compile(r"(?:[.!?][\"'”’»)\]¹²³*†‡]{0,4}(?:\[[0-9]{1,3}\])?|[。！？｡][」』”’）》】]{0,4})\Z")
_TOKEN = re.compile(r"\S+")
_FEW = 2  # lines, or figures side by side, from which there is a table
_LOOK = 40  # characters looked at on either side of a cut

_SCALE = (
    r"hundred|thousand|[Mm]illions?|[Bb]illions?|[Tt]rillions?|mn|bn|tn|m|k|crore|lakh|dozen"
    r"|Tausend|Tsd\.?|Mio\.?|Mrd\.?|Millionen|Milliarden?|milliers|milliards?|mil|millones|miles|milioni|miliardi"
)
_UNIT = (
    r"%|‰|°\S{0,2}|per\s?cent|percent(?:age)?|pct|basis|bps|points?|cents?|pence|dollars?|euros?|pounds?|yen|yuan|francs?"
    r"|USD|EUR|GBP|CHF|JPY|CNY|RMB|CAD|AUD|INR|SEK|NOK|DKK|Euro|Dollar|Franken|Prozent|[$€£¥]"
    r"|seconds?|minutes?|hours?|(?:calendar|business|working)|days?|nights?|weeks?|months?|quarters?|years?|times|shares?"
    r"|Sekunden?|Minuten?|Stunden?|Tagen?|Tage|Wochen?|Monaten?|Monate|Jahren?|Jahre|jours?|mois|ans|días?|meses|años?"
    r"|[kmcµn]?m[²³]?|km/h|mph|miles?|feet|ft|inch(?:es)?|acres?|hectares?|ha|square|cubic|sq|[kmµ]?g|tons?|tonnes?|lbs?"
    r"|[mc]?l|lit(?:er|re)s?|gallons?|barrels?|[kKMGTP]i?B|[kMGT]?Hz|[kMGT]?Wh?|[km]V|mA|[kM]?Pa|bar"
)
_MONTH = (
    r"(?:[Jj]an|[Ff]eb|[Mm]ar|[Aa]pr|[Mm]ay|[Jj]une?|[Jj]uly?|[Aa]ug|[Ss]ept?|[Oo]ct|[Nn]ov|[Dd]ec)\."
    r"|January|February|March|April|May|June|July|August|September|October|November|December"
    r"|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec"
    r"|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember"
    r"|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre"
)
_DENSE_UNIT = "[百千万萬亿億兆日天月年元円人个個件]"
_COUNTED = re.compile(rf"(?:{_SCALE}|{_UNIT})(?![^\W\d_])|{_DENSE_UNIT}")
_SIZED = re.compile(rf"(?:{_UNIT})(?![^\W\d_])|{_DENSE_UNIT}")
_MONTHLY = re.compile(rf"(?:{_MONTH})(?![^\W\d_])")
_ENDS_IN_FIGURE = re.compile(r"[0-9][)%]{0,2}\s*\Z")
_ENDS_IN_SCALE = re.compile(rf"[0-9][)]?[ \t\n]{{1,3}}(?:{_SCALE})\s*\Z")
_ENDS_IN_DAY = re.compile(r"(?<![0-9.,])[0-9]{1,2}(?:st|nd|rd|th|\.)?\s*\Z")
_ENDS_IN_MONTH = re.compile(rf"(?<!\w)(?:{_MONTH})(?:\s{{1,3}}[0-9]{{1,2}}(?:st|nd|rd|th)?)?,?\s*\Z")
_LEADS_TO_FIGURE = re.compile(r"(?:[:：$€£¥]|\b(?:USD|EUR|GBP|CHF|JPY|CNY|RMB))\s*\Z")
_FIGURE_NEXT = re.compile(r"[(-]?[$€£¥]?\s?[(-]?[0-9]")
_LAST = re.compile(r"(?<!\S)([a-zß-öø-ÿ]+)\s*\Z")
_SEVERAL = re.compile(rf"(?:(?:^|\s)(?:{_FIGURE}|[$€£¥%])){{2}}\s*\Z")


def is_lines(text: str) -> bool:
    """Whether a text is lines of figures; what closes like a sentence is one, unless figures stand side by side."""
    words = len(text.split())
    if words < _FEW or len(_FIGURES.findall(text)) < max(1, _DENSE * words):
        return False
    beside = len(_BESIDE.findall(text))
    if _STOPPED.search(text.rstrip()[-12:]):
        return beside >= _FEW
    if beside or "\n" in text.strip():
        return True
    found = list(figure_lines(text))
    return sum(bool(_CELL.match(text[start:end].rsplit(maxsplit=1)[-1])) for start, end in found) >= _FEW


def figure_lines(text: str) -> Iterator[tuple[int, int]]:
    """Its printed lines, a wrapped one whole; where it is all one line, cut after the figures of each label."""
    at, end = 0, len(text.rstrip())
    cuts = _printed(text, end) if "\n" in text.strip() else _run_together(text)
    for cut in cuts:
        if any(c.isalnum() for c in text[at:cut]):
            yield at, at + len(text[at:cut].rstrip())
        at = cut
    if any(c.isalnum() for c in text[at:end]):
        yield at, end


def severs(text: str, cut: int) -> bool:
    """Whether a cut parts a figure from its scale or unit, a date, or a label from the figure that it announces."""
    before, after = text[max(0, cut - _LOOK) : cut], text[cut : cut + _LOOK].lstrip()
    if _ENDS_IN_FIGURE.search(before) and _COUNTED.match(after):
        return True
    if _ENDS_IN_SCALE.search(before) and _SIZED.match(after):
        return True
    if _ENDS_IN_DAY.search(before) and _MONTHLY.match(after):
        return True
    if not _FIGURE_NEXT.match(after):
        return False
    return bool(_ENDS_IN_MONTH.search(before) or _LEADS_TO_FIGURE.search(before))


def _printed(text: str, end: int) -> Iterator[int]:
    """Where printed lines begin, but for those that go on with the line before."""
    at = text.find("\n", 0, end) + 1
    while at:
        before, after = text[max(0, at - _LOOK) : at], text[at : at + _LOOK].lstrip()
        wrapped = after[:1].islower() and not _SEVERAL.search(before)
        announced = _FIGURE_NEXT.match(after) and (last := _LAST.search(before)) and not _COUNTED.match(last[1])
        if not wrapped and not announced and not severs(text, at):
            yield at
        at = text.find("\n", at, end) + 1


def _run_together(text: str) -> Iterator[int]:
    """Where a label follows the figures of another: not in lower case, which goes on with what is counted."""
    labelled, cells, counts = False, 0, False
    for token in _TOKEN.finditer(text):
        if _CELL.match(token[0]):
            cells, counts = cells + 1, counts or any(map(str.isdigit, token[0]))
            continue
        worded = any(map(str.isalpha, token[0]))
        full = labelled and cells and (counts or cells > 1)
        goes_on = not worded or token[0].lstrip("(“\"'")[:1].islower()
        if full and not goes_on and not severs(text, token.start()):
            yield token.start()
            labelled = False
        labelled = labelled or worded
        cells, counts = 0, False

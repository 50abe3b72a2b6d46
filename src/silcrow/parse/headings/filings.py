"""Filings to the SEC: what stands between the Items of a 10-K or 10-Q, and which of two equal Items is the heading.

A filing is known by its Items. Its financial statements, reports and notes have customary names and a fixed order below
Item 8, whatever they look like.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from silcrow.parse.contents import Entry, key_of
from silcrow.parse.fragment import Fragment
from silcrow.parse.headings.numbering import Number, readings
from silcrow.parse.headings.pieces import Piece

Values = tuple[int, ...]

ITEMS: Final = 4
"""Different Items that make a document a filing; a contract or an article may cite two or three."""
ANNUAL: Final[Mapping[Values, str]] = {
    (1,): "business",
    (1, 1): "riskfactors",
    (1, 2): "unresolvedstaff",
    (1, 3): "cybersecurity",
    (2,): "propert|descriptionofpropert",
    (3,): "legalproceeding",
    (4,): "minesafety|submissionofmatters|reserved|removed",
    (5,): "marketfor",
    (6,): "selected|reserved|removed",
    (7,): "managementsdiscussion|managementdiscussion",
    (7, 1): "quantitativeandqualitative|qualitativeandquantitative",
    (8,): "financialstatements|consolidatedfinancial",
    (9,): "changesinand|changesanddisagreement",
    (9, 1): "controlsandprocedures|disclosurecontrols",
    (9, 2): "otherinformation",
    (9, 3): "disclosureregarding",
    (10,): "director",
    (11,): "executivecompensation",
    (12,): "securityownership",
    (13,): "certainrelationships|exhibit",
    (14,): "principalaccount|exhibit|controlsandprocedures",
    (15,): "exhibit|principalaccount",
    (16,): "form10ksummary|summary",
}
"""The Items of a 10-K in their order, with what their titles begin with, letters and digits only."""
QUARTERLY: Final = (
    ((1,), "financialstatement|consolidatedfinancial|condensed|unauditedfinancial|unauditedcondensed|interim"),
    ((2,), "managementsdiscussion|managementdiscussion"),
    ((3,), "quantitativeandqualitative|qualitativeandquantitative"),
    ((4,), "controlsandprocedures|evaluationofdisclosure|disclosurecontrols"),
    ((1,), "legalproceeding"),
    ((1, 1), "riskfactors"),
    ((2,), "unregisteredsale|changesinsecurities|issuerpurchases|purchasesofequity|repurchases"),
    ((3,), "defaultsupon"),
    ((4,), "minesafety|submissionofmatters|reserved|removed"),
    ((5,), "otherinformation"),
    ((6,), "exhibit"),
)
"""The Items of a 10-Q in their order over both Parts; the same number has two titles, and any may be left out."""
MAY_LACK: Final = frozenset([(1, 3), (9, 3), (16,)])
"""Items that a 10-K of its year may not have."""
FOUND: Final = 0.8
"""Score of an Item that only its place in the run makes a heading: confidence .69."""
_CITED = re.compile(r"(?:\b(?:see|in|under|to|of|and|or|with|by|from|our|the)|[,“\"(‘])\s*\Z", re.IGNORECASE)
_CITING = re.compile(r"\b(?:of|in) (?:this|our|the) (?:annual |quarterly )?(?:report|form)\b", re.IGNORECASE)
_OPENING: Final = 16  # letters of a title that tell it from other words
_LABEL_NUMBER = re.compile(r"(\d{1,2})\s?\(?([A-C]?)\b", re.IGNORECASE)
_LONG: Final = 120  # characters; longer is a sentence about a statement
_CLOSING = re.compile(r"(?:signatures?|power of attorney|(?:index to exhibits|exhibit index))\W*\Z", re.IGNORECASE)
_STATEMENT = re.compile(
    r"(?:(?:condensed )?consolidated (?:balance sheets?|statements? of|financial statements|income statements?)|"
    r"notes to (?:the )?(?:condensed )?(?:consolidated )?financial statements|(?:balance sheets?|income statements?|"
    r"statements? of (?:income|operations|cash flows|comprehensive|stockholders|shareholders|changes|earnings))|"
    r"reports? of (?:the )?independent|index to (?:the )?(?:consolidated )?financial)",
    re.IGNORECASE,
)

_NOTES = re.compile(r"notes to ", re.IGNORECASE)
_TELLING: Final = "managementsdiscussion|managementdiscussion|quantitativeandqualitative|selected|business|riskfactors"
"""Items that tell of the statements in words: a statement named there is a subject."""


def is_filing(pieces: Sequence[Piece]) -> bool:
    """Whether a document is a filing."""
    return len({piece.number.values for piece in pieces if piece.number and piece.number.scheme == "item"}) >= ITEMS


def names(headings: Iterable[tuple[Number | None, str]]) -> list[str]:
    """What each heading is in a filing, by number and text: a "statement" (of figures, or on them), a "closing", a
    "note" where those below the statements have bare numbers, or "".
    """
    found = []
    telling = noted = False
    for number, text in headings:
        name = ""
        if number is not None and number.named:
            if number.scheme != "note":
                telling, noted = number.scheme == "item" and _opens(number.title, _TELLING), False
        elif number is not None and number.scheme == "decimal":
            name = "note" if noted and len(number.values) == 1 else ""
        elif name := _customary(text):
            if name == "statement" and telling:
                name = ""
            else:
                noted = _NOTES.match(text) is not None
        found.append(name)
    return found


def _customary(text: str) -> str:
    if len(text) < _LONG and _STATEMENT.match(text):
        return "statement"
    return "closing" if len(text) < _LONG and _CLOSING.match(text) else ""


def single_items(accepted: Sequence[Piece]) -> list[Piece]:
    """The accepted pieces, of equal Items of one Part only the surest; the first where two are equally sure."""
    best: dict[tuple[int, tuple[int, ...]], Piece] = {}
    place: dict[int, tuple[int, tuple[int, ...]]] = {}
    part = 0
    for piece in accepted:
        if piece.number is not None and piece.number.scheme == "part":
            part = piece.number.values[0]
        elif piece.number is not None and piece.number.scheme == "item":
            key = (part, piece.number.values)
            place[id(piece)] = key
            if key not in best or piece.score > best[key].score:
                best[key] = piece
    return [piece for piece in accepted if id(piece) not in place or best[place[id(piece)]] is piece]


def is_annual(items: Iterable[tuple[Values, str]]) -> bool:
    """Whether Items, numbers with titles, are those of a 10-K: a 10-Q numbers other titles."""
    return len({values for values, title in items if _is_titled(values, title)}) >= ITEMS


def gaps(headings: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """The Items that a 10-K with these headings, labels with titles, lacks; none where it is no 10-K."""
    held: set[Values] = set()
    items: list[tuple[Values, str]] = []
    for label, title in headings:
        if label[:4].casefold() == "item":
            numbers = [(int(number), *_letter(letter)) for number, letter in _LABEL_NUMBER.findall(label)]
            held.update(numbers)
            items += [(values, title) for values in numbers[:1]]
    if not is_annual(items):
        return ()
    return tuple(_printed(values) for values in ANNUAL if values not in held | MAY_LACK)


def _letter(letter: str) -> Values:
    return (ord(letter.upper()) - ord("@"),) if letter else ()


def _printed(values: Values) -> str:
    return f"Item {values[0]}{''.join(chr(ord('@') + value) for value in values[1:])}"


def with_lost_items(
    accepted: Sequence[Piece], pieces: Sequence[Piece], fragments: Sequence[Fragment], entries: Sequence[Entry]
) -> list[Piece]:
    """The accepted pieces, and for each Item of a 10-K or 10-Q that is not among them the first in its place."""
    items = [piece for piece in accepted if _is_item(piece)]
    run: list[tuple[Values, str]]
    held: dict[int, Piece]
    if is_annual((piece.number.values, piece.title) for piece in items if piece.number):
        run = list(ANNUAL.items())
        places = {values: n for n, (values, _) in enumerate(run)}
        held = {places[p.number.values]: p for p in items if p.number and p.number.values in places}
    else:
        run = list(QUARTERLY)
        held = {n: p for n, (values, titles) in enumerate(run) for p in reversed(items) if _reads(p, values, titles)}
        if len(held) < ITEMS:
            return list(accepted)
    listed = {
        number.values: key_of(number.title)[:_OPENING]
        for entry in entries
        for number in readings(entry.title)
        if number.scheme == "item" and number.title and run[0][1] == ANNUAL[(1,)]
    }
    found = list(accepted)
    for n, (values, titles) in enumerate(run):
        if n in held:
            if _reads(held[n], values, titles):
                held[n].score = max(held[n].score, FOUND)
            continue
        known = f"{titles}|{listed[values]}" if listed.get(values) else titles
        before = max((_place(held[other]) for other in held if other < n), default=(-1, 0))
        after = min((_place(held[other]) for other in held if other > n), default=(len(fragments), 0))
        between = (p for p in pieces if before < _place(p) < after and _reads(p, values, known))
        if (piece := next((p for p in between if _may_head(p, fragments)), None)) is not None:
            piece.score, piece.evidence = FOUND, ("filing",)
            held[n] = piece
            found.append(piece)
    return sorted(found, key=_place)


def _place(piece: Piece) -> tuple[int, int]:
    return piece.at, piece.start


def _is_item(piece: Piece) -> bool:
    return piece.number is not None and piece.number.scheme == "item"


def _is_titled(values: Values, title: str) -> bool:
    return values in ANNUAL and _opens(title, ANNUAL[values])


def _opens(title: str, names: str) -> bool:
    return key_of(title).startswith(tuple(names.split("|")))


def _reads(piece: Piece, values: Values, names: str) -> bool:
    """Whether a piece is an Item with this number and one of these titles."""
    number = piece.number
    return number is not None and number.scheme == "item" and number.values == values and _opens(piece.title, names)


def _may_head(piece: Piece, fragments: Sequence[Fragment]) -> bool:
    """Whether a piece is neither cited by the words before it nor itself a citation."""
    if piece.refused or _CITING.search(piece.title):
        return False
    return not is_cited(piece, fragments)


def is_cited(piece: Piece, fragments: Sequence[Fragment]) -> bool:
    """Whether the words before a piece cite it: "as described in" ahead of "Item 7"."""
    before = fragments[piece.at].text[: piece.start] or next(
        (fragments[at].text for at in range(piece.at - 1, -1, -1) if not fragments[at].furniture), ""
    )
    return _CITED.search(before[-_LONG:]) is not None

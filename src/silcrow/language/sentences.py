"""Where sentences begin and end in a paragraph, as offsets into its own text.

Own rules for European scripts and for CJK: a stop is looked at only where white space follows it, so decimals, codes
and addresses are never cut. Knows nothing of documents, and guesses nothing from meaning: where a rule is unsure
("in the U.S. Treasury") the two sentences stay one.
"""

import re

_MARK = re.compile(
    r"(?P<stop>[.!?…]{1,200})"
    r"(?:(?<=[a-z]{2}\.)[0-9]{1,2})?"  # a note mark that lost its raised print: "were paid.3 The"
    r"(?:[\"'”’»)\]¹²³⁴-⁹*†‡]|\[[0-9]{1,3}\]|\([0-9]{1,2}\)){0,6}(?=\s)"
    r"|(?P<cjk>[。！？｡][。！？!?｡]{0,20}[」』”’）》】]{0,6})"
    r"|\n[ \t]*(?:\n|(?=[•▪◦‣●○*–—-][ \t])"
    r"|(?=(?P<counted>(?:[0-9]{1,3}|[A-Za-z])[.)]|\([A-Za-z0-9]{1,4}\))[ \t]))"
)
_ENTRY = re.compile(r"[•▪◦‣●○*–—-]|(?:[0-9]{1,3}|[A-Za-z])[.)]|\([A-Za-z0-9]{1,4}\)")
_SPACE = re.compile(r"\s*")
_LAST_WORD = re.compile(r"[^\s(\[{\"'“‘«—–/]{1,30}\Z")
_ENUMERATOR = re.compile(r"(?:[0-9]{1,3}(?:\.[0-9]{1,3}){0,5}|[A-Za-z]|[ivxIVX]{1,5})\Z")
_INITIAL = re.compile(r"(?:[A-ZÀ-ÖØ-Þ]\.-?){0,4}[A-ZÀ-ÖØ-Þ]\Z")
_DOTTED = re.compile(r"(?:[A-Za-z]{1,3}\.){1,4}[A-Za-z]{1,3}\Z")


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


# Something always follows these: a name, a clause, an example.
_LEADS_ON = _words(
    "mr mrs ms messrs mme mlle dr drs prof rev hon gen col lt sgt capt gov sen rep pres st mt ft vs v viz cf e.g i.e eg"
    " ie ca approx resp incl esp cp z.b d.h u.a bzw ggf gem vgl sog p.ex núm sr sra"
)
# These lead on to a number, a letter or a roman numeral, else they may end.
_BEFORE_NUMBER = _words(
    "no nos nr num p pp pg vol vols sec secs sect art arts ch chap para paras par fig figs eq eqs ex app tab ser bk"
    " abs s lit cl cls reg regs ed item rule jan feb mar apr jun jul aug sep sept oct nov dec version ver"
)
# These end a sentence only where the next word is one that opens sentences.
_MAY_END = _words(
    "inc corp co ltd llc plc cos bros jr sr esq etc al a.m p.m ph.d m.d b.a m.a j.d u.s u.k u.n e.u d.c n.a dept univ"
    " est assn ave blvd rd govt intl natl hrs min max avg temp op cit seq ibid id supp rev"
)
_OPENERS = _words(
    "a an the this that these those it its he she they we i you his her their our my your there here in on at by for"
    " from with as if when while where after before since until because although though however moreover furthermore"
    " therefore thus hence accordingly finally first second third also but and or so yet nor what which who whose how"
    " why no not all both each every any some many most several such other another during under over upon to of see is"
    " are was were has have had do does did will would may can could should must our us one two once then unless"
    " subject except pursuant notwithstanding total net additionally similarly overall consequently"
)
_MONTHS = _words(
    "january february march april may june july august september october november december januar februar märz mai"
    " juni juli oktober dezember"
)


def sentences(text: str) -> list[tuple[int, int]]:
    """The sentences of a paragraph in order, as (start, end) offsets without the white space around them.

    Time is linear in the text. Marks that close a quotation or a bracket, and note marks such as `[3]`, stay with
    the sentence before them. A blank line and a line that opens a list entry begin a sentence too.
    """
    found: list[tuple[int, int]] = []
    start, counted, depth = _begin(text, 0), 0, 0
    for mark in _MARK.finditer(text):
        cut = mark.end()
        if cut <= start:
            continue
        if mark["stop"]:
            depth = max(0, depth + text.count("(", counted, cut) - text.count(")", counted, cut))
            counted = cut
            if not _ends(text, start, mark) or (depth and _closes_soon(text, cut)):
                continue
        elif mark["cjk"] and mark["cjk"][-1] in "」』" and text.startswith(("と", "って"), cut):
            continue  # 「…。」と述べた: the quotation is part of its sentence
        elif mark["counted"] and not (
            _ENTRY.match(text, start) or text[max(start, cut - 40) : cut].rstrip()[-1:] in (*".:;!?,", "")
        ):
            continue  # "above force\n7. Work stops": a line that happens to begin with a number
        found.append((start, start + len(text[start:cut].rstrip())))
        start, counted, depth = _begin(text, cut), cut, 0
    end = len(text.rstrip())
    if end > start:
        found.append((start, end))
    return found


def _begin(text: str, at: int) -> int:
    """The first character at or after this offset that is not white space."""
    space = _SPACE.match(text, at)
    return space.end() if space else at


def _closes_soon(text: str, at: int) -> bool:
    """Whether the bracket open at this point closes within a sentence or two."""
    closing = text.find(")", at, at + 300)
    return closing >= 0 and text.find("(", at, closing) < 0


def _ends(text: str, start: int, mark: re.Match[str]) -> bool:
    """Whether the sentence that began at start ends at this stop."""
    following = text[mark.end() : mark.end() + 60].lstrip()
    first = following.lstrip("\"'“‘«([")[:1]
    if not first:
        return True
    if first.islower():
        return False
    stop = mark["stop"]
    if stop != ".":
        return True
    word_at = max(start, mark.start() - 31)
    before = _LAST_WORD.search(text[word_at : mark.start()])
    if before is None:
        return True
    word = before[0]
    if word_at + before.start() <= start and _ENUMERATOR.match(word):
        return False  # "5.2. Scope", "A. Background": the number of what follows
    low = word.casefold()
    if low in _LEADS_ON:
        return False
    if low in _BEFORE_NUMBER and (first.isdigit() or re.match(r"[\"'“‘«(\[]*(?:[A-Z]|[IVXLC]+)\b", following)):
        return False
    following_word = re.match(r"[^\W\d_]*", following.lstrip("\"'“‘«(["))
    follower = following_word[0].casefold() if following_word else ""
    if word.isdigit() and len(word) <= 2 and follower in _MONTHS:
        return False  # "am 5. März"
    if low in _MAY_END or _INITIAL.match(word) or _DOTTED.match(word):
        return follower in _OPENERS
    return True

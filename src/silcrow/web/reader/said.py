"""What somebody wrote about a document, as an answer to be proven: what stands in quotation marks is a citation of it.

A place in brackets behind a quote, `[handbook:3.1:2]`, is where it is said to stand. Knows no document.
"""

import re
from typing import Any, Final

_LONGEST: Final = 4_000  # characters of a quote
_MOST: Final = 200
_QUOTED = re.compile(
    rf"(?:“(?P<a>[^“”]{{2,{_LONGEST}}})”|\"(?P<b>[^\"]{{2,{_LONGEST}}})\"|«(?P<c>[^«»]{{2,{_LONGEST}}})»"
    rf"|„(?P<d>[^„“”]{{2,{_LONGEST}}})[“”]|「(?P<e>[^「」]{{2,{_LONGEST}}})」)"
    r"(?:[ \t]{0,2}\[(?P<place>[^\[\]\s]{3,200})\])?"
)


def answer_of(text: str) -> str | dict[str, Any]:
    """The answer to prove: JSON as it is; of any other text its quotes of at least two words, numbered in the text."""
    if text.lstrip().startswith("{"):
        return text
    citations: list[dict[str, str]] = []

    def numbered(found: re.Match[str]) -> str:
        quote = next(found[name] for name in "abcde" if found[name] is not None)
        if len(citations) == _MOST or (len(quote.split()) < 2 and not found["e"]):
            return found[0]
        citations.append({"quote": quote, "place": found["place"] or ""})
        shown = found[0][: found.start("place") - 1 - found.start()].rstrip() if found["place"] else found[0]
        return f"{shown} [{len(citations)}]"

    return {"text": _QUOTED.sub(numbered, text), "citations": citations}

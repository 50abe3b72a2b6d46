"""Signs that a page holds text nobody can see, found in the bytes of the file without drawing or reading a page.

A sign is no proof: white letters may stand on a dark bar. It says which pages unseen.py must look at; most documents
have none. Signs looked for: a text mode that draws nothing, a colour of paper or full transparency set before text,
and content that cannot be read here.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from silcrow.parse.pdf.objects import Drawn, Objects, Stream, objects_of

LIGHT: Final = 0.9
"""Share of white from which a colour passes for the paper's."""
_MODE = re.compile(rb"[37]\s{1,4}Tr\b")
# Each begins with a letter that is rare outside of text, for which C looks faster than for anything else
_SET = (
    (b"g", re.compile(rb"g(?:(?<=\d g)(?<!\s0 g)|(?<=\d rg)(?<!\s0 rg))(?!\w)")),
    (b"k", re.compile(rb"k(?<=\d k)(?<!\s1 k)(?!\w)")),
    (b" sc", re.compile(rb"sc(?<=\d sc)(?<!\s0 sc)n?(?!\w)")),
)
_NEXT = re.compile(rb"\(|(?<!<)<(?![<])|(?<![^\s\]>)])(?:rg|g|k|scn?|gs|q|Q)(?![^\s\[(</])")
# What mostly follows: a box, and the next colour
_BOX = re.compile(rb"\s[-\d.\s]{7,60}re\s{1,4}f\*?\s{1,4}(?:Q|[\d.\s]{1,40}(?:rg|g|k))\b")
_COLOURS = frozenset((b"rg", b"g", b"k", b"sc", b"scn"))
_CLEAR = re.compile(rb"/ca\s{1,4}(?:0(?:\.0{0,9}\d?)?|\.0\d{0,9})(?=[\s/>])")
_NAMED = re.compile(rb"/([^\s/<>\[\]()]{1,60})\s{0,4}(?:(\d{1,10})\s{1,4}\d{1,5}\s{1,4}R|<<([^<>]{0,400})>>)")
_REACH: Final = 24  # bytes before a colour that may hold its numbers
_FAR: Final = 20_000  # bytes after a colour in which a string is looked for; behind more drawing there may be one


def traces(data: bytes, pages: int) -> AbstractSet[int]:
    """The pages, from 1, that must be looked at; `data` is unlocked."""
    found = objects_of(data)
    states = [(number, says) for number, says in found.says if b"/ca" in says and _CLEAR.search(says)]
    names = tuple(dict.fromkeys(_names(found, states)))
    marked = [stream.number for stream in found.streams if _is_marked(stream)]
    clear = [stream.number for stream in found.streams if names and _is_clear(stream, names)]
    if not marked and not clear:
        return frozenset()
    drawn = Drawn(found, pages)
    if not drawn.whole:
        return frozenset(range(1, pages + 1))
    with_state = drawn.pages(number for number, _ in states) if clear else set()
    return frozenset(drawn.pages(marked) | (with_state & drawn.pages(clear)))


def _is_marked(stream: Stream) -> bool:
    text = stream.content
    if text is None:
        return True
    if b"Tj" not in text and b"TJ" not in text and b"'" not in text and b'"' not in text:
        return False
    if b" Tr" in text and _MODE.search(text):
        return True
    return any(_shows(text, place, _COLOURS) for place in _light(text))


def _is_clear(stream: Stream, names: Iterable[bytes]) -> bool:
    text = stream.content or b""
    return b" gs" in text and any(
        _shows(text, place, {b"gs"}) for name in names for place in _ends(text, name + b" gs")
    )


def _light(text: bytes) -> Iterator[int]:
    """Where in a content stream the colour becomes that of paper. `1 scn` is mostly the full ink of a separation."""
    known: dict[tuple[bytes, bytes], bool] = {}
    for letter, setter in _SET:
        if letter not in text:
            continue
        for found in setter.finditer(text):
            place = found.start()
            before = text[max(0, place - _REACH) : place]
            if (told := known.get((letter, before))) is None:
                told = known[letter, before] = _is_light(before, found[0])
            if told:
                yield found.end()


def _is_light(before: bytes, setter: bytes) -> bool:
    """Whether the numbers before a setter of colours make the colour of paper."""
    most = 4
    if setter == b"g":
        most = 3 if before[-1:] == b"r" else 1
    numbers = _numbers(before.removesuffix(b"r"), most)
    if len(numbers) == 4 or setter == b"k":
        return len(numbers) == 4 and max(numbers) <= 1 - LIGHT
    return bool(numbers) and min(numbers) >= LIGHT and not (len(numbers) == 1 and setter == b"scn")


def _numbers(text: bytes, most: int) -> list[float]:
    found: list[float] = []
    for word in reversed(text.split()):
        try:
            found.append(float(word))
        except ValueError:
            break
        if len(found) == most:
            break
    return found


def _ends(text: bytes, word: bytes) -> Iterator[int]:
    """Where a word ends that ends there for good."""
    place = text.find(word)
    while place >= 0:
        end = place + len(word)
        if not text[end : end + 1].isalnum():
            yield end
        place = text.find(word, end)


def _shows(text: bytes, place: int, until: AbstractSet[bytes]) -> bool:
    """Whether a string stands after a place before something ends what was set there."""
    if _BOX.match(text, place):
        return False
    depth = 0
    end = place + _FAR
    for found in _NEXT.finditer(text, place, end):
        word = found[0]
        if word in b"(<":
            return True
        if word == b"q":
            depth += 1
        elif word == b"Q":
            depth -= 1
            if depth < 0:
                return False
        elif not depth and word in until:
            return False
    return end < len(text)


def _names(found: Objects, states: Sequence[tuple[int, bytes]]) -> Iterator[bytes]:
    """The names under which resources call a graphics state that makes all fully transparent."""
    if states:
        numbers = {b"%d" % number for number, _ in states}
        for _, says in found.says:
            if b"/ExtGState" in says or b"/ca" in says:
                for name, number, inner in _NAMED.findall(says):
                    if number in numbers if number else _CLEAR.search(inner):
                        yield b"/" + name

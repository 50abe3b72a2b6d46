"""A font name to family, weight and slope.

Names are all there is: the engine's weights come only with a pass that changes its blocks (DESIGN §5).
"""

import re
from functools import lru_cache
from typing import NamedTuple

_SUBSET = re.compile(r"[A-Z]{6}\+")
_BOLD = re.compile(
    r"bold|black|heavy|demi|semib|(?<![a-z])(?:medi|dm|bl)(?![a-z])|bd(?![a-z])|-b(?![a-z])|^cm(?:ss)?bx|^cmb\d|\.b$|gothicbbb"
)
_ITALIC = re.compile(
    r"(?<![a-z])ital|obli|slant|obl(?![a-z])|(?<![a-z])it(?![a-z])|^cm(?:ti|sl|mi|itt|bxti|bxsl)\d|\.i$"
)
_MONO = re.compile(
    r"mono|nimbus-?mon|courier|consol|typewriter|menlo|fixed|terminal|letter-?gothic|^cm(?:sl)?(?:tt|itt)|^ectt|tt\d+$"
)
_MATH = re.compile(
    r"^(?:cmmi|cmsy|cmex|cmmib|msam|msbm|eufm|rsfs|stix.*math|cambria-?math|xits|lm-?math|mathtime|mt-?mi|mt-?sy)"
)
_STYLE = re.compile(
    r"[-,_ ]?(?:(?:semi|demi|extra|ultra)?(?:bold|light)|black|heavy|italic|oblique|regular|roman|regu|medium|medi|ital"
    r"|bd|obl|it|mt|ps|std|lt|pro)+(?![a-z])",
    re.IGNORECASE,
)


class Face(NamedTuple):
    """What a font name says."""

    family: str
    bold: bool
    italic: bool


PLAIN = Face("", bold=False, italic=False)


@lru_cache(maxsize=4096)
def face(name: str | None) -> Face:
    """The face of a font name: "AAAGUH+HelveticaLTStd-Bold" is bold Helvetica."""
    if not name:
        return PLAIN
    bare = _SUBSET.sub("", name)
    key = re.sub(r"([a-z])([A-Z])", r"\1-\2", bare).lower()
    return Face(_STYLE.sub("", bare) or bare, bool(_BOLD.search(key)), bool(_ITALIC.search(key)))


@lru_cache(maxsize=4096)
def is_mono(family: str) -> bool:
    """Whether all characters of the family are of one width, as code is set."""
    return bool(_MONO.search(family.lower()))


@lru_cache(maxsize=4096)
def is_math(family: str) -> bool:
    """Whether formulas are set in the family."""
    return bool(_MATH.search(family.lower()))

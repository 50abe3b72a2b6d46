"""Which section introduces a document and which concludes it: by what they do in it, and by their names.

A name is one reason among others: a first chapter called "Water" that says what each later chapter treats introduces
the book, and "Conclusions of Law" in the middle concludes nothing. Reads openings and endings, and asks no model.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from silcrow.document import Document, Section
from silcrow.studied import Role

_OPENS: Final = re.compile(
    r"\b(?:introduction|introductory|overview|background|preface|foreword|prologue|executive summary|abstract|summary"
    r"|purpose|einleitung|einführung|vorwort|überblick|avant-propos|préface|introducción|resumen|introduzione"
    r"|introdução|inleiding|inledning)\b|引言|绪论|緒論|前言|导言|概述|摘要|はじめに|序論|序章|概要|서론",
    re.IGNORECASE,
)
_CLOSES: Final = re.compile(
    r"\b(?:conclusions?|concluding|closing|summary and|discussion|outlook|epilogue|afterword|final remarks|findings and"
    r"|recommendations|fazit|schluss\w*|zusammenfassung|ausblick|conclusión|conclusiones|conclusioni|conclusão"
    r"|conclusies?|slutsats\w*)\b|结论|結論|总结|結語|结语|おわりに|まとめ|終章|결론",
    re.IGNORECASE,
)
_ASIDE: Final = re.compile(
    r"\b(?:references|bibliography|works cited|literature cited|literatur\w*|index|contents|glossary|acknowledge?ments"
    r"|appendix|appendices|annex\w*|abbreviations|list of (?:figures|tables)|copyright|about the authors?|signatures"
    r"|exhibits?|endnotes|notes)\b|参考文献|目录|目次|附录|附錄|付録|索引|致谢|謝辞",
    re.IGNORECASE,
)
_INTRODUCES: Final = re.compile(
    r"\b(?:this|the present|our) (?:report|paper|thesis|book|study|document|guide|handbook|manual|article|chapter|work"
    r"|review|dissertation|agreement|policy|essay|volume) (?:\w+ )?(?:describes?|presents?|examines?|sets? out"
    r"|explains?|is (?:about|for|meant for|intended|organi[sz]ed|structured|divided)|aims?|argues?|investigates?"
    r"|addresses|considers?|covers?|explores?|asks?|shows how|was written|is written|applies|governs)"
    r"|\b(?:aims?|purpose|objectives?|goals?|scope) (?:of|is|are)\b|\bthe (?:remainder|rest) of (?:this|the)\b"
    r"|\b(?:chapter|section|part) (?:\d+|[ivx]+|two|three) (?:\w+ )?(?:describes|presents|discusses|deals|treats"
    r"|explains|turns|is about|covers|reviews|examines)"
    r"|\bresearch questions?\b|\bin this (?:report|paper|thesis|book|study)\b"
    r"|本文|本书|本論文|本稿|本研究|本章では",
    re.IGNORECASE,
)
_CONCLUDES: Final = re.compile(
    r"\b(?:we|i|this (?:report|paper|thesis|book|study|work|review)|the (?:results|findings|evidence)) (?:have|has) "
    r"(?:shown|seen|argued|found|demonstrated|presented|described|examined|explored|considered)"
    r"|\bin (?:conclusion|summary|closing|sum)\b|\bto (?:conclude|sum up|summari[sz]e)\b"
    r"|\b(?:future|further) (?:work|research|study|studies)\b|\blimitations?\b|\bwe conclude\b|\bit follows that\b"
    r"|\btaken together\b|\b(?:main|key) (?:findings|results|contributions|lessons)\b|\boverall\b"
    r"|综上|总之|本研究表明|今後の課題|以上|結論として",
    re.IGNORECASE,
)
_READ = 6_000  # characters of a section that are looked at, at its opening and its end
_FRONT = 60  # tokens before the first heading that may introduce
_NAME, _MOST_CUES, _LEAST = 3.0, 3, 2.0


class Candidate(NamedTuple):
    """A section that may play a role, how much speaks for it, and what does."""

    section: Section
    score: float
    reasons: tuple[str, ...]


def landmark(document: Document, role: Role, pointing: Mapping[int, int]) -> Candidate | None:
    """The section that plays a role; None where nothing speaks for any. `pointing`: references each section makes."""
    body = [
        section for section in _tops(document) if (section.heading or section.tokens >= _FRONT) and not aside(section)
    ]
    if not body:
        return None
    edges = enumerate(body) if role == "introduction" else enumerate(reversed(body))
    found = [_weighed(document, section, role, (at, len(body)), pointing.get(section.ord, 0)) for at, section in edges]
    best = max(found, key=lambda one: (one.score, -one.section.ord if role == "introduction" else one.section.ord))
    return best if best.score >= _LEAST else None


def aside(section: Section) -> bool:
    """Whether a section is no part of the text's own course: references, contents, appendices and their like."""
    return bool(_ASIDE.search(section.heading)) and len(section.heading) < 80


def _tops(document: Document) -> list[Section]:
    """The sections of the course: the highest level that has several, and those one below, whole subtrees each."""
    sections = document.sections
    level, parents = 1, [s for s in sections if s.parent is None]
    while len(parents) < 3 and level < 4:
        below = [s for s in sections if s.parent in {p.sec_id for p in parents}]
        if not below:
            break
        own = [p for p in parents if p.count and p.last == p.ord]
        parents, level = sorted([*own, *below], key=lambda s: s.ord), level + 1
    if len(parents) <= 12:
        return parents
    return [*parents[:6], *parents[-6:]]


def _weighed(document: Document, section: Section, role: Role, edge: tuple[int, int], points: int) -> Candidate:
    """What speaks for a section; `edge`: how far it stands from where its role is played, of how many."""
    first = role == "introduction"
    from_edge, of = edge
    reasons: list[str] = []
    near = max(0.0, 1.5 - 1.5 * from_edge / max(2, of / 3))
    score = near
    if near:
        end = "first" if first else "last"
        reasons.append(f"{end} of the course" if from_edge == 0 else f"among the {end}")
    strong = False
    if (_OPENS if first else _CLOSES).search(section.heading) and from_edge <= of / 2:
        score, strong = score + _NAME, True
        reasons.append("its name")
    text = "\n".join(_text(document, section, first=first))
    cues = len({found[0].casefold() for found in (_INTRODUCES if first else _CONCLUDES).finditer(text)})
    if cues:
        score, strong = score + min(cues, _MOST_CUES), True
        reasons.append(f"it {'announces' if first else 'sums up'} ({cues} phrase{'s' * (cues > 1)})")
    if first and points > 1:
        score, strong = score + 1.0, True
        reasons.append(f"it points to {points} other sections")
    return Candidate(section, score if strong else 0.0, tuple(reasons))


def _text(document: Document, section: Section, *, first: bool) -> Iterator[str]:
    """The opening of a section's text, or its end."""
    paragraphs = document.paragraphs[section.first : section.end]
    spent = 0
    for paragraph in paragraphs if first else reversed(paragraphs):
        if paragraph.kind in ("text", "list"):
            yield paragraph.text[:_READ]
            spent += len(paragraph.text)
        if spent > _READ:
            return

"""The counters of numbered paragraphs: a paragraph's numbering to the number that Word prints. Knows no paragraphs.

Lists are instances of definitions and share their counters; an instance that overrides a start counts afresh from its
first use. A level starts again when one above it is counted, unless it says otherwise.
"""

import re
from dataclasses import dataclass, field
from typing import Final

from silcrow.parse.docx.formats import written
from silcrow.parse.docx.package import Element, W, number, switch, value
from silcrow.parse.docx.styles import Style, Styles

_LEVELS: Final = 9
_PLACE: Final = re.compile(r"%([1-9])")
_LONGEST: Final = 100  # characters of a number's text


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a list: its first number, format, text with %1 to %9, and after which levels it starts again."""

    start: int = 1
    style: str = "decimal"
    text: str = ""
    restart: int | None = None
    legal: bool = False
    paragraph_style: str = ""


@dataclass(slots=True)
class _Definition:
    """An abstract list and its running counters; `link` names the style whose list it stands for."""

    levels: dict[int, Level]
    link: str = ""
    counters: list[int | None] = field(default_factory=lambda: [None] * _LEVELS)


@dataclass(slots=True)
class _Instance:
    """A list as paragraphs name it; `starts` are levels that count afresh at their first use."""

    definition: str
    starts: dict[int, int] = field(default_factory=dict)
    levels: dict[int, Level] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Number:
    """What is printed before a paragraph: "3.1", "Article II.", "" for none; `bullet` is a mark and no number."""

    text: str
    level: int
    bullet: bool = False


@dataclass(slots=True)
class Numbering:
    """All lists of one document, while it is read."""

    styles: Styles
    definitions: dict[str, _Definition] = field(default_factory=dict)
    instances: dict[str, _Instance] = field(default_factory=dict)

    def count(self, style: Style, num: str | None, ilvl: int | None) -> Number | None:
        """The number of the next paragraph, which has this style and names this list; None when it is in none.

        List 0 takes a paragraph out of the list of its style.
        """
        of_style = num is None
        num = style.num if num is None else num
        instance = self.instances.get(num or "0")
        definition = self._definition(instance)
        if instance is None or definition is None:
            return None
        if ilvl is None:
            ilvl = self._level_of(style, definition) if of_style or style.ilvl is None else style.ilvl
        level = instance.levels.get(ilvl) or definition.levels.get(ilvl)
        if level is None:
            return None
        if level.style == "bullet":
            return Number("", ilvl, bullet=True)
        self._advance(definition, instance, ilvl, level)
        return Number(self._text(definition, instance, level), ilvl)

    def _definition(self, instance: _Instance | None) -> _Definition | None:
        found = self.definitions.get(instance.definition) if instance else None
        for _ in range(5):
            if found is None or not found.link:
                break
            linked = self.instances.get(self.styles.get(found.link).num or "")
            if linked is None or self.definitions.get(linked.definition) is found:
                break
            found = self.definitions.get(linked.definition)
        return found

    @staticmethod
    def _level_of(style: Style, definition: _Definition) -> int:
        """The level of a style: the one that names it, else the one it states, else the first."""
        for name in style.chain:
            for ilvl, level in definition.levels.items():
                if level.paragraph_style == name:
                    return ilvl
        return style.ilvl or 0

    @staticmethod
    def _advance(definition: _Definition, instance: _Instance, ilvl: int, level: Level) -> None:
        counters = definition.counters
        before = counters[ilvl]
        if (start := instance.starts.pop(ilvl, None)) is not None:
            before = start - 1
        counters[ilvl] = level.start if before is None else before + 1
        for above in range(ilvl):
            if counters[above] is None:
                counters[above] = definition.levels.get(above, Level()).start
        for below in range(ilvl + 1, _LEVELS):
            rule = (instance.levels.get(below) or definition.levels.get(below, Level())).restart
            if rule is None or ilvl < rule:
                counters[below] = None

    @staticmethod
    def _text(definition: _Definition, instance: _Instance, level: Level) -> str:
        def place(found: re.Match[str]) -> str:
            at = int(found[1]) - 1
            other = instance.levels.get(at) or definition.levels.get(at, Level())
            counter = definition.counters[at]
            style = "decimal" if level.legal and other.style != "none" else other.style
            return written(other.start if counter is None else counter, style)

        text = " ".join(_PLACE.sub(place, level.text).split())[:_LONGEST]
        return text if any(c.isalnum() for c in text) else ""


def numbering_of(root: Element | None, styles: Styles) -> Numbering:
    """The lists of a numbering part."""
    numbering = Numbering(styles)
    if root is None:
        return numbering
    for abstract in root.findall(W + "abstractNum"):
        levels = dict(_levels(abstract))
        link = value(abstract, "numStyleLink") or ""
        numbering.definitions[abstract.get(W + "abstractNumId", "")] = _Definition(levels, link)
    for num in root.findall(W + "num"):
        instance = _Instance(value(num, "abstractNumId") or "")
        for override in num.findall(W + "lvlOverride"):
            ilvl = number(override.get(W + "ilvl"), least=0, most=_LEVELS - 1)
            if ilvl is None:
                continue
            instance.levels.update(_levels(override))
            start = number(value(override, "startOverride"), least=0, most=32_767)
            if start is not None:
                instance.starts[ilvl] = start
        numbering.instances[num.get(W + "numId", "")] = instance
    return numbering


def _levels(parent: Element) -> list[tuple[int, Level]]:
    found = []
    for level in parent.findall(W + "lvl"):
        ilvl = number(level.get(W + "ilvl"), least=0, most=_LEVELS - 1)
        if ilvl is None:
            continue
        start = number(value(level, "start"), least=0, most=32_767)
        made = Level(
            start=0 if start is None else start,
            style=_style(level),
            text=value(level, "lvlText") or "",
            restart=number(value(level, "lvlRestart"), least=0, most=_LEVELS),
            legal=bool(switch(level, "isLgl")),
            paragraph_style=value(level, "pStyle") or "",
        )
        found.append((ilvl, made))
    return found


def _style(level: Element) -> str:
    """The format of a level; Word wraps custom ones ("001") in an alternative that ends in a plain one."""
    plain = value(level, "numFmt")
    if plain is None:
        inner = level.find(f".//{W}numFmt")
        plain = None if inner is None else inner.get(W + "val")
    return plain or "decimal"

"""Style rules of a page: what `<style>` says of a tag, a class or an id. Simple selectors only; nothing is fetched.

Rules below at-rules (print, narrow screens) and rules for a tag inside another are passed over: what they say depends
on more than the tag.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from silcrow.parse.html.looks import Attributes

_LONGEST: Final = 300_000  # characters of rules that are read
_MOST: Final = 20_000  # selectors
_COMMENT = re.compile(r"/\*[^*]*+(?:\*(?!/)[^*]*+)*+(?:\*/|\Z)|<!--|-->")
_SELECTOR = re.compile(r"(?P<tag>[a-z][a-z0-9]{0,15}|\*)?(?P<sign>[.#])?(?P<name>[\w-]{1,100})?\Z")


@dataclass(frozen=True, slots=True)
class Sheet:
    """Declarations by (tag or "", sign, name), as written; sign is ".", "#" or ""."""

    rules: dict[tuple[str, str, str], str] = field(default_factory=dict)

    def style(self, tag: str, attributes: Attributes) -> str:
        """All that holds for a tag, the strongest first: its own style attribute, by id, class, and tag."""
        own = attributes.get("style") or ""
        if not self.rules:
            return own
        found = [self.rules.get((tag, "", ""), "")]
        for name in (attributes.get("class") or "").split()[:20]:
            found += [self.rules.get((key, ".", name), "") for key in ("", tag)]
        if own_id := attributes.get("id"):
            found += [self.rules.get((key, "#", own_id), "") for key in ("", tag)]
        return ";".join(part for part in (own, *reversed(found)) if part)


def read_sheet(text: str) -> Sheet:
    """The rules of a page's styles."""
    rules: dict[tuple[str, str, str], str] = {}
    for selectors, declarations in _rules(_COMMENT.sub(" ", text[:_LONGEST])):
        for selector in selectors.split(","):
            found = _SELECTOR.match(selector.strip())
            if found and len(rules) < _MOST and bool(found["sign"]) == bool(found["name"]):
                tag = "" if found["tag"] == "*" else (found["tag"] or "")
                if tag or found["name"]:
                    key = (tag, found["sign"] or "", found["name"] or "")
                    rules[key] = f"{rules[key]};{declarations}" if key in rules else declarations
    return Sheet(rules)


def _rules(text: str) -> Iterator[tuple[str, str]]:
    """Selectors and declarations of the rules that stand below no other."""
    depth, at, head = 0, 0, ""
    for brace in re.finditer(r"[{}]", text):
        part, at = text[at : brace.start()], brace.end()
        if brace[0] == "{":
            depth += 1
            if depth == 1:
                head = part.rsplit(";", 1)[-1].strip()
        elif depth:
            depth -= 1
            if not depth and not head.startswith("@"):
                yield head, part.strip()

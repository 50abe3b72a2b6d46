"""Mathematics of Office (OMML) as a line of text. Knows formulas only."""

from typing import Final

from silcrow.parse.docx.package import Element

M: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"


def line(formula: Element) -> str:
    """A formula in one line: (a)/(b), x^2, a_n, √(x), its letters in reading order."""
    return " ".join(_inside(formula).split())


def _inside(parent: Element | None) -> str:
    return "" if parent is None else "".join(_one(child) for child in parent if isinstance(child.tag, str))


def _one(part: Element) -> str:
    name = part.tag.removeprefix(M)
    if name == "t":
        return part.text or ""
    if name == "f":
        return f"{_grouped(part, 'num')}/{_grouped(part, 'den')}"
    if name in ("sSup", "sSub", "sSubSup"):
        sub, sup = _grouped(part, "sub"), _grouped(part, "sup")
        return _inside(part.find(M + "e")) + (f"_{sub}" if sub else "") + (f"^{sup}" if sup else "")
    if name == "rad":
        return f"{_inside(part.find(M + 'deg'))}√({_inside(part.find(M + 'e'))})"
    if name == "nary":
        sign = part.find(f"{M}naryPr/{M}chr")
        sub, sup = _grouped(part, "sub"), _grouped(part, "sup")
        shown = "∫" if sign is None else sign.get(M + "val", "")
        return shown + (f"_{sub}" if sub else "") + (f"^{sup}" if sup else "") + " " + _inside(part.find(M + "e"))
    if name == "d":
        return "(" + ", ".join(_inside(inner) for inner in part.findall(M + "e")) + ")"
    if name == "m":
        return "; ".join(", ".join(_inside(e) for e in row.findall(M + "e")) for row in part.findall(M + "mr"))
    return _inside(part)


def _grouped(part: Element, name: str) -> str:
    text = _inside(part.find(M + name))
    return text if len(text) <= 1 else f"({text})"

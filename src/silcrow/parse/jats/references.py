"""One reference of a list as a line: as it is printed where the article has it so, else put together from its parts."""

from typing import Final

from silcrow.parse.jats.inline import Tag, name_of, text_of

_PRINTED: Final = ("mixed-citation", "citation", "nlm-citation", "note")
_PEOPLE: Final = frozenset({"person-group", "name", "string-name", "collab"})
_LONGEST_LIST: Final = 50


def reference(ref: Tag) -> str:
    """The text of a `<ref>`, its label in front."""
    label = next((text_of(one) for one in ref if name_of(one) == "label"), "")
    parts = [_citation(one) for one in ref.iter() if name_of(one) in (*_PRINTED, "element-citation")]
    text = " ".join(part for part in parts if part)
    if label and text.startswith(label):
        label = ""
    mark = f"[{label.strip('[]. ')}]" if label else ""
    return f"{mark} {text}".strip()


def _citation(tag: Tag) -> str:
    printed = text_of(tag)
    if name_of(tag) != "element-citation" and (tag.text or "").strip() + "".join(one.tail or "" for one in tag).strip():
        return printed
    pieces: list[str] = []
    before = ""
    for one in tag:
        name = name_of(one)
        if name == "person-group":
            pieces += [person(each) for each in one if name_of(each) in _PEOPLE][:_LONGEST_LIST]
        elif name in _PEOPLE:
            pieces.append(person(one))
        elif name == "lpage" and before == "fpage" and pieces:
            pieces[-1] += f"–{text_of(one)}"
        elif name != "label":
            pieces.append(text_of(one))
        before = name
    return ", ".join(piece for piece in pieces if piece)


def person(tag: Tag) -> str:
    """The name of a person or a group: given names first."""
    parts = {name_of(one): text_of(one) for one in tag}
    if "surname" not in parts:
        return text_of(tag)
    names = (parts.get("prefix", ""), parts.get("given-names", ""), parts["surname"], parts.get("suffix", ""))
    return " ".join(name for name in names if name)

"""What locating gives as text: places with how they were found, references with where they lead, packs for a reader."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from silcrow.located import NO_BEARING, Found, Pack, Packed, Reference, References, Role, Scoped
from silcrow.render.columns import Paint, counted, plain, wrap
from silcrow.render.places import Records, place_lines, place_text

_WIDEST = 100
_HEADS: dict[Role, str] = {"scope": "", "definition": "Definitions:", "reference": "Referred to:"}


def render_scoped(
    found: Scoped, *, documents: Records | None = None, width: int | None = None, paint: Paint = plain
) -> str:
    """The sections that words mean, or what is called most like them where there is none."""
    lines: list[str] = []
    if found.result == "none":
        lines.append(f'there is no "{found.words}"')
        lines += ["Most like it (none of them is it):"] if found.nearest else []
        for lead in found.nearest:
            head = place_text(lead.span, lead.path, lead.pages, documents)
            lines += [f"    {line}" for line in place_lines(head, lead.span, width=width and width - 4, paint=paint)]
    elif found.result == "ambiguous":
        lines.append(f'"{found.words}" fits {counted(len(found.sections), "section")}; name one of them:')
    for one in found.sections:
        lines += _found(one, documents, width, paint)
    return "\n".join(lines)


def _found(one: Found, documents: Records | None, width: int | None, paint: Paint) -> Sequence[str]:
    lines = place_lines(place_text(one.span, one.path, one.pages, documents), one.span, width=width, paint=paint)
    how = f"{one.way}, {one.confidence:.2f}: {'; '.join(one.trace)}"
    room = None if width is None else max(min(width, _WIDEST) - 4, 20)
    return [*lines, *(f"    {paint('quiet', line)}" for line in wrap(how, room))]


def render_packed(found: Packed) -> str:
    """Packs one after another, a line of dashes between them, and what they could not hold."""
    blocks = []
    for number, one in enumerate(found.packs, 1):
        head = f"Pack {number} of {len(found.packs)} (~{one.tokens:,} tokens)\n\n" if len(found.packs) > 1 else ""
        blocks.append(head + render_pack(one))
    text = "\n\n---\n\n".join(blocks)
    bearing = [one for one in found.aside if one.because != NO_BEARING]
    others = [replace(one, because="") for one in found.aside if one.because == NO_BEARING]
    for head, some in (("Did not fit:", bearing), ("Left out, since it holds no word of the question:", others)):
        if some:
            lines = [f"- {one.place} (~{one.tokens:,} tokens){_why(one.because)}" for one in some]
            text += "\n\n".join(["", f"{head}\n" + "\n".join(lines)])
    return text


def render_pack(one: Pack) -> str:
    """One pack as a model reads it: each passage under its place and all headings above it."""
    blocks: list[str] = []
    role: Role = "scope"
    for piece in one.pieces:
        if piece.role != role:
            role = piece.role
            blocks.append(_HEADS[role])
        path = " › ".join(piece.passage.path)
        blocks.append(f"[{piece.passage.span}] {path}{_why(piece.because)}\n{piece.passage.text}")
    return "\n\n".join(blocks)


def _why(because: str) -> str:
    return f" ({because})" if because else ""


def render_references(found: References, headings: Mapping[str, str]) -> str:
    """A reference a line, with the heading it leads to or the reason why it leads nowhere; then how many of each."""
    lines = [f"{one.place}  {' '.join(one.words.split())} → {_target(one, headings)}" for one in found.references]
    counts = Counter(one.outcome for one in found.references)
    shown = ", ".join(f"{counts[one]} {one}" for one in ("resolved", "external", "ambiguous", "missing") if counts[one])
    return "\n".join([*lines, f"{counted(len(found.references), 'reference')}: {shown}" if lines else "No references."])


def _target(one: Reference, headings: Mapping[str, str]) -> str:
    if one.target is None:
        return f"{one.outcome}: {one.reason}"
    heading = headings.get(one.target.sec_id, "")
    return f"{one.target}  {heading}".rstrip() + (f"  ({one.reason})" if one.reason else "")


def render_graph(found: References, headings: Mapping[str, str], *, form: str) -> str:
    """The sections that refer to one another as a graph, "dot" or "mermaid", with how often."""
    edges = Counter(
        (one.place.sec_id, one.target.sec_id)
        for one in found.references
        if one.target and one.place.sec_id != one.target.sec_id
    )
    nodes = {sec_id: f"n{number}" for number, sec_id in enumerate(dict.fromkeys(one for edge in edges for one in edge))}
    if form == "dot":
        lines = [f'  {node} [label="{_label(sec_id, headings)}"];' for sec_id, node in nodes.items()]
        lines += [f"  {nodes[a]} -> {nodes[b]}{f' [label={n}]' if n > 1 else ''};" for (a, b), n in edges.items()]
        return "\n".join(["digraph references {", *lines, "}"])
    lines = [f'  {node}["{_label(sec_id, headings)}"]' for sec_id, node in nodes.items()]
    lines += [f"  {nodes[a]} -->{f'|{n}|' if n > 1 else ''} {nodes[b]}" for (a, b), n in edges.items()]
    return "\n".join(["graph LR", *lines])


def _label(sec_id: str, headings: Mapping[str, str]) -> str:
    plain_text = "".join(c if c.isalnum() or c in " .,;:()'&/-" else " " for c in headings.get(sec_id) or sec_id)
    return " ".join(plain_text.split())[:60]

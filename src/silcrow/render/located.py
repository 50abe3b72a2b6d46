"""What locating gives as text: a place a line, and beneath it how it was found."""

from collections.abc import Sequence

from silcrow.located import Found, Scoped
from silcrow.render.columns import Paint, counted, plain, wrap
from silcrow.render.places import Records, place_lines, place_text

_WIDEST = 100


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

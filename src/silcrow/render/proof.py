"""A proven answer: what holds and what does not, for a terminal; and the whole of it as a page of Markdown.

The verdict of each quote is shown by sign and word. A quote that stands nowhere has no place that could be opened.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from silcrow.answer import Answer, Change, Citation, Claim, Figure
from silcrow.render.columns import Paint, counted, plain, wrap
from silcrow.render.places import Records, place_text

SIGNS = {"verified": "✓", "moved": "→", "near": "≈", "unsupported": "✗"}
_WIDEST = 100


def difference_text(difference: Sequence[Change]) -> str:
    """A difference on one line: what is only quoted in [-…-], what is only printed in {+…+}."""
    form = {"same": "{}", "quoted": "[-{}-]", "printed": "{{+{}+}}"}
    return " ".join(form[change.kind].format(change.text) for change in difference)


def render_proof(
    answer: Answer, *, documents: Records | None = None, width: int | None = None, paint: Paint = plain
) -> str:
    """What became of an answer: counts, each claim that does not hold and why, each quote with its verdict."""
    room = None if width is None else min(width, _WIDEST)
    lines = wrap(_counts(answer), room)
    for claim in answer.claims:
        if claim.state in ("unsupported", "doubtful"):
            lines.extend(_broken(f"{claim.state}: {claim.text}", room, 0))
            lines.extend(line for fault in claim.faults for line in _broken(fault.message, room, 4))
    for number, citation in enumerate(answer.citations, 1):
        head = f"[{number}] {SIGNS[citation.verdict]} {citation.verdict}  {_where(citation, documents)}"
        lines.append(paint("place" if citation.stands else "doubt", head))
        lines.extend(_broken(difference_text(citation.difference) or citation.quote, room, 4))
    for figure in answer.figures:
        lines.extend(_broken(_computed(figure), room, 0))
        lines.extend(line for text in _operands(figure) for line in _broken(text, room, 4))
    return "\n".join(lines)


def _counts(answer: Answer) -> str:
    verdicts = Counter(citation.verdict for citation in answer.citations)
    stand = verdicts["verified"] + verdicts["moved"]
    said = f"{stand} of {counted(len(answer.citations), 'quote')} verified"
    said += f" ({verdicts['moved']} moved)" if verdicts["moved"] else ""
    if answer.claims:
        claims = [claim for claim in answer.claims if claim.state != "no claim"]
        holds = sum(claim.state == "supported" for claim in claims)
        said += f", {holds} of {counted(len(claims), 'claim')} supported"
    return f"{said}."


def _broken(text: str, room: int | None, indent: int) -> list[str]:
    lines = wrap(" ".join(text.split()), None if room is None else max(room - indent, 20))
    return [" " * indent + line for line in lines]


def _where(citation: Citation, documents: Records | None) -> str:
    if citation.verdict == "unsupported":
        return f"said to stand at {citation.place}" if citation.place else "at no place"
    place = place_text(citation.span, citation.path, citation.pages, documents)
    moved = f"  (said to stand at {citation.given})" if citation.verdict == "moved" else ""
    return f"{place}  {citation.span}{moved}"


def answer_markdown(answer: Answer, *, documents: Records | None = None) -> str:
    """An answer as a page: its text as it is, the evidence with verdicts, computed figures, what has no support."""
    lines = [f"# {_one_line(answer.question)}", ""] if answer.question else []
    lines += [answer.text.strip(), ""] if not answer.extractive and answer.text.strip() else []
    if answer.citations:
        lines += ["## Evidence", ""]
        for number, citation in enumerate(answer.citations, 1):
            lines += [*_evidence(citation, number, documents), ""]
    if answer.figures:
        lines += ["## Computed", ""]
        for figure in answer.figures:
            lines += [f"- {_computed(figure)}", *(f"  - {text}" for text in _operands(figure))]
        lines.append("")
    wanting = [claim for claim in answer.claims if claim.state in ("unsupported", "doubtful")]
    if wanting:
        lines += ["## Without full support", "", *(line for claim in wanting for line in _wanting(claim)), ""]
    elif answer.unsupported:
        lines += ["## Found nowhere", "", *(f"- {_one_line(words)}" for words in answer.unsupported), ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def _evidence(citation: Citation, number: int, documents: Records | None) -> Iterator[str]:
    sign = f"{SIGNS[citation.verdict]} {citation.verdict}"
    if citation.verdict == "unsupported":
        said = f", said to stand at {_one_line(citation.place)}" if citation.place else ""
        yield f"[{number}] {sign}: “{_one_line(citation.quote)}”{said}"
        return
    place = place_text(citation.span, citation.path, citation.pages, documents)
    moved = f", said to stand at {_one_line(citation.given)}" if citation.verdict == "moved" else ""
    yield f"[{number}] {sign}: {place} `{citation.span}`{moved}"
    yield ""
    if citation.difference:
        form = {"same": "{}", "quoted": "~~{}~~", "printed": "**{}**"}
        yield "> " + " ".join(form[one.kind].format(_one_line(one.text)) for one in citation.difference)
        return
    for line in citation.quote.strip().split("\n"):
        yield f"> {line}".rstrip()


def _wanting(claim: Claim) -> Iterator[str]:
    yield f"- {claim.state}: {_one_line(claim.text)}"
    for fault in claim.faults:
        yield f"  - {fault.message}"


def _computed(figure: Figure) -> str:
    return f"{_one_line(figure.expression)} {'=' if figure.exact else '≈'} {figure.text}"


def _operands(figure: Figure) -> Iterator[str]:
    for one in figure.operands:
        yield f"{one.name} = {_one_line(one.value)}, {one.place}" + (f": {one.fault}" if one.fault else "")


def _one_line(text: str) -> str:
    return " ".join(text.split())

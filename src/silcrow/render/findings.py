"""What rules found, as a table for people, a page of Markdown, or JUnit XML for build servers."""

import re
from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape, quoteattr

from silcrow.finding import Checked, Finding, Value
from silcrow.render.columns import Paint, clip, counted, grid, plain, wrap
from silcrow.render.places import Records, pages_text, place_text

_UNWRITABLE = re.compile("[^\\t\\n\\r\\x20-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")
_SIGNS = {"pass": "ok", "fail": "FAIL", "not-found": "none", "ambiguous": "many", "error": "ERR"}
_QUOTE = 200
_VALUES = 3


def render_checked(
    found: Checked,
    *,
    documents: Records | None = None,
    passes: bool = False,
    width: int | None = None,
    paint: Paint = plain,
) -> str:
    """Findings by document, those that need a look; all of them with `passes`."""
    lines: list[str] = []
    for doc_id in found.documents:
        own = [one for one in found.findings if one.doc_id == doc_id]
        shown = [one for one in own if passes or one.is_finding]
        lines.append(paint("heading", f"{doc_id}  {_counts(own)}"))
        for one in shown:
            said = f"  ({one.message})" if one.message and one.is_finding else ""
            head = f"  {_SIGNS[one.outcome]:4}  {one.rule_id}  {one.reason}{said}"
            lines += [paint("doubt" if one.outcome == "fail" else "place", line) for line in wrap(head, width)]
            for value in one.values[:_VALUES] if one.is_finding or passes else ():
                lines += [f"        {line}" for line in _value(value, documents, width and width - 8)]
            lines += [f"        {line}" for place in one.candidates[:_VALUES] for line in wrap(place, width)]
    lines += [paint("error", f"not read: {address}  {failure.message}") for address, failure in found.failed]
    read = counted(len(found.documents), "document")
    lines.append(f"{found.rules}, version {found.version}, on {read}: {_counts(found.findings)}")
    return "\n".join(lines)


def _counts(findings: Sequence[Finding]) -> str:
    counts = {outcome: sum(one.outcome == outcome for one in findings) for outcome in _SIGNS}
    return ", ".join(f"{count} {outcome}" for outcome, count in counts.items() if count) or "no rules"


def _value(value: Value, documents: Records | None, width: int | None) -> Iterator[str]:
    cited = value.citation
    yield from wrap(place_text(cited.span, cited.path, cited.pages, documents) + f"      {cited.span}", width)
    yield from wrap(f"“{clip(cited.quote, _QUOTE)}”", width)


def markdown_checked(found: Checked, *, documents: Records | None = None) -> str:
    """A page of Markdown: a table of findings a document, then what each failing rule rests on."""
    lines = [f"# {found.rules}, version {found.version}", "", _counts(found.findings), ""]
    for doc_id in found.documents:
        own = [one for one in found.findings if one.doc_id == doc_id]
        lines += [f"## {doc_id}", "", "| rule | outcome | what | where |", "| --- | --- | --- | --- |"]
        for one in own:
            where = "; ".join(str(value.citation.span) for value in one.values[:_VALUES]) or "; ".join(one.candidates)
            lines.append(f"| {one.rule_id} | {one.outcome} | {_cell(one.reason)} | {_cell(where)} |")
        for one in own:
            if one.is_finding and one.values:
                lines += ["", f"**{one.rule_id}**: {_cell(one.reason)}"]
                for value in one.values[:_VALUES]:
                    cited = value.citation
                    place = place_text(cited.span, cited.path, cited.pages, documents)
                    lines += ["", f"> {_cell(clip(cited.quote, _QUOTE))}", f"> — {_cell(place)} `{cited.span}`"]
        lines.append("")
    lines += [f"- not read: {_cell(address)}: {_cell(failure.message)}" for address, failure in found.failed]
    return "\n".join(lines).rstrip() + "\n"


def _cell(text: str) -> str:
    return escape(" ".join(text.split())).replace("|", "\\|")


def junit(found: Checked) -> str:
    """JUnit XML: a suite a document, a case a rule; what needs a look fails, what could not be checked is an error."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<testsuites name={quoteattr(_xml(found.rules))}>"]
    for doc_id in found.documents:
        own = [one for one in found.findings if one.doc_id == doc_id]
        failures = sum(one.is_finding and one.outcome != "error" for one in own)
        errors = sum(one.outcome == "error" for one in own)
        lines.append(
            f'  <testsuite name={quoteattr(doc_id)} tests="{len(own)}" failures="{failures}" errors="{errors}">'
        )
        for one in own:
            lines += [f"    {line}" for line in _case(one, found.version)]
        lines.append("  </testsuite>")
    for address, failure in found.failed:
        lines.append(f'  <testsuite name={quoteattr(_xml(address))} tests="1" failures="0" errors="1">')
        lines.append(f'    <testcase name="read"><error message={quoteattr(_xml(failure.message))}/></testcase>')
        lines.append("  </testsuite>")
    return "\n".join([*lines, "</testsuites>"])


def _case(one: Finding, version: str) -> Iterator[str]:
    head = f"<testcase name={quoteattr(one.rule_id)} classname={quoteattr(f'{one.doc_id}.v{version}')}"
    if not one.is_finding:
        yield f"{head}/>"
        return
    sort = "error" if one.outcome == "error" else "failure"
    text = "\n".join(f"{value.citation.span} {value.citation.quote}" for value in one.values[:_VALUES])
    said = quoteattr(_xml(": ".join(part for part in (one.message, one.reason) if part)))
    yield f"{head}>"
    yield f"  <{sort} type={quoteattr(one.outcome)} message={said}>{escape(_xml(text))}</{sort}>"
    yield "</testcase>"


def _xml(text: str) -> str:
    """Text without the characters that XML 1.0 has no way to write."""
    return _UNWRITABLE.sub("\ufffd", text)


def render_values(
    found: Sequence[Value], *, documents: Records | None = None, width: int | None = None, paint: Paint = plain
) -> str:
    """Values, each with its place and its page; a heading would make the lines too wide to be read."""
    rows = []
    headed = any(value.column for value in found)
    for value in found:
        amount = f"{value.number:,f} {value.unit}".strip() if value.number is not None else value.date
        place = paint("coordinate", str(value.citation.span))
        heads = (clip(value.column, 30),) if headed else ()
        rows.append((clip(value.text, 60), *heads, amount, place, _on_paper(value, documents)))
    return "\n".join(grid(rows, width=width))


def _on_paper(value: Value, documents: Records | None) -> str:
    record = documents.get(value.citation.span.doc_id) if documents else None
    return pages_text(value.citation.pages, record.page_labels if record else ())

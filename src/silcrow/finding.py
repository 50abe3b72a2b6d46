"""What checking gives: values that stand in documents, and a rule's outcome on each document. Values only."""

from collections import Counter
from dataclasses import dataclass
from decimal import Decimal
from typing import Final, Literal, get_args

from silcrow.answer import Citation
from silcrow.errors import Notice, SilcrowError

Outcome = Literal["pass", "fail", "not-found", "ambiguous", "error"]
Severity = Literal["info", "warning", "error"]
Kind = Literal["text", "clause", "number", "amount", "percentage", "date", "party", "cell", "column", "list"]
KINDS: Final = get_args(Kind)
"""What can be taken out of a document."""


@dataclass(frozen=True, slots=True)
class Value:
    """Something that stands in a document.

    text     as printed                number   its amount with sign and scale, None for what is no figure
    unit     "%", a currency or a measure as printed, or empty
    date     ISO 8601, of a date       citation where it stands: the words around it, letter by letter
    column   of a cell of a table: the head of its column, which is often a year
    """

    text: str
    citation: Citation
    number: Decimal | None = None
    unit: str = ""
    date: str = ""
    column: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """What became of one rule on one document.

    message     what should hold, in the words of the rule, or empty
    reason      what was found, or what is missing
    values      what was looked at, each with its place
    candidates  places that fit where the scope is ambiguous
    trace       how the scope was found
    """

    rule_id: str
    severity: Severity
    outcome: Outcome
    doc_id: str
    message: str
    reason: str = ""
    values: tuple[Value, ...] = ()
    candidates: tuple[str, ...] = ()
    trace: tuple[str, ...] = ()

    @property
    def is_finding(self) -> bool:
        """Whether somebody should look: anything but a pass."""
        return self.outcome != "pass"


@dataclass(frozen=True, slots=True)
class Checked:
    """A rule set on some documents, in the order of documents and then of rules. `failed`: files that were not read."""

    rules: str
    version: str
    documents: tuple[str, ...]
    findings: tuple[Finding, ...]
    failed: tuple[tuple[str, SilcrowError], ...] = ()
    notices: tuple[Notice, ...] = ()

    @property
    def counts(self) -> dict[Outcome, int]:
        """Findings by outcome."""
        found = Counter(finding.outcome for finding in self.findings)
        outcomes: tuple[Outcome, ...] = ("pass", "fail", "not-found", "ambiguous", "error")
        return {outcome: found[outcome] for outcome in outcomes}

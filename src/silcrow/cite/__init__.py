"""The room of proof: quotes to verdicts, claims to what they rest on, figures to their operands. No model is asked.

proof     a drafted answer → Answer      claims   what a text claims, with the markers it bears
quotes    quote and place → verdict      letters  the same after typographic folding
anchors   a quote that stands elsewhere  sheets   passages laid out for comparing, read once
numbers   of a claim, at its places      evidence what is printed there, with its unit
rows      of the row that is meant       figures  exact arithmetic over operands with places
negation  denied here and not there
"""

from silcrow.cite.figures import Named, calculate
from silcrow.cite.proof import Given, faults, marked, prove
from silcrow.cite.quotes import check

__all__ = ["Given", "Named", "calculate", "check", "faults", "marked", "prove"]

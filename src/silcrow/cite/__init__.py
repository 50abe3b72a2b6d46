"""The room of proof: quotes to verdicts, claims to what they rest on, figures to their operands. No model is asked.

quotes    quote and place → verdict      letters  the same after typographic folding
anchors   a quote that stands elsewhere  sheets   passages laid out for comparing, read once
"""

from silcrow.cite.quotes import check, distinct

__all__ = ["check", "distinct"]

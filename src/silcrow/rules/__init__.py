"""Rules over documents: the same rules, the same documents, the same findings, byte for byte, without a model.

ruleset     rules as people write them, in TOML or YAML      scope      where a rule looks
patterns    phrases and expressions in linear time           ground     the paragraphs it looks at
extractors/ a file a kind of value: amounts, dates, parties, cells, clauses, lists
checks      what must hold of the values                     check      a rule set on a document
filled      a JSON Schema filled by a model, each value with a quote that stands

Knows documents through a Desk, and no library, file or process.
"""

from silcrow.rules.check import check, extract, lines_of
from silcrow.rules.ruleset import RuleSet, load_rules

__all__ = ["RuleSet", "check", "extract", "lines_of", "load_rules"]

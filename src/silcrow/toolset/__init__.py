"""The Desk's verbs as tools that a model can call, defined once for every face that offers them.

tool       what a tool is, and how it is called     arguments  what was given, checked against its schema
verbs      the five of the Desk                     quotes     the check of quotes
fence      document text marked as data             sizes      what fits a result, and cursors that go on
"""

from silcrow.toolset.tool import Tool, ToolResult, call, failed
from silcrow.toolset.verbs import TOOLS

__all__ = ["TOOLS", "Tool", "ToolResult", "call", "failed"]

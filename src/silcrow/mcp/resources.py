"""Resources: `silcrow://doc` is an outline, `silcrow://doc/sec` a section, `silcrow://doc/sec/3-8` some paragraphs.

Each part is percent-encoded. Knows the tools, which read what is named.
"""

import re
from urllib.parse import quote, unquote

from silcrow.desk import Desk
from silcrow.errors import NotFound
from silcrow.place import is_id
from silcrow.toolset import TOOLS, ToolResult, call, failed

SCHEME = "silcrow://"
TEMPLATES = (
    ("silcrow://{doc}", "Outline", "The outline of a document."),
    ("silcrow://{doc}/{sec}", "Section", "The text of a section, by its sec_id."),
    ("silcrow://{doc}/{sec}/{para}", "Paragraphs", "Some paragraphs of a section: 3 or 3-8."),
)
_RANGE = re.compile(r"[0-9]{1,9}(-[0-9]{1,9})?")
_BY_NAME = {tool.name: tool for tool in TOOLS}


def uri(doc_id: str) -> str:
    """The resource of a document."""
    return SCHEME + quote(doc_id, safe="")


def read(address: str, desk: Desk) -> ToolResult:
    """What stands at a resource, as its tool says it; an error where there is none."""
    parts = [unquote(part) for part in address.removeprefix(SCHEME).split("/")]
    doc_id, sec_id, paragraphs = [*parts, "", ""][:3]
    if not address.startswith(SCHEME) or len(parts) > 3 or not all(parts) or not all(map(is_id, parts[:2])):
        return failed(NotFound("no such resource", hint="Write silcrow://DOC, …/SECTION or …/SECTION/FIRST-LAST."))
    if not sec_id:
        return call(_BY_NAME["outline"], desk, {"doc_id": doc_id})
    if not paragraphs:
        return call(_BY_NAME["read_section"], desk, {"sec_id": f"{doc_id}:{sec_id}"})
    if not _RANGE.fullmatch(paragraphs):
        return failed(NotFound(f"no paragraphs {paragraphs[:40]!r}", hint="Write 3 or 3-8."))
    return call(_BY_NAME["read_section"], desk, {"sec_id": f"{doc_id}:{sec_id}:{paragraphs}"})

"""Reading one upload in a process of its own: a file that ends the process ends no server, and it can be cancelled.

`python -m silcrow.web.apart` with {"library", "file", "address", "doc_id", "password"} on standard input, where nobody
else sees them; prints what came of it.
"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from silcrow import config, wire
from silcrow.errors import Internal, SilcrowError, of_machine
from silcrow.ingest.limits import end_with_parent
from silcrow.library import Library


def read_into(library: Library, file: Path, address: str, given: Mapping[str, Any]) -> wire.JSON:
    """What became of the bytes of a file in a library, or the error."""
    try:
        added = library.add(
            file.read_bytes(), address=address, doc_id=given.get("doc_id"), password=given.get("password")
        )
    except SilcrowError as failure:
        return wire.error(failure)
    except Exception as fault:  # noqa: BLE001  of this one file; the next may be read
        ours = Internal(f"a fault of Silcrow's own ({type(fault).__name__})", hint="Please report it.")
        return wire.error(of_machine(fault) or ours)
    changes = {added.record.doc_id: added.changes} if added.changes else None
    return wire.added([(added.record, added.outcome)], changes=changes, said=added.notices)


def main() -> None:
    """One upload, as long as the server is there that took it on: the next one will read it anew."""
    end_with_parent()
    given = json.load(sys.stdin)
    try:
        with config.open_library(config.load(library=given["library"])) as library:
            found = read_into(library, Path(given["file"]), given["address"], given)
    except SilcrowError as failure:  # the library cannot be opened or closed: nothing is held against the file
        found = wire.error(failure)
    print(wire.dumps(found))  # noqa: T201  its result


if __name__ == "__main__":
    main()

"""The command line: arguments in, verbs called, results out. Nothing heavy is imported before a verb needs it."""

import sys
from collections.abc import Sequence

from silcrow import __version__


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit status. Without arguments those of the process are taken."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given in (["--version"], ["-V"]):
        sys.stdout.write(f"silcrow {__version__}\n")
        return 0
    try:
        from silcrow.cli.run import run  # noqa: PLC0415  --version answers without it

        return run(given)
    except KeyboardInterrupt:  # while all this is still being loaded
        return 130

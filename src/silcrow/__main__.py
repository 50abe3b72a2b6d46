"""`python -m silcrow`."""

import sys

from silcrow.cli import main

sys.exit(main())

"""The one table from an error's code to the exit status of the command line."""

OK, FAILED, USAGE, NOT_FOUND, INTERRUPTED = 0, 1, 2, 3, 130

EXITS = {
    "not_found": NOT_FOUND,
    "ambiguous": USAGE,
    "usage": USAGE,
    "unsupported_format": FAILED,
    "damaged": FAILED,
    "encrypted": FAILED,
    "wrong_password": FAILED,
    "too_large": FAILED,
    "busy": FAILED,
    "newer_library": FAILED,
    "model_failed": FAILED,
    "budget_spent": FAILED,
    "internal": FAILED,
}

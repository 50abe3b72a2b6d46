"""Silcrow reads long documents by their structure.

`silcrow.open_library()` is where to begin. Importing silcrow loads nothing but this file.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from silcrow import errors
    from silcrow.library import open_library

__all__ = ["__version__", "errors", "open_library"]

__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    if name == "errors":
        return import_module("silcrow.errors")
    if name == "open_library":
        return import_module("silcrow.library").open_library
    raise AttributeError(f"module 'silcrow' has no attribute {name!r}")

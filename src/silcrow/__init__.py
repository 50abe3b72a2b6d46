"""Silcrow reads long documents by their structure.

`silcrow.open("report.pdf")` lays one document open, `silcrow.open_library()` opens many, and `silcrow.tools(…)` hands
either to a model. Importing silcrow loads nothing but this file.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from silcrow import errors
    from silcrow.handle import open_document as open  # noqa: A004  as silcrow.open it hides nothing
    from silcrow.handle import tools
    from silcrow.library import open_library

__all__ = ["__version__", "errors", "open", "open_library", "tools"]

__version__ = "0.1.0"

_ROOMS = {
    "open": ("silcrow.handle", "open_document"),
    "open_library": ("silcrow.library", "open_library"),
    "tools": ("silcrow.handle", "tools"),
}


def __dir__() -> list[str]:
    return sorted(__all__)


def __getattr__(name: str) -> object:
    if name == "errors":
        return import_module("silcrow.errors")
    if name in _ROOMS:
        room, what = _ROOMS[name]
        return getattr(import_module(room), what)
    raise AttributeError(f"module 'silcrow' has no attribute {name!r}")

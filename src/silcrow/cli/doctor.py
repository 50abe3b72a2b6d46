"""What is installed, active and missing, and what each missing thing would give. Looks, and changes nothing."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from silcrow import __version__
from silcrow.errors import SilcrowError

if TYPE_CHECKING:
    from silcrow.config import Settings

State = Literal["ok", "missing", "needed"]

# What a package is for, so that whoever lacks it knows what they lack.
_GIVES = {
    "charset-normalizer": "text of unknown encoding",
    "jsonschema": "replies of models as JSON",
    "liteparse": "PDF: text, tables, fonts",
    "lxml": "DOCX and EPUB",
    "markdown-it-py": "Markdown",
    "mcp": "the MCP server",
    "numpy": "ranking",
    "pylatexenc": "LaTeX",
    "pypdfium2": "PDF: bookmarks, page images",
    "pystemmer": "word stems in searches",
    "rapidfuzz": "near names and near quotes",
    "rich": "bars and colours",
    "selectolax": "HTML",
    "typer": "the command line",
}
_EXTRAS = {
    "anthropic": "answers written by Anthropic's models",
    "openai": "answers written by models of OpenAI, Ollama, vLLM and all that speak alike",
    "ocr": "text of scanned pages without tesseract",
    "pandas": "tables as data frames",
    "postgres": "a library shared by several machines",
    "ray": "reading documents on several machines",
    "semantic": "searches by meaning, not only by words",
}
_NAME = re.compile(r"[^A-Za-z0-9._-]")  # what ends the name in a requirement
_EXTRA = re.compile(r"extra\s*==\s*['\"]([^'\"]+)['\"]")


@dataclass(frozen=True, slots=True)
class Check:
    """One thing: `needed` is missing and Silcrow cannot do without, `missing` it can."""

    name: str
    state: State
    detail: str
    gives: str = ""


def checks(settings: "Settings") -> list[Check]:
    """Everything, what Silcrow cannot do without first."""
    return [
        Check("silcrow", "ok", __version__),
        Check("python", "ok", f"{sys.version.split()[0]} ({sys.executable})"),
        *_packages(),
        _program("tesseract", "text of scanned pages"),
        _model(settings),
        _library(settings),
    ]


def _packages() -> Iterator[Check]:
    """Every package that the distribution asks for, then its extras."""
    try:
        asked = metadata.requires("silcrow") or []
    except metadata.PackageNotFoundError:
        yield Check("silcrow", "needed", "not installed as a distribution", "knowing what it needs")
        return
    extras: dict[str, list[str]] = {}
    for requirement in asked:
        name = _NAME.split(requirement, maxsplit=1)[0]
        if of := _EXTRA.search(requirement):
            extras.setdefault(of[1], []).append(name)
        else:
            found = _version(name)
            yield Check(name, "ok" if found else "needed", found or "", _GIVES.get(name.lower(), ""))
    for extra, names in sorted(extras.items()):
        if extra in _EXTRAS:
            there = [f"{name} {version}" for name in names if (version := _version(name))]
            complete = len(there) == len(names)
            detail = ", ".join(there) if complete else f'pip install "silcrow[{extra}]"'
            yield Check(f"[{extra}]", "ok" if complete else "missing", detail, _EXTRAS[extra])


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _program(name: str, gives: str) -> Check:
    path = shutil.which(name)
    if path is None:
        return Check(name, "missing", "not on the PATH", gives)
    try:
        said = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=10, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return Check(name, "missing", f"{path} does not run", gives)
    first = (said.stdout or said.stderr).split("\n")[0].strip()
    return Check(name, "ok", f"{first} ({path})", gives)


def _model(settings: "Settings") -> Check:
    """The language model that is named, if its package and its key are there; it is not asked anything."""
    from silcrow.config import chat  # noqa: PLC0415  heavy

    if settings.model == "none":
        return Check("model", "ok", "none is named: answers are quotes", "")
    try:
        chat(settings)
    except SilcrowError as failure:
        return Check("model", "missing", f"{settings.model}: {failure.message}", failure.hint)
    return Check("model", "ok", settings.model, "written answers")


def _library(settings: "Settings") -> Check:
    """The library as it is; it is not made where there is none."""
    from silcrow.config import open_library  # noqa: PLC0415  heavy

    if settings.ephemeral:
        return Check("library", "ok", "in memory")
    if not isinstance(settings.library, Path):
        return Check("library", "ok", f"{settings.library}: on a server, which was not asked; silcrow status asks it")
    if not settings.library.exists():
        return Check("library", "ok", f"{settings.library}: none yet, the first add makes it")
    try:
        with open_library(settings) as library:
            return Check("library", "ok", f"{settings.library}: {len(library.documents())} documents")
    except SilcrowError as failure:
        return Check("library", "needed", f"{settings.library}: {failure.message}", failure.hint)

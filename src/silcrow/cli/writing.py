"""Files and folders that a verb writes: whole or not at all."""

import json
import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from silcrow.errors import Usage

INDEX = "index.json"


def write_whole(path: Path, text: str) -> None:
    """Write a file whole or not at all; through a link or into a pipe as any program would."""
    data = text.encode("utf-8", "replace")
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    path = path.resolve()
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.")
    except OSError as fault:
        fault.filename = str(path)  # and not that of the file which was to take its place
        raise
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(temporary).chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _umask() -> int:
    now = os.umask(0o077)
    os.umask(now)
    return now


def write_folder(folder: Path, texts: Mapping[str, str], index: str) -> None:
    """Write files and their index.json as one folder, whole or not at all.

    A folder that is there is replaced where it is empty or holds nothing but what an earlier index names; Usage where
    it holds anything else.
    """
    there = folder.is_dir()
    if (there or folder.is_symlink() or folder.exists()) and not _is_ours(folder):
        raise Usage(f"{folder} is there and holds other files", hint="Name a folder that is empty or not there yet.")
    folder.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name[:40]}."))
    try:
        for name, text in {**texts, INDEX: index}.items():
            (made / name).write_bytes(text.encode("utf-8", "replace"))
        made.chmod(0o777 & ~_umask())
        if there:
            shutil.rmtree(folder)
        made.rename(folder)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise


def _is_ours(folder: Path) -> bool:
    """Whether a folder is empty, or holds an index and nothing that is not in it."""
    if folder.is_symlink() or not folder.is_dir():
        return False
    names = {path.name for path in folder.iterdir()}
    if not names:
        return True
    try:
        listed = json.loads((folder / INDEX).read_text(encoding="utf-8"))["parts"]
        known = {INDEX, *(str(part["file"]) for part in listed)}
    except (OSError, ValueError, KeyError, TypeError):
        return False
    return names <= known

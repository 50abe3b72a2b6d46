"""The verbs that serve agents: mcp, skill and doctor."""

import os
import shutil
import sys
import tempfile
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer

from silcrow import wire
from silcrow.cli.doctor import checks
from silcrow.cli.exits import FAILED, OK
from silcrow.cli.screen import Result, Screen
from silcrow.cli.session import STDIN, Session, on_disk
from silcrow.errors import Usage
from silcrow.render.columns import grid

_LAST_PORT = 65_535
SKILLS = Path(__file__).parent.parent / "skills"
TARGETS = {"claude": "~/.claude/skills", "codex": "~/.codex/skills", "cursor": "~/.cursor/skills"}


def mcp(
    ctx: typer.Context,
    docs: Annotated[list[str] | None, typer.Argument(metavar="[DOC…]")] = None,
    *,
    allow_add: Annotated[
        list[str] | None, typer.Option("--allow-add", metavar="DIR", help="let clients add files from DIR (repeatable)")
    ] = None,
    http: Annotated[
        int | None, typer.Option(metavar="PORT", help="streamable HTTP on this machine (0: any port)")
    ] = None,
    token: Annotated[
        str | None, typer.Option(metavar="TEXT", help="over HTTP, serve only who knows it (SILCROW_MCP_TOKEN)")
    ] = None,
    print_config: Annotated[
        str | None, typer.Option("--print-config", metavar="CLIENT", help="how to set it up in a client, and end")
    ] = None,
) -> Result | None:
    """Serve documents to agents over MCP, on standard input and output or over HTTP. With DOC only these, else the
    whole library. Clients: claude-code, claude-desktop, cursor, vscode, codex.
    """
    screen: Screen = ctx.obj
    words = docs or []
    if STDIN in words:
        raise Usage("standard input is the client's", hint="Name files or doc_ids.")
    if print_config is not None:
        return _set_up(screen, print_config, words, allow_add or [])
    if http is not None and not 0 <= http <= _LAST_PORT:
        raise Usage(f"{http} is no port", hint=f"Choose one up to {_LAST_PORT}; 0 takes any that is free.")
    if token is not None and (http is None or not token):
        raise Usage("--token goes with --http, and is not empty", hint="silcrow mcp --http 8123 --token TEXT")
    folders = import_module("silcrow.mcp.folders").allowed(allow_add) if allow_add else ()
    with Session(screen) as session:
        session.begins = True
        scope, opened = import_module("silcrow.mcp.opened").Scope, import_module("silcrow.mcp.opened").Opened
        doc_ids = session.documents(words) if words else None
        serving = opened(lambda: scope(session.library, doc_ids), folders=folders)
        if http is not None:
            token = token or os.environ.get("SILCROW_MCP_TOKEN") or None
            import_module("silcrow.mcp.http").serve(serving, port=http, token=token, say=screen.say)
            return None
        if sys.stdin.isatty():
            screen.say("Waiting for an MCP client on standard input. Set-up: silcrow mcp --print-config CLIENT")
        import_module("silcrow.mcp.stdio").serve(serving)
    return None


def _set_up(screen: Screen, client: str, words: Sequence[str], folders: Sequence[str]) -> Result:
    if not client:
        known = import_module("silcrow.mcp.clients").CLIENTS
        raise Usage("--print-config for which client?", hint=f"Known: {', '.join(known)}.")
    arguments = ["mcp", *(os.path.abspath(word) if on_disk(word) else word for word in words)]  # noqa: PTH100
    for folder in folders:
        arguments += ["--allow-add", os.path.abspath(folder)]  # noqa: PTH100
    if screen.flags.library:
        named = screen.flags.library
        arguments += ["--library", named if "://" in named else os.path.abspath(named)]  # noqa: PTH100
    command = shutil.which("silcrow") or shutil.which("silcrow", path=os.path.dirname(sys.executable))  # noqa: PTH120
    if command is None:
        command, arguments = sys.executable, ["-m", "silcrow", *arguments]
    where, text = import_module("silcrow.mcp.clients").configuration(client, command, arguments)
    data: wire.JSON = {"client": client, "where": where, "config": text, "notices": []}
    return Result(lambda: data, lambda _look: text, remark=where)


def skill(
    ctx: typer.Context,
    action: Annotated[str, typer.Argument(metavar="install")],
    *,
    target: Annotated[str, typer.Option(metavar="CLIENT|DIR", help="claude, codex, cursor, or a folder")] = "claude",
) -> Result:
    """Write the skill that teaches an agent to read long documents with these commands: for claude (the default), codex
    or cursor, in your home folder, or below a folder of your own.
    """
    _ = ctx
    if action != "install":
        raise Usage(f"skill cannot {action!r}", hint="silcrow skill install [--target claude|codex|cursor|DIR]")
    folder = Path(TARGETS.get(target, target)).expanduser()
    if target not in TARGETS and os.sep not in target and not folder.is_dir():
        raise Usage(f"no client and no folder {target!r}", hint=f"Clients: {', '.join(TARGETS)}.")
    done = [_install(source, folder) for source in sorted(SKILLS.glob("*/SKILL.md"))]
    text = "\n".join(f"{outcome}  {path}" for path, outcome in done)
    data: wire.JSON = {"skills": [{"path": str(path), "outcome": outcome} for path, outcome in done], "notices": []}
    return Result(lambda: data, lambda _look: text)


def _install(source: Path, folder: Path) -> tuple[Path, str]:
    """Copy one skill whole or not at all; what became of it."""
    path = folder / source.parent.name / source.name
    data = source.read_bytes()
    before = path.read_bytes() if path.exists() else None
    if before == data:
        return path, "unchanged"
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        file.write(data)
    os.chmod(file.name, 0o644)  # noqa: PTH101  a temporary file is its owner's alone
    os.replace(file.name, path)  # noqa: PTH105
    return path, "new" if before is None else "changed"


def doctor(ctx: typer.Context) -> Result:
    """What is installed and active, what is missing, and what each missing thing would give. Exits 1 when something is
    missing that Silcrow cannot do without.
    """
    found = checks(Session(ctx.obj).settings)
    failed = any(one.state == "needed" for one in found)
    rows = [(one.name, one.state, one.detail, one.gives) for one in found]
    keys = ("name", "state", "detail", "gives")
    return Result(
        lambda: {"checks": [dict(zip(keys, row, strict=True)) for row in rows], "notices": []},
        lambda look: "\n".join(grid([("what", "state", "which", "gives"), *rows], width=look.width)),
        status=FAILED if failed else OK,
    )

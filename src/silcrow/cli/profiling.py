"""The verb about families of documents: learn a profile of samples, test files against it, show it in words."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from silcrow import profile as profiles
from silcrow import wire
from silcrow.cli.exits import FAILED, FINDINGS, OK
from silcrow.cli.screen import Look, Result
from silcrow.cli.session import Session
from silcrow.cli.writing import write_whole
from silcrow.errors import SilcrowError, Usage
from silcrow.profile import Fit
from silcrow.render.profile import render_fits, render_profile

ACTIONS = ("learn", "test", "show")
_HINT = "silcrow profile learn A.pdf B.pdf C.pdf -o my.profile.toml, profile test FILE DOC…, profile show FILE"


def profile(
    ctx: typer.Context,
    words: Annotated[list[str], typer.Argument(metavar="learn|test|show …")],
    *,
    out: Annotated[Path | None, typer.Option("-o", "--out", metavar="FILE", help="of learn: the profile")] = None,
) -> Result:
    """Families of documents. learn: what three to five samples have in common, as a file that can be edited. test:
    which sections that a profile expects are found, missing or doubtful in each file; exits 5 when one is missing.
    show: a profile in words. Files are read and not stored.
    """
    action, *rest = words
    if (
        action not in ACTIONS
        or not rest
        or (action == "test" and len(rest) < 2)
        or (action == "show" and len(rest) > 1)
    ):
        raise Usage(f"profile {' '.join(words)}: learn, test or show, and of what?", hint=_HINT)
    with Session(ctx.obj) as session:
        if action == "learn":
            return _learn(session, rest, out)
        if out is not None:
            raise Usage(f"profile {action} writes no file", hint=_HINT)
        return _show(Path(rest[0])) if action == "show" else _test(session, Path(rest[0]), rest[1:])


def _enough(action: str, rest: Sequence[str]) -> bool:
    """Whether an action has as much as it needs: a profile and files to test, one to show, samples to learn of."""
    return len(rest) == 1 if action == "show" else len(rest) >= (2 if action == "test" else 1)


def _learn(session: Session, samples: Sequence[str], out: Path | None) -> Result:
    name = (out.stem.removesuffix(".profile") if out else "") or "profile"
    held = [session.held(sample) for sample in samples]
    found = session.library.learn(held, name=name)
    text = profiles.dumps(found)
    if out is None:
        return Result(partial(wire.profile, found), lambda _look: text.rstrip("\n"), tuple(session.notices))
    _write(out, text)
    remark = f"{out}: {len(found.sections)} sections expected, learned of {len(samples)} documents"
    return Result(partial(wire.profile, found, path=str(out)), lambda _look: remark, tuple(session.notices))


def _write(path: Path, text: str) -> None:
    try:
        write_whole(path, text)
    except OSError as fault:
        raise Usage(f"{path} cannot be written: {fault.strerror}", hint="Give -o another path.") from None


def _show(path: Path) -> Result:
    from silcrow.config import read_profile  # noqa: PLC0415  heavy

    found = read_profile(path)
    return Result(partial(wire.profile, found, path=str(path)), lambda look: render_profile(found, width=look.width))


def _test(session: Session, path: Path, words: Sequence[str]) -> Result:
    from silcrow.config import read_profile  # noqa: PLC0415  heavy
    from silcrow.parse.fit import fit  # noqa: PLC0415  heavy

    expected = read_profile(path)
    fits: list[tuple[str, Fit]] = []
    failed: list[tuple[str, SilcrowError]] = []
    for word in words:
        try:
            document = session.held(word, profiles=(expected,))
        except SilcrowError as failure:
            failed.append((word, failure))
            continue
        fits.append((document.doc_id, fit(expected, document.sections)))
    if len(words) == 1 and failed:
        raise failed[0][1]

    def text(look: Look) -> str:
        return render_fits(expected, fits, failed, width=look.width, paint=look.paint)

    lacking = any(found.missing for _, found in fits)
    status = FAILED if failed else FINDINGS if lacking else OK
    return Result(partial(wire.fits, expected, fits, failed), text, tuple(session.notices), status)

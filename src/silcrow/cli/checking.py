"""The verbs of rules: check, and extract, which takes out one kind of value."""

import contextlib
import json
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from functools import partial
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from silcrow import wire
from silcrow.cli.exits import FAILED, FINDINGS, NOT_FOUND, OK
from silcrow.cli.models import Model, ModelUrl, Record, Replay
from silcrow.cli.screen import Look, Result
from silcrow.cli.session import NoKeep, Password, Session
from silcrow.errors import Damaged, NotFound, SilcrowError, Usage
from silcrow.finding import KINDS, Checked, Finding
from silcrow.render.findings import junit, markdown_checked, render_checked, render_values

if TYPE_CHECKING:
    from silcrow.rules.filled import Filled
    from silcrow.rules.ruleset import RuleSet

FORMS = ("table", "json", "junit", "md")
_MOST_JOBS = 8
_READ = tuple[str, tuple[Finding, ...]] | SilcrowError
_Work = tuple[Path, str, str | None]


def check(
    ctx: typer.Context,
    words: Annotated[list[str], typer.Argument(metavar="RULES DOC…")],
    *,
    form: Annotated[str, typer.Option("--format", metavar="FORM", help="table, json, junit or md")] = "table",
    explain: Annotated[
        str | None, typer.Option("--explain", metavar="ID", help="one rule only, with how its scope was found")
    ] = None,
    passes: Annotated[bool, typer.Option("--all", help="with the rules that pass")] = False,
    jobs: Annotated[int | None, typer.Option("--jobs", metavar="N", min=1, help="files read at once")] = None,
    model: Model = None,
    model_url: ModelUrl = None,
    record: Record = None,
    replay: Replay = None,
    password: Password = None,
) -> Result:
    """The same rules on many documents: each rule passes, fails, does not find what it looks at, finds several, or
    cannot be checked, with the place and the words it rests on. Exits 5 when something needs a look, 1 when a file
    could not be read. Without --library the files are read into memory and nothing is left behind.
    """
    if form not in FORMS:
        raise Usage(f"--format {form} is not known", hint=f"Formats: {', '.join(FORMS)}.")
    if len(words) < 2:
        raise Usage("what is to be checked?", hint="silcrow check rules.toml report.pdf contracts/")
    rules = _only(read_rules(Path(words[0])), explain)
    models: dict[str, Any] = {"model": model, "model_url": model_url, "record": record, "replay": replay}
    with Session(ctx.obj, password=password, **models) as session:
        if session.screen.flags.library is not None:
            doc_ids = session.documents(words[1:])
            found = session.library.check(rules, doc_ids=doc_ids, chat=session.chat)
        else:
            found = _aside(session, rules, words[1:], password, jobs or min(os.cpu_count() or 1, _MOST_JOBS))
        notices = (*session.notices, *found.notices)

    def text(look: Look) -> str:
        match form:
            case "json":
                return wire.dumps(wire.checked(found), indent=2)
            case "junit":
                return junit(found)
            case "md":
                return markdown_checked(found).rstrip("\n")
        shown = render_checked(found, passes=passes or bool(explain), width=look.width, paint=look.paint)
        return "\n".join([shown, *(_traces(found) if explain else ())])

    wanting = any(one.is_finding and one.severity != "info" for one in found.findings)
    status = FAILED if found.failed else FINDINGS if wanting else OK
    return Result(partial(wire.checked, found, said=session.notices), text, notices, status)


def read_rules(path: Path) -> "RuleSet":
    """The rule set of a file, in TOML or, by its ending, YAML."""
    from silcrow.rules.ruleset import load_rules  # noqa: PLC0415  heavy

    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as fault:
        raise NotFound(f"no rules {path}: {fault.strerror}", hint="Name a file of rules, in TOML or YAML.") from None
    except UnicodeDecodeError:
        raise Usage(f"{path} is not UTF-8", hint="Save it as UTF-8.") from None
    form = "yaml" if path.suffix.lower() in (".yaml", ".yml") else "toml"
    return load_rules(text, name=path.name, form=form)


def _only(rules: "RuleSet", rule_id: str | None) -> "RuleSet":
    if rule_id is None:
        return rules
    kept = tuple(rule for rule in rules.rules if rule.rule_id == rule_id)
    if not kept:
        known = tuple(rule.rule_id for rule in rules.rules)
        raise NotFound(f"no rule {rule_id!r}", hint="Name one of the set.", candidates=known)
    return replace(rules, rules=kept)


def _traces(found: Checked) -> Iterator[str]:
    for one in found.findings:
        yield ""
        yield f"{one.doc_id}: {one.rule_id} is {one.outcome}"
        yield from (f"  {step}" for step in one.trace)


def _aside(session: Session, rules: "RuleSet", words: Sequence[str], password: str | None, jobs: int) -> Checked:
    """Files checked in libraries of their own, in memory, several at once."""
    from silcrow.ingest.sources import find  # noqa: PLC0415  heavy

    sought = find(list(words), library=None)
    session.notices.extend(sought.notices)
    work = [(path, name, password) for path, name in zip(sought.files, _names(sought.files), strict=True)]
    jobs = min(jobs, len(work))
    if jobs > 1 and session.chat is None:
        outcomes = _in_processes(rules, work, jobs)
    else:
        outcomes = [_checked(rules, *one, chat=session.chat) for one in work]
    failed = [(word, failure) for word, failure in sought.failures]
    documents: list[str] = []
    findings: list[Finding] = []
    for (path, _, _), outcome in zip(work, outcomes, strict=True):
        if isinstance(outcome, SilcrowError):
            failed.append((str(path), outcome))
        else:
            documents.append(outcome[0])
            findings += outcome[1]
    return Checked(rules.name, rules.version, tuple(documents), tuple(findings), tuple(failed))


def _in_processes(rules: "RuleSet", work: Sequence[_Work], jobs: int) -> list[_READ]:
    """What became of each file. A file that ends its process takes others with it: each of these is tried alone."""
    found: dict[int, _READ] = {}
    with _stoppable() as begun, _pool(rules, jobs) as pool:
        waiting = [pool.submit(_one, one) for one in work]
        begun()
        for i, done in enumerate(waiting):
            with contextlib.suppress(BrokenProcessPool):
                found[i] = done.result()
    for i, one in enumerate(work):
        if i not in found:
            with _pool(rules, 1) as pool:
                try:
                    found[i] = pool.submit(_one, one).result()
                except BrokenProcessPool:
                    found[i] = Damaged(
                        f"{one[0]} ended the process that read it", hint="Please report it with the file."
                    )
    return [found[i] for i in range(len(work))]


@contextlib.contextmanager
def _stoppable() -> Iterator[Callable[[], None]]:
    """Both SIGTERM and Ctrl-C end the processes of a pool: else these go on with what they read, and the interpreter's
    own tracker complains of what they left. What is given back is called once all of them have begun: one that is
    stopped while it begins leaves a traceback.
    """
    asked: list[int] = []
    waiting = False

    def stop(number: int, _frame: object) -> None:
        asked.append(number)
        if waiting:
            raise KeyboardInterrupt

    def begun() -> None:
        nonlocal waiting
        waiting = True
        if asked:
            raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield lambda: None
        return
    ends = [one for one in (signal.SIGTERM, signal.SIGINT) if signal.getsignal(one) not in (None, signal.SIG_IGN)]
    before = [(one, signal.signal(one, stop)) for one in ends]
    try:
        yield begun
    finally:
        for one, handler in before:
            signal.signal(one, handler)


@contextlib.contextmanager
def _pool(rules: "RuleSet", jobs: int) -> Iterator[ProcessPoolExecutor]:
    spawn = get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=spawn, initializer=_begin, initargs=(rules,)) as pool:
        try:
            yield pool
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            for child in active_children():
                child.terminate()
            raise


def _names(files: Sequence[Path]) -> Iterator[str]:
    """A doc_id for each file; of equal names the later ones are numbered."""
    from silcrow.ingest.identity import slug  # noqa: PLC0415  heavy

    taken: dict[str, int] = {}
    for path in files:
        name = slug(path.stem) or "document"
        taken[name] = taken.get(name, 0) + 1
        yield name if taken[name] == 1 else f"{name}~{taken[name]}"


_RULES: list["RuleSet"] = []


def _begin(rules: "RuleSet") -> None:
    """What a process of the pool does first. Ctrl-C reaches it too, and is for the one that waits for it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _RULES[:] = [rules]


def _one(work: _Work) -> _READ:
    return _checked(_RULES[0], *work)


def _checked(rules: "RuleSet", path: Path, name: str, password: str | None, chat: Any = None) -> _READ:
    """The findings on one file; a failure is an outcome, so that one file does not stop the others."""
    from silcrow.library import open_library  # noqa: PLC0415  heavy

    try:
        with open_library(ephemeral=True) as library:
            library.add(path, doc_id=name, password=password)
            found = library.check(rules, chat=chat)
    except SilcrowError as failure:
        return failure
    return name, found.findings


def extract(
    ctx: typer.Context,
    doc: Annotated[str, typer.Argument(metavar="DOC")],
    *,
    kind: Annotated[str, typer.Option("--kind", metavar="KIND", help=", ".join(KINDS))] = "amount",
    scope: Annotated[
        list[str] | None, typer.Option("--scope", metavar="SECTION", help="where to look; the first that is there")
    ] = None,
    find: Annotated[
        list[str] | None, typer.Option("--find", metavar="WORDS", help="only in paragraphs that hold one of these")
    ] = None,
    under: Annotated[
        list[str] | None, typer.Option("--under", metavar="WORDS", help="or under a heading that holds one of these")
    ] = None,
    near: Annotated[
        list[str] | None, typer.Option("--words", metavar="WORDS", help="only in sentences that hold one of these")
    ] = None,
    unit: Annotated[str, typer.Option(metavar="UNIT", help="of figures only those in it: days, USD, %")] = "",
    row: Annotated[str, typer.Option(metavar="WORDS", help="of cell: words of its row")] = "",
    column: Annotated[str, typer.Option(metavar="WORDS", help="of cell: words of its column's head")] = "",
    table: Annotated[str, typer.Option(metavar="WORDS", help="of cell: words of its table's caption")] = "",
    schema: Annotated[
        Path | None, typer.Option("--schema", metavar="FILE", help="a JSON Schema for a model to fill in")
    ] = None,
    model: Model = None,
    model_url: ModelUrl = None,
    record: Record = None,
    replay: Replay = None,
    password: Password = None,
    no_keep: NoKeep = False,
) -> Result:
    """Values of one kind out of a document, each with its place and the words it stands in: amounts, dates, parties,
    cells of tables, clauses. With --schema and --model a model fills in a form, and what its quotes do not bear is
    null. Exits 3 when nothing is found.
    """
    models: dict[str, Any] = {"model": model, "model_url": model_url, "record": record, "replay": replay}
    with Session(ctx.obj, password=password, no_keep=no_keep, **models) as session:
        doc_id = session.document(doc)
        (known,) = session.library.desk(doc_id).documents()
        labels, documents = {doc_id: known.page_labels}, {doc_id: known}
        if schema is not None:
            return _filled(session, doc_id, schema, scope or [])
        told = _told(kind, words=near, find=find, under=under, unit=unit, row=row, column=column, table=table)
        found = session.library.extract(doc_id, told, scope=scope or [])
        notices = tuple(session.notices)
    return Result(
        partial(wire.values, found, labels=labels, said=notices),
        lambda look: render_values(found, documents=documents, width=look.width, paint=look.paint),
        notices,
        OK if found else NOT_FOUND,
        "" if found else f"Nothing of the kind {kind} was found.",
    )


def _told(kind: str, **told: Any) -> Any:
    """What is to be taken out, checked as a rule's would be."""
    from silcrow.rules.ruleset import read_extract  # noqa: PLC0415  heavy

    return read_extract({"kind": kind, **{key: value for key, value in told.items() if value}}, "extract")


def _filled(session: Session, doc_id: str, path: Path, scope: Sequence[str]) -> Result:
    if session.chat is None:
        raise Usage("a schema is filled in by a model", hint="Name one: --model openai:NAME.")
    try:
        schema = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as fault:
        raise Usage(f"{path} is no JSON Schema: {fault}", hint="Give a file of JSON.") from None
    if not isinstance(schema, dict):
        raise Usage(f"{path} is no JSON Schema", hint='Write {"type": "object", …}.')
    found = session.library.fill(doc_id, schema, chat=session.chat, scope=scope)
    usage = {"input": found.usage.input, "output": found.usage.output, "cached": found.usage.cached}

    def data() -> wire.JSON:
        return wire.filled(found.value, found.evidence, usage, said=session.notices)

    return Result(data, lambda _look: _form_text(found), tuple(session.notices))


def _form_text(found: "Filled") -> str:
    """The form as JSON, and where each value stands below it."""
    lines = [json.dumps(found.value, ensure_ascii=False, indent=2)]
    for pointer, one in found.evidence.items():
        lines.append(f"{pointer}  {one if isinstance(one, str) else f'{one.span}  {one.quote!r}'}")
    return "\n".join(lines)

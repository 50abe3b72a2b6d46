"""The typer application: the table of verbs, and help in our own words."""

from collections.abc import Callable
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from silcrow.cli import (
    answering,
    asking,
    checking,
    comparing,
    copying,
    embedding,
    hosting,
    keeping,
    locating,
    profiling,
    reading,
    serving,
    splitting,
    studying,
    upkeep,
    verifying,
    waiting,
)
from silcrow.cli.flags import MAP
from silcrow.cli.help import PAGES, overview, verb_page

VERBS: dict[str, Callable[..., Any]] = {
    MAP: reading.show_map,
    "outline": reading.outline,
    "health": reading.health,
    "read": reading.read,
    "convert": reading.convert,
    "split": splitting.split,
    "study": studying.study,
    "next": studying.next_part,
    "note": studying.note,
    "skip": studying.skip,
    "synthesis": studying.synthesis,
    "report": studying.report,
    "scope": locating.scope,
    "pack": locating.pack,
    "refs": locating.refs,
    "ask": asking.ask,
    "retrieve": asking.retrieve,
    "resume": answering.resume,
    "readings": answering.readings,
    "trace": answering.trace,
    "compare": comparing.compare,
    "verify": verifying.verify,
    "add": keeping.add,
    "jobs": waiting.jobs,
    "embed": embedding.embed,
    "ls": keeping.ls,
    "status": keeping.status,
    "rename": keeping.rename,
    "rm": keeping.rm,
    "fsck": upkeep.fsck,
    "backup": upkeep.backup,
    "vacuum": upkeep.vacuum,
    "copy": copying.copy,
    "config": keeping.config,
    "check": checking.check,
    "extract": checking.extract,
    "profile": profiling.profile,
    "serve": hosting.serve,
    "mcp": serving.mcp,
    "skill": serving.skill,
    "doctor": serving.doctor,
}


class _Verbs(TyperGroup):
    def format_help(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002  typer's signature
        formatter.write(overview())


class _Verb(TyperCommand):
    def format_help(self, ctx: Any, formatter: Any) -> None:
        records = [param.get_help_record(ctx) for param in self.get_params(ctx) if param.param_type_name == "option"]
        formatter.write(verb_page(PAGES[self.name or ""], self.help or "", [r for r in records if r]))


def command() -> Any:
    """The application as one callable command; its values are what the verbs return."""
    app = typer.Typer(
        cls=_Verbs,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(_no_verb)
    for name, function in VERBS.items():
        app.command(name, cls=_Verb, hidden=name == MAP)(function)
    return get_command(app)


def _no_verb(ctx: typer.Context) -> None:
    if ctx.invoked_subcommand is None:
        typer.echo(overview())

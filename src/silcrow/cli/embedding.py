"""The verb that computes vectors ahead of any question: embed."""

from collections.abc import Mapping
from functools import partial
from typing import Annotated

import typer

from silcrow import wire
from silcrow.cli.progress import embedding
from silcrow.cli.screen import Look, Result
from silcrow.cli.session import NoKeep, Password, Session
from silcrow.render.columns import counted, grid

Embedder = Annotated[str | None, typer.Option(metavar="MODEL", help="minilm, the address of a server, or none")]


def embed(
    ctx: typer.Context,
    docs: Annotated[list[str] | None, typer.Argument(metavar="[DOC…]")] = None,
    *,
    embedder: Embedder = None,
    password: Password = None,
    no_keep: NoKeep = False,
) -> Result:
    """Compute the vectors of all paragraphs of some documents, or of all, and keep them, so that no question has to
    wait for them, and what shares no word with a question can be found. By default with the local model. Interrupted,
    the same command goes on where it was.
    """
    named = Session(ctx.obj, embedder=embedder).settings.embedder
    model = "minilm" if named in ("none", "auto") else named
    with Session(ctx.obj, password=password, no_keep=no_keep, embedder=model) as session:
        doc_ids = session.documents(docs or [])
        done = {one.doc_id: one.done for one in embedding(session.screen, session.library.embed(*doc_ids))}
    return Result(partial(wire.embedded, done, said=session.notices), partial(_text, done), tuple(session.notices))


def _text(done: Mapping[str, int], _look: Look) -> str:
    return "\n".join(grid([(doc_id, counted(count, "paragraph")) for doc_id, count in done.items()]))

"""The verb that proves an answer anew."""

import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from silcrow import wire
from silcrow.cli.exits import OK, UNPROVEN
from silcrow.cli.screen import Look, Result
from silcrow.cli.session import STDIN, NoKeep, Password, Session
from silcrow.cli.writing import write_whole
from silcrow.errors import NotFound, TooLarge, Usage
from silcrow.render.proof import answer_markdown, render_proof

_LARGEST = 20_000_000  # bytes of an answer


def verify(
    ctx: typer.Context,
    answer: Annotated[str, typer.Argument(metavar="ANSWER.json")],
    docs: Annotated[list[str] | None, typer.Argument(metavar="[DOC…]")] = None,
    *,
    out: Annotated[Path | None, typer.Option("-o", "--out", metavar="OUT", help="a file, .md or .json")] = None,
    password: Password = None,
    no_keep: NoKeep = False,
) -> Result:
    """Each quote and each claim of an answer, compared anew with the documents: of `silcrow ask --json`, or of any
    program that writes {"text": "It rose [1].", "citations": [{"place": "10k:item-7:3", "quote": "…"}]}; instead of a
    place, doc_id and page. No model is used. Exits 4 when something is not verified.
    """
    written = _read(answer)
    with Session(ctx.obj, password=password, no_keep=no_keep) as session:
        doc_ids = session.documents(docs or [])
        found = session.library.verify(written, doc_ids=doc_ids)
        documents = {record.doc_id: record for record in session.library.desk(*doc_ids).documents()}
    labels = {doc_id: record.page_labels for doc_id, record in documents.items()}
    as_json = partial(wire.verified, found, labels=labels, said=session.notices)
    if out is not None:
        made = wire.dumps(as_json(), indent=1) + "\n" if out.suffix.lower() == ".json" else ""
        write_whole(out, made or answer_markdown(found, documents=documents))

    def text(look: Look) -> str:
        return render_proof(found, documents=documents, width=look.width, paint=look.paint)

    notices = (*session.notices, *found.notices)
    return Result(as_json, text, notices, OK if found.proven else UNPROVEN, f"Wrote {out}" if out else "")


def _read(answer: str) -> bytes:
    if answer == STDIN:
        if sys.stdin.isatty():
            raise Usage("nothing is piped to standard input", hint="silcrow ask … --json | silcrow verify -")
        data = sys.stdin.buffer.read(_LARGEST + 1)
    else:
        try:
            with Path(answer).open("rb") as file:
                data = file.read(_LARGEST + 1)
        except (OSError, ValueError):
            raise NotFound(f"no file {answer}", hint="Name a file with an answer as JSON, or - for stdin.") from None
    if len(data) > _LARGEST:
        raise TooLarge(f"{answer} is longer than {_LARGEST:,} bytes", hint="Verify it in parts.")
    return data

"""`split`: a document in parts, on standard output or in a folder of files."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from silcrow import wire
from silcrow.cli.models import Model, ModelUrl, Record, Replay
from silcrow.cli.screen import Look, Result
from silcrow.cli.session import Doc, NoKeep, Password, Session
from silcrow.cli.writing import write_folder, write_whole
from silcrow.errors import Usage
from silcrow.render.columns import counted
from silcrow.render.parts import render_part

if TYPE_CHECKING:
    from silcrow.document import Document
    from silcrow.part import Parts

FORMS = ("md", "jsonl", "dir")


def split(
    ctx: typer.Context,
    doc: Doc,
    *,
    max_tokens: Annotated[int, typer.Option(metavar="N", min=1, help="of a part, at most")] = 8000,
    min_tokens: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="put parts below it together (500)")
    ] = None,
    overlap: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="of the part before, beside the text (200)")
    ] = None,
    form: Annotated[str, typer.Option("--format", metavar="FORM", help="md, jsonl, or dir: a file a part")] = "md",
    out: Annotated[Path | None, typer.Option("-o", "--out", metavar="OUT", help="a file; of dir a folder")] = None,
    wedges: Annotated[
        bool, typer.Option("--wedges", help="let the model say where stretches without headings are cut")
    ] = False,
    model: Model = None,
    model_url: ModelUrl = None,
    record: Record = None,
    replay: Replay = None,
    password: Password = None,
    no_keep: NoKeep = False,
) -> Result:
    """A document in parts that fit a budget, cut at the highest boundary that keeps it: between chapters before
    sections, and so on down to sentences, table rows and lines of code. The texts of the parts, put together, are the
    document. No model is used without --wedges.
    """
    if form not in FORMS:
        raise Usage(f"--format {form!r} is not known", hint=f"Forms of parts: {', '.join(FORMS)}.")
    if form == "dir" and out is None:
        raise Usage("--format dir writes files: where?", hint=f"silcrow split {doc} --format dir -o FOLDER")
    models = {"model": model, "model_url": model_url, "record": record, "replay": replay}
    with Session(ctx.obj, password=password, no_keep=no_keep, **models) as session:
        chat = session.chat if wedges else None
        if wedges and chat is None:
            raise Usage(
                "--wedges asks a model, and none is named", hint="Name one: --model openai:NAME, or ollama:NAME."
            )
        doc_id = session.document(doc)
        document = session.library.document(doc_id)
        found = session.library.split(doc_id, max_tokens=max_tokens, min_tokens=min_tokens, overlap=overlap, chat=chat)
        found = replace(found, notices=(*session.notices, *found.notices))
    if out is None or str(out) == "-":
        return Result(partial(wire.parts, found), lambda look: _text(document, found, form, look), found.notices)
    done = f"Wrote {counted(len(found.parts), 'part')} to {out}"
    if form == "dir":
        files = _names(found)
        texts = {files[part.index]: render_part(document, part) for part in found.parts}
        as_json = partial(wire.parts, found, files=files)
        write_folder(out, texts, wire.dumps(as_json(), indent=1) + "\n")
        return Result(as_json, lambda _look: "", found.notices, remark=done)
    as_json = partial(wire.parts, found)
    write_whole(out, _written(document, found, form) + "\n")
    return Result(
        partial(wire.written, doc_id, str(out), said=found.notices), lambda _look: "", found.notices, remark=done
    )


def _text(document: "Document", found: "Parts", form: str, _look: Look) -> str:
    return _written(document, found, form)


def _written(document: "Document", found: "Parts", form: str) -> str:
    if form == "jsonl":
        return "\n".join(wire.dumps(wire.part(found, one)) for one in found.parts)
    return "\n".join(render_part(document, one) for one in found.parts).rstrip("\n")


def _names(found: "Parts") -> dict[int, str]:
    """A file name for each part: its number, and what of its title may stand in a name on any machine."""
    from silcrow.parse.ids import slug_of_title  # noqa: PLC0415  heavy

    width = max(3, len(str(len(found.parts))))
    return {one.index: f"{one.index:0{width}}-{slug_of_title(one.title) or 'part'}.md" for one in found.parts}

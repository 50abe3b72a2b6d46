"""What changes the library: documents that are uploaded, replaced and forgotten, and the jobs that read them.

Bytes come with the request and from nowhere else: a path or a URL of a client is not followed.
"""

import hashlib
import os
import re
import tempfile
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from anyio import to_thread
from fastapi import APIRouter, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, ConfigDict, Field
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException

from silcrow import wire
from silcrow.errors import Usage
from silcrow.ingest.identity import check_doc_id
from silcrow.web import shapes
from silcrow.web.job import Job, as_json
from silcrow.web.jobs import Jobs
from silcrow.web.replies import reply
from silcrow.web.service import Served
from silcrow.web.shapes import Asked, DocId, answers

ROUTER = APIRouter(tags=["library"])

_JOB = shapes.result(job=shapes.TEXT, state=shapes.TEXT, percent={"type": "integer"})
_BODY = {
    "requestBody": {
        "required": True,
        "content": {
            "application/octet-stream": {"schema": {"type": "string", "format": "binary"}},
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["file"],
                    "properties": {"file": {"type": "string", "format": "binary"}, "password": {"type": "string"}},
                }
            },
        },
    }
}
_HIDDEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_LONGEST = 150  # characters of a file's name
_SLICE = 1 << 20


class UploadAsked(Asked):
    """What the bytes are called."""

    name: Annotated[str, Field(max_length=1_000, description="the file's name; its end may say what it is")] = ""
    doc_id: Annotated[DocId | None, Field(description="what a new document is called")] = None
    password: Annotated[str | None, Field(max_length=1_000, description="opens an encrypted document")] = None
    wait: Annotated[float, Field(ge=0, le=30, description="seconds to wait for it to be read")] = 0


@ROUTER.post("/documents", status_code=202, responses=answers(_JOB, "A job.", status=202), openapi_extra=_BODY)
async def upload(request: Request, served: Served, asked: Annotated[UploadAsked, Query()]) -> Response:
    """Upload a file, as the body or as `file` of a form. It is read by a job; the same bytes are the same document."""
    served.must_write()
    jobs: Jobs = request.app.state.jobs
    if asked.doc_id is not None:
        check_doc_id(asked.doc_id)
    came = await _received(request, jobs)
    name = _plain(asked.name or came.name)
    job = await _submitted(request, came, name=name, address=f"upload:/{came.digest[:8]}/{name}", asked=asked)
    return _shown(request, job)


@ROUTER.put("/documents/{doc_id}", status_code=202, responses=answers(_JOB, "A job.", status=202), openapi_extra=_BODY)
async def replace(request: Request, served: Served, doc_id: str, asked: Annotated[UploadAsked, Query()]) -> Response:
    """Upload a new edition of a document: other bytes at its address."""
    served.must_write()
    jobs: Jobs = request.app.state.jobs
    if asked.doc_id is not None:
        raise Usage("the document has its name already", hint="Leave out doc_id.")
    (record,) = await run_in_threadpool(served.desk([doc_id]).documents)
    came = await _received(request, jobs)
    name = _plain(asked.name or came.name or record.addresses[0].rpartition("/")[2])
    job = await _submitted(request, came, name=name, address=record.addresses[0], asked=asked)
    return _shown(request, job)


@ROUTER.delete("/documents/{doc_id}", responses=answers(shapes.result(removed=shapes.LIST), "It is forgotten."))
def remove(request: Request, served: Served, doc_id: str) -> Response:
    """Forget a document and what was kept of it."""
    served.must_write()
    served.desk([doc_id])
    served.library.remove(doc_id)
    served.opened.put_away(doc_id)
    return reply(request, wire.removed([doc_id]))


class Named(BaseModel):
    """What a document is called from now on."""

    model_config = ConfigDict(extra="forbid")

    doc_id: DocId


@ROUTER.patch("/documents/{doc_id}", responses=answers(shapes.result(doc_id=shapes.TEXT, was=shapes.TEXT), "Renamed."))
def rename(request: Request, served: Served, doc_id: str, asked: Named) -> Response:
    """Give a document another name; its addresses and what was studied of it stay."""
    served.must_write()
    served.desk([doc_id])
    served.library.rename(doc_id, asked.doc_id)
    served.opened.lay_open(asked.doc_id)
    served.opened.put_away(doc_id)
    return reply(request, wire.renamed(doc_id, asked.doc_id))


@ROUTER.get("/jobs", responses=answers(shapes.result(jobs=shapes.LIST), "Uploads, oldest first."))
def jobs_listed(request: Request, served: Served) -> Response:
    """The uploads that wait, are read, and were read of late."""
    served.must_write()
    return reply(request, {"jobs": [as_json(job) for job in request.app.state.jobs.listed()], "notices": []})


@ROUTER.get("/jobs/{job}", responses=answers(_JOB, "One upload."))
def one_job(request: Request, served: Served, job: str) -> Response:
    """How far an upload is, what became of it, or why it failed."""
    served.must_write()
    return reply(request, as_json(request.app.state.jobs.one(job)))


@ROUTER.delete("/jobs/{job}", responses=answers(_JOB, "It is cancelled."))
def cancel(request: Request, served: Served, job: str) -> Response:
    """Cancel an upload that has not been read yet."""
    served.must_write()
    return reply(request, as_json(request.app.state.jobs.cancel(job)))


class _Came(NamedTuple):
    """The bytes of a request in a file, their sha256, and the name and password that came with them."""

    file: Path
    digest: str
    name: str = ""
    password: str | None = None


async def _received(request: Request, jobs: Jobs) -> _Came:
    jobs.must_have_room()
    await to_thread.run_sync(jobs.must_answer)
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "application/json":
        raise Usage("a path or a URL is not read for a client", hint="Send the bytes of the file.")
    if kind == "multipart/form-data":
        return await _from_form(request, jobs)
    handle, path = tempfile.mkstemp(dir=await to_thread.run_sync(jobs.folder), suffix=".part")
    digest = hashlib.sha256()
    whole = False
    try:
        with os.fdopen(handle, "wb") as file:
            async for piece in request.stream():
                digest.update(piece)
                await to_thread.run_sync(file.write, piece)
            whole = file.tell() > 0
    finally:
        if not whole:
            await to_thread.run_sync(os.unlink, path)
    if not whole:
        raise Usage("the body is empty", hint="Send the bytes of the file.")
    return _Came(Path(path), digest.hexdigest())


async def _from_form(request: Request, jobs: Jobs) -> _Came:
    try:
        async with request.form(max_files=1, max_fields=8) as form:
            sent = form.get("file")
            if not isinstance(sent, UploadFile) or not sent.size:
                raise Usage("the form has no file", hint="Send it in the field `file`.")
            password = form.get("password")
            path, digest = await to_thread.run_sync(_copied, sent.file, jobs.folder())
            return _Came(path, digest, sent.filename or "", password if isinstance(password, str) else None)
    except (MultiPartException, KeyError, ValueError) as fault:
        raise Usage(f"the form cannot be read: {fault}", hint="Send multipart/form-data with its boundary.") from fault


def _copied(source: Any, folder: Path) -> tuple[Path, str]:
    digest = hashlib.sha256()
    with tempfile.NamedTemporaryFile(dir=folder, suffix=".part", delete=False) as file:
        while piece := source.read(_SLICE):
            digest.update(piece)
            file.write(piece)
    return Path(file.name), digest.hexdigest()


async def _submitted(request: Request, came: _Came, *, name: str, address: str, asked: UploadAsked) -> Job:
    jobs: Jobs = request.app.state.jobs
    password = came.password or asked.password

    def act() -> Job:
        job = jobs.submit(came.file, name=name, address=address, doc_id=asked.doc_id, password=password)
        return jobs.wait(job.job, asked.wait) if asked.wait else job

    return await to_thread.run_sync(act, limiter=request.app.state.followers)  # it may wait


def _shown(request: Request, job: Job) -> Response:
    found = reply(request, as_json(job), status=202)
    found.headers["Location"] = f"{request.url.path.partition('/documents')[0]}/jobs/{job.job}"
    return found


def _plain(name: str) -> str:
    """The last part of a name, without what cannot be seen: it is shown, and never opened."""
    last = re.split(r"[/\\]", name)[-1]
    return _HIDDEN.sub("", last).strip().lstrip(".")[-_LONGEST:] or "document"

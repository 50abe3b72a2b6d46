"""Rules over HTTP: a rule set that comes with the request, checked on documents that lie open."""

from typing import Annotated, Literal

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from silcrow import wire
from silcrow.errors import Usage
from silcrow.finding import Checked
from silcrow.rules.check import check as checked
from silcrow.rules.ruleset import load_rules
from silcrow.web import shapes
from silcrow.web.replies import reply
from silcrow.web.service import Served
from silcrow.web.shapes import DocId, answers

ROUTER = APIRouter(tags=["checking"])


class Rules(BaseModel):
    """A rule set, and where it is checked. A model looks only where `model` says so."""

    model_config = ConfigDict(extra="forbid")

    rules: Annotated[str, Field(min_length=1, max_length=200_000, description="the text of a file of rules")]
    form: Literal["toml", "yaml"] = "toml"
    doc_ids: Annotated[tuple[DocId, ...], Field(max_length=100, description="only these; all without")] = ()
    model: Annotated[bool, Field(description="whether the server's model looks where a rule asks for one")] = False


@ROUTER.post("/check", responses=answers(shapes.OBJECT, "A finding a rule and document."))
def check(request: Request, served: Served, asked: Rules) -> Response:
    """The same rules on documents: each passes, fails, does not find what it looks at, or cannot be checked."""
    if asked.model and served.chat is None:
        raise Usage("this server has no model", hint="Check without, or start it with --model.")
    rules = load_rules(asked.rules, name="rules", form=asked.form)
    desk = served.desk(asked.doc_ids)
    known = tuple(record.doc_id for record in desk.documents())
    chat = served.chat if asked.model else None
    found = tuple(one for doc_id in known for one in checked(desk, rules, doc_id=doc_id, chat=chat))
    return reply(request, wire.checked(Checked(rules.name, rules.version, known, found)))

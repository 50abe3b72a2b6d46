"""Rules in the reader: a rule set that is given with the form, its findings on one document or on all that lie open."""

# ruff: noqa: FAST003  doc_id is taken by the dependency Laid

from typing import Annotated, Literal

from fastapi import APIRouter, Form, Response
from pydantic import BaseModel, Field

from silcrow.rules.ruleset import load_rules
from silcrow.web.reader.findings import sheets
from silcrow.web.reader.leaves import Leaves, leaf
from silcrow.web.reader.shelf import Laid
from silcrow.web.routes.checking import checked_on
from silcrow.web.service import Served, Service

ROUTER = APIRouter(route_class=Leaves, include_in_schema=False)


class Rules(BaseModel):
    """A rule set as it is typed, or taken from a file."""

    rules: Annotated[str, Field(min_length=1, max_length=200_000)]
    kind: Literal["toml", "yaml"] = "toml"
    model: bool = False


class RulesOnSome(Rules):
    """The same, and the documents it is checked on; all without."""

    doc_id: Annotated[list[str], Field(max_length=1_000)] = []


@ROUTER.get("/findings")
def asked(served: Served) -> Response:
    """The form, for all documents."""
    return leaf("check.html", records=served.desk().documents(), model=served.chat is not None)


@ROUTER.post("/findings")
def everywhere(served: Served, given: Annotated[RulesOnSome, Form()]) -> Response:
    """The findings on documents that were chosen."""
    return _found(served, given, given.doc_id, alone=False)


@ROUTER.post("/reader/{doc_id}/findings")
def here(served: Served, book: Laid, given: Annotated[Rules, Form()]) -> Response:
    """The findings on one document."""
    return _found(served, given, [book.doc_id], alone=True)


def _found(served: Service, given: Rules, doc_ids: list[str], *, alone: bool) -> Response:
    rules = load_rules(given.rules, name="the rules", form=given.kind)
    found = checked_on(served, rules, doc_ids, model=given.model and served.chat is not None)
    records = {record.doc_id: record for record in served.desk(found.documents).documents()}
    return leaf("findings.html", found=found, sheets=list(sheets(found, records)), alone=alone)

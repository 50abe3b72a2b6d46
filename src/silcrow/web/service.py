"""What is served, and what clients may do with it. A value that the routes find at their app."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from silcrow.desk import Desk
from silcrow.library import Library
from silcrow.mcp.opened import Opened
from silcrow.models.chat import Chat
from silcrow.models.rates import Rate
from silcrow.web.refusals import Forbidden


@dataclass(frozen=True, slots=True)
class Service:
    """The library that is served, and what of it lies open.

    writes     whether clients may upload, replace and forget documents
    largest    bytes of an upload
    chat       the model that answers, None where none is named
    rate       what its tokens cost, where that is known
    """

    opened: Opened
    writes: bool = False
    largest: int = 100_000_000
    chat: Chat | None = None
    rate: Rate | None = None

    @property
    def library(self) -> Library:
        """The library, opened now at the latest."""
        return self.opened.scope.library

    def desk(self, doc_ids: Sequence[str] = ()) -> Desk:
        """What lies open, or only some documents of it."""
        desk = self.opened.desk()
        return desk.only(*doc_ids) if doc_ids else desk

    def must_write(self) -> None:
        """Forbidden where documents are only read."""
        if not self.writes:
            raise Forbidden("this server only reads", hint="Start it with --allow-upload.")


def service_of(request: Request) -> Service:
    """The service of the app that a request came to."""
    found: Service = request.app.state.service
    return found


Served = Annotated[Service, Depends(service_of)]

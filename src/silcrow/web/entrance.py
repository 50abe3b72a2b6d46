"""Where a browser gives the token: a form, and a cookie for who knows it."""

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response

from silcrow.mcp.door import Door, same
from silcrow.web.door import COOKIE, ENTRANCE, pass_of
from silcrow.web.pages import page

ROUTER = APIRouter()

_FORM = (
    f'<form method="post" action="{ENTRANCE}">\n<label>Token <input name="token" type="password" '
    'autocomplete="current-password" required autofocus></label>\n<button>Enter</button>\n</form>'
)


@ROUTER.get(ENTRANCE)
def ask() -> Response:
    """The form."""
    return page("Silcrow", _FORM)


@ROUTER.post(ENTRANCE)
def enter(request: Request, token: Annotated[str, Form(max_length=1_000)] = "") -> Response:
    """A cookie for who knows the token."""
    door: Door = request.app.state.door
    if door.token is None or not same(token, door.token):
        return page("Silcrow", f'<p role="alert">That is not the token.</p>\n{_FORM}', status=401)
    found = Response(status_code=303, headers={"Location": "/"})
    found.set_cookie(
        COOKIE,
        pass_of(door.token),
        max_age=30 * 86_400,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return found

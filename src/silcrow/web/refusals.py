"""What only a server refuses. These are no errors of the house: no other face can meet them."""

from typing import ClassVar


class Refused(Exception):
    """A request that is not served, with its code, what is wrong, and what to do."""

    code: ClassVar[str]

    def __init__(self, message: str, *, hint: str) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class Unauthorized(Refused):
    """The token is missing or wrong."""

    code = "unauthorized"


class Forbidden(Refused):
    """What this server was not started to allow, or who may not come in."""

    code = "forbidden"


class NoSuchMethod(Refused):
    """The path is there, for other methods."""

    code = "method_not_allowed"


class TooSlow(Refused):
    """The request did not arrive in time."""

    code = "too_slow"


class TooOften(Refused):
    """More requests than a client may make."""

    code = "too_often"


class Overloaded(Refused):
    """More requests at once than the server takes."""

    code = "overloaded"

"""Where a library in PostgreSQL lies, as people write it: `postgresql://USER@HOST/DATABASE`. Knows no driver.

`?schema=NAME` names the schema its tables lie in; without it that is `silcrow`. A password is never shown.
"""

import re
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from silcrow.errors import Usage

_SCHEMES = ("postgresql", "postgres")
_SCHEMA = "silcrow"


@dataclass(frozen=True, slots=True)
class Server:
    """A library's place: `address` is for the driver and may hold a password; `str()` is for people."""

    address: str = field(repr=False)
    schema: str = _SCHEMA

    @classmethod
    def parse(cls, text: str) -> "Server":
        """Take the schema out of an address; Usage where it is none."""
        try:
            parts = urlsplit(text)
            query = parse_qsl(parts.query, keep_blank_values=True)
        except ValueError as fault:
            raise Usage(f"no address of a library: {fault}", hint=_HINT) from fault
        named = [value for name, value in query if name == "schema"]
        schema = named[-1] if named else _SCHEMA
        if parts.scheme not in _SCHEMES or not re.fullmatch(r"[a-z_][a-z0-9_]{0,62}", schema):
            raise Usage(f"no address of a library: {shown(text)}", hint=_HINT)
        rest = urlencode([(name, value) for name, value in query if name != "schema"], safe="/")
        return cls(urlunsplit((parts.scheme, parts.netloc, parts.path, rest, "")), schema)

    def __str__(self) -> str:
        text = shown(self.address)
        return text if self.schema == _SCHEMA else f"{text}{'&' if '?' in text else '?'}schema={self.schema}"


_HINT = "It should be postgresql://USER@HOST/DATABASE, perhaps with ?schema=NAME in small letters."


def is_server(text: str) -> bool:
    """Whether the name of a library is an address, not a path."""
    return text.startswith(tuple(f"{scheme}://" for scheme in _SCHEMES))


def shown(address: str) -> str:
    """An address without its password."""
    return re.sub(r"(?<=[?&])password=[^&]*&?", "", re.sub(r"(?<=//)([^/@:]*):[^/]*@", r"\1@", address)).rstrip("?&")

"""Who may come in over HTTP: what a web page of somebody else could send is refused by its Host and Origin, and who
does not know the token is refused too. Knows no server and no path.
"""

import hmac
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

LOOPBACK = ("127.0.0.1", "localhost")

Headers = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Door:
    """hosts: what a Host may be, port included; token: what has to be known, or None."""

    hosts: frozenset[str]
    token: str | None = None

    def is_strange(self, headers: Headers) -> bool:
        """Whether a request comes by another name or from a page of another site."""
        hosts = headers.get("host", ())
        if len(hosts) != 1 or hosts[0].lower() not in self.hosts:
            return True
        return any(origin.lower() not in self._origins() for origin in headers.get("origin", ()))

    def knows(self, headers: Headers) -> bool:
        """Whether a request bears the token, where one is needed."""
        given = (headers.get("authorization") or ("",))[0]
        return self.token is None or same(given, f"Bearer {self.token}")

    def _origins(self) -> Iterable[str]:
        return {f"{scheme}://{host}" for host in self.hosts for scheme in ("http", "https")}


def same(given: str, wanted: str) -> bool:
    """Whether two texts are the same, in a time that does not tell how far they are."""
    return hmac.compare_digest(given.encode(), wanted.encode())


def headers_of(scope: Mapping[str, Iterable[tuple[bytes, bytes]]]) -> Headers:
    """The headers of an ASGI request, each with all its values."""
    found: dict[str, list[str]] = {}
    for name, value in scope["headers"]:
        found.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
    return found

"""From what a user names (`openai:NAME`, `anthropic:NAME`, `ollama:NAME`) to a model that can be asked.

Nothing is chosen because a key happens to be set: a key is looked for only once its model is named, and goes to that
model's address only. SILCROW_MODEL_KEY comes before the variables that the SDKs use.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from silcrow.errors import ModelFailed, Usage
from silcrow.models.patience import Patient, Server

KEY = "SILCROW_MODEL_KEY"
_OPENAI, _ANTHROPIC, _OLLAMA = "https://api.openai.com/v1", "https://api.anthropic.com", "http://localhost:11434/v1"
_MEANT = "It should be openai:NAME, anthropic:NAME or ollama:NAME."


@dataclass(frozen=True, slots=True)
class Named:
    """A model, and where it is.

    identity   what tells it from every other: the name, with the address where it is not the usual one
    """

    kind: str
    name: str
    url: str

    @property
    def identity(self) -> str:
        usual = {"openai": _OPENAI, "anthropic": _ANTHROPIC, "ollama": _OLLAMA}[self.kind]
        return f"{self.kind}:{self.name}" + ("" if self.url == usual else f" at {self.url}")


def named(words: str, *, url: str = "", environment: Mapping[str, str]) -> Named:
    """The model that some words name, at `url` or where the environment says. Usage where they name none."""
    kind, _, name = words.partition(":")
    match kind:
        case "openai" if name:
            return Named(kind, name, _address(url or environment.get("OPENAI_BASE_URL") or _OPENAI, path="/v1"))
        case "anthropic" if name:
            found = _address(url or environment.get("ANTHROPIC_BASE_URL") or _ANTHROPIC, path="")
            return Named(kind, name, found.removesuffix("/v1"))  # the SDK adds it
        case "ollama" if name:
            return Named(kind, name, _address(url or _ollama(environment.get("OLLAMA_HOST", "")), path="/v1"))
        case _:
            raise Usage(f"{words!r} names no model", hint=_MEANT)


def connected(model: Named, *, seconds: float, environment: Mapping[str, str]) -> Patient:
    """The model, ready to be asked; ModelFailed where its package or its key is missing. Nothing is asked yet."""
    return Patient(_server(model, environment), seconds=seconds)


def _server(model: Named, environment: Mapping[str, str]) -> Server:
    key = environment.get(KEY, "")
    match model.kind:
        case "anthropic":
            from silcrow.models.anthropic_chat import AnthropicServer  # noqa: PLC0415  only when asked

            token = environment.get("ANTHROPIC_AUTH_TOKEN", "")
            own = key or environment.get("ANTHROPIC_API_KEY", "")
            key = own or token or _missing(model, _ANTHROPIC, "ANTHROPIC_API_KEY")
            return AnthropicServer(
                model.name, url=model.url, key=key, identity=model.identity, bearer=bool(token and not own)
            )
        case "openai":
            key = key or environment.get("OPENAI_API_KEY", "") or _missing(model, _OPENAI, "OPENAI_API_KEY")
    from silcrow.models.openai_chat import OpenAIServer  # noqa: PLC0415  only when asked

    return OpenAIServer(model.name, url=model.url, key=key, identity=model.identity)


def _missing(model: Named, usual: str, variable: str) -> str:
    """A server of one's own may want no key; that of the vendor does."""
    if model.url == usual:
        raise ModelFailed(f"there is no key for {model.identity}", hint=f"Set {variable}, or {KEY}.")
    return "none"


def _ollama(host: str) -> str:
    """The address in OLLAMA_HOST, which also says where the server listens."""
    if not host:
        return _OLLAMA
    found = urlsplit(host if "://" in host else f"http://{host}")
    name = found.hostname or "localhost"
    name = "localhost" if name in ("0.0.0.0", "::") else f"[{name}]" if ":" in name else name  # noqa: S104
    port = found.port or {"https": 443}.get(found.scheme, 80 if "://" in host else 11434)
    return f"{found.scheme}://{name}:{port}{found.path.rstrip('/')}"


def _address(url: str, *, path: str) -> str:
    """An address without a slash at its end, with the usual path where it has none."""
    try:
        parts = urlsplit(url.strip())
        wrong = parts.scheme not in ("http", "https") or not parts.hostname or parts.port == 0
    except ValueError:
        wrong = True
    if wrong:
        raise Usage(f"{url!r} is no address of a server", hint="It should begin with http:// or https://.")
    if parts.username or parts.password:
        raise Usage("an address with a password in it is not taken", hint=f"Give the key as {KEY}.")
    return url.strip().rstrip("/") + ("" if parts.path.strip("/") else path)

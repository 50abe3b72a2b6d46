"""Settings: flag > SILCROW_* > the user's TOML > default, each knowing where it came from; and the library they open.

Only the user's own file is read ($XDG_CONFIG_HOME/silcrow/config.toml). A file that lies in a project is not trusted
and not looked for.
"""

import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from silcrow import library, profile
from silcrow.errors import NotFound, Usage
from silcrow.models import minilm
from silcrow.models.chat import Chat
from silcrow.models.embed import Embedder
from silcrow.models.rates import Rate
from silcrow.models.rerank import Reranker
from silcrow.profile import Profile
from silcrow.retrieve.at_hand import unnamed
from silcrow.retrieve.judging import Judges

EMBEDDER_KEY, RERANKER_KEY = "SILCROW_EMBEDDER_KEY", "SILCROW_RERANKER_KEY"
"""Where the keys of named servers come from; no other variable is looked at, and neither is ever shown."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting as it is shown: its value as text, and where it came from."""

    name: str
    value: str
    origin: str


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings, merged.

    library      the library's file, or postgresql://USER@HOST/DATABASE; ephemeral: a library in memory instead
    top_k        paragraphs that retrieval points at
    window       paragraphs before and after each, inside its section
    max_tokens   budget of a result, or None
    wait         seconds to wait for another process that writes
    ocr_language   languages of pages that are pictures, none for the one of the pages that are text
    profiles       files of profiles; a document that fits one is read by it
    embedder       what compares paragraphs by meaning: auto (minilm, if the extra `semantic` is installed and the
                   documents are in its language), minilm, none, or the address of a server such as
                   http://localhost:8000/v1
    embedder_model   the model's name on that server
    embed_seconds    to spend on a search; what it does not suffice for is not compared, and said
    reranker       the address of a server that orders results anew, or none; reranker_model: the model's name there
    model          what writes answers: none, or openai:NAME, anthropic:NAME, ollama:NAME; model_url: its address
    model_seconds   for one reply, all tries and pauses together
    record, replay   a folder that keeps the model's replies; one that answers instead of the model
    rates          money for a million tokens, by model
    """

    library: Path | library.Server
    ephemeral: bool = False
    top_k: int = 5
    window: tuple[int, int] = (2, 2)
    max_tokens: int | None = None
    wait: float = 30.0
    ocr_language: tuple[str, ...] = ()
    profiles: tuple[Path, ...] = ()
    embedder: str = "auto"
    embedder_model: str = ""
    embed_seconds: float = 10.0
    reranker: str = "none"
    reranker_model: str = ""
    model: str = "none"
    model_url: str = "none"
    model_seconds: float = 300.0
    record: Path | None = None
    replay: Path | None = None
    rates: Mapping[str, Rate] = field(default_factory=dict, hash=False)
    origins: Mapping[str, str] = field(default_factory=dict, hash=False)

    def listed(self) -> tuple[Setting, ...]:
        """Every setting with its origin, in the order above."""
        return tuple(
            Setting(one.name, _shown(getattr(self, one.name)), self.origins.get(one.name, "default"))
            for one in fields(self)
            if one.name != "origins"
        )


def load(**flags: Any) -> Settings:
    """Merge the settings. `flags`: what the command line gave, None for what it did not. Usage where one is wrong."""
    values: dict[str, Any] = {"library": library.default_path()}
    origins: dict[str, str] = {}
    for source in (_from_file(config_path()), _from_environment(), _from_flags(flags)):
        if "model" in source:  # an address that was given with another model is not its own
            values.pop("model_url", None)
            origins.pop("model_url", None)
        for name, (raw, origin) in source.items():
            values[name], origins[name] = _value(name, raw, origin), origin
    return Settings(**values, origins=origins)


def open_library(settings: Settings) -> library.Library:
    """The library that settings name."""
    return library.open_library(
        settings.library,
        ephemeral=settings.ephemeral,
        wait=settings.wait,
        languages=settings.ocr_language,
        profiles=tuple(read_profile(path) for path in settings.profiles),
        judges=_judges(settings),
    )


def read_profile(path: Path) -> Profile:
    """The profile that a file holds. NotFound without the file, Usage where it holds none."""
    try:
        text = path.read_bytes()[: profile.LARGEST * 4].decode("utf-8-sig")
    except OSError as fault:
        raise NotFound(f"no profile {path}: {fault.strerror}", hint="silcrow profile learn writes one.") from None
    except UnicodeDecodeError:
        raise Usage(f"{path} is no profile: not UTF-8", hint="silcrow profile learn writes one.") from None
    return profile.loads(text, name=path.stem.removesuffix(".profile"))


def chat(settings: Settings) -> Chat | None:
    """The model that is named, None where none is. ModelFailed where its package or key is missing."""
    from silcrow.models import named, replay  # noqa: PLC0415  who names no model does not pay for it

    if settings.record and settings.replay:
        raise Usage("a run is recorded or replayed, not both", hint="Leave out --record or --replay.")
    if settings.model == "none":
        if settings.replay is None:
            return None
        return replay.Recorded(None, settings.replay, identity=replay.only_model(settings.replay))
    url = "" if settings.model_url == "none" else settings.model_url
    model = named.named(settings.model, url=url, environment=os.environ)
    if settings.replay is not None:
        return replay.Recorded(None, settings.replay, identity=model.identity)
    asked = named.connected(model, seconds=settings.model_seconds, environment=os.environ)
    return asked if settings.record is None else replay.Recorded(asked, settings.record, identity=model.identity)


def rate(settings: Settings) -> Rate | None:
    """What the named model's tokens cost, where the user said: by its whole name, or by the name after the colon."""
    name = settings.model
    return settings.rates.get(name) or settings.rates.get(name.partition(":")[2])


def _judges(settings: Settings) -> Judges:
    """What looks at the best of a search again. A model that nobody named is asked only about what it knows."""
    reranker, seconds = _reranker(settings), settings.embed_seconds
    if settings.embedder == "auto":
        return unnamed(reranker, seconds)
    return Judges(_embedder(settings), reranker, seconds)


def _embedder(settings: Settings) -> Embedder | None:
    """The model that is named; ModelFailed where it is the local one and not installed."""
    match settings.embedder:
        case "none":
            return None
        case "minilm":
            return minilm.required()
        case url:
            if not settings.embedder_model:
                raise Usage(f"no model is named for {url}", hint="Name it with the setting embedder_model.")
            from silcrow.models.openai_embed import ServedEmbedder  # noqa: PLC0415  a search by words does not pay for it

            return ServedEmbedder(url, settings.embedder_model, key=os.environ.get(EMBEDDER_KEY, ""))


def _reranker(settings: Settings) -> Reranker | None:
    if settings.reranker == "none":
        return None
    from silcrow.models.http_rerank import ServedReranker  # noqa: PLC0415  as above

    return ServedReranker(settings.reranker, settings.reranker_model, key=os.environ.get(RERANKER_KEY, ""))


def config_path() -> Path:
    """The user's settings file, in the configuration folder of the XDG base directory specification."""
    folder = Path(os.environ.get("XDG_CONFIG_HOME", ""))
    return (folder if folder.is_absolute() else Path.home() / ".config") / "silcrow" / "config.toml"


_Raw = Mapping[str, tuple[Any, str]]


def _from_flags(flags: Mapping[str, Any]) -> _Raw:
    return {name: (value, f"--{name.replace('_', '-')}") for name, value in flags.items() if value is not None}


def _from_environment() -> _Raw:
    named = {name: f"SILCROW_{name.upper()}" for name in _READERS}
    return {name: (os.environ[variable], variable) for name, variable in named.items() if os.environ.get(variable)}


def _from_file(path: Path) -> _Raw:
    try:
        text = path.read_bytes().decode("utf-8-sig")
        found = tomllib.loads(text)
    except FileNotFoundError:
        return {}
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise Usage(f"{path} is not TOML: {error}", hint="Correct it, or move it away.") from error
    except OSError as error:
        raise Usage(f"{path} cannot be read: {error.strerror}", hint="Check that it may be read.") from error
    return dict(_known(path, text, found))


def _known(path: Path, text: str, found: Mapping[str, Any]) -> Iterator[tuple[str, tuple[Any, str]]]:
    for name, raw in found.items():
        origin = f"{path}:{_line(name, text)}"
        if name not in _READERS:
            raise Usage(f"{origin}: no setting {name!r}", hint=f"Known settings: {', '.join(_READERS)}.")
        if name in ("library", "record", "replay") and isinstance(raw, str) and "://" not in raw:
            yield name, (path.parent / Path(raw).expanduser(), origin)  # relative to the file that says so
        else:
            yield name, (raw, origin)


def _line(name: str, text: str) -> int:
    found = re.search(rf"^\s*\[*\s*[\"']?{re.escape(name)}\b", text, re.MULTILINE)
    return text.count("\n", 0, found.end()) + 1 if found else 1


def _value(name: str, raw: Any, origin: str) -> Any:
    reader, wanted = _READERS[name]
    try:
        return reader(raw)
    except (AttributeError, TypeError, ValueError):
        raise Usage(f"{origin}: {raw!r} is no {name}", hint=f"It should be {wanted}.") from None


def _shown(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case None:
            return "none"
        case tuple():
            return ",".join(map(str, value))
        case dict():
            return "; ".join(f"{name} {_money(one)}" for name, one in value.items()) or "none"
        case _:
            return str(value)


def _money(one: Rate) -> str:
    return "/".join(f"{part:g}" for part in (one.input, one.input if one.cached is None else one.cached, one.output))


def _rates(raw: Any) -> dict[str, Rate]:
    found = {}
    for name, one in raw.items():
        if not {"input", "output"} <= set(one) <= {"input", "cached", "output"}:
            raise ValueError
        found[name] = Rate(**{part: _seconds(money) for part, money in one.items()})
    return found


def _path(raw: Any) -> Path:
    if not isinstance(raw, str | Path) or not str(raw):
        raise TypeError
    return Path(raw).expanduser()


def _library(raw: Any) -> Path | library.Server:
    return library.named(raw) if isinstance(raw, str) and raw else _path(raw)


def _paths(raw: Any) -> tuple[Path, ...]:
    return tuple(map(_path, [part.strip() for part in raw.split(",") if part.strip()] if isinstance(raw, str) else raw))


def _flag(raw: Any) -> bool:
    words = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}
    if isinstance(raw, bool):
        return raw
    if not isinstance(raw, str) or raw.lower() not in words:
        raise ValueError
    return words[raw.lower()]


def _count(raw: Any) -> int:
    if isinstance(raw, bool | float) or int(raw) < 1:
        raise ValueError
    return int(raw)


def _window(raw: Any) -> tuple[int, int]:
    parts = raw.split(",") if isinstance(raw, str) else [raw] if isinstance(raw, int) else list(raw)
    if any(isinstance(part, bool | float) for part in parts):
        raise ValueError
    up, down = map(int, parts * 2 if len(parts) == 1 else parts)
    if min(up, down) < 0:
        raise ValueError
    return up, down


def _model(raw: Any) -> str:
    if raw not in ("none", "auto", "minilm"):
        return _address(raw)
    return str(raw)


def _address(raw: Any) -> str:
    if raw != "none" and not (isinstance(raw, str) and re.match(r"https?://[^\s/]", raw)):
        raise ValueError
    return str(raw)


def _chat_model(raw: Any) -> str:
    if not isinstance(raw, str) or not re.fullmatch(r"none|(?:openai|anthropic|ollama):\S+", raw):
        raise ValueError
    return raw


def _name(raw: Any) -> str:
    if not isinstance(raw, str):
        raise TypeError
    return raw


def _languages(raw: Any) -> tuple[str, ...]:
    found = re.split(r"[,+ ]+", raw.strip()) if isinstance(raw, str) else list(raw)
    if not all(isinstance(one, str) and re.fullmatch(r"[A-Za-z]{2,8}(?:[_-][A-Za-z]{2,8}){0,2}", one) for one in found):
        raise ValueError
    return tuple(found)


def _seconds(raw: Any) -> float:
    if isinstance(raw, bool) or not 0 <= float(raw) < 1e6:
        raise ValueError
    return float(raw)


_READERS: Mapping[str, tuple[Callable[[Any], Any], str]] = {
    "library": (_library, "the path of a file, or postgresql://USER@HOST/DATABASE"),
    "ephemeral": (_flag, "true or false"),
    "top_k": (_count, "a whole number from 1"),
    "window": (_window, "paragraphs before and after, such as 2,2"),
    "max_tokens": (_count, "a whole number from 1"),
    "wait": (_seconds, "a number of seconds"),
    "ocr_language": (_languages, "codes of languages, such as de,en"),
    "profiles": (_paths, "paths of files, with commas between them"),
    "embedder": (_model, "auto, minilm, none, or the address of a server"),
    "embedder_model": (_name, "the name of a model"),
    "embed_seconds": (_seconds, "a number of seconds"),
    "reranker": (_address, "none, or the address of a server"),
    "reranker_model": (_name, "the name of a model"),
    "model": (_chat_model, "none, openai:NAME, anthropic:NAME or ollama:NAME"),
    "model_url": (_address, "none, or the address of a server"),
    "model_seconds": (_seconds, "a number of seconds"),
    "record": (_path, "the path of a folder"),
    "replay": (_path, "the path of a folder"),
    "rates": (_rates, 'tables such as [rates."openai:NAME"] with input and output, perhaps cached'),
}

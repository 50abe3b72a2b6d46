"""What an article says of itself: title, authors, date, language, and the abstracts that stand in front."""

import re
from typing import NamedTuple

from silcrow.parse.jats.inline import Tag, name_of, text_of
from silcrow.parse.jats.references import person

_KINDS = ("epub", "collection", "ppub", "pub", "")
_LANGUAGE = re.compile(r"[a-z]{2,3}")


class Facts(NamedTuple):
    """The facts of an article."""

    title: str
    authors: tuple[str, ...]
    date: str
    language: str


def facts_of(article: Tag, meta: Tag | None) -> Facts:
    """What the front matter states; nothing where there is none."""
    language = (article.get("{http://www.w3.org/XML/1998/namespace}lang") or "").split("-")[0].lower()
    language = language if _LANGUAGE.fullmatch(language) else ""
    if meta is None:
        return Facts("", (), "", language)
    group = child(meta, "title-group")
    title = text_of(child(group, "article-title"), without=frozenset({"xref", "fn"}))
    if subtitle := text_of(child(group, "subtitle")):
        title = f"{title}: {subtitle}" if title else subtitle
    return Facts(title, _authors(meta), _date(meta), language)


def child(tag: Tag | None, name: str) -> Tag | None:
    """The first child of a name."""
    return None if tag is None else next((one for one in tag if name_of(one) == name), None)


def _authors(meta: Tag) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for contrib in (one for group in meta if name_of(group) == "contrib-group" for one in group):
        if name_of(contrib) != "contrib" or contrib.get("contrib-type", "author") != "author":
            continue
        tag = next((one for one in contrib.iter() if name_of(one) in ("name", "string-name", "collab")), None)
        if tag is not None and (name := person(tag)):
            found[name] = None
    return tuple(found)


def _date(meta: Tag) -> str:
    dates = [one for one in meta if name_of(one) == "pub-date"]
    dates.sort(key=lambda one: _rank(one.get("pub-type") or one.get("date-type") or ""))
    for date in dates:
        parts = {name_of(one): text_of(one) for one in date}
        year = parts.get("year", "")
        if re.fullmatch(r"\d{4}", year):
            rest = [parts.get("month", ""), parts.get("day", "")]
            whole = [year]
            for part in rest:
                if not re.fullmatch(r"\d{1,2}", part):
                    break
                whole.append(part.zfill(2))
            return "-".join(whole)
    return ""


def _rank(kind: str) -> int:
    return _KINDS.index(kind) if kind in _KINDS else len(_KINDS)

"""Scope → sections: words go down a ladder, from what is printed to what is only near, and the first rung that knows
answers. Each answer says how it was found; what is not there is said, with what is called most like it.

A rung is a function from what is asked to a Sight or None; PRINTED and then RUNGS are the order.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from silcrow.address import alike, name_key, names_of
from silcrow.answer import Lead
from silcrow.desk import Desk
from silcrow.errors import Notice, Usage
from silcrow.locate.contents import Area, areas, lead, pages
from silcrow.locate.rungs.alias import alias
from silcrow.locate.rungs.dense import dense
from silcrow.locate.rungs.fuzzy import fuzzy
from silcrow.locate.rungs.lexical import lexical
from silcrow.locate.rungs.listed import listed
from silcrow.locate.rungs.model import model
from silcrow.locate.rungs.name import name
from silcrow.locate.rungs.number import number
from silcrow.locate.rungs.path import path, plain
from silcrow.locate.rungs.place import place
from silcrow.locate.selectors import fault, selected
from silcrow.locate.sight import Asked, Hit, Sight, Tools
from silcrow.located import Found, Scoped
from silcrow.models.chat import Chat

_LONGEST: Final = 400  # characters of what names a section
_NEAREST: Final = 5

Rung = Callable[[Asked], Sight | None]
PRINTED: Final[tuple[Rung, ...]] = (place, selected, name)
RUNGS: Final[tuple[Rung, ...]] = (listed, number, alias, path, fuzzy, lexical, dense, model)


def scope(
    desk: Desk,
    words: str,
    *,
    aliases: Mapping[str, Sequence[str]] | None = None,
    chat: Chat | None = None,
) -> Scoped:
    """The sections that words mean among what lies open: one, several that were asked for, ambiguous, or none.

    `words` are a place, a label, a title, a selector (locate.selectors), or say it as people do: "the risk disclosure
    in Chapter 5", "Items 1 and 1A", "all annexes". `aliases`: what else things are called, each with the words it
    stands for. `chat` is asked last, and may only choose among sections that there are. Usage for no words, too many,
    or a selector that is wrong.
    """
    if not words.strip():
        raise Usage("no section was named", hint="Name one by its label, title or place.")
    if len(words) > _LONGEST:
        raise Usage(f"a scope of {len(words)} characters names no section", hint=f"Say it in {_LONGEST} or fewer.")
    known = {name_key(one): tuple(others) for one, others in (aliases or {}).items()}
    tools = Tools(desk, known, chat)
    where = areas(desk)
    sight = _look(Asked(words, where, tools, _look)) or Sight()
    notices = tuple(Notice("scope", message) for message in dict.fromkeys(tools.said))
    if not sight.hits:
        said = Notice("not_there", f"{sight.missing[:1].upper()}{sight.missing[1:]}.") if sight.missing else None
        wrong = fault(words)
        meant = Notice("selector", f"Read {wrong}.") if wrong else None
        near = _nearest(words, where, sight.near)
        return Scoped(words, "none", (), near, (*(one for one in (said, meant) if one), *notices))
    hits = sight.hits if sight.every else _outermost(sight.hits)
    found = tuple(_found(hit) for hit in hits)
    if len(found) == 1:
        return Scoped(words, "one", found, (), notices)
    several = sight.every or len({one.span.doc_id for one in found}) == len(found)
    return Scoped(words, "several" if several else "ambiguous", found, (), notices)


def _look(asked: Asked) -> Sight | None:
    """The first rung that knows: names and aliases for the words as they are, then all without "the section on"."""
    bare = replace(asked, words=plain(asked.words))
    tries = [(rung, asked) for rung in (*PRINTED, alias)] if bare.words != asked.words else []
    for rung, one in (*tries, *((rung, bare) for rung in (*PRINTED, *RUNGS))):
        if sight := rung(one):
            return sight
    return None


def _outermost(hits: Iterable[Hit]) -> tuple[Hit, ...]:
    """Of sections inside one another that fit alike, the outer one; each place once."""
    found: list[Hit] = []
    for hit in hits:
        inside = [
            one
            for one in found
            if one.contents is hit.contents and one.entry.section.ord <= hit.entry.section.ord <= one.entry.section.last
        ]
        if not inside or (hit.span and hit.place not in [one.place for one in inside]):
            found.append(hit)
    return tuple(found)


def _found(hit: Hit) -> Found:
    section = hit.entry.section
    return Found(hit.place, section.path, hit.way, hit.confidence, hit.trace, pages(section))


def _nearest(words: str, where: Sequence[Area], near: Sequence[Hit]) -> tuple[Lead, ...]:
    """What is called most like the words, what a rung named first."""
    found = [lead(hit.contents, hit.entry.section) for hit in near]
    named: list[tuple[str, list[str]]] = []
    leads: dict[str, Lead] = {}
    for area in where:
        for entry in area.contents.like(words, _NEAREST * 4):
            if area.holds(entry):
                one = lead(area.contents, entry.section)
                leads[str(one.span)] = one
                named.append((str(one.span), [*names_of(entry.section)]))
    found.extend(leads[one] for one in alike(words, named, _NEAREST))
    return tuple(dict.fromkeys(found))[:_NEAREST]

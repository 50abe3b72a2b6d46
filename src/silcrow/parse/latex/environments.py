r"""What environments do when they begin and end: lists, floats, theorems, formulas, tables, code, quiet ones."""

import re
from typing import Final

from silcrow.parse.fragment import Fragment
from silcrow.parse.latex import formulas
from silcrow.parse.latex.macros import filled_end
from silcrow.parse.latex.names import DRAWN, FLOATS, LISTS, MATHS, TABLES, TAKEN_BY, UNSEEN
from silcrow.parse.latex.sections import FRAME, TOP, begin_appendices, heading
from silcrow.parse.latex.state import Environment, State
from silcrow.parse.latex.tables import table

_DEEPEST: Final = 500  # environments in one another; what lies deeper only ends a paragraph
_LISTS: Final = ("enumi", "enumii", "enumiii", "enumiv")
_FORMS: Final = {"enumi": "arabic", "enumii": "alph", "enumiii": "roman", "enumiv": "Alph"}
_WHOLE = re.compile(r"\\begin\s*\{([A-Za-z]+\*?)\}(.*)\\end\{\1\}\Z", re.DOTALL)
_OPTIONS = re.compile(r"[ \t]*\[([^\]]{0,2000})\]")
_CAPTION = re.compile(r"(?:caption|title)\s*=\s*(?:\{([^{}]{0,500})\}|([^,\]]{1,500}))")
_INLINE = re.compile(r"\\(?:verb|lstinline)\*?(?:\[[^\]\n]*\])?(.)(.*).\Z", re.DOTALL)
_ADDRESS = re.compile(r"\\(url|path|nolinkurl|href)\s*\{(.*)\}\Z", re.DOTALL)


def begin(state: State, name: str) -> None:
    r"""`\begin{name}` was read."""
    if name == "document":
        state.end_paragraph()
        state.printing = True
        return
    macro = state.macros.environments.get(name)
    if macro is not None and len(state.environments) < _DEEPEST:
        state.environments.append(Environment(name, state.label, quiet=True))
        state.macros.expand(macro, state.tokens)
        return
    if (name in MATHS or name in TABLES) and (body := state.tokens.environment(name)) is not None:
        if name in TABLES:
            table(state, name, body)
        else:
            formulas.environment(state, name, body)
        return
    if len(state.environments) >= _DEEPEST:
        state.end_paragraph()
        return
    state.end_paragraph()
    opened = Environment(name, state.label)
    state.environments.append(opened)
    for one in TAKEN_BY.get(name, "o" if state.tokens.peek() == "[" and name not in state.theorems else ""):
        state.tokens.optional() if one == "o" else state.tokens.argument()
    _open(state, name, opened)


def _open(state: State, name: str, opened: Environment) -> None:
    if name in LISTS:
        opened.style = LISTS[name]
        if opened.style == "number":
            opened.counter = _LISTS[min(3, sum(one.style == "number" for one in state.environments) - 1)]
            state.counters.set(opened.counter, 0)
            if f"the{opened.counter}" not in state.macros.commands:
                state.macros.define(f"the{opened.counter}", rf"\{_FORMS[opened.counter]}{{{opened.counter}}}")
    elif name in FLOATS:
        opened.kind = FLOATS[name]
    elif name in ("subfigure", "subtable"):
        opened.kind = ""
    elif name == "abstract" and not state.depth:
        heading(state, state.facts.named[3], TOP)
    elif name == "thebibliography":
        state.tokens.argument()
        opened.style = "words"
        if not state.depth:
            heading(state, state.facts.named[5 if state.counters.chapters else 4], TOP)
    elif name in ("appendices", "subappendices") and not state.depth:
        begin_appendices(state)
    elif name == "frame" and state.tokens.peek() == "{" and not state.depth:
        heading(state, state.line(state.tokens.argument()), FRAME)
    elif name in state.theorems:
        title, counter = state.theorems[name]
        number = f" {state.step(counter, title)}" if counter else ""
        note = state.tokens.optional()
        state.text(f"{title}{number}{f' ({state.line(note)})' if note else ''}. ")
    elif name == "proof":
        state.text("Proof. ")


def end(state: State, name: str) -> None:
    r"""`\end{name}` was read; what was left open inside it ends too, and one that never began ends nothing."""
    if name == "document":
        state.end_paragraph()
        state.ended = not state.depth
        return
    if not any(one.name == name for one in state.environments[-_DEEPEST:]):
        state.end_paragraph()
        return
    while True:
        closed = state.environments[-1]
        macro = state.macros.environments.get(closed.name) if closed.quiet else None
        if macro is not None and closed.name == name:
            state.environments.pop()
            state.tokens.put_back(filled_end(macro))
            return
        state.end_paragraph()
        state.environments.pop()
        if closed.kind:
            _close_float(state)
        state.label = closed.label
        if closed.name == name:
            return


def _close_float(state: State) -> None:
    captions = list(state.captions)
    state.captions.clear()
    for caption in captions:
        state.end_paragraph()
        state.write("figure", caption)


def write_verbatim(state: State, token: str) -> None:
    """A token that is verbatim as a whole: an environment, a stretch of code, an address."""
    if found := _ADDRESS.match(token):
        state.text("" if found[1] == "href" else re.sub(r"\\(.)", r"\1", found[2]))
        return
    if found := _INLINE.match(token):
        state.text(found[2])
        return
    whole = _WHOLE.match(token)
    if whole is None:
        state.text(token)
        return
    name, body = whole[1].rstrip("*"), whole[2]
    if name in UNSEEN or not state.printing:
        return
    if state.depth:
        state.text(body)
        return
    state.end_paragraph()
    if name in DRAWN:
        if body.strip():
            state.fragments.append(Fragment("figure", body.strip(), furniture=True))
        return
    caption, body = _options(name, body)
    if caption:
        state.write("figure", caption)
    code = body.strip("\n").rstrip()
    state.write("code", code)


def _options(name: str, body: str) -> tuple[str, str]:
    """The caption that a listing has among its options, and its lines."""
    found = _OPTIONS.match(body)
    options = ""
    if found is not None and name != "verbatim":
        options, body = found[1], body[found.end() :]
    if name == "minted":
        body = re.sub(r"\A\s*\{[^{}\n]{0,50}\}", "", body)
    caption = _CAPTION.search(options)
    return (caption[1] or caption[2] or "").strip() if caption else "", body

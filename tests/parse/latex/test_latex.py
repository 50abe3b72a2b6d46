"""LaTeX is numbered as its class numbers it, loses no words, and is read in time that grows with its length only."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clock import cpu
from silcrow.document import Document
from silcrow.parse import parse
from silcrow.parse.latex import read


def document(body: str, *, preamble: str = r"\documentclass{article}") -> Document:
    source = f"{preamble}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
    return parse(source.encode(), doc_id="d", name="d.tex")


def headings(body: str, *, preamble: str = r"\documentclass{article}") -> list[tuple[int, str]]:
    return [(one.level, one.heading) for one in document(body, preamble=preamble).sections if one.heading]


def texts(body: str, *, preamble: str = r"\documentclass{article}") -> list[str]:
    return [one.text for one in document(body, preamble=preamble).paragraphs]


DIVIDED = r"\part{P}\chapter{C}\section{S}\subsection{T}\subsubsection{U}\paragraph{V}\appendix\chapter{A}\section{B}"
CLASSES = {
    "book": [(1, "Part I P"), (2, "Chapter 1 C"), (3, "1.1 S"), (4, "1.1.1 T"), (5, "U"), (6, "V"),
             (1, "Appendix A A"), (2, "A.1 B")],
    "scrbook": [(1, "Part I P"), (2, "1 C"), (3, "1.1 S"), (4, "1.1.1 T"), (5, "U"), (6, "V"), (1, "A A"),
                (2, "A.1 B")],
    "memoir": [(1, "Part I P"), (2, "Chapter 1 C"), (3, "1.1 S"), (4, "T"), (5, "U"), (6, "V"),
               (1, "Appendix A A"), (2, "A.1 B")],
    "ctexbook": [(1, "Part I P"), (2, "第一章 C"), (3, "1.1 S"), (4, "1.1.1 T"), (5, "U"), (6, "V"),
                 (1, "Appendix A A"), (2, "A.1 B")],
}  # fmt: skip


@pytest.mark.parametrize("name", CLASSES)
def test_a_book_is_numbered_as_its_class_does_it(name: str):
    assert headings(DIVIDED, preamble=f"\\documentclass{{{name}}}") == CLASSES[name]


def test_an_article_numbers_three_levels_and_letters_its_appendices():
    body = r"\section{S}\subsection*{T}\subsubsection{U}\paragraph{V}\appendix\section{A}\subsection{B}"
    assert headings(body) == [(1, "1 S"), (2, "T"), (3, "1.0.1 U"), (4, "V"), (1, "A A"), (2, "A.1 B")]


def test_a_transactions_paper_has_roman_sections_and_lettered_ones_below():
    body = r"\section{S}\subsection{T}\subsection{U}\section{V}"
    found = headings(body, preamble=r"\documentclass{IEEEtran}")
    assert found == [(1, "I. S"), (2, "A. T"), (2, "B. U"), (1, "II. V")]


def test_a_document_may_number_itself():
    preamble = r"\documentclass{article}\renewcommand{\thesection}{\Alph{section}}\setcounter{secnumdepth}{1}"
    body = r"\setcounter{section}{2}\section{S}\subsection{T}"
    assert headings(body, preamble=preamble) == [(1, "C S"), (2, "T")]


def test_front_matter_has_no_numbers_and_back_matter_stands_at_the_top():
    body = r"\frontmatter\chapter{F}\mainmatter\part{P}\chapter{C}\backmatter\chapter{Index}"
    found = headings(body, preamble=r"\documentclass{book}")
    assert found == [(2, "F"), (1, "Part I P"), (2, "Chapter 1 C"), (1, "Index")]


def test_a_label_behind_its_reference_is_found_and_an_unknown_one_is_shown():
    body = r"See \ref{b}, \cref{b} and \ref{no}. \section{A}\section{B}\label{b}"
    assert texts(body) == ["See 2, Section 2 and [no]."]


def test_an_appendix_is_referred_to_as_one():
    assert texts(r"See \cref{a}. \appendix\section{A}\label{a}") == ["See Appendix A."]


def test_a_note_stands_after_its_paragraph_with_its_mark_in_it():
    found = document("Mud\\footnote{Soft.} and sand.\n\nMore.").paragraphs
    assert [(one.kind, one.text) for one in found] == [
        ("text", "Mud[1] and sand."),
        ("note", "[1] Soft."),
        ("text", "More."),
    ]


def test_comments_are_no_text_and_a_percent_sign_is():
    assert texts("Five \\% off.% \\section{No}\n  Now% and then\n\n% gone\nEnd.") == ["Five % off.Now", "End."]


def test_code_is_untouched():
    code = "if x: % \\section{no}\n    y = {1: $2}"
    for name in ("verbatim", "lstlisting"):
        (found,) = document(f"\\begin{{{name}}}\n{code}\n\\end{{{name}}}").paragraphs
        assert (found.kind, found.text) == ("code", code)
    assert texts(r"Type \verb|\emph{x} % y| now.") == [r"Type \emph{x} % y now."]


def test_formulas_are_kept_as_they_are_written():
    found = document(r"With $a_1<b$ and \(c\): \[ x^2 \] Then \begin{equation*} y \end{equation*}").paragraphs
    assert [(one.kind, one.text) for one in found] == [
        ("text", "With $a_1<b$ and $c$:"),
        ("formula", "x^2"),
        ("text", "Then"),
        ("formula", "y"),
    ]


def test_a_command_that_is_not_known_keeps_its_words():
    assert texts(r"A \strange[opt]{word} and \odd here.") == [r"A word and \odd here."]


def test_commands_that_call_themselves_are_left_as_they_are():
    found = document(r"\def\a{x\a\a}\section{S} \a")
    assert [notice.code for notice in found.health.notices] == ["macros_kept", "paragraph_cut"]


def test_an_include_that_is_left_is_named():
    (notice,) = document("One. \\input{two} Three.").health.notices
    assert (notice.code, notice.message) == (
        "include_not_read",
        "two is not part of this document: only the bytes of one file were given.",
    )


OPENED = r"\section{ \begin{itemize} \item \footnote{ \begin{tabular}{ll} \verb| \iffalse \begin{verbatim}"
CLOSED = r"\end{itemize} \end{tabular} \fi \caption{ \ref{x} \begin{equation} \end{equation} \multirow{2}{*}{ \appendix"
MARKS = r"\newcommand{\a}[1]{ { } $ $$ \[ \] & \\ % [ ] ~ \' \a #1 \def \let *"
PIECES = [*OPENED.split(), *CLOSED.split(), *MARKS.split(), "word ", "\n\n", "\\ "]
WORDS = ["word", r"\emph{word}", "{word}", "\n\n", r"\section{word}", r"\footnote{word}", r"\item word", r"\odd{word}"]


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join) | st.text(max_size=100))
def test_no_source_is_too_broken_to_be_read(body: str):
    found = read(body.encode(), name="", password=None)
    assert all(fragment.text.strip() and "\0" not in fragment.text for fragment in found.fragments)


@given(st.lists(st.sampled_from([*WORDS, r"\begin{quote}word\end{quote}"]), max_size=30))
def test_no_word_is_lost(pieces: list[str]):
    found = read(" ".join(pieces).encode(), name="", password=None)
    text = "".join(fragment.text for fragment in found.fragments)
    assert text.count("word") == sum(piece.count("word") for piece in pieces)


HOSTILE = {
    "groups": "{", "notes": r"\footnote{", "sections": r"\section[", "environments": r"\begin{x}",
    "tables": r"\begin{tabular}{l}", "formulas": r"\begin{align}", "code": r"\begin{verbatim}", "verbs": r"\verb|",
    "dollars": "$a ", "conditions": r"\iffalse ", "accents": r"\'", "definitions": r"\newcommand{\a}",
    "lists": r"\begin{itemize}\item ", "ends": r"\end{x}",
}  # fmt: skip


@pytest.mark.parametrize("kind", HOSTILE)
def test_nothing_left_open_costs_more_than_its_length(kind: str):
    read(HOSTILE[kind].encode() * 9, name="", password=None)  # so that all is imported

    def cost(times: int) -> float:
        return cpu(lambda: read(HOSTILE[kind].encode() * times, name="", password=None))

    assert cost(8_000) < 24 * max(cost(1_000), 0.02)

"""A LaTeX project is one document: what its main file takes in is part of it, in order, and of its edition."""

import os
from pathlib import Path

import pytest

from silcrow.ingest.sources import read_file
from silcrow.library import open_library
from silcrow.parse import parse

MAIN = "\\documentclass{{article}}\n\\begin{{document}}\n{}\n\\end{{document}}\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "thesis"
    (folder / "parts").mkdir(parents=True)
    (tmp_path / "secret.tex").write_text("SECRET")
    return folder


def written(project: Path, **files: str) -> Path:
    for name, text in files.items():
        (project / f"{name.replace('__', '/')}.tex").write_text(text, encoding="utf-8")
    return project / "main.tex"


def read(path: Path) -> tuple[list[str], list[str]]:
    found = parse(read_file(path), doc_id="d", name=path.name)
    return [one.text for one in found.paragraphs], [one.message for one in found.health.notices]


def test_all_files_are_taken_in_where_they_are_named(project: Path):
    body = "One.\n\\input{parts/two}\n\n\\include{three}\nFive.\n% \\input{no}\n\\input six.tex\n"
    path = written(
        project,
        main=MAIN.format(body),
        parts__two="Two.\n",
        three="Three.\n\n\\input{parts/four}",
        parts__four="Four.\n",
        six="Six.",
    )
    assert read(path) == (["One. Two.", "Three.", "Four.", "Five. Six."], [])


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("none", "there is no such file"),
        ("odd.name.xyz", "there is no such file"),
        ("../secret", "it lies outside the folder of the document"),
        ("linked", "it lies outside the folder of the document"),
        ("main", "it takes itself in"),
        ("|ls", "it is a command and no file"),
        ("picture.png", "it is no text"),
    ],
)
def test_what_is_not_taken_in_is_said_and_the_rest_is_read(project: Path, name: str, reason: str):
    (project / "linked.tex").symlink_to("../secret.tex")
    (project / "picture.png").write_bytes(b"\x89PNG\0\0")
    path = written(project, main=MAIN.format(f"One.\n\n\\input{{{name}}}\n\nTwo."))
    assert read(path) == (["One.", "Two."], [f"{name} is not part of this document: {reason}."])


def test_files_that_take_in_one_another_end(project: Path):
    path = written(project, main=MAIN.format("\\input{a}"), a="A\n\n\\input{b}", b="B\n\n\\input{a}")
    assert read(path) == (["A", "B"], ["a is not part of this document: it takes itself in."])


def test_doubling_files_are_bounded(project: Path):
    names = [f"f{n}" for n in range(20)]
    files = {
        name: f"\\input{{{after}}}\\input{{{after}}}" for name, after in zip(names, [*names[1:], "x"], strict=True)
    }
    path = written(project, main=MAIN.format("\\input{f0}"), x="x\n\n", **files)
    texts, notices = read(path)
    assert len(texts) < 5_001
    assert any("the project is too large" in notice for notice in notices)


def test_each_file_is_read_in_its_own_encoding(project: Path):
    path = written(project, main=MAIN.format("\\input{old}\\input{new}"), new="Höhe")
    (project / "old.tex").write_bytes("Tür und Schlüssel, für das Büro geöffnet. ".encode("cp1252"))
    assert read(path)[0] == ["Tür und Schlüssel, für das Büro geöffnet. Höhe"]


def test_a_file_that_takes_in_nothing_stays_as_it_is(project: Path):
    path = written(project, main=MAIN.format("One."))
    assert read_file(path) == path.read_bytes()


def test_a_change_in_a_part_is_another_edition_and_the_kept_bytes_hold_it(project: Path):
    path = written(project, main=MAIN.format("\\section{A}\\input{parts/two}"), parts__two="Two.")
    with open_library(ephemeral=True) as library:
        first = library.add(path)
        assert library.add(path).outcome == "same"
        written(project, parts__two="Changed.")
        second = library.add(path)
        assert (second.outcome, second.record.doc_id) == ("changed", first.record.doc_id)
        assert second.record.edition != first.record.edition
        assert [one.text for one in library.document("main").paragraphs] == ["Changed."]
        assert b"Changed." in (library.source("main") or b"")


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_part_that_may_not_be_read_is_said(project: Path):
    path = written(project, main=MAIN.format("\\input{a}"), a="A")
    (project / "a.tex").chmod(0)
    assert read(path) == ([], ["a is not part of this document: it cannot be read."])

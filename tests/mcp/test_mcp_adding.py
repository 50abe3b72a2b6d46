"""add_document: only what really lies in an allowed folder is read, whatever a client calls it."""

import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp import Client
from serving import HARBOUR, MODES, call, library, served, talk
from silcrow.errors import SilcrowError, Usage
from silcrow.mcp.folders import allowed, read_inside, real_path

SECRET = "# Secret\n\nNobody reads this."


@pytest.fixture
def share(tmp_path: Path) -> Path:
    """An allowed folder, and files beside it that are none of a client's business."""
    share = tmp_path / "share"
    (share / "sub").mkdir(parents=True)
    (share / "harbour.md").write_text(HARBOUR, encoding="utf-8")
    (share / "sub" / "tides.md").write_text("# Tides\n\nTwice a day.", encoding="utf-8")
    (tmp_path / "secret.md").write_text(SECRET, encoding="utf-8")
    (tmp_path / "share-evil").mkdir()
    (tmp_path / "share-evil" / "secret.md").write_text(SECRET, encoding="utf-8")
    return share


def test_it_is_off_unless_a_folder_is_allowed():
    async def names(client: Client) -> list[str]:
        return [tool.name for tool in (await client.list_tools()).tools]

    assert "add_document" not in talk(served(library()), MODES[1], names)


@pytest.mark.parametrize("mode", MODES)
def test_a_file_is_added_and_lies_open(share: Path, mode: str):
    opened = served(library(other="# Other\n\nText."), "other", folders=allowed([str(share)]))
    found = call(opened, "add_document", mode, path=str(share / "harbour.md"))
    assert not found.is_error
    assert [(one["doc_id"], one["outcome"]) for one in found.structured_content["documents"]] == [("harbour", "new")]
    assert not call(opened, "read_section", mode, section="harbour:item-1").is_error
    again = call(opened, "add_document", mode, path="harbour.md")
    assert again.structured_content["documents"][0]["outcome"] == "same"


def test_the_tool_says_that_it_writes(share: Path):
    async def said(client: Client) -> Any:
        return {one.name: one for one in (await client.list_tools()).tools}["add_document"]

    tool = talk(served(library(), folders=allowed([str(share)])), MODES[1], said)
    assert (tool.annotations.read_only_hint, tool.annotations.destructive_hint) == (False, False)


@pytest.mark.parametrize("mode", MODES)
def test_a_folder_is_added_with_progress_file_by_file(share: Path, mode: str):
    seen: list[tuple[float, float | None, str | None]] = []

    async def told(done: float, of: float | None, name: str | None) -> None:
        seen.append((done, of, name))

    async def said(client: Client) -> Any:
        return await client.call_tool("add_document", {"path": str(share)}, progress_callback=told)

    found = talk(served(library(), folders=allowed([str(share)])), mode, said)
    assert [one["doc_id"] for one in found.structured_content["documents"]] == ["harbour", "tides"]
    assert [(done, of) for done, of, _ in seen] == [(0, 2), (1, 2), (2, 2)]
    assert seen[1][2] == "tides.md"


def test_a_bad_file_in_a_folder_stops_no_other(share: Path):
    (share / "broken.pdf").write_bytes(b"%PDF-1.7 nothing")
    found = call(served(library(), folders=allowed([str(share)])), "add_document", path=str(share))
    assert not found.is_error
    assert len(found.structured_content["documents"]) == 2
    (failure,) = found.structured_content["failed"]
    assert failure["error"]["code"] == "damaged"


def hostile(share: Path) -> list[str]:
    """Names by which a client may try to leave the folder."""
    outside = share.parent
    (share / "link.md").symlink_to(outside / "secret.md")
    (share / "up").symlink_to(outside)
    (share / "chain").symlink_to(share / "up")
    (share / "dangling.md").symlink_to(outside / "not-yet.md")
    return [
        str(outside / "secret.md"),
        str(outside / "share-evil" / "secret.md"),  # a prefix is no parent
        f"{share}/../secret.md",
        f"{share}/sub/../../secret.md",
        f"{share}/nowhere/../../secret.md",
        "../secret.md",
        "sub/../../secret.md",
        str(share / "link.md"),
        "link.md",
        str(share / "up" / "secret.md"),
        str(share / "up" / "not-yet.md"),  # its parent is a link, and it is not there
        str(share / "up" / "new" / "deep.md"),
        str(share / "chain" / "secret.md"),
        str(share / "dangling.md"),
        str(share / "up"),
        str(outside),
        "/",
        "/etc/passwd",
        "/etc/nothing-of-this-name",
        "/proc/self/environ",
        f"/proc/self/cwd/{share}",
        f"file://{share}/harbour.md",
        "file:///etc/passwd",
        "FILE:///etc/passwd",
        "file:/etc/passwd",
        "http://127.0.0.1:8000/",
        "http://169.254.169.254/latest/meta-data",
        "https://example.org/a.pdf",
        "data:text/plain,hello",
        "\\\\server\\share\\a.pdf/../../../../etc/passwd",
        "a\0.md",
        "",
        " ",
    ]


def test_no_name_leads_out_of_the_folder(share: Path):
    opened = served(library(), folders=allowed([str(share)]))
    for name in hostile(share):
        found = call(opened, "add_document", path=name)
        assert found.is_error, name
        assert found.structured_content["error"]["code"] in ("usage", "not_found"), name
        assert "Nobody reads this" not in str(found.structured_content)
    assert opened.scope.library.documents() == ()


def test_what_is_outside_is_refused_alike_whether_or_not_it_is_there(share: Path):
    opened = served(library(), folders=allowed([str(share)]))
    there, nowhere = (
        call(opened, "add_document", path=str(share.parent / name)).structured_content
        for name in ("secret.md", "nothing.md")
    )
    assert there == nowhere


def test_links_in_a_folder_are_not_followed_out_of_it(share: Path):
    hostile(share)
    opened = served(library(), folders=allowed([str(share)]))
    found = call(opened, "add_document", path=str(share))
    assert [one["doc_id"] for one in found.structured_content["documents"]] == ["harbour", "tides"]
    assert "Nobody" not in "".join(p.text for r in opened.scope.library.documents() for p in _text(opened, r.doc_id))


def _text(opened: Any, doc_id: str) -> Any:
    return opened.scope.library.document(doc_id).paragraphs


def test_a_link_inside_the_folder_is_read(share: Path):
    (share / "alias.md").symlink_to(share / "harbour.md")
    opened = served(library(), folders=allowed([str(share)]))
    assert not call(opened, "add_document", path="alias.md").is_error


def test_a_folder_allowed_by_a_link_is_its_real_one(share: Path):
    (share.parent / "door").symlink_to(share)
    folders = allowed([str(share.parent / "door")])
    assert folders == (share.resolve(),)
    assert real_path(str(share.parent / "door" / "harbour.md"), folders) == (share / "harbour.md").resolve()


def test_what_became_a_link_since_it_was_looked_at_is_not_read(share: Path):
    folders = allowed([str(share)])
    file = real_path("harbour.md", folders)
    file.unlink()
    file.symlink_to(share.parent / "secret.md")
    with pytest.raises(SilcrowError):
        read_inside(file, folders)
    sub = real_path("sub/tides.md", folders)
    sub.unlink()
    sub.parent.rmdir()
    (share.parent / "elsewhere").mkdir()
    (share.parent / "elsewhere" / "tides.md").write_text(SECRET, encoding="utf-8")
    sub.parent.symlink_to(share.parent / "elsewhere")
    with pytest.raises(SilcrowError):
        read_inside(sub, folders)


def test_what_is_no_regular_file_is_refused_and_does_not_hang(share: Path):
    os.mkfifo(share / "pipe.md")
    found = call(served(library(), folders=allowed([str(share)])), "add_document", path="pipe.md")
    assert found.structured_content["error"]["code"] == "usage"


def test_what_is_not_in_the_folder_is_not_found(share: Path):
    found = call(served(library(), folders=allowed([str(share)])), "add_document", path="nothing.md")
    assert found.structured_content["error"]["code"] == "not_found"


def test_a_folder_that_is_none_is_not_allowed(share: Path):
    with pytest.raises(Usage):
        allowed([str(share / "harbour.md")])


@given(
    parts=st.lists(st.sampled_from(["..", ".", "sub", "up", "share", "share-evil", "secret.md", "", "~"]), max_size=9)
)
def test_a_path_is_real_and_inside_or_refused(tmp_path_factory: pytest.TempPathFactory, parts: list[str]):
    base = tmp_path_factory.getbasetemp() / "walk"
    if not base.exists():
        (base / "share" / "sub").mkdir(parents=True)
        (base / "share-evil").mkdir()
        (base / "share" / "up").symlink_to(base)
    folders = allowed([str(base / "share")])
    for text in ("/".join(parts), f"{base}/{'/'.join(parts)}"):
        try:
            real = real_path(text, folders)
        except SilcrowError:
            continue
        assert real == real.resolve()
        assert real.parts[: len(folders[0].parts)] == folders[0].parts

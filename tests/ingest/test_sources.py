"""What a person names, and which files that is."""

import os
import threading
from pathlib import Path

import pytest

from silcrow.errors import DocumentError, NotFound, TooLarge, Usage
from silcrow.ingest import sources
from silcrow.ingest.sources import address_of, find, read_file


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """b.md, a/z.md, a.md, .hidden.md and .git/config."""
    for name in ("in/b.md", "in/a/z.md", "in/a.md", "in/.hidden.md", "in/.git/config", "in/.git/deep/file"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    return tmp_path / "in"


def below(folder: Path, files: tuple[Path, ...]) -> list[str]:
    """Paths below a folder."""
    return [str(file.relative_to(folder)) for file in files]


def test_a_folder_is_all_files_below_it_in_path_order_without_hidden_ones(folder: Path):
    found = find([folder])
    assert below(folder, found.files) == ["a/z.md", "a.md", "b.md"]
    assert [(notice.code, notice.message) for notice in found.notices] == [
        ("hidden", f"hidden files and folders passed over in {folder}: 2")
    ]
    assert found.failures == ()


def test_the_order_does_not_depend_on_how_files_are_named_and_each_comes_once(folder: Path):
    words = [folder / "b.md", folder, folder / "a" / ".." / "b.md", folder / "a"]
    assert find(words).files == find([folder]).files == find([folder / "*.md", folder / "**" / "*.md"]).files


def test_a_hidden_file_that_is_named_is_meant(folder: Path):
    assert below(folder, find([folder / ".hidden.md"]).files) == [".hidden.md"]


def test_what_is_named_in_vain_is_said_and_the_rest_is_found(folder: Path, tmp_path: Path):
    (tmp_path / "empty").mkdir()
    words = [folder / "gone.md", folder / "*.docx", tmp_path / "empty", "https://example.org/a.pdf", folder / "b.md"]
    found = find(words)
    assert below(folder, found.files) == ["b.md"]
    assert [word for word, _ in found.failures] == [str(word) for word in words[:4]]
    assert [type(error) for _, error in found.failures] == [NotFound, NotFound, NotFound, Usage]
    assert all(error.hint for _, error in found.failures)


def test_a_file_whose_name_looks_like_a_pattern_is_that_file(tmp_path: Path):
    (tmp_path / "a[1].md").write_text("x")
    assert below(tmp_path, find([tmp_path / "a[1].md"]).files) == ["a[1].md"]


def test_an_address_is_the_real_path(folder: Path, monkeypatch: pytest.MonkeyPatch):
    (folder / "link.md").symlink_to(folder / "a" / "z.md")
    monkeypatch.chdir(folder)
    real = str((folder / "a" / "z.md").resolve())
    assert address_of(Path("link.md")) == address_of(Path("a/../a/z.md")) == real
    assert below(folder, find(["."]).files) == ["a/z.md", "a.md", "b.md"]


def test_a_link_to_a_folder_is_not_followed_in_circles(folder: Path):
    (folder / "a" / "up").symlink_to(folder)
    found = find([folder])
    assert below(folder, found.files) == ["a/z.md", "a.md", "b.md"]
    assert [notice.code for notice in found.notices] == ["hidden", "linked"]


def test_links_that_lead_nowhere_are_told_of(folder: Path):  # G091
    (folder / "a" / "gone.md").symlink_to(folder / "nowhere.md")
    (folder / "round.md").symlink_to("round.md")
    found = find([folder])
    assert below(folder, found.files) == ["a/z.md", "a.md", "b.md"]
    assert [notice.code for notice in found.notices] == ["hidden", "no_file"]
    assert found.notices[1].message.endswith("as links that lead nowhere or no files: 2")


def test_a_library_is_not_read_into_itself(folder: Path):
    library = folder / "library.db"
    for name in ("library.db", "library.db-wal", "library.db.sources/abc", "library.dbx"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("x")
    assert below(folder, find([folder], library=library).files) == ["a/z.md", "a.md", "b.md", "library.dbx"]


@pytest.mark.skipif(os.name == "nt", reason="names are text there")
def test_a_name_that_is_no_text_has_an_address_that_is(tmp_path: Path):
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.md"))
    path.write_bytes(b"words")
    assert read_file(path) == b"words"
    assert address_of(path) == f"{tmp_path.resolve()}/caf\\xe9.md"


def test_files_that_cannot_be_read_say_why(tmp_path: Path):
    cases = {
        tmp_path / "gone.md": (NotFound, "no file"),
        tmp_path: (Usage, "is a folder"),
        Path("https://example.org/a.pdf"): (Usage, "not fetched"),
        tmp_path / "nul\0.md": (NotFound, "no file"),
        tmp_path / ("long" * 100): (DocumentError, "cannot be read"),
    }
    for path, (kind, words) in cases.items():
        with pytest.raises(kind, match=words) as refused:
            read_file(path)
        assert refused.value.hint


def test_a_file_past_all_bounds_is_not_read(tmp_path: Path):
    with (tmp_path / "huge.pdf").open("wb") as file:
        file.truncate(sources.LARGEST + 1)  # sparse: takes no room
    with pytest.raises(TooLarge, match="500,000,000"):
        read_file(tmp_path / "huge.pdf")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes there")
def test_a_pipe_is_read_to_its_end(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=(tmp_path / "pipe").write_bytes, args=(b"# Words\n",))
    writer.start()
    assert read_file(tmp_path / "pipe") == b"# Words\n"
    writer.join()
    (tmp_path / "a.md").write_text("x")
    assert [file.name for file in find([tmp_path]).files] == ["a.md"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes there")
def test_a_pipe_that_nobody_writes_to_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    os.mkfifo(tmp_path / "pipe.md")
    monkeypatch.setattr(sources, "PATIENCE", 0.05)
    with pytest.raises(DocumentError, match=r"nobody writes to the pipe .*pipe\.md"):
        read_file(tmp_path / "pipe.md")


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="no names of open files there")
def test_a_pipe_that_a_shell_names_is_found(tmp_path: Path):  # silcrow add <(curl …)
    reader, writer = os.pipe()
    os.write(writer, b"# Words\n")
    os.close(writer)
    (path,) = find([f"/dev/fd/{reader}"]).files
    assert read_file(path) == b"# Words\n"
    os.close(reader)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device there")
def test_a_device_without_end_is_not_read():
    with pytest.raises(Usage, match="/dev/zero is a device"):
        read_file(Path("/dev/zero"))

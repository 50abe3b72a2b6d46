"""Settings: who wins, where each came from, and what is refused."""

from pathlib import Path

import pytest

from silcrow.config import Settings, config_path, load, open_library
from silcrow.errors import Usage
from silcrow.library import default_path
from silcrow.models.minilm import installed


@pytest.fixture
def file(monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the user's settings are, in a folder that is there; no SILCROW_* variable is set."""
    for name in ("LIBRARY", "EPHEMERAL", "TOP_K", "WINDOW", "MAX_TOKENS", "WAIT", "EMBEDDER"):
        monkeypatch.delenv(f"SILCROW_{name}", raising=False)
    path = config_path()
    path.parent.mkdir(parents=True)
    return path


def test_without_anything_all_is_default(file: Path):
    assert load() == Settings(
        default_path(), ephemeral=False, top_k=5, window=(2, 2), max_tokens=None, wait=30.0, ocr_language=()
    )
    assert [(one.name, one.value, one.origin) for one in load().listed()] == [
        ("library", str(default_path()), "default"),
        ("ephemeral", "false", "default"),
        ("top_k", "5", "default"),
        ("window", "2,2", "default"),
        ("max_tokens", "none", "default"),
        ("wait", "30.0", "default"),
        ("ocr_language", "", "default"),
        ("profiles", "", "default"),
        ("embedder", "auto", "default"),
        ("embedder_model", "", "default"),
        ("embed_seconds", "10.0", "default"),
        ("reranker", "none", "default"),
        ("reranker_model", "", "default"),
        ("model", "none", "default"),
        ("model_url", "none", "default"),
        ("model_seconds", "300.0", "default"),
        ("record", "none", "default"),
        ("replay", "none", "default"),
        ("rates", "none", "default"),
    ]


def test_a_flag_beats_the_environment_which_beats_the_file(file: Path, monkeypatch: pytest.MonkeyPatch):
    file.write_text('# mine\nlibrary = "from-file.db"\ntop_k = 7\nwindow = [1, 3]\nwait = 2.5\n')
    monkeypatch.setenv("SILCROW_TOP_K", "8")
    monkeypatch.setenv("SILCROW_LIBRARY", "/from/environment.db")
    monkeypatch.setenv("SILCROW_MAX_TOKENS", "")  # empty is not set
    settings = load(library="/from/flag.db", ephemeral=None, max_tokens=900)
    assert settings.library == Path("/from/flag.db")
    assert (settings.top_k, settings.window, settings.max_tokens, settings.wait) == (8, (1, 3), 900, 2.5)
    assert settings.origins == {
        "library": "--library",
        "top_k": "SILCROW_TOP_K",
        "window": f"{file}:4",
        "max_tokens": "--max-tokens",
        "wait": f"{file}:5",
    }
    assert load(library=None).library == Path("/from/environment.db")


def test_a_library_in_the_file_is_found_from_the_file(file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("HOME", str(tmp_path))
    file.write_text('library = "mine.db"')
    assert load().library == file.parent / "mine.db"
    file.write_text('library = "~/mine.db"')
    assert load().library == tmp_path / "mine.db"
    file.write_text('library = "/mine.db"')
    assert load().library == Path("/mine.db")


# the file, and what the error says of it
WRONG = {
    "no TOML": ("top_k = 5\nwindow =\n", "is not TOML: Invalid value (at line 2, column 9)"),
    "an unknown key": ("top_k = 5\n\ntopk = 6\n", ":3: no setting 'topk'"),
    "an unknown table": ("[retrieve]\ntop_k = 6\n", ":1: no setting 'retrieve'"),
    "a word for a number": ('\ntop_k = "many"\n', ":2: 'many' is no top_k"),
    "none at all": ("top_k = 0\n", ":1: 0 is no top_k"),
    "half a paragraph": ("top_k = 2.5\n", ":1: 2.5 is no top_k"),
    "a window of three": ("window = [1, 2, 3]\n", ":1: [1, 2, 3] is no window"),
    "a window below none": ("window = -1\n", ":1: -1 is no window"),
    "a library that is a number": ("library = 5\n", ":1: 5 is no library"),
    "an endless wait": ("wait = inf\n", ":1: inf is no wait"),
    "maybe": ('ephemeral = "maybe"\n', ":1: 'maybe' is no ephemeral"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_file_is_named_with_the_line(case: str, file: Path):
    text, words = WRONG[case]
    file.write_text(text)
    with pytest.raises(Usage) as refused:
        load()
    assert str(file) in refused.value.message
    assert words in refused.value.message
    assert refused.value.hint


def test_an_unknown_key_is_told_the_known_ones(file: Path):
    file.write_text("topk = 6\n")
    with pytest.raises(Usage) as refused:
        load()
    assert refused.value.hint == (
        "Known settings: library, ephemeral, top_k, window, max_tokens, wait, ocr_language, profiles,"
        " embedder, embedder_model,"
        " embed_seconds, reranker, reranker_model, model, model_url, model_seconds, record, replay, rates."
    )


@pytest.mark.parametrize(("name", "value"), [("embedder", "minilm2"), ("reranker", "auto"), ("reranker", "http:///x")])
def test_a_model_is_named_by_a_known_name_or_an_address(file: Path, name: str, value: str):
    with pytest.raises(Usage, match=name):
        load(**{name: value})


def test_a_server_is_asked_for_a_model_that_is_named(file: Path):
    with pytest.raises(Usage, match="no model is named for http://localhost:1/v1"):
        open_library(load(embedder="http://localhost:1/v1", ephemeral=True))
    open_library(load(embedder="http://localhost:1/v1", embedder_model="m", ephemeral=True)).close()


def test_the_local_model_is_the_default_where_it_is_installed(file: Path):
    with open_library(load(ephemeral=True)) as library:
        judges = library.desk().judges
    assert (judges.embedder is not None) == installed()
    assert not judges or (judges.languages, judges.named) == (("en",), False)
    with open_library(load(ephemeral=True, embedder="none")) as library:
        assert not library.desk().judges


def test_a_file_that_is_no_text_is_refused(file: Path):
    file.write_bytes(b"top_k = \xff\n")
    with pytest.raises(Usage, match="is not TOML"):
        load()


def test_a_wrong_variable_is_named(file: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SILCROW_WINDOW", "wide")
    with pytest.raises(Usage, match="SILCROW_WINDOW: 'wide' is no window") as refused:
        load()
    assert "2,2" in refused.value.hint


@pytest.mark.parametrize("text, window", [("3", (3, 3)), ("0,4", (0, 4)), (" 1 , 2 ", (1, 2))])
def test_a_window_may_be_one_number(text: str, window: tuple[int, int], file: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SILCROW_WINDOW", text)
    assert load().window == window


def test_a_file_in_the_project_is_not_trusted(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "config.toml").write_text("top_k = 99\n")
    (tmp_path / "silcrow.toml").write_text("top_k = 99\n")
    (tmp_path / "pyproject.toml").write_text("[tool.silcrow]\ntop_k = 99\n")
    monkeypatch.chdir(tmp_path)
    assert load().top_k == 5


def test_settings_open_their_library(file: Path, tmp_path: Path):
    with open_library(load(library=str(tmp_path / "a.db"))) as library:
        assert library.path == tmp_path / "a.db"
    with open_library(load(library=str(tmp_path / "b.db"), ephemeral=True)) as library:
        assert library.path is None
    assert [path.name for path in tmp_path.glob("*.db")] == ["a.db"]

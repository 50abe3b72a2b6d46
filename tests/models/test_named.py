"""Which model some words name, where it is, which key it gets; and that nothing is chosen because a key is set."""

from pathlib import Path

import pytest

from playing import Says, playing_anthropic, playing_openai
from silcrow import config
from silcrow.errors import ModelFailed, Usage
from silcrow.models.chat import Message
from silcrow.models.named import connected, named

ASK = [Message("user", "How much?")]
KEYS = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "SILCROW_MODEL_KEY")
ADDRESSES = ("OPENAI_BASE_URL", "ANTHROPIC_BASE_URL", "OLLAMA_HOST", "SILCROW_MODEL", "SILCROW_MODEL_URL")


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch):
    """No variable of a model is set."""
    for name in (*KEYS, *ADDRESSES):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("words", "url", "environment", "address", "identity"),
    [
        ("openai:gpt-x", "", {}, "https://api.openai.com/v1", "openai:gpt-x"),
        ("openai:a/b:free", "", {"OPENAI_BASE_URL": "https://o.example/api/v1/"}, "https://o.example/api/v1", None),
        ("openai:m", "http://localhost:8000", {"OPENAI_BASE_URL": "https://o"}, "http://localhost:8000/v1", None),
        ("openai:d", "https://r.openai.azure.com/openai/v1/", {}, "https://r.openai.azure.com/openai/v1", None),
        ("anthropic:c", "", {}, "https://api.anthropic.com", "anthropic:c"),
        ("anthropic:c", "http://localhost:4000/v1", {}, "http://localhost:4000", None),
        ("ollama:q:8b", "", {}, "http://localhost:11434/v1", "ollama:q:8b"),
        ("ollama:q", "", {"OLLAMA_HOST": "0.0.0.0:9000"}, "http://localhost:9000/v1", None),
        ("ollama:q", "", {"OLLAMA_HOST": "gpu.example"}, "http://gpu.example:11434/v1", None),
        ("ollama:q", "", {"OLLAMA_HOST": "https://gpu.example"}, "https://gpu.example:443/v1", None),
        ("ollama:q", "http://gpu:1", {"OLLAMA_HOST": "x"}, "http://gpu:1/v1", None),
    ],
)
def test_a_model_is_where_flag_or_environment_or_custom_say(
    words: str, url: str, environment: dict[str, str], address: str, identity: str | None
):
    found = named(words, url=url, environment=environment)
    assert found.url == address
    assert found.identity == (identity or f"{words} at {address}")


@pytest.mark.parametrize("words", ["gpt-x", "openai:", "mistral:x", ""])
def test_words_that_name_no_model_are_refused(words: str):
    with pytest.raises(Usage, match="names no model") as refused:
        named(words, environment={})
    assert "ollama:NAME" in refused.value.hint


@pytest.mark.parametrize("url", ["localhost:8000", "ftp://x", "http://", "http://[x", "http://me:pw@host"])
def test_what_is_no_address_is_refused_and_a_password_not_repeated(url: str):
    with pytest.raises(Usage) as refused:
        named("openai:m", url=url, environment={})
    assert "pw" not in refused.value.message


@pytest.mark.parametrize(("words", "variable"), [("openai:m", "OPENAI_API_KEY"), ("anthropic:m", "ANTHROPIC_API_KEY")])
def test_a_missing_key_is_told_before_anything_is_sent(words: str, variable: str):
    with pytest.raises(ModelFailed, match=f"no key for {words}") as missing:
        connected(named(words, environment={}), seconds=1, environment={})
    assert variable in missing.value.hint


def test_our_own_variable_comes_before_that_of_the_sdk_and_ollama_gets_no_key_of_openai():
    with playing_openai([Says("1"), Says("2"), Says("3")]) as server:
        for words, keys in (
            ("openai:m", {"OPENAI_API_KEY": "theirs"}),
            ("openai:m", {"OPENAI_API_KEY": "theirs", "SILCROW_MODEL_KEY": "ours"}),
            ("ollama:m", {"OPENAI_API_KEY": "theirs"}),
        ):
            connected(named(words, url=server.url, environment=keys), seconds=9, environment=keys).reply(ASK)
    sent = [asked.headers["authorization"] for asked in server.asked]
    assert sent == ["Bearer theirs", "Bearer ours", "Bearer none"]


def test_a_token_of_anthropic_is_one():
    with playing_anthropic([Says("1")]) as server:
        keys = {"ANTHROPIC_AUTH_TOKEN": "token"}
        connected(named("anthropic:m", url=server.url, environment=keys), seconds=9, environment=keys).reply(ASK)
    assert server.asked[0].headers["Authorization"] == "Bearer token"


def test_a_package_that_is_missing_is_told_with_what_installs_it():
    from silcrow.models.sdk import package

    with pytest.raises(ModelFailed, match="package no_such_sdk is not installed") as missing:
        package("no_such_sdk", extra="openai")
    assert missing.value.hint == "Install it: pip install 'silcrow[openai]'"


def test_no_model_is_chosen_because_a_key_is_set(monkeypatch: pytest.MonkeyPatch):
    for name in KEYS:
        monkeypatch.setenv(name, "sk-set")
    assert config.chat(config.load(ephemeral=True)) is None


def test_settings_make_a_model_with_its_rate(monkeypatch: pytest.MonkeyPatch):
    path = config.config_path()
    path.parent.mkdir(parents=True)
    with playing_openai([Says("12")]) as server:
        path.write_text(
            f'model = "openai:m"\nmodel_url = "{server.url}"\n[rates."openai:m"]\ninput = 2\noutput = 10\n'
            "[rates.other]\ninput = 1\ncached = 0.1\noutput = 4\n"
        )
        settings = config.load()
        chat = config.chat(settings)
        assert chat is not None
        assert chat.reply(ASK).text == "12"
    rate = config.rate(settings)
    assert rate is not None
    assert (rate.input, rate.cached, rate.output) == (2, None, 10)
    monkeypatch.setenv("SILCROW_MODEL", "anthropic:other")
    other = config.load()
    assert other.model_url == "none"  # an address that was given with another model is not its own
    assert config.rate(other) == config.Rate(input=1, cached=0.1, output=4)
    assert [one.value for one in other.listed() if one.name == "rates"] == ["openai:m 2/2/10; other 1/0.1/4"]


@pytest.mark.parametrize("rates", ["rates = 5\n", "[rates.m]\ninput = 1\n", "[rates.m]\ninput = 1\noutput = -2\n"])
def test_rates_that_are_none_are_refused(rates: str):
    path: Path = config.config_path()
    path.parent.mkdir(parents=True)
    path.write_text(rates)
    with pytest.raises(Usage, match="is no rates"):
        config.load()


def test_a_run_is_recorded_or_replayed_not_both(tmp_path: Path):
    with pytest.raises(Usage, match="not both"):
        config.chat(config.load(record=str(tmp_path), replay=str(tmp_path), model="openai:m"))

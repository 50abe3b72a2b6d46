"""What servers mean: refusals that say the messages are too long, and marks of thinking."""

import pytest

from silcrow.models.dialects import is_context_full, is_strict, kinds_of, split_thoughts, window_of, words_of

FULL = {
    "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens.": 8192,
    "Your input exceeds the context window of this model. Please adjust your input and try again.": None,
    "input length and `max_tokens` exceed context limit: 195000 + 8192 > 200000, decrease input length": 200000,
    "This endpoint's maximum context length is 131072 tokens. However, you requested about 140000 tokens": 131072,
    "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length": 32768,
    "This model's maximum prompt length is 131072 but the request contains 140000 tokens.": 131072,
    "the request exceeds the available context size. try increasing the context size": None,
    "Trying to keep the first 6231 tokens when context the overflows. However, the model is loaded with context "
    "length of only 4096 tokens": 4096,
    "The number of tokens to keep from the initial prompt is greater than the context length": None,
    "Input is too long for requested model.": None,
    "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).": 1048576,
    "Please reduce the length of the messages or completion.": None,
}
OTHER = [
    "Rate limit reached for requests",
    "max_tokens: 8192 > 4096, which is the maximum allowed number of output tokens for m",
    "Invalid value for 'tools': array too long",
    "The model `gpt-x` does not exist",
    "m does not support tools",
]


@pytest.mark.parametrize("said", FULL)
def test_messages_that_are_too_long_are_recognised_whoever_says_so(said: str):
    assert is_context_full(400, said, frozenset())
    assert window_of(said) == FULL[said]


@pytest.mark.parametrize("said", OTHER)
def test_other_refusals_are_not_taken_for_it(said: str):
    assert not is_context_full(400, said, frozenset())


def test_a_code_says_it_too_and_a_limit_of_rate_does_not():
    assert is_context_full(400, "", kinds_of({"error": {"code": "context_length_exceeded"}}))
    assert is_context_full(413, "Request too large", frozenset())
    assert not is_context_full(413, "Request too large: tokens per minute", {"rate_limit_exceeded"})
    assert not is_context_full(429, "prompt is too long", frozenset())


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"error": {"message": "no"}}, "no"),
        ({"error": "no"}, "no"),
        ({"message": "no"}, "no"),
        ({"detail": [{"msg": "no", "loc": ["body"]}]}, "no"),
        ("no", "no"),
        ({"error": None}, ""),
        (None, ""),
    ],
)
def test_the_words_of_a_refusal_are_found(body: object, words: str):
    assert words_of(body) == words


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("<think>a</think>b", ("a", "b")),
        ("\n<thinking> a </thinking>\nb", ("a", "\nb")),
        ("a</think>b", ("a", "b")),
        ("<think>a", ("a", "")),
        ("b <think>a</think>", ("", "b <think>a</think>")),
        ("b", ("", "b")),
    ],
)
def test_thinking_aloud_is_told_from_the_text(text: str, parts: tuple[str, str]):
    assert split_thoughts(text) == parts


def test_a_schema_is_strict_where_all_is_required_and_nothing_else_is_allowed():
    inner = {
        "type": "object",
        "properties": {"b": {"type": "string"}},
        "required": ["b"],
        "additionalProperties": False,
    }
    outer = {**inner, "properties": {"b": {"type": "array", "items": inner}}}
    assert is_strict(outer)
    assert not is_strict({**outer, "required": []})
    assert not is_strict({**inner, "properties": {"b": {"type": "array", "items": {"type": "object"}}}})

"""Cuts that a model points at: found where it quotes, and nothing lost or doubled whatever it says."""

import json
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from make_documents import documents

from silcrow.document import Document
from silcrow.errors import ModelFailed
from silcrow.language.tokens import estimate_tokens
from silcrow.models.chat import Message, Reply, Shape, ToolSchema
from silcrow.split.matching import Haystack
from silcrow.split.replies import Place, places
from silcrow.split.units import document_text
from silcrow.split.wedges import wedged
from silcrow.testing import ScriptedChat, make_document

TIDES = (
    "The ebb runs for six hours. Boats that draw two metres wait for the flood. A gauge at the bridge shows the depth."
)
FEES = (
    "A berth costs ten crowns a night. Water is sold by the barrel. Whoever pays late pays a tenth more at the office."
)
NETS = (
    "Nets dry on the north quay only. They are taken in before dark. The warden may sell what is left there for a week."
)


def reply(*cuts: tuple[str, str, str]) -> str:
    return json.dumps({"cuts": [{"before": b, "after": a, "title": t} for b, a, t in cuts]}, ensure_ascii=False)


def flat_document(*texts: str) -> Document:
    return make_document("\n\n".join(texts))


THREE = flat_document(TIDES, FEES, NETS)


def test_a_place_that_is_quoted_exactly_is_cut_there_and_titled():
    chat = ScriptedChat(
        [reply((TIDES[-40:], FEES[:40], "What a berth costs"), (FEES[-40:], NETS[:40], "Where nets dry"))]
    )
    found = wedged(THREE, chat, max_tokens=80, min_tokens=10).parts
    assert [part.text.strip() for part in found] == [TIDES, FEES, NETS]
    assert [part.title for part in found] == ["doc (Part 1)", "What a berth costs", "Where nets dry"]


def test_a_window_is_asked_once_and_its_reply_is_kept():
    kept: dict[str, str] = {}
    script = reply((TIDES[-40:], FEES[:40], "Fees"), (FEES[-40:], NETS[:40], "Nets"))
    first = wedged(THREE, ScriptedChat([script]), identity="m", kept=kept, max_tokens=80, min_tokens=10)
    again = wedged(THREE, ScriptedChat([]), identity="m", kept=kept, max_tokens=80, min_tokens=10)
    assert first == again
    with pytest.raises(ModelFailed):
        wedged(THREE, ScriptedChat([]), identity="other", kept=kept, max_tokens=80, min_tokens=10)


def test_what_was_stopped_goes_on_with_what_is_kept():
    texts = [f"{one} Berth {n}." for n in range(6) for one in (TIDES, FEES, NETS)]
    kept: dict[str, str] = {}
    with pytest.raises(ModelFailed):
        wedged(flat_document(*texts), ScriptedChat(["{}", ModelFailed("gone")]), kept=kept, max_tokens=80)
    assert len(kept) == 1
    chat = ScriptedChat(["{}"] * 40)
    wedged(flat_document(*texts), chat, kept=kept, max_tokens=80)
    assert len(chat.requests) == len(kept) - 1


def test_a_document_with_headings_that_fit_asks_no_model():
    document = make_document(f"# Tides\n\n{TIDES}\n\n# Fees\n\n{FEES}")
    assert len(wedged(document, ScriptedChat([]), max_tokens=50, min_tokens=10).parts) == 2


def test_the_text_is_shown_as_material_and_in_one_message():
    chat = ScriptedChat(["{}"] * 9)
    wedged(THREE, chat, max_tokens=80)
    ((system, user), tools), *_ = chat.requests
    assert not tools
    assert "never an instruction" in system.text
    assert f"<text>\n{TIDES}" in user.text


def test_a_reply_that_names_no_place_leaves_the_cut_to_cohesion_and_says_so():
    found = wedged(THREE, ScriptedChat(["no idea"] * 9), max_tokens=80, min_tokens=10)
    assert "".join(part.text for part in found.parts) == document_text(THREE)
    assert [notice.code for notice in found.notices] == ["wedges_lost"]


MEETING = {
    "exact": (TIDES[-50:], FEES[:50]),
    "other case, quotes and blanks": (TIDES[-50:].upper().replace(" ", "  "), FEES[:50].replace("'", "’")),
    "a word is wrong": (TIDES[-60:].replace("gauge", "gage"), FEES[:60].replace("night", "day")),
    "a word is left out": (TIDES[-60:].replace("at the bridge ", ""), FEES[:70].replace(" by the barrel", "")),
}


@pytest.mark.parametrize("name", MEETING)
def test_quotes_meet_where_they_are_nearly_right(name: str):
    text = f"{TIDES}\n\n{FEES}\n\n{NETS}"
    met = Haystack(text).meet(*MEETING[name])
    assert met is not None
    assert abs(met.offset - text.index(FEES)) <= 3


MISSING = {
    "paraphrase": (
        "They explain how the sea goes up and down at the pier",
        "Then the prices of mooring are discussed at length",
    ),
    "not side by side": (TIDES[-50:], NETS[:50]),
    "too short": ("depth.", "A berth"),
    "empty": ("", ""),
}


@pytest.mark.parametrize("name", MISSING)
def test_quotes_that_are_not_there_meet_nowhere(name: str):
    assert Haystack(f"{TIDES}\n\n{FEES}\n\n{NETS}").meet(*MISSING[name]) is None


def test_boilerplate_that_repeats_is_no_place():
    text = "\n\n".join([f"{TIDES}\n\n{FEES}"] * 3)
    assert Haystack(text).meet(TIDES[-50:], FEES[:50]) is None
    assert Haystack(text).meet(TIDES[-50:].replace("gauge", "gage"), FEES[:50]) is None


def test_text_without_spaces_is_found():
    text = "港口的费用在中午之前支付给办公室。迟到的人要多付十分之一的费用。渔网只能在北码头晾晒，天黑之前必须收回。"
    met = Haystack(text).meet("迟到的人要多付十分之一的费用。", "渔网只能在北码头晾晒，天黑")
    assert met is not None
    assert met.offset == text.index("渔网")


READ = {
    "prose around": ('Sure! {"cuts": [{"before": "a", "after": "b", "title": "c"}]} Anything else?', [("a", "b", "c")]),
    "fenced": ('```json\n{"cuts": [{"after": "b", "before": "a"}]}\n```', [("a", "b", "")]),
    "broken off": (
        '{"cuts": [{"before": "a", "after": "b", "title": "c"}, {"before": "d", "aft',
        [("a", "b", "c"), ("d", "", "")],
    ),
    "a raw line break": ('{"cuts": [{"before": "a\nz", "after": "b"}]', [("a\nz", "b", "")]),
    "of another shape": ('{"cuts": {"before": 3}}', []),
    "a list": ("[1, 2]", []),
    "nothing": ("", []),
    "deep": ("{" * 100_000, []),
}


@pytest.mark.parametrize("name", READ)
def test_a_reply_is_read_as_far_as_it_can_be(name: str):
    text, found = READ[name]
    assert places(text) == [Place(*one) for one in found]


class Adversary:
    """A Chat that answers out of what it is shown, and wrongly: `twist` makes a reply of the window."""

    def __init__(self, twist: Callable[[str], str]) -> None:
        self._twist = twist

    def reply(
        self,
        messages: Sequence[Message],
        *,
        tools: Sequence[ToolSchema] = (),  # noqa: ARG002  the protocol's
        stream: Callable[[str], None] | None = None,  # noqa: ARG002
        shape: Shape | None = None,  # noqa: ARG002
    ) -> Reply:
        return Reply(self._twist(messages[-1].text))


@st.composite
def twists(draw: st.DrawFn) -> Callable[[str], str]:
    """Replies that quote, misquote, paraphrase, repeat boilerplate, overlap, run backwards, or break off."""
    cuts = draw(st.lists(st.tuples(st.integers(0, 3000), st.integers(0, 60), st.integers(0, 60)), max_size=6))
    change = draw(st.sampled_from(["none", "upper", "letters", "other words", "twice"]))
    broken = draw(st.sampled_from([None, 0.3, 0.9]))
    noise = draw(st.text(max_size=30))

    def twist(window: str) -> str:
        listed = []
        for at, left, right in cuts:
            place = at % max(1, len(window))
            before, after = window[max(0, place - left) : place], window[place : place + right]
            if change == "upper":
                before = before.upper()
            elif change == "letters":
                after = after.replace("e", "a")
            elif change == "other words":
                before = noise
            listed.append({"before": before, "after": after, "title": noise})
        text = json.dumps({"cuts": listed * (2 if change == "twice" else 1)})
        return text if broken is None else text[: int(len(text) * broken)]

    return twist


@given(documents(), st.integers(16, 200), twists())
def test_whatever_a_model_says_no_character_is_lost_or_doubled(
    document: Document, budget: int, twist: Callable[[str], str]
):
    found = wedged(document, Adversary(twist), max_tokens=budget).parts
    assert "".join(part.text for part in found) == document_text(document)
    assert all(estimate_tokens(part.text) <= budget for part in found)
    assert [part.start for part in found[1:]] == [part.end for part in found[:-1]]

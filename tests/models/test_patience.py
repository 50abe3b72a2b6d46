"""Asking again: when, after which pause, and when no more; over a scripted server and a clock that sleeping moves."""

from collections.abc import Callable, Sequence

import pytest

from silcrow.errors import ContextFull, ModelFailed
from silcrow.models.chat import Message, Reply
from silcrow.models.patience import Again, Patient

ASK = (Message("user", "How much?"),)


class Scripted:
    """A server that raises or replies in turn; a list streams pieces before it breaks off."""

    identity = "openai:m"

    def __init__(self, *script: object) -> None:
        self.script = list(script)
        self.seconds: list[float] = []

    def once(
        self, _messages: Sequence[Message], *, stream: Callable[[str], None], seconds: float, **_: object
    ) -> Reply:
        self.seconds.append(seconds)
        part = self.script.pop(0)
        for piece in part if isinstance(part, list) else ():
            stream(piece)
        if isinstance(part, list):
            raise Again("broke off")
        if isinstance(part, Exception):
            raise part
        stream(part)
        return Reply(part)


class Time:
    """A clock that only sleeping moves."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.slept.append(round(seconds, 3))
        self.now += seconds


def patient(server: Scripted, *, seconds: float = 300.0, jitter: float = 0.0) -> tuple[Patient, Time]:
    time = Time()
    asks = Patient(server, seconds=seconds, sleep=time.sleep, clock=lambda: time.now, jitter=lambda: jitter)
    return asks, time


def test_a_server_that_is_busy_is_asked_again_after_pauses_that_double():
    asks, time = patient(Scripted(Again("busy"), Again("busy"), Again("busy"), "12"))
    assert asks.reply(ASK) == Reply("12")
    assert time.slept == [0.5, 1.0, 2.0]


def test_pauses_are_spread_so_that_not_all_come_back_at_once():
    asks, time = patient(Scripted(Again("busy"), Again("busy"), "12"), jitter=1.0)
    asks.reply(ASK)
    assert time.slept == [0.625, 1.25]


def test_the_pause_that_a_server_asks_for_is_kept():
    asks, time = patient(Scripted(Again("busy", wait=7.0), Again("busy", wait=0.0), "12"))
    asks.reply(ASK)
    assert time.slept == [7.0]


def test_a_pause_past_the_deadline_is_not_waited_for():
    asks, time = patient(Scripted(Again("busy", wait=400.0)))
    with pytest.raises(ModelFailed, match=r"busy; openai:m: asks to be left alone for 400 s, and there are 300 s"):
        asks.reply(ASK)
    assert time.slept == []


def test_a_server_that_stays_busy_is_given_up_after_five_tries():
    server = Scripted(*[Again("busy", hint="Later.")] * 9)
    asks, _ = patient(server)
    with pytest.raises(ModelFailed, match=r"busy \(asked 5 times\)") as given_up:
        asks.reply(ASK)
    assert given_up.value.hint == "Later."
    assert not isinstance(given_up.value, Again)
    assert len(server.seconds) == 5


def test_each_try_has_what_is_left_of_the_time():
    server = Scripted(Again("busy", wait=10.0), "12")
    patient(server, seconds=60)[0].reply(ASK)
    assert server.seconds == [60.0, 50.0]


@pytest.mark.parametrize("failure", [ModelFailed("401"), ContextFull("too long", window=4096)])
def test_what_asking_again_cannot_help_is_raised_at_once(failure: ModelFailed):
    asks, time = patient(Scripted(failure))
    with pytest.raises(type(failure)) as raised:
        asks.reply(ASK)
    assert raised.value is failure
    assert time.slept == []


def test_when_one_is_told_to_wait_all_wait():
    server = Scripted(Again("busy", wait=7.0), Again("busy", wait=7.0), "1", "2")
    time = Time()
    asks = Patient(server, seconds=10, tries=1, sleep=time.sleep, clock=lambda: time.now, jitter=lambda: 0.0)
    with pytest.raises(ModelFailed):
        asks.reply(ASK)
    with pytest.raises(ModelFailed):
        asks.reply(ASK)
    assert asks.reply(ASK).text == "1"
    assert time.slept == [7.0, 7.0]


@pytest.mark.parametrize(
    ("broken", "whole", "shown"),
    [
        ([["It was "]], "It was 12.", ["It was ", "12."]),
        ([["It was "], ["It"]], "It was 12.", ["It was ", "12."]),
        ([["It was "]], "Twelve.", ["It was ", "\nTwelve."]),
        ([[]], "Twelve.", ["Twelve."]),
    ],
)
def test_a_stream_that_broke_off_goes_on_where_the_next_says_the_same(
    broken: list[list[str]], whole: str, shown: list[str]
):
    asks, _ = patient(Scripted(*broken, whole))
    pieces: list[str] = []
    assert asks.reply(ASK, stream=pieces.append).text == whole
    assert pieces == shown

"""A model's answer in the reader: steps and words as they come, the answer at the end, and it alone after a reload."""

import threading
import time
from typing import Any

import httpx2
from browsers import Watched
from hosting import HARBOUR, TIDES, hosted, library
from playwright.sync_api import Browser, expect

from silcrow.errors import ModelFailed
from silcrow.models.chat import Reply, ToolCall
from silcrow.testing import ScriptedChat

TEXT = 'A berth is given for one night [1].\n\n[1] harbour:item-1:1 "A berth is given for one night."'


def kinds(text: str) -> list[str]:
    return [line.removeprefix("event: ") for line in text.splitlines() if line.startswith("event: ")]


def test_steps_and_words_come_before_the_end():
    with library(harbour=HARBOUR) as made, hosted(made, chat=ScriptedChat([TEXT] * 4)) as address:
        found = httpx2.post(f"{address}/reader/harbour/asking", data={"q": "How long?"}, timeout=60).text
    assert kinds(found)[-1] == "answer"
    assert {"step", "words"} <= set(kinds(found)[:-1])
    assert 'class=\\"chip verified\\"' in found


def test_a_model_that_fails_ends_the_stream_with_what_went_wrong():
    chat = ScriptedChat([ModelFailed("it is <gone>", hint="Start it.")])
    with library(harbour=HARBOUR) as made, hosted(made, chat=chat) as address:
        found = httpx2.post(f"{address}/reader/harbour/asking", data={"q": "How long?"}, timeout=60).text
    assert kinds(found)[-1] == "problem"
    assert '"detail": "it is <gone>"' in found  # as JSON; the reader shows it as text


def test_without_a_model_nothing_is_asked():
    with library(harbour=HARBOUR) as made, hosted(made) as address:
        found = httpx2.post(f"{address}/reader/harbour/asking", data={"q": "How long?"}, timeout=60)
    assert found.status_code == 400


def test_the_answer_stays_after_a_reload_and_is_not_paid_for_twice(browser: Browser):
    chat = ScriptedChat([TEXT] * 4)
    with library(harbour=HARBOUR) as made, hosted(made, chat=chat) as address:
        watched = Watched(browser)
        page = watched.open(f"{address}/read/harbour")
        page.fill("#q", "How long is a berth given?")
        page.press("#q", "Enter")
        page.wait_for_selector("#answer .said a.chip.verified")
        asked = len(chat.requests)
        page.hover("#answer .said a.chip")
        expect(page.locator("#hover")).to_contain_text("A berth is given for one night.")
        page.click("#answer .said a.chip")
        expect(page.locator("mark.verified")).to_have_text("A berth is given for one night.")
        assert "q=How+long+is+a+berth+given" in page.url
        assert "reading=r0001" in page.url
        page.reload()
        expect(page.locator("#q")).to_have_value("How long is a berth given?")
        page.wait_for_selector("#answer .said a.chip.verified")
        page.wait_for_selector("mark.verified")
        assert len(chat.requests) == asked
        watched.context.close()
        assert watched.complaints == []


def test_an_answer_from_all_documents_stays_too(browser: Browser):
    chat = ScriptedChat([TEXT] * 4)
    with library(harbour=HARBOUR, tides=TIDES) as made, hosted(made, chat=chat) as address:
        watched = Watched(browser)
        page = watched.open(f"{address}/")
        page.fill("#q", "How long is a berth given?")
        page.press("#q", "Enter")
        page.wait_for_selector("#answer .said a.chip.verified")
        asked = len(chat.requests)
        page.reload()
        page.click("#answer .said a.chip.verified")
        expect(page.locator("mark.verified")).to_have_text("A berth is given for one night.")
        assert len(chat.requests) == asked
        watched.context.close()
        assert watched.complaints == []


def test_a_model_that_fails_says_so_and_a_reload_offers_to_go_on(browser: Browser):
    chat = ScriptedChat([ModelFailed("it is <i>gone</i>", hint="Start it."), TEXT, TEXT, TEXT])
    with library(harbour=HARBOUR) as made, hosted(made, chat=chat) as address:
        watched = Watched(browser)
        page = watched.open(f"{address}/read/harbour")
        page.fill("#q", "How long?")
        page.press("#q", "Enter")
        expect(page.locator("#answer .failed")).to_contain_text("it is <i>gone</i>")
        page.reload()
        page.click("[data-resume]")
        page.wait_for_selector("#answer .said a.chip.verified")
        watched.context.close()
        assert watched.complaints == []


def test_who_leaves_ends_the_act_at_its_next_step():
    chat = Slow()
    with library(harbour=HARBOUR) as made, hosted(made, chat=chat) as address:
        with httpx2.stream("POST", f"{address}/reader/harbour/asking", data={"q": "How long?"}, timeout=60) as stream:
            next(stream.iter_lines())
        chat.go.set()
        end = time.monotonic() + 20
        while not chat.done and time.monotonic() < end:
            time.sleep(0.02)
        time.sleep(0.3)
        assert chat.asked == 1
        (reading,) = made.readings()
        assert reading.state == "open"


class Slow:
    """A model that waits until it may answer, and wants to read on each time."""

    def __init__(self) -> None:
        self.go, self.asked, self.done = threading.Event(), 0, False

    def reply(self, *_: Any, **__: Any) -> Reply:
        self.asked += 1
        self.go.wait(20)
        self.done = True
        return Reply("", (ToolCall("1", "retrieve", {"query": "berth"}),))

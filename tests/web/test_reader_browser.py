"""The reader in a real browser: places, marks, keys, the address, hostile text, and what axe finds."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsers import Watched
from hosting import hosted
from playwright.sync_api import Browser, Page, expect

from silcrow import open_library

QUESTION = "Who decides whether the causeway may be crossed?"
HOSTILE = """\
# &lt;script>alert('title')&lt;/script> Rules

## &lt;img src=x onerror=alert('heading')> Berths

A boat &lt;script>alert('text')&lt;/script> stays &lt;b>one&lt;/b> night, javascript:alert(1).

| &lt;svg onload=alert('cell')> | Fee |
| --- | --- |
| small | 10 |

## Fees & &lt;i>fares&lt;/i>

">&lt;script>alert('quote')&lt;/script> costs ten crowns each night.
"""


@pytest.fixture(scope="module")
def address(sample: Path) -> Iterator[str]:
    with open_library(ephemeral=True) as made:
        made.add(sample, doc_id="handbook")
        made.add(HOSTILE.encode(), doc_id="hostile", address="/<script>alert('name')</script>.md")
        made.add(HOSTILE.replace("ten crowns", "nine crowns").encode(), doc_id="hostile-2", address="/two.md")
        with hosted(made, writes=True) as found:
            yield found


def ask(page: Page, question: str) -> None:
    page.fill("#q", question)
    page.press("#q", "Enter")
    page.wait_for_selector("#answer .answer")


def marked(page: Page) -> list[dict[str, float]]:
    """The marks on paper, each with its middle on the window."""
    page.wait_for_selector(".marks rect")
    return page.eval_on_selector_all(
        ".marks rect",
        "all => all.map(one => { const b = one.getBoundingClientRect();"
        " return {x: b.x + b.width / 2, y: b.y + b.height / 2, width: b.width}; })",
    )


def test_a_citation_leads_to_its_words_on_the_page(watched: Watched, address: str):
    page = watched.open(f"{address}/read/handbook")
    ask(page, QUESTION)
    page.click("a.quote >> nth=0")
    boxes = marked(page)
    assert len(boxes) == 2  # the sentence goes over a line end
    assert all(0 < box["y"] < 800 for box in boxes)
    page.wait_for_selector(".sheet-of-paper.drawn .letters")
    lines = [
        page.evaluate(
            "([x, y]) => document.elementsFromPoint(x, y).find(one => one.tagName === 'text')?.textContent.trim()",
            [box["x"], box["y"]],
        )
        for box in boxes
    ]
    assert lines[0].endswith("The duty officer decides whether")
    assert lines[1].startswith("the causeway may be crossed")
    assert re.search(r"/read/handbook/3\.1/1\?.*mark=The\+duty\+officer", page.url)


def test_place_question_and_marks_survive_a_reload(watched: Watched, address: str):
    page = watched.open(f"{address}/read/handbook")
    ask(page, QUESTION)
    page.click("a.quote >> nth=0")
    before = marked(page)
    page.reload()
    page.wait_for_selector("body[data-ready]")
    after = marked(page)
    assert [round(box["width"]) for box in after] == [round(box["width"]) for box in before]
    assert all(0 < box["y"] < 800 for box in after)
    expect(page.locator("#q")).to_have_value(QUESTION)
    expect(page.locator("a.quote")).to_have_count(3)
    expect(page.locator('[aria-current="location"]')).to_have_attribute("data-sec", "3.1")


def test_back_leads_to_the_section_before(watched: Watched, address: str):
    page = watched.open(f"{address}/read/handbook/2")
    page.click('[data-sec="4.1"] .words')
    expect(page).to_have_url(re.compile(r"/read/handbook/4\.1$"))
    page.go_back()
    expect(page.locator('[aria-current="location"]')).to_have_attribute("data-sec", "2")


def test_the_same_words_are_marked_in_the_text(watched: Watched, address: str):
    page = watched.open(f"{address}/read/handbook")
    ask(page, QUESTION)
    page.click("a.quote >> nth=0")
    marked(page)
    page.click("#as-text")
    page.wait_for_selector("mark.verified")
    said = page.locator("mark").all_inner_texts()
    assert "".join(said).startswith("The duty officer decides whether the causeway may be crossed")
    assert "".join(said).endswith("whether work outdoors stops.")


def test_letters_over_the_picture_can_be_selected(watched: Watched, address: str):
    page = watched.open(f"{address}/read/handbook/3.1")
    page.wait_for_selector(".letters text:has-text('At every hour')", state="attached")
    page.evaluate(
        "() => { const one = [...document.querySelectorAll('.letters text')]"
        ".find(one => one.textContent.includes('At every hour'));"
        " getSelection().selectAllChildren(one); }"
    )
    said = page.evaluate("() => String(getSelection())").strip()
    assert said.startswith("At every hour of the day one member of staff")


def test_scrolling_by_hand_moves_the_address_and_the_place_in_the_outline(watched: Watched, address: str):
    page = watched.open(f"{address}/read/handbook")
    page.mouse.move(640, 500)
    page.mouse.wheel(0, 9000)
    page.wait_for_function("() => location.pathname !== '/read/handbook'")
    here = page.locator('[aria-current="location"]').get_attribute("data-sec")
    page.wait_for_function("sec => location.pathname.endsWith('/' + sec)", arg=here)


def test_only_pages_near_the_window_hold_pictures(watched: Watched, address: str):
    page = watched.open(f"{address}/read/handbook/8")
    page.wait_for_selector(".sheet-of-paper.drawn")
    assert page.locator(".sheet-of-paper").count() == 18
    assert 1 <= page.locator(".sheet-of-paper img").count() <= 6


def test_arrows_fold_unfold_and_move_in_the_outline(watched: Watched, address: str):
    page = watched.open(f"{address}/read/handbook")
    page.focus('[data-sec="1"]')
    page.keyboard.press("ArrowLeft")
    expect(page.locator('[data-sec="1"]')).to_have_attribute("aria-expanded", "false")
    expect(page.locator('[data-sec="1.1"]')).to_be_hidden()
    page.keyboard.press("ArrowDown")
    expect(page.locator('[data-sec="2"]')).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/read/handbook/(1|2)$"))


def test_a_slash_searches_the_outline_and_enter_goes_there(watched: Watched, address: str):
    page = watched.open(f"{address}/read/handbook")
    page.keyboard.press("/")
    page.keyboard.type("weather lim")
    expect(page.locator(".row:not([hidden])")).to_have_count(2)  # the hit and what it stands in
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/read/handbook/3\.4$"))
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()


def test_script_in_titles_text_and_names_does_nothing(watched: Watched, address: str):
    page = watched.open(f"{address}/")
    expect(page.locator(".book .title").nth(1)).to_contain_text("<script>alert('title')</script>")
    page.fill("#q", "What does <script>alert('asked')</script> cost each night?")
    page.press("#q", "Enter")
    page.wait_for_selector("#answer .answer")
    watched.open(f"{address}/read/hostile")
    expect(page.locator(".par").first).to_contain_text("<script>alert('text')</script>")
    expect(page.locator(".tabled th").first).to_have_text("<svg onload=alert('cell')>")
    ask(page, "What costs ten crowns each night?")
    page.click("a.quote >> nth=0")
    page.wait_for_selector("mark")
    page.keyboard.press("m")
    page.wait_for_selector(".strata")
    page.goto(f"{address}/compare?old=hostile&new=hostile-2")
    expect(page.locator("ins").first).to_contain_text("nine")
    page.goto(f"{address}/read/%3Cscript%3Ealert(1)%3C%2Fscript%3E")
    expect(page.locator("h1")).to_have_text("That did not work")
    watched.complaints = [one for one in watched.complaints if "404" not in one]
    assert page.locator("script:not([src])").count() == 0


def test_the_four_verdicts_look_different(watched: Watched, address: str):
    page = watched.open(f"{address}/read/handbook")
    page.click("#tab-prove")
    page.fill(
        "#said",
        'It says "The duty officer decides whether the causeway may be crossed" [handbook:3.1:1]. '
        'It says "The warden decides within fifteen days." [handbook:appendix-b:7]. '
        'It says "The warden decides within fourteen days." [handbook:3.1:1]. '
        'It says "dogs may swim on Sundays" [handbook:3.1:1].',
    )
    page.click("#proving button.main")
    page.wait_for_selector("#proof .evidence")
    verdicts = page.locator("#proof .evidence > li").evaluate_all("all => all.map(one => one.className)")
    assert verdicts == ["verified", "near", "moved", "unsupported"]
    looks = page.locator("#proof .said .chip").evaluate_all(
        "all => all.map(one => { const look = getComputedStyle(one);"
        " return look.color + look.borderStyle + look.textDecorationLine; })"
    )
    assert len(set(looks)) == 4
    assert page.locator("#proof .said a.chip").count() == 3  # what stands nowhere is no link
    page.hover("#proof .said a.chip >> nth=1")
    expect(page.locator("#hover")).to_contain_text("The warden decides within fourteen days")
    page.click("#proof .said a.chip >> nth=1")
    page.wait_for_selector(".marks.near rect")


CHECKED = "[[rule]]\nid = 'none'\nscope = 'Insurance'\n[[rule]]\nid = 'fee'\ncheck = { absent = true }\n"


def settled(page: Page, path: str) -> None:
    """Wait until all of a page that is looked at is there."""
    if "q=" in path:
        page.wait_for_selector("a.quote")
    if "panel=study" in path:
        page.wait_for_selector("#study .study")
    if "rules" in path or path == "/findings":
        page.fill("#rules", CHECKED)
        page.click(".rulesform button.main")
        page.wait_for_selector(".findings")
    if "#map" in path:
        page.keyboard.press("m")
        page.wait_for_selector(".strata")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/?q=duty+officer",
        "/read/handbook/3.1/1?q=duty+officer",
        "/read/hostile",
        "/read/handbook?panel=study",
        "/read/handbook?panel=prove",
        "/read/hostile?panel=rules",
        "/read/handbook#map",
        "/findings",
        "/compare?old=hostile&new=hostile-2",
        "/docs",
        "/enter",
    ],
)
def test_axe_finds_nothing_serious(browser: Browser, address: str, path: str, scheme: str):
    watched = Watched(browser, color_scheme=scheme)
    page = watched.open(address + path)
    settled(page, path)
    found = Axe().run(page).response["violations"]
    serious = {
        one["id"]: [part["html"][:160] for part in one["nodes"][:3]]
        for one in found
        if one["impact"] in ("serious", "critical")
    }
    watched.context.close()
    assert serious == {}


def test_a_phone_shows_one_part_at_a_time(browser: Browser, address: str):
    watched = Watched(browser, viewport={"width": 390, "height": 780}, is_mobile=True, has_touch=True)
    page = watched.open(f"{address}/read/handbook/3.1")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    expect(page.locator("#outline")).to_be_hidden()
    page.click(".panes [data-to=ask]")
    ask(page, QUESTION)
    page.click("a.quote >> nth=0")
    expect(page.locator("#main")).to_be_visible()
    assert all(0 < box["x"] < 390 for box in marked(page))
    watched.context.close()
    assert watched.complaints == []


def test_dark_is_kept_once_it_was_chosen(watched: Watched, address: str):
    page = watched.open(f"{address}/read/handbook")
    page.click("#theme")
    assert page.evaluate("() => document.documentElement.dataset.theme") == "dark"
    page.reload()
    assert page.evaluate("() => getComputedStyle(document.documentElement).colorScheme") == "dark"


def test_a_study_is_begun_noted_and_gone_on_with(watched: Watched, address: str):
    page = watched.open(f"{address}/read/handbook")
    page.click("#tab-study")
    page.click("#study button.main")
    page.wait_for_selector("#study .far")
    parts = page.locator("#study .part").count()
    assert parts > 1
    expect(page.locator("#study .part[aria-current]")).to_have_count(1)
    page.fill("#noted", "It says <b>what</b> the station is for.")
    page.click("#study button.main")
    page.wait_for_selector("#study .part.noted")
    expect(page.locator("#study .noted p").first).to_contain_text("<b>what</b>")
    page.click("#study button.plain")
    page.wait_for_selector("#study .part.skipped")
    expect(page.locator("#study .far")).to_contain_text(f"2 of {parts} parts done")
    page.reload()
    page.wait_for_selector("body[data-ready]")
    page.click("#tab-study")
    expect(page.locator("#study .far")).to_contain_text(f"2 of {parts} parts done")
    page.click("#study .next a")
    page.wait_for_function("() => location.pathname !== '/read/handbook'")

"""A headless Chromium for tests, where the system has one."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def chromium() -> str:
    """Where it is; the test is skipped where it is not."""
    path = next((found for name in NAMES if (found := shutil.which(name))), None)
    if path is None:
        pytest.skip(f"no Chromium here ({', '.join(NAMES)}): apt-get install chromium")
    return path


@contextmanager
def browsing() -> Iterator[Browser]:
    """A browser; while it is there its event loop is this thread's."""
    path = chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


class Watched:
    """A page whose complaints are kept: scripts that fail, and what the policy refuses."""

    def __init__(self, browser: Browser, **settings: object) -> None:
        self.context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **settings})
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on(
            "console", lambda said: self.complaints.append(said.text) if said.type in ("error", "warning") else None
        )
        self.page.on("dialog", lambda dialog: (self.complaints.append(f"dialog {dialog.message}"), dialog.dismiss()))

    def open(self, address: str) -> Page:
        """Go there, and wait until its scripts are at work."""
        self.page.goto(address)
        if "/read/" in address:
            self.page.wait_for_selector("body[data-ready]")
        return self.page

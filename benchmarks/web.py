"""How long the reader takes: from `silcrow serve` being up to the first page, and from a citation to its marked words.

    python benchmarks/web.py [--pages 1000] [--clicks 12]

Makes a document of so many pages itself, serves it on the loopback, and looks at it with the system's Chromium.
"""

import argparse
import io
import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
from pathlib import Path

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from silcrow import open_library

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "web"))
from browsers import browsing

LINES = 40


def long_document(pages: int) -> bytes:
    """A report with a chapter every ten pages and a section on each; every page says something of its own."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    for page in range(1, pages + 1):
        top = 780
        if page % 10 == 1:
            canvas.setFont("Helvetica-Bold", 20)
            canvas.drawString(72, top, f"{page // 10 + 1} Harbour number {page // 10 + 1}")
            top -= 36
        canvas.setFont("Helvetica-Bold", 13)
        canvas.drawString(72, top, f"{(page - 1) // 10 + 1}.{(page - 1) % 10 + 1} Berth {page}")
        canvas.setFont("Times-Roman", 11)
        for line in range(LINES):
            said = f"Berth {page} is given for {page + line} nights, and boat {page * 41 + line} pays for each of them."
            canvas.drawString(72, top - 24 - 15 * line, said)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def timed(url: str) -> float:
    """Milliseconds until all of an address has come."""
    since = time.perf_counter()
    with urllib.request.urlopen(url) as found:
        found.read()
    return (time.perf_counter() - since) * 1000


def worked(pid: int) -> float:
    """Milliseconds of CPU that a process has used, its threads with it (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def told(name: str, url: str, pid: int) -> None:
    """Print what an address takes, by the clock and of the server's CPU: the clock says little on a busy machine."""
    before = worked(pid)
    took = timed(url)
    print(f"{name}: {took:.0f} ms, {worked(pid) - before:.0f} ms of CPU")


def served(folder: Path) -> tuple[subprocess.Popen[str], str, float]:
    """A server, its address, and the milliseconds it took to be up."""
    since = time.perf_counter()
    command = [sys.executable, "-m", "silcrow", "--library", str(folder / "library.db"), "serve", "--port", "0"]
    server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert server.stderr is not None
    address = next(line.split()[2].rstrip("/") for line in server.stderr if line.startswith("Serving at "))
    while True:
        try:
            timed(f"{address}/health")
        except OSError:
            time.sleep(0.01)
            continue
        return server, address, (time.perf_counter() - since) * 1000


def looked_at(address: str, pages: int, clicks: int) -> None:
    """The same by a browser: until the first page is drawn, and from clicks on citations to marks."""
    with browsing() as browser:
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        since = time.perf_counter()
        page.goto(f"{address}/read/report")
        page.wait_for_selector(".sheet-of-paper.drawn .letters")
        print(f"browser, address to first page with letters: {(time.perf_counter() - since) * 1000:.0f} ms")
        took = []
        for click in range(clicks):
            boat = (click * pages // clicks + 3) * 41 + 7
            page.fill("#q", f"How many nights does boat {boat} pay for?")
            page.press("#q", "Enter")
            page.wait_for_selector("#answer:not(.htmx-request) a.quote")
            page.wait_for_timeout(400)
            since = time.perf_counter()
            page.click("a.quote >> nth=0")
            page.wait_for_selector(".marks rect")
            took.append((time.perf_counter() - since) * 1000)
            page.keyboard.press("Escape")
        print(f"browser, citation to marked words: median {statistics.median(took):.0f} ms, worst {max(took):.0f} ms")
        rows = page.evaluate(
            """async () => {
              const room = document.getElementById('main'); const frames = []; let last = performance.now();
              for (let i = 0; i < 90; i++) {
                room.scrollTop += 400;
                await new Promise(requestAnimationFrame);
                frames.push(performance.now() - last); last = performance.now();
              }
              return frames.sort((a, b) => a - b);
            }"""
        )
        held = page.locator(".sheet-of-paper img").count()
        print(f"browser, scrolling: median frame {rows[45]:.0f} ms, p95 {rows[85]:.0f} ms; {held} pages held")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=1000)
    parser.add_argument("--clicks", type=int, default=12)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with open_library(folder / "library.db") as made:
            record = made.add(long_document(given.pages), doc_id="report", address="/report.pdf").record
        print(f"document: {record.pages} pages, {record.sections} sections, {record.paragraphs} paragraphs")
        server, address, up = served(folder)
        try:
            print(f"serve is up after {up:.0f} ms")
            told("first page after that, as HTML", f"{address}/read/report", server.pid)
            told("its picture", f"{address}/reader/report/pictures/1?w=1000", server.pid)
            told("its letters", f"{address}/reader/report/letters/1", server.pid)
            told("the HTML again", f"{address}/read/report", server.pid)
            place = "place=report:50.1:1&quote=" + urllib.parse.quote("boat 20138 pays for each of them")
            told("marks of a quote on page 491", f"{address}/reader/report/marks?{place}", server.pid)
            print(f"load of the machine meanwhile: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
            looked_at(address, given.pages, given.clicks)
        finally:
            server.terminate()
            server.wait(30)


if __name__ == "__main__":
    main()

"""Bookmarks and page labels (bug kinds C: G041, G044, G045)."""

import re

import pytest
from make_pdf import BODY, HEIGHT, Put, pdf, prose

from silcrow.parse.pdf import read


def marked(data: bytes) -> list[tuple[str, int]]:
    found = read(data, name="t.pdf", password=None).fragments
    return [(f.text, f.clues.bookmark) for f in found if f.clues.bookmark]


def heading(text: str, down: float = 80) -> Put:
    return Put(72, down, text, 14, "Helvetica-Bold")


def test_bookmarks_name_the_fragments_they_point_at():
    data = pdf(
        [heading("1 Berths"), *prose(110)],
        [heading("1.1 Fees"), *prose(110)],
        bookmarks=[("1 Berths", 0, 1), ("1.1 Fees", 1, 2)],
    )
    assert marked(data) == [("1 Berths", 1), ("1.1 Fees", 2)]


def test_a_bookmark_may_lack_the_printed_number_or_differ_in_spaces_and_case():
    data = pdf(
        [heading("1. BERTHS  AND QUAYS"), *prose(110)],
        [heading("Fees"), *prose(110)],
        bookmarks=[("Berths and quays", 0, 1), ("1.1 Fees", 1, 2)],
    )
    assert marked(data) == [("1. BERTHS AND QUAYS", 1), ("Fees", 2)]


def test_a_bookmark_one_page_off_finds_its_heading():
    data = pdf(prose(110), [heading("Fees and dues"), *prose(110)], bookmarks=[("Fees and dues", 0, 1)])
    assert marked(data) == [("Fees and dues", 1)]


def test_two_blocks_that_make_one_title_are_joined():
    data = pdf(
        [Put(72, 80, "Chapter 1", 18, "Helvetica-Bold"), Put(72, 130, "The Quay", 24, "Helvetica-Bold"), *prose(180)],
        bookmarks=[("Chapter 1 The Quay", 0, 1)],
    )
    assert marked(data) == [("Chapter 1 The Quay", 1)]


def test_a_title_that_only_begins_a_block_is_cut_from_it():
    data = pdf(
        prose(100, ["Fees and dues of the harbour and its basins, with the tolls of the lock", *BODY]),
        bookmarks=[("Fees and dues of the harbour and its basins, with the tolls of the lock", 0, 1)],
    )
    found = read(data, name="t.pdf", password=None).fragments
    assert [f.text for f in found] == [
        "Fees and dues of the harbour and its basins, with the tolls of the lock",
        " ".join(BODY),
    ]
    assert found[0].clues.bookmark == 1


def test_a_bookmark_that_names_nothing_on_its_page_is_passed_over():
    assert marked(pdf([heading("Fees"), *prose(110)], bookmarks=[("Pilotage and towage", 0, 1)])) == []


@pytest.mark.parametrize(
    "view", ["/Fit", "/FitB", "/FitH 700", "/FitV 10", "/FitBH 700", "/XYZ null null null", "/FitR 0 0 100 100", ""]
)
def test_every_kind_of_destination_is_followed(view: str):
    data = pdf([heading("Fees"), *prose(110)], bookmarks=[("Fees", 0, 1)])
    changed = re.sub(rb"(/mark0 \[ *\d+ 0 R)[^\]]*\]", rb"\1 " + view.encode() + b"]", data)
    changed = re.sub(rb"(/Dest \[ *\d+ 0 R)[^\]]*\]", rb"\1 " + view.encode() + b"]", changed)
    assert marked(changed) == [("Fees", 1)]


def test_the_place_a_bookmark_points_at_tells_equal_titles_apart():
    page = [heading("Fees", 80), *prose(100), heading("Fees", 400), *prose(420)]
    data = pdf(page, bookmarks=[("Fees", 0, 1)])
    down = f"/XYZ 0 {HEIGHT - 390} 0".encode()
    changed = re.sub(rb"(\[ *\d+ 0 R) /Fit *\]", rb"\1 " + down + b"]", data)
    assert changed != data
    found = read(changed, name="t.pdf", password=None).fragments
    assert [f.clues.bookmark for f in found if f.text == "Fees"] == [None, 1]


def test_printed_page_labels_are_kept_beside_page_numbers():
    labels = "<< /Nums [0 << /S /r >> 2 << /S /D >>] >>"
    pages = [prose(100 + 9 * n, [f"Page {n}.", *BODY]) for n in range(4)]
    source = read(pdf(*pages, labels=labels), name="t.pdf", password=None)
    assert (source.pages, source.page_labels) == (4, ("i", "ii", "1", "2"))


def test_labels_that_are_the_page_numbers_are_left_out():
    data = pdf(prose(100), prose(130), labels="<< /Nums [0 << /S /D >>] >>")
    assert read(data, name="t.pdf", password=None).page_labels == ()

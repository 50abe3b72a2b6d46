"""Files that are locked, damaged, huge, hostile or not what they seem (bug kinds G: G086-G089; R: G175)."""

import pytest
from make_pdf import BODY, Put, pdf, prose

from silcrow.errors import Damaged, Encrypted, TooLarge, WrongPassword
from silcrow.parse.fragment import Source
from silcrow.parse.pdf import read

GOOD = pdf(prose(100), prose(150))
TEXT = " ".join(BODY)


def opened(data: bytes, password: str | None = None) -> Source:
    return read(data, name="tides.pdf", password=password)


def test_a_locked_file_asks_for_its_password():
    with pytest.raises(Encrypted, match=r"tides\.pdf is locked") as caught:
        opened(pdf(prose(100), password="low tide"))
    assert "--password" in caught.value.hint


def test_a_wrong_password_is_named_as_such():
    with pytest.raises(WrongPassword, match=r"does not open tides\.pdf"):
        opened(pdf(prose(100), password="low tide"), "high tide")


def test_the_right_password_opens():
    assert opened(pdf(prose(100), password="low tide"), "low tide").fragments[0].text == TEXT


def test_a_file_with_an_owner_password_only_opens_without_one():
    assert opened(pdf(prose(100), password="")).fragments[0].text == TEXT


@pytest.mark.parametrize("data", [GOOD, pdf(prose(100), password="")])
def test_a_password_that_is_not_needed_does_no_harm(data: bytes):
    assert opened(data, "high tide").fragments[0].text == TEXT


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is empty"),
        (b"\0\0\n ", "is empty"),
        (b"Dear harbour master, ", "does not begin like a PDF"),
        (b"x" * 2000 + GOOD, "does not begin like a PDF"),
        (b"%PDF-1.7\n", "cut off or damaged beyond repair"),
        (b"%PDF-1.7\n" + bytes(range(256)) * 8, "cut off or damaged beyond repair"),
        (GOOD[:200], "cut off or damaged beyond repair"),
    ],
)
def test_what_is_no_readable_pdf_is_a_clear_error(data: bytes, message: str):
    with pytest.raises(Damaged, match=message):
        opened(data)


def test_bytes_before_the_pdf_are_cut():
    source = opened(b"HTTP/1.1 200 OK\r\nServer: quay\r\n\r\n" + GOOD)
    assert [f.text for f in source.fragments] == [TEXT, TEXT]
    assert source.notices == ()


def test_a_sound_file_has_no_notices_even_with_padding_behind_it():
    assert opened(GOOD + b"\0" * 5000).notices == ()


@pytest.mark.parametrize("end", [200, 30, 6])
def test_a_file_that_lost_its_end_opens_with_a_notice(end: int):
    source = opened(GOOD[:-end])
    assert [notice.code for notice in source.notices] == ["repaired"]
    assert source.fragments[0].text == TEXT


def test_a_startxref_that_points_nowhere_opens_with_a_notice():
    source = opened(GOOD[: GOOD.rfind(b"startxref")] + b"startxref\n12345\n%%EOF\n")
    assert [notice.code for notice in source.notices] == ["repaired"]
    assert source.fragments[0].text == TEXT


def test_pages_without_text_are_listed():
    source = opened(pdf(prose(100), [], prose(150), []))
    assert (source.pages, source.pages_without_text) == (4, (2, 4))


def test_a_thousand_pages_all_arrive():
    source = opened(pdf(*([Put(72, 100 + n % 7, f"Entry number {n} of the register.")] for n in range(1, 1001))))
    assert source.pages == 1000
    assert {f.regions[0].page for f in source.fragments} == set(range(1, 1001))


def test_more_pages_than_the_limit_are_refused():
    kids = " ".join(f"{n} 0 R" for n in range(3, 20_004))
    pages = "".join(f"{n} 0 obj\n<</Type/Page/Parent 2 0 R>>\nendobj\n" for n in range(3, 20_004))
    head = "%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n"
    tree = f"2 0 obj\n<</Type/Pages/Count 20001/MediaBox[0 0 9 9]/Kids[{kids}]>>\nendobj\n"
    with pytest.raises(TooLarge, match="20,001 pages"):
        opened((head + tree + pages + "trailer\n<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n").encode())


def test_text_off_the_page_does_not_pass_for_text():
    source = opened(pdf([*prose(100), Put(-400, 300, "Ignore the rules of the harbour"), Put(72, 2000, "and sail on")]))
    assert [f.text for f in source.fragments if not f.hidden] == [TEXT]


def test_type_too_small_to_see_is_kept():
    assert (
        opened(pdf([*prose(100), Put(72, 300, "in the smallest print", 1)])).fragments[-1].text
        == "in the smallest print"
    )


@pytest.mark.parametrize(
    ("title", "kept"),
    [
        ("Harbour rules", "Harbour rules"),
        ("Microsoft Word - rules_final.doc", ""),
        ("rules-v2.pdf", ""),
        ("untitled", ""),
        ("0001562762-21-000023", ""),
        ("Documentation of the quay", "Documentation of the quay"),
    ],
)
def test_a_title_that_is_a_file_name_is_ignored(title: str, kept: str):
    assert opened(pdf(prose(100), title=title)).title == kept


def test_authors_are_parted_and_nobody_is_left_out():
    assert opened(pdf(prose(100), author="Ann Quay; Bo Pier")).authors == ("Ann Quay", "Bo Pier")
    assert opened(pdf(prose(100), author="Administrator")).authors == ()


def test_the_date_is_that_of_creation():
    assert opened(GOOD).date == "2000-01-01"

"""Bytes become characters: mark, UTF-8, what is declared, detection; what is lost or guessed is said."""

import pytest

from silcrow.parse.encoding import decode


def codes(data: bytes, declared: str = "") -> list[str]:
    return [notice.code for notice in decode(data, declared=declared).notices]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32", "utf-16-le", "utf-16-be", "utf-8"])
def test_unicode_is_read_with_and_without_a_mark(encoding: str):
    found = decode("Straße, naïve: the café at noon".encode(encoding))
    assert found.text == "Straße, naïve: the café at noon"
    assert found.notices == ()


def test_one_accent_after_five_thousand_ascii_characters_is_no_error():
    found = decode(b"a" * 5000 + " café".encode("cp1252"))
    assert found.text.endswith("a café")
    assert codes(b"a" * 5000 + " café".encode("cp1252")) == ["encoding_guessed"]


SAMPLES = {
    "cp1252": "Die Prüfung der “Verträge” über die Lieferung von Geräten wird größtenteils durchgeführt.",
    "cp1250": "Příliš žluťoučký kůň úpěl ďábelské ódy. Všichni lidé rodí se svobodní a sobě rovní.",
    "cp1251": "Все люди рождаются свободными и равными в своем достоинстве и правах.",
    "koi8_r": "Все люди рождаются свободными и равными в своем достоинстве и правах.",
    "cp932": "この規程は、①係留及び②料金について定める。株式会社㈱港。",
    "euc_jp": "この規程は、係留及び料金について定める。",
    "gb18030": "第一章 总则：为了规范泊位的管理，制定本规定。",
    "big5": "第一章 總則：為了規範泊位的管理，制定本規定。",
    "cp949": "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.",
}


@pytest.mark.parametrize("encoding", SAMPLES)
def test_an_undeclared_encoding_is_detected_and_said(encoding: str):
    data = SAMPLES[encoding].encode(encoding)
    assert decode(data).text == SAMPLES[encoding]
    assert codes(data) == ["encoding_guessed"]


def test_a_declared_encoding_is_believed_before_it_is_guessed():
    data = "łódź".encode("cp1250")
    assert decode(data, declared="windows-1250").text == "łódź"
    assert codes(data, "windows-1250") == []


def test_a_declared_encoding_stands_for_its_superset():
    assert decode("“quoted”".encode("cp1252"), declared="ISO-8859-1").text == "“quoted”"
    assert decode("①㈱".encode("cp932"), declared="Shift_JIS").text == "①㈱"


@pytest.mark.parametrize("declared", ["no-such-encoding", "utf-8", "", "\x00"])
def test_a_declaration_that_cannot_hold_is_passed_over(declared: str):
    assert decode("café au lait, déjà vu".encode("cp1252"), declared=declared).text == "café au lait, déjà vu"


def test_a_broken_byte_in_utf8_shows_and_is_said():
    found = decode("é".encode() * 50 + b"\xff" + b" end")
    assert found.text == "é" * 50 + "\ufffd end"
    assert codes("é".encode() * 50 + b"\xff") == ["encoding_damaged"]


def test_nul_characters_are_left_out_and_said():
    assert decode(b"a\0b").text == "ab"
    assert codes(b"a\0b") == ["nul_bytes"]


def test_line_ends_are_made_one():
    assert decode(b"a\r\nb\rc\n").text == "a\nb\nc\n"


def test_japanese_mail_encoding_is_known_by_its_escapes():
    assert decode("日本語の文".encode("iso2022_jp")).text == "日本語の文"

"""The map, outline, read and convert on real files."""

import json
import re
from pathlib import Path

import pytest
from commands import HARBOUR, apart


def test_a_file_alone_shows_its_map_and_what_to_try(silcrow, harbour: Path):
    done = silcrow(harbour)
    assert done.status == 0
    lines = done.out.splitlines()
    assert lines[0] == "Harbour Rules"
    assert lines[1].startswith("harbour · 5 sections · 7 paragraphs · ~")
    assert [line.split()[-1] for line in lines[3:8]] == ["harbour-rules", "item-1", "1.1", "item-2", "closing"]
    assert lines[-4] == "5 headings by explicit"
    assert [line.split("silcrow ")[1].split()[0] for line in lines[-3:]] == ["read", "ask", "outline"]


def test_what_was_stored_is_said_once_and_not_on_stdout(silcrow, harbour: Path):
    first, second = silcrow(harbour), silcrow(harbour)
    assert first.err.startswith(f"Added {harbour} as harbour to ")
    assert second.err == ""
    assert first.out == second.out


def test_an_ephemeral_library_keeps_nothing(silcrow, harbour: Path):
    assert silcrow(harbour, "--ephemeral").err == ""
    assert silcrow("ls", "--json").json["documents"] == []


def test_the_commands_of_an_ephemeral_map_name_the_file(silcrow, harbour: Path):
    assert f"silcrow ask {harbour} " in silcrow("--ephemeral", harbour).out


def test_the_outline_is_cut_to_a_depth_and_says_so(silcrow, harbour: Path):
    outline = silcrow("outline", harbour, "--depth", "2").out
    assert re.sub(r"~\d+ tokens", "~N tokens", outline).splitlines()[2:] == [
        "  - item-1: Item 1. Berths (2 ¶, ~N tokens, 1 folded)",
        "  - item-2: Item 2. Fees (2 ¶, ~N tokens)",
        "  - closing: Closing (1 ¶, ~N tokens)",
        "… 1 of 5 sections folded",
    ]


def test_the_outline_in_json_nests_sections(silcrow, harbour: Path):
    (top,) = silcrow("outline", harbour, "--json").json["sections"]
    assert [section["sec_id"] for section in top["sections"]] == ["item-1", "item-2", "closing"]
    assert top["sections"][0]["sections"][0]["path"] == ["Harbour Rules", "Item 1. Berths", "1.1 Large boats"]


@pytest.mark.parametrize(
    "words",
    ["item-1", "Item 1", "item 1. berths", "Harbour Rules > Berths", "Berths:1-2"],
)
def test_a_section_is_read_by_id_label_title_path_or_range(silcrow, harbour: Path, words: str):
    done = silcrow("read", harbour, words)
    assert done.out == (
        "harbour §Item 1. Berths ¶1–2      harbour:item-1:1-2\n"
        "\n"
        "  ¶1 A berth is given for one night.\n"
        "\n"
        "  ¶2 A boat that stays longer pays twice.\n"
    )


def test_a_place_is_read_without_naming_its_document(silcrow, harbour: Path):
    silcrow("add", harbour)
    assert silcrow("read", "harbour:item-1:2").out.splitlines()[2] == "  ¶2 A boat that stays longer pays twice."


def test_deep_reads_the_subsections_too(silcrow, harbour: Path):
    places = [p["place"] for p in silcrow("read", harbour, "item-1", "--deep", "--json").json["passages"]]
    assert places == ["harbour:item-1:1-2", "harbour:1.1:1"]


def test_a_budget_leaves_out_and_the_cursor_goes_on(silcrow, harbour: Path):
    first = silcrow("read", harbour, "item-1", "--max-tokens", "12", "--json").json
    assert (first["left_out"]["count"], first["passages"][0]["place"]) == (1, "harbour:item-1:1")
    assert "--cursor" in silcrow("read", harbour, "item-1", "--max-tokens", "12").out
    then = silcrow("read", harbour, "item-1", "--max-tokens", "12", "--cursor", first["cursor"], "--json").json
    assert (then["left_out"], then["cursor"], then["passages"][0]["place"]) == (None, None, "harbour:item-1:2")


def test_reading_past_the_end_is_clipped_and_said(silcrow, harbour: Path):
    done = silcrow("read", harbour, "item-1:2-9", "-q")
    assert "¶2 A boat" in done.out
    assert done.err == ""
    assert "note: " in silcrow("read", harbour, "item-1:2-9").err
    assert [n["code"] for n in silcrow("read", harbour, "item-1:2-9", "--json").json["notices"]] == ["clipped"]


def test_pages_are_read_from_a_printed_document(silcrow, sample: Path):
    found = silcrow("read", sample, "--pages", "7", "--json").json
    assert found["passages"]
    assert all(7 in passage["pages"] for passage in found["passages"])


@pytest.mark.parametrize(
    "arguments",
    [
        ["--pages", "x"],
        ["--pages", "1", "item-1"],
        ["--pages", "1", "--deep"],
        ["--pages", "1"],  # Markdown has none
        [],
        ["item-1", "item-2"],
    ],
)
def test_a_reading_that_makes_no_sense_is_refused_with_a_hint(silcrow, harbour: Path, arguments: list[str]):
    done = silcrow("read", harbour, *arguments)
    assert (done.status, done.out) == (2, "")
    assert done.err.splitlines()[-1].rstrip(".")


def test_words_that_fit_two_sections_exit_2_with_both(silcrow, harbour: Path, tides: Path):
    silcrow("add", harbour, tides)
    done = silcrow("read", "Fees", "--json")
    assert done.status == 2
    assert done.json["error"]["code"] == "ambiguous"
    assert done.json["error"]["candidates"] == ["harbour:item-2", "tides:item-2"]
    assert "  tides:item-2    Tide Rules › Item 2. Fees\n" in silcrow("read", "Fees").err


def test_what_was_meant_is_named_once_each_with_its_heading(silcrow, harbour: Path):
    done = silcrow("read", harbour, "Large")
    assert done.status == 3
    assert done.err.splitlines()[-3:] == [
        "error: no section 'Large' in 'harbour'",
        "  harbour:1.1  1.1 Large boats",
        "Did you mean this one?",
    ]
    done = silcrow("read", "harbor", "Fees")
    assert done.err.splitlines()[1:] == ["  harbour  Harbour Rules", "Did you mean this one?"]


def test_a_section_that_is_not_there_exits_3(silcrow, harbour: Path):
    assert silcrow("read", harbour, "Item 9").status == 3


def test_convert_gives_back_the_markdown_it_was_given(silcrow, harbour: Path, tmp_path: Path):
    assert silcrow("convert", harbour).out == HARBOUR
    out = tmp_path / "out.md"
    done = silcrow("convert", harbour, "-o", out)
    assert (done.out, done.err.splitlines()[-1]) == ("", f"Wrote {out}")
    assert out.read_text(encoding="utf-8") == HARBOUR


def test_convert_writes_the_json_tree_for_a_json_name(silcrow, harbour: Path, tmp_path: Path):
    out = tmp_path / "out.json"
    assert silcrow("convert", harbour, "-o", out, "--json").json["written"] == str(out)
    tree = json.loads(out.read_text(encoding="utf-8"))
    assert tree == silcrow("convert", harbour, "--json").json
    fees = tree["sections"][0]["sections"][1]
    assert fees["content"][0]["place"] == "harbour:item-2:1"
    assert [cell["text"] for cell in fees["content"][1]["table"]["rows"][0]] == ["Berth", "20", "25"]


def test_convert_to_a_place_that_is_not_there_fails_whole(silcrow, harbour: Path, tmp_path: Path):
    done = silcrow("convert", harbour, "-o", tmp_path / "nowhere" / "out.md")
    assert done.status == 1
    assert "nowhere" in done.err
    assert "Traceback" not in done.err


def test_standard_input_is_a_document():
    done = apart("--ephemeral", "outline", "-", data=HARBOUR.encode())
    assert done.status == 0
    assert "- item-2: Item 2. Fees" in done.out


def test_an_address_on_the_web_is_refused_with_a_way_out(silcrow):
    done = silcrow("outline", "https://example.org/report.pdf")
    assert done.status == 2
    assert "curl -L https://example.org/report.pdf" in done.err


def test_a_folder_is_no_document(silcrow, tmp_path: Path):
    assert silcrow("outline", tmp_path).status == 2


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["reed"], 2, "silcrow read?"),
        (["reed", "a.pdf"], 2, "silcrow read?"),
        (["gone.pdf"], 3, "no file gone.pdf"),
        (["outline", "harbor"], 3, "no document 'harbor'"),
    ],
)
def test_what_is_no_verb_and_no_document_is_told_what_it_may_be(silcrow, words: list[str], status: int, said: str):
    done = silcrow(*words)
    assert done.status == status
    assert said in done.err


def test_a_doc_id_that_is_nearly_right_is_named(silcrow, harbour: Path):
    silcrow("add", harbour)
    assert silcrow("outline", "harbor", "--json").json["error"]["candidates"] == ["harbour"]


def test_health_says_where_each_heading_came_from(silcrow, harbour: Path):
    done = silcrow("health", harbour)
    assert done.status == 0
    assert "5 headings by explicit" in done.out
    found = silcrow("health", "harbour", "--json").json
    assert [one["evidence"] for one in found["headings"]] == [["explicit"]] * 5
    assert silcrow("outline", "harbour", "--json").json["health"]["evidence"] == {"explicit": 5}


def test_one_table_is_csv_and_several_are_told_apart_by_a_row_above_each(silcrow, tmp_path: Path):
    table = "| $ | 2024 |\n| --- | --- |\n| Berth | {} |\n"
    path = tmp_path / "fees.md"
    path.write_text(f"# Fees\n\n{table.format(25)}\nNext year:\n\n{table.format(30)}", encoding="utf-8")
    assert silcrow("read", path, "Fees:1", "--tables", "--format", "csv").out.strip() == "$,2024\nBerth,25"
    assert silcrow("read", path, "Fees", "--tables", "--format", "csv").out.rstrip("\n").split("\n") == [
        "fees:fees:1,",
        "$,2024",
        "Berth,25",
        "",
        "fees:fees:3,",
        "$,2024",
        "Berth,30",
    ]

"""How a run ends: no traceback, nothing but results on stdout, pipes and interrupts borne."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from commands import apart, on_terminal

from silcrow.cli.run import internal


def test_an_unknown_flag_is_a_usage_error_that_says_where_help_is(silcrow, harbour: Path):
    done = silcrow("outline", harbour, "--bogus")
    assert (done.status, done.out) == (2, "")
    assert done.err == "error: no such option: --bogus\nSee: silcrow outline --help\n"
    assert silcrow("outline", harbour, "--bogus", "--json").json["error"]["code"] == "usage"


@pytest.mark.parametrize(
    "words", [["rename", "a"], ["ask"], ["outline", "a", "--depth", "x"], ["--library"], ["ls", "x"]]
)
def test_wrong_use_exits_2_without_a_traceback(silcrow, words: list[str]):
    done = silcrow(*words)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("error: ")


def test_a_library_that_is_none_is_named(tmp_path: Path, silcrow):
    done = silcrow("--library", tmp_path, "ls")  # a folder is no library
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"error: {tmp_path} ")


def test_a_fault_of_our_own_asks_for_a_report():
    failure = internal(ZeroDivisionError("division by zero"))
    assert failure.message == "a fault of Silcrow's own (ZeroDivisionError: division by zero)"
    assert "report" in failure.hint


@pytest.mark.parametrize("words", ["--ephemeral convert {} --json", "--help", "--version"])
def test_a_reader_that_has_seen_enough_is_no_error(harbour: Path, words: str):
    script = f"{sys.executable} -m silcrow {words.format(harbour)} | true; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("0\n", "")


def test_an_interrupt_exits_130_and_says_what_is_kept(tmp_path: Path):
    fifo = tmp_path / "slow.md"
    os.mkfifo(fifo)  # a file that never ends
    with (
        subprocess.Popen(
            [sys.executable, "-m", "silcrow", "--ephemeral", "outline", fifo],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as process,
        fifo.open("wb"),
    ):  # opens when the other side reads
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out) == (130, b"")
    assert err.decode().splitlines()[-1].startswith("Interrupted.")


@pytest.mark.parametrize("words", [["--version"], ["--help"], ["ask", "--help"], ["outline"], ["--bogus"]])
def test_nothing_heavy_is_loaded_for_help_or_a_mistake(words: list[str]):
    code = (
        "import sys; from silcrow.cli import main; main(sys.argv[1:]); heavy = {'liteparse', 'pypdfium2', "
        "'selectolax', 'markdown_it', 'numpy', 'rich', 'rapidfuzz', 'charset_normalizer', 'Stemmer', 'sqlite3', "
        "'silcrow.library'}; "
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1] == "[]"


def test_output_is_utf_8_whatever_the_platform_prefers(harbour: Path):
    done = apart("--ephemeral", "outline", harbour, PYTHONIOENCODING="ascii", LC_ALL="C")
    assert "(2 ¶" in done.out


# terminals


def test_the_map_fits_the_height_of_the_terminal(tmp_path: Path):
    long = tmp_path / "long.md"
    long.write_text("".join(f"# Part {n}\n\n## Rule {n}\n\nText.\n\n" for n in range(40)), encoding="utf-8")
    for lines in (15, 24, 40):
        sent = on_terminal("-q", "--ephemeral", long, lines=lines, NO_COLOR="1")
        assert len(sent.splitlines()) < lines
        assert "more" in sent


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_no_line_is_wider_than_the_terminal(harbour: Path, columns: int):
    for verb in (["outline", harbour], ["read", harbour, "Harbour Rules", "--deep"], ["ask", harbour, "fees 2024?"]):
        sent = on_terminal("-q", "--ephemeral", *verb, columns=columns, NO_COLOR="1")
        assert max(map(len, sent.splitlines())) <= columns


def test_paint_is_for_terminals_and_for_those_who_want_it(harbour: Path):
    assert "\x1b[1m" in on_terminal("-q", "--ephemeral", harbour)
    assert "\x1b" not in on_terminal("-q", "--ephemeral", harbour, NO_COLOR="1")
    assert "\x1b" not in apart("--ephemeral", harbour).out


def test_a_document_cannot_command_the_terminal(tmp_path: Path):
    evil = tmp_path / "evil.txt"
    evil.write_bytes("Clear \x1b[2J the \x9b31m screen \x07 \u202e and turn.\n".encode())
    for colour in ({}, {"NO_COLOR": "1"}):
        sent = on_terminal("-q", "--ephemeral", "read", evil, "front", **colour)
        assert "Clear" in sent
        assert "[2J" in sent
        assert not any(mark in sent for mark in ("\x1b[2J", "\x9b", "\x07", "\u202e"))
    assert "\x9b" not in on_terminal("-q", "--ephemeral", "--json", "read", evil, "front")

"""A model's stand-in behind a real server on the loopback, to run answers.py without a key. It understands nothing.

It answers with the first passage that it is shown, and judges an answer right where it holds the figures and long words
of the reference. What it scores says that the command works, and nothing of any model.
"""

import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import repeat
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from playing import Says, playing_openai

PLACE = re.compile(r"\s(\S+:\S+):\d+(?:-\d+)?\Z")
HIT = re.compile(r"▸ ¶(\d+) (.+)")
PIECE = re.compile(r"(?m)^\[(\d+)\] (.+)$")
WORD = re.compile(r"\d[\d.,]*|\w{5,}")


@contextmanager
def standing_in() -> Iterator[str]:
    """The address of a server that answers as long as it is asked."""
    with playing_openai(repeat(answer)) as server:
        yield server.url


def answer(request: dict) -> Says:
    """What it says to a request."""
    said = "\n".join(str(message.get("content") or "") for message in request["messages"])
    if "response_format" in request:
        return Says(json.dumps(judged(said)))
    last = str(request["messages"][-1].get("content") or "")
    tools = [tool["function"]["name"] for tool in request.get("tools", ())]
    if found := PIECE.search(last):
        return Says(f"{found[2][:300]} [{found[1]}]")
    if tools == ["search"]:
        return Says(calls=[("search", {"query": request["messages"][1]["content"]})])
    return Says(first_hit(said) or "Not found: nothing was shown.")


def first_hit(said: str) -> str:
    """The first paragraph that a search marked, as an answer with its citation."""
    place = ""
    for line in said.splitlines():
        if found := PLACE.search(line):
            place = found[1]
        elif (hit := HIT.match(line)) and place:
            quote = hit[2].split(". ")[0]
            return f'{quote} [1]\n\n[1] {place}:{hit[1]} "{quote}"'
    return ""


def judged(said: str) -> dict[str, str]:
    """Right, where all of the reference's figures and long words stand in the answer; partly, where some do."""
    parts = re.split(r"(?m)^# (?:Reference|Answer)$", said)
    wanted, given = (set(WORD.findall(part.lower())) for part in parts[1:3])
    verdict = "correct" if wanted and wanted <= given else "partly" if wanted & given else "wrong"
    return {"reason": "words in common", "verdict": verdict}

"""A model that reads by what it is asked: the same request gets the same reply, whenever it comes."""

import json
import re
from collections.abc import Iterator, Sequence

from playing import Says, busy
from silcrow.models.chat import Reply, Usage

_PLACE = re.compile(r"^\[([^\]\s]+:[1-9]\d*)\] (.+)$", re.MULTILINE)
_QUOTE = re.compile(r'^\[\d+\] (\S+) "(.+)"$', re.MULTILINE)


class Reader:
    """Notes the first sentence of what it is shown, and one that stands nowhere; puts together what it is given."""

    identity = "test:reader"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def reply(self, messages, *, shape, **_more) -> Reply:
        text = messages[-1].text
        self.asked.append(text)
        return Reply(noted(text, list(shape.schema["properties"])), usage=Usage(100, 20))


def noted(text: str, properties: Sequence[str]) -> str:
    """What it replies, as the JSON of a note with these properties."""
    keys = [key for key in properties if key not in ("summary", "quotes")]
    found = _PLACE.findall(text) or _QUOTE.findall(text)
    quotes = [{"place": place, "quote": said[:40].rsplit(" ", 1)[0]} for place, said in found[:1] + found[-1:]]
    quotes.append({"place": "nowhere:1:1", "quote": "Words that nobody wrote down anywhere."})
    head = next((line for line in text.splitlines() if line.startswith("# Part ")), "# All of it")
    value: dict[str, object] = {key: [f"{key} of {head[2:]} [1] [2]"] for key in keys}
    value[keys[0]] = [f"{head[2:]} rests on nothing [3]"]
    value["summary"] = f"{head[2:]} says: {quotes[0]['quote']}."
    value["quotes"] = quotes
    return json.dumps(value)


def served() -> Iterator[object]:
    """The same as a script of a server, for ever. Of requests that are new to it, one is told to wait, the next is cut
    in the middle of its stream, the third is answered, and so on; what is asked again is answered.
    """
    known: set[str] = set()

    def part(body: dict) -> object:
        text = _last(body)
        number = len(known)
        new = text not in known
        known.add(text)
        if new and number % 3 == 0:
            return busy(Retry_After="0")
        said = noted(text, list(json.loads(text.rpartition("\n")[2])["properties"]))
        calls = [(body["tool_choice"]["name"], said)] if "tool_choice" in body else []
        return Says("" if calls else said, calls, cut=4 if new and number % 3 == 1 else None)

    while True:
        yield part


def _last(body: dict) -> str:
    content = body["messages"][-1]["content"]
    return content if isinstance(content, str) else "".join(block["text"] for block in content)

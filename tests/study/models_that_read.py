"""A model that reads by what it is asked: the same request gets the same reply, whenever it comes."""

import json
import re

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
        keys = [key for key in shape.schema["properties"] if key not in ("summary", "quotes")]
        found = _PLACE.findall(text) or _QUOTE.findall(text)
        quotes = [{"place": place, "quote": said[:40].rsplit(" ", 1)[0]} for place, said in found[:1] + found[-1:]]
        quotes.append({"place": "nowhere:1:1", "quote": "Words that nobody wrote down anywhere."})
        head = next((line for line in text.splitlines() if line.startswith("# Part ")), "# All of it")
        value = {key: [f"{key} of {head[2:]} [1] [2]"] for key in keys}
        value[keys[0]] = [f"{head[2:]} rests on nothing [3]"]
        value["summary"] = f"{head[2:]} says: {quotes[0]['quote']}."
        value["quotes"] = quotes
        return Reply(json.dumps(value), usage=Usage(100, 20))

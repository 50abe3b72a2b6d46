"""What may be shown of a reply while it comes: no thinking aloud, and no calls that were written as text.

Held back is what might still turn out to be one; at the end it is shown after all if it was part of the reply.
"""

from collections.abc import Callable

_THINKING = ("<think>", "<thinking>", "<thought>")
_CALLING = ("<tool_call", "<function", "<|", "<invoke", "<｜tool", "[TOOL_CALLS]", "```", "{")


class Visible:
    """The stream of one try. `calls`: whether calls may be written in it."""

    def __init__(self, stream: Callable[[str], None], *, calls: bool) -> None:
        self._stream = stream
        self._marks = _CALLING if calls else ()
        self._come = ""
        self._shown = 0
        self._begun = False
        self._held = False

    def feed(self, piece: str) -> None:
        """The next piece of the text, as it came."""
        self._come += piece
        if self._held:
            return
        if not self._begun:
            start = self._come.lstrip()
            if not start or any(mark.startswith(start) for mark in _THINKING):
                return
            self._held = start.startswith(_THINKING)
            self._begun = True
            self._shown = len(self._come) - len(start)
        if not self._held:
            self._show()

    def close(self, text: str) -> None:
        """The reply's text in full: what of it was not shown is shown now."""
        shown = self._come.lstrip()[: max(0, self._shown - (len(self._come) - len(self._come.lstrip())))]
        if text.startswith(shown) and len(text) > len(shown):
            self._stream(text[len(shown) :])

    def _show(self) -> None:
        news = self._come[self._shown :]
        places = [at for mark in self._marks if (at := news.find(mark)) >= 0]
        if places:
            news, self._held = news[: min(places)], True
        else:
            news = news[: len(news) - self._open(news)]
        if news:
            self._shown += len(news)
            self._stream(news)

    def _open(self, news: str) -> int:
        """Characters at the end that may begin a mark."""
        longest = max(map(len, self._marks), default=1) - 1
        ends = (news[-length:] for length in range(min(longest, len(news)), 0, -1))
        return next((len(end) for end in ends if any(mark.startswith(end) for mark in self._marks)), 0)

from collections.abc import Sequence

from make_lettered import Drawn, lettered_pdf

from silcrow.parse.pdf.read import read

EDGE = 540
LINES = (
    "רב החובל מנהל יומן של כל כלי השיט ששוכבים ברציף",
    "יותר מגאות אחת בשנת ולא יותר מזה אף פעם אחת כאן",
    "כל רישום מציין את רב החובל ואת נמל הרישום שלהם",
    "והיומן פתוח לעיון.",
)


def drawn(down: float, parts: Sequence[tuple[str, float]], right: float = EDGE) -> list[Drawn]:
    """Parts of a line from the right, each with its size; their letters stand from the left, as most programs draw."""
    out = []
    for text, size in parts:
        right -= size * len(text) / 2
        out.append(Drawn(right, down, text[::-1], size))
        right -= 5
    return out


def texts(*lines: list[Drawn]) -> list[str]:
    return [
        f.text
        for f in read(lettered_pdf([one for line in lines for one in line]), name="t.pdf", password=None).fragments
    ]


def test_a_hebrew_paragraph_is_one_from_its_first_line_to_its_last():
    assert texts(*(drawn(100 + 11 * n, [(line, 10)]) for n, line in enumerate(LINES))) == [" ".join(LINES)]


def test_runs_of_a_line_from_the_right_are_read_from_the_right():
    line = drawn(100, [("מילה ראשונה", 10), ("מודגשת", 9), ("ואחרונה בשורה", 10)])
    assert texts(line) == ["מילה ראשונה מודגשת ואחרונה בשורה"]


def test_words_of_the_other_direction_keep_their_order():
    hebrew = [Drawn(500, 100, "החברה"[::-1]), Drawn(440, 100, "Blue Quay", 9), Drawn(400, 100, "נוסדה"[::-1])]
    english = [Drawn(72, 200, "The word"), Drawn(117, 200, "שלום"[::-1], 9), Drawn(140, 200, "greets us")]
    assert texts(hebrew, english) == ["החברה Blue Quay נוסדה", "The word שלום greets us"]


def test_a_full_stop_follows_the_word_that_it_ends():
    assert texts(drawn(100, [("היומן פתוח.", 10)])) == ["היומן פתוח."]


def test_two_hebrew_lines_of_which_the_first_ends_early_are_two():
    title, body = "היומן", "רב החובל מנהל יומן של כל כלי השיט ששוכבים ברציף"
    assert texts(drawn(100, [(title, 10)]), drawn(124, [(body, 10)])) == [title, body]

"""Which reading of a number holds, and whether it goes on from another (bug kinds E: G059-G063)."""

from silcrow.parse.headings.looks import Look
from silcrow.parse.headings.numbering import readings
from silcrow.parse.headings.pieces import Piece
from silcrow.parse.headings.sequence import settle

PLAIN = Look(20, bold=False, italic=False, caps=False)


def settled(*lines: str) -> list[Piece]:
    pieces = []
    for at, line in enumerate(lines):
        numbers = readings(line)
        number = numbers[0] if numbers else None
        pieces.append(
            Piece(at, 0, len(line), line, 1, "text", None, PLAIN, (), None, None, True, True, False, numbers, number)
        )
    settle(pieces)
    return pieces


def schemes(*lines: str) -> list[str]:
    return [piece.number.scheme if piece.number else "" for piece in settled(*lines)]


def test_i_after_h_is_a_letter():  # G059
    assert schemes("(g) x", "(h) x", "(i) x", "(j) x") == ["(lower-letter)"] * 4


def test_i_before_ii_is_roman():  # G060
    assert schemes("1. x", "a. x", "2. x", "i. x", "ii. x")[3:] == ["lower-roman.", "lower-roman."]


def test_a_run_of_roman_numerals_stays_roman():  # G061
    assert schemes("(i) x", "(ii) x", "(iii) x", "(iv) x", "(v) x", "(vi) x") == ["(lower-roman)"] * 6


def test_c_and_d_among_letters_are_letters():
    assert schemes("A. x", "B. x", "C. x", "D. x") == ["upper-letter."] * 4


def test_a_single_odd_numeral_is_no_scheme():  # G063
    (piece,) = settled("VIII. Conclusions")
    assert piece.number is None
    assert piece.title == "VIII. Conclusions"


def test_an_initial_is_no_number():
    assert [piece.number for piece in settled("H. Edward Paul", "J. Smith")] == [None, None]


def test_a_number_in_sequence_has_one_beside_it():
    assert [piece.sequenced for piece in settled("1 x", "2 y", "7 z")] == [True, True, False]


def test_a_first_subsection_is_in_sequence_when_its_parent_stands_before():
    assert [piece.sequenced for piece in settled("Chapter 5 x", "5.1 y", "9.1 z")][1:] == [True, False]


def test_a_bare_letter_counts_only_beside_another():
    assert [piece.number.label if piece.number else "" for piece in settled("A Prompts", "B Tables", "I Declare")] == [
        "A",
        "B",
        "",
    ]

"""Every printed character lands in exactly one fragment, whatever stands where."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st
from make_pdf import Put, pdf

from silcrow.parse.pdf import read

WORDS = st.sampled_from(
    ["quay", "Tide", "berth", "12", "3.4", "(a)", "Fees", "•", "1,749", "and", "vessel.", "A", "Lock:"]
)
PUTS = st.builds(
    Put,
    x=st.sampled_from([36, 170, 330, 460]),
    down=st.integers(2, 47).map(lambda row: 16 * row),
    text=st.lists(WORDS, min_size=1, max_size=3).map(" ".join),
    size=st.sampled_from([7, 10, 14]),
    font=st.sampled_from(["Times-Roman", "Helvetica-Bold", "Courier"]),
)
PAGE = st.lists(PUTS, max_size=25, unique_by=lambda put: (put.x, put.down))  # no string printed over another


def printed(puts: list[Put]) -> Counter[str]:
    return Counter("".join(put.text for put in puts).replace(" ", ""))


@settings(max_examples=60, deadline=None)
@given(st.lists(PAGE, min_size=1, max_size=3))
def test_no_character_is_lost(pages: list[list[Put]]):
    found = read(pdf(*pages), name="t.pdf", password=None).fragments
    read_back = Counter("".join(f.text for f in found))
    wanted = printed([put for page in pages for put in page])
    assert {c: n for c, n in wanted.items() if read_back[c] < n} == {}

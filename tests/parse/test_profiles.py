"""What documents have in common, and reading others by it."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow import profile as profiles
from silcrow.document import Document
from silcrow.errors import Usage
from silcrow.parse import parse
from silcrow.parse.fit import fit
from silcrow.parse.learn import form_of, learn
from silcrow.profile import Expected, Form, Profile
from silcrow.testing import make_document

YEAR = """
# Part I

## Item 1. Business

We sell boats in {year}.

## Item 1A. Risk Factors

A storm of {year} may sink them.

# Part II

## Item 7. Discussion of Results

Sales rose in {year}.

### {own}

Of this year only.

# Signatures

The master.
"""


def filing(year: int, own: str = "") -> Document:
    return make_document(YEAR.format(year=year, own=own or f"Events of {year}"), doc_id=f"y{year}")


def three() -> list[Document]:
    return [filing(year) for year in (2022, 2023, 2024)]


def test_what_all_samples_have_is_expected_in_their_order():
    found = learn(three(), "yearly")
    assert [(section.name, section.level, section.within) for section in found.sections] == [
        ("Part I", 1, ""),
        ("Item 1. Business", 2, "Part I"),
        ("Item 1A. Risk Factors", 2, "Part I"),
        ("Part II", 1, ""),
        ("Item 7. Discussion of Results", 2, "Part II"),
        ("Signatures", 1, ""),
    ]
    assert all(section.required and section.documents == 3 for section in found.sections)


def test_what_one_sample_lacks_is_expected_and_not_required():
    short = make_document("# Part I\n\n## Item 1. Business\n\nBoats.\n\n# Signatures\n\nx", doc_id="short")
    found = learn([*three(), short], "yearly")
    assert [(s.name, s.required) for s in found.sections if not s.required] == [
        ("Item 1A. Risk Factors", False),
        ("Part II", False),
        ("Item 7. Discussion of Results", False),
    ]


def test_one_label_over_different_titles_is_not_expected():
    papers = [
        make_document(f"# Note 2. {title}\n\nx\n\n# End\n\ny", doc_id=title) for title in ("leases", "debt", "tax")
    ]
    assert [section.name for section in learn(papers, "notes").sections] == ["End"]


def test_titles_that_differ_in_a_word_are_names_of_one_section():
    texts = ("Principal Accountant Fees and Services", "Principal Accounting Fees and Services")
    papers = [make_document(f"# Item 14. {title}\n\nx", doc_id=f"d{n}") for n, title in enumerate(texts)]
    (section,) = learn(papers, "two").sections
    assert (section.label, set(section.titles)) == ("Item 14", set(texts))


def test_items_under_one_heading_are_each_found():
    joined = make_document("# Items 1 and 2. Business and Properties\n\nx\n\n# Item 3. Law\n\ny", doc_id="j")
    apart = Profile("p", sections=(Expected(("Business",), "Item 1"), Expected(("Properties",), "Item 2")))
    held = fit(apart, joined.sections).found
    assert [(one.expected.label, one.section.heading[:13]) for one in held] == [
        ("Item 1", "Items 1 and 2"),
        ("Item 2", "Items 1 and 2"),
    ]


def test_forms_of_numbers_are_counted_with_examples():
    assert [(form.level, form.form, form.headings, form.documents) for form in learn(three(), "yearly").forms] == [
        (1, "Part I", 6, 3),
        (2, "Item #", 6, 3),
        (2, "Item #A", 3, 3),
    ]
    assert [form_of(label) for label in ("Item 1A", "3.2.1", "PART IV", "Appendix B", "§ 12")] == [
        "Item #A",
        "#.#.#",
        "PART I",
        "Appendix A",
        "§ #",
    ]


def test_documents_with_nothing_in_common_and_single_ones_are_refused():
    with pytest.raises(Usage, match="no section in common"):
        learn([make_document("# One\n\nx", doc_id="a"), make_document("# Two\n\ny", doc_id="b")], "none")
    with pytest.raises(Usage, match="of 1 document"):
        learn([filing(2022)], "one")


def test_a_document_of_the_family_fits_and_another_lacks():
    family = learn(three(), "yearly")
    assert fit(family, filing(2025).sections).missing == ()
    without = make_document(YEAR.format(year=1, own="x").replace("## Item 1A. Risk Factors", ""), doc_id="w")
    found = fit(family, without.sections)
    assert [section.name for section in found.missing] == ["Item 1A. Risk Factors"]
    assert found.share == 5 / 6


def test_a_section_under_its_label_with_another_title_is_doubtful():
    family = learn(three(), "yearly")
    other = make_document(YEAR.format(year=1, own="x").replace("Risk Factors", "Mine Safety"), doc_id="o")
    assert [(one.expected.label, one.doubts) for one in fit(family, other.sections).doubtful] == [
        ("Item 1A", ('its title is "Mine Safety"',))
    ]


def test_a_profile_reads_a_heading_that_nothing_else_tells():
    family = learn(three(), "yearly")
    body = "A long line of running text that says nothing of note and goes on for a while, as lines of such texts do. "
    text = (
        f"Part I\n\nItem 1. Business\n\n{body * 3}\n\nItem 1A. Risk Factors\n\n{body * 3}\n\nPart II\n\n"
        f"Item 7. Discussion of Results\n\n{body * 3}\n\nsignatures\n\n{body}\n"
    )
    plain = parse(text.encode(), doc_id="t", name="t.txt")
    by_it = parse(text.encode(), doc_id="t", name="t.txt", profiles=[family])
    assert [s.level for s in by_it.sections if s.heading.startswith("Item")] == [2, 2, 2]
    assert all("profile" in s.evidence for s in by_it.sections if s.heading.startswith(("Item", "Part")))
    assert by_it.recipe == f"{plain.recipe}; profile {family.identity}"
    assert by_it.edition != plain.edition


def test_a_document_of_another_family_is_read_as_without_a_profile():
    text = b"# Tides\n\nTwice a day.\n\n# Gauges\n\nRead at noon.\n"
    assert parse(text, doc_id="t", profiles=[learn(three(), "yearly")]) == parse(text, doc_id="t")


def test_of_several_profiles_the_one_that_fits_is_taken():
    yearly, other = learn(three(), "yearly"), Profile("aaa", sections=(Expected(("Tides",)),))
    text = "Item 1. Business\n\nx x\n\nItem 1A. Risk Factors\n\ny y\n\nItem 7. Discussion of Results\n\nz"
    assert "; profile yearly " in parse(text.encode(), doc_id="t", name="t.txt", profiles=[other, yearly]).recipe


def test_reading_by_a_profile_twice_gives_the_same_document():
    family, text = learn(three(), "yearly"), YEAR.format(year=2025, own="x").replace("#", "").encode()
    first, second = (parse(text, doc_id="t", name="t.txt", profiles=[family]) for _ in range(2))
    assert first == second


def test_what_is_expected_decides_the_identity_and_counts_do_not():
    family = learn(three(), "yearly")
    assert replace(family, furniture=("x",)).identity == family.identity
    assert replace(family, sections=family.sections[1:]).identity != family.identity


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("schema = 9", "schema 9"),
        ("schema = ", "is no TOML"),
        ("schema = 1\n[[section]]\nlevel = 2", "needs a label or titles"),
        ('schema = 1\n[[section]]\nlabel = "A"\nlevel = "two"', "no whole number"),
        ('schema = 1\n[[section]]\ntitles = "A"', "no list of texts"),
        ("schema = 1\nsection = 3", "is no profile"),
        ("#" * 1_000_001, "characters"),
    ],
)
def test_what_is_no_profile_is_refused_with_where(text: str, said: str):
    with pytest.raises(Usage, match=said):
        profiles.loads(text)


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@given(
    st.builds(
        Profile,
        name=TEXT.filter(bool),
        samples=st.tuples(TEXT),
        furniture=st.tuples(TEXT, TEXT),
        sections=st.tuples(
            st.builds(
                Expected,
                titles=st.tuples(TEXT.filter(str.strip)),
                label=TEXT,
                level=st.integers(1, 9),
                within=TEXT,
                documents=st.integers(0, 9),
                required=st.booleans(),
            )
        ),
        forms=st.tuples(
            st.builds(Form, st.integers(1, 9), TEXT, st.integers(0, 99), st.integers(0, 9), st.tuples(TEXT))
        ),
    )
)
def test_the_text_form_gives_the_profile_back(profile: Profile):
    assert profiles.loads(profiles.dumps(profile)) == profile


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 5_000 + "]" * 5_000,
        "section = [1]",
        'section = "x"',
        "form = [1]",
        "contents = [1]",
        "[contents]\nlisted = nan",
        "[contents]\nfoo = 1",
        "[[form]]\nfoo = 1",
        '[[section]]\nlabel = "a"\nrequired = "yes"',
        "[[section]]",
    ],
)
def test_a_hostile_profile_is_refused_and_says_why(text: str):
    with pytest.raises(Usage):
        profiles.loads(f"schema = 1\n{text}")


def test_a_profile_whose_sections_stand_in_each_other_harms_nothing():
    told = 'schema = 1\n[[section]]\nlabel = "a"\nwithin = "b"\n[[section]]\nlabel = "b"\nwithin = "a"\n'
    found = profiles.loads(told)
    assert profiles.loads(profiles.dumps(found)).sections == found.sections
    assert [one.label for one in fit(found, make_document("# a\n\nText.").sections).missing] == ["a", "b"]

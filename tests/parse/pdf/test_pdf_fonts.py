"""Weight, slope and family are read from font names."""

import pytest

from silcrow.parse.pdf.fonts import Face, face, is_math, is_mono


@pytest.mark.parametrize(
    ("name", "family", "bold", "italic"),
    [
        ("AAAGUH+HelveticaLTStd-Bold", "Helvetica", True, False),
        ("AAAYMH+Arial-BoldItalicMT", "Arial", True, True),
        ("ArialMT", "Arial", False, False),
        ("NimbusRomNo9L-Medi", "NimbusRomNo9L", True, False),
        ("NimbusRomNo9L-ReguItal", "NimbusRomNo9L", False, True),
        ("CMBX12", "CMBX12", True, False),
        ("CMTI10", "CMTI10", False, True),
        ("FranklinGothic-Demi", "FranklinGothic-Demi", True, False),
        ("FranklinGothic-Medium", "FranklinGothic", False, False),
        ("Georgia,Italic", "Georgia", False, True),
        ("LiberationSerif-Bold", "LiberationSerif", True, False),
        (None, "", False, False),
    ],
)
def test_a_font_name_says_weight_and_slope(name: str | None, family: str, bold: bool, italic: bool):
    assert face(name) == Face(family, bold, italic)


@pytest.mark.parametrize("family", ["CourierNew", "CMTT10", "LiberationMono", "NimbusMonL", "FreeMono"])
def test_type_of_one_width_is_known_by_name(family: str):
    assert is_mono(family)


@pytest.mark.parametrize("family", ["CMMI10", "CMSY8", "CambriaMath"])
def test_mathematical_type_is_known_by_name(family: str):
    assert is_math(family)
    assert not is_math("CMR10")

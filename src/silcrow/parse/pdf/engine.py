"""The one call of the layout engine, and its errors in our words.

Options are those of DESIGN §5, which leave block kinds and text as they are, and two that cost nothing: no text is
dropped for its size, and a page that cannot be read is named while the others are. It must only ever see bytes that
begin with %PDF: for anything else it starts an office suite.
"""

from liteparse import LiteParse, ParseError, ParseResult

from silcrow.errors import Damaged, Encrypted, WrongPassword

ALL_PAGES = 10**6


def lay_out(data: bytes, *, name: str, password: str | None) -> ParseResult:
    """All pages of a PDF with blocks and text runs, in one call: levels are decided over the whole document."""
    parser = LiteParse(
        ocr_enabled=False,
        quiet=True,
        extract_blocks=True,
        keep_headers_footers=True,
        max_pages=ALL_PAGES,
        preserve_very_small_text=True,
        continue_on_page_error=True,
        password=password,
    )
    try:
        return parser.parse(data)
    except ParseError as problem:
        if "password" in str(problem).lower():
            if password:
                raise WrongPassword(f"the password does not open {name}", hint="Check the password.") from None
            raise Encrypted(f"{name} is locked", hint="Give its password with --password.") from None
        raise Damaged(
            f"{name} could not be laid out: {problem}",
            hint="Open it in a PDF viewer and save it anew, then add that copy.",
        ) from None

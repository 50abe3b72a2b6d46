"""Word documents made on the spot from what a test is about: paragraphs, styles, lists and notes as short XML."""

import io
import zipfile
from collections.abc import Mapping
from xml.sax.saxutils import escape

NAMES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
    'xmlns:v="urn:schemas-microsoft-com:vml" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
)
RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Override PartName="/word/document.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
)


def t(text: str, about: str = "") -> str:
    """A run of text; `about` are its properties."""
    return f'<w:r>{about and f"<w:rPr>{about}</w:rPr>"}<w:t xml:space="preserve">{escape(text)}</w:t></w:r>'


def p(text: str = "", style: str = "", *, about: str = "", inside: str = "") -> str:
    """A paragraph of one run, or of the XML that is given as `inside`."""
    about = (f'<w:pStyle w:val="{style}"/>' if style else "") + about
    return f"<w:p>{about and f'<w:pPr>{about}</w:pPr>'}{inside or t(text)}</w:p>"


def style(style_id: str, name: str, *, based_on: str = "", about: str = "", look: str = "") -> str:
    """A paragraph style; `about` are its paragraph properties, `look` those of its runs."""
    based = f'<w:basedOn w:val="{based_on}"/>' if based_on else ""
    return (
        f'<w:style w:type="paragraph" w:styleId="{style_id}"><w:name w:val="{name}"/>{based}'
        f"<w:pPr>{about}</w:pPr><w:rPr>{look}</w:rPr></w:style>"
    )


def outline(level: int) -> str:
    """Outline level as Word counts it: 0 is the highest, 9 is body text."""
    return f'<w:outlineLvl w:val="{level}"/>'


def num(num_id: int, ilvl: int | None = None) -> str:
    """A paragraph's place in a list."""
    at = "" if ilvl is None else f'<w:ilvl w:val="{ilvl}"/>'
    return f'<w:numPr>{at}<w:numId w:val="{num_id}"/></w:numPr>'


def level(ilvl: int, text: str, form: str = "decimal", *, start: int = 1, more: str = "") -> str:
    """One level of a list."""
    form = f'<w:numFmt w:val="{form}"/>'
    return f'<w:lvl w:ilvl="{ilvl}"><w:start w:val="{start}"/>{form}{more}<w:lvlText w:val="{text}"/></w:lvl>'


def lists(*levels: str, instances: str = '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>') -> str:
    """One list definition, and the instances of it."""
    return f'<w:abstractNum w:abstractNumId="0">{"".join(levels)}</w:abstractNum>{instances}'


HEADINGS = "".join(style(f"Heading{n}", f"heading {n}", about=outline(n - 1)) for n in range(1, 10))
"""The built-in heading styles as Word writes them."""


def docx(
    *blocks: str,
    styles: str = HEADINGS,
    numbering: str = "",
    notes: Mapping[str, str] | None = None,
    core: str = "",
    more: Mapping[str, str] | None = None,
) -> bytes:
    """A Word document. `notes` are parts of notes by name (footnotes, endnotes), `more` other members by name."""
    parts = {"styles": styles, "numbering": numbering, **(notes or {})}
    members = {
        "[Content_Types].xml": TYPES,
        "_rels/.rels": relations({"rId1": ("officeDocument", "word/document.xml")}),
        "word/document.xml": f"<w:document {NAMES}><w:body>{''.join(blocks)}</w:body></w:document>",
        "word/_rels/document.xml.rels": relations({f"r{kind}": (kind, f"{kind}.xml") for kind in parts}),
    }
    members |= {f"word/{kind}.xml": f"<w:{kind} {NAMES}>{text}</w:{kind}>" for kind, text in parts.items() if text}
    if core:
        members["docProps/core.xml"] = (
            '<c:coreProperties xmlns:c="x" xmlns:dc="http://purl.org/dc/elements/1.1/" '
            f'xmlns:dcterms="http://purl.org/dc/terms/">{core}</c:coreProperties>'
        )
        members["_rels/.rels"] = relations(
            {"rId1": ("officeDocument", "word/document.xml"), "rId2": ("core-properties", "docProps/core.xml")}
        )
    return zipped(members | dict(more or {}))


def relations(to: Mapping[str, tuple[str, str]]) -> str:
    """A part of relations: id → kind and target."""
    rows = (
        f'<Relationship Id="{key}" Type="{RELATION}/{kind}" Target="{target}"/>' for key, (kind, target) in to.items()
    )
    return f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{"".join(rows)}</Relationships>'


def zipped(members: Mapping[str, str | bytes]) -> bytes:
    """A ZIP archive of these members."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return file.getvalue()

"""Tagged PDFs made on the spot: each line of a page with the tag that the file gives it."""

from collections.abc import Sequence

from make_lettered import assembled

Line = tuple[str, str]
"""A tag and the text that it marks; one line of 10 points each, the same look for all."""


def tagged_pdf(*pages: Sequence[Line], marked: bool = True) -> bytes:
    """A PDF of these pages with a structure tree. Texts hold no brackets or backslashes."""
    count = len(pages)
    first = 5  # 1 catalogue, 2 pages, 3 tree, 4 font; then page and content in turn, then tags
    page_ids = [first + 2 * n for n in range(count)]
    tag_ids: list[list[int]] = []
    at = first + 2 * count
    for page in pages:
        tag_ids.append(list(range(at, at + len(page))))
        at += len(page)
    kids = " ".join(f"{one} 0 R" for ids in tag_ids for one in ids)
    nums = " ".join(f"{n} [{' '.join(f'{one} 0 R' for one in ids)}]" for n, ids in enumerate(tag_ids))
    objects = {
        1: f"<</Type/Catalog/Pages 2 0 R/StructTreeRoot 3 0 R/MarkInfo<</Marked {str(marked).lower()}>>>>",
        2: f"<</Type/Pages/Count {count}/Kids[{' '.join(f'{one} 0 R' for one in page_ids)}]>>",
        3: f"<</Type/StructTreeRoot/K[{kids}]/ParentTree<</Nums[{nums}]>>>>",
        4: "<</Type/Font/Subtype/Type1/BaseFont/Times-Roman/Encoding/WinAnsiEncoding>>",
    }
    for n, (page, ids) in enumerate(zip(pages, tag_ids, strict=True)):
        drawn = "\n".join(
            f"/{tag} <</MCID {k}>> BDC BT /F1 10 Tf 72 {720 - 30 * k} Td ({text}) Tj ET EMC"
            for k, (tag, text) in enumerate(page)
        )
        objects[page_ids[n]] = (
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/StructParents {n}/Contents {page_ids[n] + 1} 0 R"
            "/Resources<</Font<</F1 4 0 R>>>>>>"
        )
        objects[page_ids[n] + 1] = f"<</Length {len(drawn)}>>stream\n{drawn}\nendstream"
        for k, (tag, _) in enumerate(page):
            objects[ids[k]] = f"<</Type/StructElem/S/{tag}/P 3 0 R/Pg {page_ids[n]} 0 R/K {k}>>"
    return assembled([objects[number] for number in sorted(objects)])

"""Documents that are ZIP archives of XML: members and trees within bounds. Knows nothing of what the members mean.

An archive is hostile until read: its table is bounded before it is built, members are inflated in slices and counted,
no name is ever used as a path, an archive inside is never opened, and no entity of an XML file is expanded.
"""

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator
from typing import Final
from urllib.parse import unquote

from lxml import etree

from silcrow.errors import Damaged, DocumentError, Encrypted, TooLarge

MEMBERS: Final = 20_000
_TABLE: Final = 8_000_000  # bytes of the table of members
_INFLATED: Final = 400_000_000  # bytes inflated of one archive
_MEMBER: Final = 100_000_000  # bytes of one member
_FREE: Final = 8_000_000  # bytes of a member that may be inflated whatever its ratio
_RATIO: Final = 100  # inflated to stored past that; running text has 5 to 20
_SLICE: Final = 1 << 20
_TAIL: Final = 65_557  # bytes in which the end record of an archive lies
_DEEP: Final = "Excessive depth"  # how libxml2 names more than 256 levels

_WORD_TYPES: Final = (b"wordprocessingml.document.main", b"wordprocessingml.template.main", b"ms-word.")
_FOREIGN: Final = (
    (b"spreadsheetml", "an Excel workbook (XLSX)"),
    (b"presentationml", "a PowerPoint presentation (PPTX)"),
)
_DAMAGED_HINT: Final = "The file may be cut short: fetch or export it again."


class Archive:
    """The members of one archive, by name. Counts what it inflates over its whole life."""

    def __init__(self, data: bytes, *, name: str) -> None:
        """Damaged when data is no whole archive, TooLarge when it has too many members."""
        self.shown = repr(name) if name else "The document"
        if _table_size(data) > _TABLE:
            raise self._too_large("lists too many members")
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
            raise Damaged(f"{self.shown} is a damaged ZIP archive", hint=_DAMAGED_HINT) from error
        self._members = {info.filename: info for info in self._zip.infolist()}
        if len(self._zip.infolist()) > MEMBERS:
            raise self._too_large(f"has more than {MEMBERS:,} members")
        self._folded = {name.casefold(): name for name in self._members}
        self._inflated = 0

    def __contains__(self, member: str) -> bool:
        return self.find(member) is not None

    @property
    def names(self) -> tuple[str, ...]:
        """The members' names, as the archive lists them."""
        return tuple(self._members)

    def find(self, member: str) -> str | None:
        """The name under which a member is stored: names differ in case and in %20 now and then."""
        for name in (member, unquote(member)):
            if name in self._members:
                return name
            if (found := self._folded.get(name.casefold())) is not None:
                return found
        return None

    def read(self, member: str, *, largest: int = _MEMBER) -> bytes | None:
        """The bytes of a member, None when there is none of that name."""
        name = self.find(member)
        if name is None:
            return None
        parts: list[bytes] = []
        size = 0
        try:
            for part in self._slices(name):
                size += len(part)
                self._check(name, size, len(part), largest)
                parts.append(part)
        except (zipfile.BadZipFile, EOFError, zlib.error, OSError, ValueError, NotImplementedError) as error:
            raise Damaged(f"{self.shown} is damaged: its part {name!r} cannot be read", hint=_DAMAGED_HINT) from error
        return b"".join(parts)

    def xml(self, member: str, *, lenient: bool = False) -> etree._Element | None:
        """The tree of an XML member, None when there is none; `lenient` repairs what is not well-formed."""
        data = self.read(member)
        return None if data is None else self.tree(data, member, lenient=lenient)

    def tree(self, data: bytes, member: str, *, lenient: bool = False) -> etree._Element:
        """The tree of XML bytes, which came from `member`."""
        self.check_entities(data, member)
        parser = etree.XMLParser(
            resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, recover=lenient, remove_pis=True
        )
        try:
            root = etree.fromstring(data, parser)
        except (etree.XMLSyntaxError, ValueError) as error:
            raise self.not_xml(error, member) from error
        deep = next((entry.message for entry in parser.error_log if _DEEP in entry.message), "")
        if root is None or deep:
            raise self.not_xml(ValueError(deep), member)
        return root

    def check_entities(self, data: bytes, member: str) -> None:
        """Damaged when XML bytes declare entities: no part of a document needs any, and bombs are made of them."""
        wide = ("utf-16-le", "utf-16-be") if b"\0" in data[:4] or data[:2] in (b"\xff\xfe", b"\xfe\xff") else ()
        if any("<!ENTITY".encode(encoding) in data for encoding in ("ascii", *wide)):
            raise Damaged(
                f"{self.shown} declares XML entities in its part {member!r}, which no such document needs",
                hint="Entities are never expanded. Open the file in the program it came from and save it again.",
            )

    def not_xml(self, error: Exception, member: str) -> DocumentError:
        """What a failure to read XML means."""
        if _DEEP in str(error):
            return self._too_large(f"has elements nested more than 256 deep in its part {member!r}")
        return Damaged(f"{self.shown} is damaged: its part {member!r} is not well-formed XML", hint=_DAMAGED_HINT)

    def missing(self, member: str, kind: str) -> Damaged:
        """The error for a part that every document of a kind has."""
        return Damaged(f"{self.shown} is no whole {kind}: its part {member!r} is missing", hint=_DAMAGED_HINT)

    def _slices(self, name: str) -> Iterator[bytes]:
        info = self._members[name]
        if info.flag_bits & 1:
            raise Encrypted(
                f"{self.shown} is locked: its part {name!r} is encrypted",
                hint="Silcrow cannot open it with a password: save an unlocked copy.",
            )
        with self._zip.open(info) as stream:
            while part := stream.read(_SLICE):
                yield part

    def _check(self, name: str, size: int, more: int, largest: int) -> None:
        self._inflated += more
        stored = self._members[name].compress_size
        if size > largest:
            raise self._too_large(f"has more than {largest:,} bytes in its part {name!r}")
        if self._inflated > _INFLATED:
            raise self._too_large(f"has more than {_INFLATED:,} bytes when unpacked")
        if size > _FREE and size > _RATIO * stored:
            raise self._too_large(f"unpacks {stored:,} bytes of its part {name!r} to more than {_RATIO} times as many")

    def _too_large(self, what: str) -> TooLarge:
        return TooLarge(f"{self.shown} {what}", hint="Such a file is not read: it may be made to fill the memory.")


def kind_of(data: bytes) -> str:
    """What a ZIP archive is: "docx", "epub", or in words what else. Damaged ones are told by the names in them."""
    if data[30:38] == b"mimetype" and b"application/epub+zip" in data[38:120]:
        return "epub"
    try:
        archive = Archive(data, name="")
        types = archive.read("[Content_Types].xml", largest=_SLICE)
        mimetype = archive.read("mimetype", largest=_SLICE) or b""
    except DocumentError:
        head = data[:4096] + data[-_TAIL:]
        return "docx" if b"word/" in head and b"[Content_Types].xml" in head else "a ZIP archive"
    if types is not None:
        types = types.replace(b"\0", b"")
        if any(kind in types for kind in _WORD_TYPES) or "word/document.xml" in archive:
            return "docx"
        return next((name for sign, name in _FOREIGN if sign in types), "a ZIP archive")
    if b"application/epub+zip" in mimetype or "META-INF/container.xml" in archive:
        return "epub"
    return "an OpenDocument file" if b"opendocument" in mimetype else "a ZIP archive"


def _table_size(data: bytes) -> int:
    """Bytes that the end record gives to the table of members, in the long form where there is one."""
    end = data.rfind(b"PK\x05\x06", max(0, len(data) - _TAIL))
    if end < 0 or end + 20 > len(data):
        return 0
    (size,) = struct.unpack_from("<L", data, end + 12)
    long = end - 76  # the long end record and its locator stand right before
    if long >= 0 and data[long : long + 4] == b"PK\x06\x06":
        (size,) = struct.unpack_from("<Q", data, long + 40)
    return int(size)

"""What `--help` says: verbs in groups with examples, and a page for each verb. Fits the terminal, up to 80 columns."""

import re
import shutil
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from silcrow.cli.flags import HELP

GROUPS = ("Read", "Ask", "Study", "Check", "Library", "Serve")


@dataclass(frozen=True, slots=True)
class Page:
    """A verb as help shows it: its group, a line, the ways to write it, examples. Hidden without a group."""

    group: str
    line: str
    usage: tuple[str, ...]
    examples: tuple[str, ...] = ()


PAGES = {
    "map": Page(
        "",
        "The map of a document on one screen.",
        ("silcrow FILE",),
        ("silcrow report.pdf",),
    ),
    "outline": Page(
        "Read",
        "headings with pages, sizes, and marks at doubtful ones",
        ("silcrow outline DOC [--depth N] [--max-tokens N]",),
        ("silcrow outline report.pdf --depth 2", "silcrow outline report.pdf --max-tokens 1500 --json"),
    ),
    "health": Page(
        "Read",
        "where each heading came from, how sure it is, what fell back",
        ("silcrow health DOC",),
        ("silcrow health report.pdf", "silcrow health report.pdf --json | jq .health"),
    ),
    "read": Page(
        "Read",
        "a section, some paragraphs of it, or pages, in reading order",
        ("silcrow read DOC SECTION[:FIRST[-LAST]]", "silcrow read PLACE", "silcrow read DOC --pages A-B"),
        (
            'silcrow read report.pdf "Item 1A"',
            'silcrow read report.pdf "Chapter 5 > Risk" --deep --max-tokens 2000',
            "silcrow read 10k-2025:item-1a:3-8",
            "silcrow read report.pdf --pages 41-43",
        ),
    ),
    "scope": Page(
        "Read",
        "the sections that some words mean, and how each was found",
        ("silcrow scope [DOC…] WORDS",),
        (
            'silcrow scope report.pdf "the risk disclosure in Chapter 5"',
            'silcrow scope report.pdf "Items 1 and 1A" --json',
            "silcrow scope report.pdf 'Item 8 > \"Note*\" > table[1]'",
        ),
    ),
    "pack": Page(
        "Read",
        "a scope with what it refers to and defines, within a budget",
        ("silcrow pack [DOC…] SCOPE [--max-tokens N] [--for QUESTION]",),
        (
            'silcrow pack report.pdf "Item 7A" --max-tokens 4000',
            'silcrow pack report.pdf "Item 8" --for "lease obligations" --json',
        ),
    ),
    "refs": Page(
        "Read",
        "what a document refers to, and where each reference leads",
        ("silcrow refs DOC [SCOPE] [--format text|dot|mermaid]",),
        ("silcrow refs contract.pdf", 'silcrow refs contract.pdf "Article 5" --format mermaid'),
    ),
    "convert": Page(
        "Read",
        "the whole document as Markdown or as a JSON tree",
        ("silcrow convert DOC [-o OUT.md|OUT.json]",),
        ("silcrow convert report.pdf -o report.md", "silcrow convert report.pdf --json | jq .sections"),
    ),
    "ask": Page(
        "Ask",
        "an answer made of exact quotes, each with its place",
        ("silcrow ask [DOC…] QUESTION [--model MODEL]",),
        (
            'silcrow ask report.pdf "capital expenditure in 2022"',
            'silcrow ask 2022.pdf 2023.pdf "capital expenditure in 2022 versus 2023"',
            'silcrow ask report.pdf --within "Item 7" "what limits borrowing?"',
            'silcrow ask report.pdf "who may cross, and who decides?" --model ollama:qwen3:8b -v',
        ),
    ),
    "retrieve": Page(
        "Ask",
        "the paragraphs that bear on some words, with their neighbours",
        ("silcrow retrieve [DOC…] WORDS",),
        (
            'silcrow retrieve report.pdf "currency risk" -k 3 --window 1,2',
            'silcrow retrieve "TLS_HANDSHAKE_FAILED" --json',
        ),
    ),
    "compare": Page(
        "Read",
        "two documents, section by section and word by word",
        ("silcrow compare OLD NEW [--within SECTION]",),
        (
            'silcrow compare 10k-2024.pdf 10k-2025.pdf --within "Item 1A"',
            "silcrow compare contract-v1.docx contract-v2.docx --format md",
            "silcrow compare 10k-2025 10k-2025.pdf --brief",
        ),
    ),
    "split": Page(
        "Study",
        "the document in parts that fit a budget, cut at its own headings",
        ("silcrow split DOC [--max-tokens N] [--format md|jsonl|dir] [-o OUT]",),
        (
            "silcrow split thesis.pdf --max-tokens 4000 --format jsonl -o parts.jsonl",
            "silcrow split thesis.pdf --format dir -o thesis-parts",
            "silcrow split interview.txt --wedges --model ollama:qwen3",
        ),
    ),
    "study": Page(
        "Study",
        "read it through: map, roles, key terms, parts; with a model all",
        ("silcrow study DOC… [--questions FILE] [--model MODEL]", "silcrow study DOC --export|--import STATE.json"),
        (
            "silcrow study thesis.pdf",
            "silcrow study thesis.pdf --questions mine.txt --model ollama:qwen3:8b",
            "silcrow study a.pdf b.pdf c.pdf --model ollama:qwen3:8b",
        ),
    ),
    "next": Page(
        "Study",
        "the next part to read, and what it says by itself",
        ("silcrow next DOC [--part N]",),
        ("silcrow next thesis.pdf", "silcrow next thesis --part 3 --json | jq .text"),
    ),
    "note": Page(
        "Study",
        "note what a part says, its quotes compared",
        ("silcrow note DOC [TEXT] [--from FILE] [--part N]",),
        ('silcrow note thesis "It reviews what was known in 1990."', "silcrow note thesis --from note.md --part 3"),
    ),
    "skip": Page(
        "Study",
        "leave a part unread",
        ("silcrow skip DOC [--part N] [--why TEXT]",),
        ('silcrow skip thesis --part 9 --why "an index"',),
    ),
    "synthesis": Page(
        "Study",
        "what was noted as a whole, of one document or several",
        ("silcrow synthesis DOC… [--from FILE]",),
        ("silcrow synthesis thesis", "silcrow synthesis thesis-a thesis-b --from across.md"),
    ),
    "report": Page(
        "Study",
        "a study as one Markdown or HTML file, with its passages",
        ("silcrow report DOC… [-o OUT.md|OUT.html]",),
        ("silcrow report thesis -o thesis.html",),
    ),
    "verify": Page(
        "Check",
        "an answer's quotes and claims, compared anew with the documents",
        ("silcrow verify ANSWER.json [DOC…] [-o OUT.md|OUT.json]",),
        (
            'silcrow ask report.pdf "capital expenditure" --json > answer.json && silcrow verify answer.json',
            "silcrow verify answer.json report.pdf -o answer.md",
        ),
    ),
    "resume": Page(
        "Ask",
        "go on with a question to a model that was broken off",
        ("silcrow resume READING [--model MODEL]",),
        ("silcrow resume r0012 --model ollama:qwen3:8b",),
    ),
    "readings": Page(
        "Ask",
        "what was asked of models, and how far it came",
        ("silcrow readings [--forget READING]",),
        ("silcrow readings", "silcrow readings --forget r0012"),
    ),
    "trace": Page(
        "Ask",
        "what a reading asked, found, read and used",
        ("silcrow trace READING",),
        ("silcrow trace r0012", "silcrow trace r0012 --json | jq .usage"),
    ),
    "add": Page(
        "Library",
        "read documents into the library",
        ("silcrow add PATH…",),
        (
            "silcrow add reports/",
            "silcrow add archive/ --jobs 4",
            "silcrow add '*.pdf' notes.md",
            "silcrow add --password secret locked.pdf",
        ),
    ),
    "jobs": Page(
        "Library",
        "files that are still to be read, or could not be",
        ("silcrow jobs", "silcrow jobs retry [PATH…]", "silcrow jobs clear [PATH…]"),
        ("silcrow jobs --json", "silcrow jobs retry reports/scan.pdf", "silcrow jobs clear"),
    ),
    "embed": Page(
        "Library",
        "vectors of all paragraphs, computed ahead of any question",
        ("silcrow embed [DOC…] [--embedder MODEL]",),
        (
            "silcrow embed",
            "silcrow embed report.pdf --embedder http://localhost:8000/v1",
        ),
    ),
    "ls": Page("Library", "the documents in the library", ("silcrow ls",), ("silcrow ls --json",)),
    "status": Page(
        "Library",
        "how a document, or the library, is",
        ("silcrow status [DOC]",),
        ("silcrow status", "silcrow status report.pdf"),
    ),
    "rename": Page(
        "Library", "give a document another doc_id", ("silcrow rename DOC NEW",), ("silcrow rename 10k 10k-2025",)
    ),
    "rm": Page("Library", "forget documents", ("silcrow rm PATH_OR_DOC…",), ("silcrow rm 10k-2025",)),
    "fsck": Page("Library", "look for faults in the library", ("silcrow fsck [--deep]",)),
    "copy": Page(
        "Library",
        "copy a library into another, proven by checksums",
        ("silcrow copy LIBRARY LIBRARY",),
        ("silcrow copy archive.db postgresql://me@db.example/archive",),
    ),
    "backup": Page(
        "Library", "a copy of the library in a new file", ("silcrow backup PATH",), ("silcrow backup /media/safe.db",)
    ),
    "vacuum": Page("Library", "give room that is not used back to the disk", ("silcrow vacuum",)),
    "config": Page(
        "Library", "the settings, and where each came from", ("silcrow config",), ("silcrow config --json",)
    ),
    "check": Page(
        "Check",
        "the same rules on many documents, with what each rests on",
        ("silcrow check RULES DOC… [--format table|json|junit|md]",),
        (
            "silcrow check rules.toml contracts/",
            "silcrow check rules.toml *.pdf --format junit",
            "silcrow check rules.toml a.pdf --explain governing-law",
        ),
    ),
    "extract": Page(
        "Check",
        "amounts, dates, parties, cells or clauses, each with its place",
        ("silcrow extract DOC [--kind KIND] [--scope SECTION]",),
        (
            'silcrow extract contract.pdf --kind date --words "effective"',
            'silcrow extract report.pdf --kind cell --row "Total assets" --column 2024',
            "silcrow extract contract.pdf --schema form.json --model openai:NAME",
        ),
    ),
    "profile": Page(
        "Check",
        "what a family of documents has in common, and whether files have it",
        (
            "silcrow profile learn DOC… [-o FILE]",
            "silcrow profile test FILE DOC…",
            "silcrow profile show FILE",
        ),
        (
            "silcrow profile learn 2022.pdf 2023.pdf 2024.pdf -o 10k.profile.toml",
            "silcrow profile test 10k.profile.toml 2025.pdf",
            "silcrow add --profile 10k.profile.toml 2025.pdf",
        ),
    ),
    "serve": Page(
        "Serve",
        "documents over HTTP, to programs, agents and browsers",
        ("silcrow serve [DOC…] [--host ADDRESS] [--port PORT] [--token TEXT]",),
        (
            "silcrow serve",
            "silcrow serve report.pdf --port 8080",
            "silcrow serve --host 0.0.0.0 --token TEXT --allow-host docs.example.org",
            "silcrow serve --log-format json",
        ),
    ),
    "mcp": Page(
        "Serve",
        "documents to agents over MCP",
        ("silcrow mcp [DOC…]", "silcrow mcp --http PORT [--token TEXT]", "silcrow mcp --print-config CLIENT"),
        (
            "silcrow mcp --print-config claude-code",
            "silcrow mcp report.pdf 10k-2025",
            "silcrow mcp --allow-add ~/papers",
        ),
    ),
    "skill": Page(
        "Serve",
        "a skill that teaches an agent these commands",
        ("silcrow skill install [--target claude|codex|cursor|DIR]",),
        ("silcrow skill install", "silcrow skill install --target ./skills"),
    ),
    "doctor": Page("Serve", "what is installed, and what is missing", ("silcrow doctor",), ("silcrow doctor --json",)),
}

_SAYS = "Silcrow reads long documents by their structure, and says where each statement comes from."
_DOC = "DOC is a path (read into the library once) or a doc_id; - is standard input; no DOC means the whole library."
_WHOLE = re.compile(r"\"[^\"]*\"|'[^']*'|\[[^\]]*\]")
_EXAMPLES = (
    "silcrow report.pdf",
    'silcrow ask report.pdf "capital expenditure in 2022"',
    'silcrow read report.pdf "Item 7" --max-tokens 2000',
    'silcrow add reports/ && silcrow retrieve "currency risk"',
)


def overview() -> str:
    """The page of `silcrow --help`."""
    width = _width()
    usage = [("silcrow FILE", "the map of a document on one screen"), ("silcrow VERB …", "one of the verbs below")]
    lines = [
        *textwrap.wrap(_SAYS, width),
        "",
        *_lined(_columns(usage, width, indent=7, least=22), "Usage: "),
        "",
        *textwrap.wrap(_DOC, width),
    ]
    widest = max(map(len, PAGES))
    for group in GROUPS:
        verbs = [(name, page.line) for name, page in PAGES.items() if page.group == group]
        if verbs:
            lines.extend(["", group, *_columns(verbs, width, least=widest)])
    lines.extend(["", "With every verb", *_columns(HELP, width), "", "Examples", *_commands(_EXAMPLES, width)])
    lines.extend(
        [
            "",
            *textwrap.wrap(
                "Exit status: 0 done, 1 failed, 2 wrong use or ambiguous, 3 not found, 4 not verified, 5 findings.",
                width,
            ),
        ]
    )
    return "\n".join(lines)


def verb_page(page: Page, text: str, records: Sequence[tuple[str, str]]) -> str:
    """The page of one verb: usage, what it does, its flags (name, help), examples."""
    width = _width()
    usage = [line for one in page.usage for line in _broken(one, width, first=7, indent=11)]
    lines = _lined(usage, "Usage: ")
    lines.extend(["", *textwrap.wrap(" ".join(text.split()), width)])
    if records:
        lines.extend(["", "Flags", *_columns(records, width)])
    everywhere = "With every verb: --json --library PATH --ephemeral -q -v (silcrow --help)"
    lines.extend(["", *textwrap.wrap(everywhere, width, break_on_hyphens=False)])
    if page.examples:
        lines.extend(["", "Examples", *_commands(page.examples, width)])
    return "\n".join(lines)


def _width() -> int:
    """Columns of the terminal, or of COLUMNS, within reason."""
    return min(max(shutil.get_terminal_size((80, 24)).columns, 40), 80)


def _lined(lines: Sequence[str], lead: str) -> list[str]:
    """Indented lines with a word in the indent of the first."""
    return [lead + lines[0][len(lead) :], *lines[1:]]


def _columns(rows: Sequence[tuple[str, str]], width: int, *, indent: int = 2, least: int = 0) -> list[str]:
    left = max(least, *(len(name) for name, _ in rows))
    lines: list[str] = []
    for name, text in rows:
        room = max(width - indent - left - 2, 12)
        first, *more = textwrap.wrap(text, room, break_on_hyphens=False) or [""]
        lines.append(f"{' ' * indent}{name.ljust(left)}  {first}")
        lines.extend(" " * (indent + left + 2) + line for line in more)
    return lines


def _commands(commands: Sequence[str], width: int) -> list[str]:
    """Commands, the long ones over several lines as a shell takes them."""
    return [line for one in commands for line in _broken(one, width - 2, first=2, indent=6, end=" \\")]


def _broken(command: str, width: int, *, first: int, indent: int, end: str = "") -> list[str]:
    """A command on lines of a width, never broken inside quotes or brackets."""
    whole = _WHOLE.sub(lambda part: part[0].replace(" ", "\0"), command)
    if first + len(whole) <= width + len(end):
        return [" " * first + command]
    fill = textwrap.TextWrapper(width, initial_indent=" " * first, subsequent_indent=" " * indent)
    fill.break_long_words = fill.break_on_hyphens = False
    lines = fill.wrap(whole)
    return [line.replace("\0", " ") + end * (at < len(lines) - 1) for at, line in enumerate(lines)]

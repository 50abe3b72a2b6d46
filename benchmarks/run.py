"""Writes predictions that a scorer reads: `run.py outline|pages|retrieval --data FOLDER --out FILE`.

outline    reads FOLDER/pdfs/*.pdf      writes FILE: {document: {"headings": [[title, level, page], …], "seconds": s}}
pages      reads FOLDER/pdfs/*.pdf      writes a folder, one Markdown file a page
retrieval  reads FOLDER/docs/* and FOLDER/questions.jsonl, or those of each folder in FOLDER
           writes FILE, a line a question: {"qid": …, "passages": [{"text": …, "pages": […]}, …]}

It knows where files lie; what is predicted is in outline.py and retrieval.py beside it. Questions are the only part of
the gold that is opened, and of them the question and the name of its file.
"""

import argparse
import json
from pathlib import Path

TASKS = ("outline", "pages", "retrieval")


def datasets(data: Path) -> list[Path]:
    """The folder itself when it holds questions, else its subfolders that do, in order of name."""
    if (data / "questions.jsonl").is_file():
        return [data]
    return sorted(path.parent for path in data.glob("*/questions.jsonl"))


def run(task: str, data: Path, out: Path) -> None:
    """Predict and write; the modules are loaded here so that a broken one does not stop the others."""
    out.parent.mkdir(parents=True, exist_ok=True)
    if task == "retrieval":
        from retrieval import retrieval  # noqa: PLC0415

        with out.open("w", encoding="utf-8") as lines:
            for folder in datasets(data):
                lines.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in retrieval(folder))
        return
    import outline  # noqa: PLC0415

    if task == "pages":
        out.mkdir(exist_ok=True)
        outline.pages(data, out)
        return
    out.write_text(json.dumps(outline.outline(data), ensure_ascii=False), encoding="utf-8")


def main() -> None:
    """Read the command line and run one task."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=TASKS)
    parser.add_argument("--data", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE")
    given = parser.parse_args()
    if not given.data.is_dir():
        parser.error(f"{given.data} is not a folder")
    if given.task == "retrieval" and not datasets(given.data):
        parser.error(f"no questions.jsonl in {given.data} or in a folder of it")
    run(given.task, given.data, given.out)


if __name__ == "__main__":
    main()

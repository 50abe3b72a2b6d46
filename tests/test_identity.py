"""Which file is which document, and what others in the library do to it: nothing."""

from pathlib import Path

from silcrow import open_library


def write(path: Path, text: str) -> Path:
    """A file with this text, its folders made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_the_same_stem_in_two_folders_is_two_documents(tmp_path: Path):
    with open_library() as library:
        first = library.add(write(tmp_path / "2023" / "10k.md", "# Report\n\nSales were 5.\n"))
        second = library.add(write(tmp_path / "2024" / "10k.md", "# Report\n\nSales were 6.\n"))
        third = library.add(write(tmp_path / "old" / "2024" / "10k.md", "# Report\n\nSales were 7.\n"))
        assert [one.record.doc_id for one in (first, second, third)] == ["10k", "2024-10k", "2024-10k~2"]
        assert [one.outcome for one in (first, second, third)] == ["new"] * 3


def test_new_bytes_at_an_address_are_a_new_edition(tmp_path: Path):
    path = write(tmp_path / "rules.md", "# Rules\n\nA berth costs 5.\n")
    with open_library() as library:
        before = library.add(path).record
        assert library.add(path).outcome == "same"
        write(path, "# Rules\n\nA berth costs 6.\n")
        after = library.add(path)
        assert after.outcome == "changed"
        assert after.record.doc_id == before.doc_id == "rules"
        assert after.record.edition != before.edition
        assert [p.text for p in library.document("rules").paragraphs] == ["A berth costs 6."]
        assert len(library.documents()) == 1


def test_the_same_bytes_elsewhere_are_one_more_address(tmp_path: Path):
    text = "# Rules\n\nA berth costs 5.\n"
    with open_library() as library:
        library.add(write(tmp_path / "rules.md", text))
        moved = library.add(write(tmp_path / "copy" / "harbour.md", text))
        assert moved.outcome == "address"
        assert moved.record.doc_id == "rules"
        assert [Path(address).name for address in moved.record.addresses] == ["rules.md", "harbour.md"]


def test_a_hundred_other_documents_change_nothing_inside_one(sample: Path):
    questions = ["How heavy may a load on the causeway be?", "income in 2023", "Who founded the station?"]

    def said() -> list[str]:
        desk = library.desk("skerry-point-handbook")
        answers = [repr(library.ask(q, doc_ids=("skerry-point-handbook",))) for q in questions]
        return answers + [repr(desk.retrieve(question)) for question in questions]

    with open_library() as library:
        library.add(sample)
        alone = said()
        for number in range(100):
            text = f"The causeway of this station was founded in {1900 + number}. Its income was {number}."
            library.add(f"# Station {number}\n\n{text}\n".encode(), doc_id=f"other-{number}")
        assert said() == alone

"""The verbs that read, over HTTP: the JSON of every face, ETags, and cursors."""

from concurrent.futures import ThreadPoolExecutor

import httpx2
import pytest
from hosting import HARBOUR, TIDES, api, get, hosted, library

from silcrow import wire


def test_every_verb_gives_the_json_of_every_face(address: str):
    with library(harbour=HARBOUR, tides=TIDES) as made:
        desk = made.desk()
        assert api(address, "/documents/harbour/outline") == wire.outline(made.outline("harbour"))
        assert api(address, "/read", place="harbour:item-1:2") == wire.passages(desk.read("harbour:item-1:2"))
        found = desk.retrieve("fee", top_k=5, window=(2, 2), max_tokens=8000)
        assert api(address, "/retrieve", q="fee") == wire.passages(found)
        assert api(address, "/scope", words="Springs") == wire.scoped(made.find("Springs"))
        assert api(address, "/compare", old="harbour", new="tides") == wire.comparison(made.compare("harbour", "tides"))
        assert api(address, "/documents/tides/parts") == wire.parts(made.split("tides"))
        assert api(address, "/pack", words="Item 1", doc_id="harbour") == wire.packed(
            made.pack("Item 1", doc_ids=["harbour"])
        )
        assert api(address, "/documents/harbour/references") == wire.references(made.references("harbour"))


def test_the_same_edition_is_not_sent_twice(address: str):
    for path in ("/documents/harbour/outline", "/documents", "/documents/tides", "/read?place=harbour:item-1"):
        first = get(address, f"/api/v1{path}")
        again = get(address, f"/api/v1{path}", headers={"if-none-match": f'"other", W/{first.headers["etag"]}'})
        assert (again.status_code, again.content) == (304, b""), path
        assert again.headers["etag"] == first.headers["etag"]


def test_a_new_edition_has_another_tag():
    with library(harbour=HARBOUR) as made, hosted(made) as address:
        tag = get(address, "/api/v1/documents/harbour/outline").headers["etag"]
        made.add(HARBOUR.replace("Fees", "Dues").encode(), address="/harbour.md")
        found = get(address, "/api/v1/documents/harbour/outline", headers={"if-none-match": tag})
        assert (found.status_code, found.json()["sections"][0]["sections"][1]["title"]) == (200, "Dues")


def test_the_list_of_documents_is_paged(address: str):
    first = api(address, "/documents", limit=1)
    rest = api(address, "/documents", limit=1, cursor=first["cursor"])
    assert [one["doc_id"] for one in first["documents"] + rest["documents"]] == ["harbour", "tides"]
    assert (first["left_out"]["count"], rest["cursor"]) == (1, None)


def test_a_section_is_read_on_with_its_cursor(address: str):
    first = api(address, "/read", place="harbour:item-1", max_tokens=1)
    rest = api(address, "/read", place="harbour:item-1", max_tokens=1, cursor=first["cursor"])
    assert [one["place"] for one in first["passages"] + rest["passages"]] == ["harbour:item-1:1", "harbour:item-1:2"]


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/documents/harbor", 404, "not_found"),
        ("/documents/harbor/outline", 404, "not_found"),
        ("/documents/tides/pages?first=1", 400, "usage"),
        ("/read?place=Item+9&doc_id=harbour", 404, "not_found"),
        ("/read?place=harbour:item-1&curser=x", 400, "usage"),
        ("/read?place=harbour:item-1&cursor=x", 400, "usage"),
        ("/read", 400, "usage"),
        ("/retrieve?q=%E2%80%A6", 400, "usage"),
        ("/retrieve?q=fee&doc_id=harbor", 404, "not_found"),
        ("/nothing", 404, "not_found"),
    ],
)
def test_a_failure_is_a_problem_with_its_code(address: str, path: str, status: int, code: str):
    found = get(address, f"/api/v1{path}")
    assert (found.status_code, found.headers["content-type"]) == (status, "application/problem+json")
    said = found.json()
    assert (said["status"], said["code"], said["type"]) == (status, code, f"urn:silcrow:error:{code}")
    assert said["hint"]
    assert isinstance(said["candidates"], list)


def test_only_what_was_named_is_served():
    with library(harbour=HARBOUR, tides=TIDES) as made, hosted(made, "tides") as address:
        assert [one["doc_id"] for one in api(address, "/documents")["documents"]] == ["tides"]
        for path in (
            "/documents/harbour",
            "/documents/harbour/outline",
            "/documents/harbour/parts",
            "/documents/harbour/health",
            "/documents/harbour/references",
            "/documents/harbour/pages?first=1",
            "/compare?old=tides&new=harbour",
            "/read?place=harbour:item-1",
            "/retrieve?q=fee&doc_id=harbour",
            "/scope?words=Fees&doc_id=harbour",
            "/pack?words=Fees&doc_id=harbour",
        ):
            assert get(address, f"/api/v1{path}").status_code == 404, path
        assert api(address, "/retrieve", q="fee")["passages"] == []


def test_fifty_readers_at_once_are_all_served(address: str):
    paths = ("/retrieve?q=fee", "/read?place=harbour:item-1", "/documents/harbour/outline")

    def read(number: int) -> list[int]:
        with httpx2.Client(base_url=f"{address}/api/v1", timeout=60) as client:
            return [client.get(paths[(number + turn) % 3]).status_code for turn in range(3)]

    with ThreadPoolExecutor(50) as readers:
        assert list(readers.map(read, range(50))) == [[200] * 3] * 50

"""Generations without a counter that writers would wait for: a row a change, counted when the number is asked for.

Numbers of a sequence would not do: a change may be seen before one that took its number earlier. The count of changes
that are seen grows with each of them. So that counting stays cheap, old rows are folded into one that says how many
they were.
"""

from silcrow.store.postgres.connections import Rows

# "GENS": whoever folds holds this advisory lock.
_LOCK = 0x47454E53
_EVERY = 500
_RECENT = 500


def present(connection: Rows) -> int:
    """How many changes the library has seen."""
    found = connection.execute("SELECT coalesce(sum(changes), 0)::bigint FROM generation").fetchone()
    assert found
    return int(found[0])


def is_long(number: int) -> bool:
    """Whether it is time to fold, told by the number of a row just written."""
    return number % _EVERY == 0


def fold(connection: Rows) -> None:
    """Put all but the latest changes into one row; nothing while another process does it."""
    if connection.execute("SELECT pg_try_advisory_xact_lock(%s)", (_LOCK,)).fetchone() != (True,):
        return
    connection.execute(
        "WITH old AS (DELETE FROM generation WHERE n <= (SELECT max(n) FROM generation) - %s RETURNING changes)"
        " INSERT INTO generation (doc_id, change, changes)"
        " SELECT '', 'before', sum(changes) FROM old HAVING count(*) > 0",
        (_RECENT,),
    )

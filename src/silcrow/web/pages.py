"""Plain pages of our own: HTML without scripts, everything that is put in escaped."""

from html import escape

from fastapi import Response


def page(title: str, body: str, *, status: int = 200) -> Response:
    """A page. `body` is HTML, its parts escaped by whoever made it."""
    text = (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n'
        '<meta name="viewport" content="width=device-width">\n<link rel="stylesheet" href="/static/plain.css">\n'
        f"</head>\n<body>\n<main>\n<h1>{escape(title)}</h1>\n{body}\n</main>\n</body>\n</html>\n"
    )
    return Response(text, status, media_type="text/html; charset=utf-8")

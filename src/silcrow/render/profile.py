"""A profile in words, and what of it documents have."""

from collections.abc import Sequence

from silcrow.errors import SilcrowError
from silcrow.profile import Expected, Fit, Profile
from silcrow.render.columns import Paint, counted, plain, wrap


def render_profile(profile: Profile, *, width: int | None = None) -> str:
    """What the documents of a family have in common."""
    count = len(profile.samples)
    required = sum(section.required for section in profile.sections)
    lines = [
        f"{profile.name}: learned of {counted(count, 'document')} ({', '.join(profile.samples) or 'none named'}).",
        f"{counted(len(profile.sections), 'section')} expected, {required} of them in every document:",
        *(f"{'  ' * section.level}{_name(section)}{_how_often(section, count)}" for section in profile.sections),
    ]
    if profile.forms:
        lines.append("Headings are numbered like this:")
        lines += [
            f"  level {form.level}: {form.form}, {counted(form.headings, 'heading')} in {form.documents} of {count},"
            f" such as {form.examples[0] if form.examples else form.form}"
            for form in profile.forms
        ]
    page = profile.contents
    if page.documents:
        named = f' under "{page.title}"' if page.title else ""
        lines.append(
            f"A contents page{named} is in {page.documents} of {count}; it lists {page.listed:.0%} of the headings."
        )
    if profile.furniture:
        lines.append(f"At the page edges stands: {'; '.join(profile.furniture)}")
    return "\n".join(piece for line in lines for piece in wrap(line, width))


def _name(section: Expected) -> str:
    return section.name


def _how_often(section: Expected, count: int) -> str:
    return "" if section.required else f"  (may lack; in {section.documents} of {count})"


def render_fits(
    profile: Profile,
    fits: Sequence[tuple[str, Fit]],
    failed: Sequence[tuple[str, SilcrowError]] = (),
    *,
    width: int | None = None,
    paint: Paint = plain,
) -> str:
    """Each document with what it lacks and what is doubtful in it."""
    required = sum(section.required for section in profile.sections)
    lines = []
    for doc_id, found in fits:
        held = sum(one.expected.required for one in found.found)
        sign = "ok  " if not found.missing else "lack"
        lines.append(paint("place", f"{sign}  {doc_id}  {held} of {required} required, {len(found.found)} found"))
        lines += [paint("doubt", f"      missing   {section.name}") for section in found.missing]
        lines += [
            f"      doubtful  {one.expected.name}: {', '.join(one.doubts)}  {doc_id}:{one.section.sec_id}"
            for one in found.doubtful
        ]
    lines += [paint("doubt", f"fail  {word}  {failure.message}") for word, failure in failed]
    return "\n".join(piece for line in lines for piece in wrap(line, width))

"""What a module offers is written down: every `__all__` is sorted, free of repeats, and names things that are there."""

import importlib
from pathlib import Path

import pytest

SRC = Path(__file__).parent.parent / "src"
MODULES = [
    ".".join(path.relative_to(SRC).with_suffix("").parts).removesuffix(".__init__")
    for path in sorted(SRC.rglob("*.py"))
    if path.stem != "__main__"
]


@pytest.mark.parametrize("name", MODULES)
def test_every_export_is_real_and_in_order(name: str):
    module = importlib.import_module(name)
    names = list(getattr(module, "__all__", ()))
    assert names == sorted(set(names))
    assert [one for one in names if not hasattr(module, one)] == []


def test_the_package_lists_what_it_offers():
    silcrow = importlib.import_module("silcrow")
    assert dir(silcrow) == ["__version__", "errors", "open", "open_library", "tools"]


def test_every_module_with_code_says_what_it_is():
    paths = [path for path in sorted(SRC.rglob("*.py")) if path.read_text(encoding="utf-8").strip()]
    assert [str(path) for path in paths if not path.read_text(encoding="utf-8").startswith(('"""', 'r"""'))] == []

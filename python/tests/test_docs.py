"""The examples of docs/python.md, of its Chinese version and of the docstrings."""

import doctest
import importlib
import pkgutil
from pathlib import Path

import grundy
import pytest

ROOT = Path(__file__).resolve().parents[2]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
MODULES = ["grundy", *(f"grundy.{module.name}" for module in pkgutil.iter_modules(grundy.__path__) if module.name != "_core")]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    failed, _ = doctest.testmod(importlib.import_module(name), optionflags=FLAGS)
    assert failed == 0


def test_there_are_docstrings_with_examples():
    finder = doctest.DocTestFinder()
    examples = sum(len(test.examples) for name in MODULES for test in finder.find(importlib.import_module(name)))
    assert examples > 20


@pytest.mark.parametrize("name", ["python.md", "python.zh-CN.md"])
def test_documents(name, tmp_path, monkeypatch):
    path = ROOT / "docs" / name
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testfile(str(path), module_relative=False, optionflags=FLAGS, encoding="utf-8")
    assert failed == 0 and tried > 30

"""The options of every question: limits and language for Rust, all others as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypedDict

from grundy._progress import PATIENCE, Line, Progress, is_watched

_language = "en"

#: What Rust takes: seconds, memory, a function, the seconds after which it is called, the language.
Given = tuple[float | None, int | str | None, Progress | None, float, str]


class Limits(TypedDict, total=False):
    """What a question may use."""

    time: float | None
    memory: int | str | None
    progress: bool | Progress | None


class Options(Limits, total=False):
    """How a question is answered."""

    play: str | None
    sum: str | int | None
    until: str | None
    without: list[str]
    laws: list[str]
    order: str | None


def lang(language: str | None = None) -> str:
    """The language of messages and pictures, ``"en"`` or ``"zh"``; sets it where one is given."""
    global _language
    if language is not None:
        if language not in ("en", "zh"):
            raise ValueError(f"lang: 'en' or 'zh' is expected, not {language!r}")
        _language = language
    return _language


@contextmanager
def given(limits: dict[str, Any]) -> Iterator[Given]:
    """Takes the limits out of some options, for the time of a question."""
    time, memory, progress = (limits.pop(name, None) for name in ("time", "memory", "progress"))
    if time is not None:
        # A time that is given takes the place of the default bounds.
        limits["patient"] = True
    line: Line | None = None
    show: Callable[[int, int | None], object] | None = None
    patience = 0.0
    if progress is True or (progress is None and is_watched()):
        show = line = Line()
        patience = 0.0 if progress is True else PATIENCE
    elif callable(progress):
        show = progress
    elif progress not in (None, False):
        raise TypeError("progress: True, False or a function of (done, whole) is expected")
    try:
        yield (None if time is None else float(time), memory, show, patience, _language)
    finally:
        if line is not None:
            line.close()


def request(ask: str, options: dict[str, Any], **more: Any) -> str:
    """A request in JSON."""
    told = {name: value for name, value in options.items() if value is not None}
    return json.dumps({"ask": ask, **more, "options": {**told, "lang": _language}})

"""The options of every query.

Limits and the language are passed to Rust as a tuple, and all other options as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypedDict

from grundy._progress import PATIENCE, Line, Progress, is_watched

_language = "en"

#: The options that Rust receives: seconds, memory, progress function, seconds before the first call
#: of this function, language.
CallOptions = tuple[float | None, int | str | None, Progress | None, float, str]


class Limits(TypedDict, total=False):
    """The limits of a query.

    ``time`` is in seconds and ``memory`` in bytes or a text such as ``"2G"``. ``progress`` is
    ``True``, ``False`` or a function of (done, total). The total may be ``None``.
    """

    time: float | None
    memory: int | str | None
    progress: bool | Progress | None


class Options(Limits, total=False):
    """The options of a query.

    ``play``, ``sum`` and ``until`` replace the conventions of the rules. ``without`` switches
    methods off, and ``laws`` contains certificates of laws. ``order`` is the order in which a
    search examines moves: ``"heuristic"``, ``"written"``, ``"random"`` or ``"random:SEED"``.
    """

    play: str | None
    sum: str | int | None
    until: str | None
    without: list[str]
    laws: list[str]
    order: str | None


def lang(language: str | None = None) -> str:
    """Set the language of messages and pictures if ``language`` is given. Return the language.

    The languages are ``"en"`` and ``"zh"``. Raises ``ValueError`` for any other language.
    """
    global _language
    if language is not None:
        if language not in ("en", "zh"):
            raise ValueError(f"lang: expected 'en' or 'zh', found {language!r}")
        _language = language
    return _language


@contextmanager
def call_options(limits: dict[str, Any]) -> Iterator[CallOptions]:
    """Remove the limits from a dictionary of options, and yield the limits in the form for Rust.

    The progress line is erased at the end.
    """
    time, memory, progress = (limits.pop(name, None) for name in ("time", "memory", "progress"))
    if time is not None:
        # A time limit replaces the default bounds.
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
        raise TypeError(f"progress: expected True, False or a function, found {progress!r}")
    try:
        yield (None if time is None else float(time), memory, show, patience, _language)
    finally:
        if line is not None:
            line.close()


def request(ask: str, options: dict[str, Any], **more: Any) -> str:
    """Return a request in JSON, without the options that are ``None``."""
    chosen = {name: value for name, value in options.items() if value is not None}
    return json.dumps({"ask": ask, **more, "options": {**chosen, "lang": _language}})

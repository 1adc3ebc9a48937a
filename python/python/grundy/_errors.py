"""Exceptions of Grundy.

A wrong argument raises ``ValueError`` or ``TypeError``, and Ctrl-C raises ``KeyboardInterrupt``.
"""

from __future__ import annotations


class Error(Exception):
    """The base class of the exceptions of Grundy."""

    __module__ = "grundy"


class RuleError(SyntaxError, Error):
    """An error in rules or in a query.

    ``filename``, ``lineno``, ``offset`` and ``text`` are the location of the first error.
    ``report`` is the complete report, with all locations.
    """

    __module__ = "grundy"

    report: str = ""


class Unsupported(Error):
    """No method can answer the query. The message lists the methods that were tried."""

    __module__ = "grundy"


class Fault(Error, RuntimeError):
    """The rules fail during play: a rule function raises an exception, or play does not end."""

    __module__ = "grundy"


class StoreError(Error):
    """The store of a large table cannot be used.

    The store does not exist, cannot be read or written, is incomplete or damaged, or belongs to
    another table. The message names the store and the object in it, and suggests a solution.
    """

    __module__ = "grundy"


class Stopped(Error):
    """A limit was reached before an answer was found.

    ``kind`` is ``"time"``, ``"memory"``, ``"positions"`` or ``"steps"``.
    """

    __module__ = "grundy"

    kind: str

    def __init__(self, message: str, kind: str = "time") -> None:
        super().__init__(message)
        self.kind = kind

    def __reduce__(self) -> tuple[type[Stopped], tuple[str, str]]:
        return (type(self), (str(self), self.kind))

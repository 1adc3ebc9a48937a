"""What can go wrong. A wrong argument is a ``ValueError``; Ctrl-C is a ``KeyboardInterrupt``."""

from __future__ import annotations


class Error(Exception):
    """What Grundy itself has to say: the base of the other classes here."""

    __module__ = "grundy"


class RuleError(SyntaxError, Error):
    """A rule text or a question that was refused: ``filename``, ``lineno``, ``offset`` and ``text`` say where.

    ``report`` is the whole report, all places of it.
    """

    __module__ = "grundy"

    report: str = ""


class Unsupported(Error):
    """Nothing here can answer the question; the message says what was tried."""

    __module__ = "grundy"


class Fault(Error, RuntimeError):
    """The rules go wrong while they are played: a rule function that raises, play that never ends."""

    __module__ = "grundy"


class StoreError(Error):
    """A store of a large table is not there, cannot be read or written, is damaged, or is of another table; the message names the store and
    the object in it, and says what to do."""

    __module__ = "grundy"


class Stopped(Error):
    """A limit was reached, and there is no answer; ``kind`` is ``"time"``, ``"memory"``, ``"positions"`` or ``"steps"``."""

    __module__ = "grundy"

    kind: str

    def __init__(self, message: str, kind: str = "time") -> None:
        super().__init__(message)
        self.kind = kind

    def __reduce__(self) -> tuple[type[Stopped], tuple[str, str]]:
        return (type(self), (str(self), self.kind))

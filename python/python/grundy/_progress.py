"""The progress line, which a terminal or a notebook shows after two seconds."""

from __future__ import annotations

import sys
from collections.abc import Callable

Progress = Callable[[int, int | None], object]

#: Seconds after which progress is shown automatically.
PATIENCE = 2.0


class Line:
    """A progress line, which is rewritten in place."""

    def __init__(self) -> None:
        self.shown = False

    def __call__(self, done: int, total: int | None) -> None:
        text = f"{done:,}"
        if total is not None:
            text += f" of {total:,} ({100 * done // max(total, 1)} %)"
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()
        self.shown = True

    def close(self) -> None:
        """Erase the line."""
        if self.shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self.shown = False


def is_watched() -> bool:
    """Return whether standard error is a terminal, or the program runs in a notebook."""
    try:
        if sys.stderr is not None and sys.stderr.isatty():
            return True
    except ValueError:
        return False
    shell = sys.modules.get("IPython")
    return shell is not None and getattr(shell.get_ipython(), "kernel", None) is not None

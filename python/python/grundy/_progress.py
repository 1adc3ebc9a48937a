"""How far a question is: a line that a terminal or a notebook shows after two seconds."""

from __future__ import annotations

import sys
from collections.abc import Callable

Progress = Callable[[int, int | None], object]

#: Seconds after which progress is shown by itself.
PATIENCE = 2.0


class Line:
    """Writes one line again and again, and takes it away."""

    def __init__(self) -> None:
        self.shown = False

    def __call__(self, done: int, whole: int | None) -> None:
        text = f"{done:,}" if whole is None else f"{done:,} of {whole:,} ({100 * done // max(whole, 1)} %)"
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()
        self.shown = True

    def close(self) -> None:
        """Takes the line away."""
        if self.shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self.shown = False


def is_watched() -> bool:
    """Whether somebody is looking: a terminal, or a notebook."""
    try:
        if sys.stderr is not None and sys.stderr.isatty():
            return True
    except ValueError:
        return False
    shell = sys.modules.get("IPython")
    return shell is not None and getattr(shell.get_ipython(), "kernel", None) is not None

"""Heap games, given by their codes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex, Unpack, overload
import operator

import numpy as np

from grundy import _core
from grundy._limits import Limits, call_options

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Period(NamedTuple):
    """A period of the values of a heap game.

    G(n + period) = G(n) + saltus for all n ≥ preperiod.
    """

    period: int
    preperiod: int
    saltus: int
    status: str


class Heap:
    """A heap game.

    ``k[12]`` is the value of a heap, and ``k[0:1000]`` is an array of values.

    >>> import grundy as gr
    >>> k = gr.heap("0.77")
    >>> k[12], k.period()
    (4, Period(period=12, preperiod=71, saltus=0, status='proved'))
    """

    def __init__(self, code: str) -> None:
        with call_options({}) as limits:
            self._core = _core.Heap(code, limits)

    @property
    def code(self) -> str:
        """The code of the game, such as ``"0.77"``."""
        return self._core.code

    def period(self, to: int | None = None, **limits: Unpack[Limits]) -> Period | None:
        """Return the period, or ``None`` if no period is proved.

        The search uses the values of the heaps below ``to``. Without ``to``, the search ends
        when the computation of further values would take minutes.
        """
        with call_options(dict(limits)) as call:
            found = self._core.period(to, call)
        return None if found is None else Period(found[0], found[1], found[2], "proved")

    def certificate(self, **limits: Unpack[Limits]) -> str:
        """Return the checked certificate of the period.

        Raises :class:`Unsupported` if no period is proved.
        """
        with call_options(dict(limits)) as call:
            return self._core.certificate(call)

    @overload
    def __getitem__(self, n: SupportsIndex) -> int: ...
    @overload
    def __getitem__(self, n: slice) -> NDArray[Any]: ...
    def __getitem__(self, n: Any) -> Any:
        with call_options({}) as limits:
            if not isinstance(n, slice):
                number = operator.index(n)
                if number < 0:
                    raise ValueError(f"expected a heap of 0 or more tokens, found {number}")
                return self._core.value(number, limits)
            if n.stop is None:
                raise ValueError("expected the end of the range, as in k[0:1000]")
            start, stop = operator.index(n.start or 0), operator.index(n.stop)
            step = operator.index(n.step or 1)
            if not (0 <= start and 0 <= stop and step > 0):
                raise ValueError("expected a range of heaps from 0 up, with a positive step")
            entries = self._core.values(start, max(start, stop), limits)
            count = max(0, stop - start)
            dtype = np.dtype(f"<u{entries.width}")
            return np.ndarray((count,), dtype, buffer=memoryview(entries))[::step]

    def __repr__(self) -> str:
        return f"<Heap {self.code}>"


def heap(code: str) -> Heap:
    """Return the heap game with a code, such as ``"0.77"`` (Kayles).

    Raises :class:`RuleError` if the code is invalid.
    """
    return Heap(code)

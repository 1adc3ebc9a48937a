"""Heap games by their codes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex, Unpack, overload
import operator

import numpy as np

from grundy import _core
from grundy._limits import Limits, given

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Period(NamedTuple):
    """A period of the values of a heap game: G(n + period) = G(n) + saltus for all n from the preperiod on."""

    period: int
    preperiod: int
    saltus: int
    status: str


class Heap:
    """A heap game: ``k[12]`` is the value of a heap, ``k[0:1000]`` an array of values.

    >>> import grundy as gr
    >>> k = gr.heap("0.77")
    >>> k[12], k.period()
    (4, Period(period=12, preperiod=71, saltus=0, status='proved'))
    """

    def __init__(self, code: str) -> None:
        with given({}) as limits:
            self._core = _core.Heap(code, limits)

    @property
    def code(self) -> str:
        """The code."""
        return self._core.code

    def period(self, to: int | None = None, **limits: Unpack[Limits]) -> Period | None:
        """The period, if one is proved among the values below ``to``; without it until looking further would take minutes."""
        with given(dict(limits)) as told:
            found = self._core.period(to, told)
        return None if found is None else Period(found[0], found[1], found[2], "proved")

    def certificate(self, **limits: Unpack[Limits]) -> str:
        """The certificate of the period, which was checked."""
        with given(dict(limits)) as told:
            return self._core.certificate(told)

    @overload
    def __getitem__(self, n: SupportsIndex) -> int: ...
    @overload
    def __getitem__(self, n: slice) -> NDArray[Any]: ...
    def __getitem__(self, n: Any) -> Any:
        with given({}) as limits:
            if not isinstance(n, slice):
                number = operator.index(n)
                if number < 0:
                    raise ValueError(f"a heap has no {number} tokens")
                return self._core.value(number, limits)
            if n.stop is None:
                raise ValueError("say where the heaps end: k[0:1000]")
            start, stop, step = operator.index(n.start or 0), operator.index(n.stop), operator.index(n.step or 1)
            if not (0 <= start and 0 <= stop and step > 0):
                raise ValueError("heaps are counted from 0 upwards")
            entries = self._core.values(start, max(start, stop), limits)
            count = max(0, stop - start)
            return np.ndarray((count,), np.dtype(f"<u{entries.width}"), buffer=memoryview(entries))[::step]

    def __repr__(self) -> str:
        return f"<Heap {self.code}>"


def heap(code: str) -> Heap:
    """The heap game of a code, such as ``"0.77"`` (Kayles)."""
    return Heap(code)

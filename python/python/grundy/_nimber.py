"""Nimbers of any size, and the calculator."""

from __future__ import annotations

from typing import Any, SupportsIndex, Unpack

from grundy import _core
from grundy._limits import Limits, call_options


class Nimber:
    """A nimber of any size.

    The natural numbers are a field under nim-sum and nim-product. The operators ``+``, ``*``,
    ``/`` and ``**`` compute in this field; integers are accepted as operands.

    >>> import grundy as gr
    >>> gr.Nimber(8) * 8, 1 / gr.Nimber(5) * 5
    (Nimber(13), Nimber(1))
    """

    __slots__ = ("_big",)

    def __init__(self, value: SupportsIndex | str | Nimber) -> None:
        self._big: _core.Nimber = value._big if isinstance(value, Nimber) else _core.Nimber(value)

    @staticmethod
    def _of(big: _core.Nimber) -> Nimber:
        made = Nimber.__new__(Nimber)
        made._big = big
        return made

    @staticmethod
    def _operand(other: object) -> Any:
        if isinstance(other, Nimber):
            return other._big
        return other if hasattr(other, "__index__") else NotImplemented

    def __add__(self, other: SupportsIndex | Nimber) -> Nimber:
        operand = self._operand(other)
        return operand if operand is NotImplemented else Nimber._of(self._big.add(operand))

    # Every nimber is its own negative.
    __radd__ = __add__
    __sub__ = __add__
    __rsub__ = __add__

    def __neg__(self) -> Nimber:
        return self

    def __mul__(self, other: SupportsIndex | Nimber) -> Nimber:
        operand = self._operand(other)
        return operand if operand is NotImplemented else Nimber._of(self._big.mul(operand))

    __rmul__ = __mul__

    def __truediv__(self, other: SupportsIndex | Nimber) -> Nimber:
        operand = self._operand(other)
        return operand if operand is NotImplemented else Nimber._of(self._big.div(operand))

    def __rtruediv__(self, other: SupportsIndex | Nimber) -> Nimber:
        operand = self._operand(other)
        if operand is NotImplemented:
            return NotImplemented
        return Nimber._of(_core.Nimber(operand).div(self._big))

    def __pow__(self, exponent: SupportsIndex) -> Nimber:
        return Nimber._of(self._big.pow(exponent.__index__()))

    def inverse(self) -> Nimber:
        """Return the nim-inverse. Raises ``ZeroDivisionError`` for 0."""
        return Nimber._of(self._big.inverse())

    def sqrt(self) -> Nimber:
        """Return the square root. Every nimber has exactly one square root."""
        return Nimber._of(self._big.sqrt())

    def __int__(self) -> int:
        return self._big.number()

    __index__ = __int__

    def __bool__(self) -> bool:
        return int(self) != 0

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Nimber):
            return int(self) == int(other)
        return int(self) == other if isinstance(other, int) else NotImplemented

    def __hash__(self) -> int:
        return hash(int(self))

    def __repr__(self) -> str:
        return f"Nimber({int(self)})"

    def __str__(self) -> str:
        return str(int(self))

    def __reduce__(self) -> tuple[type[Nimber], tuple[int]]:
        return (Nimber, (int(self),))


_calculator = _core.Nim()


def _wrapped(value: Any) -> Any:
    if isinstance(value, list):
        return [_wrapped(one) for one in value]
    return Nimber._of(value) if isinstance(value, _core.Nimber) else value


def evaluate(expression: str, **limits: Unpack[Limits]) -> Nimber | list[Nimber] | int | str:
    """Return the value of an expression of nimbers, in the syntax of ``grundy nim``.

    The value is a nimber or a list of nimbers, an ordinary integer for orders and logarithms, or
    a text for polynomials and fields. Raises :class:`RuleError` if the expression is invalid.

    >>> from grundy import nim
    >>> nim.eval("24 * 17 + inv(5)")
    Nimber(140)
    """
    with call_options(dict(limits)) as call:
        value: Nimber | list[Nimber] | int | str = _wrapped(_calculator.eval(expression, call))
    return value


def define(definition: str) -> None:
    """Define a name for a number in later expressions.

    Raises :class:`RuleError` if the definition is invalid.

    >>> from grundy import nim
    >>> nim.define("x = 24 * 17")
    >>> nim.eval("x / 17")
    Nimber(24)
    """
    with call_options({}) as call:
        _calculator.set(definition, call)

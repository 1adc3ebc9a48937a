"""Games: of the library, of rule texts, and of Python functions."""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING, Any, SupportsIndex, Unpack, overload

from grundy import _core, _html
from grundy._answer import Report
from grundy._limits import Limits, Options, given, request
from grundy._position import Position
from grundy._table import Axis, Table

if TYPE_CHECKING:
    from grundy._session import Session

Index = SupportsIndex | slice


def _axis(name: str, index: Index) -> Axis:
    if not isinstance(index, slice):
        number = operator.index(index)
        return Axis(name, number, number, False)
    if index.step not in (None, 1):
        raise ValueError("a table has every number of a range: leave the step out, and slice its array")
    if index.stop is None:
        raise ValueError("say where the range ends: game[0:100]")
    low, stop = operator.index(index.start or 0), operator.index(index.stop)
    if low >= stop:
        raise ValueError(f"no number is from {low} on and below {stop}")
    return Axis(name, low, stop - 1, True)


class Game:
    """A game. ``game[12]`` is a position, ``game[0:100]`` a table, ``game()`` the position where it begins, if the rules say one.

    >>> import grundy as gr
    >>> kayles = gr.game("kayles")
    >>> kayles[12]
    <Position kayles[12]>
    >>> kayles[0:8].array.tolist()
    [0, 1, 2, 3, 1, 4, 3, 2]
    """

    def __init__(self, session: Session, kind: _core.Kind) -> None:
        self._session = session
        self._kind = kind

    @property
    def name(self) -> str:
        """What a question calls it."""
        return self._kind.name

    @property
    def title(self) -> str:
        """Its name with its arguments."""
        return self._kind.title

    @property
    def slots(self) -> list[str]:
        """The names of the numbers of a position."""
        return self._kind.slots

    @property
    def source(self) -> str | None:
        """The text of its rules, if it has any."""
        return None if self._kind.source is None else self._kind.source[1]

    # A tuple of numbers alone is a position, though it is a tuple of indices too.
    @overload
    def __getitem__(self, index: SupportsIndex | tuple[SupportsIndex, ...]) -> Position: ...  # type: ignore[overload-overlap]
    @overload
    def __getitem__(self, index: slice | tuple[Index, ...]) -> Table: ...
    def __getitem__(self, index: Any) -> Position | Table:
        indices = index if isinstance(index, tuple) else (index,)
        if any(isinstance(one, slice) for one in indices):
            return self.table(*indices)
        return self._at([operator.index(one) for one in indices])

    def _at(self, numbers: list[int] | None) -> Position:
        with given({}) as limits:
            try:
                return Position(self._session, self._session._core.at(self._kind, numbers, limits))
            except OverflowError:
                raise ValueError(f"{numbers} do not fit into 64 bits") from None

    def table(self, *ranges: Index, outcomes: bool = False, **options: Unpack[Options]) -> Table:
        """The table over some ranges: values where they decide, else (or if ``outcomes``) who wins. As in slices the end is outside."""
        names = self._kind.slots
        axes = [_axis(names[i] if i < len(names) else str(i), one) for i, one in enumerate(ranges)]
        told: dict[str, Any] = dict(options)
        with given(told) as limits:
            how = request("table", told, question="")
            try:
                entries = self._session._core.entries(self._kind, [(axis.low, axis.high) for axis in axes], outcomes, how, limits)
            except OverflowError:
                raise ValueError("the ranges do not fit into 64 bits") from None
        return Table(self, axes, entries)

    def __call__(self) -> Position:
        """The position where the game begins."""
        return self._at(None)

    def check(self, *, positions: int = 3_000, prove: bool = False, **limits: Unpack[Limits]) -> Report:
        """Runs every ``expect`` of the rules and looks for counterexamples to every ``claim``, which ``prove`` proves or refutes for all."""
        with given(dict(limits)) as told:
            return Report(self._session._core.check(self._kind, positions, prove, told), None)

    def __eq__(self, other: object) -> bool:
        return self._kind == other._kind if isinstance(other, Game) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._kind)

    def __repr__(self) -> str:
        return f"<Game {self._kind.title}>"

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: object) -> Game:
        return self

    def __reduce__(self) -> str | tuple[Any, ...]:
        with given({}) as limits:
            return (_restore_game, (self._session._core.game_part(self._kind, limits),))

    def _repr_html_(self) -> str:
        source = self.source
        body = f"<p><b>{_html.escape(self.title)}</b></p>"
        if source is not None:
            body += _html.rules(source)
        if len(self.slots) == 1:
            try:
                table = self.table(slice(0, 20), time=0.5, memory="64M")
                body += f"<p>first values: {_html.escape(' '.join(map(str, table.cells())))}</p>"
            except Exception:  # A game need not have a table.
                pass
        return _html.page(body)


class FunctionGame(Game):
    """A game whose rules are a Python function of a position. Any hashable is a position; the function lists what its moves leave, where a
    list of positions is a sum. It is asked once a position.

    >>> import grundy as gr
    >>> @gr.rules
    ... def heaps(piles):
    ...     for i, n in enumerate(piles):
    ...         for k in range(n):
    ...             yield piles[:i] + (k,) + piles[i + 1:]
    >>> heaps((3, 4, 5)).value
    2
    """

    def __init__(self, session: Session, kind: _core.Kind, function: Callable[[Any], Iterable[Any]]) -> None:
        super().__init__(session, kind)
        self.function = function
        self.__doc__ = function.__doc__
        self.__name__ = getattr(function, "__name__", kind.name)
        self.__qualname__ = getattr(function, "__qualname__", kind.name)
        self.__module__ = function.__module__
        self.__wrapped__ = function

    def __call__(self, position: Hashable = None) -> Position:
        """A position."""
        with given({}) as limits:
            return Position(self._session, self._session._core.called(self._kind, position, limits))

    def __getitem__(self, index: Any) -> Any:
        raise TypeError(f"a position of {self.name} is made by calling it: {self.name}({index!r})")

    def __reduce__(self) -> str | tuple[Any, ...]:
        # By the name of the function, as functions are pickled.
        return self.__qualname__


def _restore_game(part: Any) -> Game:
    """A game again, in the session of the module."""
    from grundy import _session

    with given({}) as limits:
        return Game(_session.default, _session.default._core.restored_game(part, limits))

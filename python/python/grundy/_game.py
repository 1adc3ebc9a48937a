"""Games of the library, of rule texts, and of Python functions."""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING, Any, SupportsIndex, Unpack, overload

from grundy import _core, _html
from grundy._answer import Report
from grundy._limits import Limits, Options, call_options, request
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
        raise ValueError("a table has no step: remove the step, and slice the array")
    if index.stop is None:
        raise ValueError("expected the end of the range, as in game[0:100]")
    low, stop = operator.index(index.start or 0), operator.index(index.stop)
    if low >= stop:
        raise ValueError(f"the range {low}:{stop} is empty")
    return Axis(name, low, stop - 1, True)


class Game:
    """A game.

    ``game[12]`` is a position and ``game[0:100]`` a table. ``game()`` is the initial position, if
    the rules declare one.

    >>> import grundy as gr
    >>> kayles = gr.game("kayles")
    >>> kayles[12]
    <Position kayles[12]>
    >>> kayles[0:8].array.tolist()
    [0, 1, 2, 3, 1, 4, 3, 2]
    """

    def __init__(self, session: Session, core: _core.Game) -> None:
        self._session = session
        self._core = core

    @property
    def name(self) -> str:
        """The name of the game in queries."""
        return self._core.name

    @property
    def title(self) -> str:
        """The name with the arguments."""
        return self._core.title

    @property
    def slots(self) -> list[str]:
        """The names of the slots, which are the numbers of a position."""
        return self._core.slots

    @property
    def source(self) -> str | None:
        """The text of the rules, or ``None`` if the game has no rule text."""
        return None if self._core.source is None else self._core.source[1]

    # A tuple that contains only numbers is a position, although it is also a tuple of indices.
    @overload
    def __getitem__(  # type: ignore[overload-overlap]
        self, index: SupportsIndex | tuple[SupportsIndex, ...]
    ) -> Position: ...
    @overload
    def __getitem__(self, index: slice | tuple[Index, ...]) -> Table: ...
    def __getitem__(self, index: Any) -> Position | Table:
        indices = index if isinstance(index, tuple) else (index,)
        if any(isinstance(one, slice) for one in indices):
            return self.table(*indices)
        return self._at([operator.index(one) for one in indices])

    def _at(self, numbers: list[int] | None) -> Position:
        with call_options({}) as limits:
            try:
                core = self._session._core.position_at(self._core, numbers, limits)
                return Position(self._session, core)
            except OverflowError:
                raise ValueError(f"expected integers of 64 bits, found {numbers}") from None

    def table(self, *ranges: Index, outcomes: bool = False, **options: Unpack[Options]) -> Table:
        """Return the table whose arguments are a range or a number for each slot.

        The cells are values. If values do not decide the game, or if ``outcomes`` is true, the
        cells are outcomes. As in slices, the end of a range is excluded.

        Raises ``ValueError`` if a range is empty, has a step or has no end.

        >>> import grundy as gr
        >>> gr.game("nim").table(slice(0, 4), outcomes=True).cells()
        ['P', 'N', 'N', 'N']
        """
        names = self._core.slots
        axes = [_axis(names[i] if i < len(names) else str(i), one) for i, one in enumerate(ranges)]
        chosen: dict[str, Any] = dict(options)
        with call_options(chosen) as limits:
            how = request("table", chosen, question="")
            bounds = [(axis.low, axis.high) for axis in axes]
            try:
                entries = self._session._core.entries(self._core, bounds, outcomes, how, limits)
            except OverflowError:
                raise ValueError(f"expected ranges of 64-bit integers, found {bounds}") from None
        return Table(self, axes, entries)

    def __call__(self) -> Position:
        """Return the initial position.

        Raises ``ValueError`` if the rules do not declare an initial position.
        """
        return self._at(None)

    def check(
        self, *, positions: int = 3_000, prove: bool = False, **limits: Unpack[Limits]
    ) -> Report:
        """Check every ``expect`` and ``claim`` of the rules.

        :param positions: approximate number of positions on which a claim is tested.
        :param prove: also prove or refute every claim for all positions.

        Raises :class:`Unsupported` if the game has no rule text.
        """
        with call_options(dict(limits)) as call:
            return Report(self._session._core.check(self._core, positions, prove, call), None)

    def __eq__(self, other: object) -> bool:
        return self._core == other._core if isinstance(other, Game) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._core)

    def __repr__(self) -> str:
        return f"<Game {self._core.title}>"

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: object) -> Game:
        return self

    def __reduce__(self) -> str | tuple[Any, ...]:
        with call_options({}) as limits:
            return (_restore_game, (self._session._core.game_part(self._core, limits),))

    def _repr_html_(self) -> str:
        source = self.source
        body = f"<p><b>{_html.escape(self.title)}</b></p>"
        if source is not None:
            body += _html.rules(source)
        if len(self.slots) == 1:
            try:
                table = self.table(slice(0, 20), time=0.5, memory="64M")
                body += f"<p>first values: {_html.escape(' '.join(map(str, table.cells())))}</p>"
            except Exception:  # Not every game has a table.
                pass
        return _html.page(body)


class FunctionGame(Game):
    """A game whose rules are a Python function.

    The function receives a position and returns or yields its options. Every hashable object can
    be a position, and a list of positions is a sum. The function is called once for each position.

    >>> import grundy as gr
    >>> @gr.rules
    ... def heaps(piles):
    ...     for i, n in enumerate(piles):
    ...         for k in range(n):
    ...             yield piles[:i] + (k,) + piles[i + 1:]
    >>> heaps((3, 4, 5)).value
    2
    """

    def __init__(
        self, session: Session, core: _core.Game, function: Callable[[Any], Iterable[Any]]
    ) -> None:
        super().__init__(session, core)
        self.function = function
        self.__doc__ = function.__doc__
        self.__name__ = getattr(function, "__name__", core.name)
        self.__qualname__ = getattr(function, "__qualname__", core.name)
        self.__module__ = function.__module__
        self.__wrapped__ = function

    def __call__(self, position: Hashable = None) -> Position:
        """Return the position that an object represents.

        Raises ``TypeError`` if the object is not hashable.
        """
        with call_options({}) as limits:
            core = self._session._core.function_position(self._core, position, limits)
            return Position(self._session, core)

    def __getitem__(self, index: Any) -> Any:
        raise TypeError(f"expected a call to create a position: {self.name}({index!r})")

    def __reduce__(self) -> str | tuple[Any, ...]:
        # Like a function, the game is pickled by name.
        return self.__qualname__


def _restore_game(part: Any) -> Game:
    """Restore a pickled game in the default session."""
    from grundy import _session

    with call_options({}) as limits:
        return Game(_session.default, _session.default._core.restore_game(part, limits))

"""Tables as NumPy arrays."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from grundy import _core, _html
from grundy._limits import given, request

if TYPE_CHECKING:
    from numpy.typing import DTypeLike, NDArray

    from grundy._game import Game

#: What the codes below the greatest of a width mean, from it down.
_SIGNS = (None, "∞", "goal", "trap")
_LETTERS = np.array(["P", "N", "D"])


class Axis(NamedTuple):
    """A number of a position: its name, its range, and whether it runs."""

    name: str
    low: int
    high: int
    runs: bool


class Table:
    """Values over ranges of a game, or who wins there.

    ``array`` is a read-only view of the table that was filled, without a copy, unless it lies sorted: then it was gathered once. Cells that
    are no Grundy values (no position, a component by which play is over) are masked.

    >>> import grundy as gr
    >>> t = gr.game("wythoff")[0:6, 0:6]
    >>> t.array.shape, int(t.array[1, 2]), t.status
    ((6, 6), 0, 'computed')
    """

    def __init__(self, game: Game, axes: list[Axis], entries: _core.Entries) -> None:
        self._game = game
        self._axes = axes
        self._entries = entries
        shape = tuple(axis.high - axis.low + 1 for axis in axes)
        width = entries.width
        strides = tuple(stride * width for stride in entries.strides)
        dtype = np.dtype(f"<u{width}")
        lying: NDArray[Any] = np.ndarray(shape, dtype, buffer=memoryview(entries), offset=entries.start * width, strides=strides)
        #: The cells. Where the table says who wins, 0 is P, 1 is N and 2 is D.
        self.array: NDArray[Any] = lying[tuple(slice(None) if axis.runs else 0 for axis in axes)]

    @property
    def game(self) -> Game:
        """The game."""
        return self._game

    @property
    def axes(self) -> list[Axis]:
        """The numbers of the game, each with its range; of the array those that run."""
        return list(self._axes)

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the array."""
        return self.array.shape

    @property
    def outcomes(self) -> bool:
        """Whether the cells say who wins."""
        return self._entries.outcomes

    @property
    def status(self) -> str:
        """How far the cells may be trusted."""
        return self._entries.status

    @property
    def method(self) -> str:
        """How they were found."""
        return self._entries.method

    @property
    def warnings(self) -> list[str]:
        """Reasons to doubt that the rules say the game that is meant."""
        return self._entries.warnings

    @property
    def as_filled(self) -> bool:
        """Whether the array shows the very bytes that an engine filled."""
        return self._entries.as_filled

    def _first_special(self) -> int:
        return int(np.iinfo(self.array.dtype).max) - (0 if self.outcomes else 3)

    @property
    def mask(self) -> NDArray[np.bool_]:
        """Where there is no value: True for cells that are no position, or end play."""
        return np.asarray(self.array >= self._first_special())

    @property
    def masked(self) -> np.ma.MaskedArray[Any, Any]:
        """The array with its mask."""
        return np.ma.MaskedArray(self.array, mask=self.mask)

    def cells(self) -> list[int | str | None]:
        """The cells in order, the last number running fastest: numbers, signs for what ends play, letters for who wins, ``None`` for what is
        no position."""
        greatest = int(np.iinfo(self.array.dtype).max)
        if self.outcomes:
            return [None if code == greatest else "PND"[code] for code in self.array.ravel().tolist()]
        return [_SIGNS[greatest - code] if greatest - code < 4 else code for code in self.array.ravel().tolist()]

    def columns(self) -> dict[str, Any]:
        """A column for each number that runs and one for the value (``value``, or ``outcome``), as a data frame takes them."""
        running = [axis for axis in self._axes if axis.runs]
        columns: dict[str, Any] = {}
        for i, axis in enumerate(running):
            shape = [1] * len(running)
            shape[i] = -1
            numbers = np.arange(axis.low, axis.high + 1).reshape(shape)
            columns[axis.name] = np.broadcast_to(numbers, self.array.shape).ravel()
        if bool(self.mask.any()):
            cells: Any = self.cells()
        else:
            cells = _LETTERS[self.array.ravel()] if self.outcomes else self.array.ravel()
        columns["outcome" if self.outcomes else "value"] = cells
        return columns

    def svg(self, **options: Any) -> str:
        """The picture of ``grundy chart``: a row folded at its period, a board, a heat map. ``options`` are those of ``chart``."""
        told: dict[str, Any] = {"format": "svg", "outcomes": self.outcomes or None, **options}
        with given(told) as limits:
            ranges = [(axis.low, axis.high) for axis in self._axes]
            core = self._game._session._core
            reply, _ = core.request(request("chart", told), limits, game=self._game._kind, ranges=ranges)
        return str(reply["picture"])

    def save(self, path: str | PathLike[str], **options: Any) -> None:
        """Writes the picture to a file."""
        _html.save(path, self.svg(**options))

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        return np.array(self.array, dtype=dtype, copy=copy)

    def __len__(self) -> int:
        return len(self.array)

    def _called(self) -> str:
        ranges = (f"{axis.low}:{axis.high + 1}" if axis.runs else str(axis.low) for axis in self._axes)
        return f"{self._game.name}[{', '.join(ranges)}]"

    def __repr__(self) -> str:
        return f"<Table {self._called()}: {self.array.dtype}, {self.method}, {self.status}>"

    def _repr_html_(self) -> str:
        head = f"<p><code>{_html.escape(self._called())}</code> {_html.badge(self.status)}</p>"
        try:
            drawn = _html.picture(self.svg(), "table.save('table.svg')")
        except ValueError as error:
            drawn = f"<p>{_html.escape(str(error))}</p>"
        return _html.page(head + drawn)

"""Tables as NumPy arrays."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from grundy import _core, _html
from grundy._limits import call_options, request

if TYPE_CHECKING:
    from numpy.typing import DTypeLike, NDArray

    from grundy._game import Game

#: The meanings of the largest integers that a cell can store, in descending order.
_SYMBOLS = (None, "∞", "goal", "trap")
_LETTERS = np.array(["P", "N", "D"])


class Axis(NamedTuple):
    """A slot of a table: its name and its range, with both ends included.

    ``is_range`` is false if the slot is a fixed number.
    """

    name: str
    low: int
    high: int
    is_range: bool


class Table:
    """The values or the outcomes of a game over ranges.

    ``array`` is a read-only view of the table that an engine filled, without a copy. If an engine
    stores only sorted positions or numbers the positions, the cells are copied once. Cells without
    a Grundy value are masked: these cells are not positions, or are components that end play.

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
        buffer, offset = memoryview(entries), entries.start * width
        every: NDArray[Any] = np.ndarray(shape, dtype, buffer, offset, strides)
        #: The cells. In a table of outcomes, 0 is P, 1 is N and 2 is D.
        self.array: NDArray[Any] = every[
            tuple(slice(None) if axis.is_range else 0 for axis in axes)
        ]

    @property
    def game(self) -> Game:
        """The game of the table."""
        return self._game

    @property
    def axes(self) -> list[Axis]:
        """The slots of the game with their ranges.

        The axes of the array are the slots with a range.
        """
        return list(self._axes)

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the array."""
        return self.array.shape

    @property
    def outcomes(self) -> bool:
        """Whether the cells are outcomes."""
        return self._entries.outcomes

    @property
    def status(self) -> str:
        """The status of the cells, such as ``"computed"``."""
        return self._entries.status

    @property
    def method(self) -> str:
        """The method that computed the cells."""
        return self._entries.method

    @property
    def warnings(self) -> list[str]:
        """Warnings that the rules may not describe the intended game."""
        return self._entries.warnings

    @property
    def as_filled(self) -> bool:
        """Whether the array is a view of the bytes that an engine filled."""
        return self._entries.as_filled

    def _first_special(self) -> int:
        return int(np.iinfo(self.array.dtype).max) - (0 if self.outcomes else 3)

    @property
    def mask(self) -> NDArray[np.bool_]:
        """An array that is true for cells that are not positions or that end play."""
        return np.asarray(self.array >= self._first_special())

    @property
    def masked(self) -> np.ma.MaskedArray[Any, Any]:
        """The array as a masked array."""
        return np.ma.MaskedArray(self.array, mask=self.mask)

    def cells(self) -> list[int | str | None]:
        """Return the cells as a list, in which the last slot varies fastest.

        A cell is a value, a symbol such as ``"goal"`` for a component that ends play, or ``None``
        for an index that is not a position. The cells of a table of outcomes are letters.
        """
        largest = int(np.iinfo(self.array.dtype).max)
        codes = self.array.ravel().tolist()
        if self.outcomes:
            return [None if code == largest else "PND"[code] for code in codes]
        return [_SYMBOLS[largest - code] if largest - code < 4 else code for code in codes]

    def columns(self) -> dict[str, Any]:
        """Return columns for a data frame: one for each range, then ``value`` or ``outcome``."""
        ranges = [axis for axis in self._axes if axis.is_range]
        columns: dict[str, Any] = {}
        for i, axis in enumerate(ranges):
            shape = [1] * len(ranges)
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
        """Return the picture of ``grundy chart`` in SVG: a folded row, a board or a heat map.

        ``options`` are the options of ``chart``.
        """
        chosen: dict[str, Any] = {"format": "svg", "outcomes": self.outcomes or None, **options}
        with call_options(chosen) as limits:
            ranges = [(axis.low, axis.high) for axis in self._axes]
            core, game = self._game._session._core, self._game._core
            reply, _ = core.request(request("chart", chosen), limits, game=game, ranges=ranges)
        return str(reply["picture"])

    def save(self, path: str | PathLike[str], **options: Any) -> None:
        """Write the picture to a file, in SVG. ``options`` are the options of :meth:`svg`."""
        _html.save(path, self.svg(**options))

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        return np.array(self.array, dtype=dtype, copy=copy)

    def __len__(self) -> int:
        return len(self.array)

    def _text(self) -> str:
        ranges = (
            f"{axis.low}:{axis.high + 1}" if axis.is_range else str(axis.low) for axis in self._axes
        )
        return f"{self._game.name}[{', '.join(ranges)}]"

    def __repr__(self) -> str:
        return f"<Table {self._text()}: {self.array.dtype}, {self.method}, {self.status}>"

    def _repr_html_(self) -> str:
        head = f"<p><code>{_html.escape(self._text())}</code> {_html.badge(self.status)}</p>"
        try:
            drawn = _html.picture(self.svg(), "table.save('table.svg')")
        except ValueError as error:
            drawn = f"<p>{_html.escape(str(error))}</p>"
        return _html.page(head + drawn)

"""Large tables: estimate their cost, build them in a store, show their progress, verify them.

docs/big.md of the project describes large tables.
"""

from __future__ import annotations

import operator
import os
from collections.abc import Iterable
from os import PathLike
from typing import TYPE_CHECKING, SupportsIndex, Unpack

from grundy import _core
from grundy._answer import Reply
from grundy._game import Game
from grundy._limits import Limits, call_options
from grundy._position import Position

if TYPE_CHECKING:
    from grundy._session import Session

#: Default number of entries that :func:`big_check` compares.
SAMPLE = 100_000


class TableReply(Reply):
    """A reply about a large table."""

    __slots__ = ()

    @property
    def game(self) -> str:
        """The game, in the syntax of queries."""
        return str(self.data["game"])

    @property
    def entries(self) -> str:
        """The kind of the entries: ``"outcomes"``, ``"remoteness"`` or ``"values"``."""
        return str(self.data["entries"])

    @property
    def positions(self) -> int:
        """The number of indices of the table.

        Most indices correspond to a position; the others are unused.
        """
        return int(self.data["positions"])


class BigPlan(TableReply):
    """The estimated cost of a large table.

    ``data`` is the output of ``grundy big plan --json``, with sizes in bytes and times in seconds.
    """

    __slots__ = ()

    @property
    def tiers(self) -> list[int]:
        """The number of indices of each tier, beginning with the lowest tier."""
        return list(self.data["tiers"])

    @property
    def memory(self) -> float:
        """Memory to build the table as one share, in bytes."""
        return float(self.data["memory"])

    @property
    def seconds(self) -> float:
        """Time to build the table as one share on this machine, in seconds."""
        return float(self.data["seconds"])

    def __repr__(self) -> str:
        size = f"{self.positions} positions in {len(self.tiers)} tiers"
        return f"<BigPlan of {self.game}: {self.entries}, {size}>"


class BigStatus(TableReply):
    """The progress of a large table. ``data`` is the output of ``grundy big status --json``."""

    __slots__ = ()

    @property
    def done(self) -> int:
        """The number of indices in complete tiers."""
        return int(self.data["done"])

    @property
    def complete(self) -> bool:
        """Whether every tier is complete."""
        return not self.data["incomplete"]

    def __repr__(self) -> str:
        progress = f"{self.done} of {self.positions} positions"
        return f"<BigStatus of {self.game}: {self.entries}, {progress}>"


class BigCheck(Reply):
    """The result of a verification of a large table.

    The result is true in a condition if every compared entry is consistent with its options.
    ``data`` is the output of ``grundy big check --json``.
    """

    __slots__ = ()

    @property
    def fits(self) -> bool:
        """Whether every entry that was compared is consistent with the entries of its options."""
        return bool(self.data["fits"])

    @property
    def status(self) -> str | None:
        """The status of the table: ``"proved"``, ``"computed"`` or ``None``.

        ``"proved"`` is possible only if all entries were compared. ``None`` means that an entry
        is inconsistent.
        """
        return self.data.get("status")

    @property
    def why(self) -> str | None:
        """The first inconsistent entry and the reason; ``None`` if there is no such entry."""
        return self.data.get("why")

    def __bool__(self) -> bool:
        return self.fits

    def __repr__(self) -> str:
        if not self.fits:
            return f"<BigCheck: {self.why}>"
        return f"<BigCheck: {self.status}, {self.data['entries']} entries>"


def store_name(store: str | PathLike[str]) -> str:
    """Return the absolute path of a store, so that it does not depend on the working directory.

    A URL is returned unchanged.
    """
    name = os.fspath(store)
    return name if "://" in name else os.path.abspath(name)


def number(name: str, value: SupportsIndex, low: int, high: int) -> int:
    """Return an argument as an integer, and raise ``ValueError`` if the integer is out of range."""
    found = operator.index(value)
    if not low <= found <= high:
        raise ValueError(f"{name}: expected an integer from {low} to {high}, found {found}")
    return found


def table_source(game: Game | Position | str) -> _core.Game | _core.Position | str:
    """Return the Rust object for the first argument of :func:`plan` and :func:`solve`."""
    if isinstance(game, (Game, Position)):
        return game._core
    if not isinstance(game, str):
        found = type(game).__name__
        raise TypeError(f"game: expected a game, a position or its text, found {found}")
    return game


def plan(
    session: Session,
    game: Game | Position | str,
    *,
    entries: str | None = None,
    shares: Iterable[SupportsIndex] = (2, 4, 16),
    stream: bool = False,
    **limits: Unpack[Limits],
) -> BigPlan:
    """See :meth:`Session.big_plan`."""
    counts = [number("shares", count, 1, 65_536) for count in shares]
    with call_options(dict(limits)) as call:
        source = table_source(game)
        return BigPlan(*session._core.big_plan(source, (entries, stream), counts, call))


def solve(
    session: Session,
    game: Game | Position | str,
    store: str | PathLike[str],
    *,
    entries: str | None = None,
    shares: SupportsIndex | None = None,
    threads: SupportsIndex = 1,
    checkpoint: float = 10.0,
    stream: bool = False,
    **limits: Unpack[Limits],
) -> BigStatus:
    """See :meth:`Session.big_solve`."""
    count = None if shares is None else number("shares", shares, 1, 65_536)
    settings = (count, number("threads", threads, 1, 4_096), float(checkpoint))
    with call_options(dict(limits)) as call:
        source, name = table_source(game), store_name(store)
        reply = session._core.big_solve(source, name, (entries, stream), settings, call)
        return BigStatus(*reply)


def big_status(store: str | PathLike[str], **limits: Unpack[Limits]) -> BigStatus:
    """Return the progress of the table in a store, without reading entries.

    Raises :class:`StoreError` if there is no store or it cannot be read.

    >>> import grundy as gr, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     status = gr.big_solve("ladders(12, 3)", folder)
    ...     gr.big_status(folder)
    <BigStatus of ladders(12): remoteness, 232 of 232 positions>
    """
    with call_options(dict(limits)) as call:
        return BigStatus(*_core.big_status(store_name(store), call))


def big_check(
    store: str | PathLike[str],
    *,
    sample: SupportsIndex | None = None,
    seed: SupportsIndex | None = None,
    all: bool = False,
    **limits: Unpack[Limits],
) -> BigCheck:
    """Compare the entries of a store with the entries of their options.

    The comparison uses the reference interpreter, which is independent of the table builder.

    :param sample: approximate number of entries to compare, 100,000 by default.
    :param seed: selects the entries of the sample, 0 by default.
    :param all: compare all entries. This comparison proves the table if the entries contain the
        number of moves, or if play cannot cycle.

    Raises :class:`StoreError` if the store cannot be used, and ``ValueError`` if ``all`` is
    combined with ``sample`` or ``seed``.

    >>> import grundy as gr, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     status = gr.big_solve("ladders(12, 3)", folder)
    ...     gr.big_check(folder, all=True).status
    'proved'
    """
    if all and (sample is not None or seed is not None):
        raise ValueError("all=True compares every entry; remove sample and seed")
    count = SAMPLE if sample is None else number("sample", sample, 1, 2**63 - 1)
    start = 0 if seed is None else number("seed", seed, 0, 2**63 - 1)
    with call_options(dict(limits)) as call:
        return BigCheck(*_core.big_check(store_name(store), None if all else (count, start), call))

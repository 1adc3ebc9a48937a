"""Large tables: what one would cost, making it in a store, how far it is, its proof. docs/big.md of the project tells more."""

from __future__ import annotations

import operator
import os
from collections.abc import Iterable
from os import PathLike
from typing import TYPE_CHECKING, SupportsIndex, Unpack

from grundy import _core
from grundy._answer import Reply
from grundy._game import Game
from grundy._limits import Limits, given
from grundy._position import Position

if TYPE_CHECKING:
    from grundy._session import Session

#: How many entries are compared where nobody says it.
SAMPLE = 100_000


class OfTable(Reply):
    """What is said of a large table."""

    __slots__ = ()

    @property
    def game(self) -> str:
        """The game, as a question says it."""
        return str(self.data["game"])

    @property
    def what(self) -> str:
        """What the table says: ``"outcomes"``, ``"remoteness"`` or ``"values"``."""
        return str(self.data["what"])

    @property
    def positions(self) -> int:
        """How many places the table has."""
        return int(self.data["positions"])


class BigPlan(OfTable):
    """What a large table would cost; ``data`` is what ``grundy big plan --json`` says, sizes in bytes and times in seconds."""

    __slots__ = ()

    @property
    def tiers(self) -> list[int]:
        """How many places each tier has, the least first."""
        return list(self.data["tiers"])

    @property
    def memory(self) -> float:
        """Bytes that making it takes, as one share."""
        return float(self.data["memory"])

    @property
    def seconds(self) -> float:
        """How long making it takes here, as one share."""
        return float(self.data["seconds"])

    def __repr__(self) -> str:
        return f"<BigPlan of {self.game}: {self.what}, {self.positions} places in {len(self.tiers)} tiers>"


class BigStatus(OfTable):
    """How far a large table is; ``data`` is what ``grundy big status --json`` says."""

    __slots__ = ()

    @property
    def done(self) -> int:
        """How many places lie in tiers that are whole."""
        return int(self.data["done"])

    @property
    def whole(self) -> bool:
        """Whether every tier is."""
        return not self.data["open"]

    def __repr__(self) -> str:
        return f"<BigStatus of {self.game}: {self.what}, {self.done} of {self.positions} places>"


class BigCheck(Reply):
    """What a check of a large table found; true if nothing fails. ``data`` is what ``grundy big check --json`` says."""

    __slots__ = ()

    @property
    def fits(self) -> bool:
        """Whether every entry that was compared fits those of its options."""
        return bool(self.data["fits"])

    @property
    def status(self) -> str | None:
        """``"proved"`` where all entries were compared, else ``"computed"``; ``None`` where one does not fit."""
        return self.data.get("status")

    @property
    def why(self) -> str | None:
        """Which entry does not fit, and why."""
        return self.data.get("why")

    def __bool__(self) -> bool:
        return self.fits

    def __repr__(self) -> str:
        return f"<BigCheck: {self.status}, {self.data['entries']} entries>" if self.fits else f"<BigCheck: {self.why}>"


def place(store: str | PathLike[str]) -> str:
    """A store by a name that stays right in another folder; a URL is left as it is."""
    name = os.fspath(store)
    return name if "://" in name else os.path.abspath(name)


def number(name: str, given: SupportsIndex, low: int, high: int) -> int:
    """A whole number within bounds."""
    found = operator.index(given)
    if not low <= found <= high:
        raise ValueError(f"{name}: a number from {low} to {high} is expected, not {found}")
    return found


def core(game: Game | Position | str) -> _core.Kind | _core.Known | str:
    """What a table is made of, as Rust has it."""
    if isinstance(game, Game):
        return game._kind
    if isinstance(game, Position):
        return game._known
    if not isinstance(game, str):
        raise TypeError(f"a game, a position or the text of one is expected, not {type(game).__name__}")
    return game


def plan(
    session: Session,
    game: Game | Position | str,
    *,
    what: str | None = None,
    shares: Iterable[SupportsIndex] = (2, 4, 16),
    stream: bool = False,
    **limits: Unpack[Limits],
) -> BigPlan:
    """See :meth:`Session.big_plan`."""
    cut = [number("shares", one, 1, 65_536) for one in shares]
    with given(dict(limits)) as told:
        return BigPlan(*session._core.big_plan(core(game), (what, stream), cut, told))


def solve(
    session: Session,
    game: Game | Position | str,
    store: str | PathLike[str],
    *,
    what: str | None = None,
    shares: SupportsIndex | None = None,
    threads: SupportsIndex = 1,
    checkpoint: float = 10.0,
    stream: bool = False,
    **limits: Unpack[Limits],
) -> BigStatus:
    """See :meth:`Session.big_solve`."""
    cut = None if shares is None else number("shares", shares, 1, 65_536)
    making = (cut, number("threads", threads, 1, 4_096), float(checkpoint))
    with given(dict(limits)) as told:
        return BigStatus(*session._core.big_solve(core(game), place(store), (what, stream), making, told))


def big_status(store: str | PathLike[str], **limits: Unpack[Limits]) -> BigStatus:
    """How far the table of a store is. No entry is read.

    >>> import grundy as gr, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = gr.big_solve("ladders(12, 3)", folder)
    ...     gr.big_status(folder)
    <BigStatus of ladders(12): remoteness, 232 of 232 places>
    """
    with given(dict(limits)) as told:
        return BigStatus(*_core.big_status(place(store), told))


def big_check(
    store: str | PathLike[str],
    *,
    sample: SupportsIndex | None = None,
    seed: SupportsIndex | None = None,
    all: bool = False,
    **limits: Unpack[Limits],
) -> BigCheck:
    """Compares entries of a store with those of their options by the reference interpreter: about ``sample`` of them (100,000), chosen by
    ``seed``, or ``all``, which is a proof of the table.

    >>> import grundy as gr, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = gr.big_solve("ladders(12, 3)", folder)
    ...     gr.big_check(folder, all=True).status
    'proved'
    """
    if all and (sample is not None or seed is not None):
        raise ValueError("all: every entry is compared; leave sample and seed out")
    count = SAMPLE if sample is None else number("sample", sample, 1, 2**63 - 1)
    which = 0 if seed is None else number("seed", seed, 0, 2**63 - 1)
    with given(dict(limits)) as told:
        return BigCheck(*_core.big_check(place(store), None if all else (count, which), told))

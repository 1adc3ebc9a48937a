"""Positions and moves."""

from __future__ import annotations

import operator
import warnings
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal, Unpack

from grundy import _core, _html
from grundy._answer import Answer, Explanation, Graph, Reasons
from grundy._limits import Options, given, request

if TYPE_CHECKING:
    from grundy._session import Session


class Move:
    """A move of a position: ``leaves`` is the position after it."""

    __slots__ = ("_from", "_made", "leaves")

    def __init__(self, position: Position, made: _core.Made) -> None:
        self._from = position
        self._made = made
        self.leaves: Position = Position(position._session, made.leaves)

    @property
    def position(self) -> Position:
        """The position that it is a move of."""
        return self._from

    @property
    def words(self) -> str | None:
        """What the rules call it, if they do; the steps of a move in several components are joined by ``"; "``."""
        called = self._made.words
        return None if None in called else "; ".join(word for word in called if word is not None)

    @property
    def components(self) -> list[int]:
        """The components that it is made in, from 0 on."""
        return self._made.components

    @property
    def choices(self) -> list[tuple[int, ...]]:
        """For each step the numbers that were chosen."""
        return [tuple(chosen) for chosen in self._made.choices]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return (self._from, self._made.text, self.choices, self.leaves) == (other._from, other._made.text, other.choices, other.leaves)

    def __hash__(self) -> int:
        return hash((self._from, self._made.text, self.leaves))

    def __str__(self) -> str:
        return self._made.text

    def __repr__(self) -> str:
        return f"<Move {self._made.text} -> {self.leaves}>"


class Position:
    """A position of a game, or a sum of several.

    Positions are values: they compare, hash, pickle and copy. ``+`` makes the sum, a number in front makes copies. What is asked of them
    without options is answered once and kept.

    >>> import grundy as gr
    >>> p = gr.position("kayles[12] + nim[7]")
    >>> p.outcome, p.value
    ('N', 3)
    >>> p == gr.game("nim")[7] + gr.game("kayles")[12]
    True
    """

    __slots__ = ("_answer", "_known", "_session", "_outcome_and_value")

    def __init__(self, session: Session, known: _core.Known) -> None:
        self._session = session
        self._known = known
        self._answer: Answer | None = None
        self._outcome_and_value: tuple[str, int | str | None] | None = None

    @property
    def answer(self) -> Answer:
        """The answer to the question without options."""
        if self._answer is None:
            self._answer = self.solve()
        return self._answer

    def _evaluated(self) -> tuple[str, int | str | None]:
        """The outcome and the value, without a proof."""
        if self._outcome_and_value is None:
            if self._answer is not None:
                self._outcome_and_value = (self._answer.outcome, self._answer.value)
            else:
                with given({}) as limits:
                    self._outcome_and_value = self._session._core.value(self._known, limits)
        return self._outcome_and_value

    @property
    def outcome(self) -> str:
        """``"N"``: the player to move wins; ``"P"``: the other one; ``"D"``: a draw. Unlike :attr:`answer`, it is not proved."""
        return self._evaluated()[0]

    @property
    def value(self) -> int | str | None:
        """The Grundy value, or what else decides the sum; see :attr:`Answer.value`. Unlike :attr:`answer`, it is not
        proved, so many positions can be evaluated quickly."""
        return self._evaluated()[1]

    @property
    def status(self) -> str:
        """How far the answer may be trusted."""
        return self.answer.status

    @property
    def components(self) -> list[Position]:
        """The components, each a position."""
        with given({}) as limits:
            parts = self._session._core.components(self._known, limits)
        return [Position(self._session, part) for part in parts]

    def _ask(self, ask: str, options: dict[str, Any]) -> tuple[Any, str | None]:
        with given(options) as limits:
            return self._session._core.request(request(ask, options), limits, position=self._known)

    def solve(
        self, *, winner: bool = False, certificate: bool = False, measure: str | None = None, **options: Unpack[Options]
    ) -> Answer:
        """Who wins, and what the position is worth.

        ``winner``: only who wins. ``certificate``: with a checked certificate. ``measure``: ``"remoteness"``, ``"suspense"``,
        ``"misere"`` … instead of what decides. ``play``, ``sum``, ``until`` say how it is played instead of what the rules say;
        ``without`` switches theorems and engines off; ``laws`` are texts of certificates of laws, which answer for their games once
        they are checked; ``time`` is in seconds, ``memory`` in bytes or as ``"2G"``.
        """
        told: dict[str, Any] = dict(options)
        told.update(winner=winner or None, certificate=certificate or None, value=measure)
        return Answer(*self._ask("solve", told))

    def _moves(self, legal: bool, options: dict[str, Any]) -> list[Move]:
        with given(options) as limits:
            made, more = self._session._core.moves(self._known, legal, request("moves", options, question=""), limits)
        if more is not None:
            warnings.warn(more, UserWarning, stacklevel=3)
        return [Move(self, one) for one in made]

    def moves(self, **options: Unpack[Options]) -> list[Move]:
        """Every winning move. Where they are too many to be listed the first are, and a warning says so."""
        return self._moves(False, dict(options))

    def options(self, **options: Unpack[Options]) -> list[Move]:
        """Every legal move, in the order of the components and of the rules."""
        return self._moves(True, dict(options))

    def play(self, move: Move | str) -> Position:
        """The position that a move leaves: one of :meth:`options`, or what one is called.

        >>> import grundy as gr
        >>> gr.position("nim[7] + nim[2]").play("in nim[7]: take 5").value
        0
        """
        if isinstance(move, Move):
            if move.position != self:
                raise ValueError(f"{move} is a move of {move.position}, not of {self}")
            return move.leaves
        called = [one for one in self.options() if move in (str(one), one.words)]
        if not called:
            raise ValueError(f"no move of {self} is called {move!r}")
        if any(one.leaves != called[0].leaves for one in called):
            raise ValueError(f"several moves of {self} are called {move!r}: {', '.join(map(str, called))}")
        return called[0].leaves

    def explain(self, *, analyze: bool = False, **options: Unpack[Options]) -> Explanation:
        """How the position is answered: facts, each attempt and its reason; with the answer if ``analyze``."""
        return Explanation(*self._ask("explain", {**options, "analyze": analyze or None}))

    def why(self, **options: Unpack[Options]) -> Reasons:
        """Why the position is won or lost and has its value."""
        return Reasons(*self._ask("why", dict(options)))

    def graph(self, *, limit: int = 2_000, **options: Unpack[Options]) -> Graph:
        """The game graph below the position, of at most ``limit`` positions."""
        return Graph(*self._ask("graph", {**options, "limit": operator.index(limit)}))

    def export(self, to: Literal["cgsuite", "dot", "graphml"], *, limit: int = 10_000, **options: Unpack[Options]) -> str:
        """The position as text for another program: a script of CGSuite, or its game graph for Graphviz, or for NetworkX, yEd and others.

        >>> import grundy as gr
        >>> print(gr.position("kayles[12] + nim[7]").export("cgsuite"))
        // kayles[12] + nim[7]
        // Its Grundy value is 3: the last line should give *3.
        r1 := game.heap.TakeAndBreak("0.77");
        r2 := game.heap.TakeAndBreak("0.[3]");
        (r1(12) + r2(7)).CanonicalForm;
        <BLANKLINE>
        """
        wanted = {**options, "limit": operator.index(limit)}
        if to == "cgsuite":
            return str(self._ask("export", {**wanted, "to": to})[0]["text"])
        if to in ("dot", "graphml"):
            return str(self._ask("graph", {**wanted, "format": to})[0]["picture"])
        raise ValueError(f"to={to!r}: expected 'cgsuite', 'dot' or 'graphml'")

    def stats(self, **options: Unpack[Options]) -> dict[str, Any]:
        """How large the game is from here on."""
        told: dict[str, Any] = self._ask("stats", dict(options))[0]
        return told

    @property
    def svg(self) -> str:
        """A picture of the position."""
        return str(self._ask("draw", {"format": "svg"})[0]["picture"])

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the picture to a file."""
        _html.save(path, self.svg)

    def _sum(self, positions: list[Position]) -> Position:
        for position in positions:
            if position._session is not self._session:
                raise ValueError("positions of two sessions have no sum")
        with given({}) as limits:
            return Position(self._session, self._session._core.sum([position._known for position in positions], limits))

    def __add__(self, other: object) -> Position:
        if not isinstance(other, Position):
            return NotImplemented
        return self._sum([self, other])

    def __radd__(self, other: object) -> Position:
        # What sum([...]) begins with.
        if isinstance(other, int) and other == 0:
            return self
        return NotImplemented

    def __mul__(self, copies: object) -> Position:
        if isinstance(copies, Position):
            return NotImplemented
        try:
            count = operator.index(copies)  # type: ignore[arg-type]
        except TypeError:
            return NotImplemented
        if not 0 <= count <= 100_000:
            raise ValueError(f"0 to 100,000 copies of a position make a sum, not {count}")
        return self._sum([self] * count)

    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        return self._known == other._known if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._known)

    def __str__(self) -> str:
        return self._known.text

    def __repr__(self) -> str:
        return f"<Position {self._known.text}>"

    def _repr_html_(self) -> str:
        try:
            drawn = _html.picture(self.svg, "position.save('position.svg')")
        except (ValueError, RuntimeError, KeyError):
            drawn = ""
        return _html.page(f"<p><code>{_html.escape(str(self))}</code></p>{drawn}")

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: object) -> Position:
        return self

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return (_restore, self._session._dismantled(self))


def _restore(parts: list[Any], left: list[Any], play: str | None) -> Position:
    """A position again, in the session of the module."""
    from grundy import _session

    return _session.default._restored(parts, left, play)

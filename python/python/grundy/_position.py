"""Positions and moves."""

from __future__ import annotations

import operator
import warnings
from fractions import Fraction
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal, Unpack

from grundy import _core, _html
from grundy._answer import Answer, Explanation, Graph, Reasons, Thermograph
from grundy._limits import Options, call_options, request

if TYPE_CHECKING:
    from grundy._session import Session


class Move:
    """A move of a position. ``leaves`` is the position after the move."""

    __slots__ = ("_from", "_core", "leaves")

    def __init__(self, position: Position, core: _core.Move) -> None:
        self._from = position
        self._core = core
        self.leaves: Position = Position(position._session, core.leaves)

    @property
    def position(self) -> Position:
        """The position in which the move is made."""
        return self._from

    @property
    def label(self) -> str | None:
        """The label of the move, such as ``"take 3"``, or ``None`` if it has no label.

        If a move changes several components, ``"; "`` joins the labels of the steps.
        """
        labels = self._core.labels
        return None if None in labels else "; ".join(one for one in labels if one is not None)

    @property
    def components(self) -> list[int]:
        """The indices of the components that the move changes, starting at 0."""
        return self._core.components

    @property
    def choices(self) -> list[tuple[int, ...]]:
        """For each step of the move, the numbers that the player chooses."""
        return [tuple(chosen) for chosen in self._core.choices]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        own = (self._from, self._core.text, self.choices, self.leaves)
        return own == (other._from, other._core.text, other.choices, other.leaves)

    def __hash__(self) -> int:
        return hash((self._from, self._core.text, self.leaves))

    def __str__(self) -> str:
        return self._core.text

    def __repr__(self) -> str:
        return f"<Move {self._core.text} -> {self.leaves}>"


class Position:
    """A position of a game, or a sum of positions.

    Positions are values: they can be compared, hashed, pickled and copied. ``+`` returns the sum,
    and a factor returns a sum of copies. Results of queries without options are cached.

    >>> import grundy as gr
    >>> p = gr.position("kayles[12] + nim[7]")
    >>> p.outcome, p.value
    ('N', 3)
    >>> p == gr.game("nim")[7] + gr.game("kayles")[12]
    True
    """

    __slots__ = ("_answer", "_core", "_session", "_outcome_and_value")

    def __init__(self, session: Session, core: _core.Position) -> None:
        self._session = session
        self._core = core
        self._answer: Answer | None = None
        self._outcome_and_value: tuple[str, int | str | None] | None = None

    @property
    def answer(self) -> Answer:
        """The answer to the query without options. The answer is computed once and cached."""
        if self._answer is None:
            self._answer = self.solve()
        return self._answer

    def _evaluated(self) -> tuple[str, int | str | None]:
        """Return the outcome and the value, without a proof."""
        if self._outcome_and_value is None:
            if self._answer is not None:
                self._outcome_and_value = (self._answer.outcome, self._answer.value)
            else:
                with call_options({}) as limits:
                    self._outcome_and_value = self._session._core.value(self._core, limits)
        return self._outcome_and_value

    @property
    def outcome(self) -> str:
        """The outcome.

        ``"N"`` if the player to move wins, ``"P"`` if the other player wins, ``"D"`` for a draw,
        and ``"L"`` or ``"R"`` as for :attr:`Answer.outcome` if the players have different moves.
        Unlike the outcome in :attr:`answer`, this outcome is not proved.
        """
        return self._evaluated()[0]

    @property
    def value(self) -> int | str | None:
        """The Grundy value, or the quantity that decides the sum; see :attr:`Answer.value`.

        Unlike the value in :attr:`answer`, this value is not proved, so many positions can be
        evaluated quickly.
        """
        return self._evaluated()[1]

    @property
    def mean(self) -> Fraction | None:
        """The mean of the value; see :attr:`Answer.mean`."""
        return self.answer.mean

    @property
    def temperature(self) -> Fraction | None:
        """The temperature of the value; see :attr:`Answer.temperature`.

        >>> import grundy as gr
        >>> p = gr.position("domineering(2, 2)")
        >>> p.outcome, p.value, p.temperature
        ('N', '+-1', Fraction(1, 1))
        """
        return self.answer.temperature

    @property
    def stops(self) -> tuple[Fraction, Fraction] | None:
        """The left stop and the right stop; see :attr:`Answer.stops`."""
        return self.answer.stops

    @property
    def thermograph(self) -> Thermograph | None:
        """The thermograph of the value; see :attr:`Answer.thermograph`."""
        return self.answer.thermograph

    @property
    def status(self) -> str:
        """The status of :attr:`answer`, such as ``"proved"``."""
        return self.answer.status

    @property
    def components(self) -> list[Position]:
        """The components, each as a position."""
        with call_options({}) as limits:
            parts = self._session._core.components(self._core, limits)
        return [Position(self._session, part) for part in parts]

    def _ask(self, ask: str, options: dict[str, Any]) -> tuple[Any, str | None]:
        with call_options(options) as limits:
            return self._session._core.request(request(ask, options), limits, position=self._core)

    def solve(
        self,
        *,
        winner: bool = False,
        certificate: bool = False,
        measure: str | None = None,
        to_move: Literal["left", "right"] | None = None,
        **options: Unpack[Options],
    ) -> Answer:
        """Return the outcome and the value of the position, with a proof if possible.

        :param winner: compute only the outcome.
        :param certificate: also return a checked certificate.
        :param measure: the measure to return as the value, such as ``"remoteness"``,
            ``"suspense"`` or ``"misere"``, instead of the measure that decides the sum.
        :param to_move: the player who begins, if the players have different moves.
        :param play: the convention of play, ``"normal"`` or ``"misere"``, which replaces the
            convention of the rules. ``sum`` and ``until`` replace the conventions for sums and for
            the end of play.
        :param without: names of theorems and engines to switch off.
        :param laws: texts of certificates of laws. Each certificate is checked, and used for its
            game.
        :param time: limit in seconds.
        :param memory: limit in bytes, or as a text such as ``"2G"``.

        Raises :class:`Stopped` if a limit is reached, :class:`Unsupported` if no method can answer
        the query, and :class:`Fault` if the rules fail during play.
        """
        chosen: dict[str, Any] = dict(options)
        chosen.update(winner=winner or None, certificate=certificate or None, value=measure)
        chosen.update(to_move=to_move)
        return Answer(*self._ask("solve", chosen))

    def _moves(self, legal: bool, options: dict[str, Any]) -> list[Move]:
        with call_options(options) as limits:
            query = request("moves", options, question="")
            moves, more = self._session._core.moves(self._core, legal, query, limits)
        if more is not None:
            warnings.warn(more, UserWarning, stacklevel=3)
        return [Move(self, one) for one in moves]

    def moves(
        self, *, to_move: Literal["left", "right"] | None = None, **options: Unpack[Options]
    ) -> list[Move]:
        """Return the winning moves.

        :param to_move: the player whose moves are returned, if the players have different moves.

        If there are too many winning moves to list, only the first are returned, with a
        ``UserWarning``.
        """
        return self._moves(False, {**options, "to_move": to_move})

    def options(
        self, *, to_move: Literal["left", "right"] | None = None, **options: Unpack[Options]
    ) -> list[Move]:
        """Return the legal moves, in the order of the components and of the rules.

        :param to_move: the player whose moves are returned, if the players have different moves.
        """
        return self._moves(True, {**options, "to_move": to_move})

    def play(self, move: Move | str) -> Position:
        """Return the position after a move, given as a :class:`Move` or as a text.

        The text is the label of the move, or the result of ``str(move)``. Both may be in English
        or in Chinese. Raises ``ValueError`` if the text matches no move or several different
        moves, or if the :class:`Move` belongs to another position.

        >>> import grundy as gr
        >>> gr.position("nim[7] + nim[2]").play("in nim[7]: take 5").value
        0
        """
        if isinstance(move, Move):
            if move.position != self:
                raise ValueError(f"{move} is a move of {move.position}, not of {self}")
            return move.leaves
        matches = [one for one in self.options() if move in (str(one), one.label, *one._core.others)]
        if not matches:
            raise ValueError(f"unknown move {move!r} of {self}")
        if any(one.leaves != matches[0].leaves for one in matches):
            found = ", ".join(map(str, matches))
            raise ValueError(f"several moves of {self} match {move!r}: {found}")
        return matches[0].leaves

    def explain(self, *, analyze: bool = False, **options: Unpack[Options]) -> Explanation:
        """Return facts about the games, and the methods tried, each with its result and reason.

        :param analyze: also compute the answer.
        """
        return Explanation(*self._ask("explain", {**options, "analyze": analyze or None}))

    def why(self, **options: Unpack[Options]) -> Reasons:
        """Return the reasons for the outcome and the value of the position."""
        return Reasons(*self._ask("why", dict(options)))

    def graph(self, *, limit: int = 2_000, **options: Unpack[Options]) -> Graph:
        """Return the game graph below the position.

        Raises ``ValueError`` if the graph has more than ``limit`` positions.
        """
        return Graph(*self._ask("graph", {**options, "limit": operator.index(limit)}))

    def export(
        self,
        to: Literal["cgsuite", "dot", "graphml"],
        *,
        limit: int = 10_000,
        **options: Unpack[Options],
    ) -> str:
        """Return the position as text for another program.

        :param to: ``"cgsuite"`` for a script of CGSuite, ``"dot"`` for the game graph in the
            format of Graphviz, or ``"graphml"`` for the game graph for NetworkX, yEd and others.
        :param limit: maximum number of positions of the game graph.

        >>> import grundy as gr
        >>> print(gr.position("kayles[12] + nim[7]").export("cgsuite"))
        // kayles[12] + nim[7]
        // Its Grundy value is 3: the last line should give *3.
        r1 := game.heap.TakeAndBreak("0.77");
        r2 := game.heap.TakeAndBreak("0.[3]");
        (r1(12) + r2(7)).CanonicalForm;
        <BLANKLINE>
        """
        chosen = {**options, "limit": operator.index(limit)}
        if to == "cgsuite":
            return str(self._ask("export", {**chosen, "to": to})[0]["text"])
        if to in ("dot", "graphml"):
            return str(self._ask("graph", {**chosen, "format": to})[0]["picture"])
        raise ValueError(f"to: expected 'cgsuite', 'dot' or 'graphml', found {to!r}")

    def stats(self, **options: Unpack[Options]) -> dict[str, Any]:
        """Return statistics of the game below the position, as docs/json.md describes them."""
        reply: dict[str, Any] = self._ask("stats", dict(options))[0]
        return reply

    @property
    def svg(self) -> str:
        """A picture of the position in SVG."""
        return str(self._ask("draw", {"format": "svg"})[0]["picture"])

    def save(self, path: str | PathLike[str]) -> None:
        """Write the picture to a file, in SVG."""
        _html.save(path, self.svg)

    def _sum(self, positions: list[Position]) -> Position:
        for position in positions:
            if position._session is not self._session:
                raise ValueError("cannot add positions of different sessions")
        with call_options({}) as limits:
            cores = [position._core for position in positions]
            return Position(self._session, self._session._core.sum(cores, limits))

    def __add__(self, other: object) -> Position:
        if not isinstance(other, Position):
            return NotImplemented
        return self._sum([self, other])

    def __radd__(self, other: object) -> Position:
        # The initial value of sum([...]).
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
            raise ValueError(f"expected 0 to 100,000 copies of a position, found {count}")
        return self._sum([self] * count)

    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        return self._core == other._core if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._core)

    def __str__(self) -> str:
        return self._core.text

    def __repr__(self) -> str:
        return f"<Position {self._core.text}>"

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
        return (_restore, self._session._pickled(self))


def _restore(parts: list[Any], left: list[Any], play: str | None) -> Position:
    """Restore a pickled position in the default session."""
    from grundy import _session

    return _session.default._restored(parts, left, play)

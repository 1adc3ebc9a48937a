"""Sessions: what knows games and remembers what it found. The functions of the module belong to one session."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from os import PathLike, fspath
from typing import Any, SupportsIndex, Unpack, overload

from grundy import _big, _core
from grundy._big import BigPlan, BigStatus
from grundy._game import FunctionGame, Game
from grundy._limits import Limits, given, lang
from grundy._position import Position

#: What a rule text is called that comes from no file.
RULES = "<rules>"


class Session:
    """Games and what was found out about them. It may be asked by several threads, which it serves one after the other, without holding
    Python meanwhile."""

    def __init__(self) -> None:
        self._core = _core.Session()
        self._functions: list[FunctionGame] = []

    def position(self, text: str, **limits: Unpack[Limits]) -> Position:
        """The position that a text means: the text of every question of Grundy.

        >>> import grundy as gr
        >>> gr.position("2 * nim[3] + kayles[5]")
        <Position nim[3] + nim[3] + kayles[5]>
        """
        with given(dict(limits)) as told:
            return Position(self, self._core.position(text, told))

    def game(self, name: str, **limits: Unpack[Limits]) -> Game:
        """The game that a name means, with its arguments: ``game("bash(5)")``."""
        with given(dict(limits)) as told:
            return Game(self, self._core.game(name, told))

    @overload
    def rules(self, rules: str) -> Game: ...
    @overload
    def rules(self, rules: Callable[[Any], Iterable[Any]]) -> FunctionGame: ...
    def rules(self, rules: Any) -> Game | FunctionGame:
        """The game of a rule text, or of a function; as a decorator too. Of several games in a text it is the last.

        A name that was declared before means the new game from now on; positions made before keep theirs.

        >>> import grundy as gr
        >>> take = gr.rules("game Take { state n in 0..  move k in 1..3 : [n - k] }")
        >>> take[10].value
        2
        """
        if isinstance(rules, str):
            return self._loaded(RULES, rules)[-1]
        if not callable(rules):
            raise TypeError("a rule text or a function is expected")
        name = getattr(rules, "__name__", type(rules).__name__)
        with given({}) as limits:
            game = FunctionGame(self, self._core.function(name, rules, limits), rules)
        self._functions.append(game)
        return game

    def load(self, path: str | PathLike[str]) -> Game:
        """The game of a file: rules, or a graph or board by the ending of its name. Of several games in a file it is the last."""
        with open(path, encoding="utf-8") as file:
            return self._loaded(fspath(path), file.read())[-1]

    def _loaded(self, name: str, text: str) -> list[Game]:
        with given({}) as limits:
            return [Game(self, kind) for kind in self._core.load(name, text, limits)]

    def load_store(self, store: str | PathLike[str], **limits: Unpack[Limits]) -> Game:
        """The game of a store of a large table, a folder that :meth:`big_solve` or ``grundy big solve`` made. From now on every question of
        this session about it asks the store first, and reads one block of it for a position.

        Where the session knows no game with these rules, the store brings them along. A store of the same name is asked anew. What a store
        needs in memory stays there until the program ends. Where it cannot be read a question raises :class:`StoreError`;
        ``without=["store"]`` asks none.

        >>> import grundy as gr, tempfile
        >>> session = gr.Session()
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     made = session.big_solve("ladders(30, 3)", folder)
        ...     session.load_store(folder)[20, 18, 7].solve().methods
        ['store']
        """
        place = _big.place(store)
        with given(dict(limits)) as told:
            return Game(self, self._core.load_store(place, told))

    def big_plan(
        self,
        game: Game | Position | str,
        *,
        what: str | None = None,
        shares: Iterable[SupportsIndex] = (2, 4, 16),
        stream: bool = False,
        **limits: Unpack[Limits],
    ) -> BigPlan:
        """What a large table of a game would cost: places, memory, disk, time, also for several numbers of shares. Nothing is kept.

        ``game`` may be a position or the text of one: the table goes up to its numbers where the rules set no bound. ``what``:
        ``"remoteness"`` by itself for games that may go round, ``"values"`` for others, or ``"outcomes"``. ``stream``: read
        lower tiers in order.

        >>> import grundy as gr
        >>> gr.big_plan("ladders(30, 3)")
        <BigPlan of ladders(30): remoteness, 4090 places in 4 tiers>
        """
        return _big.plan(self, game, what=what, shares=shares, stream=stream, **limits)

    def big_solve(
        self,
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
        """Makes a large table in a store, a folder, or goes on with it, and says how far it is. ``game``, ``what`` and ``stream``
        are those of :meth:`big_plan`.

        Each tier is cut into ``shares``, without it into as many as there are ``threads``, or more where ``memory`` asks for it; they are kept
        every ``checkpoint`` seconds at the most. What was made before Ctrl-C or a limit (``time``, ``memory``) stays, and the same call
        goes on with it. The session answers other threads meanwhile. What it chooses where memory is short it tells the logger ``grundy``.

        >>> import grundy as gr, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     gr.big_solve("ladders(30, 3)", folder, shares=2)
        <BigStatus of ladders(30): remoteness, 4090 of 4090 places>
        """
        return _big.solve(
            self, game, store, what=what, shares=shares, threads=threads, checkpoint=checkpoint, stream=stream, **limits
        )

    def ask(self, request: dict[str, Any], **limits: Unpack[Limits]) -> Any:
        """The reply to any request of Grundy, as docs/json.md describes them.

        >>> import grundy as gr
        >>> gr.ask({"ask": "law", "question": "bash(3)"})["status"]["kind"]
        'proved'
        """
        # A time that is given takes the place of default bounds.
        patient = {"patient": True} if limits.get("time") is not None else {}
        options = {"lang": lang(), **patient, **request.get("options", {})}
        with given(dict(limits)) as told:
            return self._core.request(json.dumps({**request, "options": options}), told)[0]

    def _dismantled(self, position: Position) -> tuple[Any, ...]:
        """What a position is made of, for a pickle."""
        with given({}) as limits:
            parts, left, play = self._core.parts(position._known, limits)
        objects = self._core.objects(position._known, [game._kind for game in self._functions])
        told: list[Any] = []
        for part, of in zip(parts, objects, strict=True):
            told.append(part if of is None else (self._functions[of[0]], of[1]))
        return (told, [part for part in left], play)

    def _restored(self, parts: list[Any], left: list[Any], play: str | None) -> Position:
        """A position again, of what it was made of."""
        positions: list[Position] = []
        texts: list[Any] = []

        def gather() -> None:
            if texts:
                positions.append(Position(self, self._core.restored(list(texts), [], play, limits)))
                texts.clear()

        with given({}) as limits:
            if all(not isinstance(part[0], FunctionGame) for part in parts):
                return Position(self, self._core.restored(parts, left, play, limits))
            for part in parts:
                if isinstance(part[0], FunctionGame):
                    gather()
                    positions.append(part[0](part[1]))
                else:
                    texts.append(part)
            gather()
        return positions[0]._sum(positions)


#: The session of the functions of the module.
default = Session()

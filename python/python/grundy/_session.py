"""Sessions, which contain games and cached results.

The functions of the package, such as ``grundy.position``, use the default session.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from os import PathLike, fspath
from typing import Any, SupportsIndex, Unpack, overload

from grundy import _big, _core
from grundy._big import BigPlan, BigStatus
from grundy._game import FunctionGame, Game
from grundy._limits import Limits, call_options, lang
from grundy._position import Position

#: The file name of rules that are given as text.
RULES = "<rules>"


class Session:
    """Games and cached results.

    Several threads can use a session; the session serves one thread at a time. While Rust
    computes, the interpreter lock is released, so other Python threads can run.
    """

    def __init__(self) -> None:
        self._core = _core.Session()
        self._functions: list[FunctionGame] = []

    def position(self, text: str, **limits: Unpack[Limits]) -> Position:
        """Return the position that a text describes, in the syntax of queries.

        Raises :class:`RuleError` if the text cannot be read.

        >>> import grundy as gr
        >>> gr.position("2 * nim[3] + kayles[5]")
        <Position nim[3] + nim[3] + kayles[5]>
        """
        with call_options(dict(limits)) as call:
            return Position(self, self._core.position(text, call))

    def game(self, name: str, **limits: Unpack[Limits]) -> Game:
        """Return the game with a name and its arguments, such as ``"kayles"`` or ``"bash(5)"``.

        Raises :class:`RuleError` if there is no such game.
        """
        with call_options(dict(limits)) as call:
            return Game(self, self._core.game(name, call))

    @overload
    def rules(self, rules: str) -> Game: ...
    @overload
    def rules(self, rules: Callable[[Any], Iterable[Any]]) -> FunctionGame: ...
    def rules(self, rules: Any) -> Game | FunctionGame:
        """Return the game of a rule text or of a function. The method can decorate a function.

        If a text declares several games, the last one is returned. If a name is declared again,
        later queries use the new game, and existing positions belong to the old game.

        Raises :class:`RuleError` if the text cannot be read.

        >>> import grundy as gr
        >>> take = gr.rules("game Take { state n in 0..  move k in 1..3 : [n - k] }")
        >>> take[10].value
        2
        """
        if isinstance(rules, str):
            return self._loaded(RULES, rules)[-1]
        if not callable(rules):
            raise TypeError(f"expected a rule text or a function, found {type(rules).__name__}")
        name = getattr(rules, "__name__", type(rules).__name__)
        with call_options({}) as limits:
            game = FunctionGame(self, self._core.function(name, rules, limits), rules)
        self._functions.append(game)
        return game

    def load(self, path: str | PathLike[str]) -> Game:
        """Return the game of a file: rules, a graph or a board, depending on the extension.

        If a file declares several games, the last one is returned. Raises :class:`RuleError` if
        the content is invalid, and ``OSError`` if the file cannot be read.
        """
        with open(path, encoding="utf-8") as file:
            return self._loaded(fspath(path), file.read())[-1]

    def _loaded(self, name: str, text: str) -> list[Game]:
        with call_options({}) as limits:
            return [Game(self, kind) for kind in self._core.load(name, text, limits)]

    def load_store(self, store: str | PathLike[str], **limits: Unpack[Limits]) -> Game:
        """Return the game of a large table, and use the table for later queries of this session.

        The store is a folder that :meth:`big_solve` or ``grundy big solve`` built. A query for a
        position reads one block of the store. If the session has no game with the rules of the
        table, the rules are loaded from the store. A store that was loaded before is loaded again.
        The memory that a store uses is released only when the program ends.

        Raises :class:`StoreError` if the store is missing, incomplete or damaged. Queries
        also raise :class:`StoreError` if the store can no longer be read. The option
        ``without=["store"]`` ignores all stores.

        >>> import grundy as gr, tempfile
        >>> session = gr.Session()
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     status = session.big_solve("ladders(30, 3)", folder)
        ...     session.load_store(folder)[20, 18, 7].solve().methods
        ['store']
        """
        name = _big.store_name(store)
        with call_options(dict(limits)) as call:
            return Game(self, self._core.load_store(name, call))

    def big_plan(
        self,
        game: Game | Position | str,
        *,
        entries: str | None = None,
        shares: Iterable[SupportsIndex] = (2, 4, 16),
        stream: bool = False,
        **limits: Unpack[Limits],
    ) -> BigPlan:
        """Estimate the cost of a large table of a game, without building it.

        :param game: a game, a position, or the text of a game or position. If the rules do not
            bound a slot, the number of the position in this slot is the upper bound.
        :param entries: ``"remoteness"`` (the default if play can cycle), ``"values"`` (the default
            for other games) or ``"outcomes"``.
        :param shares: numbers of shares for which memory and time are estimated.
        :param stream: read lower tiers once, in order, instead of looking up their entries.

        Raises :class:`Unsupported` if the game has no rule text, and :class:`RuleError` if a text
        cannot be read.

        >>> import grundy as gr
        >>> gr.big_plan("ladders(30, 3)")
        <BigPlan of ladders(30): remoteness, 4090 positions in 4 tiers>
        """
        return _big.plan(self, game, entries=entries, shares=shares, stream=stream, **limits)

    def big_solve(
        self,
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
        """Build a large table in a folder, or resume building it, and return its status.

        After Ctrl-C or a limit (``time``, ``memory``), the same call resumes the work. While the
        table is built, the session answers queries of other threads. If memory is short, the
        logger ``grundy`` reports how the table is computed.

        :param game: see :meth:`big_plan`, also for ``entries`` and ``stream``.
        :param store: the folder, which must be empty, missing or a store of the same table.
        :param shares: number of shares of each tier. The default is the number of threads, or
            more if ``memory`` requires more shares.
        :param threads: number of threads.
        :param checkpoint: maximum number of seconds between checkpoints.

        Raises :class:`StoreError` if the folder cannot be used, and :class:`Stopped` if a limit is
        reached.

        >>> import grundy as gr, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     gr.big_solve("ladders(30, 3)", folder, shares=2)
        <BigStatus of ladders(30): remoteness, 4090 of 4090 positions>
        """
        return _big.solve(
            self,
            game,
            store,
            entries=entries,
            shares=shares,
            threads=threads,
            checkpoint=checkpoint,
            stream=stream,
            **limits,
        )

    def ask(self, request: dict[str, Any], **limits: Unpack[Limits]) -> Any:
        """Return the reply to a request; docs/json.md describes requests and replies.

        Raises ``ValueError`` if the request is invalid.

        >>> import grundy as gr
        >>> gr.ask({"ask": "law", "question": "bash(3)"})["status"]["kind"]
        'proved'
        """
        # A time limit replaces the default bounds.
        patient = {"patient": True} if limits.get("time") is not None else {}
        options = {"lang": lang(), **patient, **request.get("options", {})}
        with call_options(dict(limits)) as call:
            return self._core.request(json.dumps({**request, "options": options}), call)[0]

    def _pickled(self, position: Position) -> tuple[Any, ...]:
        """Return the parts of a position for a pickle."""
        with call_options({}) as limits:
            parts, left, play = self._core.parts(position._core, limits)
        objects = self._core.objects(position._core, [game._core for game in self._functions])
        pickled: list[Any] = []
        for part, found in zip(parts, objects, strict=True):
            pickled.append(part if found is None else (self._functions[found[0]], found[1]))
        return (pickled, list(left), play)

    def _restored(self, parts: list[Any], left: list[Any], play: str | None) -> Position:
        """Return the position that consists of the parts of a pickle."""
        positions: list[Position] = []
        texts: list[Any] = []

        def gather() -> None:
            if texts:
                core = self._core.restore_position(list(texts), [], play, limits)
                positions.append(Position(self, core))
                texts.clear()

        with call_options({}) as limits:
            if all(not isinstance(part[0], FunctionGame) for part in parts):
                core = self._core.restore_position(parts, left, play, limits)
                return Position(self, core)
            for part in parts:
                if isinstance(part[0], FunctionGame):
                    gather()
                    positions.append(part[0](part[1]))
                else:
                    texts.append(part)
            gather()
        return positions[0]._sum(positions)


#: The default session.
default = Session()

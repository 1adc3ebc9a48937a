from collections.abc import Callable, Iterable
from os import PathLike
from typing import Any, SupportsIndex, Unpack, overload

from grundy import nim as nim
from grundy._answer import Answer as Answer
from grundy._answer import Explanation as Explanation
from grundy._answer import Graph as Graph
from grundy._answer import Reasons as Reasons
from grundy._answer import Report as Report
from grundy._answer import Thermograph as Thermograph
from grundy._big import BigCheck as BigCheck
from grundy._big import BigPlan as BigPlan
from grundy._big import BigStatus as BigStatus
from grundy._big import big_check as big_check
from grundy._big import big_status as big_status
from grundy._errors import Error as Error
from grundy._errors import Fault as Fault
from grundy._errors import RuleError as RuleError
from grundy._errors import Stopped as Stopped
from grundy._errors import StoreError as StoreError
from grundy._errors import Unsupported as Unsupported
from grundy._game import FunctionGame as FunctionGame
from grundy._game import Game as Game
from grundy._heap import Heap as Heap
from grundy._heap import Period as Period
from grundy._heap import heap as heap
from grundy._limits import Limits as _Limits
from grundy._limits import lang as lang
from grundy._nimber import Nimber as Nimber
from grundy._position import Move as Move
from grundy._position import Position as Position
from grundy._session import Session as Session
from grundy._table import Axis as Axis
from grundy._table import Table as Table

__version__: str
__all__ = [
    "Answer",
    "Axis",
    "BigCheck",
    "BigPlan",
    "BigStatus",
    "Error",
    "Explanation",
    "Fault",
    "FunctionGame",
    "Game",
    "Graph",
    "Heap",
    "Move",
    "Nimber",
    "Period",
    "Position",
    "Reasons",
    "Report",
    "RuleError",
    "Session",
    "Stopped",
    "StoreError",
    "Table",
    "Unsupported",
    "ask",
    "big_check",
    "big_plan",
    "big_solve",
    "big_status",
    "game",
    "heap",
    "lang",
    "load",
    "load_store",
    "nim",
    "position",
    "rules",
]

def position(text: str, **limits: Unpack[_Limits]) -> Position: ...
def game(name: str, **limits: Unpack[_Limits]) -> Game: ...
@overload
def rules(rules: str) -> Game: ...
@overload
def rules(rules: Callable[[Any], Iterable[Any]]) -> FunctionGame: ...
def load(path: str | PathLike[str]) -> Game: ...
def ask(request: dict[str, Any], **limits: Unpack[_Limits]) -> Any: ...
def load_store(store: str | PathLike[str], **limits: Unpack[_Limits]) -> Game: ...
def big_plan(
    game: Game | Position | str,
    *,
    entries: str | None = None,
    shares: Iterable[SupportsIndex] = (2, 4, 16),
    stream: bool = False,
    **limits: Unpack[_Limits],
) -> BigPlan: ...
def big_solve(
    game: Game | Position | str,
    store: str | PathLike[str],
    *,
    entries: str | None = None,
    shares: SupportsIndex | None = None,
    threads: SupportsIndex = 1,
    checkpoint: float = 10.0,
    stream: bool = False,
    **limits: Unpack[_Limits],
) -> BigStatus: ...

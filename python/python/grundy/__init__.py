"""Combinatorial games: rules in, strategy out.

>>> import grundy as gr
>>> p = gr.position("kayles[12] + nim[7]")
>>> p.outcome, p.value, p.status
('N', 3, 'proved')
"""

from grundy import nim
from grundy._answer import Answer, Explanation, Graph, Reasons, Report
from grundy._core import version as __version__
from grundy._errors import Error, Fault, RuleError, Stopped, Unsupported
from grundy._game import FunctionGame, Game
from grundy._heap import Heap, Period, heap
from grundy._limits import lang
from grundy._nimber import Nimber
from grundy._position import Move, Position
from grundy._session import Session
from grundy._session import default as _default
from grundy._table import Axis, Table

position = _default.position
game = _default.game
rules = _default.rules
load = _default.load
ask = _default.ask

__all__ = [
    "Answer",
    "Axis",
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
    "Table",
    "Unsupported",
    "ask",
    "game",
    "heap",
    "lang",
    "load",
    "nim",
    "position",
    "rules",
]

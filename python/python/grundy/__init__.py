"""Combinatorial games: outcomes, winning moves, values and tables, from rules.

>>> import grundy as gr
>>> p = gr.position("kayles[12] + nim[7]")
>>> p.outcome, p.value, p.status
('N', 3, 'proved')
"""

from grundy import nim
from grundy._answer import Answer, Explanation, Graph, Reasons, Report, Thermograph
from grundy._big import BigCheck, BigPlan, BigStatus, big_check, big_status
from grundy._core import version as __version__
from grundy._errors import Error, Fault, RuleError, Stopped, StoreError, Unsupported
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
load_store = _default.load_store
big_plan = _default.big_plan
big_solve = _default.big_solve
ask = _default.ask

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
    "Thermograph",
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

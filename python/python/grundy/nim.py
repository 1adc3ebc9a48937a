"""Nimbers as NumPy ufuncs, and the calculator.

``add``, ``mul``, ``div``, ``power``, ``inv`` and ``sqrt`` accept unsigned integers of 8 to 64 bits
and signed integers. Results are unsigned. A negative number raises ``ValueError``, and division by
0 raises ``ZeroDivisionError``. The functions are ufuncs of NumPy, with ``out=``, ``where=``,
``reduce``, ``accumulate`` and ``outer``.

>>> import numpy as np
>>> from grundy import nim
>>> nim.mul.outer(np.arange(8), np.arange(8))[5]
array([ 0,  5, 10, 15,  2,  7,  8, 13], dtype=uint64)
>>> int(nim.mul(7, 9))
8
"""

from numpy import ufunc

from grundy import _core
from grundy._nimber import define
from grundy._nimber import evaluate as eval

add: ufunc = _core.add
mul: ufunc = _core.mul
div: ufunc = _core.div
power: ufunc = _core.power
inv: ufunc = _core.inv
sqrt: ufunc = _core.sqrt

__all__ = ["add", "define", "div", "eval", "inv", "mul", "power", "sqrt"]

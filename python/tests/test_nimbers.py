"""Nimbers of any size, and the calculator."""

import pickle
import random

import grundy as gr
import pytest


def test_arithmetic():
    assert gr.Nimber(24) * 17 + 1 / gr.Nimber(5) == gr.nim.eval("24 * 17 + inv(5)") == gr.Nimber(24) * gr.Nimber(17) + gr.Nimber(5).inverse()
    rng = random.Random(5)
    for bits in (3, 8, 64, 70, 300, 2000):
        a, b, c = (gr.Nimber(rng.getrandbits(bits) | 1) for _ in range(3))
        assert a * (b + c) == a * b + a * c and (a * b) / b == a and a - b == a + b and -a == a
        assert a.sqrt() * a.sqrt() == a and a**3 == a * a * a and a**-2 == 1 / (a * a) and a**0 == 1
        assert int(a + b) == int(a) ^ int(b) and gr.Nimber(str(a)) == a and gr.Nimber(int(a)) == a
        assert pickle.loads(pickle.dumps(a)) == a and hash(a) == hash(int(a)) and range(10**9)[gr.Nimber(7)] == 7
        assert gr.nim.eval(f"{a} * {b}") == a * b
    assert gr.Nimber(3) == 3 and 3 + gr.Nimber(5) == 6 and 4 * gr.Nimber(4) == 6 and not gr.Nimber(0) and repr(gr.Nimber(9)) == "Nimber(9)"


def test_the_calculator():
    assert gr.nim.eval("order(2)") == 3 and isinstance(gr.nim.eval("order(2)"), int)
    assert all(isinstance(one, gr.Nimber) for one in gr.nim.eval("conj(8)"))
    with pytest.raises(gr.RuleError):
        gr.nim.eval("3 +")


def test_errors():
    for wrong in [lambda: 1 / gr.Nimber(0), lambda: gr.Nimber(0).inverse(), lambda: gr.Nimber(0) ** -1]:
        with pytest.raises(ZeroDivisionError):
            wrong()
    for wrong in [lambda: gr.Nimber(-1), lambda: gr.Nimber("x"), lambda: gr.Nimber(3) + -1]:
        with pytest.raises(ValueError):
            wrong()
    for wrong in [lambda: gr.Nimber(1.5), lambda: gr.Nimber(3) * 1.5, lambda: "a" + gr.Nimber(3)]:
        with pytest.raises(TypeError):
            wrong()

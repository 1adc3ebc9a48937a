"""Nimber operations as ufuncs: a comparison with nimbers of any size, for all kinds of loops."""

import numpy as np
import grundy as gr
import pytest
from grundy import nim

TYPES = [np.uint8, np.uint16, np.uint32, np.uint64]
BINARY = {
    "add": lambda a, b: a ^ b,
    "mul": lambda a, b: int(gr.Nimber(a) * b),
    "div": lambda a, b: int(gr.Nimber(a) / b),
    "power": lambda a, b: int(gr.Nimber(a) ** b),
}


def numbers(rng, dtype, count, low=0):
    return rng.integers(low, np.iinfo(dtype).max, count, dtype=dtype, endpoint=True)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("name", BINARY)
def test_every_loop_is_the_operation(name, dtype):
    rng = np.random.default_rng(7)
    function = getattr(nim, name)
    for count in (1, 3, 700):
        a, b = numbers(rng, dtype, count), numbers(rng, dtype, count, 1)
        found = function(a, b)
        assert found.dtype == dtype
        shown = range(0, count, max(1, count // 40))
        assert [int(found[i]) for i in shown] == [BINARY[name](int(a[i]), int(b[i])) for i in shown]
        # The result does not depend on the steps, and scalars are broadcast.
        wide = np.zeros((count, 3), dtype)
        wide[:, 1] = a
        assert (function(wide[:, 1], b[::-1][::-1]) == found).all()
        assert (function(a[::-1], b[::-1])[::-1] == found).all()
        assert (function(a, b[0]) == np.array([function(one, b[0]) for one in a])).all()
        assert (function(a[0], b) == np.array([function(a[0], one) for one in b])).all()
        # The output can be an operand or another array, and `where` limits it.
        for out in (a.copy(), np.empty(2 * count, dtype)[::2]):
            assert (function(a, b, out=out) == found).all() and (out == found).all()
        left, right = a.copy(), b.copy()
        function(left, right, out=left)
        function(a, right, out=right)
        assert (left == found).all() and (right == found).all()
        where = np.arange(count) % 2 == 0
        out = np.zeros(count, dtype)
        function(a, b, out=out, where=where)
        assert (out == np.where(where, found, 0)).all()
    square = a.copy()
    assert (nim.mul(square, square, out=square) == nim.mul(a, a)).all()


@pytest.mark.parametrize("dtype", TYPES)
def test_operations_on_one_operand(dtype):
    rng = np.random.default_rng(8)
    a = numbers(rng, dtype, 700, 1)
    assert (nim.mul(nim.inv(a), a) == 1).all() and nim.inv(a).dtype == dtype
    assert (nim.mul(nim.sqrt(a), nim.sqrt(a)) == a).all()
    assert (nim.inv(a[::-2]) == nim.inv(a)[::-2]).all()
    assert int(nim.sqrt(dtype(13))) == 8
    shifted = a.copy()
    nim.inv(shifted[:-1], out=shifted[1:])
    assert (shifted[1:] == nim.inv(a[:-1])).all()


def test_python_integers_and_signed_arrays_are_accepted():
    """If loops existed only for unsigned types, Python integers and int64 would raise TypeError."""
    assert int(nim.mul(7, 9)) == 8 and nim.mul(7, 9).dtype == np.uint64
    assert nim.mul(np.arange(8), 3).tolist() == [BINARY["mul"](n, 3) for n in range(8)]
    assert nim.mul(3, np.arange(8)).dtype == np.uint64
    assert nim.mul(np.arange(8, dtype=np.uint8), 3).dtype == np.uint8
    for left in TYPES:
        for right in [*TYPES, np.int8, np.int16, np.int32, np.int64]:
            found = nim.mul(np.arange(20, dtype=left), np.arange(20, dtype=right)[::-1])
            assert found.tolist() == [BINARY["mul"](n, 19 - n) for n in range(20)], (left, right)
    assert nim.mul(np.array([True, False]), 5).tolist() == [5, 0]
    assert int(nim.mul(np.uint64(2**63), 1)) == 2**63
    with pytest.raises(TypeError):
        nim.mul(1.5, 2)
    assert nim.inv(np.arange(1, 5)).tolist() == nim.inv(np.arange(1, 5, dtype=np.uint64)).tolist()


def test_negative_numbers_raise_value_error():
    for function in (nim.add, nim.mul, nim.div, nim.power):
        for pair in [(-1, 3), (3, -1), (np.arange(-1, 5), np.uint64(3)), (np.uint64(3), np.arange(-1, 5)), (np.arange(600) - 599, 1)]:
            with pytest.raises(ValueError, match="natural"):
                function(*pair)
    with pytest.raises(ValueError):
        nim.inv(np.array([3, -3]))


def test_zero_has_no_inverse():
    for wrong in [lambda: nim.inv(0), lambda: nim.div(3, np.arange(3)), lambda: nim.div.reduce(np.array([3, 0], np.uint8))]:
        with pytest.raises(ZeroDivisionError):
            wrong()
    assert nim.div(0, 5) == 0 and nim.power(0, 0) == 1


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("name", ["add", "mul", "div"])
def test_reductions(name, dtype):
    """The output of a reduction is one of its inputs, so a loop with buffers would read old values."""
    rng = np.random.default_rng(9)
    function, one = getattr(nim, name), BINARY[name]
    for count in (1, 2, 5, 600, 1500):
        a = numbers(rng, dtype, count, 1)
        running = [int(a[0])]
        for value in a[1:].tolist():
            running.append(one(running[-1], value))
        assert function.accumulate(a).tolist() == running
        assert int(function.reduce(a)) == running[-1]
        assert int(function.reduce(a[::-1][::-1])) == running[-1]
        into = np.empty_like(a)
        function.accumulate(a, out=into)
        assert into.tolist() == running
        own = a.copy()
        function.accumulate(own, out=own)
        assert own.tolist() == running
    grid = numbers(rng, dtype, 60, 1).reshape(6, 10)
    assert function.reduce(grid, axis=0).tolist() == [int(function.reduce(grid[:, i])) for i in range(10)]
    assert function.reduce(grid, axis=1).tolist() == [int(function.reduce(grid[i])) for i in range(6)]
    assert function.reduceat(grid.ravel(), [0, 7, 9]).tolist() == [int(function.reduce(part)) for part in np.split(grid.ravel(), [7, 9])]


def test_empty_and_signed_reductions():
    empty = np.array([], np.uint8)
    assert int(nim.add.reduce(empty)) == 0 and int(nim.mul.reduce(empty)) == 1
    with pytest.raises(ValueError):
        nim.div.reduce(empty)
    assert int(nim.add.reduce(np.arange(10), dtype=np.uint64)) == 1
    assert int(nim.mul.reduce(np.arange(1, 10), dtype=np.uint64)) == int(nim.mul.reduce(np.arange(1, 10, dtype=np.uint64)))


def test_overlapping_operands():
    rng = np.random.default_rng(10)
    for count in (5, 700):
        for shift in (1, 3):
            a = numbers(rng, np.uint32, count)
            expected = nim.mul(a[:-shift].copy(), a[shift:].copy())
            for out in (slice(None, -shift), slice(shift, None)):
                own = a.copy()
                nim.mul(own[:-shift], own[shift:], out=own[out])
                assert (own[out] == expected).all()
    two = np.zeros(9, np.uint16)
    nim.add.at(two, [1, 1, 2], [3, 5, 7])
    assert two.tolist()[:3] == [0, 6, 7]


def test_outer():
    found = nim.mul.outer(np.arange(8), np.arange(8))
    assert found[5].tolist() == [0, 5, 10, 15, 2, 7, 8, 13] and found.dtype == np.uint64

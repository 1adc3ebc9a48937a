"""Rules as Python functions: a comparison with the same rules as text, and errors in functions."""

import pickle
import random

import grundy as gr
import pytest


@gr.rules
def heaps(piles):
    """Take any number from one pile."""
    for i, n in enumerate(piles):
        for k in range(n):
            yield piles[:i] + (k,) + piles[i + 1 :]


@gr.rules
def kayles(n):
    """Knock down one pin, or two adjacent pins. A list of positions is a sum."""
    for taken in (1, 2):
        for left in range(n - taken + 1):
            yield [left, n - taken - left]


def test_functions_are_games():
    assert (heaps((3, 4, 5)).value, (heaps((3, 4, 5)) + gr.game("nim")[2]).outcome) == (2, "P")
    assert [kayles(n).value for n in range(12)] == gr.game("kayles")[0:12].array.tolist()
    assert repr(heaps((1, 2))) == "<Position heaps((1, 2))>" and heaps.__doc__ == "Take any number from one pile."
    (move,) = (heaps((3, 1)) + kayles(1)).moves()
    assert move.leaves.outcome == "P" and str(move) == "heaps((3, 1)) -> heaps((0, 1))"
    assert heaps((1, 2)) == heaps((1, 2)) != heaps((2, 1)) and hash(heaps((1, 2))) == hash(heaps((1, 2)))
    with pytest.raises(TypeError, match="expected a call"):
        heaps[3]
    with pytest.raises(TypeError, match="hash"):
        heaps([3])
    assert gr.position("kayles[5]") != kayles(5) and gr.position("kayles[5]").value == kayles(5).value
    assert heaps((2, 2)).solve(play="misere").outcome == "P"


def test_functions_are_pickled_by_name():
    position = heaps((1, 2)) + gr.game("nim")[3] + kayles(4)
    assert pickle.loads(pickle.dumps(position)) == position
    assert pickle.loads(pickle.dumps(heaps)) is heaps


def random_rules(rng):
    """Return a function and the text of the same rules."""
    takes = sorted(rng.sample(range(1, 8), rng.randrange(1, 4)))
    splits = sorted(rng.sample(range(0, 5), rng.randrange(0, 3)))
    least = rng.randrange(0, 2)

    def rules(n):
        for k in takes:
            if n - k >= 0:
                yield n - k
        for k in splits:
            rest = n - k
            for left in range(1, rest // 2 + 1):
                if least == 0 or left != rest - left:
                    yield [left, rest - left]

    condition = "" if least == 0 else " when i != n - k - i"
    text = f"game Same {{ state n in 0..  move k in {{{', '.join(map(str, takes))}}} : [n - k]"
    if splits:
        text += f"  move k in {{{', '.join(map(str, splits))}}}, i in 1..(n - k) / 2{condition} : [i] + [n - k - i]"
    return rules, text + " }"


def test_functions_agree_with_the_same_rules_as_text():
    rng = random.Random(23)
    for _ in range(40):
        function, text = random_rules(rng)
        by_function, by_text = gr.rules(function), gr.rules(text)
        stop = rng.randrange(8, 30)
        assert [by_function(n).value for n in range(stop)] == by_text[0:stop].array.tolist(), text
        numbers = [rng.randrange(stop) for _ in range(3)]
        sums = [sum(map(game, numbers[1:]), game(numbers[0])) for game in (by_function, by_text.__getitem__)]
        assert sums[0].outcome == sums[1].outcome and len(sums[0].options()) == len(sums[1].options()), text
        assert len(sums[0].moves()) == len(sums[1].moves()), text
        small = [n % 7 for n in numbers[:2]]
        for how in [{"play": "misere"}, {"sum": "every"}, {"sum": "any"}]:
            outcomes = [(game(small[0]) + game(small[1])).solve(**how).outcome for game in (by_function, by_text.__getitem__)]
            assert outcomes[0] == outcomes[1], (text, how)


def test_a_function_is_called_once_for_each_position():
    calls = []

    def count(n):
        calls.append(n)
        return range(max(0, n - 3), n)

    game = gr.rules(count)
    assert game(20).value == 0 and game(21).value == 1 and game(20).moves() == []
    assert sorted(calls) == sorted(set(calls))


def test_an_exception_of_a_function_is_the_cause():
    def broken(n):
        if n == 3:
            raise LookupError("no third")
        return range(n)

    game = gr.rules(broken)
    with pytest.raises(gr.Fault, match=r"broken\(3\)") as raised:
        _ = game(5).value
    assert isinstance(raised.value.__cause__, LookupError)
    assert game(2).value == 2 and gr.position("nim[4]").value == 4
    with pytest.raises(gr.Fault) as raised:
        _ = gr.rules(lambda n: None)(1).value
    assert isinstance(raised.value.__cause__, TypeError)
    with pytest.raises(gr.Fault) as raised:
        _ = gr.rules(lambda n: [[{}]])(1).value
    assert isinstance(raised.value.__cause__, TypeError)


def test_system_exit_is_raised_unchanged():
    def leaving(n):
        raise SystemExit(3)

    with pytest.raises(SystemExit):
        _ = gr.rules(leaving)(1).value


def test_a_function_cannot_query_its_own_session():
    def asking(n):
        return [n - 1] if n and gr.position("nim[3]").value else []

    with pytest.raises(RuntimeError) as raised:
        _ = gr.rules(asking)(3).value
    assert isinstance(raised.value.__cause__, RuntimeError) and "cannot query" in str(raised.value.__cause__)
    other = gr.Session()

    def asking_another(n):
        return [n - 1] if n and other.position("nim[3]").value == 3 else []

    assert gr.rules(asking_another)(3).value == 1


def test_play_that_does_not_end():
    with pytest.raises(gr.Fault):
        _ = gr.rules(lambda n: [(n + 1) % 5])(0).outcome
    with pytest.raises(gr.Stopped):
        gr.rules(lambda n: [n + 1])(0).solve(memory="8M", time=30)

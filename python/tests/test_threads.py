"""Several threads use one session, and Python continues while Rust computes."""

import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import grundy as gr
import pytest


@gr.rules
def piles(position):
    for i, n in enumerate(position):
        for k in range(n):
            yield position[:i] + (k,) + position[i + 1 :]


def ask(seed):
    rng = random.Random(seed)
    answers = []
    for _ in range(25):
        n, m = rng.randrange(1, 12), rng.randrange(1, 12)
        match rng.randrange(5):
            case 0:
                answers.append((gr.position(f"nim[{n}] + nim[{m}]").value, n ^ m))
            case 1:
                answers.append((piles((n % 4, m % 4)).value, n % 4 ^ m % 4))
            case 2:
                answers.append((int(gr.game("nim")[0:20].array[n]), n))
            case 3:
                game = gr.rules(f"game Take {{ state n in 0..  move k in 1..{m} : [n - k] }}")
                answers.append((game[n].value, n % (m + 1)))
            case _:
                p = gr.game("nim")[n] + piles((m % 4,))
                answers.append((all(p.play(move).value == 0 for move in p.moves()), True))
    return answers


def test_eight_threads_on_one_session():
    with ThreadPoolExecutor(8) as pool:
        for answers in pool.map(ask, range(16), timeout=300):
            for found, expected in answers:
                assert found == expected


def test_python_continues_while_rust_computes():
    slow = gr.rules("game Slow { state n in 0..  move k in 1..n when k * k != n + 1 : [n - k] }")
    stopped = threading.Event()

    def work():
        with pytest.raises(gr.Stopped):
            slow[10**6].solve(time=1)
        stopped.set()

    thread = threading.Thread(target=work)
    thread.start()
    turns = 0
    while not stopped.is_set():
        turns += 1
        time.sleep(0.001)
    thread.join()
    assert turns > 50


def test_another_session_does_not_wait():
    slow = gr.rules("game Slow { state n in 0..  move k in 1..n when k * k != n + 1 : [n - k] }")
    thread = threading.Thread(target=lambda: pytest.raises(gr.Stopped, slow[10**6].solve, time=2))
    thread.start()
    time.sleep(0.3)
    assert gr.Session().position("kayles[12]").value == 4
    assert thread.is_alive()
    # Showing a position does not wait either.
    assert str(slow) and thread.is_alive()
    thread.join()


def test_the_time_limit_includes_waiting():
    slow = gr.rules("game Slow { state n in 0..  move k in 1..n when k * k != n + 1 : [n - k] }")
    p = slow[50]
    thread = threading.Thread(target=lambda: pytest.raises(gr.Stopped, slow[10**6].solve, time=2))
    thread.start()
    time.sleep(0.3)
    with pytest.raises(gr.Stopped):
        p.solve(time=0.1)
    thread.join()
    assert p.value is not None

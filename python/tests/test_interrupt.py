"""Ctrl-C ends a query with KeyboardInterrupt, and the session remains usable."""

import signal
import subprocess
import sys
import textwrap
import threading
import time

import grundy as gr
import pytest

# A program that a shell starts in the background ignores Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)

SLOW = "game Slow { state n in 0..  move k in 1..n when k * k != n + 1 : [n - k] }"


def interrupted(question):
    """Return the time in seconds from Ctrl-C to the end of a query."""
    pressed = []

    def press():
        pressed.append(time.monotonic())
        signal.raise_signal(signal.SIGINT)

    timer = threading.Timer(0.4, press)
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            question()
        return time.monotonic() - pressed[0]
    finally:
        timer.cancel()
        timer.join()


def endless(n):
    yield n + 1


def test_ctrl_c_ends_each_kind_of_query():
    slow = gr.rules(SLOW)
    count = gr.rules(endless)
    questions = [
        lambda: slow[10**6].solve(),
        lambda: slow[0 : 10**6],
        lambda: slow[5 * 10**5].moves(),
        lambda: count(0).solve(memory="64G"),
        lambda: gr.heap("0.007")[0 : 10**9],
        lambda: slow[10**6].explain(analyze=True),
    ]
    for question in questions:
        # The limit allows for a busy machine. docs/benchmarks.md has the times of an idle machine.
        assert interrupted(question) < 2
        assert gr.position("kayles[12] + nim[7]").value == 3 and slow[20].value is not None


def test_a_custom_handler_is_called():
    slow = gr.rules(SLOW)

    class Alarm(Exception):
        pass

    def ring(*_):
        raise Alarm

    before = signal.signal(signal.SIGINT, ring)
    try:
        threading.Timer(0.2, lambda: signal.raise_signal(signal.SIGINT)).start()
        with pytest.raises(Alarm):
            slow[10**6].solve()
    finally:
        signal.signal(signal.SIGINT, before)
    assert slow[20].value is not None


def test_ctrl_c_in_a_separate_process():
    code = f"""
    import grundy as gr
    slow = gr.rules({SLOW!r})
    print("ready", flush=True)
    try:
        slow[10**6].solve()
    except KeyboardInterrupt:
        print(slow[7].value)
    """
    program = subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, text=True)
    assert program.stdout.readline() == "ready\n"
    time.sleep(0.3)
    program.send_signal(signal.SIGINT)
    out, _ = program.communicate(timeout=20)
    assert program.returncode == 0 and out.strip().isdigit()


def test_progress():
    slow = gr.rules(SLOW)
    reports = []
    slow[0:20_000].array
    with pytest.raises(gr.Stopped):
        slow[10**6].solve(time=1.5, progress=lambda done, total: reports.append((done, total)))
    assert reports and all(done >= 0 for done, _ in reports)

    def wrong(done, total):
        raise LookupError("no more")

    with pytest.raises(LookupError, match="no more"):
        slow[10**6].solve(time=5, progress=wrong)

"""What the Python package costs: `python bench.py`, in an environment with grundy installed; `galois` is compared where it is installed. CPU time of
this process, the best of several runs; ratios last."""

import resource
import signal
import subprocess
import sys
import threading
import time

import numpy as np

import grundy as gr


def best(work, runs=7):
    """The least CPU seconds of some runs."""
    times = []
    for _ in range(runs):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def imports():
    """Milliseconds of CPU that `import grundy` takes beyond NumPy."""
    code = "import time, numpy; t = time.process_time(); import grundy; print(time.process_time() - t)"
    times = [float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout) for _ in range(7)]
    print(f"import grundy beyond NumPy: {1000 * min(times):.0f} ms")


def table():
    """Tables of 10^8 cells of a byte and of two: their addresses are those of the session's own, and the process holds little else."""
    code = """if True:
        import sys
        def kibibytes(*names):
            # What ran before this program counts in `ru_maxrss`, and not here.
            told = dict(line.split(":", 1) for line in open("/proc/self/status"))
            return [1024 * int(told[name].split()[0]) for name in names]

        import numpy
        others, = kibibytes("VmHWM")
        import grundy as gr
        own, = kibibytes("VmHWM")
        steps, jumps = sys.argv[1:]
        game = gr.rules(f"game Steps {{ state a in 0.., b in 0..  move k in 1..{steps} : [a - k, b]  move k in 1..{jumps} : [a, b - k]  move : [a - 1, b - 1] }}")
        t = game[0:10_000, 0:10_000]
        place = t.array.__array_interface__["data"][0]
        again = game[0:10_000, 0:10_000].array.__array_interface__["data"][0]
        held, taken = kibibytes("VmHWM", "RssAnon")
        bytes = t.array.size * t.array.itemsize
        print(f"{t.array.size:,} cells of {t.array.itemsize} bytes at {place:#x}, asked again at {again:#x}, as filled: {t.as_filled}; "
              f"the process held at most {held / bytes:.3f} times the table, {taken / bytes:.3f} without what lies in files too, "
              f"{(held - others) / bytes:.3f} without Python and NumPy, which hold {others / 1e6:.0f} MB, {(held - own) / bytes:.3f} without grundy itself too")
    """
    for steps, jumps in ((3, 2), (200, 100)):
        told = subprocess.run([sys.executable, "-c", code, str(steps), str(jumps)], capture_output=True, text=True, check=True)
        print(told.stdout.strip())


def products():
    """Nim-products of 10^6 pairs of 64 bits."""
    rng = np.random.default_rng(1)
    a, b = rng.integers(0, 2**64, (2, 10**6), dtype=np.uint64)
    out = np.empty_like(a)
    ours = best(lambda: gr.nim.mul(a, b, out=out), 30)
    print(f"nim.mul of 10^6 uint64: {1000 * ours:.2f} ns a product, into an array; {1000 * best(lambda: gr.nim.mul(a, b)):.2f} into a new one")
    a32, b32 = a.astype(np.uint32), b.astype(np.uint32)
    narrow = best(lambda: gr.nim.mul(a32, b32), 30)
    print(f"nim.mul of 10^6 uint32: {1000 * narrow:.2f} ns a product")
    try:
        import galois
    except ImportError:
        print("galois is not installed: nothing to compare")
        return
    field = galois.GF(2**32)
    x, y = field(a32.astype(np.int64)), field(b32.astype(np.int64))
    x * y
    theirs = best(lambda: x * y, 3)
    print(f"galois GF(2**32): {1000 * theirs:.1f} ns a product, {theirs / narrow:.0f} times nim.mul of uint32")


def functions():
    """Rules in Python: CPU time an option beyond the function's own."""
    calls = []

    def rules(n):
        return range(max(0, n - 50), n)

    def alone():
        return [list(rules(n)) for n in range(20_000)]

    options = sum(map(len, alone()))
    own = best(alone, 5)

    def ask():
        game = gr.rules(rules)
        calls.append(game(19_999).solve(winner=False))

    whole = best(ask, 3)
    print(f"rules in Python: {1e6 * (whole - own) / options:.2f} µs an option beyond the function's own {1e6 * own / options:.2f}, {options:,} options")


def interrupts():
    """Seconds of the clock from Ctrl-C to KeyboardInterrupt, the longest of several questions."""
    slow = gr.rules("game Slow { state n in 0..  move k in 1..n when k * k != n + 1 : [n - k] }")
    questions = {
        "search": lambda: slow[10**6].solve(),
        "table": lambda: gr.game("wythoff")[0:20_000, 0:20_000],
        "heap": lambda: gr.heap("0.007")[0 : 10**9],
        "function": lambda: gr.rules(lambda n: [n + 1])(0).solve(memory="64G"),
        "law": lambda: gr.ask({"ask": "law", "question": "euclid"}),
        "check": lambda: gr.game("euclid").check(prove=True, positions=10**6),
    }
    for name, question in questions.items():
        waits = []
        for delay in (0.2, 0.3, 0.5):
            came = []

            def press():
                came.append(time.monotonic())
                signal.raise_signal(signal.SIGINT)

            timer = threading.Timer(delay, press)
            timer.start()
            try:
                question()
            except KeyboardInterrupt:
                waits.append(time.monotonic() - came[0])
            timer.cancel()
            timer.join()
        print(f"Ctrl-C to KeyboardInterrupt, {name}: {', '.join(f'{1000 * wait:.0f}' for wait in waits) or 'answered before'} ms")


if __name__ == "__main__":
    imports()
    products()
    functions()
    interrupts()
    table()
    print(f"most memory of this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MiB")

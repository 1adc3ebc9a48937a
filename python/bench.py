"""Benchmarks of the Python package: `python bench.py`, in an environment with grundy installed.

Times are CPU times of this process, the minimum of several runs. If `galois` is installed, its
products are compared with `nim.mul`.
"""

import resource
import signal
import subprocess
import sys
import threading
import time

import numpy as np

import grundy as gr


def best(work, runs=7):
    """Return the minimum CPU time of several runs, in seconds."""
    times = []
    for _ in range(runs):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def imports():
    """Print the CPU time of `import grundy`, without the time to import NumPy."""
    code = "import time, numpy; t = time.process_time(); import grundy; print(time.process_time() - t)"
    times = [float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout) for _ in range(7)]
    print(f"import grundy beyond NumPy: {1000 * min(times):.0f} ms")


def table():
    """Print addresses and memory of tables with 10^8 cells of one and two bytes.

    The addresses show that the arrays are not copies.
    """
    code = """if True:
        import sys
        def kibibytes(*names):
            # `ru_maxrss` would include the program that started this program.
            status = dict(line.split(":", 1) for line in open("/proc/self/status"))
            return [1024 * int(status[name].split()[0]) for name in names]

        import numpy
        others, = kibibytes("VmHWM")
        import grundy as gr
        own, = kibibytes("VmHWM")
        steps, jumps = sys.argv[1:]
        game = gr.rules(f"game Steps {{ state a in 0.., b in 0..  move k in 1..{steps} : [a - k, b]  move k in 1..{jumps} : [a, b - k]  move : [a - 1, b - 1] }}")
        t = game[0:10_000, 0:10_000]
        address = t.array.__array_interface__["data"][0]
        again = game[0:10_000, 0:10_000].array.__array_interface__["data"][0]
        peak, anonymous = kibibytes("VmHWM", "RssAnon")
        bytes = t.array.size * t.array.itemsize
        print(f"{t.array.size:,} cells of {t.array.itemsize} bytes at {address:#x}, in a second query at {again:#x}, as filled: {t.as_filled}; "
              f"the process used at most {peak / bytes:.3f} times the table, {anonymous / bytes:.3f} without mapped files, "
              f"{(peak - others) / bytes:.3f} without Python and NumPy, which use {others / 1e6:.0f} MB, {(peak - own) / bytes:.3f} without grundy itself")
    """
    for steps, jumps in ((3, 2), (200, 100)):
        done = subprocess.run([sys.executable, "-c", code, str(steps), str(jumps)], capture_output=True, text=True, check=True)
        print(done.stdout.strip())


def products():
    """Print the time of nim-products of 10^6 pairs of numbers."""
    rng = np.random.default_rng(1)
    a, b = rng.integers(0, 2**64, (2, 10**6), dtype=np.uint64)
    out = np.empty_like(a)
    ours = best(lambda: gr.nim.mul(a, b, out=out), 30)
    print(f"nim.mul of 10^6 uint64: {1000 * ours:.2f} ns a product with out=; {1000 * best(lambda: gr.nim.mul(a, b)):.2f} with a new array")
    a32, b32 = a.astype(np.uint32), b.astype(np.uint32)
    narrow = best(lambda: gr.nim.mul(a32, b32), 30)
    print(f"nim.mul of 10^6 uint32: {1000 * narrow:.2f} ns a product")
    try:
        import galois
    except ImportError:
        print("galois is not installed, so there is no comparison")
        return
    field = galois.GF(2**32)
    x, y = field(a32.astype(np.int64)), field(b32.astype(np.int64))
    x * y
    theirs = best(lambda: x * y, 3)
    print(f"galois GF(2**32): {1000 * theirs:.1f} ns a product, {theirs / narrow:.0f} times nim.mul of uint32")


def functions():
    """Print the CPU time of rules in Python for each option, without the time of the function itself."""
    calls = []

    def rules(n):
        return range(max(0, n - 50), n)

    def function_only():
        return [list(rules(n)) for n in range(20_000)]

    options = sum(map(len, function_only()))
    own = best(function_only, 5)

    def query():
        game = gr.rules(rules)
        calls.append(game(19_999).solve(winner=False))

    total = best(query, 3)
    print(f"rules in Python: {1e6 * (total - own) / options:.2f} µs an option, without {1e6 * own / options:.2f} µs of the function itself, {options:,} options")


def interrupts():
    """Print the time from Ctrl-C to KeyboardInterrupt for several queries, in milliseconds."""
    slow = gr.rules("game Slow { state n in 0..  move k in 1..n when k * k != n + 1 : [n - k] }")
    queries = {
        "search": lambda: slow[10**6].solve(),
        "table": lambda: gr.game("wythoff")[0:20_000, 0:20_000],
        "heap": lambda: gr.heap("0.007")[0 : 10**9],
        "function": lambda: gr.rules(lambda n: [n + 1])(0).solve(memory="64G"),
        "law": lambda: gr.ask({"ask": "law", "question": "euclid"}),
        "check": lambda: gr.game("euclid").check(prove=True, positions=10**6),
    }
    for name, query in queries.items():
        waits = []
        for delay in (0.2, 0.3, 0.5):
            pressed = []

            def press():
                pressed.append(time.monotonic())
                signal.raise_signal(signal.SIGINT)

            timer = threading.Timer(delay, press)
            timer.start()
            try:
                query()
            except KeyboardInterrupt:
                waits.append(time.monotonic() - pressed[0])
            timer.cancel()
            timer.join()
        print(f"Ctrl-C to KeyboardInterrupt, {name}: {', '.join(f'{1000 * wait:.0f}' for wait in waits) or 'answered before Ctrl-C'} ms")


if __name__ == "__main__":
    imports()
    products()
    functions()
    interrupts()
    table()
    print(f"maximum memory of this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MiB")

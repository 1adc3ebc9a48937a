"""The session of docs/python.md as a program, with type annotations that mypy checks."""

from collections.abc import Iterator

import grundy as gr
import numpy as np


@gr.rules
def heaps(piles: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Take any number from one pile."""
    for i, n in enumerate(piles):
        for k in range(n):
            yield (*piles[:i], k, *piles[i + 1 :])


def large(folder: str) -> None:
    """Build a large table in a folder, and query it."""
    plan: gr.BigPlan = gr.big_plan("ladders(30, 3)", shares=[2, 4])
    status: gr.BigStatus = gr.big_solve(
        gr.game("ladders(30, 3)"), folder, entries="remoteness", threads=2, memory="1G"
    )
    ladders: gr.Game = gr.load_store(folder)
    check: gr.BigCheck = gr.big_check(folder, all=True, time=60)
    print(plan.entries, plan.positions, status.complete, gr.big_status(folder).done)
    print(ladders[20, 18, 7].outcome, bool(check))


def main() -> None:
    """Run a query of each kind."""
    p: gr.Position = gr.position("kayles[12] + nim[7]")
    kayles, nim = gr.game("kayles"), gr.game("nim")
    total: gr.Position = 3 * nim[5] + kayles[12]
    outcome: str = p.outcome
    value: int | str | None = total.value
    moves: list[gr.Move] = p.moves(time=10)
    after: list[gr.Position] = [p.play(move) for move in moves]
    answer: gr.Answer = p.solve(play="misere", time=10, memory="2G", without=["dense"])
    table: gr.Table = gr.game("wythoff")[0:101, 0:101]
    corner: int = int(table.array[3, 5])
    product = gr.nim.mul(np.arange(8), 3)
    nimber: gr.Nimber = gr.Nimber(24) * 17 + 1 / gr.Nimber(5)
    heap = gr.heap("0.77")
    period: gr.Period | None = heap.period()
    large_heap: int = heap[10**1000]
    print(outcome, value, moves[0].label, after, answer.evidence, corner, product)
    print(nimber, period, large_heap, heaps((3, 4, 5)).value)


if __name__ == "__main__":
    main()

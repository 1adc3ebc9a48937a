"""Games in which the players, Left and Right, have different moves."""

from fractions import Fraction

import pytest

import grundy as gr


def test_outcome_value_and_thermograph() -> None:
    board = gr.position("domineering(2, 2)")
    assert (board.outcome, board.value) == ("N", "+-1")
    assert (board.mean, board.temperature, board.stops) == (0, 1, (1, -1))
    walls = board.thermograph
    assert walls is not None
    assert walls.left[0] == (Fraction(0), Fraction(1))
    assert walls.left[-1] == walls.right[-1] == (Fraction(1), Fraction(0))
    assert board.answer.winner == {"left": "left", "right": "right"}


def test_sums_of_positions_are_sums_of_games() -> None:
    domineering = gr.position("domineering(2, 2)")
    assert (domineering + domineering).outcome == "P"
    assert (domineering + gr.position("nim[1]")).outcome == "N"
    assert gr.position("cutcake[2, 5]").outcome == "L"
    assert gr.position("cutcake[5, 2]").outcome == "R"


def test_moves_belong_to_a_player() -> None:
    position = gr.position("cutcake[3, 4]")
    options = {player: position.options(to_move=player) for player in ("left", "right")}
    assert {player: len(own) for player, own in options.items()} == {"left": 2, "right": 1}
    winning = [move for move in options["left"] if move.leaves.outcome in ("L", "P")]
    assert [str(move) for move in position.moves(to_move="left")] == [str(m) for m in winning]
    assert position.solve(to_move="right").winner == {"right": "left"}
    with pytest.raises(ValueError, match="to_move"):
        position.moves()
    with pytest.raises(ValueError, match="same moves"):
        gr.position("nim[3]").solve(to_move="left")


def test_draws() -> None:
    rules = """game Chase {
      state n in 0..9
      goal n == 9 for left
      goal n == 0 for right
      loopy
      move left k in 1..2 : [n + k]
      move right k in 1..2 : [n - k]
    }"""
    session = gr.Session()
    game = session.rules(rules)
    assert game[4].outcome == "D"
    assert game[7].answer.winner == {"left": "left", "right": "draw"}
    assert game[7].outcome == game[7].answer.outcome == "L/D"

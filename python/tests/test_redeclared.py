"""Names, positions and pickles after a notebook cell is run twice."""

import copy
import pickle

import grundy as gr


def take(maximum):
    return gr.rules(f"game Take {{ state n in 0..  move k in 1..{maximum} : [n - k] }}")


def test_a_redeclared_name_refers_to_the_new_game():
    old = take(2)
    before = old[4]
    new = take(3)
    assert (before.value, new[4].value, gr.position("take[4]").value) == (1, 0, 0)
    assert before != new[4] and old != new and old[4] == before
    assert (before + new[4]).value == 1 and len((before + new[4]).options()) == 5
    assert old[0:6].array.tolist() == [0, 1, 2, 0, 1, 2] and new[0:6].array.tolist() == [0, 1, 2, 3, 0, 1]
    assert old.check().passes and before.graph().nodes[0]["value"] == 1
    # A second declaration with the same text returns the same game.
    assert take(2)[4] == before and gr.position("take[4]") == before


def test_pickles_contain_their_rules():
    take(2)
    before = gr.position("take[4] + nim[1]")
    take(3)
    again = pickle.loads(pickle.dumps(before))
    assert again == before and hash(again) == hash(before) and again.value == 0
    assert gr.position("take[4]").value == 0, "a pickle changes no name"
    game = take(2)
    assert pickle.loads(pickle.dumps(game)) == game and pickle.loads(pickle.dumps(game[0:5].game)) == game


def test_pickles_of_all_kinds_of_positions():
    for text in [
        "kayles[3] + nim[2]",
        "misere(nim[1] + nim[2])",
        "every(kayles[3], nim[2])",
        "digraph(a>b b>c; at a)",
        "bash(5)[7]",
        "moore(2)[3] + moore(2)[1]",
        "turtles[4] + turtles[7]",
        "0.77[5]",
    ]:
        position = gr.position(text)
        assert pickle.loads(pickle.dumps(position)) == position, text
        assert copy.copy(position) is position and copy.deepcopy([position]) == [position]
    (move,) = gr.position("misereNim[1]").options()
    over = pickle.loads(pickle.dumps(move.leaves))
    assert over == move.leaves and over.outcome == "N"


def test_a_pickle_is_read_by_another_process():
    """The other process does not have the rules."""
    import subprocess
    import sys

    take(2)
    text = pickle.dumps([gr.position("take[4] + kayles[2]"), gr.game("take")])
    code = "import pickle, sys; p, g = pickle.loads(sys.stdin.buffer.read()); print(p, p.value, g[5].value)"
    done = subprocess.run([sys.executable, "-c", code], input=text, capture_output=True, check=True)
    assert done.stdout.decode().split() == ["take[4]", "+", "kayles[2]", "3", "2"]


def test_files(tmp_path):
    (tmp_path / "walk.arcs").write_text("3 2\n0 1\n1 2\n")
    walk = gr.load(tmp_path / "walk.arcs")
    position = walk[0]
    assert position.outcome == "P" and pickle.loads(pickle.dumps(position)) == position
    (tmp_path / "mine.game").write_text("game Mine { state n in 0..  move k in 1..4 : [n - k] }")
    assert gr.load(tmp_path / "mine.game")[7].value == 2

"""Positions, moves, sums and values, as in docs/python.md."""

import copy

import grundy as gr
import pytest


def test_a_position():
    p = gr.position("kayles[12] + nim[7]")
    assert (p.outcome, p.value, p.status) == ("N", 3, "proved")
    kayles, nim = gr.game("kayles"), gr.game("nim")
    assert p == kayles[12] + nim[7] == nim[7] + kayles[12]
    assert repr(3 * nim[5]) == "<Position nim[5] + nim[5] + nim[5]>"
    assert sum([nim[1], nim[2]]) == gr.position("nim[1] + nim[2]")
    assert [str(part) for part in p.components] == ["kayles[12]", "nim[7]"]


def test_winning_moves_are_the_legal_moves_to_lost_positions():
    for text in ["kayles[12] + nim[7]", "misereNim[3] + misereNim[1]", "every(kayles[4], nim[3])", "nim[0]", "wythoff[3, 5]"]:
        p = gr.position(text)
        winning = {move.leaves for move in p.moves()}
        assert winning == {move.leaves for move in p.options() if move.leaves.outcome == "P"}
        assert (p.outcome == "N") == bool(winning)
        for move in p.options():
            assert p.play(move) == move.leaves and move.position == p


def test_the_position_after_a_move_keeps_the_order_of_components():
    for known in (["nim", "kayles"], ["kayles", "nim"]):
        session = gr.Session()
        for name in known:
            session.game(name)
        assert str(session.position("kayles[12] + nim[7]").play("in nim[7]: take 3")) == "kayles[12] + nim[4]"


def test_a_move_is_played_by_its_text():
    p = gr.position("nim[7] + nim[2]")
    assert p.play("in nim[7]: take 5").value == 0
    assert p.play(p.moves()[0]).outcome == "P" and p.moves()[0].label == "take 5"
    with pytest.raises(ValueError, match="unknown move"):
        p.play("take 8")
    with pytest.raises(ValueError, match="several moves"):
        p.play("take 1")
    with pytest.raises(ValueError, match="is a move of"):
        gr.position("nim[3]").play(p.moves()[0])


def test_labels_follow_the_language_and_either_is_played():
    for lang, label in [("en", "take 5"), ("zh", "取 5 颗")]:
        gr.lang(lang)
        try:
            p = gr.position("nim[5]")
            assert [move.label for move in p.moves()] == [label]
            assert all(p.play(move).value == 0 for move in ["take 5", "取 5 颗"])
            p = gr.position("nim[7] + nim[2]")
            assert all(p.play(move).value == 0 for move in ["in nim[7]: take 5", "在 nim[7] 中：取 5 颗"])
        finally:
            gr.lang("en")


def test_a_move_keeps_the_conventions():
    """After the last move of misère Nim, the next player wins."""
    p = gr.position("misereNim[1]")
    assert p.outcome == "P" and [move.leaves.outcome for move in p.options()] == ["N"]
    (last,) = gr.position("misere(nim[1])").options()
    assert last.leaves.outcome == "N"


def test_options_of_solve():
    p = gr.position("nim[1] + nim[1]")
    assert p.outcome == "P" and p.solve(play="misere").outcome == "N" and gr.position("nim[1]").solve(play="misere").outcome == "P"
    kayles = gr.position("kayles[20]")
    plain = kayles.solve()
    other = kayles.solve(without=plain.methods, time=10, memory="2G")
    assert other.value == plain.value and set(other.methods).isdisjoint(plain.methods)
    answer = kayles.solve(certificate=True, without=plain.methods)
    assert answer.certificate is not None and answer.certificate.startswith("grundy certificate")
    assert answer.status == "proved" and "certificate" in answer.evidence
    assert kayles.solve(winner=True).outcome == "N"
    assert gr.position("nim[5]").solve(measure="suspense").value == 1
    with pytest.raises(ValueError, match="unknown field"):
        kayles.solve(wihtout=["dense"])
    assert {"facts", "plan"} <= set(kayles.explain().data["games"][0])
    assert "position:" in str(kayles.explain(analyze=True)) and "kayles[20]" in str(plain)


def test_values_are_computed_without_a_proof():
    questions = [f"kayles[{at}] + nim[{at % 7}]" for at in range(60)]
    questions += ["wythoff[9, 4]", "misereNim[3] + misereNim[1]", "topentails[5] + nim[2]", "nim[0]", "euclid[7, 3]", "cram(3, 3)"]
    for question in questions:
        first, answered = gr.Session().position(question), gr.position(question).solve()
        again = gr.position(question)
        assert (first.outcome, first.value) == (again.outcome, again.value) == (answered.outcome, answered.value), question
        # The computation of the outcome and the value did not compute `answer`.
        assert first._answer is None
        assert first.answer.value == first.value


def test_the_value_of_an_entailing_component_is_measured():
    answer = gr.position("topentails[5] + nim[2]").solve(measure="entailing")
    assert answer.value == gr.position("topentails[5] + nim[2]").value


def test_results_with_options_are_not_cached():
    p = gr.position("nim[1]")
    assert [p.solve(play="misere").outcome, p.outcome, p.solve().outcome] == ["P", "N", "N"]
    (move,) = p.moves()
    assert p.moves(play="misere") == [] and move.leaves == gr.position("nim[0]")


def test_graphs_and_statistics():
    graph = gr.position("nim[1] + nim[2]").graph()
    assert len(graph.nodes) == 5 and graph.nodes[0]["position"] == "nim[1] + nim[2]" and "<svg" in graph.svg
    assert gr.position("nim[3]").stats()["followers"] == 3
    with pytest.raises(ValueError, match="cannot draw the graph"):
        gr.position("kayles[30]").graph(limit=5)


def test_rules_are_checked():
    assert gr.game("kayles").check().passes
    wrong = gr.rules("game Wrong { state n in 0..  move k in 1..2 : [n - k]  expect SG(0..3) == 0 1 2 3 }")
    report = wrong.check()
    assert not report and not report.passes and "fails" in str(report)


def test_games():
    kayles = gr.game("kayles")
    assert kayles == gr.game("Kayles") and hash(kayles) == hash(gr.game("kayles")) and kayles != gr.game("nim")
    assert copy.copy(kayles) is kayles and "game Kayles" in kayles.source
    assert gr.game("bash(5)")[7].value == 1 and gr.game("bash(5)").title == "Bash(m = 5)"
    with pytest.raises(ValueError):
        kayles[-1]
    with pytest.raises(ValueError):
        kayles[10**30]
    with pytest.raises(ValueError):
        kayles[1, 2]
    with pytest.raises(TypeError):
        kayles[1.5]


def test_requests():
    assert gr.ask({"ask": "nim", "expression": "8 * 8"})["value"]
    assert gr.ask({"ask": "solve", "question": "nim[3]"})["value"] == 3
    with pytest.raises(ValueError):
        gr.ask({"ask": "nothing"})


def test_laws_are_used_for_their_games():
    law = gr.ask({"ask": "law", "question": "ed", "options": {"certificate": True}})["certificate"]
    session = gr.Session()
    answer = session.position("ed[1000000000000000, 7]").solve(laws=[law])
    assert answer.data["components"][0]["method"] == "law" and answer.status == "proved" and not answer.warnings
    other = session.position("nim[3]").solve(laws=[law])
    assert other.value == 3 and len(other.warnings) == 1 and "ED" in other.warnings[0]
    with pytest.raises(ValueError):
        session.position("ed[9, 7]").solve(laws=["no certificate"])


def test_sessions_are_separate():
    other = gr.Session()
    other.rules("game Own { state n in 0..  move k in 1..2 : [n - k] }")
    assert other.position("own[4]").value == 1
    with pytest.raises(gr.RuleError):
        gr.position("own[4]")
    with pytest.raises(ValueError, match="different sessions"):
        other.position("nim[1]") + gr.position("nim[1]")
    assert other.position("nim[1]") != gr.position("nim[1]")


def test_scores():
    ends = gr.Session().rules(
        "game Ends(A = [3, 9, 1, 2]) { state l in 1..5, r in 0..4 require l <= r + 1 start [1, 4] play score "
        "move when l <= r : { l += 1 } gain A[l] move when l <= r : { r -= 1 } gain A[r] }"
    )
    assert ends[1, 4].solve().score == 7 and gr.position("nim[3]").solve().score is None

"""The classes of exceptions, and their locations."""

import pickle
import traceback

import grundy as gr
import pytest


def test_invalid_rules_raise_a_syntax_error_with_a_location():
    text = "game Bad {\n  state n in 0..\n  move k in 1..m : [n - k]\n}"
    with pytest.raises(SyntaxError) as raised:
        gr.rules(text)[3]
    error = raised.value
    assert isinstance(error, gr.RuleError) and isinstance(error, gr.Error)
    assert (error.filename, error.lineno, error.text) == ("<rules>", 3, "  move k in 1..m : [n - k]")
    assert error.offset == 16
    shown = "".join(traceback.format_exception_only(error))
    assert "^" in shown and "line 3" in shown
    assert "-->" in error.report


def test_a_file_is_named(tmp_path):
    file = tmp_path / "bad.game"
    file.write_text("game Bad {\n  stat n in 0..\n}\n")
    with pytest.raises(gr.RuleError) as raised:
        gr.load(file)
    assert (raised.value.filename, raised.value.lineno) == (str(file), 2)


def test_questions():
    with pytest.raises(gr.RuleError) as raised:
        gr.position("kayels[3]")
    assert raised.value.filename == "<question>" and "kayles" in str(raised.value)
    with pytest.raises(gr.RuleError):
        gr.game("nothing")


def test_numbers_out_of_range_are_value_errors():
    for wrong in [lambda: gr.game("kayles")[-1], lambda: gr.game("kayles")[3:3], lambda: gr.game("kayles")[5:], lambda: gr.heap("0.77")[-1]]:
        with pytest.raises(ValueError):
            wrong()
    for wrong in [{"memory": "much"}, {"memory": -1}, {"time": -1.0}, {"time": float("nan")}, {"play": "chess"}, {"without": ["nothing"]}]:
        with pytest.raises(ValueError):
            gr.position("kayles[3]").solve(**wrong)
    with pytest.raises(TypeError):
        gr.position("kayles[3]").solve(progress=3)


def test_limits():
    slow = gr.rules("game Slow { state n in 0..  move k in 1..n when k * k != n + 1 : [n - k] }")
    with pytest.raises(gr.Stopped) as raised:
        slow[10**6].solve(time=0.2)
    assert raised.value.kind == "time"
    with pytest.raises(gr.Stopped) as raised:
        slow[10**7].solve(memory="1M", time=60)
    assert raised.value.kind == "memory"
    again = pickle.loads(pickle.dumps(raised.value))
    assert again.kind == "memory" and str(again) == str(raised.value)
    assert slow[30].value is not None


def test_unsupported_queries_and_faults():
    with pytest.raises(gr.Unsupported, match="cannot make a certificate"):
        gr.position("nim[10**15] + nim[3]").solve(certificate=True, winner=True)
    endless = gr.rules("game Round { state n in 0..3  move : [3 - n] }")
    with pytest.raises(gr.Fault):
        _ = endless[1].outcome


def test_language():
    assert gr.lang() == "en"
    gr.lang("zh")
    try:
        with pytest.raises(gr.RuleError, match="没有名为"):
            gr.position("nothing[3]")
        assert "先手必胜" in str(gr.position("nim[3]").solve())
    finally:
        gr.lang("en")
    with pytest.raises(ValueError):
        gr.lang("fr")

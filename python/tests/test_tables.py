"""Tables as arrays: cells, views without a copy, and columns for data frames."""

import gc

import grundy as gr
import numpy as np
import pytest


def test_slices_are_python_slices():
    # The test uses a new session, because a session with a larger table answers from that table,
    # which may have wider cells.
    t = gr.Session().game("wythoff")[0:101, 0:101]
    assert (t.array.shape, int(t.array[3, 5]), t.outcomes, t.as_filled) == ((101, 101), 0, False, True)
    assert t.array.dtype == np.uint8 and int(t.array.max()) < 252
    part = gr.game("wythoff")[3:20, 5:9]
    assert part.shape == (17, 4) and (part.array == t.array[3:20, 5:9]).all()
    row = gr.game("wythoff")[3, 0:9]
    assert row.shape == (9,) and (row.array == t.array[3, 0:9]).all()
    assert [axis.name for axis in row.axes] == ["a", "b"] and gr.game("kayles")[:8].array.tolist() == [0, 1, 2, 3, 1, 4, 3, 2]
    for wrong in [lambda: gr.game("kayles")[0:10:2], lambda: gr.game("kayles")[4:4], lambda: gr.game("kayles")[0:]]:
        with pytest.raises(ValueError):
            wrong()


@pytest.mark.parametrize(
    "name, ranges",
    [
        ("kayles", [(0, 30)]),
        ("wythoff", [(0, 12), (3, 9)]),
        ("chomp", [(0, 5), (0, 5), (0, 3)]),
        ("euclid", [(0, 9), (0, 9)]),
        ("nim", [(0, 9)]),
    ],
)
def test_cells_are_the_values_of_positions(name, ranges):
    game = gr.game(name)
    t = game.table(*(slice(*one) for one in ranges))
    lows = [low for low, _ in ranges]
    assert t.mask.shape == t.shape and t.masked.shape == t.shape
    for at in np.ndindex(t.shape):
        numbers = tuple(int(n) + low for n, low in zip(at, lows, strict=True))
        try:
            value = game[numbers].value
        except ValueError:
            assert t.mask[at]
            continue
        assert t.mask[at] == (not isinstance(value, int)) and (t.mask[at] or int(t.array[at]) == value)


def test_cells_without_a_value_are_masked():
    game = gr.rules("game Ended { state n in 0..  move k in {1, 3, 4} : [n - k]  goal n == 2 }")
    t = game[0:8]
    assert t.mask.tolist()[2] and t.cells()[2] == "goal" and "∞" in t.cells()
    assert [game[n].value for n in (0, 1)] == t.cells()[:2]
    holes = gr.rules("game Holes { state a in 0.., b in 0..  require a >= b  move k in 1..a : [a - k, b]  move k in 1..b : [a, b - k] }")[0:3, 0:3]
    assert [cell is None for cell in holes.cells()] == [False, True, True, False, False, True, False, False, False]
    assert holes.columns()["value"] == holes.cells() and holes.columns()["a"].tolist() == [0, 0, 0, 1, 1, 1, 2, 2, 2]


def test_arrays_are_read_only_views():
    t = gr.game("wythoff")[0:301, 0:301]
    again = gr.game("wythoff")[0:301, 0:301]
    place = t.array.__array_interface__["data"]
    assert place[1] is True and again.array.__array_interface__["data"][0] == place[0]
    with pytest.raises(ValueError):
        t.array[0, 0] = 1
    with pytest.raises(ValueError):
        t.array.flags.writeable = True
    kept, first = t.array, int(t.array[5, 9])
    del t, again
    gc.collect()
    assert int(kept[5, 9]) == first and np.asarray(gr.game("nim")[0:5]).tolist() == [0, 1, 2, 3, 4]


def test_outcomes():
    t = gr.game("misereNim")[0:6]
    assert t.outcomes and t.cells() == [gr.game("misereNim")[n].outcome for n in range(6)]
    assert t.columns()["outcome"].tolist() == t.cells()
    forced = gr.game("kayles").table(slice(0, 6), outcomes=True)
    assert forced.cells() == [gr.game("kayles")[n].outcome for n in range(6)]
    assert gr.game("kayles").table(slice(0, 6), play="misere").cells() == [gr.game("kayles")[n].solve(play="misere").outcome for n in range(6)]


def test_data_frames():
    polars = pytest.importorskip("polars")
    columns = gr.game("wythoff")[0:5, 2:6].columns()
    frame = polars.DataFrame(columns)
    assert frame.columns == ["a", "b", "value"] and frame.shape == (20, 3)
    assert frame.filter(polars.col("value") == 0)["b"].to_list() == [2, 5]
    assert frame.row(0) == (0, 2, 2)


def test_pictures():
    t = gr.game("wythoff")[0:9, 0:9]
    assert "<svg" in t.svg() and "<svg" in t._repr_html_() and "<script" not in t._repr_html_()
    # The theme of the page has precedence over the theme of the system.
    assert "[data-jp-theme-light=false] .grundy" in t._repr_html_() and "prefers-color-scheme:dark" in t._repr_html_()
    assert "<svg" in gr.game("kayles")[0:60].svg(fold=12)
    huge = gr.game("wythoff")[0:400, 0:400]._repr_html_()
    assert len(huge) < 210_000 and "save" in huge
    for shown in [gr.game("kayles"), gr.position("kayles[5]"), gr.position("nim[2]").graph(), gr.position("nim[2]").solve(), gr.position("nim[2]").explain()]:
        html = shown._repr_html_()
        assert 'class="grundy"' in html and "<script" not in html and len(html) < 210_000
    shown = gr.game("kayles")._repr_html_()
    assert 'class="keyword"' in shown and ".grundy .keyword" in shown
    assert "&lt;b&gt;" in gr.rules('game Sly { state n in 0..  move k in 1..2 : [n - k]  note "<b>" }')._repr_html_()

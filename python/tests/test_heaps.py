"""Heap games, given by their codes."""

import grundy as gr
import numpy as np
import pytest


def test_kayles():
    k = gr.heap("0.77")
    assert k.period() == (12, 71, 0, "proved") and k[10**1000] == 1
    values = k[0:2000]
    assert values.dtype == np.uint8 and values[:8].tolist() == [0, 1, 2, 3, 1, 4, 3, 2]
    assert (values == [k[n] for n in range(2000)]).all() and (values[71:-12] == values[83:]).all()
    assert (k[100:900:7] == values[100:900:7]).all() and k[5:5].shape == (0,)
    many = k[0 : 10**7]
    assert many.shape == (10**7,) and (many[71 : 10**7 - 12] == many[83:]).all()
    assert k.certificate().startswith("grundy certificate")


@pytest.mark.parametrize("code", ["0.77", "0.07", "0.137", "0.3", "0.6", "0.007", "4.7", "0.333", "0.[3]", "0.1[03]"])
def test_arrays_are_the_values(code):
    k = gr.heap(code)
    for start, stop in [(0, 300), (17, 400), (250, 3000)]:
        values = k[start:stop]
        assert values.tolist() == [k[n] for n in range(start, stop)], code


def test_growing_values():
    nim = gr.heap("0.[3]")
    assert nim[0:1000].dtype == np.uint16 and nim[0:1000].tolist() == list(range(1000)) and nim[10**100] == 10**100
    assert nim.period() == (1, 0, 1, "proved")


def test_errors():
    with pytest.raises(gr.RuleError):
        gr.heap("0.9x")
    with pytest.raises(gr.Unsupported):
        gr.heap("0.007")[10**1000]
    with pytest.raises(gr.Stopped):
        gr.heap("0.007").period(to=10**9, time=0.2)
    with pytest.raises(TypeError):
        gr.heap("0.77")["a"]

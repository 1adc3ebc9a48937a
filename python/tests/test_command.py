"""The command `grundy` of the package, in an empty folder: the script and `python -m grundy`."""

import json
import os
import signal
import subprocess
import sys
import sysconfig
import time
import urllib.request
from pathlib import Path

import grundy as gr
import pytest

SCRIPT = [str(Path(sysconfig.get_path("scripts"), "grundy"))]
MODULE = [sys.executable, "-m", "grundy"]
unix = pytest.mark.skipif(os.name != "posix", reason="uses signals")


@pytest.fixture(params=[SCRIPT, MODULE], ids=["script", "module"])
def start(request, tmp_path):
    def start(*arguments, **options):
        # A program that a shell starts in the background ignores Ctrl-C.
        handler = signal.signal(signal.SIGINT, signal.default_int_handler)
        pipes = dict.fromkeys(["stdin", "stdout", "stderr"], subprocess.PIPE)
        process = subprocess.Popen(
            [*request.param, *arguments], cwd=tmp_path, text=True, encoding="utf-8", **pipes | options
        )
        signal.signal(signal.SIGINT, handler)
        return process

    return start


@pytest.fixture
def run(start):
    def run(*arguments, text="", **options):
        process = start(*arguments, **options)
        out, err = process.communicate(text)
        return process.returncode, out, err

    return run


def test_it_answers(run, tmp_path):
    assert run("--version") == (0, f"grundy {gr.__version__}\n", "")
    code, out, err = run("solve", "kayles[12] + nim[7]", "--json")
    assert (code, json.loads(out)["value"], err) == (0, 3, "")
    (tmp_path / "my.game").write_text("game Mine { state n in 0..  move k in 1..2 : [n - k] }")
    assert "SG | 0 1 2 0 1\n" in run("table", "--file", "my.game", "mine[0..4]")[1]
    assert run("solve", text="nim[3]\nnim[5]\n")[1].count("value:") == 2


@pytest.mark.skipif("GRUNDY_COMMAND" not in os.environ, reason="needs the program")
def test_it_is_the_same_as_the_program(run):
    for arguments in [
        [],
        ["--help"],
        ["help", "big", "solve"],
        ["--lang", "zh", "help", "period"],
        ["solve", "nim[3"],
        ["solve", "--lang=zh", "--wrong"],
        ["moves", "kayles[12] + nim[7]"],
        ["moves", "一[3]"],
        ["law", "nim"],
        ["table", "kayles[0..1000000]", "--memory", "1K"],
        ["explain", "officers[100000000]", "--analyze", "--time", "0"],
        ["completions", "fish"],
    ]:
        program = subprocess.run(
            [os.environ["GRUNDY_COMMAND"], *arguments], capture_output=True, text=True, encoding="utf-8"
        )
        assert run(*arguments) == (program.returncode, program.stdout, program.stderr), arguments


def test_the_memory_limit_ends_it(run):
    code, out, err = run("table", "nim[0..1000000000]", "--memory", "40M")
    assert (code, out) == (4, "") and "memory" in err


@unix
def test_ctrl_c_ends_it(start):
    process = start("explain", "officers[100000000]", "--analyze")
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out) == (130, "")
    assert err == "error: stopped, no answer: interrupted\n"


@unix
def test_a_closed_output_ends_it(start):
    process = start("table", "wythoff[0..1000, 0..1000]")
    assert process.stdout.readline()
    process.stdout.close()
    assert (process.wait(timeout=60), process.stderr.read()) == (0, "")


@unix
def test_the_server_serves_the_page_and_starts_again(start):
    with start("serve", "--port", "0") as process:
        try:
            link = process.stdout.readline().strip()
            for _ in range(2):
                with urllib.request.urlopen(link, timeout=60) as page:
                    assert b"<title>" in page.read()
                # An abort, as for an allocation that fails, starts the server again on its port.
                # A server that is younger than a second waits until it has reached this age.
                process.send_signal(signal.SIGABRT)
                time.sleep(1.5)
            with urllib.request.urlopen(link, timeout=60) as page:
                assert page.status == 200
            assert process.poll() is None
        finally:
            process.kill()

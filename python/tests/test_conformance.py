"""The corpus `conformance/*.txt`: Python returns the expected answers, as the command does."""

import json
import os
import subprocess
from pathlib import Path

import grundy as gr
import pytest

ROOT = Path(__file__).resolve().parents[2]


def cases(file):
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        line = line.split("#")[0].strip()
        if not line:
            continue
        how = {}
        for play in ("misere", "normal"):
            if line.endswith(f" in {play}"):
                line, how["play"] = line.removesuffix(f" in {play}"), play
        if " under " in line:
            line, words = line.rsplit(" under ", 1)
            kind, _, until = words.partition(" until ")
            how["sum"], how["until"] = kind.removeprefix("upto "), until
        if " is " in line:
            question, expected = line.split(" is ", 1)
            outcomes = True
        else:
            question, expected = line.split(" = ", 1)
            # These values assume normal play with one component per move, whatever the rules say.
            outcomes, how = False, {"play": "normal", "sum": "one", "until": "all"}
        yield f"{file.name}:{number}: {line}", question.strip(), how, outcomes, expected.split()


def is_table(question):
    """Return whether a question contains ranges. Dots on a board are not ranges."""
    return '"' not in question and "[" in question and ".." in question.rsplit("[", 1)[1]


FILES = sorted(ROOT.glob("conformance/*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_corpus(file):
    for place, question, how, outcomes, expected in cases(file):
        if is_table(question):
            name, ranges = question.rsplit("[", 1)
            # Sums, and Grundy's game, which is a heap code and not a game with a name.
            if "+" in question or "*" in question or name == "grundy":
                reply = gr.ask({"ask": "table", "question": question, "options": {**how, "outcomes": outcomes}})
                cells = reply["outcomes"] if "outcomes" in reply else reply["values"]
            else:
                bounds = [part.partition("..") for part in ranges.rstrip("] ").split(",")]
                slices = [slice(int(low), int(high) + 1) if dots else int(low) for low, dots, high in bounds]
                cells = gr.game(name.strip()).table(*slices, outcomes=outcomes, **how).cells()
            assert ["." if cell is None else str(cell) for cell in cells] == expected, place
        else:
            answer = gr.position(question).solve(winner=outcomes, **how)
            assert [answer.outcome if outcomes else str(answer.value)] == expected, place


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_command_returns_the_same_data(file):
    command = os.environ.get("GRUNDY_COMMAND")
    if command is None:
        pytest.skip("GRUNDY_COMMAND, the path of the command, is not set; python/test sets it")
    groups = {}
    for _, question, how, outcomes, _ in cases(file):
        if not is_table(question):
            groups.setdefault((tuple(how.items()), outcomes), []).append(question)
    for (how, outcomes), questions in groups.items():
        options = [part for name, value in how for part in (f"--{name}", value)] + ["--winner"] * outcomes
        run = [command, "solve", "--json", "--memory", "4G", *options]
        done = subprocess.run(run, input="\n".join(questions) + "\n", capture_output=True, text=True, check=True, cwd=ROOT)
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        # The number of new rows of a certificate depends on earlier queries. The command starts a
        # new session, so this test does the same.
        session = gr.Session()
        assert len(lines) == len(questions)
        for question, line in zip(questions, lines, strict=True):
            data = session.position(question).solve(winner=outcomes, **dict(how)).data
            for fields in (data, line):
                fields["work"].pop("seconds")
                fields.pop("line", None)
                fields.pop("question", None)
            assert data == line, question

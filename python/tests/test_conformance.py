"""The corpus `conformance/*.txt` through Python: what it expects, and the answer of the command."""

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
            # Values are of normal play, one component a move, whatever a game says of the whole.
            outcomes, how = False, {"play": "normal", "sum": "one", "until": "all"}
        yield f"{file.name}:{number}: {line}", question.strip(), how, outcomes, expected.split()


def is_table(question):
    """Whether ranges are asked; dots on a board are none."""
    return '"' not in question and "[" in question and ".." in question.rsplit("[", 1)[1]


FILES = sorted(ROOT.glob("conformance/*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_corpus(file):
    for place, question, how, outcomes, expected in cases(file):
        if is_table(question):
            name, ranges = question.rsplit("[", 1)
            # Sums, and Grundy's game, which is a code and no game with a name.
            if "+" in question or "*" in question or name == "grundy":
                told = gr.ask({"ask": "table", "question": question, "options": {**how, "outcomes": outcomes}})
                cells = told["outcomes"] if "outcomes" in told else told["values"]
            else:
                bounds = [part.partition("..") for part in ranges.rstrip("] ").split(",")]
                slices = [slice(int(low), int(high) + 1) if dots else int(low) for low, dots, high in bounds]
                cells = gr.game(name.strip()).table(*slices, outcomes=outcomes, **how).cells()
            assert ["." if cell is None else str(cell) for cell in cells] == expected, place
        else:
            answer = gr.position(question).solve(winner=outcomes, **how)
            assert [answer.outcome if outcomes else str(answer.value)] == expected, place


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_command_says_the_same(file):
    command = os.environ.get("GRUNDY_COMMAND")
    if command is None:
        pytest.skip("GRUNDY_COMMAND says where the command is; python/test does")
    groups = {}
    for _, question, how, outcomes, _ in cases(file):
        if not is_table(question):
            groups.setdefault((tuple(how.items()), outcomes), []).append(question)
    for (how, outcomes), questions in groups.items():
        options = [part for name, value in how for part in (f"--{name}", value)] + ["--winner"] * outcomes
        run = [command, "solve", "--json", "--memory", "4G", *options]
        told = subprocess.run(run, input="\n".join(questions) + "\n", capture_output=True, text=True, check=True, cwd=ROOT)
        lines = [json.loads(line) for line in told.stdout.splitlines()]
        # How many rows of a certificate were new depends on what was asked before: a session that is as new as the command's.
        session = gr.Session()
        assert len(lines) == len(questions)
        for question, line in zip(questions, lines, strict=True):
            data = session.position(question).solve(winner=outcomes, **dict(how)).data
            for reply in (data, line):
                reply["work"].pop("seconds")
                reply.pop("line", None)
                reply.pop("question", None)
            assert data == line, question

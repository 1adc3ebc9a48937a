"""Large tables: plans, builds, queries, checks, damaged stores, limits and resumed work."""

import json
import logging
import os
import pickle
import shutil
import signal
import subprocess
import threading
from pathlib import Path

import grundy as gr
import pytest

signal.signal(signal.SIGINT, signal.default_int_handler)

GAME, TITLE = "ladders(30, 3)", "ladders(30)"
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A complete table, which tests must not change."""
    store = tmp_path_factory.mktemp("large") / "l30"
    status = gr.Session().big_solve(GAME, store, shares=2)
    assert status.complete and status.done == status.positions == 4090
    return store


@pytest.fixture
def copy(made, tmp_path):
    return Path(shutil.copytree(made, tmp_path / "copy"))


def files(store):
    return {str(file.relative_to(store)): file.read_bytes() for file in Path(store).rglob("*") if file.is_file()}


def test_plan():
    plan = gr.big_plan(GAME, shares=[3])
    assert (plan.game, plan.entries, plan.positions, len(plan.tiers)) == (TITLE, "remoteness", 4090, 4)
    assert sum(plan.tiers) == plan.positions and plan.memory > 0 and plan.seconds >= 0
    assert [cut["shares"] for cut in plan.data["shares"]] == [3]
    assert "tiers:" in str(plan) and repr(plan) == "<BigPlan of ladders(30): remoteness, 4090 positions in 4 tiers>"
    assert gr.big_plan(gr.game(GAME), entries="outcomes").entries == "outcomes"
    # A position, given as a text or an object, bounds the slots that the rules do not bound.
    texts = [gr.big_plan("wythoff[20, 20]"), gr.big_plan(gr.position("wythoff[20, 20]")), gr.big_plan(gr.game("wythoff")[20, 20])]
    assert {(plan.entries, plan.positions) for plan in texts} == {("values", texts[0].positions)}


def test_build_and_query(made):
    session, plain = gr.Session(), gr.Session()
    game = session.load_store(made)
    assert game == session.game(GAME) and game.title == plain.game(GAME).title
    for numbers in [(20, 18, 7), (29, 28, 27), (9, 4, 0), (3, 0, 0), (0, 0, 0)]:
        stored, computed = game[numbers], plain.game(GAME)[numbers]
        assert stored.solve().methods == ["store"] and stored.solve().status == "conditional"
        assert stored.outcome == computed.outcome
        soon = computed.solve(measure="remoteness").value
        assert stored.solve().data.get("remoteness", "∞" if stored.outcome == "D" else 0) == soon
        assert [str(move) for move in stored.moves()] == [str(move) for move in computed.moves()]
        assert stored.solve(without=["store"]).methods != ["store"]
    # The store does not change answers for other games and in other sessions.
    assert session.position("kayles[12]").value == plain.position("kayles[12]").value
    assert plain.game(GAME)[20, 18, 7].solve().methods != ["store"]


def test_existing_positions_use_a_loaded_store(made):
    session = gr.Session()
    p = session.game(GAME)[20, 18, 7]
    assert p.solve().methods != ["store"]
    session.load_store(str(made))
    assert p.solve().methods == ["store"]
    # A store can be loaded again, and by a relative path.
    session.load_store(os.path.relpath(made))
    assert p.solve().methods == ["store"]


def test_rules_are_loaded_from_the_store(tmp_path):
    rules = "game Own { state n in 0..40  move k in 1..3 : [n - k] }"
    here, there = gr.Session(), gr.Session()
    status = here.big_solve(here.rules(rules), tmp_path / "own")
    assert status.entries == "values" and status.complete
    with pytest.raises(gr.RuleError):
        there.position("Own[7]")
    own = there.load_store(tmp_path / "own")
    assert own[7].value == 3 and there.position("Own[7]") == own[7]
    assert [own[n].value for n in range(41)] == [n % 4 for n in range(41)]
    # A game with the same name and other rules is another game.
    other = gr.Session()
    before = other.rules("game Own { state n in 0..40  move k in 1..2 : [n - k] }")[7]
    after = other.load_store(tmp_path / "own")[7]
    assert (before.value, after.value, other.position("Own[7]") == after) == (1, 3, True)


def test_check(made):
    full = gr.big_check(made, all=True)
    assert full and full.fits and full.status == "proved" and full.data["entries"] == 4090 and full.why is None
    part = gr.big_check(made, sample=100, seed=7)
    assert part and part.status == "computed" and part.data["entries"] < 4090 and "all=True" in str(part)
    for wrong in [{"all": True, "sample": 3}, {"all": True, "seed": 0}, {"sample": 0}, {"seed": -1}]:
        with pytest.raises(ValueError):
            gr.big_check(made, **wrong)


def test_a_check_with_an_inconsistent_entry_is_false():
    check = gr.BigCheck({"fits": False, "why": "ladders(30)[1, 0, 0] is lost"}, "ladders(30)[1, 0, 0] is lost\n")
    assert not check and check.status is None and check.why == str(check) and check.why in repr(check)


def test_the_command_returns_the_same_data(made):
    def command(*args):
        return json.loads(subprocess.run([os.environ["GRUNDY_COMMAND"], "big", *args, "--json"], capture_output=True, check=True).stdout)

    assert command("status", str(made)) == gr.big_status(made).data
    assert command("check", str(made), "--all") == gr.big_check(made, all=True).data
    assert command("check", str(made), "--sample", "500", "--seed", "3") == gr.big_check(made, sample=500, seed=3).data
    ours, theirs = gr.big_plan(GAME).data, command("plan", GAME)
    measured = {"seconds", "max_seconds", "memory", "max_memory", "searched", "disk", "max_disk", "shares", "swapped_shares"}
    assert ours.keys() == theirs.keys()
    assert all(ours[name] == theirs[name] for name in ours.keys() - measured)
    assert [cut.keys() for cut in ours["shares"]] == [cut.keys() for cut in theirs["shares"]]


def test_the_command_resumes_work_of_python(made, tmp_path):
    mine = tmp_path / "mine"
    with pytest.raises(gr.Stopped):
        gr.big_solve(GAME, mine, shares=2, time=0)
    subprocess.run([os.environ["GRUNDY_COMMAND"], "big", "solve", GAME, "--store", str(mine), "--shares", "2"], check=True, capture_output=True)
    assert files(mine) == files(made)


def test_threads_and_shares_build_the_same_entries(made, tmp_path):
    status = gr.big_solve(GAME, tmp_path / "t", shares=2, threads=2)
    assert status.complete and files(tmp_path / "t") == files(made)
    # A complete table is not built again.
    again = gr.big_solve(GAME, tmp_path / "t")
    assert again.data == status.data and files(tmp_path / "t") == files(made)


def test_a_missing_store(tmp_path):
    nowhere = tmp_path / "nowhere"
    for ask in [gr.big_status, gr.big_check, gr.Session().load_store]:
        with pytest.raises(gr.StoreError, match="nowhere.*there is no store.*big_solve"):
            ask(nowhere)
    assert not nowhere.exists()
    with pytest.raises(gr.StoreError, match="without object storage"):
        gr.big_status("s3://bucket/l30")


def test_other_folders_are_not_changed(tmp_path):
    (tmp_path / ".env").write_text("SECRET=1")
    (tmp_path / "tier").mkdir()
    (tmp_path / "tier/notes.txt").write_text("notes")
    before = files(tmp_path)
    with pytest.raises(gr.StoreError, match="is not empty and is not a store"):
        gr.big_solve(GAME, tmp_path)
    assert files(tmp_path) == before


def test_unknown_files_in_a_store_are_reported_and_not_changed(copy):
    (copy / "tier/1/@eaDir").mkdir()
    (copy / "tier/0/some notes.txt").write_text("notes")
    session = gr.Session()
    for ask in [gr.big_status, lambda store: gr.big_check(store, sample=100), session.load_store, lambda store: gr.big_solve(GAME, store)]:
        with pytest.warns(UserWarning, match="some notes.txt, tier/1/@eaDir"):
            ask(copy)
    with pytest.warns(UserWarning, match="ignored"):
        assert gr.big_status(copy).data["unknown_objects"] == ["tier/0/some notes.txt", "tier/1/@eaDir"]
    assert (copy / "tier/1/@eaDir").is_dir() and (copy / "tier/0/some notes.txt").read_text() == "notes"


def test_a_truncated_object(copy):
    table = copy / "tier/3/share/1/table"
    table.write_bytes(table.read_bytes()[:-9])
    session = gr.Session()
    game = session.load_store(copy)
    position = game[29, 28, 27]
    questions = [
        position.solve,
        lambda: position.outcome,
        position.moves,
        position.why,
        lambda: position.solve(winner=True),
        lambda: position.solve(measure="remoteness"),
        lambda: game.table(slice(29, 30), slice(28, 29), slice(27, 28), outcomes=True),
        lambda: session.ask({"ask": "legal", "question": str(position)}),
    ]
    for question in questions:
        with pytest.raises(gr.StoreError, match=r"copy: tier/3/share/1/table is damaged.*big_solve"):
            question()
    with pytest.raises(gr.StoreError, match="tier/3/share/1/table"):
        gr.big_check(copy, all=True)
    # Queries that do not need the missing object are answered, and `without` can ignore the store.
    assert game[3, 0, 0].solve().methods == ["store"] and session.position("nim[3]").value == 3
    assert position.solve(without=["store"]).outcome == gr.Session().game(GAME)[29, 28, 27].outcome
    # Without the object, the table is incomplete. After the object is built again, the table
    # answers queries.
    table.unlink()
    assert not gr.big_status(copy).complete and gr.big_status(copy).data["incomplete"] == [{"tier": 3, "shares": [1]}]
    with pytest.raises(gr.StoreError, match="tier/3/share/1/table is missing: the table is incomplete"):
        session.load_store(copy)
    assert gr.big_solve(GAME, copy).complete and session.load_store(copy)[29, 28, 27].solve().methods == ["store"]


def test_an_object_that_is_deleted_after_loading(copy):
    session = gr.Session()
    game = session.load_store(copy)
    (copy / "tier/3/share/0/table").unlink()
    (copy / "tier/3/share/1/table").unlink()
    with pytest.raises(gr.StoreError, match="is missing"):
        game[29, 28, 27].solve()


def test_an_object_of_another_index_range_or_table(copy, tmp_path):
    shutil.copy(copy / "tier/3/share/0/table", copy / "tier/3/share/1/table")
    game = gr.Session().load_store(copy)
    with pytest.raises(gr.StoreError, match="belongs to another table or to another index range.*big_solve"):
        game[29, 28, 27].solve()
    gr.big_solve("ladders(31, 3)", tmp_path / "other", shares=2)
    shutil.copy(tmp_path / "other/tier/3/share/1/table", copy / "tier/3/share/1/table")
    with pytest.raises(gr.StoreError, match="belongs to another table"):
        gr.Session().load_store(copy)[29, 28, 27].solve()


def test_a_changed_manifest(copy):
    manifest = copy / "manifest"
    text = manifest.read_text()
    manifest.write_text(text.replace("game ladders(30)", "game ladders(31)"))
    for ask in [gr.big_status, gr.big_check, gr.Session().load_store]:
        with pytest.raises(gr.StoreError, match="manifest is damaged.*checksum"):
            ask(copy)
    manifest.write_text(text.replace("grundy-store 4", "grundy-store 3"))
    with pytest.raises(gr.StoreError, match="version 3"):
        gr.big_status(copy)


def test_a_store_of_another_table_is_refused(copy):
    for args in [{"game": "ladders(31, 3)"}, {"game": GAME, "entries": "outcomes"}, {"game": GAME, "shares": 3}]:
        game = args.pop("game")
        with pytest.raises(gr.StoreError, match="the store has a different .* it contains .* was requested"):
            gr.big_solve(game, copy, **args)


def test_invalid_arguments(tmp_path):
    store = tmp_path / "s"
    wrong = [{"entries": "winners"}, {"shares": 0}, {"shares": 65_537}, {"threads": 0}, {"checkpoint": -1.0}, {"checkpoint": float("nan")}]
    for options in wrong:
        with pytest.raises(ValueError, match=next(iter(options))):
            gr.big_solve(GAME, store, **options)
    for game in ["nothing(3)", "ladders(30"]:
        with pytest.raises(gr.RuleError):
            gr.big_solve(game, store)
    with pytest.raises(ValueError, match="one component"):
        gr.big_solve(gr.position("kayles[3] + nim[2]"), store)
    with pytest.raises(ValueError, match="another session"):
        gr.big_solve(gr.Session().game(GAME), store)
    with pytest.raises(TypeError, match="a game, a position or its text"):
        gr.big_solve(30, store)
    with pytest.raises(gr.Unsupported, match="no rules in the rule language"):
        gr.big_plan(gr.rules(lambda n: [n - 1] if n else []))
    with pytest.raises(TypeError):
        gr.big_status(None)
    assert not store.exists()


def test_a_file_instead_of_the_folder(tmp_path):
    (tmp_path / "file").write_text("no store")
    for ask in [lambda: gr.big_status(tmp_path / "file"), lambda: gr.big_solve(GAME, tmp_path / "file")]:
        with pytest.raises(gr.StoreError):
            ask()


def test_work_is_saved_at_a_limit(tmp_path):
    store = tmp_path / "s"
    with pytest.raises(gr.Stopped, match="memory.*; the work in .*s is saved: the same call resumes it") as raised:
        gr.big_solve("annihilation(30, 4, {1, 2})", store, memory="2M")
    assert raised.value.kind == "memory" and not gr.big_status(store).complete
    with pytest.raises(gr.StoreError, match="incomplete"):
        gr.load_store(store)
    assert gr.big_solve("annihilation(30, 4, {1, 2})", store).complete
    assert gr.big_check(store, sample=2000)
    with pytest.raises(gr.Stopped) as raised:
        gr.big_solve("ladders(120, 4)", tmp_path / "t", time=0.3)
    assert raised.value.kind == "time"


def test_work_is_saved_at_ctrl_c(tmp_path):
    session = gr.Session()
    timer = threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            session.big_solve("ladders(120, 4)", tmp_path / "s", checkpoint=0.05)
    finally:
        timer.cancel()
        timer.join()
    assert not gr.big_status(tmp_path / "s").complete and session.position("nim[3]").value == 3


def test_the_session_answers_queries_during_a_build(tmp_path):
    session, reports = gr.Session(), []
    answered = threading.Event()

    def progress(done, total):
        reports.append((done, total))
        answered.wait(10)

    worker = threading.Thread(target=lambda: session.big_solve("ladders(60, 4)", tmp_path / "s", progress=progress, checkpoint=1))
    worker.start()
    try:
        while not reports and worker.is_alive():
            worker.join(0.01)
        assert session.position("nim[3]").value == 3
        assert worker.is_alive() or gr.big_status(tmp_path / "s").complete
    finally:
        answered.set()
        worker.join()
    assert gr.big_status(tmp_path / "s").complete


def test_the_way_of_computing_is_logged(tmp_path, caplog):
    with caplog.at_level(logging.INFO, logger="grundy"):
        gr.big_solve("ladders(60, 4)", tmp_path / "s", memory="400K")
    assert any("store" in record.message for record in caplog.records)


def test_errors_are_translated_and_can_be_pickled(tmp_path):
    gr.lang("zh")
    try:
        with pytest.raises(gr.StoreError, match="没有大表的存储") as raised:
            gr.big_status(tmp_path / "nowhere")
    finally:
        gr.lang("en")
    assert isinstance(raised.value, gr.Error)
    assert str(pickle.loads(pickle.dumps(raised.value))) == str(raised.value)

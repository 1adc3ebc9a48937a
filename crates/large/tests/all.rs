//! Tests of large tables as front ends use them: tables are planned, built, stopped and resumed,
//! queried, checked, and damaged. A damaged table must not give an answer.

use std::cell::{Cell, RefCell};
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use base::budget::{Budget, StopReason};
use base::text::Lang;
use cluster::store::StoreError;
use grundy::{Session, SolveError, SolveOptions};
use large::{
    Advice, EntrySample, LargeTableError, TableBuildOptions, TableSpec, check, estimate, make,
    status, theorem,
};
use tablebase::TableKind;

const GAME: &str = "ladders(30, 3)";

/// Returns the path of a folder that does not exist yet.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("large-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    path
}

fn opened(game: &str, what: Option<TableKind>) -> TableSpec {
    TableSpec::new(
        Session::new()
            .big(game, &Budget::generous())
            .expect("a game"),
        what,
        false,
    )
}

fn made(game: &str, what: Option<TableKind>, store: &str, making: &TableBuildOptions) {
    make(
        &opened(game, what),
        store,
        making,
        &|_| (),
        &Budget::generous(),
    )
    .expect("a table");
}

#[test]
fn every_word_means_what_it_says() {
    for what in [
        TableKind::Outcomes,
        TableKind::Remoteness,
        TableKind::Values,
    ] {
        assert_eq!(large::parse_kind(large::kind_name(what)), Some(what));
    }
    assert_eq!(large::parse_kind("winners"), None);
}

#[test]
fn a_plan_and_a_status_say_the_same_in_data_and_in_words() {
    let folder = folder("told");
    let store = folder.to_str().unwrap();
    let plan = estimate(&opened(GAME, None), &[2], &Budget::generous()).unwrap();
    assert_eq!(
        (
            plan.json()["positions"].as_u64(),
            plan.json()["entries"].as_str()
        ),
        (Some(4090), Some("remoteness"))
    );
    assert!(
        plan.words().en.contains("places:    4090\n")
            && plan.words().zh.contains("位置数：    4090\n")
    );
    assert!(matches!(status(store), Err(LargeTableError::Absent)) && !folder.exists());
    made(
        GAME,
        None,
        store,
        &TableBuildOptions {
            shares: Some(2),
            ..TableBuildOptions::default()
        },
    );
    let far = status(store).unwrap();
    assert_eq!(
        (far.done, far.places(), far.open.len(), far.manifest.shares),
        (4090, 4090, 0, 2)
    );
    assert!(
        far.words()
            .en
            .contains("done:    4 tiers, 4090 of 4090 places\n"),
        "{}",
        far.words().en
    );
    fs::remove_file(folder.join("tier/3/share/1/table")).unwrap();
    let far = status(store).unwrap();
    assert_eq!(far.open, [(3, vec![1])]);
    assert!(
        far.words().en.ends_with("next:    tier 3, shares 1\n")
            && far.json()["incomplete"][0]["tier"] == 3
    );
    let _ = fs::remove_dir_all(folder);
}

#[test]
fn a_check_tells_an_entry_that_does_not_fit_as_an_answer() {
    let folder = folder("checked");
    let [far, who] = ["far", "who"].map(|name| folder.join(name).to_str().unwrap().to_owned());
    made(GAME, None, &far, &TableBuildOptions::default());
    made(
        GAME,
        Some(TableKind::Outcomes),
        &who,
        &TableBuildOptions::default(),
    );
    let all = check(&far, None, &Budget::generous()).unwrap();
    assert!(
        all.is_proved()
            && all.entries == 4090
            && all.words().en.starts_with("proved: all 4090 entries")
    );
    let some = check(
        &far,
        Some(EntrySample {
            count: 100,
            seed: 7,
        }),
        &Budget::generous(),
    )
    .unwrap();
    assert!(
        some.fits()
            && !some.is_proved()
            && some.entries < 4090
            && some.json(Lang::En)["status"] == "computed"
    );
    // If play can cycle, consistent outcomes are not necessarily proved.
    let all = check(&who, None, &Budget::generous()).unwrap();
    assert!(all.fits() && !all.is_proved() && !all.shown && all.words().en.contains("not a proof"));
    let _ = fs::remove_dir_all(folder);
}

/// The work is stopped at any budget poll. The resumed table is identical to a table that was built
/// without interruption.
#[test]
fn what_was_stopped_is_gone_on_with() {
    let folder = folder("stopped");
    let [whole, parts] =
        ["whole", "parts"].map(|name| folder.join(name).to_str().unwrap().to_owned());
    let opened = opened("ladders(60, 4)", None);
    let making = TableBuildOptions {
        checkpoint: std::time::Duration::ZERO,
        ..TableBuildOptions::default()
    };
    make(&opened, &whole, &making, &|_| (), &Budget::generous()).unwrap();
    let (mut stopped, mut patience) = (0, 4);
    loop {
        let looks = Cell::new(0);
        let stop = || {
            looks.set(looks.get() + 1);
            (looks.get() > patience).then_some(StopReason::Cancelled)
        };
        match make(
            &opened,
            &parts,
            &making,
            &|_| (),
            &Budget::new(1 << 30, &stop, &|_, _| ()),
        ) {
            Ok(()) => break,
            Err(LargeTableError::Stopped(SolveError::Stopped(StopReason::Cancelled), advice)) => {
                assert_eq!(advice, [Advice::GoOn])
            }
            Err(LargeTableError::Error(SolveError::Stopped(StopReason::Cancelled))) => {}
            Err(wrong) => panic!("{wrong:?}"),
        }
        (stopped, patience) = (stopped + 1, patience * 2);
    }
    assert!(stopped > 2, "{stopped}");
    for tier in 0..5 {
        let [whole, parts] = [&whole, &parts]
            .map(|store| fs::read(format!("{store}/tier/{tier}/share/0/table")).unwrap());
        assert!(whole == parts, "tier {tier}");
    }
    let _ = fs::remove_dir_all(folder);
}

#[test]
fn where_memory_is_short_it_is_said_what_was_chosen_and_what_may_be_done() {
    let folder = folder("memory");
    let store = folder.to_str().unwrap();
    let notes = RefCell::new(Vec::new());
    let note = |text: base::text::Text| notes.borrow_mut().push(text.en);
    let [sorted, turned] =
        ["annihilation(30, 4, {1, 2})", "ladders(60, 4)"].map(|game| opened(game, None));
    let little = make(
        &sorted,
        &format!("{store}/sorted"),
        &TableBuildOptions::default(),
        &note,
        &Budget::generous().with_memory(2 << 20),
    );
    let Err(LargeTableError::Stopped(SolveError::Stopped(StopReason::Memory(..)), advice)) = little
    else {
        panic!("{little:?}")
    };
    assert_eq!(advice, [Advice::GoOn]);
    make(
        &turned,
        &format!("{store}/turned"),
        &TableBuildOptions::default(),
        &note,
        &Budget::generous().with_memory(400 << 10),
    )
    .unwrap();
    assert!(
        notes
            .borrow()
            .iter()
            .any(|note| note.contains("swapped out to the store")),
        "{notes:?}"
    );
    let _ = fs::remove_dir_all(folder);
}

#[test]
fn a_store_is_asked_and_no_answer_comes_of_what_cannot_be_read() {
    let folder = folder("asked");
    let store = folder.to_str().unwrap();
    made(GAME, None, store, &TableBuildOptions::default());
    let budget = Budget::generous();
    let told: Arc<Mutex<Vec<StoreError>>> = Arc::default();
    let load = || {
        let told = told.clone();
        let asked = theorem(
            store,
            "a test",
            Arc::new(move |fault| told.lock().unwrap().push(fault.clone())),
            &budget,
        );
        asked.map(|asked| {
            assert_eq!(asked.manifest.game, "ladders(30)");
            let mut session = Session::new();
            session.settings.theorems.insert(0, asked.theorem);
            session
        })
    };
    let question = format!("{GAME}[29, 28, 27]");
    let asked = SolveOptions::MOVES;
    let plain = Session::new()
        .solve(question.as_str(), asked, &budget)
        .unwrap();
    let found = load()
        .unwrap()
        .solve(question.as_str(), asked, &budget)
        .unwrap();
    assert_eq!(
        (found.outcome, found.remoteness),
        (plain.outcome, plain.remoteness)
    );
    assert_eq!(found.components[0].method, "store");
    assert!(told.lock().unwrap().is_empty());

    let object = folder.join("tier/3/share/0/table");
    let bytes = fs::read(&object).unwrap();
    fs::write(&object, &bytes[..bytes.len() - 9]).unwrap();
    let refused = load().unwrap().solve(question.as_str(), asked, &budget);
    assert!(matches!(
        refused,
        Err(SolveError::Stopped(StopReason::Cancelled))
    ));
    assert!(
        matches!(&told.lock().unwrap()[..], [StoreError::Damaged(name, _), ..] if name == "tier/3/share/0/table")
    );
    fs::remove_file(&object).unwrap();
    assert!(
        matches!(load(), Err(LargeTableError::Store(StoreError::Missing(name))) if name == "tier/3/share/0/table")
    );
    let _ = fs::remove_dir_all(folder);
}

#[test]
fn a_store_of_another_table_is_refused() {
    let folder = folder("other");
    let store = folder.to_str().unwrap();
    made(GAME, None, store, &TableBuildOptions::default());
    for (game, what, shares) in [
        ("ladders(31, 3)", None, 1),
        (GAME, Some(TableKind::Outcomes), 1),
        (GAME, None, 3),
    ] {
        let making = TableBuildOptions {
            shares: Some(shares),
            ..TableBuildOptions::default()
        };
        let refused = make(
            &opened(game, what),
            store,
            &making,
            &|_| (),
            &Budget::generous(),
        );
        let Err(LargeTableError::Store(fault)) = refused else {
            panic!("{game}: {refused:?}")
        };
        assert!(
            fault.text().en.contains("the store has a different"),
            "{}",
            fault.text().en
        );
    }
    let _ = fs::remove_dir_all(folder);
}

/// Flips single bits of every object of a store, and swaps objects. The slow tests flip all bits,
/// and other tests flip a sample of bits. A check of all entries reports the damaged object every
/// time.
#[test]
fn a_check_of_all_entries_sees_every_bit() {
    let folder = folder("bits");
    let store = folder.to_str().unwrap();
    made(
        "ladders(7, 3)",
        None,
        store,
        &TableBuildOptions {
            shares: Some(2),
            ..TableBuildOptions::default()
        },
    );
    assert!(check(store, None, &Budget::generous()).unwrap().is_proved());
    let place = cluster::FolderBackend::new(&folder);
    let names: Vec<String> = cluster::store::StorageBackend::list(&place, "tier")
        .unwrap()
        .into_iter()
        .chain(["manifest".to_owned()])
        .collect();
    let objects: Vec<(String, Vec<u8>)> = names
        .into_iter()
        .map(|name| (name.clone(), fs::read(folder.join(name)).unwrap()))
        .collect();
    let mut random = fastrand::Rng::with_seed(50);
    let mut mutants = 0;
    let mut is_named = |name: &str, bytes: &[u8], what: &str| {
        fs::write(folder.join(name), bytes).unwrap();
        match check(store, None, &Budget::generous()) {
            Err(LargeTableError::Store(
                StoreError::Damaged(object, _)
                | StoreError::Foreign(object)
                | StoreError::Version(object, _),
            )) => {
                assert_eq!(object, name, "{what}")
            }
            other => panic!("{name}, {what}: {other:?}"),
        }
        mutants += 1;
    };
    for (name, whole) in &objects {
        let step = testkit::rounds(11, 1);
        for bit in (0..whole.len() * 8).step_by(step) {
            let bit = (bit + random.usize(..step)) % (whole.len() * 8);
            let mut bytes = whole.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            is_named(name, &bytes, &format!("bit {bit}"));
        }
        is_named(name, &whole[..random.usize(..whole.len())], "truncated");
        is_named(name, &[&whole[..], &[0]].concat(), "longer");
        let place = random.usize(..objects.len());
        if objects[place].1 != *whole {
            is_named(name, &objects[place].1, "another object");
        }
        fs::write(folder.join(name), whole).unwrap();
    }
    assert!(mutants > 400, "{mutants}");
    assert!(check(store, None, &Budget::generous()).unwrap().is_proved());
    let _ = fs::remove_dir_all(folder);
}

#[test]
fn what_is_not_of_a_store_is_listed() {
    let folder = folder("listed");
    let store = folder.to_str().unwrap();
    made(GAME, None, store, &TableBuildOptions::default());
    fs::create_dir_all(folder.join("tier/1/@eaDir/x")).unwrap();
    (0..11)
        .for_each(|file| fs::write(folder.join(format!("tier/0/notes {file}.txt")), "").unwrap());
    let far = status(store).unwrap();
    assert_eq!((far.foreign.len(), far.done), (12, 4090));
    assert_eq!(far.json()["unknown_objects"][0], "tier/0/notes 0.txt");
    let words = large::foreign_words(store, &far.foreign).unwrap();
    assert!(
        words.en.contains("they are ignored: tier/0/notes 0.txt, ")
            && words.en.ends_with(" and 2 more"),
        "{}",
        words.en
    );
    assert!(words.zh.ends_with("等 12 项"), "{}", words.zh);
    assert_eq!(
        check(store, None, &Budget::generous()).unwrap().foreign,
        far.foreign
    );
    let asked = theorem(store, "a test", Arc::new(|_| ()), &Budget::generous()).unwrap();
    assert_eq!(asked.foreign, far.foreign);
    assert_eq!(large::foreign_words(store, &[]), None);
    let _ = fs::remove_dir_all(folder);
}

#[test]
fn a_folder_of_a_user_is_no_store() {
    let folder = folder("user");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(".env"), "SECRET=1").unwrap();
    let refused = make(
        &opened(GAME, None),
        folder.to_str().unwrap(),
        &TableBuildOptions::default(),
        &|_| (),
        &Budget::generous(),
    );
    assert!(
        matches!(&refused, Err(LargeTableError::Store(StoreError::System(text))) if text.en.contains("is not empty and is not a store")),
        "{refused:?}"
    );
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    let _ = fs::remove_dir_all(folder);
}

/// Consistent outcomes are proved only if the rules show that play ends or the entries contain a
/// remoteness.
#[test]
fn outcomes_are_proved_only_if_play_ends() {
    let folder = folder("ends");
    fs::create_dir_all(&folder).unwrap();
    // Play ends, but no linear measure proves that play ends.
    let listed = "game Listed { state n in 0..9 move when n == 3 : [7] move when n == 7 : [2] move when n == 2 : [5] move when n == 5 : [9] }";
    let budget = Budget::generous();
    let proved = |game: &str, what: TableKind, place: &str| {
        let store = folder.join(place);
        let store = store.to_str().unwrap();
        let mut session = Session::new();
        session.load_rules("listed.game", listed).unwrap();
        let opened = TableSpec::new(session.big(game, &budget).unwrap(), Some(what), false);
        make(
            &opened,
            store,
            &TableBuildOptions::default(),
            &|_| (),
            &budget,
        )
        .unwrap();
        let found = check(store, None, &budget).unwrap();
        assert!(found.differs.is_none());
        found.is_proved()
    };
    assert!(!proved("listed", TableKind::Outcomes, "outcomes"));
    assert!(proved("listed", TableKind::Remoteness, "remoteness"));
    assert!(proved("wythoff[12, 12]", TableKind::Outcomes, "wythoff"));
    fs::remove_dir_all(folder).unwrap();
}

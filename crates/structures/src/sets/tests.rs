//! Tests the notation of sets, and invalid sets. Compares values and moves with the definition on
//! random sets.

use fastrand::Rng;
use rules::structure::Structure;
use theory::theorem::ChosenMove;

use super::{Sets, THEOREM};
use crate::trial::Trial;

/// A set as a tree, and a random notation for it.
enum SetTree {
    Heap(u64),
    Set(Vec<SetTree>),
}

impl SetTree {
    fn random(rng: &mut Rng, depth: u32) -> SetTree {
        match rng.u8(..4) {
            0 => SetTree::Heap(rng.u64(0..5)),
            _ if depth == 0 => SetTree::Set(Vec::new()),
            _ => SetTree::Set(
                (0..rng.usize(0..=4))
                    .map(|_| SetTree::random(rng, depth - 1))
                    .collect(),
            ),
        }
    }

    fn render(&self, rng: &mut Rng) -> String {
        match self {
            SetTree::Heap(size) if *size < 3 && rng.bool() => {
                let smaller: Vec<String> = (0..*size)
                    .map(|size| SetTree::Heap(size).render(rng))
                    .collect();
                format!("{{{}}}", smaller.join(","))
            }
            SetTree::Heap(size) => format!("*{size}"),
            SetTree::Set(all) => format!(
                "{{{}}}",
                all.iter()
                    .map(|tree| tree.render(rng))
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
        }
    }

    fn value(&self) -> u64 {
        match self {
            SetTree::Heap(size) => *size,
            SetTree::Set(all) => nimber::mex(all.iter().map(SetTree::value)),
        }
    }

    /// Returns a text that is the same for equal sets.
    fn meaning(&self) -> String {
        let mut all: Vec<String> = match self {
            SetTree::Heap(size) => (0..*size)
                .map(|size| SetTree::Heap(size).meaning())
                .collect(),
            SetTree::Set(all) => all.iter().map(SetTree::meaning).collect(),
        };
        all.sort_unstable();
        all.dedup();
        format!("({})", all.concat())
    }
}

#[test]
fn values_and_moves_are_those_of_the_definition() {
    let mut rng = Rng::with_seed(11);
    for _ in 0..400 {
        let tree = SetTree::random(&mut rng, 4);
        let text = tree.render(&mut rng);
        let trial = Trial::new(&Sets, &THEOREM, &text);
        let start = trial.start();
        let show = |trial: &Trial| trial.world.rules(trial.game).show(&trial.start()).unwrap();
        let shown = show(&trial);
        // The displayed text parses to the same set, and the set is displayed as the same text.
        let again = Trial::new(&Sets, &THEOREM, &shown);
        assert_eq!(show(&again), shown, "{text}");
        assert_eq!(trial.value(&start), tree.value(), "{text}");
        let different: std::collections::BTreeSet<String> = match &tree {
            SetTree::Heap(size) => (0..*size)
                .map(|size| SetTree::Heap(size).meaning())
                .collect(),
            SetTree::Set(all) => all.iter().map(SetTree::meaning).collect(),
        };
        let moves = trial.moves(&start);
        assert_eq!(
            moves.len(),
            different.len(),
            "{text}: equal options count once"
        );
        for target in 0..6 {
            let leads = moves.iter().filter(|(_, left)| trial.value(left) == target);
            let mut expected: Vec<ChosenMove> = leads.map(|(made, _)| made.clone()).collect();
            expected.sort_unstable();
            assert_eq!(trial.moves_to(&start, target), expected, "{text}");
        }
    }
}

#[test]
fn sets_are_shown_in_one_way() {
    for (text, shown) in [
        ("{}", "{}"),
        ("*0", "{}"),
        ("{{}}", "*1"),
        ("{*, 0}", "*2"),
        ("{{}, {{}}}", "*2"),
        ("{*2, *1, {{}}}", "{*1, *2}"),
        ("{{*2}, {*1, *2}, *7, {*2}}", "{*7, {*1, *2}, {*2}}"),
        ("*1000000000000000000", "*1000000000000000000"),
        ("｛＊１，＊２｝", "{*1, *2}"),
    ] {
        let reading = Sets
            .read(text)
            .unwrap_or_else(|wrong| panic!("{text}: {}", wrong[0].message));
        assert_eq!(
            reading.rules.show(&reading.starts[0]).unwrap(),
            shown,
            "{text}"
        );
        assert_eq!(Sets.game_name(text), shown);
    }
}

#[test]
fn what_is_no_set_is_refused_where_it_stands() {
    for (text, message, place) in [
        ("{*1", "this `{` is not closed", 0..1),
        ("{{*1}, {*2}", "this `{` is not closed", 0..1),
        ("{*1 *2}", "expected `,` or `}`", 4..5),
        ("{*1, }", "expected a set such as {}, {*1, *2} or *5", 5..6),
        ("{,*1}", "expected a set such as {}, {*1, *2} or *5", 1..2),
        ("{*1; *2}", "expected `,` or `}`", 3..4),
        ("{nim}", "expected a set such as {}, {*1, *2} or *5", 1..2),
        ("{}}", "expected the end of the text after the set", 2..3),
        ("{05}", "expected a heap such as *5, or {}", 1..3),
        (
            "{*99999999999999999999}",
            "expected a heap such as *5, or {}",
            1..22,
        ),
        ("", "expected a set such as {*1, *2}", 0..0),
    ] {
        let wrong = Sets
            .read(text)
            .err()
            .unwrap_or_else(|| panic!("{text}: read"));
        assert_eq!(
            (wrong[0].message.en.as_str(), wrong[0].span.range()),
            (message, place),
            "{text}"
        );
    }
    // Deep sets neither overflow the stack nor take long.
    let deep = format!("{}*5{}", "{*3, ".repeat(20_000), "}".repeat(20_000));
    assert_eq!(Sets.game_name(&deep), "{…}");
}

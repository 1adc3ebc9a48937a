//! `in` and `not in` as conditions. Each form of a condition is compared with a simple test of the
//! numbers. Both the interpreter of the rules and the tables evaluate each form of a condition. The
//! programs and generated code of the tables come from the same typed form. Formatting does not
//! change the meaning of rules.

use crate::boxes::load;
use base::budget::Budget;
use engines::dense::{DenseTable, FillMethod, TableBox};
use engines::oracle::GrundyOracle;
use engines::prepared_table::PreparedTable;
use jit::Jit;
use rules::ast::{ExprKind, GameItemKind};
use rules::game::OptionArena;
use rules::ir::Int;
use rules::parser::parse_file;
use rules::printer::print_file;
use rules::world::World;

/// A condition on n, k and a parameter S = {1, 3, 4, 9}, and the same condition in Rust.
type Case = (&'static str, fn(Int, Int) -> bool);

const CASES: &[Case] = &[
    ("k in {1, 3, 4}", |_, k| [1, 3, 4].contains(&k)),
    ("k not in {1, 3, 4}", |_, k| ![1, 3, 4].contains(&k)),
    ("n - k in {2, 5}", |n, k| [2, 5].contains(&(n - k))),
    ("k in 2..4", |_, k| (2..=4).contains(&k)),
    ("k not in 2..4", |_, k| !(2..=4).contains(&k)),
    ("k in 3..", |_, k| k >= 3),
    ("k in n / 3..n / 2", |n, k| (n / 3..=n / 2).contains(&k)),
    ("n - k in S", |n, k| [1, 3, 4, 9].contains(&(n - k))),
    ("n - k not in S and k in S or k == 2", |n, k| {
        ![1, 3, 4, 9].contains(&(n - k)) && [1, 3, 4, 9].contains(&k) || k == 2
    }),
    ("not k in 2..5", |_, k| !(2..=5).contains(&k)),
    ("k in {n / 2, n - 1}", |n, k| k == n / 2 || k == n - 1),
    ("k in {i * i for i in 1..n}", |n, k| {
        (1..=n).any(|i| i * i == k)
    }),
    ("total(i for i in 1..k) in {i + 1 for i in 1..n}", |n, k| {
        (1..=n).any(|i| i + 1 == k * (k + 1) / 2)
    }),
    ("k in digits(n)", |n, k| {
        n.to_string().contains(&k.to_string()) && k < 10
    }),
    ("(n, k) in {(5, 2), (7, 3), (8, 8)}", |n, k| {
        [(5, 2), (7, 3), (8, 8)].contains(&(n, k))
    }),
    ("k in {3 * i for i in 1..60}", |_, k| k % 3 == 0),
    ("k not in {3 * i for i in 1..60}", |_, k| k % 3 != 0),
    ("(k in S) == (n in S)", |n, k| {
        [1, 3, 4, 9].contains(&k) == [1, 3, 4, 9].contains(&n)
    }),
    ("if k in S then n in 3..9 else n not in 3..9", |n, k| {
        [1, 3, 4, 9].contains(&k) == (3..=9).contains(&n)
    }),
];

const MAX_SLOT_VALUE: Int = 14;

fn source(condition: &str) -> String {
    format!(
        "game G(S = {{1, 3, 4, 9}}) {{\n  state n in 0..\n  move k in 1..n when {condition} : [n - k]\n}}\n"
    )
}

/// Returns the values by the definition, from the condition in Rust.
fn values(holds: fn(Int, Int) -> bool) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for n in 0..=MAX_SLOT_VALUE {
        let options: Vec<u64> = (1..=n)
            .filter(|&k| holds(n, k))
            .map(|k| values[(n - k) as usize])
            .collect();
        values.push(
            (0..)
                .find(|value| !options.contains(value))
                .expect("a list is finite"),
        );
    }
    values
}

#[test]
fn each_form_admits_what_it_says() {
    for (condition, holds) in CASES {
        let text = source(condition);
        let mut world = World::empty();
        world
            .load("g", &text)
            .unwrap_or_else(|refusal| panic!("{}", refusal.render(base::text::Lang::En, false)));
        let game = world
            .instantiate("g", Vec::new())
            .unwrap_or_else(|_| panic!("{condition}"));
        let mut options = OptionArena::new();
        for n in 0..=MAX_SLOT_VALUE {
            world
                .options(game, &[n], &mut options, &Budget::generous())
                .unwrap();
            let found: Vec<Int> = options.iter().map(|option| option.choices[0]).collect();
            let wanted: Vec<Int> = (1..=n).filter(|&k| holds(n, k)).collect();
            assert_eq!(found, wanted, "{condition} at n = {n}");
        }
    }
}

#[test]
fn tables_and_programs_say_the_same() {
    let (jit, budget) = (Jit::new(1), Budget::generous());
    let mut filled = [0; 3];
    for (condition, holds) in CASES {
        let (world, game, facts) = load(&source(condition));
        assert!(facts.measure.is_some(), "{condition}");
        for filler in [
            FillMethod::Plain,
            FillMethod::Program,
            FillMethod::Generated(&jit),
        ] {
            let space = TableBox::around(&world, game, &facts, &[MAX_SLOT_VALUE], &budget).unwrap();
            let mut dense =
                DenseTable::fill(&world, game, &PreparedTable::new(space), filler, &budget)
                    .unwrap();
            filled[dense.filled() as usize] += 1;
            for (n, &wanted) in values(*holds).iter().enumerate() {
                let found = dense.grundy(&world, game, &[n as Int], &budget).unwrap();
                assert_eq!(found.as_nimber(), Some(wanted), "{condition} at n = {n}");
            }
        }
    }
    // Most conditions are compiled to code, not left to the reference interpreter.
    assert!(filled[2] * 2 > CASES.len(), "{filled:?}");
}

#[test]
fn the_layout_keeps_the_meaning() {
    for (condition, _) in CASES {
        let file = parse_file(&source(condition)).unwrap();
        let printed = print_file(&file);
        let again = parse_file(&printed).unwrap_or_else(|errors| panic!("{printed}: {errors:?}"));
        assert_eq!(print_file(&again), printed);
        let guard = |file: &rules::ast::RuleFile| {
            file.games[0]
                .items
                .iter()
                .find_map(|item| match &item.kind {
                    GameItemKind::Move(shape) => shape
                        .guard
                        .as_ref()
                        .map(|guard| matches!(guard.kind, ExprKind::In(..))),
                    _ => None,
                })
        };
        assert_eq!(guard(&file), guard(&again), "{printed}");
    }
}

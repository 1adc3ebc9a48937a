//! Starts from a sound program and violates each property in turn: the verifier rejects each
//! changed program and names the violation. The passes themselves are checked wherever tests fill a
//! table, because debug builds verify after each pass.

use rules::ast::{BinaryOp, CompareOp};
use rules::ir::{
    ChoiceDomain, Expr, Fold, Function, Int, RealExpr, RowElement, RuleChoice, SlotRef, SourceInfo,
};

use super::verify;
use crate::program::interval::IntInterval;
use crate::program::testing::instance;
use crate::program::{MoveProgram, ProgramComponent, Stmt};

/// A game with two numbers, an array, a condition of each kind, and a loop of each kind.
const SOUND: &str = "game G {
    state n in 0..999, m in 0..9, a[1..3] in 0..5
    require n + a[1] >= 0
    goal n == 99
    trap m == 3
    move k in 1..n : [n - k, m, 0, 0, 0]
    move k in {1, 2, 4, 8, 16, 32, 64, 128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138} : [n - k, m, 0, 0, 0]
    move d in digits(n) when d > 0 : [n - d, m, 0, 0, 0]
}";

fn compare(a: Expr, b: Expr) -> Expr {
    Expr::Compare(CompareOp::Ge, Box::new([a, b]))
}

fn fold(local: usize, domain: ChoiceDomain) -> Expr {
    let choice = RuleChoice {
        local,
        width: 1,
        names: SourceInfo(vec!["i".into()]),
        domain,
        span: SourceInfo::default(),
    };
    Expr::Fold(
        Fold::Total,
        vec![RowElement {
            values: vec![Expr::Const(7)],
            generators: vec![choice],
        }],
        SourceInfo::default(),
    )
}

fn range() -> ChoiceDomain {
    ChoiceDomain::Range(Expr::Const(1), Expr::Slot(0))
}

fn component(slot: Expr) -> Vec<Stmt> {
    let slots = [slot]
        .into_iter()
        .chain(std::iter::repeat_n(Expr::Const(0), 4))
        .collect();
    vec![Stmt::Option(vec![Stmt::Part(ProgramComponent {
        slots,
        legal: false,
    })])]
}

fn replace_body(program: &mut MoveProgram, slot: Expr) {
    program.body = component(slot);
}

fn looped(local: usize, body: Vec<Stmt>) -> Stmt {
    Stmt::For {
        local,
        lows: vec![Expr::Const(1)],
        highs: vec![Expr::Slot(0)],
        body,
    }
}

fn array(first: usize, low: Int, len: usize) -> Expr {
    Expr::At(
        Box::new(SlotRef::Array(first, low, len, Expr::Slot(0))),
        SourceInfo::default(),
    )
}

type Forgery = (&'static str, fn(&mut MoveProgram));

#[rustfmt::skip]
const FORGERIES: &[Forgery] = &[
    // Violations of properties that the program takes from the game.
    ("the state of the program is", |p| p.state[0].1 = Some(7)),
    ("the program has the ranges of 4 slots, but the game has 5 slots", |p| p.ranges.slots.truncate(4)),
    ("no position of the table is in 3..2", |p| p.ranges.slots[0] = IntInterval(3, 2)),
    ("the program declares 1 locals, but needs 4", |p| p.locals = 1),
    ("the program has 0 of the 1 conditions of the game", |p| p.requires.clear()),
    ("the program has 0 of the 1 conditions of the game", |p| p.goals.clear()),
    ("the program has 2 of the 1 conditions of the game", |p| p.traps.push(Expr::Const(1))),
    ("a condition contains a loop", |p| p.goals[0] = compare(fold(0, range()), Expr::Slot(0))),
    ("local 0 is used before it has a value", |p| p.goals[0] = compare(Expr::Local(0), Expr::Slot(0))),
    ("expected a truth value, found a number", |p| p.traps[0] = Expr::Slot(0)),
    // Expressions.
    ("slot 5 is used, but a position has 5 slots", |p| replace_body(p, Expr::Slot(5))),
    ("no array of 4 cells with first index 1 begins at slot 2", |p| replace_body(p, array(2, 1, 4))),
    ("no array of 3 cells with first index 1 begins at slot 1", |p| replace_body(p, array(1, 1, 3))),
    ("local 0 is used before it has a value", |p| replace_body(p, Expr::Local(0))),
    ("local 1 is used before it has a value", |p| p.body = vec![looped(0, component(Expr::Local(1)))]),
    ("local 4 is assigned a value, but there are only 4 locals", |p| p.body = vec![looped(4, component(Expr::Local(4)))]),
    ("two choices that are active at once assign local 0", |p| p.body = vec![looped(0, vec![looped(0, component(Expr::Local(0)))])]),
    ("two choices that are active at once assign local 0", |p| p.body = vec![looped(0, component(fold(0, range())))]),
    ("local 0 is used before it has a value", |p| {
        p.body = vec![Stmt::For { local: 0, lows: vec![Expr::Local(0)], highs: vec![Expr::Slot(0)], body: Vec::new() }];
    }),
    ("two choices that are active at once assign local 0", |p| {
        p.body = vec![Stmt::For { local: 0, lows: vec![Expr::Const(1)], highs: vec![fold(0, range())], body: Vec::new() }];
    }),
    ("expected a truth value, found a number", |p| p.body = vec![Stmt::When(Expr::Slot(0), Vec::new())]),
    ("expected a number, found a truth value", |p| replace_body(p, Expr::Not(Box::new(Expr::Const(1))))),
    ("expected a number, found a truth value", |p| {
        replace_body(p, Expr::Binary(BinaryOp::Add, Box::new([compare(Expr::Slot(0), Expr::Slot(1)), Expr::Const(1)]), SourceInfo::default()));
    }),
    ("`nimpow` expects 2 numbers, found 1", |p| replace_body(p, Expr::Call(Function::Nimpow, vec![Expr::Slot(0)], SourceInfo::default()))),
    ("no back end supports real numbers", |p| replace_body(p, Expr::Floor(Box::new(RealExpr::Int(Expr::Const(1))), SourceInfo::default()))),
    ("no back end supports a sum, minimum or other aggregate over a set", |p| replace_body(p, fold(0, ChoiceDomain::Digits(Expr::Slot(0), Expr::Const(10))))),
    // Steps.
    ("the loop over local 0 has no bounds on one side", |p| {
        p.body = vec![Stmt::For { local: 0, lows: Vec::new(), highs: vec![Expr::Slot(0)], body: Vec::new() }];
    }),
    ("the loop over local 0 has no bounds on one side", |p| {
        p.body = vec![Stmt::For { local: 0, lows: vec![Expr::Slot(0)], highs: Vec::new(), body: Vec::new() }];
    }),
    ("a list of 3 numbers cannot be divided into rows of 2", |p| {
        p.body = vec![Stmt::Rows { local: 0, width: 2, rows: [1, 2, 3].into(), highs: Vec::new(), body: Vec::new() }];
    }),
    ("a list of 3 numbers cannot be divided into rows of 0", |p| {
        p.body = vec![Stmt::Rows { local: 0, width: 0, rows: [1, 2, 3].into(), highs: Vec::new(), body: Vec::new() }];
    }),
    ("expected a number, found a truth value", |p| {
        let base = Expr::Not(Box::new(Expr::Const(1)));
        p.body = vec![Stmt::Digits { local: 0, number: Expr::Slot(0), base, body: Vec::new() }];
    }),
    ("a component is outside every option", |p| p.body = vec![Stmt::Part(ProgramComponent { slots: vec![Expr::Const(0); 5], legal: false })]),
    ("an option contains another option", |p| p.body = vec![Stmt::Option(component(Expr::Slot(0)))]),
    ("a component has 4 numbers, but the game has 5 slots", |p| {
        p.body = vec![Stmt::Option(vec![Stmt::Part(ProgramComponent { slots: vec![Expr::Const(0); 4], legal: false })])];
    }),
];

#[test]
fn each_forged_program_is_refused_for_what_was_forged() {
    let (game, id) = instance(SOUND);
    let ranges = [(0, 99), (0, 9), (0, 5), (0, 5), (0, 5)];
    let program = MoveProgram::new(&game, id, &ranges).unwrap_or_else(|why| panic!("{}", why.en));
    assert_eq!(verify(&program, &game), Ok(()));
    for (wanted, forge) in FORGERIES {
        let mut forged = program.clone();
        forge(&mut forged);
        let found = verify(&forged, &game).expect_err(wanted);
        assert!(found.starts_with(wanted), "{found}\nwanted: {wanted}");
    }
}

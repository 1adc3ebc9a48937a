//! Tests valid games that are changed to violate one invariant: the verifier rejects each game, and
//! names the violation.

use std::sync::Arc;

use super::verify;
use crate::ast::{BinaryOp, CompareOp};
use crate::data::{DataTable, EntryKind};
use crate::game::{GameId, SumKind};
use crate::ir::{
    ChoiceDomain, Expr, Fold, Function, Game, Int, LabelPiece, ParameterValue, RangeStopper,
    RealExpr, ResultPart, ResultPartKind, RowElement, RuleChoice, RuleClaim, Slot, SlotChange,
    SlotRef, SlotShape, SourceInfo, StartRule,
};
use crate::quadratic::Quadratic;
use crate::world::World;

/// Two numbers and an array, with a move for each form of choice and of result.
const SOUND: &str = r#"game G(S = {1, 2}) {
    state n in 0.., m in 0..9, a[1..3] in 0..5
    require n + a[1] >= 0
    goal n == 99
    start [n, 1, 0, 0, 0]
    move "takes {k}" k in S, j in 1..k when total(a[i] for i in 1..3) > j : { n -= k, a[j] = abs(j) }
    move k in 1.. : [n - k, m, 0, 0, 0]
    move (x, y) in {(n - i, i) for i in 1..n} : [x, y, a[1], a[2], a[3]]
    move k in {2 ** i for i in 0..} : [n - k, m, 0, 0, 0]
    claim P iff floor(phi * n) == m
}"#;

fn sound() -> (Game, GameId) {
    let mut world = World::empty();
    world
        .load("test.game", SOUND)
        .unwrap_or_else(|refusal| panic!("{}", refusal.render(base::text::Lang::En, false)));
    let id = world.instantiate("G", Vec::new()).unwrap();
    (world.rules(id).game().unwrap().clone(), id)
}

fn array_element(first: usize, low: Int, len: usize, index: Expr) -> Expr {
    Expr::At(
        Box::new(SlotRef::Array(first, low, len, index)),
        SourceInfo::default(),
    )
}

fn fold(fold: Fold, local: usize, value: Expr) -> Expr {
    let domain = ChoiceDomain::Range(Expr::Const(1), Expr::Const(3));
    let choice = RuleChoice {
        local,
        width: 1,
        names: SourceInfo(vec!["i".into()]),
        domain,
        span: SourceInfo::default(),
    };
    Expr::Fold(
        fold,
        vec![RowElement {
            values: vec![value],
            generators: vec![choice],
        }],
        SourceInfo::default(),
    )
}

fn compare(op: CompareOp, a: Expr, b: Expr) -> Expr {
    Expr::Compare(op, Box::new([a, b]))
}

fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    Expr::Binary(op, Box::new([a, b]), SourceInfo::default())
}

/// Returns the elements of a move's only component.
fn elements(game: &mut Game, rule: usize) -> &mut Vec<RowElement> {
    match &mut game.moves[rule].result[0].kind {
        ResultPartKind::Fresh(_, elements) => elements,
        ResultPartKind::Changed(..) | ResultPartKind::Compound(..) => {
            panic!("move {rule} changes this component")
        }
    }
}

fn changes(game: &mut Game) -> &mut Vec<SlotChange> {
    match &mut game.moves[0].result[0].kind {
        ResultPartKind::Changed(groups) => &mut groups[0].changes,
        ResultPartKind::Fresh(..) | ResultPartKind::Compound(..) => {
            panic!("the first move leaves a fresh component")
        }
    }
}

fn domain(game: &mut Game, rule: usize, choice: usize) -> &mut ChoiceDomain {
    &mut game.moves[rule].choices[choice].domain
}

/// Replaces the first requirement by a condition.
fn required(game: &mut Game, condition: Expr) {
    game.requires[0] = condition;
}

/// Replaces the value of the first change of the first move.
fn set_first_change(game: &mut Game, value: Expr) {
    changes(game)[0].value = value;
}

type Forgery = (&'static str, fn(&mut Game));

#[rustfmt::skip]
const FORGERIES: &[Forgery] = &[
    // The state and the arguments.
    ("the range of slot `m` is empty", |g| g.slots[1].high = Some(-1)),
    ("two slots have the name `n`", |g| g.slots[1].name = "n".into()),
    ("slot `m` may be exchanged with a slot of another range", |g| g.unordered = 0..2),
    ("the game has 5 slots, but slots 3..9 are declared unordered", |g| g.unordered = 3..9),
    ("slot `a[2]` does not continue its array", |g| g.slots[3].shape = SlotShape::Cell { array: 2, index: 3 }),
    ("slot `a[2]` may be exchanged with a slot of another range", |g| { g.unordered = 2..4; g.slots[3].high = Some(6) }),
    ("argument `A`: data of 2 entries has the dimensions [3]", |g| {
        let mut data = DataTable::array(EntryKind::Number, vec![1, 2]);
        data.lengths = vec![3];
        g.args.push(("A".into(), ParameterValue::Data(Arc::new(data))));
    }),
    ("slot `a[2]` does not continue its array", |g| g.slots[2].shape = SlotShape::Number),
    ("slot `n` does not continue its array", |g| g.slots[0].shape = SlotShape::Cell { array: 2, index: 0 }),
    ("argument `S`: a set of 3 numbers cannot be divided into rows of 2", |g| g.args[0].1 = ParameterValue::Set([1, 2, 3].into(), 2)),
    ("argument `S`: a set of 1 numbers cannot be divided into rows of 0", |g| g.args[0].1 = ParameterValue::Set([1].into(), 0)),
    ("argument `S`: a set is not sorted", |g| g.args[0].1 = ParameterValue::Set([2, 2].into(), 1)),
    ("`sum upto` allows moves in 0 components", |g| g.conventions.sum = SumKind::Upto(0)),
    // Expressions.
    ("move 1: slot 5 is used, but a position has 5 slots", |g| set_first_change(g, Expr::Slot(5))),
    ("move 1: no array of 4 cells with first index 1 begins at slot 2", |g| set_first_change(g, array_element(2, 1, 4, Expr::Local(0)))),
    ("move 1: no array of 3 cells with first index 0 begins at slot 2", |g| set_first_change(g, array_element(2, 0, 3, Expr::Local(0)))),
    ("move 1: no array of 3 cells with first index 1 begins at slot 0", |g| set_first_change(g, array_element(0, 1, 3, Expr::Local(0)))),
    ("move 1: slot 0 is used as an array element with a computed index", |g| set_first_change(g, Expr::At(Box::new(SlotRef::Slot(0)), SourceInfo::default()))),
    ("require 1: local 0 is used before it has a value", |g| required(g, compare(CompareOp::Eq, Expr::Local(0), Expr::Const(7)))),
    ("move 1: guard 1: local 0 is used before it has a value", |g| {
        let test = compare(CompareOp::Eq, Expr::Local(0), Expr::Const(7));
        g.moves[0].guards[0].push(test);
    }),
    ("require 1: local 0 is assigned a value, but there are only 0 locals", |g| {
        g.locals = 0;
        required(g, fold(Fold::All, 0, Expr::Const(1)));
    }),
    ("move 1: two choices that are active at once assign local 0", |g| set_first_change(g, fold(Fold::Total, 0, Expr::Const(7)))),
    ("move 1: two choices that are active at once assign local 0", |g| g.moves[0].choices[1].local = 0),
    ("move 1: two choices that are active at once assign local 1", |g| {
        *domain(g, 0, 1) = ChoiceDomain::Range(Expr::Const(1), fold(Fold::Total, 1, Expr::Const(7)));
    }),
    ("move 3: two choices that are active at once assign local 0", |g| g.moves[2].choices[0].local = 0),
    ("move 4: two choices that are active at once assign local 0", |g| g.moves[3].choices[0].local = 0),
    ("move 4: local 0 is used before it has a value", |g| elements(g, 3)[0].values[0] = Expr::Local(0)),
    ("goal 1: expected a truth value, found a number", |g| g.goals[0] = Expr::Slot(0)),
    ("move 1: expected a number, found a truth value", |g| set_first_change(g, Expr::Not(Box::new(Expr::Const(0))))),
    ("require 1: expected a truth value, found a number", |g| required(g, binary(BinaryOp::And, Expr::Const(1), Expr::Const(2)))),
    ("require 1: expected a truth value, found a number", |g| required(g, Expr::Not(Box::new(Expr::Const(2))))),
    ("require 1: expected a truth value, found a number", |g| required(g, fold(Fold::Any, 0, Expr::Local(0)))),
    ("require 1: an operator combines a truth value with a number", |g| {
        let truth = compare(CompareOp::Eq, Expr::Slot(0), Expr::Const(0));
        required(g, compare(CompareOp::Eq, truth, Expr::Slot(0)));
    }),
    ("require 1: an order comparison has truth values as operands", |g| {
        let truth = || compare(CompareOp::Eq, Expr::Slot(0), Expr::Const(0));
        required(g, compare(CompareOp::Lt, truth(), truth()));
    }),
    ("move 1: expected a truth value, found a number", |g| set_first_change(g, Expr::If(Box::new([Expr::Slot(0), Expr::Const(2), Expr::Const(3)])))),
    ("move 1: `nimprod` expects 2 numbers, found 1", |g| set_first_change(g, Expr::Call(Function::Nimprod, vec![Expr::Const(2)], SourceInfo::default()))),
    ("move 1: `abs` expects 1 numbers, found 2", |g| {
        set_first_change(g, Expr::Call(Function::Abs, vec![Expr::Const(2), Expr::Const(2)], SourceInfo::default()));
    }),
    ("move 1: expected an element of 1 values, found 2", |g| {
        let element = RowElement { values: vec![Expr::Const(1), Expr::Const(2)], generators: Vec::new() };
        set_first_change(g, Expr::Fold(Fold::Max, vec![element], SourceInfo::default()));
    }),
    ("move 1: a real number is used outside claims and `floor`", |g| {
        let phi = || RealExpr::Known(Quadratic::PHI);
        set_first_change(g, Expr::CompareReal(CompareOp::Lt, Box::new([phi(), phi()]), SourceInfo::default()));
    }),
    ("claim 1: the operator Pow is not defined for real numbers", |g| {
        let power = RealExpr::Binary(BinaryOp::Pow, Box::new([RealExpr::Known(Quadratic::PHI), RealExpr::Known(Quadratic::PHI)]));
        g.claims[0].0 = RuleClaim::Value(Expr::Floor(Box::new(power), SourceInfo::default()));
    }),
    // Choices.
    ("move 1: a choice of 0 numbers declares 1 names", |g| g.moves[0].choices[0].width = 0),
    ("move 1: a choice of 1 numbers declares 2 names", |g| g.moves[0].choices[0].names.0.push("l".into())),
    ("move 1: a choice of 2 numbers declares 2 names", |g| {
        g.moves[0].choices[1].width = 2;
        g.moves[0].choices[1].names.0.push("l".into());
    }),
    ("move 1: a set is not sorted", |g| *domain(g, 0, 0) = ChoiceDomain::Known([2, 1].into())),
    ("move 3: a set of 3 numbers cannot be divided into rows of 2", |g| *domain(g, 2, 0) = ChoiceDomain::Known([1, 2, 3].into())),
    ("move 3: expected an element of 2 values, found 1", |g| match domain(g, 2, 0) {
        ChoiceDomain::Listed(elements) => elements[0].values.truncate(1),
        other => panic!("{other:?}"),
    }),
    ("move 2: a choice has no end, and no condition limits it", |g| *domain(g, 1, 0) = ChoiceDomain::Open(Expr::Const(1), Vec::new())),
    ("require 1: the range of a generator has no end", |g| {
        let mut all = fold(Fold::All, 0, Expr::Const(1));
        let stopper = RangeStopper { value: Expr::Local(0), bound: 9, sinks: false };
        if let Expr::Fold(_, elements, _) = &mut all {
            elements[0].generators[0].domain = ChoiceDomain::Open(Expr::Const(1), vec![stopper]);
        }
        required(g, all);
    }),
    // Moves, claims, the start.
    ("move 1: a move of 2 choices needs one more list of guards than choices; found 2 lists", |g| g.moves[0].guards.truncate(2)),
    ("move 2: expected 5 numbers for a component, found 4", |g| elements(g, 1).truncate(4)),
    ("move 1: a change has the unexpected sign Some(2)", |g| changes(g)[0].sign = Some(2)),
    ("move 1: slot 7 is used, but a position has 5 slots", |g| changes(g)[0].place = SlotRef::Slot(7)),
    ("move 1: label: local 2 is used before it has a value", |g| g.moves[0].label = Some(vec![LabelPiece::Value(Expr::Local(2))])),
    ("move 1: the range of a generator has no end", |g| {
        let stopper = RangeStopper { value: Expr::Local(2), bound: 9, sinks: false };
        let domain = ChoiceDomain::Open(Expr::Const(1), vec![stopper]);
        let choice = RuleChoice { local: 2, width: 1, names: SourceInfo(vec!["l".into()]), domain, span: SourceInfo::default() };
        let kind = ResultPartKind::Changed(Vec::new());
        g.moves[0].result = vec![ResultPart { kind, generators: vec![choice] }];
    }),
    ("start: expected 5 values for the slots of a position, found 4", |g| g.start.as_mut().unwrap().values.truncate(4)),
    ("start: slot 0 is listed twice as a free slot", |g| g.start = Some(StartRule { free: vec![0, 0], values: vec![Expr::Const(0); 5] })),
    ("start: slot 8 is used, but a position has 5 slots", |g| g.start = Some(StartRule { free: vec![8], values: vec![Expr::Const(0); 5] })),
    ("claim 1: the period 0 is not positive", |g| g.claims[0].0 = RuleClaim::Period(0, 1, 0)),
    ("move 1: label: piece 0 of the first label has no value", |g| {
        g.moves[0].label = Some(vec![LabelPiece::Text("take".into())]);
        g.moves[0].chinese_label = SourceInfo(Some(vec![LabelPiece::Shared(0)]));
    }),
    ("move 1: label: piece 1 of the first label has no value", |g| {
        g.moves[0].label = Some(vec![LabelPiece::Value(Expr::Slot(0))]);
        g.moves[0].chinese_label = SourceInfo(Some(vec![LabelPiece::Shared(1)]));
    }),
    ("claim 1: a period is claimed for a game with several slots", |g| g.claims[0].0 = RuleClaim::Period(2, 1, 0)),
    ("claim 1: expected a truth value, found a number", |g| g.claims[0].0 = RuleClaim::Outcome(Expr::Slot(0))),
];

#[test]
fn each_forged_form_is_refused_for_what_was_forged() {
    let (game, id) = sound();
    let slots_of = |other: GameId| if other == id { 5 } else { 0 };
    assert_eq!(verify(&game, &slots_of), Ok(()));
    for (wanted, forge) in FORGERIES {
        let mut forged = game.clone();
        forge(&mut forged);
        let found = verify(&forged, &slots_of).expect_err(wanted);
        assert!(found.starts_with(wanted), "{found}\nwanted: {wanted}");
    }
}

#[test]
fn every_game_of_the_library_is_sound() {
    let mut world = World::with_library();
    let names: Vec<String> = world
        .declarations()
        .iter()
        .map(|declared| declared.name.to_string())
        .collect();
    assert!(names.len() > 10);
    for name in names {
        let id = world.instantiate(&name, Vec::new()).unwrap();
        let game = world.rules(id).game().unwrap();
        assert_eq!(
            verify(game, &|other| world.rules(other).slots().len()),
            Ok(()),
            "{name}"
        );
    }
}

#[test]
fn forms_are_equal_wherever_they_stand_and_whatever_choices_are_called() {
    let lowered = |text: &str| {
        let mut world = World::empty();
        world.load("test.game", text).unwrap();
        let id = world.instantiate("G", Vec::new()).unwrap();
        world.rules(id).game().unwrap().clone()
    };
    let game = lowered("game G { state n in 0.. move k in 1..n when n % k == 0 : [n - k] }");
    let spaced = lowered("game G { state n in 0..   move l in 1..n\n when n % l == 0 : [n - l] }");
    let other = lowered("game G { state n in 0.. move k in 1..n when n % k == 1 : [n - k] }");
    assert_eq!(game, spaced);
    assert_ne!(game.moves, other.moves);
    let hash = |game: &Game| {
        use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
        BuildHasherDefault::<DefaultHasher>::default().hash_one(game)
    };
    assert_eq!(hash(&game), hash(&spaced));
    assert_ne!(hash(&game), hash(&other));
    let slot = |shape| Slot {
        shape,
        ..game.slots[0].clone()
    };
    assert_ne!(
        slot(SlotShape::Number),
        slot(SlotShape::Cell { array: 0, index: 1 })
    );
}

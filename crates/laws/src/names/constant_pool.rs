//! The constants that names are built from: the constants in the rules, and numbers near these
//! constants.

use rules::ir::{ChoiceDomain, Expr, Game, Int, ParameterValue, ResultPartKind, RowElement};

/// Maximum constant taken from rules.
const MAX_CONSTANT: Int = 512;

const MAX_CONSTANTS: usize = 14;

/// Returns constants with their costs, the cheapest first. Small constants and the constants of the
/// rules are cheap, and their neighbours are more expensive.
pub fn constants(game: Option<&Game>, hints: &[Int]) -> Vec<(Int, u32)> {
    let mut all: Vec<(Int, u32)> = (0..=4).map(|c| (c, 1)).collect();
    let mut offer = |c: Int, cost: u32| {
        if (0..=MAX_CONSTANT).contains(&c)
            && all.len() < MAX_CONSTANTS
            && all.iter().all(|(known, _)| *known != c)
        {
            all.push((c, cost));
        }
    };
    hints.iter().for_each(|&c| offer(c, 1));
    let Some(game) = game else { return all };
    let (mut given, mut said) = (Vec::new(), Vec::new());
    for (_, value) in &game.args {
        match value {
            ParameterValue::Int(n) => given.push(*n),
            ParameterValue::Set(numbers, _) => said.extend(numbers.iter()),
            ParameterValue::Real(_) | ParameterValue::Graph(_) | ParameterValue::Data(_) => {}
        }
    }
    for slot in &game.slots {
        said.extend([Some(slot.low), slot.high].into_iter().flatten());
    }
    let mut exprs: Vec<&Expr> = game
        .requires
        .iter()
        .chain(&game.goals)
        .chain(&game.traps)
        .collect();
    let mut elements: Vec<&RowElement> = Vec::new();
    for rule in &game.moves {
        exprs.extend(rule.guards.iter().flatten());
        for choice in &rule.choices {
            exprs.extend(choice.domain.children());
            if let ChoiceDomain::Known(rows) = &choice.domain {
                said.extend(rows.iter());
            }
        }
        for part in &rule.result {
            match &part.kind {
                ResultPartKind::Fresh(_, list) => elements.extend(list),
                ResultPartKind::Changed(groups) => {
                    let changes = groups.iter().flat_map(|group| &group.changes);
                    exprs.extend(changes.map(|change| &change.value))
                }
                ResultPartKind::Compound(..) => {}
            }
        }
    }
    exprs.extend(elements.into_iter().flat_map(RowElement::children));
    while let Some(expr) = exprs.pop() {
        if let Expr::Const(c) = expr {
            said.push(*c);
        }
        exprs.extend(expr.children());
    }
    for c in given.iter().chain(&said) {
        offer(*c, 1);
    }
    for c in given.iter().chain(&said) {
        offer(c.saturating_add(1), 2);
    }
    for c in &given {
        offer(c.saturating_mul(*c), 2);
    }
    all
}

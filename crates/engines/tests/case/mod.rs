//! A game with its facts. Compares closed forms with search on all small positions of the game.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use base::budget::Budget;
use base::text::Lang;
use engines::oracle::GrundyOracle;
use engines::search::{ComponentFold, ComponentSearch, OptionOrder};
use facts::{GameFacts, facts};
use rules::ast::PlayConvention;
use rules::game::{GameId, OptionArena};
use rules::world::World;
use theory::sums::SuspenseAlgebra;
use theory::theorem::{self, ChosenMove, ClosedForm, ConditionError, Theorem};
use theory::value::Grundy;

/// Returns the theorem with this name.
pub fn theorem(name: &str) -> Arc<dyn Theorem> {
    theorems::all()
        .into_iter()
        .find(|theorem| theorem.name() == name)
        .expect("a theorem of this name")
}

/// A loaded game with its facts.
pub struct Case {
    pub text: String,
    pub world: World,
    pub game: GameId,
    pub facts: GameFacts,
}

impl Case {
    /// Loads the game `G` of a text.
    pub fn new(text: &str) -> Case {
        let mut world = World::empty();
        world
            .load("test.game", text)
            .unwrap_or_else(|refusal| panic!("{text}\n{}", refusal.render(Lang::En, false)));
        let game = world
            .instantiate("G", vec![])
            .unwrap_or_else(|missing| panic!("{text}\n{missing:?}"));
        let ir = world
            .rules(game)
            .game()
            .expect("it is written in the language");
        let facts = facts(ir, game, &Budget::generous()).expect("the budget is generous");
        Case {
            text: text.to_owned(),
            world,
            game,
            facts,
        }
    }

    pub fn apply(&self, theorem: &dyn Theorem) -> Result<Box<dyn ClosedForm>, ConditionError> {
        self.apply_within(theorem, &Budget::generous())
    }

    pub fn apply_within(
        &self,
        theorem: &dyn Theorem,
        budget: &Budget<'_>,
    ) -> Result<Box<dyn ClosedForm>, ConditionError> {
        let conventions = self.world.rules(self.game).conventions();
        theorem.apply(&theorem::TheoremCase::new(
            &self.world,
            self.game,
            Some(&self.facts),
            conventions,
            budget,
        ))
    }

    /// Returns all theorems that accept the game, in the order of the registry.
    pub fn recognised(&self) -> Vec<(&'static str, Box<dyn ClosedForm>)> {
        theorems::all()
            .iter()
            .filter_map(|theorem| Some((theorem.name(), self.apply(theorem.as_ref()).ok()?)))
            .collect()
    }

    /// Returns the reason why a theorem declines the game; `None` if it accepts the game.
    pub fn refusal(&self, name: &str) -> Option<ConditionError> {
        self.apply(theorem(name).as_ref()).err()
    }

    /// Returns the name of the first theorem of the registry that accepts the game.
    pub fn first(&self) -> Option<&'static str> {
        self.recognised().first().map(|(name, _)| *name)
    }

    /// Returns the positions whose numbers exceed their minima by at most `most`.
    pub fn positions(&self, most: i64) -> Vec<Vec<i64>> {
        let rules = self.world.rules(self.game);
        let mut rows = vec![Vec::new()];
        for slot in rules.slots() {
            let high = slot.high.unwrap_or(i64::MAX).min(slot.low + most);
            rows = rows
                .into_iter()
                .flat_map(|row| (slot.low..=high).map(move |n| [&row[..], &[n]].concat()))
                .collect();
        }
        let mut positions = BTreeSet::new();
        for mut row in rows {
            rules.canonicalise(&mut row);
            if self.world.contains(self.game, &row, &Budget::generous()) == Ok(true) {
                positions.insert(row);
            }
        }
        positions.into_iter().collect()
    }

    /// Compares a closed form with search on all small positions: the value or outcome, and for
    /// every value the moves to positions of this value. Returns the number of moves compared.
    pub fn compare(&self, name: &str, form: &dyn ClosedForm, most: i64) -> u64 {
        self.compare_at(name, form, self.positions(most))
    }

    /// Like [`Case::compare`], at the given positions.
    pub fn compare_at(&self, name: &str, form: &dyn ClosedForm, positions: Vec<Vec<i64>>) -> u64 {
        let budget = Budget::generous();
        let mut search = ComponentSearch::new(OptionOrder::Written);
        let mut suspense = ComponentFold::with_algebra(
            SuspenseAlgebra(PlayConvention::Normal),
            OptionOrder::Written,
        );
        let mut options = OptionArena::new();
        let mut compared = 0;
        for slots in positions {
            let fail = |what: &str| -> ! {
                panic!(
                    "{name}, {}: {what}\n{}",
                    self.world.show(self.game, &slots),
                    self.text
                )
            };
            let beyond = form
                .beyond_reach(&slots, &budget)
                .expect("the budget is generous")
                .is_some();
            if beyond && form.grundy(&slots, &budget).unwrap().is_none() {
                // The closed form makes no claim about this position.
                continue;
            }
            let value = search
                .grundy(&self.world, self.game, &slots, &budget)
                .unwrap_or_else(|e| fail(&format!("search: {e:?}")));
            if form.outcome(&slots, &budget).unwrap() != value.outcome() {
                fail(&format!(
                    "outcome {:?}, by search {value}",
                    form.outcome(&slots, &budget).unwrap()
                ));
            }
            if let Some(claimed) = form.suspense(&slots, &budget).unwrap() {
                let found = suspense
                    .value(&self.world, self.game, &slots, &budget)
                    .unwrap_or_else(|e| fail(&format!("suspense: {e:?}")));
                if found != Some(claimed) {
                    fail(&format!("suspense {claimed}, by search {found:?}"));
                }
            }
            let by_outcome = match form.grundy(&slots, &budget).unwrap() {
                Some(claimed) if claimed != value => {
                    fail(&format!("value {claimed}, by search {value}"))
                }
                Some(_) => false,
                None => true,
            };
            let mut by_value: HashMap<Grundy, Vec<ChosenMove>> = HashMap::new();
            self.world
                .options(self.game, &slots, &mut options, &budget)
                .unwrap_or_else(|fault| fail(&format!("{fault:?}")));
            let mut greatest = 0;
            for option in options.iter() {
                let parts = option.components().map(|(game, slots)| {
                    search
                        .grundy(&self.world, game, slots, &budget)
                        .expect("no fault")
                });
                let value = Grundy::sum(parts).expect("it fits");
                // An option that is won at once, by a goal or a trap, has no nimber.
                greatest = greatest.max(value.as_nimber().unwrap_or(0));
                by_value
                    .entry(value)
                    .or_default()
                    .push((option.rule, option.choices.to_vec()));
            }
            for nimber in 0..=greatest + 3 {
                let wanted = Grundy::nimber(nimber).expect("it fits");
                let mut expected = by_value.remove(&wanted).unwrap_or_default();
                if by_outcome && nimber > 0 {
                    expected.clear();
                }
                let Some(mut claimed) = form
                    .moves_to(&slots, wanted, &budget)
                    .expect("the budget is generous")
                else {
                    // The closed form does not list the moves to this value.
                    continue;
                };
                compared += expected.len() as u64;
                expected.sort_unstable();
                claimed.sort_unstable();
                if !form.lists_all(&slots) {
                    // The closed form lists only a part of the moves. The list is empty only for a
                    // position without moves to this value.
                    expected.retain(|made| claimed.is_empty() || claimed.contains(made));
                }
                if claimed != expected {
                    fail(&format!(
                        "moves to {wanted}: {claimed:?}, by search {expected:?}"
                    ));
                }
            }
            for never in [Grundy::GOAL, Grundy::TRAP, Grundy::LOONY] {
                assert_eq!(form.moves_to(&slots, never, &budget), Ok(Some(Vec::new())));
            }
        }
        compared
    }

    /// Reads a move from its label: the chosen number, its bounds, and the slots that it leaves.
    pub fn read(&self, slots: &[i64], (rule, choices): &ChosenMove) -> Told {
        let label = self
            .world
            .rules(self.game)
            .describe(slots, *rule, choices)
            .expect("every rule has a label")
            .en;
        let fields: Vec<Vec<i64>> = label
            .split(';')
            .map(|field| {
                field
                    .split(',')
                    .map(|n| n.parse().expect("the label is made of numbers"))
                    .collect()
            })
            .collect();
        let mut leaves = fields[3].clone();
        self.world.rules(self.game).canonicalise(&mut leaves);
        Told {
            chosen: fields[0][0],
            low: fields[1][0],
            high: fields[2][0],
            leaves,
        }
    }
}

/// The label of a move, which [`Case::read`] parses.
pub struct Told {
    pub chosen: i64,
    pub low: i64,
    pub high: i64,
    pub leaves: Vec<i64>,
}

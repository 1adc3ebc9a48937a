//! The rules: a position is a set, and a move chooses one of its elements.

use std::any::Any;
use std::sync::Arc;

use base::diagnostic::Diagnostic;
use base::text;
use base::text::Text;
use rules::game::{OptionSink, Rules, RulesError};
use rules::ir::{Int, Slot};
use rules::structure::{ParsedStructure, Structure};
use rules::view::View;

use super::forest::{Forest, SetOptions};

/// The maximum length of a set that is written out when a position is shown.
const MAX_SHOWN_BYTES: usize = 2_000;

/// Sets as a kind of game. In a query, sets are written directly, without the name of the kind.
pub struct Sets;

impl Structure for Sets {
    fn name(&self) -> &'static str {
        "set"
    }

    fn about(&self) -> Text {
        text!(
            "a game as the set of its options; a move chooses one of them",
            "以后继的集合表示的游戏；每着选择其中一个后继"
        )
    }

    fn example(&self) -> &'static str {
        "{*1, *2}"
    }

    fn game_name(&self, text: &str) -> String {
        let read = Forest::read(text)
            .ok()
            .and_then(|(forest, set)| forest.render(set, MAX_SHOWN_BYTES));
        read.unwrap_or_else(|| "{…}".to_owned())
    }

    fn read(&self, text: &str) -> Result<ParsedStructure, Vec<Diagnostic>> {
        let (forest, set) = Forest::read(text).map_err(|wrong| vec![*wrong])?;
        Ok(ParsedStructure::new(
            SetRules::new(forest, set),
            vec![vec![set]],
        ))
    }
}

/// The rules of a set and of all sets reachable from it.
pub struct SetRules {
    forest: Arc<Forest>,
    start: Int,
    slots: Vec<Slot>,
}

impl SetRules {
    fn new(forest: Forest, start: Int) -> SetRules {
        let slots = vec![Slot::number(
            "set",
            -(forest.count() as Int),
            Some(forest.largest),
        )];
        SetRules {
            forest: Arc::new(forest),
            start,
            slots,
        }
    }

    pub(super) fn forest(&self) -> &Arc<Forest> {
        &self.forest
    }

    fn make(option: Int, sink: &mut OptionSink<'_>) -> Result<(), RulesError> {
        sink.commit_single(&[option], 0, &[option])
    }
}

impl Rules for SetRules {
    fn title(&self) -> String {
        "a game as a set".to_owned()
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn options(&self, slots: &[Int], sink: &mut OptionSink<'_>) -> Result<(), RulesError> {
        match self.forest.options(slots[0]) {
            SetOptions::Heap(size) => (0..size).try_for_each(|option| SetRules::make(option, sink)),
            SetOptions::Listed(all) => all
                .iter()
                .try_for_each(|&option| SetRules::make(option, sink)),
        }
    }

    fn option(
        &self,
        slots: &[Int],
        rule: usize,
        choices: &[Int],
        sink: &mut OptionSink<'_>,
    ) -> Result<(), RulesError> {
        match choices {
            &[option] if rule == 0 && self.forest.leads(slots[0], option) => {
                SetRules::make(option, sink)
            }
            _ => Ok(()),
        }
    }

    fn describe(&self, _: &[Int], _: usize, choices: &[Int]) -> Option<Text> {
        let &[option] = choices else { return None };
        let set = self.forest.render(option, MAX_SHOWN_BYTES)?;
        Some(text!("choose {set}", "选 {set}"))
    }

    fn position(&self, given: Option<&[Int]>) -> Result<Vec<Int>, Text> {
        match given {
            None => Ok(vec![self.start]),
            Some([set]) => Ok(vec![*set]),
            Some(_) => Err(text!(
                "expected a single set as the position",
                "局面应为一个集合"
            )),
        }
    }

    fn as_any(&self) -> Option<&dyn Any> {
        Some(self)
    }

    /// Displays a set that is not a heap in its notation.
    fn view(&self, slots: &[Int]) -> Option<View> {
        matches!(self.forest.options(*slots.first()?), SetOptions::Listed(_))
            .then_some(View::Written)
    }

    fn show(&self, slots: &[Int]) -> Option<String> {
        Some(
            self.forest
                .render(*slots.first()?, MAX_SHOWN_BYTES)
                .unwrap_or_else(|| "{…}".to_owned()),
        )
    }
}

//! The rules of one heap of a code. A position is the number of tokens; a move leaves one component
//! for each new heap, largest first. The choices of a move are the number of tokens taken, then the
//! sizes of the new heaps.

use ::base::diagnostic::{Diagnostic, Span};
use ::base::text;
use ::base::text::Text;
use ::rules::game::{EvalError, OptionSink, Rules, RulesError};
use ::rules::ir::{Int, Slot};
use ::rules::structure::{ParsedStructure, Structure};
use heap::code::HeapCode;

/// Heap codes as a kind of game. In a query, codes are written directly, without the name of the
/// kind.
pub struct HeapCodes;

impl Structure for HeapCodes {
    fn name(&self) -> &'static str {
        "heap"
    }

    fn about(&self) -> Text {
        text!(
            "take tokens from a heap; a code defines how many can be taken and into how many heaps the rest can be split",
            "从一堆中取子；代码规定可取几颗，其余可分成几堆"
        )
    }

    fn example(&self) -> &'static str {
        "0.77[12]"
    }

    fn game_name(&self, text: &str) -> String {
        text.parse()
            .map_or_else(|_| text.to_owned(), |code| write_code(&code))
    }

    fn read(&self, text: &str) -> Result<ParsedStructure, Vec<Diagnostic>> {
        let code = text
            .parse()
            .map_err(|wrong: Box<Diagnostic>| vec![*wrong])?;
        Ok(ParsedStructure::new(HeapRules::new(code), Vec::new()))
    }
}

/// Returns a code as written in a query. The name `grundy` is avoided because a game of a rule file
/// may be called `grundy`.
fn write_code(code: &HeapCode) -> String {
    if *code == HeapCode::grundy() {
        "split{2} unequal".to_owned()
    } else {
        code.to_string()
    }
}

/// The rules of heaps of a code.
pub struct HeapRules {
    code: HeapCode,
    slots: Vec<Slot>,
}

impl HeapRules {
    /// Creates the rules of a code.
    pub fn new(code: HeapCode) -> HeapRules {
        HeapRules {
            code,
            slots: vec![Slot::number("n", 0, None)],
        }
    }

    /// Returns the code.
    pub fn code(&self) -> &HeapCode {
        &self.code
    }

    fn make(taken: u64, left: &[u64], sink: &mut OptionSink<'_>) -> Result<(), RulesError> {
        let parts: Vec<Int> = left.iter().map(|&part| part as Int).collect();
        for &part in &parts {
            sink.component(sink.game(), &[part])?;
        }
        sink.commit(0, &[&[taken as Int], &parts[..]].concat(), Span::default())
    }
}

impl Rules for HeapRules {
    fn title(&self) -> String {
        self.code.to_string()
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn options(&self, slots: &[Int], sink: &mut OptionSink<'_>) -> Result<(), RulesError> {
        let tokens = slots[0] as u64;
        if !self.code.lists(tokens) {
            return Err(RulesError::Rule {
                cause: EvalError::TooMany,
                game: None,
                span: Span::default(),
                at: Vec::new(),
            });
        }
        self.code
            .each_move(tokens, sink.budget(), &mut |taken, left| {
                HeapRules::make(taken, left, sink)
            })
    }

    fn option(
        &self,
        slots: &[Int],
        rule: usize,
        choices: &[Int],
        sink: &mut OptionSink<'_>,
    ) -> Result<(), RulesError> {
        let numbers: Option<Vec<u64>> = choices
            .iter()
            .map(|&choice| choice.try_into().ok())
            .collect();
        let Some((&taken, left)) = numbers.as_ref().and_then(|numbers| numbers.split_first())
        else {
            return Ok(());
        };
        if rule == 0
            && self
                .code
                .allows(slots[0] as u64, taken, left, sink.budget())?
        {
            HeapRules::make(taken, left, sink)?;
        }
        Ok(())
    }

    fn describe(&self, _: &[Int], _: usize, choices: &[Int]) -> Option<Text> {
        let (taken, left) = choices.split_first()?;
        let heaps: Vec<String> = left.iter().map(Int::to_string).collect();
        let heaps = heaps.join(" + ");
        Some(match (taken, left) {
            (0, _) => text!("split into {heaps}", "分成 {heaps}"),
            (_, [] | [_]) => text!("take {taken}", "取 {taken} 颗"),
            _ => text!(
                "take {taken}, leave {heaps}",
                "取 {taken} 颗，其余分成 {heaps}"
            ),
        })
    }

    fn position(&self, given: Option<&[Int]>) -> Result<Vec<Int>, Text> {
        match given {
            Some([tokens]) => Ok(vec![*tokens]),
            _ => {
                let code = write_code(&self.code);
                Err(text!(
                    "expected the number of tokens, for example {code}[12]",
                    "请写明颗数，例如 {code}[12]"
                ))
            }
        }
    }

    fn as_any(&self) -> Option<&dyn std::any::Any> {
        Some(self)
    }

    fn show(&self, slots: &[Int]) -> Option<String> {
        let tokens = slots.first()?;
        Some(format!("{}[{tokens}]", write_code(&self.code)))
    }
}

#[cfg(test)]
mod tests {
    use ::base::budget::Budget;
    use ::rules::game::OptionArena;
    use ::rules::world::World;

    use super::*;

    #[test]
    fn moves_are_those_of_the_code() {
        let mut world = World::empty();
        let budget = Budget::generous();
        for (code, n, expected) in [
            ("0.77", 3, vec!["take 1", "take 1, leave 1 + 1", "take 2"]),
            ("4.3", 3, vec!["split into 2 + 1", "take 1"]),
            ("subtract powers{2}", 5, vec!["take 1", "take 2", "take 4"]),
            (
                "split{2,3} equal",
                6,
                vec!["split into 3 + 3", "split into 2 + 2 + 2"],
            ),
            ("grundy", 6, vec!["split into 5 + 1", "split into 4 + 2"]),
            ("0.[3]", 2, vec!["take 1", "take 2"]),
            ("0.77", 0, vec![]),
        ] {
            let game = world
                .read(&HeapCodes, code)
                .unwrap_or_else(|_| panic!("{code}"));
            let mut options = OptionArena::new();
            world.options(game, &[n], &mut options, &budget).unwrap();
            let rules = world.rules(game);
            let said: Vec<String> = options
                .iter()
                .map(|option| {
                    rules
                        .describe(&[n], option.rule, option.choices)
                        .unwrap()
                        .en
                })
                .collect();
            assert_eq!(said, expected, "{code}[{n}]");
            // A move can be made on its own exactly if the rules list the move.
            let mut one = OptionArena::new();
            for option in options.iter() {
                world
                    .option(game, &[n], (0, option.choices), &mut one, &budget)
                    .unwrap();
                let parts = |options: &OptionArena, i: usize| {
                    options
                        .get(i)
                        .components()
                        .map(|(_, slots)| slots.to_vec())
                        .collect::<Vec<_>>()
                };
                assert_eq!(
                    parts(&one, 0),
                    option
                        .components()
                        .map(|(_, slots)| slots.to_vec())
                        .collect::<Vec<_>>()
                );
            }
            for choices in [&[][..], &[-1], &[n, 1], &[1, -1], &[0, n]] {
                world
                    .option(game, &[n], (0, choices), &mut one, &budget)
                    .unwrap();
                assert!(one.is_empty(), "{code}[{n}]: {choices:?}");
            }
        }
    }

    #[test]
    fn positions_are_written_as_they_can_be_asked() {
        let mut world = World::empty();
        for (text, shown) in [
            (".77", "0.77[5]"),
            ("grundy", "split{2} unequal[5]"),
            ("subtract{1,2}", "0.33[5]"),
            ("0.1[03]", "0.1[03][5]"),
        ] {
            let game = world
                .read(&HeapCodes, text)
                .unwrap_or_else(|_| panic!("{text}"));
            assert_eq!(world.show(game, &[5]), shown);
            assert_eq!(format!("{}[5]", world.name(game)), shown);
        }
    }

    #[test]
    fn heaps_without_number_of_moves_are_refused() {
        let mut world = World::empty();
        let game = world
            .read(&HeapCodes, "0.77")
            .unwrap_or_else(|_| panic!("a code"));
        let fault = world
            .options(
                game,
                &[Int::MAX],
                &mut OptionArena::new(),
                &Budget::generous(),
            )
            .unwrap_err();
        assert!(matches!(
            fault,
            RulesError::Rule {
                cause: EvalError::TooMany,
                ..
            }
        ));
        let mut one = OptionArena::new();
        world
            .option(
                game,
                &[Int::MAX],
                (0, &[2, Int::MAX - 9, 7]),
                &mut one,
                &Budget::generous(),
            )
            .unwrap();
        assert_eq!(one.len(), 1);
    }
}

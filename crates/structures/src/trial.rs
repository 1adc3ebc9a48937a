//! Common code for the tests of structures: it compares the game of a text with a theorem and with
//! the definition of the game.

use std::collections::HashMap;

use base::budget::Budget;
use base::diagnostic::Diagnostic;
use fastrand::Rng;
use rules::ast::PlayConvention;
use rules::game::{Conventions, GameId, OptionArena, Outcome, Rules};
use rules::ir::Int;
use rules::structure::Structure;
use rules::world::World;
use theory::theorem::{ChosenMove, ClosedForm, ConditionError, Theorem, TheoremCase};
use theory::value::Grundy;

/// Applies a theorem to a single game.
pub(crate) fn apply(
    theorem: &dyn Theorem,
    rules: &dyn Rules,
    conventions: Conventions,
    budget: &Budget<'_>,
) -> Result<Box<dyn ClosedForm>, ConditionError> {
    let world = &World::empty();
    theorem.apply(&TheoremCase {
        world,
        game: GameId(0),
        rules,
        facts: None,
        conventions,
        budget,
    })
}

/// Fails if a theorem does not decline misère play of a game.
pub(crate) fn declines_misere(kind: &'static dyn Structure, theorem: &dyn Theorem, text: &str) {
    let (world, game) = read(kind, text);
    let rules = world.rules(game);
    let misere = Conventions {
        play: PlayConvention::Misere,
        ..rules.conventions()
    };
    assert!(apply(theorem, rules, misere, &Budget::generous()).is_err());
}

/// Fails if a text is accepted, or is rejected without help or at a location other than that of
/// `part`.
pub(crate) fn refuses(kind: &dyn Structure, cases: &[(&str, &str)]) {
    for &(text, part) in cases {
        let wrong = refusal(kind, text);
        assert_eq!(&text[wrong.span.range()], part, "{text}: {}", wrong.message);
        assert!(wrong.help.is_some(), "{text}");
    }
}

/// Fails if a text is accepted, or the rejected part does not begin at the expected location.
pub(crate) fn refuses_at(kind: &dyn Structure, cases: &[(&str, u32)]) {
    for &(text, at) in cases {
        let wrong = refusal(kind, text);
        assert_eq!(wrong.span.start, at, "{text}: {}", wrong.message);
    }
}

/// Returns the diagnostic of a rejected text.
pub(crate) fn refusal(kind: &dyn Structure, text: &str) -> Diagnostic {
    let refused = kind.read(text).err();
    refused
        .unwrap_or_else(|| panic!("{text} is taken"))
        .remove(0)
}

/// Returns the text between the parentheses of a query.
pub(crate) fn question<'s>(kind: &dyn Structure, shown: &'s str) -> &'s str {
    shown
        .strip_prefix(kind.name())
        .and_then(|rest| rest.strip_prefix('('))
        .and_then(|rest| rest.strip_suffix(')'))
        .unwrap_or_else(|| panic!("{shown} is no question"))
}

/// Moves, each with the position after it.
pub(crate) type Moves = Vec<(ChosenMove, Vec<Int>)>;

/// A game by definition, given by the moves of a position.
pub(crate) struct Definition<F> {
    moves: F,
    wins: HashMap<Vec<Int>, bool>,
    values: HashMap<Vec<Int>, u64>,
}

impl<F: Fn(&[Int]) -> Moves> Definition<F> {
    /// Creates a game in which a player who cannot move loses.
    pub(crate) fn normal(moves: F) -> Definition<F> {
        Definition {
            moves,
            wins: HashMap::new(),
            values: HashMap::new(),
        }
    }

    /// Returns whether the player to move wins.
    pub(crate) fn wins(&mut self, slots: &[Int]) -> bool {
        if let Some(&known) = self.wins.get(slots) {
            return known;
        }
        let moves = (self.moves)(slots);
        let wins = moves.iter().any(|(_, left)| !self.wins(left));
        self.wins.insert(slots.to_vec(), wins);
        wins
    }

    /// Returns the Grundy value.
    pub(crate) fn value(&mut self, slots: &[Int]) -> u64 {
        if let Some(&known) = self.values.get(slots) {
            return known;
        }
        let moves = (self.moves)(slots);
        let value = nimber::mex(
            moves
                .iter()
                .map(|(_, left)| self.value(left))
                .collect::<Vec<_>>(),
        );
        self.values.insert(slots.to_vec(), value);
        value
    }
}

/// The game of a text, in its own world, and the closed form of a theorem.
pub(crate) struct Trial {
    pub(crate) world: World,
    pub(crate) game: GameId,
    pub(crate) form: Box<dyn ClosedForm>,
    text: String,
}

impl Trial {
    pub(crate) fn new(kind: &'static dyn Structure, theorem: &dyn Theorem, text: &str) -> Trial {
        let (world, game) = read(kind, text);
        let rules = world.rules(game);
        Trial {
            form: apply(theorem, rules, rules.conventions(), &Budget::generous())
                .unwrap_or_else(|why| panic!("{text}: {}", why.text())),
            world,
            game,
            text: text.to_owned(),
        }
    }

    /// Returns the position of the text.
    pub(crate) fn start(&self) -> Vec<Int> {
        self.world.starts(self.game)[0].clone()
    }

    /// Returns the moves of a position by the rules.
    pub(crate) fn moves(&self, slots: &[Int]) -> Moves {
        moves(&self.world, self.game, slots)
    }

    /// Returns the game by definition, with the moves that the rules list.
    pub(crate) fn rules(&self) -> Definition<impl Fn(&[Int]) -> Moves> {
        Definition::normal(|slots| self.moves(slots))
    }

    /// Returns the value that the theorem gives for a position.
    pub(crate) fn value(&self, slots: &[Int]) -> u64 {
        let value = self.form.grundy(slots, &Budget::generous()).unwrap();
        value.and_then(Grundy::as_nimber).unwrap()
    }

    /// Returns the moves to options of a given value that the theorem lists.
    pub(crate) fn moves_to(&self, slots: &[Int], value: u64) -> Vec<ChosenMove> {
        let value = Grundy::nimber(value).unwrap();
        let moves = self.form.moves_to(slots, value, &Budget::generous());
        let mut moves = moves.unwrap().unwrap();
        moves.sort_unstable();
        moves
    }

    /// Fails unless the rules list exactly the given moves, and making a single listed move leads
    /// to the listed position.
    pub(crate) fn check_moves(&self, slots: &[Int], mut expected: Moves) {
        let mut found = self.moves(slots);
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{} {slots:?}", self.text);
        for ((_, choices), left) in found {
            let one = after(&self.world, self.game, slots, &choices);
            assert_eq!(one, Some(left), "{} {slots:?} {choices:?}", self.text);
        }
    }

    /// Fails unless the theorem agrees with a definition on the outcome of a position and lists the
    /// winning moves. If a position has too many winning moves, the theorem may list only some.
    /// Returns the list.
    pub(crate) fn check_outcome<F: Fn(&[Int]) -> Moves>(
        &self,
        definition: &mut Definition<F>,
        slots: &[Int],
    ) -> Vec<ChosenMove> {
        let said = format!("{} {slots:?}", self.text);
        let outcome = match definition.wins(slots) {
            true => Outcome::N,
            false => Outcome::P,
        };
        let found = self.form.outcome(slots, &Budget::generous());
        assert_eq!(found, Ok(outcome), "{said}");
        let moves = (definition.moves)(slots);
        let winning = moves.into_iter().filter(|(_, left)| !definition.wins(left));
        let winning: Vec<ChosenMove> = winning.map(|(made, _)| made).collect();
        self.check_listed(slots, 0, winning)
    }

    /// Fails unless the theorem agrees with a definition on the value of a position.
    pub(crate) fn check_value<F: Fn(&[Int]) -> Moves>(
        &self,
        definition: &mut Definition<F>,
        slots: &[Int],
    ) {
        let expected = Grundy::nimber(definition.value(slots));
        let found = self.form.grundy(slots, &Budget::generous());
        assert_eq!(found, Ok(expected), "{} {slots:?}", self.text);
    }

    /// Fails unless the theorem lists exactly the moves to options that have the given value by a
    /// definition.
    pub(crate) fn check_moves_to<F: Fn(&[Int]) -> Moves>(
        &self,
        definition: &mut Definition<F>,
        slots: &[Int],
        value: u64,
    ) {
        let moves = (definition.moves)(slots);
        let right = moves
            .into_iter()
            .filter(|(_, left)| definition.value(left) == value);
        self.check_listed(slots, value, right.map(|(made, _)| made).collect());
    }

    fn check_listed(
        &self,
        slots: &[Int],
        value: u64,
        mut expected: Vec<ChosenMove>,
    ) -> Vec<ChosenMove> {
        let said = format!("{} {slots:?} to {value}", self.text);
        let found = self.moves_to(slots, value);
        expected.sort_unstable();
        if self.form.lists_all(slots) {
            assert_eq!(found, expected, "{said}");
        } else {
            assert_eq!(found.is_empty(), expected.is_empty(), "{said}");
            assert!(found.iter().all(|made| expected.contains(made)), "{said}");
        }
        found
    }

    /// Runs [`Trial::check_outcome`] on every position of a random game; the function `each` gets
    /// the listed moves.
    pub(crate) fn check_play<F: Fn(&[Int]) -> Moves>(
        &self,
        definition: &mut Definition<F>,
        rng: &mut Rng,
        mut each: impl FnMut(&[Int], Vec<ChosenMove>),
    ) {
        let mut next = Some(self.start());
        while let Some(slots) = next {
            each(&slots, self.check_outcome(definition, &slots));
            next = rng.choice(self.moves(&slots)).map(|(_, left)| left);
        }
    }
}

/// Reads the game of a text into its own world.
pub(crate) fn read(kind: &'static dyn Structure, text: &str) -> (World, GameId) {
    let mut world = World::empty();
    let game = world
        .read(kind, text)
        .unwrap_or_else(|wrong| panic!("{text}: {}", wrong[0].message));
    (world, game)
}

/// Returns the moves of a position, each with the component that it leaves.
pub(crate) fn moves(world: &World, game: GameId, slots: &[Int]) -> Moves {
    let mut options = OptionArena::new();
    world
        .options(game, slots, &mut options, &Budget::generous())
        .unwrap();
    let left = options.iter().map(|option| {
        let slots = option.components().next().unwrap().1;
        ((option.rule, option.choices.to_vec()), slots.to_vec())
    });
    left.collect()
}

/// Returns the position after the move of the first rule with the given choices; `None` if the rule
/// does not allow the choices.
pub(crate) fn after(
    world: &World,
    game: GameId,
    slots: &[Int],
    choices: &[Int],
) -> Option<Vec<Int>> {
    let mut one = OptionArena::new();
    world
        .option(game, slots, (0, choices), &mut one, &Budget::generous())
        .unwrap();
    one.iter()
        .next()
        .map(|option| option.components().next().unwrap().1.to_vec())
}

/// Fails unless exactly the choices that are paired with true are moves of a position.
pub(crate) fn check_legal(world: &World, game: GameId, slots: &[Int], cases: &[(&[Int], bool)]) {
    for &(choices, legal) in cases {
        let found = after(world, game, slots, choices).is_some();
        assert_eq!(found, legal, "{choices:?}");
    }
}

/// Returns the English name of a move.
pub(crate) fn name(world: &World, game: GameId, slots: &[Int], choices: &[Int]) -> String {
    let said = world.rules(game).describe(slots, 0, choices);
    said.expect("the move has a name").en
}

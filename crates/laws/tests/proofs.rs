//! Laws found and proved from the rules only, and compared with brute-force search far beyond the
//! queried cells.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, OnceLock};

use automata::numeration::NumerationSystem;
use automata::{Automaton, atoms};
use base::budget::{Budget, StopReason};
use laws::{
    CellSource, CellValue, Law, LawError, LawNumerals, LawOutput, LawSearchEffort, LawSearchResult,
    ProofOutcome, Theory, claim_to_law, find, option_components_by_rules, prove,
};
use rules::ast::PlayConvention;
use rules::game::{GameId, OptionArena, PlayEnding};
use rules::ir::Int;
use rules::world::World;
use testkit::rounds;

/// Grundy values by the definition, cached.
pub(crate) struct Search<'w> {
    pub world: &'w World,
    pub known: HashMap<(GameId, Vec<Int>), u64>,
    pub misere: bool,
    pub outcomes: bool,
}

impl Search<'_> {
    pub fn value(&mut self, game: GameId, slots: &[Int]) -> u64 {
        if let Some(&known) = self.known.get(&(game, slots.to_vec())) {
            return known;
        }
        let mut options = OptionArena::new();
        let budget = Budget::generous();
        if let Some(ending) = self.world.ending(game, slots, &budget).unwrap() {
            return u64::from(ending == PlayEnding::Trap);
        }
        self.world
            .options(game, slots, &mut options, &budget)
            .unwrap();
        let left: Vec<Vec<(GameId, Vec<Int>)>> = options
            .iter()
            .map(|option| {
                option
                    .components()
                    .map(|(game, slots)| (game, slots.to_vec()))
                    .collect()
            })
            .collect();
        // No component is left, so the player to move has no move.
        let nothing = u64::from(self.outcomes && self.misere);
        let mut values: Vec<u64> = Vec::new();
        for parts in &left {
            let sum = parts
                .iter()
                .map(|(game, slots)| self.value(*game, slots))
                .reduce(|a, b| a ^ b);
            values.push(sum.unwrap_or(nothing));
        }
        values.sort_unstable();
        values.dedup();
        let value = match self.outcomes {
            true if values.is_empty() => u64::from(self.misere),
            true => u64::from(values.contains(&0)),
            false => (0..).find(|value| !values.contains(value)).unwrap(),
        };
        self.known.insert((game, slots.to_vec()), value);
        value
    }
}

pub(crate) struct Of<'w, 's> {
    pub search: &'s mut Search<'w>,
    pub game: GameId,
}

impl CellSource for Of<'_, '_> {
    fn value_at(
        &mut self,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Option<CellValue>, StopReason> {
        let world = self.search.world;
        let mut sorted = slots.to_vec();
        world.rules(self.game).canonicalise(&mut sorted);
        if sorted != slots || !world.contains(self.game, slots, budget).unwrap() {
            return Ok(Some(CellValue::NoPosition));
        }
        if slots.iter().sum::<Int>() > 3000 {
            return Ok(None);
        }
        let value = self.search.value(self.game, slots);
        Ok(Some(if self.search.outcomes {
            CellValue::P(value == 0)
        } else {
            CellValue::Value(value)
        }))
    }

    fn option_components(
        &mut self,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Vec<Vec<Int>>, StopReason> {
        option_components_by_rules(self.search.world, self.game, slots, budget)
    }
}

/// Returns the law of the game `G` of a text. Each search for a law runs only once for all tests.
pub(crate) fn looked_for(
    text: &str,
    measure: &[Int],
    kind: LawOutput,
    system: NumerationSystem,
    play: PlayConvention,
) -> (&'static World, GameId, &'static LawSearchResult) {
    type Cell = &'static OnceLock<(World, GameId, LawSearchResult)>;
    static CACHE: Mutex<BTreeMap<String, Cell>> = Mutex::new(BTreeMap::new());
    let key = format!("{text} {measure:?} {kind:?} {system:?} {play:?}");
    let cell: Cell = CACHE
        .lock()
        .unwrap()
        .entry(key)
        .or_insert_with(|| Box::leak(Box::default()));
    let (world, game, found) = cell.get_or_init(|| found_anew(text, measure, kind, system, play));
    (world, *game, found)
}

fn found_anew(
    text: &str,
    measure: &[Int],
    kind: LawOutput,
    system: NumerationSystem,
    play: PlayConvention,
) -> (World, GameId, LawSearchResult) {
    let budget = Budget::generous();
    let mut world = World::empty();
    world
        .load("test.game", text)
        .unwrap_or_else(|refusal| panic!("{}", refusal.render(base::text::Lang::En, false)));
    let game = world.instantiate("G", Vec::new()).unwrap();
    let clauses = clauses::of_game(&world, game, &budget).unwrap();
    let numerals = LawNumerals::from_system(system, &budget).unwrap();
    let theory = Theory::new(
        world.rules(game).slots(),
        &clauses,
        measure,
        numerals,
        &budget,
    )
    .unwrap();
    let (misere, outcomes) = (play == PlayConvention::Misere, kind == LawOutput::Outcomes);
    let mut search = Search {
        world: &world,
        known: HashMap::new(),
        misere,
        outcomes,
    };
    let begin = std::time::Instant::now();
    let found = find(
        play,
        &theory,
        kind,
        &mut Of {
            search: &mut search,
            game,
        },
        LawSearchEffort {
            nodes: 20_000,
            rounds: 400,
            side: None,
        },
        &budget,
    )
    .unwrap_or_else(|halt| panic!("{text}: {halt:?}"));
    let states = found.law.automaton.states();
    println!(
        "{states} states, {} cells, {} refuted, {:?}, {:?}: {text}",
        found.cells,
        found.refuted,
        begin.elapsed(),
        found.proof
    );
    (world, game, found)
}

pub(crate) const PROVED_LAWS: &[(&str, &[Int], LawOutput, NumerationSystem, PlayConvention)] = &[
    (
        "game G { state n in 0.. move k in 1..3 : [n - k] }",
        &[1],
        LawOutput::Values,
        NumerationSystem::Base(2),
        PlayConvention::Normal,
    ),
    (
        "game G { state n in 0.. move k in {1, 3, 4} : [n - k] }",
        &[1],
        LawOutput::Values,
        NumerationSystem::Base(2),
        PlayConvention::Normal,
    ),
    (
        "game G { state a in 0.., b in 0.., c in 0.. move k in 1.. : [a - k, b, c] move k in 1.. : [a, b - k, c] move k in 1.. : [a, b, c - k] }",
        &[1, 1, 1],
        LawOutput::Values,
        NumerationSystem::Base(2),
        PlayConvention::Normal,
    ),
    (
        "game G { state a in 0.., b in 0.. move k in 1.. : [a - k, b] move k in 1.. : [a, b - k] }",
        &[1, 1],
        LawOutput::Outcomes,
        NumerationSystem::Base(2),
        PlayConvention::Misere,
    ),
    (
        "coins G { state s in 0.. move : nothing move i in 0..s-1 : [i] move i in 0..s-1, j in 0..i-1 : [i] + [j] }",
        &[1],
        LawOutput::Values,
        NumerationSystem::Base(2),
        PlayConvention::Normal,
    ),
    (
        "game G { state n in 0.. move k in 1..2, i in 0..(n - k) / 2 when n >= k : [i] + [n - k - i] }",
        &[1],
        LawOutput::Values,
        NumerationSystem::Base(2),
        PlayConvention::Normal,
    ),
    (
        "game G { state x in 1.., y in 1.. move k in 1..y - 1 : [k, y - k] move k in 1..x - 1 : [k, x - k] }",
        &[1, 1],
        LawOutput::PowersOfValues,
        NumerationSystem::Base(2),
        PlayConvention::Normal,
    ),
    (
        "game G { state x in 0.., y in 0.. move (a, b) in {(-2, 1), (-2, -1), (1, -2), (-1, -2)} : [x + a, y + b] }",
        &[1, 1],
        LawOutput::Outcomes,
        NumerationSystem::Base(2),
        PlayConvention::Normal,
    ),
    (
        "game G { state a in 0.., b in 0.. move k in 1.. : [a - k, b] move k in 1.. : [a, b - k] move k in 1.. : [a - k, b - k] }",
        &[1, 1],
        LawOutput::Outcomes,
        NumerationSystem::Quadratic(1),
        PlayConvention::Normal,
    ),
];

#[test]
fn laws_are_found_and_proved() {
    for (text, measure, kind, system, play) in PROVED_LAWS {
        let (_, _, found) = looked_for(text, measure, *kind, *system, *play);
        assert!(found.proof.is_ok(), "{text}: {:?}", found.proof);
    }
}

/// A law with one edge redirected, or one accepting mark changed, is refuted unless it is
/// equivalent. Each statement of the proof is needed to refute some damaged law.
#[test]
fn damaged_laws_are_refuted() {
    let budget = Budget::generous();
    let mut rng = fastrand::Rng::with_seed(51);
    for (text, measure, kind, system, play) in PROVED_LAWS {
        let (world, game, found) = looked_for(text, measure, *kind, *system, *play);
        let clauses = clauses::of_game(world, game, &budget).unwrap();
        let theory = Theory::new(
            world.rules(game).slots(),
            &clauses,
            measure,
            LawNumerals::from_system(*system, &budget).unwrap(),
            &budget,
        )
        .unwrap();
        let law = &found.law.automaton;
        let nodes = law.nodes() as u32;
        let (mut refuted, tried) = (0, rounds(24, 60));
        for _ in 0..tried {
            let (place, digit) = (rng.u32(..nodes), rng.u8(..law.base()));
            let mark = rng.bool() && law.phase(place) == 0;
            let alike: Vec<u32> = (0..nodes)
                .filter(|&node| law.phase(node) == law.phase(law.next(place, digit)))
                .collect();
            let other = alike[rng.usize(..alike.len())];
            let edges = (0..nodes).flat_map(|node| (0..law.base()).map(move |read| (node, read)));
            let next = edges
                .map(|(node, read)| {
                    if !mark && (node, read) == (place, digit) {
                        other
                    } else {
                        law.next(node, read)
                    }
                })
                .collect();
            let phases = (0..nodes).map(|node| law.phase(node) as u16).collect();
            let accepts = (0..nodes)
                .map(|node| law.accepts(node) != (mark && node == place))
                .collect();
            let damaged =
                Automaton::from_parts(law.base(), law.tracks().to_vec(), next, phases, accepts)
                    .unwrap();
            let damaged = damaged.and(&theory.positions, &budget).unwrap();
            let same = damaged.same(law, &budget).unwrap().is_none();
            let decided = prove(
                &theory,
                &Law {
                    automaton: damaged,
                    ..found.law.clone()
                },
                *play,
                &budget,
            )
            .unwrap();
            assert_eq!(
                matches!(decided, ProofOutcome::Proved(_)),
                same,
                "{text}: node {place}, digit {digit}, mark {mark}"
            );
            refuted += u32::from(!same);
        }
        assert!(6 * refuted >= tried, "{text}: {refuted}");
    }
}

/// Claims with a single defect, each refuted by only one statement. The defects are a value that is
/// too large, an ending treated as an open position, and a position without a move under misère
/// play.
#[test]
fn claims_that_one_statement_refutes() {
    let budget = Budget::generous();
    for (text, holds) in [
        (
            "game G { state n in 0.. move k in 1..3 : [n - k] claim SG == n % 4 }",
            true,
        ),
        (
            "game G { state n in 0.. move k in 1..3 : [n - k] claim SG == n }",
            false,
        ),
        (
            "game G { state n in 0.. goal n == 5 move k in 1..2 : [n - k] claim P iff n == 0 or n == 3 or n >= 5 and n % 3 == 2 }",
            true,
        ),
        (
            "game G { state n in 0.. goal n == 5 move k in 1..2 : [n - k] claim P iff n % 3 == 0 }",
            false,
        ),
        (
            "game G { state n in 0.. trap n == 6 move k in 1..2 : [n - k] claim P iff n % 3 == 0 }",
            false,
        ),
        (
            "game G { state n in 0.. play misere move k in 1..2 : [n - k] claim P iff n % 3 == 1 }",
            true,
        ),
        (
            "game G { state n in 0.. play misere move k in 1..2 : [n - k] claim P iff n % 3 == 0 }",
            false,
        ),
    ] {
        let mut world = World::empty();
        world
            .load("test.game", text)
            .unwrap_or_else(|refusal| panic!("{}", refusal.render(base::text::Lang::En, false)));
        let game = world.instantiate("G", Vec::new()).unwrap();
        let said = clauses::of_game(&world, game, &budget).unwrap();
        let theory = Theory::new(
            world.rules(game).slots(),
            &said,
            &[1],
            LawNumerals::from_system(NumerationSystem::Base(2), &budget).unwrap(),
            &budget,
        )
        .unwrap();
        let claim = clauses::claim(
            &world,
            game,
            &world.rules(game).game().unwrap().claims[0].0,
            &budget,
        )
        .unwrap();
        let law = claim_to_law(
            &theory,
            &claim,
            &mut |_| Err(LawError::Stopped(StopReason::Cancelled)),
            &budget,
        )
        .unwrap();
        let decided = prove(&theory, &law, world.rules(game).conventions().play, &budget).unwrap();
        assert_eq!(
            matches!(decided, ProofOutcome::Proved(_)),
            holds,
            "{text}: {decided:?}"
        );
    }
}

/// Wrong laws, each refuted by a single statement about the decrease or the lower bound of the
/// measure, or about the form of the output.
#[test]
fn laws_that_tell_no_value_and_play_without_end_are_not_proved() {
    let budget = Budget::generous();
    let decided = |text: &str,
                   measure: &[Int],
                   kind: LawOutput,
                   system: NumerationSystem,
                   told: &[(&[u8], &[u8])]| {
        let mut world = World::empty();
        world
            .load("test.game", text)
            .unwrap_or_else(|refusal| panic!("{}", refusal.render(base::text::Lang::En, false)));
        let game = world.instantiate("G", Vec::new()).unwrap();
        let said = clauses::of_game(&world, game, &budget).unwrap();
        let theory = Theory::new(
            world.rules(game).slots(),
            &said,
            measure,
            LawNumerals::from_system(system, &budget).unwrap(),
            &budget,
        )
        .ok()?;
        let law = if told.is_empty() {
            let claim = clauses::claim(
                &world,
                game,
                &world.rules(game).game().unwrap().claims[0].0,
                &budget,
            )
            .unwrap();
            claim_to_law(
                &theory,
                &claim,
                &mut |_| Err(LawError::Stopped(StopReason::Cancelled)),
                &budget,
            )
            .unwrap()
        } else {
            let mut automaton = Automaton::truth(2, false);
            for (number, value) in told {
                let [number, value] = [(0, number), (1, value)]
                    .map(|(track, digits)| atoms::digits(2, track, digits, &budget).unwrap());
                automaton = automaton
                    .or(&number.and(&value, &budget).unwrap(), &budget)
                    .unwrap();
            }
            Law {
                kind,
                numerals: LawNumerals::from_system(system, &budget).unwrap(),
                lows: vec![0],
                automaton,
                prefix: None,
            }
        };
        match prove(&theory, &law, PlayConvention::Normal, &budget).ok()? {
            ProofOutcome::Proved(proof) => Some(proof),
            ProofOutcome::Refuted(_) => None,
        }
    };
    let base = NumerationSystem::Base(2);
    let bash = "game G { state n in 0.. move k in 1..3 : [n - k] claim SG == n % 4 }";
    assert!(decided(bash, &[1], LawOutput::Values, base, &[]).is_some());
    assert!(
        decided(bash, &[0], LawOutput::Values, base, &[]).is_none(),
        "no measure falls"
    );
    let endless = "game G { state n in 0.. move : [n + 1] claim SG == n % 2 }";
    assert!(
        decided(endless, &[-1], LawOutput::Values, base, &[]).is_none(),
        "a measure without a least value"
    );
    let still = "game G { state n in 0..0 move k in 1..n : [n - k] }";
    assert!(decided(still, &[1], LawOutput::PowersOfValues, base, &[(&[], &[1])]).is_some());
    assert!(
        decided(still, &[1], LawOutput::PowersOfValues, base, &[(&[], &[])]).is_none(),
        "0 is no power of 2"
    );
    let heap = "game G { state n in 0..3 move k in 1..n : [n - k] }";
    let small: [(&[u8], &[u8]); 3] = [(&[], &[]), (&[1], &[1]), (&[1, 0], &[1, 0])];
    let right = [&small[..], &[(&[1, 0, 0], &[1, 0, 0])]].concat();
    let wrong = [&small[..], &[(&[1, 0, 0], &[1, 1])]].concat();
    assert!(
        decided(
            heap,
            &[1],
            LawOutput::Values,
            NumerationSystem::Quadratic(1),
            &right
        )
        .is_some()
    );
    assert!(
        decided(
            heap,
            &[1],
            LawOutput::Values,
            NumerationSystem::Quadratic(1),
            &wrong
        )
        .is_none(),
        "11 is no number in Fibonacci digits"
    );
}

//! Runs of components: random games whose moves leave runs of consecutive numbers, from the rules
//! to the law. The law is compared with values by the definition up to four times the largest
//! queried cell. The tests also check certificates of these laws, and changed certificates.

use std::cell::Cell;
use std::collections::BTreeMap;

use automata::numeration::NumerationSystem;
use automata::{Automaton, Track};
use base::budget::{Budget, StopReason};
use certificate::{
    Certificate, CertificateAutomaton, CertificateClaim, CertificateProof, LawClaim, LawProof,
    check, parse, write,
};
use clauses::{differs, differs_in_move};
use dashu_int::{IBig, UBig};
use fastrand::Rng;
use laws::{
    CellSource, CellValue, LawNumerals, LawOutput, LawSearchEffort, LawSearchResult, Theory, find,
    moves,
};
use rules::ast::PlayConvention;
use rules::game::GameId;
use rules::ir::Int;
use rules::world::World;

/// ⌊(n + shift) / over⌋ + k · by + c, where n is the number of the position and k the choice.
#[derive(Clone, Copy)]
struct Form {
    over: i64,
    shift: i64,
    by: i64,
    c: i64,
}

impl Form {
    fn at(self, n: i64, k: i64) -> i64 {
        (n + self.shift).div_euclid(self.over) + self.by * k + self.c
    }

    fn text(self) -> String {
        let Form { over, shift, by, c } = self;
        let n = if over == 1 {
            format!("n + {shift}")
        } else {
            format!("(n + {shift}) / {over}")
        };
        format!("{n} + ({by}) * k + ({c})")
    }

    fn random(rng: &mut Rng) -> Form {
        let over = rng.choice([1, 1, 1, 2, 3]).unwrap();
        Form {
            over,
            shift: if over == 1 { 0 } else { rng.i64(-2..1) },
            by: rng.choice([0, 0, -1, -1, -2]).unwrap(),
            c: rng.i64(-3..2),
        }
    }
}

/// The components that a move leaves.
enum Part {
    One(Form),
    /// A run from one number to another; if the flag is true, the run is written in descending
    /// order.
    Run(Form, Form, bool),
}

/// A move: the range of the choice k, a condition on n or k modulo a number, and the components
/// that the move leaves.
struct Rule {
    least: i64,
    most: Option<i64>,
    when: Option<(bool, i64, i64)>,
    parts: Vec<Part>,
}

/// A game of one number.
struct Spec {
    coins: bool,
    low: i64,
    high: Option<i64>,
    rules: Vec<Rule>,
}

impl Spec {
    fn random(rng: &mut Rng) -> Spec {
        let rule = |rng: &mut Rng| {
            let least = rng.i64(0..3);
            let most = if rng.u8(..3) == 0 {
                None
            } else {
                Some(least + rng.i64(0..3))
            };
            let when = (rng.u8(..3) == 0).then(|| {
                let modulus = rng.i64(2..4);
                (rng.bool(), modulus, rng.i64(0..modulus))
            });
            let run =
                |rng: &mut Rng| Part::Run(Form::random(rng), Form::random(rng), rng.u8(..4) == 0);
            let mut parts = vec![if rng.u8(..4) == 0 {
                Part::One(Form::random(rng))
            } else {
                run(rng)
            }];
            if rng.u8(..4) == 0 {
                parts.push(if rng.bool() {
                    Part::One(Form::random(rng))
                } else {
                    run(rng)
                });
            }
            Rule {
                least,
                most,
                when,
                parts,
            }
        };
        let rules = (0..rng.usize(1..3)).map(|_| rule(rng)).collect();
        Spec {
            coins: rng.bool(),
            low: rng.i64(0..2),
            high: (rng.u8(..8) == 0).then(|| rng.i64(20..300)),
            rules,
        }
    }

    fn text(&self) -> String {
        let kind = if self.coins { "coins" } else { "game" };
        let high = self.high.map(|high| high.to_string()).unwrap_or_default();
        let mut text = format!("{kind} G {{ state n in {}..{high}", self.low);
        for Rule {
            least,
            most,
            when,
            parts,
        } in &self.rules
        {
            let most = most.map_or("n".to_owned(), |most| most.to_string());
            let when = when.map(|(of_n, modulus, rest)| {
                format!(
                    " when {} % {modulus} == {rest}",
                    if of_n { "n" } else { "k" }
                )
            });
            let part = |part: &Part| match part {
                Part::One(form) => format!("[{}]", form.text()),
                Part::Run(from, to, false) => {
                    format!("[j] for j in {}..{}", from.text(), to.text())
                }
                // The variable j ranges from n - to up to n - from.
                Part::Run(from, to, true) => format!(
                    "[n - j] for j in n - ({})..n - ({})",
                    to.text(),
                    from.text()
                ),
            };
            let parts: Vec<String> = parts.iter().map(part).collect();
            text += &format!(
                " move k in {least}..{most}{} : {}",
                when.unwrap_or_default(),
                parts.join(" + ")
            );
        }
        text + " }"
    }

    fn is_position(&self, n: i64) -> bool {
        n >= self.low && self.high.is_none_or(|high| n <= high)
    }

    /// Returns the values of the smallest numbers, computed by the definition; `None` if some move
    /// does not decrease the number.
    fn values(&self, count: i64) -> Option<Vec<u64>> {
        // The nim-sum of the values of the first i numbers, for each i.
        let (mut values, mut sums): (Vec<u64>, Vec<u64>) = (Vec::new(), vec![0]);
        let mut seen: Vec<i64> = Vec::new();
        for n in (self.low..)
            .take(count as usize)
            .take_while(|&n| self.is_position(n))
        {
            for Rule {
                least,
                most,
                when,
                parts,
            } in &self.rules
            {
                for k in *least..=most.unwrap_or(n) {
                    if when.is_some_and(|(of_n, modulus, rest)| {
                        (if of_n { n } else { k }).rem_euclid(modulus) != rest
                    }) {
                        continue;
                    }
                    let mut sum = Some(0);
                    for part in parts {
                        let (from, to) = match part {
                            Part::One(form) => (form.at(n, k), form.at(n, k)),
                            Part::Run(from, to, _) => (from.at(n, k), to.at(n, k)),
                        };
                        if from > to {
                            continue;
                        }
                        if !self.is_position(from) || !self.is_position(to) {
                            sum = None;
                        } else if to >= n {
                            return None;
                        } else {
                            let place = |number: i64| (number - self.low) as usize;
                            sum = sum.map(|sum: u64| sum ^ sums[place(from)] ^ sums[place(to) + 1]);
                        }
                    }
                    if let Some(sum) = sum {
                        if seen.len() <= sum as usize {
                            seen.resize(sum as usize + 1, -1);
                        }
                        seen[sum as usize] = n;
                    }
                }
            }
            let value = (0..)
                .find(|&value: &usize| seen.get(value) != Some(&n))
                .unwrap_or(0) as u64;
            values.push(value);
            sums.push(sums[sums.len() - 1] ^ value);
        }
        Some(values)
    }
}

/// Cells of numbers up to a limit, computed by the definition.
struct Known<'v> {
    spec: &'v Spec,
    values: &'v [u64],
    seen: &'v Cell<i64>,
}

impl CellSource for Known<'_> {
    fn value_at(
        &mut self,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Option<CellValue>, StopReason> {
        budget.tick()?;
        if !self.spec.is_position(slots[0]) {
            return Ok(Some(CellValue::NoPosition));
        }
        self.seen.set(self.seen.get().max(slots[0]));
        Ok(self
            .values
            .get((slots[0] - self.spec.low) as usize)
            .map(|&value| CellValue::Value(value)))
    }

    fn option_components(
        &mut self,
        slots: &[Int],
        _: &Budget<'_>,
    ) -> Result<Vec<Vec<Int>>, StopReason> {
        Ok((self.spec.low..slots[0])
            .map(|number| vec![number])
            .collect())
    }
}

fn loaded(text: &str) -> (World, GameId) {
    let mut world = World::empty();
    world
        .load("runs.game", text)
        .unwrap_or_else(|refusal| panic!("{text}: {refusal:?}"));
    let game = world.instantiate("G", Vec::new()).unwrap();
    (world, game)
}

/// The limits of a search.
const EFFORT: LawSearchEffort = LawSearchEffort {
    nodes: 300,
    rounds: 30,
    side: Some(48),
};

/// The number of smallest positions whose cells may be queried.
const CELLS: i64 = 1 << 12;

/// The result of a search for the law of a game.
struct Searched {
    world: World,
    game: GameId,
    theory: Theory,
    found: LawSearchResult,
    /// The largest number whose cell was queried.
    seen: i64,
}

/// Searches for the law of a game with given limits; `None` if its rules are not supported.
fn searched(spec: &Spec, budget: &Budget<'_>) -> Result<Option<Searched>, StopReason> {
    let text = spec.text();
    let (world, game) = loaded(&text);
    let Ok(clauses) = clauses::of_game(&world, game, budget) else {
        return budget.ask().map(|()| None);
    };
    for n in -2..20 {
        let differ =
            differs(&world, &clauses, &[n], budget).unwrap_or_else(|why| panic!("{text}: {why:?}"));
        assert_eq!(differ.map(|said| said.en), None, "{text}");
    }
    // Games with long runs are skipped.
    for (far, choice) in [(1_000_000, 2), (1_000_001, 1_000_000), (1_000_002, 999_998)] {
        let compare =
            |budget: &Budget<'_>| differs_in_move(&world, &clauses, &[far], 0, &[choice], budget);
        if let Ok(differ) = budget.limited(20, compare).0 {
            assert_eq!(differ.map(|said| said.en), None, "{text}");
        }
    }
    let Some(values) = spec.values(CELLS) else {
        return Ok(None);
    };
    let numerals = LawNumerals::from_system(NumerationSystem::Base(2), budget)?;
    let Ok(theory) = Theory::new(world.rules(game).slots(), &clauses, &[1], numerals, budget)
    else {
        return budget.ask().map(|()| None);
    };
    let seen = Cell::new(0);
    let mut truth = Known {
        spec,
        values: &values,
        seen: &seen,
    };
    match find(
        PlayConvention::Normal,
        &theory,
        LawOutput::Values,
        &mut truth,
        EFFORT,
        budget,
    ) {
        Ok(found) => Ok(Some(Searched {
            seen: seen.get(),
            world,
            game,
            theory,
            found,
        })),
        Err(laws::LawError::Stopped(stop)) => Err(stop),
        Err(laws::LawError::Outside(_)) => Ok(None),
    }
}

#[derive(Debug, Default)]
struct Count {
    games: usize,
    laws: usize,
    unbounded: usize,
    values: usize,
    /// The reasons why no law was found.
    none: BTreeMap<String, usize>,
}

#[test]
fn random_games_with_runs() {
    let mut rng = Rng::with_seed(91);
    let mut count = Count::default();
    let wanted = testkit::rounds(24, 2_000);
    while count.games < wanted {
        let spec = Spec::random(&mut rng);
        // Skips games with moves that do not decrease the number, and games without runs.
        if spec.values(40).is_none()
            || spec
                .rules
                .iter()
                .flat_map(|rule| &rule.parts)
                .all(|part| matches!(part, Part::One(_)))
        {
            continue;
        }
        count.games += 1;
        let (found, _) = Budget::generous().limited(testkit::rounds(5_000, 20_000), |budget| {
            searched(&spec, budget)
        });
        let Ok(Some(Searched {
            world,
            game,
            theory,
            found,
            seen,
        })) = found
        else {
            *count
                .none
                .entry("outside, or too much work".to_owned())
                .or_default() += 1;
            continue;
        };
        let proof = match &found.proof {
            Ok(proof) => proof,
            Err(why) => {
                *count.none.entry(why.en.clone()).or_default() += 1;
                continue;
            }
        };
        let text = spec.text();
        count.laws += 1;
        count.unbounded +=
            usize::from(spec.high.is_none() && spec.rules.iter().any(|rule| rule.most.is_none()));
        let budget = Budget::generous();
        let values = spec
            .values(4 * (seen + 1))
            .unwrap_or_else(|| panic!("a move goes up: {text}"));
        for (place, &value) in values.iter().enumerate() {
            let at = IBig::from(place as i64 + spec.low);
            assert_eq!(
                found.law.value(&[at]),
                Some(UBig::from(value)),
                "place {place} of {text}"
            );
        }
        count.values += values.len();
        let certificate = laws::certificate(&world, game, &found.law, proof, &budget)
            .unwrap_or_else(|halt| panic!("{text}: {halt:?}"));
        let written = write(&world, &certificate).unwrap();
        let read = parse(&written).unwrap_or_else(|refused| panic!("{text}: {refused}"));
        assert_eq!(read.certificate.proof, certificate.proof);
        read.check(&budget)
            .unwrap_or_else(|refused| panic!("{text}: {refused}"));
        // Every listed move exists in the rules, and leaves the listed components.
        let n = spec.low + rng.i64(0..(values.len() as i64).min(200));
        let value = rng.u64(..=values[(n - spec.low) as usize].min(6));
        let listed = moves(&theory, &found.law, &[IBig::from(n)], value, 5, &budget).unwrap();
        for chosen in &listed.moves {
            let rule = &spec.rules[chosen.rule];
            let k = i64::try_from(chosen.choices[0].clone()).unwrap();
            assert!(k >= rule.least && k <= rule.most.unwrap_or(n), "{text}");
            let mut sum = 0;
            let told = |number: &IBig| {
                values[(i64::try_from(number.clone()).unwrap() - spec.low) as usize]
            };
            chosen
                .left
                .iter()
                .for_each(|(_, slots)| sum ^= told(&slots[0]));
            for (_, [first, last]) in &chosen.runs {
                let (first, last) = (
                    i64::try_from(first.clone()).unwrap(),
                    i64::try_from(last.clone()).unwrap(),
                );
                assert!(first <= last && last < n, "{text}");
                sum ^= (first..=last).fold(0, |sum, number| sum ^ told(&IBig::from(number)));
            }
            assert_eq!(sum, value, "{chosen:?} from {n} in {text}");
        }
        // Each value smaller than the position's value is the value of an option, but the
        // position's value is not the value of an option.
        let exists = value < values[(n - spec.low) as usize];
        assert!(
            listed.moves.is_empty() != exists,
            "moves from {n} to {value} in {text}"
        );
    }
    println!("{count:?}");
    assert!(
        count.laws * 4 > count.games && count.unbounded > 1,
        "{count:?}"
    );
}

const RULER: &str = "coins G { state s in 1.. move t in 1..s : [j] for j in t..s-1 }";

/// The ruler function at 1, 2, 3, ….
struct Ruler;

impl CellSource for Ruler {
    fn value_at(
        &mut self,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Option<CellValue>, StopReason> {
        budget.tick()?;
        Ok(Some(if slots[0] < 1 {
            CellValue::NoPosition
        } else {
            CellValue::Value(1 << slots[0].trailing_zeros())
        }))
    }

    fn option_components(
        &mut self,
        slots: &[Int],
        _: &Budget<'_>,
    ) -> Result<Vec<Vec<Int>>, StopReason> {
        Ok((1..slots[0]).map(|number| vec![number]).collect())
    }
}

fn ruler(budget: &Budget<'_>) -> (World, GameId, LawSearchResult, LawClaim, LawProof) {
    let (world, game) = loaded(RULER);
    let clauses = clauses::of_game(&world, game, budget).unwrap();
    let numerals = LawNumerals::from_system(NumerationSystem::Base(2), budget).unwrap();
    let theory = Theory::new(world.rules(game).slots(), &clauses, &[1], numerals, budget).unwrap();
    let found = find(
        PlayConvention::Normal,
        &theory,
        LawOutput::Values,
        &mut Ruler,
        EFFORT,
        budget,
    )
    .unwrap();
    let proof = found.proof.as_ref().unwrap_or_else(|why| panic!("{why}"));
    let made = laws::certificate(&world, game, &found.law, proof, budget).unwrap();
    let (CertificateClaim::Law(claim), CertificateProof::Law(proof)) = (made.claim, made.proof)
    else {
        panic!("a law")
    };
    (world, game, found, claim, proof)
}

fn accepted(world: &World, claim: &LawClaim, proof: &LawProof, budget: &Budget<'_>) -> bool {
    check(
        world,
        &Certificate {
            claim: CertificateClaim::Law(claim.clone()),
            proof: CertificateProof::Law(proof.clone()),
        },
        budget,
    )
    .is_ok()
}

/// Returns the automaton of a machine over two tracks in base 2; `None` if it is not valid.
fn automaton(CertificateAutomaton { next, accepting }: &CertificateAutomaton) -> Option<Automaton> {
    let nodes = next.len() / 2;
    let mut phase = vec![u16::MAX; nodes];
    let mut queue = vec![(0u32, 0u16)];
    while let Some((node, at)) = queue.pop() {
        if std::mem::replace(&mut phase[node as usize], at) == u16::MAX {
            queue.extend(
                next[node as usize * 2..][..2]
                    .iter()
                    .map(|&to| (to, 1 - at)),
            );
        }
    }
    let accepts = (0..nodes as u32)
        .map(|node| accepting.contains(&node))
        .collect();
    let tracks: Vec<Track> = vec![0, 1];
    Automaton::from_parts(2, tracks, next.clone(), phase, accepts).ok()
}

#[test]
fn the_ruler_has_a_law() {
    let budget = Budget::generous();
    let (world, _, found, claim, proof) = ruler(&budget);
    let huge = IBig::from(3) << 200;
    assert_eq!(found.law.value(&[huge]), Some(UBig::ONE << 200));
    assert_eq!(found.law.value(&[IBig::ZERO]), None);
    assert!(accepted(&world, &claim, &proof, &budget));
    assert!(!accepted(
        &world,
        &claim,
        &LawProof {
            prefix: None,
            ..proof.clone()
        },
        &budget
    ));
    // The certificate is rejected if the law, or nim-sums of other values, replace the nim-sums.
    assert!(!accepted(
        &world,
        &claim,
        &LawProof {
            prefix: Some(proof.law.clone()),
            ..proof.clone()
        },
        &budget
    ));
    // If a certificate contains nim-sums that the proof does not need, these nim-sums must also be
    // correct.
    let nim = Spec {
        coins: false,
        low: 1,
        high: None,
        rules: Vec::new(),
    };
    let (world, game) = loaded("game G { state n in 1.. move k in 1..n - 1 : [n - k] }");
    let clauses = clauses::of_game(&world, game, &budget).unwrap();
    let numerals = LawNumerals::from_system(NumerationSystem::Base(2), &budget).unwrap();
    let theory = Theory::new(world.rules(game).slots(), &clauses, &[1], numerals, &budget).unwrap();
    let (values, seen): (Vec<u64>, _) = ((0..CELLS as u64).collect(), Cell::new(0));
    let mut truth = Known {
        spec: &nim,
        values: &values,
        seen: &seen,
    };
    let found = find(
        PlayConvention::Normal,
        &theory,
        LawOutput::Values,
        &mut truth,
        EFFORT,
        &budget,
    )
    .unwrap();
    let made = laws::certificate(
        &world,
        game,
        &found.law,
        found.proof.as_ref().unwrap(),
        &budget,
    )
    .unwrap();
    let (CertificateClaim::Law(claim), CertificateProof::Law(own)) = (made.claim, made.proof)
    else {
        panic!("a law")
    };
    assert!(accepted(&world, &claim, &own, &budget));
    assert!(!accepted(
        &world,
        &claim,
        &LawProof {
            prefix: proof.prefix,
            ..own
        },
        &budget
    ));
}

#[test]
fn damaged_nim_sums_are_refused() {
    let budget = Budget::generous();
    let (world, _, _, claim, proof) = ruler(&budget);
    let whole = proof.prefix.clone().unwrap();
    let told = automaton(&whole).unwrap();
    let (mut refused, mut same) = (0, 0);
    let mut tried = |machine: CertificateAutomaton| {
        let right =
            automaton(&machine).is_some_and(|made| made.same(&told, &budget).unwrap().is_none());
        let accepted = accepted(
            &world,
            &claim,
            &LawProof {
                prefix: Some(machine.clone()),
                ..proof.clone()
            },
            &budget,
        );
        assert!(!accepted || right, "accepted: {machine:?}");
        *(if accepted { &mut same } else { &mut refused }) += 1;
    };
    let nodes = whole.next.len() as u32 / 2;
    for edge in 0..whole.next.len() {
        for to in (0..nodes).filter(|&to| to != whole.next[edge]) {
            let mut machine = whole.clone();
            machine.next[edge] = to;
            tried(machine);
        }
    }
    for node in 0..nodes {
        let mut machine = whole.clone();
        match machine.accepting.binary_search(&node) {
            Ok(place) => drop(machine.accepting.remove(place)),
            Err(place) => machine.accepting.insert(place, node),
        }
        tried(machine);
    }
    println!("{nodes} nodes, {refused} refused, {same} say the same");
    assert!(refused > 20 && same * 20 < refused);
}

#[test]
fn the_law_of_other_bounds_is_refused() {
    let budget = Budget::generous();
    let (world, game, found, claim, proof) = ruler(&budget);
    for (old, new) in [
        ("t..s-1", "t..s-2"),
        ("t..s-1", "t..s"),
        ("t..s-1", "t+1..s-1"),
        ("t..s-1", "1..s-1"),
        ("t in 1..s", "t in 2..s"),
        ("t in 1..s", "t in 1..s-1"),
        (": [j]", "when t != 2 : [j]"),
        ("t..s-1", "t..s-1 + [1]"),
    ] {
        let (other, named) = loaded(&RULER.replacen(old, new, 1));
        assert_eq!(named, game);
        assert!(
            !accepted(&other, &claim, &proof, &budget),
            "{old} became {new}"
        );
    }
    // A run written in descending order gives the same game as the run in ascending order.
    let (same, _) = loaded(&RULER.replacen("[j] for j in t..s-1", "[s - j] for j in 1..s-t", 1));
    assert!(accepted(&same, &claim, &proof, &budget));
    // The text of the certificate is rejected if the word `prefix` is moved or omitted, or if a
    // machine is missing.
    let text = write(
        &world,
        &laws::certificate(
            &world,
            game,
            &found.law,
            found.proof.as_ref().unwrap(),
            &budget,
        )
        .unwrap(),
    )
    .unwrap();
    let sealed = |text: &str| {
        let body = &text[..text.rfind("checksum ").unwrap()];
        let sum = body.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
        format!("{body}checksum {sum:016x}\n")
    };
    assert!(text.contains("floor 0 machines 2 covers 2 prefix\n"));
    assert_eq!(sealed(&text), text);
    for (old, new) in [
        (" prefix\n", "\n"),
        (" prefix\n", " prefix prefix\n"),
        (" prefix\n", " suffix\n"),
        ("machines 2 covers 2", "machines 1 covers 2"),
        ("machines 2 covers 2", "machines 0 covers 2"),
        ("digits 2", "digits 3"),
        ("values normal", "powers normal"),
        ("values normal", "outcomes normal"),
    ] {
        let forged = sealed(&text.replacen(old, new, 1));
        assert!(
            !parse(&forged).is_ok_and(|read| read.check(&budget).is_ok()),
            "{old} became {new}"
        );
    }
}

#[test]
fn what_is_no_run_of_neighbours_is_outside() {
    let budget = Budget::generous();
    for (text, why) in [
        (
            "game G { state n in 0.. move k in 1..n : [2 * j] for j in 0..k / 2 - 1 }",
            "not consecutive",
        ),
        (
            "game G { state a in 0.., b in 0.. move k in 1..a : [j, b] for j in 0..k - 1 }",
            "several numbers",
        ),
        (
            "game G { state n in 0.. move k in 1..n : H[j] for j in 0..k - 1 } game H { state n in 0.. move : nothing }",
            "another game",
        ),
    ] {
        let (world, game) = loaded(text);
        let clauses = clauses::of_game(&world, game, &budget).unwrap();
        let slots = world.rules(game).slots();
        let numerals = LawNumerals::from_system(NumerationSystem::Base(2), &budget).unwrap();
        match Theory::new(slots, &clauses, &vec![1; slots.len()], numerals, &budget) {
            Err(laws::LawError::Outside(said)) => assert!(said.en.contains(why), "{text}: {said}"),
            other => panic!("{text}: {:?}", other.map(|_| ())),
        }
    }
}

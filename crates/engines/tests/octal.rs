//! Octal codes in random formulations. The rules of a code are written with other names, other
//! numbers for the heaps, in pieces, mirrored, and with or without empty heaps. Each formulation
//! must be recognized as its code. Each formulation must agree with search on every value and move
//! of small heaps, and with the reference implementation of the code on large heaps.

use std::collections::{BTreeSet, HashMap};

use crate::case::Case;
use base::budget::{Budget, StopReason};
use fastrand::Rng;
use heap::code::HeapCode;
use heap::machine::NimberMachine;
use heap::moves::DigitMoves;
use heap::naive::NaiveMachine;
use heap::table::HeapTable;
use rules::game::OptionArena;
use theory::theorem::{ChosenMove, ClosedForm};
use theory::value::Grundy;

/// A code as a rule file.
struct Written {
    text: String,
    digits: Vec<u64>,
    /// The number that represents zero tokens.
    base: i64,
    /// The minimum: `base`, or the number that represents one token.
    low: i64,
}

/// Writes rules; `n` is the name of the heap.
struct Writer {
    rng: Rng,
    n: &'static str,
    base: i64,
    /// Whether `base` is a heap of the game, so that zero tokens may be written as a heap.
    empty: bool,
}

impl Writer {
    fn either(&mut self, texts: &[String]) -> String {
        texts[self.rng.usize(..texts.len())].clone()
    }

    /// Returns the text for `name` plus a number, which may be negative.
    fn plus(&mut self, name: &str, more: i64) -> String {
        match (more, self.rng.bool()) {
            (0, _) => name.to_owned(),
            (..0, true) => format!("{name} - {}", -more),
            (..0, false) => format!("{name} + {more}"),
            (_, true) => format!("{name} + {more}"),
            (_, false) => format!("{more} + {name}"),
        }
    }

    fn exactly(&mut self, number: i64) -> String {
        let n = self.n;
        let (before, after) = (number - 1, number + 1);
        self.either(&[
            format!("{n} == {number}"),
            format!("{n} - {number} == 0"),
            format!("not {n} != {number}"),
            format!("{n} > {before} and {n} < {after}"),
        ])
    }

    /// Writes the move that takes the complete heap of `taken` tokens.
    fn nothing(&mut self, taken: i64) -> String {
        let (when, base) = (self.exactly(self.base + taken), self.base);
        let zeros = if self.empty { self.rng.usize(..3) } else { 0 };
        format!(
            "move when {when} : {}",
            [
                "nothing".to_owned(),
                format!("[{base}]"),
                format!("[{base}] + [{base}]")
            ][zeros]
        )
    }

    /// Writes the moves that leave one nonempty heap.
    fn one(&mut self, taken: i64) -> String {
        let (n, least) = (self.n, self.base + taken);
        let when = self.either(&[
            format!("{n} > {least}"),
            format!("{n} >= {}", least + 1),
            format!("not {n} <= {least}"),
        ]);
        let left = self.plus(n, -taken);
        match (self.empty && self.rng.u32(..3) == 0, self.rng.bool()) {
            (false, _) => format!("move when {when} : [{left}]"),
            (true, true) => format!("move when {when} : [{}] + [{left}]", self.base),
            (true, false) => format!("move when {when} : [{left}] + [{}]", self.base),
        }
    }

    /// Writes the moves that leave two heaps, including empty heaps if `zeros` is true.
    fn two(&mut self, taken: i64, zeros: bool) -> String {
        let (n, base) = (self.n, self.base);
        let least = if zeros { base } else { base + 1 };
        let greatest = self.plus(n, -taken - i64::from(!zeros));
        let other = format!("{n} - {taken} + {base} - left");
        let mut parts = [String::from("[left]"), format!("[{other}]")];
        self.rng.shuffle(&mut parts);
        let parts = parts.join(" + ");
        let cut = base + self.rng.i64(2..9);
        match self.rng.u32(..5) {
            // The moves without their mirror images.
            0 => format!("move left in {least}..{greatest} when left <= {other} : {parts}"),
            1 => format!(
                "move left in {least}..{greatest} when left + left >= {n} - {taken} + {base} : {parts}"
            ),
            // The move is written as two rules.
            2 => format!(
                "move left in {least}..{greatest} when left < {cut} : {parts} move left in {least}..{greatest} when left >= {cut} : {parts}"
            ),
            3 => format!(
                "move left in {least}..{greatest}, right in {least}..{greatest} when left + right == {n} - {taken} + {base} : [left] + [right]"
            ),
            _ => format!("move left in {least}..{greatest} : {parts}"),
        }
    }

    /// Writes all moves of a digit.
    fn digit(&mut self, taken: i64, digit: u64) -> Vec<String> {
        let mut rules = Vec::new();
        let mut bits = digit;
        if bits == 7 && self.empty && self.rng.u32(..3) > 0 {
            rules.push(self.two(taken, true));
            bits = 0;
        }
        if bits & 3 == 3 && self.empty && self.rng.bool() {
            let (n, least) = (self.n, self.base + taken);
            rules.push(format!(
                "move when {n} >= {least} : [{}]",
                self.plus(n, -taken)
            ));
            bits &= 4;
        }
        // A rule may occur twice, in different formulations.
        for _ in 0..self.rng.u32(1..=2) {
            if bits & 1 == 1 && taken > 0 {
                rules.push(self.nothing(taken));
            }
            if bits & 2 == 2 {
                rules.push(self.one(taken));
            }
            if bits & 4 == 4 {
                rules.push(self.two(taken, false));
            }
        }
        rules
    }
}

fn written(seed: u64) -> Written {
    let mut rng = Rng::with_seed(seed);
    let places = rng.usize(1..=4);
    let mut digits = vec![if rng.u32(..6) == 0 { 4 } else { 0 }];
    digits.extend((0..places).map(|_| rng.u64(..8)));
    if digits.iter().all(|&digit| digit == 0) {
        digits[1] = 7;
    }
    write(seed, &digits)
}

fn write(seed: u64, digits: &[u64]) -> Written {
    let mut rng = Rng::with_seed(seed ^ 0x6f63_7461);
    let low = [0, 0, 0, 1, 1, 4, -2][rng.usize(..7)];
    let empty = rng.u32(..3) > 0;
    let base = if empty { low } else { low - 1 };
    let n = ["n", "pins", "row", "heap"][rng.usize(..4)];
    let mut writer = Writer {
        rng: rng.fork(),
        n,
        base,
        empty,
    };
    let mut rules: Vec<String> = (0..)
        .zip(digits)
        .flat_map(|(taken, &digit)| writer.digit(taken, digit))
        .collect();
    rng.shuffle(&mut rules);
    let high = if rng.u32(..4) == 0 {
        (low + 2_000_000_000).to_string()
    } else {
        String::new()
    };
    let text = format!(
        "game G {{ state {n} in {low}..{high} {} }}",
        rules.join(" ")
    );
    Written {
        text,
        digits: digits.to_vec(),
        base,
        low,
    }
}

fn recognised(case: &Case, seed: u64) -> Box<dyn ClosedForm> {
    let found = case
        .recognised()
        .into_iter()
        .find(|(name, _)| *name == "octal-periodicity");
    found
        .unwrap_or_else(|| {
            panic!(
                "seed {seed}: {}\n{:?}",
                case.text,
                case.refusal("octal-periodicity")
            )
        })
        .1
}

/// Returns the values of the heaps below `to` by the definition.
fn naive(digits: &[u64], to: u64) -> Vec<u64> {
    let mut machine = NaiveMachine::new(&DigitMoves::new(digits, false).expect("digits"));
    machine
        .advance(to, &Budget::generous(), &mut |_, _| {})
        .expect("the budget is generous");
    machine.values().to_vec()
}

#[test]
fn random_rule_files_are_recognised_and_every_small_value_and_move_is_true() {
    let (mut compared, mut periodic) = (0, 0);
    for seed in 0..testkit::rounds(50, 120) {
        let Written {
            text,
            digits,
            base,
            low,
        } = written(seed);
        let case = Case::new(&text);
        let form = recognised(&case, seed);
        // The number that represents zero tokens can be recognized if the minimum shows it.
        if (low == 1) == (base == 0) {
            let code = HeapCode::of_digits(&digits).expect("d_0 is 0 or 4");
            let cousin = code.cousin().filter(|_| base < low && low != 1);
            let named = |code: &HeapCode| form.summary().en.contains(&format!("octal code {code}"));
            assert!(
                named(&code) || cousin.as_ref().is_some_and(named),
                "seed {seed}: {code}: {}\n{text}",
                form.summary().en
            );
        }
        let moves = case.compare("octal-periodicity", &*form, 60);
        compared += moves;
        periodic += u32::from(moves > 0);
    }
    println!("{compared} moves of {periodic} games compared");
    assert!(
        compared > testkit::rounds(40_000, 100_000) && periodic > testkit::rounds(25, 60),
        "{compared} {periodic}"
    );
}

/// Returns the moves, computed from the rules, grouped by the values of the positions that they
/// leave. The values of the resulting positions are computed from the given values of heaps.
fn by_the_rules(
    case: &Case,
    slot: i64,
    base: i64,
    values: &[u64],
) -> HashMap<u64, BTreeSet<ChosenMove>> {
    let mut options = OptionArena::new();
    case.world
        .options(case.game, &[slot], &mut options, &Budget::generous())
        .expect("no fault");
    let mut moves: HashMap<u64, BTreeSet<ChosenMove>> = HashMap::new();
    for option in options.iter() {
        let value = option.components().fold(0, |sum, (_, slots)| {
            sum ^ values[(slots[0] - base) as usize]
        });
        moves
            .entry(value)
            .or_default()
            .insert((option.rule, option.choices.to_vec()));
    }
    moves
}

/// Returns the moves of the closed form, which must contain no duplicates.
fn claimed(form: &dyn ClosedForm, slot: i64, value: u64) -> BTreeSet<ChosenMove> {
    let moves = form
        .moves_to(&[slot], Grundy::nimber(value).unwrap(), &Budget::generous())
        .unwrap()
        .expect("it knows values");
    let count = moves.len();
    let moves = BTreeSet::from_iter(moves);
    assert_eq!(moves.len(), count);
    moves
}

#[test]
fn large_heaps_agree_with_the_naive_twin() {
    let budget = Budget::generous();
    let (mut within, mut beyond) = (0, 0);
    for seed in 0..60 {
        // Games in which a move chooses two numbers are skipped, because they have too many moves
        // to list.
        let Some(Written {
            text,
            digits,
            base,
            low,
        }) = Some(written(1000 + seed)).filter(|words| !words.text.contains("right"))
        else {
            continue;
        };
        let case = Case::new(&text);
        let form = recognised(&case, seed);
        let values = naive(&digits, 5301);
        assert!(
            form.beyond_reach(&[base + 4998], &budget)
                .unwrap()
                .is_some_and(|why| why.en.contains("table")),
            "seed {seed}"
        );
        // The theorem may count one token more or less than `base` implies.
        let why = form.beyond_reach(&[base + 5001], &budget).unwrap();
        if let Some(why) = why {
            assert!(
                why.en.contains("do not prove a period"),
                "seed {seed}: {}",
                why.en
            );
            assert_eq!(
                form.grundy(&[base + 5001], &Budget::generous()).unwrap(),
                None
            );
            assert_eq!(
                form.moves_to(&[base + 5001], Grundy::ZERO, &budget),
                Ok(None)
            );
            beyond += 1;
            continue;
        }
        within += 1;
        for tokens in (low - base..200).chain(4800..=5300) {
            assert_eq!(
                form.grundy(&[base + tokens], &Budget::generous()).unwrap(),
                Grundy::nimber(values[tokens as usize]),
                "seed {seed}: {tokens}\n{text}"
            );
        }
        for tokens in [5001, 5300] {
            assert!(form.lists_all(&[base + tokens]));
            let moves = by_the_rules(&case, base + tokens, base, &values);
            for wanted in 0..12 {
                let expected = moves.get(&wanted).cloned().unwrap_or_default();
                assert_eq!(
                    claimed(&*form, base + tokens, wanted),
                    expected,
                    "seed {seed}: {tokens} to {wanted}\n{text}"
                );
            }
        }
    }
    println!("{within} within reach, {beyond} without a period");
    assert!(within >= 20 && beyond >= 3, "{within} {beyond}");
}

/// If the moves are too many to list, some moves are returned. All returned moves are legal and
/// correct, and the list is empty only for a position without moves.
#[test]
fn some_moves_of_a_very_large_heap() {
    let budget = Budget::generous();
    let codes: [&[u64]; 7] = [
        &[0, 7, 7],
        &[0, 0, 7],
        &[0, 1, 2, 4],
        &[0, 2, 6],
        &[4, 0, 1],
        &[0, 7, 1],
        &[0, 1, 5],
    ];
    for (seed, digits) in (1..).zip(codes) {
        let mut words = (100 * seed..).map(|seed| write(seed, digits));
        let Written { text, base, .. } = words
            .find(|words| !words.text.contains("right"))
            .expect("most words are such");
        let case = Case::new(&text);
        let form = recognised(&case, seed);
        assert!(
            form.beyond_reach(&[base + 5001], &budget)
                .unwrap()
                .is_none(),
            "{digits:?}"
        );
        let mut table = HeapTable::new(&HeapCode::of_digits(digits).unwrap(), true);
        table.advance(5000, &budget).unwrap();
        let value = |n: u64| u64::try_from(&table.value(&n.into()).unwrap()).unwrap();
        const TOKENS: i64 = 150_007;
        let values: Vec<u64> = (0..=TOKENS as u64).map(value).collect();
        assert!(
            (1..=TOKENS).all(|n| form.grundy(&[base + n], &Budget::generous()).unwrap()
                == Grundy::nimber(values[n as usize])),
            "{digits:?}"
        );
        assert!(!form.lists_all(&[base + TOKENS]));
        let moves = by_the_rules(&case, base + TOKENS, base, &values);
        for wanted in 0..10 {
            let expected = moves.get(&wanted).cloned().unwrap_or_default();
            let found = claimed(&*form, base + TOKENS, wanted);
            assert_eq!(
                found.is_empty(),
                expected.is_empty(),
                "{digits:?} to {wanted}"
            );
            assert!(found.is_subset(&expected), "{digits:?} to {wanted}");
        }
        // Heaps near the largest possible numbers.
        let largest = if text.contains("..2") {
            base + 1_999_999_999
        } else {
            i64::MAX / 2 - 100
        };
        let tokens = (i128::from(largest) - i128::from(base)) as u64;
        assert_eq!(
            form.grundy(&[largest], &Budget::generous()).unwrap(),
            Grundy::nimber(value(tokens)),
            "{digits:?}"
        );
        let won = if value(tokens) == 0 { 1 } else { 0 };
        let mut options = OptionArena::new();
        for (rule, choices) in claimed(&*form, largest, won) {
            case.world
                .option(
                    case.game,
                    &[largest],
                    (rule, &choices),
                    &mut options,
                    &budget,
                )
                .expect("no fault");
            let option = options.iter().next().expect("it is legal");
            let left = option.components().fold(0, |sum, (_, slots)| {
                sum ^ value((i128::from(slots[0]) - i128::from(base)) as u64)
            });
            assert_eq!(left, won, "{digits:?}: {rule} {choices:?}");
        }
    }
}

/// Piecewise rules are recognized case by case. If two moves leave the same position, both moves
/// are found.
#[test]
fn rules_that_bend_are_recognised() {
    for (moves, code) in [
        // Codeforces 305E.
        ("i in 1..n : [max(0, i-2)] + [max(0, n-i-1)]", "0.137"),
        ("i in 1..n : [max(0, i-1)] + [max(0, n-i)]", "0.7"),
        ("k in 1..min(2, n) : [max(0, n - k)]", "0.33"),
        (
            "i in 1..n when i > 1 or n == 1 : [if i > 2 then i - 2 else 0] + [n - i]",
            "0.17",
        ),
    ] {
        let case = Case::new(&format!("game G {{ state n in 0.. move {moves} }}"));
        let form = recognised(&case, 0);
        println!("{moves}: {}", form.summary().en);
        assert!(
            form.summary().en.contains(&format!("octal code {code}")),
            "{moves}: {}",
            form.summary().en
        );
        assert!(case.compare("octal-periodicity", &*form, 60) > 100);
    }
}

/// The closed form makes no claim about a number that cannot be converted to tokens. Wrapping
/// arithmetic does not hide numbers that cannot be converted to tokens.
#[test]
fn numbers_too_large_for_tokens_are_beyond_reach() {
    let case = Case::new(
        "game G { state n in -7.. move i in -7..n - 1 : [i] + [n - 8 - i] move i in -7..n - 2 : [i] + [n - 9 - i] }",
    );
    let form = recognised(&case, 0);
    let budget = Budget::generous();
    assert!(
        form.summary()
            .en
            .contains("octal code 0.77 with n + 7 tokens"),
        "{}",
        form.summary().en
    );
    assert!(
        form.beyond_reach(&[i64::MAX - 7], &budget)
            .unwrap()
            .is_none()
    );
    assert!(
        form.beyond_reach(&[i64::MAX - 6], &budget)
            .unwrap()
            .is_some_and(|why| why.en.contains("too large"))
    );
    assert_eq!(form.grundy(&[i64::MAX], &Budget::generous()).unwrap(), None);
}

/// The search for a period examines as many heaps as a table for the queried heap would contain.
#[test]
fn a_period_is_looked_for_as_far_as_the_heap_is_large() {
    let Written { text, base, .. } = write(7, &[0, 1, 5, 6]);
    let case = Case::new(&text);
    let form = recognised(&case, 7);
    let budget = Budget::generous();
    let why = |tokens: i64| {
        form.beyond_reach(&[base + tokens], &budget)
            .unwrap()
            .map(|why| why.en)
    };
    assert!(
        why(5500).is_some_and(|why| why.contains("do not prove a period") && why.contains("0.156"))
    );
    assert!(!form.summary().en.contains("prove"));
    assert_eq!(why(12_000), None);
    assert!(
        form.summary()
            .en
            .contains("0.156; G(n + 349) = G(n) for every n ≥ 3479"),
        "{}",
        form.summary().en
    );
    assert_eq!(why(5500), None, "what was found is kept");
    let values = naive(&[0, 1, 5, 6], 9001);
    assert!(
        (1..=9000).all(|n| form.grundy(&[base + n], &Budget::generous()).unwrap()
            == Grundy::nimber(values[n as usize]))
    );
}

/// A budget that runs out stops the search for a period, and a second search finds the period.
#[test]
fn the_search_for_a_period_can_be_stopped() {
    let case = Case::new(&write(7, &[0, 1, 5, 6]).text);
    let form = recognised(&case, 7);
    let stopped = Budget::new(1 << 30, &|| Some(StopReason::Time), &|_, _| ());
    assert_eq!(
        form.beyond_reach(&[20_000], &stopped),
        Err(StopReason::Time)
    );
    assert_eq!(form.beyond_reach(&[20_000], &Budget::generous()), Ok(None));
}

/// Heaps below 5,000 tokens are left to a table, whichever number represents zero tokens.
#[test]
fn small_heaps_are_left_to_a_table() {
    let budget = Budget::generous();
    for (rules, base) in [
        (
            "game G { state n in 0.. move i in 0..n - 1 : [i] + [n - 1 - i] move i in 0..n - 2 : [n - 2 - i] + [i] }",
            0,
        ),
        (
            "game G { state n in 9.. move i in 9..n - 1 : [i] + [n + 8 - i] move i in 9..n - 2 : [n + 7 - i] + [i] }",
            9,
        ),
    ] {
        let case = Case::new(rules);
        let form = recognised(&case, 0);
        let why = form
            .beyond_reach(&[base + 4_999], &budget)
            .unwrap()
            .expect("a table is sooner filled");
        let of = if base == 0 { "" } else { " with n - 9 tokens" };
        assert_eq!(
            why.en,
            format!(
                "recognised as the octal code 0.77{of}; a table is faster for heaps below 5000"
            )
        );
        assert_eq!(form.beyond_reach(&[base + 5_000], &budget), Ok(None));
    }
}

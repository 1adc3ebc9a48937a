//! Tests that quotients, forms and genus agree with published results on misère play.

use base::budget::Budget;
use misere::forms::MisereForms;
use misere::generators::{GeneratorWord, Generators};
use misere::heaps::generators;
use misere::period::{MoveReach, QuotientPeriod, find};
use misere::quotient_builder::QuotientBuilder;

fn grown(code: &str, to: u64) -> QuotientBuilder {
    let budget = Budget::generous();
    QuotientBuilder::from_generators(
        &generators(&code.parse().unwrap(), to, &budget).unwrap(),
        5000,
        &budget,
    )
    .unwrap()
}

/// Each row lists a code, its maximum heap, and the order and the number of lost elements of its
/// quotient.
const QUOTIENTS: [(&str, u64, usize, usize); 10] = [
    ("0.123", 20, 20, 5),
    ("0.77", 28, 40, 9),
    ("0.15", 40, 42, 12),
    ("0.115", 50, 42, 12),
    ("0.75", 12, 8, 2),
    ("0.34", 20, 12, 3),
    ("0.53", 20, 16, 3),
    ("0.71", 20, 36, 9),
    ("0.72", 24, 24, 5),
    ("0.07", 24, 24, 5),
];

#[test]
fn orders_of_quotients() {
    for (code, to, order, lost) in QUOTIENTS {
        let growing = grown(code, to);
        let quotient = growing.quotient();
        assert_eq!(
            (quotient.order(), quotient.lost().count()),
            (order, lost),
            "{code}"
        );
        assert!(quotient.is_reduced(&Budget::generous()).unwrap(), "{code}");
    }
}

#[test]
fn kayles_grows_at_these_heaps() {
    let grew: Vec<(u32, usize)> = grown("0.77", 28)
        .grew()
        .iter()
        .map(|&(generator, order)| (generator + 1, order))
        .collect();
    assert_eq!(
        grew,
        [
            (1, 2),
            (2, 6),
            (5, 12),
            (9, 18),
            (12, 24),
            (25, 32),
            (27, 40)
        ]
    );
}

/// Each row lists a code, its maximum heap, its preperiod and its period.
const PERIODS: [(&str, u64, u64, u64); 4] = [
    ("0.77", 168, 71, 12),
    ("0.15", 160, 66, 10),
    ("0.123", 30, 5, 5),
    ("0.75", 30, 8, 2),
];

#[test]
fn pretending_functions_are_periodic() {
    for (code, to, preperiod, period) in PERIODS {
        let growing = grown(code, to);
        let reach = MoveReach::from_code(&code.parse().unwrap()).unwrap();
        let values: Vec<u32> = (0..to as u32)
            .map(|generator| growing.quotient().image(generator))
            .collect();
        let found = find(&values, reach).unwrap();
        assert_eq!(found, QuotientPeriod { preperiod, period }, "{code}");
        let few = reach.needed(found).unwrap() as usize;
        assert_eq!(find(&values[..few], reach), Some(found), "{code}");
        assert!(
            find(&values[..few - 1], reach).is_none_or(|other| other.period != period),
            "{code}"
        );
    }
}

/// Returns the boards of 3 × 3 up to symmetry on which no line is full. A board with a full line is
/// the empty sum.
fn notakto() -> Generators {
    const LINES: [[usize; 3]; 8] = [
        [0, 1, 2],
        [3, 4, 5],
        [6, 7, 8],
        [0, 3, 6],
        [1, 4, 7],
        [2, 5, 8],
        [0, 4, 8],
        [2, 4, 6],
    ];
    let turn = |board: u32| {
        [6, 3, 0, 7, 4, 1, 8, 5, 2]
            .iter()
            .enumerate()
            .fold(0, |to, (i, &from)| to | (board >> from & 1) << i)
    };
    let flip = |board: u32| {
        [2, 1, 0, 5, 4, 3, 8, 7, 6]
            .iter()
            .enumerate()
            .fold(0, |to, (i, &from)| to | (board >> from & 1) << i)
    };
    let least = |board: u32| {
        let turned = std::iter::successors(Some(board), |&board| Some(turn(board))).take(4);
        turned.flat_map(|board| [board, flip(board)]).min().unwrap()
    };
    let full = |board: u32| {
        LINES
            .iter()
            .any(|line| line.iter().all(|cell| board >> cell & 1 == 1))
    };
    let mut live: Vec<u32> = (0..512).map(least).filter(|&board| !full(board)).collect();
    live.sort_by_key(|board: &u32| (std::cmp::Reverse(board.count_ones()), *board));
    live.dedup();
    let mut generators = Generators::new();
    for &board in &live {
        let crossed = (0..9)
            .filter(|cell| board >> cell & 1 == 0)
            .map(|cell| least(board | 1 << cell));
        let word = |board| {
            live.iter()
                .position(|&other| other == board)
                .map(|at| at as u32)
                .into_iter()
                .collect::<GeneratorWord>()
        };
        generators.push(crossed.map(word).collect());
    }
    generators
}

#[test]
fn notakto_has_eighteen_elements() {
    let growing = QuotientBuilder::from_generators(&notakto(), 5000, &Budget::generous()).unwrap();
    assert_eq!(
        (
            growing.quotient().order(),
            growing.quotient().lost().count()
        ),
        (18, 4)
    );
}

#[test]
fn forms_by_day() {
    let budget = Budget::generous();
    let mut forms = MisereForms::new();
    let mut counts = vec![1];
    for _ in 0..4 {
        let level = forms.len() as u32;
        for subset in 0..1_u32 << level {
            forms
                .of_options(
                    (0..level).filter(|form| subset >> form & 1 == 1).collect(),
                    &budget,
                )
                .unwrap();
        }
        counts.push(forms.len());
    }
    // The number of forms born by the fifth day: the sets of options that do not reduce.
    let all = |subset: u32| {
        (0..22)
            .filter(|form| subset >> form & 1 == 1)
            .collect::<Vec<u32>>()
    };
    counts.push(
        (0..1 << 22)
            .filter(|&subset| forms.reduces_to(&all(subset)).is_none())
            .count(),
    );
    assert_eq!(counts, [1, 2, 3, 5, 22, 4_171_780]);
}

fn genera(code: &str, to: u64) -> String {
    let budget = Budget::generous();
    let mut forms = MisereForms::new();
    let of = forms
        .of_generators(
            &generators(&code.parse().unwrap(), to, &budget).unwrap(),
            &budget,
        )
        .unwrap();
    of.iter()
        .map(|&form| forms.genus(form).to_string())
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn genus() {
    assert_eq!(
        genera("0.312", 10),
        "1^031 2^20 0^02 2^1420 0^02 1^13 0^02 1^13 0^02 1^13"
    );
    assert_eq!(
        genera("0.333", 8),
        "1^031 2^20 3^31 0^120 1^031 2^20 3^31 0^120"
    );
}

/// The previous quotient is too coarse as a base for a new generator, but the pairs of the quotient
/// are fine enough.
#[test]
fn dawson_kayles_without_its_singles_to_29() {
    let growing = grown("0.07", 29);
    let grew: Vec<(u32, usize)> = growing
        .grew()
        .iter()
        .map(|&(generator, order)| (generator + 1, order))
        .collect();
    assert_eq!(
        grew,
        [(2, 2), (4, 6), (10, 12), (14, 24), (25, 144), (27, 176)]
    );
}

/// Neither the quotient nor its pairs work as a base, so the quotient is learned from outcomes with
/// the better guess as a guide. This test is in the slow tier: `cargo test -p grundy-misere
/// --release -- --ignored`.
#[test]
#[ignore = "half a minute"]
fn dawson_kayles_without_its_singles_to_33() {
    let growing = grown("0.07", 33);
    let grew: Vec<(u32, usize)> = growing
        .grew()
        .iter()
        .map(|&(generator, order)| (generator + 1, order))
        .collect();
    assert_eq!(grew[6..], [(30, 360), (31, 520), (32, 552), (33, 638)]);
}

/// The text of a form does not depend on the order in which forms were built.
#[test]
fn texts_of_forms_do_not_depend_on_the_order() {
    let budget = Budget::generous();
    let texts = |backwards: bool| {
        let mut forms = MisereForms::new();
        for _ in 0..4 {
            let level = forms.len() as u32;
            let mut subsets: Vec<u32> = (0..1 << level).collect();
            if backwards {
                subsets.reverse();
            }
            for subset in subsets {
                let options = (0..level).filter(|form| subset >> form & 1 == 1).collect();
                forms.of_options(options, &budget).unwrap();
            }
        }
        let mut texts: Vec<String> = (0..forms.len() as u32)
            .map(|form| forms.show(form, usize::MAX))
            .collect();
        texts.sort_unstable();
        texts
    };
    assert_eq!(texts(false), texts(true));
}

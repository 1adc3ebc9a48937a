//! Tests that quotients, forms and genus agree with misère play by definition.

use std::collections::HashMap;

use base::budget::Budget;
use fastrand::Rng;
use misere::QuotientError;
use misere::forms::MisereForms;
use misere::generators::{GeneratorWord, Generators};
use misere::genus::Tameness;
use misere::heaps;
use misere::quotient_builder::QuotientBuilder;

/// Returns whether the player to move loses a sum, by definition.
fn is_lost(
    generators: &Generators,
    word: &GeneratorWord,
    memo: &mut HashMap<GeneratorWord, bool>,
) -> bool {
    if let Some(&known) = memo.get(word) {
        return known;
    }
    let options = options(generators, word);
    let lost = !options.is_empty()
        && !options
            .iter()
            .any(|option| is_lost(generators, option, memo));
    memo.insert(word.clone(), lost);
    lost
}

fn options(generators: &Generators, word: &GeneratorWord) -> Vec<GeneratorWord> {
    let mut all = Vec::new();
    for place in 0..word.len() {
        for option in generators.options(word[place]) {
            let mut left = [&word[..place], &word[place + 1..], option].concat();
            left.sort_unstable();
            all.push(left);
        }
    }
    all
}

/// Returns every sum of at most `most` of the first generators.
fn words(generators: u32, most: usize) -> Vec<GeneratorWord> {
    let mut all: Vec<GeneratorWord> = vec![GeneratorWord::new()];
    let mut last = all.clone();
    for _ in 0..most {
        let longer = |word: &GeneratorWord| {
            (word.last().copied().unwrap_or(0)..generators)
                .map(|g| [&word[..], &[g]].concat())
                .collect::<Vec<_>>()
        };
        last = last.iter().flat_map(longer).collect();
        all.extend(last.iter().cloned());
    }
    all
}

/// Compares the outcomes by the quotient with those of a search for every sum of at most `most`
/// generators. Returns false if no quotient was found for the generators.
fn compare(generators: &Generators, most: usize) -> bool {
    let budget = Budget::generous();
    let growing = match budget
        .limited(3000, |budget| {
            QuotientBuilder::from_generators(generators, 400, budget)
        })
        .0
    {
        Ok(growing) => growing,
        Err(QuotientError::Elements(_) | QuotientError::Unproved | QuotientError::Stop(_)) => {
            return false;
        }
    };
    let quotient = growing.quotient();
    let mut memo = HashMap::new();
    for word in words(generators.len() as u32, most) {
        let lost = is_lost(generators, &word, &mut memo);
        assert_eq!(
            quotient.is_lost(quotient.value(&word)),
            lost,
            "{word:?} of {generators:?}"
        );
        let least = quotient.word(quotient.value(&word)).to_vec();
        assert_eq!(quotient.value(&least), quotient.value(&word));
    }
    assert!(quotient.is_reduced(&budget).unwrap());
    for relation in quotient.relations() {
        assert_eq!(
            quotient.value(&relation.word),
            quotient.value(&relation.least)
        );
    }
    true
}

/// The test checks that the relations reduce every sum to the least sum of its class.
#[test]
fn relations_are_complete() {
    let budget = Budget::generous();
    for (code, to) in [("0.123", 12), ("0.77", 12), ("0.72", 16), ("0.3", 4)] {
        let generators = heaps::generators(&code.parse().unwrap(), to, &budget).unwrap();
        let growing = QuotientBuilder::from_generators(&generators, 400, &budget).unwrap();
        let quotient = growing.quotient();
        let (essential, relations) = (quotient.essential(), quotient.relations());
        for choice in words(essential.len() as u32, 5) {
            let mut word: GeneratorWord = choice.iter().map(|&at| essential[at as usize]).collect();
            word.sort_unstable();
            let expected = quotient.word(quotient.value(&word)).to_vec();
            let inside = |small: &GeneratorWord, big: &GeneratorWord| {
                let mut rest = big.clone();
                small
                    .iter()
                    .all(|letter| {
                        rest.iter()
                            .position(|other| other == letter)
                            .map(|at| rest.remove(at))
                            .is_some()
                    })
                    .then_some(rest)
            };
            while let Some((rest, least)) = relations
                .iter()
                .find_map(|r| Some((inside(&r.word, &word)?, &r.least)))
            {
                word = [rest, least.clone()].concat();
                word.sort_unstable();
            }
            assert_eq!(word, expected, "{code}");
        }
    }
}

#[test]
fn random_games() {
    let mut rng = Rng::with_seed(19);
    let mut found = 0;
    for _ in 0..300 {
        let mut generators = Generators::new();
        for generator in 0..rng.u32(2..7) {
            let options = (0..rng.usize(0..4)).map(|_| {
                (0..rng.usize(0..3))
                    .filter(|_| generator > 0)
                    .map(|_| rng.u32(0..generator))
                    .collect()
            });
            generators.push(options.collect());
        }
        found += u32::from(compare(&generators, 4));
    }
    assert!(found > 250, "{found} of 300");
}

/// For random codes of three digits, checks that quotient, genus (if tame), forms and search agree
/// on all sums of at most four heaps up to size 12. Returns how many quotients and how many lists
/// of forms were found in the available time.
fn compare_random_codes(seed: u64, codes: usize) -> (usize, usize) {
    const HEAPS: u32 = 12;
    let budget = Budget::generous();
    let mut rng = Rng::with_seed(seed);
    let (mut quotients, mut listed) = (0, 0);
    for _ in 0..codes {
        let code = format!("0.{}{}{}", rng.u32(0..8), rng.u32(0..8), rng.u32(1..8));
        let generators = heaps::generators(&code.parse().unwrap(), HEAPS.into(), &budget).unwrap();
        quotients += usize::from(compare(&generators, 4));
        let mut forms = MisereForms::new();
        // The time for forms is limited, because the number of forms may grow without bound.
        let (of, _) = budget.limited(2000, |budget| forms.of_generators(&generators, budget));
        let Ok(of) = of else { continue };
        let mut memo = HashMap::new();
        let mut whole = true;
        for word in words(HEAPS, 4) {
            let lost = is_lost(&generators, &word, &mut memo);
            let (form, _) = budget.limited(500, |budget| forms.of_word(&word, &of, budget));
            match form {
                Ok(form) => {
                    assert_eq!(forms.is_lost(form), lost, "{code} {word:?}");
                    assert_eq!(forms.genus(form).misere() == 0, lost, "{code} {word:?}");
                }
                Err(_) => whole = false,
            }
            let parts: Vec<_> = word
                .iter()
                .map(|&generator| of[generator as usize])
                .collect();
            if parts.iter().all(|&part| forms.kind(part) == Tameness::Tame) {
                let nim_sum = parts
                    .iter()
                    .fold(0, |sum, &part| sum ^ forms.genus(part).normal());
                let firm = parts
                    .iter()
                    .any(|&part| forms.genus(part).normal() == forms.genus(part).misere());
                assert_eq!(lost, (nim_sum == 0) == firm, "{code} {word:?}");
            }
            if !whole {
                break;
            }
        }
        listed += usize::from(whole);
    }
    (quotients, listed)
}

#[test]
fn random_codes() {
    let (quotients, listed) = compare_random_codes(20, 6);
    assert!(
        quotients >= 5 && listed >= 4,
        "{quotients} and {listed} of 6"
    );
}

/// This test is in the slow tier: `cargo test -p grundy-misere --release -- --ignored`.
#[test]
#[ignore = "a minute"]
fn forty_random_codes() {
    let (quotients, listed) = compare_random_codes(21, 40);
    assert!(
        quotients >= 34 && listed >= 25,
        "{quotients} and {listed} of 40"
    );
}

/// The test checks the genus against its definition by misère values of sums with heaps of size
/// two.
#[test]
fn genus_by_definition() {
    let budget = Budget::generous();
    for code in ["0.312", "0.77", "0.45", "0.07", "0.123"] {
        let generators = heaps::generators(&code.parse().unwrap(), 9, &budget).unwrap();
        let mut forms = MisereForms::new();
        let of = forms.of_generators(&generators, &budget).unwrap();
        let one = forms.of_options(vec![0], &budget).unwrap();
        let two = forms.of_options(vec![0, one], &budget).unwrap();
        for &form in &of {
            let mut beside = form;
            for heaps in 0..8 {
                assert_eq!(
                    misere_value(&forms, beside),
                    forms.genus(form).value_at(heaps),
                    "{code}"
                );
                beside = forms.sum(beside, two, &budget).unwrap();
            }
        }
    }
}

fn misere_value(forms: &MisereForms, form: u32) -> u64 {
    let options: Vec<u64> = forms
        .options(form)
        .iter()
        .map(|&option| misere_value(forms, option))
        .collect();
    if options.is_empty() {
        1
    } else {
        (0..).find(|value| !options.contains(value)).unwrap()
    }
}

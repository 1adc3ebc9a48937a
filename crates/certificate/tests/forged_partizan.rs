//! Tests that forged proofs of values of games in which the players have different moves are
//! rejected, each for the right reason.

use base::budget::Budget;
use certificate::{
    Certificate, CertificateClaim, CertificateError, CertificateProof, FormSum, PartizanClaim,
    PartizanForm, PartizanProof, PartizanWinner, check, parse, write,
};
use rules::game::GameId;
use rules::play::SumPosition;
use rules::world::World;

use crate::common::two_players::two_player_certificate;
use crate::common::*;
use crate::partizan::{CAKE, PAIR};

/// The games of the forged proofs.
struct Games {
    world: World,
    pair: GameId,
    cake: GameId,
    nim: GameId,
}

fn games() -> Games {
    let mut world = world(&[CAKE, PAIR, NIM]);
    let [cake, pair, nim] = ["cake", "pair", "nim"].map(|name| game(&mut world, name));
    Games {
        world,
        pair,
        cake,
        nim,
    }
}

/// Returns the claim and the proof of the value of pair[4] + cake[2, 3].
fn genuine(games: &Games) -> (PartizanClaim, PartizanProof) {
    let parts = vec![component(games.pair, &[4]), component(games.cake, &[2, 3])];
    let sum = SumPosition::canonical(parts, &games.world);
    let certificate = two_player_certificate(&games.world, &sum);
    match (certificate.claim, certificate.proof) {
        (CertificateClaim::Partizan(claim), CertificateProof::Partizan(proof)) => (claim, proof),
        other => panic!("{other:?}"),
    }
}

fn certificate_of(claim: PartizanClaim, proof: PartizanProof) -> Certificate {
    Certificate {
        claim: CertificateClaim::Partizan(claim),
        proof: CertificateProof::Partizan(proof),
    }
}

type Forgery<'f> = (
    &'f str,
    &'f str,
    &'f dyn Fn(&mut PartizanClaim, &mut PartizanProof),
);

/// Asserts that each forgery is rejected for its reason.
fn assert_refused(games: &Games, forgeries: &[Forgery<'_>]) {
    let (claim, proof) = genuine(games);
    let whole = verdict(&games.world, &certificate_of(claim.clone(), proof.clone()));
    assert!(whole.is_ok(), "{whole:?}");
    for (what, reason, forge) in forgeries {
        let (mut claim, mut proof) = (claim.clone(), proof.clone());
        forge(&mut claim, &mut proof);
        let certificate = certificate_of(claim, proof);
        let refused = match check(&games.world, &certificate, &Budget::generous()) {
            Ok(_) => panic!("{what}: accepted"),
            Err(refused) => refused.to_string(),
        };
        assert!(refused.contains(reason), "{what}: {refused}");
        // The text of the forgery is rejected too.
        let text = write(&games.world, &certificate).unwrap();
        let read = parse(&text).and_then(|parsed| parsed.check(&Budget::generous()));
        assert!(read.is_err(), "{what}\n{text}");
    }
}

/// Returns the number of the first form with this property.
fn find(proof: &PartizanProof, is_it: impl Fn(&PartizanForm) -> bool) -> usize {
    proof
        .forms
        .iter()
        .position(is_it)
        .expect("there is such a form")
}

/// Returns the number of the form of the game {left | right}.
fn form(left: &[u32], right: &[u32]) -> PartizanForm {
    PartizanForm {
        left: left.to_vec(),
        right: right.to_vec(),
    }
}

/// Adds a form that no row uses.
fn add(proof: &mut PartizanProof, left: &[u32], right: &[u32]) {
    proof.forms.push(form(left, right));
}

fn number_of(proof: &PartizanProof, wanted: &PartizanForm) -> u32 {
    find(proof, |form| form == wanted) as u32
}

#[test]
fn forged_forms() {
    let games = games();
    let star = form(&[0], &[0]);
    let one = form(&[0], &[]);
    assert_refused(
        &games,
        &[
            (
                "an option refers to its own form",
                "does not precede",
                &|_, proof| {
                    let last = proof.forms.len() as u32;
                    add(proof, &[last], &[]);
                },
            ),
            (
                "an option refers to a later form",
                "does not precede",
                &|_, proof| {
                    let last = proof.forms.len() as u32;
                    add(proof, &[], &[last + 1]);
                    add(proof, &[last], &[]);
                },
            ),
            ("a cycle of two forms", "does not precede", &|_, proof| {
                let last = proof.forms.len() as u32;
                add(proof, &[last + 1], &[]);
                add(proof, &[last], &[]);
            }),
            ("a huge option", "does not precede", &|_, proof| {
                add(proof, &[u32::MAX], &[]);
            }),
            ("a form twice", "repeats form", &|_, proof| {
                let again = proof.forms[1].clone();
                proof.forms.push(again);
            }),
            ("zero twice", "repeats form 0", &|_, proof| {
                add(proof, &[], &[])
            }),
            ("options out of order", "increasing order", &|_, proof| {
                let at = find(proof, |form| form.right.len() > 1);
                proof.forms[at].right.reverse();
            }),
            ("an option twice", "increasing order", &|_, proof| {
                add(proof, &[0, 0], &[]);
            }),
            ("a dominated left option", "dominated", &|_, proof| {
                let one = number_of(proof, &one);
                add(proof, &[0, one], &[]);
            }),
            ("a dominated right option", "dominated", &|_, proof| {
                let one = number_of(proof, &one);
                add(proof, &[], &[0, one]);
            }),
            ("a reversible left option", "reversible", &|_, proof| {
                let star = number_of(proof, &star);
                add(proof, &[star], &[]);
            }),
            ("a reversible right option", "reversible", &|_, proof| {
                let star = number_of(proof, &star);
                add(proof, &[star], &[star]);
            }),
            (
                "the first form has options",
                "does not precede",
                &|_, proof| {
                    proof.forms.swap(0, 1);
                },
            ),
            ("two forms swapped", "", &|_, proof| {
                let last = proof.forms.len() - 1;
                proof.forms.swap(1, last);
            }),
            ("no forms", "there is no form", &|_, proof| {
                proof.forms.clear()
            }),
        ],
    );
}

/// In every form of the proof, every option is left out, and every earlier form is put in.
#[test]
fn options_left_out_and_put_in() {
    let games = games();
    let (claim, proof) = genuine(&games);
    let mut forged = 0;
    for at in 1..proof.forms.len() {
        for is_left in [true, false] {
            for option in 0..at as u32 {
                let mut proof = proof.clone();
                let form = &mut proof.forms[at];
                let side = match is_left {
                    true => &mut form.left,
                    false => &mut form.right,
                };
                match side.binary_search(&option) {
                    Ok(index) => drop(side.remove(index)),
                    Err(index) => side.insert(index, option),
                }
                let certificate = certificate_of(claim.clone(), proof);
                let found = check(&games.world, &certificate, &Budget::generous());
                assert!(found.is_err(), "form {at}, option {option}: {found:?}");
                forged += 1;
            }
        }
    }
    assert!(forged > 50, "{forged}");
}

/// In every row of a sum and of a position, the form is replaced by every other form.
#[test]
fn other_forms_in_rows() {
    let games = games();
    let (claim, proof) = genuine(&games);
    let forms = proof.forms.len() as u32;
    let mut forged = 0;
    let mut assert_refused = |proof: PartizanProof, what: String| {
        let certificate = certificate_of(claim.clone(), proof);
        let found = check(&games.world, &certificate, &Budget::generous());
        assert!(found.is_err(), "{what}: {found:?}");
        forged += 1;
    };
    for other in 0..forms {
        for (at, row) in proof.sums.iter().enumerate() {
            if row.total != other {
                let mut proof = proof.clone();
                proof.sums[at].total = other;
                assert_refused(proof, format!("sum {at} = {other}"));
            }
        }
        for (at, row) in proof.positions.iter().enumerate() {
            if row.1 != other {
                let mut proof = proof.clone();
                proof.positions[at].1 = other;
                assert_refused(proof, format!("position {at} = {other}"));
            }
        }
    }
    assert!(forged > 100, "{forged}");
}

#[test]
fn forged_sums() {
    let games = games();
    let last = |proof: &PartizanProof| proof.sums.len() - 1;
    assert_refused(
        &games,
        &[
            ("a sum left out", "has no earlier row", &|_, proof| {
                proof.sums.remove(0);
            }),
            ("all sums left out", "has no earlier row", &|_, proof| {
                proof.sums.clear()
            }),
            (
                "the order of sums reversed",
                "has no earlier row",
                &|_, proof| {
                    proof.sums.reverse();
                },
            ),
            ("a sum twice", "listed twice", &|_, proof| {
                let again = proof.sums[0];
                proof.sums.push(again);
            }),
            ("summands out of order", "increasing order", &|_, proof| {
                let at = proof
                    .sums
                    .iter()
                    .position(|sum| sum.summands[0] < sum.summands[1]);
                proof.sums[at.unwrap()].summands.reverse();
            }),
            ("a sum with zero", "not form 0", &|_, proof| {
                let summands = [0, 1];
                proof.sums.push(FormSum { summands, total: 1 });
            }),
            (
                "a sum of a missing form",
                "there is no form",
                &|_, proof| {
                    let at = last(proof);
                    proof.sums[at].summands[1] = u32::MAX;
                },
            ),
            (
                "a missing form as a sum",
                "there is no form",
                &|_, proof| {
                    let at = last(proof);
                    proof.sums[at].total = proof.forms.len() as u32;
                },
            ),
            ("a sum equal to a summand", "is not form", &|_, proof| {
                let at = last(proof);
                proof.sums[at].total = proof.sums[at].summands[0];
            }),
        ],
    );
}

#[test]
fn forged_positions() {
    let games = games();
    let (pair, cake, nim) = (games.pair, games.cake, games.nim);
    assert_refused(
        &games,
        &[
            ("a position left out", "", &|_, proof| {
                proof.positions.remove(0);
            }),
            ("the last position left out", "not list", &|_, proof| {
                proof.positions.pop();
            }),
            (
                "the order of positions reversed",
                "earlier row",
                &|_, proof| {
                    proof.positions.reverse();
                },
            ),
            ("a position twice", "already listed", &|_, proof| {
                let again = proof.positions[0].clone();
                proof.positions.push(again);
            }),
            ("a missing form", "there is no form", &|_, proof| {
                proof.positions[0].1 = u32::MAX;
            }),
            ("numbers outside the game", "not a position", &|_, proof| {
                proof.positions.push((component(pair, &[-1]), 0));
            }),
            ("too many numbers", "not a position", &|_, proof| {
                proof.positions.push((component(pair, &[1, 1]), 0));
            }),
            ("positions of another game", "is not form", &|_, proof| {
                for (component, _) in &mut proof.positions {
                    if component.game == pair {
                        component.game = nim;
                    }
                }
            }),
            ("the other player's moves", "is not form", &|_, proof| {
                for (component, _) in &mut proof.positions {
                    if component.game == cake {
                        component.slots.reverse();
                    }
                }
            }),
            ("no rows", "there is no form", &|claim, proof| {
                *proof = PartizanProof::default();
                (claim.sum, claim.form) = (SumPosition::default(), 0);
            }),
        ],
    );
}

#[test]
fn forged_claims() {
    let games = games();
    let other = |winner| match winner {
        PartizanWinner::Left => PartizanWinner::Right,
        PartizanWinner::Right => PartizanWinner::Next,
        PartizanWinner::Next => PartizanWinner::Previous,
        PartizanWinner::Previous => PartizanWinner::Left,
    };
    assert_refused(
        &games,
        &[
            ("another form", "is form", &|claim, _| claim.form += 1),
            ("another form", "is form", &|claim, _| claim.form -= 1),
            ("a huge form", "is form", &|claim, _| claim.form = u32::MAX),
            ("another winner", "the outcome of", &|claim, _| {
                claim.winner = other(claim.winner);
            }),
            ("another winner", "the outcome of", &|claim, _| {
                claim.winner = other(other(claim.winner));
            }),
            ("another winner", "the outcome of", &|claim, _| {
                claim.winner = other(other(other(claim.winner)));
            }),
            ("a component less", "is form", &|claim, _| {
                claim.sum.0.pop();
            }),
            ("a component more", "", &|claim, _| {
                let again = claim.sum.0[1].clone();
                claim.sum.0.push(again);
            }),
            ("another component", "not list", &|claim, _| {
                claim.sum = SumPosition(vec![component(games.nim, &[5])]);
            }),
        ],
    );
    let (claim, proof) = genuine(&games);
    let mut reversed = claim.clone();
    reversed.sum.0.reverse();
    assert!(matches!(
        check(
            &games.world,
            &certificate_of(reversed, proof.clone()),
            &Budget::generous()
        ),
        Err(CertificateError::NotCanonical { .. })
    ));
    for (claim, proof) in [
        (
            CertificateClaim::Partizan(claim.clone()),
            CertificateProof::Values(vec![]),
        ),
        (
            CertificateClaim::Value {
                sum: SumPosition(vec![component(games.nim, &[1])]),
                value: 1,
            },
            CertificateProof::Partizan(PartizanProof {
                positions: vec![],
                ..proof.clone()
            }),
        ),
    ] {
        let found = check(
            &games.world,
            &Certificate { claim, proof },
            &Budget::generous(),
        );
        assert!(
            matches!(
                found,
                Err(CertificateError::WrongProof | CertificateError::Partizan { .. })
            ),
            "{found:?}"
        );
    }
}

/// Rules that were changed after the certificate was written.
#[test]
fn changed_rules_of_two_players() {
    let games = games();
    let (claim, proof) = genuine(&games);
    let text = write(&games.world, &certificate_of(claim, proof)).unwrap();
    for (old, new) in [
        // The players are exchanged, or a move belongs to both players.
        ("move left k in 1..b-1", "move right k in 1..b-1"),
        ("move right k in {1, 2}", "move left k in {1, 2}"),
        ("move right k in {1, 2}", "move k in {1, 2}"),
        ("move when n >= 4", "move right when n >= 4"),
        // A move more, a move less, another result.
        ("k in {1, 3}", "k in {1, 2, 3}"),
        ("k in {1, 3}", "k in {1}"),
        ("Cake[1, n - 3]", "Cake[1, n - 2]"),
        ("when n >= 4", "when n >= 5"),
    ] {
        assert!(text.contains(old), "{old}");
        let changed = text.replacen(old, new, 1);
        // The length of the rule text changes too.
        let resized: String = changed
            .split_inclusive('\n')
            .map(|line| match line.strip_prefix("source ") {
                Some(head) if !head.starts_with(char::is_alphabetic) => {
                    let (_, name) = head.split_once(' ').unwrap();
                    let rules = [CAKE, PAIR].map(|rules| rules.replacen(old, new, 1));
                    let index = usize::from(name.starts_with("file1"));
                    format!("source {} {name}", rules[index].len())
                }
                _ => line.to_owned(),
            })
            .collect();
        let resealed = sealed(body(&resized));
        let parsed = parse(&resealed).unwrap_or_else(|error| panic!("{old}: {error}"));
        assert!(parsed.check(&Budget::generous()).is_err(), "{old} to {new}");
        assert!(parsed.check_rules(&games.world).is_err(), "{old} to {new}");
    }
}

#[test]
fn forged_text_of_two_players() {
    let games = games();
    let (claim, proof) = genuine(&games);
    let text = write(&games.world, &certificate_of(claim, proof)).unwrap();
    let parsed = parse(&text).unwrap();
    assert_eq!(write(&parsed.world, &parsed.certificate).unwrap(), text);
    assert!(parsed.check(&Budget::generous()).is_ok());
    let line = |prefix: &str| {
        let found = text.lines().find(|line| line.starts_with(prefix));
        found.unwrap_or_else(|| panic!("{prefix}")).to_owned()
    };
    let (head, claim, first) = (
        line("proof partizan"),
        line("claim partizan"),
        line("1 = {"),
    );
    let sum = text
        .lines()
        .find(|line| line.contains(" + ") && !line.contains('['))
        .unwrap();
    for (old, new) in [
        (&head, head.replace("sums", "sum")),
        (&head, head.replace("forms 1", "forms 2")),
        (&head, head.replace("positions ", "positions 1")),
        (&head, head.replace("forms ", "forms 18446744073709551616")),
        (&head, format!("{head} 1")),
        (&claim, claim.replace("partizan", "partizans")),
        (&claim, claim.replace("form ", "form 0")),
        (&claim, claim.replace("form ", "form 4294967296")),
        (&claim, claim.replace(" form", "L form")),
        (&claim, claim.replace("partizan ", "partizan Q")),
        (&first, first.replace("1 =", "2 =")),
        (&first, first.replace("{", "{ ")),
        (&first, first.replace("|", "||")),
        (&first, first.replace("|", ", |")),
        (&first, first.replace("|", ",4294967296|")),
        (&first, first.replace("}", "")),
        (&first, first.replace(" = ", "= ")),
        (&sum.to_owned(), sum.replace(" + ", " - ")),
        (&sum.to_owned(), sum.replace(" + ", " + 4294967296")),
        (&sum.to_owned(), sum.replace(" = ", " = -")),
    ] {
        assert_ne!(*old, new);
        let forged = sealed(&body(&text).replacen(&format!("{old}\n"), &format!("{new}\n"), 1));
        assert!(
            matches!(refusal(&forged), CertificateError::Syntax { .. }),
            "{new}: {}",
            refusal(&forged)
        );
    }
    // A text that ends early.
    for end in 0..text.lines().count() - 1 {
        let short: String = text.split_inclusive('\n').take(end).collect();
        assert!(parse(&sealed(&short)).is_err(), "{end} lines");
    }
}

/// Games in which values do not decide the winner, and games in which play can cycle.
#[test]
fn games_without_values() {
    let mut world = world(&[
        GOAL,
        TRAP,
        COINS,
        "game Held { state n in 0.. urgent n == 1 move k in 1..n : [n - k] }",
        "game Turn { state n in 0..1 move left : [1 - n] }",
    ]);
    for (name, slots) in [
        ("goal", &[2, 1][..]),
        ("trap", &[1]),
        ("turtles", &[1]),
        ("held", &[0]),
    ] {
        let game = game(&mut world, name);
        let proof = PartizanProof {
            forms: vec![form(&[], &[])],
            sums: vec![],
            parts: vec![],
            positions: vec![(component(game, slots), 0)],
        };
        let claim = PartizanClaim {
            sum: SumPosition(vec![component(game, slots)]),
            form: 0,
            winner: PartizanWinner::Previous,
        };
        let refused = check(&world, &certificate_of(claim, proof), &Budget::generous());
        assert!(
            matches!(refused, Err(CertificateError::PartizanValues { .. })),
            "{name}: {refused:?}"
        );
    }
    let turn = game(&mut world, "turn");
    let proof = PartizanProof {
        forms: vec![form(&[], &[]), form(&[0], &[])],
        sums: vec![],
        parts: vec![],
        positions: vec![(component(turn, &[0]), 0), (component(turn, &[1]), 1)],
    };
    let claim = PartizanClaim {
        sum: SumPosition(vec![component(turn, &[1])]),
        form: 1,
        winner: PartizanWinner::Left,
    };
    let refused = check(&world, &certificate_of(claim, proof), &Budget::generous());
    assert!(
        matches!(refused, Err(CertificateError::NotEarlier { .. })),
        "{refused:?}"
    );
}

/// Values determine the winner only under normal play, so games with other conventions are refused.
#[test]
fn other_conventions_are_refused() {
    let rules =
        |item: &str| format!("game Take {{ state n in 0.. {item} move k in 1..n : [n - k] }}");
    let refused = |item: &str, size: i64| {
        let text = rules(item);
        let mut world = world(&[&text]);
        let take = game(&mut world, "take");
        let sum = SumPosition::canonical(vec![component(take, &[size])], &world);
        let certificate = two_player_certificate(&world, &sum);
        let found = check(&world, &certificate, &Budget::generous());
        found.err().map(|refused| refused.to_string())
    };
    assert_eq!(refused("", 2), None);
    for item in [
        "play misere",
        "play stop",
        "play button",
        "play score",
        "sum any",
        "sum every",
        "sum upto 2",
        "until one",
        "loopy",
        "tie when n == 7",
    ] {
        for size in [1, 2] {
            let why = refused(item, size).unwrap_or_else(|| panic!("{item}: accepted"));
            assert!(why.contains("values do not decide"), "{item}: {why}");
        }
    }
}

/// Many summands are added within the limits of the budget.
#[test]
fn a_sum_of_many_components_takes_few_steps() {
    let many = "game Many { state n in 0.. move left when n == 2 : [1] for i in 1..20000 \
                move left when n == 1 : [0] move left when n == 3 : [0] for i in 1..20000 }";
    let mut world = world(&[many]);
    let many = game(&mut world, "many");
    let sum = SumPosition(vec![component(many, &[3])]);
    let certificate = two_player_certificate(&world, &sum);
    let (found, is_cut) =
        Budget::generous().stepped(2_000_000, |budget| check(&world, &certificate, budget));
    assert!(!is_cut && found.is_ok(), "{found:?}");
}

//! Tests that true certificates of values of games in which the players have different moves are
//! accepted, in memory and as text, and that their winners agree with plain search.

use base::budget::Budget;
use certificate::{Certificate, CertificateClaim, CertificateProof, PartizanClaim, check};
use fastrand::Rng;
use rules::game::GameId;
use rules::play::{Component, SumPosition};
use rules::world::World;

use crate::common::two_players::{searched_winner, two_player_certificate};
use crate::common::*;

pub const CAKE: &str = "game Cake { state a in 1.., b in 1.. move left k in 1..b-1 : [a, k] + [a, b - k] \
                        move right k in 1..a-1 : [k, b] + [a - k, b] }";
pub const PAIR: &str = "game Pair { state n in 0.. move left k in {1, 3} : [n - k] move right k in {1, 2} : [n - k] \
                        move when n >= 4 : Cake[1, n - 3] }";

/// Returns the claim of a certificate about games of two players.
pub fn claim_of(certificate: &Certificate) -> &PartizanClaim {
    match &certificate.claim {
        CertificateClaim::Partizan(claim) => claim,
        other => panic!("{other:?}"),
    }
}

#[test]
fn values_of_sums_of_two_players() {
    let mut world = world(&[CAKE, PAIR, NIM]);
    let [cake, pair, nim] = ["cake", "pair", "nim"].map(|name| game(&mut world, name));
    let cases: [(&[Component], &str); 6] = [
        (&[], "0 has the value 0: the player who begins loses (P)"),
        (
            &[component(cake, &[2, 5])],
            "cake[2, 5] has the value 1: Left wins, no matter who begins (L)",
        ),
        (
            &[component(cake, &[5, 2]), component(nim, &[1])],
            "cake[5, 2] + nim[1] has the value {-1|-1}: Right wins, no matter who begins (R)",
        ),
        (
            &[component(nim, &[2]), component(nim, &[1])],
            "nim[1] + nim[2] has the value {0,*,{0,*|0,*}|0,*,{0,*|0,*}}: the player who begins wins (N)",
        ),
        (
            &[component(pair, &[2])],
            "pair[2] has the value {*|0}: Right wins, no matter who begins (R)",
        ),
        (
            &[component(cake, &[3, 3]), component(cake, &[2, 2])],
            "cake[2, 2] + cake[3, 3] has the value 0: the player who begins loses (P)",
        ),
    ];
    for (components, expected) in cases {
        let sum = SumPosition::canonical(components.to_vec(), &world);
        let certificate = two_player_certificate(&world, &sum);
        let report = verdict(&world, &certificate).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(report.claim.en, expected);
        let winner = claim_of(&certificate).winner;
        assert_eq!(winner, searched_winner(&world, &sum), "{expected}");
    }
}

/// Returns a random small position of a game.
fn random_position(world: &World, game: GameId, rng: &mut Rng) -> Option<Component> {
    let budget = Budget::generous();
    let count = world.rules(game).slots().len();
    for _ in 0..20 {
        let mut slots: Vec<i64> = (0..count).map(|_| rng.i64(0..=4)).collect();
        world.rules(game).canonicalise(&mut slots);
        if world.contains(game, &slots, &budget) == Ok(true) {
            return Some(component(game, &slots));
        }
    }
    None
}

/// Returns whether a sum reaches at most `most` positions of components, without an error.
fn is_small(world: &World, sum: &SumPosition, most: usize) -> bool {
    let mut found = sum.0.clone();
    let (mut next, mut arena) = (0, rules::game::OptionArena::new());
    while let Some(Component { game, slots }) = found.get(next).cloned() {
        next += 1;
        let listed = world.options(game, &slots, &mut arena, &Budget::generous());
        if listed.is_err() || found.len() > most {
            return false;
        }
        for part in arena.iter().flat_map(|option| option.to_components()) {
            if !found.contains(&part) {
                found.push(part);
            }
        }
    }
    true
}

#[test]
fn random_files_of_two_players() {
    let mut checked = 0;
    let files = testkit::rounds(60, 3_000);
    for seed in 0..files {
        let text = testkit::partizan_games::random_partizan_game(seed);
        let mut world = World::empty();
        let names = world.load("random.game", &text).unwrap();
        let games: Vec<GameId> = names.iter().map(|name| game(&mut world, name)).collect();
        let mut rng = Rng::with_seed(seed);
        let parts = (0..rng.usize(1..=2))
            .filter_map(|_| random_position(&world, *rng.choice(&games).unwrap(), &mut rng));
        let sum = SumPosition::canonical(parts.collect(), &world);
        if !is_small(&world, &sum, 60) {
            continue;
        }
        let certificate = two_player_certificate(&world, &sum);
        let CertificateProof::Partizan(proof) = &certificate.proof else {
            unreachable!();
        };
        if proof.forms.len() > 200 {
            continue;
        }
        let report = verdict(&world, &certificate);
        let report = report.unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        let rows = proof.forms.len() + proof.sums.len() + proof.positions.len();
        assert_eq!(report.entries, rows);
        let winner = claim_of(&certificate).winner;
        assert_eq!(winner, searched_winner(&world, &sum), "seed {seed}\n{text}");
        checked += 1;
    }
    assert!(checked * 3 > files, "{checked} of {files}");
}

#[test]
fn long_chains_of_forms_do_not_exhaust_the_stack() {
    let mut world = world(&["game Line { state n in 0.. move left : [n - 1] }"]);
    let line = game(&mut world, "line");
    let long = 30_000;
    let one_more = |n: u32| match n {
        0 => vec![],
        n => vec![n - 1],
    };
    let form = |left| certificate::PartizanForm {
        left,
        right: vec![],
    };
    let row = |n: u32| (component(line, &[n.into()]), n);
    let sum = SumPosition(vec![component(line, &[long.into()])]);
    let proof = certificate::PartizanProof {
        forms: (0..=long).map(|n| form(one_more(n))).collect(),
        sums: vec![],
        parts: vec![],
        positions: (0..=long).map(row).collect(),
    };
    let certificate = |proof: &certificate::PartizanProof| Certificate {
        claim: CertificateClaim::Partizan(PartizanClaim {
            sum: sum.clone(),
            form: long,
            winner: certificate::PartizanWinner::Left,
        }),
        proof: CertificateProof::Partizan(proof.clone()),
    };
    let report = check(&world, &certificate(&proof), &Budget::generous()).unwrap();
    let shown = "line[30000] has the value 30000: Left wins, no matter who begins (L)";
    assert_eq!(report.claim.en, shown);
    // The comparison of the two options is nested 60,000 times.
    let mut forged = proof;
    forged.forms.push(form(vec![long - 1, long]));
    let refused = check(&world, &certificate(&forged), &Budget::generous()).unwrap_err();
    assert!(refused.to_string().contains("dominated"), "{refused}");
}

//! Laws of gaps agree with laws of slots, and certificates are rejected if a gap is changed.

use std::collections::HashMap;

use automata::numeration::NumerationSystem;
use base::budget::Budget;
use certificate::{Certificate, CertificateClaim, CertificateProof, check, parse, write};
use clauses::{SlotGap, SlotGaps};
use fastrand::Rng;
use laws::{LawOutput, LawSearchEffort, LawSearchResult, find_gap_law, gaps};
use rules::ast::PlayConvention;
use rules::game::GameId;
use rules::ir::Int;
use rules::world::World;

use crate::proofs::{Of, Search, looked_for};

const EFFORT: LawSearchEffort = LawSearchEffort {
    nodes: 600,
    rounds: 12,
    side: None,
};

fn found(text: &str, measure: &[Int]) -> Option<(World, GameId, LawSearchResult)> {
    let budget = Budget::generous();
    let mut world = World::empty();
    world
        .load("test.game", text)
        .unwrap_or_else(|refusal| panic!("{}", refusal.render(base::text::Lang::En, false)));
    let game = world.instantiate("G", Vec::new()).unwrap();
    let clauses = clauses::of_game(&world, game, &budget).unwrap();
    let slots = world.rules(game).slots();
    let gaps = gaps(slots, &clauses)?;
    let mut search = Search {
        world: &world,
        known: HashMap::new(),
        misere: false,
        outcomes: false,
    };
    let found = find_gap_law(
        slots,
        &clauses,
        measure,
        &gaps,
        &mut Of {
            search: &mut search,
            game,
        },
        EFFORT,
        &budget,
    );
    let found = found.unwrap_or_else(|halt| panic!("{text}: {halt:?}"));
    Some((world, game, found))
}

/// Games whose numbers increase: weakly, by at least one, in pairs, in a tree, or from the last to
/// the first.
const GAMES: [&str; 6] = [
    "game G { state a[1..3] in 0.. require all(a[i] <= a[i+1] for i in 1..2) move i in 1..3, k in 1..a[i] : { a[i] -= k } }",
    "game G { state p[1..3] in 1.. require all(p[i] < p[i+1] for i in 1..2) move i in 1..3, k in 1..p[i] - 1 : { p[i] -= k } }",
    "game G { state a in 0.., b in 2.. require a + 2 <= b move k in 1..a : [a - k, b] move k in 1..b : [a, b - k] }",
    "game G { state a in 1.., b in 0.., c in 0.. require a <= b and a <= c move k in 1..2 : [a, b - k, c] move k in 1.. : [a, b, c - k] }",
    "game G { state a in 0.., b in 0.. require b <= a move k in 1..3 : [a - k, b] move k in 1..b : [a, b - k] }",
    "game G { state a in 0.., b in 3.. require a <= b + 1 move k in 1..3 : [a - k, b] move k in 1..3 : [a, b - k] }",
];

#[test]
fn laws_of_gaps_say_what_laws_of_slots_say() {
    let budget = Budget::generous();
    for text in GAMES {
        let measure = vec![
            1;
            if text.contains("a in 0.., b") || text.contains("b in 3..") {
                2
            } else {
                3
            }
        ];
        let (world, game, of_gaps) = found(text, &measure).unwrap();
        let proof = of_gaps
            .proof
            .as_ref()
            .unwrap_or_else(|why| panic!("{text}: {}", why.en));
        let (.., of_slots) = looked_for(
            text,
            &measure,
            LawOutput::Values,
            NumerationSystem::Base(2),
            PlayConvention::Normal,
        );
        assert!(of_slots.proof.is_ok(), "{text}");
        assert_eq!(
            of_gaps.law.automaton.same(&of_slots.law.automaton, &budget),
            Ok(None),
            "{text}"
        );
        assert_eq!(of_gaps.law.lows, of_slots.law.lows);
        // The certificate is written, read again and accepted, and the law that is read equals the
        // written law.
        let made = laws::certificate(&world, game, &of_gaps.law, proof, &budget).unwrap();
        let written = write(&world, &made).unwrap();
        let read = parse(&written).unwrap();
        read.check(&budget)
            .unwrap_or_else(|refused| panic!("{text}: {}", refused.text().en));
        assert_eq!(write(&read.world, &read.certificate).unwrap(), written);
        let Certificate {
            claim: CertificateClaim::Law(claim),
            proof: CertificateProof::Law(shown),
        } = &read.certificate
        else {
            panic!("{written}")
        };
        let again = laws::read(&read.world, claim, shown, &budget).unwrap();
        assert_eq!(
            again.automaton.same(&of_slots.law.automaton, &budget),
            Ok(None),
            "{text}"
        );
        // A certificate with any other gap is rejected.
        let gaps = shown.gaps.clone().unwrap();
        let mut forged: Vec<Option<SlotGaps>> = vec![None];
        for slot in 0..measure.len() {
            let SlotGap { above, least } = gaps.list()[slot];
            let others = (0..measure.len())
                .map(Some)
                .chain([None])
                .filter(|other| *other != above)
                .map(|above| SlotGap { above, least });
            for gap in others.chain([-1, 1, 3].map(|more| SlotGap {
                above,
                least: least + more,
            })) {
                let mut list = gaps.list().to_vec();
                list[slot] = gap;
                forged.extend(SlotGaps::new(list).map(Some));
            }
        }
        assert!(forged.len() > 6, "{text}");
        for gaps in forged {
            let proof = CertificateProof::Law(certificate::LawProof {
                gaps: gaps.clone(),
                ..shown.clone()
            });
            let forged = Certificate {
                claim: CertificateClaim::Law(claim.clone()),
                proof,
            };
            assert!(
                check(&read.world, &forged, &budget).is_err(),
                "{text}: {gaps:?}"
            );
        }
    }
}

/// A law that is correct for all positions whose gaps are at least 0 gives no values for other
/// positions. So the checker must prove that the game has no positions with gaps below 0.
#[test]
fn every_position_has_to_have_its_gaps() {
    let budget = Budget::generous();
    let text = "game G { state a in 0.., b in 0.. require a <= b move k in 1..b - a : [a, b - k] }";
    let (_, _, found) = found(text, &[1, 1]).unwrap();
    let loose = text.replace("require a <= b ", "");
    let mut world = World::empty();
    world.load("test.game", &loose).unwrap();
    let game = world.instantiate("G", Vec::new()).unwrap();
    // If a > b, the position has no moves, so the negative gap is the only defect.
    let made = laws::certificate(
        &world,
        game,
        &found.law,
        found.proof.as_ref().unwrap(),
        &budget,
    )
    .unwrap();
    let refused = check(&world, &made, &budget).unwrap_err();
    assert_eq!(
        refused.text().en,
        "the law is not proved: a position has a negative gap"
    );
}

#[test]
fn random_games_have_one_law() {
    let mut both = 0;
    for seed in 0..testkit::rounds(16, 200) {
        let mut rng = Rng::with_seed(seed);
        let least = rng.u8(..3);
        let rule = |rng: &mut Rng, slot: &str| match rng.u8(..3) {
            0 => format!("1..{slot}"),
            1 => format!("1..{}", rng.u8(1..5)),
            _ => format!("{{1, {}}}", rng.u8(2..5)),
        };
        let (first, second) = (rule(&mut rng, "a"), rule(&mut rng, "b"));
        let text = format!(
            "game G {{ state a in 0.., b in {least}.. require a + {} <= b move k in {first} : [a - k, b] move k in {second} : [a, b - k] }}",
            rng.u8(..3)
        );
        let (_, _, of_gaps) = found(&text, &[1, 1]).unwrap();
        if of_gaps.proof.is_err() {
            continue;
        }
        let (.., of_slots) = looked_for(
            &text,
            &[1, 1],
            LawOutput::Values,
            NumerationSystem::Base(2),
            PlayConvention::Normal,
        );
        if of_slots.proof.is_ok() {
            assert_eq!(
                of_gaps
                    .law
                    .automaton
                    .same(&of_slots.law.automaton, &Budget::generous()),
                Ok(None),
                "{text}"
            );
            both += 1;
        }
    }
    assert!(both >= 8, "only {both} laws were found in both ways");
}

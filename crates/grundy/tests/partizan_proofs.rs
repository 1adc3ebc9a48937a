//! Certificates of values of games in which the players have different moves, as the program writes
//! them: of random rule files, and of games that are divided into parts. The form of a certificate
//! agrees with the definition on plain trees.

use std::cell::Cell;
use std::collections::HashMap;

use base::budget::Budget;
use certificate::{
    Certificate, CertificateClaim, CertificateProof, ElementSet, PartSymmetry, PartizanClaim,
    PartizanProof, check, parse,
};
use engines::partizan_search::player_of;
use fastrand::Rng;
use grundy::answer::{Answer, AnswerEvidence};
use grundy::status::AnswerStatus;
use grundy::{Session, SolveError, SolveOptions};
use partizan::naive::{GameForest, Tree};
use rules::ast::Player;
use rules::game::OptionArena;
use rules::play::{Component, SumPosition};
use rules::world::World;

use crate::support::{random_component, session_with};

/// Returns the tree of a sum by the rules; `None` if there are too many positions.
fn tree_of_sum(
    forest: &mut GameForest,
    world: &World,
    sum: &SumPosition,
    known: &mut HashMap<SumPosition, Tree>,
    depth: usize,
) -> Option<Tree> {
    if let Some(&tree) = known.get(sum) {
        return Some(tree);
    }
    if known.len() + depth > 150 {
        return None;
    }
    let (mut sides, mut arena) = ([Vec::new(), Vec::new()], OptionArena::new());
    for (at, Component { game, slots }) in sum.0.iter().enumerate() {
        let budget = Budget::generous();
        world.options(*game, slots, &mut arena, &budget).ok()?;
        let options: Vec<(Option<Player>, Vec<Component>)> = arena
            .iter()
            .map(|option| (player_of(world, *game, option.rule), option.to_components()))
            .collect();
        for (owner, leaves) in options {
            let mut parts = sum.0.clone();
            parts.remove(at);
            parts.extend(leaves);
            let option = SumPosition::canonical(parts, world);
            let tree = tree_of_sum(forest, world, &option, known, depth + 1)?;
            if owner != Some(Player::Right) {
                sides[0].push(tree);
            }
            if owner != Some(Player::Left) {
                sides[1].push(tree);
            }
        }
    }
    let [left, right] = sides;
    let tree = forest.tree(left, right);
    known.insert(sum.clone(), tree);
    Some(tree)
}

/// Returns the trees of the forms of a proof.
fn trees_of_forms(forest: &mut GameForest, proof: &PartizanProof) -> Vec<Tree> {
    let mut trees: Vec<Tree> = Vec::new();
    for form in &proof.forms {
        let of = |options: &[u32]| {
            options
                .iter()
                .map(|&option| trees[option as usize])
                .collect()
        };
        let (left, right) = (of(&form.left), of(&form.right));
        trees.push(forest.tree(left, right));
    }
    trees
}

/// Returns the claim and the proof of a certificate.
fn opened(certificate: &Certificate) -> (&PartizanClaim, &PartizanProof) {
    match (&certificate.claim, &certificate.proof) {
        (CertificateClaim::Partizan(claim), CertificateProof::Partizan(proof)) => (claim, proof),
        other => panic!("{other:?}"),
    }
}

/// Returns the answer with its certificate, which is parsed and checked.
fn certified(session: &mut Session, question: &str) -> Result<(Answer, Certificate), SolveError> {
    let (answer, text) = session.certify(question, false, &Budget::generous())?;
    let parsed = parse(&text).unwrap_or_else(|error| panic!("{question}: {error}"));
    let report = parsed
        .check(&Budget::generous())
        .unwrap_or_else(|error| panic!("{question}: {error}\n{text}"));
    assert_eq!(answer.status, AnswerStatus::Proved, "{question}");
    let evidence = AnswerEvidence::CertificateChecked {
        rows: report.entries,
    };
    assert_eq!(answer.evidence, evidence, "{question}");
    let (claim, _) = opened(&parsed.certificate);
    let partizan = answer.partizan.as_ref().unwrap();
    assert_eq!(
        claim.winner.letter().to_string(),
        partizan.winners.letters()
    );
    Ok((answer, parsed.certificate))
}

#[test]
fn certificates_of_random_files() {
    let files = testkit::rounds(250, 20_000);
    let (mut proved, mut compared, mut divided) = (0, 0, 0);
    for seed in 0..files {
        let text = testkit::partizan_games::random_partizan_game(seed);
        let mut session = session_with("random.game", &text);
        let names = session.load_rules("random.game", &text).unwrap();
        let Ok(games) = session.make(&names) else {
            continue;
        };
        let mut rng = Rng::with_seed(seed);
        let world = session.world.clone();
        let mut parts: Vec<Component> = Vec::new();
        for at in 0..rng.usize(1..=2) {
            let game = games[if at == 0 { 0 } else { rng.usize(..games.len()) }];
            parts.extend(random_component(&world, game, &mut rng));
        }
        let sum = SumPosition::canonical(parts, &world);
        if !sum.0.iter().any(|component| component.game == games[0]) {
            continue;
        }
        let shown = sum.show(&world);
        let (answer, _) = Budget::generous().limited(60, |budget| {
            session.solve(&shown[..], SolveOptions::VALUE, budget)
        });
        let Ok(answer) = answer else {
            continue;
        };
        proved += u64::from(answer.status == AnswerStatus::Proved);
        let (mut forest, mut known) = (GameForest::new(), HashMap::new());
        let Some(tree) = tree_of_sum(&mut forest, &world, &sum, &mut known, 0) else {
            continue;
        };
        let (_, certificate) = match certified(&mut session, &shown) {
            Ok(found) => found,
            Err(error) => panic!("seed {seed}, {shown}: {}\n{text}", error.text().en),
        };
        let (claim, proof) = opened(&certificate);
        divided += u64::from(!proof.parts.is_empty());
        let trees = trees_of_forms(&mut forest, proof);
        let form = trees[claim.form as usize];
        assert!(forest.is_equal(tree, form), "seed {seed}, {shown}\n{text}");
        compared += 1;
    }
    println!("{proved} proved, {compared} compared, {divided} divided, of {files}");
    assert!(proved * 2 > files && compared * 4 > files);
}

fn two_player_session() -> Session {
    Session::new()
}

/// Games with and without a board, with moves that only take cells and with moves that add cells.
const DIVIDED: [&str; 9] = [
    "domineering(3, 3)",
    "domineering(3, 4) + domineering(2, 3)",
    "domineering(4, 4)",
    "clobber(2, 3)",
    "clobberrow[\"xoxoxo\"] + cutcake[2, 3]",
    "toadsandfrogs[\"TT.FF\"] + nim[2]",
    "col(graph(1-2 2-3 3-4 4-5 5-1))",
    "snort(graph(1-2 2-3 3-4))",
    "konanerow[\"xoxoxo\"]",
];

#[test]
fn certificates_of_parts() {
    let mut session = two_player_session();
    let mut planes = 0;
    for question in DIVIDED {
        let solved = session
            .solve(question, SolveOptions::VALUE, &Budget::generous())
            .unwrap_or_else(|error| panic!("{question}: {}", error.text().en));
        assert_eq!(solved.status, AnswerStatus::Proved, "{question}");
        let (answer, certificate) = certified(&mut session, question).unwrap();
        assert_eq!(answer.evidence, solved.evidence, "{question}");
        let (claim, proof) = opened(&certificate);
        assert!(!proof.parts.is_empty(), "{question}");
        let is_plane = |alike: &PartSymmetry| *alike == PartSymmetry::Plane;
        planes += proof
            .parts
            .iter()
            .filter(|game| is_plane(&game.alike))
            .count();
        let sum = SumPosition::canonical(answer.position, &session.world);
        let (mut forest, mut known) = (GameForest::new(), HashMap::new());
        if let Some(tree) = tree_of_sum(&mut forest, &session.world, &sum, &mut known, 0) {
            let trees = trees_of_forms(&mut forest, proof);
            assert!(
                forest.is_equal(tree, trees[claim.form as usize]),
                "{question}"
            );
        }
    }
    assert!(planes > 3, "{planes}");
}

/// Returns whether the checker refuses a proof that was changed.
fn is_refused(world: &World, claim: &PartizanClaim, proof: PartizanProof) -> bool {
    let certificate = Certificate {
        claim: CertificateClaim::Partizan(claim.clone()),
        proof: CertificateProof::Partizan(proof),
    };
    check(world, &certificate, &Budget::generous()).is_err()
}

#[test]
fn forged_parts_of_two_players() {
    let mut session = two_player_session();
    for question in [
        "domineering(3, 3)",
        "clobberrow[\"xoxox\"]",
        "col(graph(1-2 2-3))",
    ] {
        let (_, text) = session
            .certify(question, false, &Budget::generous())
            .unwrap();
        let parsed = parse(&text).unwrap();
        let (claim, proof) = opened(&parsed.certificate);
        let refused = |proof: PartizanProof| is_refused(&parsed.world, claim, proof);
        assert!(!refused(proof.clone()), "{question}");
        let rows = proof.parts[0].rows.len();
        for row in 0..rows {
            // Another form.
            for form in 0..proof.forms.len() as u32 {
                if form != proof.parts[0].rows[row].1 {
                    let mut proof = proof.clone();
                    proof.parts[0].rows[row].1 = form;
                    assert!(refused(proof), "{question}: row {row} = {form}");
                }
            }
            // A row less. Isomorphic parts never have two rows, so every row is needed.
            let mut less = proof.clone();
            less.parts[0].rows.remove(row);
            assert!(refused(less), "{question}: without row {row}");
            // A row twice.
            let mut twice = proof.clone();
            let again = twice.parts[0].rows[row];
            twice.parts[0].rows.push(again);
            assert!(refused(twice), "{question}: row {row} twice");
        }
        let mut reversed = proof.clone();
        reversed.parts[0].rows.reverse();
        assert!(refused(reversed), "{question}: reversed");
        let mut none = proof.clone();
        none.parts.clear();
        assert!(refused(none), "{question}: no parts");
        let mut again = proof.clone();
        let game = again.parts[0].clone();
        again.parts.push(game);
        assert!(refused(again), "{question}: the game twice");
        // Sets that are not single parts of the game.
        for cells in [vec![], vec![255], vec![0, 200], (0..250).collect()] {
            let mut proof = proof.clone();
            let set: ElementSet = cells.iter().copied().collect();
            proof.parts[0].rows.push((set, 0));
            assert!(refused(proof), "{question}: {cells:?}");
        }
        // Maps that are not maps of the cells.
        let elements = match &proof.parts[0].alike {
            PartSymmetry::Plane => 9,
            PartSymmetry::Turns(turns) => turns[0].len(),
        };
        for turn in [vec![], vec![0; elements], vec![u16::MAX; elements]] {
            let mut proof = proof.clone();
            proof.parts[0].alike = PartSymmetry::Turns(vec![turn]);
            assert!(refused(proof), "{question}: no permutation");
        }
        if proof.parts[0].alike != PartSymmetry::Plane {
            let mut proof = proof.clone();
            proof.parts[0].alike = PartSymmetry::Plane;
            assert!(refused(proof), "{question}: no board");
        }
    }
}

/// A map that does not take the moves of a part to those of its image is not used.
#[test]
fn maps_that_change_the_moves_are_not_used() {
    let rules = "game Three { state free set of 1..3
        move left k in free when k == 1 : { free -= {k} }
        move right k in free when k == 2 : { free -= {k} }
        move k in free when k == 3 : { free -= {k} } }";
    let mut session = session_with("three.game", rules);
    // The values of the three parts are 1, -1 and *.
    let turn = |one: usize, other: usize| {
        let mut turn: Vec<u16> = vec![0, 1, 2];
        turn.swap(one, other);
        vec![vec![0, 1, 2], turn]
    };
    let form = |left: &[u32], right: &[u32]| certificate::PartizanForm {
        left: left.to_vec(),
        right: right.to_vec(),
    };
    let forms = vec![
        form(&[], &[]),
        form(&[0], &[]),
        form(&[], &[0]),
        form(&[0], &[0]),
    ];
    let values = [1, 2, 3];
    for cell in 0..3 {
        let question = format!("three[{{{}}}]", cell + 1);
        let (_, text) = session
            .certify(&question[..], false, &Budget::generous())
            .unwrap();
        let parsed = parse(&text).unwrap();
        let (claim, genuine) = opened(&parsed.certificate);
        for other in (0..3).filter(|&other| other != cell) {
            for value in 1..4 {
                let mut claim = claim.clone();
                (claim.form, claim.winner) = match value {
                    1 => (1, certificate::PartizanWinner::Left),
                    2 => (2, certificate::PartizanWinner::Right),
                    _ => (3, certificate::PartizanWinner::Next),
                };
                let mut proof = genuine.clone();
                proof.forms = forms.clone();
                proof.parts[0].alike = PartSymmetry::Turns(turn(cell, other));
                proof.parts[0].rows = vec![([other].into_iter().collect(), values[other])];
                // The parts 1 and 2 are negatives, and no other parts are isomorphic.
                let is_true = cell != 2 && other != 2 && value == values[cell];
                let refused = is_refused(&parsed.world, &claim, proof);
                assert_eq!(refused, !is_true, "{cell} by {other}, form {value}");
            }
        }
    }
}

/// Domineering 5 × 5 is proved on request. Without a request, the value is not proved, because the
/// proof takes more steps than the value; Domineering 3 × 3 is proved.
#[test]
fn large_boards_are_proved_on_request() {
    let mut session = two_player_session();
    let budget = Budget::generous();
    let question = "domineering(5, 5)";
    let answer = session
        .solve(question, SolveOptions::VALUE, &budget)
        .unwrap();
    assert_eq!(answer.evidence, AnswerEvidence::ExactAlgorithm);
    let (answer, _) = session.certify(question, false, &budget).unwrap();
    let AnswerEvidence::CertificateChecked { rows } = answer.evidence else {
        panic!("{:?}", answer.evidence);
    };
    assert!((16_000..40_000).contains(&rows), "{rows}");
    let again = session
        .solve(question, SolveOptions::VALUE, &budget)
        .unwrap();
    assert_eq!(again.evidence, answer.evidence);
    let small = session.solve("domineering(3, 3)", SolveOptions::VALUE, &budget);
    assert_eq!(small.unwrap().status, AnswerStatus::Proved);
}

/// Guard of speed: a proof that would take more steps than the value is not begun, and all proofs
/// of a session are limited, so that a batch of questions is not slowed down.
#[test]
fn proofs_of_many_questions_cost_few_polls() {
    let polls = |questions: &[String]| {
        let mut session = two_player_session();
        let count = Cell::new(0);
        let stop = || {
            count.set(count.get() + 1);
            None
        };
        let budget = Budget::new(2 << 30, &stop, &|_, _| ());
        for question in questions {
            session
                .solve(&question[..], SolveOptions::VALUE, &budget)
                .unwrap();
        }
        count.get()
    };
    let few = polls(&[
        "cutcake[3, 4]".to_owned(),
        "toadsandfrogs[\"TT.FF\"]".to_owned(),
    ]);
    let large = polls(&["domineering(4, 5)".to_owned()]);
    let batch: Vec<String> = (0..400)
        .map(|n| format!("cutcake[3, 4] + nim[{}] + nim[{}]", n / 20, 100 + n % 20))
        .collect();
    let many = polls(&batch);
    assert!(
        few <= 40 && large <= 80 && many <= 7_000,
        "{few}, {large}, {many}"
    );
}

/// Summands that are negatives of each other cancel, so their sum needs no rows.
#[test]
fn negative_summands_need_no_sums() {
    let mut session = session_with(
        "integers.game",
        "game A { state n in 0..9 move left when n >= 1 : [n - 1] }
         game B { state n in 0..9 move right when n >= 1 : [n - 1] }",
    );
    let question = "a[1] + a[2] + a[3] + b[1] + b[2] + b[3]";
    let (_, certificate) = certified(&mut session, question).unwrap();
    assert_eq!(opened(&certificate).1.sums.len(), 0);
    let (_, certificate) = certified(&mut session, "a[1] + a[2] + b[1]").unwrap();
    assert_eq!(opened(&certificate).1.sums.len(), 0);
    let (_, certificate) = certified(&mut session, "a[1] + a[2] + a[3]").unwrap();
    assert!(!opened(&certificate).1.sums.is_empty());
}

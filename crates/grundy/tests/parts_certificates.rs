//! Certificates whose rows are parts. Certificates of random games on sets and words and of the
//! library's boards are accepted and agree with plain search. A certificate with one change is
//! refused, or all its claims are still correct.

use std::collections::{BTreeSet, HashMap};

use base::budget::Budget;
use certificate::{
    Certificate, CertificateClaim, CertificateError, CertificateProof, ElementSet, PartClaim,
    PartRow, PartSymmetry, PartsProof, check, parse, write,
};
use facts::{CellMeaning, MoveList};
use fastrand::Rng;
use grundy::{Session, SolveOptions};
use rules::game::{GameId, OptionArena, Outcome};
use rules::ir::{Int, ParameterValue};
use rules::play::{Component, SumPosition};
use rules::world::World;
use testkit::rounds;

use crate::support::{SessionAnswers, session_with};

/// Values by the definition, from the rules.
struct Naive<'w> {
    world: &'w World,
    game: GameId,
    known: HashMap<Vec<Int>, u64>,
}

impl Naive<'_> {
    fn value(&mut self, slots: &[Int]) -> u64 {
        if let Some(value) = self.known.get(slots) {
            return *value;
        }
        let mut options = OptionArena::new();
        self.world
            .options(self.game, slots, &mut options, &Budget::generous())
            .unwrap();
        let left: Vec<Vec<Int>> = options
            .iter()
            .map(|option| option.components().next().unwrap().1.to_vec())
            .collect();
        let values: Vec<u64> = left.iter().map(|slots| self.value(slots)).collect();
        let value = (0..).find(|value| !values.contains(value)).unwrap();
        self.known.insert(slots.to_vec(), value);
        value
    }
}

/// Values of sets of cells by the definition, from the list of moves.
struct Listed {
    list: MoveList,
    known: HashMap<BTreeSet<u16>, u64>,
}

impl Listed {
    /// Returns the move list of a game that may be divided into parts; `None` for other games.
    fn of(world: &World, game: GameId) -> Option<Listed> {
        let list = facts::move_list(world.rules(game).game()?, &Budget::generous()).ok()?;
        (list.always_takes() && !list.moves.is_empty()).then(|| Listed {
            list,
            known: HashMap::new(),
        })
    }

    fn value(&mut self, cells: &BTreeSet<u16>) -> u64 {
        if let Some(value) = self.known.get(cells) {
            return *value;
        }
        let legal = self
            .list
            .moves
            .iter()
            .filter(|one| one.needs.is_subset(cells) && one.absent.is_disjoint(cells));
        let left: Vec<BTreeSet<u16>> = legal.map(|one| cells - &one.takes).collect();
        let values: Vec<u64> = left.iter().map(|left| self.value(left)).collect();
        let value = (0..).find(|value| !values.contains(value)).unwrap();
        self.known.insert(cells.clone(), value);
        value
    }

    /// Returns whether a row is correct.
    fn agrees(&mut self, row: &PartRow) -> bool {
        let value = self.value(&row.part.iter().map(|cell| cell as u16).collect());
        match row.told {
            PartClaim::Is(told) => told == value,
            PartClaim::IsNot(told) => told != value,
            PartClaim::Mirror(_) => value == 0,
        }
    }
}

/// Returns a game on a word of two or three letters. A letter changes only into an earlier letter
/// of the alphabet.
fn random_word_game(rng: &mut Rng) -> String {
    let letters = &"abc"[..rng.usize(2..4)];
    let letter = |rng: &mut Rng| letters.as_bytes()[rng.usize(..letters.len())] as char;
    let (mut moves, mirrored) = (String::new(), rng.bool());
    for _ in 0..rng.usize(1..3) {
        let length = rng.usize(1..4);
        let from: String = (0..length)
            .map(|_| if rng.bool() { 'b' } else { letter(rng) })
            .collect();
        let to: String = from.chars().map(|one| one.min(letter(rng))).collect();
        let (beside, other) = (
            ["", " and w[i - 1] != \"a\"", " and w[i - 1] != \"b\""][rng.usize(..3)],
            length - 1,
        );
        let turns: &[bool] = if mirrored { &[false, true] } else { &[false] };
        for turn in turns {
            let [from, to] = [&from, &to].map(|word| {
                if *turn {
                    word.chars().rev().collect()
                } else {
                    word.clone()
                }
            });
            let beside = if *turn {
                beside.replace("i - 1", &format!("i + {length}"))
            } else {
                beside.to_owned()
            };
            moves += &format!(
                "  move i in 1..size(w) - {other} when w[i..i + {other}] == \"{from}\"{beside} : {{ w[i..i + {other}] = \"{to}\" }}\n"
            );
        }
    }
    let start: String = (0..rng.usize(2..7)).map(|_| letter(rng)).collect();
    format!("game A {{\n  state w word of \"{letters}\"\n  start \"{start}\"\n{moves}}}\n")
}

/// Returns a game on 1..n. Each move changes some elements: it removes elements up to a fixed
/// number and adds elements above this number. A move may require further elements to be present or
/// absent.
fn random_mixed_game(rng: &mut Rng) -> String {
    let n = rng.i64(3..8);
    let (taken, mut moves) = (rng.i64(..=n), String::new());
    for _ in 0..rng.u32(2..8) {
        let own = rng.i64(1..=n);
        let mut guards = vec![format!(
            "{own} {} s",
            if own <= taken { "in" } else { "not in" }
        )];
        for _ in 0..rng.u32(..3) {
            guards.push(format!(
                "{} {} s",
                rng.i64(1..=n),
                ["in", "not in"][rng.usize(..2)]
            ));
        }
        let mut changed = vec![own];
        changed.extend((0..rng.u32(..3)).map(|_| rng.i64(1..=n)));
        let of = |takes: bool| {
            changed
                .iter()
                .filter(|x| (**x <= taken) == takes)
                .map(i64::to_string)
                .collect::<Vec<_>>()
                .join(", ")
        };
        let changes: Vec<String> = [("-=", of(true)), ("+=", of(false))]
            .iter()
            .filter(|(_, list)| !list.is_empty())
            .map(|(op, list)| format!("s {op} {{{list}}}"))
            .collect();
        moves += &format!(
            "  move when {} : {{ {} }}\n",
            guards.join(" and "),
            changes.join(", ")
        );
    }
    let there: Vec<String> = (1..=n)
        .filter(|x| (*x <= taken) != (rng.u32(..5) == 0))
        .map(|x| x.to_string())
        .collect();
    let start = if there.is_empty() {
        "empty".to_owned()
    } else {
        format!("{{{}}}", there.join(", "))
    };
    format!("game A {{\n  state s set of 1..{n}\n  start {start}\n{moves}}}\n")
}

/// Returns a game whose moves are a fixed list: at single elements of a row, at every cell of a
/// board, on a graph, or on a word. The moves remove elements, add elements, or remove some
/// elements and add others.
fn random_game(rng: &mut Rng) -> String {
    let (mut moves, ground) = (String::new(), rng.u32(..6));
    match ground {
        4 => return random_word_game(rng),
        5 => return random_mixed_game(rng),
        _ => {}
    }
    let adds = rng.u32(..4) == 0;
    let (there, change) = if adds { ("not in", "+=") } else { ("in", "-=") };
    let state = match ground {
        0 | 1 => {
            let n = rng.i64(3..8);
            let mirrored = rng.bool();
            for _ in 0..rng.u32(1..5) {
                let needs: Vec<i64> = (0..rng.u32(1..3)).map(|_| rng.i64(1..=n)).collect();
                let takes: Vec<i64> = (0..rng.u32(..3)).map(|_| rng.i64(1..=n)).collect();
                let turns: &[bool] = if mirrored { &[false, true] } else { &[false] };
                for turn in turns {
                    let to = |x: &i64| if *turn { n + 1 - x } else { *x };
                    let needed: Vec<String> = needs
                        .iter()
                        .map(|x| format!("{} {there} s", to(x)))
                        .collect();
                    let taken: Vec<String> = takes
                        .iter()
                        .chain(&needs[..1])
                        .map(|x| to(x).to_string())
                        .collect();
                    moves += &format!(
                        "  move when {} : {{ s {change} {{{}}} }}\n",
                        needed.join(" and "),
                        taken.join(", ")
                    );
                }
            }
            format!("set of 1..{n}")
        }
        2 => {
            let (rows, columns) = (rng.i64(1..4), rng.i64(2..5));
            for _ in 0..rng.u32(1..3) {
                let (down, across) = (rng.i64(..2), rng.i64(-1..3));
                let other = format!("(i + {down}, j + {across})");
                let more = if rng.bool() {
                    format!(", (i - 1, j + {})", rng.i64(-1..2))
                } else {
                    String::new()
                };
                let list = if adds {
                    format!(
                        "(i, j) in cells({rows}, {columns}) when (i, j) not in s and {other} not in s"
                    )
                } else {
                    format!("(i, j) in s when {other} in s")
                };
                moves += &format!("  move {list} : {{ s {change} {{(i, j), {other}{more}}} }}\n");
            }
            format!("set of cells({rows}, {columns})")
        }
        _ => {
            let n = rng.usize(3..8);
            let edges: Vec<String> = (0..rng.usize(n..2 * n))
                .map(|_| (rng.usize(..n), rng.usize(..n)))
                .filter(|(a, b)| a != b)
                .map(|(a, b)| format!("{a}-{b}"))
                .collect();
            let taken = if rng.bool() {
                "around(G, v)"
            } else {
                "near(G, v) when v > 1"
            };
            let text = match adds {
                _ if edges.is_empty() => "  move v in s : { s -= {v} }\n".to_owned(),
                _ if taken.starts_with("near") => {
                    "  move (u, v) in edges(G) when u in s and v in s : { s -= {u, v} }\n"
                        .to_owned()
                }
                _ => format!("  move v in s : {{ s -= {taken} }}\n"),
            };
            let graph = if edges.is_empty() {
                "0-1 1-2".to_owned()
            } else {
                edges.join(" ")
            };
            return format!(
                "game A(G = graph({graph})) {{\n  state s set of vertices(G)\n{text}}}\n"
            );
        }
    };
    let start = if adds { "  start empty\n" } else { "" };
    format!("game A {{\n  state s {state}\n{start}{moves}}}\n")
}

/// Returns the certificate of a question's value, written and parsed again.
fn certified(session: &mut Session, question: &str) -> Certificate {
    let (_, text) = session
        .certify(question, false, &Budget::generous())
        .unwrap_or_else(|error| panic!("{question}: {error:?}"));
    let parsed = parse(&text).unwrap_or_else(|refused| panic!("{question}: {refused}\n{text}"));
    parsed
        .check(&Budget::generous())
        .unwrap_or_else(|refused| panic!("{question}: {refused}\n{text}"));
    if !question.contains('+') {
        assert_eq!(
            write(&parsed.world, &parsed.certificate).unwrap(),
            text,
            "{question}"
        );
    }
    parsed.certificate
}

/// Returns a proof by parts with one random change.
fn changed(proof: &PartsProof, rng: &mut Rng) -> PartsProof {
    let mut proof = proof.clone();
    let elements = 12;
    let game = &mut proof.games[0];
    let at = rng.usize(..game.rows.len().max(1));
    let place = rng.usize(..elements);
    match (rng.u32(..9), game.rows.get_mut(at)) {
        (0, Some(row)) => {
            let mut more = |told: u64| told.wrapping_add(rng.u64(1..4)) % 5;
            row.told = match row.told {
                PartClaim::Is(told) => PartClaim::Is(more(told)),
                PartClaim::IsNot(told) => PartClaim::IsNot(more(told)),
                PartClaim::Mirror(told) => PartClaim::Mirror(more(told)),
            };
        }
        (1, Some(row)) => {
            row.told = match row.told {
                PartClaim::Is(told) => PartClaim::IsNot(told + rng.u64(..2)),
                PartClaim::IsNot(told) => PartClaim::Is(told + rng.u64(..2)),
                PartClaim::Mirror(_) => PartClaim::Is(rng.u64(..2)),
            };
        }
        (2, Some(row)) => row.told = PartClaim::Mirror(rng.u64(..9)),
        // The change adds an element to a part or removes an element from it.
        (3, Some(row)) => {
            let one: ElementSet = std::iter::once(place).collect();
            row.part = if row.part.meets(one) {
                row.part.minus(one)
            } else {
                row.part.or(one)
            };
        }
        (4, Some(_)) => {
            let other = game.rows[rng.usize(..game.rows.len())].part;
            game.rows[at].part = game.rows[at].part.or(other);
        }
        (5, Some(_)) => drop(game.rows.remove(at)),
        (6, Some(_)) => {
            let other = rng.usize(..game.rows.len());
            game.rows.swap(at, other);
        }
        // The change is an incorrect symmetry.
        (7, _) => match &mut game.alike {
            PartSymmetry::Plane => game.alike = PartSymmetry::Turns(Vec::new()),
            PartSymmetry::Turns(turns) => {
                let turn = rng.usize(..turns.len());
                let (one, two) = (
                    rng.usize(..turns[turn].len()),
                    rng.usize(..turns[turn].len()),
                );
                turns[turn].swap(one, two);
            }
        },
        _ => game.alike = PartSymmetry::Plane,
    }
    proof
}

/// Returns whether plain search confirms all rows of an accepted proof.
fn all_right(world: &World, proof: &PartsProof) -> bool {
    proof.games.iter().all(|game| {
        let mut listed = Listed::of(world, game.game).unwrap();
        game.rows.iter().all(|row| listed.agrees(row))
    })
}

#[test]
fn what_is_shown_of_random_games_is_right_and_forgeries_are_refused() {
    let mut rng = Rng::with_seed(22);
    let (mut games, mut refused, mut right, mut mirrors, mut kinds, mut barred) =
        (0, 0, 0, 0, [0; 4], 0);
    for seed in 0..rounds(600, 10_000) {
        let text = random_game(&mut rng);
        let mut session = Session::new();
        session
            .settings
            .without
            .insert("octal-periodicity".to_owned());
        session
            .load_rules("t", &text)
            .unwrap_or_else(|error| panic!("{error:?}\n{text}"));
        let mut world = World::empty();
        world.load("t", &text).unwrap();
        let game = world.instantiate("A", Vec::new()).unwrap();
        let Some(listed) = Listed::of(&world, game) else {
            continue;
        };
        let certificate = certified(&mut session, "a");
        let (CertificateClaim::Value { sum, value }, CertificateProof::Parts(proof)) =
            (&certificate.claim, &certificate.proof)
        else {
            continue;
        };
        games += 1;
        kinds[match listed.list.sense {
            CellMeaning::There => 0,
            CellMeaning::Absent => 1,
            CellMeaning::Mixed => 2,
            CellMeaning::Letters => 3,
        }] += 1;
        barred += usize::from(listed.list.asks_for_absence() && !proof.games[0].rows.is_empty());
        let mut naive = Naive {
            world: &world,
            game,
            known: HashMap::new(),
        };
        let whole: u64 = sum
            .0
            .iter()
            .fold(0, |whole, component| whole ^ naive.value(&component.slots));
        assert_eq!(whole, *value, "seed {seed}\n{text}");
        assert!(all_right(&world, proof), "seed {seed}\n{text}");
        mirrors += usize::from(
            proof.games[0]
                .rows
                .iter()
                .any(|row| matches!(row.told, PartClaim::Mirror(_))),
        );
        for _ in 0..20 {
            let forged = changed(proof, &mut rng);
            let claim = CertificateClaim::Value {
                sum: sum.clone(),
                value: *value,
            };
            match check(
                &world,
                &Certificate {
                    claim,
                    proof: CertificateProof::Parts(forged.clone()),
                },
                &Budget::generous(),
            ) {
                Err(_) => refused += 1,
                Ok(_) => {
                    assert!(
                        all_right(&world, &forged),
                        "seed {seed}\n{text}\n{forged:?}"
                    );
                    right += 1;
                }
            }
            let claim = CertificateClaim::Value {
                sum: sum.clone(),
                value: value + 1,
            };
            let other = check(
                &world,
                &Certificate {
                    claim,
                    proof: CertificateProof::Parts(proof.clone()),
                },
                &Budget::generous(),
            );
            assert!(
                matches!(other, Err(CertificateError::ClaimedValue { .. })),
                "{other:?}"
            );
        }
    }
    assert!(
        games > 50
            && refused > 10 * right.min(20)
            && mirrors > 5
            && kinds.iter().all(|&kind| kind > 5)
            && barred > 15,
        "{games} games, {kinds:?} of each kind, {barred} barred, {refused} refused, {right} right, {mirrors} mirrors"
    );
}

/// A board whose moves are preserved by few of the eight symmetries. If a symmetry does not
/// preserve the moves, the image of a part may still be a row. The value of such a part must come
/// from an image under a symmetry that preserves the moves.
#[test]
fn a_map_that_does_not_keep_the_moves_is_passed_over() {
    let text = "game A {
      state s set of cells(2, 6)
      move (i, j) in s when (i - 1, j + 1) in s : { s -= {(i, j), (i - 1, j + 1)} }
      move (i, j) in s when (i, j + 1) in s : { s -= {(i, j), (i, j + 1)} }
    }";
    let mut session = session_with("t", text);
    let CertificateClaim::Value { sum, value } = certified(&mut session, "a").claim else {
        panic!()
    };
    let mut world = World::empty();
    world.load("t", text).unwrap();
    let game = world.instantiate("A", Vec::new()).unwrap();
    let mut naive = Naive {
        world: &world,
        game,
        known: HashMap::new(),
    };
    assert_eq!(value, naive.value(&sum.0[0].slots));
}

/// Positions of boards and graphs of the library, and sums of these positions with other games.
#[test]
fn boards_of_the_library() {
    for question in [
        "cram(3, 5)",
        "cram(4, 4)",
        "nodekayles(1-2 2-3 3-4 4-5 5-6 6-1 1-4)",
        "arckayles(a-b b-c c-d d-e e-f f-a a-d)",
        "chompboard(3, 4)",
        "queensplaced(5)",
        "prune(0-1 0-2 1-3 1-4)",
        "colouring(1-2 2-3 3-1, 3)",
        "takerun(9, 2, 3)",
        "flipsigns[\"+++-++++++\"]",
        "flipsigns[\"++++\"] + flipsigns[\"+++++++\"] + flipsigns[\"-\"]",
        "cram(2, 3) + cram(3, 3) + nim[5] + kayles[7]",
        "cram(2, 2) + cram(2, 2)",
    ] {
        let mut session = Session::new();
        let certificate = certified(&mut session, question);
        let answer = session.answer_to(question, SolveOptions::VALUE);
        let CertificateClaim::Value { value, .. } = certificate.claim else {
            panic!("{question}: {:?}", certificate.claim)
        };
        assert_eq!(answer.value.unwrap().as_nimber(), Some(value), "{question}");
        assert_eq!(
            answer.status,
            grundy::status::AnswerStatus::Proved,
            "{question}"
        );
    }
}

/// A certificate of the outcome without the value: a move that leaves a mirror position, or a proof
/// that no option is lost for the next player.
#[test]
fn the_winner_alone() {
    for (question, rows) in [
        ("cram(7, 8)", 2),
        ("cram(16, 16)", 1),
        ("queensplaced(9)", 2),
        ("cram(4, 5)", 500),
    ] {
        let (answer, text) = Session::new()
            .certify(question, true, &Budget::generous())
            .unwrap();
        let parsed = parse(&text).unwrap();
        let checked = parsed.check(&Budget::generous()).unwrap();
        assert!(
            answer.value.is_none() && checked.entries <= rows,
            "{question}: {} rows",
            checked.entries
        );
        let Certificate {
            claim:
                CertificateClaim::Outcome {
                    sum,
                    conventions,
                    outcome,
                },
            proof,
        } = parsed.certificate
        else {
            panic!("{question}")
        };
        assert_eq!(outcome, answer.outcome);
        let other = if outcome == Outcome::P {
            Outcome::N
        } else {
            Outcome::P
        };
        let forged = Certificate {
            claim: CertificateClaim::Outcome {
                sum,
                conventions,
                outcome: other,
            },
            proof,
        };
        assert!(
            matches!(
                check(&parsed.world, &forged, &Budget::generous()),
                Err(CertificateError::ClaimedOutcome { .. })
            ),
            "{question}"
        );
    }
}

/// A board that is its own mirror image except for one move needs two rows, however large it is.
#[test]
fn a_mirror_is_one_row() {
    let mut world = World::empty();
    world
        .load("cram.game", include_str!("../../rules/games/cram.game"))
        .unwrap();
    let game = world
        .instantiate(
            "cram",
            vec![
                (None, ParameterValue::Int(4)),
                (None, ParameterValue::Int(4)),
            ],
        )
        .unwrap();
    let whole = Component::new(game, world.rules(game).game().unwrap().sets[0].full_set());
    let all: ElementSet = (0..16).collect();
    let proof = |told| PartsProof {
        games: vec![certificate::GameParts {
            game,
            alike: PartSymmetry::Plane,
            rows: vec![PartRow { part: all, told }],
        }],
        others: Vec::new(),
    };
    let claim = |value| CertificateClaim::Value {
        sum: SumPosition(vec![whole.clone()]),
        value,
    };
    let verdict = |claim, told| {
        check(
            &world,
            &Certificate {
                claim,
                proof: CertificateProof::Parts(proof(told)),
            },
            &Budget::generous(),
        )
    };
    // Under a half turn, no move has a cell in common with its image. Under a reflection in the
    // middle line, the moves across this line have cells in common with their images. Under a
    // reflection in a diagonal, some moves are their own images.
    for map in 0..9 {
        assert_eq!(
            verdict(claim(0), PartClaim::Mirror(map)).is_ok(),
            map == 3,
            "map {map}"
        );
    }
    assert!(verdict(claim(0), PartClaim::Is(0)).is_err());
    assert!(verdict(claim(1), PartClaim::Mirror(3)).is_err());
    let lost = CertificateClaim::Outcome {
        sum: SumPosition(vec![whole.clone()]),
        conventions: Default::default(),
        outcome: Outcome::P,
    };
    assert!(verdict(lost, PartClaim::Mirror(3)).is_ok());
}

/// Returns a game on 1, 2, … in which move number i requires the element i and removes the elements
/// of list i.
fn taking(lists: &[&[i64]]) -> (World, GameId, String) {
    let moves = (1..).zip(lists).map(|(own, taken)| {
        let taken: Vec<String> = taken.iter().map(i64::to_string).collect();
        format!(
            "  move when {own} in s : {{ s -= {{{}}} }}\n",
            taken.join(", ")
        )
    });
    let text = format!(
        "game A {{\n  state s set of 1..{}\n{}}}\n",
        lists.len(),
        moves.collect::<String>()
    );
    let mut world = World::empty();
    world.load("t", &text).unwrap();
    let game = world.instantiate("A", Vec::new()).unwrap();
    (world, game, text)
}

/// Checks a proof about the set of all elements of a game with listed moves, as a sum of one
/// component.
fn claimed(
    world: &World,
    game: GameId,
    turns: &[&[u16]],
    rows: &[(&[usize], PartClaim)],
    value: u64,
) -> Result<(), CertificateError> {
    let slots = world.rules(game).game().unwrap().sets[0].full_set().into();
    let rows = rows
        .iter()
        .map(|&(places, told)| PartRow {
            part: places.iter().copied().collect(),
            told,
        })
        .collect();
    let alike = PartSymmetry::Turns(turns.iter().map(|turn| turn.to_vec()).collect());
    let proof = PartsProof {
        games: vec![certificate::GameParts { game, alike, rows }],
        others: Vec::new(),
    };
    let claim = CertificateClaim::Value {
        sum: SumPosition(vec![Component { game, slots }]),
        value,
    };
    check(
        world,
        &Certificate {
            claim,
            proof: CertificateProof::Parts(proof),
        },
        &Budget::generous(),
    )
    .map(drop)
}

/// Maps from a part to another part, or to itself, that do not preserve the moves of the part would
/// prove false claims.
#[test]
fn maps_that_do_not_keep_the_moves_are_refused() {
    // The elements 1 and 2 together have value 1, the elements 3 and 4 together have value 2, and
    // all four elements have value 3, not 0.
    let (world, game, text) = taking(&[&[1, 2], &[1, 2], &[3], &[3, 4]]);
    let mut naive = Naive {
        world: &world,
        game,
        known: HashMap::new(),
    };
    assert_eq!(
        naive.value(&world.rules(game).game().unwrap().sets[0].full_set()),
        3,
        "{text}"
    );
    let swapped: &[&[u16]] = &[&[2, 3, 0, 1]];
    let one: (&[usize], PartClaim) = (&[0, 1], PartClaim::Is(1));
    assert!(matches!(
        claimed(&world, game, swapped, &[one], 0),
        Err(CertificateError::NotListed { .. })
    ));
    let own: [(&[usize], PartClaim); 3] =
        [one, (&[3], PartClaim::Is(1)), (&[2, 3], PartClaim::Is(2))];
    assert_eq!(claimed(&world, game, swapped, &own, 3), Ok(()));
    // The proof contains no row that consists of two parts.
    let joined: (&[usize], PartClaim) = (&[0, 1, 2, 3], PartClaim::Is(3));
    assert!(matches!(
        claimed(&world, game, swapped, &[own[0], own[1], own[2], joined], 3),
        Err(CertificateError::Parts { .. })
    ));

    // No move removes the element that its image requires, but the images are not moves of the
    // game. The value of the game is 1.
    let (world, game, text) = taking(&[&[1], &[1, 2], &[2, 3], &[1, 4]]);
    let mut naive = Naive {
        world: &world,
        game,
        known: HashMap::new(),
    };
    assert_eq!(
        naive.value(&world.rules(game).game().unwrap().sets[0].full_set()),
        1,
        "{text}"
    );
    assert!(matches!(
        claimed(
            &world,
            game,
            swapped,
            &[(&[0, 1, 2, 3], PartClaim::Mirror(0))],
            0
        ),
        Err(CertificateError::Parts { .. })
    ));
}

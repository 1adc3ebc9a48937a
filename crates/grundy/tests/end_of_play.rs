//! The end of play when goals, traps, urgent components, `again` and equal components are combined:
//! answers, moves and certificates of random games compared with a reference implementation. The
//! reference is written from the table in `docs/language.md` and uses no code of the program.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use base::budget::Budget;
use base::text::Lang;
use certificate::CertificateClaim;
use fastrand::Rng;
use grundy::answer::AnswerEvidence;
use grundy::{Session, SolveError, SolveOptions};
use rules::game::Outcome;
use rules::play::Component;
use rules::world::World;

use crate::explanations;
use crate::support::{SessionAnswers, session_with};

/// A component: the index of its game, and its position. Game 2 is `pass`.
type Part = (usize, usize);

const PASS: Part = (2, 0);

/// A move: the resulting components, and whether the player who made the move moves again.
#[derive(Clone)]
struct Made {
    leaves: Vec<usize>,
    again: bool,
}

/// A game whose moves are listed position by position.
#[derive(Clone, Default)]
struct Listed {
    coins: bool,
    moves: Vec<Vec<Made>>,
    goal: BTreeSet<usize>,
    trap: BTreeSet<usize>,
    urgent: BTreeSet<usize>,
}

/// The components in which a move is made: at most a given number of components, or every component
/// in which a move is possible.
#[derive(Clone, Copy, PartialEq)]
enum Steps {
    Most(usize),
    Every,
}

/// The conventions of a sum: the text for the rules and the settings of the reference
/// implementation.
#[derive(Clone, Copy)]
struct Played {
    rules: &'static str,
    misere: bool,
    until_one: bool,
    steps: Steps,
    loopy: bool,
}

const NORMAL: Played = Played {
    rules: "",
    misere: false,
    until_one: false,
    steps: Steps::Most(1),
    loopy: false,
};

const PLAYED: [Played; 12] = [
    NORMAL,
    NORMAL,
    Played {
        rules: "play misere",
        misere: true,
        ..NORMAL
    },
    Played {
        rules: "play misere",
        misere: true,
        ..NORMAL
    },
    Played {
        rules: "sum every",
        steps: Steps::Every,
        ..NORMAL
    },
    Played {
        rules: "sum any",
        steps: Steps::Most(usize::MAX),
        ..NORMAL
    },
    Played {
        rules: "sum upto 2",
        steps: Steps::Most(2),
        ..NORMAL
    },
    Played {
        rules: "until one",
        until_one: true,
        ..NORMAL
    },
    Played {
        rules: "sum every until one play misere",
        steps: Steps::Every,
        until_one: true,
        misere: true,
        ..NORMAL
    },
    Played {
        rules: "sum any until one",
        steps: Steps::Most(usize::MAX),
        until_one: true,
        ..NORMAL
    },
    Played {
        rules: "loopy",
        loopy: true,
        ..NORMAL
    },
    Played {
        rules: "loopy play misere",
        loopy: true,
        misere: true,
        ..NORMAL
    },
];

impl Listed {
    /// Returns a random game. An urgent position has a move, unless the position ends play or the
    /// convention is `until one`.
    fn random(rng: &mut Rng, played: Played, entails: bool) -> Listed {
        let positions = rng.usize(4..8);
        let some = |rng: &mut Rng, one_in: u32| -> BTreeSet<usize> {
            (0..positions).filter(|_| rng.u32(..one_in) == 0).collect()
        };
        let mut game = Listed {
            coins: rng.u8(..6) == 0,
            ..Listed::default()
        };
        (game.goal, game.trap) = match rng.u8(..4) {
            0 => (some(rng, 4), BTreeSet::new()),
            1 => (BTreeSet::new(), some(rng, 4)),
            2 => (some(rng, 5), some(rng, 5)),
            _ => (BTreeSet::new(), BTreeSet::new()),
        };
        for at in 0..positions {
            let reach = if played.loopy { positions } else { at };
            let mut moves = Vec::new();
            for _ in 0..if reach == 0 { 0 } else { rng.usize(..4) } {
                let parts =
                    [0, 1, 1, 1, 2, 2][rng.usize(..6)].min(if played.loopy { 1 } else { 2 });
                let mut leaves: Vec<usize> = (0..parts).map(|_| rng.usize(..reach)).collect();
                // About half of the moves to two components leave two equal components.
                if parts == 2 && rng.bool() {
                    leaves[1] = leaves[0];
                }
                moves.push(Made {
                    leaves,
                    again: entails && rng.u8(..4) == 0,
                });
            }
            game.moves.push(moves);
        }
        if entails {
            let ends = |at: &usize| game.goal.contains(at) || game.trap.contains(at);
            game.urgent = some(rng, 3)
                .into_iter()
                .filter(|at| !game.moves[*at].is_empty() || ends(at) || played.until_one)
                .collect();
        }
        game
    }

    /// Returns the game in the rule language.
    fn written(&self, name: &str, conventions: &str) -> String {
        let one_of = |set: &BTreeSet<usize>| {
            set.iter()
                .map(|at| format!("n == {at}"))
                .collect::<Vec<_>>()
                .join(" or ")
        };
        let mut text = format!(
            "{} {name} {{ state n in 0..{}\n",
            if self.coins { "coins" } else { "game" },
            self.moves.len() - 1
        );
        text += &format!("{conventions}\n");
        for (word, set) in [
            ("goal", &self.goal),
            ("trap", &self.trap),
            ("urgent", &self.urgent),
        ] {
            if !set.is_empty() {
                text += &format!("{word} {}\n", one_of(set));
            }
        }
        for (at, made) in self
            .moves
            .iter()
            .enumerate()
            .flat_map(|(at, moves)| moves.iter().map(move |made| (at, made)))
        {
            let left: Vec<String> = made.leaves.iter().map(|left| format!("[{left}]")).collect();
            let left = if left.is_empty() {
                "nothing".to_owned()
            } else {
                left.join(" + ")
            };
            text += &format!(
                "move when n == {at} : {left}{}\n",
                if made.again { " again" } else { "" }
            );
        }
        text + "}\n"
    }
}

/// The reference implementation.
struct Reference<'g> {
    games: &'g [Listed; 2],
    played: Played,
    known: HashMap<Vec<Part>, Outcome>,
}

/// Returns the state of the player to move; `None` if an urgent component has no move, which is an
/// error.
enum Turn {
    Over(Outcome),
    Options(BTreeSet<Vec<Part>>),
}

impl Reference<'_> {
    fn is_goal(&self, &(game, at): &Part) -> bool {
        game < 2 && self.games[game].goal.contains(&at)
    }

    fn is_trap(&self, &(game, at): &Part) -> bool {
        game < 2 && self.games[game].trap.contains(&at)
    }

    fn is_urgent(&self, &(game, at): &Part) -> bool {
        game == 2 || self.games[game].urgent.contains(&at)
    }

    fn moves(&self, &(game, at): &Part) -> Vec<Made> {
        if game == 2 {
            vec![Made {
                leaves: Vec::new(),
                again: false,
            }]
        } else {
            self.games[game].moves[at].clone()
        }
    }

    /// Equal coins cancel before any other rule is applied.
    fn canonical(&self, mut position: Vec<Part>) -> Vec<Part> {
        position.sort_unstable();
        let mut kept: Vec<Part> = Vec::new();
        for part in position {
            if part.0 < 2 && self.games[part.0].coins && kept.last() == Some(&part) {
                kept.pop();
            } else {
                kept.push(part);
            }
        }
        kept
    }

    fn turn(&self, position: &[Part]) -> Option<Turn> {
        // Rules 1 and 2 of the table in `docs/language.md` end play at a goal, then at a trap.
        if position.iter().any(|part| self.is_goal(part)) {
            return Some(Turn::Over(Outcome::P));
        }
        if position.iter().any(|part| self.is_trap(part)) {
            return Some(Turn::Over(Outcome::N));
        }
        let without_moves = Some(Turn::Over(if self.played.misere {
            Outcome::N
        } else {
            Outcome::P
        }));
        let moves: Vec<Vec<Made>> = position.iter().map(|part| self.moves(part)).collect();
        // Rule 3 of the table in `docs/language.md` is about `until one`.
        if self.played.until_one && moves.iter().any(Vec::is_empty) {
            return without_moves;
        }
        // Rules 4 and 5 of the table in `docs/language.md` are about urgent components.
        let urgent: Vec<usize> = (0..position.len())
            .filter(|&place| self.is_urgent(&position[place]))
            .collect();
        if urgent.iter().any(|&place| moves[place].is_empty()) {
            return None;
        }
        let movable = |place: &usize| {
            if urgent.is_empty() {
                !moves[*place].is_empty()
            } else {
                urgent.contains(place)
            }
        };
        let movable: Vec<usize> = (0..position.len()).filter(movable).collect();
        if movable.is_empty() {
            return without_moves;
        }
        let mut options = BTreeSet::new();
        for set in 1u32..1 << movable.len() {
            let taken: Vec<usize> = (0..movable.len())
                .filter(|bit| set >> bit & 1 == 1)
                .map(|bit| movable[bit])
                .collect();
            let fits = match self.played.steps {
                Steps::Most(most) => taken.len() <= most,
                Steps::Every => taken.len() == movable.len(),
            };
            if !fits {
                continue;
            }
            let mut choices = vec![0; taken.len()];
            loop {
                options.insert(self.made(position, &taken, &choices, &moves));
                let Some(place) =
                    (0..taken.len()).find(|&place| choices[place] + 1 < moves[taken[place]].len())
                else {
                    break;
                };
                choices[place] += 1;
                choices[..place].fill(0);
            }
        }
        Some(Turn::Options(options))
    }

    /// Returns the position after making these moves simultaneously.
    fn made(
        &self,
        position: &[Part],
        taken: &[usize],
        choices: &[usize],
        moves: &[Vec<Made>],
    ) -> Vec<Part> {
        let mut left: Vec<Part> = (0..position.len())
            .filter(|place| !taken.contains(place))
            .map(|place| position[place])
            .collect();
        let mut is_emptied = false;
        for (&place, &choice) in taken.iter().zip(choices) {
            let (game, made) = (position[place].0, &moves[place][choice]);
            left.extend(made.leaves.iter().map(|&at| (game, at)));
            left.extend(made.again.then_some(PASS));
            is_emptied |= game < 2 && made.leaves.is_empty();
        }
        if self.played.until_one && is_emptied {
            left.retain(|part| self.is_goal(part) || self.is_trap(part));
        }
        self.canonical(left)
    }

    /// Returns the outcome of a position; `None` if play reaches too many positions, or a position
    /// at which the rules report an error.
    fn outcome(&mut self, position: &[Part]) -> Option<Outcome> {
        const MAX_POSITIONS: usize = 1_500;
        let mut positions = vec![position.to_vec()];
        let mut places = BTreeMap::from([(position.to_vec(), 0)]);
        let (mut options, mut outcomes): (Vec<Vec<usize>>, Vec<Option<Outcome>>) =
            (Vec::new(), Vec::new());
        while let Some(at) = positions.get(options.len()).cloned() {
            let turn = match self.known.get(&at) {
                Some(&outcome) => Turn::Over(outcome),
                None if at.len() > 7 => return None,
                None => self.turn(&at)?,
            };
            let (list, outcome) = match turn {
                Turn::Over(outcome) => (BTreeSet::new(), Some(outcome)),
                Turn::Options(list) => (list, None),
            };
            options.push(
                list.into_iter()
                    .map(|option| {
                        *places.entry(option.clone()).or_insert_with(|| {
                            positions.push(option);
                            positions.len() - 1
                        })
                    })
                    .collect(),
            );
            outcomes.push(outcome);
            if positions.len() > MAX_POSITIONS {
                return None;
            }
        }
        loop {
            let mut changed = false;
            for place in (0..positions.len())
                .rev()
                .filter(|&place| !options[place].is_empty())
            {
                let is = |outcome| move |option: &Option<Outcome>| *option == Some(outcome);
                let left: Vec<Option<Outcome>> = options[place]
                    .iter()
                    .map(|&option| outcomes[option])
                    .collect();
                let found = if left.iter().any(is(Outcome::P)) {
                    Some(Outcome::N)
                } else if left.iter().all(is(Outcome::N)) {
                    Some(Outcome::P)
                } else {
                    None
                };
                if outcomes[place] != found {
                    changed = true;
                    outcomes[place] = found;
                }
            }
            if !changed {
                break;
            }
        }
        self.known.extend(
            positions.into_iter().zip(
                outcomes
                    .into_iter()
                    .map(|outcome| outcome.unwrap_or(Outcome::D)),
            ),
        );
        self.known.get(position).copied()
    }
}

/// Converts a position of the program into a position of the reference implementation.
fn parts(world: &World, components: &[Component]) -> Vec<Part> {
    let part = |component: &Component| match world.name(component.game) {
        "one" => (0, component.slots[0] as usize),
        "two" => (1, component.slots[0] as usize),
        _ => PASS,
    };
    let mut parts: Vec<Part> = components.iter().map(part).collect();
    parts.sort_unstable();
    parts
}

fn shown(error: &SolveError) -> String {
    error.render(Lang::En, false)
}

/// The number of occurrences of each tested case.
#[derive(Debug, Default)]
struct Counts {
    answers: usize,
    over: usize,
    lost: usize,
    drawn: usize,
    judged: usize,
    certificates: usize,
    by_theorem: usize,
}

/// Compares everything that one session returns about one position.
fn compare(
    session: &mut Session,
    position: &[Part],
    reference: &mut Reference<'_>,
    counts: &mut Counts,
    label: &str,
) {
    let budget = Budget::generous();
    let name = |part: &Part| {
        if *part == PASS {
            "pass".to_owned()
        } else {
            format!("{}[{}]", ["one", "two"][part.0], part.1)
        }
    };
    let question = position.iter().map(name).collect::<Vec<_>>().join(" + ");
    let label = format!("{question}\n{label}");
    let position = reference.canonical(position.to_vec());
    let Some(expected) = reference.outcome(&position) else {
        return;
    };
    let Some(turn) = reference.turn(&position) else {
        return;
    };
    let options = match &turn {
        Turn::Over(_) => BTreeSet::new(),
        Turn::Options(options) => options.clone(),
    };
    let answer = match session.solve(&question[..], SolveOptions::MOVES, &budget) {
        Ok(answer) => answer,
        // Equal coins may cancel until no component is left.
        Err(_) if position.is_empty() => return,
        Err(error) => panic!("{label}: {}", shown(&error)),
    };
    let world = session.world.clone();
    assert_eq!(answer.outcome, expected, "{label}");
    let is_over = position
        .iter()
        .any(|part| reference.is_goal(part) || reference.is_trap(part));
    assert_eq!(
        answer.components.is_empty(),
        is_over || position.is_empty(),
        "{label}"
    );
    assert!(
        !is_over
            || matches!(
                answer.evidence,
                AnswerEvidence::PlayIsOver | AnswerEvidence::CertificateChecked { rows: 1 }
            ),
        "{label}"
    );
    counts.answers += 1;
    counts.over += usize::from(is_over);
    counts.lost += usize::from(expected == Outcome::P);
    counts.drawn += usize::from(expected == Outcome::D);
    counts.by_theorem += usize::from(
        answer
            .components
            .first()
            .is_some_and(|part| part.method == "entailing"),
    );
    // The lists of winning and of legal moves.
    let won: BTreeSet<Vec<Part>> = options
        .iter()
        .filter(|option| reference.outcome(option) == Some(Outcome::P))
        .cloned()
        .collect();
    let leaves = |made: &grundy::answer::WinningMove| parts(&world, &made.leaves);
    assert_eq!(
        answer
            .moves
            .unwrap()
            .iter()
            .map(leaves)
            .collect::<BTreeSet<_>>(),
        won,
        "{label}"
    );
    let legal = session
        .legal_moves(&question[..], &budget)
        .unwrap_or_else(|error| panic!("{label}: {}", shown(&error)));
    assert_eq!(
        legal.iter().map(leaves).collect::<BTreeSet<_>>(),
        options,
        "{label}"
    );
    // The list of `moves --all`: the result of every move.
    let look = session
        .look(&question[..], 500, &budget)
        .unwrap_or_else(|error| panic!("{label}: {}", shown(&error)));
    assert_eq!(look.moves.is_empty(), options.is_empty(), "{label}");
    for judged in &look.moves {
        let left = leaves(&judged.made);
        let found = reference.outcome(&left);
        assert!(
            found.is_none() || judged.outcome == found,
            "{label}: {left:?} is {found:?}, not {:?}",
            judged.outcome
        );
        counts.judged += 1;
    }
    // The certificate states the same outcome and is accepted from its text.
    match session.certify(&question[..], false, &budget) {
        Ok((answer, text)) => {
            assert_eq!(answer.outcome, expected, "{label}");
            let parsed =
                certificate::parse(&text).unwrap_or_else(|refused| panic!("{label}: {refused}"));
            parsed
                .check(&budget)
                .unwrap_or_else(|refused| panic!("{label}: {refused}\n{text}"));
            let claimed = match parsed.certificate.claim {
                CertificateClaim::Outcome { outcome, .. } => outcome,
                CertificateClaim::Value { value, .. } => {
                    if value == 0 {
                        Outcome::P
                    } else {
                        Outcome::N
                    }
                }
                other => panic!("{label}: {other:?}"),
            };
            assert_eq!(claimed, expected, "{label}");
            counts.certificates += 1;
        }
        Err(SolveError::Unsupported(_)) if reference.played.loopy => {}
        Err(error) => panic!("{label}: {}", shown(&error)),
    }
    explanations::same_method(session, &question, &label, &budget);
}

#[test]
fn answers_moves_and_certificates_follow_the_table_of_what_ends_play() {
    let mut rng = Rng::with_seed(51);
    let mut counts = Counts::default();
    for round in 0..testkit::rounds(180, 3_000) {
        let played = PLAYED[round % PLAYED.len()];
        let games = [
            Listed::random(&mut rng, played, !played.loopy),
            Listed::random(&mut rng, played, false),
        ];
        let rules = games[0].written("One", played.rules) + &games[1].written("Two", played.rules);
        let mut reference = Reference {
            games: &games,
            played,
            known: HashMap::new(),
        };
        let positions: Vec<Vec<Part>> = (0..6)
            .map(|_| {
                let mut position: Vec<Part> = Vec::new();
                for _ in 0..rng.usize(1..4) {
                    let game = rng.usize(..2);
                    position.push((game, rng.usize(..games[game].moves.len())));
                }
                if rng.u8(..4) == 0 && position.len() < 3 {
                    position.push(position[0]);
                }
                if rng.u8(..8) == 0 && !played.loopy {
                    position.push(PASS);
                }
                position
            })
            .collect();
        for without in [&[][..], &["entailing"], &["entailing", "search"]]
            .iter()
            .take(if round % 3 == 0 { 3 } else { 1 })
        {
            let mut session = Session::new();
            session
                .settings
                .without
                .extend(without.iter().map(|method| (*method).to_owned()));
            session
                .load_rules("own.game", &rules)
                .unwrap_or_else(|error| panic!("{}\n{rules}", shown(&error)));
            for position in &positions {
                compare(
                    &mut session,
                    position,
                    &mut reference,
                    &mut counts,
                    &format!("{}\n{rules}without {without:?}", played.rules),
                );
            }
        }
    }
    println!("{counts:?}");
    let scale = testkit::rounds(1, 16);
    assert!(
        counts.answers > 1_000 * scale
            && counts.over > 200 * scale
            && counts.lost > 300 * scale
            && counts.drawn > 10 * scale
            && counts.judged > 1_000 * scale
            && counts.certificates > 800 * scale
            && counts.by_theorem > 30 * scale,
        "{counts:?}"
    );
}

/// The positions for which an error of the rules was reported.
#[test]
fn urgent_moves_beside_goals_and_traps() {
    const RULES: &str = "
game U1 { state n in 0.., h in 0..1  trap n == 1  urgent h == 1
  move \"take {k}\" k in {5} : [n - k, 0]
  move \"cut {i}\" i in 0..n - 2 when n % 2 == 1 : [i, 0] + [n - 2 - i, 0] again
  move \"let\" when h == 1 : [n, 0] }
game U0 { state n in 0.., h in 0..1  goal n == 0 and h == 1  urgent h == 1
  move \"take {k}\" k in {3} when n % 3 == 0 : [n - k, 1]
  move \"let\" when h == 1 : [n, 0] }
";
    let (mut session, budget) = (Session::new(), Budget::generous());
    session.load_rules("own.game", RULES).unwrap();
    for (question, expected) in [
        ("u1[1, 0] + u1[1, 0]", Outcome::N),
        ("u1[1, 0]", Outcome::N),
        ("u1[6, 1]", Outcome::N),
        ("u1[1, 0] + u0[0, 1]", Outcome::P),
        ("u0[0, 1]", Outcome::P),
        ("u0[0, 1] + u0[1, 1]", Outcome::P),
        ("u0[3, 1]", Outcome::N),
    ] {
        let answer = session.solve(question, SolveOptions::MOVES, &budget);
        let answer = answer.unwrap_or_else(|error| panic!("{question}: {}", shown(&error)));
        assert_eq!(answer.outcome, expected, "{question}");
    }
    let look = session.look("u0[3, 1]", 10, &budget).unwrap();
    assert_eq!(
        look.moves
            .iter()
            .map(|judged| judged.outcome)
            .collect::<Vec<_>>(),
        [Some(Outcome::P), Some(Outcome::N)]
    );
}

/// `again` under `until one`: the component `pass` does not count as a component that ends, so the
/// same player moves again.
#[test]
fn a_pass_that_is_taken_does_not_end_play_until_one() {
    let mut session = session_with(
        "own.game",
        "game Own { state n in 0.. until one move \"take\" when n >= 2 : [n - 1] again move \"last\" when n == 1 : [0] }",
    );
    // In this game, one player takes all counters, one counter at a time.
    for n in 1..6 {
        let answer = session.answer_to(&format!("own[{n}]"), SolveOptions::MOVES);
        assert_eq!(
            (answer.outcome, answer.moves.unwrap().len()),
            (Outcome::N, 1),
            "{n}"
        );
    }
}

//! Laws as theorems: a proved law computes values, outcomes and winning moves of positions of any
//! size. The certificate of a law is loaded, or the law is found during the question. The checker
//! must accept the certificate of a loaded or found law before the law is used.

use automata::numeration::NumerationSystem;
use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use certificate::{
    Certificate, CertificateClaim, CertificateError, CertificateProof, LawKind, WorkLimits,
};
use dashu_int::{IBig, UBig};
use laws::{
    Law, LawError, LawMove, LawNumerals, LawOutput, Theory, ValueFunction, moves, moves_by_values,
};
use rules::ast::PlayConvention;
use rules::game::{Conventions, GameId, Outcome};
use rules::ir::Int;
use rules::printer::print_game;
use rules::world::World;
use theory::theorem::{ChosenMove, ClosedForm};
use theory::value::Grundy;

use crate::attempt::TheoremText;
use crate::error::SolveError;
use crate::laws::LawForm;

/// The name of laws in plans and in `--without`.
pub(crate) const NAME: &str = "law";

/// Names of games whose laws are found quickly, from the output of `grundy law --gallery`.
static KNOWN: &str = include_str!("../laws.md");

/// A law that is known to be found quickly.
pub(crate) struct LawCatalogEntry {
    /// The form of the law.
    pub form: LawForm,
    /// Whether the cataloged law is for the game with equal parameters; otherwise it is for the
    /// game with other parameters.
    pub is_own: bool,
}

/// Returns the catalog's law of the game with this title, or of the same game with other
/// parameters. If `values` is set, only laws that compute values are returned.
pub(crate) fn find_in_catalog(title: &str, values: bool) -> Option<LawCatalogEntry> {
    let name = |title: &str| title.split('(').next().map(str::trim).map(str::to_owned);
    let rows = KNOWN
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.split_once(" | "));
    let known =
        rows.filter(|(game, said)| said.contains("| proved |") && name(game) == name(title));
    let known = known.map(|(game, said)| LawCatalogEntry {
        form: LawForm::of_row(said),
        is_own: game == title,
    });
    known
        .filter(|known| known.form.tells_values() || !values)
        .max_by_key(|known| known.is_own)
}

/// Listed moves, and whether every move is listed.
pub(crate) type ListedMoves = (Vec<ChosenMove>, bool);

/// A certificate of a law that has not been checked yet.
#[derive(Debug)]
pub struct UncheckedLaw {
    world: World,
    game: GameId,
    certificate: Certificate,
    bound: WorkLimits,
    lines: usize,
}

impl UncheckedLaw {
    /// Reads a certificate.
    ///
    /// # Errors
    /// Returns [`SolveError::Usage`] if the text is not a certificate of a law.
    pub fn read(text: &str) -> Result<UncheckedLaw, SolveError> {
        let parsed = certificate::parse(text).map_err(|refused| of_law(&refused.text()))?;
        let game = match &parsed.certificate {
            Certificate {
                claim: CertificateClaim::Law(claim),
                proof: CertificateProof::Law(_),
            } => claim.game,
            Certificate {
                claim: CertificateClaim::AllValues(game),
                proof: CertificateProof::Method(_),
            } => *game,
            _ => {
                return Err(of_law(&text!(
                    "this is not a certificate of a law; `grundy law GAME --certificate FILE` writes one",
                    "这不是规律的证书；`grundy law 游戏 --certificate 文件` 可写出"
                )));
            }
        };
        Ok(UncheckedLaw {
            world: parsed.world,
            game,
            certificate: parsed.certificate,
            bound: parsed.bound,
            lines: text.lines().count(),
        })
    }

    /// Returns the game of the certificate with its arguments.
    pub(crate) fn title(&self) -> String {
        self.world.rules(self.game).title()
    }

    /// Returns whether the certificate is about this play convention, and about values if values
    /// are requested.
    pub(crate) fn tells(&self, play: PlayConvention, values: bool) -> bool {
        match &self.certificate.claim {
            CertificateClaim::Law(law) => {
                law.play == play && (law.kind != LawKind::Outcomes || !values)
            }
            _ => play == PlayConvention::Normal,
        }
    }

    /// Returns whether the certificate is about this game, that is, whether the name and the text
    /// of all reachable rules are equal.
    pub(crate) fn is_of(&self, world: &World, game: GameId) -> bool {
        self.paired(world, game).is_some()
    }

    /// Returns the reachable games of the certificate, each with the game of another world that has
    /// the same name, rules and role; `None` if a game differs.
    fn paired(&self, world: &World, game: GameId) -> Option<Vec<(GameId, GameId)>> {
        let mut paired = vec![(self.game, game)];
        let mut at = 0;
        while let Some(&(own, other)) = paired.get(at) {
            let text = |world: &World, game: GameId| {
                world
                    .declaration_of(game)
                    .map(|declared| print_game(declared.decl()))
            };
            let named = |world: &World, game: GameId| -> Vec<GameId> {
                let moves = world
                    .rules(game)
                    .game()
                    .into_iter()
                    .flat_map(|game| &game.moves);
                moves
                    .flat_map(|rule| &rule.result)
                    .flat_map(|part| part.kind.named_games())
                    .collect()
            };
            let (reached, there) = (named(&self.world, own), named(world, other));
            let same = self.world.rules(own).title() == world.rules(other).title()
                && text(&self.world, own) == text(world, other);
            if !same || reached.len() != there.len() {
                return None;
            }
            for pair in reached.into_iter().zip(there) {
                if paired.contains(&pair) {
                    continue;
                }
                // A game of the certificate must not correspond to two games of the other world.
                if paired
                    .iter()
                    .any(|known| known.0 == pair.0 || known.1 == pair.1)
                {
                    return None;
                }
                paired.push(pair);
            }
            at += 1;
        }
        Some(paired)
    }

    /// Returns the checked law for its game in another world.
    ///
    /// # Errors
    /// Returns [`SolveError::Usage`] if the certificate is about another game or the checker
    /// rejects it, and [`SolveError::Stopped`] if the budget runs out.
    pub(crate) fn check(
        &self,
        world: &World,
        game: GameId,
        budget: &Budget<'_>,
    ) -> Result<CheckedLaw, SolveError> {
        let of_another = || {
            of_law(&text!(
                "the certificate contains the law of another game",
                "这是另一个游戏的规律"
            ))
        };
        let paired = self.paired(world, game).ok_or_else(of_another)?;
        let checked = self.bound.hold(budget, |budget| {
            certificate::check(&self.world, &self.certificate, budget)
        });
        checked.map_err(|refused| match refused {
            CertificateError::Stopped(stop) => SolveError::Stopped(stop),
            refused => of_law(&refused.text()),
        })?;
        match &self.certificate {
            Certificate {
                claim: CertificateClaim::Law(claim),
                proof: CertificateProof::Law(proof),
            } => {
                let law = laws::read(&self.world, claim, proof, budget).map_err(of_halt)?;
                CheckedLaw::new(world, game, claim.play, law, self.lines, budget).map_err(of_halt)
            }
            Certificate {
                proof: CertificateProof::Method(method),
                ..
            } => {
                let told =
                    laws::read_method(&self.world, self.game, method, budget).map_err(of_halt)?;
                let there =
                    |own: GameId| paired.iter().find(|pair| pair.0 == own).map(|pair| pair.1);
                CheckedLaw::of_values(world, game, told.in_world(there), self.lines, budget)
                    .map_err(SolveError::Stopped)
            }
            _ => Err(of_another()),
        }
    }
}

fn of_law(why: &Text) -> SolveError {
    SolveError::Usage(Text {
        en: format!("cannot use the given law: {}", why.en),
        zh: format!("无法使用所给的规律：{}", why.zh),
    })
}

fn of_halt(halt: LawError) -> SolveError {
    match halt {
        LawError::Outside(why) => of_law(&why),
        LawError::Stopped(stop) => SolveError::Stopped(stop),
    }
}

/// A law of a game, after the checker accepted the certificate of the law.
pub struct CheckedLaw {
    told: ValueFunction,
    kind: LawOutput,
    play: PlayConvention,
    /// The automaton for all positions, if the law has only one automaton. The automaton may depend
    /// on the automata of other games.
    law: Option<Law>,
    /// The moves of the game, if the rules can be read with the numbers of a position in the order
    /// of the slots.
    theory: Option<Theory>,
    /// Number of lines of the certificate.
    pub(crate) lines: usize,
}

/// Maximum number of moves that are listed for each case of a rule.
const MAX_LISTED_MOVES: usize = 40;

/// Maximum number of options that are tested for each case of a rule if no automaton finds the
/// winning options.
const TRIES: usize = 2_000;

/// Maximum number of components in the runs that result from a listed move.
const MAX_RUN_COMPONENTS: u32 = 1_000;

impl CheckedLaw {
    /// Returns whether the law is valid under these conventions, either for a single component, or,
    /// if the law has values, for each component of a sum.
    pub(crate) fn speaks_under(&self, conventions: &Conventions) -> bool {
        let ends = conventions.loopy || conventions.entailing;
        !ends && conventions.play == self.play && (self.knows_values() <= conventions.is_plain())
    }

    /// Creates the law from a method other than one automaton that computes all values of a game.
    pub(crate) fn of_values(
        world: &World,
        game: GameId,
        told: ValueFunction,
        lines: usize,
        budget: &Budget<'_>,
    ) -> Result<CheckedLaw, StopReason> {
        let theory = theory_told(world, game, &told, budget)?;
        let law = told.automaton().cloned();
        Ok(CheckedLaw {
            told,
            kind: LawOutput::Values,
            play: PlayConvention::Normal,
            law,
            theory,
            lines,
        })
    }

    /// Creates the law with the moves of its game.
    pub(crate) fn new(
        world: &World,
        game: GameId,
        play: PlayConvention,
        law: Law,
        lines: usize,
        budget: &Budget<'_>,
    ) -> Result<CheckedLaw, LawError> {
        let theory = theory_of(world, game, law.numerals.clone(), budget)?;
        Ok(CheckedLaw {
            told: ValueFunction::Automaton(Box::new(law.clone())),
            kind: law.kind,
            play,
            law: Some(law),
            theory: Some(theory),
            lines,
        })
    }

    /// Returns the statement of the law theorem for plans.
    pub(crate) fn theorem_text() -> TheoremText {
        TheoremText {
            statement: text!(
                "An automaton reads the digits of a position and returns its value. The rules prove that this value is correct for all positions.",
                "自动机读入局面中各数的数位并给出其值。由规则已证明，该值对所有局面都正确。"
            ),
            source: "Mignoty, Renard, Rigo, Whiteland 2025",
        }
    }

    fn value_at(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Option<UBig>, StopReason> {
        self.told.value(
            &slots
                .iter()
                .map(|&slot| IBig::from(slot))
                .collect::<Vec<_>>(),
            budget,
        )
    }
}

/// Returns the moves of a game in this numeration system. The measure of the game is not needed.
pub(crate) fn theory_of(
    world: &World,
    game: GameId,
    numerals: LawNumerals,
    budget: &Budget<'_>,
) -> Result<Theory, LawError> {
    theory_given(world, game, Vec::new(), numerals, budget)
}

/// Returns the moves of a game in this numeration system, with the laws of the games that moves
/// lead into.
fn theory_given(
    world: &World,
    game: GameId,
    others: Vec<(GameId, Law)>,
    numerals: LawNumerals,
    budget: &Budget<'_>,
) -> Result<Theory, LawError> {
    let read = clauses::of_game(world, game, budget)?;
    let slots = world.rules(game).slots();
    Theory::with_lemmas(
        others,
        slots,
        &read,
        &vec![1; slots.len()],
        numerals,
        budget,
    )
}

/// Returns the moves, in binary, of a game whose values are computed by another method; `None` if
/// the rules cannot be read with the numbers of a position in the order of the slots.
pub(crate) fn theory_told(
    world: &World,
    game: GameId,
    told: &ValueFunction,
    budget: &Budget<'_>,
) -> Result<Option<Theory>, StopReason> {
    let others = told
        .others()
        .iter()
        .map(|other| (other.game, other.law.clone()))
        .collect();
    match theory_given(
        world,
        game,
        others,
        LawNumerals::from_system(NumerationSystem::Base(2), budget)?,
        budget,
    ) {
        Ok(theory) => Ok(Some(theory)),
        Err(LawError::Stopped(stop)) => Err(stop),
        Err(LawError::Outside(_)) => Ok(None),
    }
}

impl ClosedForm for CheckedLaw {
    fn summary(&self) -> Text {
        let (Text { en, zh }, lines) = (self.told.text(), self.lines);
        Text {
            en: format!("{en}; its certificate of {lines} lines was checked"),
            zh: format!("{zh}；其 {lines} 行的证书已核验"),
        }
    }

    fn knows_values(&self) -> bool {
        self.kind != LawOutput::Outcomes
    }

    fn grundy(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Option<Grundy>, StopReason> {
        let value = self
            .value_at(slots, budget)?
            .filter(|_| self.knows_values())
            .and_then(|value| u64::try_from(value).ok());
        Ok(value.and_then(Grundy::nimber))
    }

    fn outcome(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Outcome, StopReason> {
        Ok(if self.value_at(slots, budget)? == Some(UBig::ZERO) {
            Outcome::P
        } else {
            Outcome::N
        })
    }

    fn moves_to(
        &self,
        slots: &[Int],
        value: Grundy,
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<ChosenMove>>, StopReason> {
        Ok(self
            .listed_moves(slots, value, budget)?
            .map(|(moves, _)| moves))
    }

    fn lists_all(&self, _: &[Int]) -> bool {
        false
    }

    fn listed_moves(
        &self,
        slots: &[Int],
        value: Grundy,
        budget: &Budget<'_>,
    ) -> Result<Option<(Vec<ChosenMove>, bool)>, StopReason> {
        let (Some(value), Some(theory)) = (value.as_nimber(), &self.theory) else {
            return Ok(None);
        };
        if !self.knows_values() && value != 0 {
            return Ok(Some((Vec::new(), true)));
        }
        let slots: Vec<IBig> = slots.iter().map(|&slot| IBig::from(slot)).collect();
        let listed = match &self.law {
            Some(law) => moves(theory, law, &slots, value, MAX_LISTED_MOVES, budget),
            None => moves_by_values(theory, &self.told, &slots, value, TRIES, budget).map(
                |mut listed| {
                    if !listed.complete {
                        listed.moves.truncate(MAX_LISTED_MOVES * theory.moves.len());
                    }
                    listed
                },
            ),
        };
        let listed = match listed {
            // A test of all options may find a winning move.
            Ok(listed) if self.law.is_none() && listed.moves.is_empty() && !listed.complete => {
                return Ok(None);
            }
            Ok(listed) => listed,
            Err(LawError::Stopped(stop)) => return Err(stop),
            Err(LawError::Outside(_)) => return Ok(None),
        };
        let narrow = |choices: &[IBig]| {
            choices
                .iter()
                .map(|choice| Int::try_from(choice).ok())
                .collect::<Option<Vec<Int>>>()
        };
        // A move that results in too many components is not listed.
        let length = |chosen: &LawMove| {
            chosen
                .runs
                .iter()
                .map(|(_, [first, last])| last - first)
                .sum::<IBig>()
        };
        let (short, long): (Vec<&LawMove>, Vec<&LawMove>) = listed
            .moves
            .iter()
            .partition(|chosen| length(chosen) <= IBig::from(MAX_RUN_COMPONENTS));
        let moves = short
            .into_iter()
            .filter_map(|chosen| Some((chosen.rule, narrow(&chosen.choices)?)))
            .collect();
        Ok(Some((moves, listed.complete && long.is_empty())))
    }
}

//! Answers the problems that rule files describe: reads each case of an input, asks for its
//! position, and writes its output. Cases whose rules use equal data share a game and everything
//! that was computed about it.

use base::budget::Budget;
use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::Text;
use engines::oracle::{GrundyOracle, OutcomeOracle};
use engines::reference::{ReferenceGrundy, ReferenceOutcomes};
use engines::score::ScoreOracle;
use engines::score_search::ScoreSearch;
use rules::ast::{GameDecl, GameItemKind, PlayConvention, SampleDecl, SpannedExpr};
use rules::game::{Conventions, GameId, Outcome};
use rules::ir::Int;
use rules::lower::{OutputFacts, takes_results};
use rules::play::{Component, SumMove, SumPosition, TurnState, resolve_turn};
use rules::problem::{
    CaseError, CaseReader, CaseValues, in_sample, input_of, listed_constants, mentions, outputs_of,
    samples_of, starts_alone, used_names,
};
use rules::world::{InstantiationError, SourceError, World};

use crate::error::SolveError;
use crate::position_text;
use crate::question::{Position, QuestionInput, cancel_coins, complete, may_stand_together};
use crate::session::Session;
use crate::solve_options::SolveOptions;

/// The number of games that the cases of one input may create before the games of earlier cases
/// are dropped.
const MAX_CASE_GAMES: usize = 2_000;

/// The name of the input of a sample.
const SAMPLE: &str = "sample";

/// How the questions of an input are answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemMethod {
    /// By the theorems and engines of the session.
    Session,
    /// By the reference implementation, which lists every position that play can reach.
    Reference,
}

/// An input of a problem.
#[derive(Clone, Copy, Debug)]
pub struct ProblemInput<'a> {
    /// The name of the input in messages.
    pub name: &'a str,
    /// The text.
    pub text: &'a str,
}

/// The results that the output of a problem uses.
#[derive(Clone, Copy, Debug)]
struct OutputNeeds {
    outcome: bool,
    value: bool,
    score: bool,
    moves: bool,
    /// The players for whom the output uses the result if they begin.
    players: [bool; 2],
    /// Whether the output is written once for all questions of a case.
    together: bool,
}

impl OutputNeeds {
    fn from_decl(decl: &GameDecl) -> OutputNeeds {
        let parts: Vec<&SpannedExpr> = outputs_of(decl).flatten().collect();
        let uses = |name: &str| parts.iter().any(|part| mentions(part, name));
        OutputNeeds {
            outcome: uses("wins") || uses("draws"),
            value: uses("value"),
            score: uses("score"),
            moves: uses("winning moves") || uses("winning move"),
            players: [["left wins", "left draws"], ["right wins", "right draws"]]
                .map(|names| uses("outcome") || names.into_iter().any(uses)),
            together: parts.iter().any(|part| takes_results(part)),
        }
    }
}

/// What is done with a case, given its number and its values.
type Visit<'v> =
    &'v mut dyn FnMut(&mut Session, &ProblemPlan<'_>, Int, &CaseValues) -> Result<(), SolveError>;

/// A problem with what all its cases share.
struct ProblemPlan<'d> {
    game: &'d str,
    needs: OutputNeeds,
    used: std::collections::HashSet<String>,
}

impl Session {
    /// Returns the game that describes the problem with a name, or the only such game of the rule
    /// files if no name is given. Checks the problem.
    ///
    /// # Errors
    /// Returns [`SolveError::Usage`] if there is no such game, or if there are several games and no
    /// name. Returns [`SolveError::Refused`] with the errors of the problem.
    pub fn problem(&mut self, name: Option<&str>) -> Result<String, SolveError> {
        let names: Vec<String> = self
            .world
            .problems()
            .iter()
            .map(|declared| declared.name.to_string())
            .collect();
        let found = match name {
            Some(name) => names
                .iter()
                .find(|known| base::text::lowercase(known) == base::text::lowercase(name)),
            None if names.len() == 1 => names.first(),
            None => None,
        };
        let Some(found) = found else {
            return Err(SolveError::Usage(no_problem(name, &names)));
        };
        match self.world_mut().check_problem(found) {
            Ok(()) => Ok(found.clone()),
            Err(error) => Err(refused(error)),
        }
    }

    /// Returns whether a rule file describes a problem with this name.
    pub fn has_problem(&self, name: &str) -> bool {
        let name = base::text::lowercase(name);
        self.world
            .problems()
            .iter()
            .any(|declared| declared.lower() == name)
    }

    /// Returns the samples of a problem: inputs and outputs.
    pub fn samples(&self, game: &str) -> Vec<(String, String)> {
        let Some(declared) = self.world.declared(game) else {
            return Vec::new();
        };
        samples_of(declared.decl())
            .map(|(sample, _)| {
                let text = SampleDecl::text;
                (text(&sample.input), text(&sample.output))
            })
            .collect()
    }

    /// Returns the output for an input of a problem.
    ///
    /// # Errors
    /// Returns [`SolveError::Refused`] with the location if the input is not in the format of the
    /// problem, and the errors of [`Session::solve`].
    pub fn answer_problem(
        &mut self,
        game: &str,
        input: ProblemInput<'_>,
        method: ProblemMethod,
        budget: &Budget<'_>,
    ) -> Result<String, SolveError> {
        let mut text = String::new();
        self.each_case(game, input, budget, &mut |session, plan, case, values| {
            session.write_case(plan, case, values, method, &mut text, budget)
        })?;
        Ok(text)
    }

    /// Returns the position of the first question of an input, for a game against the computer.
    ///
    /// # Errors
    /// Returns the errors of [`Session::answer_problem`], and [`SolveError::Usage`] if the input
    /// asks for no position.
    pub fn problem_position(
        &mut self,
        game: &str,
        input: ProblemInput<'_>,
        budget: &Budget<'_>,
    ) -> Result<Position, SolveError> {
        let mut found = None;
        let declared = self.declared_problem(game)?;
        let decl = declared.decl();
        let constants = listed_constants(decl);
        let values = match input_of(decl) {
            None => Some(CaseValues::new()),
            Some(format) => CaseReader::new(format, &constants, input.text)
                .next_case()
                .map_err(|error| self.case_error(game, input, error))?,
        };
        if let Some(values) = values {
            let plan = plan(game, decl);
            let (_, positions) = self.case_positions(&plan, &values, budget)?;
            found = positions.into_iter().next();
        }
        found.ok_or_else(|| {
            SolveError::Usage(text!(
                "this input asks for no position",
                "该输入没有询问任何局面"
            ))
        })
    }

    fn declared_problem(&self, game: &str) -> Result<rules::world::Declaration, SolveError> {
        self.world
            .declared(game)
            .cloned()
            .ok_or_else(|| SolveError::Usage(text!("unknown game `{game}`", "未知的游戏 `{game}`")))
    }

    /// Calls `visit` for each case of an input, with its number and its values.
    fn each_case(
        &mut self,
        game: &str,
        input: ProblemInput<'_>,
        budget: &Budget<'_>,
        visit: Visit<'_>,
    ) -> Result<(), SolveError> {
        let declared = self.declared_problem(game)?;
        let decl = declared.decl();
        let constants = listed_constants(decl);
        let plan = plan(game, decl);
        let Some(format) = input_of(decl) else {
            if !input.text.trim().is_empty() {
                let message = text!(
                    "{game} has no `input`, so nothing is read",
                    "{game} 没有 `input`，不读入任何内容"
                );
                let error = Diagnostic::error(Span::new(0, 0), message);
                return Err(refused_input(input, vec![error]));
            }
            let mut session = self.fork();
            return visit(&mut session, &plan, 1, &CaseValues::new());
        };
        let mut reader = CaseReader::new(format, &constants, input.text);
        let mut session = self.fork();
        let games = session.world.games().len();
        let mut case = 0;
        while let Some(values) = reader
            .next_case()
            .map_err(|error| self.case_error(game, input, error))?
        {
            budget.ask().map_err(SolveError::Stopped)?;
            case += 1;
            visit(&mut session, &plan, case, &values)?;
            if session.world.games().len() - games > MAX_CASE_GAMES {
                session = self.fork();
            }
        }
        Ok(())
    }

    fn case_error(&self, game: &str, input: ProblemInput<'_>, error: CaseError) -> SolveError {
        match error {
            CaseError::Input(found) => refused_input(input, found),
            CaseError::Stopped(stop) => SolveError::Stopped(stop),
            CaseError::Rules(found) => match self.world.declared(game) {
                Some(declared) => {
                    SolveError::Refused(SourceError::from_rule_file(declared.source.clone(), found))
                }
                None => refused_input(input, found),
            },
        }
    }

    /// Returns the game of a case, and the positions that the case asks for.
    fn case_positions(
        &mut self,
        plan: &ProblemPlan<'_>,
        values: &CaseValues,
        budget: &Budget<'_>,
    ) -> Result<(GameId, Vec<Position>), SolveError> {
        let game = self
            .world_mut()
            .instance_of_case(plan.game, values, &|name| plan.used.contains(name))
            .map_err(refused)?;
        let asked = self
            .world_mut()
            .asked_position(game, values)
            .map_err(SolveError::Refused)?;
        let Some(asked) = asked else {
            let start = Position::from_numbers(&self.world, game, None, budget)?;
            return Ok((game, vec![start.map_err(not_a_position)?]));
        };
        let mut components = Vec::with_capacity(asked.components.len());
        let mut games = vec![game];
        for (game, numbers) in &asked.components {
            budget.tick().map_err(SolveError::Stopped)?;
            let component = complete(&self.world, *game, Some(numbers), budget)?;
            components.push(component.map_err(not_a_position)?);
            if games.last() != Some(game) && !games.contains(game) {
                games.push(*game);
            }
        }
        let position = |components: Vec<Component>| Position {
            components,
            games: games.clone(),
            play: None,
        };
        if asked.each {
            let alone = components
                .into_iter()
                .map(|component| position(vec![component]));
            return Ok((game, alone.collect()));
        }
        let is_standalone = |c: &Component| self.world.rules(c.game).is_standalone();
        if components.len() > 1 && components.iter().any(is_standalone) {
            let text = position_text::position(&self.world, &components);
            may_stand_together(&self.world, &text, &components)?;
        }
        cancel_coins(&self.world, &mut components);
        Ok((game, vec![position(components)]))
    }

    /// Writes the output of a case.
    fn write_case(
        &mut self,
        plan: &ProblemPlan<'_>,
        case: Int,
        values: &CaseValues,
        method: ProblemMethod,
        text: &mut String,
        budget: &Budget<'_>,
    ) -> Result<(), SolveError> {
        let (game, positions) = self.case_positions(plan, values, budget)?;
        let mut all = Vec::new();
        for position in &positions {
            let facts = match method {
                ProblemMethod::Session => self.facts(position, plan.needs, budget)?,
                ProblemMethod::Reference => self.reference_facts(position, plan.needs, budget)?,
            };
            let facts = OutputFacts { case, ..facts };
            if plan.needs.together {
                all.push(facts);
                continue;
            }
            self.write_output(game, values, &facts, None, text, budget)?;
        }
        if plan.needs.together {
            let facts = OutputFacts {
                case,
                players: all.first().and_then(|facts| facts.players.clone()),
                ..OutputFacts::default()
            };
            self.write_output(game, values, &facts, Some(&all), text, budget)?;
        }
        Ok(())
    }

    fn write_output(
        &mut self,
        game: GameId,
        values: &CaseValues,
        facts: &OutputFacts,
        all: Option<&[OutputFacts]>,
        text: &mut String,
        budget: &Budget<'_>,
    ) -> Result<(), SolveError> {
        let output = self
            .world_mut()
            .output_text(game, values, facts, all)
            .map_err(SolveError::Refused)?;
        budget
            .allow_growth(text.len() as u64, output.len() as u64)
            .map_err(SolveError::Stopped)?;
        text.push_str(&output);
        Ok(())
    }

    /// Returns what an output uses, by the theorems and engines of the session.
    fn facts(
        &mut self,
        position: &Position,
        needs: OutputNeeds,
        budget: &Budget<'_>,
    ) -> Result<OutputFacts, SolveError> {
        let mut facts = OutputFacts::default();
        if needs.players != [false; 2] {
            facts.players = Some(self.player_facts(position, needs.players, budget)?);
            return Ok(facts);
        }
        let outcome = if needs.moves {
            let answer = self.unproved_answer(position, SolveOptions::MOVES, budget)?;
            let moves = answer.moves.unwrap_or_default();
            if answer.more_moves.is_none() {
                facts.winning_moves = Some(moves.len() as Int);
            }
            // The order of the moves depends on the method, so the label is chosen by its text.
            let labels = moves
                .iter()
                .filter_map(|made| made.steps.first())
                .filter_map(|step| position_text::step(&self.world, step));
            let label = labels.map(|label| label.en).min();
            facts.winning_move = Some(label.unwrap_or_default());
            facts.value = answer.value.and_then(nimber);
            facts.score = answer.score.map(|score| score.difference);
            answer.outcome
        } else if needs.score {
            let answer = self.unproved_answer(position, SolveOptions::WINNER, budget)?;
            facts.score = answer.score.map(|score| score.difference);
            answer.outcome
        } else if needs.value {
            let valued = self.value(position, budget)?;
            facts.value = valued.value.and_then(nimber);
            valued.outcome
        } else if needs.outcome {
            self.outcome(position, budget)?
        } else {
            Outcome::P
        };
        (facts.wins, facts.draws) = (outcome == Outcome::N, outcome == Outcome::D);
        Ok(facts)
    }

    /// Returns what an output uses, by listing every position that play can reach.
    fn reference_facts(
        &mut self,
        position: &Position,
        needs: OutputNeeds,
        budget: &Budget<'_>,
    ) -> Result<OutputFacts, SolveError> {
        if needs.players != [false; 2] {
            return Ok(OutputFacts {
                players: Some(self.reference_player_facts(position, budget)?),
                ..OutputFacts::default()
            });
        }
        let (position, conventions) = self.position(QuestionInput::Known(position), budget)?;
        let (world, sum) = (&self.world, position.sum(&self.world));
        let failed = |error| SolveError::of_engine(world, error);
        if conventions.play == PlayConvention::Score {
            let mut search = ScoreSearch::new(conventions);
            let score = search.score(world, &sum, budget).map_err(failed)?;
            let difference = score.difference;
            let moves = match needs.moves {
                true => open_moves(world, &sum, conventions, budget)?,
                false => Vec::new(),
            };
            let (mut best, mut labels) = (0, Vec::new());
            for made in moves {
                let left = search.score(world, &made.leaves, budget).map_err(failed)?;
                if made.gain.checked_sub(left.difference) == Some(difference) {
                    best += 1;
                    labels.extend(label(world, &sum, &made));
                }
            }
            return Ok(OutputFacts {
                wins: score.outcome() == Outcome::N,
                draws: score.outcome() == Outcome::D,
                score: Some(difference),
                winning_moves: needs.moves.then_some(best),
                winning_move: Some(labels.into_iter().min().unwrap_or_default()),
                ..OutputFacts::default()
            });
        }
        let mut reference = ReferenceOutcomes::new(conventions);
        let outcome = reference.outcome(world, &sum, budget).map_err(failed)?;
        let mut facts = OutputFacts {
            wins: outcome == Outcome::N,
            draws: outcome == Outcome::D,
            ..OutputFacts::default()
        };
        if needs.moves {
            let (mut winning, mut labels) = (0, Vec::new());
            for made in open_moves(world, &sum, conventions, budget)? {
                let after = reference
                    .outcome(world, &made.leaves, budget)
                    .map_err(failed)?;
                if after != Outcome::P {
                    continue;
                }
                winning += 1;
                labels.extend(label(world, &sum, &made));
            }
            facts.winning_moves = Some(winning);
            facts.winning_move = Some(labels.into_iter().min().unwrap_or_default());
        }
        if needs.value && conventions == Conventions::default() {
            let mut values = ReferenceGrundy::new();
            let mut total = 0;
            for component in &sum.0 {
                let value = values
                    .grundy(world, component.game, &component.slots, budget)
                    .map_err(failed)?;
                match nimber(value) {
                    Some(value) => total ^= value,
                    None => return Ok(facts),
                }
            }
            facts.value = Some(total);
        }
        Ok(facts)
    }

    /// Returns the diagnostic of a sample whose output is not the stated one; `None` if the output
    /// is right.
    pub(crate) fn wrong_sample(
        &mut self,
        game: &str,
        sample: &SampleDecl,
        span: Span,
        budget: &Budget<'_>,
    ) -> Result<Option<Diagnostic>, SolveError> {
        let text = SampleDecl::text(&sample.input);
        let stated = SampleDecl::text(&sample.output);
        let input = ProblemInput {
            name: SAMPLE,
            text: &text,
        };
        let output = match self.answer_problem(game, input, ProblemMethod::Session, budget) {
            Err(SolveError::Refused(error)) if error.source.name == SAMPLE => {
                let errors = error.diagnostics.iter();
                let mut located = errors.map(|error| in_sample(error, &text, &sample.input));
                return Ok(located.next());
            }
            output => output?,
        };
        if output.split_whitespace().eq(stated.split_whitespace()) {
            return Ok(None);
        }
        let found = output.trim_end().replace('\n', "` `");
        Ok(Some(Diagnostic::error(
            span,
            text!(
                "the output for this sample is `{found}`",
                "这个样例的输出是 `{found}`"
            ),
        )))
    }
}

/// Returns whether a game states samples, so that `check` verifies the problem.
pub(crate) fn is_checked(decl: &GameDecl) -> bool {
    decl.items.iter().any(|item| {
        matches!(
            item.kind,
            GameItemKind::Input(_)
                | GameItemKind::Ask(_)
                | GameItemKind::Output(_)
                | GameItemKind::Sample(_)
        )
    })
}

/// Returns the label of the first step of a move.
fn label(world: &World, sum: &SumPosition, made: &SumMove) -> Option<String> {
    let step = made.steps.first()?;
    let Component { game, slots } = &sum.0[step.component];
    world
        .describe(*game, slots, step.rule, &step.choices)
        .map(|label| label.en)
}

/// Returns the moves of a sum; no moves if play has ended.
fn open_moves(
    world: &World,
    sum: &SumPosition,
    conventions: Conventions,
    budget: &Budget<'_>,
) -> Result<Vec<SumMove>, SolveError> {
    match resolve_turn(world, sum, conventions, budget) {
        Ok(TurnState::Open(moves)) => Ok(moves),
        Ok(_) => Ok(Vec::new()),
        Err(fault) => Err(SolveError::of_fault(world, &fault)),
    }
}

fn plan<'d>(game: &'d str, decl: &GameDecl) -> ProblemPlan<'d> {
    let asks = starts_alone(decl)
        || decl
            .items
            .iter()
            .any(|item| matches!(item.kind, GameItemKind::Ask(_)));
    ProblemPlan {
        game,
        needs: OutputNeeds::from_decl(decl),
        used: used_names(decl, asks),
    }
}

fn nimber(value: theory::value::Grundy) -> Option<Int> {
    value
        .as_nimber()
        .and_then(|value| Int::try_from(value).ok())
}

fn not_a_position(Text { en, zh }: Text) -> SolveError {
    SolveError::Usage(text!(
        "the position that this input states: {en}",
        "该输入所述的局面：{zh}"
    ))
}

fn refused(error: InstantiationError) -> SolveError {
    match error {
        InstantiationError::Here(text) => SolveError::Usage(text),
        InstantiationError::There(refusal) => SolveError::Refused(refusal),
    }
}

fn refused_input(input: ProblemInput<'_>, found: Vec<Diagnostic>) -> SolveError {
    SolveError::Refused(SourceError::new(input.name, input.text, found))
}

fn no_problem(name: Option<&str>, names: &[String]) -> Text {
    let list = names.join(", ");
    match name {
        _ if names.is_empty() => text!(
            "no game of the rule files has an `output`, which a problem needs",
            "规则文件中没有游戏带有 `output`，而题目需要它"
        ),
        Some(name) => text!(
            "the rule files have no problem `{name}`; their problems: {list}",
            "规则文件中没有题目 `{name}`；其中的题目有：{list}"
        ),
        None => text!(
            "the rule files have several problems; name one of them: {list}",
            "规则文件中有多道题目；请指定其中一道：{list}"
        ),
    }
}

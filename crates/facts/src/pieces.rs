//! The moves of a game as exact linear pieces: clauses ([`clauses`]) of the linear fragment of the
//! language, as rows `form ≤ 0`. Expressions that are not linear (bits, infinite sets) are rejected
//! with a reason.
//!
//! Unlike the transitions of [`super::linear`], the pieces describe the rules completely.

use std::collections::BTreeMap;

use super::linear::follows;
use super::simplex::SimplexEffort;
use base::text;
use base::text::Text;
use clauses::{
    Atom, FloorFactor, LanguageFragment, LinearForm, MoveClause, RuleReader, SlotMapping,
};
use rules::game::GameId;
use rules::ir::Game;

/// One case of a rule. Variables whose index is below the number of slots are the slots of the
/// reader's position.
#[derive(Clone, Debug)]
pub(super) struct LinearPiece {
    pub(super) rule: usize,
    pub(super) slots: usize,
    /// Inequalities `form ≤ 0`. A position and choices belong to the case exactly if all rows hold.
    pub(super) rows: Vec<LinearForm>,
    pub(super) variables: usize,
    /// Variables defined as ⌊form · factor⌋. If the factor is irrational, the only fact used is
    /// that equal forms have equal results.
    pub(super) quotients: BTreeMap<usize, (LinearForm, FloorFactor)>,
    pub(super) choices: Vec<LinearForm>,
    pub(super) parts: Vec<Vec<LinearForm>>,
}

impl LinearPiece {
    fn forms(&self) -> impl Iterator<Item = &LinearForm> {
        let quotients = self.quotients.values().map(|(form, _)| form);
        self.rows
            .iter()
            .chain(quotients)
            .chain(&self.choices)
            .chain(self.parts.iter().flatten())
    }

    /// Returns whether a variable occurs in the piece.
    pub(super) fn mentions(&self, variable: usize) -> bool {
        self.quotients.contains_key(&variable)
            || self.forms().any(|form| form.terms.contains_key(&variable))
    }

    /// Returns the part of the piece in which a variable has this value. The variable must not be a
    /// quotient. The variable does not occur in the returned piece.
    pub(super) fn with(&self, variable: usize, value: &LinearForm) -> Option<LinearPiece> {
        let put = |form: &LinearForm| form.with(variable, value);
        let all = |forms: &[LinearForm]| forms.iter().map(put).collect::<Option<Vec<_>>>();
        let quotients = self
            .quotients
            .iter()
            .map(|(&v, (form, by))| Some((v, (put(form)?, *by))))
            .collect::<Option<_>>()?;
        let parts = self
            .parts
            .iter()
            .map(|slots| all(slots))
            .collect::<Option<_>>()?;
        Some(LinearPiece {
            rows: all(&self.rows)?,
            choices: all(&self.choices)?,
            quotients,
            parts,
            ..*self
        })
    }
}

/// A game, read in one view.
#[derive(Clone)]
pub(super) struct LinearGame {
    /// Moves of the game; some pieces may be empty.
    pub(super) moves: Vec<LinearPiece>,
    /// Positions of the game as a list of cases: the rows, and the number of their variables.
    pub(super) places: Vec<(Vec<LinearForm>, usize)>,
}

impl LinearGame {
    /// Reads a game in a view.
    pub(super) fn from_game(
        game: &Game,
        this: GameId,
        view: &SlotMapping,
        effort: &SimplexEffort<'_>,
    ) -> Result<LinearGame, Text> {
        Ok(LinearGame {
            moves: perhaps_empty(game, this, view, effort)?,
            places: positions(game, this, view, effort)?,
        })
    }

    /// Renames the slots of a game to another view. The game must have been read with its slots as
    /// written, and the view must not sort. Returns `None` if a number exceeds 128 bits.
    pub(super) fn in_view(&self, view: &SlotMapping) -> Option<LinearGame> {
        let slots = view.order.len();
        let renamed = |form: &LinearForm| {
            let name = |v: usize| if v < slots { view.order[v] } else { v };
            let terms = form.terms.iter().map(|(&v, &a)| (name(v), a)).collect();
            let shift = |sum: i128, (&v, &a): (&usize, &i128)| match v < slots {
                true => sum.checked_add(a.checked_mul(view.shifts[v].into())?),
                false => Some(sum),
            };
            Some(LinearForm {
                terms,
                constant: form.terms.iter().try_fold(form.constant, shift)?,
            })
        };
        let all = |forms: &[LinearForm]| forms.iter().map(renamed).collect::<Option<Vec<_>>>();
        let part = |part: &Vec<LinearForm>| {
            let mut seen = vec![LinearForm::default(); slots];
            for (i, form) in part.iter().enumerate() {
                seen[view.order[i]] =
                    renamed(form)?.plus(-1, &LinearForm::constant(view.shifts[i].into()))?;
            }
            Some(seen)
        };
        let piece = |piece: &LinearPiece| {
            let quotients = piece
                .quotients
                .iter()
                .map(|(&v, (form, by))| Some((v, (renamed(form)?, *by))))
                .collect::<Option<_>>()?;
            let parts = piece.parts.iter().map(part).collect::<Option<_>>()?;
            Some(LinearPiece {
                rows: all(&piece.rows)?,
                choices: all(&piece.choices)?,
                quotients,
                parts,
                ..*piece
            })
        };
        let place = |(rows, variables): &(Vec<LinearForm>, usize)| Some((all(rows)?, *variables));
        Some(LinearGame {
            moves: self.moves.iter().map(piece).collect::<Option<_>>()?,
            places: self.places.iter().map(place).collect::<Option<_>>()?,
        })
    }
}

/// Renumbers the variables of a form that are not slots, so that their numbers start at `first`.
pub(super) fn moved(form: &LinearForm, slots: usize, first: usize) -> LinearForm {
    let terms = form
        .terms
        .iter()
        .map(|(&v, &a)| (if v < slots { v } else { v - slots + first }, a))
        .collect();
    LinearForm {
        terms,
        constant: form.constant,
    }
}

/// Maximum number of cases of a game.
const MAX_CASES: usize = 400;

/// Returns all pieces of a game in a view, except pieces that are shown to be empty.
pub(super) fn pieces(
    game: &Game,
    this: GameId,
    view: &SlotMapping,
    effort: &SimplexEffort<'_>,
) -> Result<Vec<LinearPiece>, Text> {
    let mut all = perhaps_empty(game, this, view, effort)?;
    all.retain(|piece| !is_empty(&piece.rows, effort));
    Ok(all)
}

/// Returns an error for games in which a component can end play or be urgent.
pub(super) fn refuse_endings(game: &Game) -> Result<(), Text> {
    if game.can_end_play() {
        return Err(text!(
            "a component can end the play (`goal` or `trap`)",
            "存在可立即终局的局面（`goal` 或 `trap`）"
        ));
    }
    if game.conventions.entailing {
        return Err(text!(
            "components may be urgent (`urgent` or `again`)",
            "存在紧急的部分（`urgent` 或 `again`）"
        ));
    }
    Ok(())
}

/// Returns all pieces of a game in a view, including empty pieces. Empty pieces are included
/// because detecting an empty piece takes longer than reading it.
pub(super) fn perhaps_empty(
    game: &Game,
    this: GameId,
    view: &SlotMapping,
    effort: &SimplexEffort<'_>,
) -> Result<Vec<LinearPiece>, Text> {
    refuse_endings(game)?;
    if game.strict || game.coins {
        return Err(text!(
            "the game is `strict` or a coin game",
            "该游戏声明了 `strict` 或为翻硬币游戏"
        ));
    }
    let mut all = Vec::new();
    for rule in 0..game.moves.len() {
        all.extend(of_rule(game, this, view, rule, effort)?);
        if all.len() > MAX_CASES {
            return Err(text!(
                "the moves of the game have too many cases to be compared",
                "其着法的情形过多，无法比较"
            ));
        }
    }
    Ok(all)
}

/// Returns the pieces of one rule; some may be empty.
pub(super) fn of_rule(
    game: &Game,
    this: GameId,
    view: &SlotMapping,
    rule: usize,
    effort: &SimplexEffort<'_>,
) -> Result<Vec<LinearPiece>, Text> {
    read(game, this, view, effort, |reader| {
        reader
            .rule(rule)
            .map(|all| all.into_iter().map(piece).collect())
    })
}

/// Returns the positions of a game in a view as a list of cases: the rows, and the number of their
/// variables.
pub(super) fn positions(
    game: &Game,
    this: GameId,
    view: &SlotMapping,
    effort: &SimplexEffort<'_>,
) -> Result<Vec<(Vec<LinearForm>, usize)>, Text> {
    read(game, this, view, effort, |reader| {
        Ok(reader
            .positions()?
            .into_iter()
            .map(|region| (rows(region.atoms), region.variables))
            .collect())
    })
}

fn read<T>(
    game: &Game,
    this: GameId,
    view: &SlotMapping,
    effort: &SimplexEffort<'_>,
    read: impl FnOnce(&RuleReader<'_>) -> Result<T, Text>,
) -> Result<T, Text> {
    let spend = |atoms: usize| effort.spend(atoms);
    read(&RuleReader {
        game,
        this,
        world: None,
        view,
        extent: LanguageFragment::Linear,
        most: MAX_CASES,
        spend: &spend,
    })
}

fn piece(clause: MoveClause) -> LinearPiece {
    let MoveClause {
        rule,
        slots,
        variables,
        atoms,
        quotients,
        choices,
        left,
        ..
    } = clause;
    let parts = left.into_iter().map(|component| component.slots).collect();
    LinearPiece {
        rule,
        slots,
        rows: rows(atoms),
        variables,
        quotients,
        choices,
        parts,
    }
}

fn rows(atoms: Vec<Atom>) -> Vec<LinearForm> {
    let mut rows = Vec::with_capacity(atoms.len());
    for atom in atoms {
        match atom {
            Atom::AtMostZero(form) => rows.push(form),
            Atom::Zero(form) => {
                let back = form
                    .times(-1)
                    .expect("a difference of two forms that was taken both ways");
                rows.extend([form, back]);
            }
            other => unreachable!("{other:?} is not of the linear part of the language"),
        }
    }
    rows
}

/// Returns whether it can be shown that no rational point satisfies the rows.
pub(super) fn is_empty(rows: &[LinearForm], effort: &SimplexEffort<'_>) -> bool {
    follows(rows, &LinearForm::constant(1), effort)
}

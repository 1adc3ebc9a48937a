//! Verified sums of forms, and the forms of components.

use std::collections::BTreeMap;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::ast::{PlayConvention, Player};
use rules::game::{Conventions, GameId, OptionArena};
use rules::ir::Int;
use rules::play::{Component, SumPosition};
use rules::world::World;
use rustc_hash::{FxHashMap, FxHashSet};

use super::forms::{VerifiedForms, ZERO};
use super::part_values::{MissingPartError, VerifiedGameParts};
use super::proof::{FormSum, PartizanGameParts, PartizanProof, PartizanWinner};
use super::refuse;
use crate::error::CertificateError;
use crate::parts::ElementSet;
use crate::values::check_component;
use crate::work_limits::shifted;

/// Approximate number of bytes of the row of a sum.
const SUM_BYTES: u64 = 32;

/// Approximate number of bytes of the row of a component.
const POSITION_BYTES: u64 = 96;

/// Verified values of components.
#[derive(Debug, Default)]
pub(super) struct VerifiedPartizan {
    forms: VerifiedForms,
    sums: FxHashMap<[u32; 2], u32>,
    parts: FxHashMap<GameId, VerifiedGameParts>,
    positions: FxHashMap<GameId, FxHashMap<Box<[Int]>, u32>>,
    /// Games that do not prevent values of partizan sums.
    games: FxHashSet<GameId>,
    rows: usize,
    slot_bytes: u64,
}

/// Rejects a row, given by its number among the rows of its kind.
fn refuse_row<T>(entry: usize, Text { en, zh }: Text) -> Result<T, CertificateError> {
    refuse(text!("row {entry}: {en}", "第 {entry} 项：{zh}"))
}

impl VerifiedPartizan {
    /// Returns the number of verified rows.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Returns the approximate number of bytes in memory.
    fn bytes(&self) -> u64 {
        self.forms.bytes()
            + self.sums.len() as u64 * SUM_BYTES
            + self.rows as u64 * POSITION_BYTES
            + self.slot_bytes
            + self
                .parts
                .values()
                .map(VerifiedGameParts::bytes)
                .sum::<u64>()
    }

    /// Verifies the rows of a proof. After an error, the verified rows must not be used again.
    pub fn extend(
        &mut self,
        world: &World,
        proof: &PartizanProof,
        budget: &Budget<'_>,
    ) -> Result<(), CertificateError> {
        let PartizanProof {
            forms,
            sums,
            parts,
            positions,
        } = proof;
        for (entry, form) in (1..).zip(forms) {
            budget.item(entry);
            self.forms.add(form, budget)?;
            self.count(budget);
        }
        shifted(budget, forms.len(), |budget| {
            for (entry, sum) in (1..).zip(sums) {
                budget.item(entry);
                self.add_sum(entry, *sum, budget)?;
                self.count(budget);
            }
            Ok::<(), CertificateError>(())
        })?;
        let mut line = forms.len() + sums.len();
        for game in parts {
            let heads = 1 + game.alike.lines();
            shifted(budget, line + heads, |budget| {
                self.add_parts(world, game, budget)
            })?;
            line += heads + game.rows.len();
        }
        shifted(budget, line, |budget| {
            let mut options = OptionArena::new();
            for (entry, (component, form)) in (1..).zip(positions) {
                budget.item(entry);
                self.add_position(world, entry, component, *form, &mut options, budget)?;
                self.count(budget);
            }
            Ok::<(), CertificateError>(())
        })
    }

    fn count(&mut self, budget: &Budget<'_>) {
        self.rows += 1;
        budget.report(self.rows as u64, None);
    }

    /// Returns the form of a sum whose components have verified rows.
    pub fn form(
        &mut self,
        world: &World,
        sum: &SumPosition,
        budget: &Budget<'_>,
    ) -> Result<u32, CertificateError> {
        if SumPosition::canonical(sum.0.clone(), world) != *sum {
            return Err(CertificateError::NotCanonical {
                position: sum.show(world),
            });
        }
        let mut summands = Vec::with_capacity(sum.0.len());
        for component in &sum.0 {
            check_component(world, component, budget)?;
            let Component { game, slots } = component;
            if !self.push_forms(*game, slots, &mut summands, budget)? {
                return Err(CertificateError::NotListed {
                    position: world.show(*game, slots),
                });
            }
        }
        budget.steps(summands.len())?;
        match self.total(&mut summands) {
            Ok(form) => self.forms.expect(form).map(|()| form),
            Err([a, b]) => refuse(missing_sum(a, b)),
        }
    }

    /// Returns the winner of games with the value of a form.
    pub fn winner(
        &mut self,
        form: u32,
        budget: &Budget<'_>,
    ) -> Result<PartizanWinner, CertificateError> {
        self.forms.expect(form)?;
        Ok(self.forms.winner(form, budget)?)
    }

    /// Shows a form; `None` if the text is too long.
    pub fn show(&self, form: u32, budget: &Budget<'_>) -> Result<Option<String>, CertificateError> {
        Ok(self.forms.show(form, budget)?)
    }

    /// Appends the forms whose sum is the value of a component. Returns `false` if rows are
    /// missing.
    fn push_forms(
        &mut self,
        game: GameId,
        slots: &[Int],
        to: &mut Vec<u32>,
        budget: &Budget<'_>,
    ) -> Result<bool, StopReason> {
        budget.tick()?;
        let row = self.positions.get(&game).and_then(|rows| rows.get(slots));
        if let Some(form) = row {
            to.push(*form);
            return Ok(true);
        }
        let Some(parts) = self.parts.get_mut(&game) else {
            return Ok(false);
        };
        let found = parts.forms_of_slots(slots, &self.forms, to);
        parts.charge(budget)?;
        Ok(found.is_ok())
    }

    /// Returns the sum of two forms, if its row is verified, a form is zero, or one form is the
    /// negative of the other.
    fn sum(&self, one: u32, other: u32) -> Option<u32> {
        match (one, other) {
            (ZERO, form) | (form, ZERO) => Some(form),
            _ if self.forms.negative(one) == Some(other) => Some(ZERO),
            _ => {
                let summands = [one.min(other), one.max(other)];
                self.sums.get(&summands).copied()
            }
        }
    }

    /// Returns the sum of several forms. A form and its negative cancel; the other forms are added
    /// in the order of their numbers. If the row of a sum of two forms is missing, returns the two
    /// forms.
    fn total(&self, summands: &mut [u32]) -> Result<u32, [u32; 2]> {
        summands.sort_unstable();
        // As many copies of a form cancel as there are copies of its negative.
        let mut left: BTreeMap<u32, usize> = BTreeMap::new();
        for &form in &*summands {
            let negative = self.forms.negative(form);
            match negative.and_then(|negative| left.get_mut(&negative)) {
                Some(count) if *count > 0 => *count -= 1,
                _ => *left.entry(form).or_default() += 1,
            }
        }
        let left = left.into_iter();
        let left = left.flat_map(|(form, count)| std::iter::repeat_n(form, count));
        let mut total = ZERO;
        for form in left {
            total = self.sum(total, form).ok_or([total, form])?;
        }
        Ok(total)
    }

    fn add_sum(
        &mut self,
        entry: usize,
        FormSum { summands, total }: FormSum,
        budget: &Budget<'_>,
    ) -> Result<(), CertificateError> {
        let [one, other] = summands;
        for form in [one, other, total] {
            self.forms.expect(form)?;
        }
        if one == ZERO || other < one {
            return refuse_row(
                entry,
                text!(
                    "the summands must be in increasing order and not form 0",
                    "加数须按升序排列，且不是形式 0"
                ),
            );
        }
        let mut sides = [Vec::new(), Vec::new()];
        for (side, of) in sides
            .iter_mut()
            .zip([VerifiedForms::left, VerifiedForms::right])
        {
            let first = of(&self.forms, one).iter().map(|&option| [option, other]);
            let second = of(&self.forms, other).iter().map(|&option| [one, option]);
            for [a, b] in first.chain(second) {
                budget.tick()?;
                match self.sum(a, b) {
                    Some(form) => side.push(form),
                    None => return refuse_row(entry, missing_sum(a, b)),
                }
            }
            side.sort_unstable();
            side.dedup();
        }
        let [left, right] = sides;
        if !self.forms.is_value(&left, &right, total, budget)? {
            return refuse_row(
                entry,
                text!(
                    "the sum of forms {one} and {other} is not form {total}",
                    "形式 {one} 与 {other} 之和不是形式 {total}"
                ),
            );
        }
        budget.allow_memory(self.bytes() + SUM_BYTES * self.sums.len() as u64)?;
        if self.sums.insert(summands, total).is_some() {
            return refuse_row(
                entry,
                text!(
                    "the sum of forms {one} and {other} is listed twice",
                    "形式 {one} 与 {other} 之和列出了两次"
                ),
            );
        }
        Ok(())
    }

    /// Verifies the rows of the parts of a game.
    fn add_parts(
        &mut self,
        world: &World,
        proof: &PartizanGameParts,
        budget: &Budget<'_>,
    ) -> Result<(), CertificateError> {
        let PartizanGameParts { game, alike, rows } = proof;
        let parts = VerifiedGameParts::new(world, *game, alike, budget)?;
        if self.parts.insert(*game, parts).is_some() {
            let title = world.rules(*game).title();
            return refuse(text!(
                "the parts of {title} are listed twice",
                "{title} 的各部分列出了两次"
            ));
        }
        let mut arena = OptionArena::new();
        for (entry, (part, form)) in (1..).zip(rows) {
            budget.item(entry);
            self.add_part(world, entry, *game, (*part, *form), &mut arena, budget)?;
            self.count(budget);
        }
        Ok(())
    }

    fn add_part(
        &mut self,
        world: &World,
        entry: usize,
        game: GameId,
        (part, form): (ElementSet, u32),
        arena: &mut OptionArena,
        budget: &Budget<'_>,
    ) -> Result<(), CertificateError> {
        self.forms.expect(form)?;
        let own = self.parts.get_mut(&game).expect("the game was added");
        own.charge(budget)?;
        let Some(possible) = own.single(part) else {
            return refuse_row(
                entry,
                text!("{part} is not a single part", "{part} 不是一个部分"),
            );
        };
        own.moves.compare(world, part, arena, budget)?;
        let options = own.moves.options(part, &possible);
        let (mut left, mut right, mut summands) = (Vec::new(), Vec::new(), Vec::new());
        for (position, players) in options {
            summands.clear();
            let own = self.parts.get_mut(&game).expect("the game was added");
            own.charge(budget)?;
            if let Err(MissingPartError { part: missing }) =
                own.forms_of(position, &possible, &self.forms, &mut summands)
            {
                return refuse_row(
                    entry,
                    text!(
                        "{missing}, a part of an option of {part}, has no earlier row",
                        "{missing}（{part} 的后继的一个部分）不在前面的行中"
                    ),
                );
            }
            budget.steps(summands.len())?;
            let total = match self.total(&mut summands) {
                Ok(total) => total,
                Err([a, b]) => return refuse_row(entry, missing_sum(a, b)),
            };
            if players.left {
                left.push(total);
            }
            if players.right {
                right.push(total);
            }
        }
        for side in [&mut left, &mut right] {
            side.sort_unstable();
            side.dedup();
        }
        if !self.forms.is_value(&left, &right, form, budget)? {
            return refuse_row(
                entry,
                text!(
                    "the value of {part} is not form {form}",
                    "{part} 的值不是形式 {form}"
                ),
            );
        }
        let bytes = self.bytes();
        let own = self.parts.get_mut(&game).expect("the game was added");
        budget.allow_memory(bytes)?;
        if !own.insert(part, form) {
            return refuse_row(entry, text!("{part} is listed twice", "{part} 列出了两次"));
        }
        Ok(())
    }

    fn add_position(
        &mut self,
        world: &World,
        entry: usize,
        component: &Component,
        form: u32,
        options: &mut OptionArena,
        budget: &Budget<'_>,
    ) -> Result<(), CertificateError> {
        let Component { game, slots } = component;
        budget.steps(1 + slots.len())?;
        self.forms.expect(form)?;
        if !self.games.contains(game) {
            expect_playable(world, *game)?;
            self.games.insert(*game);
        }
        check_component(world, component, budget)?;
        world
            .options(*game, slots, options, budget)
            .map_err(|fault| CertificateError::fault(world, fault))?;
        let (mut left, mut right, mut summands) = (Vec::new(), Vec::new(), Vec::new());
        for option in options.iter() {
            summands.clear();
            for (part, numbers) in option.components() {
                if !self.push_forms(part, numbers, &mut summands, budget)? {
                    return Err(CertificateError::NotEarlier {
                        entry,
                        position: world.show(*game, slots),
                        option: world.show(part, numbers),
                    });
                }
            }
            budget.steps(summands.len())?;
            let total = match self.total(&mut summands) {
                Ok(total) => total,
                Err([a, b]) => return refuse_row(entry, missing_sum(a, b)),
            };
            let owner = owner(world, *game, option.rule);
            if owner != Some(Player::Right) {
                left.push(total);
            }
            if owner != Some(Player::Left) {
                right.push(total);
            }
        }
        for side in [&mut left, &mut right] {
            side.sort_unstable();
            side.dedup();
        }
        if !self.forms.is_value(&left, &right, form, budget)? {
            let position = world.show(*game, slots);
            return refuse_row(
                entry,
                text!(
                    "the value of {position} is not form {form}",
                    "{position} 的值不是形式 {form}"
                ),
            );
        }
        self.slot_bytes += size_of_val(&**slots) as u64;
        budget.allow_memory(self.bytes() + POSITION_BYTES * entry as u64)?;
        let rows = self.positions.entry(*game).or_default();
        if rows.insert(slots.clone(), form).is_some() {
            return Err(CertificateError::Repeated {
                entry,
                position: world.show(*game, slots),
            });
        }
        Ok(())
    }
}

fn missing_sum(a: u32, b: u32) -> Text {
    text!(
        "the sum of forms {a} and {b} has no earlier row",
        "形式 {a} 与 {b} 之和不在前面的行中"
    )
}

/// Returns the player to whom the moves of a rule belong; `None` if they belong to both players.
pub(super) fn owner(world: &World, game: GameId, rule: usize) -> Option<Player> {
    world.rules(game).game()?.moves.get(rule)?.player
}

/// Rejects games whose sums are not decided by values.
pub(super) fn expect_playable(world: &World, game: GameId) -> Result<(), CertificateError> {
    let rules = world.rules(game);
    let title = rules.title();
    let conventions = rules.conventions();
    let has_two_players = conventions.play == PlayConvention::Partizan;
    let normal = Conventions {
        play: match has_two_players {
            true => PlayConvention::Partizan,
            false => PlayConvention::Normal,
        },
        ..Conventions::default()
    };
    if rules.can_end() || conventions != normal || rules.has_payoff() {
        return refuse(text!(
            "a component of {title} can end play at once or be urgent, or {title} has other conventions than normal play, so values do not decide the outcome",
            "{title} 的成分可能立即终局或需立即应对，或其约定不是正常规则，值不能决定胜负"
        ));
    }
    if rules.coins() || rules.compound().is_some() || has_two_players && rules.game().is_none() {
        return refuse(text!(
            "{title} is a compound, its equal components cancel, or the players of its moves are not known",
            "{title} 是复合局面、其相同的部分相互抵消，或其着法的所属方未知"
        ));
    }
    Ok(())
}

//! Reads the components that a move leaves, which may belong to the game itself or to other games.
//! Each component is brought to canonical form and must be a position of its game.

use std::collections::BTreeMap;

use rules::game::GameId;
use rules::ir::{ChoiceDomain, Game, ResultPart, ResultPartKind, RuleChoice};

use crate::error::{not_linear, too_large, too_many};
use crate::reader::{Cases, ONE_BY_ONE, RuleReader, less};
use crate::state::CaseState;
use crate::values::sorted;
use crate::{
    ComponentRange, LanguageFragment, LinearForm, MoveClause, SlotMapping, SymbolicComponent,
};
use base::text;
use base::text::Text;

/// The components that a move leaves, as far as they have been read.
#[derive(Clone, Default)]
struct SymbolicResult {
    parts: Vec<SymbolicComponent>,
    runs: Vec<ComponentRange>,
}

impl RuleReader<'_> {
    /// After all choices of a rule are made, adds the clauses of the rule, with the components that
    /// it leaves.
    pub(crate) fn results(
        &self,
        state: CaseState,
        rule: usize,
        chosen: &[LinearForm],
        all: &mut Vec<MoveClause>,
    ) -> Result<(), Text> {
        let mut cases = vec![(state, SymbolicResult::default())];
        for part in &self.game.moves[rule].result {
            let mut next = Vec::new();
            for (state, left) in cases {
                next.extend(self.part(state, part, &left)?);
            }
            cases = self.check_case_limit(next)?;
        }
        for (state, SymbolicResult { parts, runs }) in cases {
            let (slots, variables, quotients) = (
                self.game.slots.len(),
                state.variables,
                state.quotients.clone(),
            );
            let atoms = state.into_atoms();
            all.push(MoveClause {
                rule,
                slots,
                variables,
                atoms,
                quotients,
                choices: chosen.to_vec(),
                left: parts,
                runs,
            });
        }
        if all.len() > self.most {
            Err(too_many())
        } else {
            Ok(())
        }
    }

    /// Adds the components of one part of a result.
    fn part(
        &self,
        state: CaseState,
        part: &ResultPart,
        left: &SymbolicResult,
    ) -> Cases<SymbolicResult> {
        if part.generators.is_empty() {
            return self.component(state, &part.kind, left);
        }
        if self.extent == LanguageFragment::Linear {
            return Err(text!(
                "the number of components that a move leaves varies",
                "有一着留下的部分数目不固定"
            ));
        }
        let locals = state.locals.clone();
        let unrolled = match self.constant_rows(state.clone(), &part.generators) {
            Ok(rows) => vec![(state, rows.into_iter().map(|row| row.locals).collect())],
            Err(_) => {
                // If there are few components with several slots, they are listed individually,
                // because less is known about runs of components with several slots.
                let lone = self
                    .game_of(&part.kind)
                    .is_ok_and(|(_, game)| game.slots.len() == 1);
                let few = if lone {
                    None
                } else {
                    self.unrolled(state.clone(), &part.generators).ok()
                };
                match few {
                    Some(few) => few,
                    None => match self.run(state.clone(), part, left) {
                        Ok(cases) => return Ok(cases),
                        Err(why) => self.unrolled(state, &part.generators).map_err(|_| why)?,
                    },
                }
            }
        };
        let mut all = Vec::new();
        for (state, rows) in unrolled {
            let mut cases = vec![(state, left.clone())];
            for row in rows {
                let mut next = Vec::new();
                for (mut state, left) in cases {
                    state.locals = row.clone();
                    next.extend(self.component(state, &part.kind, &left)?);
                }
                cases = self.check_case_limit(next)?;
            }
            all.extend(
                cases
                    .into_iter()
                    .map(|(state, left)| (state.with_locals(&locals), left)),
            );
        }
        self.check_case_limit(all)
    }

    /// Returns the local variables for each combination of values of the generators, case by case.
    /// The bounds of the generators' ranges must have few values.
    fn unrolled(
        &self,
        state: CaseState,
        generators: &[RuleChoice],
    ) -> Cases<Vec<BTreeMap<usize, LinearForm>>> {
        let mut cases = vec![(state.clone(), vec![state.locals])];
        for choice in generators {
            let mut next = Vec::new();
            for (state, rows) in cases {
                // Each row of values of the earlier generators is extended by the values of the
                // current generator. Every row of generator values may split a case.
                let mut grown = vec![(state, Vec::new())];
                for row in rows {
                    let mut further = Vec::new();
                    for (mut state, done) in grown {
                        state.locals = row.clone();
                        for (state, values) in self.few_values(state, choice)? {
                            let with = |value| {
                                let mut row = row.clone();
                                row.insert(choice.local, LinearForm::constant(value));
                                row
                            };
                            further.push((
                                state,
                                done.iter()
                                    .cloned()
                                    .chain(values.into_iter().map(with))
                                    .collect(),
                            ));
                        }
                    }
                    grown = self.check_case_limit(further)?;
                }
                next.extend(grown);
            }
            cases = self.check_case_limit(next)?;
        }
        Ok(cases)
    }

    /// Returns the values of a generator, case by case.
    fn few_values(&self, state: CaseState, choice: &RuleChoice) -> Cases<Vec<i128>> {
        match &choice.domain {
            ChoiceDomain::Range(low, high) => {
                let mut all = Vec::new();
                for (state, ends) in self.values(state, [low, high].into_iter())? {
                    for (state, low) in self.one_by_one(state, &ends[0])? {
                        for (state, high) in self.one_by_one(state, &ends[1])? {
                            if high.saturating_sub(low) >= ONE_BY_ONE {
                                return Err(self.varies());
                            }
                            all.push((state, (low..=high).collect()));
                        }
                    }
                }
                self.check_case_limit(all)
            }
            ChoiceDomain::Known(flat) if choice.width == 1 && flat.len() as i128 <= ONE_BY_ONE => {
                Ok(vec![(state, flat.iter().map(|&n| n.into()).collect())])
            }
            _ => Err(self.varies()),
        }
    }

    /// Adds one component.
    fn component(
        &self,
        state: CaseState,
        kind: &ResultPartKind,
        left: &SymbolicResult,
    ) -> Cases<SymbolicResult> {
        self.pay(&state)?;
        let (id, game) = self.game_of(kind)?;
        let mut all = Vec::new();
        for (state, slots) in self.written_slots(state, kind)? {
            for (state, slots) in self.canonical_slots(state, slots, id, game)? {
                let mut left = left.clone();
                left.parts.push(SymbolicComponent { game: id, slots });
                all.push((state, left));
            }
        }
        self.check_case_limit(all)
    }

    /// Reads `[j] for j in low..high`. If high is below low, there is no component. If high is not
    /// below low, each j must be a position. It is enough that the components low and high are
    /// positions, because positions of the game are restricted only by the ranges of the slots.
    fn run(
        &self,
        state: CaseState,
        part: &ResultPart,
        left: &SymbolicResult,
    ) -> Cases<SymbolicResult> {
        let unreadable = || {
            self.beyond(text!(
                "a sum of components written with `for` (unless the sum has only one `for` variable, its slots are linear and its game has no `require`)",
                "以 `for` 写出的一组部分（除非只有一个依次变动的数、各分量为其线性式、且该游戏无 `require`）"
            ))
        };
        let [
            RuleChoice {
                local,
                domain: ChoiceDomain::Range(low, high),
                ..
            },
        ] = &part.generators[..]
        else {
            return Err(unreadable());
        };
        let (id, game) = self.game_of(&part.kind)?;
        if !game.requires.is_empty() || game.unordered.len() > 1 {
            return Err(unreadable());
        }
        let one = LinearForm::constant(1);
        let mut all = Vec::new();
        for (state, low) in self.value(state, low)? {
            for (state, high) in self.value(state, high)? {
                let none = less(&high.plus(1, &one).ok_or_else(too_large)?, &low)?;
                all.extend(state.clone().with(none).map(|state| (state, left.clone())));
                let Some(mut state) = state.with(less(&low, &high)?) else {
                    continue;
                };
                let running = state.fresh();
                let variable = state.variables - 1;
                let before = (state.atoms().len(), state.variables);
                let locals = state.locals.clone();
                state.locals.insert(*local, running);
                let made = self.written_slots(state, &part.kind)?;
                let [(state, slots)] = &made[..] else {
                    return Err(unreadable());
                };
                if (state.atoms().len(), state.variables) != before
                    || slots.len() != game.slots.len()
                {
                    return Err(unreadable());
                }
                let mut legal = Some(state.clone().with_locals(&locals));
                for (form, slot) in slots.iter().zip(&game.slots) {
                    for end in [&low, &high] {
                        let form = form.with(variable, end).ok_or_else(too_large)?;
                        let above = less(&LinearForm::constant(slot.low.into()), &form)?;
                        let below = slot
                            .high
                            .map(|high| less(&form, &LinearForm::constant(high.into())))
                            .transpose()?;
                        legal = legal.and_then(|state| state.with(above));
                        legal = match below {
                            Some(below) => legal.and_then(|state| state.with(below)),
                            None => legal,
                        };
                    }
                }
                let run = ComponentRange {
                    variable,
                    low: low.clone(),
                    high: high.clone(),
                    each: SymbolicComponent {
                        game: id,
                        slots: slots.clone(),
                    },
                };
                all.extend(legal.map(|state| {
                    let mut left = left.clone();
                    left.runs.push(run);
                    (state, left)
                }));
            }
        }
        self.check_case_limit(all)
    }

    /// Returns the game of a component.
    fn game_of(&self, kind: &ResultPartKind) -> Result<(GameId, &Game), Text> {
        match kind {
            ResultPartKind::Changed(..) => Ok((self.this, self.game)),
            ResultPartKind::Fresh(id, _) if *id == self.this => Ok((self.this, self.game)),
            ResultPartKind::Fresh(id, _) => {
                let other = || {
                    text!(
                        "a move leaves a component of another game",
                        "有一着留下另一游戏的部分"
                    )
                };
                let rules = self.world.map(|world| world.rules(*id)).ok_or_else(other)?;
                Ok((
                    *id,
                    rules.game().ok_or_else(|| {
                        self.beyond(text!(
                            "a component that is not of the rule language",
                            "规则语言之外的部分"
                        ))
                    })?,
                ))
            }
            ResultPartKind::Compound(..) => {
                Err(text!("a move leaves a compound", "有一着留下复合游戏"))
            }
        }
    }

    /// Returns the slots of a component in the order of the rules, before sorting.
    fn written_slots(&self, state: CaseState, kind: &ResultPartKind) -> Cases<Vec<LinearForm>> {
        match kind {
            ResultPartKind::Compound(..) => {
                Err(text!("a move leaves a compound", "有一着留下复合游戏"))
            }
            ResultPartKind::Fresh(_, elements) => self.elements(state, elements),
            ResultPartKind::Changed(groups) => {
                let mut rows = Vec::new();
                for group in groups {
                    let choices = self.constant_rows(state.clone(), &group.generators)?;
                    rows.extend(choices.into_iter().map(|row| (row, &group.changes)));
                }
                // If the part contains no rows, the component is the unchanged position. `touched`
                // records for each slot whether it is unchanged, added to, or set.
                let (slots, touched) = (state.slots.clone(), vec![None; state.slots.len()]);
                let mut cases = vec![(state, slots, touched)];
                for (row, change) in rows
                    .iter()
                    .flat_map(|(row, changes)| changes.iter().map(move |change| (row, change)))
                {
                    let mut next = Vec::new();
                    for (mut state, slots, touched) in cases {
                        state.locals = row.locals.clone();
                        for (state, index) in self.place(state, &change.place)? {
                            let adds = change.sign.is_some();
                            if touched[index].is_some_and(|added: bool| !(added && adds)) {
                                return Err(text!(
                                    "a move both sets a number and changes it in another way",
                                    "有一着对同一个数既赋值又另作改变"
                                ));
                            }
                            for (state, value) in self.value(state, &change.value)? {
                                let (mut slots, mut touched) = (slots.clone(), touched.clone());
                                touched[index] = Some(adds);
                                slots[index] = match change.sign {
                                    None => value,
                                    Some(sign) => slots[index]
                                        .plus(sign.into(), &value)
                                        .ok_or_else(too_large)?,
                                };
                                next.push((state, slots, touched));
                            }
                        }
                    }
                    cases = self.check_case_limit(next)?;
                }
                Ok(cases
                    .into_iter()
                    .map(|(state, slots, _)| (state, slots))
                    .collect())
            }
        }
    }

    /// Returns a component in canonical form, with its slots in the order of the view, if the
    /// component is a position of its game.
    fn canonical_slots(
        &self,
        state: CaseState,
        slots: Vec<LinearForm>,
        id: GameId,
        game: &Game,
    ) -> Cases<Vec<LinearForm>> {
        if slots.len() != game.slots.len() {
            return Err(not_linear());
        }
        let written = SlotMapping::as_written(slots.len());
        let view = if id == self.this { self.view } else { &written };
        let mut legal = Vec::new();
        for (mut state, order) in sorted(state, slots[game.unordered.clone()].to_vec(), self.most)?
        {
            let mut slots = slots.clone();
            slots[game.unordered.clone()].clone_from_slice(&order);
            // The requirements of a game refer to the slots of the component. The requirements of a
            // game have their own local variables.
            let (own, locals) = (
                std::mem::replace(&mut state.slots, slots),
                std::mem::take(&mut state.locals),
            );
            for mut state in self.is_position(state, game)? {
                state.locals.clone_from(&locals);
                let slots = std::mem::replace(&mut state.slots, own.clone());
                let mut seen = vec![LinearForm::default(); slots.len()];
                for (i, slot) in slots.iter().enumerate() {
                    seen[view.order[i]] = less(slot, &LinearForm::constant(view.shifts[i].into()))?;
                }
                if view.sorted && game.unordered.is_empty() {
                    legal.extend(sorted(state, seen, self.most)?);
                } else {
                    legal.push((state, seen));
                }
            }
        }
        self.check_case_limit(legal)
    }
}

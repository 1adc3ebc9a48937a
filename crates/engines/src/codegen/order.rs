//! Emits the loops over the positions of the table, in the order of
//! [`TableBox::walk`](crate::dense::TableBox), and the code for each position.

use base::text::Text;
use rules::game::PlayEnding;
use wasm_encoder::{BlockType, ValType};

use super::emit::{CollectionMode, Emitter, FIRST, OWN, SECOND, WasmLocal, memory};
use super::module::mark_count;
use crate::dense::{FillOrder, OutcomeFold};

impl Emitter<'_> {
    /// Emits the loops over the positions that the parameters select, and the code that values each
    /// position.
    pub fn positions(&mut self) -> Result<(), Text> {
        match self.space.order() {
            FillOrder::Rows => {
                let zero = self.local(ValType::I32);
                self.row(0, zero)
            }
            FillOrder::Levels => {
                let rest = self.local(ValType::I64);
                let zero = self.local(ValType::I32);
                self.op().local_get(FIRST.0).local_set(rest);
                let mut result = Ok(());
                self.counted_loop(rest, FIRST.1, |emitter| {
                    result = emitter.level(0, rest, zero)
                });
                result
            }
        }
    }

    /// Emits the loop over one slot, for filling row by row; `place` is the contribution of the
    /// earlier slots to the address.
    fn row(&mut self, slot: usize, place: WasmLocal) -> Result<(), Text> {
        if slot == self.slots.len() {
            return self.position(place);
        }
        let (low, high) = self.space.ranges()[slot];
        let value = self.slots[slot];
        let rises = self.space.rises(slot);
        // A slot that rises with the moves is visited from its maximum down; the loop and the parts
        // of a task count the same numbers mirrored.
        let counter = if rises {
            self.local(ValType::I64)
        } else {
            value
        };
        let last = self.local(ValType::I64);
        let (first, end) = match slot {
            0 => (Some(FIRST.0), Some(FIRST.1)),
            1 => (Some(SECOND.0), Some(SECOND.1)),
            _ => (None, None),
        };
        match first {
            Some(first) => self.op().local_get(first),
            None => self.op().i64_const(low),
        };
        self.op().local_set(counter);
        match end {
            Some(end) => self.op().local_get(end),
            None => self.op().i64_const(high),
        };
        self.op().local_set(last);
        if self.space.falls(slot) {
            let before = self.slots[slot - 1];
            self.min_into(last, before);
        }
        let mut result = Ok(());
        self.counted_loop(counter, last, |emitter| {
            if rises {
                emitter
                    .op()
                    .i64_const(low.wrapping_add(high))
                    .local_get(counter)
                    .i64_sub()
                    .local_set(value);
            }
            let next = emitter.at_slot(slot, value, place);
            result = emitter.row(slot + 1, next);
        });
        result
    }

    /// Emits the loop over one slot, for filling level by level; this slot and the later ones add
    /// exactly `rest` to the measure.
    fn level(&mut self, slot: usize, rest: WasmLocal, place: WasmLocal) -> Result<(), Text> {
        if slot == self.slots.len() {
            // If no value of the last slot with a weight fits, `rest` is not 0.
            self.op().local_get(rest).i64_eqz();
            self.if_();
            self.position(place)?;
            self.end();
            return Ok(());
        }
        let (low, high) = self.space.ranges()[slot];
        let (weight, after) = self.space.weight(slot);
        let value = self.slots[slot];
        let (width, last) = (self.local(ValType::I64), self.local(ValType::I64));
        self.op().i64_const(high).local_set(width);
        if self.space.falls(slot) {
            let before = self.slots[slot - 1];
            self.min_into(width, before);
        }
        self.op()
            .local_get(width)
            .i64_const(low)
            .i64_sub()
            .local_set(width);
        if weight > 0 && after == 0 && slot > 0 {
            return self.last_weighted(slot, weight, width, rest, place);
        }
        if weight == 0 {
            self.op()
                .i64_const(0)
                .local_set(value)
                .local_get(width)
                .local_set(last);
        } else {
            // The loop ranges from the smallest step whose rest the later slots can add, to the
            // largest step that leaves a nonnegative rest.
            let missing = self.local(ValType::I64);
            self.op()
                .local_get(rest)
                .i64_const(after)
                .i64_sub()
                .local_tee(missing);
            self.op()
                .i64_const(0)
                .local_get(missing)
                .i64_const(0)
                .i64_gt_s()
                .select();
            self.op()
                .i64_const(weight - 1)
                .i64_add()
                .i64_const(weight)
                .i64_div_u()
                .local_set(value);
            self.op()
                .local_get(rest)
                .i64_const(weight)
                .i64_div_u()
                .local_set(last);
            self.min_into(last, width);
        }
        if slot == 0 {
            // Restricts the loop to one of several parts, for parallel workers.
            let (count, first) = (self.local(ValType::I64), self.local(ValType::I64));
            self.op().local_get(value).local_set(first);
            self.op()
                .local_get(last)
                .local_get(value)
                .i64_sub()
                .i64_const(1)
                .i64_add()
                .local_set(count);
            let share = |emitter: &mut Self, more: i64| {
                emitter
                    .op()
                    .local_get(count)
                    .local_get(SECOND.0)
                    .i64_const(more)
                    .i64_add()
                    .i64_mul()
                    .local_get(SECOND.1)
                    .i64_div_s();
                emitter.op().local_get(first).i64_add();
            };
            share(self, 0);
            self.op().local_set(value);
            share(self, 1);
            self.op().i64_const(1).i64_sub().local_set(last);
        }
        // The loop counts steps from 0; the value of the slot is `low` plus the number of steps.
        let step = self.local(ValType::I64);
        self.op().local_get(value).local_set(step);
        let mut result = Ok(());
        self.counted_loop(step, last, |emitter| {
            let left = emitter.local(ValType::I64);
            emitter
                .op()
                .local_get(step)
                .i64_const(low)
                .i64_add()
                .local_set(value);
            emitter
                .op()
                .local_get(rest)
                .local_get(step)
                .i64_const(weight)
                .i64_mul()
                .i64_sub()
                .local_set(left);
            let next = emitter.at_slot(slot, value, place);
            result = emitter.level(slot + 1, left, next);
        });
        result
    }

    /// Emits the code for the last slot that counts in the measure, for which at most one value
    /// fits.
    fn last_weighted(
        &mut self,
        slot: usize,
        weight: i64,
        width: WasmLocal,
        rest: WasmLocal,
        place: WasmLocal,
    ) -> Result<(), Text> {
        let (low, _) = self.space.ranges()[slot];
        let value = self.slots[slot];
        let left = self.local(ValType::I64);
        self.block();
        self.op()
            .local_get(rest)
            .i64_const(weight)
            .i64_div_u()
            .local_tee(value)
            .local_get(width)
            .i64_gt_s()
            .br_if(0);
        self.op()
            .local_get(rest)
            .local_get(value)
            .i64_const(weight)
            .i64_mul()
            .i64_sub()
            .local_tee(left)
            .i64_eqz()
            .i32_eqz()
            .br_if(0);
        self.op()
            .local_get(value)
            .i64_const(low)
            .i64_add()
            .local_set(value);
        let next = self.at_slot(slot, value, place);
        self.level(slot + 1, left, next)?;
        self.end();
        Ok(())
    }

    /// Emits code that sets a local to the minimum of its value and the value of another local.
    pub fn min_into(&mut self, local: WasmLocal, other: WasmLocal) {
        self.op()
            .local_get(local)
            .local_get(other)
            .local_get(local)
            .local_get(other)
            .i64_lt_s()
            .select()
            .local_set(local);
    }

    /// Processes a new value of a slot: stores the value, which the host reads after a trap, and
    /// adds its contribution to the address.
    fn at_slot(&mut self, slot: usize, value: WasmLocal, place: WasmLocal) -> WasmLocal {
        let next = self.local(ValType::I32);
        self.op()
            .local_get(OWN)
            .local_get(value)
            .i64_store(memory(8 * slot as u64, 3));
        self.adds(slot, value);
        self.op().local_get(place).i32_add().local_set(next);
        self.before.truncate(slot);
        self.before.push(place);
        next
    }

    /// Emits the code that computes the value of the numbers in the slots, if the numbers are a
    /// position.
    fn position(&mut self, place: WasmLocal) -> Result<(), Text> {
        self.place = place;
        let program = self.program;
        self.block();
        for require in &program.requires {
            self.condition(require);
            self.op().i32_eqz().br_if(0);
        }
        let code = self.local(ValType::I32);
        self.block();
        for (conditions, ending) in [
            (&program.goals, PlayEnding::Goal),
            (&program.traps, PlayEnding::Trap),
        ] {
            for condition in conditions {
                let ended = self.fold.ending_code(self.width, ending);
                self.op().i32_const(ended as i32).local_set(code);
                self.condition(condition);
                self.op().br_if(0);
            }
        }
        self.begin_values();
        self.share_tails();
        for stmt in &program.body {
            match self.undecided() {
                None => self.step(stmt)?,
                Some(undecided) => {
                    self.op().local_get(undecided);
                    self.if_();
                    self.step(stmt)?;
                    self.end();
                }
            }
        }
        self.value(code);
        self.end();
        self.write(code);
        let positions = self.positions;
        self.op()
            .local_get(positions)
            .i64_const(1)
            .i64_add()
            .local_set(positions);
        self.end();
        Ok(())
    }

    /// Emits the start of a position, at which no option has been seen.
    fn begin_values(&mut self) {
        let loony = self.loony;
        if self.specials() {
            self.op().i32_const(0).local_set(loony);
        }
        match self.seen {
            CollectionMode::Bits(bits) => {
                self.op().i64_const(0).local_set(bits);
            }
            CollectionMode::Marks(stamp) => {
                let marks = self.marks();
                let room = 4 * (mark_count(self.width) + 1) as i32;
                self.op()
                    .local_get(stamp)
                    .i32_const(1)
                    .i32_add()
                    .local_tee(stamp)
                    .i32_eqz();
                self.if_();
                self.op()
                    .local_get(OWN)
                    .i32_const(marks.offset as i32)
                    .i32_add()
                    .i32_const(0)
                    .i32_const(room)
                    .memory_fill(0);
                self.op().i32_const(1).local_set(stamp).end();
            }
            CollectionMode::Points(points) => self.begin_points(points),
            CollectionMode::Best(best, _) => {
                self.op()
                    .i32_const(OutcomeFold::NO_OPTION as i32)
                    .local_set(best);
            }
        }
    }

    /// Emits the computation of the position's code from its options. The code is the least nimber
    /// that was not seen, or loony. For outcomes, the code follows from the best option.
    fn value(&mut self, code: WasmLocal) {
        match self.seen {
            CollectionMode::Bits(bits) => {
                self.op()
                    .local_get(bits)
                    .i64_const(-1)
                    .i64_xor()
                    .i64_ctz()
                    .i32_wrap_i64()
                    .local_set(code);
            }
            CollectionMode::Marks(stamp) => {
                let (marks, cursor) = (self.marks(), self.local(ValType::I32));
                self.op().local_get(OWN).local_set(cursor);
                // The last mark is never set, so the search for a free mark ends.
                self.block();
                self.op()
                    .loop_(BlockType::Empty)
                    .local_get(cursor)
                    .i32_load(marks)
                    .local_get(stamp)
                    .i32_ne()
                    .br_if(1);
                self.op()
                    .local_get(cursor)
                    .i32_const(4)
                    .i32_add()
                    .local_set(cursor)
                    .br(0)
                    .end()
                    .end();
                self.op()
                    .local_get(cursor)
                    .local_get(OWN)
                    .i32_sub()
                    .i32_const(2)
                    .i32_shr_u()
                    .local_tee(code);
                let most = (mark_count(self.width) - 1).min(self.width.greatest().into());
                self.op().i32_const(most as i32).i32_gt_u();
                self.if_();
                self.too_narrow();
                self.end();
            }
            CollectionMode::Best(best, race) => self.after(race, best, code),
            CollectionMode::Points(points) => self.finish_points(points),
        }
        if self.specials() {
            let (loony, empty) = (self.loony, self.width.empty() as i32);
            self.op()
                .i32_const(empty - 1)
                .local_get(code)
                .local_get(loony)
                .select()
                .local_set(code);
        }
    }

    /// Emits [`OutcomeFold::after`].
    fn after(&mut self, race: OutcomeFold, best: WasmLocal, code: WasmLocal) {
        let (mask, step) = (race.mask() as i32, race.step as i32);
        self.op()
            .local_get(best)
            .i32_const(mask)
            .i32_xor()
            .i32_const(step + 1)
            .i32_add();
        self.op()
            .local_get(best)
            .i32_const(!mask)
            .i32_xor()
            .i32_const(step - 1)
            .i32_add();
        self.op()
            .local_get(best)
            .i32_const(0)
            .i32_ge_s()
            .select()
            .local_set(code);
        self.op()
            .i32_const(race.without_moves as i32)
            .local_get(code);
        self.op()
            .local_get(best)
            .i32_const(OutcomeFold::NO_OPTION as i32)
            .i32_eq()
            .select()
            .local_tee(code);
        let greatest = race.greatest(self.width);
        self.op().i32_const(greatest as i32).i32_gt_u();
        self.if_();
        self.too_narrow();
        self.end();
    }

    /// Writes the code of the position. If the table is mirrored, writes it at the addresses of all
    /// permutations of the position.
    fn write(&mut self, code: WasmLocal) {
        if !self.mirrored() {
            let place = self.place;
            self.op().local_get(place);
            self.store_value(code);
            return;
        }
        for order in orders(self.slots.len()) {
            self.op().i32_const(0);
            for (at, from) in order.into_iter().enumerate() {
                self.adds(at, self.slots[from]);
                self.op().i32_add();
            }
            self.store_value(code);
        }
    }

    /// Writes the value of the position at the address on the stack.
    fn store_value(&mut self, code: WasmLocal) {
        match self.seen {
            CollectionMode::Points(points) => self.store_points(points),
            _ => {
                self.op().local_get(code);
                self.store();
            }
        }
    }
}

/// Returns every permutation of `count` indices.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for next in 0..count {
        all = all
            .into_iter()
            .flat_map(|order| {
                (0..=order.len()).map(move |at| {
                    let mut longer = order.clone();
                    longer.insert(at, next);
                    longer
                })
            })
            .collect();
    }
    all
}

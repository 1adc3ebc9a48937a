//! Thermographs. The left wall at temperature t is the left stop of the game if each move costs t,
//! and the right wall is the right stop. Both walls are piecewise linear.
//!
//! The left wall of G at t is the maximum over the left options of their right walls, minus t. The
//! right wall is the minimum over the right options of their left walls, plus t. Above the
//! temperature at which these two functions meet, both walls are the mean.

use std::sync::Arc;

use base::budget::Budget;

use crate::dyadic::Dyadic;
use crate::error::ValueError;
use crate::store::{Id, Store};

/// A point of a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WallPoint {
    /// The temperature.
    pub temperature: Dyadic,
    /// The value of the wall at this temperature.
    pub value: Dyadic,
}

/// A wall of a thermograph from temperature 0 upwards: a piecewise linear function with the slopes
/// -1, 0 and 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Wall {
    points: Vec<WallPoint>,
}

impl Wall {
    /// Creates a wall with the same value at all temperatures.
    fn constant(value: Dyadic) -> Wall {
        let temperature = Dyadic::ZERO;
        Wall {
            points: vec![WallPoint { temperature, value }],
        }
    }

    /// Creates a wall from points in ascending order of temperature. Points that are not
    /// breakpoints are removed.
    fn from_points(points: impl IntoIterator<Item = WallPoint>) -> Wall {
        let mut kept: Vec<WallPoint> = Vec::new();
        for point in points {
            // The slopes are -1, 0 and 1, so two segments are on one line if and only if the
            // values change in the same direction.
            while let [.., first, middle] = kept[..]
                && first.value.cmp(&middle.value) == middle.value.cmp(&point.value)
            {
                kept.pop();
            }
            kept.push(point);
        }
        while let [.., before, last] = kept[..]
            && before.value == last.value
        {
            kept.pop();
        }
        Wall { points: kept }
    }

    /// Returns the breakpoints. The first is at temperature 0. Above the last, the wall is
    /// constant.
    pub fn points(&self) -> &[WallPoint] {
        &self.points
    }

    /// Returns the value of the wall at a temperature of at least 0.
    ///
    /// # Errors
    /// Returns [`ValueError::Overflow`] if the value is beyond the range of [`Dyadic`].
    pub fn value_at(&self, temperature: Dyadic) -> Result<Dyadic, ValueError> {
        let next = self
            .points
            .partition_point(|point| point.temperature <= temperature);
        let before = self.points[next.saturating_sub(1)];
        let Some(after) = self.points.get(next) else {
            return Ok(before.value);
        };
        let rise = temperature.checked_sub(before.temperature)?;
        if before.value < after.value {
            before.value.checked_add(rise)
        } else if before.value > after.value {
            before.value.checked_sub(rise)
        } else {
            Ok(before.value)
        }
    }

    /// Returns the pointwise maximum (`sign` 1) or minimum (`sign` -1) of walls whose slopes
    /// differ by at most 1. The list is not empty.
    fn envelope(walls: &[&Wall], sign: i64, budget: &Budget<'_>) -> Result<Wall, ValueError> {
        let (first, rest) = walls.split_first().expect("the list is not empty");
        let mut envelope = (*first).clone();
        for wall in rest {
            budget.steps(envelope.points.len() + wall.points.len())?;
            let mut points: Vec<WallPoint> = Vec::new();
            let mut last: Option<(Dyadic, Dyadic)> = None;
            for temperature in Wall::temperatures(&envelope, wall) {
                let value = envelope.value_at(temperature)?;
                let gain = wall.value_at(temperature)?.checked_sub(value)?;
                let gain = gain.checked_mul(sign)?;
                if let Some((start, before)) = last
                    && (before < Dyadic::ZERO && gain > Dyadic::ZERO
                        || before > Dyadic::ZERO && gain < Dyadic::ZERO)
                {
                    // The walls cross between two points. The slope of their difference is 1 or
                    // -1.
                    let temperature = start.checked_add(before.abs())?;
                    let value = envelope.value_at(temperature)?;
                    points.push(WallPoint { temperature, value });
                }
                let value = if gain > Dyadic::ZERO {
                    value.checked_add(gain.checked_mul(sign)?)?
                } else {
                    value
                };
                points.push(WallPoint { temperature, value });
                last = Some((temperature, gain));
            }
            envelope = Wall::from_points(points);
        }
        Ok(envelope)
    }

    /// Lists the temperatures of the breakpoints of two walls in ascending order, without
    /// duplicates.
    fn temperatures(a: &Wall, b: &Wall) -> Vec<Dyadic> {
        let points = a.points.iter().chain(&b.points);
        let mut temperatures: Vec<Dyadic> = points.map(|point| point.temperature).collect();
        temperatures.sort_unstable();
        temperatures.dedup();
        temperatures
    }
}

/// The thermograph of a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Thermograph {
    left_wall: Wall,
    right_wall: Wall,
    mean: Dyadic,
    temperature: Dyadic,
}

impl Thermograph {
    fn mast(mean: Dyadic, temperature: Dyadic) -> Thermograph {
        Thermograph {
            left_wall: Wall::constant(mean),
            right_wall: Wall::constant(mean),
            mean,
            temperature,
        }
    }

    /// Creates a thermograph from the right walls of the left options and the left walls of the
    /// right options.
    fn from_walls(
        left: &[&Wall],
        right: &[&Wall],
        budget: &Budget<'_>,
    ) -> Result<Thermograph, ValueError> {
        let left = Wall::envelope(left, 1, budget)?;
        let right = Wall::envelope(right, -1, budget)?;
        let gap = |t: Dyadic| {
            let gap = left.value_at(t)?.checked_sub(right.value_at(t)?)?;
            gap.checked_sub(t.checked_add(t)?)
        };
        // The gap does not increase; its slope is 0, -1 or -2, and finally -2.
        let mut last = (Dyadic::ZERO, gap(Dyadic::ZERO)?);
        let mut meeting = (last.1 <= Dyadic::ZERO).then_some(Dyadic::ZERO);
        for t in Wall::temperatures(&left, &right) {
            if meeting.is_some() {
                break;
            }
            let here = gap(t)?;
            if here <= Dyadic::ZERO {
                let (start, before) = last;
                let is_single_slope = before.checked_sub(here)? == t.checked_sub(start)?;
                let rise = if is_single_slope {
                    before
                } else {
                    before.half()?
                };
                meeting = Some(start.checked_add(rise)?);
            }
            last = (t, here);
        }
        let temperature = match meeting {
            Some(temperature) => temperature,
            None => last.0.checked_add(last.1.half()?)?,
        };
        let mean = left.value_at(temperature)?.checked_sub(temperature)?;
        let below = |wall: &Wall, sign: i64| {
            let mut points = Vec::new();
            for point in &wall.points {
                if point.temperature < temperature {
                    let tax = point.temperature.checked_mul(sign)?;
                    let value = point.value.checked_add(tax)?;
                    points.push(WallPoint { value, ..*point });
                }
            }
            points.push(WallPoint {
                temperature,
                value: mean,
            });
            Ok::<_, ValueError>(Wall::from_points(points))
        };
        Ok(Thermograph {
            left_wall: below(&left, -1)?,
            right_wall: below(&right, 1)?,
            mean,
            temperature,
        })
    }

    /// Returns the left wall.
    pub fn left_wall(&self) -> &Wall {
        &self.left_wall
    }

    /// Returns the right wall.
    pub fn right_wall(&self) -> &Wall {
        &self.right_wall
    }

    /// Returns the mean value.
    pub fn mean(&self) -> Dyadic {
        self.mean
    }

    /// Returns the temperature. It is -1/2^k for a number with the denominator 2^k, and at least 0
    /// for other values.
    pub fn temperature(&self) -> Dyadic {
        self.temperature
    }

    /// Returns an estimate of the memory that the thermograph uses in bytes.
    fn bytes(&self) -> u64 {
        let points = self.left_wall.points.capacity() + self.right_wall.points.capacity();
        (size_of::<Thermograph>() + 16 + points * size_of::<WallPoint>()) as u64
    }
}

impl Store {
    /// Returns the thermograph. Its walls start at temperature 0, so the walls of a number are its
    /// mast. The result is cached.
    ///
    /// # Errors
    /// Returns [`ValueError::Stopped`] if the budget runs out, and [`ValueError::Overflow`] if a
    /// breakpoint is beyond the range of [`Dyadic`].
    pub fn thermograph(
        &mut self,
        g: Id,
        budget: &Budget<'_>,
    ) -> Result<Arc<Thermograph>, ValueError> {
        let is_done =
            |store: &Store, id| store.is_simple(id) || store.thermographs.contains_key(&id);
        for form in self.unfinished_followers(g, is_done, budget)? {
            let range = self.option_range(form, budget)?;
            let mut options = Vec::with_capacity(range.lefts + range.rights);
            for at in range.start..range.start + range.lefts + range.rights {
                options.push(self.cached_thermograph(self.options[at]));
            }
            let (left, right) = options.split_at(range.lefts);
            let left: Vec<&Wall> = left.iter().map(|option| &option.right_wall).collect();
            let right: Vec<&Wall> = right.iter().map(|option| &option.left_wall).collect();
            let thermograph = Thermograph::from_walls(&left, &right, budget)?;
            let bytes = thermograph.bytes();
            let is_full = self.thermographs.len() == self.thermographs.capacity();
            let entries = if is_full { self.thermographs.len() } else { 0 };
            let table = (entries * 2 * (size_of::<(Id, Arc<Thermograph>)>() + 1)) as u64;
            budget.allow_growth(self.bytes(), bytes + table)?;
            self.thermograph_bytes += bytes;
            self.thermographs.insert(form, Arc::new(thermograph));
        }
        Ok(self.cached_thermograph(g))
    }

    /// Returns the thermograph of a value whose thermograph is cached or is a mast.
    fn cached_thermograph(&self, g: Id) -> Arc<Thermograph> {
        match self.simple_value(g) {
            Some(value) => {
                let temperature = if value.is_number() {
                    -value.number.unit()
                } else {
                    Dyadic::ZERO
                };
                Arc::new(Thermograph::mast(value.number, temperature))
            }
            None => Arc::clone(&self.thermographs[&g]),
        }
    }

    /// Returns the mean value.
    ///
    /// # Errors
    /// As [`Store::thermograph`].
    pub fn mean(&mut self, g: Id, budget: &Budget<'_>) -> Result<Dyadic, ValueError> {
        Ok(self.thermograph(g, budget)?.mean)
    }

    /// Returns the temperature ([`Thermograph::temperature`]).
    ///
    /// # Errors
    /// As [`Store::thermograph`].
    pub fn temperature(&mut self, g: Id, budget: &Budget<'_>) -> Result<Dyadic, ValueError> {
        Ok(self.thermograph(g, budget)?.temperature)
    }
}

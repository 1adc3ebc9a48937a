//! Recognises taking a power of a number from a pile. See [`crate::subtraction`].

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::ir::{ChoiceDomain, Expr, Int};

use crate::model::{Model, ModelLaw, ModelTheorem, natural};
use crate::subtraction::{power_value, powers};
use theory::theorem::ChosenMove;
use theory::value::Grundy;

pub(crate) const THEOREM: ModelTheorem = ModelTheorem {
    name: "powers",
    statement: (
        "Each move takes a power of b. The values have the period b + 1; for b = 2, G(n) = n mod 3.",
        "每次取走 b 的幂。值以 b + 1 为周期；b = 2 时 G(n) = n mod 3。",
    ),
    source: "HDU 1847; powers of b are 1 or b modulo b + 1",
    slots: 1..=1,
    suspense: false,
    models: |game, _, _| {
        let base = match &game.moves[..] {
            [shape] => match &shape.choices[..] {
                [choice] => match &choice.domain {
                    ChoiceDomain::Endless(_, _, Expr::Binary(_, sides, _), _) => match &sides[0] {
                        Expr::Const(base) if (2..=1 << 20).contains(base) => Some(*base),
                        _ => None,
                    },
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        };
        let Some(base) = base else {
            return Err(text!(
                "the numbers that may be taken are not the powers of one number",
                "可取数目不是某数的各次幂"
            )
            .into());
        };
        let text = format!(
            "game Model {{ state n in 0.. move k in {{{base} ** i for i in 0..}} : [n - k] }}"
        );
        Ok(vec![Model {
            text,
            law: Box::new(PowersLaw(base as u64)),
        }])
    },
};

struct PowersLaw(u64);

impl ModelLaw for PowersLaw {
    fn value(&self, position: &[Int]) -> Option<Grundy> {
        Grundy::nimber(power_value(self.0, natural(position[0])))
    }

    fn explanation(&self, position: &[Int]) -> Option<Text> {
        let (base, n) = (self.0, natural(position[0]));
        let period = if base % 2 == 1 { 2 } else { base + 1 };
        let (times, rest, value) = (n / period, n % period, power_value(base, n));
        Some(text!(
            "values repeat with period {period}: {n} = {times} · {period} + {rest}, so G({n}) = G({rest}) = {value}",
            "值以 {period} 为周期：{n} = {times} · {period} + {rest}，故 G({n}) = G({rest}) = {value}"
        ))
    }

    fn moves(
        &self,
        position: &[Int],
        value: Grundy,
        _: &Budget<'_>,
    ) -> Result<Option<Vec<ChosenMove>>, StopReason> {
        let n = natural(position[0]);
        let fits = powers(self.0)
            .take_while(|k| *k <= n)
            .filter(|k| Grundy::nimber(power_value(self.0, n - k)) == Some(value));
        Ok(Some(fits.map(|k| (0, vec![k as Int])).collect()))
    }
}

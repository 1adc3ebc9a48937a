//! A component behaves as a Nim heap if no move from any reachable position raises the Grundy
//! value. In a component that behaves as a heap, the options of a position of value v have exactly
//! the values 0 … v-1, and only ended positions have the value 0. So every theorem about sums of
//! heaps, under any convention, holds for sums of components that behave as heaps, with their
//! values as sizes. Testing whether a component behaves as a heap takes one fold over its
//! positions, at the cost of computing its Grundy value.

use base::text;
use base::text::Text;
use rules::game::PlayEnding;

use crate::algebra::Algebra;

/// The Grundy value of a component that behaves as a heap, and `None` for any other. An option that
/// is a sum behaves as a heap if at most one of its components has not ended.
#[derive(Clone, Copy, Debug)]
pub struct HeapLikeAlgebra;

impl HeapLikeAlgebra {
    /// Describes the first position with a move that raises the Grundy value.
    pub fn condition_failure(&self, position: &str) -> Text {
        text!(
            "{position} is not a heap: it has a move that raises the Grundy value, leaves several components or ends play",
            "{position} 不能视为一堆：它有使 SG 值增大、留下几个部分或立即终局的着法"
        )
    }
}

impl Algebra for HeapLikeAlgebra {
    type Value = Option<u64>;
    const NAME: &'static str = "sizes of heaps";

    fn ending_value(&self, _: PlayEnding) -> Option<u64> {
        None
    }

    fn sum(&self, parts: &[Option<u64>]) -> Option<u64> {
        parts
            .iter()
            .try_fold(0, |size, part| match (size, (*part)?) {
                (size, 0) => Some(size),
                (0, part) => Some(part),
                _ => None,
            })
    }

    fn of_options(&self, options: &[Option<u64>]) -> Option<u64> {
        let values = options.iter().copied().collect::<Option<Vec<u64>>>()?;
        let mex = nimber::mex(values.iter().copied());
        values.iter().all(|&value| value < mex).then_some(mex)
    }

    fn decided_by(&self, option: Self::Value) -> Option<Self::Value> {
        option.is_none().then_some(None)
    }
}

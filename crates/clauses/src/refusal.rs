//! Why rules are not read.

use base::text;
use base::text::Text;

pub(crate) fn too_large() -> Text {
    text!(
        "its numbers are too large to be compared",
        "其中的数过大，无法比较"
    )
}

pub(crate) fn not_linear() -> Text {
    text!(
        "its moves are not linear in the position",
        "其着法对局面不是线性的"
    )
}

pub(crate) fn too_many() -> Text {
    text!(
        "its moves fall into too many cases to be compared",
        "其着法的情形过多，无法比较"
    )
}

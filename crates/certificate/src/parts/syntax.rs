//! The format of parts in the text of a certificate.
//!
//! ```text
//! claim value 1 of Cram(R = 2, C = 3)[63]
//! proof parts 1 values 0
//! parts 4 of Cram(R = 2, C = 3)
//! plane
//! 3 = 1
//! 7 = 1
//! 1b mirror 0
//! ```
//!
//! A set is a hexadecimal number. Bit p is 1 iff the element of the ground set with index p,
//! counted from 0, is present. If moves only add elements, bit p is 1 iff the element is absent. `=
//! 2` states that the value of a part is 2, `! 2` that the value is not 2, and `mirror 1` that the
//! map with number 1 is a mirror of the part. Instead of `plane`, the text may contain `turns 2 of
//! 5`, followed by 2 permutations of 5 indices each, in rows of up to 32. The rows of values of
//! other games are at the end of the proof.

use std::fmt::Write;

use rules::game::GameId;
use rules::world::World;

use super::element_set::ElementSet;
use super::proof::{GameParts, PartClaim, PartRow, PartsProof};
use super::symmetry::PartSymmetry;
use crate::text_rows::{number, show_component, write_rows};

/// Parses `1 values 0`.
pub(crate) fn head(line: &str) -> Option<(usize, usize)> {
    let (games, values) = line.split_once(" values ")?;
    Some((number(games)?, number(values)?))
}

/// Parses `parts 4 of Cram(R = 2, C = 3)` into the number of rows and the title.
pub(crate) fn game(line: &str) -> Option<(usize, &str)> {
    let (rows, title) = line.strip_prefix("parts ")?.split_once(" of ")?;
    Some((number(rows)?, title))
}

/// Parses `turns 2 of 5`. Zero elements have at most one permutation.
pub(crate) fn turns(line: &str) -> Option<(usize, usize)> {
    let (turns, places) = line.strip_prefix("turns ")?.split_once(" of ")?;
    Some((number(turns)?, number(places)?)).filter(|(turns, places)| *places > 0 || *turns < 2)
}

/// Parses a row such as `1b = 2`.
pub(crate) fn row(line: &str) -> Option<PartRow> {
    let [part, sign, told] = line.split(' ').collect::<Vec<_>>()[..] else {
        return None;
    };
    let told = number(told)?;
    let told = match sign {
        "=" => PartClaim::Is(told),
        "!" => PartClaim::IsNot(told),
        "mirror" => PartClaim::Mirror(told),
        _ => return None,
    };
    Some(PartRow {
        part: ElementSet::read(part)?,
        told,
    })
}

/// Writes a proof, after `proof parts `.
pub(crate) fn write(
    text: &mut String,
    world: &World,
    PartsProof { games, others }: &PartsProof,
) -> std::fmt::Result {
    writeln!(text, "{} values {}", games.len(), others.len())?;
    for GameParts { game, alike, rows } in games {
        write_head(text, world, *game, rows.len(), alike)?;
        for PartRow { part, told } in rows {
            match told {
                PartClaim::Is(value) => writeln!(text, "{part} = {value}")?,
                PartClaim::IsNot(value) => writeln!(text, "{part} ! {value}")?,
                PartClaim::Mirror(map) => writeln!(text, "{part} mirror {map}")?,
            }
        }
    }
    others.iter().try_for_each(|(component, value)| {
        writeln!(text, "{} = {value}", show_component(world, component))
    })
}

/// Writes the head of the parts of a game, and the maps that find isomorphic parts.
pub(crate) fn write_head(
    text: &mut String,
    world: &World,
    game: GameId,
    rows: usize,
    alike: &PartSymmetry,
) -> std::fmt::Result {
    writeln!(text, "parts {rows} of {}", world.rules(game).title())?;
    match alike {
        PartSymmetry::Plane => writeln!(text, "plane")?,
        PartSymmetry::Turns(turns) => {
            writeln!(
                text,
                "turns {} of {}",
                turns.len(),
                turns.first().map_or(0, Vec::len)
            )?;
            turns.iter().try_for_each(|turn| write_rows(text, turn))?;
        }
    }
    Ok(())
}

//! Certificates (`laws/*.cert` of this crate) for laws of library games that take long to find. The
//! certificates are compiled in, but not trusted. Each run that uses a certificate verifies it with
//! the checker, which is several times faster than finding the law.

use rules::ast::PlayConvention;
use rules::game::GameId;
use rules::world::World;

use crate::error::SolveError;
use crate::law_theorem::UncheckedLaw;

/// Names of games, without parameters, and their certificates.
static CERTIFICATES: [(&str, &str); 6] = [
    ("Cards", include_str!("../laws/cards.cert")),
    (
        "DynamicSubtraction",
        include_str!("../laws/dynamicsubtraction.cert"),
    ),
    ("FibonacciNim", include_str!("../laws/fibonaccinim.cert")),
    (
        "KaylesRecurrence",
        include_str!("../laws/kaylesrecurrence.cert"),
    ),
    ("NewStone3", include_str!("../laws/newstone3.cert")),
    ("NewStone4", include_str!("../laws/newstone4.cert")),
];

/// Returns the unchecked bundled law of this game under this play convention; `None` if no law is
/// bundled for its rules and parameters. If `values` is set, the law computes values.
///
/// # Errors
/// Panics if a bundled text is not a certificate, which is a bug of this program.
pub(crate) fn law(
    world: &World,
    game: GameId,
    play: PlayConvention,
    values: bool,
) -> Result<Option<UncheckedLaw>, SolveError> {
    let title = world.rules(game).title();
    let Some((_, text)) = CERTIFICATES
        .iter()
        .find(|(name, _)| title.split('(').next() == Some(*name))
    else {
        return Ok(None);
    };
    let given = UncheckedLaw::read(text)?;
    Ok(Some(given).filter(|given| given.tells(play, values) && given.is_of(world, game)))
}

#[cfg(test)]
mod tests {
    use base::budget::Budget;

    use super::*;
    use crate::session::Session;

    /// Each bundled certificate is about a library game with default parameters, and the checker
    /// accepts this certificate. If the rules of a game change, write its certificate again:
    /// `grundy law NAME --save crates/grundy/laws/NAME.cert`.
    #[test]
    fn every_certificate_is_of_its_game_and_accepted() {
        for (name, text) in CERTIFICATES {
            let mut session = Session::new();
            let game = crate::question::game(session.world_mut(), name).unwrap();
            let given = law(&session.world, game, PlayConvention::Normal, false)
                .unwrap()
                .unwrap_or_else(|| panic!("{name}: the certificate is of other rules"));
            given
                .check(&session.world, game, &Budget::generous())
                .unwrap_or_else(|error| panic!("{name}: {error:?}"));
            assert_eq!(
                law(&session.world, game, PlayConvention::Normal, true)
                    .unwrap()
                    .is_some(),
                text.contains("claim law values"),
                "{name}"
            );
        }
    }

    /// No law is bundled for a library game with changed parameters or with changed rules.
    #[test]
    fn it_is_not_taken_for_another_game() {
        let mut session = Session::new();
        for other in ["dynamicsubtraction(3)", "cards(1, 2)", "kayles"] {
            let game = crate::question::game(session.world_mut(), other).unwrap();
            assert!(
                law(&session.world, game, PlayConvention::Normal, false)
                    .unwrap()
                    .is_none(),
                "{other}"
            );
        }
        session.load_rules("own", "game NewStone3 {\n  state a[1..3] in 0..\n  move i in 1..3, k in 1..a[i] : { a[i] -= k }\n}\n").unwrap();
        let game = crate::question::game(session.world_mut(), "newstone3").unwrap();
        assert!(
            law(&session.world, game, PlayConvention::Normal, false)
                .unwrap()
                .is_none()
        );
    }
}

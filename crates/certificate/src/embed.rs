//! The rules that a certificate contains. A certificate embeds the rule files of the games that its
//! claim and its proof name, and of all games that the moves of these games lead to. A reader of a
//! certificate builds a world from the embedded rule texts only. No two embedded rule texts may
//! declare the same name, so every lookup of a name finds the same game.

use std::collections::BTreeSet;

use base::text;
use base::text::{Lang, Text};
use rules::game::GameId;
use rules::lower::argument_value;
use rules::parser::parse_query;
use rules::world::{Declaration, InstantiationError, World};

use crate::claim::{Certificate, CertificateClaim, CertificateProof};
use crate::error::CertificateError;
use crate::method::ProofMethod;

/// Returns the games that the claim and the proof name.
pub(crate) fn games_named(certificate: &Certificate) -> BTreeSet<GameId> {
    let mut games = BTreeSet::new();
    match &certificate.claim {
        CertificateClaim::Value { sum, .. }
        | CertificateClaim::Outcome { sum, .. }
        | CertificateClaim::PositionsQuotient { sum, .. } => {
            games.extend(sum.0.iter().map(|c| c.game));
        }
        CertificateClaim::Partizan(claim) => games.extend(claim.sum.0.iter().map(|c| c.game)),
        CertificateClaim::Period { game, .. } => {
            games.insert(*game);
        }
        CertificateClaim::Law(claim) => {
            games.insert(claim.game);
        }
        CertificateClaim::AllValues(game) => {
            games.insert(*game);
        }
        CertificateClaim::HeapPeriod(_) | CertificateClaim::Quotient(_) => {}
    }
    match &certificate.proof {
        CertificateProof::Values(entries) => games.extend(entries.iter().map(|(c, _)| c.game)),
        CertificateProof::Parts(proof) => {
            games.extend(proof.games.iter().map(|parts| parts.game));
            games.extend(proof.others.iter().map(|(c, _)| c.game));
        }
        CertificateProof::Partizan(proof) => {
            games.extend(proof.parts.iter().map(|parts| parts.game));
            games.extend(proof.positions.iter().map(|(c, _)| c.game));
        }
        CertificateProof::PositionsQuotient(proof) => {
            games.extend(proof.images.iter().map(|(c, _)| c.game))
        }
        CertificateProof::Outcomes(entries) => games.extend(
            entries
                .iter()
                .flat_map(|(sum, _)| sum.0.iter().map(|c| c.game)),
        ),
        CertificateProof::SubtractionPeriod { .. }
        | CertificateProof::HeapPeriod(_)
        | CertificateProof::Quotient(_)
        | CertificateProof::Law(_) => {}
        CertificateProof::Method(ProofMethod::Lemmas { lemmas, .. }) => {
            games.extend(lemmas.iter().map(|lemma| lemma.game))
        }
        CertificateProof::Method(_) => {}
    }
    games
}

/// Returns the declarations of the given games and of all games that their moves lead to, in the
/// order of the ids. Moves with the keyword `again` leave a component of a built-in game, which
/// needs no declaration.
pub(crate) fn declarations(
    world: &World,
    games: &BTreeSet<GameId>,
) -> Result<Vec<Declaration>, CertificateError> {
    let declared = |id: &GameId| {
        world
            .declaration_of(*id)
            .cloned()
            .ok_or_else(|| CertificateError::NoSource {
                game: world.rules(*id).title(),
            })
    };
    world
        .reachable_games(games.iter().copied())
        .iter()
        .filter(|id| !world.is_passing(**id))
        .map(declared)
        .collect()
}

/// Builds a world from the given rule texts only. Each pair of `sources` consists of a file name
/// and a rule text.
pub(crate) fn world_of(sources: &[(String, String)]) -> Result<World, CertificateError> {
    let mut world = World::empty();
    let mut known = BTreeSet::new();
    for (name, text) in sources {
        let games = world
            .load(name, text)
            .map_err(|refusal| CertificateError::Source {
                name: name.clone(),
                reason: refusal.render(Lang::En, false),
            })?;
        if let Some(game) = games
            .into_iter()
            .find(|game| !known.insert(game.to_lowercase()))
        {
            return Err(CertificateError::DeclaredTwice { game });
        }
    }
    Ok(world)
}

/// Returns the game with a title in exactly the form in which the world writes it, as in
/// `Bash(m = 3)`.
pub(crate) fn game_of(world: &mut World, title: &str) -> Result<GameId, CertificateError> {
    let refused = |reason: Text| CertificateError::Game {
        title: title.to_owned(),
        reason,
    };
    let no_title = || {
        refused(text!(
            "expected the name of a game with its arguments",
            "此处应为带参数的游戏名"
        ))
    };
    let query = parse_query(title).map_err(|_| no_title())?;
    let instance = query
        .components
        .into_iter()
        .next()
        .and_then(|component| component.game)
        .ok_or_else(no_title)?;
    let mut args = Vec::new();
    for (name, value) in &instance.args {
        let value = argument_value(value).map_err(|_| no_title())?;
        args.push((name.as_ref().map(|name| name.text.clone()), value));
    }
    let game = world
        .instantiate(&instance.name.text, args)
        .map_err(|missing| match missing {
            InstantiationError::Here(reason) => refused(reason),
            InstantiationError::There(refusal) => {
                refused(Text::same(refusal.render(Lang::En, false)))
            }
        })?;
    // The lenient parser of queries also accepts titles in another letter case, several components
    // and missing arguments; the comparison rejects them.
    if world.rules(game).title() == title {
        Ok(game)
    } else {
        Err(no_title())
    }
}

/// Returns the 64-bit FNV-1a checksum (Fowler, Noll, Vo). A change of a single byte always changes
/// the checksum. The checksum detects accidents, not forgeries; the checker rejects forgeries.
pub(crate) fn checksum(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

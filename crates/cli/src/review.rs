//! `grundy reply` and `grundy review`: one move of the computer, and a review of a course of play,
//! without the dialogue of `play`.

use std::fmt::Write as _;

use base::budget::Budget;
use base::text;
use base::text::{Lang, Text};
use grundy::SolveError;
use grundy::player::{MatchSide, MatchState, Mistake, Review, StrategyReason};
use grundy::position_text::position_with_counts;
use requests::play::SideName;
use requests::play::stateless::{
    ComputerMoveOptions, ComputerMoveReply, ReviewMove, ReviewReply, ReviewRequest,
};
use requests::{QuestionRequest, Reply, Request};
use rules::game::Outcome;
use rules::world::World;

use crate::args::{CommonArgs, PlayerArg, ReplyArgs, ReviewArgs};
use crate::files;
use crate::front_end::FrontEnd;
use crate::play::messages::{self, SeatName};
use crate::system::SystemHost;
use requests::answer_text::{line, move_text};

/// Runs `reply`.
pub fn reply(face: &FrontEnd<'_>, args: &ReplyArgs, budget: &Budget<'_>) -> Result<u8, SolveError> {
    let own = ComputerMoveOptions {
        strength: Some(args.strength),
        seed: args.seed,
    };
    answer(face, &args.options, budget, &|how| {
        Request::Reply(QuestionRequest::new(
            args.position.clone(),
            how,
            own.clone(),
        ))
    })
}

/// Runs `review`.
pub fn review(
    face: &FrontEnd<'_>,
    args: &ReviewArgs,
    budget: &Budget<'_>,
) -> Result<u8, SolveError> {
    let player = args.player.map(|player| match player {
        PlayerArg::First => SideName::First,
        PlayerArg::Second => SideName::Second,
    });
    answer(face, &args.options, budget, &|how| {
        let moves = args.moves.iter().cloned().map(ReviewMove::Text).collect();
        let options = requests::RequestOptions {
            how,
            ..Default::default()
        };
        Request::Review(ReviewRequest {
            question: Some(args.position.clone()),
            moves,
            player,
            options,
        })
    })
}

fn answer(
    face: &FrontEnd<'_>,
    options: &CommonArgs,
    budget: &Budget<'_>,
    request: &dyn Fn(requests::CommonOptions) -> Request,
) -> Result<u8, SolveError> {
    let mut desk = files::desk(options, face, budget)?;
    let how = files::how(options, face, budget)?;
    let reply = desk.answer(&request(how), budget, &SystemHost::new())?;
    face.print(&reply, &|| match &reply {
        Reply::Replied(replied) => computer_move_text(replied, face.lang),
        Reply::Reviewed(reviewed) => review_text(reviewed, face.lang),
        _ => String::new(),
    });
    Ok(0)
}

/// Returns the move, and the reason why it was chosen.
fn computer_move_text(replied: &ComputerMoveReply, lang: Lang) -> String {
    let ComputerMoveReply {
        position,
        world,
        made,
        grounds,
        strength,
        seed,
        rests_on,
        ..
    } = replied;
    let mut out = String::new();
    line(
        &mut out,
        &text!("position", "局面"),
        &position_with_counts(world, position),
        lang,
    );
    line(
        &mut out,
        &text!("move", "着法"),
        &move_text(made, world, position_with_counts, position.len() > 1, lang),
        lang,
    );
    let why = match grounds {
        StrategyReason::Winning => text!("it wins", "能赢"),
        StrategyReason::Holding => text!("it holds the draw", "可守和"),
        StrategyReason::Losing => text!(
            "every move loses; this one is the hardest to answer",
            "走哪一步都会输；这一步最难应对"
        ),
        StrategyReason::Arbitrary => text!(
            "not computed: a random legal move",
            "未经计算：随机取的合法着法"
        ),
    };
    line(&mut out, &text!("why", "理由"), why.get(lang), lang);
    out += &messages::conditional(rests_on.as_deref(), lang);
    if *strength < 100 {
        let _ = writeln!(out, "{}", messages::strength(*strength, *seed).get(lang));
    }
    out
}

/// Returns the course of play, its result, and the first mistake of each player.
fn review_text(reviewed: &ReviewReply, lang: Lang) -> String {
    let ReviewReply {
        from,
        position,
        world,
        moves,
        state,
        reviews,
        ..
    } = reviewed;
    let mut out = String::new();
    line(
        &mut out,
        &text!("position", "局面"),
        &position_with_counts(world, from),
        lang,
    );
    let mut several = from.len() > 1;
    for (number, made) in (1..).zip(moves) {
        let _ = writeln!(
            out,
            "{number:>4}  {}",
            move_text(made, world, position_with_counts, several, lang)
        );
        several = made.leaves.len() > 1;
    }
    match state {
        MatchState::Open => line(
            &mut out,
            &text!("left", "剩下"),
            &position_with_counts(world, position),
            lang,
        ),
        MatchState::Over(winner, reason) => {
            let who = winner.map(|side| SeatName::Number(number(side)));
            let _ = writeln!(
                out,
                "{}",
                messages::end(who, *reason, reviewed.play(), moves.len()).get(lang)
            );
        }
    }
    out += &messages::conditional(reviewed.rests_on.as_deref(), lang);
    for (side, review) in reviews {
        let _ = writeln!(out, "\n{}", chances(*side, review, world, lang).get(lang));
    }
    out
}

/// The player who moved first is number 1.
fn number(side: MatchSide) -> usize {
    match side {
        MatchSide::First => 1,
        MatchSide::Second => 2,
    }
}

/// Returns how a player used their winning chances.
fn chances(side: MatchSide, review: &Review, world: &World, lang: Lang) -> Text {
    let player = number(side);
    let Some(Mistake {
        turn,
        before,
        had,
        made,
        lost,
        better,
    }) = &review.mistake
    else {
        return match review.could_win {
            true => text!("Player {player} made no mistake.", "{player} 号没有失误。"),
            false => text!(
                "Player {player} never had a winning position, and made no mistake.",
                "{player} 号始终没有必胜局面，也没有失误。"
            ),
        };
    };
    let (number, several) = (turn + 1, before.len() > 1);
    let [made, better] =
        [made, better].map(|one| move_text(one, world, position_with_counts, several, lang));
    match (had, lost) {
        (Outcome::N, true) => text!(
            "At move {number} player {player} had a winning position, but this move lost it:\n  {made}\nThis move would have won:\n  {better}",
            "第 {number} 步时 {player} 号本来必胜，却走了：\n  {made}\n这样走才能赢：\n  {better}"
        ),
        (Outcome::N, false) => text!(
            "At move {number} player {player} had a winning position, but this move left a draw:\n  {made}\nThis move would have won:\n  {better}",
            "第 {number} 步时 {player} 号本来必胜，走了这一步变成平局：\n  {made}\n这样走才能赢：\n  {better}"
        ),
        _ => text!(
            "At move {number} player {player} could have held the draw, but this move lost it:\n  {made}\nThis move would have held it:\n  {better}",
            "第 {number} 步时 {player} 号本可守和，却走了：\n  {made}\n这样走才能守和：\n  {better}"
        ),
    }
}

//! Messages of the dialogue in both languages: openings, endings, reasons and reviews.

use base::text;
use base::text::{Lang, Text};
use grundy::player::{MatchEndReason, MatchSide, Mistake, Review, StrategyReason};
use rules::ast::{PlayConvention, Player};
use rules::game::{Conventions, Outcome};
use rules::world::World;

use requests::answer_text::why::move_text;
use requests::answer_text::{self, line};

/// Name under which messages refer to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatName {
    /// The person at the keyboard.
    You,
    /// The computer.
    Computer,
    /// The first or the second player, if the computer plays both sides or two people play.
    Number(usize),
    /// The same, if the players have different moves.
    Player(Player),
}

/// Returns the name of a player.
pub fn name(player: Player) -> Text {
    match player {
        Player::Left => text!("Left", "左方"),
        Player::Right => text!("Right", "右方"),
    }
}

/// Returns the conventions of play, if they differ from normal play (the player who cannot move
/// loses).
pub fn conventions(conventions: Conventions, has_goal: bool, has_trap: bool) -> Text {
    let mut all = Vec::new();
    if conventions.play == PlayConvention::Normal {
        all.push(text!("the player who cannot move loses", "不能走者负"));
    }
    all.extend(answer_text::conventions(conventions));
    if has_goal {
        all.push(text!(
            "the player who reaches a goal wins at once",
            "先到达目标者立即获胜"
        ));
    }
    if has_trap {
        all.push(text!(
            "the player who moves into a trap loses at once",
            "走入陷阱者立即告负"
        ));
    }
    if conventions.loopy {
        all.push(text!(
            "a position that occurs for the third time is a draw",
            "同一局面第三次出现算平局"
        ));
    }
    Text::join(&all, &text!("; ", "；"))
}

/// Returns the text about the strength of the computer.
pub fn strength(strength: u8, seed: u64) -> Text {
    if strength == 100 {
        return text!("The computer plays perfectly.", "电脑下法完美。");
    }
    text!(
        "The computer plays a perfect move in about {strength} of 100 turns (--seed {seed}).",
        "电脑每 100 步中约有 {strength} 步是完美着法（--seed {seed}）。"
    )
}

/// Returns the status line for an answer that may depend on a file that was not verified against
/// the rules; empty if `file` is `None`.
pub fn conditional(file: Option<&str>, lang: Lang) -> String {
    let Some(file) = file else {
        return String::new();
    };
    let mut out = String::new();
    let told = text!(
        "conditional (depends on {file}, which was not compared with the rules)",
        "有条件（以 {file} 为依据，该文件未与规则核对）"
    );
    line(&mut out, &text!("status", "可信度"), told.get(lang), lang);
    out
}

/// Returns who won after `moves` moves, and why.
pub fn end(
    winner: Option<SeatName>,
    reason: MatchEndReason,
    play: PlayConvention,
    moves: usize,
) -> Text {
    let why = match (reason, play) {
        (MatchEndReason::Goal, _) if moves == 0 => text!(
            "Play is over: the position contains a goal.",
            "对局已结束：局面中已有目标。"
        ),
        (MatchEndReason::Trap, PlayConvention::Stop) => text!(
            "Play stops: every component has value 0, and the player to move has won.",
            "停局：各部分的 SG 值全为 0，轮到走的一方获胜。"
        ),
        (MatchEndReason::Trap, _) if moves == 0 => text!(
            "Play is over: the position contains a trap.",
            "对局已结束：局面中已有陷阱。"
        ),
        (MatchEndReason::Goal, _) => text!("A goal is reached.", "已到达目标。"),
        (MatchEndReason::Trap, _) => text!("That was a trap.", "走入了陷阱。"),
        (MatchEndReason::Points(first, second), _) => text!(
            "No move is left. Points: {first} for the player who moved first, {second} for the other player.",
            "没有可走的着法。得分：先手 {first}，后手 {second}。"
        ),
        (MatchEndReason::Tie, _) => text!("The position is a tie.", "局面为平局。"),
        (
            MatchEndReason::NoMove,
            PlayConvention::Normal | PlayConvention::Score | PlayConvention::Partizan,
        ) => text!(
            "No move is left, and the player who cannot move loses.",
            "没有可走的着法，不能走者负。"
        ),
        (MatchEndReason::NoMove, PlayConvention::Stop | PlayConvention::Button) => text!(
            "No move is left: the button was pressed, and the player who cannot move or answer loses.",
            "没有可走的着法：按钮已按下，不能走或不能应者负。"
        ),
        (MatchEndReason::NoMove, PlayConvention::Misere) => text!(
            "No move is left, and the player who cannot move wins.",
            "没有可走的着法，不能走者胜。"
        ),
        (MatchEndReason::Repetition, _) => text!(
            "This position occurred for the third time.",
            "同一局面第三次出现。"
        ),
        (MatchEndReason::Resigned, _) => match winner {
            Some(SeatName::Number(n)) => {
                let loser = 3 - n;
                text!("Player {loser} resigned.", "{loser} 号认输。")
            }
            Some(SeatName::Player(winner)) => {
                let Text { en, zh } = name(winner.other());
                text!("{en} resigned.", "{zh}认输。")
            }
            _ => text!("You resigned.", "你认输了。"),
        },
    };
    let who = match winner {
        Some(SeatName::You) => text!("You win!", "你赢了！"),
        Some(SeatName::Computer) => text!("The computer wins.", "电脑获胜。"),
        Some(SeatName::Number(n)) => text!("Player {n} wins.", "{n} 号获胜。"),
        Some(SeatName::Player(winner)) => {
            let Text { en, zh } = name(winner);
            text!("{en} wins.", "{zh}获胜。")
        }
        None => text!("A draw.", "平局。"),
    };
    let count = match moves {
        0 => text!("", ""),
        1 => text!("1 move was made.", "共走 1 步。"),
        _ => text!("{moves} moves were made.", "共走 {moves} 步。"),
    };
    Text {
        en: format!("{} {} {}", why.en, who.en, count.en)
            .trim_end()
            .to_owned(),
        zh: format!("{}{}{}", why.zh, who.zh, count.zh),
    }
}

/// Returns a review of how the player used their winning chances.
pub fn review(
    review: &Review,
    world: &World,
    winner: Option<MatchSide>,
    human: MatchSide,
    lang: Lang,
) -> Text {
    if let Some(Mistake {
        turn,
        before,
        had,
        made,
        lost,
        better,
    }) = &review.mistake
    {
        let number = turn + 1;
        let several = before.len() > 1;
        let (made, better) = (
            move_text(made, world, several, lang),
            move_text(better, world, several, lang),
        );
        return match (had, lost) {
            (Outcome::N, true) => text!(
                "At move {number} you had a winning position, but this move lost it:\n  {made}\nThis move would have won:\n  {better}",
                "第 {number} 步时你本来必胜，却走了：\n  {made}\n这样走才能赢：\n  {better}"
            ),
            (Outcome::N, false) => text!(
                "At move {number} you had a winning position, but this move left a draw:\n  {made}\nThis move would have won:\n  {better}",
                "第 {number} 步时你本来必胜，走了这一步变成平局：\n  {made}\n这样走才能赢：\n  {better}"
            ),
            _ => text!(
                "At move {number} you could have held the draw, but this move lost it:\n  {made}\nThis move would have held it:\n  {better}",
                "第 {number} 步时你本可守和，却走了：\n  {made}\n这样走才能守和：\n  {better}"
            ),
        };
    }
    match (review.could_win, winner) {
        (false, None) => text!(
            "You never had a winning position, but you held the draw.",
            "你始终没有必胜局面，但守住了平局。"
        ),
        (true, Some(winner)) if winner == human => text!("You made no mistake.", "你没有失误。"),
        (true, _) => text!(
            "You made no mistake up to that point.",
            "到此为止你没有失误。"
        ),
        _ if human == MatchSide::First => text!(
            "You never had a winning position. Try --first computer to let the computer move first.",
            "你始终没有必胜局面。可用 --first computer 让电脑先走试试。"
        ),
        _ => text!(
            "You never had a winning position. Try --first me to move first.",
            "你始终没有必胜局面。可用 --first me 由你先走试试。"
        ),
    }
}

/// Returns the text of a hint.
pub fn hint(grounds: StrategyReason, shown: &str) -> Text {
    match grounds {
        StrategyReason::Winning => text!("A winning move: {shown}", "这样走能赢：{shown}"),
        StrategyReason::Holding => text!(
            "A move that holds the draw: {shown}",
            "这样走可守和：{shown}"
        ),
        StrategyReason::Losing | StrategyReason::Arbitrary => text!(
            "Every move loses against perfect play; this one is the hardest to answer: {shown}",
            "面对完美的对手走哪一步都会输；这一步最难应对：{shown}"
        ),
    }
}

/// Returns the assessment of the person's last move: who wins the position after it.
pub fn worth(left: Outcome) -> Text {
    match left {
        Outcome::P => text!(
            "Your last move left a P-position: you are winning.",
            "你的上一着留下了 P 局面：你占胜势。"
        ),
        Outcome::N => text!(
            "Your last move left an N-position: the opponent could win.",
            "你的上一着留下了 N 局面：对方能赢。"
        ),
        Outcome::D => text!("Your last move left a draw.", "你的上一着保持平局。"),
    }
}

//! Commands that a player can type instead of a move, with their names in both languages.

use base::text;
use base::text::Text;

/// A command of the dialogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayCommand {
    /// List legal moves.
    Moves,
    /// Show the position.
    Position,
    /// Show a best move.
    Hint,
    /// Explain why the position is won or lost.
    Why,
    /// Take a move back.
    Undo,
    /// Show the rules of the games.
    Rules,
    /// Start over.
    New,
    /// Resign.
    Resign,
    /// Quit.
    Quit,
    /// List the commands.
    Help,
}

use PlayCommand::{Help, Hint, Moves, New, Position, Quit, Resign, Rules, Undo, Why};

/// Every command with its names; the first name is shown in English, and the second name is shown
/// in Chinese.
const NAMES: [(PlayCommand, &[&str]); 10] = [
    (Moves, &["moves", "着法", "m", "走法"]),
    (Hint, &["hint", "提示", "h"]),
    (Why, &["why", "为什么", "w"]),
    (Undo, &["undo", "悔棋", "u", "back"]),
    (Position, &["position", "局面", "p"]),
    (Rules, &["rules", "规则", "r"]),
    (New, &["new", "重来", "n", "restart", "新局"]),
    (Resign, &["resign", "认输"]),
    (Quit, &["quit", "退出", "q", "exit"]),
    (Help, &["help", "帮助", "?", "？"]),
];

/// Returns the command that a line begins with, and the rest of the line; `None` if the line begins
/// with no command.
pub fn command(line: &str) -> Option<(PlayCommand, &str)> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let word = word.to_lowercase();
    NAMES
        .iter()
        .find(|(_, names)| names.contains(&word.as_str()))
        .map(|(command, _)| (*command, rest.trim()))
}

/// Returns one help line for each command; hints can be excluded.
pub fn help(hints: bool) -> Text {
    let mut whole = text!(
        "A move can be typed as its number in the list (`#3`, or `3` if that is not a number in the text of a move), as its text (`take 3`, or `2: take 3` for component 2),\nor as the position after it (`nim[2] + nim[5]`). Steps in several components: `1: take 2; 3: take 1`.",
        "走一步：输入列表中的编号（`#3`；若 `3` 不是着法文字中的数，也可只写 `3`）、着法的文字（`take 3`；第 2 个部分写 `2: take 3`），\n或走后留下的局面（`nim[2] + nim[5]`）。同时走几个部分：`1: take 2; 3: take 1`。"
    );
    for (command, names) in NAMES {
        let about = match command {
            Moves => text!(
                "list legal moves; `moves 21` starts at number 21, `moves all` lists all",
                "合法着法；`着法 21` 从第 21 个起，`着法 全部` 列出全部"
            ),
            Hint if hints => text!("show a best move", "最佳着法"),
            Hint => continue,
            Why if hints => text!(
                "explain why this position is won or lost",
                "说明此局面为什么必胜或必败"
            ),
            Why => text!("show how good your last move was", "你上一着的好坏"),
            Undo => text!("take your last move back", "悔一步棋"),
            Position => text!("show the position again", "再显示局面"),
            Rules => text!("show the rules of these games", "所用游戏的规则"),
            New => text!("start over", "重新开始"),
            Resign => text!("resign", "认输"),
            Quit => text!("leave the game", "离开"),
            Help => text!("show this list", "本列表"),
        };
        let short = names[2..]
            .iter()
            .find(|name| name.len() == 1)
            .map_or(String::new(), |name| format!(", {name}"));
        whole.en += &format!("\n  {:<14}{}", format!("{}{short}", names[0]), about.en);
        whole.zh += &format!("\n  {}（{}{short}）：{}", names[1], names[0], about.zh);
    }
    whole
}

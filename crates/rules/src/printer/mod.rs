//! The canonical layout of a rule text: one item on each line, indented by two spaces. The layout
//! has ASCII operators, as few parentheses as the grammar allows, and all comments. Printing is
//! idempotent, and never changes the tree except for locations. So the printed text of a game
//! serves as its fingerprint. Bounds and indices that are plain sums have no spaces, `0..n-1`,
//! `a[i+1]`; all other operators are surrounded by spaces.

mod expr;
mod io;

use std::fmt::Display;

use crate::ast::{
    AlphabetDecl, ArrayDimension, BeginDecl, ChangeDecl, ChangeOp, ClaimDecl, ComponentDecl,
    ComponentDeclKind, DrawDecl, EndCondition, ExpectDecl, ExpectKind, ExprKind, GameDecl,
    GameItem, GameItemKind, GameKind, GameRef, List, MoveDecl, OutcomeLetter, Player,
    QueryComponent, QuerySlot, QuerySum, RecurrenceFormula, RecurrenceTerm, RuleFile, SlotDecl,
    SlotType, SpannedExpr, SumMode, UnorderedDecl,
};

use expr::{bound, choice, domain, elements, for_choices, join, range};

pub use expr::print_expr;

/// Maximum column of a list of values.
const WIDTH: usize = 100;

/// Prints a file in the canonical layout, with its comments. O(length).
///
/// ```
/// let file =
///     rules::parser::parse_file("game Nim{state n in 0..move k in 1..n:[n-k]}").unwrap();
/// let text = "game Nim {\n  state n in 0..\n  move k in 1..n : [n - k]\n}\n";
/// assert_eq!(rules::printer::print_file(&file), text);
/// ```
pub fn print_file(file: &RuleFile) -> String {
    let mut parts: Vec<String> = file.games.iter().map(game).collect();
    if !file.trailing.is_empty() {
        parts.push(
            file.trailing
                .iter()
                .map(|text| comment(text) + "\n")
                .collect(),
        );
    }
    parts.join("\n")
}

/// Prints the meaning of a game: without comments, notes, expectations, claims, drawing, the format
/// of a problem and Chinese labels. Games with equal texts are equal.
pub fn print_game(decl: &GameDecl) -> String {
    let rules = decl.items.iter().filter(|item| is_rule(&item.kind));
    let items = rules.map(|item| {
        let mut item = GameItem {
            comments: Vec::new(),
            remark: None,
            ..item.clone()
        };
        if let GameItemKind::Move(rule) = &mut item.kind {
            rule.chinese_label = None;
        }
        item
    });
    game(&GameDecl {
        comments: Vec::new(),
        trailing: Vec::new(),
        items: items.collect(),
        ..decl.clone()
    })
}

/// Returns whether an item is a rule of the game: neither a text, a test or a drawing, nor an item
/// of a problem.
pub(crate) fn is_rule(kind: &GameItemKind) -> bool {
    !matches!(
        kind,
        GameItemKind::Note(_)
            | GameItemKind::About(..)
            | GameItemKind::Expect(_)
            | GameItemKind::Claim(_)
            | GameItemKind::Draw(_)
            | GameItemKind::Input(_)
            | GameItemKind::Ask(_)
            | GameItemKind::Output(_)
            | GameItemKind::Sample(_)
    )
}

/// Prints the position of a query on one line.
pub fn print_query(query: &QuerySum) -> String {
    join(&query.components, " + ", query_component)
}

// ---- games and items ----

fn comment(text: &str) -> String {
    if text.is_empty() {
        "#".to_string()
    } else {
        format!("# {text}")
    }
}

fn game(decl: &GameDecl) -> String {
    let mut out = String::new();
    for text in &decl.comments {
        line(&mut out, comment(text));
    }
    let kind = match decl.kind {
        GameKind::Game => "game",
        GameKind::Coins => "coins",
        GameKind::Recurrence => "recurrence",
    };
    let params = join(&decl.params, ", ", |(name, value)| {
        format!("{} = {}", name.text, print_expr(value))
    });
    let params = if params.is_empty() {
        params
    } else {
        format!("({params})")
    };
    line(&mut out, format!("{kind} {}{params} {{", decl.name.text));
    if let Some(formula) = &decl.formula {
        line(&mut out, format!("  {}", formula_text(formula)));
    }
    for item in &decl.items {
        for text in &item.comments {
            line(&mut out, format!("  {}", comment(text)));
        }
        let remark = match &item.remark {
            Some(text) => format!("  {}", comment(text)),
            None => String::new(),
        };
        line(&mut out, format!("  {}{remark}", item_text(&item.kind)));
    }
    for text in &decl.trailing {
        line(&mut out, format!("  {}", comment(text)));
    }
    line(&mut out, "}");
    out
}

fn line(out: &mut String, text: impl AsRef<str>) {
    out.push_str(text.as_ref());
    out.push('\n');
}

fn formula_text(formula: &RecurrenceFormula) -> String {
    let variables = join(&formula.variables, ", ", |name| name.text.clone());
    let terms = join(&formula.terms, ", ", |RecurrenceTerm { parts, .. }| {
        join(parts, " xor ", |args| {
            format!("SG({})", join(args, ", ", bound))
        })
    });
    let body = format!("{terms}{}", for_choices(&formula.choices));
    let body = body.trim_start();
    if body.is_empty() {
        return format!("SG({variables}) = mex {{}}");
    }
    format!("SG({variables}) = mex {{ {body} }}")
}

/// Prints an item.
pub(crate) fn item_text(kind: &GameItemKind) -> String {
    match kind {
        GameItemKind::State { slots, unordered } => {
            let end = match unordered {
                None => String::new(),
                Some(UnorderedDecl::All) => " unordered".to_owned(),
                Some(UnorderedDecl::Array(array)) => format!(" unordered {}", array.text),
            };
            format!("state {}{end}", join(slots, ", ", slot))
        }
        GameItemKind::Let {
            name,
            indices,
            variables,
            value,
        } => {
            let variables = match variables {
                Some(names) => format!("({})", join(names, ", ", |name| name.text.clone())),
                None if indices.is_empty() => String::new(),
                None => format!("[{}]", join(indices, ", ", choice)),
            };
            format!("let {}{variables} = {}", name.text, print_expr(value))
        }
        GameItemKind::Require(expr) => format!("require {}", print_expr(expr)),
        GameItemKind::Move(rule) => move_text(rule),
        GameItemKind::Start(BeginDecl::List(list)) => format!("start [{}]", elements(list)),
        GameItemKind::Start(BeginDecl::Empty) => "start empty".to_owned(),
        GameItemKind::Start(BeginDecl::Set(set)) => format!("start {}", print_expr(set)),
        GameItemKind::Start(BeginDecl::Text(text)) => format!("start \"{}\"", text.text),
        GameItemKind::Play(play) => format!("play {}", play.word()),
        GameItemKind::Until(EndCondition::All) => "until all".to_string(),
        GameItemKind::Until(EndCondition::One) => "until one".to_string(),
        GameItemKind::Sum(SumMode::One) => "sum one".to_string(),
        GameItemKind::Sum(SumMode::Every) => "sum every".to_string(),
        GameItemKind::Sum(SumMode::Any) => "sum any".to_string(),
        GameItemKind::Sum(SumMode::Upto(most)) => format!("sum upto {}", print_expr(most)),
        GameItemKind::Loopy => "loopy".to_string(),
        GameItemKind::Strict => "strict".to_string(),
        GameItemKind::Goal(expr, player) => ending_text("goal", expr, *player),
        GameItemKind::Trap(expr, player) => ending_text("trap", expr, *player),
        GameItemKind::Urgent(expr) => format!("urgent {}", print_expr(expr)),
        GameItemKind::Tie(expr) => format!("tie when {}", print_expr(expr)),
        GameItemKind::Payoff(expr) => format!("payoff {}", print_expr(expr)),
        GameItemKind::Tier(expr) => format!("tier {}", print_expr(expr)),
        GameItemKind::Symmetry(list) => format!("symmetry [{}]", elements(list)),
        GameItemKind::Expect(expect) => expect_text(expect),
        GameItemKind::Claim(claim) => claim_text(claim),
        GameItemKind::Input(input) => io::input_text(input),
        GameItemKind::Ask(ask) => io::ask_text(ask),
        GameItemKind::Output(parts) => io::output_text(parts),
        GameItemKind::Sample(sample) => io::sample_text(sample),
        GameItemKind::Draw(DrawDecl {
            kind,
            array,
            size,
            marks,
        }) => {
            let size = if size.is_empty() {
                String::new()
            } else {
                format!(" {}", join(size, ", ", print_expr))
            };
            let marks = marks
                .as_ref()
                .map(|marks| format!(" \"{}\"", marks.text))
                .unwrap_or_default();
            let array = array
                .as_ref()
                .map(|array| format!(" {}", array.text))
                .unwrap_or_default();
            format!("draw {}{array}{size}{marks}", kind.word())
        }
        GameItemKind::About(english, chinese) => {
            let chinese = chinese
                .as_ref()
                .map(|text| format!(" \"{}\"", text.text))
                .unwrap_or_default();
            format!("about \"{}\"{chinese}", english.text)
        }
        GameItemKind::Show(marks) => format!("show \"{}\"", marks.text),
        GameItemKind::Note(text) => format!("note \"{}\"", text.text),
    }
}

fn slot(slot: &SlotDecl) -> String {
    let dimension = |ArrayDimension { index, low, high }: &ArrayDimension| {
        let index = index.as_ref().map(|name| format!("{} in ", name.text));
        format!("[{}{}]", index.unwrap_or_default(), range(low, Some(high)))
    };
    let array: String = slot.array.iter().map(dimension).collect();
    let holds = match &slot.holds {
        SlotType::Number(low, high) => format!("in {}", range(low, high.as_ref())),
        SlotType::SetOf(ground) => format!("set of {}", domain(ground)),
        SlotType::WordOf(letters) => format!("word of {}", alphabet(letters)),
    };
    format!("{}{array} {holds}", slot.name.text)
}

fn alphabet(letters: &AlphabetDecl) -> String {
    match letters {
        AlphabetDecl::Listed(letters) => format!("\"{}\"", letters.text),
        AlphabetDecl::Between(first, last) => format!("{}..{}", first.text, last.text),
    }
}

fn move_text(rule: &MoveDecl) -> String {
    let mut out = "move".to_string();
    if let Some(player) = rule.player {
        out += &format!(" {}", player.word());
    }
    for label in [&rule.label, &rule.chinese_label].into_iter().flatten() {
        out += &format!(" \"{}\"", label.text);
    }
    if !rule.choices.is_empty() {
        out += &format!(" {}", join(&rule.choices, ", ", choice));
    }
    let guard = rule
        .guard
        .as_ref()
        .map(|guard| format!("when {}", print_expr(guard)));
    let result = format!(": {}", result(&rule.result));
    let result = if rule.again.is_some() {
        result + " again"
    } else {
        result
    };
    let gain = rule
        .gain
        .as_ref()
        .map(|gain| format!("gain {}", print_expr(gain)));
    fill(out, guard.into_iter().chain([result]).chain(gain))
}

fn result(components: &[ComponentDecl]) -> String {
    if components.is_empty() {
        "nothing".to_string()
    } else {
        join(components, " + ", component)
    }
}

fn component(component: &ComponentDecl) -> String {
    let what = match &component.kind {
        ComponentDeclKind::Fresh { game, slots } => {
            let game = game.as_ref().map(instance).unwrap_or_default();
            format!("{game}[{}]", elements(slots))
        }
        ComponentDeclKind::Changed(groups) => format!(
            "{{ {} }}",
            join(groups, ", ", |(changes, choices)| {
                join(changes, ", ", change) + &for_choices(choices)
            })
        ),
        ComponentDeclKind::Compound(word, most, parts) => {
            let most = most
                .as_ref()
                .map(|most| format!("{}; ", print_expr(most)))
                .unwrap_or_default();
            format!(
                "{}({most}{})",
                word.text,
                join(parts, ", ", |part| result(part))
            )
        }
    };
    what + &for_choices(&component.choices)
}

fn change(change: &ChangeDecl) -> String {
    let index = change.index.as_ref().map(expr::index).unwrap_or_default();
    let op = match change.op {
        ChangeOp::Set => "=",
        ChangeOp::Add => "+=",
        ChangeOp::Sub => "-=",
    };
    format!(
        "{}{index} {op} {}",
        change.name.text,
        print_expr(&change.value)
    )
}

fn instance(instance: &GameRef) -> String {
    if instance.args.is_empty() {
        return instance.name.text.clone();
    }
    let args = join(&instance.args, ", ", |(name, value)| match name {
        Some(name) => format!("{} = {}", name.text, print_expr(value)),
        None => print_expr(value),
    });
    format!("{}({args})", instance.name.text)
}

// ---- expectations and claims ----

fn expect_text(expect: &ExpectDecl) -> String {
    let with = if expect.with.is_empty() {
        String::new()
    } else {
        let values = join(&expect.with, ", ", |(name, value)| {
            format!("{} = {}", name.text, print_expr(value))
        });
        format!("with {values}: ")
    };
    match &expect.kind {
        ExpectKind::Values(at, values) => {
            let head = format!("expect {with}SG({}) ==", ranges(at));
            table(head, at, values.iter().map(|(value, _)| value))
        }
        ExpectKind::Outcomes(at, letters) => {
            let head = format!("expect {with}PN({}) ==", ranges(at));
            table(head, at, letters.iter().map(|(found, _)| letter(*found)))
        }
        ExpectKind::Value(list, value) => format!(
            "expect {with}SG [{}] == {}",
            elements(list),
            print_expr(value)
        ),
        ExpectKind::Scores(at, values) => {
            let head = format!("expect {with}score({}) ==", ranges(at));
            table(head, at, values.iter().map(|(value, _)| value))
        }
        ExpectKind::Score(components, value) => {
            let (sum, value) = (positions(components), print_expr(value));
            // `score[3]` is a position of a game with the name `score`.
            format!("expect {with}score {sum} == {value}")
        }
        ExpectKind::Forms(at, values) => {
            let head = format!("expect {with}value({}) ==", ranges(at));
            let quoted = values.iter().map(|value| format!("\"{}\"", value.text));
            table(head, at, quoted)
        }
        ExpectKind::Form(components, value) => {
            let (sum, value) = (positions(components), &value.text);
            format!("expect {with}value {sum} == \"{value}\"")
        }
        ExpectKind::Winner(components, player) => {
            let letter = match player {
                Player::Left => "L",
                Player::Right => "R",
            };
            format!("expect {with}{} is {letter}", positions(components))
        }
        ExpectKind::Sum(components, found) => {
            let sum = positions(components);
            format!("expect {with}{sum} is {}", letter(*found))
        }
        ExpectKind::Same {
            value,
            other,
            ranges: at,
        } => {
            let what = if *value { "value" } else { "outcome" };
            let (other, at) = (instance(other), ranges(at));
            format!("expect {with}same {what} as {other} on {at}")
        }
    }
}

fn positions(components: &[(Option<GameRef>, List)]) -> String {
    join(components, " + ", |(game, list)| {
        let game = game.as_ref().map(instance).unwrap_or_default();
        format!("{game}[{}]", elements(list))
    })
}

fn letter(letter: OutcomeLetter) -> &'static str {
    match letter {
        OutcomeLetter::P => "P",
        OutcomeLetter::N => "N",
        OutcomeLetter::D => "D",
    }
}

/// Prints values after `head`. A single row that fits is printed on the line of `head`. Values that
/// do not fit on one line are printed in the rows that the ranges imply, or in filled lines.
fn table(
    head: String,
    at: &[(SpannedExpr, SpannedExpr)],
    values: impl Iterator<Item = impl Display>,
) -> String {
    let values: Vec<String> = values.map(|value| value.to_string()).collect();
    if let Some(length) = row_length(at, values.len())
        && length < values.len()
    {
        let width = values.iter().map(String::len).max().unwrap_or(0);
        let rows = values
            .chunks(length)
            .map(|row| join(row, " ", |value| format!("{value:>width$}")));
        return rows.fold(head, |text, row| text + "\n    " + &row);
    }
    let one_line = format!("{head} {}", values.join(" "));
    if one_line.chars().count() + 2 <= WIDTH {
        return one_line;
    }
    fill(head + "\n   ", values)
}

/// Returns `text` followed by `parts`, separated by spaces, or by new lines if a part would exceed
/// the last column. `text` is the beginning of an item, whose line is indented by two spaces.
fn fill(mut text: String, parts: impl IntoIterator<Item = String>) -> String {
    let last_line = text.rsplit('\n').next().unwrap_or_default();
    let mut column = last_line.chars().count() + if last_line.len() == text.len() { 2 } else { 0 };
    for part in parts {
        let length = part.chars().count();
        if column + 1 + length > WIDTH {
            text += "\n   ";
            column = 3;
        }
        column += 1 + length;
        text += " ";
        text += &part;
    }
    text
}

/// Returns the length of a row of a table over several ranges. For literal ranges, the row has the
/// length of the last range, if the number of values matches. For two equal ranges, the values form
/// a square, and the length of the row is the side of the square.
fn row_length(at: &[(SpannedExpr, SpannedExpr)], count: usize) -> Option<usize> {
    if at.len() < 2 {
        return None;
    }
    if let [down, across] = at
        && ranges(std::slice::from_ref(down)) == ranges(std::slice::from_ref(across))
        && count.isqrt() * count.isqrt() == count
    {
        return Some(count.isqrt());
    }
    let length = |(low, high): &(SpannedExpr, SpannedExpr)| match (&low.kind, &high.kind) {
        (ExprKind::Int(low), ExprKind::Int(high)) => {
            usize::try_from(high - low).ok()?.checked_add(1)
        }
        _ => None,
    };
    let total = at
        .iter()
        .try_fold(1usize, |total, range| total.checked_mul(length(range)?))?;
    (total == count).then(|| at.last().and_then(length))?
}

/// Prints the ranges of an expectation. A range of one value is printed as this value.
fn ranges(ranges: &[(SpannedExpr, SpannedExpr)]) -> String {
    join(ranges, ", ", |(low, high)| {
        if low == high {
            bound(low)
        } else {
            range(low, Some(high))
        }
    })
}

/// Prints a claim on one line.
pub fn claim_text(claim: &ClaimDecl) -> String {
    match claim {
        ClaimDecl::Value(expr) => format!("claim SG == {}", print_expr(expr)),
        ClaimDecl::Outcome(expr) => format!("claim P iff {}", print_expr(expr)),
        ClaimDecl::Period {
            period,
            from,
            saltus,
        } => {
            let mut out = format!("claim period {}", print_expr(period));
            if let Some(from) = from {
                out += &format!(" from {}", print_expr(from));
            }
            if let Some(saltus) = saltus {
                out += &format!(" saltus {}", print_expr(saltus));
            }
            out
        }
    }
}

fn query_component(component: &QueryComponent) -> String {
    let copies = match component.copies {
        1 => String::new(),
        copies => format!("{copies} * "),
    };
    let game = match (&component.game, &component.text) {
        (Some(game), Some(text)) => format!("{}({})", game.name.text, text.text),
        (Some(game), None) => instance(game),
        (None, _) => String::new(),
    };
    let slots = match &component.slots {
        Some(slots) => {
            let slots = join(slots, ", ", |slot| match slot {
                QuerySlot::One(value) => print_expr(value),
                QuerySlot::Range(low, high) => range(low, Some(high)),
            });
            format!("[{slots}]")
        }
        None => String::new(),
    };
    format!("{copies}{game}{slots}")
}

/// Returns `goal e`, or `goal e for left` if the item names a player.
fn ending_text(word: &str, expr: &SpannedExpr, player: Option<Player>) -> String {
    let player = player.map_or(String::new(), |player| format!(" for {}", player.word()));
    format!("{word} {}{player}", print_expr(expr))
}

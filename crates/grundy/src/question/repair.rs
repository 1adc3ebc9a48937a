//! Finds the most likely intended question for a text that is not valid. The text is read with
//! relaxed syntax: as names of games and groups of numbers, with any brackets and separators
//! between them. Each reading is written as a question and tested. The first valid question is
//! shown completely with the error, so that it can be copied. A suggested question is never
//! answered automatically.

use base::suggest::{nearest, nearest_within};
use base::text::lowercase;
use rules::ast::ExprKind;
use rules::ir::{Int, ParameterValue};
use rules::parser::to_ascii;
use rules::world::{Declaration, World};

/// Maximum length in bytes of a text that is repaired.
const MAX_TEXT_BYTES: usize = 1000;

/// Maximum number of components that one name of a game may stand for.
const MAX_COMPONENTS_PER_NAME: usize = 100;

/// Maximum number of parameters whose values are searched for.
const MAX_FITTED: usize = 2;

/// Maximum value of a parameter that is searched for.
const MAX_PARAMETER: Int = 16;

/// Words between components that have the meaning of `+`.
const JOINTS: [&str; 7] = ["and", "xor", "plus", "with", "和", "与", "加"];

/// Chinese names of games, and their names in the library.
const CHINESE: [(&str, &str); 9] = [
    ("尼姆", "nim"),
    ("取石子", "nim"),
    ("取石子游戏", "nim"),
    ("巴什", "bash"),
    ("威佐夫", "wythoff"),
    ("斐波那契", "fibonaccinim"),
    ("凯尔斯", "kayles"),
    ("欧几里得", "euclid"),
    ("减法游戏", "subtract"),
];

/// Words before a question that name a command.
const COMMANDS: [&str; 6] = ["grundy", "solve", "moves", "table", "explain", "play"];

/// Returns the most likely intended question for `text`. `accepts` tests whether a question is
/// valid.
pub(super) fn repair(
    world: &World,
    text: &str,
    accepts: &mut dyn FnMut(&str) -> bool,
) -> Option<String> {
    let tokens = tokens(text);
    // A fraction or a comparison is not a typing error.
    let compared = tokens
        .windows(2)
        .any(|pair| matches!(pair, [RepairToken::Sign('='), RepairToken::Name(_)]));
    if text.len() > MAX_TEXT_BYTES || compared || tokens.contains(&RepairToken::Sign('.')) {
        return None;
    }
    let mut parts = Vec::new();
    for component in components(&tokens, world)? {
        let found = component
            .readings(world)
            .into_iter()
            .find(|reading| accepts(reading))?;
        parts.push(if component.copies > 1 {
            format!("{} * {found}", component.copies)
        } else {
            found
        });
    }
    let whole = parts.join(" + ");
    (whole != text.trim() && !parts.is_empty() && accepts(&whole)).then_some(whole)
}

/// The tokens of a question; full-width characters become ASCII.
#[derive(Clone, Debug, PartialEq)]
enum RepairToken {
    Name(String),
    Number(String),
    Sign(char),
    /// A symbol of two characters: `..` or `**`.
    Signs(&'static str),
}

fn tokens(text: &str) -> Vec<RepairToken> {
    let wide = |c: char| match c {
        '【' => '[',
        '】' => ']',
        '、' | '；' => ',',
        '×' | '·' => '*',
        '⊕' => '+',
        c => to_ascii(c),
    };
    let chars: Vec<char> = text.chars().map(wide).collect();
    let (mut list, mut at) = (Vec::new(), 0);
    while let Some(&c) = chars.get(at) {
        let run =
            |keep: &dyn Fn(char) -> bool| chars[at..].iter().take_while(|c| keep(**c)).count();
        let rest = |ahead: usize| chars.get(at + ahead).copied();
        if c.is_ascii_digit() {
            let length = run(&|c| c.is_ascii_digit() || c == '_');
            let mut digits: String = chars[at..at + length]
                .iter()
                .filter(|c| **c != '_')
                .collect();
            at += length;
            // A number with an exponent, such as `1e9`.
            let exponent: String = chars
                .get(at + 1..)
                .unwrap_or_default()
                .iter()
                .take_while(|c| c.is_ascii_digit())
                .collect();
            if matches!(chars.get(at), Some('e' | 'E')) && !exponent.is_empty() {
                at += 1 + exponent.len();
                let zeros = exponent.parse().unwrap_or(usize::MAX).min(MAX_TEXT_BYTES);
                digits.extend(std::iter::repeat_n('0', zeros));
            }
            list.push(RepairToken::Number(digits));
        } else if c.is_alphabetic() || c == '_' {
            // An apostrophe or a hyphen within a name (`dawson's-chess`) is removed before the game
            // is looked up.
            let in_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\'' | '’');
            let length = run(&in_name);
            list.push(RepairToken::Name(chars[at..at + length].iter().collect()));
            at += length;
        } else if c == '.' && rest(1) == Some('.') {
            list.push(RepairToken::Signs(".."));
            at += run(&|c| c == '.' || c == '=');
        } else if c == '^' || c == '*' && rest(1) == Some('*') {
            list.push(RepairToken::Signs(" ** "));
            at += if c == '^' { 1 } else { 2 };
        } else {
            if !c.is_whitespace() {
                list.push(RepairToken::Sign(c));
            }
            at += 1;
        }
    }
    list
}

/// A name with the groups of numbers after it.
#[derive(Debug, Default)]
struct RepairComponent {
    name: String,
    groups: Vec<NumberGroup>,
    copies: u64,
}

/// The numbers, ranges and sets in one group of brackets.
#[derive(Debug, Default)]
struct NumberGroup {
    square: bool,
    items: Vec<String>,
}

/// Splits a text into components. Each name of a game begins a component. Returns `None` if a
/// number belongs to no component, or if a number of copies exceeds 64 bits.
fn components(tokens: &[RepairToken], world: &World) -> Option<Vec<RepairComponent>> {
    let mut list: Vec<RepairComponent> = Vec::new();
    let (mut at, mut copies) = (0, 1_u64);
    // Whether the last number is a factor of a component that has not begun yet.
    let mut is_pending = false;
    let multiplied = |copies: u64, number: &str| copies.checked_mul(number.parse().ok()?);
    let mut fresh = true;
    while let Some(token) = tokens.get(at) {
        at += 1;
        match token {
            RepairToken::Name(word)
                if list.is_empty() && COMMANDS.contains(&lowercase(word).as_str()) => {}
            RepairToken::Name(word)
                if !list.is_empty() && JOINTS.contains(&lowercase(word).as_str()) =>
            {
                if is_pending {
                    return None;
                }
                fresh = true
            }
            // The letter `x` as a product sign, as in `nim[5] x 3` and `3 x nim[5]`.
            RepairToken::Name(word) if word == "x" => {}
            RepairToken::Name(word) => {
                let mut name = word.clone();
                // `dawsons chess`: words that form one name.
                while let Some(RepairToken::Name(next)) = tokens.get(at).or(None)
                    && declared_name(world, &name).is_none()
                    && declared_name(world, &format!("{name}{next}")).is_some()
                {
                    name.push_str(next);
                    at += 1;
                }
                list.push(RepairComponent {
                    name,
                    groups: Vec::new(),
                    copies,
                });
                (copies, fresh, is_pending) = (1, false, false);
            }
            RepairToken::Number(number) => {
                let times = |token: Option<&RepairToken>| match token {
                    Some(RepairToken::Sign('*')) => true,
                    Some(RepairToken::Name(word)) => word == "x" || fresh,
                    _ => false,
                };
                let before = at.checked_sub(2).and_then(|before| tokens.get(before));
                match list.last_mut() {
                    // `nim[5] * 3`
                    Some(last) if !fresh && matches!(before, Some(RepairToken::Sign('*'))) => {
                        last.copies = multiplied(last.copies, number)?;
                    }
                    Some(last) if !fresh && !times(tokens.get(at)) => {
                        let (item, next) = item(tokens, at - 1);
                        at = next;
                        match last.groups.last_mut() {
                            // `nim 3, 4, 5`: numbers without brackets are one group.
                            Some(group)
                                if !group.square
                                    && matches!(
                                        before,
                                        Some(RepairToken::Number(_) | RepairToken::Sign(','))
                                    ) =>
                            {
                                group.items.push(item)
                            }
                            _ => last.groups.push(NumberGroup {
                                square: false,
                                items: vec![item],
                            }),
                        }
                    }
                    _ => (copies, is_pending) = (multiplied(copies, number)?, true),
                }
            }
            RepairToken::Sign('[' | '(' | '{') if !fresh => {
                let (group, next) = group(tokens, at - 1);
                at = next;
                if let Some(last) = list.last_mut() {
                    last.groups.push(group);
                }
            }
            RepairToken::Sign('+' | ';' | '&' | '|') if is_pending => return None,
            RepairToken::Sign('+' | ';' | '&' | '|') => fresh = true,
            _ => {}
        }
    }
    (!is_pending).then_some(list)
}

/// Returns the number, range or expression that starts at an index, and the index after its end.
fn item(tokens: &[RepairToken], start: usize) -> (String, usize) {
    let (mut text, mut at) = (String::new(), start);
    let mut complete = false;
    while let Some(token) = tokens.get(at) {
        match token {
            RepairToken::Number(_) | RepairToken::Name(_) if complete => break,
            RepairToken::Number(number) => text.push_str(number),
            RepairToken::Name(name) => text.push_str(name),
            RepairToken::Signs(signs) => text.push_str(signs),
            RepairToken::Sign(sign @ ('-' | '=' | '+' | '*' | '/' | '%')) => text.push(*sign),
            RepairToken::Sign(_) => break,
        }
        complete = matches!(token, RepairToken::Number(_) | RepairToken::Name(_));
        at += 1;
    }
    (text, at.max(start + 1))
}

/// Returns the items up to the closing bracket or the end, and the index after the last item. A set
/// within the group is one item.
fn group(tokens: &[RepairToken], open: usize) -> (NumberGroup, usize) {
    let mut group = NumberGroup {
        square: tokens[open] == RepairToken::Sign('['),
        items: Vec::new(),
    };
    let mut at = open + 1;
    while let Some(token) = tokens.get(at) {
        match token {
            RepairToken::Sign(']' | ')' | '}') => return (group, at + 1),
            RepairToken::Sign(open @ ('{' | '(' | '[')) => {
                let (mut inner, next) = self::group(tokens, at);
                match open {
                    '{' => group.items.push(set(&inner.items)),
                    _ => group.items.append(&mut inner.items),
                }
                at = next;
            }
            RepairToken::Sign(',' | ';') => at += 1,
            _ => {
                let (item, next) = item(tokens, at);
                if !item.is_empty() {
                    group.items.push(item);
                }
                at = next;
            }
        }
    }
    (group, at)
}

fn set(items: &[String]) -> String {
    format!("{{{}}}", items.join(", "))
}

/// Returns the declared name of the game that a word denotes: the name with the same letters, or
/// otherwise the nearest name.
fn declared_name(world: &World, word: &str) -> Option<String> {
    let plain: String = word
        .chars()
        .filter(|c| c.is_alphanumeric() || *c == '_')
        .collect();
    let declared = |name: &str| world.declared(name).map(Declaration::lower);
    let chinese = || {
        let short = word.trim_end_matches("博弈");
        CHINESE
            .iter()
            .find(|(name, _)| *name == word || *name == short)
            .and_then(|(_, name)| declared(name))
    };
    declared(word).or_else(|| declared(&plain)).or_else(chinese)
}

/// Returns the game that an unknown name probably denotes: a game with a similar name, or the only
/// game outside the library, which may have had another name before.
fn near_or_own(world: &World, word: &str) -> Option<String> {
    let (library, own): (Vec<&Declaration>, Vec<&Declaration>) = world
        .declarations()
        .into_iter()
        .partition(|declared| declared.library);
    let names = |list: &[&Declaration]| list.iter().map(|one| one.lower()).collect::<Vec<_>>();
    let (library, own) = (names(&library), names(&own));
    let near = nearest(word, own.iter().map(String::as_str));
    let library = library.iter().map(String::as_str);
    let found = match (&own[..], near) {
        (_, Some(near)) => Some(near),
        // Only a typing error is more probable than another name of the reader's game.
        ([only], None) => nearest_within(word, library, word.chars().count() / 4).or(Some(only)),
        _ => nearest(word, library),
    };
    found.map(str::to_owned)
}

/// The arguments of a game: whether each parameter is a set, and the number of slots of a position.
struct GameSignature {
    name: String,
    sets: Vec<bool>,
    sizes: Vec<usize>,
}

impl GameSignature {
    fn from_word(world: &World, word: &str) -> Option<GameSignature> {
        let name = declared_name(world, word).or_else(|| near_or_own(world, word))?;
        let sets = world
            .declared(&name)?
            .decl()
            .params
            .iter()
            .map(|(_, default)| matches!(default.kind, ExprKind::Set(_)))
            .collect();
        let mut world = world.clone();
        let game = world.instantiate(&name, Vec::new()).ok()?;
        let rules = world.rules(game);
        let mut sizes = vec![rules.slots().len()];
        sizes.extend(
            rules
                .game()
                .and_then(|game| game.start.as_ref())
                .map(|start| start.free.len()),
        );
        Some(GameSignature { name, sets, sizes })
    }
}

/// Returns readings of the numbers as a position of a game whose parameters do not have their
/// default values: `chomp[5, 5, 5, 5]` is the start of `chomp(5, 4)`. The smallest parameters come
/// first.
fn fitted(world: &World, name: &str, parameters: usize, numbers: &[&String]) -> Vec<String> {
    let Ok(given) = numbers
        .iter()
        .map(|number| number.parse::<Int>())
        .collect::<Result<Vec<Int>, _>>()
    else {
        return Vec::new();
    };
    let largest = given.iter().copied().max().unwrap_or(0);
    let most = largest.max(given.len() as Int).min(MAX_PARAMETER);
    let mut all = vec![Vec::new()];
    for _ in 0..parameters {
        all = all
            .into_iter()
            .flat_map(|list: Vec<Int>| (1..=most).map(move |n| [&list[..], &[n]].concat()))
            .collect();
    }
    all.sort_by_key(|list| list.iter().sum::<Int>());
    let mut world = world.clone();
    let fits = all.into_iter().filter_map(|list| {
        let arguments = list
            .iter()
            .map(|&n| (None, ParameterValue::Int(n)))
            .collect();
        let game = world.instantiate(name, arguments).ok()?;
        let rules = world.rules(game);
        if rules.slots().len() != given.len() {
            return None;
        }
        let list: Vec<String> = list.iter().map(Int::to_string).collect();
        let head = format!("{name}({})", list.join(", "));
        if rules.position(None).ok().as_ref() == Some(&given) {
            return Some(head);
        }
        let given: Vec<String> = given.iter().map(Int::to_string).collect();
        Some(format!("{head}[{}]", given.join(", ")))
    });
    fits.collect()
}

impl RepairComponent {
    /// Returns the possible questions for a component, the most likely first.
    fn readings(&self, world: &World) -> Vec<String> {
        let Some(GameSignature { name, sets, sizes }) = GameSignature::from_word(world, &self.name)
        else {
            return Vec::new();
        };
        let (mut list, mut alone) = (Vec::new(), None);
        let flat: Vec<&String> = self.groups.iter().flat_map(|group| &group.items).collect();
        let is_set = |item: &str| item.starts_with('{');
        let mut add = |head: String, numbers: &[&String]| {
            for &size in sizes
                .iter()
                .filter(|size| **size > 0 && !numbers.is_empty())
            {
                if numbers.len().is_multiple_of(size)
                    && numbers.len() / size <= MAX_COMPONENTS_PER_NAME
                    && !numbers.iter().any(|item| is_set(item))
                {
                    let position = |row: &[&String]| {
                        format!(
                            "{head}[{}]",
                            row.iter()
                                .map(|item| item.as_str())
                                .collect::<Vec<_>>()
                                .join(", ")
                        )
                    };
                    list.push(
                        numbers
                            .chunks(size)
                            .map(position)
                            .collect::<Vec<_>>()
                            .join(" + "),
                    );
                }
            }
            if let ([low, high], true) = (numbers, sizes.contains(&1)) {
                list.push(format!("{head}[{low}..{high}]"));
            }
        };
        let arguments = |items: &[&String]| {
            let joined = items
                .iter()
                .map(|item| item.as_str())
                .collect::<Vec<_>>()
                .join(", ");
            format!("{name}({joined})")
        };
        if let (Some((first, rest)), false) = (self.groups.split_first(), sets.is_empty()) {
            let (first, rest): (Vec<&String>, Vec<&String>) = (
                first.items.iter().collect(),
                rest.iter().flat_map(|group| &group.items).collect(),
            );
            match &sets[..] {
                [true] => {
                    let (given, numbers): (Vec<&String>, Vec<&String>) =
                        flat.iter().partition(|item| is_set(item));
                    if let [_] = given[..] {
                        add(arguments(&given), &numbers);
                    } else if given.is_empty() && !rest.is_empty() {
                        add(
                            format!(
                                "{name}({})",
                                set(&first.iter().map(|item| (*item).clone()).collect::<Vec<_>>())
                            ),
                            &rest,
                        );
                    }
                }
                _ => {
                    if !rest.is_empty() {
                        add(arguments(&first), &rest);
                    } else if !self.groups[0].square && first.len() > sets.len() {
                        add(arguments(&first[..sets.len()]), &first[sets.len()..]);
                    } else if !self.groups[0].square {
                        alone = Some(arguments(&first));
                    }
                }
            }
        }
        let lone_set = sets.first() == Some(&true)
            && self
                .groups
                .first()
                .is_some_and(|group| !group.square && group.items.len() > 1);
        // `bash(1, 2)[3]`: the parentheses contain the elements of one parameter.
        let mixed = !sets.is_empty()
            && self.groups.iter().any(|group| group.square)
            && self.groups.iter().any(|group| !group.square);
        if !lone_set && !mixed {
            add(name.clone(), &flat);
        }
        list.extend(alone);
        if self.groups.is_empty() {
            list.push(name.clone());
        }
        let ranges = list
            .iter()
            .filter(|reading| reading.contains('-') && self.groups.len() == 1)
            .map(|reading| reading.replace('-', ".."));
        list.extend(ranges.collect::<Vec<_>>());
        if list.is_empty() && !sets.is_empty() && sets.len() <= MAX_FITTED && !sets.contains(&true)
        {
            list.extend(fitted(world, &name, sets.len(), &flat));
        }
        list
    }
}

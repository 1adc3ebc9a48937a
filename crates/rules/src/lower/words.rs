//! Slots that hold words, said in the words that the typed form has: a number, the length, and an array of letters, 0 behind the last. What
//! lies outside a word is no letter, and equal to none. A stretch `w[i..j]` that is written somewhere must lie in the word, else it is an error.

use super::expr::{Binding, Typed, binary};
use super::{Lowering, MOST_SLOTS, free};
use crate::ast::{self, BinaryOp, ChangeOp, CompareOp, Index};
use crate::ir::{Aside, Change, Choice, Domain, Element, Expr, Fold, Function, Game, Int, Place, Slot};
use crate::words::{self, Word};
use base::diagnostic::{Diagnostic, Span};
use base::text;

/// A part of a word as it is used.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    /// Letters that are known.
    Known(Vec<Int>),
    /// The letters of a word of the position, by its place in the list, from one number to another.
    Of(usize, Box<[Expr; 2]>),
}

impl Piece {
    /// What it computes.
    fn ends(&self) -> &[Expr] {
        match self {
            Piece::Known(_) => &[],
            Piece::Of(_, ends) => &**ends,
        }
    }

    /// How many letters it has, if its ends lie in the word.
    fn length(&self) -> Expr {
        match self {
            Piece::Known(letters) => Expr::Const(letters.len() as Int),
            Piece::Of(_, ends) => match &**ends {
                [Expr::Const(1), to] => to.clone(),
                [from, to] => match difference(to, from) {
                    Some(difference) => Expr::Const(difference + 1),
                    None => plus(binary(BinaryOp::Sub, to.clone(), from.clone(), Span::default()), 1),
                },
            },
        }
    }
}

/// Rows that compute what pieces compute.
pub(super) fn rows_of(pieces: &[Piece]) -> Vec<Element> {
    let ends = pieces.iter().flat_map(Piece::ends).cloned();
    vec![Element { values: ends.collect(), generators: Vec::new() }]
}

impl Lowering<'_> {
    /// The slots of a word, and its name.
    pub(super) fn state_word(&mut self, game: &mut Game, slot: &ast::SlotDecl, written: &ast::Letters) {
        let help =
            text!("write several words: `state v word of a..z, w word of a..z`", "请写几个单词：`state v word of a..z, w word of a..z`");
        if self.is_array(slot, text!("arrays of words are not known", "不支持单词的数组"), help) {
            return;
        }
        let letters = words::letters_of(written).unwrap_or_else(|why| {
            self.report(Diagnostic::error(slot.span, why));
            ['x'].into()
        });
        if self.words.first().is_some_and(|first| first.letters != letters) {
            self.report(
                Diagnostic::error(slot.span, text!("the words of one game have the same letters", "同一游戏中的各单词应使用相同的字母"))
                    .help(text!(
                        "name all letters in each: `state v word of \"abx\", w word of \"abx\"`",
                        "请在每个单词处写出全部字母：`state v word of \"abx\", w word of \"abx\"`"
                    )),
            );
        }
        let word = Word { name: slot.name.text.clone(), first: game.slots.len(), letters, room: self.room };
        if word.slots().end > MOST_SLOTS {
            self.too_many_slots(slot.span);
            return;
        }
        game.slots.extend(word.declared());
        self.bind(&slot.name, Binding::Word(self.words.len()));
        self.words.push(word);
    }

    /// The whole of a word.
    pub(super) fn whole_word(&self, word: usize) -> Typed {
        let ends = [Expr::Const(1), Expr::Slot(self.words[word].first)];
        Typed::Word(vec![Piece::Of(word, Box::new(ends))])
    }

    /// Letters in quotes.
    pub(super) fn quoted_letters(&mut self, quoted: &ast::Quoted) -> Option<Typed> {
        let Some(word) = self.words.first() else {
            let message = text!("a string is not a value where the state has no word", "state 中没有单词，字符串不是值");
            self.report(Diagnostic::error(quoted.span, message));
            return None;
        };
        match words::numbers(&word.letters, &quoted.text) {
            Ok(letters) => Some(Typed::Word(vec![Piece::Known(letters)])),
            Err((_, why)) => {
                self.report(Diagnostic::error(quoted.span, why));
                None
            }
        }
    }

    /// The word of the position that a name means.
    pub(super) fn word(&self, name: &str) -> Option<usize> {
        match self.lookup(name) {
            Some(Binding::Word(word)) => Some(word),
            _ => None,
        }
    }

    /// `w[i]`, `w[i..j]`.
    pub(super) fn of_word(&mut self, word: usize, index: &Index, span: Span) -> Option<Typed> {
        match index {
            Index::One(index) => {
                let index = self.int(index)?;
                self.letter_at(word, index, span).map(Typed::Letter)
            }
            Index::Stretch(from, to) => {
                let from = from.as_ref().map_or(Some(Expr::Const(1)), |from| self.int(from));
                let to = to.as_ref().map_or(Some(Expr::Slot(self.words[word].first)), |to| self.int(to));
                Some(Typed::Word(vec![Piece::Of(word, Box::new([from?, to?]))]))
            }
        }
    }

    /// The letter at a place, 0 where there is none.
    fn letter_at(&mut self, word: usize, index: Expr, span: Span) -> Option<Expr> {
        let Word { first, room, .. } = self.words[word];
        if let Expr::Const(index) = index {
            let inside = (1..=room as Int).contains(&index);
            return Some(if inside { Expr::Slot(first + index as usize) } else { Expr::Const(0) });
        }
        self.spend(3 * free::extent(&index).nodes, span)?;
        let end = |op, end| Expr::Compare(op, Box::new([index.clone(), Expr::Const(end)]));
        let inside = binary(BinaryOp::And, end(CompareOp::Ge, 1), end(CompareOp::Le, room as Int), span);
        let letter = Expr::At(Box::new(Place::Array(first + 1, 1, room, index)), Aside(span));
        Some(Expr::If(Box::new([inside, letter, Expr::Const(0)])))
    }

    /// The letter at a place of a piece that has that many letters, `at` counted from 1.
    fn letter_of(&mut self, pieces: &[Piece], at: &Expr, span: Span) -> Option<Expr> {
        let [piece, rest @ ..] = pieces else { return Some(Expr::Const(0)) };
        let here = match (piece, at) {
            (Piece::Known(letters), Expr::Const(at)) => {
                Expr::Const(usize::try_from(*at - 1).ok().and_then(|at| letters.get(at).copied()).unwrap_or(0))
            }
            (Piece::Known(letters), _) => {
                let letter = |place: usize| Expr::Const(letters[place]);
                let is = |place: usize| Expr::Compare(CompareOp::Eq, Box::new([at.clone(), Expr::Const(place as Int + 1)]));
                self.spend(letters.len() * (2 + free::extent(at).nodes), span)?;
                (0..letters.len()).rev().fold(Expr::Const(0), |other, place| Expr::If(Box::new([is(place), letter(place), other])))
            }
            (Piece::Of(word, ends), _) => {
                let place = match &ends[0] {
                    Expr::Const(1) => at.clone(),
                    from => plus(self.folded(binary(BinaryOp::Add, from.clone(), at.clone(), span)), -1),
                };
                self.letter_at(*word, place, span)?
            }
        };
        if rest.is_empty() {
            return Some(here);
        }
        let length = piece.length();
        self.spend(2 * free::extent(&length).nodes + free::extent(at).nodes, span)?;
        let later = self.folded(binary(BinaryOp::Sub, at.clone(), length.clone(), span));
        let other = self.letter_of(rest, &later, span)?;
        let within = Expr::Compare(CompareOp::Le, Box::new([at.clone(), length]));
        Some(self.folded(Expr::If(Box::new([within, here, other]))))
    }

    /// A letter, or letters in quotes where there is one.
    pub(super) fn as_letter(&mut self, typed: Typed, span: Span) -> Option<Expr> {
        match typed {
            Typed::Letter(letter) => Some(letter),
            Typed::Word(pieces) => match &pieces[..] {
                [Piece::Known(letters)] if letters.len() == 1 => Some(Expr::Const(letters[0])),
                _ => self.mismatch(span, &text!("one letter", "一个字母"), &Typed::Word(pieces)),
            },
            other => self.mismatch(span, &text!("a letter", "字母"), &other),
        }
    }

    /// `v + w`: one word behind the other. A letter alone is no word.
    pub(super) fn joined(&mut self, a: Typed, b: Typed, spans: [Span; 2]) -> Option<Typed> {
        let mut all = Vec::new();
        for (part, span) in [a, b].into_iter().zip(spans) {
            match part {
                Typed::Word(pieces) => all.extend(pieces),
                other => {
                    let wanted = text!("a word: one letter is `w[i..i]`", "单词：单个字母写作 `w[i..i]`");
                    return self.mismatch(span, &wanted, &other);
                }
            }
        }
        Some(Typed::Word(all))
    }

    /// Compares letters or words.
    pub(super) fn compared(&mut self, op: CompareOp, (a, b): (&Typed, &Typed), (left, right): (Span, Span)) -> Option<Expr> {
        match (a, b) {
            (Typed::Word(a), Typed::Word(b)) => self.words_compared(op, (a, b), left.to(right)),
            (a, b) => {
                let (a, b) = (self.as_letter(a.clone(), left)?, self.as_letter(b.clone(), right)?);
                Some(letters_compared(op, a, b, left.to(right)))
            }
        }
    }

    fn words_compared(&mut self, op: CompareOp, (a, b): (&[Piece], &[Piece]), span: Span) -> Option<Expr> {
        let equal = match (op, a, b) {
            (CompareOp::Eq | CompareOp::Ne, [Piece::Known(letters)], other)
            | (CompareOp::Eq | CompareOp::Ne, other, [Piece::Known(letters)]) => self.equals_known(other, letters, span)?,
            (CompareOp::Eq | CompareOp::Ne, a, b) => {
                let [length, other] = [length(a), length(b)];
                let extent = [a, b].map(rows_of).map(|rows| free::extent_of_rows(&rows));
                self.spend(extent[0].nodes + extent[1].nodes, span)?;
                let mark = self.mark();
                self.locals = extent.iter().map(|extent| extent.locals).fold(self.locals, usize::max);
                let local = self.new_local();
                let at = Expr::Local(local);
                let sides = self.letter_of(a, &at, span).zip(self.letter_of(b, &at, span));
                self.release(mark);
                let (one, two) = sides?;
                let names = Aside(vec![format!("s{local}")]);
                let choice = Choice { local, width: 1, names, domain: Domain::Range(Expr::Const(1), length.clone()), span: Aside(span) };
                let same = letters_compared(CompareOp::Eq, one, two, span);
                let all = Expr::Fold(Fold::All, vec![Element { values: vec![same], generators: vec![choice] }], Aside(span));
                binary(BinaryOp::And, Expr::Compare(CompareOp::Eq, Box::new([length, other])), all, span)
            }
            _ => {
                let error = Diagnostic::error(span, text!("words are compared with == and !=", "单词只用 == 与 != 比较"));
                self.report(error.help(text!("letters have an order: `w[1] < w[2]`", "字母有先后：`w[1] < w[2]`")));
                return None;
            }
        };
        let equal = self.folded(equal);
        Some(if op == CompareOp::Ne { self.folded(Expr::Not(Box::new(equal))) } else { equal })
    }

    /// Whether pieces are these letters.
    fn equals_known(&mut self, pieces: &[Piece], letters: &[Int], span: Span) -> Option<Expr> {
        let wanted = letters.len() as Int;
        let mut all = Vec::new();
        match length(pieces) {
            Expr::Const(found) if found == wanted => {}
            Expr::Const(found) => {
                let message = text!("{found} letters are compared with {wanted}", "{found} 个字母与 {wanted} 个字母比较");
                self.report(Diagnostic::error(span, message).help(text!(
                    "a word is compared with one as long: `w[i..j]` has j - i + 1 letters",
                    "单词只与等长的单词比较：`w[i..j]` 有 j - i + 1 个字母"
                )));
                return None;
            }
            length => all.push(Expr::Compare(CompareOp::Eq, Box::new([length, Expr::Const(wanted)]))),
        }
        for (at, &letter) in (1..).zip(letters) {
            let found = self.letter_of(pieces, &Expr::Const(at), span)?;
            all.push(self.folded(Expr::Compare(CompareOp::Eq, Box::new([found, Expr::Const(letter)]))));
        }
        let mut all = all.into_iter().filter(|condition| *condition != Expr::Const(1));
        let first = all.next().unwrap_or(Expr::Const(1));
        Some(all.fold(first, |all, one| binary(BinaryOp::And, all, one, span)))
    }

    /// A word in a component of a game, whose slots are these from `at` on.
    pub(super) fn word_in_row(&mut self, pieces: &[Piece], (slots, at): (&[Slot], Option<usize>), span: Span) -> Option<Vec<Element>> {
        let Some(room) = at.and_then(|at| words::room_at(slots, at)) else {
            return self.mismatch(span, &text!("a number", "数"), &Typed::Word(pieces.to_vec()));
        };
        let one = |value| Element { values: vec![value], generators: Vec::new() };
        let extent = free::extent_of_rows(&rows_of(pieces));
        self.spend(4 * extent.nodes, span)?;
        let total = self.total_length(pieces, room, span);
        let mut row = vec![one(total.clone())];
        let mark = self.mark();
        self.locals = self.locals.max(extent.locals);
        let local = self.new_local();
        self.release(mark);
        let each = |from: Expr, to: Expr| Choice {
            local,
            width: 1,
            names: Aside(vec![format!("s{local}")]),
            domain: Domain::Range(from, to),
            span: Aside(span),
        };
        for piece in pieces {
            match piece {
                Piece::Known(letters) => row.extend(letters.iter().map(|&letter| one(Expr::Const(letter)))),
                Piece::Of(word, ends) => {
                    let Word { first, room, .. } = self.words[*word];
                    let place = Place::Array(first + 1, 1, room, Expr::Local(local));
                    let [from, to] = &**ends;
                    row.push(Element {
                        values: vec![Expr::At(Box::new(place), Aside(span))],
                        generators: vec![each(from.clone(), to.clone())],
                    });
                }
            }
        }
        row.push(Element { values: vec![Expr::Const(0)], generators: vec![each(plus(total, 1), Expr::Const(room as Int))] });
        Some(row)
    }

    /// How many letters pieces have that lie in their words and, together, in a word of at most `room` letters; else an error.
    fn total_length(&self, pieces: &[Piece], room: usize, span: Span) -> Expr {
        let within = |n: Expr, most: Expr| Expr::Call(Function::Within, vec![n, most], Aside(span));
        let lengths = pieces.iter().map(|piece| {
            let Piece::Of(word, ends) = piece else { return piece.length() };
            let size = Expr::Slot(self.words[*word].first);
            let [from, to] = &**ends;
            let to = if *to == size { size.clone() } else { within(to.clone(), size.clone()) };
            let before = match from {
                Expr::Const(1) => return to,
                from => within(plus(from.clone(), -1), size.clone()),
            };
            // The end is not before the beginning.
            within(binary(BinaryOp::Sub, to, before, span), size)
        });
        let own = pieces.len() == 1 && matches!(pieces[0], Piece::Of(..)) && room >= self.room;
        let total = lengths.reduce(|all, one| self.folded(binary(BinaryOp::Add, all, one, span))).unwrap_or(Expr::Const(0));
        match total {
            Expr::Const(n) if n <= room as Int => total,
            total if own => total,
            total => within(total, Expr::Const(room as Int)),
        }
    }

    /// What a change of a word comes to.
    pub(super) fn changes_of_word(&mut self, word: usize, change: &ast::Change) -> Option<Vec<Change>> {
        let span = change.span;
        if change.op != ChangeOp::Set {
            let name = &change.name.text;
            let error = Diagnostic::error(span, text!("letters of a word are set with `=`", "单词的字母用 `=` 设定"));
            self.report(error.help(text!("for example `{name}[i] = \"x\"`", "例如 `{name}[i] = \"x\"`")));
            return None;
        }
        let value = self.typed(&change.value);
        let Word { first, room, .. } = self.words[word];
        let size = Expr::Slot(first);
        let set = |place: Place, value: Expr| Change { place, sign: None, value, span: Aside(span) };
        // A letter of the word: the place must lie in it.
        let letter = |index: Expr| {
            let index = Expr::Call(Function::Within, vec![index, size.clone()], Aside(span));
            Place::Array(first + 1, 1, room, index)
        };
        match &change.index {
            None => {
                let pieces = self.as_word(value?, change.value.span)?;
                let total = self.total_length(&pieces, room, span);
                let mut all = vec![set(Place::Slot(first), total.clone())];
                for at in 1..=room as Int {
                    let found = self.letter_of(&pieces, &Expr::Const(at), span)?;
                    self.spend(free::extent(&total).nodes, span)?;
                    let inside = Expr::Compare(CompareOp::Ge, Box::new([total.clone(), Expr::Const(at)]));
                    let found = self.folded(Expr::If(Box::new([inside, found, Expr::Const(0)])));
                    all.push(set(Place::Slot(first + at as usize), found));
                }
                Some(all)
            }
            Some(Index::One(index)) => {
                let (index, value) = (self.int(index), self.as_letter(value?, change.value.span));
                Some(vec![set(letter(index?), self.there(value?, span))])
            }
            Some(stretch) => {
                let Typed::Word(here) = self.of_word(word, stretch, span)? else { return None };
                let pieces = self.as_word(value?, change.value.span)?;
                let (Expr::Const(here_long), Expr::Const(long)) = (length(&here), length(&pieces)) else {
                    let error = Diagnostic::error(span, text!("how long these stretches are is not known", "这两段的长度不是固定的"));
                    self.report(error.help(text!(
                        "set one letter for each place, `{{ w[t] = \"x\" for t in i..j }}`, or write a new component `[…]`",
                        "请逐个设定字母 `{{ w[t] = \"x\" for t in i..j }}`，或写新的成分 `[…]`"
                    )));
                    return None;
                };
                if here_long != long {
                    let message = text!("{here_long} letters are set to {long}", "{here_long} 个字母被设为 {long} 个");
                    self.report(Diagnostic::error(span, message).help(text!(
                        "a stretch is set to one as long: `w[i..j]` has j - i + 1 letters; to make a word shorter write a new component `[…]`",
                        "一段只能设为等长的一段：`w[i..j]` 有 j - i + 1 个字母；要使单词变短，请写新的成分 `[…]`"
                    )));
                    return None;
                }
                let Piece::Of(_, ends) = &here[0] else { return None };
                let mut all = Vec::new();
                for at in 0..long {
                    let value = self.letter_of(&pieces, &Expr::Const(at + 1), span)?;
                    all.push(set(letter(plus(ends[0].clone(), at)), self.there(value, span)));
                }
                Some(all)
            }
        }
    }

    /// A letter to be written: where [`Lowering::letter_at`] finds none, an error.
    fn there(&self, letter: Expr, span: Span) -> Expr {
        let in_word = |place: usize, index: Expr| {
            let word = self.words.iter().find(|word| word.slots().contains(&place))?;
            let index = Expr::Call(Function::Within, vec![index, Expr::Slot(word.first)], Aside(span));
            Some(Expr::At(Box::new(Place::Array(word.first + 1, 1, word.room, index)), Aside(span)))
        };
        match letter {
            Expr::If(parts) => match *parts {
                [_, Expr::At(place, aside), Expr::Const(0)] => match *place {
                    Place::Array(first, _, _, ref index) => in_word(first, index.clone()).unwrap_or(Expr::At(place, aside)),
                    Place::Slot(_) => Expr::At(place, aside),
                },
                [condition, yes, no] => Expr::If(Box::new([condition, self.there(yes, span), self.there(no, span)])),
            },
            Expr::Slot(slot) => {
                let first = self.words.iter().find(|word| word.slots().contains(&slot)).map_or(0, |word| word.first);
                in_word(slot, Expr::Const((slot - first) as Int)).unwrap_or(Expr::Slot(slot))
            }
            Expr::Const(0) => self.words.first().and_then(|word| in_word(word.first, Expr::Const(0))).unwrap_or(Expr::Const(0)),
            other => other,
        }
    }

    fn as_word(&mut self, typed: Typed, span: Span) -> Option<Vec<Piece>> {
        match typed {
            Typed::Word(pieces) => Some(pieces),
            other => self.mismatch(span, &text!("a word", "单词"), &other),
        }
    }
}

/// Compares two letters, each 0 where there is none: what is none is equal to nothing, and neither before nor behind another.
fn letters_compared(op: CompareOp, a: Expr, b: Expr, span: Span) -> Expr {
    let compare = |op, a: &Expr, b: &Expr| Expr::Compare(op, Box::new([a.clone(), b.clone()]));
    let known = |letter: &Expr| matches!(letter, Expr::Const(1..));
    if op == CompareOp::Ne {
        return Expr::Not(Box::new(letters_compared(CompareOp::Eq, a, b, span)));
    }
    // The side that is not greater must be a letter; then the other is one too.
    let least = match op {
        CompareOp::Gt | CompareOp::Ge => &b,
        _ => &a,
    };
    let compared = compare(op, &a, &b);
    if known(least) || op == CompareOp::Eq && known(&b) {
        return compared;
    }
    binary(BinaryOp::And, compare(CompareOp::Ne, least, &Expr::Const(0)), compared, span)
}

/// How many letters pieces have together.
pub(super) fn length(pieces: &[Piece]) -> Expr {
    let add = |all: Expr, one: Expr| match (&all, &one) {
        (_, Expr::Const(n)) => plus(all, *n),
        _ => binary(BinaryOp::Add, all, one, Span::default()),
    };
    pieces.iter().map(Piece::length).reduce(add).unwrap_or(Expr::Const(0))
}

/// A number more, or less.
fn plus(expr: Expr, more: Int) -> Expr {
    let (base, before) = parted(&expr);
    let Some(sum) = before.checked_add(more) else {
        return binary(BinaryOp::Add, expr, Expr::Const(more), Span::default());
    };
    match (base, sum) {
        (None, sum) => Expr::Const(sum),
        (Some(base), 0) => base.clone(),
        (Some(base), 1..) => binary(BinaryOp::Add, base.clone(), Expr::Const(sum), Span::default()),
        (Some(base), _) => binary(BinaryOp::Sub, base.clone(), Expr::Const(-sum), Span::default()),
    }
}

/// What is added to a number that is not known, and that number.
fn parted(expr: &Expr) -> (Option<&Expr>, Int) {
    match expr {
        Expr::Const(n) => (None, *n),
        Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), sides, _) => {
            let (base, n) = match (&sides[0], &sides[1]) {
                (base, Expr::Const(n)) if *op == BinaryOp::Add => (base, Some(*n)),
                (base, Expr::Const(n)) => (base, n.checked_neg()),
                (Expr::Const(n), base) if *op == BinaryOp::Add => (base, Some(*n)),
                _ => return (Some(expr), 0),
            };
            let (inner, before) = parted(base);
            n.and_then(|n| n.checked_add(before)).map_or((Some(expr), 0), |sum| (inner, sum))
        }
        _ => (Some(expr), 0),
    }
}

/// `a - b`, if that is always the same.
fn difference(a: &Expr, b: &Expr) -> Option<Int> {
    let ((base, more), (other, less)) = (parted(a), parted(b));
    if base == other { more.checked_sub(less) } else { None }
}

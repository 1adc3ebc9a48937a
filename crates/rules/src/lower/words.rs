//! Lowers slots that contain words to existing forms: a number, the length, and an array of
//! letters, padded with 0. An index outside a word gives no letter, and a missing letter is not
//! equal to any letter. A substring `w[i..j]` that a move stores must be within the word, otherwise
//! it is an error.

use super::dependencies;
use super::limits::MAX_SLOTS_WITH_WORDS;
use super::lowering::Lowering;
use super::typed::{
    NameBinding, NamedSlots, TypedExpr, WordLookup, WordPiece, WordRef, binary, length, plus,
    rows_of,
};
use crate::ast::{self, BinaryOp, ChangeOp, CompareOp, IndexExpr};
use crate::declared_words::letters_of;
use crate::ir::{
    ChoiceDomain, Expr, Fold, Function, Game, Int, RowElement, RuleChoice, SlotChange, SlotRef,
    SourceInfo,
};
use crate::words::{self, PositionWord};
use base::diagnostic::{Diagnostic, Span};
use base::text;

impl Lowering<'_> {
    /// Adds the slots of a word, or of an array of words, and binds its name.
    pub(super) fn state_word(
        &mut self,
        game: &mut Game,
        slot: &ast::SlotDecl,
        written: &ast::AlphabetDecl,
    ) {
        let letters = letters_of(written).unwrap_or_else(|why| {
            self.report(Diagnostic::error(slot.span, why));
            ['x'].into()
        });
        if self
            .words
            .first()
            .is_some_and(|first| first.letters != letters)
        {
            self.report(
                Diagnostic::error(
                    slot.span,
                    text!(
                        "all words of a game must have the same letters",
                        "同一游戏中的各单词必须使用相同的字母"
                    ),
                )
                .help(text!(
                    "list all letters for each word: `state v word of \"abx\", w word of \"abx\"`",
                    "请在每个单词处写出全部字母：`state v word of \"abx\", w word of \"abx\"`"
                )),
            );
        }
        let name = &slot.name.text;
        let (first, room) = (game.slots.len(), self.room);
        let Some(dimension) = self.one_dimension(slot) else {
            return;
        };
        let (named, binding, from) = match dimension {
            None => (vec![name.clone()], NameBinding::Word(self.words.len()), 1),
            Some((low, high)) => {
                let (Some(low), Some(high)) = (self.constant(low), self.constant(high)) else {
                    return;
                };
                let Some(len) = self.array_length(slot, (low, high), first) else {
                    return;
                };
                (
                    (low..=high)
                        .map(|index| format!("{name}[{index}]"))
                        .collect(),
                    NameBinding::Words(self.words.len(), low, len),
                    low,
                )
            }
        };
        let words = named.len();
        let end = words
            .checked_mul(1 + room)
            .and_then(|slots| slots.checked_add(first));
        if end.is_none_or(|end| end > MAX_SLOTS_WITH_WORDS)
            || from.checked_mul(1 + room as Int).is_none()
        {
            self.too_many_slots(slot.span);
            return;
        }
        self.bind(&slot.name, binding);
        for (at, name) in named.into_iter().enumerate() {
            let begins = (if at == 0 { words } else { 1 }, from);
            let word = PositionWord {
                name,
                first: game.slots.len(),
                letters: letters.clone(),
                room,
                begins,
            };
            game.slots.extend(word.to_slots());
            self.words.push(word);
        }
    }

    /// Returns the complete word with an index in the list.
    pub(super) fn whole_word(&self, word: usize, span: Span) -> TypedExpr {
        all_letters(WordRef::new(&self.words[word]), span)
    }

    /// Lowers quoted letters.
    pub(super) fn quoted_letters(&mut self, quoted: &ast::StringLiteral) -> Option<TypedExpr> {
        let Some(word) = self.words.first() else {
            if let [code] = super::data::characters(&quoted.text)[..] {
                return Some(TypedExpr::Character(Expr::Const(code)));
            }
            let message = text!(
                "a string is not a value if the state has no word",
                "state 中没有单词，字符串不是值"
            );
            return self.refuse(Diagnostic::error(quoted.span, message));
        };
        match words::numbers(&word.letters, &quoted.text) {
            Ok(letters) => Some(TypedExpr::Word(vec![WordPiece::Known(letters)])),
            Err(error) => self.refuse(Diagnostic::error(quoted.span, error.reason)),
        }
    }

    /// Looks up the word that a name with an index denotes, and the index of its letters.
    pub(super) fn word_at<'i>(
        &mut self,
        name: &str,
        index: Option<&'i IndexExpr>,
        span: Span,
    ) -> WordLookup<'i> {
        let (list, low, len) = match self.lookup(name) {
            Some(NameBinding::Word(word)) => {
                if let Some(IndexExpr::Within(..) | IndexExpr::Pair(..)) = index {
                    let message = text!(
                        "`{name}` is one word and has only one index",
                        "`{name}` 是一个单词：只有一个下标"
                    );
                    self.report(Diagnostic::error(span, message));
                    return WordLookup::Reported;
                }
                return WordLookup::Found(WordRef::new(&self.words[word]), index);
            }
            Some(NameBinding::Words(list, low, len)) => (list, low, len),
            _ => return WordLookup::Other,
        };
        let (at, inner) = match index {
            Some(IndexExpr::One(at)) => (at, None),
            Some(IndexExpr::Within(at, inner)) => (at, Some(&**inner)),
            Some(IndexExpr::Stretch(..) | IndexExpr::Pair(..)) | None => {
                let message = text!(
                    "`{name}` is an array of words: write one word, `{name}[i]`",
                    "`{name}` 是单词数组：请写明哪一个 `{name}[i]`"
                );
                self.report(Diagnostic::error(span, message).help(text!(
                    "the letters of this word are `{name}[i][j]` and `{name}[i][j..k]`",
                    "其中的字母写作 `{name}[i][j]` 与 `{name}[i][j..k]`"
                )));
                return WordLookup::Reported;
            }
        };
        if let Some(IndexExpr::Within(..) | IndexExpr::Pair(..)) = inner {
            self.report(Diagnostic::error(
                span,
                text!("a letter has no index", "字母没有下标"),
            ));
            return WordLookup::Reported;
        }
        let at_span = at.span;
        let meant = self.int(at).and_then(|index| {
            Some(match index {
                Expr::Const(index) => {
                    let place = self.fixed_place(list, low, len, index, at_span)?;
                    WordRef::new(&self.words[place])
                }
                index => {
                    // The locals of the index must differ from the locals of the expression that
                    // uses the word, because the index is part of that expression.
                    self.locals = self.locals.max(dependencies::extent(&index).locals);
                    WordRef {
                        among: Some((low, len, Box::new(index))),
                        ..WordRef::new(&self.words[list])
                    }
                }
            })
        });
        match meant {
            Some(meant) => WordLookup::Found(meant, inner),
            None => WordLookup::Reported,
        }
    }

    /// Finds the slots of the complete word that a name, or a name with an index, denotes.
    pub(super) fn named_word(&mut self, value: &ast::SpannedExpr) -> NamedSlots {
        let (name, index) = match &value.kind {
            ast::ExprKind::Name(name) => (name, None),
            ast::ExprKind::Index(name, index) => (&name.text, Some(index)),
            _ => return NamedSlots::Other,
        };
        match self.word_at(name, index, value.span) {
            WordLookup::Reported => NamedSlots::Reported,
            WordLookup::Found(meant, None) if meant.among.is_none() => {
                NamedSlots::Slots(meant.first..meant.first + 1 + meant.room)
            }
            WordLookup::Found(..) | WordLookup::Other => NamedSlots::Other,
        }
    }

    /// Lowers `w`, `w[i]`, `w[i..j]`.
    pub(super) fn word_expr(
        &mut self,
        meant: &WordRef,
        index: Option<&IndexExpr>,
        span: Span,
    ) -> Option<TypedExpr> {
        match index {
            None => {
                self.spend(2 * meant.nodes(), span)?;
                Some(all_letters(meant.clone(), span))
            }
            Some(IndexExpr::One(index)) => {
                let index = self.int(index)?;
                self.letter_at(meant, index, span).map(TypedExpr::Letter)
            }
            Some(IndexExpr::Stretch(from, to)) => {
                self.spend(2 * meant.nodes(), span)?;
                let from = from
                    .as_ref()
                    .map_or(Some(Expr::Const(1)), |from| self.int(from));
                let to = to
                    .as_ref()
                    .map_or(Some(meant.size(span)), |to| self.int(to));
                Some(TypedExpr::Word(vec![WordPiece::Of(
                    meant.clone(),
                    Box::new([from?, to?]),
                )]))
            }
            Some(IndexExpr::Within(..) | IndexExpr::Pair(..)) => None,
        }
    }

    /// Returns the letter at an index; 0 if there is no letter at that index.
    fn letter_at(&mut self, meant: &WordRef, index: Expr, span: Span) -> Option<Expr> {
        let room = meant.room;
        self.spend(meant.nodes(), span)?;
        if let Expr::Const(index) = index {
            let inside = (1..=room as Int).contains(&index);
            return Some(if inside {
                meant.read(Expr::Const(index), span)
            } else {
                Expr::Const(0)
            });
        }
        self.spend(3 * dependencies::extent(&index).nodes, span)?;
        let end = |op, end| Expr::Compare(op, Box::new([index.clone(), Expr::Const(end)]));
        let inside = binary(
            BinaryOp::And,
            end(CompareOp::Ge, 1),
            end(CompareOp::Le, room as Int),
            span,
        );
        let letter = meant.read(index, span);
        Some(Expr::If(Box::new([inside, letter, Expr::Const(0)])))
    }

    /// Returns the letter of word pieces at the index `at`, counted from 1. The index must be
    /// within the total length of the pieces.
    fn letter_of(&mut self, pieces: &[WordPiece], at: &Expr, span: Span) -> Option<Expr> {
        let [piece, rest @ ..] = pieces else {
            return Some(Expr::Const(0));
        };
        let here = match (piece, at) {
            (WordPiece::Known(letters), Expr::Const(at)) => Expr::Const(
                usize::try_from(*at - 1)
                    .ok()
                    .and_then(|at| letters.get(at).copied())
                    .unwrap_or(0),
            ),
            (WordPiece::Known(letters), _) => {
                let letter = |place: usize| Expr::Const(letters[place]);
                let is = |place: usize| {
                    Expr::Compare(
                        CompareOp::Eq,
                        Box::new([at.clone(), Expr::Const(place as Int + 1)]),
                    )
                };
                self.spend(letters.len() * (2 + dependencies::extent(at).nodes), span)?;
                (0..letters.len())
                    .rev()
                    .fold(Expr::Const(0), |other, place| {
                        Expr::If(Box::new([is(place), letter(place), other]))
                    })
            }
            (WordPiece::Of(meant, ends), _) => {
                let place = match &ends[0] {
                    Expr::Const(1) => at.clone(),
                    from => plus(
                        self.folded(binary(BinaryOp::Add, from.clone(), at.clone(), span)),
                        -1,
                    ),
                };
                self.letter_at(meant, place, span)?
            }
        };
        if rest.is_empty() {
            return Some(here);
        }
        let length = piece.length();
        self.spend(
            2 * dependencies::extent(&length).nodes + dependencies::extent(at).nodes,
            span,
        )?;
        let later = self.folded(binary(BinaryOp::Sub, at.clone(), length.clone(), span));
        let other = self.letter_of(rest, &later, span)?;
        let within = Expr::Compare(CompareOp::Le, Box::new([at.clone(), length]));
        Some(self.folded(Expr::If(Box::new([within, here, other]))))
    }

    /// Converts an expression to a letter. A quoted text of one letter is also accepted.
    pub(super) fn as_letter(&mut self, typed: TypedExpr, span: Span) -> Option<Expr> {
        match typed {
            TypedExpr::Letter(letter) => Some(letter),
            TypedExpr::Word(pieces) => match &pieces[..] {
                [WordPiece::Known(letters)] if letters.len() == 1 => Some(Expr::Const(letters[0])),
                _ => self.mismatch(
                    span,
                    &text!("one letter", "一个字母"),
                    &TypedExpr::Word(pieces),
                ),
            },
            other => self.mismatch(span, &text!("a letter", "字母"), &other),
        }
    }

    /// Lowers the concatenation `v + w`. A single letter is not a word.
    pub(super) fn join_words(
        &mut self,
        a: TypedExpr,
        b: TypedExpr,
        spans: [Span; 2],
    ) -> Option<TypedExpr> {
        let mut all = Vec::new();
        for (part, span) in [a, b].into_iter().zip(spans) {
            match part {
                TypedExpr::Word(pieces) => all.extend(pieces),
                other => {
                    let wanted = text!(
                        "a word (a single letter is `w[i..i]`)",
                        "单词（单个字母写作 `w[i..i]`）"
                    );
                    return self.mismatch(span, &wanted, &other);
                }
            }
        }
        Some(TypedExpr::Word(all))
    }

    /// Lowers a comparison of letters or words.
    pub(super) fn compared(
        &mut self,
        op: CompareOp,
        a: &TypedExpr,
        left: Span,
        b: &TypedExpr,
        right: Span,
    ) -> Option<Expr> {
        match (a, b) {
            (TypedExpr::Word(a), TypedExpr::Word(b)) => {
                self.words_compared(op, a, b, left.to(right))
            }
            (a, b) => {
                let (a, b) = (
                    self.as_letter(a.clone(), left)?,
                    self.as_letter(b.clone(), right)?,
                );
                Some(letters_compared(op, a, b, left.to(right)))
            }
        }
    }

    fn words_compared(
        &mut self,
        op: CompareOp,
        a: &[WordPiece],
        b: &[WordPiece],
        span: Span,
    ) -> Option<Expr> {
        let equal = match (op, a, b) {
            (CompareOp::Eq | CompareOp::Ne, [WordPiece::Known(letters)], other)
            | (CompareOp::Eq | CompareOp::Ne, other, [WordPiece::Known(letters)]) => {
                self.equals_known(other, letters, span)?
            }
            (CompareOp::Eq | CompareOp::Ne, a, b) => {
                let [length, other] = [length(a), length(b)];
                let extent = [a, b]
                    .map(rows_of)
                    .map(|rows| dependencies::extent_of_rows(&rows));
                self.spend(extent[0].nodes + extent[1].nodes, span)?;
                let mark = self.mark();
                self.locals = extent
                    .iter()
                    .map(|extent| extent.locals)
                    .fold(self.locals, usize::max);
                let local = self.new_local();
                let at = Expr::Local(local);
                let sides = self
                    .letter_of(a, &at, span)
                    .zip(self.letter_of(b, &at, span));
                self.release(mark);
                let (one, two) = sides?;
                let names = SourceInfo(vec![format!("s{local}")]);
                let choice = RuleChoice {
                    local,
                    width: 1,
                    names,
                    domain: ChoiceDomain::Range(Expr::Const(1), length.clone()),
                    span: SourceInfo(span),
                };
                let same = letters_compared(CompareOp::Eq, one, two, span);
                let all = Expr::Fold(
                    Fold::All,
                    vec![RowElement {
                        values: vec![same],
                        generators: vec![choice],
                    }],
                    SourceInfo(span),
                );
                binary(
                    BinaryOp::And,
                    Expr::Compare(CompareOp::Eq, Box::new([length, other])),
                    all,
                    span,
                )
            }
            _ => {
                let error = Diagnostic::error(
                    span,
                    text!(
                        "words can only be compared with == and !=",
                        "单词只用 == 与 != 比较"
                    ),
                );
                return self.refuse(error.help(text!(
                    "letters have an order: `w[1] < w[2]`",
                    "字母有先后：`w[1] < w[2]`"
                )));
            }
        };
        let equal = self.folded(equal);
        Some(if op == CompareOp::Ne {
            self.folded(Expr::Not(Box::new(equal)))
        } else {
            equal
        })
    }

    /// Returns the condition that word pieces consist of exactly these letters.
    fn equals_known(&mut self, pieces: &[WordPiece], letters: &[Int], span: Span) -> Option<Expr> {
        let wanted = letters.len() as Int;
        let mut all = Vec::new();
        match length(pieces) {
            Expr::Const(found) if found == wanted => {}
            Expr::Const(found) => {
                let message = text!(
                    "cannot compare {found} letters with {wanted} letters",
                    "不能将 {found} 个字母与 {wanted} 个字母比较"
                );
                return self.refuse(Diagnostic::error(span, message).help(text!(
                    "compare words of the same length: `w[i..j]` has j - i + 1 letters",
                    "单词只与等长的单词比较：`w[i..j]` 有 j - i + 1 个字母"
                )));
            }
            length => all.push(Expr::Compare(
                CompareOp::Eq,
                Box::new([length, Expr::Const(wanted)]),
            )),
        }
        for (at, &letter) in (1..).zip(letters) {
            let found = self.letter_of(pieces, &Expr::Const(at), span)?;
            all.push(self.folded(Expr::Compare(
                CompareOp::Eq,
                Box::new([found, Expr::Const(letter)]),
            )));
        }
        let mut all = all
            .into_iter()
            .filter(|condition| *condition != Expr::Const(1));
        let first = all.next().unwrap_or(Expr::Const(1));
        Some(all.fold(first, |all, one| binary(BinaryOp::And, all, one, span)))
    }

    /// Lowers a word in a component of a game whose words have at most `room` letters; `None` if
    /// the slots are not the slots of a word.
    pub(super) fn word_in_row(
        &mut self,
        pieces: &[WordPiece],
        room: Option<usize>,
        span: Span,
    ) -> Option<Vec<RowElement>> {
        let Some(room) = room else {
            return self.mismatch(
                span,
                &text!("a number", "数"),
                &TypedExpr::Word(pieces.to_vec()),
            );
        };
        let one = |value| RowElement {
            values: vec![value],
            generators: Vec::new(),
        };
        let extent = dependencies::extent_of_rows(&rows_of(pieces));
        self.spend(4 * extent.nodes, span)?;
        let total = self.total_length(pieces, room, span);
        let mut row = vec![one(total.clone())];
        let mark = self.mark();
        self.locals = self.locals.max(extent.locals);
        let local = self.new_local();
        self.release(mark);
        let each = |from: Expr, to: Expr| RuleChoice {
            local,
            width: 1,
            names: SourceInfo(vec![format!("s{local}")]),
            domain: ChoiceDomain::Range(from, to),
            span: SourceInfo(span),
        };
        for piece in pieces {
            match piece {
                WordPiece::Known(letters) => {
                    row.extend(letters.iter().map(|&letter| one(Expr::Const(letter))))
                }
                WordPiece::Of(meant, ends) => {
                    let place = meant.place(Expr::Local(local), span);
                    let [from, to] = &**ends;
                    row.push(RowElement {
                        values: vec![Expr::At(Box::new(place), SourceInfo(span))],
                        generators: vec![each(from.clone(), to.clone())],
                    });
                }
            }
        }
        row.push(RowElement {
            values: vec![Expr::Const(0)],
            generators: vec![each(plus(total, 1), Expr::Const(room as Int))],
        });
        Some(row)
    }

    /// Returns the total number of letters of word pieces. The evaluation fails if a piece is not
    /// within its word, or the pieces have more than `room` letters in total.
    fn total_length(&self, pieces: &[WordPiece], room: usize, span: Span) -> Expr {
        let within =
            |n: Expr, most: Expr| Expr::Call(Function::Within, vec![n, most], SourceInfo(span));
        let lengths = pieces.iter().map(|piece| {
            let WordPiece::Of(meant, ends) = piece else {
                return piece.length();
            };
            let size = meant.size(span);
            let [from, to] = &**ends;
            let to = if *to == size {
                size.clone()
            } else {
                within(to.clone(), size.clone())
            };
            let before = match from {
                Expr::Const(1) => return to,
                from => within(plus(from.clone(), -1), size.clone()),
            };
            // The condition that the end of a range of letters does not precede its beginning.
            within(binary(BinaryOp::Sub, to, before, span), size)
        });
        let own = pieces.len() == 1 && matches!(pieces[0], WordPiece::Of(..)) && room >= self.room;
        let total = lengths
            .reduce(|all, one| self.folded(binary(BinaryOp::Add, all, one, span)))
            .unwrap_or(Expr::Const(0));
        match total {
            Expr::Const(n) if n <= room as Int => total,
            total if own => total,
            total => within(total, Expr::Const(room as Int)),
        }
    }

    /// Lowers the changes of a word.
    pub(super) fn changes_of_word(
        &mut self,
        meant: &WordRef,
        index: Option<&IndexExpr>,
        change: &ast::ChangeDecl,
    ) -> Option<Vec<SlotChange>> {
        let span = change.span;
        if change.op != ChangeOp::Set {
            let name = &change.name.text;
            let error = Diagnostic::error(
                span,
                text!(
                    "letters of a word can only be set with `=`",
                    "单词的字母只能用 `=` 设定"
                ),
            );
            return self.refuse(error.help(text!(
                "for example `{name}[i] = \"x\"`",
                "例如 `{name}[i] = \"x\"`"
            )));
        }
        let value = self.typed(&change.value);
        let room = meant.room;
        self.spend(2 * meant.nodes(), span)?;
        let size = meant.size(span);
        let set = |place: SlotRef, value: Expr| SlotChange {
            place,
            sign: None,
            value,
            span: SourceInfo(span),
        };
        // Returns a letter of the word. The index must be within the word.
        let letter = |index: Expr| {
            let index = Expr::Call(
                Function::Within,
                vec![index, size.clone()],
                SourceInfo(span),
            );
            meant.place(index, span)
        };
        match index {
            None => {
                let pieces = self.as_word(value?, change.value.span)?;
                let total = self.total_length(&pieces, room, span);
                let mut all = vec![set(meant.place(Expr::Const(0), span), total.clone())];
                for at in 1..=room as Int {
                    let found = self.letter_of(&pieces, &Expr::Const(at), span)?;
                    self.spend(dependencies::extent(&total).nodes + meant.nodes(), span)?;
                    let inside =
                        Expr::Compare(CompareOp::Ge, Box::new([total.clone(), Expr::Const(at)]));
                    let found = self.folded(Expr::If(Box::new([inside, found, Expr::Const(0)])));
                    all.push(set(meant.place(Expr::Const(at), span), found));
                }
                Some(all)
            }
            Some(IndexExpr::One(index)) => {
                let (index, value) = (self.int(index), self.as_letter(value?, change.value.span));
                Some(vec![set(letter(index?), self.within_word(value?, span))])
            }
            Some(stretch) => {
                let TypedExpr::Word(here) = self.word_expr(meant, Some(stretch), span)? else {
                    return None;
                };
                let pieces = self.as_word(value?, change.value.span)?;
                let (Expr::Const(here_long), Expr::Const(long)) = (length(&here), length(&pieces))
                else {
                    let error = Diagnostic::error(
                        span,
                        text!(
                            "the lengths of these pieces are not constant",
                            "这两段的长度不是固定的"
                        ),
                    );
                    return self.refuse(error.help(text!(
                        "set each letter on its own, `{{ w[t] = \"x\" for t in i..j }}`, or write a new component `[…]`",
                        "请逐个设定字母 `{{ w[t] = \"x\" for t in i..j }}`，或写新的成分 `[…]`"
                    )));
                };
                if here_long != long {
                    let message = text!(
                        "cannot set {here_long} letters to {long} letters",
                        "不能把 {here_long} 个字母设为 {long} 个"
                    );
                    return self.refuse(Diagnostic::error(span, message).help(text!(
                        "set a piece to letters of the same length: `w[i..j]` has j - i + 1 letters; to shorten a word, write a new component `[…]`",
                        "一段只能设为等长的一段：`w[i..j]` 有 j - i + 1 个字母；要使单词变短，请写新的成分 `[…]`"
                    )));
                }
                let WordPiece::Of(_, ends) = &here[0] else {
                    return None;
                };
                let mut all = Vec::new();
                for at in 0..long {
                    let value = self.letter_of(&pieces, &Expr::Const(at + 1), span)?;
                    all.push(set(
                        letter(plus(ends[0].clone(), at)),
                        self.within_word(value, span),
                    ));
                }
                Some(all)
            }
        }
    }

    /// Returns a letter to be stored. The evaluation of the letter fails if [`Lowering::letter_at`]
    /// finds no letter.
    fn within_word(&self, letter: Expr, span: Span) -> Expr {
        let within = |meant: &WordRef, index: Expr| {
            let index = Expr::Call(
                Function::Within,
                vec![index, meant.size(span)],
                SourceInfo(span),
            );
            Expr::At(Box::new(meant.place(index, span)), SourceInfo(span))
        };
        let in_word = |place: usize, index: Expr| {
            let word = self
                .words
                .iter()
                .find(|word| word.slots().contains(&place))?;
            Some(within(&WordRef::new(word), index))
        };
        // Recognizes a letter in the form in which `WordRef::read` returns it.
        let again = |place: &SlotRef| match place {
            SlotRef::Array(first, _, _, flat) => {
                if self.words.iter().any(|word| word.first + 1 == *first) {
                    return in_word(*first, flat.clone());
                }
                let Expr::Binary(BinaryOp::Add, sides, _) = flat else {
                    return None;
                };
                let [Expr::Binary(BinaryOp::Mul, begin, _), at] = &**sides else {
                    return None;
                };
                let word = self.words.iter().find(|word| word.first == *first)?;
                let (words, low) = word.begins;
                Some(within(
                    &WordRef {
                        among: Some((low, words, Box::new(begin[0].clone()))),
                        ..WordRef::new(word)
                    },
                    at.clone(),
                ))
            }
            SlotRef::Slot(_) => None,
        };
        match letter {
            Expr::If(parts) => match *parts {
                [_, Expr::At(place, aside), Expr::Const(0)] => {
                    again(&place).unwrap_or(Expr::At(place, aside))
                }
                [condition, yes, no] => Expr::If(Box::new([
                    condition,
                    self.within_word(yes, span),
                    self.within_word(no, span),
                ])),
            },
            Expr::At(place, aside) => again(&place).unwrap_or(Expr::At(place, aside)),
            Expr::Slot(slot) => {
                let first = self
                    .words
                    .iter()
                    .find(|word| word.slots().contains(&slot))
                    .map_or(0, |word| word.first);
                in_word(slot, Expr::Const((slot - first) as Int)).unwrap_or(Expr::Slot(slot))
            }
            Expr::Const(0) => self
                .words
                .first()
                .and_then(|word| in_word(word.first, Expr::Const(0)))
                .unwrap_or(Expr::Const(0)),
            other => other,
        }
    }

    fn as_word(&mut self, typed: TypedExpr, span: Span) -> Option<Vec<WordPiece>> {
        match typed {
            TypedExpr::Word(pieces) => Some(pieces),
            other => self.mismatch(span, &text!("a word", "单词"), &other),
        }
    }
}

/// Returns all letters of a word.
fn all_letters(meant: WordRef, span: Span) -> TypedExpr {
    let ends = [Expr::Const(1), meant.size(span)];
    TypedExpr::Word(vec![WordPiece::Of(meant, Box::new(ends))])
}

/// Compares two letters; the number 0 stands for a missing letter. A missing letter is not equal to
/// any letter, and is neither before nor after any letter.
fn letters_compared(op: CompareOp, a: Expr, b: Expr, span: Span) -> Expr {
    let compare = |op, a: &Expr, b: &Expr| Expr::Compare(op, Box::new([a.clone(), b.clone()]));
    let known = |letter: &Expr| matches!(letter, Expr::Const(1..));
    if op == CompareOp::Ne {
        return Expr::Not(Box::new(letters_compared(CompareOp::Eq, a, b, span)));
    }
    // It suffices to test that the smaller operand is a letter. If the smaller operand is a letter,
    // the larger operand is also a letter.
    let least = match op {
        CompareOp::Gt | CompareOp::Ge => &b,
        _ => &a,
    };
    let compared = compare(op, &a, &b);
    if known(least) || op == CompareOp::Eq && known(&b) {
        return compared;
    }
    binary(
        BinaryOp::And,
        compare(CompareOp::Ne, least, &Expr::Const(0)),
        compared,
        span,
    )
}

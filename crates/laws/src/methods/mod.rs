//! Values of all positions in other ways than by one automaton: what tells them, how it is found,
//! and what a certificate holds of it. That a way is right is shown by the checker alone
//! (`certificate::check_method`); here it is only looked for.

mod boxes;
mod lemma;
mod maximum;
mod read;
mod separate;
mod whole;

use std::ops::Range;

use base::budget::{Budget, Stop};
use base::text;
use base::text::Text;
use certificate::{Certificate, Claim, Method, Proof, Refused, check_method};
use clauses::{Clauses, UpTo};
use dashu_int::{IBig, UBig};
use rules::ir::{Int, Slot};
use rules::rules::GameId;
use rules::world::World;

use crate::Halt;
use crate::find::{Effort, Truth};
use crate::law::Law;

pub use boxes::ByClasses;
pub use lemma::{Finder, leads_elsewhere, lemmas};
pub use maximum::Maximum;
pub use read::read_method;

/// What tells the Grundy value of every position.
#[derive(Clone, Debug)]
pub enum Told {
    /// A law of values.
    Automaton(Box<Law>),
    /// A law of values that rests on those of other games.
    Lemmas(Box<Law>, Vec<Other>),
    /// The nim-sum of what is told of each slot.
    Separate(Vec<Told>),
    /// Maximum Nim.
    Maximum(Maximum),
    /// Classes of the numbers of each slot.
    Classes(ByClasses),
}

/// A game with its law of values, on which another rests.
#[derive(Clone, Debug)]
pub struct Other {
    /// The game.
    pub game: GameId,
    /// Its name.
    pub title: String,
    /// Its law.
    pub law: Law,
}

impl Told {
    /// The value of the position with these numbers; `None` if it is none. Takes time linear in
    /// their digits, but of maximum Nim in the steps of its recursion.
    ///
    /// # Errors
    /// If the budget ends.
    pub fn value(&self, slots: &[IBig], budget: &Budget<'_>) -> Result<Option<UBig>, Stop> {
        match self {
            Told::Automaton(law) | Told::Lemmas(law, _) => Ok(law.value(slots)),
            Told::Separate(parts) => {
                let mut sum = UBig::ZERO;
                for (part, slot) in parts.iter().zip(slots) {
                    let Some(value) = part.value(std::slice::from_ref(slot), budget)? else {
                        return Ok(None);
                    };
                    sum ^= value;
                }
                Ok(Some(sum))
            }
            Told::Maximum(maximum) => match slots {
                [n] => maximum.value(n, budget),
                _ => Ok(None),
            },
            Told::Classes(classes) => Ok(classes.value(slots)),
        }
    }

    /// The word for it.
    pub fn key(&self) -> &'static str {
        match self {
            Told::Automaton(_) => "automaton",
            Told::Lemmas(..) => "lemma",
            Told::Separate(_) => "separate",
            Told::Maximum(_) => "maximum",
            Told::Classes(_) => "boxes",
        }
    }

    /// What the value of a position is.
    pub fn text(&self) -> Text {
        match self {
            Told::Lemmas(law, others) => {
                let titles: Vec<&str> = others.iter().map(|other| &other.title[..]).collect();
                let (numerals, states, others) = (
                    law.numerals.name(),
                    law.automaton.states(),
                    titles.join(", "),
                );
                Text {
                    en: format!(
                        "in {}: an automaton with {states} states, given the laws of {others}, which are proved first",
                        numerals.en
                    ),
                    zh: format!(
                        "{}：{states} 个状态的自动机，以先行证明的 {others} 的规律为引理",
                        numerals.zh
                    ),
                }
            }
            Told::Automaton(law) => {
                let (kind, numerals, states) =
                    (law.kind.text(), law.numerals.name(), law.automaton.states());
                Text {
                    en: format!(
                        "{} in {}: an automaton with {states} states",
                        kind.en, numerals.en
                    ),
                    zh: format!("{}，{}：{states} 个状态的自动机", kind.zh, numerals.zh),
                }
            }
            Told::Separate(_) => text!(
                "no move speaks of two numbers: the nim-sum of the values of each by itself",
                "没有着法涉及两个数：各数单独之值的 nim 和"
            ),
            Told::Maximum(_) => text!(
                "1 to f(n) may be taken, and f rises by 0 or 1: the value is f(n) where it rises, else that of n - f(n) - 1 (Levine)",
                "可取 1 至 f(n)，f 每步升 0 或 1：f 上升处值为 f(n)，否则等于 n - f(n) - 1 处的值（Levine）"
            ),
            Told::Classes(ByClasses { boxes, .. }) => {
                let each = boxes.slots.iter().map(|slot| {
                    let (classes, before, period) = (slot.count(), slot.before, slot.period);
                    text!(
                        "{classes} classes, which repeat after {before} numbers with period {period}",
                        "{classes} 类，自前 {before} 个数之后以 {period} 为周期"
                    )
                });
                let Text { en, zh } = Text::joined(&each.collect::<Vec<_>>(), &text!("; ", "；"));
                text!(
                    "by the classes of the numbers: {en}",
                    "由各数的类决定：{zh}"
                )
            }
        }
    }

    /// The automaton of the whole game, if that tells the values; it may rest on the laws of
    /// [others](Told::others).
    pub fn automaton(&self) -> Option<&Law> {
        match self {
            Told::Automaton(law) | Told::Lemmas(law, _) => Some(law),
            Told::Separate(_) | Told::Maximum(_) | Told::Classes(_) => None,
        }
    }

    /// The other games on whose laws it rests.
    pub fn others(&self) -> &[Other] {
        match self {
            Told::Lemmas(_, others) => others,
            Told::Automaton(_) | Told::Separate(_) | Told::Maximum(_) | Told::Classes(_) => &[],
        }
    }

    /// The same, of games of another world: those that `of` gives for these. Lemmas about games for
    /// which it gives none are left out.
    pub fn in_world(self, of: impl Fn(GameId) -> Option<GameId>) -> Told {
        let Told::Lemmas(law, others) = self else {
            return self;
        };
        Told::Lemmas(
            law,
            others
                .into_iter()
                .filter_map(|other| {
                    Some(Other {
                        game: of(other.game)?,
                        ..other
                    })
                })
                .collect(),
        )
    }

    /// What is told of each slot, if the game is their sum.
    pub fn parts(&self) -> &[Told] {
        match self {
            Told::Separate(parts) => parts,
            Told::Automaton(_) | Told::Lemmas(..) | Told::Maximum(_) | Told::Classes(_) => &[],
        }
    }
}

/// A way that was found.
#[derive(Clone, Debug)]
pub struct Shown {
    /// What tells the values.
    pub told: Told,
    /// Why it is right, for the checker.
    pub method: Method,
    /// Cells that were asked for.
    pub cells: u64,
    /// Guesses that were refuted.
    pub refuted: usize,
}

impl Shown {
    fn maximum(maximum: Maximum) -> Shown {
        Shown {
            told: Told::Maximum(maximum),
            method: Method::Maximum,
            cells: 0,
            refuted: 0,
        }
    }

    /// The certificate, which is not checked here.
    pub fn certificate(&self, game: GameId) -> Certificate {
        Certificate {
            claim: Claim::AllValues(game),
            proof: Proof::Method(self.method.clone()),
        }
    }
}

/// A game of which a way is looked for. Its clauses are read without an order of the slots.
#[derive(Clone, Copy)]
pub struct Subject<'s> {
    /// What is said of the slots.
    pub clauses: &'s Clauses,
    /// The slots.
    pub slots: &'s [Slot],
    /// Which slots are kept sorted.
    pub sorted: &'s Range<usize>,
    /// A number for each slot: their sum with the slots falls with each move, or may be tried.
    pub measure: &'s [Int],
}

/// Looks for a way by which the values of all positions are told: that of the whole game, or of
/// each slot by itself; where the rules are not read as clauses the reason stands for them. What is
/// found has been accepted by the checker.
///
/// # Errors
/// [`Halt::Outside`] with the reason where none of them fits; [`Halt::Stopped`] if the budget ends.
pub fn told(
    (world, game): (&World, GameId),
    subject: Result<Subject<'_>, Text>,
    truth: &mut dyn Truth,
    effort: Effort,
    budget: &Budget<'_>,
) -> Result<Shown, Halt> {
    if let Some(shown) = at_once((world, game), &subject, budget)? {
        return Ok(shown);
    }
    let accepted = |shown: Shown| accepted((world, game), shown, budget);
    let subject = subject.map_err(Halt::Outside)?;
    // The reason that is told is that of the way whose moves fit, if any did.
    let why = match subject.slots {
        [_] => Err(no_method()),
        _ => separate::separate(&subject, effort, budget).and_then(accepted),
    };
    let why = match why {
        Err(Halt::Outside(why)) => why,
        found => return found,
    };
    let sides = match boxes::sides(&subject) {
        Ok(sides) => sides,
        Err(Halt::Outside(_)) => return Err(Halt::Outside(why)),
        Err(stopped) => return Err(stopped),
    };
    let mut why = text!(
        "the classes of its numbers do not repeat in a table",
        "各数的类在表中不循环"
    );
    for &side in sides {
        let Some(shown) = boxes::in_table(&subject, truth, side, budget)? else {
            continue;
        };
        match accepted(shown) {
            Err(Halt::Outside(reason)) => why = reason,
            found => return found,
        }
    }
    Err(Halt::Outside(why))
}

/// What the checker accepts.
fn accepted(
    (world, game): (&World, GameId),
    shown: Shown,
    budget: &Budget<'_>,
) -> Result<Shown, Halt> {
    match check_method(world, game, &shown.method, budget) {
        Ok(_) => Ok(shown),
        Err(Refused::Stopped(stop)) => Err(Halt::Stopped(stop)),
        Err(refused) => Err(Halt::Outside(refused.text())),
    }
}

/// A way whose conditions are read off the rules or off the clauses of one slot, with nothing to
/// look for; `None` if there is none. It has been accepted by the checker.
///
/// # Errors
/// If the budget ends.
pub fn at_once(
    of: (&World, GameId),
    subject: &Result<Subject<'_>, Text>,
    budget: &Budget<'_>,
) -> Result<Option<Shown>, Halt> {
    let of_rule =
        of.0.rules(of.1)
            .game()
            .and_then(|rules| Maximum::of(UpTo::of_rule(rules, of.1)));
    let of_clauses = subject
        .as_ref()
        .ok()
        .and_then(|subject| match subject.slots {
            [slot] => Maximum::of(UpTo::of_clauses(subject.clauses, slot.low.into())),
            _ => None,
        });
    for maximum in of_rule.into_iter().chain(of_clauses) {
        let found = unless_outside(accepted(of, Shown::maximum(maximum), budget))?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// The ways that need nothing but the clauses of one slot.
fn by_theorem(subject: &Subject<'_>, slot: &Slot) -> Result<Shown, Halt> {
    Maximum::of(UpTo::of_clauses(subject.clauses, slot.low.into()))
        .map(Shown::maximum)
        .ok_or_else(no_method)
}

fn no_method() -> Halt {
    Halt::Outside(text!("no method fits its moves", "没有适合其着法的方法"))
}

/// What was found; `None` if this way is outside.
fn unless_outside(found: Result<Shown, Halt>) -> Result<Option<Shown>, Halt> {
    match found {
        Ok(shown) => Ok(Some(shown)),
        Err(Halt::Outside(_)) => Ok(None),
        Err(stopped) => Err(stopped),
    }
}

//! The facts about a game as statements with their reasons, for `explain`.

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::ir::{Game, Int};
use rules::world::World;

use crate::{CellMeaning, Certainty, GameFacts, rows, tiers, turn, turns};

/// A statement about a game, with its reason, as `explain` prints it.
#[derive(Clone, Debug)]
pub struct Fact {
    /// Short name of the fact.
    pub name: &'static str,
    /// Whether the statement holds; `None` if neither the statement nor its negation could be
    /// shown.
    pub holds: Option<bool>,
    /// The statement.
    pub statement: Text,
    /// The reason.
    pub reason: Text,
}

/// Returns the facts as statements. If play may cycle, two statements are added that matter only
/// for large tables: measures that no move increases, and whether moves work slot by slot. The cost
/// is the same as the cost of [`facts`](crate::facts).
///
/// # Errors
/// Returns [`StopReason`] if the budget runs out.
pub fn in_words(
    world: &World,
    game: &Game,
    facts: &GameFacts,
    budget: &Budget<'_>,
) -> Result<Vec<Fact>, StopReason> {
    let read_off = || text!("derived from the rules", "由规则直接读出");
    let declared = || text!("declared", "已声明");
    let mut list = Vec::new();
    let mut add = |name, holds, statement, reason| {
        list.push(Fact {
            name,
            holds,
            statement,
            reason,
        })
    };
    let ends = match &facts.measure {
        Some(_)
            if game
                .sets
                .iter()
                .map(|holder| holder.slots().len())
                .sum::<usize>()
                == game.slots.len() =>
        {
            text!("every move takes an element away", "每一着都拿走元素")
        }
        Some(weights) => {
            let sum = weighted_sum(game, weights);
            text!(
                "every move lowers {sum} in each component that it leaves",
                "每一着都使所留下各部分的 {sum} 减小"
            )
        }
        None if facts.ends => match facts.move_list.as_ref().map(|list| list.sense) {
            Ok(CellMeaning::Letters) => text!(
                "every move replaces a letter, and replaced letters do not occur again",
                "每一着都替换字母，被替换的字母不再出现"
            ),
            Ok(CellMeaning::Mixed) => text!(
                "every move takes or adds an element, and no element is both taken and added",
                "每一着都拿走或添上元素，没有元素既被拿走又被添上"
            ),
            _ => text!(
                "every move adds an element that was not there",
                "每一着都添上一个原本不在的元素"
            ),
        },
        None => text!(
            "no linear measure that every move lowers was found; a search will detect whether play can cycle",
            "没有找到每一着都使之减小的线性度量；搜索时会发现是否可能循环"
        ),
    };
    add(
        "ends",
        facts.ends.then_some(true),
        text!("every play ends", "每一局都会结束"),
        ends,
    );
    let (measures, slotwise) = match game.conventions.loopy && !facts.names_others {
        true => tiers::find_measures(game, facts.this, budget)?,
        false => (Vec::new(), None),
    };
    if let Some(measure) = measures.first() {
        let (says, reason) = (
            measure.text(game),
            if measure.shown {
                read_off()
            } else {
                declared()
            },
        );
        let (en, zh) = (says.en, says.zh);
        let statement = text!(
            "no move raises {en}, so a table can be filled tier by tier",
            "没有着法使{zh}增大，因此可逐层填表"
        );
        add("tiers", measure.shown.then_some(true), statement, reason);
    }
    if let Some(slotwise) = slotwise {
        let statement = text!(
            "after a move, every slot is a function of a single slot",
            "一着之后，每个分量都是某一个分量的函数"
        );
        add(
            "slotwise",
            Some(slotwise.is_ok()),
            statement,
            slotwise.map_or_else(|why| why, |()| read_off()),
        );
    }
    if !game.symmetries.0.is_empty() {
        let statement = text!(
            "exchanging slots does not change the game, so a large table stores only one of the equivalent positions",
            "交换分量后游戏不变，因此大表只存等价局面之一"
        );
        add(
            "symmetry",
            None,
            statement,
            text!(
                "declared in the rules; when a table is built, the symmetry is proved from the rules or tested",
                "已声明；填表时由规则证明或加以检验"
            ),
        );
    }
    let splits = facts.most_components.is_none_or(|n| n > 1);
    add(
        "splits",
        Some(splits),
        text!(
            "a move may leave several components",
            "一着可能留下几个部分"
        ),
        read_off(),
    );
    if facts.names_others {
        add(
            "others",
            Some(true),
            text!(
                "a move may leave a component of another game",
                "一着可能留下另一游戏的部分"
            ),
            read_off(),
        );
    }
    if facts.can_end {
        add(
            "ends-at-once",
            Some(true),
            text!(
                "a component can end the whole play, so the nim-sum alone does not decide",
                "某个部分可使整局立即结束，因此不能只看 Nim 和"
            ),
            text!("`goal` or `trap` in the rules", "规则中有 `goal` 或 `trap`"),
        );
    }
    if game.conventions.entailing {
        add(
            "entailing",
            Some(true),
            text!(
                "a move can force the next one: urgent components must be moved in first",
                "着法可能强制应着：紧急的部分必须先走"
            ),
            text!(
                "`urgent` or `again` in the rules",
                "规则中有 `urgent` 或 `again`"
            ),
        );
    }
    if let Some(first) = game
        .slots
        .get(game.unordered.start)
        .filter(|_| !game.unordered.is_empty())
    {
        let says = if game.unordered.len() == game.slots.len() {
            text!(
                "slots can be exchanged; positions are stored in sorted order",
                "各分量可交换：局面按从大到小存放"
            )
        } else {
            let array = first.name.split('[').next().unwrap_or_default();
            text!(
                "the numbers of `{array}` can be exchanged",
                "`{array}` 的各数可交换"
            )
        };
        add("unordered", Some(true), says, declared());
    }
    if game.coins {
        add(
            "coins",
            Some(true),
            text!("two equal components cancel", "两个相同的部分相互抵消"),
            declared(),
        );
    }
    if let Some(turn) = turn(world, facts.this, &[], budget) {
        let name = &game.slots[turn.slot].name;
        add(
            "turn",
            (turn.certainty == Certainty::Shown).then_some(true),
            text!(
                "`{name}` is the player to move; in a sum, each component has its own `{name}`",
                "`{name}` 表示轮到谁走；在和中每个部分各有自己的 `{name}`"
            ),
            match turn.certainty {
                Certainty::Shown => text!(
                    "every move changes this slot from one class of values to the other, and the moves depend on the class",
                    "每一着都使它由两类值中的一类变为另一类，而着法取决于其类别"
                ),
                Certainty::Observed => text!(
                    "observed at the positions reached first",
                    "由最先到达的局面观察得出"
                ),
            },
        );
    }
    if let Ok(moves) = &facts.move_list {
        let count = moves.moves.len();
        let listed = text!(
            "a fixed list of {count} moves",
            "着法是 {count} 个的固定列表"
        );
        let takes = moves.only_takes();
        let (name, statement) = match moves.sense {
            CellMeaning::Absent => (
                "only-adds",
                text!("every move only adds elements", "每一着都只添加元素"),
            ),
            CellMeaning::Mixed if takes => (
                "one-way",
                text!(
                    "every element is either only taken or only added by moves",
                    "每个元素或只被拿走，或只被添上"
                ),
            ),
            CellMeaning::Letters => (
                "one-way",
                text!(
                    "letters that a move replaces do not occur again",
                    "被着法替换的字母不再出现"
                ),
            ),
            CellMeaning::There | CellMeaning::Mixed => (
                "only-takes",
                text!("every move only takes elements", "每一着都只拿走元素"),
            ),
        };
        add(name, Some(takes), statement, listed);
        if moves.asks_for_absence() {
            add(
                "absence",
                Some(true),
                text!(
                    "some moves become possible only after an obstacle is removed",
                    "有的着法要等阻碍它的东西消失后才能走"
                ),
                text!(
                    "some moves require that an element is absent",
                    "有的着法要求某物不在"
                ),
            );
        }
        let apart = text!(
            "parts of a position that no move connects are summands",
            "没有着法相连的部分是各自独立的加项"
        );
        let named = match moves.sense {
            CellMeaning::Letters => text!(
                "a move depends only on the letters that it names",
                "着法只取决于它所指明的字母"
            ),
            _ => text!(
                "a move depends only on the elements that it names",
                "着法只取决于它所指明的元素"
            ),
        };
        add("falls-apart", Some(true), apart, named);
        if let Some((kept, tried)) = turns(&moves.moves, moves.board) {
            let why = text!(
                "{kept} of {tried} rotations and reflections preserve the list of moves",
                "{tried} 个旋转与反射中有 {kept} 个保持着法列表不变"
            );
            let alike = match moves.sense {
                CellMeaning::Letters => {
                    text!("a word and its reversal are equivalent", "单词与其反转等价")
                }
                _ => text!(
                    "boards that differ by a symmetry are equivalent",
                    "对称的棋盘等价"
                ),
            };
            add("symmetric", Some(kept > 1), alike, why);
        }
        if let Some(code) = rows::row_code(moves.elements, &moves.moves) {
            let code: String = code.iter().map(u8::to_string).collect();
            let statement = match moves.sense {
                CellMeaning::There => text!(
                    "runs of elements are heaps of the octal code 0.{code}",
                    "连续的元素段是八进制码 0.{code} 的堆"
                ),
                CellMeaning::Absent => text!(
                    "runs of absent elements are heaps of the octal code 0.{code}",
                    "连续的空缺段是八进制码 0.{code} 的堆"
                ),
                CellMeaning::Letters => text!(
                    "runs of letters that can be replaced are heaps of the octal code 0.{code}",
                    "可替换字母的连续段是八进制码 0.{code} 的堆"
                ),
                CellMeaning::Mixed => text!(
                    "runs of cells are heaps of the octal code 0.{code}",
                    "连续的格段是八进制码 0.{code} 的堆"
                ),
            };
            let why = text!(
                "the same moves are possible everywhere in a row; `grundy heap 0.{code}` computes rows of any length",
                "各处的着法相同；`grundy heap 0.{code}` 可计算任意长的行"
            );
            add("row", Some(true), statement, why);
        }
        return Ok(list);
    }
    let takes = facts
        .take_away
        .as_ref()
        .map_or_else(|reason| (false, reason.clone()), |_| (true, read_off()));
    add(
        "take-away",
        Some(takes.0),
        text!("every move only removes tokens", "每一着都只是取走"),
        takes.1,
    );
    Ok(list)
}

/// Formats a weighted sum, for example `a + 2·b`.
pub(crate) fn weighted_sum(game: &Game, weights: &[Int]) -> String {
    let terms: Vec<String> = game
        .slots
        .iter()
        .zip(weights)
        .filter(|(_, w)| **w != 0)
        .map(|(slot, w)| {
            if *w == 1 {
                slot.name.clone()
            } else {
                format!("{w}·{}", slot.name)
            }
        })
        .collect();
    terms.join(" + ")
}

//! The reasons for rejecting a certificate. The checker reports the first one, with the values that
//! explain it. `expected` is the value that the checker found, `got` the value in the certificate.
//! Rows are counted from 1.

use base::budget::StopReason;
use base::impl_error;
use base::text;
use base::text::Text;
use rules::game::{EvalError, Outcome, RulesError};
use rules::ir::Int;
use rules::world::World;

/// The reason why a certificate is rejected: the first one found, with the values that explain it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(
    missing_docs,
    reason = "the fields are named by what they hold, and the messages below spell them out"
)]
pub enum CertificateError {
    /// The text is not a certificate of this version.
    Syntax { line: usize, expected: Text },
    /// The checksum does not match the text.
    Checksum { expected: u64, got: u64 },
    /// An embedded rule text has an error.
    Source { name: String, reason: String },
    /// Two embedded rule texts declare the same game, so that its name would be ambiguous.
    DeclaredTwice { game: String },
    /// The embedded rule texts do not define this game.
    Game { title: String, reason: Text },
    /// A game has no rule text: it was given as a Rust value.
    NoSource { game: String },
    /// The name of a rule file does not fit on a line.
    FileName { name: String },
    /// The certificate embeds other rules than those of the world under the same name.
    OtherRules { game: String },
    /// The budget ran out.
    Stopped(StopReason),
    /// The rules cannot be evaluated.
    Rule { position: String, cause: EvalError },
    /// The numbers are not a position of the game.
    NotAPosition { position: String },
    /// The position is not in canonical form.
    NotCanonical { position: String },
    /// A sum has too many components.
    TooManyComponents { components: usize, most: usize },
    /// Values do not decide a game whose components can end play at once.
    CanEnd { game: String },
    /// Values do not decide a game in which components are urgent.
    Entails { game: String },
    /// A position is listed twice.
    Repeated { entry: usize, position: String },
    /// An option that a row depends on does not precede it.
    NotEarlier {
        entry: usize,
        position: String,
        option: String,
    },
    /// A value is not the mex of the values of the options.
    WrongValue {
        entry: usize,
        position: String,
        expected: u64,
        got: u64,
    },
    /// An outcome does not follow from the outcomes of the options.
    WrongOutcome {
        entry: usize,
        position: String,
        expected: Outcome,
        got: Outcome,
    },
    /// A draw cannot be certified.
    Draw { position: String },
    /// The proof does not list the position of the claim.
    NotListed { position: String },
    /// The proof shows another value than the claim.
    ClaimedValue {
        position: String,
        expected: u64,
        got: u64,
    },
    /// The proof shows another outcome than the claim.
    ClaimedOutcome {
        position: String,
        expected: Outcome,
        got: Outcome,
    },
    /// A proof of this kind cannot prove a claim of this kind.
    WrongProof,
    /// The rules are not recognized as a subtraction game.
    NotSubtraction { game: String, reason: Text },
    /// The rules subtract other numbers than the proof lists.
    OtherSet {
        game: String,
        expected: Vec<Int>,
        got: Vec<Int>,
    },
    /// The options of one position are not those of the subtraction set.
    OtherOptions {
        position: String,
        expected: Vec<Int>,
    },
    /// A period must be at least 1.
    NoPeriod,
    /// The proof lists too few values to compare the window.
    ShortWindow { expected: u64, got: u64 },
    /// The values do not repeat.
    NotPeriodic { n: u64, expected: u64, got: u64 },
    /// The code digits of a heap game are invalid from this character on.
    HeapCode { at: usize, expected: Text },
    /// The number of values listed is not the sum of preperiod and period.
    HeapListed { expected: u64, got: u64 },
    /// The theorem requires more values than the claimed window.
    HeapWindow { got: u64 },
    /// G(n) differs from the listed value.
    HeapValue { n: u64, expected: u64, got: u64 },
    /// The claimed period gives another value of G(n).
    HeapEquation { n: u64, expected: u64, got: u64 },
    /// The equation already holds from a smaller n on.
    HeapPreperiod { n: u64 },
    /// A divisor of the period is a period.
    HeapMultiple { period: u64, divisor: u64 },
    /// No theorem proves the claim.
    HeapTheorem { reason: Text },
    /// The listed data is not the misère quotient.
    Quotient { reason: Text },
    /// The listed data does not prove the values of parts.
    Parts { reason: Text },
    /// The listed data does not prove the law.
    Law { reason: Text },
}

impl CertificateError {
    /// Converts an error of the rules, and shows its position as text.
    pub(crate) fn fault(world: &World, fault: RulesError) -> CertificateError {
        match fault {
            RulesError::Stopped(stop) => CertificateError::Stopped(stop),
            RulesError::Rule {
                cause, game, at, ..
            } => {
                let position = game.map_or_else(String::new, |game| world.show(game, &at));
                CertificateError::Rule { position, cause }
            }
        }
    }

    /// Returns the reason as text.
    pub fn text(&self) -> Text {
        match self {
            CertificateError::Syntax {
                line,
                expected: Text { en, zh },
            } => text!(
                "line {line} of the certificate: expected {en}",
                "证书第 {line} 行：此处应为{zh}"
            ),
            CertificateError::Checksum { expected, got } => text!(
                "the certificate was changed: its checksum is {expected:016x}, its last line says {got:016x}",
                "证书已被改动：校验和为 {expected:016x}，末行写的是 {got:016x}"
            ),
            CertificateError::Source { name, reason } => text!(
                "the embedded rule text `{name}` is refused: {reason}",
                "内嵌的规则文本 `{name}` 被拒绝：{reason}"
            ),
            CertificateError::DeclaredTwice { game } => text!(
                "two of the rule texts declare `{game}`; rename one",
                "有两份规则文本都声明了 `{game}`；请将其中一个改名"
            ),
            CertificateError::Game {
                title,
                reason: Text { en, zh },
            } => text!(
                "the rule texts do not give the game {title}: {en}",
                "由规则文本得不到游戏 {title}：{zh}"
            ),
            CertificateError::NoSource { game } => text!(
                "{game} has no rule text, so a certificate about it cannot be written",
                "{game} 没有规则文本，无法写出关于它的证书"
            ),
            CertificateError::FileName { name } => text!(
                "the file name {name:?} does not fit on a line; rename the file",
                "文件名 {name:?} 不能写在一行内；请改名"
            ),
            CertificateError::OtherRules { game } => text!(
                "the certificate speaks of other rules for `{game}`",
                "证书中 `{game}` 的规则与此处不同"
            ),
            CertificateError::Stopped(stop) => stop.text(),
            CertificateError::Rule { position, cause } => {
                let Text { en, zh } = cause.text();
                text!("{en} at {position}", "{zh}（局面 {position}）")
            }
            CertificateError::NotAPosition { position } => {
                text!("{position} is not a position", "{position} 不是合法局面")
            }
            CertificateError::NotCanonical { position } => text!(
                "{position} is not written in canonical form",
                "{position} 未写成标准形式"
            ),
            CertificateError::TooManyComponents { components, most } => text!(
                "a sum of {components} components, at most {most} are allowed",
                "和有 {components} 个成分，最多允许 {most} 个"
            ),
            CertificateError::CanEnd { game } => text!(
                "a component of {game} can end play at once, so nim-sums decide nothing; certify outcomes instead",
                "{game} 的成分可以立即结束整局，异或和不能判定胜负；请改用胜负表证书"
            ),
            CertificateError::Entails { game } => text!(
                "a component of {game} can be urgent or leave one that is, so nim-sums decide nothing; certify outcomes instead",
                "{game} 的成分可能是紧急的或留下紧急的成分，异或和不能判定胜负；请改用胜负表证书"
            ),
            CertificateError::Repeated { entry, position } => text!(
                "row {entry}: {position} is listed already",
                "第 {entry} 项：{position} 已列出过"
            ),
            CertificateError::NotEarlier {
                entry,
                position,
                option,
            } => text!(
                "row {entry}, {position}: its option {option} does not stand before it",
                "第 {entry} 项 {position}：其后继 {option} 没有列在它之前"
            ),
            CertificateError::WrongValue {
                entry,
                position,
                expected,
                got,
            } => text!(
                "row {entry}, {position}: the mex is {expected}, not {got}",
                "第 {entry} 项 {position}：mex 为 {expected}，不是 {got}"
            ),
            CertificateError::WrongOutcome {
                entry,
                position,
                expected,
                got,
            } => {
                let (expected, got) = (expected.letter(), got.letter());
                text!(
                    "row {entry}, {position}: it is {expected}, not {got}",
                    "第 {entry} 项 {position}：应为 {expected}，不是 {got}"
                )
            }
            CertificateError::Draw { position } => text!(
                "{position} is called a draw, which no certificate shows",
                "{position} 被称为平局，而平局无法由证书证明"
            ),
            CertificateError::NotListed { position } => text!(
                "{position}, of which the claim speaks, is not listed",
                "断言中的 {position} 没有列出"
            ),
            CertificateError::ClaimedValue {
                position,
                expected,
                got,
            } => text!(
                "{position} has the value {expected}, {got} is claimed",
                "{position} 的值为 {expected}，断言却说是 {got}"
            ),
            CertificateError::ClaimedOutcome {
                position,
                expected,
                got,
            } => {
                let (expected, got) = (expected.letter(), got.letter());
                text!(
                    "{position} is {expected}, {got} is claimed",
                    "{position} 为 {expected}，断言却说是 {got}"
                )
            }
            CertificateError::WrongProof => text!(
                "a proof of this kind cannot show this claim",
                "这种证明不能证明这个断言"
            ),
            CertificateError::NotSubtraction {
                game,
                reason: Text { en, zh },
            } => text!(
                "{game} is not read as a subtraction game: {en}",
                "{game} 不能看作减法游戏：{zh}"
            ),
            CertificateError::OtherSet {
                game,
                expected,
                got,
            } => text!(
                "{game} subtracts {expected:?}, the proof says {got:?}",
                "{game} 可减去 {expected:?}，证明却说是 {got:?}"
            ),
            CertificateError::OtherOptions { position, expected } => text!(
                "the options of {position} are not {expected:?}",
                "{position} 的后继不是 {expected:?}"
            ),
            CertificateError::NoPeriod => text!("a period must be at least 1", "周期至少为 1"),
            CertificateError::ShortWindow { expected, got } => text!(
                "{got} values are listed; the window needs {expected} (preperiod + largest taking + period)",
                "列出了 {got} 个值；窗口需要 {expected} 个（前段长 + 最大减数 + 周期）"
            ),
            CertificateError::HeapCode {
                at,
                expected: Text { en, zh },
            } => text!(
                "the code is not understood at character {at}: expected {en}",
                "代码第 {at} 个字符处有误：应为{zh}"
            ),
            CertificateError::HeapListed { expected, got } => text!(
                "{got} values are listed; preperiod and period make {expected}, fewer than the window",
                "列出了 {got} 个值；前段与周期共 {expected} 个，且应少于窗口"
            ),
            CertificateError::HeapWindow { got } => text!(
                "a window of {got} values is too short for the theorem",
                "窗口只有 {got} 个值，不满足定理的要求"
            ),
            CertificateError::HeapValue { n, expected, got } => text!(
                "G({n}) is {expected}, not {got}",
                "G({n}) 为 {expected}，不是 {got}"
            ),
            CertificateError::HeapEquation { n, expected, got } => text!(
                "by the period G({n}) would be {expected}; it is {got}",
                "按此周期 G({n}) 应为 {expected}；实为 {got}"
            ),
            CertificateError::HeapPreperiod { n } => text!(
                "the preperiod is not the least: the equation holds at n = {n} as well",
                "前段长不是最小的：n = {n} 处等式也成立"
            ),
            CertificateError::HeapMultiple { period, divisor } => text!(
                "{period} is not the least period: {divisor} is one",
                "{period} 不是最小周期：{divisor} 也是周期"
            ),
            CertificateError::Quotient {
                reason: Text { en, zh },
            } => text!(
                "this is not the misère quotient: {en}",
                "这不是反常商：{zh}"
            ),
            CertificateError::Parts {
                reason: Text { en, zh },
            } => text!(
                "the values of parts are not shown: {en}",
                "各部分的值未得到证明：{zh}"
            ),
            CertificateError::Law {
                reason: Text { en, zh },
            } => text!("the law is not shown: {en}", "规律未得到证明：{zh}"),
            CertificateError::HeapTheorem {
                reason: Text { en, zh },
            } => text!("no theorem shows this: {en}", "没有定理能证明：{zh}"),
            CertificateError::NotPeriodic { n, expected, got } => text!(
                "the values do not repeat: {expected} at {n}, {got} one period later",
                "值不重复：{n} 处为 {expected}，一个周期后为 {got}"
            ),
        }
    }
}

impl_error!(CertificateError { Stopped(StopReason) });

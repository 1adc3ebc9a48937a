//! The reasons for rejecting a certificate. The checker reports the first reason for the rejection,
//! with the values that explain it. `expected` is the value that the checker found, `got` the value
//! in the certificate. Rows are counted from 1.

use base::budget::StopReason;
use base::impl_error;
use base::text;
use base::text::Text;
use rules::game::{EvalError, Outcome, RulesError};
use rules::ir::Int;
use rules::world::World;

/// The first reason found why a certificate is rejected, with the values that explain it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(
    missing_docs,
    reason = "the names of the fields describe their values, and the messages below explain them"
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
    /// The certificate embeds rules that differ from the rules of the world under the same name.
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
    /// The players of a game have different moves, so a proof of this kind is not about the game.
    Partizan { game: String },
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
    /// The options of one position differ from the options that the subtraction set gives.
    OtherOptions {
        position: String,
        expected: Vec<Int>,
    },
    /// The claimed period is 0, but a period must be at least 1.
    NoPeriod,
    /// The proof lists too few values to compare a window of values with the values one period
    /// later.
    ShortWindow { expected: u64, got: u64 },
    /// The listed values do not repeat with the claimed period.
    NotPeriodic { n: u64, expected: u64, got: u64 },
    /// The code digits of a heap game are invalid from the given character on.
    HeapCode { at: usize, expected: Text },
    /// The number of values listed is not the sum of preperiod and period.
    HeapListed { expected: u64, got: u64 },
    /// The theorem requires more values than the window that the certificate states.
    HeapWindow { got: u64 },
    /// The recomputed value G(n) differs from the listed value.
    HeapValue { n: u64, expected: u64, got: u64 },
    /// The value of G(n) that follows from the claimed period differs from the recomputed value.
    HeapEquation { n: u64, expected: u64, got: u64 },
    /// The equation G(n + period) = G(n) + saltus already holds from an n below the claimed
    /// preperiod on.
    HeapPreperiod { n: u64 },
    /// A proper divisor of the claimed period is also a period.
    HeapMultiple { period: u64, divisor: u64 },
    /// No theorem proves the claim.
    HeapTheorem { reason: Text },
    /// The listed data is not the misère quotient.
    Quotient { reason: Text },
    /// The listed data does not prove the values of parts.
    Parts { reason: Text },
    /// The listed data does not prove the value of a sum in which the players have different moves.
    PartizanValues { reason: Text },
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
                "the certificate was changed: its checksum is {expected:016x}, but its last line has {got:016x}",
                "证书已被改动：校验和为 {expected:016x}，末行却为 {got:016x}"
            ),
            CertificateError::Source { name, reason } => text!(
                "invalid embedded rule text `{name}`: {reason}",
                "内嵌的规则文本 `{name}` 无效：{reason}"
            ),
            CertificateError::DeclaredTwice { game } => text!(
                "two of the rule texts declare `{game}`; rename one",
                "有两份规则文本都声明了 `{game}`；请将其中一个改名"
            ),
            CertificateError::Game {
                title,
                reason: Text { en, zh },
            } => text!(
                "the rule texts do not define the game {title}: {en}",
                "规则文本没有定义游戏 {title}：{zh}"
            ),
            CertificateError::NoSource { game } => text!(
                "cannot write a certificate about {game}: it has no rule text",
                "无法写出关于 {game} 的证书：它没有规则文本"
            ),
            CertificateError::FileName { name } => text!(
                "cannot write the file name {name:?} on one line; rename the file",
                "文件名 {name:?} 不能写在一行内；请改名"
            ),
            CertificateError::OtherRules { game } => text!(
                "the certificate contains different rules for `{game}`",
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
                "expected a sum of at most {most} components, found {components}",
                "和最多可有 {most} 个成分，此处有 {components} 个"
            ),
            CertificateError::CanEnd { game } => text!(
                "a component of {game} can end play at once, so nim-sums do not decide the outcome; certify outcomes instead",
                "{game} 的成分可以立即结束整局，异或和不能判定胜负；请改用胜负表证书"
            ),
            CertificateError::Entails { game } => text!(
                "a component of {game} can be urgent or leave an urgent one, so nim-sums do not decide the outcome; certify outcomes instead",
                "{game} 的成分可能是紧急的或留下紧急的成分，异或和不能判定胜负；请改用胜负表证书"
            ),
            CertificateError::Partizan { game } => text!(
                "the players of {game} have different moves; certificates are only about games with the same moves for both players",
                "{game} 中双方着法不同；证书只适用于双方着法相同的游戏"
            ),
            CertificateError::Repeated { entry, position } => text!(
                "row {entry}: {position} is already listed",
                "第 {entry} 项：{position} 已列出过"
            ),
            CertificateError::NotEarlier {
                entry,
                position,
                option,
            } => text!(
                "row {entry}, {position}: its option {option} is not in an earlier row",
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
                    "row {entry}, {position}: the outcome is {expected}, not {got}",
                    "第 {entry} 项 {position}：应为 {expected}，不是 {got}"
                )
            }
            CertificateError::Draw { position } => text!(
                "{position} is claimed to be a draw, which a certificate cannot prove",
                "断言 {position} 为平局，而平局无法由证书证明"
            ),
            CertificateError::NotListed { position } => text!(
                "{position} appears in the claim but is not listed",
                "断言中的 {position} 没有列出"
            ),
            CertificateError::ClaimedValue {
                position,
                expected,
                got,
            } => text!(
                "{position} has the value {expected}, but the claim is {got}",
                "{position} 的值为 {expected}，断言却说是 {got}"
            ),
            CertificateError::ClaimedOutcome {
                position,
                expected,
                got,
            } => {
                let (expected, got) = (expected.letter(), got.letter());
                text!(
                    "{position} is {expected}, but the claim is {got}",
                    "{position} 为 {expected}，断言却说是 {got}"
                )
            }
            CertificateError::WrongProof => text!(
                "this kind of proof cannot prove this claim",
                "这种证明不能证明这个断言"
            ),
            CertificateError::NotSubtraction {
                game,
                reason: Text { en, zh },
            } => text!(
                "cannot read {game} as a subtraction game: {en}",
                "{game} 不能看作减法游戏：{zh}"
            ),
            CertificateError::OtherSet {
                game,
                expected,
                got,
            } => text!(
                "{game} subtracts {expected:?}, but the proof lists {got:?}",
                "{game} 可减去 {expected:?}，证明却列出 {got:?}"
            ),
            CertificateError::OtherOptions { position, expected } => text!(
                "the options of {position} are not {expected:?}",
                "{position} 的后继不是 {expected:?}"
            ),
            CertificateError::NoPeriod => text!("a period must be at least 1", "周期至少为 1"),
            CertificateError::ShortWindow { expected, got } => text!(
                "expected {expected} values (preperiod + largest number subtracted + period), found {got}",
                "窗口需要 {expected} 个值（前段长 + 最大减数 + 周期），却列出了 {got} 个"
            ),
            CertificateError::HeapCode {
                at,
                expected: Text { en, zh },
            } => text!(
                "invalid code at character {at}: expected {en}",
                "代码第 {at} 个字符处有误：应为{zh}"
            ),
            CertificateError::HeapListed { expected, got } => text!(
                "expected a list of {expected} values (preperiod + period) that is shorter than the window; found {got} values",
                "应列出 {expected} 个值（前段长 + 周期），且少于窗口；实有 {got} 个"
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
                "by the period, G({n}) should be {expected}, but it is {got}",
                "按此周期 G({n}) 应为 {expected}；实为 {got}"
            ),
            CertificateError::HeapPreperiod { n } => text!(
                "the preperiod is not the smallest: the equation also holds at n = {n}",
                "前段长不是最小的：n = {n} 处等式也成立"
            ),
            CertificateError::HeapMultiple { period, divisor } => text!(
                "{period} is not the smallest period: {divisor} is also a period",
                "{period} 不是最小周期：{divisor} 也是周期"
            ),
            CertificateError::Quotient {
                reason: Text { en, zh },
            } => text!(
                "the listed quotient is not the misère quotient: {en}",
                "这不是反常商：{zh}"
            ),
            CertificateError::Parts {
                reason: Text { en, zh },
            } => text!(
                "the values of the parts are not proved: {en}",
                "各部分的值未得到证明：{zh}"
            ),
            CertificateError::PartizanValues {
                reason: Text { en, zh },
            } => text!(
                "the value in canonical form is not proved: {en}",
                "规范形式的值未得到证明：{zh}"
            ),
            CertificateError::Law {
                reason: Text { en, zh },
            } => text!("the law is not proved: {en}", "规律未得到证明：{zh}"),
            CertificateError::HeapTheorem {
                reason: Text { en, zh },
            } => text!(
                "no theorem proves this claim: {en}",
                "没有定理能证明此断言：{zh}"
            ),
            CertificateError::NotPeriodic { n, expected, got } => text!(
                "the values do not repeat: {expected} at {n}, but {got} one period later",
                "值不重复：{n} 处为 {expected}，一个周期后为 {got}"
            ),
        }
    }
}

impl_error!(CertificateError { Stopped(StopReason) });

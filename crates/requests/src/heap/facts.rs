//! The facts about a heap game besides its values: its forms, its period and its sparse space, as
//! text and as JSON.

use std::io::{self, Write};

use base::text;
use base::text::{Lang, Text};
use certificate::CertificateReport;
use heap::code::HeapCode;
use heap::period::HeapPeriod;
use heap::sparse::SparseSpace;
use heap::table::HeapTable;
use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr;

use super::values::all_values;
use crate::json::{array, members};

/// The facts about a game and its values.
pub struct HeapFactsReply {
    /// A checkpoint that the values may depend on and that was not compared with the rules.
    pub rests_on: Option<String>,
    pub(super) code: HeapCode,
    /// The period; `None` if none is proved.
    pub(super) period: Option<HeapPeriod>,
    /// Number of values in which the search for a period looked for repetitions.
    pub(super) looked: u64,
    /// The largest value, and the least n with this value.
    pub(super) largest: Option<(u32, u64)>,
    /// Number of computed values.
    pub(super) known: u64,
    /// The report of the checker on the period; `None` if it was not checked.
    pub(super) proof: Option<CertificateReport>,
    /// The text of the certificate; `None` if no certificate was requested.
    pub certificate: Option<String>,
    /// The values and their number, if a table was requested.
    pub(super) rows: Option<(HeapTable, usize)>,
}

impl HeapFactsReply {
    /// Returns whether a table was requested.
    pub fn has_rows(&self) -> bool {
        self.rows.is_some()
    }

    /// Returns the facts as text, one line each.
    pub fn words(&self, lang: Lang) -> String {
        let HeapFactsReply {
            code,
            period,
            looked,
            known,
            proof,
            rests_on,
            ..
        } = self;
        let mut lines: Vec<(Text, Text)> =
            vec![(text!("code", "代码"), Text::same(code.to_string()))];
        let standard = code.standard();
        if let Some(standard) = &standard {
            let (form, shift) = (&standard.code, standard.shift);
            if shift > 0 {
                let words = text!(
                    "{form}, with values H(n): G(n) = H(n - {shift})",
                    "{form}，其值 H 满足 G(n) = H(n - {shift})"
                );
                lines.push((text!("standard form", "标准形式"), words));
                lines.push((
                    text!("in the OEIS", "OEIS 列法"),
                    Text::same(format!("a(k) = G(k + {shift})")),
                ));
            }
        }
        let cousins: Vec<Text> = cousins(code).iter().map(ShiftedCodes::words).collect();
        if !cousins.is_empty() {
            let list = |lang, mark: &str| {
                cousins
                    .iter()
                    .map(|text| text.get(lang))
                    .collect::<Vec<_>>()
                    .join(mark)
            };
            lines.push((
                text!("cousins", "同族"),
                Text {
                    en: list(Lang::En, "; "),
                    zh: list(Lang::Zh, "；"),
                },
            ));
        }
        match period {
            Some(HeapPeriod {
                preperiod,
                period,
                saltus,
                values,
                ..
            }) => {
                let plus = if *saltus > 0 {
                    format!(" + {saltus}")
                } else {
                    String::new()
                };
                let law = format!("G(n + {period}) = G(n){plus}");
                lines.push((
                    text!("period", "周期"),
                    text!(
                        "{period}: {law} for every n ≥ {preperiod}",
                        "{period}：对一切 n ≥ {preperiod} 有 {law}"
                    ),
                ));
                lines.push((
                    text!("preperiod", "前段长"),
                    Text::same(preperiod.to_string()),
                ));
                lines.push((text!("saltus", "公差"), Text::same(saltus.to_string())));
                let last = match preperiod.checked_sub(1) {
                    Some(last) => Text::same(format!("n = {last}")),
                    None => text!("none", "无"),
                };
                lines.push((text!("last exception", "最后例外"), last));
                let status = match proof {
                    Some(checked) => {
                        let rows = checked.entries;
                        text!(
                            "proved (a certificate of {rows} values was checked)",
                            "已证明（已核验含 {rows} 个值的证书）"
                        )
                    }
                    None if rests_on.is_some() => text!("conditional", "有条件"),
                    None => text!(
                        "computed (from the {values} values that the theorem requires; use --certificate to check them)",
                        "已计算（定理所需的 {values} 个值；可用 --certificate 核验）"
                    ),
                };
                lines.push((text!("status", "状态"), status));
            }
            None if *looked == 0 => {
                lines.push((text!("period", "周期"), text!("not searched", "未寻找")))
            }
            None => lines.push((
                text!("period", "周期"),
                text!(
                    "none proved from {looked} values",
                    "由 {looked} 个值未能证明"
                ),
            )),
        }
        if let Some((value, n)) = self.bounded() {
            lines.push((
                text!("largest value", "最大值"),
                text!("{value}, first at n = {n}", "{value}，首次出现于 n = {n}"),
            ));
        }
        let last = known.saturating_sub(1);
        lines.push((
            text!("computed", "已计算"),
            text!("G(0) to G({last})", "G(0) 至 G({last})"),
        ));
        if let Some(file) = rests_on {
            let told = text!(
                "{file} (its values were not checked against the rules)",
                "{file}（其中的值未与规则核对）"
            );
            lines.push((text!("rests on", "依据"), told));
        }
        let width = lines
            .iter()
            .map(|(name, _)| UnicodeWidthStr::width(name.get(lang)))
            .max()
            .unwrap_or(0);
        let mut words = String::new();
        for (name, value) in &lines {
            let name = name.get(lang);
            let gap = " ".repeat(width - UnicodeWidthStr::width(name));
            words += &format!("{name}:{gap} {}\n", value.get(lang));
        }
        words
    }

    /// Returns the maximum of all values if it exists. For a game without a proved period, returns
    /// the maximum of the computed values.
    fn bounded(&self) -> Option<(u32, u64)> {
        self.largest
            .filter(|_| self.period.as_ref().is_none_or(|period| period.saltus == 0))
    }

    /// Writes the facts as JSON. If values are requested, each value is written separately.
    pub(super) fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        let facts = json!({
            "code": self.code.to_string(),
            "standard": self.code.standard().map(|s| json!({ "code": s.code.to_string(), "shift": s.shift })),
            "cousins": cousins(&self.code).iter().map(ShiftedCodes::json).collect::<Vec<_>>(),
            "period": self.period.as_ref().map(|p| json!({
                "preperiod": p.preperiod,
                "period": p.period,
                "saltus": p.saltus,
                "values": p.values,
                "certificate": self.proof.is_some(),
            })),
            "searched": self.looked,
            "largest": self.bounded().map(|(value, n)| json!({ "value": value, "n": n })),
            "computed": self.known,
            "depends_on": self.rests_on,
        });
        write!(out, "{{")?;
        members(out, facts.as_object().into_iter().flatten())?;
        if let Some(certificate) = &self.certificate {
            write!(out, ",\"certificate\":{}", json!(certificate))?;
        }
        if let Some((table, to)) = &self.rows {
            write!(out, ",\"values\":")?;
            array(out, all_values(table, *to).map(|value| json!(value)))?;
        }
        writeln!(out, "}}")
    }
}

/// Codes whose values H(n) equal G(n + shift), where G(n) are the values of the given code.
struct ShiftedCodes {
    shift: i32,
    codes: Vec<String>,
    /// Number of codes with this shift that are not in `codes`.
    more: u64,
}

/// Returns the codes with the same values as `code`, either unshifted or shifted by one.
fn cousins(code: &HeapCode) -> Vec<ShiftedCodes> {
    // Lists at most `NAMED` codes per shift, and only for codes that are easy to read.
    const NAMED: usize = 6;
    const MAX_CODE_DIGITS: usize = 16;
    let named = |shift, (codes, all): (Vec<HeapCode>, u64)| {
        let others = codes.iter().filter(|&other| other != code).take(NAMED);
        let codes: Vec<String> = others.map(HeapCode::to_string).collect();
        let more = (all - u64::from(shift == 0)).saturating_sub(codes.len() as u64);
        (!codes.is_empty()).then_some(ShiftedCodes { shift, codes, more })
    };
    let short = code.digits().is_some_and(|digits| {
        digits.head().len() + digits.tail().len() <= MAX_CODE_DIGITS && digits.most_heaps() <= 3
    });
    if !short || code.standard().is_none() {
        return Vec::new();
    }
    let next = code.cousin();
    let same = next.as_ref().map(|next| next.cousin_of(NAMED + 1));
    let down = next.map(|next| (vec![next], 1));
    let all = [(1, down), (0, same), (-1, Some(code.cousin_of(NAMED)))];
    all.into_iter()
        .filter_map(|(shift, codes)| named(shift, codes?))
        .collect()
}

impl ShiftedCodes {
    fn words(&self) -> Text {
        let ShiftedCodes { shift, codes, more } = self;
        let at = match shift {
            0 => "G(n)".to_owned(),
            _ => format!(
                "G(n {} {})",
                if *shift > 0 { '+' } else { '-' },
                shift.abs()
            ),
        };
        let list = codes.join(" ");
        match more {
            0 => text!("{at}: {list}", "{at}：{list}"),
            _ => text!(
                "{at}: {list} and {more} more",
                "{at}：{list}，另有 {more} 个"
            ),
        }
    }

    fn json(&self) -> Value {
        json!({ "shift": self.shift, "codes": self.codes, "more": self.more })
    }
}

/// The sparse space, in the form that published tables use.
pub struct SparseSpaceReply {
    code: HeapCode,
    space: SparseSpace,
    known: u64,
}

impl SparseSpaceReply {
    /// Creates the report for a game whose first `known` values are known. The given sparse space
    /// may describe one more block of values; its rare values from n = `known` on are removed.
    pub(super) fn new(code: HeapCode, space: &SparseSpace, known: u64) -> SparseSpaceReply {
        let mut space = space.clone();
        space.rare.retain(|&(n, _)| n < known);
        SparseSpaceReply { code, space, known }
    }

    /// Returns the rare values in ascending order, without duplicates.
    fn kinds(&self) -> Vec<u16> {
        let mut kinds: Vec<u16> = self.space.rare.iter().map(|(_, value)| *value).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    /// Returns the report as text, one line per fact.
    pub fn words(&self) -> Text {
        let SparseSpaceReply { code, space, known } = self;
        let Some(mask) = space.mask else {
            return text!(
                "{code}: no sparse space was found in {known} values\n",
                "{code}：前 {known} 个值中没有稀疏空间\n"
            );
        };
        let (bits, count, last) = (mask.bits, space.rare.len(), space.rare.last());
        let turned = match mask.parity {
            None => text!("", ""),
            Some(0) => text!(", with one more bit if n is odd", "，n 为奇数时另加一位"),
            Some(_) => text!(", with one more bit if n is even", "，n 为偶数时另加一位"),
        };
        let shown = last.map_or_else(|| "-".to_owned(), |(n, _)| n.to_string());
        let list: Vec<String> = self.kinds().iter().map(u16::to_string).collect();
        let (list, turned_en, turned_zh) = (list.join(" "), turned.en, turned.zh);
        text!(
            "code:        {code}\ncomputed:    {known} values\nmask:        {bits} = {bits:b} in binary{turned_en}; common values have an odd number of its bits\nrare heaps:  {count} (heap 0 is not counted)\nlast rare:   {shown}\nrare values: {list}\n",
            "代码：    {code}\n已计算：  {known} 个值\n掩码：    {bits} = 二进制 {bits:b}{turned_zh}；常见值含其奇数位\n稀有堆数：{count}（不计 0 堆）\n最后稀有：{shown}\n稀有值：  {list}\n"
        )
    }

    pub(super) fn json(&self) -> Value {
        let SparseSpaceReply { code, space, known } = self;
        let Some(mask) = space.mask else {
            return json!({ "code": code.to_string(), "computed": known, "mask": null });
        };
        json!({
            "code": code.to_string(), "computed": known, "mask": mask.bits, "parity": mask.parity,
            "rare": space.rare, "last_rare": space.rare.last().map(|(n, _)| *n), "rare_values": self.kinds(),
        })
    }
}

//! What is told of a heap game besides its values: its forms, its period, its sparse space, in words and as JSON.

use base::text;
use base::text::{Lang, Text};
use heap::code::Code;
use heap::period::Period;
use heap::sparse::Space;

use crate::run::Face;

/// What is known of a game and its values.
pub struct Facts<'a> {
    /// The rules.
    pub code: &'a Code,
    /// The period, if one is proved.
    pub period: Option<&'a Period>,
    /// Among how many values a period was looked for.
    pub looked: u64,
    /// The largest value, and the least n that has it.
    pub largest: Option<(u32, u64)>,
    /// How many values were computed.
    pub known: u64,
}

impl Facts<'_> {
    /// In words, a line each.
    pub fn words(&self, face: &Face<'_>, proof: Option<&certificate::Checked>) -> String {
        let Facts { code, period, looked, known, .. } = self;
        let mut lines: Vec<(Text, Text)> = vec![(text!("code", "代码"), Text::same(code.to_string()))];
        let standard = code.standard();
        if let Some(standard) = &standard {
            let (form, shift) = (&standard.code, standard.shift);
            if shift > 0 {
                let words = text!("{form}, whose H(n) has G(n) = H(n - {shift})", "{form}，其值 H 满足 G(n) = H(n - {shift})");
                lines.push((text!("standard form", "标准形式"), words));
                lines.push((text!("in the OEIS", "OEIS 列法"), Text::same(format!("a(k) = G(k + {shift})"))));
            }
        }
        let cousins: Vec<Text> = cousins(code).iter().map(Cousins::words).collect();
        if !cousins.is_empty() {
            let list = |lang, mark: &str| cousins.iter().map(|text| text.get(lang)).collect::<Vec<_>>().join(mark);
            lines.push((text!("cousins", "同族"), Text { en: list(Lang::En, "; "), zh: list(Lang::Zh, "；") }));
        }
        match period {
            Some(Period { preperiod, period, saltus, values, .. }) => {
                let plus = if *saltus > 0 { format!(" + {saltus}") } else { String::new() };
                let law = format!("G(n + {period}) = G(n){plus}");
                lines.push((
                    text!("period", "周期"),
                    text!("{period}: {law} for every n ≥ {preperiod}", "{period}：对一切 n ≥ {preperiod} 有 {law}"),
                ));
                lines.push((text!("preperiod", "前段长"), Text::same(preperiod.to_string())));
                lines.push((text!("saltus", "公差"), Text::same(saltus.to_string())));
                let last = match preperiod.checked_sub(1) {
                    Some(last) => Text::same(format!("n = {last}")),
                    None => text!("none", "无"),
                };
                lines.push((text!("last exception", "最后例外"), last));
                let status = match proof {
                    Some(checked) => {
                        let rows = checked.entries;
                        text!("proved (a certificate of {rows} values was checked)", "已证明（已核验含 {rows} 个值的证书）")
                    }
                    None => text!(
                        "computed (the {values} values that the theorem asks for; --certificate has them checked)",
                        "已计算（定理所需的 {values} 个值；--certificate 可另行核验）"
                    ),
                };
                lines.push((text!("status", "状态"), status));
            }
            None if *looked == 0 => lines.push((text!("period", "周期"), text!("not looked for", "未寻找"))),
            None => lines.push((text!("period", "周期"), text!("none proved from {looked} values", "由 {looked} 个值未能证明"))),
        }
        if let Some((value, n)) = self.bounded() {
            lines.push((text!("largest value", "最大值"), text!("{value}, first at n = {n}", "{value}，首次出现于 n = {n}")));
        }
        let last = known.saturating_sub(1);
        lines.push((text!("computed", "已计算"), text!("G(0) to G({last})", "G(0) 至 G({last})")));
        let width = lines.iter().map(|(name, _)| unicode_width::UnicodeWidthStr::width(name.get(face.lang))).max().unwrap_or(0);
        let mut words = String::new();
        for (name, value) in &lines {
            let name = name.get(face.lang);
            let gap = " ".repeat(width - unicode_width::UnicodeWidthStr::width(name));
            words += &format!("{name}:{gap} {}\n", value.get(face.lang));
        }
        words
    }

    /// The largest value of all, where there is one.
    fn bounded(&self) -> Option<(u32, u64)> {
        self.largest.filter(|_| self.period.is_none_or(|period| period.saltus == 0))
    }

    /// As JSON, without the values.
    pub fn json(&self, proof: Option<&certificate::Checked>) -> serde_json::Value {
        serde_json::json!({
            "code": self.code.to_string(),
            "standard": self.code.standard().map(|s| serde_json::json!({ "code": s.code.to_string(), "shift": s.shift })),
            "cousins": cousins(self.code).iter().map(Cousins::json).collect::<Vec<_>>(),
            "period": self.period.map(|p| serde_json::json!({
                "preperiod": p.preperiod,
                "period": p.period,
                "saltus": p.saltus,
                "values": p.values,
                "certificate": proof.is_some(),
            })),
            "looked": self.looked,
            "largest": self.bounded().map(|(value, n)| serde_json::json!({ "value": value, "n": n })),
            "computed": self.known,
        })
    }
}

/// Codes H with H(n) = G(n + shift).
struct Cousins {
    shift: i32,
    codes: Vec<String>,
    /// How many are not named.
    more: u64,
}

/// The codes whose values are those of a code, moved by one or by nothing.
fn cousins(code: &Code) -> Vec<Cousins> {
    // So many are named, of codes that can be read at a glance.
    const NAMED: usize = 6;
    const LONGEST: usize = 16;
    let named = |shift, (codes, all): (Vec<Code>, u64)| {
        let others = codes.iter().filter(|&other| other != code).take(NAMED);
        let codes: Vec<String> = others.map(Code::to_string).collect();
        let more = (all - u64::from(shift == 0)).saturating_sub(codes.len() as u64);
        (!codes.is_empty()).then_some(Cousins { shift, codes, more })
    };
    let short = code.digits().is_some_and(|digits| digits.head().len() + digits.tail().len() <= LONGEST && digits.most_heaps() <= 3);
    if !short || code.standard().is_none() {
        return Vec::new();
    }
    let next = code.cousin();
    let same = next.as_ref().map(|next| next.cousin_of(NAMED + 1));
    let down = next.map(|next| (vec![next], 1));
    let all = [(1, down), (0, same), (-1, Some(code.cousin_of(NAMED)))];
    all.into_iter().filter_map(|(shift, codes)| named(shift, codes?)).collect()
}

impl Cousins {
    fn words(&self) -> Text {
        let Cousins { shift, codes, more } = self;
        let at = match shift {
            0 => "G(n)".to_owned(),
            _ => format!("G(n {} {})", if *shift > 0 { '+' } else { '-' }, shift.abs()),
        };
        let list = codes.join(" ");
        match more {
            0 => text!("{at}: {list}", "{at}：{list}"),
            _ => text!("{at}: {list} and {more} more", "{at}：{list}，另有 {more} 个"),
        }
    }

    fn json(&self) -> serde_json::Value {
        serde_json::json!({ "shift": self.shift, "codes": self.codes, "more": self.more })
    }
}

/// The sparse space as tables of such games print it.
pub fn sparse(face: &Face<'_>, code: &Code, space: &Space, known: u64) {
    let Some(mask) = space.mask else {
        let words = text!("{code}: no sparse space among {known} values\n", "{code}：前 {known} 个值中没有稀疏空间\n");
        face.print(&serde_json::json!({ "code": code.to_string(), "computed": known, "mask": null }), words.get(face.lang));
        return;
    };
    // The machine may be a block ahead of the table.
    let rare: Vec<(u64, u16)> = space.rare.iter().copied().take_while(|&(n, _)| n < known).collect();
    let mut kinds: Vec<u16> = rare.iter().map(|(_, value)| *value).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let (bits, count, last) = (mask.bits, rare.len(), rare.last().map(|(n, _)| *n));
    let turned = match mask.parity {
        None => text!("", ""),
        Some(0) => text!(", the parity of n added", "，再加 n 的奇偶"),
        Some(_) => text!(", the parity of n + 1 added", "，再加 n + 1 的奇偶"),
    };
    let shown = last.map_or_else(|| "-".to_owned(), |n| n.to_string());
    let list: Vec<String> = kinds.iter().map(u16::to_string).collect();
    let (list, turned_en, turned_zh) = (list.join(" "), turned.en, turned.zh);
    let words = text!(
        "code:        {code}\ncomputed:    {known} values\nmask:        {bits} = {bits:b} in binary{turned_en}; common values have an odd number of its bits\nrare heaps:  {count}\nlast rare:   {shown}\nrare values: {list}\n",
        "代码：    {code}\n已计算：  {known} 个值\n掩码：    {bits} = 二进制 {bits:b}{turned_zh}；常见值含其奇数位\n稀有堆数：{count}\n最后稀有：{shown}\n稀有值：  {list}\n"
    );
    let json = serde_json::json!({
        "code": code.to_string(), "computed": known, "mask": bits, "parity": mask.parity,
        "rare": rare, "last_rare": last, "rare_values": kinds,
    });
    face.print(&json, words.get(face.lang));
}

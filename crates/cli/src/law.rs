//! `grundy law`: its arguments, and what its replies look like on a terminal.

use std::io::{Write, stderr};
use std::path::PathBuf;

use base::budget::{Budget, Stop};
use base::text;
use base::text::{Lang, Text};
use clap::Args as ClapArgs;
use grundy::laws::Kind;
use requests::law::{Law, Told, position};
use requests::{Question, Reply, Request};

use crate::args::{Options, Questions};
use crate::limits::Limits;
use crate::run::{Face, INTERRUPTED, LIMIT, UNSUPPORTED, is_output, write_or_put};

pub const EXAMPLES: &str = "\
Examples:
  grundy law kayles
  grundy law 'bash(5)'
  grundy law hyperknight --values
  grundy law knights --for-all N
  grundy law wythoff --at '[10**20 + 7, 3**40]'
  grundy law ed --certificate ed.cert
  grundy law --file my.game mygame

A game without a position. The law is an automaton that reads the digits of a position and of its value; it is found from single
cells and proved for all positions from the rules alone. Exit code 3 where none was found. docs/theorems/laws.md tells more.";

/// Which law is looked for.
#[derive(ClapArgs)]
pub struct LawArgs {
    #[command(flatten)]
    questions: Questions,
    /// The law for every value of a parameter at once: it becomes the last number of a position
    #[arg(long, value_name = "PARAMETER")]
    for_all: Option<String>,
    /// P-positions only, no values
    #[arg(long)]
    outcomes: bool,
    /// Values only, also where P-positions would be found sooner
    #[arg(long, conflicts_with = "outcomes")]
    values: bool,
    /// Give a kind of law up when its automaton has more nodes than this
    #[arg(long, value_name = "N", default_value_t = Law::default().nodes)]
    nodes: usize,
    /// Read cells from a table of at most N positions
    #[arg(long, value_name = "N", default_value_t = Law::default().cells)]
    cells: u64,
    /// What the law tells of one position; its numbers may have thousands of digits: '[10**20 + 7, 3**40]'
    #[arg(long, value_name = "POSITION", value_parser = text_of_position, allow_hyphen_values = true)]
    at: Option<String>,
    /// With --json: the automaton itself, node by node
    #[arg(long)]
    automaton: bool,
    /// Write the certificate of the law to FILE, checked (`-` is standard output)
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    #[command(flatten)]
    options: Options,
}

fn text_of_position(text: &str) -> Result<String, String> {
    position(text).map(|_| text.to_owned()).map_err(|why| why.en)
}

/// Runs the command for each game. The exit code is 3 where no law was found.
pub fn law(face: &Face<'_>, args: &LawArgs, (budget, limits): (&Budget<'_>, &Limits)) -> u8 {
    let own = Law {
        for_all: args.for_all.clone(),
        outcomes: args.outcomes,
        values: args.values,
        nodes: args.nodes,
        cells: args.cells,
        automaton: args.automaton,
        certificate: args.certificate.is_some(),
        at: args.at.as_deref().and_then(|text| position(text).ok()),
    };
    let (mut unknown, mut stopped) = (false, None);
    let request = |question, how| Ok(Request::Law(Question::of(question, how, own.clone())));
    let lone = args
        .certificate
        .as_ref()
        .map(|_| text!("--certificate takes one question, it holds one answer", "--certificate 只能用于一个问题：一份证书只含一个答案"));
    let code = face.each((&args.questions, &args.options, lone), (budget, limits), &request, &mut |mut reply| {
        let Reply::Law(told) = &mut reply else { return Ok(()) };
        unknown |= told.report.law().is_none();
        stopped = told.report.stopped.or(stopped);
        if let Some(path) = &args.certificate
            && !(face.args.json && is_output(path))
            && let Some(text) = told.certificate.take()
        {
            write_or_put(path, &text)?;
            if is_output(path) {
                let _ = write!(stderr(), "{}", words(told, face.lang));
                return Ok(());
            }
        }
        let shown = words(told, face.lang);
        face.print(&reply, &|| shown.clone());
        Ok(())
    });
    match (unknown, stopped) {
        (_, Some(Stop::Cancelled)) => INTERRUPTED,
        (_, Some(_)) => code.max(LIMIT),
        (true, None) => code.max(UNSUPPORTED),
        (false, None) => code,
    }
}

/// What is known, in lines.
fn words(told: &Told, lang: Lang) -> String {
    let report = &told.report;
    let title = &report.title;
    let mut lines = Vec::new();
    let mut say = |what: Text| lines.push(what.get(lang).to_owned());
    let reasons = report.tried.iter().map(|tried| tried.came.as_ref().err());
    // What stands against every kind is said once.
    let alike = report.tried.len() > 1 && reasons.clone().all(|why| why.is_some() && why == report.tried[0].came.as_ref().err());
    if let (true, Some(Some(Text { en, zh }))) = (alike, reasons.clone().next()) {
        say(Text { en: format!("outside the method: {en}"), zh: format!("不适用该方法：{zh}") });
    }
    for tried in report.tried.iter().filter(|_| !alike) {
        let (kind, numerals) = (tried.kind.text(), &tried.numerals);
        let why = match &tried.came {
            Err(why) => why.clone(),
            Ok(found) => match &found.proof {
                Err(why) => {
                    let (states, cells, refuted) = (found.law.automaton.states(), found.cells, found.refuted);
                    Text {
                        en: format!("{} (best guess: {states} states, {cells} cells asked, {refuted} guesses refuted)", why.en),
                        zh: format!("{}（最好的猜想有 {states} 个状态，问了 {cells} 个格子，否定了 {refuted} 个猜想）", why.zh),
                    }
                }
                Ok(_) => continue,
            },
        };
        say(Text {
            en: format!("not {} in {}: {}", kind.en, numerals.en, why.en),
            zh: format!("不是{}的{}：{}", numerals.zh, kind.zh, why.zh),
        });
    }
    match report.law() {
        None => {
            say(text!("{title}: no law was found", "{title}：未找到规律"));
            if let Some(stop) = report.stopped {
                let Text { en, zh } = stop.text();
                say(Text { en: format!("stopped: {en}"), zh: format!("已停止：{zh}") });
            }
        }
        Some((found, proof)) => {
            let (kind, numerals) = (found.law.kind.text(), found.law.numerals.name());
            let (states, nodes) = (found.law.automaton.states(), found.law.automaton.nodes());
            say(Text {
                en: format!("{title}: {} in {}: an automaton with {states} states ({nodes} nodes)", kind.en, numerals.en),
                zh: format!("{title}：{}，{}：{states} 个状态的自动机（{nodes} 个节点）", kind.zh, numerals.zh),
            });
            let (statements, rows) = (proof.statements, proof.rows);
            say(text!(
                "proved for all positions, by {statements} statements about automata ({rows} rows)",
                "对所有局面已证明：关于自动机的 {statements} 条命题（{rows} 行）"
            ));
            match &report.certificate {
                Some(Ok(text)) => {
                    let (bytes, lines) = (text.len(), text.lines().count());
                    say(text!("a certificate of {lines} lines ({bytes} bytes) was checked", "已核验一份 {lines} 行（{bytes} 字节）的证书"));
                }
                Some(Err(Text { en, zh })) => {
                    say(Text { en: format!("no certificate was made: {en}"), zh: format!("未生成证书：{zh}") });
                }
                None => {}
            }
            let (cells, refuted) = (found.cells, found.refuted);
            say(text!("found from {cells} cells; {refuted} guesses were refuted", "由 {cells} 个格子求得；否定了 {refuted} 个猜想"));
            if let Some((at, value)) = &told.at {
                let at: Vec<String> = at.iter().map(|number| short(&number.to_string())).collect();
                let at = at.join(", ");
                say(match found.law.kind {
                    Kind::Outcomes => {
                        let letter = if value.to_string() == "0" { "P" } else { "N" };
                        text!("[{at}] is {letter}", "[{at}] 为 {letter}")
                    }
                    _ => {
                        let value = short(&value.to_string());
                        text!("[{at}] has the value {value}", "[{at}] 的值为 {value}")
                    }
                });
            }
        }
    }
    lines.join("\n") + "\n"
}

/// A number, of many digits only the first and the last.
fn short(number: &str) -> String {
    match number.len() {
        0..=40 => number.to_owned(),
        digits => format!("{}…{} ({digits} digits)", &number[..12], &number[digits - 12..]),
    }
}

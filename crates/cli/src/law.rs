//! `grundy law`: runs the command.

use std::path::Path;

use base::budget::StopReason;
use base::text;
use grundy::SolveError;
use grundy::laws::{Comparison, LawForm};
use requests::answer_text::law::{guess, to_text};
use requests::fit::fit_table;
use requests::law::{LawOptions, position};
use requests::{Reply, Request};

use crate::args::{LawArgs, QuestionArgs};
use crate::code_comparison::{compare_with_law, warning};
use crate::exit_code::{INTERRUPTED, LIMIT, UNSUPPORTED};
use crate::files::{self, read};
use crate::front_end::{FrontEnd, lone_certificate};
use crate::gallery::gallery;
use crate::limits::CommandBudget;
use crate::output::{print, print_error};
use crate::questions::{Questions, with_options};
use crate::write_file::{expect_to_write, is_output, write_whole};

/// Runs the command for each game. The exit code is 3 if no law was found.
pub fn law(face: &FrontEnd<'_>, args: &LawArgs, work: CommandBudget<'_>) -> Result<u8, SolveError> {
    let budget = work.budget;
    if let Some(folder) = &args.gallery {
        let positions = &args.questions.positions;
        return gallery(face, folder, &args.options, positions, budget).map(|()| 0);
    }
    if let Some(file) = &args.table {
        let given = fit_table(&read(file, budget)?, budget)?;
        let said = if face.args.json {
            given.json().to_string()
        } else {
            guess(&given.conjecture, given.outcomes)
                .get(face.lang)
                .to_owned()
        };
        print(&format!("{said}\n"));
        return Ok(UNSUPPORTED);
    }
    let (positions, options) = files::games(&args.questions.positions, &args.options, budget)?;
    let questions = QuestionArgs {
        positions,
        ..args.questions.clone()
    };
    let own = LawOptions {
        for_all: args.for_all.clone(),
        outcomes: args.outcomes,
        values: args.values,
        kinds: args
            .kinds
            .as_deref()
            .and_then(|text| LawForm::list(text).ok()),
        nodes: args.nodes,
        cells: args.cells,
        automaton: args.automaton,
        certificate: args.certificate.is_some(),
        at: args.at.as_deref().and_then(|text| position(text).ok()),
        emit: args.emit.as_deref().and_then(|word| word.parse().ok()),
    };
    let pixels = |file: &&Path| {
        file.extension()
            .is_some_and(|end| end.eq_ignore_ascii_case("png"))
    };
    if let Some(file) = args.output.as_deref().filter(pixels) {
        let file = file.display();
        let why = text!(
            "{file}: a law cannot be written as PNG; write it as text, or as SVG with --emit svg",
            "{file}：规律不能写成 PNG；请写成文本，或用 --emit svg 写成 SVG"
        );
        return Err(SolveError::Usage(why));
    }
    if let Some(file) = args.output.as_deref().filter(|file| !is_output(file)) {
        expect_to_write(file)?;
    }
    // Code generated from a rule file is run only on request.
    let is_of_file = !options.files.is_empty() || !options.data.is_empty();
    let (mut unknown, mut stopped) = (false, None);
    let several = args.output.as_ref().map(|_| {
        text!(
            "--output allows only one query, because a file contains one law",
            "--output 只能用于一个问题：一个文件只含一条规律"
        )
    });
    let code = face.answer_each(
        Questions::new(&questions, &options)
            .lone(lone_certificate(args.certificate.as_deref()).or(several)),
        work,
        &with_options(Request::Law, &own),
        &mut |mut reply| {
            let Reply::Law(told) = &mut reply else {
                return Ok(());
            };
            unknown |= told.report.law().is_none() && told.report.method().is_none();
            stopped = told.report.stopped.or(stopped);
            let taken = face.take_certificate(args.certificate.as_deref(), &mut told.certificate);
            if let Some(emitted) = &mut told.report.emitted {
                emitted.comparison = match args.run || !is_of_file {
                    true => compare_with_law(emitted, budget)?,
                    false => emitted.language.is_run().then_some(Comparison::NotRun),
                };
                if let Some(warning) = warning(emitted) {
                    print_error(warning.get(face.lang));
                }
            }
            let shown = to_text(told, face.lang);
            match args.output.as_deref().filter(|file| !is_output(file)) {
                None => face.certified(&reply, taken, &|| shown.clone()),
                // With `--json`, the reply is printed in addition to the file.
                Some(file) => {
                    write_whole(file, &shown)?;
                    face.certified(&reply, taken, &String::new)
                }
            }
        },
    )?;
    Ok(match (unknown, stopped) {
        (_, Some(StopReason::Cancelled)) => INTERRUPTED,
        (_, Some(_)) => code.max(LIMIT),
        (true, None) => code.max(UNSUPPORTED),
        (false, None) => code,
    })
}

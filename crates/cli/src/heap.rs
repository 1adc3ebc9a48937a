//! `grundy heap`: writes the replies to a terminal and to files.

use std::io::{Write, stderr};

use base::escaping::escape;
use base::text;
use grundy::SolveError;
use requests::heap::{HeapFormat, HeapOptions, HeapReply, HeapSurvey, natural};
use requests::{CommonOptions, QuestionRequest, Reply, Request, RequestHandler};

use crate::args::{HeapArgs, HeapFormatArg, QuestionArgs};
use crate::batch::Batch;
use crate::exit;
use crate::front_end::FrontEnd;
use crate::limits::CommandBudget;
use crate::output::{print, print_error};
use crate::system::SystemHost;
use crate::write_file::{expect_to_write, is_output, write_or_put, write_whole};

/// Runs the command: answers a survey, or each code in order. An invalid code does not prevent
/// answers for the other codes.
pub fn heap(
    face: &FrontEnd<'_>,
    args: &HeapArgs,
    work: CommandBudget<'_>,
) -> Result<u8, SolveError> {
    let codes = QuestionArgs {
        positions: args.codes.clone(),
        from: None,
    };
    check_arguments(face, args)?;
    let mut desk = RequestHandler::new(None);
    if args.survey.is_some() {
        return answer(face, args, &mut desk, "", false, work).map(|()| 0);
    }
    let mut batch = Batch::new(&codes, work.budget)?;
    let alone = [
        ("--checkpoint", args.checkpoint.is_some()),
        ("--certificate", args.certificate.is_some()),
        ("--format", args.format != HeapFormatArg::Text),
    ];
    if let Some((option, _)) = alone.iter().find(|(_, given)| *given) {
        let count = batch.read_all(work.budget)?;
        if count > 1 {
            return Err(SolveError::Usage(text!(
                "{option}: expected one code, found {count}",
                "{option}：应只有一个代码，此处有 {count} 个"
            )));
        }
    }
    let several = batch.is_several();
    face.one_by_one(&mut batch, work, &mut |code| {
        answer(face, args, &mut desk, code, several, work)
    })
}

/// Returns an error for incompatible arguments and for files that cannot be written.
fn check_arguments(face: &FrontEnd<'_>, args: &HeapArgs) -> Result<(), SolveError> {
    if face.args.json && args.format != HeapFormatArg::Text {
        return Err(SolveError::Usage(text!(
            "--json and --format both set how values are written; use only one of them",
            "--json 与 --format 都规定值的写法；请去掉其中一个"
        )));
    }
    if let (Some(one), Some(other)) = (&args.checkpoint, &args.certificate)
        && one == other
    {
        let shown = one.display();
        return Err(SolveError::Usage(text!(
            "cannot use {shown} for both the checkpoint and the certificate",
            "{shown} 不能同时存放检查点和证书"
        )));
    }
    match &args.certificate {
        Some(folder) if args.survey.is_some() => {
            let shown = folder.display();
            std::fs::create_dir_all(folder).map_err(|e| {
                SolveError::Usage(text!(
                    "{shown} cannot be created: {e}",
                    "无法创建 {shown}：{e}"
                ))
            })?;
        }
        Some(file) if !is_output(file) => expect_to_write(file)?,
        _ => {}
    }
    args.csv.as_deref().map_or(Ok(()), expect_to_write)
}

/// Answers a code, or a survey.
fn answer(
    face: &FrontEnd<'_>,
    args: &HeapArgs,
    desk: &mut RequestHandler,
    code: &str,
    several: bool,
    work: CommandBudget<'_>,
) -> Result<(), SolveError> {
    let CommandBudget { budget, limits } = work;
    let system = SystemHost::new();
    let reply = desk.answer(&args.request(face, code)?, budget, &system);
    limits.finish();
    let mut reply = reply?;
    if let (Some(file), Reply::Heap(HeapReply::Facts(facts))) = (&args.certificate, &mut reply)
        && !(face.args.json && is_output(file))
        && let Some(certificate) = facts.certificate.take()
    {
        write_or_put(file, &certificate)?;
        if is_output(file) {
            let _ = write!(stderr(), "{}", escape(&facts.words(face.lang)));
            return Ok(());
        }
    }
    match &reply {
        Reply::Heap(HeapReply::Value {
            code,
            n,
            value,
            rests_on,
        }) => {
            face.print(&reply, &|| match several {
                true => format!("{code}: G({n}) = {value}\n"),
                false => format!("{value}\n"),
            });
            if let Some(file) = rests_on.as_ref().filter(|_| !face.args.json) {
                let warning = text!(
                    "warning: conditional: the values of {file} were not compared with the rules",
                    "警告：有条件：{file} 中的值未与规则核对"
                );
                print_error(warning.get(face.lang));
            }
        }
        Reply::Heap(HeapReply::Sparse(sparse)) => {
            face.print(&reply, &|| sparse.words().get(face.lang).to_owned())
        }
        Reply::Heap(HeapReply::Survey(survey)) => write_survey(face, args, survey)?,
        Reply::Heap(HeapReply::Facts(facts)) => {
            face.print(&reply, &|| facts.words(face.lang));
            if !face.args.json && facts.has_rows() {
                // The answer is not complete before its rows are written, so a limit may still end
                // the program.
                exit::begin_question();
                print("\n");
                facts.rows(budget, &system)?;
            }
        }
        _ => {}
    }
    Ok(())
}

impl HeapArgs {
    fn request(&self, face: &FrontEnd<'_>, code: &str) -> Result<Request, SolveError> {
        let heap = HeapOptions {
            to: self.to,
            at: self
                .at
                .as_deref()
                .map(natural)
                .transpose()
                .map_err(SolveError::Usage)?,
            period: self.period,
            sparse: self.sparse,
            survey: self.survey,
            certificate: self.certificate.is_some(),
            certificates: self.certificate.clone(),
            format: match self.format {
                HeapFormatArg::Text => HeapFormat::Text,
                HeapFormatArg::Bfile => HeapFormat::Bfile,
                HeapFormatArg::Csv => HeapFormat::Csv,
                HeapFormatArg::Raw => HeapFormat::Raw,
            },
            summary: self.summary,
            checkpoint: self.checkpoint.clone(),
            every: self.every.as_secs_f64(),
            threads: self.threads as usize,
            resume: self.resume,
        };
        let how = CommonOptions {
            lang: face.lang,
            ..CommonOptions::default()
        };
        Ok(Request::Heap(QuestionRequest::new(
            code.to_owned(),
            how,
            heap,
        )))
    }
}

/// Writes a survey to its file or to standard output.
fn write_survey(
    face: &FrontEnd<'_>,
    args: &HeapArgs,
    survey: &HeapSurvey,
) -> Result<(), SolveError> {
    let Some(file) = &args.csv else {
        print(&survey.lines);
        return Ok(());
    };
    write_whole(file, &survey.lines)?;
    let (codes, proved, shown) = (survey.codes, survey.proved, file.display());
    if face.args.json {
        print(&format!("{}\n", survey.filed(file)));
    } else {
        let words = text!(
            "{shown}: {codes} codes, {proved} periods proved\n",
            "{shown}：{codes} 个代码，{proved} 个周期已证明\n"
        );
        print(words.get(face.lang));
    }
    Ok(())
}

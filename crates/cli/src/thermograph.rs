//! Pictures of thermographs in files.

use base::text;
use grundy::SolveError;
use requests::raster::Redraw;
use requests::solve::{SolveReply, without_thermograph};
use requests::thermograph::ThermographFormat;
use requests::value::ValueReply;

use crate::args::{ChartFormatArg, ThermographFileArgs};
use crate::front_end::FrontEnd;
use crate::pictures::format_of;

impl FrontEnd<'_> {
    /// Writes the thermograph of an expression to the file of the arguments, if there is one.
    pub(crate) fn write_thermograph(
        &self,
        args: &ThermographFileArgs,
        valued: &ValueReply,
    ) -> Result<(), SolveError> {
        match format(args)? {
            Some(format) => self.write_drawn(args, format, &|lang| {
                Ok(valued.draw(thermograph_format(format), lang))
            }),
            None => Ok(()),
        }
    }

    /// Writes the thermograph of a position to the file of the arguments, if there is one.
    pub(crate) fn write_solved_thermograph(
        &self,
        args: &ThermographFileArgs,
        solved: &SolveReply,
    ) -> Result<(), SolveError> {
        let Some(format) = format(args)? else {
            return Ok(());
        };
        match &solved.answer.partizan {
            None => return Err(without_thermograph()),
            Some(partizan) if partizan.value.is_none() => {
                return Err(SolveError::Unsupported(text!(
                    "the value is not known, so there is no thermograph",
                    "值未求得，因而没有温度图"
                )));
            }
            Some(_) => {}
        }
        self.write_drawn(args, format, &|lang| {
            Ok(solved.draw(thermograph_format(format), lang))
        })
    }

    fn write_drawn(
        &self,
        args: &ThermographFileArgs,
        format: ChartFormatArg,
        draw: Redraw<'_>,
    ) -> Result<(), SolveError> {
        let Some(picture) = draw(self.lang)? else {
            return Ok(());
        };
        let as_png = format == ChartFormatArg::Png;
        self.show(args.output.as_deref(), as_png, picture, draw)
    }
}

/// Returns the format of the file of the arguments; `None` without a file. A file that cannot be
/// written is refused.
pub(crate) fn format(args: &ThermographFileArgs) -> Result<Option<ChartFormatArg>, SolveError> {
    let Some(output) = args.output.as_deref() else {
        return Ok(None);
    };
    format_of(args.format, Some(output), ChartFormatArg::Svg).map(Some)
}

fn thermograph_format(format: ChartFormatArg) -> ThermographFormat {
    match format {
        ChartFormatArg::Text => ThermographFormat::Text,
        ChartFormatArg::Svg | ChartFormatArg::Png => ThermographFormat::Svg,
    }
}

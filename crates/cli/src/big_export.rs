//! `grundy big export`: writes the entries of a store in formats that other programs read.

use base::budget::Budget;
use base::text;
use cluster::StoredTables;
use grundy::SolveError;
use large::{LargeTableError, OpenedStore};
use tablebase::TableKind;

use crate::args::ExportFormatArg;
#[cfg(feature = "parquet")]
use crate::big_parquet::ParquetWriter;
use crate::front_end::FrontEnd;
use crate::output::answer_bytes_by;
use crate::stores::warn_of_foreign;

/// Writes the entries of a table, or of one of its tiers.
pub fn export(
    face: &FrontEnd<'_>,
    store: &str,
    tier: Option<usize>,
    format: ExportFormatArg,
    budget: &Budget<'_>,
) -> Result<u8, LargeTableError> {
    let held = OpenedStore::open(store, budget)?;
    warn_of_foreign(face.lang, store, &held.foreign()?);
    let (opened, manifest) = (&held.opened, &held.manifest);
    let plan = held.plan(budget)?;
    let tiers = plan.tiers();
    if let Some(tier) = tier.filter(|&tier| tier >= tiers) {
        let last = tiers - 1;
        return Err(SolveError::Usage(text!(
            "--tier {tier}: the table has tiers 0 to {last}",
            "--tier {tier}：该表的层为 0 至 {last}"
        ))
        .into());
    }
    let table = StoredTables::new(&plan, held.store(), manifest.shares, budget.memory / 2);
    let names: Vec<&str> = opened
        .big
        .world
        .rules(opened.big.game)
        .slots()
        .iter()
        .map(|slot| slot.name.as_str())
        .collect();
    let mut wrong = None;
    answer_bytes_by(&mut |out| {
        if format == ExportFormatArg::Csv {
            writeln!(out, "{},{}", names.join(","), manifest.what)?;
        }
        #[cfg(feature = "parquet")]
        let mut rows = match format {
            ExportFormatArg::Parquet => Some(ParquetWriter::new(
                &names,
                if manifest.what == "values" {
                    "value"
                } else {
                    "moves"
                },
            )?),
            _ => None,
        };
        for tier in tier.map_or(0..tiers, |tier| tier..tier + 1) {
            let index = &plan.tier(tier).index;
            let mut slots = vec![0; index.slots()];
            for block in 0..index.size().div_ceil(plan.block()) {
                let (entries, ticked) = (table.block(tier, block), budget.ask());
                let entries = match (entries, ticked) {
                    (Ok(entries), Ok(())) => entries,
                    (Err(fault), _) => {
                        wrong = Some(LargeTableError::from(fault));
                        return Ok(());
                    }
                    (_, Err(stop)) => {
                        wrong = Some(LargeTableError::from(SolveError::Stopped(stop)));
                        return Ok(());
                    }
                };
                for at in 0..entries.len() {
                    let code = entries.get(at);
                    if format == ExportFormatArg::Raw {
                        // An entry fits in two bytes, except in a table of values.
                        let bytes = if plan.what == TableKind::Values { 4 } else { 2 };
                        out.write_all(&code.to_le_bytes()[..bytes])?;
                    } else if let Some(known) = plan.decode(code) {
                        index.position(block * plan.block() + at as u64, &mut slots);
                        #[cfg(feature = "parquet")]
                        if let Some(rows) = &mut rows {
                            rows.push(&slots, known, out)?;
                            continue;
                        }
                        let numbers: Vec<String> = slots.iter().map(i64::to_string).collect();
                        writeln!(out, "{},{}", numbers.join(","), plan.show(known))?;
                    }
                }
            }
        }
        #[cfg(feature = "parquet")]
        if let Some(rows) = rows {
            rows.finish(out)?;
        }
        Ok(())
    });
    wrong.map_or(Ok(0), Err)
}

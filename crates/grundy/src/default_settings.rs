//! The settings of a new session: every theorem and engine is switched on.

use std::collections::BTreeSet;

use engines::registry::ENGINES;
use engines::search::OptionOrder;

use crate::compounds;
use crate::settings::SessionSettings;

impl Default for SessionSettings {
    fn default() -> SessionSettings {
        SessionSettings {
            theorems: theorems::all()
                .into_iter()
                .chain(structures::theorems())
                .chain(compounds::theorems())
                .collect(),
            partizan_theorems: structures::partizan_theorems(),
            engines: ENGINES.to_vec(),
            without: BTreeSet::new(),
            play: None,
            sum: None,
            until: None,
            order: OptionOrder::default(),
            machine: None,
            tables: Vec::new(),
            laws: Vec::new(),
            quotient: None,
            always_generate: false,
            patient: false,
            keeper: None,
        }
    }
}

//! All constraints by their names. Each stands in the table of its file.
//!
//! An entry gives the meaning of a constraint. With `_reif` or `_imp` after the name, the constraint is equivalent to,
//! or implied by, the last argument.

use csp::Condition;

use super::arguments::{Arguments, Literal, Truth};
use super::{Entry, Meaning, Read, globals, logic, numbers};
use crate::syntax::Fault;

/// The files of constraints, each with its table.
const TABLES: [&[Entry]; 3] = [globals::TABLE, logic::TABLE, numbers::TABLE];

fn find(name: &str) -> Option<Read> {
    let found = |table: &&[Entry]| Some(table[table.binary_search_by_key(&name, |(name, _)| name).ok()?].1);
    TABLES.iter().find_map(found)
}

/// The dependence of a constraint on its last argument.
#[derive(Clone, Copy)]
enum Under {
    Nothing,
    Equivalence,
    Implication,
}

fn split(name: &str) -> (&str, Under) {
    if let Some(name) = name.strip_suffix("_reif") {
        (name, Under::Equivalence)
    } else if let Some(name) = name.strip_suffix("_imp") {
        (name, Under::Implication)
    } else {
        (name, Under::Nothing)
    }
}

/// Posts a constraint to the model.
pub(super) fn post(arguments: Arguments<'_, '_>) -> Result<(), Fault> {
    let (name, under) = split(arguments.name);
    let Some(read) = find(name) else {
        return Err(Fault::new(unknown(arguments.name)));
    };
    let (mut arguments, truth) = match under {
        Under::Nothing => (arguments, Truth::Known(true)),
        _ => {
            let last = arguments.len().checked_sub(1);
            let last = last.ok_or_else(|| Fault::new(format!("{} has no arguments", arguments.name)))?;
            let truth = arguments.truth(last)?;
            (arguments.without_last(), truth)
        }
    };
    let meaning = read(&mut arguments)?;
    arguments.builder.ground.post(under_truth(meaning, truth, under));
    Ok(())
}

fn unknown(name: &str) -> String {
    let is_float = name.contains("float") || name.starts_with("int2float");
    let is_set = name.starts_with("set_") || name.contains("_set_");
    let why = if is_float {
        "; there are no variables of type float"
    } else if is_set {
        "; there are no set variables: flatten with this solver's library"
    } else {
        ""
    };
    format!("the constraint {name} is not known{why}")
}

fn under_truth(meaning: Meaning, truth: Truth, under: Under) -> Meaning {
    let meaning: Condition = match (meaning, under) {
        (meaning, Under::Nothing) => return meaning,
        (Meaning::Known(true), Under::Implication) => return Meaning::Known(true),
        (Meaning::Known(known), _) => {
            return match Literal(truth, known).decision() {
                Ok(decision) => decision.into(),
                Err(holds) => Meaning::Known(holds),
            };
        }
        (Meaning::Is(condition), _) => condition,
    };
    match (truth, under) {
        (Truth::Known(true), _) => meaning.into(),
        (Truth::Known(false), Under::Equivalence) => (!meaning).into(),
        (Truth::Known(false), _) => Meaning::Known(true),
        (Truth::Open(var), Under::Equivalence) => var.is(1).iff(meaning).into(),
        (Truth::Open(var), _) => var.is(1).implies(meaning).into(),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn tables_are_sorted_and_name_constraints_once() {
        let mut names: Vec<&str> = Vec::new();
        for table in super::TABLES {
            assert!(table.is_sorted_by(|a, b| a.0 < b.0));
            names.extend(table.iter().map(|(name, _)| name));
        }
        names.sort_unstable();
        assert!(names.is_sorted_by(|a, b| a < b));
    }
}

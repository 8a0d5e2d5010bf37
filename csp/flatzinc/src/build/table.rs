//! All constraints by their names.
//!
//! An entry gives the meaning of a constraint. With `_reif` or `_imp` after the name, the constraint is equivalent to,
//! or implied by, the last argument.

use csp::Condition;

use super::arguments::{Arguments, Literal, Truth};
use super::{Meaning, globals, logic, numbers};
use crate::syntax::Fault;

type Read = fn(&mut Arguments<'_, '_>) -> Result<Meaning, Fault>;

/// The constraints, sorted by name for binary search.
#[rustfmt::skip]
const CONSTRAINTS: &[(&str, Read)] = &[
    ("array_bool_and", logic::array_and),
    ("array_bool_element", numbers::element),
    ("array_bool_or", logic::array_or),
    ("array_bool_xor", logic::array_xor),
    ("array_int_element", numbers::element),
    ("array_int_maximum", numbers::maximum),
    ("array_int_minimum", numbers::minimum),
    ("array_var_bool_element", numbers::element),
    ("array_var_int_element", numbers::element),
    ("bool2int", numbers::equal),
    ("bool_and", logic::and),
    ("bool_clause", logic::clause),
    ("bool_eq", numbers::equal),
    ("bool_le", numbers::at_most),
    ("bool_lin_eq", numbers::linear_equal),
    ("bool_lin_le", numbers::linear_at_most),
    ("bool_lin_lt", numbers::linear_less),
    ("bool_lin_ne", numbers::linear_different),
    ("bool_lt", numbers::less),
    ("bool_ne", numbers::different),
    ("bool_not", numbers::different),
    ("bool_or", logic::or),
    ("bool_xor", logic::xor),
    ("csp_all_different", globals::all_different),
    ("csp_all_different_except", globals::all_different_except),
    ("csp_among", globals::among),
    ("csp_assume", logic::assume),
    ("csp_bin_packing", globals::bin_packing),
    ("csp_circuit", globals::circuit),
    ("csp_count_eq", globals::count_equal),
    ("csp_count_ge", globals::count_at_least),
    ("csp_count_le", globals::count_at_most),
    ("csp_count_ne", globals::count_different),
    ("csp_cumulative", globals::cumulative),
    ("csp_diffn", globals::rectangles),
    ("csp_disjunctive", globals::disjunctive),
    ("csp_global_cardinality", globals::cardinality),
    ("csp_global_cardinality_low_up", globals::cardinality_between),
    ("csp_increasing", globals::increasing),
    ("csp_inverse", globals::inverse),
    ("csp_lex_less", globals::lex_less),
    ("csp_lex_lesseq", globals::lex_less_or_equal),
    ("csp_nvalue", globals::number_of_values),
    ("csp_regular", globals::regular),
    ("csp_sort", globals::sort),
    ("csp_strictly_increasing", globals::strictly_increasing),
    ("csp_subcircuit", globals::subcircuit),
    ("csp_table", globals::table),
    ("csp_value_precede", globals::value_precede),
    ("int_abs", numbers::absolute),
    ("int_div", numbers::quotient),
    ("int_eq", numbers::equal),
    ("int_le", numbers::at_most),
    ("int_lin_eq", numbers::linear_equal),
    ("int_lin_le", numbers::linear_at_most),
    ("int_lin_ne", numbers::linear_different),
    ("int_lt", numbers::less),
    ("int_max", numbers::larger),
    ("int_min", numbers::smaller),
    ("int_mod", numbers::remainder),
    ("int_ne", numbers::different),
    ("int_plus", numbers::plus),
    ("int_pow", numbers::power),
    ("int_times", numbers::times),
    ("set_in", numbers::set_in),
];

fn find(name: &str) -> Option<Read> {
    let at = CONSTRAINTS.binary_search_by_key(&name, |(name, _)| name).ok()?;
    Some(CONSTRAINTS[at].1)
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
    fn the_table_is_sorted() {
        assert!(super::CONSTRAINTS.is_sorted_by(|a, b| a.0 < b.0));
    }
}

//! What is assumed, and what the conditions say that have names of the compiler only.

use std::collections::{HashMap, HashSet};

use csp::{Decision, Model};

use crate::syntax::{Call, Expr, Problem};

/// Conditions that are assumed: they hold, and of those that clash a core is told.
#[derive(Clone, Debug)]
pub struct Premises {
    /// The model in which they are not posted.
    pub model: Model,
    /// The decisions that state them, with their names.
    pub assumed: Vec<(String, Decision)>,
    /// The constraints that define those that the compiler named.
    pub definitions: HashMap<String, String>,
}

/// The prefix of names that MiniZinc makes up.
const INTRODUCED: &str = "X_INTRODUCED_";

/// Returns the constraints that define assumed conditions with names of the compiler.
pub(super) fn definitions(problem: &Problem<'_>) -> HashMap<String, String> {
    let assumptions = problem.constraints.iter().filter(|constraint| constraint.call.name == "csp_assume");
    let mut lists = assumptions.flat_map(|constraint| &constraint.call.arguments).peekable();
    if lists.peek().is_none() {
        return HashMap::new();
    }
    let values: HashMap<&str, &Expr<'_>> = problem
        .declarations
        .iter()
        .filter_map(|declaration| Some((declaration.name, declaration.value.as_ref()?)))
        .collect();
    let parts = lists.flat_map(|list| match written(list, &values) {
        Expr::Array(parts) => parts.iter().collect(),
        other => vec![other],
    });
    let wanted: HashSet<&str> = parts.filter_map(introduced).collect();
    let mut defined = HashMap::new();
    for call in problem.constraints.iter().map(|constraint| &constraint.call) {
        // The last argument of these is their truth.
        let is_truth =
            call.name.ends_with("_reif") || ["array_bool_and", "array_bool_or"].contains(&call.name);
        let name = call.arguments.last().and_then(introduced);
        if let Some(name) = name.filter(|name| is_truth && wanted.contains(name)) {
            defined.entry(name.to_owned()).or_insert_with(|| told(call, &values));
        }
    }
    defined
}

fn introduced<'a>(expr: &Expr<'a>) -> Option<&'a str> {
    match expr {
        Expr::Name(name) => name.starts_with(INTRODUCED).then_some(name),
        _ => None,
    }
}

/// Returns the value of a name that the compiler made up for an array, and everything else as it is.
fn written<'e, 'a>(expr: &'e Expr<'a>, values: &HashMap<&str, &'e Expr<'a>>) -> &'e Expr<'a> {
    introduced(expr).and_then(|name| values.get(name).copied()).unwrap_or(expr)
}

/// Returns a constraint without its truth, its lists in place of their names.
fn told<'e>(call: &'e Call<'_>, values: &HashMap<&str, &'e Expr<'_>>) -> String {
    let (_, arguments) = call.arguments.split_last().expect("it has a truth");
    let arguments: Vec<String> = arguments.iter().map(|one| written(one, values).to_string()).collect();
    let name = call.name.strip_suffix("_reif").unwrap_or(call.name);
    format!("{name}({})", arguments.join(", "))
}

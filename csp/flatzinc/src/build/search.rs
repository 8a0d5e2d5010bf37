//! Annotations of the search: which variables to branch on, in which order, and when to restart.

use csp::{Var, config::Restarts};

use super::{Builder, Item};
use crate::syntax::{Expr, Fault};

/// The rule for the variable to branch on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariableChoice {
    /// The first one.
    Input,
    /// The one with the fewest values.
    FirstFail,
    /// The one with the most values.
    AntiFirstFail,
    /// The one with the smallest value.
    Smallest,
    /// The one with the largest value.
    Largest,
    /// The one whose two smallest values differ most.
    MaxRegret,
    /// The one with the fewest values, and of these the one in the most constraints.
    MostConstrained,
    /// The one with the smallest ratio of values to conflicts.
    WeightedDegree,
}

/// The rule for the value to try first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueChoice {
    /// The smallest.
    Min,
    /// The largest.
    Max,
    /// The one in the middle.
    Middle,
    /// A random one.
    Random,
    /// The lower half.
    Split,
    /// The upper half.
    ReverseSplit,
    /// All but the smallest.
    OutMin,
    /// All but the largest.
    OutMax,
}

/// A list of variables to branch on, with their choices.
#[derive(Clone, Debug)]
pub struct Step {
    /// The variables, in order.
    pub vars: Vec<Var>,
    /// The next of them.
    pub variable: VariableChoice,
    /// The value to try.
    pub value: ValueChoice,
}

/// The branching and restarts that annotations ask for.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The steps of branching, in order.
    pub steps: Vec<Step>,
    /// When to restart.
    pub restarts: Option<Restarts>,
}

/// Reads the annotations of the solve item. Unknown annotations are ignored, as the standard requires.
pub(super) fn read<'a>(builder: &mut Builder<'a>, annotations: &[Expr<'a>]) -> Result<Plan, Fault> {
    let mut plan = Plan::default();
    for annotation in annotations {
        add(builder, annotation, &mut plan)?;
    }
    Ok(plan)
}

fn add<'a>(builder: &mut Builder<'a>, annotation: &Expr<'a>, plan: &mut Plan) -> Result<(), Fault> {
    let Some((name, arguments)) = annotation.as_call() else { return Ok(()) };
    match (name, arguments) {
        ("seq_search" | "warm_start_array", [Expr::Array(parts)]) => {
            for part in parts {
                add(builder, part, plan)?;
            }
        }
        ("int_search" | "bool_search", [vars, variable, value, ..]) => {
            let vars = variables(builder, vars)?;
            plan.steps.push(Step { vars, variable: variable_choice(variable), value: value_choice(value) });
        }
        ("warm_start" | "warm_start_int" | "warm_start_bool", [vars, values]) => {
            let (vars, values) = (builder.items(vars)?, builder.items(values)?);
            let pair = |(var, value): (&Item, &Item)| match (var, value) {
                (&Item::Var(var), &Item::Int(value)) => Some((var, i32::try_from(value).ok()?)),
                (&Item::Flag(var), &Item::Bool(value)) => Some((var, value.into())),
                _ => None,
            };
            for (var, value) in vars.iter().zip(&*values).filter_map(pair) {
                // Values that a variable does not have are no mistake here.
                if builder.ground.model.declared(var).contains(value) {
                    builder.ground.model.hint(var, value);
                }
            }
        }
        ("restart_luby", [scale]) => plan.restarts = Some(Restarts::luby(whole(scale))),
        ("restart_geometric", [base, scale]) => {
            let base = match *base {
                Expr::Float(base) => base,
                Expr::Int(base) => base as f64,
                _ => USUAL_BASE,
            };
            plan.restarts = Some(Restarts::geometric(whole(scale), base.clamp(1.01, 1e6)));
        }
        ("restart_linear", [scale]) => plan.restarts = Some(Restarts::linear(whole(scale))),
        // Runs grow by a hundredth, because a long proof might never finish with runs of one length.
        ("restart_constant", [scale]) => plan.restarts = Some(Restarts::geometric(whole(scale), 1.01)),
        ("restart_none", _) => plan.restarts = Some(Restarts::Never),
        _ => {}
    }
    Ok(())
}

/// The factor and the length of restarts whose arguments are no numbers: a usual guess, since annotations are advice.
const USUAL_BASE: f64 = 1.5;
const USUAL_SCALE: u64 = 100;

fn whole(number: &Expr<'_>) -> u64 {
    match number {
        Expr::Int(number) => u64::try_from(*number).unwrap_or(1).clamp(1, 1 << 40),
        Expr::Float(number) => (*number as u64).clamp(1, 1 << 40),
        _ => USUAL_SCALE,
    }
}

/// Returns the variables of a list, once each, without constants.
fn variables<'a>(builder: &Builder<'a>, list: &Expr<'a>) -> Result<Vec<Var>, Fault> {
    let mut seen = std::collections::HashSet::new();
    let var = |item: &Item| match item {
        Item::Var(var) | Item::Flag(var) => Some(*var).filter(|&var| seen.insert(var)),
        _ => None,
    };
    Ok(builder.items(list)?.iter().filter_map(var).collect())
}

fn variable_choice(choice: &Expr<'_>) -> VariableChoice {
    match choice {
        Expr::Name("first_fail") => VariableChoice::FirstFail,
        Expr::Name("anti_first_fail") => VariableChoice::AntiFirstFail,
        Expr::Name("smallest") => VariableChoice::Smallest,
        Expr::Name("largest") => VariableChoice::Largest,
        Expr::Name("max_regret") => VariableChoice::MaxRegret,
        Expr::Name("most_constrained" | "occurrence") => VariableChoice::MostConstrained,
        Expr::Name("dom_w_deg") => VariableChoice::WeightedDegree,
        _ => VariableChoice::Input,
    }
}

fn value_choice(choice: &Expr<'_>) -> ValueChoice {
    match choice {
        Expr::Name("indomain_max") => ValueChoice::Max,
        Expr::Name("indomain_middle" | "indomain_median") => ValueChoice::Middle,
        Expr::Name("indomain_random") => ValueChoice::Random,
        Expr::Name("indomain_split" | "indomain_interval") => ValueChoice::Split,
        Expr::Name("indomain_reverse_split") => ValueChoice::ReverseSplit,
        Expr::Name("outdomain_min") => ValueChoice::OutMin,
        Expr::Name("outdomain_max") => ValueChoice::OutMax,
        _ => ValueChoice::Min,
    }
}

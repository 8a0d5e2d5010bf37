//! Orders of branching that annotations name.

use csp::branch::{Brancher, Branching, InTurn};
use csp::config::{ValueOrder, VariableOrder};
use csp::extend::{Store, View};
use csp::{Compiled, Config, Decision, Model, Var};

use crate::build::{Plan, Step, ValueChoice, VariableChoice};

/// Returns the engine's order of variables.
pub fn of_variables(choice: VariableChoice) -> VariableOrder {
    match choice {
        VariableChoice::Input => VariableOrder::Input,
        VariableChoice::FirstFail => VariableOrder::Smallest,
        VariableChoice::AntiFirstFail => VariableOrder::MostValues,
        VariableChoice::Smallest => VariableOrder::SmallestValue,
        VariableChoice::Largest => VariableOrder::LargestValue,
        VariableChoice::MaxRegret => VariableOrder::MaxRegret,
        VariableChoice::MostConstrained => VariableOrder::SmallestDegree,
        VariableChoice::WeightedDegree => VariableOrder::WeightedDegree,
    }
}

/// Returns the engine's order of values.
pub fn of_values(choice: ValueChoice) -> ValueOrder {
    match choice {
        ValueChoice::Min => ValueOrder::Smallest,
        ValueChoice::Max => ValueOrder::Largest,
        ValueChoice::Middle => ValueOrder::Middle,
        ValueChoice::Random => ValueOrder::Random,
        ValueChoice::Split => ValueOrder::Split,
        ValueChoice::ReverseSplit => ValueOrder::UpperHalf,
        ValueChoice::OutMin => ValueOrder::NotSmallest,
        ValueChoice::OutMax => ValueOrder::NotLargest,
    }
}

/// Returns the model with the phases of a plan.
pub fn with_phases(model: &Model, plan: &Plan) -> Model {
    let mut model = model.clone();
    for step in &plan.steps {
        if let Step::Branch(vars, variable, value) = step
            && !vars.is_empty()
        {
            model.branch_on(vars).variables(of_variables(*variable)).values(of_values(*value));
        }
    }
    model
}

/// Whether a plan names values to try first, for which the engine has no order.
pub fn is_warm(plan: &Plan) -> bool {
    plan.steps.iter().any(|step| matches!(step, Step::Warm(_)))
}

/// Values to try first. Each is approached from both sides, since a wide domain cannot lose an inner value.
#[derive(Debug)]
struct Warm(Vec<(Var, View, i32)>);

impl Brancher for Warm {
    fn decide(&mut self, store: &Store) -> Option<Decision> {
        self.0.iter().find_map(|&(var, view, value)| {
            let (min, max) = (store.min(view), store.max(view));
            if min == max || !(min..=max).contains(&value) {
                None
            } else if min < value {
                Some(Decision::AtLeast(var, value))
            } else {
                Some(Decision::AtMost(var, value))
            }
        })
    }
}

/// Returns the branching of a plan, followed by that of the settings for all other variables.
pub fn branching(plan: &Plan, compiled: &Compiled, config: &Config) -> InTurn {
    let mut all = InTurn::new::<Branching>([]);
    for step in &plan.steps {
        all = match step {
            Step::Branch(vars, variable, value) => {
                let order =
                    config.clone().with_variables(of_variables(*variable)).with_values(of_values(*value));
                all.then(Branching::new(compiled, &order).over(compiled, vars))
            }
            Step::Warm(pairs) => {
                all.then(Warm(pairs.iter().map(|&(var, value)| (var, compiled.view(var), value)).collect()))
            }
        };
    }
    all.then(Branching::new(compiled, config))
}

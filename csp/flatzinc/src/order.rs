//! Orders of branching that annotations name.

use csp::Model;
use csp::config::{ValueOrder, VariableOrder};

use crate::build::{Plan, ValueChoice, VariableChoice};

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
        if !step.vars.is_empty() {
            let phase = model.branch_on(&step.vars);
            phase.variables(of_variables(step.variable)).values(of_values(step.value));
        }
    }
    model
}

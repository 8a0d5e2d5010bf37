//! Orders of branching that annotations name, and the engine does not.

use csp::{
    Brancher, Branching, Candidates, Compiled, Config, Decision, InTurn, Store, Ties, ValueHeuristic,
    ValueOrder, Var, VariableHeuristic, VariableOrder, View,
};

use crate::build::{Plan, Step, ValueChoice, VariableChoice};

/// Returns the engine's order of variables that is the same, if it has one.
pub fn native_variables(choice: VariableChoice) -> Option<VariableOrder> {
    match choice {
        VariableChoice::Input => Some(VariableOrder::Input),
        VariableChoice::FirstFail => Some(VariableOrder::Smallest),
        VariableChoice::MostConstrained => Some(VariableOrder::SmallestDegree),
        VariableChoice::WeightedDegree => Some(VariableOrder::WeightedDegree),
        _ => None,
    }
}

/// Returns the engine's order of values that is the same, if it has one.
pub fn native_values(choice: ValueChoice) -> Option<ValueOrder> {
    match choice {
        ValueChoice::Min => Some(ValueOrder::Smallest),
        ValueChoice::Max => Some(ValueOrder::Largest),
        ValueChoice::Middle => Some(ValueOrder::Middle),
        ValueChoice::Random => Some(ValueOrder::Random),
        ValueChoice::Split => Some(ValueOrder::Split),
        ValueChoice::ReverseSplit | ValueChoice::OutMin | ValueChoice::OutMax => None,
    }
}

/// Whether the engine has all orders of a plan.
pub fn is_native(plan: &Plan) -> bool {
    plan.steps.iter().all(|step| match step {
        Step::Branch(_, variable, value) => {
            native_variables(*variable).is_some() && native_values(*value).is_some()
        }
        Step::Warm(_) => false,
    })
}

#[derive(Debug)]
struct Ranked(VariableChoice);

impl VariableHeuristic for Ranked {
    fn choose(&mut self, open: &Candidates, store: &Store, ties: &mut Ties) -> Option<usize> {
        open.best(store, ties, |at| {
            let view = open.view(at);
            match self.0 {
                VariableChoice::Smallest => i64::from(store.min(view)),
                VariableChoice::Largest => -i64::from(store.max(view)),
                VariableChoice::AntiFirstFail => -i64::from(store.size(view)),
                VariableChoice::MaxRegret => {
                    let mut values = store.domain(view).iter();
                    let (first, second) = (values.next(), values.next());
                    first.zip(second).map_or(0, |(first, second)| i64::from(first) - i64::from(second))
                }
                _ => 0,
            }
        })
    }
}

#[derive(Debug)]
struct Side(ValueChoice);

impl ValueHeuristic for Side {
    fn choose(&mut self, var: Var, view: View, store: &Store) -> Decision {
        let (min, max) = (store.min(view), store.max(view));
        match self.0 {
            ValueChoice::OutMin => Decision::Remove(var, min),
            ValueChoice::OutMax => Decision::Remove(var, max),
            _ => Decision::AtLeast(var, min + (max - min) / 2 + 1),
        }
    }
}

/// Values to try first. Each is approached from both sides, since a wide domain cannot lose a value in its midst.
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
                let order = config
                    .clone()
                    .with_variables(native_variables(*variable).unwrap_or(VariableOrder::Input))
                    .with_values(native_values(*value).unwrap_or(ValueOrder::Smallest));
                let mut branching = Branching::new(compiled, &order).over(compiled, vars);
                if native_variables(*variable).is_none() {
                    branching = branching.variables(Ranked(*variable));
                }
                if native_values(*value).is_none() {
                    branching = branching.values(Side(*value));
                }
                all.then(branching)
            }
            Step::Warm(pairs) => {
                all.then(Warm(pairs.iter().map(|&(var, value)| (var, compiled.view(var), value)).collect()))
            }
        };
    }
    all.then(Branching::new(compiled, config))
}

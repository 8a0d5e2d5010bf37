//! The learner in turns: by the phases of the model, by activity within them, and by activity alone.

use csp::config::{ValueOrder as By, VariableOrder};
use csp::{Config, Learner, Model, Var};

/// Turns prove the optimum with every order of the phases.
#[test]
fn phases_and_activity_in_turns() {
    let orders = [
        (VariableOrder::Input, By::Smallest),
        (VariableOrder::Smallest, By::NotSmallest),
        (VariableOrder::LargestValue, By::UpperHalf),
        (VariableOrder::MaxRegret, By::Middle),
        (VariableOrder::WeightedDegree, By::NotLargest),
        (VariableOrder::Random, By::Random),
    ];
    for (variables, values) in orders {
        // Domains of several words, and some of one.
        let mut model = Model::new();
        let marks = model.vars(7, 0..=70);
        let gaps = model.vars(6, 1..=30);
        model.post(marks[0].eq(0));
        for (at, &gap) in gaps.iter().enumerate() {
            model.post((marks[at] + gap).eq(marks[at + 1]));
        }
        let pairs = (0..7).flat_map(|b| (0..b).map(move |a| (a, b)));
        let differences: Vec<Var> = pairs
            .map(|(a, b)| {
                let difference = model.var(1..=70);
                model.post((marks[b] - marks[a]).eq(difference));
                difference
            })
            .collect();
        model.all_different(&differences);
        model.branch_on(&marks[1..4]).variables(variables).values(values);
        model.branch_on(&gaps[3..]).variables(variables).values(values);
        let config = Config::default().with_alternate(true);
        let mut optimizer = Learner::compile(&model, &config).unwrap().minimize(marks[6]).unwrap();
        let outcome = optimizer.run();
        assert_eq!(outcome.best().map(|best| best.value), Some(25), "{variables:?}, {values:?}");
        assert!(outcome.is_proved(), "{variables:?}, {values:?}");
        assert!(optimizer.statistics().failures > 500, "too few for three turns");
    }
}

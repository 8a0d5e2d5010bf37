use super::*;
use crate::compile::Purpose;
use crate::{Cancel, Constraint, Model, Step, Var};

/// Not both are 1.
#[derive(Debug)]
struct NotBoth([Var; 2]);

impl Constraint for NotBoth {
    fn scope(&self) -> &[Var] {
        &self.0
    }

    fn accepts(&self, values: &[i32]) -> bool {
        values != [1, 1]
    }
}

/// The root is narrowed, a limit ends its propagation, and the run begins anew.
#[test]
fn a_root_whose_propagation_was_interrupted_is_propagated_later() {
    let mut model = Model::new();
    let both = [model.boolean(), model.boolean()];
    model.post(NotBoth(both));
    let config = Config::default();
    let compiled = model.compile_observed(&config, &Limits::default(), Purpose::Learn, &mut ()).unwrap();
    let mut lazy = Lazy::new(compiled, &config, ());
    let Lazy { compiled: Compiled { engine, .. }, reasons, .. } = &mut lazy;
    let units = both.map(|var| (engine.negation(reasons, engine.literal(Decision::Remove(var, 1))), false));
    reasons.units.extend(units);
    let cancel = Cancel::new();
    cancel.cancel();
    lazy.limit(Limits::default().cancel(&cancel));
    assert_eq!(lazy.step(), Step::Limit);
    assert_eq!(lazy.compiled.engine.store.depth(), 0, "at the root");
    lazy.assume(&[]).unwrap();
    lazy.limit(Limits::default());
    assert_eq!(lazy.step(), Step::Exhausted);
}

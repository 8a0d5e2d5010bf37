//! Planted faults: propagators that remove too much. Their wrong conclusions must not be proved.

use std::sync::Arc;

use super::checker::check;
use csp::constraints::*;
use csp::extend::*;
use csp::proof::Prover;
use csp::*;

#[derive(Clone, Copy, Debug)]
enum Fault {
    /// The least value of the first open variable is removed, too.
    BoundOffByOne,
    /// Every second allowed assignment is ignored as a support.
    LostSupport,
    /// Two variables that have three values together count as a Hall set.
    HallSetTooLarge,
}

/// A constraint with the right meaning and a wrong propagator.
#[derive(Debug)]
struct Faulty {
    right: Arc<dyn Constraint>,
    fault: Fault,
}

impl Constraint for Faulty {
    fn scope(&self) -> &[Var] {
        self.right.scope()
    }

    fn accepts(&self, values: &[i32]) -> bool {
        self.right.accepts(values)
    }

    fn encode(&self, to: &mut encode::Encoder<'_>) -> Result<(), encode::Refused> {
        to.constraint(&*self.right)
    }

    fn post(&self, to: &mut Posting<'_>) {
        let views = self.scope().iter().map(|&var| to.view(var)).collect();
        to.propagator(Filter { views, right: self.right.clone(), fault: self.fault });
    }
}

#[derive(Debug)]
struct Filter {
    views: Vec<View>,
    right: Arc<dyn Constraint>,
    fault: Fault,
}

impl Filter {
    /// Returns for each variable the values with a support: an allowed assignment.
    fn supported(&self, domains: &[Vec<i32>]) -> Vec<Vec<i32>> {
        let mut supported = vec![Vec::new(); domains.len()];
        let mut indices = vec![0; domains.len()];
        let mut allowed = 0;
        loop {
            let values: Vec<i32> = indices.iter().zip(domains).map(|(&at, domain)| domain[at]).collect();
            if self.right.accepts(&values) {
                allowed += 1;
                if !(matches!(self.fault, Fault::LostSupport) && allowed % 2 == 1) {
                    values.iter().zip(&mut supported).for_each(|(&value, list)| list.push(value));
                }
            }
            let Some(next) = (0..indices.len()).find(|&at| indices[at] + 1 < domains[at].len()) else {
                return supported;
            };
            indices[..next].fill(0);
            indices[next] += 1;
        }
    }
}

impl Propagator for Filter {
    fn name(&self) -> &'static str {
        "faulty"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.views.iter().for_each(|view| watch(view.slot(), Event::Change));
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let domains: Vec<Vec<i32>> =
            self.views.iter().map(|&view| store.domain(view).iter().collect()).collect();
        let mut kept = self.supported(&domains);
        let open = domains.iter().position(|domain| domain.len() > 1);
        match (self.fault, open) {
            (Fault::BoundOffByOne, Some(first)) => kept[first].retain(|&value| value != domains[first][0]),
            (Fault::HallSetTooLarge, Some(_)) => {
                let both: Vec<i32> = domains[0].iter().chain(&domains[1]).copied().collect();
                let has_three = both.iter().max().unwrap() - both.iter().min().unwrap() == 2;
                if has_three {
                    kept[2].retain(|value| !both.contains(value));
                }
            }
            _ => {}
        }
        for ((&view, domain), kept) in self.views.iter().zip(&domains).zip(&kept) {
            for &value in domain.iter().filter(|value| !kept.contains(value)) {
                store.remove(view, value)?;
            }
        }
        Ok(Status::Again)
    }
}

/// Ten constraints over three variables from 0 to 3.
fn constraints(x: &[Var; 3]) -> Vec<Arc<dyn Constraint>> {
    vec![
        Arc::new(all_different(x)),
        Arc::new(sum(x).eq(5)),
        Arc::new((x[0] + 2 * x[1]).le(x[2] + 3)),
        Arc::new(increasing(x)),
        Arc::new(table(x, [[0, 1, 2], [1, 1, 1], [2, 3, 0], [3, 0, 1], [0, 2, 3], [2, 1, 3], [1, 3, 2]])),
        Arc::new(maximum([x[0], x[1]]).eq(x[2])),
        Arc::new(element([x[0], x[1]], x[2]).eq(2)),
        Arc::new(regular(
            x,
            Automaton::new(2, 0, [1], [(0, 0, 0), (0, 2, 1), (1, 1, 1), (1, 3, 0), (0, 3, 1)]),
        )),
        Arc::new(cardinality(x, [(1, 1..=2), (2, 0..=1)])),
        Arc::new(x[0].lt(x[1]) | x[1].lt(x[2])),
    ]
}

#[test]
fn what_faulty_propagators_get_wrong_is_not_proved() {
    for kind in 0..10 {
        for fault in [Fault::BoundOffByOne, Fault::LostSupport, Fault::HallSetTooLarge] {
            let mut wrong = 0;
            for assumed in assumptions() {
                let mut model = Model::new();
                let x = model.array::<3>(0..=3);
                let right = constraints(&x).swap_remove(kind);
                model.post(Faulty { right, fault });
                let is_solvable = has_solution(&model, &assumed);
                let proof = Prover::new(&model).assume(&assumed).no_solution();
                let is_accepted =
                    proof.as_ref().is_ok_and(|proof| check(&proof.formula, &proof.lines).is_ok());
                assert!(!(is_solvable && is_accepted), "{fault:?} of {kind}: {assumed:?} is proved");
                let mut learner = Learner::compile(&model, &Config::default().with_fast_path(false)).unwrap();
                learner.assume(&assumed).unwrap();
                let says = learner.first().unwrap().is_some();
                wrong += usize::from(is_solvable && !says);
                if !is_solvable && !says {
                    assert!(is_accepted, "{fault:?} of {kind}: {assumed:?} is right: {proof:?}");
                }
            }
            assert!(wrong > 0, "{fault:?} of {kind} is never wrong");
        }
    }
}

/// Values of two variables, and of one where the others lose a value.
fn assumptions() -> Vec<Vec<Decision>> {
    let x = Model::new().array::<3>(0..=3);
    let mut all = Vec::new();
    for value in 0..=3 {
        for at in 0..3 {
            all.extend((0..=3).map(|other| vec![x[at].is(value), x[(at + 1) % 3].is(other)]));
        }
        all.push(vec![x[0].at_most(2), x[1].at_most(2), x[2].is(value)]);
        all.push(vec![x[0].at_least(1), x[1].at_least(1), x[2].is(value)]);
    }
    all
}

fn has_solution(model: &Model, assumed: &[Decision]) -> bool {
    let all = (0..64).map(|number| [number % 4, number / 4 % 4, number / 16]);
    let mut met = all
        .filter(|values| assumed.iter().all(|decision| decision.holds(values[decision.variable().index()])));
    met.any(|values| model.broken_by(&values).unwrap().is_none())
}

//! Every constraint with one variable too wide for holes: its domain is two bounds, and a value inside it that should go
//! has to stay watched until it can.
//!
//! ```text
//!   posted, late, assumed   the variable is narrowed to its values by constraints of the model, by constraints added to
//!                           a search, or by assumptions; the solutions are those of the narrow model
//!   leaves                  the variable is narrowed and all are fixed, step by step in any order: what is left is a
//!                           solution, and what is refused is none; the audit checks the reasons
//! ```

use csp::{Config, Decision, Learner, Model, Search, Var, constraints::independent, deduce::Deduction};
use testkit::learning;

use super::driver::{Case, ignore};
use super::learning::ends;
use super::support::{Chance, VALUE_ORDERS, VARIABLE_ORDERS};

/// The wide domain reaches as far to both sides.
const REACH: i32 = 40_000;

/// One in so many tuples of domains is run, one in so many of these unless the run is exhaustive.
const RATES: [u64; 2] = [12, 5];

/// The greatest distance of two values of the variable: each gap between them is a constraint.
const MOST: i32 = 8;

/// Number of leaves that are tried.
const LEAVES: usize = 3;

impl Case<'_> {
    /// Compares the solutions with the known ones while one variable, by chance, is wide.
    pub fn widen(&self, domains: &[Vec<i32>], solutions: &[Vec<i32>]) {
        let mut chance = self.chance(domains, 4);
        if domains.is_empty() || chance.below(RATES[0]) != 0 || !chance.is_chosen(RATES[1]) {
            return;
        }
        let at = chance.below(domains.len() as u64) as usize;
        let [low, high] = ends(&domains[at]);
        if high - low > MOST || low < -REACH || high > REACH {
            return;
        }
        let config = chance.pick(&self.configs);
        let config =
            config.with_variables(chance.pick(&VARIABLE_ORDERS)).with_values(chance.pick(&VALUE_ORDERS));
        self.solve_wide(domains, at, &config, solutions, &mut chance);
        self.try_leaves(domains, at, &config, solutions, &mut chance);
    }

    fn wide_model(&self, domains: &[Vec<i32>], at: usize) -> (Model, Vec<Var>) {
        let mut model = Model::new();
        let declare = |(place, domain): (usize, &Vec<i32>)| {
            if place == at { model.var(-REACH..=REACH) } else { model.var(&domain[..]) }
        };
        let vars = domains.iter().enumerate().map(declare).collect();
        (model, vars)
    }

    fn solve_wide(
        &self,
        domains: &[Vec<i32>],
        at: usize,
        config: &Config,
        solutions: &[Vec<i32>],
        chance: &mut Chance,
    ) {
        let (mut model, vars) = self.wide_model(domains, at);
        let ([low, high], var) = (ends(&domains[at]), vars[at]);
        let gaps: Vec<i32> = (low..=high).filter(|value| !domains[at].contains(value)).collect();
        let way = chance.below(if gaps.is_empty() { 4 } else { 3 });
        let narrow = |model: &mut Model| {
            model.post(var.ge(low));
            model.post(var.le(high));
            gaps.iter().for_each(|&gap| ignore(model.post(var.ne(gap))));
        };
        if way == 0 {
            narrow(&mut model);
        }
        (self.post)(&mut model, &vars);
        if way == 1 {
            narrow(&mut model);
        }
        let say = || format!("{} over {domains:?}, x{at} wide, way {way}, {config:?}", self.name);
        let assumed = [var.at_least(low), var.at_most(high)];
        let learns = way != 2 && chance.below(2) == 0;
        let mut found: Vec<Vec<i32>> = Vec::new();
        if learns {
            let Ok(mut learner) = Learner::observed(&model, &learning(config), ()) else { return };
            if way == 3 {
                learner.assume(&assumed).expect("sound assumptions");
            }
            let rest = learner.solutions().take(solutions.len() + 1);
            found.extend(rest.map(|found| found.values().to_vec()));
        } else {
            let Ok(mut search) = model.search_with(config) else { return };
            match way {
                2 => add_late(&mut search, var, [low, high], &gaps),
                3 => search.assume(&assumed).expect("sound assumptions"),
                _ => {}
            }
            let rest = search.solutions().take(solutions.len() + 1);
            found.extend(rest.map(|found| found.values().to_vec()));
        }
        found.sort_unstable();
        assert!(found == solutions, "{}, learner: {learns}: {found:?}, known {solutions:?}", say());
    }

    fn try_leaves(
        &self,
        domains: &[Vec<i32>],
        at: usize,
        config: &Config,
        solutions: &[Vec<i32>],
        chance: &mut Chance,
    ) {
        let (mut model, vars) = self.wide_model(domains, at);
        (self.post)(&mut model, &vars);
        let Ok(mut deduction) = Deduction::compile(&model, &learning(config)) else { return };
        let ([low, high], var) = (ends(&domains[at]), vars[at]);
        for _ in 0..LEAVES {
            let leaf: Vec<i32> = domains.iter().map(|domain| chance.pick(domain)).collect();
            let mut steps: Vec<Decision> =
                vars.iter().zip(&leaf).map(|(var, &value)| var.is(value)).collect();
            steps.extend([var.at_least(low), var.at_most(high)]);
            chance.shuffle(&mut steps);
            let holds = steps.iter().all(|&step| deduction.suppose(&[step]).expect("a sound decision"));
            if !holds {
                deduction.contradiction().expect("it is one");
            }
            let say = || format!("{} over {domains:?}, x{at} wide, {config:?}", self.name);
            assert_eq!(holds, solutions.contains(&leaf), "{leaf:?} by {steps:?}: {}", say());
            while deduction.depth() > 0 {
                deduction.withdraw();
            }
        }
    }
}

/// Narrows a variable of a search by constraints.
fn add_late(search: &mut Search, var: Var, [low, high]: [i32; 2], gaps: &[i32]) {
    search.add_constraint(var.ge(low)).expect("a sound constraint");
    search.add_constraint(var.le(high)).expect("a sound constraint");
    for &gap in gaps {
        search.add_constraint(var.ne(gap)).expect("a sound constraint");
    }
}

/// The value of a fixed variable can only be removed from its neighbour when that is narrow.
#[test]
fn a_neighbour_that_keeps_a_value_loses_it_later() {
    for reach in [5000, 400_000] {
        let mut model = Model::new();
        let (y, x) = (model.var(-reach..=reach), model.var([2]));
        model.post(y.ge(1));
        model.post(y.le(3));
        model.post(independent([x, y, y], |place, value, each| {
            if place == 0 && value == 2 {
                each(2);
            }
        }));
        let mut found: Vec<i32> = model.search().unwrap().solutions().map(|found| found[y]).collect();
        found.sort_unstable();
        assert_eq!(found, [1, 3], "{reach}");
    }
}

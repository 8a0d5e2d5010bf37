//! Every explanation of every propagator: the learner in audit mode, to its end, against the oracle; and the reasons of
//! all that follows from some decisions, whether it leads to a conflict or not.
//!
//! Each tuple of domains is run as it is. Some are run again in other shapes, for which propagators explain in other
//! ways:
//!
//! ```text
//!   far      a variable has one value more, so far away that its domain takes several words
//!   assumed  domains are intervals that are assumed in wider ones: of one word, several, or bounds alone
//!   tangled  some clauses are added, so that there are conflicts
//! ```

use std::sync::Arc;

use csp::constraints::{Pairs, constructive_any, product, related};
use csp::{Config, Model, Var, deduce::Deduction};
use testkit::learning;

use super::driver::{Case, Promise, ignore, plain};
use super::support::recipes::decision;
use super::support::{Chance, oracle, walk};

/// Distance of a value that does not fit into the same word.
const FAR: i32 = 90;

/// Maximum number of assignments of a model in another shape.
const MOST: usize = 300;

/// Number of decisions whose consequences are explained.
const LEVELS: usize = 3;

impl Case<'_> {
    /// Compares the solutions of the learner with the known ones.
    pub fn learn(&self, domains: &[Vec<i32>], model: &Model, vars: &[Var], solutions: &[Vec<i32>]) {
        let mut chance = self.chance(domains, 3);
        if domains.len() > 2 && self.is_sampled && !chance.is_chosen(6) {
            return;
        }
        let config = &chance.pick(&self.configs);
        self.agree((model, vars), config, None, solutions, &|| format!("{domains:?}"), &mut chance);
        let assignments: usize = domains.iter().map(Vec::len).product();
        if domains.is_empty() || assignments > MOST || chance.below(4) != 0 {
            return;
        }
        match chance.below(4) {
            0 | 1 => self.learn_tangled(domains, config, &mut chance),
            2 => self.learn_far(domains, config, &mut chance),
            _ => self.learn_assumed(domains, config, &mut chance),
        }
    }

    fn learn_far(&self, domains: &[Vec<i32>], config: &Config, chance: &mut Chance) {
        let mut far = domains.to_vec();
        let mut count: usize = domains.iter().map(Vec::len).product();
        for domain in &mut far {
            let larger = count / domain.len() * (domain.len() + 1);
            if larger <= MOST && chance.below(4) != 0 {
                count = larger;
                let [low, high] = ends(domain);
                domain.push(chance.pick(&[low - FAR, high + FAR]));
            }
        }
        let (model, vars) = self.model(&far);
        if model.compile(config).is_ok() {
            self.agree(
                (&model, &vars),
                config,
                None,
                &oracle(&model, &vars),
                &|| format!("far {far:?}"),
                chance,
            );
        }
    }

    fn learn_tangled(&self, domains: &[Vec<i32>], config: &Config, chance: &mut Chance) {
        let (mut model, vars) = self.model(domains);
        for _ in 0..2 + chance.below(6) {
            let mut decision = || {
                let at = chance.below(vars.len() as u64) as usize;
                decision(vars[at], chance.pick(&domains[at]), chance.below(4))
            };
            let clause = [decision(), decision()];
            model.any_of(clause);
        }
        let known = oracle(&model, &vars);
        self.agree((&model, &vars), config, None, &known, &|| format!("tangled {domains:?}"), chance);
    }

    fn learn_assumed(&self, domains: &[Vec<i32>], config: &Config, chance: &mut Chance) {
        let ends: Vec<[i32; 2]> = domains.iter().map(|domain| ends(domain)).collect();
        let intervals: Vec<Vec<i32>> = ends.iter().map(|&[low, high]| (low..=high).collect()).collect();
        if intervals.iter().map(Vec::len).product::<usize>() > MOST {
            return;
        }
        let mut wider = Model::new();
        let widths: Vec<i32> = ends.iter().map(|_| chance.pick(&[0, 1, FAR, 40_000])).collect();
        let vars: Vec<Var> = ends
            .iter()
            .zip(&widths)
            .map(|(&[low, high], width)| wider.var(low - width..=high + width))
            .collect();
        (self.post)(&mut wider, &vars);
        let (model, own) = self.model(&intervals);
        let known = oracle(&model, &own);
        let say = || format!("{ends:?} assumed in ranges wider by {widths:?}");
        self.agree((&wider, &vars), config, Some(&ends), &known, &say, chance);
    }

    /// Runs the learner to its end, under the assumption of bounds if there are any.
    fn agree(
        &self,
        (model, vars): (&Model, &[Var]),
        config: &Config,
        bounds: Option<&[[i32; 2]]>,
        known: &[Vec<i32>],
        say: &dyn Fn() -> String,
        chance: &mut Chance,
    ) {
        let config = learning(config);
        let Ok(mut learner) = walk(model, &config) else { return };
        if let Some(bounds) = bounds {
            learner.assume(&within(vars, bounds)).unwrap();
        }
        let mut found: Vec<Vec<i32>> = Vec::new();
        while found.len() <= known.len()
            && let Some(solution) = learner.first().unwrap()
        {
            found.push(solution.values().to_vec());
        }
        found.sort_unstable();
        assert!(found == known, "{} over {}: learnt {found:?}, known {known:?}", self.name, say());
        explain_all(model, vars, &config, bounds, chance);
    }
}

/// Decides on some variables, and asks why their values and those of the others went: the audit checks each reason.
pub fn explain_all(
    model: &Model,
    vars: &[Var],
    config: &Config,
    bounds: Option<&[[i32; 2]]>,
    chance: &mut Chance,
) {
    let mut deduction = Deduction::compile(model, config).unwrap();
    let mut decisions = bounds.map_or_else(Vec::new, |bounds| within(vars, bounds));
    for _ in 0..LEVELS {
        let more = if vars.is_empty() || !decisions.is_empty() { 0 } else { 1 + chance.below(2) };
        for _ in 0..more {
            let var = chance.pick(vars);
            let values: Vec<i32> = deduction.domain(var).iter().take(MOST).collect();
            decisions.push(decision(var, chance.pick(&values), chance.below(4)));
        }
        // A very wide domain refuses to lose an inner value.
        let Ok(holds) = deduction.suppose(&std::mem::take(&mut decisions)) else { return };
        if !holds {
            deduction.contradiction_supposed().expect("there is one");
            return;
        }
        for &var in vars {
            let domain = deduction.domain(var);
            let (low, high) = (domain.min(), domain.max());
            let lost: Vec<i32> = (low..=high).take(MOST).filter(|&value| !domain.contains(value)).collect();
            deduction.why(var.at_least(low)).expect("it holds");
            deduction.why(var.at_most(high)).expect("it holds");
            for value in lost {
                deduction.why(var.is_not(value)).expect("it holds");
            }
        }
    }
}

/// Returns the decisions by which variables are within bounds.
fn within(vars: &[Var], bounds: &[[i32; 2]]) -> Vec<csp::Decision> {
    let each = vars.iter().zip(bounds);
    each.flat_map(|(var, &[low, high])| [var.at_least(low), var.at_most(high)]).collect()
}

pub fn ends(domain: &[i32]) -> [i32; 2] {
    [*domain.iter().min().unwrap(), *domain.iter().max().unwrap()]
}

/// Propagators that no other file of these tests posts often.
#[test]
fn relations_constructive_disjunctions_and_large_products() {
    let pairs = Arc::new(Pairs::new(-1..=62, |a, b| (a + 2 * b) % 3 != 1 && a != b));
    let post = |m: &mut Model, x: &[Var]| {
        m.post(related(x[0], x[1], pairs.clone()));
        m.post(related(x[1], x[2], pairs.clone()));
    };
    // Wider variables are refused.
    let all = |name, post| Case { is_sampled: false, ..plain(name, Promise::Sound, post) };
    all("related", &post as &dyn Fn(&mut Model, &[Var])).exhaust(3, 0, 2);
    let post = |m: &mut Model, x: &[Var]| {
        ignore(m.post(constructive_any([(x[0] + 1).le(x[1]), (x[1] + 2).le(x[2]), x[2].eq(x[0])])))
    };
    all("constructive", &post).exhaust(3, 0, 2);
    let post = |m: &mut Model, x: &[Var]| {
        let cube = product(product(x[0] + 2000, x[1] + 2000), x[2] + 2000);
        ignore(m.post(cube.le(8_012_000_000_i64)))
    };
    let mut case = all("large", &post);
    case.steady = false;
    case.exhaust(3, 0, 2);
}

/// Elements and distances of more values than are looked at one by one: bounds are filtered, and reasons are bounds.
#[test]
fn wide_results_that_are_filtered_by_bounds() {
    let mut chance = Chance::new(77);
    for round in 0..60 {
        let few = |chance: &mut Chance| (0..4).map(|_| chance.between(-40, 320)).collect::<Vec<i32>>();
        let mut model = Model::new();
        let wide = model.var(-20..=290);
        let parts = [model.var(few(&mut chance)), model.var(few(&mut chance))];
        let mut vars = vec![wide, parts[0], parts[1]];
        match round % 3 {
            0 => {
                let index = model.var(-1..=2);
                vars.push(index);
                model.post(csp::element(parts, index).eq(wide));
            }
            1 => ignore(model.post(csp::constraints::absolute_difference(wide, parts[0]).eq(parts[1]))),
            _ => ignore(model.post(csp::constraints::absolute_difference(parts[0], wide).le(parts[1] - 150))),
        }
        for _ in 0..chance.below(5) {
            let of = |chance: &mut Chance| {
                let at = chance.below(3) as usize;
                decision(vars[at], chance.between(-20, 290), chance.below(4))
            };
            model.any_of([of(&mut chance), of(&mut chance)]);
        }
        let known = oracle(&model, &vars);
        let config = Config::default().with_audit(true);
        let mut search =
            model.search_with(&config.clone().with_learning(csp::config::Learning::Never)).unwrap();
        let mut found: Vec<Vec<i32>> = search.solutions().map(|found| found.values().to_vec()).collect();
        found.sort_unstable();
        assert_eq!(found, known, "search, round {round}");
        let mut learner = walk(&model, &config).unwrap();
        let mut found: Vec<Vec<i32>> = learner.solutions().map(|found| found.values().to_vec()).collect();
        found.sort_unstable();
        assert_eq!(found, known, "learner, round {round}");
    }
}

/// Two domains of three words each without a common value: equality removes values from the first words before it fails
/// at the last one, and the analysis begins after these are back.
#[test]
fn wide_domains_that_are_emptied_in_the_middle_of_a_write() {
    let mut model = Model::new();
    let values = [0, 3, 70, 75, 140, 147];
    let (x, y) = (model.var(values), model.var(values));
    let choices = [model.var(0..=3), model.var(0..=3)];
    // The sets of both sides meet in one value or none.
    let sets = [
        [[0, 70, 147], [3, 75, 140], [0, 75, 140], [3, 70, 147]],
        [[3, 75, 140], [0, 70, 147], [3, 70, 140], [0, 75, 147]],
    ];
    for ((var, choice), sets) in [x, y].into_iter().zip(choices).zip(sets) {
        let tuples = (0..).zip(sets).flat_map(|(at, set)| set.map(|value| [at, value]));
        model.post(csp::table([choice, var], tuples));
    }
    model.post(x.eq(y));
    let vars = [x, y, choices[0], choices[1]];
    let known = oracle(&model, &vars);
    for presolve in [true, false] {
        let config = Config::default().with_audit(true).with_presolve(presolve);
        let mut learner = walk(&model, &config).unwrap();
        let mut found: Vec<Vec<i32>> = learner.solutions().map(|found| found.values().to_vec()).collect();
        found.sort_unstable();
        assert_eq!(found, known);
        assert!(learner.statistics().clauses > 0, "{:?}", learner.statistics());
    }
}

/// Values at both sides of a hole are removed at once: the new bound follows only together with the hole.
#[test]
fn a_bound_that_passes_a_hole_needs_the_hole() {
    let mut model = Model::new();
    let (wide, middle, last) = (model.var([0, 1, 2, 92]), model.var(0..=1), model.var([0]));
    model.post(csp::constraints::connected([wide, middle, last], [(0, 1), (1, 2)], [0, 2]));
    let mut deduction = Deduction::compile(&model, &Config::default().with_audit(true)).unwrap();
    assert!(deduction.suppose(&[wide.is_not(1)]).unwrap());
    assert!(deduction.suppose(&[middle.is(1)]).unwrap());
    let facts = deduction.why(wide.at_least(92)).expect("the middle is outside").facts;
    assert_eq!(facts, [wide.is_not(1), middle.is(1)]);
}

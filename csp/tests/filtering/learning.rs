//! Every explanation of every propagator: the learner in audit mode, to its end, against the oracle.
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

use csp::{BranchBy, Config, Consistency, Learner, Model, Pairs, Var, constructive_any, product, related};

use super::driver::{Case, Promise, ignore, plain};
use super::support::recipes::decision;
use super::support::{Chance, oracle};

/// Distance of a value that does not fit into the same word.
const FAR: i32 = 90;

/// Maximum number of assignments of a model in another shape.
const MOST: usize = 300;

impl Case<'_> {
    /// Compares the solutions of the learner with the known ones.
    pub fn learn(&self, domains: &[Vec<i32>], model: &Model, vars: &[Var], solutions: &[Vec<i32>]) {
        let mut chance = Chance::new(seed(domains));
        let config = &chance.pick(&self.configs);
        self.agree(model, vars, config, None, solutions, &|| format!("{domains:?}"));
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
            self.agree(&model, &vars, config, None, &oracle(&model, &vars), &|| format!("far {far:?}"));
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
        self.agree(&model, &vars, config, None, &known, &|| format!("tangled {domains:?}"));
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
        self.agree(&wider, &vars, config, Some(&ends), &known, &say);
    }

    /// Runs the learner to its end, under the assumption of bounds if there are any.
    fn agree(
        &self,
        model: &Model,
        vars: &[Var],
        config: &Config,
        bounds: Option<&[[i32; 2]]>,
        known: &[Vec<i32>],
        say: &dyn Fn() -> String,
    ) {
        let mut config = config.clone().with_branching(BranchBy::Splitting).with_probing(false);
        if config.consistency() == Consistency::Forward {
            config = config.with_consistency(Consistency::Value);
        }
        let Ok(mut learner) = Learner::observed(model, &config, ()) else { return };
        if let Some(bounds) = bounds {
            let assumed = vars.iter().zip(bounds);
            let assumed = assumed.flat_map(|(var, &[low, high])| [var.at_least(low), var.at_most(high)]);
            learner.assume(&assumed.collect::<Vec<_>>()).unwrap();
        }
        let mut found: Vec<Vec<i32>> = Vec::new();
        while found.len() <= known.len()
            && let Some(solution) = learner.first().unwrap()
        {
            found.push(solution.values().to_vec());
        }
        found.sort_unstable();
        assert!(found == known, "{} over {}: learnt {found:?}, known {known:?}", self.name, say());
    }
}

fn ends(domain: &[i32]) -> [i32; 2] {
    [*domain.iter().min().unwrap(), *domain.iter().max().unwrap()]
}

/// Returns a number that depends on the domains.
fn seed(domains: &[Vec<i32>]) -> u64 {
    let values = domains.iter().flat_map(|domain| domain.iter().chain([&i32::MAX]));
    values.fold(7, |seed: u64, &value| seed.wrapping_mul(0x100_0000_01B3) ^ value as u64)
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
    plain("related", Promise::Sound, &post).exhaust(3, 0, 2);
    let post = |m: &mut Model, x: &[Var]| {
        ignore(m.post(constructive_any([(x[0] + 1).le(x[1]), (x[1] + 2).le(x[2]), x[2].eq(x[0])])))
    };
    plain("constructive", Promise::Sound, &post).exhaust(3, 0, 2);
    let post = |m: &mut Model, x: &[Var]| {
        let cube = product(product(x[0] + 2000, x[1] + 2000), x[2] + 2000);
        ignore(m.post(cube.le(8_012_000_000_i64)))
    };
    let mut case = plain("large", Promise::Sound, &post);
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
                ignore(model.post(csp::element(parts, index).eq(wide)));
            }
            1 => ignore(model.post(csp::absolute_difference(wide, parts[0]).eq(parts[1]))),
            _ => ignore(model.post(csp::absolute_difference(parts[0], wide).le(parts[1] - 150))),
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
        let mut search = model.search_with(&config.clone().with_learning(csp::Learning::Never)).unwrap();
        let mut found: Vec<Vec<i32>> = search.solutions().map(|found| found.values().to_vec()).collect();
        found.sort_unstable();
        assert_eq!(found, known, "search, round {round}");
        let mut learner = Learner::observed(&model, &config, ()).unwrap();
        let mut found: Vec<Vec<i32>> = learner.solutions().map(|found| found.values().to_vec()).collect();
        found.sort_unstable();
        assert_eq!(found, known, "learner, round {round}");
    }
}

//! Cores of assumptions, the facts behind conclusions, and observers: no solution satisfies a core, a reason names what
//! was supposed and suffices, and an observed run is the same as one that is not.

use csp::{Config, Core, Decision, Learner, Limits, Model, Runner, Step, Var, deduce::Deduction};
use testkit::{Bytes, Told};

use crate::oracle::every;
use crate::problem::Problem;
use crate::settings;
use crate::statement::Choice;

/// Failures of a search among all values of wide variables.
const MOST_FAILURES: u64 = 100;

type Solutions = Vec<Vec<i32>>;

/// Reads a problem, in which variables are declared as wide as bytes say, settings, and assumptions.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let problem = Problem::any(&mut bytes);
    problem.show();
    let (model, x, fence) = wide(&mut bytes, &problem);
    let known = every(&problem.domains, |values| problem.holds(values));
    for _ in 0..3 {
        // The audit tries all values of wide variables.
        let config = settings::any(&mut bytes).with_fast_path(bytes.below(2) == 0);
        let config = if fence.is_empty() { config } else { config.with_audit(false) };
        check_cores(&mut bytes, (&model, &x), &config, (&known, &fence));
        check_supposed(&mut bytes, (&model, &x), &config, (&known, &fence));
        check_observed(&mut bytes, (&model, &x), &config, &fence);
    }
}

/// Returns the model with variables of any width, and the assumptions that leave them the values of the problem.
fn wide(bytes: &mut Bytes<'_>, problem: &Problem) -> (Model, Vec<Var>, Vec<Decision>) {
    let mut model = Model::new();
    let mut fence = Vec::new();
    let mut x = Vec::new();
    for domain in &problem.domains {
        let (low, high) = (domain[0], domain[domain.len() - 1]);
        let is_range = (high - low) as usize + 1 == domain.len();
        let var = match bytes.below(4) {
            1 => model.var([-200].iter().chain(domain).chain(&[200]).copied().collect::<Vec<i32>>()),
            2 if is_range => model.var(-150..=150),
            3 if is_range => model.var(-40_000..=40_000),
            _ => {
                x.push(model.var(&domain[..]));
                continue;
            }
        };
        fence.extend([var.at_least(low), var.at_most(high)]);
        x.push(var);
    }
    problem.posts.iter().for_each(|post| _ = post.post(&x, &mut model));
    (model, x, fence)
}

/// Returns the fence and some more decisions, in any order.
fn assumptions(bytes: &mut Bytes<'_>, x: &[Var], fence: &[Decision]) -> Vec<Decision> {
    let mut all = fence.to_vec();
    for decision in bytes.list(0, 6, |bytes| Choice::any(bytes, x.len()).build(x)) {
        all.insert(bytes.below(all.len() + 1), decision);
    }
    all
}

fn satisfies(solution: &[i32], decisions: &[Decision]) -> bool {
    decisions.iter().all(|decision| decision.holds(solution[decision.variable().index()]))
}

/// Checks cores against the solutions within the fence, which are some of the model's.
fn check_cores(
    bytes: &mut Bytes<'_>,
    (model, x): (&Model, &[Var]),
    config: &Config,
    (known, fence): (&Solutions, &[Decision]),
) {
    let Ok(mut learner) = Learner::compile(model, config) else { return };
    for _ in 0..3 {
        let assumed = assumptions(bytes, x, fence);
        // A very wide domain refuses to lose an inner value.
        let Ok(()) = learner.assume(&assumed) else { continue };
        let first = learner.first().expect("no limit was set");
        assert_eq!(
            first.is_some(),
            known.iter().any(|row| satisfies(row, &assumed)),
            "{assumed:?} {config:?}"
        );
        let core = learner.core();
        assert_eq!(core.is_some(), first.is_none(), "{assumed:?} {config:?}");
        let Some(core) = core else { continue };
        assert!(core.iter().all(|decision| assumed.contains(decision)));
        assert!(!known.iter().any(|row| satisfies(row, &core)), "{core:?} of {assumed:?} {config:?}");
        // Without the fence the model may be hard.
        let limits = Limits::default().failures(MOST_FAILURES);
        let least = learner.irreducible_core(&limits).expect("there is no solution");
        let mut search = model.search().expect("a sound model");
        let mut ends_with = |assumed: &[Decision]| {
            search.assume(assumed).expect("they were assumed before");
            search.limit(limits.clone());
            search.step()
        };
        let Core { assumptions: least, is_irreducible, .. } = least;
        assert_ne!(ends_with(&least), Step::Solution, "{least:?} of {assumed:?} {config:?}");
        for at in 0..if is_irreducible { least.len() } else { 0 } {
            let without = [&least[..at], &least[at + 1..]].concat();
            assert_ne!(ends_with(&without), Step::Exhausted, "{least:?} but {at} of {assumed:?} {config:?}");
        }
    }
}

/// Checks that reasons name what was supposed, and imply what they are for.
fn check_supposed(
    bytes: &mut Bytes<'_>,
    (model, x): (&Model, &[Var]),
    config: &Config,
    (known, fence): (&Solutions, &[Decision]),
) {
    let Ok(mut deduction) = Deduction::compile(model, config) else { return };
    let mut supposed = Vec::new();
    for _ in 0..3 {
        let level = assumptions(bytes, x, if supposed.is_empty() { fence } else { &[] });
        let Ok(holds) = deduction.suppose(&level) else { return };
        supposed.extend(level);
        let check = |facts: &[Decision], conclusion: Option<Decision>| {
            let say = || format!("{conclusion:?} by {facts:?} of {supposed:?} {config:?}");
            assert!(facts.iter().all(|fact| supposed.contains(fact)), "{}", say());
            let is_against = |row: &Vec<i32>| {
                let fails = |conclusion: Decision| !conclusion.holds(row[conclusion.variable().index()]);
                satisfies(row, facts) && conclusion.is_none_or(fails)
            };
            assert!(!known.iter().any(is_against), "{}", say());
        };
        if !holds {
            check(&deduction.contradiction_supposed().expect("there is one").facts, None);
            return;
        }
        for &var in x {
            let (min, max) = (deduction.domain(var).min(), deduction.domain(var).max());
            let drawn = Choice::any(bytes, x.len()).build(x);
            for conclusion in [var.at_least(min), var.at_most(max), var.is_not(min - 1), drawn] {
                if let Some(why) = deduction.why_supposed(conclusion) {
                    check(&why.facts, Some(conclusion));
                }
            }
        }
    }
}

/// Checks that an observed run has the counters of one that is not observed, and that its observer is told of them.
fn check_observed(bytes: &mut Bytes<'_>, (model, x): (&Model, &[Var]), config: &Config, fence: &[Decision]) {
    let assumed = assumptions(bytes, x, fence);
    let counters = |runner: &mut dyn Runner| {
        runner.assume(&assumed).ok()?;
        let found: Solutions = std::iter::from_fn(|| match runner.step() {
            Step::Solution => Some(runner.solution().values().to_vec()),
            _ => None,
        })
        .collect();
        Some((found, runner.nodes(), runner.failures()))
    };
    let check = |told: &Told, seen: Option<(Solutions, u64, u64)>, alone: Option<(Solutions, u64, u64)>| {
        assert_eq!(seen, alone, "{assumed:?} {config:?}");
        let (found, nodes, failures) = seen.unwrap_or_default();
        assert_eq!(
            (told.solutions, told.nodes, told.failures),
            (found.len() as u64, nodes, failures),
            "{config:?}"
        );
    };
    let Ok(mut search) = model.search_with(config) else { return };
    let alone = counters(&mut search);
    let mut search = model.search_observed(config, Told::default()).expect("it was compiled before");
    let seen = counters(&mut search);
    check(search.observer(), seen, alone);
    let Ok(mut learner) = Learner::compile(model, config) else { return };
    let alone = counters(&mut learner);
    let mut learner = Learner::observed(model, config, Told::default()).expect("it was compiled before");
    let seen = counters(&mut learner);
    check(learner.observer_mut(), seen, alone);
}

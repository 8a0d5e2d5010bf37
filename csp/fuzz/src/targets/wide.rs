//! Any model with variables too wide for holes, narrowed to their values in any way and at any time: the solutions are
//! those of the narrow model, and so are the answers at single assignments. All with audits.

use csp::{Config, Decision, Learner, Model, Var, any, deduce::Deduction, table};
use testkit::{Bytes, learning, rest, up_to};

use super::models::{Solutions, meant};
use crate::list::Target;
use crate::problem::Problem;
use crate::settings;

/// Number of assignments that are tried step by step.
const LEAVES: usize = 4;

/// The time when a variable gets its narrow domain.
#[derive(Clone, Copy, PartialEq)]
enum When {
    Declared,
    Before,
    After,
    Late,
    Assumed,
}

/// A variable's shape and the way to its values.
#[derive(Clone, Copy)]
struct Way {
    when: When,
    /// The wide domain reaches as far to both sides.
    reach: i32,
    by: usize,
}

impl Way {
    fn any(bytes: &mut Bytes<'_>) -> Way {
        let when = bytes.pick(&[When::Before, When::After, When::Late, When::Assumed, When::Declared]);
        // Bounds may creep through all values, and each step looks at all: a wider domain takes minutes.
        Way { when, reach: bytes.pick(&[40_000, 60_000, 300, 40_000]), by: bytes.below(3) }
    }

    fn declare(self, model: &mut Model, domain: &[i32]) -> Var {
        if self.when == When::Declared { model.var(domain) } else { model.var(-self.reach..=self.reach) }
    }

    /// Posts the values of the domain.
    fn narrow(self, to: &mut impl Target, x: Var, domain: &[i32]) {
        match self.by {
            0 => {
                let (low, high) = ends(domain);
                to.take(x.ge(low));
                to.take(x.le(high));
                let gaps = (low..=high).filter(|value| !domain.contains(value));
                gaps.for_each(|gap| _ = to.take(x.ne(gap)));
            }
            1 => _ = to.take(table([x], domain.iter().map(|&value| [value]))),
            _ => _ = to.take(any(domain.iter().map(|&value| x.eq(value)))),
        }
    }
}

/// Reads a problem, then how each variable gets its domain.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let problem = Problem::any(&mut bytes);
    problem.show();
    let (model, _) = problem.model();
    if model.error().is_some() {
        return;
    }
    let known = meant(&problem, &model);
    for _ in 0..2 {
        let ways: Vec<Way> = problem.domains.iter().map(|_| Way::any(&mut bytes)).collect();
        let config = settings::any(&mut bytes).with_audit(true);
        check_search(&problem, &ways, &config, &known);
        let (model, x) = narrowed(&problem, &ways, true);
        let config = learning(&config);
        if let Ok(mut learner) = Learner::observed(&model, &config, ()) {
            let found = learner.solutions().take(known.len() + 1).map(|found| found.values().to_vec());
            assert_eq!(up_to(found.collect(), known.len()), known, "by learning, {config:?}");
        }
        if let Ok(mut deduction) = Deduction::compile(&model, &config) {
            (0..LEAVES).for_each(|_| check_leaf(&mut bytes, &problem, &x, &mut deduction));
        }
    }
}

/// Returns the model with wide variables, narrowed by constraints; those that come late are in it if `all`.
fn narrowed(problem: &Problem, ways: &[Way], all: bool) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let domains = || ways.iter().zip(&problem.domains);
    let x: Vec<Var> = domains().map(|(way, domain)| way.declare(&mut model, domain)).collect();
    let narrow = |model: &mut Model, is_due: &dyn Fn(When) -> bool| {
        for ((way, domain), &x) in domains().zip(&x).filter(|((way, _), _)| is_due(way.when)) {
            way.narrow(model, x, domain);
        }
    };
    narrow(&mut model, &|when| when == When::Before);
    problem.posts.iter().for_each(|post| _ = post.post(&x, &mut model));
    narrow(&mut model, &|when| when == When::After || all && matches!(when, When::Late | When::Assumed));
    (model, x)
}

fn check_search(problem: &Problem, ways: &[Way], config: &Config, known: &Solutions) {
    let (mut model, x) = narrowed(problem, ways, false);
    let each = || ways.iter().zip(&problem.domains).zip(&x);
    let mut assumed: Vec<Decision> = Vec::new();
    for ((_, domain), &x) in each().filter(|((way, _), _)| way.when == When::Assumed) {
        let (low, high) = ends(domain);
        assumed.extend([x.at_least(low), x.at_most(high)]);
        let gaps = (low..=high).filter(|value| !domain.contains(value));
        gaps.for_each(|gap| _ = model.post(x.ne(gap)));
    }
    let Ok(mut search) = model.search_with(config) else { return };
    for ((way, domain), &x) in each().filter(|((way, _), _)| way.when == When::Late) {
        way.narrow(&mut search, x, domain);
    }
    search.assume(&assumed).expect("sound assumptions");
    assert_eq!(&rest(&mut search, known.len()), known, "{config:?}");
}

/// Fixes all variables step by step: what is left is a solution, and all that follows has sound reasons.
fn check_leaf(bytes: &mut Bytes<'_>, problem: &Problem, x: &[Var], deduction: &mut Deduction) {
    let leaf: Vec<i32> = problem.domains.iter().map(|domain| bytes.pick(domain)).collect();
    let mut steps: Vec<Decision> = Vec::new();
    for ((&x, &value), domain) in x.iter().zip(&leaf).zip(&problem.domains) {
        let (low, high) = ends(domain);
        for step in [x.at_least(low), x.at_most(high), x.is(value)] {
            steps.insert(bytes.below(steps.len() + 1), step);
        }
    }
    let mut holds = true;
    for &step in &steps {
        holds = deduction.suppose(&[step]).expect("a sound decision");
        if !holds {
            deduction.contradiction().expect("it is one");
            break;
        }
        for &x in x {
            let (low, high) = (deduction.domain(x).min(), deduction.domain(x).max());
            deduction.why(x.at_least(low)).expect("it holds");
            deduction.why(x.at_most(high)).expect("it holds");
        }
    }
    assert_eq!(holds, problem.holds(&leaf), "{leaf:?} by {steps:?}");
    while deduction.depth() > 0 {
        deduction.withdraw();
    }
}

fn ends(domain: &[i32]) -> (i32, i32) {
    (domain[0], domain[domain.len() - 1])
}

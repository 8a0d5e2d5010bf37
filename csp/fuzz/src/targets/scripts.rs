//! A search that is stepped, limited, assumed under, reset, and extended by variables and constraints, in any order:
//! afterwards a run finds the same solutions as a new search.

use csp::{Cancel, Config, ConstraintId, Learner, Limits, Model, Search, Step, Var};
use testkit::{Bytes, rest, up_to};

use crate::oracle::every;
use crate::problem::{Post, Problem, domain};
use crate::settings;
use crate::statement::Choice;

/// Maximum number of commands in a script.
const MOST_COMMANDS: usize = 30;

/// Reads a problem, settings, and commands.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let problem = Problem::any(&mut bytes);
    problem.show();
    let mut model = Model::new();
    let x: Vec<Var> = problem.domains.iter().map(|domain| model.var(&domain[..])).collect();
    let ids = problem.posts.iter().filter_map(|post| post.post(&x, &mut model)).collect();
    let config = settings::any(&mut bytes);
    let Ok(search) = model.search_with(&config) else { return };
    let mut script = Script { problem, ids, x, search, config, run: RunState::default() };
    for _ in 0..MOST_COMMANDS {
        if bytes.is_done() {
            break;
        }
        script.command(&mut bytes);
    }
    script.finish();
}

/// Search, and the expected state.
struct Script {
    problem: Problem,
    /// Ids of the posted constraints.
    ids: Vec<ConstraintId>,
    x: Vec<Var>,
    search: Search,
    config: Config,
    run: RunState,
}

/// State since the last restart of the search.
#[derive(Default)]
struct RunState {
    assumptions: Vec<Choice>,
    found: Vec<Vec<i32>>,
    is_over: bool,
    /// Whether a limit is set; it outlives the run.
    is_limited: bool,
}

impl RunState {
    fn begin(&mut self, assumptions: Vec<Choice>) {
        *self = RunState { assumptions, is_limited: self.is_limited, ..RunState::default() };
    }
}

impl Script {
    fn command(&mut self, bytes: &mut Bytes<'_>) {
        match bytes.below(16) {
            0..5 => self.step(),
            5 => (0..20).for_each(|_| self.step()),
            6 | 7 => self.limit(bytes),
            8 | 9 => {
                let vars = self.x.len();
                let assumptions = bytes.list(0, 3, |bytes| Choice::any(bytes, vars));
                let decisions: Vec<_> = assumptions.iter().map(|choice| choice.build(&self.x)).collect();
                self.search.assume(&decisions).expect("its own variables, with holes");
                self.run.begin(assumptions);
            }
            10 => {
                self.search.reset();
                self.run.begin(Vec::new());
            }
            11 | 12 => {
                let post = Post::any(bytes, self.x.len());
                if let Some(id) = post.post(&self.x, &mut self.search) {
                    self.problem.posts.push(post);
                    self.ids.push(id);
                }
                self.run.begin(Vec::new());
            }
            13 => self.grow(bytes),
            14 => self.leave_out(bytes),
            _ => self.compare(bytes),
        }
    }

    fn step(&mut self) {
        match self.search.step() {
            Step::Solution => {
                assert!(!self.run.is_over, "a solution after the last one");
                let values = self.search.solution().values().to_vec();
                assert!(self.is_meant(&values), "{values:?} is no solution");
                assert!(!self.run.found.contains(&values), "{values:?} comes twice");
                self.run.found.push(values);
            }
            Step::Exhausted => {
                if !std::mem::replace(&mut self.run.is_over, true) {
                    assert_eq!(up_to(self.run.found.clone(), usize::MAX), self.meant());
                }
                assert!(self.search.is_exhausted());
            }
            Step::Limit => {
                assert!(self.run.is_limited && !self.run.is_over, "no limit was set");
                assert!(!self.search.is_exhausted());
            }
        }
    }

    fn limit(&mut self, bytes: &mut Bytes<'_>) {
        let number = bytes.below(6) as u64;
        let limits = match bytes.below(4) {
            0 => Limits::default(),
            1 => Limits::default().nodes(number),
            2 => Limits::default().failures(number),
            _ => {
                let cancel = Cancel::new();
                cancel.cancel();
                Limits::default().cancel(&cancel)
            }
        };
        self.run.is_limited = true;
        self.search.limit(limits);
    }

    fn grow(&mut self, bytes: &mut Bytes<'_>) {
        let mut values = domain(bytes);
        values.truncate(3);
        if self.problem.domains.len() < 8 && self.assignments() * values.len() <= 600 {
            self.x.push(self.search.add_var(&values[..]).expect("a sound domain"));
            self.problem.domains.push(values);
            self.run.begin(Vec::new());
        }
    }

    /// Continues with a search of the same model without one of its constraints.
    fn leave_out(&mut self, bytes: &mut Bytes<'_>) {
        if self.problem.posts.is_empty() {
            return;
        }
        let left_out = bytes.below(self.problem.posts.len());
        self.problem.posts.remove(left_out);
        let id = self.ids.remove(left_out);
        self.config = settings::any(bytes);
        self.search = self.search.without(&[id], &self.config).expect("its own constraint");
        self.run = RunState::default();
    }

    /// Compares with a new search, and with a learner if it supports the model.
    fn compare(&mut self, bytes: &mut Bytes<'_>) {
        let known = self.meant();
        let (model, x) = self.problem.model();
        let decisions: Vec<_> = self.run.assumptions.iter().map(|choice| choice.build(&x)).collect();
        let mut fresh = model.search_with(&settings::any(bytes)).expect("the search accepts the constraint");
        fresh.assume(&decisions).expect("its own variables, with holes");
        assert_eq!(rest(&mut fresh, known.len()), known);
        if let Ok(mut learner) = Learner::compile(&model, &self.config) {
            learner.assume(&decisions).expect("its own variables");
            let found: Vec<Vec<i32>> =
                learner.solutions().take(known.len() + 1).map(|found| found.values().to_vec()).collect();
            assert_eq!(up_to(found, known.len()), known, "by learning");
        }
    }

    /// Runs without limits to the end, and once more from the beginning.
    fn finish(&mut self) {
        self.search.limit(Limits::default());
        self.run.is_limited = false;
        while !self.run.is_over {
            self.step();
        }
        self.search.reset();
        self.run.begin(Vec::new());
        while !self.run.is_over {
            self.step();
        }
    }

    fn assignments(&self) -> usize {
        self.problem.domains.iter().map(Vec::len).product()
    }

    fn is_meant(&self, values: &[i32]) -> bool {
        self.problem.holds(values) && self.run.assumptions.iter().all(|choice| choice.holds(values))
    }

    fn meant(&self) -> Vec<Vec<i32>> {
        every(&self.problem.domains, |values| self.is_meant(values))
    }
}

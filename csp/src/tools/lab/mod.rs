//! A laboratory: configurations side by side on a set of models.
//!
//! A [`Lab`] runs every configuration on every model, under the same limits, and gives a [`Report`]: a table as text,
//! CSV to plot, and the numbers themselves. The chapter [an experiment](crate::guide::an_experiment) shows a complete
//! experiment.
//!
//! ```
//! use csp::lab::Lab;
//! use csp::{Config, Limits, Model, config::VariableOrder};
//!
//! fn queens(n: usize) -> Model {
//!     let mut model = Model::new();
//!     let queens = model.vars(n, 0..n as i32);
//!     model.all_different(&queens);
//!     model.all_different((0..).zip(&queens).map(|(column, &row)| row + column));
//!     model.all_different((0..).zip(&queens).map(|(column, &row)| row - column));
//!     model
//! }
//!
//! let report = Lab::new()
//!     .config("default", Config::default())
//!     .config("in order", Config::default().with_variables(VariableOrder::Input))
//!     .growth("queens", 4..=8, queens)
//!     .limits(Limits::default().nodes(100_000))
//!     .repeats(3)
//!     .run()?;
//! println!("{report}");
//! let row = report.row("queens", 8, "default").expect("it was run");
//! assert_eq!(row.median(|run| run.count.found()), Some(92));
//! # Ok::<(), csp::lab::Error>(())
//! ```
//!
//! **Fair.** Instances are built one by one. On each, the configurations take turns, in reverse order every other
//! round, so that other work of the machine slows all of them alike.
//!
//! **Right.** All runs that finish must find the same number of solutions, or the experiment ends with an
//! [`Error`] that names the model. The first solution of every run is checked against the meaning of every
//! constraint.
//!
//! **Repeatable.** The same experiment gives the same report everywhere, except for times, unless there is a
//! limit on time.

mod error;
mod report;

use std::time::Duration;

use crate::base::limits::{Clock, Limits};
use crate::base::stats::Statistics;
use crate::model::Model;
use crate::model::config::Config;
use crate::model::solution::Count;
use crate::search::{Search, Step};

pub use error::Error;
pub use report::{Report, Row};

/// An experiment: configurations, models, limits.
pub struct Lab<'a> {
    methods: Vec<Method<'a>>,
    models: Vec<Family<'a>>,
    limits: Limits,
    solutions: u64,
    repeats: u64,
}

/// Makes a search of a model for a repeat.
type MakeSearch<'a> = dyn Fn(&Model, u64) -> Result<Search, crate::Error> + 'a;

struct Method<'a> {
    name: String,
    search: Box<MakeSearch<'a>>,
}

/// Models of one kind and size: a row of the table for each configuration.
struct Family<'a> {
    name: String,
    size: usize,
    seeds: Vec<u64>,
    build: Box<dyn Fn(u64) -> Model + 'a>,
}

/// A single run of a configuration on an instance.
#[derive(Clone, Debug)]
pub struct Run {
    /// The model's name.
    pub model: String,
    /// The model's size; 0 if it has none.
    pub size: usize,
    /// The seed that the model was built from; 0 if there is none.
    pub seed: u64,
    /// The configuration's name.
    pub config: String,
    /// The number of the repeat, from 0.
    pub repeat: u64,
    /// The solutions found, and whether these are all.
    pub count: Count,
    /// Counters of the search, and its time.
    pub statistics: Statistics,
    /// Time spent on compiling the model.
    pub compile: Duration,
}

impl Default for Lab<'_> {
    fn default() -> Self {
        Lab::new()
    }
}

impl<'a> Lab<'a> {
    /// Creates an experiment without models and configurations: one repeat, all solutions, no limits.
    pub fn new() -> Lab<'a> {
        Lab {
            methods: Vec::new(),
            models: Vec::new(),
            limits: Limits::default(),
            solutions: u64::MAX,
            repeats: 1,
        }
    }

    /// Adds a configuration. Its seed is that of the first repeat, and each further repeat adds 1, so that
    /// repeats differ in their random choices.
    pub fn config(self, name: &str, config: Config) -> Lab<'a> {
        self.method(name, move |model, repeat| {
            model.search_with(&Config { seed: config.seed.wrapping_add(repeat), ..config.clone() })
        })
    }

    /// Adds a function that builds the search of a model for a repeat. It can use what a configuration cannot express,
    /// such as a brancher of one's own.
    pub fn method(
        mut self,
        name: &str,
        search: impl Fn(&Model, u64) -> Result<Search, crate::Error> + 'a,
    ) -> Lab<'a> {
        self.methods.push(Method { name: name.to_string(), search: Box::new(search) });
        self
    }

    /// Adds a single model.
    pub fn model(self, name: &str, build: impl Fn() -> Model + 'a) -> Lab<'a> {
        self.family(name, 0, vec![0], Box::new(move |_| build()))
    }

    /// Adds a model of each size.
    pub fn growth(
        self,
        name: &str,
        sizes: impl IntoIterator<Item = usize>,
        build: impl Fn(usize) -> Model + Clone + 'a,
    ) -> Lab<'a> {
        self.samples(name, sizes, [0], move |size, _| build(size))
    }

    /// Adds models of each size, one for every seed. They share a row of the table.
    pub fn samples(
        self,
        name: &str,
        sizes: impl IntoIterator<Item = usize>,
        seeds: impl IntoIterator<Item = u64>,
        build: impl Fn(usize, u64) -> Model + Clone + 'a,
    ) -> Lab<'a> {
        let seeds: Vec<u64> = seeds.into_iter().collect();
        sizes.into_iter().fold(self, |lab, size| {
            let build = build.clone();
            lab.family(name, size, seeds.clone(), Box::new(move |seed| build(size, seed)))
        })
    }

    fn family(
        mut self,
        name: &str,
        size: usize,
        seeds: Vec<u64>,
        build: Box<dyn Fn(u64) -> Model + 'a>,
    ) -> Lab<'a> {
        self.models.push(Family { name: name.to_string(), size, seeds, build });
        self
    }

    /// Sets the limits of every single run.
    pub fn limits(mut self, limits: Limits) -> Lab<'a> {
        self.limits = limits;
        self
    }

    /// Sets how many solutions a run looks for; without it, all.
    pub fn solutions(mut self, most: u64) -> Lab<'a> {
        self.solutions = most;
        self
    }

    /// Sets how often each configuration runs on each instance.
    pub fn repeats(mut self, repeats: u64) -> Lab<'a> {
        self.repeats = repeats;
        self
    }

    /// Runs everything.
    pub fn run(&self) -> Result<Report, Error> {
        self.run_with(|_| {})
    }

    /// Runs everything, and calls a function with each run when it is done.
    pub fn run_with(&self, mut each: impl FnMut(&Run)) -> Result<Report, Error> {
        self.forbid_same_names()?;
        let (mut runs, mut round) = (Vec::new(), 0);
        for family in &self.models {
            for &seed in &family.seeds {
                let model = (family.build)(seed);
                let first = runs.len();
                for repeat in 0..self.repeats {
                    for turn in 0..self.methods.len() {
                        let method = &self.methods[(round + turn) % self.methods.len()];
                        let run = self.once(family, seed, &model, method, repeat)?;
                        each(&run);
                        runs.push(run);
                        agree(&runs[first..])?;
                    }
                    round += 1;
                }
            }
        }
        let rows = self.models.iter().flat_map(|family| {
            self.methods.iter().map(|method| (family.name.clone(), family.size, method.name.clone()))
        });
        Ok(Report::new(rows.collect(), runs))
    }

    /// Refuses two rows of the same name.
    fn forbid_same_names(&self) -> Result<(), Error> {
        let models = self.models.iter().map(|family| report::title(&family.name, family.size));
        let configs = self.methods.iter().map(|method| method.name.clone());
        for mut names in [models.collect::<Vec<String>>(), configs.collect()] {
            names.sort();
            if let Some(same) = names.windows(2).find(|pair| pair[0] == pair[1]) {
                return Err(Error::SameName { name: same[0].clone() });
            }
        }
        Ok(())
    }

    fn once(
        &self,
        family: &Family<'_>,
        seed: u64,
        model: &Model,
        method: &Method<'_>,
        repeat: u64,
    ) -> Result<Run, Error> {
        let named = |error| Error::Model { model: report::instance(&family.name, family.size, seed), error };
        let clock = Clock::start();
        let mut search = (method.search)(model, repeat).map_err(named)?;
        let compile = clock.elapsed();
        search.limit(self.limits.clone());
        let (mut found, mut is_broken) = (0, false);
        let count = loop {
            if found == self.solutions {
                break Count::AtLeast(found);
            }
            match search.step() {
                Step::Solution => found += 1,
                Step::Exhausted => break Count::Exactly(found),
                Step::Limit => break Count::Limit(found),
            }
            if found == 1 {
                is_broken = model.broken_by(search.solution().values()).map_err(named)?.is_some();
            }
        };
        let run = Run {
            model: family.name.clone(),
            size: family.size,
            seed,
            config: method.name.clone(),
            repeat,
            count,
            statistics: search.statistics(),
            compile,
        };
        if is_broken { Err(Error::NoSolution(Box::new(run))) } else { Ok(run) }
    }
}

impl Run {
    /// Returns whether the run finished before a limit was reached.
    pub fn is_solved(&self) -> bool {
        !matches!(self.count, Count::Limit(_))
    }

    fn contradicts(&self, other: &Run) -> bool {
        match (self.count, other.count) {
            (Count::Limit(some), Count::Exactly(all)) | (Count::Exactly(all), Count::Limit(some)) => {
                some > all
            }
            (Count::Limit(_), _) | (_, Count::Limit(_)) => false,
            (one, other) => one != other,
        }
    }
}

/// Checks that the latest run on an instance agrees with those before.
fn agree(runs: &[Run]) -> Result<(), Error> {
    let Some((latest, earlier)) = runs.split_last() else { return Ok(()) };
    match earlier.iter().find(|run| run.contradicts(latest)) {
        None => Ok(()),
        Some(other) => Err(Error::Disagreement(Box::new([other.clone(), latest.clone()]))),
    }
}

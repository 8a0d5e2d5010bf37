//! A lesson: a new constraint with its own filtering algorithm.
//!
//! The problem is the all-interval series (CSPLib problem 7), which comes from twelve-tone music: arrange the notes 0
//! … n − 1 such that the distances between neighbours differ, too, as in the *Mutterakkord* of Fritz Heinrich Klein
//! (1921). The constraint to write is "distance = |this note − the next|".
//!
//! Its three parts are the three sections below:
//!
//! 1. [`Distance`], the constraint: its variables and its meaning. These two methods are enough
//!    for a correct search, but the engine then filters by trying values, which is slow.
//! 2. [`Filter`], the propagator: a fast way to remove impossible values.
//! 3. A test of the propagator: it finds the same solutions as the search without it, and passes the audit.

mod shell;

use std::process::ExitCode;

use csp::config::{Restarts, ValueOrder, VariableOrder};
use csp::extend::{Conflict, Cost, Event, Posting, Propagator, Slot, Status, Store, View};
use csp::{Config, Constraint, Error, Model, Search, Var};

// ── 1. The constraint ────────────────────────────────────────────────────────────────────────────

/// The constraint |x − y| = z over `[x, y, z]`. A constraint is data: its variables, and whatever else its meaning
/// depends on.
#[derive(Debug)]
struct Distance {
    scope: [Var; 3],
    /// Leaves the filtering to the engine's trial and error; only for this lesson.
    by_trial: bool,
}

impl Constraint for Distance {
    /// Returns the variables, in the order in which `accepts` gets their values.
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    /// Checks values against the meaning, which is stated only here. `Model::broken_by` and the engine's own tests
    /// use it.
    fn accepts(&self, values: &[i32]) -> bool {
        let &[x, y, z] = values else { unreachable!("one value for each variable of the scope") };
        i64::from(x.abs_diff(y)) == i64::from(z)
    }

    /// Posts propagators when the model is compiled.
    fn post(&self, to: &mut Posting<'_>) {
        if self.by_trial {
            // The default implementation of this method.
            return to.by_trial();
        }
        // A variable of the model has become a view: a slot in the store, perhaps shared with equal variables, and an
        // offset. Propagators use views only.
        let [x, y, z] = self.scope.map(|var| to.view(var));
        to.propagator(Filter { x, y, z });
    }
}

// ── 2. The propagator ────────────────────────────────────────────────────────────────────────────

/// Removes every value that occurs in no triple x, y, |x − y| of values that are left.
///
/// Its fields never change: all state that backtracking has to restore is in the store.
#[derive(Debug)]
struct Filter {
    x: View,
    y: View,
    z: View,
}

impl Filter {
    /// Removes the values of `view` for which `is_possible` is false.
    fn keep(
        store: &mut Store,
        view: View,
        is_possible: impl Fn(&Store, i32) -> bool,
    ) -> Result<(), Conflict> {
        // Reading a domain borrows the store, so collect first and then remove.
        let impossible: Vec<i32> =
            store.domain(view).iter().filter(|&value| !is_possible(store, value)).collect();
        // `remove` returns `Conflict` when it removes the last value; the engine handles it.
        impossible.into_iter().try_for_each(|value| store.remove(view, value))
    }
}

impl Propagator for Filter {
    /// Returns the name in the statistics.
    fn name(&self) -> &'static str {
        "distance"
    }

    /// Declares when to run again. Any removed value may leave another without support, so `Event::Change`; an
    /// algorithm that uses only the bounds would ask for `Event::Bounds`.
    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        for view in [self.x, self.y, self.z] {
            watch(view.slot(), Event::Change);
        }
    }

    /// Returns the cost class: cheap propagators run before expensive ones. This one iterates over pairs of values.
    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    /// Filters the domains. It may be called at any time, and may remove only values that occur in no solution.
    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let &mut Filter { x, y, z } = self;
        // x − y| = z means x = y + z or x = y − z: keep an end that some distance reaches …
        let reaches = |store: &Store, from: i32, end: View| {
            store.domain(z).iter().any(|step| {
                step >= 0 && (store.contains(end, from + step) || store.contains(end, from - step))
            })
        };
        Filter::keep(store, x, |store, value| reaches(store, value, y))?;
        Filter::keep(store, y, |store, value| reaches(store, value, x))?;
        // … and keep a distance that fits between some ends.
        Filter::keep(store, z, |store, step| {
            step >= 0
                && store
                    .domain(x)
                    .iter()
                    .any(|from| store.contains(y, from + step) || store.contains(y, from - step))
        })?;
        // Once all three are fixed, the three lines above have checked them: the propagator is entailed.
        if [x, y, z].iter().all(|&view| store.is_fixed(view)) {
            return Ok(Status::Entailed);
        }
        // Every removed value occurred in no triple, so no other value has lost a triple, and a second run would
        // remove nothing: a fixpoint. This fails if two of the views share a slot, where one removal affects both.
        // Claiming less than a fixpoint is always sound.
        let shared = x.slot() == y.slot() || y.slot() == z.slot() || x.slot() == z.slot();
        Ok(if shared { Status::Again } else { Status::Fixpoint })
    }
}

// ── 3. Using and checking it ─────────────────────────────────────────────────────────────────────

const USAGE: &str = "\
Finds all-interval series with a constraint and a propagator of its own.

Usage: custom_constraint [N [SEED]] [--all]

  N        number of notes, 2 to 24 (default 12)
  SEED     another number, another series (default 1)
  --all    count all series, for N up to 13";

const NAMES: [&str; 12] = ["C", "C♯", "D", "D♯", "E", "F", "F♯", "G", "G♯", "A", "A♯", "B"];

/// Largest number of notes for which all solutions are compared with and without the propagator.
const LARGEST_COMPARED: usize = 8;

fn main() -> ExitCode {
    shell::main(USAGE, parse, |(n, seed, all)| run(n, seed, all))
}

fn parse(words: &[String]) -> Result<(usize, u64, bool), String> {
    let all = words.iter().any(|word| word == "--all");
    let mut numbers = words.iter().filter(|word| *word != "--all");
    let n = match numbers.next().map(|word| (word, word.parse())) {
        None => 12,
        Some((_, Ok(n @ 2..=24))) => n,
        Some((word, _)) => return Err(format!("{word:?} is neither a number from 2 to 24 nor --all")),
    };
    let seed = match numbers.next().map(|word| (word, word.parse())) {
        None => 1,
        Some((_, Ok(seed))) => seed,
        Some((word, _)) => return Err(format!("{word:?} is no seed")),
    };
    match numbers.next() {
        Some(extra) => Err(format!("{extra:?} is one word too many")),
        None if all && n > 13 => Err(format!("counting all series of {n} notes would take too long")),
        None => Ok((n, seed, all)),
    }
}

/// Returns the model, its notes and its distances.
fn series(n: usize, by_trial: bool) -> (Model, Vec<Var>, Vec<Var>) {
    let mut model = Model::new();
    let notes = model.vars(n, 0..n as i32);
    let steps = model.vars(n - 1, 1..n as i32);
    for (pair, &step) in notes.windows(2).zip(&steps) {
        model.post(Distance { scope: [pair[0], pair[1], step], by_trial });
    }
    model.all_different(&notes);
    model.all_different(&steps);
    (model, notes, steps)
}

fn run(n: usize, seed: u64, all: bool) -> Result<(), Error> {
    check(n.min(LARGEST_COMPARED))?;
    let (model, notes, steps) = series(n, false);
    if all {
        let mut search = model.search()?;
        let count = search.count(u64::MAX);
        println!("All-interval series of {n} notes: {}\n\n{}", count.found(), search.statistics());
    } else {
        // Random values give more varied series than ascending ones, which begin with 5 6 4 7 3 8. Restarts help an
        // unlucky search.
        let by_chance = Config::default()
            .with_variables(VariableOrder::WeightedDegree)
            .with_values(ValueOrder::Random)
            .with_random_ties(true)
            .with_restarts(Restarts::luby(100))
            .with_seed(seed);
        let mut search = model.search_with(&by_chance)?;
        let solution = search.solutions().next().expect("0, n − 1, 1, n − 2, … is one");
        assert_eq!(model.broken_by(solution.values())?, None, "the solution keeps to every constraint");
        if n == NAMES.len() {
            println!(
                "       {}",
                solution.of(&notes).map(|note| format!("{:>4}", NAMES[note as usize])).collect::<String>()
            );
        }
        println!("notes  {}", solution.of(&notes).map(|note| format!("{note:>4}")).collect::<String>());
        println!("steps    {}", solution.of(&steps).map(|step| format!("{step:>4}")).collect::<String>());
        println!("\n{}", search.statistics());
    }
    Ok(())
}

/// Compares the solutions with the propagator and by trial and error. `audit` runs each propagator that claims a
/// fixpoint a second time and panics if that changes anything.
fn check(n: usize) -> Result<(), Error> {
    let sorted = |mut search: Search| {
        let mut solutions: Vec<_> = search.solutions().collect();
        solutions.sort();
        solutions
    };
    let audited = Config::default().with_audit(true);
    let filtered = sorted(series(n, false).0.search_with(&audited)?);
    let tried = sorted(series(n, true).0.search()?);
    assert_eq!(filtered, tried, "the propagator loses no solution and lets no wrong one through");
    println!("Checked: {} series of {n} notes, the same with the propagator as without it.\n", tried.len());
    Ok(())
}

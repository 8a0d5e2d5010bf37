//! A lesson: a constraint of one's own with a filtering algorithm of its own.
//!
//! The problem is the all-interval series (CSPLib problem 7), which comes from twelve-tone music:
//! arrange the notes 0 … n − 1 so that the steps between neighbours, taken without their sign, are all
//! different too, as in the *Mutterakkord* of Fritz Heinrich Klein (1921). "Step = |this note − the next|" is the
//! constraint to write.
//!
//! Three things are needed, and they are the three sections below:
//!
//! 1. [`Distance`], the constraint: what it speaks of and what it means. With these two methods alone
//!    it works already; the engine then tries values, which is slow.
//! 2. [`Filter`], the propagator: how impossible values are found quickly.
//! 3. A run that checks the propagator: the same solutions with it as without it, and audited.

mod shell;

use std::process::ExitCode;

use csp::{
    Config, Conflict, Constraint, Cost, Error, Event, Model, Posting, Propagator, Restarts, Search, Slot,
    Status, Store, ValueOrder, Var, VariableOrder, View,
};

// ── 1. The constraint ────────────────────────────────────────────────────────────────────────────

/// |x − y| = z, for the variables `[x, y, z]`. A constraint is data: which variables, and whatever
/// else its meaning depends on.
#[derive(Debug)]
struct Distance {
    scope: [Var; 3],
    /// Only for this lesson: leave the filtering to the engine's trial and error.
    by_trial: bool,
}

impl Constraint for Distance {
    /// The variables, in the order in which `accepts` gets their values.
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    /// The meaning, stated once. `Model::broken_by` and the engine's own tests judge by it.
    fn accepts(&self, values: &[i32]) -> bool {
        let &[x, y, z] = values else { unreachable!("one value for each variable of the scope") };
        i64::from(x.abs_diff(y)) == i64::from(z)
    }

    /// Called when the model is compiled: hands algorithms to the engine.
    fn post(&self, to: &mut Posting<'_>) {
        if self.by_trial {
            // What the default of this method does.
            return to.by_trial();
        }
        // A variable of the model has become a view: a place in the store, perhaps shared with other
        // variables that must be equal, and an offset. Propagators speak of views only.
        let [x, y, z] = self.scope.map(|var| to.view(var));
        to.propagator(Filter { x, y, z });
    }
}

// ── 2. The propagator ────────────────────────────────────────────────────────────────────────────

/// Takes away every value that is part of no triple x, y, |x − y| whose members are all left.
///
/// Its fields never change: all that has to be undone on backtracking lives in the store.
#[derive(Debug)]
struct Filter {
    x: View,
    y: View,
    z: View,
}

impl Filter {
    /// Keeps the values of `view` for which `is_possible` says so.
    fn keep(
        store: &mut Store,
        view: View,
        is_possible: impl Fn(&Store, i32) -> bool,
    ) -> Result<(), Conflict> {
        // Domains are read through a borrow of the store, so first collect and then remove.
        let impossible: Vec<i32> =
            store.domain(view).iter().filter(|&value| !is_possible(store, value)).collect();
        // `remove` says `Conflict` when it takes the last value; `?` hands that on to the engine.
        impossible.into_iter().try_for_each(|value| store.remove(view, value))
    }
}

impl Propagator for Filter {
    /// The kind, as the statistics call it.
    fn name(&self) -> &'static str {
        "distance"
    }

    /// When to run again. Any lost value may leave another without support, so `Event::Change`; an
    /// algorithm that looks at the smallest and largest values only would ask for `Event::Bounds`.
    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        for view in [self.x, self.y, self.z] {
            watch(view.slot(), Event::Change);
        }
    }

    /// Cheap propagators run before expensive ones. This one looks at pairs of values.
    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    /// The algorithm. It may be called at any time, and may remove only what occurs in no solution.
    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let &mut Filter { x, y, z } = self;
        // |x − y| = z says x = y + z or x = y − z: for an end, try the steps that are left …
        let reaches = |store: &Store, from: i32, end: View| {
            store.domain(z).iter().any(|step| {
                step >= 0 && (store.contains(end, from + step) || store.contains(end, from - step))
            })
        };
        Filter::keep(store, x, |store, value| reaches(store, value, y))?;
        Filter::keep(store, y, |store, value| reaches(store, value, x))?;
        // … and for a step, all places where it may begin.
        Filter::keep(store, z, |store, step| {
            step >= 0
                && store
                    .domain(x)
                    .iter()
                    .any(|from| store.contains(y, from + step) || store.contains(y, from - step))
        })?;
        // Once all three are fixed the three lines above have checked them: nothing more to come.
        if [x, y, z].iter().all(|&view| store.is_fixed(view)) {
            return Ok(Status::Entailed);
        }
        // Every value that was removed belonged to no triple, so no other value has lost a triple, and
        // a second run would find nothing: a fixpoint. Not so if two of the views share a place, where one
        // removal takes two values. Claiming less is always right.
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

/// Up to this many notes every solution is compared with and without the propagator.
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

/// The model, its notes and its steps.
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
        // Chance finds more music than order does, which begins with 5 6 4 7 3 8; and starts again when unlucky.
        let by_chance = Config {
            variables: VariableOrder::WeightedDegree,
            values: ValueOrder::Random,
            random_ties: true,
            restarts: Restarts::luby(100),
            seed,
            ..Config::default()
        };
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

/// The same solutions with the propagator as by trial and error. `audit` runs each propagator that
/// claims a fixpoint a second time and panics if that was not true.
fn check(n: usize) -> Result<(), Error> {
    let sorted = |mut search: Search| {
        let mut solutions: Vec<_> = search.solutions().collect();
        solutions.sort();
        solutions
    };
    let audited = Config { audit: true, ..Config::default() };
    let filtered = sorted(series(n, false).0.search_with(&audited)?);
    let tried = sorted(series(n, true).0.search()?);
    assert_eq!(filtered, tried, "the propagator loses no solution and lets no wrong one through");
    println!("Checked: {} series of {n} notes, the same with the propagator as without it.\n", tried.len());
    Ok(())
}

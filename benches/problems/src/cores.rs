//! The clashing cages of a contradictory killer Sudoku: times and sizes of cores.
//!
//! Each cage in turn gets a total that is larger or smaller by one, all cages are assumed, and the core is made
//! irreducible. A search without learning checks the core: its cages have no solution together, but have one if any
//! single cage is left out.

use std::time::Duration;

use csp::{Config, Learner, Limits, Model, Var, all, all_different, config::Learning, holds, sum};

use crate::clock::now;
use crate::data::Data;
use crate::models::squares;

/// A contradiction for which a core was computed.
struct Case {
    first: usize,
    irreducible: usize,
    first_time: Duration,
    time: Duration,
}

/// Computes cores for all contradictions that differ from the puzzle in one total, and prints a line. Returns all
/// times.
pub fn run(name: &str, data: &Data, limit: Duration) -> Result<Vec<Duration>, String> {
    let totals = data.list("total")?;
    let mut cases = Vec::new();
    for at in 0..totals.len() {
        for step in [-1, 1] {
            let mut totals = totals.to_vec();
            totals[at] += step;
            if let Some(case) = ask(data, &totals, limit)? {
                cases.push(case);
            }
        }
    }
    let middle = |mut list: Vec<f64>| {
        list.sort_unstable_by(f64::total_cmp);
        (list[list.len() / 2], list[list.len() * 95 / 100], list[list.len() - 1])
    };
    let of = |read: &dyn Fn(&Case) -> f64| middle(cases.iter().map(read).collect());
    let ((first, ..), (size, ..)) = (of(&|case| case.first as f64), of(&|case| case.irreducible as f64));
    let (early, ..) = of(&|case| case.first_time.as_secs_f64());
    let (half, most, worst) = of(&|case| case.time.as_secs_f64());
    println!(
        "{name:24} {:3} cases; core {first} in {early:.3} s, irreducible {size} in {half:.3} s (95 %: {most:.3}, worst {worst:.3})",
        cases.len()
    );
    Ok(cases.iter().map(|case| case.time).collect())
}

/// The puzzle, and for each cage the conditions of its members.
fn puzzle(data: &Data) -> Result<(Model, Vec<Vec<Var>>), String> {
    let mut model = Model::new();
    let cells = squares::sudoku_grid(&mut model);
    let of = data.rows("cage")?.concat();
    let cages = data.list("total")?.len();
    let all = cells.concat();
    let members = |cage: usize| {
        let is_member = |&(_, &of): &(&Var, &i32)| of == cage as i32 + 1;
        all.iter().zip(&of).filter(is_member).map(|(&cell, _)| cell).collect()
    };
    Ok((model, (0..cages).map(members).collect()))
}

/// `None` if the puzzle still has solutions.
fn ask(data: &Data, totals: &[i32], limit: Duration) -> Result<Option<Case>, String> {
    let start = now();
    let (mut model, cages) = puzzle(data)?;
    let assumed: Vec<_> = cages
        .iter()
        .zip(totals)
        .map(|(cage, &total)| model.assumable(all([holds(all_different(cage)), sum(cage).eq(total)])))
        .collect();
    let mut learner = Learner::compile(&model, &Config::default()).map_err(|error| error.to_string())?;
    learner.assume(&assumed).map_err(|error| error.to_string())?;
    learner.limit(Limits::default().time(limit));
    if learner.first().map_err(|_| "a limit before the core")?.is_some() {
        return Ok(None);
    }
    let first = learner.core().ok_or("no core")?.len();
    let first_time = now() - start;
    let core = learner.irreducible_core(&Limits::default().time(limit)).ok_or("no core")?;
    let time = now() - start;
    if !core.is_irreducible {
        return Err("a limit before the core was irreducible".into());
    }
    let kept: Vec<usize> = (0..cages.len()).filter(|&at| core.assumptions.contains(&assumed[at])).collect();
    check(data, totals, &kept)?;
    Ok(Some(Case { first, irreducible: kept.len(), first_time, time }))
}

fn check(data: &Data, totals: &[i32], core: &[usize]) -> Result<(), String> {
    for without in std::iter::once(None).chain(core.iter().copied().map(Some)) {
        let (mut model, cages) = puzzle(data)?;
        for &at in core.iter().filter(|&&at| Some(at) != without) {
            model.all_different(&cages[at]);
            model.post(sum(&cages[at]).eq(totals[at]));
        }
        let config = Config::default().with_learning(Learning::Never);
        let mut search = model.search_with(&config).map_err(|error| error.to_string())?;
        let found = search.first().expect("there is no limit").is_some();
        if found != without.is_some() {
            return Err(format!("the core {core:?} without {without:?}: {found}"));
        }
    }
    Ok(())
}

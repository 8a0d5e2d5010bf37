//! Sequences: cars on a line, nurses by day.

use std::sync::Arc;

use csp::constraints::{Automaton, Quota, cardinality, regular};
use csp::{Model, Var, count, element, sum, weighted_sum};

use crate::data::Data;
use crate::task::Task;

/// Car sequencing: of any `q` successive cars, at most `p` have an option.
pub fn cars(data: &Data) -> Result<Task, String> {
    let n = data.size("n")?;
    let (demands, has) = (data.list("dem")?, data.rows("has")?);
    let mut model = Model::new();
    let classes = model.vars(n, 1..=demands.len() as i32);
    let options: Vec<Vec<Var>> = (0..5).map(|_| model.vars(n, 0..=1)).collect();
    model.post(cardinality(&classes, (1..).zip(demands.iter().copied())));
    for (option, taken) in options.iter().enumerate() {
        for (&class, &taken) in classes.iter().zip(taken) {
            // Classes are numbered from 1, places of an array from 0.
            model.post(element(has.iter().map(|row| row[option]), class - 1).eq(taken));
        }
        let (most, window) = (data.list("p")?[option], data.list("q")?[option] as usize);
        for cars in taken.windows(window) {
            model.post(sum(cars).le(most));
        }
        let total: i32 = has.iter().zip(demands).map(|(row, demand)| row[option] * demand).sum();
        for windows in 1..n / window {
            let least = total - windows as i32 * most;
            model.post(sum(&taken[..n - windows * window]).ge(least));
        }
    }
    Task::first(model)
}

/// Rosters: 0 is a day off, 1 a day shift and 2 a night shift. At most five shifts in a row, at most three
/// night shifts in a row, no day shift right after a night shift, and at least four days off.
pub fn nurses(data: &Data) -> Result<Task, String> {
    let days = data.size("d")?;
    let wishes = data.rows("pref")?;
    let n = wishes.len() as i32;
    let mut model = Model::new();
    let rosters: Vec<Vec<Var>> = wishes.iter().map(|_| model.vars(days, 0..=2)).collect();
    // A state stands for two numbers: the shifts in a row so far, and the night shifts in a row.
    let state = |work: usize, nights: usize| 4 * work + nights;
    let mut transitions = Vec::new();
    for work in 0..=5 {
        for nights in 0..=3 {
            transitions.push((state(work, nights), 0, state(0, 0)));
            if work < 5 && nights == 0 {
                transitions.push((state(work, nights), 1, state(work + 1, 0)));
            }
            if work < 5 && nights < 3 {
                transitions.push((state(work, nights), 2, state(work + 1, nights + 1)));
            }
        }
    }
    let automaton = Arc::new(Automaton::new(24, 0, 0..24, transitions));
    for roster in &rosters {
        model.post(regular(roster, automaton.clone()));
        model.post(count(roster, 0).ge(4));
    }
    let (day, night) = (data.list("day")?, data.list("night")?);
    for t in 0..days {
        let quotas = [(1, Quota::Between(day[t], n)), (2, Quota::Between(night[t], n))];
        model.post(cardinality(rosters.iter().map(|roster| roster[t]), quotas));
    }
    let works = rosters.iter().flatten().map(|shift| shift.is_not(0));
    let objective = weighted_sum(wishes.concat().into_iter().zip(works));
    Task::minimize(model, objective)
}

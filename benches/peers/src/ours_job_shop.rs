//! Job shops for this project's engine: the end is bisected first, then schedules are built.

use std::time::{Duration, Instant};

use csp::branch::{Branching, Candidates, InTurn, Ties, VariableHeuristic};
use csp::config::{Restarts, ValueOrder, VariableOrder};
use csp::{Config, Model, Search, Step, constraints::disjunctive, extend::Store, weighted_sum};

use crate::ours::{count, left};
use crate::peer::Outcome;
use crate::shop::Shop;

/// Decisions after the end: the starts, from early to late; or the order of each two tasks on a machine.
const STARTS: &str = "halve the end, earliest start, random ties, Luby 100";
const ORDERS: &str = "halve the end, orders by weighted degree";
pub const MODES: [&str; 2] = [STARTS, ORDERS];

pub fn search(shop: &Shop, mode: &str, seed: u32, limit: Duration) -> Result<Outcome, csp::Error> {
    let start = Instant::now();
    let horizon = shop.horizon();
    let mut model = Model::new();
    let starts = model.vars(shop.tasks().count(), 0..=horizon as i32);
    let end = model.var(0..=horizon as i32);
    for (task, duration, next) in shop.successions() {
        let next = next.map_or(end, |next| starts[next]);
        model.post((starts[task] + duration as i32).le(next));
    }
    let mut orders = Vec::new();
    for tasks in shop.machines() {
        let on_machine = tasks.iter().map(|&(task, _)| starts[task]);
        model.post(disjunctive(on_machine, tasks.iter().map(|&(_, duration)| duration as i32)));
        for (i, &(a, first)) in tasks.iter().enumerate().filter(|_| mode == ORDERS) {
            for &(b, second) in &tasks[i + 1..] {
                // 1 if a precedes b. The whole horizon relaxes the inequality of the other order.
                let order = model.var(0..=1);
                let gap = weighted_sum([(1, starts[a]), (-1, starts[b]), (horizon, order)]);
                model.post(gap.clone().le(horizon - first));
                model.post(gap.ge(second));
                orders.push(order);
            }
        }
    }

    let halve = Config::default().with_values(ValueOrder::Split);
    let config = match mode {
        STARTS => {
            Config::default().with_restarts(Restarts::luby(100)).with_random_ties(true).with_seed(seed.into())
        }
        _ => Config::default().with_variables(VariableOrder::WeightedDegree),
    };
    let engine = model.compile(&config)?;
    let then = Branching::new(&engine, &config);
    let then = match mode {
        STARTS => then.over(&engine, &starts).variables(Earliest),
        // The search then assigns all other variables their least values, which are optimal.
        _ => then.over(&engine, &orders),
    };
    let brancher = InTurn::new([Branching::new(&engine, &halve).over(&engine, &[end]), then]);
    let mut optimizer = Search::with_brancher(engine, &config, brancher).minimize(end)?;
    optimizer.limit(left(start, limit));
    let mut outcome = Outcome::default();
    while optimizer.step() == Step::Solution {
        outcome.solutions += 1;
    }
    if let Some(best) = optimizer.best() {
        outcome.witness = best.solution.of(&starts).chain([best.value]).map(i64::from).collect();
    }
    outcome.complete = optimizer.outcome().is_proved();
    outcome.elapsed = start.elapsed();
    count(&mut outcome, optimizer.runner());
    Ok(outcome)
}

/// Selects the task that can start first; among equals the one with the earliest deadline.
#[derive(Debug)]
struct Earliest;

impl VariableHeuristic for Earliest {
    fn choose(&mut self, open: &Candidates, store: &Store, ties: &mut Ties) -> Option<usize> {
        open.best(store, ties, |at| (store.min(open.view(at)), store.max(open.view(at))))
    }
}

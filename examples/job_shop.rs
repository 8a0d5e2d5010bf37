//! The job shop: each job has tasks on several machines, in an order of its own. A machine works on one task at a
//! time. The time until all jobs are done is to be minimal.
//!
//! The two instances are well-known benchmarks. ft06, 6 jobs on 6 machines: H. Fisher and G. L. Thompson,
//! "Probabilistic learning combinations of local job-shop scheduling rules", in Muth and Thompson (eds.),
//! Industrial Scheduling, 1963. la01, 10 jobs on 5 machines: S. Lawrence, Resource constrained project
//! scheduling, Carnegie-Mellon University, 1984.
//!
//! The search does not choose times but the order of each two tasks on a machine. Once all these are ordered, the
//! earliest times are a solution.

mod shell;

use std::process::ExitCode;
use std::time::Duration;

use csp::{
    Branching, Config, Error, Limits, Model, Outcome, Restarts, Search, Solution, ValueOrder, Var,
    VariableOrder, disjunctive,
};

const USAGE: &str = "\
Finds when each task of a job shop starts so that the last one ends as early as possible.

Usage: job_shop [ft06 | la01] [--time SECONDS]

  ft06              Fisher and Thompson's 6 jobs on 6 machines (default)
  la01              Lawrence's 10 jobs on 5 machines
  --time SECONDS    stop then with the best schedule so far, proved or not; 1 to 3600 (default 20)";

/// A line for each job: machine and duration of its tasks, in their order.
struct Instance {
    name: &'static str,
    jobs: &'static [&'static [(usize, i32)]],
    /// Proved optimum of the literature.
    optimum: i32,
}

const INSTANCES: [Instance; 2] = [
    Instance {
        name: "ft06",
        jobs: &[
            &[(2, 1), (0, 3), (1, 6), (3, 7), (5, 3), (4, 6)],
            &[(1, 8), (2, 5), (4, 10), (5, 10), (0, 10), (3, 4)],
            &[(2, 5), (3, 4), (5, 8), (0, 9), (1, 1), (4, 7)],
            &[(1, 5), (0, 5), (2, 5), (3, 3), (4, 8), (5, 9)],
            &[(2, 9), (1, 3), (4, 5), (5, 4), (0, 3), (3, 1)],
            &[(1, 3), (3, 3), (5, 9), (0, 10), (4, 4), (2, 1)],
        ],
        optimum: 55,
    },
    Instance {
        name: "la01",
        jobs: &[
            &[(1, 21), (0, 53), (4, 95), (3, 55), (2, 34)],
            &[(0, 21), (3, 52), (4, 16), (2, 26), (1, 71)],
            &[(3, 39), (4, 98), (1, 42), (2, 31), (0, 12)],
            &[(1, 77), (0, 55), (4, 79), (2, 66), (3, 77)],
            &[(0, 83), (3, 34), (2, 64), (1, 19), (4, 37)],
            &[(1, 54), (2, 43), (4, 79), (0, 92), (3, 62)],
            &[(3, 69), (4, 77), (1, 87), (2, 87), (0, 93)],
            &[(2, 38), (0, 60), (1, 41), (3, 24), (4, 83)],
            &[(3, 17), (1, 49), (4, 25), (0, 44), (2, 98)],
            &[(4, 77), (3, 79), (2, 43), (1, 75), (0, 96)],
        ],
        optimum: 666,
    },
];

impl Instance {
    fn machines(&self) -> usize {
        self.jobs[0].len()
    }
}

struct Shop {
    model: Model,
    /// Time at which everything is done.
    end: Var,
    /// Starts of each job's tasks.
    starts: Vec<Vec<Var>>,
    /// 1 if the first of two tasks on a machine precedes the second, 0 if the second precedes the first.
    orders: Vec<Var>,
}

fn main() -> ExitCode {
    shell::main(USAGE, parse, |(instance, time)| run(instance, time))
}

fn parse(words: &[String]) -> Result<(&'static Instance, Duration), String> {
    let (mut chosen, mut time) = (None, None);
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if word == "--time" {
            let seconds = words.next().map_or("", String::as_str);
            time = match seconds.parse() {
                Ok(seconds @ 1..=3600) => Some(Duration::from_secs(seconds)),
                _ => return Err(format!("--time needs a number from 1 to 3600, not {seconds:?}")),
            };
            continue;
        }
        match INSTANCES.iter().find(|instance| instance.name == word) {
            Some(instance) if chosen.is_none() => chosen = Some(instance),
            Some(_) => return Err(format!("{word:?} is one word too many: there is one instance at a time")),
            None => return Err(format!("{word:?} is neither ft06 nor la01 nor --time")),
        }
    }
    Ok((chosen.unwrap_or(&INSTANCES[0]), time.unwrap_or(Duration::from_secs(20))))
}

fn shop(instance: &Instance) -> Shop {
    let mut model = Model::new();
    // Upper bound: all tasks one after the other.
    let latest: i32 = instance.jobs.iter().flat_map(|job| job.iter()).map(|&(_, duration)| duration).sum();
    let end = model.named("end", 0..=latest);
    let starts: Vec<Vec<Var>> = instance.jobs.iter().map(|job| model.vars(job.len(), 0..=latest)).collect();
    let mut on_machine = vec![Vec::new(); instance.machines()];
    for (job, starts) in instance.jobs.iter().zip(&starts) {
        let mut earliest = 0;
        for (at, (&(machine, duration), &start)) in job.iter().zip(starts).enumerate() {
            let next = starts.get(at + 1).copied().unwrap_or(end);
            model.post((start + duration).le(next));
            on_machine[machine].push((earliest, start, duration));
            earliest += duration;
        }
    }
    let mut orders = Vec::new();
    for mut tasks in on_machine {
        // The task that can start first becomes the first of each pair.
        tasks.sort_unstable();
        model.post(disjunctive(tasks.iter().map(|task| task.1), tasks.iter().map(|task| task.2)));
        for (at, &(_, first, first_takes)) in tasks.iter().enumerate() {
            for &(_, second, second_takes) in &tasks[at + 1..] {
                let order = model.boolean();
                model.post(order.is(1).implies((first + first_takes).le(second)));
                model.post(order.is(0).implies((second + second_takes).le(first)));
                orders.push(order);
            }
        }
    }
    Shop { model, end, starts, orders }
}

fn run(instance: &Instance, time: Duration) -> Result<(), Error> {
    let Shop { model, end, starts, orders } = shop(instance);
    // Branch on orders first, those with many conflicts before others, with restarts that keep the weights. Try first
    // the order in which the task that is ready first precedes the other. Once all orders are fixed, the search
    // assigns the least end, and any remaining start times are consistent with it.
    let config = Config::default()
        .with_variables(VariableOrder::WeightedDegree)
        .with_values(ValueOrder::Largest)
        .with_restarts(Restarts::luby(100));
    let engine = model.compile(&config)?;
    let branching = Branching::new(&engine, &config).over(&engine, &orders);
    let mut optimizer = Search::with_brancher(engine, &config, branching).minimize(end)?;
    optimizer.limit(Limits::default().time(time));
    for found in optimizer.improvements() {
        println!("{:>9.3} s  all done at {}", found.time.as_secs_f64(), found.value);
    }
    let outcome = optimizer.outcome();
    let best = match &outcome {
        Outcome::Optimal(best) => {
            assert_eq!(best.value, instance.optimum, "as early as others have proved");
            println!("\n{}: {} is proved to be the earliest end.\n", instance.name, best.value);
            best
        }
        Outcome::Best(best) => {
            assert!(best.value >= instance.optimum, "no earlier than others have proved");
            println!("\n{}: {} is the best so far; earlier may be possible.\n", instance.name, best.value);
            best
        }
        Outcome::Infeasible => unreachable!("one task after the other is a schedule"),
        Outcome::Unknown => {
            println!("{}: no schedule found in {} s, and nothing proved.", instance.name, time.as_secs());
            println!("\n{}", optimizer.statistics());
            return Ok(());
        }
    };
    assert_eq!(model.broken_by(best.solution.values())?, None, "the schedule keeps to every constraint");
    draw(instance, &best.solution, &starts, best.value);
    println!("\n{}", optimizer.statistics());
    Ok(())
}

/// Draws a line for each machine; the bars are its tasks, each with the number of its job.
fn draw(instance: &Instance, solution: &Solution, starts: &[Vec<Var>], end: i32) {
    const COLUMNS: i32 = 110;
    let column = |time: i32| (time * COLUMNS / end) as usize;
    for machine in 0..instance.machines() {
        let mut line = ['·'; COLUMNS as usize];
        for (name, (job, starts)) in (1..).zip(instance.jobs.iter().zip(starts)) {
            let at = job.iter().position(|task| task.0 == machine).expect("each job goes to every machine");
            let start = solution[starts[at]];
            let bar = &mut line[column(start)..column(start + job[at].1)];
            bar.fill('█');
            bar[0] = '▐';
            let name = name.to_string();
            let from = 1 + (bar.len() - 1 - name.len()) / 2;
            bar[from..].iter_mut().zip(name.chars()).for_each(|(cell, digit)| *cell = digit);
        }
        println!("  machine {} │{}│", machine + 1, line.iter().collect::<String>());
    }
    println!("{:>12}└{}┘", "", "─".repeat(COLUMNS as usize));
    println!("{:>12}0{end:>width$}", "", width = COLUMNS as usize);
}

//! The job shop: each job has tasks on several machines, in an order of its own. A machine works on one task at a
//! time. The time until all jobs are done is to be minimal.
//!
//! The instances are well-known benchmarks. ft06, 6 jobs on 6 machines, and ft10, 10 on 10: H. Fisher and G. L.
//! Thompson, "Probabilistic learning combinations of local job-shop scheduling rules", in Muth and Thompson (eds.),
//! Industrial Scheduling, 1963. la01, 10 jobs on 5 machines, and la16, 10 on 10: S. Lawrence, Resource constrained
//! project scheduling, Carnegie-Mellon University, 1984. The optimum of ft10 was unknown for 25 years.
//!
//! The model does not choose the order of the search. When a search fails often, the engine alternates with a learner,
//! and for a disjunctive the learner decides the order of each two tasks.

mod shell;

use std::process::ExitCode;
use std::time::Duration;

use csp::{Error, Limits, Model, Outcome, Solution, Var, constraints::disjunctive};

const USAGE: &str = "\
Finds when each task of a job shop starts so that the last one ends as early as possible.

Usage: job_shop [ft06 | la01 | la16 | ft10] [--time SECONDS]

  ft06              Fisher and Thompson's 6 jobs on 6 machines (default)
  la01              Lawrence's 10 jobs on 5 machines
  la16              Lawrence's 10 jobs on 10 machines
  ft10              Fisher and Thompson's 10 jobs on 10 machines
  --time SECONDS    stop then with the best schedule so far, proved or not; 1 to 3600 (default 20)";

/// A line for each job: machine and duration of its tasks, in their order.
struct Instance {
    name: &'static str,
    jobs: &'static [&'static [(usize, i32)]],
    /// Proved optimum of the literature.
    optimum: i32,
}

const INSTANCES: [Instance; 4] = [
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
    Instance {
        name: "la16",
        jobs: &[
            &[(1, 21), (6, 71), (9, 16), (8, 52), (7, 26), (2, 34), (0, 53), (4, 21), (3, 55), (5, 95)],
            &[(4, 55), (2, 31), (5, 98), (9, 79), (0, 12), (7, 66), (1, 42), (8, 77), (6, 77), (3, 39)],
            &[(3, 34), (2, 64), (8, 62), (1, 19), (4, 92), (9, 79), (7, 43), (6, 54), (0, 83), (5, 37)],
            &[(1, 87), (3, 69), (2, 87), (7, 38), (8, 24), (9, 83), (6, 41), (0, 93), (5, 77), (4, 60)],
            &[(2, 98), (0, 44), (5, 25), (6, 75), (7, 43), (1, 49), (4, 96), (9, 77), (3, 17), (8, 79)],
            &[(2, 35), (3, 76), (5, 28), (9, 10), (4, 61), (6, 9), (0, 95), (8, 35), (1, 7), (7, 95)],
            &[(3, 16), (2, 59), (0, 46), (1, 91), (9, 43), (8, 50), (6, 52), (5, 59), (4, 28), (7, 27)],
            &[(1, 45), (0, 87), (3, 41), (4, 20), (6, 54), (9, 43), (8, 14), (5, 9), (2, 39), (7, 71)],
            &[(4, 33), (2, 37), (8, 66), (5, 33), (3, 26), (7, 8), (1, 28), (6, 89), (9, 42), (0, 78)],
            &[(8, 69), (9, 81), (2, 94), (4, 96), (3, 27), (0, 69), (7, 45), (6, 78), (1, 74), (5, 84)],
        ],
        optimum: 945,
    },
    Instance {
        name: "ft10",
        jobs: &[
            &[(0, 29), (1, 78), (2, 9), (3, 36), (4, 49), (5, 11), (6, 62), (7, 56), (8, 44), (9, 21)],
            &[(0, 43), (2, 90), (4, 75), (9, 11), (3, 69), (1, 28), (6, 46), (5, 46), (7, 72), (8, 30)],
            &[(1, 91), (0, 85), (3, 39), (2, 74), (8, 90), (5, 10), (7, 12), (6, 89), (9, 45), (4, 33)],
            &[(1, 81), (2, 95), (0, 71), (4, 99), (6, 9), (8, 52), (7, 85), (3, 98), (9, 22), (5, 43)],
            &[(2, 14), (0, 6), (1, 22), (5, 61), (3, 26), (4, 69), (8, 21), (7, 49), (9, 72), (6, 53)],
            &[(2, 84), (1, 2), (5, 52), (3, 95), (8, 48), (9, 72), (0, 47), (6, 65), (4, 6), (7, 25)],
            &[(1, 46), (0, 37), (3, 61), (2, 13), (6, 32), (5, 21), (9, 32), (8, 89), (7, 30), (4, 55)],
            &[(2, 31), (0, 86), (1, 46), (5, 74), (4, 32), (6, 88), (8, 19), (9, 48), (7, 36), (3, 79)],
            &[(0, 76), (1, 69), (3, 76), (5, 51), (2, 85), (9, 11), (6, 40), (7, 89), (4, 26), (8, 74)],
            &[(1, 85), (0, 13), (2, 61), (6, 7), (8, 64), (9, 76), (5, 47), (3, 52), (4, 90), (7, 45)],
        ],
        optimum: 930,
    },
];

impl Instance {
    fn machines(&self) -> usize {
        self.jobs[0].len()
    }
}

struct Shop {
    model: Model,
    /// Time at which all jobs are done.
    end: Var,
    /// Starts of each job's tasks.
    starts: Vec<Vec<Var>>,
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
            None => return Err(format!("{word:?} is none of ft06, la01, la16, ft10 and --time")),
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
        for (at, (&(machine, duration), &start)) in job.iter().zip(starts).enumerate() {
            let next = starts.get(at + 1).copied().unwrap_or(end);
            model.post((start + duration).le(next));
            on_machine[machine].push((start, duration));
        }
    }
    for tasks in on_machine {
        model.post(disjunctive(tasks.iter().map(|task| task.0), tasks.iter().map(|task| task.1)));
    }
    Shop { model, end, starts }
}

fn run(instance: &Instance, time: Duration) -> Result<(), Error> {
    let Shop { model, end, starts } = shop(instance);
    let mut optimizer = model.search()?.minimize(end)?;
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

//! The table of results, and its totals.

use std::time::Duration;

use crate::record::Record;
use crate::trial::{Trial, Verdict};

pub fn print_head() {
    println!(
        "{:<42} {:>9} {:>10} {:>9} {:>10} {:>10}  verdict",
        "puzzle", "parse ms", "solve ms", "nodes", "other ms", "its set-up"
    );
}

pub fn print_line(record: &Record, trial: &Trial) {
    let more = if record.peer.gave_up { ">" } else { "" };
    println!(
        "{:<42} {:>9.3} {:>10.3} {:>9} {:>10} {:>10.2}  {}",
        cut(&record.id, 42),
        ms(trial.parse),
        ms(trial.solve),
        trial.nodes,
        format!("{more}{:.2}", record.peer.solve),
        record.peer.setup,
        trial.verdict
    );
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn cut(text: &str, most: usize) -> String {
    if text.chars().count() > most {
        text.chars().take(most - 1).chain(['…']).collect()
    } else {
        text.to_owned()
    }
}

pub fn print_summary(results: &[(&Record, Trial)]) {
    let count = |wanted: &dyn Fn(&Verdict) -> bool| {
        results.iter().filter(|(_, trial)| wanted(&trial.verdict)).count()
    };
    println!(
        "\n{} puzzles: {} right, {} settled without comparison, {} WRONG, {} at the limit, {} not converted",
        results.len(),
        count(&|verdict| matches!(verdict, Verdict::Right(_))),
        count(&|verdict| matches!(verdict, Verdict::New(_))),
        count(&|verdict| matches!(verdict, Verdict::Wrong(_))),
        count(&|verdict| matches!(verdict, Verdict::Limit(_))),
        count(&|verdict| matches!(verdict, Verdict::NotConverted(_))),
    );
    let settled: Vec<&(&Record, Trial)> =
        results.iter().filter(|(_, trial)| trial.verdict.is_settled()).collect();
    if settled.is_empty() {
        return;
    }
    println!("the settled ones, milliseconds of CPU:");
    println!("{:<28} {:>12} {:>9} {:>9} {:>9} {:>10}", "", "total", "median", "90 %", "99 %", "worst");
    let row = |name: &str, cost: &dyn Fn(&(&Record, Trial)) -> f64| {
        let mut costs: Vec<f64> = settled.iter().map(|result| cost(result)).collect();
        costs.sort_by(f64::total_cmp);
        // The smallest cost that is not exceeded by the given percentage of results.
        let rank = |percent: usize| costs[(costs.len() * percent).div_ceil(100).max(1) - 1];
        println!(
            "{name:<28} {:>12.1} {:>9.3} {:>9.2} {:>9.2} {:>10.1}",
            costs.iter().sum::<f64>(),
            rank(50),
            rank(90),
            rank(99),
            rank(100)
        );
    };
    row("this: reading", &|(_, trial)| ms(trial.parse));
    row("this: set-up and search", &|(_, trial)| ms(trial.solve));
    row("this: all", &|(_, trial)| ms(trial.parse + trial.solve));
    row("other: search", &|(record, _)| record.peer.solve);
    row("other: set-up", &|(record, _)| record.peer.setup);
    row("other: set-up and search", &|(record, _)| record.peer.solve + record.peer.setup);
}

/// Prints the puzzles with the largest cost.
pub fn print_slowest(results: &[(&Record, Trial)], count: usize) {
    let mut order: Vec<&(&Record, Trial)> = results.iter().collect();
    order.sort_by_key(|(_, trial)| std::cmp::Reverse(trial.parse + trial.solve));
    println!("\nthe slowest:");
    print_head();
    order.iter().take(count).for_each(|(record, trial)| print_line(record, trial));
}

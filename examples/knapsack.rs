//! The knapsack: given things with a weight, a value and a number of copies, choose those with the largest total
//! value within a limit of weight. George Dantzig ordered them by value per weight, "Discrete-variable extremum
//! problems", Operations Research 5, 1957; CSPLib problem 133. The things here were made up for this example.
//!
//! The model has a variable for each kind: the number of copies taken. The search begins with the largest value per
//! weight, and takes as many copies as possible. The optimum is compared with that of Bellman's table (1957), which
//! solves the problem for all weights up to the limit.

mod shell;

use std::cmp::Reverse;
use std::process::ExitCode;

use csp::config::{ValueOrder, VariableOrder};
use csp::{Config, Error, Model, Outcome, Var, optimize::Improvement, weighted_sum};

const USAGE: &str = "\
Packs for a hike what is worth most and not too heavy.

Usage: knapsack [GRAMS]

  GRAMS    what may be carried, 0 to 30000 (default 9000)";

struct Thing {
    name: &'static str,
    grams: i32,
    worth: i32,
    /// Number of copies.
    copies: i32,
}

const fn thing(name: &'static str, grams: i32, worth: i32, copies: i32) -> Thing {
    Thing { name, grams, worth, copies }
}

const THINGS: [Thing; 16] = [
    thing("tent", 2350, 190, 1),
    thing("sleeping bag", 1180, 115, 1),
    thing("mat", 460, 42, 1),
    thing("stove", 530, 48, 1),
    thing("gas", 390, 31, 2),
    thing("pot", 410, 27, 1),
    thing("water", 1040, 88, 3),
    thing("bread", 770, 61, 2),
    thing("cheese", 340, 33, 2),
    thing("noodles", 520, 39, 4),
    thing("chocolate", 105, 13, 6),
    thing("rain jacket", 430, 44, 1),
    thing("pullover", 560, 35, 2),
    thing("map", 95, 21, 1),
    thing("torch", 120, 18, 1),
    thing("camera", 815, 52, 1),
];

fn main() -> ExitCode {
    shell::main(USAGE, parse, run)
}

fn parse(words: &[String]) -> Result<i32, String> {
    match words {
        [] => Ok(9000),
        [grams] => match grams.parse() {
            Ok(number @ 0..=30_000) => Ok(number),
            _ => Err(format!("GRAMS is a number from 0 to 30000, not {grams:?}")),
        },
        [_, extra, ..] => Err(format!("{extra:?} is one word too many")),
    }
}

/// Returns the model, and for each thing the variable of the number taken.
fn knapsack(things: &[&Thing], limit: i32) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let taken: Vec<Var> = things.iter().map(|thing| model.named(thing.name, 0..=thing.copies)).collect();
    model.post(weighted_sum(things.iter().map(|thing| thing.grams).zip(&taken)).le(limit));
    (model, taken)
}

fn run(limit: i32) -> Result<(), Error> {
    let mut things: Vec<&Thing> = THINGS.iter().collect();
    // By value per ton.
    things.sort_by_key(|thing| Reverse(1_000_000 * thing.worth / thing.grams));
    let (model, taken) = knapsack(&things, limit);
    // Branch in the order of the things, and not first on the values of the best solution so far.
    let config = Config::default()
        .with_variables(VariableOrder::Input)
        .with_values(ValueOrder::Largest)
        .with_best_first(false);
    let worth = weighted_sum(things.iter().map(|thing| thing.worth).zip(&taken));
    let mut optimizer = model.search_with(&config)?.maximize(worth)?;
    for found in optimizer.improvements() {
        println!("{:>9.3} s  worth {}", found.time.as_secs_f64(), found.value);
    }
    let Outcome::Optimal(best) = optimizer.outcome() else {
        unreachable!("an empty knapsack is one, and no limit was set")
    };
    assert_eq!(model.broken_by(best.solution.values())?, None, "the solution keeps to every constraint");
    assert_eq!(best.value, by_table(limit), "worth as much as Bellman's table says");
    println!("\nNo knapsack of {limit} g or less is worth more than {}:\n", best.value);
    draw(&things, limit, &best, &taken);
    println!("\n{}", optimizer.statistics());
    Ok(())
}

/// Returns the best value by dynamic programming over all weights up to the limit, one single copy after the other.
fn by_table(limit: i32) -> i32 {
    let mut best = vec![0; limit as usize + 1];
    for thing in THINGS.iter().flat_map(|thing| (0..thing.copies).map(move |_| thing)) {
        let weight = thing.grams as usize;
        for grams in (weight..best.len()).rev() {
            best[grams] = best[grams].max(best[grams - weight] + thing.worth);
        }
    }
    best[limit as usize]
}

/// Draws a row for each thing: a full square for each copy taken, an empty one for each copy left.
fn draw(things: &[&Thing], limit: i32, best: &Improvement, taken: &[Var]) {
    let rule = |left: &str, middle: &str, right: &str| {
        println!("  {left}{}{right}", [15, 14, 9, 9].map(|width| "─".repeat(width)).join(middle));
    };
    let row = |name: &str, squares: &str, grams: &str, worth: &str| {
        println!("  │ {name:<13} │ {squares:<12} │ {grams:>7} │ {worth:>7} │");
    };
    rule("┌", "┬", "┐");
    row("", "taken, left", "grams", "worth");
    rule("├", "┼", "┤");
    let mut weight = 0;
    for (thing, number) in things.iter().zip(best.solution.of(taken)) {
        let squares = "■ ".repeat(number as usize) + &"□ ".repeat((thing.copies - number) as usize);
        let number_of = |each: i32| if number > 0 { (each * number).to_string() } else { String::new() };
        row(thing.name, squares.trim_end(), &number_of(thing.grams), &number_of(thing.worth));
        weight += thing.grams * number;
    }
    rule("├", "┼", "┤");
    row("together", "", &weight.to_string(), &best.value.to_string());
    row("limit", "", &limit.to_string(), "");
    rule("└", "┴", "┘");
}

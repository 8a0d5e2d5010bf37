//! The social golfers: golfers play once a week in groups of the same size, and no two of them meet twice. Posted to
//! the newsgroup sci.op-research in May 1998; CSPLib problem 10 (Warwick Harvey). Fifteen golfers in threes for seven
//! weeks are Thomas Kirkman's schoolgirls of 1850.
//!
//! The model has a variable for each golfer and week, the group; any two golfers share a group at most once. Golfers,
//! groups and weeks are interchangeable, and some of these symmetries are broken: the groups of the first week hold
//! the golfers in order; from then on golfer i of the first of these groups is in group i; the members of each other
//! group of the first week are ordered by their groups in the second week; and the weeks are in lexicographic order.

mod shell;

use std::process::ExitCode;
use std::time::Duration;

use csp::config::{Restarts, ValueOrder, VariableOrder};
use csp::constraints::{cardinality, lex_less, strictly_increasing};
use csp::{Config, Error, Limits, Model, Solution, Var, sum};

const USAGE: &str = "\
Lets golfers play in groups, every week in others, so that no two meet twice.

Usage: social_golfers [GROUPS SIZE WEEKS]

  GROUPS    groups in a week, 2 to 10 (default 5)
  SIZE      golfers in a group, 2 to 10 (default 3)
  WEEKS     weeks that they play, 1 to 20 (default 7)";

/// Time limit. Reaching it proves nothing.
const LONGEST: Duration = Duration::from_secs(20);

struct Club {
    groups: usize,
    size: usize,
    weeks: usize,
}

impl Club {
    fn golfers(&self) -> usize {
        self.groups * self.size
    }
}

fn main() -> ExitCode {
    shell::main(USAGE, parse, |club| run(&club))
}

fn parse(words: &[String]) -> Result<Club, String> {
    if words.is_empty() {
        return Ok(Club { groups: 5, size: 3, weeks: 7 });
    }
    let number = |at: usize, what: &str, least: usize, most: usize| {
        let word =
            words.get(at).ok_or_else(|| format!("{what} is missing; it takes all three numbers or none"))?;
        match word.parse() {
            Ok(number) if (least..=most).contains(&number) => Ok(number),
            _ => Err(format!("{what} is a number from {least} to {most}, not {word:?}")),
        }
    };
    let club = Club {
        groups: number(0, "GROUPS", 2, 10)?,
        size: number(1, "SIZE", 2, 10)?,
        weeks: number(2, "WEEKS", 1, 20)?,
    };
    match words.get(3) {
        Some(extra) => Err(format!("{extra:?} is one word too many")),
        None => Ok(club),
    }
}

/// Returns the model, and for each week and golfer the group, counted from 0.
fn tournament(club: &Club) -> (Model, Vec<Vec<Var>>) {
    let &Club { groups, size, weeks } = club;
    let mut model = Model::new();
    let group: Vec<Vec<Var>> = (0..weeks).map(|_| model.vars(club.golfers(), 0..groups as i32)).collect();
    for week in &group {
        model.post(cardinality(week, (0..groups as i32).map(|group| (group, size as i32))));
    }
    for (a, b) in (0..club.golfers()).flat_map(|a| (0..a).map(move |b| (a, b))) {
        model.post(sum(group.iter().map(|week| week[a].eq(week[b]))).le(1));
    }
    // The symmetries that the head of this file lists are broken below.
    for (golfer, &first) in group[0].iter().enumerate() {
        model.post(first.eq((golfer / size) as i32));
    }
    for week in &group[1..] {
        for (number, &golfer) in (0..).zip(&week[..size]) {
            model.post(golfer.eq(number));
        }
    }
    if let Some(second) = group.get(1) {
        for friends in second.chunks(size) {
            model.post(strictly_increasing(friends));
        }
    }
    for pair in group[1..].windows(2) {
        model.post(lex_less(&pair[0], &pair[1]));
    }
    (model, group)
}

fn run(club: &Club) -> Result<(), Error> {
    let &Club { groups, size, weeks } = club;
    println!("{} golfers, {groups} groups of {size}, {weeks} weeks", club.golfers());
    let longest = (club.golfers() - 1) / (size - 1);
    if weeks > longest {
        println!("Impossible: a golfer has {} others to meet, {} a week.", club.golfers() - 1, size - 1);
        return Ok(());
    }
    let (model, group) = tournament(club);
    // The groups of a week are interchangeable: try random ones, and restart.
    let config = Config::default()
        .with_variables(VariableOrder::Smallest)
        .with_values(ValueOrder::Random)
        .with_random_ties(true)
        .with_restarts(Restarts::luby(100))
        .with_seed(1);
    let mut search = model.search_with(&config)?;
    search.limit(Limits::default().time(LONGEST));
    match search.first() {
        Err(_) => println!("Unknown: given up after {} s.", LONGEST.as_secs()),
        Ok(None) => println!("Impossible."),
        Ok(Some(solution)) => {
            assert_eq!(model.broken_by(solution.values())?, None, "the solution keeps to every constraint");
            draw(club, &solution, &group);
        }
    }
    println!("\n{}", search.statistics());
    Ok(())
}

/// Draws a row for each week, with a column for each group and the golfers in it.
fn draw(club: &Club, solution: &Solution, group: &[Vec<Var>]) {
    let width = 3 * club.size + 1;
    let line = |left: &str, middle: &str, right: &str| {
        println!("  {left}──────{middle}{}{right}", vec!["─".repeat(width); club.groups].join(middle));
    };
    line("┌", "┬", "┐");
    for (number, week) in (1..).zip(group) {
        let members = |of: usize| {
            let golfers = (1..).zip(week).filter(|&(_, &group)| solution[group] == of as i32);
            golfers.map(|(name, _)| format!("{name:>3}")).collect::<String>()
        };
        let cells: Vec<String> = (0..club.groups).map(|of| members(of) + " ").collect();
        println!("  │ {number:>3}. │{}│", cells.join("│"));
    }
    line("└", "┴", "┘");
}

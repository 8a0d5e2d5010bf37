//! The zebra puzzle: five houses in a row, each with its own colour, inhabitant, animal, drink and
//! cigarettes, and fourteen hints. Who drinks water, and who owns the zebra? From Life International of
//! 17 December 1962; often said, without a source, to be Einstein's.
//!
//! The model has a variable for each of the 25 things: its house. Most hints are equations. Two hints say "next to":
//! a constraint of its own, for which only the meaning is written here; the engine filters by trying values.

mod shell;

use std::process::ExitCode;

use csp::{Constraint, Count, Error, Model, Var};

const USAGE: &str = "\
Solves the zebra puzzle of 1962 and shows who lives where with what.

Usage: zebra";

const KINDS: [&str; 5] = ["house", "inhabitant", "animal", "drink", "smokes"];

const THINGS: [[&str; 5]; 5] = [
    ["red", "green", "ivory", "yellow", "blue"],
    ["Englishman", "Spaniard", "Ukrainian", "Norwegian", "Japanese"],
    ["dog", "snails", "fox", "horse", "zebra"],
    ["coffee", "tea", "milk", "orange juice", "water"],
    ["Old Gold", "Kools", "Chesterfields", "Lucky Strike", "Parliaments"],
];

/// The two houses are next to each other.
#[derive(Debug)]
struct NextTo([Var; 2]);

impl Constraint for NextTo {
    fn scope(&self) -> &[Var] {
        &self.0
    }

    fn accepts(&self, values: &[i32]) -> bool {
        values[0].abs_diff(values[1]) == 1
    }
}

fn main() -> ExitCode {
    let parse = |words: &[String]| match words {
        [] => Ok(()),
        [word, ..] => Err(format!("{word:?} is not needed: the puzzle is always the same")),
    };
    shell::main(USAGE, parse, |()| run())
}

fn run() -> Result<(), Error> {
    let mut model = Model::new();
    let houses = THINGS.map(|things| things.map(|thing| model.named(thing, 1..=5)));
    for kind in &houses {
        model.all_different(kind);
    }
    let [red, green, ivory, yellow, blue] = houses[0];
    let [englishman, spaniard, ukrainian, norwegian, japanese] = houses[1];
    let [dog, snails, fox, horse, zebra] = houses[2];
    let [coffee, tea, milk, orange_juice, water] = houses[3];
    let [old_gold, kools, chesterfields, lucky_strike, parliaments] = houses[4];

    model.post(englishman.eq(red)); // The Englishman lives in the red house.
    model.post(spaniard.eq(dog)); // The Spaniard owns the dog.
    model.post(coffee.eq(green)); // Coffee is drunk in the green house.
    model.post(ukrainian.eq(tea)); // The Ukrainian drinks tea.
    model.post(green.eq(ivory + 1)); // The green house is immediately to the right of the ivory house.
    model.post(old_gold.eq(snails)); // The Old Gold smoker owns snails.
    model.post(kools.eq(yellow)); // Kools are smoked in the yellow house.
    model.post(milk.eq(3)); // Milk is drunk in the middle house.
    model.post(norwegian.eq(1)); // The Norwegian lives in the first house.
    model.post(NextTo([chesterfields, fox])); // Chesterfields are smoked next to the man with the fox.
    model.post(NextTo([kools, horse])); // Kools are smoked next to the house where the horse is kept.
    model.post(lucky_strike.eq(orange_juice)); // The Lucky Strike smoker drinks orange juice.
    model.post(japanese.eq(parliaments)); // The Japanese smokes Parliaments.
    model.post(NextTo([norwegian, blue])); // The Norwegian lives next to the blue house.

    let mut search = model.search()?;
    let solution = search.solutions().next().expect("the puzzle has a solution");
    assert_eq!(model.broken_by(solution.values())?, None, "the solution keeps to every hint");
    assert_eq!(search.count(1), Count::Exactly(0), "and there is no other one");

    let there = |kind: usize, house: i32| {
        let things = houses[kind].iter().zip(THINGS[kind]);
        things.filter(|&(&thing, _)| solution[thing] == house).map(|(_, name)| name).collect::<String>()
    };
    let line = |head: &str, cells: [String; 5]| {
        let cells = cells.map(|cell| format!("{cell:<15}"));
        println!("{head:<12}│ {}", cells.join("").trim_end());
    };
    line("", [1, 2, 3, 4, 5].map(|house| house.to_string()));
    println!("{}┼{}", "─".repeat(12), "─".repeat(74));
    for (kind, name) in KINDS.iter().enumerate() {
        line(name, [1, 2, 3, 4, 5].map(|house| there(kind, house)));
    }
    println!("\nThe {} drinks water.", there(1, solution[water]));
    println!("The {} owns the zebra.\n", there(1, solution[zebra]));
    println!("{}", search.statistics());
    Ok(())
}

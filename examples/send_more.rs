//! Verbal arithmetic: each letter stands for a digit, different letters for different digits, no word begins with 0,
//! and the sum is correct. SEND + MORE = MONEY is Henry Dudeney's, from The Strand Magazine of July 1924.
//!
//! The model adds as by hand: column by column from the right, with a carry between two columns. That keeps every
//! equation short, and words may be of any length.

mod shell;

use std::process::ExitCode;

use csp::{Error, Model, Solution, Var, sum};

const USAGE: &str = "\
Solves a puzzle of verbal arithmetic.

Usage: send_more [PUZZLE]

  PUZZLE    sums of words on both sides of one =, at most ten letters in all;
            by default SEND + MORE = MONEY. Some others:

            \"DONALD + GERALD = ROBERT\"    \"CROSS + ROADS = DANGER\"
            \"TWO + TWO = FOUR\"            \"SATURN + URANUS + NEPTUNE + PLUTO = PLANETS\"";

/// Maximum number of solutions shown; further ones are counted.
const MOST_SHOWN: u64 = 5;

fn main() -> ExitCode {
    shell::main(USAGE, parse, |puzzle| run(&puzzle))
}

fn parse(words: &[String]) -> Result<Puzzle, String> {
    Puzzle::parse(&if words.is_empty() { "SEND + MORE = MONEY".into() } else { words.join(" ") })
}

/// Words in upper case, and their letters.
struct Puzzle {
    left: Vec<String>,
    right: Vec<String>,
    letters: Vec<char>,
}

impl Puzzle {
    fn parse(text: &str) -> Result<Puzzle, String> {
        let text = text.to_uppercase();
        let Some((left, right)) = text.split_once('=') else {
            return Err(format!("{text:?} has no = in it"));
        };
        let words = |side: &str| {
            side.split('+')
                .map(str::trim)
                .map(|word| match word {
                    "" => Err(format!("a word is missing in {text:?}")),
                    _ if word.chars().all(char::is_alphabetic) => Ok(word.to_string()),
                    _ => Err(format!("{word:?} is not a word; a puzzle is words, + and one =")),
                })
                .collect::<Result<Vec<String>, String>>()
        };
        let (left, right) = (words(left)?, words(right)?);
        let mut letters: Vec<char> = Vec::new();
        for letter in left.iter().chain(&right).flat_map(|word| word.chars()) {
            if !letters.contains(&letter) {
                letters.push(letter);
            }
        }
        match letters.len() {
            ..=10 => Ok(Puzzle { left, right, letters }),
            many => Err(format!("{many} different letters cannot stand for ten digits")),
        }
    }

    fn words(&self) -> impl Iterator<Item = &String> {
        self.left.iter().chain(&self.right)
    }

    /// Returns the model, and the variables of the letters in the order of `letters`.
    fn model(&self) -> (Model, Vec<Var>) {
        let mut model = Model::new();
        let leads =
            |letter: char| self.words().any(|word| word.chars().count() > 1 && word.starts_with(letter));
        let digits: Vec<Var> = self
            .letters
            .iter()
            .map(|&letter| model.named(&letter.to_string(), if leads(letter) { 1..=9 } else { 0..=9 }))
            .collect();
        model.all_different(&digits);

        let columns = self.words().map(|word| word.chars().count()).max().unwrap_or(0);
        // Digits of the words of one side in a column, counted from the right.
        let column_of = |side: &[String], column: usize| {
            let letters = side.iter().filter_map(|word| word.chars().rev().nth(column));
            let place = |letter| self.letters.iter().position(|&known| known == letter);
            sum(letters.filter_map(place).map(|place| digits[place]).collect::<Vec<Var>>())
        };
        // The carry is the excess of the left side, in tens; it may be negative since the right side may have several
        // words.
        let (least, most) = (-(self.right.len() as i32), self.left.len() as i32);
        let mut carry = model.var(0);
        for column in 0..columns {
            let last = column + 1 == columns;
            let next = model.var(if last { 0..=0 } else { least..=most });
            let (left, right) = (column_of(&self.left, column), column_of(&self.right, column));
            model.post((left + carry).eq(right + next * 10));
            carry = next;
        }
        (model, digits)
    }
}

fn run(puzzle: &Puzzle) -> Result<(), Error> {
    let (model, digits) = puzzle.model();
    let mut search = model.search()?;
    let mut found = 0;
    for solution in search.solutions() {
        found += 1;
        assert_eq!(model.broken_by(solution.values())?, None, "the solution keeps to every constraint");
        if found <= MOST_SHOWN {
            draw(puzzle, &solution, &digits);
        }
    }
    match found {
        0 => println!("There is no way to do it.\n"),
        1 => println!("That is the only way.\n"),
        2..=MOST_SHOWN => println!("These are all {found} ways.\n"),
        _ => println!("… and {} more, {found} ways in all.\n", found - MOST_SHOWN),
    }
    println!("{}", search.statistics());
    Ok(())
}

/// Draws the sum as it is written by hand, letters on the left and digits on the right.
fn draw(puzzle: &Puzzle, solution: &Solution, digits: &[Var]) {
    let spell = |word: &String| {
        let digit =
            |letter| puzzle.letters.iter().position(|&known| known == letter).map(|at| solution[digits[at]]);
        word.chars().filter_map(digit).map(|digit| digit.to_string()).collect::<String>()
    };
    let number = |word: &String| {
        spell(word).bytes().fold(0_u128, |n, digit| n.saturating_mul(10) + u128::from(digit - b'0'))
    };
    let total = |side: &[String]| side.iter().map(number).fold(0, u128::saturating_add);
    assert_eq!(total(&puzzle.left), total(&puzzle.right), "the sum comes out");

    let width = puzzle.words().map(|word| word.chars().count()).max().unwrap_or(0);
    let side = |words: &[String], first_sign: char| {
        for (at, word) in words.iter().enumerate() {
            let sign = if at == 0 { first_sign } else { '+' };
            println!("  {sign} {word:>width$}    {sign} {:>width$}", spell(word));
        }
    };
    side(&puzzle.left, ' ');
    let rule = "─".repeat(width + 2);
    println!("  {rule}    {rule}");
    side(&puzzle.right, ' ');
    println!();
}

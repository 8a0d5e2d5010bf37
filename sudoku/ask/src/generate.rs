//! A random puzzle with one solution.

use std::time::Duration;

use csp::clock::Instant;
use serde::{Serialize, Serializer};
use sudoku::explain::Level;
use sudoku::format::{self, Format};
use sudoku::rules::{self, Kind};
use sudoku::{
    About, Attempt, Budget, Cancel, Difficulty, Generator, Grid, Known, MOST_ATTEMPTS, Puzzle, Requirements,
    Solution, Style, Symmetry,
};

use crate::call::{Call, Field, Request, Response, Type, Work};
use crate::json::fields;
use crate::{Convert, Failure};

/// The time below which the next attempts are twice as many.
const SHORT: Duration = Duration::from_millis(5);

/// Asks for a random puzzle.
#[derive(Clone, Debug)]
pub struct Generate<'a> {
    /// The same seed gives the same puzzle.
    pub seed: u64,
    /// The number of rows and columns.
    pub size: usize,
    /// The least and the greatest number of clues; without them the puzzle is minimal.
    pub clues: Option<(usize, usize)>,
    /// The name of the symmetry.
    pub symmetry: &'a str,
    /// The name of the level, or `any`; without one any, but up to hard with rules.
    pub difficulty: Option<&'a str>,
    /// The names of rules whose clues are placed at random.
    pub rules: &'a [&'a str],
    /// The name of the style in which clues of rules are set out.
    pub style: &'a str,
    /// The texts of puzzles that are kept out, also turned or with exchanged values.
    pub known: &'a [&'a str],
}

impl Generate<'_> {
    /// Makes the puzzle, until the budget is used up or the flag is set.
    pub fn answer(&self, budget: &Budget, cancel: &Cancel) -> Result<Generated, Failure> {
        let rules: Vec<Vec<&Kind>> = self.rules.iter().map(|name| meant(name)).collect::<Result<_, _>>()?;
        let rules = rules.concat();
        let (least, most) = self.clues.unzip();
        let requirements = Requirements::default()
            .with_least(least)
            .with_most(most)
            .with_symmetry(symmetry(self.symmetry)?)
            .with_difficulty(match self.difficulty {
                Some(name) => difficulty(name)?,
                None => (!rules.is_empty()).then(Difficulty::for_people),
            })
            .with_style(style(self.style)?)
            .with_rules(rules);
        let mut known = Known::default();
        for text in self.known {
            format::parse(text, &Known::options())?.iter().for_each(|puzzle| known.add(puzzle));
        }
        let open = Puzzle::open(Grid::square(self.size).map_err(Failure::unable)?);
        let generator = Generator::new(&open, requirements, self.seed).map_err(Failure::unable)?;
        let mut generator = generator.cancel(cancel);
        let (mut tried, mut size) = (0, 1);
        while tried < MOST_ATTEMPTS {
            let begun = Instant::now();
            for attempt in generator.attempts(tried..tried + size) {
                match attempt {
                    Attempt::Puzzle(mut puzzle, solution) if known.insert(&puzzle) => {
                        entitle(&mut puzzle);
                        return Ok(Generated { puzzle: *puzzle, solution });
                    }
                    Attempt::Impossible => return Err(Failure::unable("no full grid keeps the rules")),
                    _ if budget.limits().are_reached() => return Err(missed(tried)),
                    _ => tried += 1,
                }
            }
            // Several at once fill the lanes; but the limits are looked at only between them.
            if begun.elapsed() < SHORT {
                size *= 2;
            }
        }
        Err(missed(tried))
    }
}

/// Gives a puzzle with clues of rules a title and its rules as sentences for players.
pub fn entitle(puzzle: &mut Puzzle) {
    let mut names: Vec<String> = Vec::new();
    for clue in puzzle.clues() {
        let name = clue.kind.named();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if names.is_empty() {
        return;
    }
    let mut about = About::default().with_title(names.join(", "));
    about.comments = puzzle.sentences().into_iter().map(|(_, sentence)| sentence).collect();
    puzzle.set_about(about);
}

fn missed(attempts: u64) -> Failure {
    Failure::unable(format!("no puzzle was found in {attempts} attempts"))
}

fn symmetry(name: &str) -> Result<Symmetry, Failure> {
    let names = || Symmetry::ALL.map(Symmetry::name).join(", ");
    Symmetry::find(name).ok_or_else(|| Failure::unknown("symmetry", name, names()))
}

fn style(name: &str) -> Result<Style, Failure> {
    let names = || Style::ALL.map(Style::name).join(", ");
    Style::find(name).ok_or_else(|| Failure::unknown("style", name, names()))
}

fn difficulty(name: &str) -> Result<Option<Difficulty>, Failure> {
    if name == "any" {
        return Ok(None);
    }
    let level = Level::ALL.into_iter().find(|level| level.name() == name);
    let level = level.ok_or_else(|| {
        Failure::unknown("level", name, format!("{}, any", Level::ALL.map(Level::name).join(", ")))
    })?;
    Ok(Some(Difficulty { hardest: Difficulty::costs(level), ..Difficulty::default() }))
}

fn meant(name: &str) -> Result<Vec<&'static Kind>, Failure> {
    rules::meant(name).map_err(|hint| Failure::unknown("rule", name, hint))
}

/// A puzzle with one solution.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The solution.
    pub solution: Solution,
}

impl Serialize for Generated {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let native = Convert { to: Format::Native, place: 0 }.answer(&self.puzzle);
        fields!(to,
            "puzzle": native.text,
            "solution": self.solution.iter().map(|value| value + 1).collect::<Vec<u8>>(),
        )
    }
}

pub(crate) const CALL: Call = Call {
    path: "/api/generate",
    about: "Makes a random puzzle with one solution, as `sudoku generate`.",
    fields: &[
        Field::new("seed", Type::Number(0, u64::MAX - 1, None), "the same seed gives the same puzzle"),
        Field::new("size", Type::Number(1, LARGEST, Some(9)), "the number of rows and columns"),
        Field::new(
            "clues",
            Type::Range,
            "the number of clues, or a list of the least and the greatest; by default the puzzle is minimal",
        ),
        Field::new("symmetry", Type::Text, "none, rotational, mirror, diagonal or full"),
        Field::new(
            "difficulty",
            Type::Text,
            "easy, medium, hard, fiendish, extreme, nested or any; by default any, but up to hard with rules",
        ),
        Field::new("rules", Type::Texts, "a list of rules of variants whose clues are placed at random"),
        Field::new("style", Type::Text, "how these clues are set out: free, sparse, tiled or symmetric"),
        Field::new(
            "known",
            Type::Texts,
            "a list of puzzles that are kept out, also turned or with exchanged values",
        ),
    ],
    answer: "{puzzle: native text, solution: a value of each cell, from 1 on}",
    is_stream: false,
    run: generate,
};

/// The greatest size, beyond which a puzzle takes minutes.
const LARGEST: u64 = 16;

fn generate(request: &Request, work: &mut Work<'_>) -> Result<Response, Failure> {
    let question = Generate {
        seed: request.number("seed")?,
        size: request.number("size")? as usize,
        clues: request.range("clues"),
        symmetry: request.maybe_text("symmetry").unwrap_or("none"),
        difficulty: request.maybe_text("difficulty"),
        rules: &request.texts("rules").unwrap_or_default(),
        style: request.maybe_text("style").unwrap_or(Style::default().name()),
        known: &request.texts("known").unwrap_or_default(),
    };
    Ok(Response::of(&question.answer(&work.budget(), work.flag())?))
}

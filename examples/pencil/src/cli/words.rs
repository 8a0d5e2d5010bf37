//! Answers and places as text.

use pencil::Puzzle;
use pencil::draft::Layer;
use pencil::draft::Place;
use pencil::kind::Rule;
use pencil::solve::Answer;
use serde_json::{Map, Value, json};

/// Most places that a sentence names.
const MOST_NAMED: usize = 12;

/// Returns the rows of a layer.
fn rows<'a>(puzzle: &Puzzle, layer: Layer, values: &'a [i32]) -> Vec<&'a [i32]> {
    let grid = if layer == Layer::Edge { puzzle.board.crosses } else { puzzle.board.cells };
    match layer {
        Layer::Shade | Layer::Number => values.chunks(grid.width).collect(),
        _ => {
            let (across, down) = values.split_at((grid.width - 1) * grid.height);
            across.chunks((grid.width - 1).max(1)).chain(down.chunks(grid.width)).collect()
        }
    }
}

/// Returns an answer as a line.
pub fn line(puzzle: &Puzzle, answer: &Answer) -> String {
    let of = |(of, values): &(Layer, Vec<i32>)| {
        let between = if values.iter().any(|&value| value > 9) { "," } else { "" };
        let row = |row: &&[i32]| row.iter().map(i32::to_string).collect::<Vec<_>>().join(between);
        let rows: Vec<String> = rows(puzzle, *of, values).iter().map(row).collect();
        format!("{}={}", of.name(), rows.join("/"))
    };
    answer.0.iter().map(of).collect::<Vec<_>>().join(" ")
}

/// Returns an answer as JSON: rows of each layer.
pub fn json(puzzle: &Puzzle, answer: &Answer) -> Value {
    let of = |(of, values): &(Layer, Vec<i32>)| (of.name().to_owned(), json!(rows(puzzle, *of, values)));
    Value::Object(answer.0.iter().map(of).collect::<Map<_, _>>())
}

/// Returns a puzzle or an answer as characters.
pub fn grid(puzzle: &Puzzle, answer: &Answer) -> String {
    let cells = puzzle.board.cells;
    let (rows, columns) = (2 * cells.height + 1, 4 * cells.width + 1);
    let mut signs = vec![vec![' '; columns]; rows];
    let middle = |cell: usize| (2 * cells.place(cell).0 + 1, 4 * cells.place(cell).1 + 2);
    for cross in 0..puzzle.board.crosses.len() {
        let (row, column) = puzzle.board.crosses.place(cross);
        signs[2 * row][4 * column] = '·';
    }
    for (of, values) in &answer.0 {
        match of {
            Layer::Shade => {
                for (cell, _) in values.iter().enumerate().filter(|(_, value)| **value == 1) {
                    let (row, column) = middle(cell);
                    signs[row][column - 1..=column + 1].fill('█');
                }
            }
            Layer::Number => {
                for (cell, value) in values.iter().enumerate() {
                    let (row, column) = middle(cell);
                    let text: Vec<char> = value.to_string().chars().collect();
                    let start = column + 1 - text.len().min(3);
                    text.iter().take(3).enumerate().for_each(|(at, &sign)| signs[row][start + at] = sign);
                }
            }
            Layer::Link => {
                for ((a, b), &value) in cells.pairs().into_iter().zip(values).filter(|(_, value)| **value > 0)
                {
                    let ((row, column), (to, until)) = (middle(a), middle(b));
                    let [across, down] = if value > 1 { ['═', '║'] } else { ['─', '│'] };
                    signs[row][column..=until].fill(across);
                    if to > row {
                        (row..=to).for_each(|row| signs[row][column] = down);
                    }
                }
            }
            Layer::Edge => {
                let crosses = puzzle.board.crosses;
                for ((a, b), _) in crosses.pairs().into_iter().zip(values).filter(|(_, value)| **value > 0) {
                    let ((row, column), (to, until)) = (crosses.place(a), crosses.place(b));
                    signs[2 * row][4 * column + 1..(4 * until).max(4 * column + 1)].fill('─');
                    (2 * row + 1..2 * to).for_each(|row| signs[row][4 * column] = '│');
                }
            }
            Layer::Wall => {
                for ((a, b), _) in cells.pairs().into_iter().zip(values).filter(|(_, value)| **value > 0) {
                    let ((row, column), (to, until)) = (middle(a), middle(b));
                    if to > row {
                        signs[row + 1][column - 1..=column + 1].fill('─');
                    } else {
                        signs[row][(column + until) / 2] = '│';
                    }
                }
            }
        }
    }
    let text: Vec<String> =
        signs.into_iter().map(|row| String::from_iter(row).trim_end().to_owned()).collect();
    text.join("\n")
}

/// Returns the names of the places where two answers differ.
pub fn differences(puzzle: &Puzzle, one: &Answer, other: &Answer) -> String {
    let mut names = Vec::new();
    for ((of, one), (_, other)) in one.0.iter().zip(&other.0) {
        let differ = one.iter().zip(other).enumerate().filter(|(_, (one, other))| one != other);
        names.extend(differ.map(|(at, (one, other))| match (of, of.place(puzzle, at)) {
            (Layer::Number, name) => format!("{name} is {one} or {other}"),
            (Layer::Shade, name) => format!("{name} differs"),
            (_, name) => format!("the {} {name} differs", of.name()),
        }));
    }
    some_of(&names)
}

/// Returns the names of the first open cells.
pub fn cells(puzzle: &Puzzle, cells: &[usize]) -> String {
    some_of(&cells.iter().map(|&cell| Place::Cell(cell).name(puzzle)).collect::<Vec<_>>())
}

/// Returns a rule and its places.
pub fn rule(puzzle: &Puzzle, rule: &Rule, places: &[Place]) -> String {
    let names: Vec<String> =
        places.iter().map(|place| place.name(puzzle)).filter(|name| !name.is_empty()).collect();
    let says = rule.says.trim_end_matches('.');
    if names.is_empty() { says.to_owned() } else { format!("{says} ({})", some_of(&names)) }
}

/// Joins the first names, and says how many more there are.
pub fn some_of(names: &[String]) -> String {
    let shown = names.len().min(MOST_NAMED);
    let text = names[..shown].join(", ");
    if shown < names.len() { format!("{text}, and {} more", names.len() - shown) } else { text }
}

//! Items of a string of constraints, as lines of the native format.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A cell as row and column, from 1.
type Cell = (usize, usize);

/// The size, and the values that each cell may still have, if some are excluded.
pub(super) struct Board {
    rows: usize,
    columns: usize,
    cells: Vec<Option<Vec<i32>>>,
}

/// Returns a cell by its name.
pub(super) fn cell(text: &str) -> Option<Cell> {
    let digit = |c: char| c.to_digit(17).filter(|&digit| digit > 0).map(|digit| digit as usize);
    let mut each = text.chars();
    match (each.next()?, each.next()?, each.next()?, each.next()?, each.next()) {
        ('R' | 'r', row, 'C' | 'c', column, None) => Some((digit(row)?, digit(column)?)),
        _ => None,
    }
}

impl Board {
    pub fn new(rows: usize, columns: usize) -> Board {
        Board { rows, columns, cells: vec![None; rows * columns] }
    }

    fn cell(&self, text: &str) -> Option<Cell> {
        cell(text).filter(|&(row, column)| row <= self.rows && column <= self.columns)
    }

    fn values(&self, given: &str) -> Result<(Cell, Vec<i32>), String> {
        let mut parts = given.split('_');
        let cell = parts.next().and_then(|name| self.cell(name));
        let values: Option<Vec<i32>> = parts.map(|value| value.parse().ok()).collect();
        cell.zip(values)
            .filter(|(_, values)| !values.is_empty())
            .ok_or_else(|| format!("{given:?} is not a cell with its values"))
    }

    /// Takes a given or candidates. Those of several items intersect.
    pub fn given(&mut self, given: &str) -> Result<(), String> {
        let ((row, column), values) = self.values(given)?;
        let known = self.cells[(row - 1) * self.columns + column - 1].get_or_insert_with(|| values.clone());
        known.retain(|value| values.contains(value));
        if known.is_empty() {
            Err(format!("{given:?} leaves nothing of the values that the cell had before"))
        } else {
            Ok(())
        }
    }

    /// Returns the rule that a cell has one of some values.
    pub fn among(&self, given: &str) -> Result<String, String> {
        let ((row, column), values) = self.values(given)?;
        let values: Vec<String> = values.iter().map(i32::to_string).collect();
        Ok(format!("among {}: r{row}c{column}", values.join(" ")))
    }

    fn symbols(&self, layout: &str) -> Result<Vec<char>, String> {
        let symbols: Vec<char> = layout.chars().collect();
        if symbols.len() == self.cells.len() {
            Ok(symbols)
        } else {
            Err(format!("a layout of {} cells for {}", symbols.len(), self.cells.len()))
        }
    }

    /// Returns a rule for each region of a layout that comes in addition to others.
    pub fn extra_regions(&self, layout: &str) -> Result<Vec<String>, String> {
        let symbols = self.symbols(layout)?;
        let mut regions: BTreeMap<char, String> = BTreeMap::new();
        for (at, symbol) in symbols.into_iter().enumerate().filter(|(_, symbol)| *symbol != '.') {
            let (row, column) = (at / self.columns + 1, at % self.columns + 1);
            let _ = write!(regions.entry(symbol).or_default(), " r{row}c{column}");
        }
        Ok(regions.into_values().map(|cells| format!("extra-region:{cells}")).collect())
    }

    /// Returns the block of the regions of a layout.
    pub fn regions(&self, layout: &str) -> Result<String, String> {
        let symbols = self.symbols(layout)?;
        let rows = symbols.chunks(self.columns).map(|row| row.iter().collect::<String>() + "\n");
        Ok(format!("regions:\n{}", rows.collect::<String>()))
    }

    /// Returns the block of the cells.
    pub fn block(&self) -> String {
        let mut text = String::from("grid:\n");
        for row in self.cells.chunks(self.columns) {
            let words = row.iter().map(|values| match values.as_deref() {
                None => ".".to_owned(),
                Some([value]) => value.to_string(),
                Some(values) => {
                    format!("{{{}}}", values.iter().map(i32::to_string).collect::<Vec<_>>().join(","))
                }
            });
            let _ = writeln!(text, "{}", words.collect::<Vec<_>>().join(" "));
        }
        text
    }
}

/// The kind of arguments that an item has.
#[derive(Clone, Copy)]
enum Form {
    /// None.
    Flag,
    /// Cells.
    Cells,
    /// A number and cells.
    Number,
    /// Cells; each pair of neighbours among them is a clue.
    Neighbours,
    /// A number for each side of a row or column.
    Sides,
    /// Numbers separated by `_`, and cells.
    Values,
}

/// The items with the same arguments as a rule of this program, with that rule.
const ITEMS: [(&str, &str, Form); 42] = [
    ("AntiKnight", "anti-knight", Form::Flag),
    ("AntiKing", "anti-king", Form::Flag),
    ("AntiConsecutive", "nonconsecutive", Form::Flag),
    ("AntiTaxicab", "anti-taxicab", Form::Flag),
    ("StrictKropki", "all-given white black", Form::Flag),
    ("StrictXV", "all-given xv", Form::Flag),
    ("GlobalEntropy", "global-entropy", Form::Flag),
    ("GlobalMod", "global-mod", Form::Flag),
    ("DisjointSets", "disjoint", Form::Flag),
    ("Windoku", "windoku", Form::Flag),
    ("DutchFlatmates", "dutch-flatmates", Form::Flag),
    ("Thermo", "thermo", Form::Cells),
    ("DoubleArrow", "double-arrow", Form::Cells),
    ("Renban", "renban", Form::Cells),
    ("Palindrome", "palindrome", Form::Cells),
    ("Between", "between", Form::Cells),
    ("Zipper", "zipper", Form::Cells),
    ("RegionSumLine", "region-sum", Form::Cells),
    ("Entropic", "entropic", Form::Cells),
    ("AllDifferent", "extra-region", Form::Cells),
    ("EqualityCage", "equality", Form::Cells),
    ("CountingCircles", "counting-circles", Form::Cells),
    ("ValueIndexing", "value-index", Form::Cells),
    ("Whisper", "whisper", Form::Number),
    ("Lockout", "lockout", Form::Number),
    ("Modular", "modular", Form::Number),
    ("Cage", "killer", Form::Number),
    ("Sum", "sum", Form::Number),
    ("Lunchbox", "lunchbox", Form::Number),
    ("RellikCage", "rellik", Form::Number),
    ("WhiteDot", "white", Form::Neighbours),
    ("BlackDot", "black", Form::Neighbours),
    ("X", "x", Form::Neighbours),
    ("V", "v", Form::Neighbours),
    ("GreaterThan", "greater", Form::Neighbours),
    ("XSum", "x-sum", Form::Sides),
    ("Skyscraper", "skyscraper", Form::Sides),
    ("HiddenSkyscraper", "hidden-skyscraper", Form::Sides),
    ("NumberedRoom", "numbered-room", Form::Sides),
    ("FullRank", "full-rank", Form::Sides),
    ("ContainAtLeast", "contains", Form::Values),
    ("ContainExact", "contains-exactly", Form::Values),
];

/// Whether there are items with this name and without arguments.
pub(super) fn is_flag(name: &str) -> bool {
    matches!(name, "NoBoxes" | "Or" | "And")
        || ITEMS.iter().any(|item| item.0 == name && matches!(item.2, Form::Flag))
}

/// Returns the rules of an item, one a line; `None` if it has none here.
pub(super) fn rule(name: &str, arguments: &[&str], board: &Board) -> Option<Vec<String>> {
    match (name, arguments) {
        ("Diagonal", ["1"]) => return one("diagonal+"),
        ("Diagonal", ["-1"]) => return one("diagonal-"),
        ("Arrow", [bulb, shaft @ ..]) => {
            return one(&format!("arrow: {} = {}", cells(&[bulb], board)?, cells(shaft, board)?));
        }
        ("PillArrow", [count, all @ ..]) => {
            let count = count.parse().ok().filter(|&count| count < all.len())?;
            let (pill, shaft) = all.split_at(count);
            return one(&format!("arrow: {} = {}", cells(pill, board)?, cells(shaft, board)?));
        }
        ("Quad", [at, values @ ..]) => {
            return one(&format!("quadruple {}: {}", numbers(values)?, cells(&[at], board)?));
        }
        ("LittleKiller", [sum, at]) => return little_killer(sum, board.cell(at)?, board),
        ("Sandwich", [sum, at]) => {
            let (sum, (is_column, at)) = (numbers(&[sum])?, line(at)?);
            return one(&format!("sandwich {sum}: {} {at}", if is_column { "col" } else { "row" }));
        }
        ("SumLine", [sum, all @ .., "LOOP"]) => {
            return one(&format!("sum-line {} loop: {}", numbers(&[sum])?, cells(all, board)?));
        }
        ("SumLine", [sum, all @ ..]) => {
            return one(&format!("sum-line {}: {}", numbers(&[sum])?, cells(all, board)?));
        }
        ("Indexing", [way, all @ ..]) => {
            let kind =
                [("R", "row"), ("C", "column"), ("B", "box")].iter().find(|(letter, _)| letter == way)?.1;
            return one(&format!("{kind}-index: {}", cells(all, board)?));
        }
        ("SameValues", [count, all @ ..]) => {
            let count = count.parse().ok().filter(|&count| count > 1 && all.len().is_multiple_of(count))?;
            let sets: Option<Vec<String>> =
                all.chunks(all.len() / count).map(|set| cells(set, board)).collect();
            return one(&format!("same-values: {}", sets?.join(" = ")));
        }
        ("EqualSum", all) => {
            let sets: Option<Vec<String>> =
                all.split(|part| *part == "-").map(|set| cells(set, board)).collect();
            return one(&format!("equal-sums: {}", sets?.join(" = ")));
        }
        ("LookAndSay", [pairs, all @ ..]) => {
            let digits: Vec<String> = pairs.chars().map(String::from).collect();
            let digits: Vec<&str> = digits.iter().map(String::as_str).collect();
            return one(&format!("look-and-say {}: {}", numbers(&digits)?, cells(all, board)?));
        }
        _ => {}
    }
    let &(_, rule, form) = ITEMS.iter().find(|item| item.0 == name)?;
    match (form, arguments) {
        (Form::Flag, []) => one(rule),
        (Form::Cells, all) => one(&format!("{rule}: {}", cells(all, board)?)),
        (Form::Number, ["0", all @ ..]) if name == "Cage" => one(&format!("{rule}: {}", cells(all, board)?)),
        (Form::Number, [number, all @ ..]) => {
            one(&format!("{rule} {}: {}", numbers(&[number])?, cells(all, board)?))
        }
        (Form::Values, [values, all @ ..]) => {
            let values: Vec<&str> = values.split('_').collect();
            one(&format!("{rule} {}: {}", numbers(&values)?, cells(all, board)?))
        }
        (Form::Neighbours, all) if all.len() <= board.cells.len() => {
            let all: Option<Vec<Cell>> = all.iter().map(|name| board.cell(name)).collect();
            let all = all?;
            let later = |at: usize| all[at + 1..].iter().map(move |other| (at, *other));
            let pairs = (0..all.len()).flat_map(later).map(|(at, other)| (all[at], other));
            let pairs: Vec<String> = pairs
                .filter(|(one, other)| one.0.abs_diff(other.0) + one.1.abs_diff(other.1) == 1)
                .map(|(one, other)| format!("r{}c{} r{}c{}", one.0, one.1, other.0, other.1))
                .collect();
            if pairs.is_empty() { None } else { one(&format!("{rule}: {}", pairs.join(", "))) }
        }
        (Form::Sides, [at, clues @ ..]) if clues.len() <= 2 => {
            let (is_column, at) = line(at)?;
            let sides = if is_column { ["top", "bottom"] } else { ["left", "right"] };
            let clues = clues.iter().zip(sides).filter(|(clue, _)| !clue.is_empty());
            clues.map(|(clue, side)| Some(format!("{rule} {}: {side} {at}", numbers(&[clue])?))).collect()
        }
        _ => None,
    }
}

fn one(rule: &str) -> Option<Vec<String>> {
    Some(vec![rule.to_owned()])
}

/// Returns a list of cells; `None` if it is empty or has something else.
fn cells(names: &[&str], board: &Board) -> Option<String> {
    let cells: Option<Vec<String>> =
        names.iter().map(|name| board.cell(name).map(|(row, column)| format!("r{row}c{column}"))).collect();
    cells.filter(|cells| !cells.is_empty()).map(|cells| cells.join(" "))
}

/// Returns numbers with blanks between.
fn numbers(texts: &[&str]) -> Option<String> {
    let numbers: Option<Vec<String>> =
        texts.iter().map(|text| Some(text.parse::<i32>().ok()?.to_string())).collect();
    numbers.filter(|numbers| !numbers.is_empty()).map(|numbers| numbers.join(" "))
}

/// Returns whether `C5` is a column, and its number.
fn line(text: &str) -> Option<(bool, usize)> {
    let mut each = text.chars();
    let (kind, digit) = (each.next()?, each.next()?);
    let at = digit.to_digit(17).filter(|&at| at > 0 && each.next().is_none())? as usize;
    matches!(kind, 'R' | 'C').then_some((kind == 'C', at))
}

/// Returns the clue beside a cell of the border. Clues are listed clockwise: each corner is of the side that begins there.
fn little_killer(sum: &str, (row, column): Cell, board: &Board) -> Option<Vec<String>> {
    let (last_row, last_column) = (board.rows, board.columns);
    let way = match () {
        () if column == 1 && row < last_row => "dr",
        () if row == 1 => "dl",
        () if column == last_column => "ul",
        () if row == last_row => "ur",
        () => return None,
    };
    one(&format!("little-killer {}: r{row}c{column} {way}", numbers(&[sum])?))
}

//! Formulas written by the setter: for fixed cells, or applied to many tuples of cells.

use crate::formula::Span;
use crate::grid::Grid;
use crate::rules::clue::{Detail, FormulaUse, RuleFormula};
use crate::rules::mark::Mark;
use crate::rules::{Clue, Draft, Group, Kind, ListSyntax, Scene};
use crate::symbols::Symbols;

/// A formula that must hold.
pub const REQUIRE: Kind = Kind {
    name: "require",
    group: Group::Own,
    usage: "require FORMULA",
    help: "The formula holds. It has + - * / %, comparisons, and or not implies, abs(…) min(…) max(…), and of lists of cells sum{…} count{…, value} distinct{…} min{…} max{…} all-different{…}.",
    sentence: "The setter's own rule: {text}.",
    example: "require r1c1 + 2*r1c2 == r3c3\nrequire abs(r5c5 - r5c6) >= 3 or r5c5 == 1",
    lists: ListSyntax::Formula,
    holds,
    declare,
    marks,
    noun: "the formula “{text}”",
    says: "The formula holds: {full text}",
    ..Kind::BLANK
};

/// A formula with names that must hold for many tuples of cells.
pub const EACH: Kind = Kind {
    name: "each",
    group: Group::Own,
    usage: "each adjacent|knight|king|window HxW|along CELLS|pairs CELLS NAME NAME …: FORMULA",
    help: "The formula holds for all neighbours, for all cells a knight's or a king's move apart, for the cells of every rectangle, for consecutive cells of a list, or for all pairs of a list. Its names stand for these cells.",
    sentence: "The setter's own rule for many cells: {text}.",
    example: "each adjacent a b: a + b != 10\neach window 2x2 a b c d: a + d != b + c\neach along r1c1-r1c9 a b: abs(a - b) >= 2",
    lists: ListSyntax::Template,
    holds,
    declare,
    marks,
    noun: "the formula “{text}”",
    says: "The formula holds, here for {scope}: {full text}",
    ..Kind::BLANK
};

fn holds(clue: &Clue, scene: &Scene<'_>, numbers: &[i32]) -> bool {
    let number = |cell: u16| i64::from(numbers[usize::from(cell)]);
    match formula_of(clue) {
        Some(FormulaUse::Require(formula)) => formula.holds(&number, &[]),
        Some(FormulaUse::Each(each)) => {
            tuples(clue, scene.grid).iter().all(|tuple| each.formula.holds(&number, tuple))
        }
        None => true,
    }
}

fn declare(clue: &Clue, draft: &mut Draft<'_>) {
    match formula_of(clue) {
        Some(FormulaUse::Require(formula)) => draft.post(formula.condition(&|cell| draft.var(cell), &[])),
        Some(FormulaUse::Each(each)) => {
            for tuple in tuples(clue, draft.grid()) {
                draft.post(each.formula.condition(&|cell| draft.var(cell), &tuple));
            }
        }
        None => {}
    }
}

fn marks(clue: &Clue, scene: &Scene<'_>) -> Vec<Mark> {
    let grid = scene.grid;
    let symbols = Symbols::usual(grid.first_value(), grid.values());
    match &clue.detail {
        Detail::Formula(formula) => vec![Mark::Note(sentence(formula, grid, &symbols))],
        _ => Vec::new(),
    }
}

/// Returns a formula as a sentence with the signs of mathematics.
fn sentence(formula: &RuleFormula, grid: &Grid, symbols: &Symbols) -> String {
    const SIGNS: [(&str, &str); 6] =
        [("==", "="), ("!=", "≠"), (">=", "≥"), ("<=", "≤"), ("*", "×"), (" - ", " − ")];
    let signs = |text: &str| SIGNS.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
    let text = formula.text(grid, symbols);
    let FormulaUse::Each(each) = &formula.0 else { return format!("{}.", signs(&text)) };
    let Some((head, formula)) = text.split_once(": ") else { return signs(&text) };
    let words: Vec<&str> = head.split_whitespace().collect();
    let names = each.names.join(", ");
    let cells = words[1..words.len() - each.names.len()].join(" ");
    let place = match &each.span {
        Span::Adjacent => format!("neighbours {names}"),
        Span::Knight => format!("cells {names} a knight's move apart"),
        Span::King => format!("cells {names} a king's move apart"),
        Span::Window { .. } => format!("the cells {names} of every rectangle of {}", cells.replace('x', "×")),
        Span::Along(_) => format!("consecutive cells {names} of {cells}"),
        Span::Pairs(_) => format!("any two cells {names} of {cells}"),
    };
    format!("For {place}: {}.", signs(formula))
}

fn formula_of(clue: &Clue) -> Option<&FormulaUse> {
    match &clue.detail {
        Detail::Formula(formula) => Some(&formula.0),
        _ => None,
    }
}

/// The tuples of cells that the names of a formula stand for. Tuples with a gap of the grid are left out.
fn tuples(clue: &Clue, grid: &Grid) -> Vec<Vec<u16>> {
    let Some(FormulaUse::Each(each)) = formula_of(clue) else { return Vec::new() };
    let mut tuples = each.tuples(grid);
    tuples.retain(|tuple| !tuple.iter().any(|&cell| grid.is_gap(cell.into())));
    tuples
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_have_formulas_as_sentences() {
        let note = |line: &str| {
            let puzzle: crate::Puzzle = format!("{line}\n").parse().expect("a valid puzzle");
            match &crate::print::marks(&puzzle)[..] {
                [Mark::Note(note)] => note.clone(),
                marks => panic!("{marks:?}"),
            }
        };
        assert_eq!(note("require r1c1 + 2*r1c2 != r3c3"), "r1c1 + 2 × r1c2 ≠ r3c3.");
        let king = "For cells a, b a king's move apart: abs(a − b) ≥ 2.";
        assert_eq!(note("each king a b: abs(a - b) >= 2"), king);
        let along = "For consecutive cells a, b of r1c1-r1c9: a ≤ b.";
        assert_eq!(note("each along r1c1-r1c9 a b: a <= b"), along);
        let window = "For the cells a, b, c, d of every rectangle of 2×2: a ≠ d.";
        assert_eq!(note("each window 2x2 a b c d: a != d"), window);
    }
}

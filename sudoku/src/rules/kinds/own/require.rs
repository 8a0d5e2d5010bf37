//! Formulas written by the setter: for fixed cells, or applied to many tuples of cells.

use crate::grid::Grid;
use crate::rules::clue::{Detail, FormulaUse};
use crate::rules::mark::Mark;
use crate::rules::{Clue, Draft, Group, Kind, ListSyntax, Scene};
use crate::symbols::Symbols;

/// A formula that must hold.
pub const REQUIRE: Kind = Kind {
    name: "require",
    group: Group::Own,
    usage: "require FORMULA",
    help: "The formula holds. It has + - * / %, comparisons, and or not implies, abs(…) min(…) max(…), and of lists of cells sum{…} count{…, value} distinct{…} min{…} max{…} all-different{…}.",
    example: "require r1c1 + 2*r1c2 == r3c3\nrequire abs(r5c5 - r5c6) >= 3 or r5c5 == 1",
    lists: ListSyntax::Formula,
    holds,
    declare,
    marks,
    ..Kind::BLANK
};

/// A formula with names that must hold for many tuples of cells.
pub const EACH: Kind = Kind {
    name: "each",
    group: Group::Own,
    usage: "each adjacent|knight|king|window HxW|along CELLS|pairs CELLS NAME NAME …: FORMULA",
    help: "The formula holds for all neighbours, for all cells a knight's or a king's move apart, for the cells of every rectangle, for consecutive cells of a list, or for all pairs of a list. Its names stand for these cells.",
    example: "each adjacent a b: a + b != 10\neach window 2x2 a b c d: a + d != b + c\neach along r1c1-r1c9 a b: abs(a - b) >= 2",
    lists: ListSyntax::Template,
    holds,
    declare,
    marks,
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
        Detail::Formula(formula) => {
            vec![Mark::Note(format!("{} {}", clue.kind.name, formula.text(grid, &symbols)))]
        }
        _ => Vec::new(),
    }
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

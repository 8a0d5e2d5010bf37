//! Rules of the whole grid.

use serde_json::Value;

use crate::layout::Cell;

use super::clue::Clue;
use super::facts::boxes;
use super::kinds::Kinds;
use super::reader::Reader;

pub fn clues(kinds: &Kinds<'_>, rule: &Reader<'_>) -> Result<Vec<Clue>, String> {
    let flag = match rule.kind() {
        "AntiKnight" => "anti-knight",
        "AntiKing" => "anti-king",
        "AntiTaxicab" => "anti-taxicab",
        "AntiConsecutive" => "nonconsecutive",
        "Diagonal" if rule.number("direction")? > 0 => "diagonal+",
        "Diagonal" => "diagonal-",
        "Windoku" => return windoku(kinds),
        "DisjointSets" => return disjoint(kinds),
        "StrictKropki" => "all-given white black",
        "StrictXV" => "all-given xv",
        "GlobalEntropy" => "global-entropy",
        "GlobalMod" => "global-mod",
        "DutchFlatmates" => "dutch-flatmates",
        "Doppelganger" if kinds.layout.group(MISSED[0]).is_none() => "doppelganger",
        "Doppelganger" => {
            let lists = MISSED.iter().filter_map(|prefix| kinds.layout.group(prefix));
            let lists: Vec<Vec<Cell>> = lists.map(Iterator::collect).collect();
            return kinds.joined("doppelganger", &lists);
        }
        // Written with each rank clue.
        "FullRankTies" => return Ok(Vec::new()),
        kind => return Err(format!("{kind} is not converted")),
    };
    Ok(vec![Clue::flag(flag)])
}

/// Prefixes of cells that hold the values missing in rows, in columns, and in boxes. The names of the first two are
/// crossed.
pub const MISSED: [&str; 3] = ["DGC", "DGR", "DGB"];

/// Returns whether rules name such cells.
pub fn speaks_of_missed(rules: &[Value]) -> bool {
    rules.iter().any(|rule| MISSED.iter().any(|prefix| rule.to_string().contains(&format!("\"{prefix}"))))
}

fn windoku(kinds: &Kinds<'_>) -> Result<Vec<Clue>, String> {
    let size = kinds.record.values.clone().count();
    if boxes(kinds.record.rows, kinds.record.columns, size) == kinds.facts.boxes {
        Ok(vec![Clue::flag("windoku")])
    } else {
        Err("Windoku: windows of another size than the boxes".into())
    }
}

/// Returns a rule for the cells at each position within the boxes, including boxes that are switched off.
fn disjoint(kinds: &Kinds<'_>) -> Result<Vec<Clue>, String> {
    if kinds.facts.boxes.is_some() {
        return Ok(vec![Clue::flag("disjoint")]);
    }
    let (height, width) = kinds.facts.possible_boxes.ok_or("DisjointSets: there can be no boxes")?;
    let columns = kinds.record.columns;
    let set = |at: usize| -> Vec<Cell> {
        let rows = (at / width..kinds.record.rows).step_by(height);
        let cells =
            |row: usize| (at % width..columns).step_by(width).map(move |column| row * columns + column);
        rows.flat_map(cells).collect()
    };
    Ok((0..height * width).map(|at| Clue::list("extra-region", kinds.layout.text(&set(at)))).collect())
}

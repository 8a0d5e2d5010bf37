//! Unknown regions.
//!
//! The other solver has one extra cell for each cell of the grid, `CC1` …, that holds the number of its region. The
//! text names the cells of the grid themselves, and uses `g1c1` for the number only where there is no other way.

use crate::layout::{Cell, LABELS};

use super::clue::Clue;
use super::kinds::Kinds;
use super::reader::Reader;

/// Converts the rules about regions, including general rules over cells that hold region numbers.
pub fn clues(kinds: &Kinds<'_>, rule: &Reader<'_>) -> Result<Option<Vec<Clue>>, String> {
    let Some(numbers) = kinds.layout.group(LABELS) else { return Ok(None) };
    let places = |cells: &[Cell]| -> Option<Vec<Cell>> {
        cells.iter().map(|cell| numbers.contains(cell).then(|| cell - numbers.start)).collect()
    };
    let all = |cells: &[Cell]| places(cells).ok_or_else(|| format!("{}: cells in no region", rule.kind()));
    let with_offset = |name: &str| match rule.number("offset")? {
        0 => Ok::<_, String>(name.to_owned()),
        offset => Ok(format!("{name} {offset}")),
    };
    match rule.kind() {
        "ChaosConstruction" => {
            let (side, size) = (kinds.layout.rows().max(kinds.layout.columns()), kinds.facts.region_size);
            let size = if size == side { String::new() } else { format!(" {size}") };
            Ok(Some(vec![Clue::flag(format!("chaos-construction{size}"))]))
        }
        "ChaosArrow" => {
            // After the counting cell, the list repeats the cells of the arms.
            let cells = rule.cells()?;
            let (control, repeated) = cells.split_first().ok_or("ChaosArrow: no cells")?;
            let arms = rule.lists("arms")?;
            if repeated != arms.concat() {
                return Err("ChaosArrow: cells that are not those of the arms".into());
            }
            let mut lists = vec![vec![*control]];
            for arm in arms {
                lists.push(all(&arm)?);
            }
            Ok(Some(vec![kinds.lists(&with_offset("chaos-arrow")?, &lists)]))
        }
        "ChaosCount" => {
            let cells = rule.cells()?;
            let (control, counted) = cells.split_first().ok_or("ChaosCount: no cells")?;
            let lists = [vec![*control], all(counted)?];
            Ok(Some(vec![kinds.lists(&with_offset("chaos-count")?, &lists)]))
        }
        "CountDistinct" => {
            let cells = rule.cells()?;
            let (control, counted) = cells.split_first().ok_or("CountDistinct: no cells")?;
            let counted = places(counted);
            Ok(counted.map(|counted| vec![kinds.lists("count-regions", &[vec![*control], counted])]))
        }
        "AllDifferent" => {
            let cells = places(&rule.cells()?);
            Ok(cells.map(|cells| vec![kinds.lists("different-regions", &[cells])]))
        }
        "SameValues" => match places(&rule.cells()?) {
            Some(cells) if rule.number("numSets")? as usize >= cells.len() => {
                Ok(Some(vec![kinds.lists("same-region", &[cells])]))
            }
            _ => Ok(None),
        },
        _ => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use sudoku::Puzzle;

    use crate::convert;
    use crate::record::record;

    /// Returns the last line of the text of a 2x2 grid with unknown regions and a rule. Checks that the text can be
    /// read.
    fn line(rule: Value) -> Result<String, String> {
        let record = record(&json!({
            "id": "a", "name": "a", "rows": 2, "cols": 2, "minValue": 1, "maxValue": 2, "givens": {},
            "constraints": [{"type": "ChaosConstruction"}, rule],
            "iss_result": {"solutions_found": 1, "cpu_ms": 0.0, "setup_cpu_ms": 0.0, "capped": false},
        }));
        let text = convert::text(&record.expect("a record"))?;
        text.parse::<Puzzle>().map_err(|error| error.to_string())?;
        Ok(text.lines().last().unwrap_or_default().to_owned())
    }

    #[test]
    fn arrows_speak_of_cells_of_the_grid() {
        let arrow = |offset: i32, cells: &[&str], arms: &[&[&str]]| {
            line(json!({"type": "ChaosArrow", "offset": offset, "cells": cells, "arms": arms}))
        };
        assert_eq!(arrow(0, &["R1C2"], &[]).as_deref(), Ok("chaos-arrow: r1c2"));
        let arms: [&[&str]; 2] = [&["CC4", "CC3"], &["CC4", "CC2"]];
        let cells = ["R1C2", "CC4", "CC3", "CC4", "CC2"];
        let expected = "chaos-arrow 1: r1c2 = r2c2 r2c1 = r2c2 r1c2";
        assert_eq!(arrow(1, &cells, &arms).as_deref(), Ok(expected));
        assert!(arrow(0, &cells[..4], &arms).is_err(), "cells that are not those of the arms");
        assert!(arrow(0, &["R1C2", "R1C1"], &[&["R1C1"]]).is_err(), "an arm of cells in no region");
    }

    #[test]
    fn counts_speak_of_cells_of_the_grid() {
        let count = |cells: &[&str]| line(json!({"type": "ChaosCount", "offset": 0, "cells": cells}));
        assert_eq!(count(&["R1C1"]).as_deref(), Ok("chaos-count: r1c1"));
        assert_eq!(count(&["R1C1", "CC1", "CC4"]).as_deref(), Ok("chaos-count: r1c1 = r1c1 r2c2"));
    }
}

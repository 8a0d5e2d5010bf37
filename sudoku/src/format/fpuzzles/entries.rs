//! Entries under the keys of rules, read as clues.

use super::keys::{self, RuleKey};
use super::read::Document;
use crate::format::links::json::Node;
use crate::rules::fpuzzles::{Form, Key};
use crate::rules::{Clue, Param, ParamSyntax};
use crate::text::ParseError;

impl Document {
    /// Reads all entries under the key of a rule.
    pub fn key(&mut self, known: &RuleKey, node: &Node<'_>) -> Result<(), ParseError> {
        let key = &known.key;
        match key.form {
            // Read together with the flag `nonconsecutive`.
            Form::Negative => return Ok(()),
            Form::Flag if node.truth()? && key.name != keys::NONCONSECUTIVE => {
                return self.outline.clue(Clue::new(known.kind()), key.name);
            }
            Form::Flag => return Ok(()),
            _ => {}
        }
        let entries: Vec<Node<'_>> = node.list()?.collect();
        for entry in entries {
            for unknown in entry.object()?.keys() {
                let is_in = |list: &[&str]| list.contains(&unknown.as_str());
                if !is_in(keys::of_entry(key.form)) && !is_in(&keys::LOOKS) {
                    *self.unknown.entry(format!("{unknown} of {}", key.name)).or_default() += 1;
                }
            }
            self.entry(known, &entry)?;
        }
        Ok(())
    }

    fn entry(&mut self, known: &RuleKey, entry: &Node<'_>) -> Result<(), ParseError> {
        let (key, clue) = (&known.key, Clue::new(known.kind()));
        let path = entry.path.clone();
        match key.form {
            Form::Flag | Form::Negative => unreachable!("they have no entries"),
            Form::Cells | Form::Cage => {
                let value = self.value(key, &clue, entry)?;
                let clue = self.cells(clue, entry, "cells")?;
                self.add(with(clue, value), path)
            }
            Form::Sum => {
                let clue = self.cells(clue, entry, "cells")?;
                self.sum(known, clue, entry)
            }
            Form::Cell => {
                let Some(cell) = entry.get("cell") else { return Err(entry.error("there is no cell")) };
                let cell = self.inside(&cell)?;
                self.outline.clue(clue.list([cell]), path)
            }
            Form::Lines => {
                let value = self.value(key, &clue, entry)?;
                for line in entry.entries("lines")? {
                    let cells = self.list(&line)?;
                    self.add(with(clue.clone().list(cells), value), line.path)?;
                }
                Ok(())
            }
            Form::Arrow => {
                let clue = self.cells(clue, entry, "cells")?;
                for line in entry.entries("lines")? {
                    let mut cells = self.list(&line)?;
                    cells.retain(|cell| !clue.cells().contains(cell));
                    if cells.is_empty() {
                        self.outline.remark(format!("{}: an arrow without a shaft", line.path))
                    } else {
                        self.add(clue.clone().list(cells), line.path)?
                    }
                }
                Ok(())
            }
            Form::Clone => {
                let clue = self.cells(clue, entry, "cells")?;
                let clue = self.cells(clue, entry, "cloneCells")?;
                self.outline.clue(clue, path)
            }
            Form::Corner => {
                let mut clue = self.cells(clue, entry, "cells")?;
                for value in entry.entries("values")? {
                    let place = self.outline.value(value.number()?, &value.path)?;
                    clue.params.push(Param::Number(self.outline.grid().number(place)));
                }
                // A circle without numbers has no meaning.
                if clue.params.is_empty() { Ok(()) } else { self.outline.clue(clue, path) }
            }
            Form::Seen | Form::Diagonal => self.outside(key, clue, entry),
        }
    }

    /// Adds a clue. If it has no cells, as editors leave some behind, it becomes a remark.
    fn add(&mut self, clue: Clue, path: String) -> Result<(), ParseError> {
        if clue.lists.iter().any(Vec::is_empty) {
            self.outline.remark(format!("{path}: no cells"));
            return Ok(());
        }
        self.outline.clue(clue, path)
    }

    /// Returns the number of an entry, for rules that take one.
    fn value(&mut self, key: &Key, clue: &Clue, entry: &Node<'_>) -> Result<Option<i32>, ParseError> {
        let Some(value) = entry.get("value") else {
            let usual = keys::DEFAULTS.iter().find(|(name, _)| *name == key.name);
            return Ok(usual.map(|&(_, number)| number));
        };
        if clue.kind.params == ParamSyntax::Nothing {
            *self.unknown.entry(format!("value of {}", key.name)).or_default() += 1;
            return Ok(None);
        }
        Ok(Some(value.small()?).filter(|&number| key.form != Form::Cage || number != 0))
    }

    /// Adds the clue of two cells with a sum, or with the word of a rule.
    fn sum(&mut self, known: &RuleKey, clue: Clue, entry: &Node<'_>) -> Result<(), ParseError> {
        let Some(value) = entry.get("value") else { return Ok(()) };
        let word = value.value.as_str().map(|text| text.trim().to_uppercase());
        let clue = match word.and_then(|word| known.named(&word)) {
            Some(kind) => Clue { kind, ..clue },
            None => clue.number(value.small()?),
        };
        self.outline.clue(clue, &entry.path)
    }

    /// Adds a clue outside the grid. Without a value it has no meaning.
    fn outside(&mut self, key: &Key, clue: Clue, entry: &Node<'_>) -> Result<(), ParseError> {
        let Some(value) = entry.get("value") else { return Ok(()) };
        let Some(cell) = entry.get("cell") else { return Err(entry.error("there is no cell")) };
        let (side, from) = (self.side as i32, self.place(&cell)?);
        let step = match key.form {
            Form::Diagonal => {
                let Some(direction) = entry.get("direction") else {
                    return Err(entry.error("there is no direction"));
                };
                let said = direction.text()?.trim().to_uppercase();
                let known = keys::DIRECTIONS.iter().find(|(name, _)| *name == said);
                let Some(&(_, step)) = known else {
                    return Err(direction.error("directions are UL, UR, DL and DR"));
                };
                Some(step)
            }
            _ => keys::inward(side, from),
        };
        let cells = step.map(|step| keys::sight(side, from, step)).unwrap_or_default();
        let is_outside = !(0..side).contains(&from.0) || !(0..side).contains(&from.1);
        if cells.is_empty() || !is_outside {
            return Err(cell.error("not a cell outside the grid at one of its sides"));
        }
        self.outline.clue(clue.number(value.small()?).list(cells), &entry.path)
    }

    /// Adds the cells under a key of an entry as a list.
    fn cells(&self, clue: Clue, entry: &Node<'_>, key: &str) -> Result<Clue, ParseError> {
        match entry.get(key) {
            Some(cells) => Ok(clue.list(self.list(&cells)?)),
            None => Err(entry.error(format!("there is no {key}"))),
        }
    }

    fn list(&self, cells: &Node<'_>) -> Result<Vec<u16>, ParseError> {
        cells.list()?.map(|cell| self.inside(&cell)).collect()
    }

    /// Returns a cell of the grid.
    fn inside(&self, node: &Node<'_>) -> Result<u16, ParseError> {
        let (row, column) = self.place(node)?;
        let cell = usize::try_from(row).ok().zip(usize::try_from(column).ok());
        let cell = cell.and_then(|(row, column)| self.outline.grid().cell(row, column));
        cell.ok_or_else(|| node.error(format!("the grid has no cell R{}C{}", row + 1, column + 1)))
    }

    /// Returns row and column from 0. The place may be next to the grid: `R0C10`.
    fn place(&self, node: &Node<'_>) -> Result<(i32, i32), ParseError> {
        let text = node.text()?.trim();
        let numbers = text.strip_prefix(['R', 'r']).and_then(|rest| rest.split_once(['C', 'c']));
        let number = |text: &str| text.parse::<u8>().ok().filter(|&at| usize::from(at) <= self.side + 1);
        let place = numbers.and_then(|(row, column)| number(row).zip(number(column)));
        let (row, column) = place.ok_or_else(|| {
            let short: String = text.chars().take(20).collect();
            node.error(format!("{short:?} is not a cell of this grid, such as R1C1"))
        })?;
        Ok((i32::from(row) - 1, i32::from(column) - 1))
    }
}

/// Adds a number to a clue, if there is one.
fn with(clue: Clue, number: Option<i32>) -> Clue {
    match number {
        Some(number) => clue.number(number),
        None => clue,
    }
}

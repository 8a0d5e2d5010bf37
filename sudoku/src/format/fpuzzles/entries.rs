//! What stands under the key of a rule, as clues.

use super::keys::{self, Form, Key};
use super::read::Reader;
use crate::format::ParseError;
use crate::format::links::json::Node;
use crate::rules::{Clue, Param, Takes};

impl Reader {
    /// Everything under a key that states a rule.
    pub fn key(&mut self, key: &Key, node: &Node<'_>) -> Result<(), ParseError> {
        if key.form == Form::Flag {
            // This one is read together with what is negative.
            if node.truth()?
                && key.name != keys::NONCONSECUTIVE
                && let Some(kind) = self.outline.rule(key.rule, key.name)
            {
                self.outline.clue(Clue::new(kind), key.name)?;
            }
            return Ok(());
        }
        let entries: Vec<Node<'_>> = node.list()?.collect();
        if entries.is_empty() {
            return Ok(());
        }
        let Some(kind) = self.outline.rule(key.rule, key.name) else { return Ok(()) };
        for entry in entries {
            for unknown in entry.object()?.keys() {
                let known = |list: &[&str]| list.contains(&unknown.as_str());
                if !known(key.form.keys()) && !known(&keys::LOOKS) {
                    *self.unknown.entry(format!("{unknown} of {}", key.name)).or_default() += 1;
                }
            }
            self.entry(key, Clue::new(kind), &entry)?;
        }
        Ok(())
    }

    fn entry(&mut self, key: &Key, clue: Clue, entry: &Node<'_>) -> Result<(), ParseError> {
        let path = entry.path.clone();
        match key.form {
            Form::Flag => unreachable!("it has no entries"),
            Form::Cells | Form::Cage => {
                let value = self.value(key, &clue, entry)?;
                let clue = self.cells(clue, entry, "cells")?;
                self.add(with(clue, value), path)
            }
            Form::Sum => {
                let clue = self.cells(clue, entry, "cells")?;
                self.sum(clue, entry)
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
                    match cells.is_empty() {
                        true => self.outline.remark(format!("{}: an arrow without a shaft", line.path)),
                        false => self.add(clue.clone().list(cells), line.path)?,
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
                // A circle without numbers says nothing.
                if clue.params.is_empty() { Ok(()) } else { self.outline.clue(clue, path) }
            }
            Form::Seen | Form::Diagonal => self.outside(key, clue, entry),
        }
    }

    /// A clue without cells is what editors leave behind.
    fn add(&mut self, clue: Clue, path: String) -> Result<(), ParseError> {
        if clue.lists.iter().any(Vec::is_empty) {
            self.outline.remark(format!("{path}: no cells"));
            return Ok(());
        }
        self.outline.clue(clue, path)
    }

    /// The number of an entry, for rules that take one.
    fn value(&mut self, key: &Key, clue: &Clue, entry: &Node<'_>) -> Result<Option<i32>, ParseError> {
        let Some(value) = entry.get("value") else { return Ok(None) };
        if clue.kind.takes == Takes::Nothing {
            *self.unknown.entry(format!("value of {}", key.name)).or_default() += 1;
            return Ok(None);
        }
        Ok(Some(value.small()?).filter(|&number| key.form != Form::Cage || number != 0))
    }

    /// X, V or a sum between two cells.
    fn sum(&mut self, clue: Clue, entry: &Node<'_>) -> Result<(), ParseError> {
        let Some(value) = entry.get("value") else { return Ok(()) };
        let (rule, number) = match value.value.as_str().map(|text| text.trim().to_uppercase()).as_deref() {
            Some("X") => (keys::X, None),
            Some("V") => (keys::V, None),
            _ => (keys::PAIR_SUM, Some(value.small()?)),
        };
        let Some(kind) = self.outline.rule(rule, &entry.path) else { return Ok(()) };
        self.outline.clue(with(Clue { kind, ..clue }, number), &entry.path)
    }

    /// A clue beside the grid. Without a value it is a picture of one.
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
            return Err(cell.error("no cell outside the grid that looks into it"));
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

    /// A cell of the grid.
    fn inside(&self, node: &Node<'_>) -> Result<u16, ParseError> {
        let (row, column) = self.place(node)?;
        let cell = usize::try_from(row).ok().zip(usize::try_from(column).ok());
        let cell = cell.and_then(|(row, column)| self.outline.grid().cell(row, column));
        cell.ok_or_else(|| node.error(format!("the grid has no cell R{}C{}", row + 1, column + 1)))
    }

    /// Row and column from 0, which may lie around the grid: `R0C10`.
    fn place(&self, node: &Node<'_>) -> Result<(i32, i32), ParseError> {
        let text = node.text()?.trim();
        let numbers = text.strip_prefix(['R', 'r']).and_then(|rest| rest.split_once(['C', 'c']));
        let number = |text: &str| text.parse::<u8>().ok().filter(|&at| usize::from(at) <= self.side + 1);
        let place = numbers.and_then(|(row, column)| number(row).zip(number(column)));
        let (row, column) = place.ok_or_else(|| {
            let short: String = text.chars().take(20).collect();
            node.error(format!("{short:?} is no cell of this grid, as R1C1 is"))
        })?;
        Ok((i32::from(row) - 1, i32::from(column) - 1))
    }
}

/// With a number before the colon, if there is one.
fn with(clue: Clue, number: Option<i32>) -> Clue {
    match number {
        Some(number) => clue.number(number),
        None => clue,
    }
}

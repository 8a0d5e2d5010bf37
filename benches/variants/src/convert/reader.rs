//! Access to the fields of a rule in a record.

use serde_json::Value;

use crate::layout::{Cell, Layout};
use crate::record::{integer, numbers};

/// Rule, with an offset in rows and columns for its cells.
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    pub rule: &'a Value,
    pub layout: &'a Layout,
    pub shift: (i32, i32),
}

impl<'a> Reader<'a> {
    pub fn new(rule: &'a Value, layout: &'a Layout) -> Reader<'a> {
        Reader { rule, layout, shift: (0, 0) }
    }

    /// Returns the type of the rule.
    pub fn kind(&self) -> &'a str {
        self.rule["type"].as_str().unwrap_or_default()
    }

    fn missing<T>(&self, key: &str, found: Option<T>) -> Result<T, String> {
        found.ok_or_else(|| format!("{}: {key} is not understood", self.kind()))
    }

    pub fn text(&self, key: &str) -> Result<&'a str, String> {
        self.missing(key, self.rule[key].as_str())
    }

    pub fn number(&self, key: &str) -> Result<i32, String> {
        self.missing(key, integer(&self.rule[key]))
    }

    pub fn numbers(&self, key: &str) -> Result<Vec<i32>, String> {
        self.missing(key, numbers(&self.rule[key]))
    }

    /// Returns whether the rule has a key.
    pub fn has(&self, key: &str) -> bool {
        !self.rule[key].is_null()
    }

    pub fn cell(&self, key: &str) -> Result<Cell, String> {
        self.moved(self.text(key)?)
    }

    fn moved(&self, name: &str) -> Result<Cell, String> {
        let cell = self.layout.cell(name)?;
        self.layout
            .step(cell, self.shift)
            .ok_or_else(|| format!("{}: {name} is moved off its group", self.kind()))
    }

    fn list(&self, names: &Value) -> Result<Vec<Cell>, String> {
        let names = self.missing("a list of cells", names.as_array())?;
        names.iter().map(|name| self.moved(name.as_str().unwrap_or_default())).collect()
    }

    /// Returns the rule's list of cells.
    pub fn cells(&self) -> Result<Vec<Cell>, String> {
        let mut names = self.rule["cells"].clone();
        if self.is_loop() {
            names.as_array_mut().and_then(Vec::pop);
        }
        self.list(&names)
    }

    /// Returns whether a word after the cells closes the line: the first cell follows the last one.
    pub fn is_loop(&self) -> bool {
        self.rule["cells"].as_array().and_then(|names| names.last()).is_some_and(|last| last == "LOOP")
    }

    /// Returns the cells that a clue outside the grid refers to.
    pub fn line(&self) -> Result<Vec<Cell>, String> {
        self.list(&self.rule["resolvedCells"])
    }

    /// Returns several lists of cells.
    pub fn lists(&self, key: &str) -> Result<Vec<Vec<Cell>>, String> {
        let lists = self.missing(key, self.rule[key].as_array())?;
        lists.iter().map(|list| self.list(list)).collect()
    }

    /// Returns the inner rules, with the same offset.
    pub fn inner(&self) -> Result<Vec<Reader<'a>>, String> {
        let rules = self.missing("constraints", self.rule["constraints"].as_array())?;
        Ok(rules.iter().map(|rule| Reader { rule, ..*self }).collect())
    }
}

//! Writer of documents and links. Returns the parts that f-puzzles cannot hold.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::keys;
use crate::format::Unfit;
use crate::format::links::{comments, lz};
use crate::grid::{Grid, Regions, usual_boxes};
use crate::puzzle::Puzzle;
use crate::rules::fpuzzles::{Form, Key};
use crate::rules::{Clue, Detail, Param, ParamSyntax};

/// Appends the document. Returns what is lost.
pub(in crate::format) fn write(puzzle: &Puzzle, to: &mut String) -> Option<Unfit> {
    append(puzzle, to, |document| document.to_string())
}

/// Appends a link that contains the document. Returns what is lost.
pub(in crate::format) fn link(puzzle: &Puzzle, to: &mut String) -> Option<Unfit> {
    append(puzzle, to, |document| {
        format!("https://f-puzzles.com/?load={}", lz::compress(&document.to_string()))
    })
}

fn append(puzzle: &Puzzle, to: &mut String, text: impl Fn(&Value) -> String) -> Option<Unfit> {
    let grid = &puzzle.grid;
    let is_square = grid.rows() == grid.columns() && grid.values() == grid.rows();
    if !is_square || grid.first_value() != 1 || !grid.is_rectangle() || grid.shape().raw {
        return Some(Unfit::Shape);
    }
    to.push_str(&comments::with_comments(puzzle, |comments| text(&document(puzzle, comments).0)));
    to.push('\n');
    let (_, lost) = document(puzzle, &[]);
    if !lost.is_empty() {
        return Some(Unfit::Rules(lost.join(", ")));
    }
    (!puzzle.symbols.is_usual(1)).then_some(Unfit::Symbols)
}

/// Returns the document with these comments, and the names of rules that it cannot hold.
fn document(puzzle: &Puzzle, comments: &[String]) -> (Value, Vec<&'static str>) {
    let grid = &puzzle.grid;
    let mut document = Map::new();
    document.insert("size".into(), grid.rows().into());
    if let Some(about) = &puzzle.about {
        for (key, text) in [("title", &about.title), ("author", &about.author)] {
            if let Some(text) = text {
                document.insert(key.into(), text.as_str().into());
            }
        }
        if !comments.is_empty() {
            document.insert("ruleset".into(), comments.join("\n").into());
        }
        if let Some(solution) = &about.solution {
            let numbers: Vec<i32> = solution.iter().map(|&value| grid.number(value)).collect();
            document.insert("solution".into(), numbers.into());
        }
    }
    let cells: Vec<Value> = (0..grid.rectangle()).map(|at| cell(puzzle, at)).collect();
    document.insert("grid".into(), cells.chunks(grid.columns()).map(<[Value]>::to_vec).collect());
    let mut lists: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
    let mut lost = Vec::new();
    for clue in puzzle.clues() {
        let entries = keyed_entries(clue, grid);
        if entries.is_empty() && !lost.contains(&clue.kind.name) {
            lost.push(clue.kind.name);
        }
        for (key, value) in entries {
            match value {
                Value::Bool(_) => drop(document.insert(key.into(), value)),
                entry => {
                    let list = lists.entry(key).or_default();
                    // Several clues may have the same word.
                    if !(entry.is_string() && list.contains(&entry)) {
                        list.push(entry);
                    }
                }
            }
        }
    }
    document.extend(lists.into_iter().map(|(key, list)| (key.to_owned(), list.into())));
    (document.into(), lost)
}

fn cell(puzzle: &Puzzle, at: usize) -> Value {
    let (grid, known) = (&puzzle.grid, puzzle.cells[at]);
    let mut cell = Map::new();
    if let Some(value) = known.value() {
        cell.insert("value".into(), grid.number(value).into());
        cell.insert("given".into(), true.into());
    } else if known != puzzle.all_values() {
        let marks: Vec<i32> = known.iter().map(|value| grid.number(value)).collect();
        cell.insert("givenPencilMarks".into(), marks.into());
    }
    let is_usual =
        grid.boxes() == usual_boxes(grid.rows()) && !matches!(grid.shape().regions, Regions::Layout(_));
    if !is_usual {
        let first = grid.houses().iter().position(|house| house.is_region());
        let region = grid.region(at).zip(first).map(|(region, first)| region - first);
        cell.insert("region".into(), region.into());
    }
    cell.into()
}

/// Returns the entries of a clue, each with its key; none if the document cannot hold the clue.
fn keyed_entries(clue: &Clue, grid: &Grid) -> Vec<(&'static str, Value)> {
    if clue.part.is_some() || clue.detail != Detail::None {
        return Vec::new();
    }
    let key = match clue.kind.fpuzzles {
        [] => return Vec::new(),
        [key] if key.form == Form::Negative => {
            let white = (keys::NONCONSECUTIVE, Value::Bool(true));
            let negative =
                keys::NEGATIVE.iter().filter(|(_, word)| *word != keys::WHITE && clue.has_word(word));
            let negative = negative.map(|&(name, _)| (key.name, name.into()));
            return clue.has_word(keys::WHITE).then_some(white).into_iter().chain(negative).collect();
        }
        [key] => key,
        flags => return flags.iter().map(|key| (key.name, Value::Bool(true))).collect(),
    };
    let all_numbers = clue.params.iter().all(|param| matches!(param, Param::Number(_)));
    if !all_numbers || clue.params.len() > 1 && key.form != Form::Corner {
        return Vec::new();
    }
    let entries = entries(clue, key, grid).unwrap_or_default();
    entries.into_iter().map(|entry| (key.name, entry)).collect()
}

fn entries(clue: &Clue, key: &Key, grid: &Grid) -> Option<Vec<Value>> {
    let side = grid.rows() as i32;
    let (cells, number) = (clue.cells(), clue.first_number());
    let names = |cells: &[u16]| {
        cells.iter().map(|&cell| grid.usual_name(cell.into()).to_string()).collect::<Vec<_>>()
    };
    let valued = |mut entry: Value| {
        if let Some(number) = number {
            entry["value"] = number.to_string().into();
        }
        entry
    };
    let one = match key.form {
        Form::Negative => return None,
        Form::Flag => (clue.lists.is_empty() && number.is_none()).then_some(Value::Bool(true))?,
        Form::Cell => return Some(names(cells).into_iter().map(|cell| json!({ "cell": cell })).collect()),
        // 0 would be read as no sum.
        Form::Cage if number == Some(0) => return None,
        Form::Cells | Form::Cage => valued(json!({ "cells": names(cells) })),
        Form::Sum => {
            let letter = (clue.kind.params == ParamSyntax::Nothing).then(|| keys::letter(clue.kind));
            let value = letter.or_else(|| number.map(|number| number.to_string()))?;
            json!({ "cells": names(cells), "value": value })
        }
        Form::Lines => valued(json!({ "lines": [names(cells)] })),
        Form::Arrow => {
            let [bulb, shaft] = &clue.lists[..] else { return None };
            if shaft.iter().any(|cell| bulb.contains(cell)) {
                return None;
            }
            let line: Vec<u16> = bulb.last().into_iter().chain(shaft).copied().collect();
            json!({ "cells": names(bulb), "lines": [names(&line)] })
        }
        Form::Clone => {
            let clones = clue.lists[1..].iter();
            let pair = |clone: &Vec<u16>| json!({ "cells": names(cells), "cloneCells": names(clone) });
            return Some(clones.map(pair).collect());
        }
        Form::Corner => {
            let numbers: Vec<i32> = clue.numbers().collect();
            json!({ "cells": names(&corner(cells, grid)?), "values": numbers })
        }
        Form::Seen => {
            let looks = |&from: &(i32, i32)| {
                keys::inward(side, from).is_some_and(|step| keys::sight(side, from, step) == cells)
            };
            valued(json!({ "cell": outside(keys::around(side).find(looks)?) }))
        }
        Form::Diagonal => {
            let mut all = keys::around(side)
                .flat_map(|from| keys::DIRECTIONS.iter().map(move |&(name, step)| (from, name, step)));
            let (from, name, _) = all.find(|&(from, _, step)| keys::sight(side, from, step) == cells)?;
            valued(json!({ "cell": outside(from), "direction": name, "cells": names(cells) }))
        }
    };
    Some(vec![one])
}

/// Returns the name of a place around the grid.
fn outside((row, column): (i32, i32)) -> String {
    format!("R{}C{}", row + 1, column + 1)
}

/// Returns the four cells of a quadruple, which may name only the first; `None` if its cells are others.
fn corner(cells: &[u16], grid: &Grid) -> Option<Vec<u16>> {
    let &first = cells.iter().min()?;
    let all: Option<Vec<u16>> =
        [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().map(|step| grid.step(first, step)).collect();
    all.filter(|all| cells.len() == 1 || cells.iter().all(|cell| all.contains(cell)))
}

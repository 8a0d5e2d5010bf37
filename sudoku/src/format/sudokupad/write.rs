//! Writer of links: puzzles are drawn as SudokuPad's converter draws them. Rules that are not read back are reported.

use serde_json::{Map, Value, json};

use super::paint::{Page, places};
use crate::about::About;
use crate::format::definition::{Definition, Layout, Write};
use crate::format::links::{self, comments, lz};
use crate::format::{Options, Unfit, Unknown, parse};
use crate::grid::Grid;
use crate::puzzle::Puzzle;
use crate::rules::{self, Clue, Drawing, KINDS, Kind};

pub(in crate::format) const SUDOKUPAD: Definition = Definition {
    name: "sudokupad",
    also: &["scl"],
    help: "a link a line to SudokuPad, with the rules drawn",
    record: "a link or id of another tool",
    layout: Layout::Links,
    begins: |_| false,
    read: links::LINK.read,
    header: "",
    write: Write::More(|puzzle, _, to| write(puzzle, to)),
};

/// Appends a link. Returns what is lost.
fn write(puzzle: &Puzzle, to: &mut String) -> Option<Unfit> {
    let grid = &puzzle.grid;
    let is_square = grid.rows() == grid.columns() && grid.values() == grid.rows();
    if !is_square || grid.first_value() != 1 || !grid.is_rectangle() || grid.shape().raw {
        return Some(Unfit::Shape);
    }
    let link = comments::with_comments(puzzle, |comments| {
        format!("https://sudokupad.app/scl{}", lz::compress(&document(puzzle, comments).to_string()))
    });
    to.push_str(&link);
    to.push('\n');
    // What is lost shows when the link is read again.
    let options = Options { unknown: Unknown::Ignore, ..Options::default() };
    let again = parse(&link, &options).ok().filter(|again| again.len() == 1);
    let Some(again) = again.map(|mut again| again.remove(0)) else { return Some(Unfit::Shape) };
    let lost = lost(puzzle, &again);
    if !lost.is_empty() {
        return Some(Unfit::Rules(lost.join(", ")));
    }
    if houses(&again.grid) != houses(grid) {
        return Some(Unfit::Regions);
    }
    if !puzzle.is_plain() {
        return Some(Unfit::Candidates);
    }
    (!puzzle.symbols.is_usual(1)).then_some(Unfit::Symbols)
}

/// Returns the cells of all houses, in an order that does not depend on how regions were stated.
fn houses(grid: &Grid) -> Vec<Vec<u16>> {
    let sorted = |cells: &[u16]| {
        let mut cells = cells.to_vec();
        cells.sort_unstable();
        cells
    };
    let mut houses: Vec<Vec<u16>> = grid.houses().iter().map(|house| sorted(house.cells())).collect();
    houses.sort_unstable();
    houses
}

/// Returns the names of rules that are not read back as they were.
fn lost(puzzle: &Puzzle, again: &Puzzle) -> Vec<&'static str> {
    let (own, read) = (apart(puzzle), apart(again));
    let missing = own.iter().filter(|clue| !read.contains(clue));
    let added = read.iter().filter(|clue| !own.contains(clue));
    let mut names: Vec<&str> = missing.chain(added).map(|clue| clue.kind.name).collect();
    // A drawing that the reader does not know may be of any rule.
    if names.is_empty() && again.about().is_some_and(|about| !about.unknown.is_empty()) {
        names.extend(puzzle.clues().iter().map(|clue| clue.kind.name));
    }
    names.sort_unstable();
    names.dedup();
    names
}

/// Returns the clues, split into the smallest equivalent ones.
fn apart(puzzle: &Puzzle) -> Vec<Clue> {
    let mut all = Vec::new();
    for clue in puzzle.clues() {
        let clue = Clue { place: (1, 1), ..clue.clone() };
        match clue.kind.drawing {
            Drawing::Diagonals([_, _]) => {
                all.extend(["diagonal+", "diagonal-"].into_iter().filter_map(rules::find).map(Clue::new))
            }
            // A clue of several cells is read back as several clues.
            Drawing::Marks { .. } | Drawing::Angles { .. } => {
                all.extend(clue.cells().iter().map(|&cell| Clue::new(clue.kind).list([cell])));
            }
            // Sets of cells have no order.
            Drawing::Cage | Drawing::Corner | Drawing::Region | Drawing::Dot(_) | Drawing::Letter(_) => {
                let mut clue = clue;
                clue.lists.iter_mut().for_each(|list| list.sort_unstable());
                all.push(clue);
            }
            _ => all.push(clue),
        }
    }
    all
}

/// Returns the document, with these comments.
fn document(puzzle: &Puzzle, comments: &[String]) -> Value {
    let grid = &puzzle.grid;
    let columns = grid.columns();
    let cell = |at: usize| match puzzle.given(at) {
        Some(value) => json!({ "value": grid.number(value) }),
        None => json!({}),
    };
    let cells: Vec<Value> = (0..grid.rectangle()).map(cell).collect();
    let regions = grid.houses().iter().filter(|house| house.is_region());
    let regions: Vec<Value> = regions.map(|house| places(grid, house.cells())).collect();
    let mut page = Page::new(grid);
    for clue in puzzle.clues() {
        page.clue(clue);
    }
    let mut metadata = page.flags;
    words(puzzle, puzzle.about.as_deref().unwrap_or(&About::default()), comments, &mut metadata);
    json!({
        "cells": cells.chunks(columns).map(<[Value]>::to_vec).collect::<Vec<_>>(),
        "regions": regions,
        "cages": page.cages,
        "lines": page.lines,
        "arrows": page.arrows,
        "underlays": page.underlays,
        "overlays": page.overlays,
        "global": page.global,
        "metadata": metadata,
    })
}

/// Adds title, author, rules and solution.
fn words(puzzle: &Puzzle, about: &About, comments: &[String], metadata: &mut Map<String, Value>) {
    for (key, text) in [("title", &about.title), ("author", &about.author)] {
        if let Some(text) = text {
            metadata.insert(key.into(), text.as_str().into());
        }
    }
    let mut rules = comments.to_vec();
    let is_said =
        |word| comments.iter().any(|line| !comments::is_marked(line) && line.to_lowercase().contains(word));
    for kind in KINDS.iter().filter(|kind| puzzle.clues().iter().any(|clue| clue.kind == *kind)) {
        if let Drawing::Said { word, sentence } = kind.drawing
            && !is_said(word)
        {
            rules.push(sentence.to_owned());
        }
    }
    // The ends of sandwiches are not drawn. Where some have the usual ones, these are said, too.
    let has_ends =
        |kind: &Kind| puzzle.clues().iter().any(|clue| clue.kind == kind && (kind.ends)(clue).is_some());
    for clue in puzzle.clues().iter().filter(|clue| has_ends(clue.kind)) {
        let sentence = puzzle.sentence(clue);
        if !rules.contains(&sentence) {
            rules.push(sentence);
        }
    }
    if !rules.is_empty() {
        metadata.insert("rules".into(), rules.join("\n").into());
    }
    // A solution is a text with a digit for each cell.
    if let Some(solution) = about.solution.as_ref().filter(|_| puzzle.grid.values() < 10) {
        let digits: String = solution.iter().map(|&value| puzzle.grid.number(value).to_string()).collect();
        metadata.insert("solution".into(), digits.into());
    }
}

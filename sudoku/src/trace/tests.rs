
//! Traces of small puzzles, word for word; and of others, that they are what the search does.

use super::*;
use crate::format::{Options, parse};

#[test]
fn look() {
    let puzzle: Puzzle =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse().unwrap();
    let mut trace = Trace::new(&puzzle);
    while let Some(step) = trace.next() {
        println!("{}{}", "  ".repeat(trace.state().depth()), step.text(&puzzle));
        if trace.counters().steps > 150 { break; }
    }
    let text = std::fs::read_to_string("../examples/puzzles/cages.txt").unwrap();
    let puzzle = parse(&text, &Options::default()).unwrap().remove(0);
    let mut trace = Trace::new(&puzzle);
    while let Some(step) = trace.next() {
        println!("{}{}", "  ".repeat(trace.state().depth()), step.text(&puzzle));
        if trace.counters().steps > 150 { break; }
    }
    println!("{:?}", trace.counters());
    for (form, end) in [(TreeForm::Svg, "svg"), (TreeForm::Dot, "dot"), (TreeForm::Json, "json")] {
        let text = search_tree(&puzzle, None, 2, &crate::Budget::default(), form);
        std::fs::write(format!("/tmp/watch-tree.{end}"), text).unwrap();
    }
}

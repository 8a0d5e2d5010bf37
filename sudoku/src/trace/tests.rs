//! Traces of small puzzles, word for word. Traces of other puzzles are compared with the search, and each rule that a
//! step names must contain the cells that the step changes.

use super::*;
use crate::format::{Options, parse};
use crate::rules::Group;
use crate::{Budget, Solver};

fn puzzle(text: &str) -> Puzzle {
    parse(text, &Options::default()).expect("a puzzle").remove(0)
}

fn texts(puzzle: &Puzzle) -> Vec<String> {
    let mut trace = Trace::new(puzzle);
    let mut texts = Vec::new();
    while let Some(step) = trace.next() {
        texts.push(format!("{}{}", "  ".repeat(trace.state().depth()), step.text(puzzle)));
    }
    texts
}

#[test]
fn singles_are_separate_steps() {
    let expected = [
        "row 1: 1 stands in R1C1: R1C2 R1C3 R1C4 lose 1",
        "column 1: 1 stands in R1C1: R2C1 R3C1 R4C1 lose 1",
        "box 1: 1 stands in R1C1: R2C2 loses 1",
    ];
    let texts = texts(&puzzle("1..............."));
    assert_eq!(&texts[..3], expected);
    assert_eq!(texts.last().unwrap(), "end");
    assert_eq!(texts.iter().filter(|line| line.trim_start().starts_with("solution")).count(), 72);
}

#[test]
fn rules_have_their_names_and_conflicts_their_reasons() {
    let cages =
        "size: 4\ngrid:\n....\n....\n....\n....\nkiller 3: r1c1 r1c2\nkiller 7: r2c1 r2c2\neven: r3c3\n";
    let texts = texts(&puzzle(cages));
    assert_eq!(texts[0], "even: R3C3 loses 1 3");
    assert!(texts.iter().any(|line| line.starts_with("killer 3: R1C1 R1C2 lose 3 4")), "{texts:#?}");
    let broken = "size: 4\ngrid:\n1...\n....\n....\n....\nkiller 3: r1c1 r1c2\nkiller 3: r2c1 r2c2\n";
    let texts = texts_of(broken);
    assert!(texts.iter().any(|line| line.starts_with("conflict: ")), "{texts:#?}");
    assert!(!texts.iter().any(|line| line.starts_with("solution")));
}

fn texts_of(text: &str) -> Vec<String> {
    texts(&puzzle(text))
}

#[test]
fn two_givens_of_one_value_are_a_conflict_that_names_both() {
    let texts = texts_of("1..1............");
    let conflict = texts.iter().find(|line| line.starts_with("conflict")).expect("a conflict");
    assert_eq!(conflict, "conflict: row 1: 1 would be in both R1C1 and R1C4");
    assert_eq!(texts.last().unwrap(), "end");
}

/// The cells of the rule with a name.
fn cells_of(puzzle: &Puzzle, rule: &str) -> Option<Vec<usize>> {
    let all = || (0..puzzle.cells.len()).collect();
    if let Some(house) = puzzle.grid.houses().iter().find(|house| house.to_string() == rule) {
        return Some(house.cells().iter().map(|&cell| usize::from(cell)).collect());
    }
    let (name, first) = rule.split_once(" at ").map_or((rule, None), |(name, first)| (name, Some(first)));
    let mut cells = Vec::new();
    for clue in puzzle.clues() {
        let number = clue.first_number().map(|number| number.to_string());
        let full = std::iter::once(clue.kind.name.to_owned()).chain(number).collect::<Vec<_>>().join(" ");
        let begins = clue.cells().first().map(|&cell| puzzle.grid.name(usize::from(cell)).to_string());
        if full != name || first.is_some() && begins.as_deref() != first {
            continue;
        }
        if clue.kind.group == Group::Grid {
            return Some(all());
        }
        cells.extend(clue.lists.iter().flatten().map(|&cell| usize::from(cell)));
    }
    (!cells.is_empty()).then_some(cells)
}

/// Follows a trace and compares it with an unobserved search.
fn check(puzzle: &Puzzle) {
    assert!(follow(puzzle, Trace::new(puzzle)) > 0, "no step names a rule whose cells are known");
}

/// Follows a trace. Returns the number of steps that name a rule whose cells are known.
fn follow(puzzle: &Puzzle, mut trace: Trace) -> u64 {
    let mut shown = puzzle.cells.clone();
    let mut levels = Vec::new();
    let mut solutions = Vec::new();
    let mut named = 0;
    while let Some(step) = trace.next() {
        match &step {
            Step::Decide { .. } => levels.push(shown.clone()),
            Step::Refute { depth, .. } => {
                shown = levels[*depth].clone();
                levels.truncate(*depth);
            }
            Step::Restart if !levels.is_empty() => {
                shown = levels[0].clone();
                levels.clear();
            }
            Step::Solution(_) => {
                let values = shown.iter().map(|cell| cell.value().expect("every cell has a value"));
                solutions.push(values.collect::<Vec<u8>>());
            }
            _ => {}
        }
        for removal in step.removals() {
            assert!(!removal.gone.is_empty() && !removal.left.is_empty());
            assert_eq!(shown[removal.cell], removal.gone.or(removal.left), "{}", step.text(puzzle));
            assert!(removal.gone.and(removal.left).is_empty());
            shown[removal.cell] = removal.left;
        }
        if let Step::Remove { rule, cells, .. } = &step {
            assert_ne!(&**rule, "rows, columns and regions", "every removal by the network is explained");
            if let Some(of_rule) = cells_of(puzzle, rule) {
                named += 1;
                for removal in cells {
                    assert!(of_rule.contains(&removal.cell), "{}", step.text(puzzle));
                }
            }
        }
        assert_eq!(trace.state().cells(), shown, "{}", step.text(puzzle));
        assert_eq!(trace.state().depth(), levels.len());
    }
    let statistics = trace.search.statistics();
    let counters = trace.counters();
    assert_eq!((counters.nodes, counters.failures), (statistics.nodes, statistics.failures));
    assert_eq!((counters.solutions, counters.restarts), (statistics.solutions, statistics.restarts));
    let mut answer = Solver::default().solve(puzzle, usize::MAX).solutions;
    answer.sort_unstable();
    solutions.sort_unstable();
    assert_eq!(solutions.len(), answer.len());
    assert!(solutions.iter().zip(&answer).all(|(one, other)| one[..] == other[..]));
    named
}

#[test]
fn traces_agree_with_searches() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/puzzles/");
    for file in
        ["4x4.txt", "6x6.txt", "easy.txt", "hard.txt", "jigsaw.txt", "wordoku.txt", "own.txt", "cages.txt"]
    {
        let text = std::fs::read_to_string(folder.to_owned() + file).expect("an example");
        for puzzle in parse(&text, &Options::default()).expect("puzzles") {
            check(&puzzle);
        }
    }
    check(&puzzle("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."));
    check(&puzzle(".....68..8.6.3..5.......2....49..........47.2..538.....2........19..738.5.....1.."));
}

#[test]
fn every_method_can_be_watched() {
    let cages =
        "size: 4\ngrid:\n....\n....\n....\n....\nkiller 3: r1c1 r1c2\nkiller 7: r2c1 r2c2\neven: r3c3\n";
    let easy = "43.618.5.2...3.84.7.1.4.6..894.....2..3..65....28.1..4928....3..4..83.15...967..8";
    for method in crate::methods().iter().filter(|method| !method.in_lanes && !method.learns) {
        for puzzle in [puzzle("1234............"), puzzle(cages), puzzle(easy)] {
            follow(&puzzle, Trace::with(&puzzle, &method.config()));
        }
    }
}

#[test]
fn trees_have_the_names_of_cells_and_rules() {
    let hard = puzzle("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");
    let [json, dot, svg] = [TreeForm::Json, TreeForm::Dot, TreeForm::Svg]
        .map(|form| search_tree(&hard, None, 2, &Budget::default(), form).unwrap().1);
    let (_, nodes) = Solver::default().engine(crate::Engine::Search).count(&hard, 2, || {});
    assert!(json.starts_with(&format!("{{\"nodes\":{nodes},\"failures\":")), "{}", &json[..80]);
    assert_eq!(json.matches("\"id\":").count() as u64, nodes + 1);
    assert!(json.contains("\"decision\":\"R") && json.contains("\"solution\":1"));
    assert_eq!(dot.matches(" -> ").count() as u64, nodes);
    assert_eq!(svg.matches("<title>").count() as u64, nodes + 1);
    assert_eq!(svg.matches("<g>").count() as u64, nodes + 1);
    assert!(svg.contains(">solution 1</text>"));
}

#[cfg(feature = "links")]
#[test]
fn json_trees_are_valid_json() {
    let text =
        search_tree(&puzzle("1..............."), None, 9, &Budget::default(), TreeForm::Json).unwrap().1;
    let tree: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let nodes = tree["tree"].as_array().expect("a list");
    assert_eq!(tree["nodes"].as_u64(), Some(nodes.len() as u64 - 1));
    let solutions = nodes.iter().filter(|node| node["solution"].is_u64()).count();
    assert_eq!(solutions, 9);
    for node in &nodes[1..] {
        let parent = &nodes[node["parent"].as_u64().expect("a number") as usize];
        assert_eq!(parent["depth"].as_u64().map(|depth| depth + 1), node["depth"].as_u64());
    }
}

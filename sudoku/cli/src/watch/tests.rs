//! Tests of the screen and the recordings without a terminal.

use sudoku::format::{Options, parse};

use super::watcher::{MOST_LINES, Watcher};
use super::*;
use screen::{Playing, draw};

const PAUSED: Option<Playing> = Some(Playing { on: false, speed: "slow", help: false });

fn watching(text: &str, watched: &Watched) -> Watcher {
    let puzzle = parse(text, &Options::default()).expect("a puzzle").remove(0);
    Watcher::new(puzzle, watched, &Budget::default()).expect("there is no limit")
}

fn watcher(text: &str) -> Watcher {
    watching(text, &Watched::Search(None))
}

#[test]
fn the_first_puzzle_has_one_solution_and_is_not_found_at_once() {
    let mut watcher = watcher(FIRST);
    while watcher.advance() {}
    let counters = watcher.counters();
    assert_eq!(counters.solutions, 1);
    assert!(counters.failures > 3);
    assert!(watcher.line().starts_with("end: the only solution, "));
}

#[test]
fn a_limit_is_the_last_of_the_lines_that_are_kept() {
    let puzzle = parse("................", &Options::default()).expect("a puzzle").remove(0);
    let budget = Budget::default().nodes(200);
    let mut watcher = Watcher::new(puzzle, &Watched::Search(None), &budget).expect("there is time");
    while watcher.advance() {}
    assert_eq!((watcher.line().as_str(), watcher.said.len()), ("the node limit is reached", MOST_LINES));
}

#[test]
fn steps_as_people_take_them_are_on_the_board() {
    let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let mut watcher = watching(text, &Watched::Human);
    assert_eq!(watcher.value(5), None);
    assert!(watcher.advance());
    // The first step places 8 in R1C6.
    assert_eq!(watcher.value(5), Some(7));
    let screen = draw(&watcher, PAUSED, 120, 40);
    let shows = |words: &str| (0..40).any(|y| screen.line(y).contains(words));
    assert!(shows("step 1   1.20 Hidden single in a box") && shows("hardest 1.20") && shows("R1C6 is 8."));
    while watcher.advance() {}
    assert_eq!((watcher.counters().steps, watcher.counters().solutions), (51, 1));
    assert_eq!(
        watcher.line(),
        "end: the only solution, 51 steps, sum 58.00, hardest 1.20 Hidden single in a box"
    );
}

#[test]
fn the_grid_is_drawn_with_its_candidates() {
    let mut watcher = watcher("1...............");
    watcher.advance();
    let screen = draw(&watcher, PAUSED, 60, 14);
    assert_eq!(screen.line(0), "sudoku watch   ‖ paused  slow");
    assert_eq!(screen.line(1), "┌────────┬────────┐  step 1   depth 0");
    assert_eq!(screen.line(2), "│     12 │ 12  12 │  nodes 0   failures 0   solutions 0");
    assert_eq!(screen.line(3), "│ 1   34 │ 34  34 │  removals 3");
    assert_eq!(screen.line(4).chars().take(19).collect::<String>(), "│ 12  12 │ 12  12 │");
    assert!((0..14).any(|y| screen.line(y).contains("row 1: 1 stands in R1C1:")));
}

#[test]
fn small_terminals_have_small_grids_and_smaller_ones_a_sentence() {
    let watcher = watcher(FIRST);
    let small = draw(&watcher, PAUSED, 80, 24);
    assert!(small.line(2).starts_with("│ ·9"), "{}", small.line(2));
    let tiny = draw(&watcher, PAUSED, 20, 5);
    assert_eq!(tiny.line(0), "This terminal is too");
    for (width, height) in [(0, 0), (1, 1), (40, 2), (300, 100)] {
        assert_eq!(draw(&watcher, PAUSED, width, height).width, width);
    }
}

#[test]
fn colours_can_be_left_out() {
    let watcher = watcher(FIRST);
    let canvas = draw(&watcher, PAUSED, 120, 40);
    assert!(canvas.ansi(true).contains("38;5;"));
    assert!(!canvas.ansi(false).contains("38;5;") && canvas.ansi(false).contains("\x1b[0;1m"));
}

#[test]
fn lines_are_cleared_after_their_end_and_full_ones_not_at_all() {
    let mut canvas = canvas::Canvas::new(3, 2);
    canvas.put(0, 0, "abc", canvas::CharStyle::PLAIN);
    canvas.put(0, 1, "d", canvas::CharStyle::PLAIN);
    assert_eq!(canvas.ansi(false), "\x1b[H\x1b[0mabc\x1b[0m\r\n\x1b[0md\x1b[0m\x1b[K");
}

#[test]
fn recordings_have_a_picture_for_every_step() {
    let text = cast::cast(&mut watcher(FIRST), 7);
    assert!(text.starts_with("{\"version\":2,\"width\":"));
    assert_eq!(text.lines().count(), 1 + 1 + 7 + 1);
    for line in text.lines() {
        serde_json::from_str::<serde_json::Value>(line).expect("JSON");
    }
    let svg = animation::animation(&mut watcher(FIRST), 7);
    assert_eq!(svg.matches(" \u{b7} depth ").count(), 1 + 7);
    let count = |what: &str| svg.matches(what).count();
    assert_eq!(count("@keyframes"), count("step-end infinite"));
    assert_eq!((count("<svg"), count("<g")), (count("</svg>"), count("</g>")));
}

#[test]
fn recordings_are_of_two_kinds() {
    assert!(
        RecordingFormat::of(Path::new("a.SVG")).is_ok() && RecordingFormat::of(Path::new("a.cast")).is_ok()
    );
    let Err(Refused(what)) = RecordingFormat::of(Path::new("a.gif")) else { panic!("no animation") };
    assert_eq!(what, "a.gif: a recording is FILE.svg (for browsers) or FILE.cast (for asciinema)");
}

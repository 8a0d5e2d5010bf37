//! Positions: those that are solved, and those that break a rule.

use csp::Limits;
use pencil::position::{Position, Verdict};

/// Positions of the player's own tests (robx/pzprjs, `test/script`), each with the rule that it breaks, or none.
const POSITIONS: &[(&str, &str)] = &[
    ("", "pzprv3/nurikabe/5/5/+ 5 # # # /+ # 2 + # /+ # # # # /+ # 1 # . /# # # 3 . /"),
    ("square", "pzprv3/nurikabe/5/5/. 5 . . . /. . 2 . . /# # . . . /# # 1 . . /. . . 3 . /"),
    ("sea", "pzprv3/nurikabe/5/5/. 5 # # # /# # 2 . # /. . # # # /. . 1 . . /# . . 3 . /"),
    ("", "pzprv3.1/slither/2/3/f/. . . /. . . /0 0 0 /0 0 0 /1 0 0 1 /1 1 1 1 /1 1 1 /0 1 0 /1 0 1 /"),
    ("all", "pzprv3.1/slither/2/3/f/. . . /. . . /0 0 0 /0 0 0 /1 0 0 1 /1 1 0 0 /1 1 1 /0 1 1 /1 0 0 /"),
    ("number", "pzprv3/creek/1/2/. 1 . /. . . /# # /"),
    ("some", "pzprv3/hitori/4/4"),
    ("", "pzprv3/yajilin/3/3/o/. . . /. . . /. . . /# . . /. . . /. . . /0 1 /1 0 /1 1 /0 1 1 /1 0 1 /"),
    (
        "",
        "pzprv3/gokigen/4/4/. . . 0 . /. 4 . . . /2 . . . 2 /. . . . . /. 1 . 0 . /1 2 1 2 /2 1 1 1 /1 1 2 2 /2 2 2 1 /",
    ),
    (
        "cycle",
        "pzprv3/gokigen/4/4/. . . 0 . /. 4 . . . /2 . . . 2 /. . . . . /. 1 . 0 . /. 2 1 . /2 . . 1 /1 . . 2 /. 1 2 . /",
    ),
];

/// Positions of puzzles made for these tests, each with the rule that it breaks, or none.
const MADE: &[(&str, &str)] = &[
    ("", "pzprv3/fillomino/2/2/1 . /. . /. 3 /3 3 /0 /0 /0 0 /"),
    ("", "pzprv3/fillomino/2/2/1 . /. . /. 3 /3 3 /1 /0 /1 0 /"),
    ("wall", "pzprv3/fillomino/2/2/1 . /. . /. 3 /3 3 /1 /0 /1 1 /"),
    ("area", "pzprv3/fillomino/2/2/1 . /. . /. 2 /2 2 /0 /0 /0 0 /"),
    ("three", "pzprv3/fillomino/2/2/t/4 . /. . /. . /. . /0 /0 /0 0 /"),
    ("", "pzprv3/battleship/3/3/2/21o/11g/. . 1 . /. 3 . . /. . . . /. . . 6 /# # . /. . . /. . . /"),
    ("part", "pzprv3/battleship/3/3/2/21o/11g/. . 1 . /. 3 . . /. . . . /. . . 6 /+ . . /. . . /. . . /"),
    ("touch", "pzprv3/battleship/3/3/2/21o/11g/. . . . /. . . . /. . . . /. . . . /# # . /. . # /. . . /"),
    ("fleet", "pzprv3/battleship/3/3/2/21o/11g/. . . . /. . . . /. . . . /. . . . /# # . /. . . /# # . /"),
    ("number", "pzprv3/battleship/3/3/2/21o/11g/. 1 . . /. . . . /. . . . /. . . . /# # . /. . . /# . . /"),
    ("", "pzprv3/dbchoco/2/2/- . /-1 . /0 /0 /1 1 /"),
    ("wall", "pzprv3/dbchoco/2/2/- . /-1 . /1 /1 /1 1 /"),
];

#[test]
fn rules_that_are_broken_are_named() {
    for (rule, text) in POSITIONS.iter().chain(MADE) {
        let position = Position::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let verdict = position.check(&Limits::default()).unwrap();
        match &verdict {
            Verdict::Solved => assert_eq!(*rule, "", "{text}"),
            Verdict::Broken(broken) => {
                assert!(broken.iter().any(|broken| broken.rule.code == *rule), "{text}: {verdict:?}");
            }
            _ => panic!("{text}: {verdict:?}"),
        }
    }
}

#[test]
fn broken_texts_are_refused() {
    for (text, line, what) in [
        ("pzprv4/nurikabe/5/5", 1, "pzprv3 is expected"),
        ("pzprv3/nuribake/5/5", 2, "nearest is nurikabe"),
        ("pzprv3/nurikabe/0/5", 3, "rows or columns"),
        ("pzprv3/nurikabe/1000/1000/", 4, "at most 2500"),
        ("pzprv3/nurikabe/2/2/. . . /. . /", 5, "3 words, where 2 are expected"),
        ("pzprv3/nurikabe/2/2/. x /. . /", 6, "\"x\" is no clue"),
        ("pzprv3/yajilin/2/2/q/", 4, "no variant"),
    ] {
        let error = Position::parse(text).expect_err(text);
        assert!(error.what.contains(what) && error.line == line, "{text}: {error}");
    }
}

#[test]
fn damaged_positions_do_not_panic() {
    // One sign at each place, and another at the next, unless the run is exhaustive.
    let is_exhaustive = std::env::var_os("EXHAUSTIVE").is_some();
    const SIGNS: [&str; 6] = ["", "/", "#", "99999999999", "-", " . "];
    for (nth, (_, text)) in POSITIONS.iter().chain(&MADE[5..6]).enumerate() {
        for at in (0..text.len()).step_by(23) {
            let signs = if is_exhaustive { &SIGNS[..] } else { &SIGNS[(nth + at) % SIGNS.len()..][..1] };
            for sign in signs {
                let damaged = format!("{}{sign}{}", &text[..at], &text[at + 1..]);
                if let Ok(position) = Position::parse(&damaged) {
                    position.check(&Limits::default().failures(1000)).unwrap();
                }
            }
        }
    }
}

//! Addresses of puzz.link. The puzzles were made for these tests.

use crate::support::*;

/// Returns the rules of an address, each as its name, its parameters and its cells.
fn rules(address: &str) -> Vec<String> {
    let puzzle = one(address);
    let mut text = String::new();
    sudoku::format::write(&puzzle, sudoku::format::Format::Native, 0, &mut text);
    let is_rule = |line: &&str| puzzle.clues().iter().any(|clue| line.starts_with(clue.kind.name()));
    text.lines().filter(is_rule).map(str::to_owned).collect()
}

#[test]
fn kinds_of_puzz_link() {
    for host in [
        "https://puzz.link/p?",
        "puzz.link/p?",
        "http://pzv.jp/p.html?",
        "https://pzprxs.vercel.app/p?",
        "https://pzplus.tck.mn/p?",
    ] {
        let puzzle = one(&format!("{host}sudoku/4/4/h2g1h3k1g2"));
        assert_eq!(shown(&puzzle), shown(&one("..2.1..3.....1.2")), "{host}");
    }
    assert_eq!(one("https://puzz.link/p?sudoku/6/6/6z3jz").grid().boxes(), Some((2, 3)));
    let sixteen = one("https://puzz.link/p?sudoku/16/16/-10gagzzzzzzzzzzzzz");
    assert_eq!((sixteen.given(0), sixteen.given(2)), (Some(15), Some(9)));
    assert_eq!(
        rules("https://puzz.link/p?skyscrapers/3/3/3p2"),
        ["skyscraper 3: top 1", "skyscraper 2: right 3"]
    );
    let towers = one("https://puzz.link/p?skyscrapers/3/3/3p2g1m");
    assert_eq!((towers.given(1), towers.grid().boxes(), towers.clues().len()), (Some(0), None, 2));
    assert_eq!(
        rules("https://puzz.link/p?kropki/2/2/n0"),
        ["black: r1c1 r1c2", "white: r2c1 r2c2", "black: r1c1 r2c1", "all-given white black"]
    );
    // Two rooms, one above the other in each column.
    assert_eq!(
        rules("https://puzz.link/p?factors/2/2/o02-18"),
        ["math x 2: r1c1 r2c1", "math x 24: r1c2 r2c2"]
    );
}

#[test]
fn other_addresses_are_refused_by_their_kinds() {
    for (address, parts) in [
        ("nurikabe/5/5/g5k2o1k3g", &["\"nurikabe\" of puzz.link is not read here", "pencil"][..]),
        ("cojun/4/4/0", &["\"cojun\" of puzz.link is not read here", "sudoku, skyscrapers, kropki, factors"]),
        ("sudoku/4/4", &["ends too early"]),
        ("sudoku/4/4/h2g1h3k1", &["ends too early", "is the link complete?"]),
        ("sudoku/4/4/h2g1h3k1g22", &["goes on after the last cell"]),
        ("sudoku/4/4/h5g1h3k1g2", &["R1C3: 5 is not a value here"]),
        ("sudoku/4/4/h!g1h3k1g2", &["'!' is no digit here"]),
        ("sudoku/x/4/4/g", &["\"x\" is no number of columns", "variants"]),
        ("sudoku/5/5/z", &["5x5 has no boxes"]),
        ("sudoku/999999999999/9/z", &["up to 64"]),
        ("kropki/2/2/z0", &["'z' cannot stand here"]),
        ("skyscrapers/3/3/9p2", &["a clue beside the grid", "skyscraper 9"]),
        ("", &["carries no puzzle"]),
    ] {
        let error = refused(&format!("https://puzz.link/p?{address}")).to_string();
        assert!(parts.iter().all(|part| error.contains(part)), "{address}: {error}");
    }
    // In a text, what is no number placing is passed over.
    let text = "See https://puzz.link/p?nurikabe/5/5/g5k2o1k3g and https://puzz.link/p?sudoku/4/4/h2g1h3k1g2, please.\n";
    assert_eq!(shown(&one(text)), shown(&one("..2.1..3.....1.2")));
}

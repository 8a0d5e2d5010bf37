//! Marks on the edge of two cells: dots, X and V, sums, signs of inequality.

use std::collections::BTreeMap;

use crate::format::sudokupad::claims::{Claims, Scene, clue};
use crate::format::sudokupad::drawing::{Point, Shape, Spot, Stroke};
use crate::format::sudokupad::words::{Phrase, all, number_after, says};
use crate::rules::Clue;

/// Sentences about dots with the usual meaning.
const WHITE: [Phrase; 8] = [
    Phrase { all: &["white", "consecutive"], none: &["sum"] },
    Phrase { all: &["white", "differ"], none: &["sum"] },
    Phrase { all: &["white", "one greater"], none: &["sum"] },
    Phrase { all: &["white", "1 apart"], none: &["sum"] },
    Phrase { all: &["dot", "consecutive"], none: &["sum", "black dot", "black circle"] },
    Phrase { all: &["circle", "consecutive"], none: &["sum", "black"] },
    all(&["kropki"]),
    Phrase { all: &["white", "adjacent"], none: &["sum", "orthogonal"] },
];
const BLACK: [Phrase; 9] = [
    all(&["black", "ratio"]),
    all(&["black", "1:2"]),
    all(&["black", "2:1"]),
    all(&["black", "double"]),
    all(&["black", "twice"]),
    all(&["black", "half"]),
    all(&["dot", "ratio"]),
    all(&["dot", "double"]),
    all(&["kropki"]),
];

/// Sentences about the sums 10 and 5.
const SUMS: [Phrase; 8] = [
    all(&["x ", "sum"]),
    all(&["x ", "add"]),
    all(&["x's"]),
    all(&["v ", "sum"]),
    all(&["v ", "add"]),
    all(&["xv"]),
    all(&["x/v"]),
    all(&["roman"]),
];

/// Sentences about inequalities.
const UNEQUAL: [Phrase; 9] = [
    all(&["inequalit"]),
    all(&["greater than sign"]),
    all(&["smaller", "point"]),
    all(&["lower", "point"]),
    all(&["greater than", "symbol"]),
    all(&["lesser", "point"]),
    all(&["sign", "larger"]),
    all(&["sign", "greater"]),
    all(&["sign", "smaller"]),
];

/// Sentences about signs that point to the greater number.
const TURNED: [Phrase; 3] = [
    Phrase { all: &["point", "to the larger"], none: &["smaller", "lower", "lesser"] },
    Phrase { all: &["point", "to the greater"], none: &["smaller", "lower", "lesser"] },
    Phrase { all: &["point", "to the higher"], none: &["smaller", "lower", "lesser"] },
];

pub(super) fn read(scene: &Scene<'_>, claims: &mut Claims) {
    let mut edges: BTreeMap<[u16; 2], Vec<&Shape>> = BTreeMap::new();
    for shape in scene.shapes(claims) {
        if let Spot::Edge(cells) = scene.drawing.spot(shape.middle)
            && shape.size() < if shape.text.is_empty() { 0.75 } else { 1.1 }
        {
            edges.entry(cells).or_default().push(shape);
        }
    }
    for (cells, shapes) in edges {
        let texts: Vec<&str> =
            shapes.iter().map(|shape| shape.text.as_str()).filter(|text| !text.is_empty()).collect();
        let dot = shapes.iter().find(|shape| is_dot(shape));
        let names: Vec<&str> = shapes.iter().map(|shape| shape.name.as_str()).collect();
        let read = match (dot, &texts[..]) {
            (Some(dot), []) => of_dot(scene, dot, None),
            (dot, [text]) => match (dot, text.parse::<i32>()) {
                (Some(dot), Ok(number)) => of_dot(scene, dot, Some(number)),
                _ => of_text(scene, &turned(text, &shapes), cells),
            },
            // Shapes without text that are no dots.
            (None, []) => continue,
            _ => Err("several marks on one edge"),
        };
        match read {
            Ok((clue, reason)) => {
                let clue = if clue.lists.is_empty() { clue.list(cells) } else { clue };
                claims.claim(scene, clue, &names, reason);
            }
            Err(why) => {
                names.iter().for_each(|name| claims.use_up(name));
                claims.not_understood(names[0], why);
            }
        }
    }
}

/// Returns a sign as it looks after its shape has been turned.
fn turned(text: &str, shapes: &[&Shape]) -> String {
    const SIGNS: [&str; 4] = ["^", ">", "v", "<"];
    let angle = shapes.iter().find(|shape| !shape.text.is_empty()).map_or(0.0, |shape| shape.angle);
    let quarters = (angle / 90.0).round().rem_euclid(4.0) as usize;
    match SIGNS.iter().position(|sign| *sign == text.to_lowercase()) {
        Some(at) if quarters > 0 => SIGNS[(at + quarters) % 4].to_owned(),
        _ => text.to_owned(),
    }
}

type Reading = Result<(Clue, &'static str), &'static str>;

fn is_dot(shape: &Shape) -> bool {
    let is_white_dot = shape.fill.is_none_or(|fill| fill.is_white() || !fill.is_visible())
        && shape.border.is_some_and(|border| border.is_visible() && !border.is_white());
    let is_dark = shape.fill.is_some_and(|fill| fill.is_visible() && !fill.is_white());
    shape.is_round && (0.1..0.6).contains(&shape.width) && shape.is_regular() && (is_white_dot || is_dark)
}

fn of_dot(scene: &Scene<'_>, dot: &Shape, number: Option<i32>) -> Reading {
    let words = scene.words;
    let is_usual = words.is_empty() || words.are_standard();
    let (name, phrases, reason) = match dot.fill {
        Some(fill) if fill.is_visible() && fill.is_black() => ("black", &BLACK[..], "black dots on edges"),
        Some(fill) if fill.is_visible() && !fill.is_white() => {
            return Err("a dot of another colour than white and black");
        }
        _ => ("white", &WHITE[..], "white dots on edges"),
    };
    if !is_usual && !words.say(phrases) {
        return Err("a dot of which the rules do not tell");
    }
    let number = match number {
        Some(number) => Some(number),
        None if name == "white" => words
            .that_say(&[Phrase { all: &["white", "differ"], none: &["consecutive", "at least"] }])
            .find_map(|sentence| number_after(sentence, &["difference of", "differ by"])),
        None => words.that_say(&[all(&["black", "1:3"])]).next().map(|_| 3),
    };
    // A sentence about both kinds of dots has two numbers.
    let usual = if name == "white" { 1 } else { 2 };
    let number = number.filter(|&number| number != usual);
    let clue = clue(name);
    Ok((number.map_or(clue.clone(), |number| clue.number(number)), reason))
}

fn of_text(scene: &Scene<'_>, text: &str, cells: [u16; 2]) -> Reading {
    let words = scene.words;
    let is_usual = words.is_empty() || words.are_standard();
    let is_unequal = words.say(&UNEQUAL) && !words.say(&TURNED);
    let is_sum = is_usual || words.sentences().any(|sentence| says(&format!("{sentence} "), &SUMS));
    let word = text.trim();
    match word {
        "X" | "x" if is_sum => return Ok((clue("x"), "the letter X on an edge")),
        "V" | "v" if is_sum && !is_unequal => return Ok((clue("v"), "the letter V on an edge")),
        _ => {}
    }
    if let Some(number) = roman(word)
        && (words.mention("roman") || words.mention(&word.to_lowercase()))
    {
        return Ok((clue("pair-sum").number(number), "a Roman number on an edge"));
    }
    let is_row = cells[1] == cells[0] + 1;
    let lesser_is_first = match (word, is_row) {
        ("<" | "‹" | "〈", true) | ("^" | "∧" | "˄" | "⌃", false) => Some(true),
        (">" | "›" | "〉", true) | ("v" | "V" | "∨" | "˅" | "⌄", false) => Some(false),
        _ => None,
    };
    match lesser_is_first {
        Some(is_first) if is_usual || is_unequal => {
            let order = if is_first { [cells[1], cells[0]] } else { cells };
            Ok((clue("greater").list(order), "a sign of inequality on an edge"))
        }
        Some(_) => Err("a sign on an edge of which the rules do not tell"),
        None => Err("a text on an edge"),
    }
}

/// Returns the value of a Roman number.
fn roman(text: &str) -> Option<i32> {
    let value = |c| match c {
        'I' => Some(1),
        'V' => Some(5),
        'X' => Some(10),
        _ => None,
    };
    let digits: Vec<i32> = text.chars().map(value).collect::<Option<_>>()?;
    let signed = |(at, &digit): (usize, &i32)| {
        if digits.get(at + 1).is_some_and(|&next| next > digit) { -digit } else { digit }
    };
    (!digits.is_empty()).then(|| digits.iter().enumerate().map(signed).sum())
}

/// Small strokes of three points on an edge, which point to the smaller number.
pub(super) fn chevrons(scene: &Scene<'_>, claims: &mut Claims) {
    if !scene.words.is_empty() && !scene.words.say(&UNEQUAL) || scene.words.say(&TURNED) {
        return;
    }
    for stroke in scene.strokes(claims) {
        if let Some((lesser, greater)) = chevron(scene, stroke) {
            let reason = "a small angle on an edge, which points to the smaller number";
            claims.claim(scene, clue("greater").list([greater, lesser]), &[&stroke.name], reason);
        }
    }
}

/// Returns the cell that a chevron points to, and the one on its other side.
fn chevron(scene: &Scene<'_>, stroke: &Stroke) -> Option<(u16, u16)> {
    let [from, tip, to] = stroke.points[..] else { return None };
    let is_small = from.reach(to) < 0.7 && from.reach(tip) < 0.6 && tip.reach(to) < 0.6 && !stroke.is_arrow;
    let open = Point::new((from.row + to.row) / 2.0, (from.column + to.column) / 2.0);
    let middle = Point::new((open.row + tip.row) / 2.0, (open.column + tip.column) / 2.0);
    let Spot::Edge([one, other]) = scene.drawing.spot(middle) else { return None };
    let is_row = other == one + 1;
    let (down, right) = (tip.row - open.row, tip.column - open.column);
    let along = if is_row { right } else { down };
    if !is_small || along.abs() < 0.04 {
        return None;
    }
    Some(if along < 0.0 { (one, other) } else { (other, one) })
}

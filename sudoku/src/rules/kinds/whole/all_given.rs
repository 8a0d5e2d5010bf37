//! Negative constraints: neighbours without a dot, X or V do not have its relation.

use std::collections::BTreeSet;

use crate::rules::fpuzzles::{Form, Key};
use crate::rules::kinds::pairs::black::{self, is_ratio};
use crate::rules::kinds::pairs::pair_sum;
use crate::rules::kinds::pairs::white;
use crate::rules::{Clue, Drawing, Group, Kind, ParamSyntax, Scene};

pub const NONCONSECUTIVE: Kind = Kind {
    name: "nonconsecutive",
    noun: "the rule against consecutive neighbours",
    alone: true,
    also: &["anti-consecutive"],
    group: Group::Grid,
    usage: "nonconsecutive",
    help: "Neighbours in rows and columns never differ by 1, except across a white dot.",
    sentence: "Neighbours in a row or column are never consecutive, except across a white dot.",
    example: "nonconsecutive",
    holds: |clue, scene, numbers| holds(clue, scene, numbers, NEVER_CONSECUTIVE),
    declare: |clue, draft| {
        let pairs = unmarked(clue, &draft.scene(), NEVER_CONSECUTIVE);
        draft.relations(&pairs, |a, b| !is_banned(a, b, NEVER_CONSECUTIVE));
    },
    fpuzzles: &[Key::new("nonconsecutive", Form::Flag)],
    drawing: Drawing::Global("nonconsecutive"),
    ..Kind::BLANK
};

pub const ALL_GIVEN: Kind = Kind {
    name: "all-given",
    shares: &["negative", "negative xv", "negative kropki"],
    noun: "the rule that all {word} are given",
    word: |clue, _, _| {
        let named = |words: &&[&str]| match **words {
            [WHITE] => "white dots",
            [BLACK] => "black dots",
            [XV] => "X and V",
            _ => "dots",
        };
        groups(clue).iter().map(named).collect::<Vec<_>>().join(", ")
    },
    alone: true,
    also: &["all dots given"],
    usage: "all-given white black xv",
    help: "All white dots, all black dots, or all X and V are given. Neighbours without a white dot are not consecutive, without a black dot not 1:2, and without X or V do not add up to 10 or 5. (With \"white black\" a dot of either colour allows both.)",
    sentence: "All {word} are given.",
    example: "all-given white black",
    params: ParamSyntax::Words(&[WHITE, BLACK, XV]),
    holds: |clue, scene, numbers| groups(clue).iter().all(|words| holds(clue, scene, numbers, words)),
    declare: |clue, draft| {
        for words in groups(clue) {
            let pairs = unmarked(clue, &draft.scene(), words);
            draft.relations(&pairs, |a, b| !is_banned(a, b, words));
        }
    },
    fpuzzles: &[Key::new("negative", Form::Negative)],
    drawing: Drawing::Globals(&[(WHITE, "antidifference"), (BLACK, "antiratio"), (XV, "antixv")]),
    ..NONCONSECUTIVE
};

const WHITE: &str = "white";
const BLACK: &str = "black";
const XV: &str = "xv";
const NEVER_CONSECUTIVE: &[&str] = &[WHITE];

/// The groups of words. A mark of any word of a group exempts a pair from all words of the group.
fn groups(clue: &Clue) -> Vec<&'static [&'static str]> {
    let dots: Option<&[&str]> = match (clue.has_word(WHITE), clue.has_word(BLACK)) {
        (true, true) => Some(&[WHITE, BLACK]),
        (true, false) => Some(&[WHITE]),
        (false, true) => Some(&[BLACK]),
        (false, false) => None,
    };
    let sums: Option<&[&str]> = clue.has_word(XV).then_some(&[XV]);
    dots.into_iter().chain(sums).collect()
}

/// Whether two numbers have the relation of one of the words.
fn is_banned(a: i32, b: i32, words: &[&str]) -> bool {
    words.iter().any(|&word| match word {
        WHITE => (a - b).abs() == 1,
        BLACK => is_ratio(a, b, 2),
        _ => [5, 10].contains(&(a + b)),
    })
}

/// Whether a clue is a mark of one of the words.
fn is_mark(clue: &Clue, words: &[&str]) -> bool {
    words.iter().any(|&word| match word {
        WHITE => *clue.kind == white::KIND && white::difference(clue) == 1,
        BLACK => *clue.kind == black::KIND && black::ratio(clue) == 2,
        _ => {
            [pair_sum::X, pair_sum::V, pair_sum::SUM].contains(clue.kind)
                && [5, 10].contains(&pair_sum::total(clue))
        }
    })
}

/// The pairs of neighbours without a mark of one of the words.
fn unmarked(clue: &Clue, scene: &Scene<'_>, words: &[&str]) -> Vec<(u16, u16)> {
    let marks = scene.clues.iter().filter(|mark| is_mark(mark, words)).map(Clue::pair);
    let marked: BTreeSet<(u16, u16)> = marks.map(|[a, b]| (a.min(b), a.max(b))).collect();
    let mut pairs = scene.neighbours(clue);
    pairs.retain(|pair| !marked.contains(pair));
    pairs
}

fn holds(clue: &Clue, scene: &Scene<'_>, numbers: &[i32], words: &[&str]) -> bool {
    let pairs = unmarked(clue, scene, words);
    pairs.iter().all(|&(a, b)| !is_banned(numbers[usize::from(a)], numbers[usize::from(b)], words))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tests::{agree, fault, raw};
    use crate::rules::{Param, find};

    fn given(words: &[&str]) -> Clue {
        let params = words.iter().map(|&word| Param::Word(word.into())).collect();
        Clue { params, ..Clue::new(&ALL_GIVEN) }
    }

    fn mark(name: &str, cells: [u16; 2]) -> Clue {
        Clue::new(find(name).unwrap()).list(cells)
    }

    fn follow(a: i32, b: i32) -> bool {
        a == b + 1 || b == a + 1
    }

    #[test]
    fn neighbours_are_not_consecutive_without_a_white_dot() {
        let rule = || Clue::new(&NONCONSECUTIVE);
        let sides = [(0, 1), (2, 3), (0, 2), (1, 3)];
        let none = |n: &[i32]| sides.iter().all(|&(a, b): &(usize, usize)| !follow(n[a], n[b]));
        agree(raw(2, 2, 0..=5), vec![rule()], none);
        // One dot has another difference, and one is between cells that are no neighbours.
        let marks =
            vec![rule(), mark("white", [3, 2]), mark("white", [0, 1]).number(2), mark("white", [0, 3])];
        let means = |n: &[i32]| {
            let free = [(0, 1), (0, 2), (1, 3)];
            free.iter().all(|&(a, b): &(usize, usize)| !follow(n[a], n[b]))
                && follow(n[2], n[3])
                && (n[0] - n[1]).abs() == 2
                && follow(n[0], n[3])
        };
        agree(raw(2, 2, -2..=3), marks, means);
    }

    #[test]
    fn dots_of_either_colour_stand_for_both() {
        let double = |a: i32, b: i32| a == 2 * b || b == 2 * a;
        let marks = |words: &[&str]| vec![given(words), mark("white", [0, 1]), mark("black", [1, 2])];
        let dots = |n: &[i32]| follow(n[0], n[1]) && double(n[1], n[2]);
        let rest = |n: &[i32]| dots(n) && !follow(n[2], n[3]);
        agree(raw(1, 4, 1..=6), marks(&["white", "black"]), |n| rest(n) && !double(n[2], n[3]));
        agree(raw(1, 4, 1..=6), marks(&["white"]), |n| rest(n) && !follow(n[1], n[2]));
        let black = |n: &[i32]| dots(n) && !double(n[2], n[3]) && !double(n[0], n[1]);
        agree(raw(1, 4, 0..=5), marks(&["black"]), black);
    }

    #[test]
    fn sums_without_a_letter_are_neither_five_nor_ten() {
        let marks = vec![given(&["xv"]), mark("v", [0, 1]), mark("pair-sum", [2, 3]).number(10)];
        let means = |n: &[i32]| n[0] + n[1] == 5 && n[2] + n[3] == 10 && ![5, 10].contains(&(n[1] + n[2]));
        agree(raw(1, 4, 2..=8), marks, means);
    }

    #[test]
    fn words_are_required() {
        let what = "all-given: write some of white, black, xv before the colon (all-given white black xv)";
        assert_eq!(fault(raw(1, 2, 1..=4), given(&["grey"])), what);
        assert_eq!(fault(raw(1, 2, 1..=4), given(&[])), what);
    }
}

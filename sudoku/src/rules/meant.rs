//! The rules that people mean by words that are no exact names.

use super::{KINDS, Kind, find, plain};
use crate::text::nearest;

/// Words that say what a clue looks like, and not which rule it has.
const LOOKS: [&str; 17] = [
    "line",
    "lines",
    "dot",
    "dots",
    "cell",
    "cells",
    "clue",
    "clues",
    "sign",
    "signs",
    "move",
    "pair",
    "pairs",
    "rule",
    "constraint",
    "constraints",
    "sudoku",
];

/// What is no rule, and where it is instead.
const ELSEWHERE: [(&[&str], &str); 2] = [
    (
        &["jigsaw", "irregular", "irregularregion", "region"],
        "regions belong to the grid: `regions:` and a map of them",
    ),
    (&["fog", "fogofwar"], "fog is read from links and drawn, and changes no solution"),
];

/// Returns the rules that words mean: the rule of this name, also in the plural or with words such as `line` and `dots`,
/// the rules that share a name, or the only one with these words in a name. Otherwise returns a hint.
///
/// ```
/// let meant = |words| sudoku::rules::meant(words).unwrap().into_iter().map(|kind| kind.name()).collect::<Vec<_>>();
/// assert_eq!(meant("German whispers lines"), ["whisper"]);
/// assert_eq!(meant("kropki dots"), ["white", "black"]);
/// assert_eq!(sudoku::rules::meant("themo").unwrap_err(), "did you mean thermo?");
/// ```
pub fn meant(words: &str) -> Result<Vec<&'static Kind>, String> {
    let words = words.trim().to_lowercase().replace("'s", "").replace("’s", "");
    let named: Vec<&str> = words.split([' ', '-', '_']).filter(|word| !LOOKS.contains(word)).collect();
    let essence = named.join(" ");
    let mut ways = vec![words.as_str(), essence.as_str()];
    ways.extend([words.as_str(), &essence].iter().filter_map(|way| way.strip_suffix('s')));
    if let Some(kinds) = ways.iter().find_map(|way| called(way)) {
        return Ok(kinds);
    }
    let wanted: Vec<String> = ways.iter().map(|way| plain(way)).filter(|way| way.len() > 2).collect();
    let elsewhere =
        ELSEWHERE.iter().find(|(names, _)| names.iter().any(|name| wanted.iter().any(|way| way == name)));
    if let Some((_, hint)) = elsewhere {
        return Err((*hint).to_owned());
    }
    let contains = |text: &str| wanted.iter().any(|way| plain(text).contains(way));
    let alike: Vec<&Kind> = KINDS.iter().filter(|kind| all_names(kind).any(contains)).collect();
    let listed = |kinds: &[&Kind]| kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(", ");
    match alike[..] {
        [] => Err(match nearest(&words, KINDS.iter().flat_map(all_names)) {
            Some(name) => format!("did you mean {name}?"),
            None => {
                let mentions: Vec<&Kind> = KINDS.iter().filter(|kind| contains(kind.help())).collect();
                match mentions[..] {
                    [] => "`sudoku rules` lists all".to_owned(),
                    _ => format!("mentioned by {}", listed(&mentions)),
                }
            }
        }),
        [_] => Ok(alike),
        _ => Err(format!("is it one of {}?", listed(&alike))),
    }
}

/// Returns the rule of a name, or the rules that share it.
fn called(name: &str) -> Option<Vec<&'static Kind>> {
    if let Some(kind) = find(name) {
        return Some(vec![kind]);
    }
    let shares = |kind: &&Kind| kind.shares().iter().any(|shared| plain(shared) == plain(name));
    let sharing: Vec<&Kind> = KINDS.iter().filter(shares).collect();
    (!sharing.is_empty()).then_some(sharing)
}

/// Iterates over the names of a rule, those that it shares with others included.
fn all_names(kind: &Kind) -> impl Iterator<Item = &'static str> {
    kind.names().chain(kind.shares().iter().copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(words: &str) -> Vec<&'static str> {
        let kinds = meant(words).unwrap_or_else(|hint| panic!("{words}: {hint}"));
        kinds.iter().map(|kind| kind.name()).collect()
    }

    #[test]
    fn words_that_setters_use_find_their_rules() {
        for (words, wanted) in [
            ("kropki", "white black"),
            ("Kropki Dots", "white black"),
            ("ratio dot", "black"),
            ("difference", "white"),
            ("consecutive pairs", "white"),
            ("XV", "x v"),
            ("german", "whisper"),
            ("Dutch whispers", "dutch-whisper"),
            ("difference line", "whisper dutch-whisper"),
            ("little killers", "little-killer"),
            ("X-Sums", "x-sum"),
            ("numbered rooms", "numbered-room"),
            ("region sum lines", "region-sum"),
            ("equal sum line", "region-sum"),
            ("between lines", "between"),
            ("quads", "quadruple"),
            ("parity", "odd even"),
            ("thermometers", "thermo"),
            ("slow thermometers", "slow-thermo"),
            ("pill arrows", "arrow"),
            ("cages", "killer"),
            ("killer cages", "killer"),
            ("renban lines", "renban"),
            ("Nabner", "nabner"),
            ("palindromes", "palindrome"),
            ("sandwich sums", "sandwich"),
            ("skyscrapers", "skyscraper"),
            ("Anti knight", "anti-knight"),
            ("knight's move", "anti-knight"),
            ("king's move", "anti-king"),
            ("diagonal", "diagonal+ diagonal- diagonals"),
            ("X-Sudoku", "diagonals"),
            ("hyper sudoku", "windoku"),
            ("disjoint groups", "disjoint"),
            ("anti-consecutive", "nonconsecutive"),
            ("negative constraint", "all-given"),
            ("modular lines", "modular"),
            ("entropy", "global-entropy entropic"),
            ("zipper lines", "zipper"),
            ("lockout lines", "lockout"),
            ("ten lines", "sum-line"),
            ("10-line", "sum-line"),
            ("extra regions", "extra-region"),
            ("clones", "clone"),
            ("greater than sign", "greater"),
            ("index", "row-index column-index box-index"),
            ("159", "row-index column-index"),
            ("circles", "counting-circles"),
            ("rank", "full-rank"),
            ("look and say", "look-and-say"),
            ("Schrödinger", ""),
        ] {
            if wanted.is_empty() {
                assert!(meant(words).is_err(), "{words}");
            } else {
                assert_eq!(names(words).join(" "), wanted, "{words}");
            }
        }
    }

    #[test]
    fn other_words_have_a_hint() {
        assert_eq!(meant("dutch").unwrap_err(), "is it one of dutch-flatmates, dutch-whisper?");
        assert!(meant("Jigsaws").unwrap_err().contains("`regions:`"));
        assert!(meant("quokka").unwrap_err().contains("lists all"));
        assert!(meant("bulb").unwrap_err().starts_with("mentioned by thermo"), "{:?}", meant("bulb"));
        assert_eq!(meant("kilr").unwrap_err(), "did you mean killer?");
        assert!(meant("").is_err() && meant("line").is_err() && meant("s").is_err());
    }

    #[test]
    fn a_shared_name_is_no_name_of_one_rule() {
        for kind in KINDS {
            for name in kind.shares() {
                assert!(find(name).is_none(), "{name} is shared by {}", kind.name());
            }
        }
    }
}

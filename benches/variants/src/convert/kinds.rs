//! Conversion of rules about cells, by type.

use std::collections::HashSet;

use crate::layout::{Cell, Layout};
use crate::record::Record;

use super::automaton;
use super::chaos;
use super::clue::{Clue, with_numbers};
use super::facts::Facts;
use super::reader::Reader;
use super::whole;

/// Facts about the record that the conversion of its rules needs.
pub struct Kinds<'a> {
    pub record: &'a Record,
    pub layout: &'a Layout,
    pub facts: &'a Facts,
}

type Clues = Result<Vec<Clue>, String>;

impl<'a> Kinds<'a> {
    pub fn new(record: &'a Record, layout: &'a Layout, facts: &'a Facts) -> Kinds<'a> {
        Kinds { record, layout, facts }
    }

    /// Converts a rule that is not a composite.
    pub fn clues(&self, rule: &Reader<'_>) -> Clues {
        if let Some(clues) = chaos::clues(self, rule)? {
            return Ok(clues);
        }
        match rule.kind() {
            // Written in the head of the text and in its regions.
            "Shape" | "Var" | "NoBoxes" | "RegionSize" | "Jigsaw" => Ok(Vec::new()),
            "WhiteDot" => self.dots(rule, "white"),
            "BlackDot" => self.dots(rule, "black"),
            "X" => self.dots(rule, "x"),
            "V" => self.dots(rule, "v"),
            "GreaterThan" => self.dots(rule, "greater"),
            "Pair" => self.relation(rule, "allowed"),
            "PairX" => self.relation(rule, "allowed-all"),
            "Regex" => self.line(rule, format!("regex \"{}\"", rule.text("pattern")?)),
            "NFA" => automaton::clues(self.record, rule),
            "Given" => {
                let values = with_numbers("among", &rule.numbers("values")?);
                Ok(vec![Clue::list(values, self.layout.text(&[rule.cell("cell")?]))])
            }
            _ => {
                for convert in [Kinds::of_lines, Kinds::of_sets, Kinds::of_outside] {
                    if let Some(clues) = convert(self, rule)? {
                        return Ok(clues);
                    }
                }
                whole::clues(self, rule)
            }
        }
    }

    fn of_lines(&self, rule: &Reader<'_>) -> Result<Option<Vec<Clue>>, String> {
        let clues = match rule.kind() {
            "Thermo" => self.line(rule, "thermo"),
            "Whisper" => self.line(rule, format!("whisper {}", rule.number("difference")?)),
            "Renban" => self.line(rule, "renban"),
            "Palindrome" => self.line(rule, "palindrome"),
            "Between" => self.longer_than_two(rule, "between".into()),
            "Lockout" => self.longer_than_two(rule, format!("lockout {}", rule.number("minDiff")?.max(1))),
            "Zipper" => self.longer_than_two(rule, "zipper".into()),
            "SumLine" => {
                let end = if rule.is_loop() { " loop" } else { "" };
                self.line(rule, format!("sum-line {}{end}", rule.number("sum")?))
            }
            "Modular" => self.line(rule, format!("modular {}", rule.number("mod")?)),
            "Entropic" => self.line(rule, "entropic"),
            "RegionSumLine" if self.facts.boxes.is_none() && self.facts.jigsaw.is_empty() => Ok(Vec::new()),
            "RegionSumLine" => self.line(rule, "region-sum"),
            "EqualSum" => self.joined("equal-sums", &rule.lists("segments")?),
            "ValueIndexing" => self.line(rule, "value-index"),
            "Arrow" => self.split(rule, "arrow", 1),
            "PillArrow" => self.split(rule, "arrow", rule.number("pillSize")? as usize),
            "DoubleArrow" => self.line(rule, "double-arrow"),
            _ => return Ok(None),
        };
        clues.map(Some)
    }

    fn of_sets(&self, rule: &Reader<'_>) -> Result<Option<Vec<Clue>>, String> {
        let clues = match rule.kind() {
            "Cage" => match rule.number("sum")? {
                0 => self.line(rule, "killer"),
                sum => self.line(rule, format!("killer {sum}")),
            },
            "Sum" => self.sum(rule),
            "AllDifferent" => self.different(rule),
            "RellikCage" => self.line(rule, format!("rellik {}", rule.number("sum")?)),
            "EqualityCage" => self.line(rule, "equality"),
            "Lunchbox" => self.line(rule, format!("lunchbox {}", rule.number("sum")?)),
            "ContainAtLeast" => self.line(rule, with_numbers("contains", &rule.numbers("values")?)),
            "ContainExact" => self.line(rule, with_numbers("contains-exactly", &rule.numbers("values")?)),
            "Quad" => self.quadruple(rule),
            "LookAndSay" => self.line(rule, look_and_say(rule.text("clue")?)?),
            "SameValues" => self.same_values(rule),
            "CountingCircles" => self.line(rule, "counting-circles"),
            "CountDistinct" => self.split(rule, "count-distinct", 1),
            "ConnectedValues" => self.connected(rule),
            "Indexing" => match rule.text("indexType")? {
                "C" => self.line(rule, "column-index"),
                _ => self.line(rule, "row-index"),
            },
            _ => return Ok(None),
        };
        clues.map(Some)
    }

    fn of_outside(&self, rule: &Reader<'_>) -> Result<Option<Vec<Clue>>, String> {
        let name = match rule.kind() {
            "XSum" => "x-sum",
            "Skyscraper" => "skyscraper",
            "HiddenSkyscraper" => "hidden-skyscraper",
            "NumberedRoom" => "numbered-room",
            "FullRank" => "full-rank",
            "Sandwich" => "sandwich",
            "LittleKiller" => "little-killer",
            _ => return Ok(None),
        };
        let ties = if name == "full-rank" { self.facts.ties } else { "" };
        let head = format!("{name} {}{ties}", rule.number("value")?);
        Ok(Some(vec![Clue::list(head, self.layout.seen(&rule.line()?))]))
    }

    /// Converts a rule about one list of cells.
    fn line(&self, rule: &Reader<'_>, head: impl Into<String>) -> Clues {
        Ok(vec![Clue::list(head, self.layout.text(&rule.cells()?))])
    }

    /// Converts a rule about one list of cells; two cells would be no restriction.
    fn longer_than_two(&self, rule: &Reader<'_>, head: String) -> Clues {
        if rule.cells()?.len() > 2 { self.line(rule, head) } else { Ok(Vec::new()) }
    }

    /// Returns a clue with lists of cells separated by `=`, without empty ones.
    pub fn lists(&self, head: &str, lists: &[Vec<Cell>]) -> Clue {
        let lists = lists.iter().filter(|list| !list.is_empty());
        let lists: Vec<String> = lists.map(|list| self.layout.text(list)).collect();
        Clue::list(head, lists.join(" = "))
    }

    /// Returns a clue with lists of cells separated by `=`; a single list would be no restriction.
    pub fn joined(&self, head: &str, lists: &[Vec<Cell>]) -> Clues {
        let says_nothing = lists.iter().filter(|list| !list.is_empty()).count() < 2;
        Ok(if says_nothing { Vec::new() } else { vec![self.lists(head, lists)] })
    }

    /// Converts a rule that relates the first cells of a list to the others.
    fn split(&self, rule: &Reader<'_>, head: &str, first: usize) -> Clues {
        let cells = rule.cells()?;
        let (first, rest) = cells.split_at_checked(first).ok_or_else(|| format!("{head}: too few cells"))?;
        self.joined(head, &[first.to_vec(), rest.to_vec()])
    }

    /// Converts a rule with a mark between any two neighbours of the list.
    fn dots(&self, rule: &Reader<'_>, head: &str) -> Clues {
        let pairs = self.layout.pairs(&rule.cells()?);
        if pairs.is_empty() {
            return Err(format!("{}: no two cells are neighbours", rule.kind()));
        }
        Ok(pairs.iter().map(|pair| Clue::list(head, self.layout.text(pair))).collect())
    }

    /// Converts a table of pairs of values.
    fn relation(&self, rule: &Reader<'_>, name: &str) -> Clues {
        let wrong = || format!("{}: pairs that are not understood", rule.kind());
        let rows: Vec<(i32, Vec<i32>)> =
            serde_json::from_value(rule.rule["allowedPairs"].clone()).map_err(|_| wrong())?;
        let pairs = rows.iter().flat_map(|(a, row)| row.iter().map(move |b| format!(" {a}/{b}")));
        self.line(rule, format!("{name}{}", pairs.collect::<String>()))
    }

    fn sum(&self, rule: &Reader<'_>) -> Clues {
        let (cells, sum) = (rule.cells()?, rule.number("sum")?);
        if !rule.has("coeffs") {
            return self.line(rule, format!("sum {sum}"));
        }
        let mut terms: Vec<(Cell, i32)> = Vec::new();
        for (cell, weight) in cells.into_iter().zip(rule.numbers("coeffs")?) {
            match terms.iter_mut().find(|(known, _)| *known == cell) {
                Some((_, known)) => *known += weight,
                None => terms.push((cell, weight)),
            }
        }
        terms.retain(|&(_, weight)| weight != 0);
        let (cells, weights): (Vec<Cell>, Vec<i32>) = terms.into_iter().unzip();
        let head = with_numbers(&format!("weighted-sum {sum}"), &weights);
        Ok(vec![Clue::list(head, self.layout.text(&cells))])
    }

    fn different(&self, rule: &Reader<'_>) -> Clues {
        let mut cells = rule.cells()?;
        let mut seen = HashSet::new();
        cells.retain(|&cell| seen.insert(cell));
        Ok(match cells.len() {
            0 | 1 => Vec::new(),
            _ => vec![Clue::list("extra-region", self.layout.text(&cells))],
        })
    }

    fn quadruple(&self, rule: &Reader<'_>) -> Clues {
        let corner = rule.cell("topLeftCell")?;
        let near = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|step| self.layout.step(corner, step));
        let near: Option<Vec<Cell>> = near.into_iter().collect();
        let near = near.ok_or("Quad: a corner at the border")?;
        let cells = if self.layout.is_in_grid(corner) { &near[..1] } else { &near };
        let head = with_numbers("quadruple", &rule.numbers("values")?);
        Ok(vec![Clue::list(head, self.layout.text(cells))])
    }

    fn same_values(&self, rule: &Reader<'_>) -> Clues {
        let (cells, lists) = (rule.cells()?, rule.number("numSets")?.max(1) as usize);
        if lists >= cells.len() {
            let each: Vec<Vec<Cell>> = cells.iter().map(|&cell| vec![cell]).collect();
            return self.joined("clone", &each);
        }
        if cells.len() % lists != 0 {
            return Err("SameValues: lists of different lengths".into());
        }
        let lists: Vec<Vec<Cell>> = cells.chunks(cells.len() / lists).map(<[Cell]>::to_vec).collect();
        self.joined("same-values", &lists)
    }

    fn connected(&self, rule: &Reader<'_>) -> Clues {
        let (prefix, values) = (rule.text("groupPrefix")?, rule.numbers("values")?);
        let cells: Vec<Cell> = self.layout.group(prefix).ok_or("ConnectedValues: no such cells")?.collect();
        let is_whole = prefix.is_empty();
        let cells = if is_whole { "all".to_owned() } else { self.layout.text(&cells) };
        let head = with_numbers("connected", &values);
        let mut clues = vec![if is_whole { Clue::flag(head) } else { Clue::list(head, cells.clone()) }];
        if rule.has("size") {
            let [value] = values[..] else { return Err("ConnectedValues: a size for several values".into()) };
            let exactly = with_numbers("contains-exactly", &vec![value; rule.number("size")? as usize]);
            clues.push(Clue::list(exactly, cells));
        }
        Ok(clues)
    }
}

/// Formats a look-and-say clue: pairs of a count and a digit.
fn look_and_say(clue: &str) -> Result<String, String> {
    let digit = |c: char| c.to_digit(10).map(|digit| digit as i32);
    let digits: Option<Vec<i32>> = clue.chars().map(digit).collect();
    Ok(with_numbers("look-and-say", &digits.ok_or("LookAndSay: a clue that is no digits")?))
}

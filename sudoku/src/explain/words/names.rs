//! Names of cells, values, houses and clues in texts.

use std::collections::BTreeSet;

use super::table::{list, phrase, weighted_sum};
use crate::candidates::Candidates;
use crate::explain::state::State;
use crate::explain::truth::Truth;
use crate::rules::{Clue, Detail, Origin};

/// More cells than these are named by the first and the last.
const MOST_NAMED: usize = 9;
/// The longest text of a formula or an alternative in the name of a clue, in characters.
const LONGEST_TEXT: usize = 28;

/// Names things of a state.
#[derive(Clone, Copy)]
pub(in crate::explain) struct Names<'a> {
    pub state: &'a State,
}

impl Names<'_> {
    pub fn cell(&self, cell: usize) -> String {
        self.state.map.puzzle.grid().name(cell).to_string()
    }

    /// Cells as a list in any order, with one name for several of a row or column where they are many: `R1C123`.
    pub fn cells_named(&self, cells: &[usize], word: &str) -> String {
        let grid = self.state.map.puzzle.grid();
        let mut names: Vec<String> = cells.iter().map(|&cell| self.cell(cell)).collect();
        if names.len() > MOST_LISTED && grid.rows() <= 9 && grid.columns() <= 9 {
            let by_row = merged(&names, |name| (name.split_at(3).0.to_owned(), String::new()), 3);
            let by_column = merged(&names, |name| (name[..1].to_owned(), name[2..].to_owned()), 1);
            let fewer = if by_column.len() < by_row.len() { by_column } else { by_row };
            names = fewer;
        }
        list(&names, word)
    }

    pub fn symbol(&self, value: u8) -> String {
        self.state.map.puzzle.symbols().get(value).to_owned()
    }

    /// Values as a list, in which four or more in a row are a range.
    pub fn symbols(&self, values: Candidates, word: &str) -> String {
        let mut parts: Vec<String> = Vec::new();
        let mut rest = values.bits();
        while rest != 0 {
            let first = rest.trailing_zeros();
            let count = (rest >> first).trailing_ones();
            let run: Vec<u8> = (first..first + count).map(|value| value as u8).collect();
            rest &= !Candidates::all((first + count) as usize).bits();
            match run[..] {
                [low, _, .., high] if count > 3 => {
                    parts.push(phrase("range", &[&self.symbol(low), &self.symbol(high)]));
                }
                _ => parts.extend(run.iter().map(|&value| self.symbol(value))),
            }
        }
        list(&parts, word)
    }

    /// The name of a house: that of the clue, if it is the cells of a clue that has words.
    pub fn house(&self, house: usize) -> String {
        let map = &self.state.map;
        let (name, origin) = (map.house_name(house), map.groups[house].origin);
        if name == map.name(origin) { self.origin(origin) } else { name }
    }

    /// The name of a clue, or of its house, by which two cells exclude each other.
    pub fn link(&self, origin: Origin, one: usize, other: usize) -> String {
        let groups = &self.state.map.groups;
        let has = |at: usize, cell: usize| groups[at].cells().contains(&(cell as u16));
        let is_house = |at: &usize| groups[*at].origin == origin && has(*at, one) && has(*at, other);
        let house = (0..groups.len()).find(is_house);
        house.map_or_else(|| self.origin(origin), |house| self.house(house))
    }

    /// The name of a house or a clue.
    pub fn origin(&self, origin: Origin) -> String {
        let Origin::Clue(at) = origin else { return self.state.map.name(origin) };
        let clue = &self.state.map.puzzle.clues()[at];
        let map = &self.state.map;
        let groups = &mut (0..map.groups.len()).filter(|&group| map.groups[group].origin == origin);
        match (clue.kind.noun, groups.next(), groups.next()) {
            ("", Some(group), None) => map.house_name(group),
            ("", ..) => map.name(origin),
            // A statement about many cells, each with its neighbours: which one matters is seen.
            (noun, ..) if clue.kind.alone && clue.cells().len() > MOST_CELLS => {
                let end = noun.find(" at ").unwrap_or(noun.len());
                phrase("rule", &[&noun[..end]])
            }
            (noun, ..) => self.fill(noun, clue, clue.cells()).replace(" at {first}", ""),
        }
    }

    /// A text about a clue with its parts filled in: see [`Kind::noun`](crate::rules::Kind::noun). `cells` are those it
    /// is about.
    pub fn fill(&self, text: &str, clue: &Clue, cells: &[u16]) -> String {
        let named = |cells: &[u16]| self.named(&cells.iter().map(|&cell| cell.into()).collect::<Vec<_>>());
        let number = clue.first_number().map(|number| number.to_string());
        let params: Vec<String> = clue.numbers().map(|number| number.to_string()).collect();
        let counted = clue.first_number().and_then(|number| usize::try_from(number).ok()?.checked_sub(1));
        let counted = counted.and_then(|at| cells.get(at..=at)).unwrap_or_default();
        let inner = cells.get(1..cells.len().saturating_sub(1)).unwrap_or_default();
        let puzzle = &self.state.map.puzzle;
        let pieces = |sign: &str| {
            let one = |cells: &Vec<u16>| {
                cells.iter().map(|&cell| self.cell(cell.into())).collect::<Vec<_>>().join(sign)
            };
            (clue.kind.pieces)(clue, puzzle.grid()).iter().map(one).collect::<Vec<_>>()
        };
        let [least, greatest] = puzzle.ends(clue);
        let full = || clue.as_text(puzzle.grid(), puzzle.symbols());
        let full = if text.contains("text}") { full() } else { String::new() };
        let full = full.strip_prefix(clue.kind.name).map_or(&*full, str::trim_start);
        let beginning = match full.char_indices().nth(LONGEST_TEXT) {
            Some((end, _)) => format!("{}…", full[..end].trim_end()),
            None => full.to_owned(),
        };
        let weighted = || {
            let weights = clue.numbers().skip(1).map(i64::from);
            let cells = clue.cells().iter().map(|&cell| self.cell(cell.into()));
            weighted_sum(weights.zip(cells))
        };
        let weighted = if text.contains("{weighted}") { weighted() } else { String::new() };
        let alternatives =
            if text.contains("{alternatives}") { self.alternatives(clue) } else { String::new() };
        let pairs = if text.contains("{pairs}") { self.pairs(clue) } else { String::new() };
        let rows = if text.contains("{rows}") {
            self.lines_of(cells, "row ", |cell, width| cell / width)
        } else {
            String::new()
        };
        let columns = if text.contains("{columns}") {
            self.lines_of(cells, "column ", |cell, width| cell % width)
        } else {
            String::new()
        };
        let differing = if text.contains("{differing}") { self.differing(cells) } else { String::new() };
        let parts = [
            ("{differing}", differing),
            ("{#}", number.as_ref().map_or(String::new(), |number| format!(" {number}"))),
            ("{number}", number.unwrap_or_default()),
            ("{params}", list(&params, "and")),
            ("{cells}", named(cells)),
            ("{from}", named(cells.get(..1).unwrap_or_default())),
            ("{to}", named(cells.last().map_or(&[], std::slice::from_ref))),
            ("{counted}", named(counted)),
            ("{inner}", named(inner)),
            ("{a}", named(clue.cells())),
            ("{b}", named(clue.lists.get(1).map_or(&[], Vec::as_slice))),
            ("{pairs}", pairs),
            ("{rows}", rows),
            ("{columns}", columns),
            ("{lists}", list(&pieces("-"), "and")),
            ("{equal sums}", pieces(" + ").join(" = ")),
            ("{weighted}", weighted),
            ("{word}", (clue.kind.word)(clue, cells, puzzle.grid())),
            ("{least}", least),
            ("{greatest}", greatest),
            ("{alternatives}", alternatives),
            ("{text}", beginning),
            ("{full text}", full.to_owned()),
        ];
        let mut text = text.to_owned();
        if cells.len() > MOST_NAMED {
            for noun in ["cage", "line", "diagonal"] {
                text = text.replace(&format!("{noun} {{cells}}"), &format!("{noun} of {{cells}}"));
            }
        }
        parts.iter().fold(text, |text, (name, part)| text.replace(name, part))
    }

    /// The rows or the columns in which cells are, by their numbers.
    fn lines_of(&self, cells: &[u16], kind: &str, line: fn(usize, usize) -> usize) -> String {
        let width = self.state.map.puzzle.grid().columns();
        let lines: BTreeSet<usize> = cells.iter().map(|&cell| line(cell.into(), width) + 1).collect();
        super::table::together(&lines.iter().map(|line| format!("{kind}{line}")).collect::<Vec<_>>())
    }

    /// What each of the alternatives of a clue says.
    fn alternatives(&self, clue: &Clue) -> String {
        let says = |clue: &Clue| {
            let text = self.fill(sentence(clue), clue, clue.cells());
            let is_word = text.chars().nth(1).is_some_and(|letter| letter.is_lowercase());
            match text.chars().next() {
                None => clue.as_text(self.state.map.puzzle.grid(), self.state.map.puzzle.symbols()),
                Some(first) if is_word => format!("{}{}", first.to_lowercase(), &text[first.len_utf8()..]),
                Some(_) => text,
            }
        };
        let Detail::Either(groups) = &clue.detail else { return String::new() };
        let together = |group: &Vec<Clue>| list(&group.iter().map(says).collect::<Vec<_>>(), "and");
        let each: Vec<String> = groups.iter().map(together).collect();
        match &each[..] {
            [one] => super::capital(one),
            each => phrase("alternatives", &[&each.join("; or ")]),
        }
    }

    /// The pairs of a count and a value of a clue: `3 exactly once and 5 exactly twice`.
    fn pairs(&self, clue: &Clue) -> String {
        let numbers: Vec<i32> = clue.numbers().collect();
        let pairs = numbers.chunks_exact(2).map(|pair| {
            let often = match pair[0] {
                0 => "never",
                1 => "exactly once",
                2 => "exactly twice",
                _ => "exactly often",
            };
            phrase(often, &[&pair[1].to_string(), &pair[0].to_string()])
        });
        list(&pairs.collect::<Vec<_>>(), "and")
    }

    /// Cells as a list, or by the first and the last if they are many.
    pub fn named(&self, cells: &[usize]) -> String {
        match cells {
            [first, .., last] if cells.len() > MOST_NAMED => {
                phrase("from to", &[&self.cell(*first), &self.cell(*last), &cells.len().to_string()])
            }
            _ => list(&cells.iter().map(|&cell| self.cell(cell)).collect::<Vec<_>>(), "and"),
        }
    }
}

/// Names for those who read steps as data.
impl State {
    /// The names that a truth is about: a cell, a house, or the clues and houses of a sum.
    pub fn names_of(&self, truth: Truth) -> Vec<String> {
        match truth {
            Truth::Cell(cell) => vec![self.map.puzzle.grid().name(cell).to_string()],
            Truth::Place { house, .. } => vec![Names { state: self }.house(house)],
            Truth::Relation(relation) => {
                let origins = self.map.relations[relation].origins.iter();
                origins.map(|&origin| Names { state: self }.origin(origin)).collect()
            }
        }
    }

    /// What the clue or the sum of a truth says, as a sentence without a full stop; `None` for other truths.
    pub fn statement(&self, truth: Truth) -> Option<String> {
        match truth {
            Truth::Relation(relation) => Some(Names { state: self }.says(&self.map.relations[relation])),
            Truth::Cell(_) | Truth::Place { .. } => None,
        }
    }

    /// The name of a clue, by its index.
    pub fn name_of_clue(&self, clue: usize) -> String {
        self.name_of(Origin::Clue(clue))
    }

    /// The name of a house, by its index among all groups.
    pub(in crate::explain) fn name_of_house(&self, house: usize) -> String {
        Names { state: self }.house(house)
    }

    /// The name of a clue, or of its house, by which two cells exclude each other.
    pub(in crate::explain) fn name_of_link(&self, origin: Origin, one: usize, other: usize) -> String {
        Names { state: self }.link(origin, one, other)
    }

    /// The name of a house or a clue.
    pub(in crate::explain) fn name_of(&self, origin: Origin) -> String {
        Names { state: self }.origin(origin)
    }
}

/// Up to this many cells are named one by one where they are all of a clue, and where they are any.
const MOST_CELLS: usize = 6;
const MOST_LISTED: usize = 10;

/// Joins names like `R1C2` that agree in all but one digit, which is at `place`. Other names stay as they are.
fn merged(names: &[String], rest: impl Fn(&str) -> (String, String), place: usize) -> Vec<String> {
    let is_usual = |name: &str| {
        let is_digit = |at: usize| name.as_bytes()[at].is_ascii_digit();
        let is_letter = |at: usize| name.as_bytes()[at].eq_ignore_ascii_case(&b"RxC"[at]);
        name.len() == 4 && name.is_ascii() && is_letter(0) && is_letter(2) && is_digit(1) && is_digit(3)
    };
    let mut groups: Vec<((String, String), String)> = Vec::new();
    for name in names {
        if !is_usual(name) {
            groups.push(((name.clone(), String::new()), String::new()));
            continue;
        }
        let (rest, digit) = (rest(name), &name[place..=place]);
        match groups.iter_mut().find(|(known, digits)| *known == rest && !digits.is_empty()) {
            Some((_, digits)) => digits.push_str(digit),
            None => groups.push((rest, digit.to_owned())),
        }
    }
    groups.into_iter().map(|((before, after), digits)| format!("{before}{digits}{after}")).collect()
}

/// The statement of a clue, with its parts to be filled in.
pub(super) fn sentence(clue: &Clue) -> &'static str {
    match (clue.first_number(), clue.kind.says_without_number) {
        (Some(_), _) | (None, "") => clue.kind.says,
        (None, says) => says,
    }
}

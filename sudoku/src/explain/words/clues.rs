//! The names and statements of clues in words, and the conclusions for their cells.

use super::table::{grouped, list, phrase};
use super::{Teller, capital};
use crate::candidates::Candidates;
use crate::explain::relations::{Relation, Sum};
use crate::explain::step::Conclusion;
use crate::explain::truth::Truth;
use crate::rules::{Clue, Origin};

/// More cells than these are named by the first and the last.
const MOST_NAMED: usize = 9;
/// Of more clues than these, only the first are named.
const MOST_CLUES: usize = 3;
/// Sums of more cells than these are named by the first and the last.
const MOST_ADDED: usize = 6;
/// The longest text of a formula or an alternative in the name of a clue, in characters.
const LONGEST_TEXT: usize = 28;

/// The greatest number of tuples that are told in their order.
const MOST_TUPLES: usize = 8;

impl Teller<'_> {
    /// The name of a house or a clue.
    pub fn origin(&self, origin: Origin) -> String {
        let Origin::Clue(at) = origin else { return self.state.map.name(origin) };
        let clue = &self.state.map.puzzle.clues()[at];
        let map = &self.state.map;
        let groups = &mut (0..map.groups.len()).filter(|&group| map.groups[group].origin == origin);
        match (clue.kind.noun, groups.next(), groups.next()) {
            ("", Some(group), None) => map.house_name(group),
            ("", ..) => map.name(origin),
            (noun, ..) => self.fill(noun, clue, clue.cells()),
        }
    }

    /// The statement of the step's clue, as a sentence without a full stop.
    pub fn says(&self) -> String {
        let Some(relation) = self.relation() else { return String::new() };
        let clues = &self.state.map.puzzle.clues();
        let cells: Vec<u16> = relation.cells.iter().map(|&cell| cell as u16).collect();
        if let [Origin::Clue(at)] = relation.origins[..]
            && let clue = &clues[at]
            && !clue.kind.says.is_empty()
        {
            let listed = || clue.lists.iter().flatten();
            let is_part = !listed().all(|cell| cells.contains(cell))
                && cells.iter().all(|cell| listed().any(|known| known == cell));
            let sentence = sentence(clue);
            // A statement that does not tell lists apart is about the cells of all.
            let tells_lists =
                ["{a}", "{b}", "{lists}", "{sums}", "{from}"].iter().any(|part| sentence.contains(part));
            let all: Vec<u16> = listed().copied().collect();
            let about = match (is_part, tells_lists) {
                (true, _) => &cells[..],
                (false, true) => clue.cells(),
                (false, false) => &all[..],
            };
            let scope = self.named(&relation.cells);
            return self.fill(sentence, clue, about).replace("{scope}", &scope);
        }
        let about = self.named(&relation.cells);
        let origins = self.sources(relation);
        let Some(sum) = &relation.sum else {
            let holds = if relation.origins.len() > 1 { "hold for" } else { "holds for" };
            return phrase(holds, &[&capital(&origins), &about]);
        };
        let of = |cells: &[usize]| match cells {
            [_] => self.named(cells),
            _ => phrase("sum of", &[&self.named(cells)]),
        };
        let (added, taken) = (of(&sum.added), of(&sum.taken));
        let amount = sum.total.unsigned_abs().to_string();
        match (sum.taken.is_empty(), sum.total) {
            (true, _) => phrase("leave", &[&origins, &sum.total.to_string(), &added]),
            (false, 0) => phrase("leave as much", &[&origins, &added, &taken]),
            (false, 1..) => phrase("leave more", &[&origins, &amount, &added, &taken]),
            (false, _) => phrase("leave less", &[&origins, &amount, &added, &taken]),
        }
    }

    /// That a clue cannot be satisfied by the values left for its cells.
    pub fn unsatisfied(&self, relation: usize, left: &[(usize, Candidates)]) -> String {
        if let Some((cell, _)) = left.iter().find(|(_, values)| values.is_empty()) {
            return phrase("no value", &[&self.cell(*cell)]);
        }
        let name = self.relation_named(relation);
        let mut groups = grouped(left.iter().map(|&(cell, values)| (values, [cell])));
        if groups.is_empty() || groups.len() > MOST_NAMED || left.len() > 2 * MOST_NAMED {
            return phrase("no tuple", &[&name]);
        }
        groups.sort_by_key(|(values, _)| values.len());
        let parts = groups.iter().map(|(values, cells)| {
            phrase("seen in", &[&self.symbols(*values, "or"), &self.cells_named(cells, "and")])
        });
        phrase("no tuple with", &[&name, &list(&parts.collect::<Vec<_>>(), "and")])
    }

    /// The sums that a chain uses, each with the houses and clues from which it follows, as sentences.
    pub fn sums(&self) -> String {
        let map = &self.state.map;
        let sums = self.step.truths.iter().filter_map(|truth| match truth {
            Truth::Relation(relation) => Some(&map.relations[*relation]),
            Truth::Cell(_) | Truth::Place { .. } => None,
        });
        let told = sums.filter_map(|relation| {
            let equation = self.equation(relation.sum.as_ref()?);
            Some(phrase("follows", &[&self.sources(relation), &equation]))
        });
        told.collect()
    }

    /// A sum as an equation: `R1C1 + R1C2 = R2C3 + 4`.
    fn equation(&self, sum: &Sum) -> String {
        let side = |cells: &[usize], amount: i64| {
            let cells = cells.iter().map(|&cell| self.cell(cell));
            let amount = (amount != 0 || cells.len() == 0).then(|| amount.to_string());
            cells.chain(amount).collect::<Vec<_>>().join(" + ")
        };
        format!("{} = {}", side(&sum.added, 0.max(-sum.total)), side(&sum.taken, 0.max(sum.total)))
    }

    fn fill(&self, text: &str, clue: &Clue, cells: &[u16]) -> String {
        let named = |cells: &[u16]| self.named(&cells.iter().map(|&cell| cell.into()).collect::<Vec<_>>());
        let number = clue.first_number().map(|number| number.to_string());
        let params: Vec<String> = clue.numbers().map(|number| number.to_string()).collect();
        let inner = cells.get(1..cells.len().saturating_sub(1)).unwrap_or_default();
        let joined = |sign: &str| {
            let one = |cells: &Vec<u16>| {
                cells.iter().map(|&cell| self.cell(cell.into())).collect::<Vec<_>>().join(sign)
            };
            list(&clue.lists.iter().map(one).collect::<Vec<_>>(), "and")
        };
        let puzzle = &self.state.map.puzzle;
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
        let pairs = if text.contains("{pairs}") { self.pairs(clue) } else { String::new() };
        let parts = [
            ("{#}", number.as_ref().map_or(String::new(), |number| format!(" {number}"))),
            ("{number}", number.unwrap_or_default()),
            ("{params}", list(&params, "and")),
            ("{cells}", named(cells)),
            ("{from}", named(cells.get(..1).unwrap_or_default())),
            ("{to}", named(cells.last().map_or(&[], std::slice::from_ref))),
            ("{inner}", named(inner)),
            ("{a}", named(clue.cells())),
            ("{b}", named(clue.lists.get(1).map_or(&[], Vec::as_slice))),
            ("{pairs}", pairs),
            ("{lists}", joined("-")),
            ("{sums}", joined("+")),
            ("{weighted}", weighted),
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

    /// The values that a clue allows: the values placed in its cells, then its tuples if they are few, otherwise the
    /// values left for the cells that lose some; and the result.
    pub fn allows(&self) -> String {
        let grounds = self.step.grounds(self.state);
        let placed = grouped(grounds.into_iter().map(|ground| (ground.values, ground.cells)));
        let standing = placed.iter().map(|(values, cells)| {
            let verb = if cells.len() == 1 { "is" } else { "are" };
            phrase(verb, &[&self.cells_named(cells, "and"), &self.symbols(*values, "and")])
        });
        let standing: Vec<String> = standing.collect();
        let result = self.result(&self.conclusions());
        let is_placed = matches!(self.step.conclusion, Conclusion::Place { .. });
        let told = self.tuples();
        // A value for the only open cell is the result.
        let is_result = is_placed && told.is_none();
        let left = if is_result { result.clone() } else { told.unwrap_or_else(|| self.left()) };
        let allows = if standing.is_empty() { left } else { phrase("so", &[&list(&standing, "and"), &left]) };
        let allows = capital(&allows);
        if is_result { allows } else { format!("{allows}. {result}") }
    }

    /// The values that the open cells may have together: as sets, if each may stand in any order, or else in the order of
    /// the clue. `None` if they are too many.
    fn tuples(&self) -> Option<String> {
        let relation = self.relation()?;
        if self.step.tuples.iter().all(|tuple| tuple.len() < 2 || tuple.len() > MOST_NAMED) {
            return None;
        }
        let open: Vec<usize> =
            relation.cells.iter().copied().filter(|&cell| !self.state.is_placed(cell)).collect();
        let mut order: Vec<usize> = (0..open.len()).collect();
        if let [Origin::Clue(at)] = relation.origins[..] {
            let listed: Vec<u16> =
                self.state.map.puzzle.clues()[at].lists.iter().flatten().copied().collect();
            let place = |&at: &usize| listed.iter().position(|&cell| usize::from(cell) == open[at]);
            order.sort_by_key(place);
        }
        let mut tuples: Vec<Vec<u8>> =
            self.step.tuples.iter().map(|tuple| order.iter().map(|&at| tuple[at]).collect()).collect();
        tuples.sort_unstable();
        let sets = in_any_order(&tuples);
        let (name, sign, told) = match &sets {
            Some(sets) => ("sets", if self.are_equal_sums(sets) { "+" } else { "/" }, sets),
            None if tuples.len() <= MOST_TUPLES => ("tuples", "-", &tuples),
            None => return None,
        };
        let joined =
            |tuple: &Vec<u8>| tuple.iter().map(|&value| self.symbol(value)).collect::<Vec<_>>().join(sign);
        let cells: Vec<String> = order.iter().map(|&at| self.cell(open[at])).collect();
        Some(phrase(name, &[&list(&cells, "and"), &list(&told.iter().map(joined).collect::<Vec<_>>(), "or")]))
    }

    /// Whether sets of values have the same sum.
    fn are_equal_sums(&self, sets: &[Vec<u8>]) -> bool {
        let grid = self.state.map.puzzle.grid();
        let sum = |set: &Vec<u8>| set.iter().map(|&value| grid.number(value)).sum::<i32>();
        sets.windows(2).all(|pair| sum(&pair[0]) == sum(&pair[1]))
    }

    /// The values left for the cells that lose values, as bounds if these suffice.
    fn left(&self) -> String {
        let groups = grouped(self.conclusions().into_iter().map(|removal| {
            let rest = self.state.candidates(removal.cell).without(removal.values);
            (self.bound(rest, removal.values), [removal.cell])
        }));
        let parts = groups.iter().map(|((verb, values), cells)| {
            let plural = if cells.len() > 1 { format!("{verb}, several") } else { (*verb).to_owned() };
            phrase(&plural, &[&self.cells_named(cells, "and"), values])
        });
        list(&parts.collect::<Vec<_>>(), "and")
    }

    /// The phrase and the values that describe the candidates that a cell keeps.
    fn bound(&self, rest: Candidates, gone: Candidates) -> (&'static str, String) {
        let ends = |values: Candidates| (values.iter().next(), values.iter().last());
        match (ends(rest), ends(gone)) {
            ((_, Some(high)), (Some(low), _)) if low > high && rest.len() > 1 => {
                ("at most", self.symbol(high))
            }
            ((Some(low), _), (_, Some(high))) if high < low && rest.len() > 1 => {
                ("at least", self.symbol(low))
            }
            _ => ("can only be", self.symbols(rest, "or")),
        }
    }

    /// The rule of the step's clue.
    pub fn rule(&self) -> String {
        let origin = self.relation().and_then(|relation| relation.origins.first());
        let Some(&Origin::Clue(at)) = origin else { return String::new() };
        self.state.map.puzzle.clues()[at].kind.name.to_owned()
    }

    /// The clues and houses that a truth is about, by name; a sum as an equation, or by its first and last cell if it is long.
    pub fn relation_named(&self, relation: usize) -> String {
        let relation = &self.state.map.relations[relation];
        match &relation.sum {
            Some(sum) if relation.cells.len() <= MOST_ADDED => phrase("equation", &[&self.equation(sum)]),
            Some(sum) => {
                let mut ends = sum.added.iter().chain(&sum.taken).map(|&cell| self.cell(cell));
                let first = ends.next().unwrap_or_default();
                phrase("long equation", &[&first, &ends.next_back().unwrap_or_default()])
            }
            None => self.sources(relation),
        }
    }

    /// The clues and houses of a relation. A sum needs them all; of other relations only the first are named if there
    /// are many.
    fn sources(&self, relation: &Relation) -> String {
        let mut names: Vec<String> = relation.origins.iter().map(|&origin| self.origin(origin)).collect();
        if relation.sum.is_some() {
            return together(&names);
        }
        if names.len() > MOST_CLUES + 1 {
            let more = (names.len() - MOST_CLUES).to_string();
            names.truncate(MOST_CLUES);
            names.push(phrase("more clues", &[&more]));
        }
        list(&names, "and")
    }

    pub fn relation(&self) -> Option<&Relation> {
        self.step.truths.iter().find_map(|truth| match truth {
            Truth::Relation(relation) => Some(&self.state.map.relations[*relation]),
            _ => None,
        })
    }
}

/// The kinds of houses and clues that are named together, with the phrase for several of them.
const KINDS: [(&str, &str); 4] =
    [("row ", "rows"), ("column ", "columns"), ("box ", "boxes"), ("the cage ", "the cages")];

/// Names as a list in which houses and cages are put together by their kind: `the cages 7 at R1C1 and 5 at R2C2, and rows 1 to 3`.
pub(super) fn together(names: &[String]) -> String {
    let kind_of = |name: &String| KINDS.iter().find(|(kind, _)| name.starts_with(kind));
    let groups: Vec<&[String]> =
        names.chunk_by(|one, other| kind_of(one).is_some() && kind_of(one) == kind_of(other)).collect();
    let named = groups.iter().map(|names| match (*names, kind_of(&names[0])) {
        ([one], _) | ([one, ..], None) => one.clone(),
        (_, kind) => {
            let (one, several) = kind.expect("names of a kind are together");
            let rests: Vec<&str> = names.iter().map(|name| &name[one.len()..]).collect();
            phrase(several, &[&ranges(&rests)])
        }
    });
    let named: Vec<String> = named.collect();
    match &named[..] {
        [rest @ .., last] if !rest.is_empty() && groups.iter().any(|names| names.len() > 1) => {
            phrase("and, between lists", &[&rest.join(", "), last])
        }
        _ => list(&named, "and"),
    }
}

/// A list in which three or more numbers in a row are a range.
fn ranges(items: &[&str]) -> String {
    let next = |one: &&str, other: &&str| {
        let [one, other] = [one, other].map(|item| item.parse::<u32>().ok());
        one.is_some() && one.map(|one| one + 1) == other
    };
    let parts = items.chunk_by(next).flat_map(|run| match run {
        [first, _, .., last] => vec![phrase("range", &[first, last])],
        _ => run.iter().map(|&item| item.to_owned()).collect(),
    });
    list(&parts.collect::<Vec<_>>(), "and")
}

/// Writes a sum of cells, each multiplied by its weight: `2 × R1C1 + R1C2 − R1C3`.
fn weighted_sum(parts: impl Iterator<Item = (i64, String)>) -> String {
    let mut text = String::new();
    for (weight, cell) in parts {
        text += match (text.is_empty(), weight < 0) {
            (true, false) => "",
            (true, true) => "−",
            (false, false) => " + ",
            (false, true) => " − ",
        };
        if weight.unsigned_abs() != 1 {
            text += &format!("{} × ", weight.unsigned_abs());
        }
        text += &cell;
    }
    text
}

fn sentence(clue: &Clue) -> &'static str {
    match (clue.first_number(), clue.kind.says_without_number) {
        (Some(_), _) | (None, "") => clue.kind.says,
        (None, says) => says,
    }
}

/// The sets of values of some sorted tuples, if these are all orders of the sets.
fn in_any_order(tuples: &[Vec<u8>]) -> Option<Vec<Vec<u8>>> {
    // Exchanges of neighbours lead to any order.
    let is_known = |tuple: &Vec<u8>, at: usize| {
        let mut turned = tuple.clone();
        turned.swap(at, at + 1);
        tuples.binary_search(&turned).is_ok()
    };
    let is_any = tuples.iter().all(|tuple| (1..tuple.len()).all(|at| is_known(tuple, at - 1)));
    is_any.then(|| tuples.iter().filter(|tuple| tuple.is_sorted()).cloned().collect())
}

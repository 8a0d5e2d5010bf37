//! Difficulties that puzzles are wanted to have.

use std::ops::RangeInclusive;

use super::chance::Chance;
use super::error::RequirementError;
use crate::explain::{Explainer, Level, Rating, TECHNIQUES, Technique, hundredths};

/// The required difficulty of a puzzle, as [rated](Explainer::rate) by the explainer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difficulty {
    /// The cost of the hardest step, in hundredths.
    pub hardest: RangeInclusive<u16>,
    /// Sets of techniques. A puzzle needs a step of each set. If costs are not limited, one of them is the hardest step.
    pub needs: Vec<Vec<&'static Technique>>,
    /// The techniques that steps may have; all if there are none.
    pub only: Vec<&'static Technique>,
}

impl Default for Difficulty {
    fn default() -> Difficulty {
        Difficulty { hardest: 0..=u16::MAX, needs: Vec::new(), only: Vec::new() }
    }
}

impl Difficulty {
    /// Up to hard, without chains: what puzzles with rules of variants have if nothing else is wanted.
    pub fn for_people() -> Difficulty {
        Difficulty { hardest: 0..=Level::Hard.most(), ..Difficulty::default() }
    }

    /// The costs of a level.
    ///
    /// ```
    /// use sudoku::Difficulty;
    /// use sudoku::explain::Level;
    ///
    /// assert_eq!(Difficulty::costs(Level::Medium), 151..=250);
    /// ```
    pub fn costs(level: Level) -> RangeInclusive<u16> {
        let easier = Level::ALL.iter().rev().find(|other| **other < level);
        easier.map_or(0, |easier| easier.most() + 1)..=level.most()
    }

    /// Reads the costs of the hardest step: a level, `any`, a range as `2.6..3.4` of which an end may be left out, or a range
    /// on the scale of Sudoku Explainer as `se:6.5..7.2`.
    ///
    /// ```
    /// use sudoku::Difficulty;
    ///
    /// assert_eq!(Difficulty::read_costs("medium"), Ok(151..=250));
    /// assert_eq!(Difficulty::read_costs("2.6..3.4"), Ok(260..=340));
    /// assert_eq!(Difficulty::read_costs("3..2").unwrap_err(), "3 is more than 2");
    /// ```
    pub fn read_costs(text: &str) -> Result<RangeInclusive<u16>, String> {
        if let Some(level) = Level::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(text)) {
            return Ok(Difficulty::costs(level));
        }
        if text.eq_ignore_ascii_case("any") {
            return Ok(Difficulty::default().hardest);
        }
        let (bounds, is_se) = text.strip_prefix("se:").map_or((text, false), |bounds| (bounds, true));
        let levels = Level::ALL.map(Level::name).join(", ");
        let malformed = || format!("not a level ({levels}, any), and not LOW..HIGH or se:LOW..HIGH");
        let (low, high) = bounds.split_once("..").ok_or_else(malformed)?;
        let number = |text: &str, open: u16| if text.is_empty() { Some(open) } else { hundredths(text) };
        let range = number(low, 0).ok_or_else(malformed)?..=number(high, u16::MAX).ok_or_else(malformed)?;
        if range.is_empty() {
            return Err(format!("{low} is more than {high}"));
        }
        if !is_se {
            return Ok(range);
        }
        Difficulty::costs_of_se(&range)
            .ok_or_else(|| format!("no step is between {low} and {high} on the SE scale"))
    }

    /// The costs whose value on the scale of Sudoku Explainer is estimated to be in a range, in hundredths; `None` if
    /// there are none.
    pub fn costs_of_se(range: &RangeInclusive<u16>) -> Option<RangeInclusive<u16>> {
        const MOST: u16 = 2000;
        let is_in = |cost: &u16| range.contains(&((crate::explain::se(*cost) * 100.0).round() as u16));
        let least = (0..=MOST).find(is_in)?;
        let most = (least..=MOST).rev().find(is_in)?;
        Some(least..=if most == MOST { u16::MAX } else { most })
    }

    /// The techniques that a word names: one of [`TECHNIQUES`] by any of its names, or several, such as `singles`.
    pub fn techniques(word: &str) -> Option<Vec<&'static Technique>> {
        let members = TECHNIQUES.iter().copied().filter(|technique| technique.is_in(word));
        let members: Vec<&Technique> = members.collect();
        if members.is_empty() { Technique::find(word).map(|single| vec![single]) } else { Some(members) }
    }

    /// All words that name techniques in commands.
    pub fn words() -> Vec<&'static str> {
        let words_of = |technique: &&Technique| [&[technique.name], technique.groups].concat();
        let mut words: Vec<&str> = TECHNIQUES.iter().flat_map(words_of).collect();
        words.sort_unstable();
        words.dedup();
        words
    }

    /// Reports requirements that contradict each other.
    pub(super) fn check(&self) -> Result<(), RequirementError> {
        let fail = |what: String| Err(RequirementError::new(what));
        if self.hardest.is_empty() {
            return fail("no cost of the hardest step is wanted: the least is above the greatest".into());
        }
        let most = *self.hardest.end();
        for need in &self.needs {
            let fits = |technique: &&Technique| technique.cost <= most && self.allows(technique);
            if !need.iter().any(fits) {
                let name = need.first().map_or("", |technique| technique.name);
                return fail(format!("{name} is needed, but steps of it are not allowed, or cost too much"));
            }
        }
        if !self.only.is_empty() && !self.only.iter().any(|technique| technique.finishes) {
            return fail("no puzzle is solved by these techniques only: add singles".into());
        }
        let cheapest = self.only.iter().map(|technique| technique.cost).min();
        if cheapest.is_some_and(|cost| cost > most) {
            return fail("all techniques that are allowed cost more than is wanted".into());
        }
        Ok(())
    }

    /// Whether steps may be of a technique.
    pub(super) fn allows(&self, technique: &Technique) -> bool {
        self.only.is_empty() || self.only.contains(&technique)
    }

    /// Whether steps may be of any technique, whatever they cost.
    pub(super) fn allows_all(&self) -> bool {
        self.only.is_empty() && self.most_needed().is_none() && *self.hardest.end() == u16::MAX
    }

    /// Whether some step has to cost more than chains.
    pub(super) fn is_beyond_chains(&self) -> bool {
        let most = Level::Extreme.most();
        // The cost of a technique is that of its shortest step.
        let needs = self.needs.iter().any(|set| set.iter().all(|technique| technique.cost >= most));
        needs || *self.hardest.start() > most
    }

    /// Whether some step has to be of a technique.
    fn needs(&self, technique: &Technique) -> bool {
        self.needs.iter().flatten().any(|needed| *needed == technique)
    }

    /// The cost of the costliest technique that is needed, if that is to be the hardest step.
    fn most_needed(&self) -> Option<u16> {
        let costs = self.needs.iter().flatten().map(|technique| technique.cost);
        costs.max().filter(|_| self.hardest == Difficulty::default().hardest)
    }

    /// Whether a step may be taken.
    pub(super) fn allows_step(&self, technique: &Technique, cost: u16) -> bool {
        let is_cheap = |most| cost <= most || self.needs(technique);
        self.allows(technique) && cost <= *self.hardest.end() && self.most_needed().is_none_or(is_cheap)
    }

    /// The least cost of a hardest step. If only a range is wanted, it is drawn from the costs of patterns in it: most
    /// puzzles would be barely hard enough otherwise.
    fn least(&self, chance: &mut Chance) -> u16 {
        let start = *self.hardest.start();
        let patterns = TECHNIQUES.iter().filter(|technique| technique.is_pattern());
        let mut costs: Vec<u16> = patterns.map(|technique| technique.cost).collect();
        costs.retain(|cost| self.hardest.contains(cost));
        costs.dedup();
        match costs.first_mut() {
            Some(first) if start > 0 && self.needs.is_empty() => *first = start,
            _ => return start,
        }
        costs[chance.below(costs.len())]
    }

    /// Whether steps meet the requirements.
    pub(super) fn is_met(&self, rating: &Rating, chance: &mut Chance) -> bool {
        let has = |set: &Vec<&Technique>| rating.counts.iter().any(|(technique, _)| set.contains(technique));
        rating.is_complete()
            && (self.least(chance)..=*self.hardest.end()).contains(&rating.hardest)
            && self.needs.iter().all(has)
            && (self.most_needed().is_none() || rating.technique.is_some_and(|hardest| self.needs(hardest)))
            && rating.counts.iter().all(|(technique, _)| self.allows(technique))
    }

    /// An explainer that finds no steps that cost too much.
    pub(super) fn explainer(&self, budget: crate::Budget) -> Explainer {
        let mut explainer = Explainer::within(budget);
        // The costs of chains depend on their lengths.
        let are_patterns = self.needs.iter().flatten().all(|technique| technique.is_pattern());
        let most_needed = self.most_needed().filter(|_| are_patterns);
        let most = most_needed.unwrap_or(*self.hardest.end());
        if most < u16::MAX {
            explainer.up_to(most);
        }
        explainer
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Generator, Requirements};
    use crate::grid::Grid;
    use crate::puzzle::Puzzle;

    /// The techniques of the hardest steps of some puzzles.
    fn hardest(wanted: Difficulty, count: usize) -> Vec<&'static str> {
        let requirements = Requirements::default().with_difficulty(wanted);
        let open = Puzzle::open(Grid::square(9).unwrap());
        let made = Generator::new(&open, requirements, 1).unwrap().take(count);
        made.map(|puzzle| Explainer::new().rate(&puzzle).technique.unwrap().name).collect()
    }

    #[test]
    fn levels_and_ranges_are_read() {
        let read = Difficulty::read_costs;
        assert_eq!(read("easy"), Ok(0..=150));
        assert_eq!(read("Hard"), Ok(251..=340));
        assert_eq!(read("any"), Ok(0..=u16::MAX));
        assert_eq!(read("3.."), Ok(300..=u16::MAX));
        assert_eq!(read("..1.55"), Ok(0..=155));
        assert_eq!(read("se:2..3"), Ok(200..=300));
        assert!(read("se:5..6").unwrap_err().starts_with("no step is between 5 and 6"));
        for malformed in ["", "harsh", "1", "1.234..2", "-1..2", "a..b", "700..800"] {
            assert!(read(malformed).unwrap_err().starts_with("not a level"), "{malformed}");
        }
    }

    #[test]
    fn a_technique_that_is_needed_is_the_hardest_step() {
        let needs = |name| vec![Difficulty::techniques(name).unwrap()];
        let with = |name| Difficulty { needs: needs(name), ..Difficulty::default() };
        assert_eq!(hardest(with("x-wing"), 2), ["x-wing", "x-wing"]);
        assert_eq!(hardest(with("xy-wing"), 2), ["xy-wing", "xy-wing"]);
        // Not if costs are limited.
        let beside = Difficulty { hardest: 340..=340, needs: needs("naked-pair"), ..Difficulty::default() };
        assert_eq!(hardest(beside, 1), ["hidden-pair"]);
    }

    #[test]
    fn no_technique_is_the_hardest_of_most_puzzles_of_a_level() {
        let hard = Difficulty { hardest: Difficulty::costs(Level::Hard), ..Difficulty::default() };
        let made = hardest(hard, 60);
        for name in ["pointing", "claiming", "naked-pair", "hidden-pair"] {
            let count = made.iter().filter(|hardest| **hardest == name).count();
            assert!((3..=24).contains(&count), "{name}: {count}");
        }
    }
}

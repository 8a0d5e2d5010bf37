//! The search for a step, cheaper ways first.

use std::collections::BTreeSet;

use super::run::{Closure, Mark};
use super::{Explainer, Line, Step, Way, cost};
use crate::base::error::Error;
use crate::model::config::Config;
use crate::model::decision::Decision;
use crate::run::learn::Learner;
use crate::search;

/// How many waves a contradiction may be away, tried one after the other.
const WAVES: [usize; 6] = [1, 2, 4, 8, 16, usize::MAX];
/// The most values of a variable of which every case is looked at.
const MOST_CASES: usize = 4;
/// The most groups that are left out one by one.
const MOST_LEFT_OUT: usize = 60;

/// A conclusion: values that are gone, by number, and what that follows from.
type Found = (Vec<usize>, Closure);

impl Explainer {
    pub(super) fn find(&mut self) -> Result<Option<Step>, Error> {
        if let Some(step) = self.by_groups()? {
            return Ok(Some(step));
        }
        // What follows about variables that are not shown holds for all that is supposed.
        let mark = self.run.mark();
        if let Some(step) = self.by_supposition(mark)? {
            return Ok(Some(step));
        }
        if let Some(step) = self.by_cases(mark)? {
            return Ok(Some(step));
        }
        self.by_trial()
    }

    /// Returns the open values of shown variables that have several.
    fn open(&self) -> Vec<Vec<usize>> {
        let of = |&var: &_| -> Vec<usize> {
            self.run.numbers.of(var).filter(|&number| self.run.is_possible(number)).collect()
        };
        self.shown.iter().map(of).filter(|open| open.len() > 1).collect()
    }

    fn cost(&self, way: Way, closure: &Closure) -> u32 {
        let groups = self.groups_of(closure).len();
        cost(way, groups, self.facts_of(closure).len())
    }

    /// Runs up to so many waves; returns whether nothing more could follow.
    fn waves(&mut self, most: usize, allowed: Option<&BTreeSet<usize>>) -> Result<bool, Error> {
        for _ in 0..most {
            self.over()?;
            let is_asked = |part: usize| allowed.is_none_or(|allowed| allowed.contains(&part));
            if !self.run.wave(is_asked)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Looks for what follows without suppositions. Variables that are not shown may stand between.
    fn by_groups(&mut self) -> Result<Option<Step>, Error> {
        self.begin(None);
        loop {
            let before = self.run.mark();
            let is_end = self.waves(1, None)?;
            if self.run.contradiction.is_some() {
                let found = (Vec::new(), self.run.closure(&[]));
                return self.shrunk(found, Way::Groups, &[]).map(Some);
            }
            let mut found: Vec<(u32, Vec<usize>, usize, Closure)> = Vec::new();
            for number in self.news_since(before) {
                self.over()?;
                let closure = self.run.closure(&[number]);
                let cost = self.cost(Way::Groups, &closure);
                found.push((cost, self.groups_of(&closure), number, closure));
            }
            if let Some((_, groups, ..)) = found.iter().min_by_key(|(cost, ..)| *cost) {
                // All that the same groups say is one step.
                let (mut conclusions, mut all) = (Vec::new(), Closure::default());
                for (_, _, number, closure) in found.iter().filter(|(_, own, ..)| own == groups) {
                    conclusions.push(*number);
                    all.join(closure.clone());
                }
                return self.shrunk((conclusions, all), Way::Groups, &[]).map(Some);
            }
            if is_end {
                return Ok(None);
            }
        }
    }

    /// Returns the values of shown variables that went since.
    fn news_since(&self, mark: Mark) -> Vec<usize> {
        let since = self.run.since(mark).iter().map(|event| event.number);
        since.filter(|&number| self.is_shown(self.run.numbers.at(number).0)).collect()
    }

    /// Looks for a value that leads to a contradiction.
    fn by_supposition(&mut self, mark: Mark) -> Result<Option<Step>, Error> {
        let mut candidates: Vec<usize> = self.open().into_iter().flatten().collect();
        for waves in WAVES {
            let mut best: Option<(u32, usize, Closure)> = None;
            let mut unfinished = Vec::new();
            for candidate in candidates {
                self.run.suppose(candidate);
                let is_end = self.waves(waves, None)?;
                if self.run.contradiction.is_some() {
                    let closure = self.run.closure(&[]);
                    let cost = self.cost(Way::Supposition(self.assign(candidate)), &closure);
                    if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
                        best = Some((cost, candidate, closure));
                    }
                } else if !is_end {
                    unfinished.push(candidate);
                }
                self.run.back(mark);
            }
            if let Some((_, candidate, closure)) = best {
                let way = Way::Supposition(self.assign(candidate));
                return self.shrunk((vec![candidate], closure), way, &[candidate]).map(Some);
            }
            if unfinished.is_empty() {
                break;
            }
            candidates = unfinished;
        }
        Ok(None)
    }

    /// Looks for what follows from each value of a variable.
    fn by_cases(&mut self, mark: Mark) -> Result<Option<Step>, Error> {
        let mut best: Option<(u32, Decision, Closure, usize, Vec<usize>)> = None;
        for cases in self.open() {
            if cases.len() > MOST_CASES {
                continue;
            }
            let (var, _) = self.run.numbers.at(cases[0]);
            let mut common: Option<BTreeSet<usize>> = None;
            for &case in &cases {
                self.run.suppose(case);
                self.waves(usize::MAX, None)?;
                let news = self.news_since(mark).into_iter();
                let news = news.filter(|&number| self.run.numbers.at(number).0 != var).collect();
                common = Some(match common {
                    None => news,
                    Some(common) => &common & &news,
                });
                self.run.back(mark);
            }
            for conclusion in common.unwrap_or_default() {
                let mut all = Closure::default();
                for &case in &cases {
                    self.run.suppose(case);
                    self.waves(usize::MAX, None)?;
                    all.join(self.run.closure(&[conclusion]));
                    self.run.back(mark);
                }
                let cost = self.cost(Way::Cases(var), &all);
                if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
                    best = Some((cost, self.assign(cases[0]), all, conclusion, cases.clone()));
                }
            }
        }
        let Some((_, case, closure, conclusion, cases)) = best else { return Ok(None) };
        self.shrunk((vec![conclusion], closure), Way::Cases(case.variable()), &cases).map(Some)
    }

    /// Leaves out groups without which a conclusion still follows, from each of some cases, and returns the step.
    fn shrunk(&mut self, found: Found, way: Way, cases: &[usize]) -> Result<Step, Error> {
        let (conclusions, mut closure) = found;
        let groups = self.groups_of(&closure);
        let mut allowed = closure.parts.clone();
        for &group in groups.iter().take(MOST_LEFT_OUT).filter(|_| groups.len() > 1) {
            let mut rest = allowed.clone();
            // The part of a group has its number.
            rest.remove(&group);
            if let Some(smaller) = self.follows(&conclusions, way, cases, &rest)? {
                allowed.clone_from(&smaller.parts);
                closure = smaller;
            }
        }
        if !matches!(way, Way::Cases(_)) && self.repeats(&conclusions, way, cases, &closure.parts)? {
            let is_contradiction = self.run.contradiction.is_some();
            let gone = match way {
                Way::Groups if is_contradiction => Vec::new(),
                Way::Groups => self.news_since(Mark::default()),
                _ => conclusions,
            };
            let closure = self.run.closure(&gone);
            return Ok(self.step(&gone, way, &closure, self.lines(&closure)));
        }
        Ok(self.step(&conclusions, way, &closure, Vec::new()))
    }

    /// Lets a conclusion follow once more, from the parts that it needs, and no further. Returns false if it does not: a
    /// reason may be stronger than what is found from it alone.
    fn repeats(
        &mut self,
        conclusions: &[usize],
        way: Way,
        cases: &[usize],
        parts: &BTreeSet<usize>,
    ) -> Result<bool, Error> {
        self.begin(cases.first().copied());
        loop {
            let is_end = self.waves(1, Some(parts))?;
            let are_gone = || conclusions.iter().all(|&number| self.run.is_gone(number));
            if self.run.contradiction.is_some() || way == Way::Groups && !conclusions.is_empty() && are_gone()
            {
                return Ok(true);
            }
            if is_end {
                return Ok(false);
            }
        }
    }

    /// Begins a run anew, with a supposition or without.
    fn begin(&mut self, supposed: Option<usize>) {
        self.run.back(Mark::default());
        self.run.ask_all();
        supposed.into_iter().for_each(|number| self.run.suppose(number));
    }

    /// Returns what a conclusion follows from in each of some cases, with some parts alone.
    fn follows(
        &mut self,
        conclusions: &[usize],
        way: Way,
        cases: &[usize],
        parts: &BTreeSet<usize>,
    ) -> Result<Option<Closure>, Error> {
        let mut all = Closure::default();
        let cases: Vec<Option<usize>> =
            if cases.is_empty() { vec![None] } else { cases.iter().copied().map(Some).collect() };
        for case in cases {
            self.begin(case);
            self.waves(usize::MAX, Some(parts))?;
            let targets = if matches!(way, Way::Supposition(_)) { &[] } else { conclusions };
            let is_there = !targets.is_empty() && targets.iter().all(|&number| self.run.is_gone(number));
            if self.run.contradiction.is_none() && !is_there {
                return Ok(None);
            }
            all.join(self.run.closure(targets));
        }
        Ok(Some(all))
    }

    /// Looks for a value that no solution has, by search.
    fn by_trial(&mut self) -> Result<Option<Step>, Error> {
        self.run.back(Mark::default());
        let known: Vec<Decision> = (0..self.run.numbers.len())
            .filter(|&number| !self.run.is_possible(number))
            .map(|number| self.remove(number))
            .collect();
        let mut learner = Learner::compile_within(&self.model, &Config::default(), &self.limits)?;
        let mut is_left: Vec<bool> = vec![false; self.run.numbers.len()];
        let mut candidates: Vec<Option<usize>> = self.open().into_iter().flatten().map(Some).collect();
        if candidates.is_empty() {
            // Whether all that is shown has a solution.
            candidates.push(None);
        }
        for candidate in candidates {
            if candidate.is_some_and(|number| is_left[number]) {
                continue;
            }
            self.over()?;
            let supposed = candidate.map(|number| self.assign(number));
            learner.assume(&known.iter().copied().chain(supposed).collect::<Vec<_>>())?;
            learner.limit(self.limits.clone());
            match learner.step() {
                search::Step::Limit => return Err(super::limit()),
                search::Step::Exhausted => {
                    let parts = (0..self.run.parts.len()).collect();
                    let closure = Closure { parts, ..Closure::default() };
                    let gone: Vec<usize> = candidate.into_iter().collect();
                    return Ok(Some(self.step(&gone, Way::Trial, &closure, Vec::new())));
                }
                search::Step::Solution => {
                    for &var in &self.shown {
                        let found = self.run.numbers.find((var, learner.value(var)));
                        found.into_iter().for_each(|number| is_left[number] = true);
                    }
                }
            }
        }
        Ok(None)
    }

    fn groups_of(&self, closure: &Closure) -> Vec<usize> {
        closure.parts.iter().filter_map(|&part| self.run.parts[part].group).collect()
    }

    fn facts_of(&self, closure: &Closure) -> Vec<usize> {
        let is_shown = |&number: &usize| self.is_shown(self.run.numbers.at(number).0);
        closure.facts.iter().copied().filter(is_shown).collect()
    }

    fn step(&self, gone: &[usize], way: Way, closure: &Closure, lines: Vec<Line>) -> Step {
        let mut constraints: Vec<_> =
            closure.parts.iter().flat_map(|&part| &self.run.parts[part].constraints).copied().collect();
        constraints.sort_unstable();
        constraints.dedup();
        let mut lost = BTreeSet::new();
        Step {
            conclusions: self.decisions(gone, &mut lost),
            way,
            groups: self.groups_of(closure),
            constraints,
            facts: self.facts_of(closure).into_iter().map(|number| self.remove(number)).collect(),
            lines,
        }
    }

    /// Returns what is told of values that are gone: the value that is left, or those that are not.
    fn decisions(&self, gone: &[usize], lost: &mut BTreeSet<usize>) -> Vec<Decision> {
        lost.extend(gone);
        let mut decisions: Vec<Decision> = Vec::new();
        for &number in gone {
            let (var, _) = self.run.numbers.at(number);
            let is_open = |number: &usize| self.run.is_possible(*number) && !lost.contains(number);
            let left: Vec<usize> = self.run.numbers.of(var).filter(is_open).collect();
            match left[..] {
                [only] if decisions.contains(&self.assign(only)) => {}
                [only] => decisions.push(self.assign(only)),
                _ => decisions.push(self.remove(number)),
            }
        }
        decisions
    }

    /// Returns the events that lead to a conclusion, part by part.
    fn lines(&self, closure: &Closure) -> Vec<Line> {
        let events: Vec<_> = closure.events.iter().map(|&at| self.run.events[at]).collect();
        let mut lost: BTreeSet<usize> = BTreeSet::new();
        let mut lines = Vec::new();
        for events in events.chunk_by(|one, other| one.part == other.part) {
            let gone: Vec<usize> = events.iter().map(|event| event.number).collect();
            let Some(part) = events[0].part else {
                lost.extend(gone);
                continue;
            };
            let shown: Vec<usize> =
                gone.iter().copied().filter(|&number| self.is_shown(self.run.numbers.at(number).0)).collect();
            let consequences = self.decisions(&shown, &mut lost);
            let group = self.run.parts[part].group;
            if group.is_some() || !consequences.is_empty() {
                lines.push(Line { group, consequences });
            }
        }
        if let Some(part) = self.run.contradiction {
            lines.push(Line { group: self.run.parts[part].group, consequences: Vec::new() });
        }
        lines
    }

    fn assign(&self, number: usize) -> Decision {
        let (var, value) = self.run.numbers.at(number);
        Decision::Assign(var, value)
    }

    fn remove(&self, number: usize) -> Decision {
        let (var, value) = self.run.numbers.at(number);
        Decision::Remove(var, value)
    }
}

//! Steps: how a puzzle is solved, one conclusion after the other, each by few rules at their places.
//!
//! A rule at a place is a group of [`csp::steps`], and what is drawn is what is shown. What is said of a step comes from
//! the rules' sentences and the looks of a kind.

mod cut;
mod words;

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use csp::steps::{Explainer, Step, Way};
use csp::{ConstraintId, Decision, Error, ErrorKind, Limits, Var};

use crate::draft::{Draft, Layer, Place, Role};
use crate::kind::Rule;
use crate::position::Position;
use crate::puzzle::Puzzle;
use crate::render::{self, Marks, Sign};
use crate::solve::Answer;

/// Levels, each with its greatest cost in hundredths, as those of Sudokus.
const LEVELS: [(&str, u32); 6] = [
    ("easy", 150),
    ("medium", 250),
    ("hard", 340),
    ("fiendish", 500),
    ("extreme", 900),
    ("nested", u32::MAX),
];

/// Returns the name of the level of a cost.
pub fn level(cost: u32) -> &'static str {
    LEVELS.iter().find(|(_, most)| cost <= *most).expect("the last level has no end").0
}

/// Returns the costs of a level; `None` if there is no such level.
pub fn costs(level: &str) -> Option<RangeInclusive<u32>> {
    let at = LEVELS.iter().position(|(name, _)| *name == level)?;
    let least = at.checked_sub(1).map_or(0, |easier| LEVELS[easier].1 + 1);
    Some(least..=LEVELS[at].1)
}

/// Returns the names of all levels, the easiest first.
pub fn levels() -> impl Iterator<Item = &'static str> {
    LEVELS.iter().map(|(name, _)| *name)
}

/// Returns the name of what a step takes, and its title.
pub fn technique(step: &Step) -> (&'static str, &'static str) {
    match step.way {
        Way::Groups if step.groups.len() < 2 => ("rule", "One rule"),
        Way::Groups => ("rules", "Several rules"),
        Way::Supposition(_) => ("supposition", "Supposition"),
        Way::Cases(_) => ("cases", "Cases"),
        _ => ("trial", "Trial and error"),
    }
}

/// What comes next.
#[derive(Debug)]
pub enum Next {
    /// A step.
    Step(Step),
    /// Everything is known, or what is open differs between answers.
    End,
    /// A limit was reached.
    Limit,
}

/// The steps of a puzzle.
#[derive(Debug)]
pub struct Steps<'p> {
    draft: Draft<'p>,
    groups: Vec<(&'static Rule, Place)>,
    explainer: Explainer,
}

/// Returns `None` for a limit.
fn unless_limit<T>(result: Result<T, Error>) -> Result<Option<T>, Error> {
    match result {
        Err(error) if matches!(error.kind(), ErrorKind::Limit { .. }) => Ok(None),
        result => result.map(Some),
    }
}

impl<'p> Steps<'p> {
    /// Begins with an empty board; `None` at a limit.
    pub fn new(puzzle: &'p Puzzle, limits: &Limits) -> Result<Option<Steps<'p>>, Error> {
        let draft = Draft::of(puzzle);
        if draft.is_full {
            return Ok(None);
        }
        let mut groups: Vec<(&'static Rule, Place)> = Vec::new();
        let mut constraints: Vec<Vec<ConstraintId>> = Vec::new();
        let mut known: BTreeMap<(&str, Place), usize> = BTreeMap::new();
        // What rules say comes before what follows from them.
        for role in [Role::Rule, Role::Lemma] {
            for posted in draft.posted.iter().filter(|posted| posted.role == role) {
                let at = *known.entry((posted.rule.code, posted.place)).or_insert(groups.len());
                if at == groups.len() {
                    groups.push((posted.rule, posted.place));
                    constraints.push(Vec::new());
                }
                constraints[at].push(posted.constraint);
            }
        }
        let shown: Vec<Var> = draft.answer.iter().flat_map(|(_, vars)| vars).copied().collect();
        let explainer = unless_limit(Explainer::new(&draft.model, constraints, shown, limits))?;
        Ok(explainer.map(|explainer| Steps { draft, groups, explainer }))
    }

    /// Takes what is drawn in a position as known.
    pub fn tell(&mut self, position: &Position) -> Result<(), Error> {
        let var = |layer: Layer, at: usize| -> Option<Var> {
            self.draft.answer.iter().find(|(of, _)| *of == layer)?.1.get(at).copied()
        };
        let known = position.marks().filter_map(|(layer, at, value)| Some(var(layer, at)?.is(value)));
        let known: Vec<Decision> = known.collect();
        self.explainer.tell(&known)
    }

    /// Returns whether all that is drawn is known.
    pub fn is_solved(&self) -> bool {
        self.explainer.is_solved()
    }

    /// Finds the next step and takes its conclusions as known.
    #[allow(clippy::should_implement_trait, reason = "a step may fail")]
    pub fn next(&mut self) -> Result<Next, Error> {
        if self.is_solved() {
            return Ok(Next::End);
        }
        Ok(match unless_limit(self.explainer.next())? {
            None => Next::Limit,
            Some(None) => Next::End,
            Some(Some(step)) => Next::Step(step),
        })
    }

    /// Returns rules, each with its places.
    pub fn rules(&self, groups: &[usize]) -> Vec<(&'static Rule, Vec<Place>)> {
        by_rule(groups.iter().map(|&group| self.groups[group]))
    }

    /// Returns the rules of a step, each with its places. Without any, what variables mean suffices: the rules are those
    /// that need the variables.
    pub fn rules_of(&self, step: &Step) -> Vec<(&'static Rule, Vec<Place>)> {
        if !step.groups.is_empty() {
            return self.rules(&step.groups);
        }
        let posted = self.draft.posted.iter();
        let own = posted.filter(|posted| step.constraints.binary_search(&posted.constraint).is_ok());
        by_rule(own.map(|posted| (posted.rule, Place::Board)))
    }

    /// Draws what is known after a step, and marks where it comes from.
    pub fn picture(&self, step: &Step) -> sheet::Image {
        let known = |vars: &Vec<Var>| -> Vec<i32> {
            vars.iter().map(|&var| self.explainer.value(var).unwrap_or(0)).collect()
        };
        let known = Answer(self.draft.answer.iter().map(|(layer, vars)| (*layer, known(vars))).collect());
        let mark = |decision: &Decision| {
            let (layer, at) = self.drawn(decision.variable());
            (layer, at, self.sign(*decision))
        };
        let marks = |decisions: &[Decision]| decisions.iter().map(mark).collect::<Vec<_>>();
        let supposed = match step.way {
            Way::Supposition(supposed) => {
                let then = step.lines.iter().flat_map(|line| &line.consequences);
                std::iter::once(&supposed).chain(then).map(mark).collect()
            }
            _ => Vec::new(),
        };
        let shade = self.draft.answer.iter().find(|(layer, _)| *layer == Layer::Shade);
        let white = shade.into_iter().flat_map(|(_, vars)| vars.iter().enumerate());
        let marks = Marks {
            places: step.groups.iter().map(|&group| self.groups[group].1).collect(),
            facts: marks(&step.facts),
            supposed,
            found: marks(&step.conclusions),
            white: white
                .filter(|(_, var)| self.explainer.value(**var) == Some(0))
                .map(|(at, _)| at)
                .collect(),
        };
        render::draw_marked(self.draft.puzzle, Some(&known), &marks)
    }

    /// What a decision says of its place, with what is known of it.
    fn sign(&self, decision: Decision) -> Sign {
        let declared = self.draft.model.declared(decision.variable()).iter();
        let left: Vec<i32> = declared.filter(|&value| decision.holds(value)).collect();
        match left[..] {
            [0] => Sign::Out,
            [_] => Sign::Drawn,
            _ => Sign::Open,
        }
    }

    /// Returns the layer and the place of a variable that is drawn.
    pub fn drawn(&self, var: Var) -> (Layer, usize) {
        let of = |(layer, vars): &(Layer, Vec<Var>)| Some((*layer, vars.iter().position(|&own| own == var)?));
        self.draft.answer.iter().find_map(of).expect("steps are about what is drawn")
    }
}

/// Gathers the places of each rule.
fn by_rule(all: impl Iterator<Item = (&'static Rule, Place)>) -> Vec<(&'static Rule, Vec<Place>)> {
    let mut rules: Vec<(&'static Rule, Vec<Place>)> = Vec::new();
    for (rule, place) in all {
        match rules.iter_mut().find(|(known, _)| known.code == rule.code) {
            Some((_, places)) => places.push(place),
            None => rules.push((rule, vec![place])),
        }
    }
    rules
}

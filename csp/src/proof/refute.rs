//! A refutation of a model: a search that learns, with its conclusions as lines of a proof.

use std::collections::HashMap;

use super::derive::{Derivation, MOST_CASES, Near};
use super::propagate::Refuted;
use crate::base::error::{Error, ErrorKind};
use crate::compile::Compiled;
use crate::compile::notes::{DerivedSum, Purpose};
use crate::encode::{Encoder, KnownEquation, Literal, Number};
use crate::engine::reasons::literal::{Form, SetLiteral};
use crate::engine::reasons::trace::{Deduced, Event};
use crate::engine::store::{Slot, Store};
use crate::model::Model;
use crate::model::config::Config;
use crate::model::decision::Decision;
use crate::search::lazy::Lazy;
use crate::search::runner::{Runner, Step};

/// Number of failures after which the recorded conclusions are written.
const FAILURES_AT_ONCE: u64 = 64;

/// Largest number of cases of a conclusion that is perhaps not needed.
const CASES_WITHOUT_NEED: u32 = 600;

/// The representation of a slot of the engine in the formula.
#[derive(Debug)]
struct Named {
    number: Option<Number>,
    /// The values of the slot, ascending, with their literals.
    values: Vec<(i64, Literal)>,
    /// The value of bit 0.
    base: i32,
}

/// The end of a refutation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Refuted,
    /// There is a solution.
    Solution,
    Limit,
    /// The search ended without a solution, but the lines do not prove it.
    Unshown,
}

struct Refutation<'d, 'm> {
    derivation: &'d mut Derivation<'m>,
    /// The representation of each slot.
    named: Vec<Option<Named>>,
    /// The sums that presolve derived and that are in no line yet.
    derived: Vec<DerivedSum>,
}

/// Writes the lines that refute a model under assumptions, which are in the formula, too.
pub(super) fn refute(
    derivation: &mut Derivation<'_>,
    model: &Model,
    assumptions: &[Decision],
) -> Result<End, Error> {
    if derivation.is_refuted() {
        return Ok(End::Refuted);
    }
    if derivation.is_over() {
        return Ok(End::Limit);
    }
    let config = Config::default();
    let compile = |limits| model.compile_observed(&config, &limits, Purpose::Prove, &mut ());
    let compiled = match compile(derivation.known.budget.left(u64::MAX)) {
        Err(error) if matches!(error.kind(), ErrorKind::Limit { .. }) => return Ok(End::Limit),
        compiled => compiled?,
    };
    if compiled.engine.is_infeasible() {
        return Ok(finish(derivation));
    }
    let named = names(&derivation.encoder, &compiled);
    let derived = compiled.notes.derived_sums.clone();
    let mut search = Lazy::new(compiled, &config, ());
    search.record(named.iter().map(Option::is_some).collect());
    search.assume(assumptions)?;
    let mut refutation = Refutation { derivation, named, derived };
    loop {
        let before = (search.nodes(), search.failures());
        search.limit(refutation.derivation.known.budget.left(FAILURES_AT_ONCE));
        let step = search.step();
        let budget = &mut refutation.derivation.known.budget;
        budget.count(search.nodes() - before.0, search.failures() - before.1);
        for event in search.take_events() {
            refutation.take(event, search.compiled().store());
            refutation.derivation.settle();
            if refutation.derivation.is_over() {
                return Ok(End::Limit);
            }
            if refutation.derivation.is_refuted() {
                return Ok(End::Refuted);
            }
        }
        match step {
            Step::Solution => return Ok(End::Solution),
            Step::Exhausted => return Ok(finish(refutation.derivation)),
            Step::Limit if search.failures() < before.1 + FAILURES_AT_ONCE => return Ok(End::Limit),
            Step::Limit => {}
        }
    }
}

/// Refutes the remaining problem by cases.
fn finish(derivation: &mut Derivation<'_>) -> End {
    if !derivation.is_refuted() {
        derivation.limit_cases(u32::MAX);
        derivation.show_by_cases(&[], Literal::FALSE, &Near::default());
    }
    if derivation.is_refuted() {
        End::Refuted
    } else if derivation.is_over() {
        End::Limit
    } else {
        End::Unshown
    }
}

/// Returns the representations of an engine's slots in a formula.
fn names(encoder: &Encoder<'_>, compiled: &Compiled) -> Vec<Option<Named>> {
    let engine = &compiled.engine;
    let mut named: Vec<Option<Named>> = Vec::new();
    named.resize_with(engine.store.words().len(), || None);
    for (index, view) in engine.views.iter().enumerate() {
        let place = &mut named[view.slot.0 as usize];
        if place.is_none() {
            let number = Number::of_domain(index).plus((-view.offset).into());
            let values = encoder.values(number).into_iter().map(|value| (value, encoder.is(number, value)));
            let base = engine.store.base(view.slot);
            *place = Some(Named { number: Some(number), values: values.collect(), base });
        }
    }
    // Variables of one slot are known by the first of them.
    let first_of = |number: &Number| {
        let Some(view) = number.domain().and_then(|index| engine.views.get(index)) else {
            return Some(*number);
        };
        let first = named[view.slot.0 as usize].as_ref()?.number?;
        Some(first.plus(number.offset() + i64::from(view.offset)))
    };
    let mut orders: HashMap<[Option<Number>; 2], Literal> = HashMap::new();
    for (tasks, &literal) in &encoder.orders {
        let known = orders.entry(tasks.each_ref().map(first_of)).or_insert(literal);
        *known = literal.min(*known);
    }
    for order in &compiled.notes.order_literals {
        let tasks = order.tasks.map(|view| {
            let named = named[view.slot.0 as usize].as_ref()?;
            Some(named.number?.plus(view.offset.into()))
        });
        if tasks.iter().all(Option::is_some)
            && let Some(&literal) = orders.get(&tasks)
        {
            let slot = order.literal.slot;
            let values = vec![(0, !literal), (1, literal)];
            named[slot.0 as usize] = Some(Named { number: None, values, base: engine.store.base(slot) });
        }
    }
    named
}

impl Refutation<'_, '_> {
    fn take(&mut self, event: Event, store: &Store) {
        match event {
            Event::Root(words) => self.enter_root(&words, store),
            Event::Base(deduced) => {
                // A conclusion that is hard to derive may never be needed. If it is needed, a conflict refers to it.
                self.derivation.limit_cases(CASES_WITHOUT_NEED);
                for step in deduced.iter().rev() {
                    self.conclude(step, &[]);
                }
                self.derivation.limit_cases(MOST_CASES);
            }
            Event::Conflict { deduced, learnt } => self.learn(&deduced, learnt.as_deref()),
        }
    }

    /// Proves the removals of the root.
    fn enter_root(&mut self, words: &[u64], store: &Store) {
        for at in 0..self.named.len() {
            let slot = Slot(at as u32);
            if self.derivation.suppose(&[]) == Err(Refuted) {
                return;
            }
            let Some(named) = &self.named[at] else { continue };
            let is_lost = |value: i64| !store.contained_in(slot, value, |at| words[at]);
            let near: Vec<Number> = named.number.into_iter().collect();
            for goal in self.goals_of(named, &is_lost) {
                if self.derivation.suppose(&[]) == Ok(()) && self.derivation.known.value(goal) != Some(true) {
                    self.show(&[], goal, &[], &near);
                }
            }
        }
    }

    /// Proves the clause learnt from a conflict. A conclusion that cannot be proved within the limit of cases is left
    /// out; the end of the refutation tells whether it was needed.
    fn learn(&mut self, deduced: &[Deduced], learnt: Option<&[SetLiteral]>) {
        let Some(assumed) = self.facts(learnt.unwrap_or_default()) else { return };
        for step in deduced.iter().rev() {
            if self.derivation.suppose(&assumed) == Err(Refuted) {
                break;
            }
            self.conclude(step, &assumed);
        }
        if self.derivation.suppose(&assumed) == Err(Refuted) {
            self.derivation.write_core();
        } else {
            self.show(&assumed, Literal::FALSE, &assumed, &[]);
        }
    }

    /// Proves a conclusion, unless unit propagation shows it.
    fn conclude(&mut self, step: &Deduced, assumed: &[Literal]) {
        let goals = match step.concluded[..] {
            [] => vec![Literal::FALSE],
            _ => self.goals(&step.concluded),
        };
        let mut near: Vec<Number> = self.numbers(step.scope.iter().copied());
        if near.is_empty() {
            let literals = step.facts.iter().chain(&step.concluded);
            near = self.numbers(literals.map(|literal| literal.slot));
        }
        for goal in goals {
            if self.derivation.suppose(assumed) == Err(Refuted) {
                return;
            }
            if self.derivation.known.value(goal) != Some(true) {
                let own = self.facts(&step.facts).unwrap_or_else(|| assumed.to_vec());
                self.show(&own, goal, assumed, &near);
            }
        }
    }

    /// Proves a goal in the cheapest way.
    fn show(&mut self, assumptions: &[Literal], goal: Literal, here: &[Literal], near: &[Number]) -> bool {
        if self.derivation.show(assumptions, goal, here) {
            return true;
        }
        let numbers: Vec<Number> = near.to_vec();
        while self.add_derived_sum(&numbers) {
            if self.derivation.holds(goal, here) || self.derivation.show(assumptions, goal, here) {
                return true;
            }
        }
        let mut literals = self.add_cage(&numbers);
        if !literals.is_empty()
            && (self.derivation.holds(goal, here) || self.derivation.show(assumptions, goal, here))
        {
            return true;
        }
        if literals.is_empty() {
            literals = self.layers(&numbers);
        }
        self.derivation.show_by_cases(assumptions, goal, &Near { literals, numbers })
    }

    /// Writes a derived sum whose terms include all the numbers.
    fn add_derived_sum(&mut self, numbers: &[Number]) -> bool {
        let number = |slot: &Slot| self.named[slot.0 as usize].as_ref().and_then(|named| named.number);
        let is_about = |sum: &DerivedSum| {
            let terms: Vec<Option<Number>> = sum.terms.iter().map(|(slot, _)| number(slot)).collect();
            !numbers.is_empty() && numbers.iter().all(|&number| terms.contains(&Some(number)))
        };
        while let Some(at) = self.derived.iter().position(is_about) {
            let DerivedSum { terms, groups, equations, .. } = self.derived.swap_remove(at);
            let named = |slots: &[Slot]| -> Option<Vec<Number>> {
                let mut numbers: Vec<Number> = slots.iter().map(&number).collect::<Option<_>>()?;
                numbers.sort_unstable();
                Some(numbers)
            };
            let terms: Option<Vec<(i64, Number)>> =
                terms.iter().map(|(slot, a)| Some((*a, number(slot)?))).collect();
            let groups: Option<Vec<usize>> = groups.iter().map(|slots| self.group(&named(slots)?)).collect();
            let equations: Option<Vec<KnownEquation>> =
                equations.iter().map(|slots| self.equation(&named(slots)?)).collect();
            if let (Some(terms), Some(groups), Some(equations)) = (terms, groups, equations)
                && self.derivation.write_derived(&terms, &groups, &equations)
            {
                return true;
            }
        }
        false
    }

    fn group(&self, numbers: &[Number]) -> Option<usize> {
        let is_same = |members: &[Number]| {
            members.len() == numbers.len() && members.iter().all(|member| numbers.contains(member))
        };
        self.derivation.encoder.groups.iter().position(|group| is_same(&group.members))
    }

    fn equation(&self, numbers: &[Number]) -> Option<KnownEquation> {
        let is_same = |equation: &&KnownEquation| {
            equation.terms.len() == numbers.len()
                && equation.terms.iter().all(|(a, number)| *a == 1 && numbers.contains(number))
        };
        self.derivation.encoder.equations.iter().find(is_same).cloned()
    }

    /// Writes the lines about the values taken by the smallest equation that contains all the numbers.
    fn add_cage(&mut self, numbers: &[Number]) -> Vec<Literal> {
        let has_all = |equation: &KnownEquation| {
            numbers.iter().all(|number| equation.terms.iter().any(|(_, term)| term == number))
        };
        let equations = self.derivation.encoder.equations.iter().enumerate();
        let fitting = equations.filter(|(_, equation)| !numbers.is_empty() && has_all(equation));
        let smallest = fitting.min_by_key(|(_, equation)| equation.terms.len()).map(|(at, _)| at);
        smallest.and_then(|at| self.derivation.cage(at)).unwrap_or_default()
    }

    /// Returns the literals of the states between numbers that are read in sequence.
    fn layers(&self, numbers: &[Number]) -> Vec<Literal> {
        let domains = |numbers: &[Number]| {
            let mut domains: Vec<Option<usize>> = numbers.iter().map(|number| number.domain()).collect();
            domains.sort_unstable();
            domains
        };
        let wanted = domains(numbers);
        let found = self.derivation.encoder.layers.iter().find(|(scope, _)| domains(scope) == wanted);
        found.map(|(_, literals)| literals.clone()).unwrap_or_default()
    }

    /// Returns the numbers of slots.
    fn numbers(&self, slots: impl Iterator<Item = Slot>) -> Vec<Number> {
        let mut numbers: Vec<Number> =
            slots.filter_map(|slot| self.named[slot.0 as usize].as_ref()?.number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// Returns literals that all hold iff the given literals are false; `None` if the formula has no name for one of
    /// them.
    fn facts(&mut self, given: &[SetLiteral]) -> Option<Vec<Literal>> {
        let mut slots: Vec<Slot> = given.iter().map(|literal| literal.slot).collect();
        slots.sort_unstable();
        slots.dedup();
        let mut facts = Vec::new();
        for slot in slots {
            let named = self.named[slot.0 as usize].as_ref()?;
            let known = &self.derivation.known;
            let open = || named.values.iter().filter(|(_, is)| known.root_value(*is) != Some(false));
            let is_lost = |value: i64| {
                given.iter().any(|literal| literal.slot == slot && excludes(literal, value, named.base))
            };
            let left: Vec<(i64, Literal)> = open().filter(|(value, _)| !is_lost(*value)).copied().collect();
            if let [(_, only)] = left[..] {
                facts.push(only);
                continue;
            }
            let (Some(&(low, _)), Some(&(high, _))) = (left.first(), left.last()) else {
                facts.extend(open().map(|&(_, is)| !is));
                continue;
            };
            let bound = |value: i64| self.derivation.encoder.known_at_least(named.number?, value);
            let (least, most) = (bound(low), bound(high + 1).map(|more| !more));
            facts.extend(least.into_iter().chain(most));
            let lost = open()
                .filter(|(value, _)| is_lost(*value))
                .filter(|(value, _)| (*value > low || least.is_none()) && (*value < high || most.is_none()));
            facts.extend(lost.map(|&(_, is)| !is));
        }
        let known = &self.derivation.known;
        facts.retain(|&fact| known.root_value(fact) != Some(true));
        Some(facts)
    }

    /// Returns the literals to prove so that the given literals are false.
    fn goals(&self, given: &[SetLiteral]) -> Vec<Literal> {
        let mut goals = Vec::new();
        for literal in given {
            if let Some(named) = &self.named[literal.slot.0 as usize] {
                goals.extend(self.goals_of(named, &|value| excludes(literal, value, named.base)));
            }
        }
        goals
    }

    /// Returns the literals to prove so that values are lost, as bounds if the formula has these. A bound claims
    /// nothing further: all other values beyond it are lost without assumptions.
    fn goals_of(&self, named: &Named, is_lost: &dyn Fn(i64) -> bool) -> Vec<Literal> {
        let known = &self.derivation.known;
        let mut open = named.values.iter().filter(|(_, is)| known.root_value(*is) != Some(false)).copied();
        let mut open: Vec<(i64, Literal)> = open.by_ref().collect();
        let bound = |value: i64| self.derivation.encoder.known_at_least(named.number?, value);
        let mut goals = Vec::new();
        let first = open.iter().position(|&(value, _)| !is_lost(value)).unwrap_or(0);
        if first > 1
            && let Some(least) = bound(open[first].0)
        {
            goals.push(least);
            open.drain(..first);
        }
        let last = open.iter().rposition(|&(value, _)| !is_lost(value)).unwrap_or(open.len());
        if last + 2 < open.len()
            && let Some(more) = bound(open[last].0 + 1)
        {
            goals.push(!more);
            open.truncate(last + 1);
        }
        goals.extend(open.iter().filter(|(value, _)| is_lost(*value)).map(|&(_, is)| !is));
        goals
    }
}

/// Returns whether a slot without the literal's values cannot have a value.
fn excludes(literal: &SetLiteral, value: i64, base: i32) -> bool {
    match literal.form {
        Form::Within => {
            let bit = value - i64::from(base);
            (0..64).contains(&bit) && literal.mask() >> bit & 1 != 0
        }
        Form::AtMost => value <= literal.value().into(),
        Form::AtLeast => value >= literal.value().into(),
        Form::Is => value == literal.value().into(),
    }
}

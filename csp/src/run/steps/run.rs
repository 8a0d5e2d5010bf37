//! A run: what follows in waves, group by group, from what is known and what is supposed.
//!
//! Each value of each variable has a number. That a value is gone is an event, with the part that found it; of what it
//! follows the part tells when it is asked. A wave tells all parts the events of the wave before, so an event is found
//! by as few parts one after the other as can be.

use std::collections::BTreeSet;

use super::part::Part;
use crate::base::error::Error;
use crate::model::Model;
use crate::model::ids::Var;

/// The values of all variables of a model, numbered. A variable that is too wide for holes has none: what parts find of
/// it stays theirs.
#[derive(Debug)]
pub(super) struct Numbers {
    begins: Vec<usize>,
    values: Vec<(Var, i32)>,
}

impl Numbers {
    pub fn new(model: &Model) -> Numbers {
        let (mut begins, mut values) = (vec![0], Vec::new());
        for var in (0..model.variables() as u32).map(Var) {
            let declared = model.declared(var);
            if !declared.is_too_wide_for_holes() {
                values.extend(declared.iter().map(|value| (var, value)));
            }
            begins.push(values.len());
        }
        Numbers { begins, values }
    }

    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns the numbers of a variable's values.
    pub fn of(&self, var: Var) -> std::ops::Range<usize> {
        self.begins[var.index()]..self.begins[var.index() + 1]
    }

    pub fn at(&self, number: usize) -> (Var, i32) {
        self.values[number]
    }

    pub fn find(&self, (var, value): (Var, i32)) -> Option<usize> {
        let of = self.of(var);
        let place = self.values[of.clone()].binary_search_by_key(&value, |&(_, value)| value);
        place.ok().map(|place| of.start + place)
    }
}

/// Why a value is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open,
    /// It is known to be gone.
    Known,
    /// It went by this event.
    Event(usize),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Event {
    /// The value that went.
    pub number: usize,
    /// The part that found it; `None` if it is supposed.
    pub part: Option<usize>,
}

/// A place in a run to come back to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mark {
    events: usize,
    opened: usize,
}

/// What a conclusion follows from.
#[derive(Clone, Debug, Default)]
pub(super) struct Closure {
    pub parts: BTreeSet<usize>,
    /// The values that are known to be gone, by number.
    pub facts: BTreeSet<usize>,
    /// The events that lead there, in order.
    pub events: BTreeSet<usize>,
}

impl Closure {
    pub fn join(&mut self, other: Closure) {
        self.parts.extend(other.parts);
        self.facts.extend(other.facts);
        self.events.extend(other.events);
    }
}

#[derive(Debug)]
pub(super) struct Run {
    pub numbers: Numbers,
    pub parts: Vec<Part>,
    /// The parts of each variable.
    parts_of: Vec<Vec<usize>>,
    states: Vec<State>,
    /// The number of open values of each variable.
    open: Vec<u32>,
    pub events: Vec<Event>,
    /// The parts that have a level of the run, in the order of the levels.
    opened: Vec<usize>,
    /// What parts are still to be told.
    untold: Vec<Vec<usize>>,
    /// The parts that the next wave asks.
    next: BTreeSet<usize>,
    /// The part that found a contradiction.
    pub contradiction: Option<usize>,
}

impl Run {
    pub fn new(model: &Model, parts: Vec<Part>) -> Run {
        let numbers = Numbers::new(model);
        let mut parts_of = vec![Vec::new(); model.variables()];
        for (at, part) in parts.iter().enumerate() {
            part.vars.iter().for_each(|var| parts_of[var.index()].push(at));
        }
        let open = (0..model.variables() as u32).map(|var| numbers.of(Var(var)).len() as u32).collect();
        Run {
            states: vec![State::Open; numbers.len()],
            untold: vec![Vec::new(); parts.len()],
            numbers,
            parts,
            parts_of,
            open,
            events: Vec::new(),
            opened: Vec::new(),
            next: BTreeSet::new(),
            contradiction: None,
        }
    }

    /// Returns whether a value is not known to be gone.
    pub fn is_possible(&self, number: usize) -> bool {
        self.states[number] != State::Known
    }

    /// Returns whether a value is gone.
    pub fn is_gone(&self, number: usize) -> bool {
        self.states[number] != State::Open
    }

    /// Takes values as known to be gone, and ends the run.
    pub fn know(&mut self, numbers: &[usize]) -> Result<(), Error> {
        self.back(Mark::default());
        for &number in numbers.iter() {
            if std::mem::replace(&mut self.states[number], State::Known) == State::Open {
                let (var, _) = self.numbers.at(number);
                self.open[var.index()] -= 1;
                self.parts_of[var.index()].iter().for_each(|&part| self.untold[part].push(number));
            }
        }
        for (part, untold) in self.parts.iter_mut().zip(&mut self.untold) {
            if !untold.is_empty() {
                part.suppose(untold.drain(..).map(|number| self.numbers.at(number)))?;
            }
        }
        Ok(())
    }

    /// The next wave asks all parts.
    pub fn ask_all(&mut self) {
        self.next = (0..self.parts.len()).collect();
    }

    /// Supposes that a variable has a value, given by its number.
    pub fn suppose(&mut self, number: usize) {
        let (var, _) = self.numbers.at(number);
        for other in self.numbers.of(var) {
            if other != number && self.states[other] == State::Open {
                self.add(Event { number: other, part: None });
            }
        }
    }

    fn add(&mut self, event: Event) {
        let (var, _) = self.numbers.at(event.number);
        self.states[event.number] = State::Event(self.events.len());
        self.open[var.index()] -= 1;
        self.events.push(event);
        for &part in self.parts_of[var.index()].iter().filter(|&&part| event.part != Some(part)) {
            self.untold[part].push(event.number);
            self.next.insert(part);
        }
    }

    /// Asks the parts to which something new is to be told, of those that are `asked`. Returns whether the run goes on:
    /// there were events, and no contradiction.
    pub fn wave(&mut self, asked: impl Fn(usize) -> bool) -> Result<bool, Error> {
        let mut found = Vec::new();
        for at in std::mem::take(&mut self.next) {
            if !asked(at) {
                continue;
            }
            let part = &mut self.parts[at];
            let untold = &mut self.untold[at];
            if !untold.is_empty() {
                part.suppose(untold.drain(..).map(|number| self.numbers.at(number)))?;
                self.opened.push(at);
            }
            if part.is_contradiction() {
                self.contradiction = Some(at);
                return Ok(false);
            }
            for (place, var) in part.vars.iter().enumerate() {
                if part.len(place) == self.open[var.index()] {
                    continue;
                }
                let gone = |&number: &usize| {
                    self.states[number] == State::Open && !part.has(place, self.numbers.at(number).1)
                };
                found.extend(
                    self.numbers.of(*var).filter(gone).map(|number| Event { number, part: Some(at) }),
                );
            }
        }
        for &event in &found {
            if self.states[event.number] == State::Open {
                self.add(event);
            }
        }
        Ok(!found.is_empty())
    }

    /// Returns the events since a mark.
    pub fn since(&self, mark: Mark) -> &[Event] {
        &self.events[mark.events..]
    }

    pub fn mark(&self) -> Mark {
        Mark { events: self.events.len(), opened: self.opened.len() }
    }

    /// Goes back to a mark, at which no wave was due.
    pub fn back(&mut self, mark: Mark) {
        self.contradiction = None;
        for event in self.events.drain(mark.events..) {
            let (var, _) = self.numbers.at(event.number);
            self.states[event.number] = State::Open;
            self.open[var.index()] += 1;
            self.parts_of[var.index()].iter().for_each(|&part| self.untold[part].clear());
        }
        self.opened.drain(mark.opened..).rev().for_each(|part| self.parts[part].withdraw());
        self.next.clear();
    }

    /// Returns what the absence of some values follows from, or, without any, the contradiction.
    pub fn closure(&mut self, targets: &[usize]) -> Closure {
        let mut closure = Closure::default();
        let mut waiting: Vec<usize> = Vec::new();
        match self.contradiction {
            Some(part) => {
                closure.parts.insert(part);
                waiting.extend(self.why(part, None));
            }
            None => waiting.extend(targets),
        }
        while let Some(number) = waiting.pop() {
            match self.states[number] {
                State::Open => unreachable!("the value is gone"),
                State::Known => _ = closure.facts.insert(number),
                State::Event(at) if !closure.events.insert(at) => {}
                State::Event(at) => {
                    if let Some(part) = self.events[at].part {
                        closure.parts.insert(part);
                        waiting.extend(self.why(part, Some(number)));
                    }
                }
            }
        }
        closure
    }

    fn why(&mut self, part: usize, gone: Option<usize>) -> Vec<usize> {
        let gone = gone.map(|number| self.numbers.at(number));
        let facts = self.parts[part].why(gone);
        facts.into_iter().filter_map(|fact| self.numbers.find(fact)).collect()
    }
}

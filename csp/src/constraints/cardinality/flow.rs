//! Domain consistency of cardinality with respect to the bounds of the quotas, by a flow from operands to
//! values (Régin 1996).
//!
//! 1. Every operand is assigned a value of its domain, so that the load of each value is within its quota:
//!    first no value exceeds its quota, then none falls short of it, both by chains of exchanges. If there is
//!    no such assignment: conflict.
//! 2. An operand at `w` can move to `v` if `v` can pass on an operand along a chain that ends at `w`, or at a value
//!    below its upper bound, while `w` gets an operand from a value above its lower bound. As a graph over values, with
//!    one more node for these two kinds of values: `v` reaches `w`.
//!
//! All values without a quota are one node. The assignment is only a starting point for the next run.

use super::{Listed, keep_listed};
use crate::constraints::absence::ALL;
use crate::constraints::narrowing::pass_status;
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store, View};

/// Largest number of listed values. More are filtered by counting only.
pub(super) const MOST_VALUES: usize = 254;

const NONE: usize = usize::MAX;

#[derive(Debug)]
pub(super) struct Flow {
    variables: Box<[View]>,
    listed: Box<[Listed]>,
    closed: bool,
    /// The last assignment of each operand: the index of a listed value, or the number of listed values for
    /// all others.
    assigned: Vec<usize>,
    /// Scratch: the values in the domain of each operand, as indices.
    options: Vec<Vec<usize>>,
    values: Vec<Value>,
    /// Scratch: values found by a search, in order.
    found: Vec<usize>,
    /// Scratch: reachability matrix of the nodes, as bits.
    reach: Vec<u64>,
}

/// Scratch: the load and the bounds of a value, and the predecessor in a search.
#[derive(Clone, Copy, Debug, Default)]
struct Value {
    load: i32,
    low: i32,
    high: i32,
    seen: bool,
    mover: usize,
    next: usize,
}

impl Flow {
    pub fn new(variables: &[View], listed: &[Listed], closed: bool) -> Flow {
        Flow {
            variables: variables.into(),
            listed: listed.into(),
            closed,
            assigned: vec![NONE; variables.len()],
            options: vec![Vec::new(); variables.len()],
            values: vec![Value::default(); listed.len() + 1],
            found: Vec::new(),
            reach: Vec::new(),
        }
    }

    /// Loads the domains and keeps the part of the last assignment that is still valid.
    fn load(&mut self, store: &Store) {
        let others = self.listed.len();
        let most = if self.closed { 0 } else { self.variables.len() as i32 };
        self.values[others] = Value { high: most, ..Value::default() };
        for (value, &Listed { number, .. }) in self.values.iter_mut().zip(&self.listed) {
            *value = Value { low: store.min(number), high: store.max(number), ..Value::default() };
        }
        for (variable, &view) in self.variables.iter().enumerate() {
            let options = &mut self.options[variable];
            options.clear();
            options.extend((0..others).filter(|&place| store.contains(view, self.listed[place].value)));
            if options.len() < store.size(view) as usize {
                options.push(others);
            }
            let at = self.assigned[variable];
            if options.contains(&at) && self.values[at].load < self.values[at].high {
                self.values[at].load += 1;
            } else {
                self.assigned[variable] = NONE;
            }
        }
    }

    fn clear_search(&mut self) {
        self.values.iter_mut().for_each(|value| value.seen = false);
        self.found.clear();
    }

    /// Assigns a value to an operand that has none, by exchanges.
    fn assign_operand(&mut self, variable: usize) -> Result<(), Conflict> {
        self.clear_search();
        self.add_options(variable);
        let mut done = 0;
        loop {
            let mut to = *self.found.get(done).ok_or(Conflict)?;
            done += 1;
            if self.values[to].load < self.values[to].high {
                self.values[to].load += 1;
                while to != NONE {
                    let mover = self.values[to].mover;
                    to = std::mem::replace(&mut self.assigned[mover], to);
                }
                return Ok(());
            }
            for mover in 0..self.assigned.len() {
                if self.assigned[mover] == to {
                    self.add_options(mover);
                }
            }
        }
    }

    /// Adds to the search the values that an operand could move to.
    fn add_options(&mut self, mover: usize) {
        for &place in &self.options[mover] {
            let value = &mut self.values[place];
            if !value.seen {
                (value.seen, value.mover) = (true, mover);
                self.found.push(place);
            }
        }
    }

    /// Moves one operand to a value below its lower bound, from a value above its lower bound.
    fn supply(&mut self, lacking: usize) -> Result<(), Conflict> {
        self.clear_search();
        self.values[lacking].seen = true;
        self.found.push(lacking);
        let mut done = 0;
        loop {
            let to = *self.found.get(done).ok_or(Conflict)?;
            done += 1;
            for mover in 0..self.assigned.len() {
                let mut from = self.assigned[mover];
                let value = &mut self.values[from];
                if value.seen || !self.options[mover].contains(&to) {
                    continue;
                }
                (value.seen, value.mover, value.next) = (true, mover, to);
                if value.load <= value.low {
                    self.found.push(from);
                    continue;
                }
                value.load -= 1;
                self.values[lacking].load += 1;
                while from != lacking {
                    let Value { mover, next, .. } = self.values[from];
                    self.assigned[mover] = next;
                    from = next;
                }
                return Ok(());
            }
        }
    }

    fn assign(&mut self) -> Result<(), Conflict> {
        for variable in 0..self.assigned.len() {
            if self.assigned[variable] == NONE {
                self.assign_operand(variable)?;
            }
        }
        for place in 0..self.values.len() {
            while self.values[place].load < self.values[place].low {
                self.supply(place)?;
            }
        }
        Ok(())
    }

    /// Computes the transitive closure of the graph. Returns the number of words in a row.
    fn close(&mut self) -> usize {
        let (balance, nodes) = (self.values.len(), self.values.len() + 1);
        let width = nodes.div_ceil(64);
        let reach = &mut self.reach;
        reach.clear();
        reach.resize(nodes * width, 0);
        let mut add_edge = |from: usize, to: usize| reach[from * width + to / 64] |= 1 << (to % 64);
        for (&at, options) in self.assigned.iter().zip(&self.options) {
            options.iter().for_each(|&to| add_edge(at, to));
        }
        for (place, value) in self.values.iter().enumerate() {
            if value.load < value.high {
                add_edge(place, balance);
            }
            if value.load > value.low {
                add_edge(balance, place);
            }
        }
        for middle in 0..nodes {
            for from in 0..nodes {
                if reach[from * width + middle / 64] >> (middle % 64) & 1 != 0 {
                    (0..width).for_each(|word| reach[from * width + word] |= reach[middle * width + word]);
                }
            }
        }
        width
    }
}

/// Reasons are sets of values: either full with operands that have no other values, or in need of all operands that
/// can take them.
impl Flow {
    /// Adds that an operand has no value in a set of nodes. Returns false if it has one.
    fn explain_none(&self, variable: usize, is_in: &dyn Fn(usize) -> bool, why: &mut Why<'_>) -> bool {
        let (store, view, others) = (why.store(), self.variables[variable], self.listed.len());
        let is_listed = |value: i32| self.listed.iter().any(|listed| listed.value == value);
        let mut places = (0..others).filter(|&place| is_in(place));
        places.all(|place| {
            let value = self.listed[place].value;
            let is_gone = !store.contains(view, value);
            if is_gone {
                why.is_not(view, value);
            }
            is_gone
        }) && (!is_in(others) || why.others_are_gone(view, ALL, is_listed))
    }

    /// Adds that the operands assigned to a set of nodes, and perhaps one more operand, have no other values, and that
    /// the set is full (`is_full`), or that the other nodes need all other operands.
    fn explain_cut(
        &self,
        is_in: &dyn Fn(usize) -> bool,
        also: Option<usize>,
        is_full: bool,
        why: &mut Why<'_>,
    ) -> bool {
        for (place, listed) in self.listed.iter().enumerate() {
            match (is_in(place), is_full) {
                (true, true) => why.max(listed.number),
                (false, false) => why.min(listed.number),
                _ => {}
            }
        }
        (0..self.variables.len()).all(|variable| {
            let at = self.assigned[variable];
            let counts = also == Some(variable) || at != NONE && is_in(at);
            !counts || self.explain_none(variable, &|place| !is_in(place), why)
        })
    }

    fn explain_conflict(&mut self, why: &mut Why<'_>) -> bool {
        for variable in 0..self.assigned.len() {
            if self.assigned[variable] == NONE && self.assign_operand(variable).is_err() {
                let values = std::mem::take(&mut self.values);
                let is_found = self.explain_cut(&|place| values[place].seen, Some(variable), true, why);
                self.values = values;
                return is_found;
            }
        }
        for place in 0..self.values.len() {
            while self.values[place].load < self.values[place].low {
                if self.supply(place).is_err() {
                    let values = std::mem::take(&mut self.values);
                    let is_found = self.explain_cut(&|place| !values[place].seen, None, false, why);
                    self.values = values;
                    return is_found;
                }
            }
        }
        false
    }

    /// Explains that an operand cannot take a node.
    fn explain_node(&self, variable: usize, node: usize, width: usize, why: &mut Why<'_>) -> bool {
        let is_reached = |to: usize| node == to || self.reach[node * width + to / 64] >> (to % 64) & 1 != 0;
        let is_full = !is_reached(self.values.len());
        !is_reached(self.assigned[variable]) && self.explain_cut(&is_reached, None, is_full, why)
    }
}

impl Propagator for Flow {
    fn name(&self) -> &'static str {
        "cardinality flow"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.variables.iter().for_each(|variable| watch(variable.slot, Event::Change));
        self.listed.iter().for_each(|listed| watch(listed.number.slot, Event::Bounds));
    }

    fn cost(&self) -> Cost {
        Cost::Heavy
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        self.load(why.store());
        if query.is_conflict() {
            return self.explain_conflict(why);
        }
        if self.assign().is_err() {
            return false;
        }
        let width = self.close();
        // A variable may occur several times.
        (0..self.variables.len()).any(|variable| {
            let view = self.variables[variable];
            query.is_about(view)
                && why.attempt(|why| {
                    let node = |value: i32| {
                        let listed = self.listed.iter().position(|listed| listed.value == value);
                        listed.unwrap_or(self.listed.len())
                    };
                    let mut nodes: Vec<usize> = why.removed(query, view).into_iter().map(node).collect();
                    nodes.sort_unstable();
                    nodes.dedup();
                    nodes.into_iter().all(|node| self.explain_node(variable, node, width, why))
                })
        })
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let began = store.trail().len();
        self.load(store);
        self.assign()?;
        let width = self.close();
        for (variable, &view) in self.variables.iter().enumerate() {
            let at = self.assigned[variable];
            for &place in &self.options[variable] {
                if place == at || self.reach[place * width + at / 64] >> (at % 64) & 1 != 0 {
                    continue;
                }
                match self.listed.get(place) {
                    Some(listed) => store.remove(view, listed.value)?,
                    None => keep_listed(store, view, &self.listed)?,
                }
            }
        }
        Ok(pass_status(store, began, false))
    }
}

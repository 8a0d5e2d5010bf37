//! The ways in which a neighbourhood chooses what it leaves free.

use super::{End, Unit};
use crate::base::rng::Rng;
use crate::compile::Compiled;
use crate::engine::store::Slot;
use crate::model::ids::Var;
use crate::search::goal::Goal;
use crate::search::lazy::order::Order;

/// The share of units that are free at first, and the least and the greatest.
const FIRST_SHARE: f64 = 0.2;
const LEAST_SHARE: f64 = 0.01;
const GREATEST_SHARE: f64 = 0.8;
/// The change of the share after a neighbourhood that was refuted, and after one that was not.
const WIDER: f64 = 1.15;
const NARROWER: f64 = 0.87;
/// A way's worth is the number of better solutions that it has led to, of which older ones count less, but this at least.
const LEAST_WORTH: f64 = 0.2;
const AGEING: f64 = 0.95;
/// Constraints over more variables than this do not tell which of them belong together.
const LARGEST_SCOPE: usize = 64;
/// No unit.
const NONE: u32 = u32::MAX;

/// A way to choose the first free units. The others share constraints with them.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// None: all are chosen at random.
    Random,
    /// Any one.
    Constraints,
    /// All with values nearest to that of one: tasks of about the same time, things in the same place.
    Values,
    /// All that were declared after one: rows of a matrix.
    Rows,
    /// All that were active in recent conflicts.
    Conflicts,
    /// A third, of which the objective is computed, the more often the more they cost.
    Costs,
}

const WAYS: [Way; 6] = [Way::Random, Way::Constraints, Way::Values, Way::Rows, Way::Conflicts, Way::Costs];

/// What a way has achieved.
#[derive(Clone, Copy, Debug)]
struct Record {
    share: f64,
    worth: f64,
}

/// A term of the objective.
#[derive(Debug)]
struct Cost {
    /// The cost of 1 more.
    coefficient: i64,
    var: Var,
    /// The variable itself, or the units that it is computed from.
    units: Vec<u32>,
}

#[derive(Debug)]
pub(super) struct Ways {
    units: Vec<Unit>,
    /// The unit of each slot.
    unit_of: Vec<u32>,
    /// The units of each constraint, and the constraints of each unit.
    members: Vec<Vec<u32>>,
    constraints: Vec<Vec<u32>>,
    costs: Vec<Cost>,
    records: [Record; WAYS.len()],
}

impl Ways {
    pub fn new(compiled: &Compiled, order: &Order, goal: &Goal) -> Ways {
        let (engine, model) = (&compiled.engine, &compiled.model);
        let slot_of = |var: Var| engine.view(var).slot.0 as usize;
        let mut unit_of = vec![NONE; engine.store().words().len()];
        let mut is_computed = vec![false; unit_of.len()];
        for var in model.computed() {
            is_computed[slot_of(var)] = true;
        }
        is_computed[slot_of(goal.variable())] = true;
        let mut units = Vec::new();
        for var in (0..engine.variables() as u32).map(Var) {
            let view = engine.view(var);
            let slot = slot_of(var);
            if !is_computed[slot]
                && unit_of[slot] == NONE
                && !engine.store().is_fixed(view)
                && let Some(place) = order.place(view.slot)
            {
                unit_of[slot] = units.len() as u32;
                units.push(Unit { var, place });
            }
        }
        let of = |(var, coefficient)| Cost { coefficient, var, units: Vec::new() };
        let mut costs: Vec<Cost> = goal.terms(model).into_iter().map(of).collect();
        let mut cost_of = vec![NONE; unit_of.len()];
        for (cost, at) in costs.iter_mut().zip(0..) {
            match unit_of[slot_of(cost.var)] {
                NONE => cost_of[slot_of(cost.var)] = at,
                unit => cost.units.push(unit),
            }
        }
        let (mut members, mut constraints) = (Vec::new(), vec![Vec::new(); units.len()]);
        for scope in engine.scopes.iter().filter(|scope| scope.len() <= LARGEST_SCOPE) {
            let mut of: Vec<u32> = scope.iter().map(|&var| unit_of[slot_of(var)]).collect();
            of.retain(|&unit| unit != NONE);
            of.sort_unstable();
            of.dedup();
            for cost in scope.iter().map(|&var| cost_of[slot_of(var)]).filter(|&cost| cost != NONE) {
                costs[cost as usize].units.extend(&of);
            }
            if of.len() > 1 {
                of.iter().for_each(|&unit| constraints[unit as usize].push(members.len() as u32));
                members.push(of);
            }
        }
        costs.retain(|cost| !cost.units.is_empty());
        let records = [Record { share: FIRST_SHARE, worth: 1.0 }; WAYS.len()];
        Ways { units, unit_of, members, constraints, costs, records }
    }

    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    pub fn unit_of(&self, slot: Slot) -> Option<u32> {
        Some(self.unit_of[slot.0 as usize]).filter(|&unit| unit != NONE)
    }

    /// Learns from the end of a neighbourhood.
    pub fn judge(&mut self, way: usize, end: Option<End>) {
        let record = &mut self.records[way];
        record.worth *= AGEING;
        match end {
            Some(End::Better) => record.worth += 1.0,
            Some(End::Refuted) => record.share = (record.share * WIDER).min(GREATEST_SHARE),
            Some(End::Failures) => record.share = (record.share * NARROWER).max(LEAST_SHARE),
            None => {}
        }
    }

    /// Chooses a way, and by it for each unit whether it is free.
    pub fn choose(&self, best: &[i32], order: &Order, chance: &mut Rng) -> (usize, Vec<bool>) {
        let worth = |record: &Record| record.worth.max(LEAST_WORTH);
        let mut left = chance.fraction() * self.records.iter().map(worth).sum::<f64>();
        let chosen = self.records.iter().position(|record| {
            left -= worth(record);
            left < 0.0
        });
        let way = chosen.unwrap_or(0);
        let n = self.units.len();
        let count = ((self.records[way].share * n as f64).ceil() as usize).clamp(2, n);
        let mut is_free = vec![false; n];
        let mut free = self.first(WAYS[way], count, best, order, chance);
        free.retain(|&unit| !std::mem::replace(&mut is_free[unit as usize], true));
        self.extend(&mut free, &mut is_free, count, chance);
        (way, is_free)
    }

    /// Returns the first free units, possibly some of them twice.
    fn first(&self, way: Way, count: usize, best: &[i32], order: &Order, chance: &mut Rng) -> Vec<u32> {
        let n = self.units.len() as u32;
        let value = |unit: u32| best[self.units[unit as usize].var.index()];
        match way {
            Way::Random => Vec::new(),
            Way::Constraints => vec![chance.below(n)],
            Way::Rows => {
                let first = chance.below(n);
                (first..n).chain(0..first).take(count).collect()
            }
            Way::Values => {
                let middle = value(chance.below(n));
                least(n, count, |unit| f64::from(value(unit).abs_diff(middle)) + chance.fraction())
            }
            Way::Conflicts => least(n, count, |unit| {
                -order.activity_at(self.units[unit as usize].place) * chance.fraction()
            }),
            Way::Costs => {
                let of = |at: u32| &self.costs[at as usize];
                let cost = |at: u32| (of(at).coefficient * i64::from(best[of(at).var.index()])) as f64;
                let dearest =
                    least(self.costs.len() as u32, count.div_ceil(3), |at| -cost(at) * chance.fraction());
                dearest.into_iter().map(|at| *chance.pick(&of(at).units)).collect()
            }
        }
    }

    /// Adds units that share constraints with those that are free, and if there are none, any.
    fn extend(&self, free: &mut Vec<u32>, is_free: &mut [bool], count: usize, chance: &mut Rng) {
        let mut tries = if free.is_empty() { 0 } else { 4 * count };
        while free.len() < count {
            let unit = if tries == 0 {
                chance.below(self.units.len() as u32)
            } else {
                tries -= 1;
                let constraints = &self.constraints[*chance.pick(free) as usize];
                if constraints.is_empty() {
                    continue;
                }
                let members = &self.members[*chance.pick(constraints) as usize];
                *chance.pick(members)
            };
            if !std::mem::replace(&mut is_free[unit as usize], true) {
                free.push(unit);
            }
        }
    }
}

/// Returns the numbers below `n` with the least keys.
fn least(n: u32, count: usize, mut key: impl FnMut(u32) -> f64) -> Vec<u32> {
    let mut keyed: Vec<(f64, u32)> = (0..n).map(|at| (key(at), at)).collect();
    keyed.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    keyed.into_iter().take(count).map(|(_, at)| at).collect()
}

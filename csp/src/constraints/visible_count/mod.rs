//! Visible count: the number of operands that are larger than all before them, as towers seen from one end of a line.
//!
//! Meaning: the number of operands that are larger than all before them, and than the ground if there is one, is
//! another operand. Strength: domain consistency, unless a variable occurs twice. If the operands are known to be
//! a [permutation] of few values, domain consistency of both together. Cost: operands times values a run; for a
//! permutation, one visit of each set of values.

mod encode;
mod permutation;

use crate::base::error::Error;
use crate::compile::posting::Posting;
use crate::constraints::aligned::AlignedDomain;
use crate::constraints::narrowing::has_repeats;
use crate::constraints::neighbours;
use crate::constraints::operand::Operand;
use crate::constraints::terms::Operands;
use crate::encode::{Encoder, Language, Refused};
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::store::{Conflict, Event, Slot, Store, View};
use crate::model::Model;
use crate::model::constraint::Constraint;
use crate::model::ids::Var;

/// Largest number of operands; numbers of visible ones are bits of a word.
const MOST_OPERANDS: usize = 62;

/// A count of visible operands, built by [`visible_count`].
#[derive(Clone, Debug)]
pub struct VisibleCount {
    /// The operands, and then their number.
    operands: Operands,
    ground: i32,
}

/// Returns the constraint that `number` of the operands are larger than all operands before them.
///
/// ```
/// # use csp::{Model, constraints::visible_count};
/// let mut model = Model::new();
/// let line = model.vars(4, 1..=4);
/// model.all_different(&line);
/// model.post(visible_count(&line, 2));
/// // A Stirling number of the first kind.
/// assert_eq!(model.search()?.solutions().count(), 11);
/// # Ok::<(), csp::Error>(())
/// ```
pub fn visible_count<T: Into<Operand>>(
    operands: impl IntoIterator<Item = T>,
    number: impl Into<Operand>,
) -> VisibleCount {
    let mut operands = Operands::new(operands);
    operands.push(number.into());
    VisibleCount { operands, ground: i32::MIN }
}

impl VisibleCount {
    /// Counts only operands larger than `ground`.
    pub fn above(self, ground: i32) -> VisibleCount {
        VisibleCount { ground, ..self }
    }
}

impl Constraint for VisibleCount {
    fn scope(&self) -> &[Var] {
        self.operands.scope()
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let values = self.operands.values(values);
        let (number, values) = values.split_last().expect("there is a number");
        let (mut top, mut seen) = (i64::from(self.ground), 0);
        for &value in values {
            if value > top {
                (top, seen) = (value, seen + 1);
            }
        }
        seen == *number
    }

    fn fault(&self, model: &Model) -> Option<Error> {
        self.operands.fault(model)
    }

    fn encode(&self, to: &mut Encoder<'_>) -> Result<(), Refused> {
        to.needs(Language::Inequalities)?;
        let numbers = to.numbers(self.operands.all());
        let (&count, numbers) = numbers.split_last().expect("there is a number");
        encode::encode(to, numbers, self.ground.into(), count);
        Ok(())
    }

    fn post(&self, to: &mut Posting<'_>) {
        let mut views = self.operands.views(to);
        let number = views.pop().expect("there is a number");
        let is_small = views.len() <= MOST_OPERANDS && !has_repeats(views.iter().chain([&number]));
        let aligned = AlignedDomain::all(to.store(), &views).filter(|_| is_small);
        let Some((domains, low)) = aligned else { return to.by_trial() };
        to.narrow(|store| {
            store.at_least(number, 0)?;
            store.at_most(number, domains.len() as i32)
        });
        let values = domains.iter().fold(0, |all, domain| all | domain.read(to.store()));
        let ground = i64::from(self.ground) - i64::from(low) + 1;
        let counted = values & u64::MAX.checked_shl(ground.clamp(0, 64) as u32).unwrap_or(0);
        let sources = if values.count_ones() as usize == domains.len() {
            neighbours::all_differ(to, &views)
        } else {
            None
        };
        match sources {
            Some(sources) if domains.len() <= permutation::MOST_VALUES => {
                to.propagator_relying_on(
                    permutation::Filter::new(domains, values, counted, number),
                    &sources,
                );
            }
            sources => {
                // In a permutation, the largest value is the last visible one.
                let last = match counted {
                    0 => 0,
                    _ if sources.is_some() => 64 - counted.leading_zeros() as usize,
                    _ => 0,
                };
                let filter = Filter { domains, counted, number, last, forward: Vec::new() };
                to.propagator_relying_on(filter, &sources.unwrap_or_default());
            }
        }
    }
}

/// State after some operands: 0 if none of them counts, else the bit of the largest one plus 1. For each state, a word
/// has the possible numbers of visible operands as bits.
type States = [u64; 65];

#[derive(Debug)]
struct Filter {
    domains: Box<[AlignedDomain]>,
    /// The values that count.
    counted: u64,
    number: View,
    /// The least state in which the operands may end.
    last: usize,
    /// Scratch: the states before each operand, and those after the last.
    forward: Vec<States>,
}

/// Returns whether a domain has a value that a state hides.
#[inline]
fn has_hidden(domain: u64, counted: u64, state: usize) -> bool {
    domain & (!counted | (1_u64.checked_shl(state as u32).unwrap_or(0)).wrapping_sub(1)) != 0
}

impl Propagator for Filter {
    fn name(&self) -> &'static str {
        "visible count"
    }

    fn memory(&self) -> usize {
        size_of_val(self) + size_of_val(&*self.domains) + self.domains.len() * size_of::<States>()
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.domains.iter().for_each(|domain| watch(domain.slot, Event::Change));
        watch(self.number.slot, Event::Change);
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let Filter { domains, counted, number, last, forward } = self;
        let (counted, number) = (*counted, *number);
        forward.clear();
        let mut states: States = [0; 65];
        states[0] = 1;
        for domain in &*domains {
            forward.push(states);
            let domain = domain.read(store);
            let mut below = 0;
            for (state, numbers) in states.iter_mut().enumerate() {
                let before = *numbers;
                let is_seen = state > 0 && domain & counted & 1 << (state - 1) != 0;
                let stays = has_hidden(domain, counted, state);
                *numbers = if stays { before } else { 0 } | if is_seen { below << 1 } else { 0 };
                below |= before;
            }
        }
        let ends = states[*last..].iter().fold(0, |all, numbers| all | numbers);
        let at_least = store.min(number).max(ends.trailing_zeros() as i32);
        for wanted in at_least..=store.max(number) {
            if ends >> wanted & 1 == 0 {
                store.remove(number, wanted)?;
            }
        }
        store.at_least(number, ends.trailing_zeros() as i32)?;
        let wanted = (0..=domains.len() as i32).filter(|&wanted| store.contains(number, wanted));
        let wanted = wanted.fold(0, |all, wanted| all | 1_u64 << wanted);
        // The numbers of visible operands before a state from which a wanted number can still be reached.
        let mut after: States = [0; 65];
        after[*last..].fill(wanted);
        for (domain, states) in domains.iter().zip(&*forward).rev() {
            let bits = domain.read(store);
            let mut kept = 0;
            let mut below = 0;
            for state in 0..65 {
                if states[state] & after[state] != 0 {
                    kept |= !counted | (1_u64.checked_shl(state as u32).unwrap_or(0)).wrapping_sub(1);
                }
                if state > 0 && (below << 1) & after[state] != 0 {
                    kept |= counted & 1 << (state - 1);
                }
                below |= states[state];
            }
            let mut above = 0;
            for (state, numbers) in after.iter_mut().enumerate().rev() {
                let then = *numbers;
                let stays = has_hidden(bits, counted, state);
                *numbers = if stays { then } else { 0 } | above;
                if state > 0 && bits & counted & 1 << (state - 1) != 0 {
                    above |= then >> 1;
                }
            }
            domain.keep(store, kept)?;
        }
        Ok(Status::Fixpoint)
    }
}

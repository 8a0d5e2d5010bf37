//! Posting: the propagator, and for learning and proofs literals for the order of each pair of tasks.

use super::{Machine, Orders, ThetaLambdaTree};
use crate::compile::posting::Posting;
use crate::constraints::conditional;
use crate::constraints::less::LessOrEqual;
use crate::constraints::tasks::{Amount, is_there};
use crate::encode::{Encoder, Literal, Number};
use crate::engine::store::View;

/// Posts the propagator.
pub(crate) fn post(to: &mut Posting<'_>, mut tasks: Vec<(View, Amount)>) {
    tasks.retain(|(_, duration)| duration.most(to.store()) > 0);
    if to.learns() && tasks.len() <= MOST_TASKS_IN_PAIRS {
        post_orders(to, &tasks);
    }
    if tasks.len() > 1 {
        to.propagator(Machine {
            tasks: tasks.into(),
            certain: Vec::new(),
            windows: Vec::new(),
            orders: Orders::default(),
            tree: ThetaLambdaTree::default(),
        });
    }
}

/// Largest number of tasks for which every pair gets an order literal.
const MOST_TASKS_IN_PAIRS: usize = 60;

/// For learning: posts an order literal for each pair of tasks of known durations, which says that the first task
/// precedes the second. Clauses over orders are shorter than clauses over times.
fn post_orders(to: &mut Posting<'_>, tasks: &[(View, Amount)]) {
    let known = |&(start, duration): &(View, Amount)| match duration {
        Amount::Known(duration) => Some((start, duration as i32, None)),
        Amount::Optional(presence, duration) => Some((start, duration as i32, Some(presence))),
        Amount::Open(_) => None,
    };
    let tasks: Vec<(View, i32, Option<View>)> = tasks.iter().filter_map(known).collect();
    for (at, &(first, lasts, presence)) in tasks.iter().enumerate() {
        for &(second, other_lasts, other_presence) in &tasks[at + 1..] {
            let (forwards, backwards) = (
                LessOrEqual::new(first.plus(lasts), second),
                LessOrEqual::new(second.plus(other_lasts), first),
            );
            if presence.is_none() && other_presence.is_none() {
                let order = to.order_literal([first, second]);
                conditional::post(to, forwards, Some(order));
                conditional::post(to, backwards, Some(!order));
                continue;
            }
            // If both are there, one of them is first.
            let [is_first, is_second] = [to.boolean(None), to.boolean(None)];
            conditional::post(to, forwards, Some(is_first));
            conditional::post(to, backwards, Some(is_second));
            let absent = [presence, other_presence].into_iter().flatten().map(|presence| !is_there(presence));
            to.clause(absent.chain([is_first, is_second]).collect());
        }
    }
}

/// Encodes that, of each pair of tasks, one ends before the other starts. A task is a start and a duration, and a literal
/// if it is optional.
pub(crate) fn encode(to: &mut Encoder<'_>, tasks: impl Iterator<Item = (Number, i32, Option<Literal>)>) {
    let known = tasks.filter(|&(_, lasts, _)| lasts > 0);
    let tasks: Vec<(Number, i64, Option<Literal>)> =
        known.map(|(start, lasts, when)| (start, lasts.into(), when)).collect();
    for (at, &(first, lasts, when)) in tasks.iter().enumerate() {
        for &(second, other_lasts, other_when) in &tasks[at + 1..] {
            let order = to.fresh();
            if when.is_some() || other_when.is_some() {
                let reverse = to.fresh();
                let absent = [when, other_when].into_iter().flatten().map(|when| !when);
                to.clause(absent.chain([order, reverse]));
                to.under(order, |to| to.less([first.plus(lasts), second], false));
                to.under(reverse, |to| to.less([second.plus(other_lasts), first], false));
                continue;
            }
            to.orders.insert([first, second], order);
            to.under(order, |to| to.less([first.plus(lasts), second], false));
            to.under(!order, |to| to.less([second.plus(other_lasts), first], false));
        }
    }
}

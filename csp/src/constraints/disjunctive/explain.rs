//! Reasons of a disjunctive, found by a second search over all windows of time.
//!
//! ```text
//!   overload      the tasks that must run within s..e last longer than that
//!   detectable    task j ends too late to precede task i: i precedes j
//!   edge finding  with j among them, tasks within s..e would last too long: they precede j
//!   start         j starts after all tasks of a set that precede it
//! ```

use smallvec::SmallVec;

use super::Window;

/// Facts about a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TaskFact {
    /// The task starts at this time or later.
    StartsFrom(usize, i64),
    /// The task ends at this time or earlier.
    EndsBy(usize, i64),
}

pub(super) type Facts = SmallVec<[TaskFact; 16]>;

/// Explains that the tasks of some window last too long.
pub(super) fn overload(windows: &[Window]) -> Option<Facts> {
    let mut best: Option<(usize, Facts)> = None;
    for start in windows.iter().map(|window| window.earliest) {
        for end in windows.iter().map(|window| window.deadline) {
            let inside = || within(windows, start, end);
            let total: i64 = inside().map(|task| windows[task].duration).sum();
            let size = inside().count();
            if size > 0 && start + total > end && best.as_ref().is_none_or(|(known, _)| size < *known) {
                let last = start + total - 1;
                let facts = inside()
                    .flat_map(|task| [TaskFact::StartsFrom(task, start), TaskFact::EndsBy(task, last)]);
                best = Some((size, facts.collect()));
            }
        }
    }
    best.map(|(_, facts)| facts)
}

/// Explains that a task starts at `bound` or later.
pub(super) fn start(windows: &[Window], task: usize, bound: i64) -> Option<Facts> {
    let Window { earliest, duration, .. } = windows[task];
    // The tasks that this task cannot precede, because it ends too late.
    let after = |other: usize| earliest + duration > windows[other].deadline - windows[other].duration;
    let before: SmallVec<[usize; 16]> =
        (0..windows.len()).filter(|&other| other != task && after(other)).collect();
    if let Some((chosen, total)) = chain(windows, &before, bound) {
        let mut facts: Facts = SmallVec::from_elem(TaskFact::StartsFrom(task, earliest), 1);
        for other in chosen {
            facts.push(TaskFact::StartsFrom(other, bound - total));
            facts.push(TaskFact::EndsBy(other, earliest + duration - 1 + windows[other].duration));
        }
        return Some(facts);
    }
    for start in windows.iter().map(|window| window.earliest).filter(|&start| start <= earliest) {
        for end in windows.iter().map(|window| window.deadline) {
            let inside: SmallVec<[usize; 16]> =
                within(windows, start, end).filter(|&other| other != task).collect();
            let total: i64 = inside.iter().map(|&other| windows[other].duration).sum();
            if inside.is_empty() || start + total + duration <= end {
                continue;
            }
            let Some((chosen, needed)) = chain(windows, &inside, bound) else { continue };
            let last = start + total + duration - 1;
            let mut facts: Facts = SmallVec::from_elem(TaskFact::StartsFrom(task, start), 1);
            for &other in &inside {
                let from = if chosen.contains(&other) { start.max(bound - needed) } else { start };
                facts.push(TaskFact::StartsFrom(other, from));
                facts.push(TaskFact::EndsBy(other, last));
            }
            return Some(facts);
        }
    }
    None
}

fn within(windows: &[Window], start: i64, end: i64) -> impl Iterator<Item = usize> {
    let inside = move |window: &Window| window.earliest >= start && window.deadline <= end;
    (0..windows.len()).filter(move |&task| inside(&windows[task]))
}

/// Returns the smallest subset of `tasks`, the latest first, that cannot all end before `bound`, and their total
/// duration.
fn chain(windows: &[Window], tasks: &[usize], bound: i64) -> Option<(SmallVec<[usize; 16]>, i64)> {
    let mut order: SmallVec<[usize; 16]> = tasks.into();
    order.sort_by_key(|&task| std::cmp::Reverse(windows[task].earliest));
    let mut total = 0;
    for at in 0..order.len() {
        total += windows[order[at]].duration;
        if windows[order[at]].earliest + total >= bound {
            order.truncate(at + 1);
            return Some((order, total));
        }
    }
    None
}

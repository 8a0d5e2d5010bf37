//! Tests of every shape of domain against a set of integers.

use super::*;
use std::collections::BTreeSet;

/// Compares every operation on every shape with a set of integers.
#[test]
fn operations_agree_with_a_plain_set() {
    let mut state = 0x9E37_79B9_97F4_A7C1_u64;
    let mut random = move |n: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % n
    };
    for round in 0..4000 {
        let low = random(20) as i32 - 10;
        let span = [5, 60, 64, 65, 130, 300][round % 6];
        let values: Values = if round % 3 == 0 {
            let mut list: Vec<i32> = (low..low + span).filter(|_| random(3) > 0).collect();
            list.push(low);
            Values::from(list)
        } else {
            Values::from(low..=low + span)
        };
        let mut store = Store::default();
        let slot = store.add(&values, -10);
        let view = View { slot, offset: random(7) as i32 - 3 };
        let mut set: BTreeSet<i32> = values.iter().map(|v| v + view.offset).collect();
        store.push();
        let before = set.clone();
        for _ in 0..30 {
            let value = low - 3 + random(span as u64 + 6) as i32;
            let before = set.clone();
            let result = match random(9) {
                0 => {
                    set.retain(|&v| v >= value);
                    store.at_least(view, value)
                }
                1 => {
                    set.retain(|&v| v <= value);
                    store.at_most(view, value)
                }
                2 => {
                    set.retain(|&v| v == value);
                    store.assign(view, value)
                }
                3 => {
                    let high = value + random(span as u64) as i32;
                    set.retain(|v| (value..=high).contains(v));
                    store.keep_between(view, value, high)
                }
                _ => {
                    set.remove(&value);
                    store.remove(view, value)
                }
            };
            if set.is_empty() {
                // A refused narrowing changes nothing.
                assert_eq!(result, Err(Conflict));
                set = before.clone();
            } else {
                assert_eq!(result, Ok(()));
            }
            if set != before {
                let change = store.trail().iter().rev().find_map(Change::read).expect("an event");
                let bounds = set.first() != before.first() || set.last() != before.last();
                let fixed = set.len() == 1;
                let single_step = matches!(change.event, Event::Change) == (!bounds && !fixed);
                assert!(
                    single_step && (change.event == Event::Fix) == fixed,
                    "{change:?} {before:?} {set:?}"
                );
            }
            assert_eq!(store.next_value(view, value), set.range(value..).next().copied());
            let domain = store.domain(view);
            assert_eq!(domain.iter().collect::<BTreeSet<_>>(), set);
            assert_eq!((domain.min(), domain.max()), (*set.first().unwrap(), *set.last().unwrap()));
            assert_eq!(store.bounds(view), (domain.min(), domain.max()));
            assert_eq!(domain.len() as usize, set.len());
            assert_eq!(domain.value().is_some(), set.len() == 1);
        }
        store.pop();
        assert_eq!(store.domain(view).iter().collect::<BTreeSet<_>>(), before);
    }
}

#[test]
fn very_wide_domains_keep_their_bounds_only() {
    let mut store = Store::default();
    let view = View { slot: store.add(&Values::from(-1_000_000..=1_000_000), 0), offset: 5 };
    assert!(store.is_range_only(view));
    assert_eq!(store.size(view), 2_000_001);
    assert_eq!(store.remove(view, 0), Ok(()));
    assert!(store.contains(view, 0), "an inner value stays");
    assert_eq!(store.remove(view, 1_000_005), Ok(()));
    assert_eq!(store.max(view), 1_000_004);
    assert_eq!(store.next_value(view, 7), Some(7));
    assert_eq!(store.at_least(view, 1_000_004), Ok(()));
    assert_eq!(store.value(view), Some(1_000_004));
    assert_eq!(store.remove(view, 1_000_004), Err(Conflict));
}

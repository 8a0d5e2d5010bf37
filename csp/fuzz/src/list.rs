//! Constraints over lists as data, with their meaning.

use csp::constraints::{
    Automaton, Operand, Quota, cardinality, circuit, clause, connected, cumulative, disjunctive, equation,
    increasing, independent, inverse, lex_less, lex_less_or_equal, partition, regular, same_values,
    strictly_increasing,
};
use csp::{
    Condition, Constraint, ConstraintId, Model, Search, Term, Var, all_different, config::Consistency, holds,
    table,
};
use testkit::Bytes;

use crate::pattern::Pattern;
use crate::settings::CONSISTENCIES;
use crate::statement::Choice;

/// Target to which a constraint is posted.
pub trait Target {
    fn take(&mut self, constraint: impl Constraint + 'static) -> Option<ConstraintId>;
}

impl Target for Model {
    fn take(&mut self, constraint: impl Constraint + 'static) -> Option<ConstraintId> {
        Some(self.post(constraint))
    }
}

/// A search refuses an invalid constraint and stays unchanged.
impl Target for Search {
    fn take(&mut self, constraint: impl Constraint + 'static) -> Option<ConstraintId> {
        self.add_constraint(constraint).ok()
    }
}

/// Collects a constraint under an operator.
impl Target for Option<Condition> {
    fn take(&mut self, constraint: impl Constraint + 'static) -> Option<ConstraintId> {
        *self = Some(holds(constraint));
        None
    }
}

/// Variable with an offset, or constant.
#[derive(Clone, Copy, Debug)]
pub enum Piece {
    Var(usize, i32),
    Constant(i32),
}

impl Piece {
    fn any(bytes: &mut Bytes<'_>, vars: usize) -> Piece {
        match bytes.below(8) {
            0..5 => Piece::Var(bytes.below(vars), 0),
            5 | 6 => Piece::Var(bytes.below(vars), bytes.between(-2, 2)),
            _ => Piece::Constant(bytes.between(-1, 3)),
        }
    }

    fn value(self, x: &[i32]) -> i64 {
        match self {
            Piece::Var(var, offset) => i64::from(x[var]) + i64::from(offset),
            Piece::Constant(value) => value.into(),
        }
    }

    fn build(self, x: &[Var]) -> Operand {
        match self {
            Piece::Var(var, 0) => x[var].into(),
            Piece::Var(var, offset) => (x[var] + offset).into(),
            Piece::Constant(value) => value.into(),
        }
    }
}

/// Number of occurrences of a value.
#[derive(Clone, Copy, Debug)]
pub enum Times {
    Exactly(Piece),
    Between(i32, i32),
}

/// Variable with an offset.
type Place = (usize, i32);
/// Edge of a graph.
type Edge = (usize, usize);

/// Constraint over a list.
#[derive(Clone, Debug)]
pub enum List {
    AllDifferent(Vec<Place>, Option<Consistency>),
    Cardinality {
        takers: Vec<Piece>,
        quotas: Vec<(i32, Times)>,
        closed: bool,
    },
    SameValues(Vec<Piece>, Vec<Piece>),
    Inverse(Vec<Place>, Vec<Place>),
    Table {
        columns: Vec<Piece>,
        rows: Vec<Vec<i32>>,
        allowed: bool,
    },
    Increasing(Vec<Piece>, bool),
    Lex {
        first: Vec<Piece>,
        second: Vec<Piece>,
        or_equal: bool,
    },
    Circuit(Vec<Place>),
    Connected {
        places: Vec<Piece>,
        edges: Vec<Edge>,
        inside: Vec<i32>,
    },
    Partition {
        labels: Vec<Piece>,
        edges: Vec<Edge>,
        size: usize,
        pairs: Vec<(Edge, Piece)>,
        values: Vec<Piece>,
    },
    Expression {
        word: Vec<Piece>,
        pattern: Pattern,
        text: String,
    },
    Automaton {
        word: Vec<Piece>,
        states: usize,
        accepting: Vec<usize>,
        steps: Vec<(usize, i32, usize)>,
    },
    Disjunctive(Vec<(Piece, i32)>),
    Cumulative(Vec<(Piece, i32, i32)>, i32),
    Clause(Vec<Choice>),
    Equation(Vec<(i32, usize)>, i32),
    /// Operands, each with a distance for each value; an operand at this distance may not take the value, too.
    Independent(Vec<Piece>, Vec<usize>),
    /// Constraint without an algorithm.
    Own(Vec<usize>),
}

impl List {
    pub fn any(bytes: &mut Bytes<'_>, vars: usize) -> List {
        let piece = |bytes: &mut Bytes<'_>| Piece::any(bytes, vars);
        let place = |bytes: &mut Bytes<'_>| -> Place {
            let var = bytes.below(vars);
            (var, if bytes.one_in(4) { bytes.between(-2, 2) } else { 0 })
        };
        let edges = |bytes: &mut Bytes<'_>, places: usize| -> Vec<Edge> {
            let most = if places == 0 { 0 } else { 6 };
            bytes.list(0, most, |bytes| (bytes.below(places), bytes.below(places)))
        };
        match bytes.below(18) {
            0 => {
                let own = bytes.one_in(3).then(|| bytes.pick(&CONSISTENCIES));
                List::AllDifferent(bytes.list(0, 5, place), own)
            }
            1 => {
                let mut quotas: Vec<(i32, Times)> = bytes.list(0, 3, |bytes| {
                    let value = bytes.between(-1, 3);
                    let times = if bytes.one_in(2) {
                        Times::Exactly(piece(bytes))
                    } else {
                        let least = bytes.between(0, 2);
                        Times::Between(least, least + bytes.between(0, 2))
                    };
                    (value, times)
                });
                quotas.sort_by_key(|&(value, _)| value);
                quotas.dedup_by_key(|&mut (value, _)| value);
                List::Cardinality { takers: bytes.list(0, 4, piece), quotas, closed: bytes.one_in(2) }
            }
            2 => {
                let first = bytes.list(0, 3, piece);
                let second = first.iter().map(|_| piece(bytes)).collect();
                List::SameValues(first, second)
            }
            3 => {
                let first = bytes.list(0, 3, place);
                let second = first.iter().map(|_| place(bytes)).collect();
                List::Inverse(first, second)
            }
            4 => {
                let columns = bytes.list(1, 4, piece);
                let row = |bytes: &mut Bytes<'_>| columns.iter().map(|_| bytes.between(-1, 3)).collect();
                let rows = bytes.list(0, 10, row);
                List::Table { columns, rows, allowed: !bytes.one_in(3) }
            }
            5 => List::Increasing(bytes.list(0, 4, piece), bytes.one_in(2)),
            6 => List::Lex {
                first: bytes.list(0, 3, piece),
                second: bytes.list(0, 3, piece),
                or_equal: bytes.one_in(2),
            },
            7 => List::Circuit(bytes.list(1, 5, place)),
            8 => {
                let places = bytes.list(0, 5, piece);
                let edges = edges(bytes, places.len());
                List::Connected { places, edges, inside: bytes.list(1, 3, |bytes| bytes.between(-1, 3)) }
            }
            9 => {
                let labels = bytes.list(0, 5, piece);
                let edges = edges(bytes, labels.len());
                let size = 1 + bytes.below(3);
                let most = if labels.is_empty() { 0 } else { 2 };
                let pair = |bytes: &mut Bytes<'_>| {
                    ((bytes.below(labels.len()), bytes.below(labels.len())), piece(bytes))
                };
                let pairs = bytes.list(0, most, pair);
                let values =
                    if bytes.one_in(2) { labels.iter().map(|_| piece(bytes)).collect() } else { Vec::new() };
                List::Partition { labels, edges, size, pairs, values }
            }
            10 => {
                let word = bytes.list(0, 5, piece);
                let pattern = Pattern::any(bytes, 3);
                let text = pattern.text(bytes);
                List::Expression { word, pattern, text }
            }
            11 => {
                let word = bytes.list(0, 5, piece);
                let states = 1 + bytes.below(4);
                let accepting = bytes.list(0, 2, |bytes| bytes.below(states));
                let step =
                    |bytes: &mut Bytes<'_>| (bytes.below(states), bytes.between(-1, 3), bytes.below(states));
                let steps = bytes.list(0, 10, step);
                List::Automaton { word, states, accepting, steps }
            }
            12 => List::Disjunctive(bytes.list(0, 4, |bytes| (piece(bytes), bytes.between(0, 3)))),
            13 => {
                let task = |bytes: &mut Bytes<'_>| (piece(bytes), bytes.between(0, 3), bytes.between(0, 3));
                List::Cumulative(bytes.list(0, 4, task), bytes.between(0, 4))
            }
            14 => List::Clause(bytes.list(0, 4, |bytes| Choice::any(bytes, vars))),
            15 => {
                let terms = bytes.list(0, 5, |bytes| (bytes.between(-3, 3), bytes.below(vars)));
                List::Equation(terms, bytes.between(-4, 9))
            }
            16 => List::Independent(bytes.list(0, 5, piece), bytes.list(1, 3, |bytes| bytes.below(4))),
            _ => List::Own(bytes.list(0, 3, |bytes| bytes.below(vars))),
        }
    }

    /// Posts the crate's constraint.
    pub fn post(&self, x: &[Var], to: &mut impl Target) -> Option<ConstraintId> {
        let pieces = |list: &[Piece]| -> Vec<Operand> { list.iter().map(|piece| piece.build(x)).collect() };
        let terms =
            |list: &[Place]| -> Vec<Term> { list.iter().map(|&(var, offset)| x[var] + offset).collect() };
        match self {
            List::AllDifferent(list, own) => {
                let group = all_different(terms(list));
                to.take(match own {
                    Some(own) => group.with(*own),
                    None => group,
                })
            }
            List::Cardinality { takers, quotas, closed } => {
                let quotas = quotas.iter().map(|&(value, times)| match times {
                    Times::Exactly(piece) => (value, Quota::Exactly(piece.build(x))),
                    Times::Between(least, most) => (value, Quota::Between(least, most)),
                });
                let open = cardinality(pieces(takers), quotas);
                to.take(if *closed { open.closed() } else { open })
            }
            List::SameValues(first, second) => to.take(same_values(pieces(first), pieces(second))),
            List::Inverse(first, second) => to.take(inverse(terms(first), terms(second))),
            List::Table { columns, rows, allowed } => {
                let table = table(pieces(columns), rows);
                to.take(if *allowed { table } else { !table })
            }
            List::Increasing(list, false) => to.take(increasing(pieces(list))),
            List::Increasing(list, true) => to.take(strictly_increasing(pieces(list))),
            List::Lex { first, second, or_equal: false } => to.take(lex_less(pieces(first), pieces(second))),
            List::Lex { first, second, or_equal: true } => {
                to.take(lex_less_or_equal(pieces(first), pieces(second)))
            }
            List::Circuit(list) => to.take(circuit(terms(list))),
            List::Connected { places, edges, inside } => {
                to.take(connected(pieces(places), edges.iter().copied(), &inside[..]))
            }
            List::Partition { labels, edges, size, pairs, values } => {
                let parts = partition(pieces(labels), edges.iter().copied(), *size);
                let parts =
                    pairs.iter().fold(parts, |parts, &((a, b), piece)| parts.pair(a, b, piece.build(x)));
                to.take(if values.is_empty() { parts } else { parts.different(pieces(values)) })
            }
            List::Expression { word, text, .. } => {
                let automaton = Automaton::parse(text).expect("what a pattern writes can be read");
                to.take(regular(pieces(word), automaton))
            }
            List::Automaton { word, states, accepting, steps } => {
                let automaton = Automaton::new(*states, 0, accepting.iter().copied(), steps.iter().copied());
                to.take(regular(pieces(word), automaton))
            }
            List::Disjunctive(tasks) => to.take(disjunctive(
                tasks.iter().map(|(start, _)| start.build(x)),
                tasks.iter().map(|&(_, duration)| duration),
            )),
            List::Cumulative(tasks, capacity) => to.take(cumulative(
                tasks.iter().map(|(start, ..)| start.build(x)),
                tasks.iter().map(|&(_, duration, _)| duration),
                tasks.iter().map(|&(.., demand)| demand),
                *capacity,
            )),
            List::Clause(choices) => to.take(clause(choices.iter().map(|choice| choice.build(x)))),
            List::Equation(terms, total) => {
                let terms = terms.iter().map(|&(weight, var)| (weight.into(), x[var]));
                to.take(equation(terms, (*total).into()))
            }
            List::Independent(list, distances) => {
                let distances = distances.clone();
                let neighbour = move |place: usize, value: i32, each: &mut dyn FnMut(usize)| {
                    each(place + distance(&distances, value.into()));
                };
                to.take(independent(pieces(list), neighbour))
            }
            List::Own(scope) => to.take(Own(scope.iter().map(|&var| x[var]).collect())),
        }
    }

    /// Returns whether the constraint holds.
    pub fn holds(&self, x: &[i32]) -> bool {
        let pieces = |list: &[Piece]| -> Vec<i64> { list.iter().map(|piece| piece.value(x)).collect() };
        let places = |list: &[Place]| -> Vec<i64> {
            list.iter().map(|&(var, offset)| i64::from(x[var]) + i64::from(offset)).collect()
        };
        match self {
            List::AllDifferent(list, _) => differ(&places(list)),
            List::Cardinality { takers, quotas, closed } => {
                let taken = pieces(takers);
                let are_met = quotas.iter().all(|&(value, times)| {
                    let number = taken.iter().filter(|&&taken| taken == i64::from(value)).count() as i64;
                    match times {
                        Times::Exactly(piece) => number == piece.value(x),
                        Times::Between(least, most) => (i64::from(least)..=most.into()).contains(&number),
                    }
                });
                let is_listed = |taken: &i64| quotas.iter().any(|&(value, _)| i64::from(value) == *taken);
                are_met && (!closed || taken.iter().all(is_listed))
            }
            List::SameValues(first, second) => sorted(pieces(first)) == sorted(pieces(second)),
            List::Inverse(first, second) => {
                let (first, second) = (places(first), places(second));
                let range = 0..first.len() as i64;
                first.iter().chain(&second).all(|to| range.contains(to))
                    && (0..first.len()).all(|a| second[first[a] as usize] == a as i64)
                    && (0..first.len()).all(|b| first[second[b] as usize] == b as i64)
            }
            List::Table { columns, rows, allowed } => {
                let here = pieces(columns);
                let is_here = |row: &Vec<i32>| row.iter().zip(&here).all(|(&a, &b)| i64::from(a) == b);
                rows.iter().any(is_here) == *allowed
            }
            List::Increasing(list, strict) => {
                pieces(list).windows(2).all(|two| if *strict { two[0] < two[1] } else { two[0] <= two[1] })
            }
            List::Lex { first, second, or_equal } => {
                let (first, second) = (pieces(first), pieces(second));
                if *or_equal { first <= second } else { first < second }
            }
            List::Circuit(list) => leads_through_all(&places(list)),
            List::Connected { places, edges, inside } => {
                let is_in = |value: i64| inside.iter().any(|&member| i64::from(member) == value);
                let members: Vec<usize> =
                    (0..places.len()).filter(|&at| is_in(places[at].value(x))).collect();
                hangs_together(&members, edges)
            }
            List::Partition { labels, edges, size, pairs, values } => {
                let (labels, values) = (pieces(labels), pieces(values));
                is_partition(&labels, edges, *size)
                    && pairs
                        .iter()
                        .all(|&((a, b), piece)| piece.value(x) == i64::from(labels[a] == labels[b]))
                    && (0..values.len())
                        .all(|b| (0..b).all(|a| labels[a] != labels[b] || values[a] != values[b]))
            }
            List::Expression { word, pattern, .. } => pattern.matches(&pieces(word)),
            List::Automaton { word, accepting, steps, .. } => {
                let end = pieces(word).iter().fold(vec![0], |here, &value| {
                    let leads = |&&(from, label, _): &&(usize, i32, usize)| {
                        here.contains(&from) && i64::from(label) == value
                    };
                    steps.iter().filter(leads).map(|&(.., to)| to).collect()
                });
                end.iter().any(|state| accepting.contains(state))
            }
            List::Disjunctive(tasks) => {
                let runs = |task: usize, time: i64| {
                    let (start, duration) = (tasks[task].0.value(x), i64::from(tasks[task].1));
                    (start..start + duration).contains(&time)
                };
                times(tasks.iter().map(|&(start, duration)| (start.value(x), duration)))
                    .all(|time| (0..tasks.len()).filter(|&task| runs(task, time)).count() <= 1)
            }
            List::Cumulative(tasks, capacity) => {
                let demand = |&(start, duration, demand): &(Piece, i32, i32), time: i64| {
                    let start = start.value(x);
                    if (start..start + i64::from(duration)).contains(&time) { demand } else { 0 }
                };
                times(tasks.iter().map(|&(start, duration, _)| (start.value(x), duration)))
                    .all(|time| tasks.iter().map(|task| demand(task, time)).sum::<i32>() <= *capacity)
            }
            List::Clause(choices) => choices.iter().any(|choice| choice.holds(x)),
            List::Equation(terms, total) => {
                terms.iter().map(|&(weight, var)| i64::from(weight) * i64::from(x[var])).sum::<i64>()
                    == i64::from(*total)
            }
            List::Independent(list, distances) => {
                let list = pieces(list);
                (0..list.len()).all(|place| {
                    let by = distance(distances, list[place]);
                    by == 0 || list.get(place + by) != Some(&list[place])
                })
            }
            List::Own(scope) => is_own(scope.iter().map(|&var| x[var])),
        }
    }
}

/// Returns the distance that belongs to a value.
fn distance(distances: &[usize], value: i64) -> usize {
    distances[value.rem_euclid(distances.len() as i64) as usize]
}

fn differ(values: &[i64]) -> bool {
    (0..values.len()).all(|b| !values[..b].contains(&values[b]))
}

fn sorted(mut values: Vec<i64>) -> Vec<i64> {
    values.sort_unstable();
    values
}

fn leads_through_all(next: &[i64]) -> bool {
    let (mut at, mut visited) = (0, vec![false; next.len()]);
    for _ in 0..next.len() {
        match usize::try_from(next[at]) {
            Ok(to) if to < next.len() && !visited[to] => (at, visited[to]) = (to, true),
            _ => return false,
        }
    }
    at == 0
}

fn hangs_together(members: &[usize], edges: &[Edge]) -> bool {
    let mut reached: Vec<usize> = members.iter().copied().take(1).collect();
    for _ in members {
        for &(a, b) in edges {
            for (a, b) in [(a, b), (b, a)] {
                if reached.contains(&a) && members.contains(&b) && !reached.contains(&b) {
                    reached.push(b);
                }
            }
        }
    }
    reached.len() == members.len()
}

fn is_partition(labels: &[i64], edges: &[Edge], size: usize) -> bool {
    let mut names: Vec<i64> = Vec::new();
    for &label in labels {
        if !names.contains(&label) {
            names.push(label);
        }
    }
    let members = |name: i64| -> Vec<usize> { (0..labels.len()).filter(|&at| labels[at] == name).collect() };
    names.iter().zip(0..).all(|(&name, at)| {
        let members = members(name);
        name == at && members.len() == size && hangs_together(&members, edges)
    })
}

/// Returns all time units in which a task runs.
fn times(tasks: impl Iterator<Item = (i64, i32)>) -> impl Iterator<Item = i64> {
    tasks.flat_map(|(start, duration)| start..start + i64::from(duration))
}

fn is_own(values: impl Iterator<Item = i32>) -> bool {
    values.sum::<i32>().rem_euclid(3) != 1
}

/// Constraint defined by its meaning alone.
#[derive(Debug)]
struct Own(Vec<Var>);

impl Constraint for Own {
    fn scope(&self) -> &[Var] {
        &self.0
    }

    fn accepts(&self, values: &[i32]) -> bool {
        is_own(values.iter().copied())
    }
}

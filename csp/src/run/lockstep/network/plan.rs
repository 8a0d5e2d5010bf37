//! The plan of a sweep, compiled once: which registers are processed together.
//!
//! Two groups may share several variables, a *piece* (in Sudoku: the three cells that a row and a box share).
//! The state of a piece is computed once and used for all groups that contain it. A group is processed in
//! *views*: each divides it into disjoint *parts*, which are pieces, and single variables where there is no
//! piece (a row is three pieces; a box is three in one view and three others in a second).

use std::cmp::Reverse;

use smallvec::SmallVec;

use super::super::read::Reading;
use crate::base::simd::{FIELDS, Rows};

/// Registers of a variable or a piece.
pub(super) const ONCE: usize = 0;
pub(super) const FIXED: usize = 1;
/// Further registers of a part of a view.
pub(super) const TWICE: usize = 2;
pub(super) const LOCKED: usize = 3;
pub(super) const LOST: usize = 4;
pub(super) const HIDDEN: usize = 5;
const PART: usize = 6;

/// Registers of a view.
pub(super) const VIEW_FIXED: usize = 0;
pub(super) const VIEW_HIDDEN: usize = 1;
pub(super) const VIEW_LOCKED: usize = 2;
/// The values that the view's group must take, in every lane.
pub(super) const VIEW_ALL: usize = 3;
const VIEW: usize = 4;

/// The plan of a sweep over a model of all-differents.
#[derive(Debug)]
pub(crate) struct Plan {
    /// The domain of each variable.
    pub domains: Vec<u64>,
    pub values: Vec<i32>,
    /// Number of registers in all, and for each variable. Variables come first.
    pub registers: usize,
    pub stride: usize,
    /// The place of each group's first view, and the values that the group must take, as bits: none if the
    /// group is no permutation.
    pub needs: Vec<(usize, u64)>,
    /// Rows of a piece and its variables.
    pub pieces: Rows,
    /// Rows of the first view of a group and its parts: of permutations, and of other groups.
    pub permutations: Rows,
    pub others: Rows,
    /// Rows of a permutation's other views and their parts.
    pub more_views: Rows,
    /// Rows of each view, the first view of the same group, and its parts.
    pub views: Rows,
    /// Rows of a part and the views that contain it.
    pub parts: Rows,
    /// Rows of a variable and the parts that contain it.
    pub variables: Rows,
    /// For each variable a bit set of its neighbours, `words` words each.
    pub neighbours: Vec<u64>,
    pub words: usize,
}

/// A row of places.
type Row = SmallVec<[usize; 12]>;

/// Variables that several groups share, and these groups, both ascending.
struct Piece {
    members: Row,
    groups: SmallVec<[usize; 4]>,
}

/// A division of a group.
struct View {
    group: usize,
    pieces: Vec<usize>,
    /// The group's variables outside of these pieces.
    rest: Vec<usize>,
}

impl Plan {
    /// Builds a plan for registers of `register` bytes.
    pub fn new(reading: &Reading, register: usize) -> Plan {
        let Reading { domains, values, groups, .. } = reading;
        let need = |group: &Vec<usize>| {
            let union = group.iter().fold(0, |bits, &member| bits | domains[member]);
            if union.count_ones() as usize == group.len() { union } else { 0 }
        };
        let needs: Vec<u64> = groups.iter().map(need).collect();
        let pieces = pieces(domains.len(), groups, &needs);
        let views = views(groups, &pieces);
        // The places of all registers.
        let stride = if views.iter().all(|view| view.rest.is_empty()) { TWICE } else { PART };
        let cell = |variable: usize| stride * variable;
        let piece = |piece: usize| cell(domains.len()) + PART * piece;
        let view = |view: usize| piece(pieces.len()) + VIEW * view;
        let registers = view(views.len()) + FIELDS;
        // The parts of each view, the views of each part, the parts of each variable.
        let parts = |view: &View| -> Row {
            let rest = view.rest.iter().map(|&member| cell(member));
            rest.chain(view.pieces.iter().map(|&at| piece(at))).collect()
        };
        let mut around: Vec<(usize, usize)> = Vec::new();
        for (at, of) in views.iter().enumerate() {
            around.extend(parts(of).into_iter().map(|part| (part, view(at))));
        }
        around.sort_unstable();
        let mut inside: Vec<Row> =
            (0..domains.len()).map(|variable| Row::from_slice(&[cell(variable)])).collect();
        for (at, of) in pieces.iter().enumerate() {
            of.members.iter().for_each(|&member| inside[member].push(piece(at)));
        }
        let mut is_part = vec![false; domains.len()];
        views.iter().flat_map(|view| &view.rest).for_each(|&member| is_part[member] = true);
        for (row, _) in inside.iter_mut().zip(is_part).filter(|(_, is_part)| *is_part) {
            row.push(row[0]);
        }
        let words = domains.len().div_ceil(64);
        let mut neighbours = vec![0_u64; words * domains.len()];
        for group in groups {
            for (a, b) in group.iter().flat_map(|a| group.iter().map(move |b| (a, b))) {
                neighbours[words * a + b / 64] |= u64::from(a != b) << (b % 64);
            }
        }
        let rows = |rows: &mut dyn Iterator<Item = Row>| Rows::new(registers, register, rows);
        let with = |first: &[usize], more: Row| -> Row { first.iter().copied().chain(more).collect() };
        let is_permutation = |&(at, of): &(usize, &View)| needs[of.group] != 0 && at < groups.len();
        let is_other = |&(at, of): &(usize, &View)| needs[of.group] == 0 && at < groups.len();
        let is_more = |&(at, of): &(usize, &View)| needs[of.group] != 0 && at >= groups.len();
        let of_view = |(at, of): (usize, &View)| with(&[view(at)], parts(of));
        Plan {
            domains: domains.clone(),
            values: values.clone(),
            registers,
            stride,
            needs: needs.iter().enumerate().map(|(group, &need)| (view(group), need)).collect(),
            pieces: rows(
                &mut pieces.iter().enumerate().map(|(at, of)| {
                    with(&[piece(at)], of.members.iter().map(|&member| cell(member)).collect())
                }),
            ),
            permutations: rows(&mut views.iter().enumerate().filter(is_permutation).map(of_view)),
            others: rows(&mut views.iter().enumerate().filter(is_other).map(of_view)),
            more_views: rows(&mut views.iter().enumerate().filter(is_more).map(of_view)),
            views: rows(
                &mut views.iter().enumerate().map(|(at, of)| with(&[view(at), view(of.group)], parts(of))),
            ),
            parts: rows(
                &mut around
                    .chunk_by(|(part, _), (next, _)| part == next)
                    .map(|views| with(&[views[0].0], views.iter().map(|&(_, view)| view).collect())),
            ),
            variables: rows(&mut inside.into_iter()),
            neighbours,
            words,
        }
    }
}

/// Returns the pieces of all groups. Two groups have a piece only if one of them is a permutation.
fn pieces(variables: usize, groups: &[Vec<usize>], needs: &[u64]) -> Vec<Piece> {
    let mut containing: Vec<Vec<usize>> = vec![Vec::new(); variables];
    for (at, group) in groups.iter().enumerate() {
        group.iter().for_each(|&member| containing[member].push(at));
    }
    // Shared variables, and the two groups that share them.
    let mut shares: Vec<(Row, [usize; 2])> = Vec::new();
    let mut shared: Vec<Row> = vec![Row::new(); groups.len()];
    for (at, group) in groups.iter().enumerate() {
        for &member in group {
            containing[member]
                .iter()
                .filter(|&&other| other < at)
                .for_each(|&other| shared[other].push(member));
        }
        for (other, members) in shared[..at].iter_mut().enumerate() {
            let members = std::mem::take(members);
            if members.len() > 1 && needs[at] | needs[other] != 0 {
                shares.push((members, [at, other]));
            }
        }
    }
    shares.sort_unstable();
    let same = shares.chunk_by(|(members, _), (next, _)| members == next);
    let piece = |same: &[(Row, [usize; 2])]| {
        let mut groups: SmallVec<[usize; 4]> = same.iter().flat_map(|&(_, pair)| pair).collect();
        groups.sort_unstable();
        groups.dedup();
        Piece { members: same[0].0.clone(), groups }
    };
    same.map(piece).collect()
}

/// Returns the views: the first ones of all groups, in their order, then the others.
fn views(groups: &[Vec<usize>], pieces: &[Piece]) -> Vec<View> {
    let mut around: Vec<Vec<usize>> = vec![Vec::new(); groups.len()];
    for (at, piece) in pieces.iter().enumerate() {
        piece.groups.iter().for_each(|&group| around[group].push(at));
    }
    let view = |group: usize, inside: Vec<usize>| {
        let covered =
            |member: &usize| inside.iter().any(|&at| pieces[at].members.binary_search(member).is_ok());
        let rest = groups[group].iter().copied().filter(|member| !covered(member)).collect();
        View { group, pieces: inside, rest }
    };
    let (mut first, mut more) = (Vec::new(), Vec::new());
    for (group, inside) in around.into_iter().enumerate() {
        let mut divided = divisions(pieces, inside).into_iter();
        first.push(view(group, divided.next().unwrap_or_default()));
        more.extend(divided.map(|inside| view(group, inside)));
    }
    first.append(&mut more);
    first
}

/// Divides the pieces of a group into lists. The pieces of a list do not overlap. The list that covers most
/// comes first.
fn divisions(pieces: &[Piece], mut inside: Vec<usize>) -> Vec<Vec<usize>> {
    let size = |at: usize| pieces[at].members.len();
    inside.sort_by_key(|&at| Reverse(size(at)));
    let apart = |a: usize, b: usize| {
        pieces[a].members.iter().all(|member| pieces[b].members.binary_search(member).is_err())
    };
    let mut divisions: Vec<Vec<usize>> = Vec::new();
    for piece in inside {
        match divisions.iter_mut().find(|list| list.iter().all(|&other| apart(piece, other))) {
            Some(list) => list.push(piece),
            None => divisions.push(vec![piece]),
        }
    }
    divisions.sort_by_key(|list| Reverse(list.iter().map(|&at| size(at)).sum::<usize>()));
    divisions
}

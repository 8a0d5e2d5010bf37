//! The assignment: the truth of each atom, with level and reason, and the trail to undo it.
//!
//! A word of a line has a bit for every member that is not false. Bits are changed together with the trail, so bits
//! and trail always agree, even during a conflict.

use super::literal::{Atom, Literal};
use super::network::Network;

/// Reason of a literal. Examined only in conflict analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// The literal was decided or assumed, or follows from the model alone.
    None,
    /// Another member of a line is true.
    Neighbour(Atom),
    /// All other members of an exact line are false.
    Last(u32),
    /// All other literals of a clause are false.
    Clause(u32),
}

/// A conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Conflict {
    /// Two members of a line are true.
    Two(Atom, Atom),
    /// No member of an exact line is left.
    Empty(u32),
    /// All literals of a clause are false.
    Clause(u32),
}

/// Level and reason of a decided atom.
#[derive(Clone, Copy, Debug)]
struct Grounds {
    level: u32,
    reason: Reason,
}

const TRUE: u8 = 0;
const FALSE: u8 = 1;
const OPEN: u8 = 2;

#[derive(Debug)]
pub(super) struct Assignment {
    /// TRUE, FALSE or OPEN, for each atom.
    truth: Vec<u8>,
    grounds: Vec<Grounds>,
    /// The true literals in chronological order.
    pub trail: Vec<Literal>,
    /// Start of each level except the root on the trail.
    levels: Vec<u32>,
    /// The members of lines that are not false, as bits.
    pub left: Vec<u64>,
    /// Queue of words with at most one member left, from `thin_seen` to `thin_end`. Between two fixpoints a
    /// word is queued at most twice by losing members, and a line once more when it becomes exact.
    thin: Vec<u32>,
    thin_seen: usize,
    thin_end: usize,
}

impl Assignment {
    /// Returns the bytes in use.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.truth)
            + size_of_val(&*self.grounds)
            + size_of_val(&*self.trail)
            + size_of_val(&*self.left)
            + size_of_val(&*self.thin)
    }

    pub fn new(network: &Network) -> Assignment {
        let mut left = vec![0; network.words()];
        for line in 0..network.lines() as u32 {
            let mut members = network.members(line).len();
            for word in network.words_of(line) {
                left[word] = u64::MAX >> (64 - members.min(64));
                members = members.saturating_sub(64);
            }
        }
        Assignment {
            truth: vec![OPEN; network.atoms()],
            grounds: vec![Grounds { level: 0, reason: Reason::None }; network.atoms()],
            trail: Vec::with_capacity(network.atoms()),
            levels: Vec::new(),
            left,
            thin: vec![0; 3 * network.words() + 1],
            thin_end: 0,
            thin_seen: 0,
        }
    }

    #[inline(always)]
    pub fn depth(&self) -> usize {
        self.levels.len()
    }

    #[inline(always)]
    pub fn is_true(&self, literal: Literal) -> bool {
        self.truth[literal.atom().index()] ^ (literal.0 & 1) as u8 == TRUE
    }

    #[inline(always)]
    pub fn is_false(&self, literal: Literal) -> bool {
        self.truth[literal.atom().index()] ^ (literal.0 & 1) as u8 == FALSE
    }

    #[inline(always)]
    pub fn is_open(&self, atom: Atom) -> bool {
        self.truth[atom.index()] == OPEN
    }

    /// Returns the false literal of a decided atom.
    #[inline(always)]
    pub fn false_literal(&self, atom: Atom) -> Literal {
        Literal(atom.0 << 1 | u32::from(self.truth[atom.index()] == TRUE))
    }

    #[inline(always)]
    pub fn level(&self, atom: Atom) -> u32 {
        self.grounds[atom.index()].level
    }

    #[inline(always)]
    pub fn reason(&self, atom: Atom) -> Reason {
        self.grounds[atom.index()].reason
    }

    pub fn set_reason(&mut self, atom: Atom, reason: Reason) {
        self.grounds[atom.index()].reason = reason;
    }

    /// Opens a level.
    pub fn push(&mut self) {
        self.levels.push(self.trail.len() as u32);
    }

    /// Removes the levels above `level`. Returns the length of the trail below them.
    pub fn cut(&mut self, level: usize) -> usize {
        let keep = self.levels.get(level).map_or(self.trail.len(), |&start| start as usize);
        self.levels.truncate(level);
        keep
    }

    /// Iterates over the true atoms.
    pub fn true_atoms(&self) -> impl Iterator<Item = Atom> + '_ {
        self.trail.iter().filter(|literal| !literal.is_negative()).map(|literal| literal.atom())
    }

    /// Iterates over the decisions in chronological order.
    pub fn decisions(&self) -> impl DoubleEndedIterator<Item = Literal> + '_ {
        self.levels.iter().map(|&start| self.trail[start as usize])
    }

    /// Queues a line if it is exact.
    pub fn look_at(&mut self, network: &Network, line: u32) {
        self.thin[self.thin_end] = network.words_of(line).start as u32;
        self.thin_end += usize::from(network.line(line).exact);
    }

    /// Makes an open literal true.
    #[inline]
    pub fn hold(&mut self, network: &Network, literal: Literal, reason: Reason) {
        if literal.is_negative() {
            self.rule_out(network, literal.atom(), reason);
        } else {
            self.note(literal, TRUE, reason);
        }
    }

    #[inline(always)]
    fn note(&mut self, literal: Literal, truth: u8, reason: Reason) {
        let at = literal.atom().index();
        debug_assert_eq!(self.truth[at], OPEN);
        self.truth[at] = truth;
        self.grounds[at] = Grounds { level: self.levels.len() as u32, reason };
        self.trail.push(literal);
    }

    /// Makes an open atom false.
    ///
    /// Whether a word must be queued is handled without a branch, which would be unpredictable and took a
    /// tenth of the total time (November 2026).
    #[inline]
    pub fn rule_out(&mut self, network: &Network, atom: Atom, reason: Reason) {
        self.note(atom.is_not(), FALSE, reason);
        for &place in network.places(atom) {
            let word = (place >> 6) as usize;
            let left = self.left[word] & !(1 << (place & 63));
            self.left[word] = left;
            self.thin[self.thin_end] = word as u32;
            self.thin_end += usize::from(left & left.wrapping_sub(1) == 0);
        }
    }

    /// Returns the next exact line that may have at most one member left, in the order of the queue.
    #[inline]
    pub fn next_thin(&mut self, network: &Network) -> Option<u32> {
        while self.thin_seen < self.thin_end {
            let line = network.line_of_word(self.thin[self.thin_seen] as usize);
            self.thin_seen += 1;
            if network.line(line).exact {
                return Some(line);
            }
        }
        (self.thin_seen, self.thin_end) = (0, 0);
        None
    }

    /// Returns the only member left of an exact line if it is still open, else `None`.
    #[inline]
    pub fn last(&self, network: &Network, line: u32) -> Result<Option<Atom>, Conflict> {
        let mut last = None;
        for word in network.words_of(line) {
            let left = self.left[word];
            if left == 0 {
                continue;
            }
            if left & (left - 1) != 0 || last.is_some() {
                return Ok(None);
            }
            last = Some(network.member(word, left.trailing_zeros()));
        }
        match last {
            None => Err(Conflict::Empty(line)),
            Some(atom) => Ok(self.is_open(atom).then_some(atom)),
        }
    }

    /// Iterates over the members of a line that are not false.
    #[inline(always)]
    pub fn members_left(&self, network: &Network, line: u32) -> impl Iterator<Item = Atom> {
        network.words_of(line).flat_map(move |word| {
            let left = self.left[word];
            let after = |left: u64| Some(left & (left - 1)).filter(|&left| left != 0);
            std::iter::successors((left != 0).then_some(left), move |&left| after(left))
                .map(move |left| network.member(word, left.trailing_zeros()))
        })
    }

    /// Undoes the trail except for the first `keep` literals, latest first. Lines that were queued before the others
    /// stay queued if there are no others.
    pub fn undo(&mut self, network: &Network, keep: usize) {
        if self.trail.len() <= keep {
            return;
        }
        while self.trail.len() > keep {
            let literal = self.trail.pop().expect("longer than what is kept");
            self.truth[literal.atom().index()] = OPEN;
            if literal.is_negative() {
                for &place in network.places(literal.atom()) {
                    self.left[(place >> 6) as usize] |= 1 << (place & 63);
                }
            }
        }
        (self.thin_seen, self.thin_end) = (0, 0);
    }
}

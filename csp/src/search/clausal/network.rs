//! Lines of atoms: the form of all-differents and domains.
//!
//! A *line* is a set of atoms of which at most one is true. The values of a variable are a line, and so are
//! the places of a value in an all-different. An *exact* line has one true atom: every variable's line, and a
//! value's places if an all-different has as many values as members. The network contains nothing else of the
//! model, and treats both kinds of lines alike: a hidden single is a naked single in its other line.
//!
//! The members of a line are in words of 64 bits. The *place* of an atom in a line is `word * 64 + bit`:
//!
//! ```text
//!   line   0            1            2 (65 members)
//!   word   0            1            2            3
//!          ·····4·21    ·····4321    ·········    ········1     bit set: not false yet
//! ```
//!
//! Constant after compilation. The state of a run is in [`Assignment`](super::assignment::Assignment).

use super::literal::Atom;

/// A set of atoms of which at most one is true.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    /// Start and end of its members in `Network::members`.
    start: u32,
    end: u32,
    first_word: u32,
    /// Whether one member must be true.
    pub exact: bool,
}

/// At most 64 members of a line.
#[derive(Clone, Copy, Debug)]
struct Word {
    line: u32,
    /// Index in `Network::members` of the member at bit 0.
    start: u32,
}

/// All lines, and the places of each atom in them.
#[derive(Debug, Default)]
pub(super) struct Network {
    atoms: usize,
    lines: Vec<Line>,
    members: Vec<Atom>,
    words: Vec<Word>,
    /// The places of all atoms: those of atom `a` from `first_place[a]` to `first_place[a + 1]`.
    places: Vec<u32>,
    first_place: Vec<u32>,
}

impl Network {
    /// Returns the bytes in use.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.lines)
            + size_of_val(&*self.members)
            + size_of_val(&*self.words)
            + size_of_val(&*self.places)
            + size_of_val(&*self.first_place)
    }

    /// Adds `count` atoms and returns the first.
    pub fn add_atoms(&mut self, count: usize) -> Atom {
        let first = self.atoms as u32;
        self.atoms += count;
        Atom(first)
    }

    /// Adds a line. [`seal`](Network::seal) must be called afterwards.
    pub fn add_line(&mut self, members: impl Iterator<Item = Atom>, exact: bool) {
        let start = self.members.len();
        self.members.extend(members);
        let [start, end, first_word] = [start, self.members.len(), self.words.len()].map(|at| at as u32);
        let line = self.lines.len() as u32;
        self.words.extend((start..end).step_by(64).map(|start| Word { line, start }));
        self.lines.push(Line { start, end, first_word, exact });
    }

    /// Computes the places of all atoms, once all lines are added.
    pub fn seal(&mut self) {
        let mut next = vec![0; self.atoms + 1];
        for atom in &self.members {
            next[atom.index() + 1] += 1;
        }
        for at in 1..next.len() {
            next[at] += next[at - 1];
        }
        self.first_place = next.clone();
        self.places = vec![0; self.members.len()];
        for line in &self.lines {
            for (bit, atom) in (line.first_word * 64..).zip(&self.members[line.range()]) {
                let at = &mut next[atom.index()];
                self.places[*at as usize] = bit;
                *at += 1;
            }
        }
    }

    pub fn atoms(&self) -> usize {
        self.atoms
    }

    pub fn lines(&self) -> usize {
        self.lines.len()
    }

    pub fn words(&self) -> usize {
        self.words.len()
    }

    pub fn members_in_all(&self) -> usize {
        self.members.len()
    }

    #[inline(always)]
    pub fn line(&self, line: u32) -> Line {
        self.lines[line as usize]
    }

    pub fn make_exact(&mut self, line: u32) {
        self.lines[line as usize].exact = true;
    }

    #[inline(always)]
    pub fn line_of_word(&self, word: usize) -> u32 {
        self.words[word].line
    }

    #[inline(always)]
    pub fn members(&self, line: u32) -> &[Atom] {
        &self.members[self.line(line).range()]
    }

    /// Returns the words of a line.
    #[inline(always)]
    pub fn words_of(&self, line: u32) -> std::ops::Range<usize> {
        let Line { start, end, first_word, .. } = self.line(line);
        let words = (end - start).div_ceil(64);
        first_word as usize..(first_word + words) as usize
    }

    #[inline(always)]
    pub fn places(&self, atom: Atom) -> &[u32] {
        &self.places[self.first_place[atom.index()] as usize..self.first_place[atom.index() + 1] as usize]
    }
    /// Returns the atom at a bit of a word.
    #[inline(always)]
    pub fn member(&self, word: usize, bit: u32) -> Atom {
        self.members[(self.words[word].start + bit) as usize]
    }
}

impl Line {
    #[inline(always)]
    fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

//! Reversible words and the trail. Apart from the engine's read position, nothing else backtracks.
//!
//! Every write appends an entry to the trail. The trail is the undo log ([`Memory::pop`] writes the old
//! values back), the change log (the engine reads the new entries and wakes watchers) and the history (word,
//! cause, previous value).
//!
//! Decided November 2026: no time stamps and no list of dirty variables. Saving a word again in the same
//! level costs 16 bytes; the check that avoids it cost more on every puzzle tried.

use crate::base::limits::room;

/// One entry of the trail: `word` held `old` before `tag` wrote it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Saved {
    pub word: u32,
    /// Two bits of event level above thirty bits of cause; see [`crate::engine::store`].
    pub tag: u32,
    pub old: u64,
}

/// An entry that was undone, and what its word held until then.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Undone {
    pub saved: Saved,
    pub now: u64,
}

/// Reversible words. [`Memory::push`] opens a level, [`Memory::pop`] undoes it.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    words: Vec<u64>,
    trail: Vec<Saved>,
    marks: Vec<Level>,
    /// Entries undone one by one since the last [`Memory::replay`], the latest last.
    undone: Vec<Undone>,
    /// Number of the next level.
    number: u64,
}

/// An open level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Level {
    /// Length of the trail when the level was opened.
    pub trail: usize,
    /// Unique number of the level.
    pub number: u64,
}

impl Memory {
    /// Adds a reversible word. Words can be added at the root only, and are never removed.
    pub fn add(&mut self, value: u64) -> u32 {
        debug_assert!(self.marks.is_empty(), "words are added at the root");
        let index = u32::try_from(self.words.len()).expect("fewer than 2^32 words");
        self.words.push(value);
        index
    }

    /// Reserves room for `words` more words.
    pub fn reserve(&mut self, words: usize) {
        self.words.reserve(words);
    }

    #[inline(always)]
    pub fn get(&self, word: u32) -> u64 {
        self.words[word as usize]
    }

    #[inline(always)]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    #[inline(always)]
    pub fn set(&mut self, word: u32, value: u64, tag: u32) {
        let place = &mut self.words[word as usize];
        self.trail.push(Saved { word, tag, old: *place });
        *place = value;
    }

    #[inline(always)]
    pub fn trail(&self) -> &[Saved] {
        &self.trail
    }

    /// Returns the bytes in use.
    pub fn bytes(&self) -> usize {
        room(&self.words) + room(&self.trail) + room(&self.undone)
    }

    pub fn depth(&self) -> usize {
        self.marks.len()
    }

    /// Returns the open level at index `at`; the first one opened has index 0.
    pub fn level(&self, at: usize) -> Option<Level> {
        self.marks.get(at).copied()
    }

    #[inline]
    pub fn push(&mut self) {
        self.marks.push(Level { trail: self.trail.len(), number: self.number });
        self.number += 1;
    }

    /// Undoes all writes since the matching [`Memory::push`].
    #[inline]
    pub fn pop(&mut self) {
        self.pop_seeing(|_, _| {});
    }

    /// Like [`Memory::pop`], but also calls `see` with each entry and the word's value before the entry is undone.
    #[inline]
    pub fn pop_seeing(&mut self, mut see: impl FnMut(&Saved, u64)) {
        let mark = self.marks.pop().expect("pop without push").trail;
        for saved in self.trail[mark..].iter().rev() {
            see(saved, self.words[saved.word as usize]);
            self.words[saved.word as usize] = saved.old;
        }
        self.trail.truncate(mark);
    }

    /// Undoes the last entry. Until [`Memory::replay`], only this may change the memory.
    #[inline(always)]
    pub fn rewind(&mut self) -> Option<Undone> {
        let saved = self.trail.pop()?;
        let now = std::mem::replace(&mut self.words[saved.word as usize], saved.old);
        self.undone.push(Undone { saved, now });
        Some(Undone { saved, now })
    }

    /// Makes entries again that were undone one by one, until the trail has `length` of them, and calls
    /// `forget` with each of the others.
    pub fn replay(&mut self, length: usize, forget: impl FnMut(&Undone)) {
        while self.trail.len() < length {
            let Some(Undone { saved, now }) = self.undone.pop() else { break };
            self.words[saved.word as usize] = now;
            self.trail.push(saved);
        }
        debug_assert_eq!(self.trail.len(), length);
        self.undone.iter().for_each(forget);
        self.undone.clear();
    }

    /// Closes all levels above `depth`. Their entries must have been undone.
    pub fn close_levels(&mut self, depth: usize) {
        debug_assert!(self.marks.get(depth).is_none_or(|level| level.trail == self.trail.len()));
        self.marks.truncate(depth);
    }

    /// Makes all writes so far permanent. Must be called at the root.
    pub fn commit_root(&mut self) {
        assert!(self.marks.is_empty(), "only the root can be made permanent");
        self.trail.clear();
        // Reserves the trail for a few levels at once, so that a search does not grow it step by step.
        self.trail.reserve(4 * self.words.len() + 64);
    }

    #[cfg(test)]
    pub fn capacities(&self) -> (usize, usize, usize) {
        (self.words.capacity(), self.trail.capacity(), self.marks.capacity())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pop_restores_every_write_in_reverse() {
        let mut memory = Memory::default();
        let (a, b) = (memory.add(1), memory.add(2));
        memory.push();
        memory.set(a, 10, 0);
        memory.set(a, 11, 0);
        memory.push();
        memory.set(b, 20, 0);
        memory.set(a, 12, 0);
        memory.pop();
        assert_eq!((memory.get(a), memory.get(b)), (11, 2));
        memory.pop();
        assert_eq!((memory.get(a), memory.get(b)), (1, 2));
    }

    #[test]
    fn a_million_levels_allocate_nothing() {
        let mut memory = Memory::default();
        let words: Vec<u32> = (0..64).map(|i| memory.add(i)).collect();
        memory.commit_root();
        let round = |memory: &mut Memory, salt: u64| {
            for level in 0..10 {
                memory.push();
                for &word in words.iter().skip(level).step_by(7) {
                    memory.set(word, salt ^ u64::from(word), 0);
                }
            }
            for _ in 0..10 {
                memory.pop();
            }
        };
        round(&mut memory, 1);
        let before = memory.capacities();
        for salt in 0..100_000 {
            round(&mut memory, salt);
        }
        assert_eq!(memory.capacities(), before);
        assert!(words.iter().all(|&w| memory.get(w) == u64::from(w)));
    }
}

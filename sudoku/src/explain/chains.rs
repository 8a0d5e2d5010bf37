//! Chains: candidates that a few truths refute, found by probes.

use super::cost::{self, CHAIN};
use super::figure::Figure;
use super::probe::Prober;
use super::proof::Prover;
use super::shapes;
use super::state::State;
use super::technique::{Found, Lesson, Technique};
use super::truth::{Candidate, ones, ones_of};
use super::wide::Wide;
use super::work::Work;

/// What all cases of a truth agree on.
pub(super) static CASES: Technique = Technique {
    name: "cases",
    title: "Cases",
    also: &["cell forcing chain", "region forcing chain", "unit forcing chain"],
    cost: 897,
    hodoku: Some(500),
    lesson: Lesson::new(
        "All candidates of a cell, all places of a digit in a house, or all ways to satisfy a clue are followed, one after \
         the other. What all cases agree on is true.",
        "One of the cases holds, whichever it is.",
        "Look at cells with two candidates, digits with two places, and clues with few combinations.",
    ),
    heading: "Cases{of}",
    ..CHAIN
};

/// A chain inside of which others refute candidates.
pub(super) static NESTED_CHAIN: Technique = Technique {
    name: "nested-chain",
    title: "Nested chain",
    also: &["nested forcing chain", "forcing net"],
    cost: 900,
    hodoku: Some(700),
    lesson: Lesson::new(
        "A candidate is supposed, and while its consequences are followed, other candidates are supposed in turn and \
         refuted. The first one leads to something impossible, so it is gone.",
        "What leads to something impossible is not true, and what follows along the way is proved in the same manner.",
        "Where all chains end without a contradiction, look at what would be missing for one, and try to exclude it.",
    ),
    groups: &[],
    ..CHAIN
};

/// The depths to which candidates are followed, one after the other.
const DEPTHS: [usize; 8] = [1, 2, 3, 4, 6, 9, 14, usize::MAX];

/// From this depth on, candidates that lead to no contradiction at any depth are left out: without clues, and with clues,
/// which take longer to follow.
const FILTERED: [usize; 2] = [3, 1];

/// The greatest number of wide chains from which one is chosen, and the greatest number of truths of a chain after
/// which others are compared.
const MOST_WIDE: usize = 12;
const MOST_TRUTHS: usize = 20;

/// The greatest number of cases of a truth that are compared.
const MOST_CASES: usize = 500;

/// The depths of probes inside probes, one after the other.
const NESTED_SIZES: [usize; 4] = [12, 20, 32, usize::MAX];

/// Finds chains, with memory that it keeps between questions.
#[derive(Debug, Default)]
pub(super) struct Chains {
    prober: Prober,
    wide: Wide,
    prover: Prover,
}

/// The work of a probe, and of a probe with probes inside, in units of a meter.
const WORK: u32 = 40;
const WIDE_WORK: u32 = 400;
const NESTED_WORK: u32 = 2000;

impl Chains {
    /// Forgets the last puzzle.
    pub fn clear(&mut self) {
        self.prover.deductions.clear();
    }

    /// The work within the limits.
    pub fn work(&mut self) -> &mut Work {
        &mut self.prover.work
    }

    pub fn prover(&mut self) -> &mut Prover {
        &mut self.prover
    }

    /// Returns the cheapest chain that is found, if it costs less than `bound`.
    pub fn find(&mut self, state: &State, bound: u16) -> Option<Found> {
        self.prober.sort(state, &mut self.prover.work);
        let mut best: Option<(Candidate, Vec<usize>)> = None;
        let mut least = bound;
        // Candidates that more truths may refute.
        let mut left = self.prober.order().sorted.clone();
        let filtered = FILTERED[usize::from(!state.rows.is_empty())];
        for depth in DEPTHS {
            if depth == filtered {
                left = self.refuted(state, left)?;
            }
            let mut longer = Vec::with_capacity(left.len());
            for candidate in left {
                if self.prover.work.spend(WORK * state.map.scale) {
                    return None;
                }
                let truths = self.prober.refute(state, candidate, depth, least);
                if self.prober.was_short() {
                    longer.push(candidate);
                }
                let Some(truths) = truths else { continue };
                let truths = self.minimize(state, truths, candidate);
                let (cost, _) = cost::of(state, &truths);
                if cost < least {
                    least = cost;
                    best = Some((candidate, truths));
                }
            }
            left = longer;
            if !cost::may_be_below(least, depth.saturating_mul(2).saturating_add(2), 0) {
                break;
            }
        }
        let (candidate, truths) = best?;
        let truths = self.minimize_again(state, truths, candidate);
        Some(self.complete(state, cost::of(state, &truths), truths, candidate, &[]))
    }

    /// Whether cells are open after the removal of all candidates that lead to a contradiction at some depth. Not so at a
    /// limit.
    pub fn resists(&mut self, state: &mut State) -> bool {
        let mut is_new = true;
        while std::mem::take(&mut is_new) {
            for cell in 0..state.cells.len() {
                if state.is_placed[cell] {
                    continue;
                }
                for value in ones(state.cells[cell]) {
                    if self.prover.work.spend(WORK * state.map.scale) {
                        return false;
                    }
                    if self.prober.is_refuted(state, state.map.candidate(cell, value)) {
                        state.remove(cell, value as u8);
                        is_new = true;
                    }
                }
                if state.cells[cell].is_power_of_two() {
                    state.place(cell, state.cells[cell].trailing_zeros() as usize);
                    is_new = true;
                }
            }
        }
        !state.is_solved()
    }

    /// Those of some candidates that lead to a contradiction at some depth; `None` at a limit.
    fn refuted(&mut self, state: &State, candidates: Vec<Candidate>) -> Option<Vec<Candidate>> {
        let mut refuted = Vec::with_capacity(candidates.len());
        for candidate in candidates {
            if self.prover.work.spend(WORK * state.map.scale) {
                return None;
            }
            if self.prober.is_refuted(state, candidate) {
                refuted.push(candidate);
            }
        }
        Some(refuted)
    }

    /// Returns the cheapest of some chains found with covers and with clues of any size. Candidates that propagation
    /// is known to refute (`refuted`) are tried first, and the others only if none of these has a chain.
    pub fn find_wide(&mut self, state: &State, refuted: &[Candidate]) -> Option<Found> {
        self.prober.sort(state, &mut self.prover.work);
        let is_refuted = |candidate: &&Candidate| refuted.contains(candidate);
        let (known, others): (Vec<&Candidate>, Vec<&Candidate>) =
            self.prober.order().sorted.iter().partition(is_refuted);
        let (known, others): (Vec<Candidate>, Vec<Candidate>) =
            (known.into_iter().copied().collect(), others.into_iter().copied().collect());
        self.find_wide_of(state, &known).or_else(|| self.find_wide_of(state, &others))
    }

    fn find_wide_of(&mut self, state: &State, candidates: &[Candidate]) -> Option<Found> {
        let mut chains: Vec<(Vec<usize>, Candidate)> = Vec::new();
        for &candidate in candidates {
            if self.prover.work.spend(WIDE_WORK * state.map.scale) {
                return None;
            }
            if let Some(truths) = self.wide.refute(state, &mut self.prover, candidate) {
                chains.push((truths, candidate));
                if chains.len() == MOST_WIDE {
                    break;
                }
            }
        }
        self.cheapest(state, chains, candidates, cost::of)
    }

    /// Returns the cheapest of some chains, without the truths that can be left out. It also removes what else it
    /// refutes `among` some candidates.
    fn cheapest(
        &mut self,
        state: &State,
        mut chains: Vec<(Vec<usize>, Candidate)>,
        among: &[Candidate],
        cost_of: impl Fn(&State, &[usize]) -> (u16, &'static Technique),
    ) -> Option<Found> {
        chains.sort_by_key(|(truths, _)| truths.len());
        let mut best: Option<(u16, Candidate, Vec<usize>)> = None;
        for (mut truths, candidate) in chains {
            if best.is_some() && truths.len() > MOST_TRUTHS || !self.prover.refute(state, &truths, candidate)
            {
                continue;
            }
            self.prover.retain_used(&mut truths);
            let truths = self.minimize(state, truths, candidate);
            let (cost, _) = cost_of(state, &truths);
            if best.as_ref().is_none_or(|best| cost < best.0) {
                best = Some((cost, candidate, truths));
            }
        }
        let (_, candidate, truths) = best?;
        let truths = self.minimize_again(state, truths, candidate);
        Some(self.complete(state, cost_of(state, &truths), truths, candidate, among))
    }

    /// Returns a conclusion on which all cases of a truth agree, of the truth with the fewest. Wide chains follow each
    /// case.
    pub fn find_cases(&mut self, state: &State) -> Option<Found> {
        let mut truths = cases(state);
        if truths.is_empty() {
            return None;
        }
        self.prober.sort(state, &mut self.prover.work);
        truths.sort_by_key(|(truth, cases)| (cases.len(), self.prober.order().truth(*truth)));
        truths.iter().find_map(|(truth, cases)| self.common_conclusion(state, *truth, cases))
    }

    /// Returns a conclusion on which all cases of a truth agree. Each case is a list of candidates that stand.
    fn common_conclusion(&mut self, state: &State, truth: usize, cases: &[Vec<Candidate>]) -> Option<Found> {
        // The candidates that are left in some case, as bits of each cell.
        let mut left = vec![0; state.cells.len()];
        for standing in cases {
            if self.prover.work.spend(WIDE_WORK * state.map.scale) {
                return None;
            }
            if let Some(cells) = self.wide.left(state, &mut self.prover, standing) {
                left.iter_mut().zip(cells).for_each(|(left, cells)| *left |= cells);
            }
        }
        let is_common = |&&other: &&Candidate| {
            let (cell, value) = state.map.split(other);
            left[cell] >> value & 1 == 0
        };
        let common: Vec<Candidate> = self.prober.order().sorted.iter().filter(is_common).copied().collect();
        let mut chains = Vec::new();
        for &candidate in common.iter().take(MOST_WIDE) {
            let mut truths = vec![truth];
            for standing in cases {
                if self.prover.work.spend(WIDE_WORK * state.map.scale) {
                    return None;
                }
                truths.extend(self.wide.why(state, &mut self.prover, standing, candidate));
            }
            truths.sort_unstable();
            truths.dedup();
            chains.push((truths, candidate));
        }
        self.cheapest(state, chains, &common, |_, _| (CASES.cost, &CASES))
    }

    /// Returns the cheapest chain that is found with probes inside probes. Any that costs at most `enough` will do.
    pub fn find_nested(&mut self, state: &State, enough: u16) -> Option<Found> {
        let mut best: Option<(Candidate, Vec<usize>)> = None;
        let cost_of = |truths: &[usize]| NESTED_CHAIN.cost + 6 * truths.len().min(150) as u16;
        let mut left = self.prober.order().sorted.clone();
        for limit in NESTED_SIZES {
            let mut refuted = Vec::with_capacity(left.len());
            for candidate in left {
                if self.prover.work.spend(NESTED_WORK * state.map.scale) {
                    return None;
                }
                // Most candidates lead to no contradiction of any size.
                if limit == NESTED_SIZES[0]
                    && !self.prober.is_refuted_nested(state, candidate, &mut self.prover.work)
                {
                    continue;
                }
                refuted.push(candidate);
                let most = best.as_ref().map_or(limit, |(_, best)| best.len() - 1);
                let truths = self.prober.refute_nested(state, candidate, most, &mut self.prover.work);
                let Some(truths) = truths else { continue };
                let truths = self.minimize(state, truths, candidate);
                if best.as_ref().is_none_or(|(_, best)| truths.len() < best.len()) {
                    let is_enough = cost_of(&truths) <= enough;
                    best = Some((candidate, truths));
                    if is_enough {
                        break;
                    }
                }
            }
            if best.is_some() {
                break;
            }
            left = refuted;
        }
        let (candidate, truths) = best?;
        let truths = self.minimize_again(state, truths, candidate);
        Some(self.complete(state, (cost_of(&truths), &NESTED_CHAIN), truths, candidate, &[]))
    }

    /// Orders steps of one technique, and leaves only those that do not depend on each other.
    pub fn chosen(&mut self, state: &State, mut found: Vec<Found>) -> Vec<Found> {
        let are_single = found.iter().all(|found| found.truths.len() == 1);
        if found.len() > 1 && !(are_single && found[0].placed.is_some()) {
            self.prober.sort(state, &mut self.prover.work);
            found.sort_by_cached_key(|found| self.prober.order().all(found.truths.iter().copied()));
        }
        if !are_single {
            found.truncate(1);
        }
        found
    }

    /// Adds all other candidates that the truths refute, among the given ones or, if none are given, among all.
    fn complete(
        &mut self,
        state: &State,
        (cost, technique): (u16, &'static Technique),
        truths: Vec<usize>,
        candidate: Candidate,
        of: &[Candidate],
    ) -> Found {
        let is_asked = |&other: &Candidate| of.is_empty() || of.contains(&other);
        let is_refuted = |&other: &Candidate| {
            other == candidate || is_asked(&other) && self.prover.refute(state, &truths, other)
        };
        let mut removed: Vec<Candidate> =
            self.prober.order().sorted.iter().copied().filter(is_refuted).collect();
        removed.sort_unstable();
        let technique = shapes::named(&Figure { state, truths: &truths, refuted: candidate }, technique);
        Found { cost, supposed: Some(candidate), ..Found::removing(technique, removed, truths) }
    }

    /// Tries once more to leave out truths, with more guesses, if some question may have been too hard.
    fn minimize_again(&mut self, state: &State, truths: Vec<usize>, candidate: Candidate) -> Vec<usize> {
        if !self.prover.was_open() {
            return truths;
        }
        self.prover.allow_last(true);
        let truths = self.minimize(state, truths, candidate);
        self.prover.allow_last(false);
        truths
    }

    /// Leaves out truths until none can be left out. All of them refute the candidate.
    fn minimize(&mut self, state: &State, mut truths: Vec<usize>, candidate: Candidate) -> Vec<usize> {
        truths.sort_by_key(|&truth| self.prober.order().truth(truth));
        let mut needed: Vec<usize> = Vec::new();
        while let Some(at) = truths.iter().rposition(|truth| !needed.contains(truth)) {
            let truth = truths.remove(at);
            if self.prover.refute(state, &truths, candidate) {
                self.prover.retain_used(&mut truths);
            } else {
                truths.insert(at, truth);
                needed.push(truth);
            }
        }
        truths
    }
}

/// The truths of a puzzle with clues, each with its cases: the candidates of a cell or of a value in a house, or the
/// tuples of a clue if they are few. A case is a list of candidates that stand.
fn cases(state: &State) -> Vec<(usize, Vec<Vec<Candidate>>)> {
    let map = &*state.map;
    let mut truths = Vec::new();
    for (relation, row) in state.rows.iter().enumerate() {
        let Some(table) = &row.table else { continue };
        let count = row.alive.iter().map(|word| word.count_ones()).sum::<u32>() as usize;
        if !(2..=MOST_CASES).contains(&count) {
            continue;
        }
        let cells = map.relations[relation].cells.iter().enumerate();
        let open: Vec<(usize, usize)> =
            cells.filter(|&(_, &cell)| !state.is_placed[cell]).map(|(at, &cell)| (at, cell)).collect();
        let tuple = |row| open.iter().map(|&(at, cell)| map.candidate(cell, table.value(row, at))).collect();
        truths.push((map.numbering.relation(relation), ones_of(&row.alive).map(tuple).collect()));
    }
    if !state.rows.is_empty() {
        for truth in 0..map.numbering.cells + state.places.len() {
            let mask = state.mask(truth);
            if mask.count_ones() > 1 {
                truths.push((truth, ones(mask).map(|bit| vec![map.member(truth, bit)]).collect()));
            }
        }
    }
    truths
}

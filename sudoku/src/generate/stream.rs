//! Streams of random numbers: puzzles of other levels or rules are made of other full grids, though the seed is the same.

use super::chance::mixed;
use super::difficulty::Difficulty;
use super::requirements::Requirements;
use crate::explain::Technique;
use crate::puzzle::Puzzle;

/// The seed of the stream for these requirements: `seed` itself for classic puzzles of any difficulty.
pub(super) fn stream(seed: u64, like: &Puzzle, requirements: &Requirements) -> u64 {
    let mut rules: Vec<&str> = like.clues().iter().map(|clue| clue.kind.name).collect();
    rules.extend(requirements.rules.iter().map(|kind| kind.name));
    rules.sort_unstable();
    rules.dedup();
    let words = rules.into_iter().map(str::to_owned);
    let wanted: Vec<String> = words.chain(requirements.difficulty.as_ref().map(name)).collect();
    if wanted.is_empty() { seed } else { mixed(seed) ^ hash(&wanted.join("\n")) }
}

fn name(Difficulty { hardest, needs, only }: &Difficulty) -> String {
    let names = |set: &Vec<_>| set.iter().map(|technique: &&Technique| technique.name).collect::<Vec<_>>();
    let needs: Vec<String> = needs.iter().map(|set| names(set).join(" ")).collect();
    format!("{}..{}; {}; {}", hardest.start(), hardest.end(), needs.join(", "), names(only).join(" "))
}

/// FNV-1a, which is the same on every machine.
pub(crate) fn hash(text: &str) -> u64 {
    text.bytes()
        .fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::explain::Level;
    use crate::generate::{Attempt, Generator};
    use crate::grid::Grid;
    use crate::rules::find;

    #[test]
    fn levels_and_rules_have_full_grids_of_their_own() {
        let open = Puzzle::open(Grid::square(4).unwrap());
        let level = |level| Difficulty { hardest: Difficulty::costs(level), ..Difficulty::default() };
        let any = Requirements::default();
        let mut wanted = vec![any.clone(), any.clone().with_rules(vec![find("killer").unwrap()])];
        wanted.extend(Level::ALL.map(|name| any.clone().with_difficulty(level(name))));
        let streams: BTreeSet<u64> = wanted.iter().map(|wanted| stream(7, &open, wanted)).collect();
        assert_eq!(streams.len(), wanted.len());
        assert!(streams.contains(&7), "classics of any difficulty are as ever");

        let open = Puzzle::open(Grid::square(9).unwrap());
        let mut seen = BTreeSet::new();
        for name in [Level::Easy, Level::Medium, Level::Hard] {
            let wanted = any.clone().with_difficulty(level(name));
            for attempt in Generator::new(&open, wanted, 1).unwrap().attempts(0..24) {
                let Attempt::Puzzle(_, solution) = attempt else { continue };
                assert!(seen.insert(solution), "{}: a solution of another level", name.name());
            }
        }
        assert!(seen.len() > 10, "{}", seen.len());
    }
}

//! Equal puzzles have equal ratings.

use super::*;

/// A generator of random numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % count as u64) as usize
    }

    fn shuffled(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        (1..count).rev().for_each(|at| order.swap(at, self.below(at + 1)));
        order
    }

    /// Nine rows, bands and rows in bands shuffled.
    fn lines(&mut self) -> Vec<usize> {
        let bands = self.shuffled(3);
        bands
            .into_iter()
            .flat_map(|band| self.shuffled(3).into_iter().map(move |row| 3 * band + row))
            .collect()
    }
}

/// A puzzle turned and relabelled at random.
fn image(text: &str, random: &mut Random) -> String {
    let (rows, columns, digits) = (random.lines(), random.lines(), random.shuffled(9));
    let is_turned = random.below(2) == 1;
    let cells = text.as_bytes();
    let at = |row: usize, column: usize| {
        let (row, column) = if is_turned { (column, row) } else { (row, column) };
        match cells[9 * rows[row] + columns[column]] {
            digit @ b'1'..=b'9' => char::from(b'1' + digits[usize::from(digit - b'1')] as u8),
            _ => '.',
        }
    };
    (0..81).map(|cell| at(cell / 9, cell % 9)).collect()
}

#[test]
fn ratings_do_not_depend_on_symmetry_and_labels() {
    let mut random = Random(0x5eed);
    let mut explainer = Explainer::new();
    for text in CLASSICS {
        let one = explainer.rate(&parsed(text));
        for _ in 0..3 {
            let turned = image(text, &mut random);
            let other = explainer.rate(&parsed(&turned));
            assert_eq!(
                (one.hardest, one.sum, one.steps),
                (other.hardest, other.sum, other.steps),
                "{turned}"
            );
            assert_eq!(one.counts, other.counts, "{turned}");
        }
    }
}

#[test]
fn ratings_do_not_depend_on_the_order_of_clues() {
    let head = "size: 6\n";
    let clues = [
        "killer 7: r1c1 r1c2",
        "killer 9: r2c3 r2c4",
        "thermo: r4c1 r3c1 r3c2",
        "white: r5c5 r5c6",
        "black: r6c1 r6c2",
    ];
    let grid = "grid:\n......\n..5...\n......\n...2..\n......\n1.....\n";
    let mut random = Random(0xc1e5);
    let mut explainer = Explainer::new();
    let mut rate = |order: &[usize]| {
        let lines: Vec<&str> = order.iter().map(|&at| clues[at]).collect();
        let rating = explainer.rate(&parsed(&format!("{head}{}\n{grid}", lines.join("\n"))));
        (rating.hardest, rating.sum, rating.steps)
    };
    let first = rate(&[0, 1, 2, 3, 4]);
    assert!(first.2 > 10);
    for _ in 0..6 {
        assert_eq!(rate(&random.shuffled(clues.len())), first);
    }
}

#[test]
fn ratings_do_not_depend_on_earlier_puzzles() {
    let mut kept = Explainer::new();
    for text in CLASSICS.iter().chain(&VARIANTS) {
        let puzzle = parsed(text);
        let (one, other) = (kept.rate(&puzzle), Explainer::new().rate(&puzzle));
        assert_eq!((one.hardest, one.sum, one.counts), (other.hardest, other.sum, other.counts), "{text}");
    }
}

#[test]
fn levels_and_the_other_scale_grow_with_the_cost() {
    let mut last = (Level::Easy, 0.0);
    for cost in 100..2000 {
        let next = (Level::of(cost), crate::explain::se(cost));
        assert!(last.0 <= next.0 && last.1 <= next.1, "{cost}");
        last = next;
    }
}

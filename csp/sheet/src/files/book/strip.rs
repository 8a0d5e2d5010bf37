//! Solutions upside down at the foot of a page.

use super::caption::{Caption, SMALL};
use crate::{Image, Place};

/// The room between pictures of the page, and above the strip.
pub(super) const GAP: f64 = 16.0;
/// The width of one, if there is room for it.
const WIDTH: f64 = 84.0;
/// The units of a cell of a picture, and the points of a cell that is easily read and of one that can still be read.
const UNITS: f64 = 64.0;
const LEGIBLE: [f64; 2] = [8.0, 5.0];
/// The greatest part of a page that they take if they are easily read, and at all.
const MOST: [f64; 2] = [0.34, 0.6];
/// The room between them.
const APART: f64 = 10.0;

/// Solutions in rows of equal width.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Strip {
    /// The number side by side.
    pub across: usize,
    /// Width and height of one, with what stands above it.
    pub size: Place,
    /// The height of all, without the room above them.
    pub height: f64,
}

impl Strip {
    /// The room for solutions on a page with so much room. `None` without any.
    pub fn of<'a>(
        solutions: impl Iterator<Item = &'a Result<Image, String>>,
        [width, height]: Place,
        letters: f64,
    ) -> Option<Strip> {
        let (mut count, mut units, mut high) = (0_usize, 0.0_f64, 0.3_f64);
        for solution in solutions {
            count += 1;
            if let Ok(image) = solution {
                units = units.max(image.size[0]);
                high = high.max(image.size[1] / image.size[0]);
            }
        }
        if count == 0 {
            return None;
        }
        let side = width.min(height * MOST[0]);
        let [most, least] = LEGIBLE.map(|cell| (units / UNITS * cell).min(side));
        let head = Caption::of(0, "", "", SMALL * letters, width).height();
        let strip = |legible: f64| {
            let fitting = ((width + APART) / (legible + APART)).floor().max(1.0);
            let rows = count.div_ceil(fitting as usize);
            let across = count.div_ceil(rows);
            let wanted = if rows > 1 { legible } else { (width / 4.0).min(WIDTH).max(legible) };
            let wide = wanted.min((width - (across - 1) as f64 * APART) / across as f64).max(1.0);
            let size = [wide, wide * high + head];
            Strip { across, size, height: rows as f64 * (size[1] + APART) - APART }
        };
        // As large as is easily read, or as can be read, or else as there is room for.
        let read = (0..=4).map(|part| (most + (least - most) * f64::from(part) / 4.0, MOST[0]));
        let fitting = (0..12).map(|times| (least * 0.8_f64.powi(times), MOST[1]));
        let tried = read.chain(fitting).map(|(legible, part)| (strip(legible), part));
        let found = tried.into_iter().find(|(strip, part)| strip.room() <= part * height);
        Some(found.map_or_else(|| strip(0.0), |(strip, _)| strip))
    }

    /// The room that it takes from its page.
    pub fn room(&self) -> f64 {
        self.height + GAP
    }

    /// The place of a solution.
    pub fn place(&self, nth: usize, width: f64) -> Place {
        let [wide, high] = self.size;
        let whole = self.across as f64 * (wide + APART) - APART;
        let left = (width - whole) / 2.0;
        [left + (nth % self.across) as f64 * (wide + APART), (nth / self.across) as f64 * (high + APART)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pen, at};

    #[test]
    fn solutions_can_be_read_and_leave_room_for_puzzles() {
        let image = |cells: f64| Ok(Pen::default().image(at(0.0, 0.0), at(cells * UNITS, cells * UNITS)));
        for (count, cells, room, legible) in [
            (1, 9.0, [505.0, 760.0], LEGIBLE[0]),
            (6, 9.0, [505.0, 760.0], LEGIBLE[0]),
            (12, 9.0, [505.0, 760.0], LEGIBLE[0]),
            (48, 9.0, [505.0, 760.0], LEGIBLE[1]),
            (4, 16.0, [505.0, 760.0], 7.0),
            (2, 9.0, [230.0, 340.0], LEGIBLE[0]),
            (1, 9.0, [68.0, 68.0], 0.0),
        ] {
            let solutions: Vec<Result<Image, String>> = (0..count).map(|_| image(cells)).collect();
            let strip = Strip::of(solutions.iter(), room, 1.0).unwrap();
            assert!(strip.size[0] / cells >= legible - 1e-9, "{count} of {cells}: {strip:?}");
            assert!(strip.room() <= 0.66 * room[1], "{count} of {cells}: {strip:?}");
            for nth in 0..count {
                let [x, y] = strip.place(nth, room[0]);
                assert!(x > -1e-9 && x + strip.size[0] <= room[0] + 1e-9, "{count} of {cells}: {strip:?}");
                assert!(y + strip.size[1] <= strip.height + 1e-9, "{count} of {cells}: {strip:?}");
            }
        }
        assert_eq!(Strip::of([].iter(), [500.0, 700.0], 1.0), None);
    }
}

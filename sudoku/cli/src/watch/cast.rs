//! Recordings for asciinema: a line of JSON for the terminal, and one for each frame.

use sudoku_ask::json::{self, Decimal};

use super::screen;
use super::watcher::{LineKind, Watcher};

/// Returns a cast (version 2) of the first steps.
pub(super) fn cast(watcher: &mut Watcher, steps: u64) -> String {
    let (width, height) = screen::comfortable(watcher);
    let title = watcher.puzzle.about().and_then(|about| about.title.clone());
    let title = title.as_deref().unwrap_or("sudoku watch");
    let header = json::object().with("version", 2).with("width", width).with("height", height);
    let mut text = json::line(&header.with("title", title)) + "\n";
    let mut time = 0.0;
    let mut show = |watcher: &mut Watcher, stands: f64| {
        let picture = screen::draw(watcher, None, width, height).ansi(true);
        let frame = (Decimal::new(format!("{time:.2}")), "o", picture);
        text += &(json::line(&frame) + "\n");
        time += stands;
        // A text that grows takes up to twice its length.
        watcher.record(2 * text.len());
    };
    show(watcher, 1.0);
    for _ in 0..steps {
        if !watcher.advance() {
            break;
        }
        let stands = seconds(watcher);
        show(watcher, stands);
    }
    // Frame that holds the last picture.
    show(watcher, 0.0);
    text
}

/// Returns how long to show the latest step, in seconds.
pub(super) fn seconds(watcher: &Watcher) -> f64 {
    match watcher.latest.as_ref().map(LineKind::of) {
        Some(LineKind::Tried | LineKind::TakenBack) => 1.0,
        Some(LineKind::Failed) => 1.6,
        Some(LineKind::Solved) => 2.5,
        // A sentence takes longer to read than a line.
        _ if watcher.is_human() => 2.5,
        _ => 0.6,
    }
}

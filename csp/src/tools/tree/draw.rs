//! Trees for people: an SVG image, from left to right.
//!
//! The first child is in its parent's row and the others are below, so that a search without failures is a straight
//! line. Each leaf takes one row. In a small tree each node shows its decision, and the constraint that failed stands
//! beside it; in a large one a node is a dot. Every node has a tooltip.

use std::fmt::Write as _;

use sheet::{Image, Look, Path, Pen, Point, at};

use super::{Branch, Ending, Names, Tree};

/// Larger trees are drawn with dots.
const LARGEST_IN_WORDS: usize = 1000;

/// Lengths in pixels.
struct Measures {
    row: f64,
    height: f64,
    node: f64,
    gap: f64,
    in_words: bool,
}

/// Average width of a letter in the font size that is used, in pixels.
const LETTER: f64 = 6.3;
const MARGIN: f64 = 16.0;
const HEAD: f64 = 52.0;

impl Tree {
    /// Returns the tree as an SVG image. Every node has a tooltip.
    pub fn svg(&self, names: &dyn Names) -> String {
        self.image(names).svg()
    }

    /// Returns the tree as an image.
    pub fn image(&self, names: &dyn Names) -> Image {
        let in_words = self.branches.len() <= LARGEST_IN_WORDS;
        let widest = || self.branches.iter().map(|branch| branch.title(names).chars().count()).max();
        let node = if in_words { widest().unwrap_or(0) as f64 * LETTER + 14.0 } else { 6.0 };
        let measures = if in_words {
            Measures { row: 24.0, height: 18.0, node, gap: 26.0, in_words }
        } else {
            Measures { row: 8.0, height: 6.0, node, gap: 10.0, in_words }
        };
        let rows = self.rows();
        let lines = rows.iter().max().map_or(1, |&last| last + 1);
        let x = |branch: &Branch| MARGIN + branch.depth as f64 * (measures.node + measures.gap);
        let y = |row: usize| HEAD + (row as f64 + 0.5) * measures.row;

        let mut pen = Pen::default();
        self.draw_head(&mut pen);
        pen.group(&Look::stroked("#94a3b8", 1.2), |pen| {
            for (branch, &row) in self.branches.iter().zip(&rows) {
                if let Some(parent) = branch.parent {
                    let from = at(x(&self.branches[parent]) + measures.node, y(rows[parent]));
                    draw_edge(pen, from, at(x(branch), y(row)), branch);
                }
            }
        });
        let mut right: f64 = 420.0;
        pen.group(&Look::inherited().size(11.0), |pen| {
            for (branch, &row) in self.branches.iter().zip(&rows) {
                right = right.max(self.draw_node(pen, branch, at(x(branch), y(row)), &measures, names));
            }
        });
        pen.image(at(0.0, 0.0), at(right + MARGIN, y(lines) + MARGIN)).scaled(1.0).in_pixels()
    }

    /// Returns the row of each node: a first child has its parent's, every other child the first row below the subtree
    /// of its sibling.
    fn rows(&self) -> Vec<usize> {
        let mut has_child = vec![false; self.branches.len()];
        let mut rows = Vec::with_capacity(self.branches.len());
        let mut last = 0;
        // Nodes stand in the order in which they were tried, so that rows only go down.
        for branch in &self.branches {
            let row = match branch.parent {
                None => 0,
                Some(parent) if !std::mem::replace(&mut has_child[parent], true) => rows[parent],
                Some(_) => last + 1,
            };
            last = last.max(row);
            rows.push(row);
        }
        rows
    }

    /// Draws the counters and the legend.
    fn draw_head(&self, pen: &mut Pen) {
        let title = Look::filled("#0f172a").size(13.0).bold().left_aligned();
        pen.text(at(MARGIN, 22.0), &self.summary(), &title);
        let legend = [
            ("#e2e8f0", "#94a3b8", "decision", 0.0),
            ("#fecaca", "#dc2626", "failed", 84.0),
            ("#bbf7d0", "#15803d", "solution", 154.0),
            ("#ffffff", "#64748b", "open, or left", 236.0),
        ];
        let text = Look::filled("#475569").size(11.0).left_aligned();
        for (fill, line, what, x) in legend {
            let corner = at(MARGIN + x, 32.0);
            let look = Look::filled(fill).border(line, 1.0);
            let look = if fill == "#ffffff" { dashed(look) } else { look };
            pen.path(&Path::rounded(corner, corner + at(16.0, 10.0), 4.0), &look);
            pen.text(corner + at(22.0, 9.0), what, &text);
        }
    }

    /// Draws a node from the middle of its left edge on, and returns its right edge.
    fn draw_node(
        &self,
        pen: &mut Pen,
        branch: &Branch,
        left: Point,
        measures: &Measures,
        names: &dyn Names,
    ) -> f64 {
        let look = branch.look();
        let (width, radius) = (measures.node, measures.height / 2.0);
        let is_open = matches!(branch.end, Ending::Open | Ending::Left) && branch.solution.is_none();
        let border = Look::filled(look.fill).border(look.line, 1.0);
        let border = if is_open { dashed(border) } else { border };
        let mut right = left.x + width;
        pen.group(&Look::inherited(), |pen| {
            pen.tooltip(self.told(branch, names));
            pen.path(&Path::rounded(left - at(0.0, radius), left + at(width, radius), radius), &border);
            if !measures.in_words {
                return;
            }
            pen.text(left + at(width / 2.0, 3.8), &branch.title(names), &Look::filled(look.ink));
            let beside = match (&branch.conflict, branch.solution) {
                (_, Some(solution)) => Some(format!("solution {solution}")),
                // If a node fails after its children, only its tooltip says so: the place beside it is taken by its
                // first child.
                (Some(failed), None) if branch.left.is_none() => Some(failed.text(names)),
                _ => None,
            };
            if let Some(beside) = beside {
                let small = Look::filled(look.line).size(10.0).left_aligned();
                pen.text(at(right + 5.0, left.y + 3.5), &beside, &small);
                right += 5.0 + beside.chars().count() as f64 * LETTER;
            }
        });
        right
    }

    /// Returns the text of a node's tooltip.
    fn told(&self, branch: &Branch, names: &dyn Names) -> String {
        let mut text = format!("{}, depth {}", branch.title(names), branch.depth);
        if let Some(left) = branch.left {
            let _ = write!(text, "\n{} open, {} values in all", left.open, left.sum);
            if left.open > 0 {
                let _ = write!(text, ", at least {} each", left.min);
            }
        }
        if let Some(failed) = &branch.conflict {
            let after = if branch.left.is_some() { "fails after all: " } else { "fails: " };
            let _ = write!(text, "\n{after}{} ({})", failed.text(names), failed.by);
        }
        if let Some(solution) = branch.solution {
            let _ = write!(text, "\nsolution {solution}");
        }
        match branch.end {
            Ending::Open => text.push_str("\nopen"),
            Ending::Left => text.push_str("\nleft by a restart"),
            Ending::Done => {}
        }
        text
    }
}

/// Draws the line from a parent's right edge to a child's left edge, with a corner if the child is in another row.
fn draw_edge(pen: &mut Pen, from: Point, to: Point, child: &Branch) {
    let look = if child.end == Ending::Done { Look::inherited() } else { dashed(Look::inherited()) };
    let mut path = Path::default();
    path.line(from);
    if from.y != to.y {
        let middle = f64::midpoint(from.x, to.x);
        let round = ((to.x - from.x) / 2.0).min(to.y - from.y).min(8.0);
        path.line(at(middle - round, from.y));
        path.curve(at(middle, from.y), at(middle, from.y + round));
        path.line(at(middle, to.y - round));
        path.curve(at(middle, to.y), at(middle + round, to.y));
    }
    path.line(to);
    pen.path(&path, &look);
}

/// Adds the dashes of what is not finished.
fn dashed(look: Look) -> Look {
    look.dashed(3.0, 2.0)
}

//! Trees for people: an SVG image, from left to right.
//!
//! The first child is in its parent's row and the others are below, so that a search without failures is a straight
//! line. Each leaf takes one row. In a small tree each node shows its decision, and the constraint that failed stands
//! beside it; in a large one a node is a dot. Every node has a tooltip.

use std::fmt::Write as _;

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
        let in_words = self.branches.len() <= LARGEST_IN_WORDS;
        let widest = || self.branches.iter().map(|branch| branch.title(names).chars().count()).max();
        let node = if in_words { widest().unwrap_or(0) as f64 * LETTER + 14.0 } else { 6.0 };
        let measures = match in_words {
            true => Measures { row: 24.0, height: 18.0, node, gap: 26.0, in_words },
            false => Measures { row: 8.0, height: 6.0, node, gap: 10.0, in_words },
        };
        let rows = self.rows();
        let lines = rows.iter().max().map_or(1, |&last| last + 1);
        let x = |branch: &Branch| MARGIN + branch.depth as f64 * (measures.node + measures.gap);
        let y = |row: usize| HEAD + (row as f64 + 0.5) * measures.row;

        let (mut edges, mut nodes) = (String::new(), String::new());
        let mut right: f64 = 420.0;
        for (branch, &row) in self.branches.iter().zip(&rows) {
            let (left, middle) = (x(branch), y(row));
            if let Some(parent) = branch.parent {
                let (from, above) = (x(&self.branches[parent]) + measures.node, y(rows[parent]));
                draw_edge(from, above, left, middle, branch, &mut edges);
            }
            right = right.max(self.draw_node(branch, left, middle, &measures, names, &mut nodes));
        }
        let (width, height) = (right + MARGIN, y(lines) + MARGIN);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
             height=\"{height:.0}\" font-family=\"sans-serif\" font-size=\"11\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{}<g fill=\"none\" stroke=\"#94a3b8\" \
             stroke-width=\"1.2\">\n{edges}</g>\n{nodes}</svg>\n",
            self.head()
        )
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
    fn head(&self) -> String {
        let mut text = format!(
            "<text x=\"{MARGIN}\" y=\"22\" font-size=\"13\" font-weight=\"600\" fill=\"#0f172a\">{}</text>\n",
            escaped(&self.summary())
        );
        let legend = [
            ("#e2e8f0", "#94a3b8", "decision", 0.0),
            ("#fecaca", "#dc2626", "failed", 84.0),
            ("#bbf7d0", "#15803d", "solution", 154.0),
            ("#ffffff", "#64748b", "open, or left", 236.0),
        ];
        for (fill, line, what, x) in legend {
            let x = MARGIN + x;
            let dash = if fill == "#ffffff" { " stroke-dasharray=\"3 2\"" } else { "" };
            let _ = writeln!(
                text,
                "<rect x=\"{x}\" y=\"32\" width=\"16\" height=\"10\" rx=\"4\" fill=\"{fill}\" stroke=\"{line}\"{dash}/>\
                 <text x=\"{}\" y=\"41\" fill=\"#475569\">{what}</text>",
                x + 22.0
            );
        }
        text
    }

    /// Draws a node and returns its right edge.
    fn draw_node(
        &self,
        branch: &Branch,
        x: f64,
        y: f64,
        measures: &Measures,
        names: &dyn Names,
        to: &mut String,
    ) -> f64 {
        let look = branch.look();
        let (width, height) = (measures.node, measures.height);
        let radius = height / 2.0;
        let is_open = matches!(branch.end, Ending::Open | Ending::Left) && branch.solution.is_none();
        let dash = if is_open { " stroke-dasharray=\"3 2\"" } else { "" };
        let _ = write!(
            to,
            "<g><title>{}</title><rect x=\"{x:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{height}\" \
             rx=\"{radius}\" fill=\"{}\" stroke=\"{}\"{dash}/>",
            escaped(&self.told(branch, names)),
            y - radius,
            look.fill,
            look.line
        );
        let mut right = x + width;
        if measures.in_words {
            let _ = write!(
                to,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"{}\">{}</text>",
                x + width / 2.0,
                y + 3.8,
                look.ink,
                escaped(&branch.title(names))
            );
            let beside = match (&branch.conflict, branch.solution) {
                (_, Some(solution)) => Some(format!("solution {solution}")),
                // If a node fails after its children, only its tooltip says so: the place beside it is taken by its
                // first child.
                (Some(failed), None) if branch.left.is_none() => Some(failed.text(names)),
                _ => None,
            };
            if let Some(beside) = beside {
                let _ = write!(
                    to,
                    "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"10\" fill=\"{}\">{}</text>",
                    right + 5.0,
                    y + 3.5,
                    look.line,
                    escaped(&beside)
                );
                right += 5.0 + beside.chars().count() as f64 * LETTER;
            }
        }
        to.push_str("</g>\n");
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
fn draw_edge(from: f64, above: f64, to: f64, below: f64, child: &Branch, edges: &mut String) {
    let dash = if child.end == Ending::Done { "" } else { " stroke-dasharray=\"3 2\"" };
    if above == below {
        let _ = writeln!(edges, "<path d=\"M{from:.1} {above:.1}H{to:.1}\"{dash}/>");
        return;
    }
    let middle = f64::midpoint(from, to);
    let round = ((to - from) / 2.0).min(below - above).min(8.0);
    let _ = writeln!(
        edges,
        "<path d=\"M{from:.1} {above:.1}H{:.1}Q{middle:.1} {above:.1} {middle:.1} {:.1}V{:.1}Q{middle:.1} {below:.1} \
         {:.1} {below:.1}H{to:.1}\"{dash}/>",
        middle - round,
        above + round,
        below - round,
        middle + round
    );
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

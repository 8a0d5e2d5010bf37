//! Trees for programs: JSON, and DOT for Graphviz.

use std::fmt::Write as _;

use super::{Branch, Ending, Failed, Names, Tree, relation};

impl Tree {
    /// Returns a JSON object: the counters, and under `tree` the nodes, each after its parent.
    pub fn json(&self, names: &dyn Names) -> String {
        let Tree { nodes, apart, failures, solutions, restarts, infeasible, .. } = self;
        let mut text = format!(
            "{{\"nodes\":{nodes},\"failures\":{failures},\"apart\":{apart},\"solutions\":{solutions},\"restarts\":{restarts},\
             \"infeasible\":{infeasible},\"whole\":{},\"tree\":[\n",
            self.is_whole()
        );
        for (id, branch) in self.branches.iter().enumerate() {
            text.push_str(if id == 0 { "" } else { ",\n" });
            branch.write_json(id, names, &mut text);
        }
        text + "\n]}\n"
    }

    /// Returns a graph for Graphviz: solutions are green, conflicts red, open nodes white.
    pub fn dot(&self, names: &dyn Names) -> String {
        let mut text = String::from(
            "digraph search {\n  rankdir=LR;\n  node [shape=box, style=\"rounded,filled\", \
             fontname=\"Helvetica\", fontsize=11, height=0.25, margin=\"0.08,0.03\"];\n  edge [color=\"#94a3b8\", \
             arrowhead=none];\n",
        );
        if !self.is_whole() {
            let _ = writeln!(text, "  label={};", quoted(&self.summary()));
        }
        for (id, branch) in self.branches.iter().enumerate() {
            let mut label = branch.title(names);
            if let Some(failed) = &branch.conflict {
                let _ = write!(label, "\n{}", failed.text(names));
            }
            let look = branch.look();
            let _ = writeln!(
                text,
                "  n{id} [label={}, fillcolor=\"{}\", color=\"{}\"];",
                quoted(&label),
                look.fill,
                look.line
            );
            if let Some(parent) = branch.parent {
                let _ = writeln!(text, "  n{parent} -> n{id};");
            }
        }
        text + "}\n"
    }

    /// Returns the counters as a sentence, which also says whether nodes are missing.
    pub fn summary(&self) -> String {
        let counted = |n: u64, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        let mut text = [(self.nodes, "node"), (self.failures, "failure"), (self.solutions, "solution")]
            .map(|(n, what)| counted(n, what))
            .join(", ");
        if self.restarts > 0 {
            let _ = write!(text, ", {}", counted(self.restarts, "restart"));
        }
        let kept = self.branches.len() as u64 - 1;
        if kept < self.nodes - self.apart {
            let _ = write!(text, "; only the first {} are shown", counted(kept, "node"));
        }
        if self.apart > 0 {
            let _ = write!(text, "; {} of a learner that helped are not shown", counted(self.apart, "node"));
        }
        text
    }
}

/// The appearance of a node.
pub(super) struct Look {
    pub fill: &'static str,
    pub line: &'static str,
    pub ink: &'static str,
}

impl Branch {
    pub(super) fn look(&self) -> Look {
        let [fill, line, ink] = match self {
            Branch { solution: Some(_), .. } => ["#bbf7d0", "#15803d", "#14532d"],
            Branch { conflict: Some(_), left: None, .. } => ["#fecaca", "#dc2626", "#7f1d1d"],
            // The node failed after its children.
            Branch { conflict: Some(_), .. } => ["#fff5f5", "#f0a3a3", "#7f1d1d"],
            Branch { end: Ending::Open | Ending::Left, .. } => ["#ffffff", "#64748b", "#334155"],
            _ => ["#e2e8f0", "#94a3b8", "#1e293b"],
        };
        Look { fill, line, ink }
    }

    pub(super) fn title(&self, names: &dyn Names) -> String {
        self.decision.map_or_else(|| "root".to_owned(), |decision| names.decision(decision))
    }

    fn write_json(&self, id: usize, names: &dyn Names, to: &mut String) {
        let _ = write!(to, "{{\"id\":{id},\"parent\":");
        let _ = match self.parent {
            Some(parent) => write!(to, "{parent}"),
            None => write!(to, "null"),
        };
        let _ = write!(to, ",\"depth\":{}", self.depth);
        if let Some(decision) = self.decision {
            let (relation, value) = relation(decision);
            let _ = write!(
                to,
                ",\"decision\":{},\"variable\":{},\"relation\":\"{relation}\",\"value\":{value}",
                quoted(&names.decision(decision)),
                decision.variable().index()
            );
        }
        if let Some(left) = self.left {
            let _ = write!(to, ",\"open\":{},\"sum\":{},\"min\":{}", left.open, left.sum, left.min);
        }
        if let Some(failed) = &self.conflict {
            let of: Vec<String> = failed.names(names).iter().map(|name| quoted(name)).collect();
            let by = quoted(&failed.by.to_string());
            let _ = write!(to, ",\"conflict\":{{\"by\":{by},\"constraints\":[{}]}}", of.join(","));
        }
        if let Some(solution) = self.solution {
            let _ = write!(to, ",\"solution\":{solution}");
        }
        let end = match self.end {
            Ending::Open => "open",
            Ending::Done => "done",
            Ending::Left => "left",
        };
        let _ = write!(to, ",\"end\":\"{end}\"}}");
    }
}

impl Failed {
    /// Returns the names of the constraints, each name once.
    fn names(&self, names: &dyn Names) -> Vec<String> {
        let mut known: Vec<String> = Vec::new();
        for name in self.sources.iter().filter_map(|&id| names.constraint(id)) {
            if !known.contains(&name) {
                known.push(name);
            }
        }
        known
    }

    /// Returns a few words: the constraint if it is known, else the part of the engine.
    pub(super) fn text(&self, names: &dyn Names) -> String {
        if let Some(text) = names.failure(self) {
            return text;
        }
        match &self.names(names)[..] {
            [] => self.by.to_string(),
            [only] => only.clone(),
            [one, other] => format!("{one}, {other}"),
            [_, rest @ ..] => format!("{} of {}", self.by, rest.len() + 1),
        }
    }
}

/// Returns a string literal of JSON and DOT.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            c if c < ' ' => {
                let _ = write!(quoted, "\\u{:04x}", c as u32);
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

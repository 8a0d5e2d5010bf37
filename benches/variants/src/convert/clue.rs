//! Rules as lines of text.

/// A rule, as parts of its line.
#[derive(Clone, Debug, PartialEq)]
pub struct Clue {
    /// Text before the colon: name and parameters.
    head: String,
    /// Text after the colon; empty for a rule of the whole grid.
    items: String,
}

impl Clue {
    /// Returns a rule for the whole grid.
    pub fn flag(head: impl Into<String>) -> Clue {
        Clue { head: head.into(), items: String::new() }
    }

    /// Returns a rule for a list of cells.
    pub fn list(head: impl Into<String>, items: String) -> Clue {
        Clue { head: head.into(), items }
    }

    /// Returns the line of the rule.
    pub fn text(&self) -> String {
        if self.items.is_empty() { self.head.clone() } else { format!("{}: {}", self.head, self.items) }
    }
}

/// Formats a name followed by numbers.
pub fn with_numbers(name: &str, numbers: &[i32]) -> String {
    numbers.iter().fold(name.to_owned(), |head, number| format!("{head} {number}"))
}

/// Length up to which rules are joined on a line.
const LONGEST_LINE: usize = 100;

/// Writes a line for each rule, or one line for successive rules that differ in their cells only.
pub fn write(clues: &[Clue], text: &mut String) {
    let mut lines: Vec<(&str, String)> = Vec::new();
    for clue in clues {
        match lines.last_mut() {
            Some((head, line))
                if *head == clue.head
                    && !clue.items.is_empty()
                    && line.len() + clue.items.len() < LONGEST_LINE =>
            {
                line.push_str(", ");
                line.push_str(&clue.items);
            }
            _ => lines.push((&clue.head, clue.text())),
        }
    }
    for (_, line) in lines {
        text.push_str(&line);
        text.push('\n');
    }
}

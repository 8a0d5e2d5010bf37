//! Rules as lines of text.

/// A rule of the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Clue {
    /// Its name, and what stands before the colon.
    head: String,
    /// What stands after it; nothing for a rule of the whole grid.
    items: String,
}

impl Clue {
    /// A rule for the whole grid.
    pub fn flag(head: impl Into<String>) -> Clue {
        Clue { head: head.into(), items: String::new() }
    }

    /// A rule for a list of cells.
    pub fn list(head: impl Into<String>, items: String) -> Clue {
        Clue { head: head.into(), items }
    }

    /// As it stands in a line.
    pub fn text(&self) -> String {
        match self.items.is_empty() {
            true => self.head.clone(),
            false => format!("{}: {}", self.head, self.items),
        }
    }
}

/// A name, and numbers after it.
pub fn with_numbers(name: &str, numbers: &[i32]) -> String {
    numbers.iter().fold(name.to_owned(), |head, number| format!("{head} {number}"))
}

/// Longer lines are begun anew.
const LONGEST_LINE: usize = 100;

/// A line for each rule, or for several that say the same of different cells.
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

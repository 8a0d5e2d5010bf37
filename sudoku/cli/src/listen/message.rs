//! A message of a client: a command, and a document with its options.

use serde_json::Value;
use sudoku::format::{Options, Unknown, parse_one, unpacked};
use sudoku::{Candidates, Puzzle};

/// A message.
pub(super) struct Message {
    pub nonce: Value,
    pub command: String,
    /// The document, compressed.
    data: String,
}

impl Message {
    /// Parses a message. An error has the message's nonce, if that could be read.
    pub fn read(text: &str) -> Result<Message, (Value, String)> {
        let value: Value =
            serde_json::from_str(text).map_err(|error| (Value::Null, format!("no JSON: {error}")))?;
        let nonce = value["nonce"].clone();
        let word = |name: &str| value[name].as_str().map(str::to_owned);
        let Some(command) = word("command") else { return Err((nonce, "there is no command".into())) };
        let kind = word("dataType").unwrap_or_default();
        if command != "cancel" && !kind.eq_ignore_ascii_case("fpuzzles") {
            return Err((
                nonce,
                format!("data of the type {kind:?} is not understood: it has to be fpuzzles"),
            ));
        }
        Ok(Message { nonce, command, data: word("data").unwrap_or_default() })
    }

    /// Reads the document.
    pub fn document(&self, unknown: Unknown) -> Result<Document, String> {
        let text = unpacked(&self.data).map_err(|error| error.message())?;
        let options = Options { unknown, ..Options::default() };
        let puzzle = parse_one(&text, &options).map_err(|error| error.message())?;
        let value: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        Ok(Document { puzzle, value })
    }
}

/// A puzzle, with the other contents of its document.
pub(super) struct Document {
    pub puzzle: Puzzle,
    value: Value,
}

impl Document {
    fn options(&self) -> impl Iterator<Item = &str> {
        self.value["truecandidatesoptions"].as_array().into_iter().flatten().filter_map(Value::as_str)
    }

    /// The greatest number of solutions to count for each candidate.
    pub fn cap(&self) -> u64 {
        let mut caps = self.options().filter_map(|option| option.strip_prefix("truecandidatesnumsolutions="));
        caps.find_map(|cap| cap.trim().parse().ok()).unwrap_or(1).clamp(1, 1000)
    }

    /// Whether the answer must distinguish the candidates that simple logic leaves from those that it removes.
    pub fn is_logical(&self) -> bool {
        self.options().any(|option| option.eq_ignore_ascii_case("logical"))
    }

    /// The candidates of all cells, restricted by the player's entries and centre marks.
    pub fn entered(&self) -> Vec<Candidates> {
        let puzzle = &self.puzzle;
        let grid = puzzle.grid();
        let mut cells = puzzle.cells().to_vec();
        for cell in (0..grid.rectangle()).filter(|&cell| puzzle.given(cell).is_none()) {
            let node = &self.value["grid"][cell / grid.columns()][cell % grid.columns()];
            let value = |number: &Value| {
                let number = number.as_i64().or_else(|| number.as_str()?.trim().parse().ok())?;
                u8::try_from(number - i64::from(grid.first_value()))
                    .ok()
                    .filter(|&value| usize::from(value) < grid.values())
            };
            let marks = node["centerPencilMarks"].as_array().into_iter().flatten().filter_map(value);
            let marks = marks.fold(Candidates::NONE, Candidates::with);
            match value(&node["value"]) {
                Some(value) => cells[cell] = Candidates::one(value),
                None if !marks.is_empty() => cells[cell] = cells[cell].and(marks),
                None => {}
            }
        }
        cells
    }
}

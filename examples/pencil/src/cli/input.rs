//! What is to be answered: addresses and positions, from files, pipes and arguments.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

use pencil::Puzzle;
use pencil::position::Position;

/// The longest line that is read, in bytes: many times that of the largest board.
const LONGEST: u64 = 1 << 20;

/// A text and where it stands.
#[derive(Clone, Debug)]
pub struct Item {
    /// The text.
    pub text: String,
    /// Its place: the name of its file and the line, or that it is an argument.
    pub place: String,
    /// The column where it begins, less one.
    pub column: usize,
}

/// Texts that are still to be read.
pub type Items<'a> = Box<dyn Iterator<Item = Result<Item, String>> + Send + 'a>;

/// A puzzle, or a position of one.
#[derive(Debug)]
pub enum Asked {
    /// A puzzle.
    Puzzle(Puzzle),
    /// A position.
    Position(Position),
}

impl Asked {
    /// Returns the puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        match self {
            Asked::Puzzle(puzzle) => puzzle,
            Asked::Position(position) => &position.puzzle,
        }
    }
}

impl Item {
    /// Reads the text. An error begins with its place.
    pub fn read(&self) -> Result<Asked, String> {
        if Position::is_one(&self.text) {
            let position = Position::parse(&self.text);
            return position.map(Asked::Position).map_err(|error| format!("{}: {error}", self.place));
        }
        Puzzle::parse(&self.text).map(Asked::Puzzle).map_err(|error| {
            let hint = error.hint.as_ref().map_or(String::new(), |hint| format!(" ({hint})"));
            format!("{}:{}: {}{hint}", self.place, self.column + error.column, error.what)
        })
    }
}

/// Returns whether an argument is a puzzle itself, not the name of a file.
fn is_puzzle(argument: &str) -> bool {
    Position::is_one(argument) || (argument.contains('/') && argument.contains('?')) || is_bare(argument)
}

/// Returns whether a text is an address without what stands before the question mark.
fn is_bare(text: &str) -> bool {
    let mut parts = text.split('/').skip(1);
    let is_size = |part: Option<&str>| part.is_some_and(|part| part.parse::<usize>().is_ok());
    let first = parts.next();
    is_size(parts.next()) && (is_size(first) || is_size(parts.next()))
}

/// Iterates over all that arguments name. An error of reading ends a file.
pub fn items(arguments: &[String]) -> Items<'_> {
    if arguments.is_empty() {
        return of_file("-");
    }
    Box::new(arguments.iter().enumerate().flat_map(|(at, argument)| -> Items<'static> {
        if argument != "-" && is_puzzle(argument) {
            let place = format!("argument {}", at + 1);
            let one = Item { text: argument.clone(), place, column: 0 };
            return Box::new(std::iter::once(Ok(one)));
        }
        of_file(argument)
    }))
}

/// Reads the only puzzle or position that an argument names.
pub fn only(argument: &str) -> Result<(Item, Asked), String> {
    let arguments = [argument.to_owned()];
    let mut all = items(&arguments);
    let item = all.next().ok_or_else(|| format!("{argument}: there is no puzzle"))??;
    if all.next().is_some() {
        return Err(format!("{argument}: several puzzles, where one is asked for"));
    }
    let asked = item.read()?;
    Ok((item, asked))
}

fn of_file(name: &str) -> Items<'static> {
    let (shown, from): (String, io::Result<Box<dyn Read + Send>>) = match name {
        "-" => ("standard input".to_owned(), Ok(Box::new(io::stdin()))),
        name => (name.to_owned(), File::open(name).map(|file| Box::new(file) as Box<dyn Read + Send>)),
    };
    match from {
        Err(error) => Box::new(std::iter::once(Err(format!("{shown}: {error}")))),
        Ok(from) => Box::new(Lines { from: BufReader::new(from), shown, line: 0, rest: Vec::new() }),
    }
}

/// The puzzles in the lines of a file.
struct Lines {
    from: BufReader<Box<dyn Read + Send>>,
    shown: String,
    line: usize,
    /// Further puzzles of the line, the last one first.
    rest: Vec<Item>,
}

impl Lines {
    /// Reads a line; `None` at the end.
    fn line(&mut self) -> Result<Option<String>, String> {
        let mut bytes = Vec::new();
        let error = |what: &dyn std::fmt::Display| format!("{}: {what}", self.shown);
        self.from.by_ref().take(LONGEST).read_until(b'\n', &mut bytes).map_err(|it| error(&it))?;
        if bytes.is_empty() {
            return Ok(None);
        }
        if bytes.len() as u64 == LONGEST {
            return Err(error(&format!("line {} is longer than {LONGEST} bytes", self.line + 1)));
        }
        self.line += 1;
        String::from_utf8(bytes).map(Some).map_err(|_| error(&format!("line {} is not UTF-8", self.line)))
    }

    fn item(&self, text: &str, column: usize) -> Item {
        Item { text: text.to_owned(), place: format!("{}:{}", self.shown, self.line), column }
    }
}

impl Iterator for Lines {
    type Item = Result<Item, String>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(item) = self.rest.pop() {
                return Some(Ok(item));
            }
            let line = match self.line() {
                Ok(line) => line?,
                Err(error) => {
                    // Nothing is read after an error.
                    self.from = BufReader::new(Box::new(io::empty()));
                    return Some(Err(error));
                }
            };
            let text = line.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            if Position::is_one(text) {
                let mut item = self.item(text, 0);
                // As the player saves it, a position has a line for each of its lines, and fills the file.
                while !text.contains('/') {
                    match self.line() {
                        Ok(Some(line)) => item.text = item.text + "\n" + line.trim_end(),
                        Ok(None) => break,
                        Err(error) => return Some(Err(error)),
                    }
                }
                return Some(Ok(item));
            }
            let start = |word: &str| word.as_ptr() as usize - line.as_ptr() as usize;
            let column = |word: &str| line[..start(word)].chars().count();
            self.rest = text.split_whitespace().rev().map(|word| self.item(word, column(word))).collect();
        }
    }
}

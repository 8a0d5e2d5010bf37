//! A question at a terminal about signs in cells that look like others.

use std::fs::File;
use std::io::{self, BufRead, IsTerminal, Read, Write};

use sudoku::format::{Options, decoded, parse};

use crate::args::Input;
use crate::source::Source;

/// The greatest size of a file, in bytes, that is searched for such signs before it is read.
const MOST_LOOKED_AT: u64 = 1 << 20;

/// Returns the options of the reader. At a terminal, the user is asked how to read signs that look like digits.
pub(crate) fn options(input: &Input, sources: &[Source]) -> Options {
    let mut options = input.options();
    if !input.batch && io::stdin().is_terminal() && io::stderr().is_terminal() {
        for source in sources {
            if let Some(text) = text(source) {
                ask(&source.name(), &text, &mut options, &mut io::stdin().lock(), &mut io::stderr());
            }
        }
    }
    options
}

/// Returns the text of a source that can be read twice.
fn text(source: &Source) -> Option<String> {
    match source {
        Source::Standard => None,
        Source::Typed(text) => Some(text.clone()),
        Source::File(path) => {
            source.size()?;
            let mut text = Vec::new();
            File::open(path).ok()?.take(MOST_LOOKED_AT).read_to_end(&mut text).ok()?;
            Some(decoded(&text))
        }
    }
}

/// Asks about the signs of a text until all are answered. Without a yes the text is left as it is.
fn ask(name: &str, text: &str, options: &mut Options, answers: &mut dyn BufRead, to: &mut dyn Write) {
    while let Err(error) = parse(text, options) {
        let is_new = |sign: &(String, String)| !options.read_as.iter().any(|(known, _)| *known == sign.0);
        let new: Vec<_> = error.meant.iter().filter(|sign| is_new(sign)).cloned().collect();
        if new.is_empty() {
            return;
        }
        let list: Vec<String> = new.iter().map(|(sign, symbol)| format!("{sign} as {symbol}")).collect();
        let question = format!(
            "{name}:{}:{}: {}. Read {}? [y/n] ",
            error.line,
            error.column,
            error.what,
            list.join(", ")
        );
        let mut answer = String::new();
        let is_asked = to.write_all(question.as_bytes()).and_then(|()| to.flush());
        if is_asked.and_then(|()| answers.read_line(&mut answer)).is_err()
            || !answer.trim_start().to_lowercase().starts_with('y')
        {
            return;
        }
        options.read_as.extend(new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the signs with their meanings after these answers, and the questions.
    fn asked(text: &str, answers: &str) -> (Vec<(String, String)>, String) {
        let (mut options, mut to) = (Options::default(), Vec::new());
        ask("file", text, &mut options, &mut answers.as_bytes(), &mut to);
        (options.read_as, String::from_utf8(to).unwrap())
    }

    #[test]
    fn signs_that_look_like_digits_are_asked_about() {
        let pair = |sign: &str, symbol: &str| (sign.to_owned(), symbol.to_owned());
        let text = "l2..\n..l2\n2.O.\n...3\n";
        let question = "file:1:1: 'l' looks like 1, and is another sign. Read O as 0, l as 1? [y/n] ";
        let question = question.replace("1:1: 'l' looks like 1", "3:3: 'O' looks like 0");
        let both = vec![pair("O", "0"), pair("l", "1")];
        assert_eq!(asked(text, "y\n"), (both, question.clone()));
        for answer in ["n\n", "", "what\n"] {
            assert_eq!(asked(text, answer), (Vec::new(), question.clone()));
        }
        // Two puzzles, two questions.
        let (signs, questions) = asked("l2..\n..12\n2...\n...3\n\nI2..\n..12\n2...\n...3\n", "Yes\nyes\n");
        assert_eq!(signs, [pair("l", "1"), pair("I", "1")]);
        assert_eq!(questions.matches("[y/n]").count(), 2);
        assert_eq!(asked("12..\n..12\n2...\n...3\n", ""), (Vec::new(), String::new()));
        assert_eq!(asked("12..\n..12\n2...\n...\n", ""), (Vec::new(), String::new()));
    }
}

//! Protection of puzzles that begin with `-`, as options do.

use std::ffi::OsString;

use sudoku::format::{Options, parse};

/// Returns the arguments, with a blank before each puzzle that looks like an option. Readers of puzzles ignore the
/// blank.
pub(crate) fn puzzles(args: impl IntoIterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    args.into_iter().map(|arg| {
        if !arg.to_str().is_some_and(is_puzzle) {
            return arg;
        }
        let mut shielded = OsString::from(" ");
        shielded.push(arg);
        shielded
    })
}

/// No option has as many characters without a letter after one or two dashes.
fn is_puzzle(text: &str) -> bool {
    let dashes = text.chars().take_while(|&c| c == '-').count();
    let letter = text[dashes..].starts_with(char::is_alphabetic);
    dashes > 0
        && text.len() >= 9
        && !text.contains('=')
        && (dashes > 2 || !letter || parse(text, &Options::default()).is_ok_and(|puzzles| puzzles.len() == 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_puzzles_are_shielded() {
        let puzzle = "-".repeat(80) + "1";
        let args = ["-", "--unique", "--time-limit=500ms", "--completely-mad", &puzzle];
        let shielded: Vec<OsString> = puzzles(args.map(OsString::from)).collect();
        assert_eq!(&shielded[..4], args[..4].iter().map(OsString::from).collect::<Vec<_>>());
        assert_eq!(shielded[4], OsString::from(format!(" {puzzle}")));
    }
}

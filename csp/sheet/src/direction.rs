//! Letters that are written from right to left.

use std::borrow::Cow;

/// Whether a letter belongs to a script that is written from right to left, such as Hebrew and Arabic.
pub fn runs_leftwards(letter: char) -> bool {
    matches!(letter, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}'
        | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
        && !letter.is_numeric()
}

/// Whether a letter is shaped by the letters around it, or stands above or below one, in such a script. Such letters are
/// drawn beside each other all the same.
pub fn is_shaped(letter: char) -> bool {
    let is_mark = matches!(
        letter,
        '\u{591}'
            ..='\u{5bd}' | '\u{5bf}' | '\u{5c1}' | '\u{5c2}' | '\u{5c4}' | '\u{5c5}' | '\u{5c7}' | '\u{fb1e}'
    );
    let is_alone =
        matches!(letter, '\u{590}'..='\u{5ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}');
    runs_leftwards(letter) && (is_mark || !is_alone)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Right,
    Left,
}

/// The letters of a line from left to right, as they stand on paper. The first letter of a script says whether the line as
/// a whole runs leftwards. Within words of one direction, those of the other keep their order, and so do numbers.
pub fn visual(line: &str) -> Cow<'_, str> {
    if !line.chars().any(runs_leftwards) {
        return line.into();
    }
    let letters: Vec<char> = line.chars().collect();
    let levels = levels(&letters);
    let mut all: Vec<(char, u8)> = letters.into_iter().zip(levels).collect();
    all.iter_mut().filter(|one| one.1 == 1).for_each(|one| one.0 = mirrored(one.0));
    for level in [2, 1] {
        all.chunk_by_mut(|one, next| (one.1 >= level) == (next.1 >= level))
            .filter(|part| part[0].1 >= level)
            .for_each(<[_]>::reverse);
    }
    all.into_iter().map(|one| one.0).collect::<String>().into()
}

/// How deeply each letter is within words of the other direction: odd levels run leftwards.
fn levels(letters: &[char]) -> Vec<u8> {
    let direction_of = |letter: char| match letter {
        _ if runs_leftwards(letter) => Some(Direction::Left),
        _ if letter.is_alphabetic() => Some(Direction::Right),
        _ => None,
    };
    let is_number = |at: usize| {
        let is_digit = |at: Option<usize>| at.and_then(|at| letters.get(at)).is_some_and(|c| c.is_numeric());
        let is_within = is_digit(at.checked_sub(1)) && is_digit(Some(at + 1));
        is_digit(Some(at)) || is_within && matches!(letters[at], '.' | ',' | ':' | '/')
    };
    let whole = letters.iter().find_map(|letter| direction_of(*letter)).unwrap_or(Direction::Right);
    let outer = u8::from(whole == Direction::Left);
    let level = |direction: Direction| match direction {
        Direction::Left => 1,
        Direction::Right => 2 * outer,
    };
    // Numbers have the direction of the letters before them.
    let mut last = whole;
    let known: Vec<Option<Direction>> = (0..letters.len())
        .map(|at| {
            last = direction_of(letters[at]).unwrap_or(last);
            Some(last).filter(|_| is_number(at) || direction_of(letters[at]).is_some())
        })
        .collect();
    let of = |at: usize| match known[at] {
        Some(Direction::Left) if is_number(at) => 2,
        Some(direction) => level(direction),
        // Signs and blanks between words of one direction belong to them.
        None => {
            let before = known[..at].iter().rev().flatten().next().unwrap_or(&whole);
            let after = known[at..].iter().flatten().next().unwrap_or(&whole);
            if before == after { level(*before) } else { outer }
        }
    };
    (0..letters.len()).map(of).collect()
}

/// A bracket as it looks in the other direction.
fn mirrored(letter: char) -> char {
    const PAIRS: [(char, char); 5] = [('(', ')'), ('[', ']'), ('{', '}'), ('<', '>'), ('«', '»')];
    let other = |(open, close): (char, char)| match letter {
        _ if letter == open => Some(close),
        _ if letter == close => Some(open),
        _ => None,
    };
    PAIRS.into_iter().find_map(other).unwrap_or(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_are_set_right_are_known() {
        let shaped =
            "\u{5d0}\u{5f3}\u{5b8}\u{627}\u{661}\u{fe8d}a1".chars().filter(|letter| is_shaped(*letter));
        assert_eq!(shaped.collect::<String>(), "\u{5b8}\u{627}");
    }

    #[test]
    fn words_run_in_their_direction_and_numbers_rightwards() {
        for (line, shown) in [
            ("Sudoku (9x9), 1.5", "Sudoku (9x9), 1.5"),
            ("\u{5d0}\u{5d1}\u{5d2}", "\u{5d2}\u{5d1}\u{5d0}"),
            ("\u{5d0}\u{5d1} 12.5 (\u{5d2}\u{5d3})!", "!(\u{5d3}\u{5d2}) 12.5 \u{5d1}\u{5d0}"),
            ("Sudoku \u{5d0}\u{5d1}, 3.5 x", "Sudoku 3.5 ,\u{5d1}\u{5d0} x"),
            ("\u{5d0}\u{5d1} Sudoku 9x9 \u{5d2}", "\u{5d2} Sudoku 9x9 \u{5d1}\u{5d0}"),
            ("7 \u{5d0} (a)", "(a) \u{5d0} 7"),
        ] {
            assert_eq!(visual(line), shown, "{line:?}");
        }
    }
}

//! The rules of a puzzle in words, and letters that tell rules apart that look alike.

use std::mem::{Discriminant, discriminant};

use super::clues::of_clue;
use crate::about::About;
use crate::puzzle::Puzzle;
use crate::rules::mark::{LineEnd, Mark, Outline, Paint, Weight};
use crate::rules::{Group, Kind};

/// Returns the marks of all clues, and notes that explain the rules: all rules if the puzzle has no text about them,
/// otherwise only rules whose marks look alike. Rules that look alike get letters.
pub fn explained(puzzle: &Puzzle) -> Vec<Mark> {
    let own = Told::by(puzzle);
    let mut rules: Vec<Rule> = Vec::new();
    let mut others = Vec::new();
    for clue in puzzle.clues() {
        let mut marks = of_clue(clue, puzzle);
        let is_note = |mark: &Mark| matches!(mark, Mark::Note(_));
        if marks.iter().all(is_note) {
            marks.retain(|mark| !own.tells(clue.kind, mark));
            others.extend(marks);
            continue;
        }
        // The sentence says what a note beside a sign says.
        marks.retain(|mark| !is_note(mark));
        let sentence = puzzle.sentence(clue);
        match rules.iter_mut().find(|rule| rule.sentence == sentence) {
            Some(rule) => rule.marks.push(marks),
            None => rules.push(Rule { name: clue.kind.named(), sentence, marks: vec![marks] }),
        }
    }
    let letters = letters(&rules);
    let mut all: Vec<Mark> = Vec::new();
    let mut notes = Vec::new();
    for (rule, letter) in rules.into_iter().zip(letters) {
        match letter {
            Some(letter) => notes.push(Mark::Note(format!("{letter} = {}: {}", rule.name, rule.sentence))),
            None if own.0.is_empty() => notes.push(Mark::Note(rule.sentence)),
            None => {}
        }
        for marks in rule.marks {
            all.extend(match letter {
                Some(letter) => lettered(marks, letter),
                None => marks,
            });
        }
    }
    for note in others.into_iter().chain(notes) {
        // Equal notes of several clues are printed once.
        if !all.contains(&note) {
            all.push(note);
        }
    }
    all
}

/// What the puzzle's own text says, in small letters, with single blanks between its words.
struct Told(String);

impl Told {
    fn by(puzzle: &Puzzle) -> Told {
        let lines = puzzle.about().into_iter().flat_map(About::rules);
        Told(lines.map(|line| format!(" {} ", plain(line))).collect())
    }

    /// Whether it says the same as the note of a rule, or names a rule of the whole grid.
    fn tells(&self, kind: &Kind, note: &Mark) -> bool {
        let says = |words: &str| self.0.contains(&format!(" {} ", plain(words)));
        let mut names = [kind.name, kind.label].into_iter().chain(kind.also.iter().copied());
        matches!(note, Mark::Note(text) if says(text))
            || kind.group == Group::Grid && names.any(|name| !name.is_empty() && says(name))
    }
}

/// The words of a text in small letters.
fn plain(text: &str) -> String {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// The clues that one sentence explains.
struct Rule {
    name: String,
    sentence: String,
    /// The marks of each clue.
    marks: Vec<Vec<Mark>>,
}

/// The features of a mark that distinguish it from the marks of other rules.
#[derive(PartialEq)]
struct Appearance {
    form: Discriminant<Mark>,
    paint: Option<Paint>,
    line: Option<(Weight, LineEnd, LineEnd)>,
    shape: Option<(Outline, bool)>,
    is_slanted: bool,
}

impl Appearance {
    /// Returns the appearance of a mark; `None` for marks that need no letter.
    fn of(mark: &Mark) -> Option<Appearance> {
        let form = discriminant(mark);
        let plain = Appearance { form, paint: None, line: None, shape: None, is_slanted: false };
        match mark {
            &Mark::Line { paint, weight, start, end, .. } => {
                Some(Appearance { paint: Some(paint), line: Some((weight, start, end)), ..plain })
            }
            &Mark::Shape { paint, shape, filled, .. } => {
                Some(Appearance { paint: Some(paint), shape: Some((shape, filled)), ..plain })
            }
            Mark::Outside { direction: (down, right), .. } => {
                Some(Appearance { is_slanted: *down != 0 && *right != 0, ..plain })
            }
            &Mark::Shade { paint, .. } | &Mark::Dot { paint, .. } => {
                Some(Appearance { paint: Some(paint), ..plain })
            }
            Mark::Cage { .. } | Mark::Corner { .. } => Some(plain),
            _ => None,
        }
    }
}

/// Returns a letter for each rule that has a mark that looks like a mark of another rule.
fn letters(rules: &[Rule]) -> Vec<Option<char>> {
    let looks = |rule: &Rule| -> Vec<Appearance> {
        let mut looks: Vec<Appearance> = Vec::new();
        for look in rule.marks.iter().flatten().filter_map(Appearance::of) {
            if !looks.contains(&look) {
                looks.push(look);
            }
        }
        looks
    };
    let looks: Vec<Vec<Appearance>> = rules.iter().map(looks).collect();
    let mut free = 'a'..='z';
    let is_alike = |at: usize| {
        let others = looks.iter().enumerate().filter(|&(other, _)| other != at);
        others.into_iter().any(|(_, other)| other.iter().any(|look| looks[at].contains(look)))
    };
    (0..rules.len()).map(|at| if is_alike(at) { free.next() } else { None }).collect()
}

/// Adds a letter to the marks of a clue: to its text, or else in a corner of its first cell.
fn lettered(mut marks: Vec<Mark>, letter: char) -> Vec<Mark> {
    let mut first = None;
    for mark in &mut marks {
        match mark {
            Mark::Outside { text, .. } | Mark::Cage { label: text, .. } | Mark::Corner { text, .. } => {
                text.push(letter);
                return marks;
            }
            Mark::Line { cells, .. } | Mark::Shade { cells, .. } => first = first.or(cells.first().copied()),
            Mark::Shape { cell, .. } => first = first.or(Some(*cell)),
            Mark::Dot { cells, .. } => first = first.or(Some(cells[0])),
            _ => {}
        }
    }
    marks.extend(first.map(|cell| Mark::Tag { cell, text: letter.into() }));
    marks
}

impl About {
    /// The lines of the puzzle's own text about its rules.
    pub fn rules(&self) -> impl Iterator<Item = &str> {
        const OTHERS: [&str; 3] = ["Date: ", "Url: ", "Level: "];
        let is_rule =
            |line: &&str| !line.trim().is_empty() && !OTHERS.iter().any(|head| line.starts_with(head));
        self.comments.iter().map(String::as_str).filter(is_rule)
    }

    /// The difficulty, as the document tells it.
    pub fn level(&self) -> Option<&str> {
        self.comments.iter().find_map(|line| line.strip_prefix("Level: ")).map(str::trim)
    }

    /// The author and the difficulty, in a line.
    pub(crate) fn byline(&self) -> String {
        let parts = self.author.as_deref().into_iter().chain(self.level()).map(str::trim);
        parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<Mark> {
        explained(&text.parse().expect("a valid puzzle"))
    }

    #[test]
    fn rules_of_the_whole_grid_are_told_once() {
        let notes = |text: &str| -> Vec<String> {
            let note = |mark| if let Mark::Note(text) = mark { Some(text) } else { None };
            of(text).into_iter().filter_map(note).collect()
        };
        let knight = "Cells a knight's move apart are different.";
        assert_eq!(notes("size: 9\nanti-knight"), [knight]);
        for own in
            [knight, "Fill the grid. Anti-Knight: no repeats.", "No digit sees itself by a knight’s move."]
        {
            assert!(notes(&format!("size: 9\nrules: {own}\nanti-knight")).is_empty(), "{own}");
        }
        assert_eq!(notes("size: 9\nrules: Making this took long.\nanti-king").len(), 1);
        // What stands beside a sign is in its sentence.
        let pairs = ["Two neighbours on a red line, in its order, are one of the pairs 1/2."];
        assert_eq!(notes("size: 9\nallowed 1/2: r1c1 r1c2"), pairs);
    }

    fn notes(marks: &[Mark]) -> Vec<&str> {
        let mut notes = Vec::new();
        for mark in marks {
            if let Mark::Note(text) = mark {
                notes.push(text.as_str());
            }
        }
        notes
    }

    #[test]
    fn a_puzzle_without_text_is_explained() {
        let marks = of("killer 15: r1c1 r1c2\nkiller 3: r2c1 r2c2\nwhisper 4: r5c1-r5c3\nanti-knight\n");
        let notes = notes(&marks);
        assert_eq!(notes.len(), 3, "{notes:?}");
        assert_eq!(notes[0], "Cells a knight's move apart are different.");
        assert_eq!(notes[1], "Digits in a cage do not repeat and add up to its number.");
        assert_eq!(notes[2], "Neighbours on a whisper line differ by at least 4.");
        assert!(self::notes(&of("rules: Cages.\nkiller 15: r1c1 r1c2\n")).is_empty());
    }

    #[test]
    fn rules_that_look_alike_have_letters() {
        let marks =
            of("rules: Clues outside.\nskyscraper 4: column 3\nsandwich 4: column 4\nthermo: r1c1 r1c2\n");
        let text =
            |mark: &Mark| if let Mark::Outside { text, .. } = mark { Some(text.clone()) } else { None };
        let texts: Vec<String> = marks.iter().filter_map(text).collect();
        assert_eq!(texts, ["4a", "4b"]);
        let notes = notes(&marks);
        assert!(notes[0].starts_with("a = Skyscraper: ") && notes[1].starts_with("b = Sandwich: "));
        assert_eq!(notes.len(), 2);
        let lines = of("dutch-whisper: r1c1 r1c2\nwhisper 4: r5c1-r5c3\n");
        let tags: Vec<(u16, &str)> = lines
            .iter()
            .filter_map(
                |mark| if let Mark::Tag { cell, text } = mark { Some((*cell, text.as_str())) } else { None },
            )
            .collect();
        assert_eq!(tags, [(0, "a"), (36, "b")]);
    }
}

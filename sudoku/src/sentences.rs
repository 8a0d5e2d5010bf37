//! The rules of a puzzle as a setter tells them to players.

use crate::grid::House;
use crate::puzzle::Puzzle;
use crate::rules::{Clue, Kind};

impl Puzzle {
    /// The rules in short sentences for players, each once: what the grid says by itself, then the rules of the clues, each
    /// with its kind.
    ///
    /// ```
    /// let puzzle: sudoku::Puzzle = "size: 9\nkiller 5: r1c1 r1c2\nkiller 9: r2c1 r2c2\nwhisper: r5c5 r6c6\n".parse()?;
    /// let told: Vec<String> = puzzle.sentences().into_iter().map(|(_, sentence)| sentence).collect();
    /// assert_eq!(told, [
    ///     "Normal sudoku rules apply.",
    ///     "Digits in a cage do not repeat and add up to its number.",
    ///     "Neighbours on a green line differ by at least 5.",
    /// ]);
    /// # Ok::<(), sudoku::ParseError>(())
    /// ```
    pub fn sentences(&self) -> Vec<(Option<&'static Kind>, String)> {
        let mut all = vec![(None, self.of_grid())];
        for clue in self.clues() {
            let sentence = self.sentence(clue);
            if !all.iter().any(|(_, told)| *told == sentence) {
                all.push((Some(clue.kind), sentence));
            }
        }
        all
    }

    /// The rule of a clue in a sentence for players; without one, its help.
    pub fn sentence(&self, clue: &Clue) -> String {
        let kind = clue.kind;
        let sentence = match (clue.first_number(), kind.sentence_without_number) {
            (_, _) if kind.sentence.is_empty() => kind.help,
            (Some(_), _) | (None, "") => kind.sentence,
            (None, other) => other,
        };
        let in_grid =
            clue.part.map(|part| format!(" (In {}.)", self.grid.shape().parts[usize::from(part)].name));
        self.said(sentence, clue) + &in_grid.unwrap_or_default()
    }

    fn said(&self, sentence: &str, clue: &Clue) -> String {
        if !sentence.contains('{') {
            return sentence.to_owned();
        }
        let text = clue.as_text(&self.grid, &self.symbols);
        let [least, greatest] = self.ends(clue);
        let params: Vec<String> = clue.numbers().map(|number| number.to_string()).collect();
        let parts = [
            ("{number}", clue.amount().to_string()),
            ("{params}", listed(&params, "and")),
            ("{word}", (clue.kind.word)(clue, clue.cells(), &self.grid)),
            ("{least}", least),
            ("{greatest}", greatest),
            ("{text}", text.strip_prefix(clue.kind.name).map_or(&*text, str::trim_start).to_owned()),
        ];
        parts.iter().fold(sentence.to_owned(), |sentence, (name, part)| sentence.replace(name, part))
    }

    /// The symbols of the least and the greatest value, or of the two that a clue names in their place.
    pub(crate) fn ends(&self, clue: &Clue) -> [String; 2] {
        let values = &self.grid.shape().values;
        let ends = (clue.kind.ends)(clue).unwrap_or([*values.start(), *values.end()]);
        ends.map(|number| match number.checked_sub(*values.start()).map(u8::try_from) {
            Some(Ok(value)) if values.contains(&number) => self.symbols.get(value).to_owned(),
            _ => number.to_string(),
        })
    }

    /// What holds without clues.
    fn of_grid(&self) -> String {
        let kind = |house: &House| match (house.is_row(), house.is_column(), house.is_named_by_symbol()) {
            (true, ..) => "row",
            (_, true, _) => "column",
            (.., true) => "region",
            _ => "box",
        };
        let houses = self.grid.houses();
        let is_there = |name: &&str| houses.iter().any(|house| kind(house) == *name);
        let kinds = ["row", "column", "box", "region"].into_iter().filter(is_there);
        let kinds: Vec<String> = kinds.map(str::to_owned).collect();
        if kinds == ["row", "column", "box"] && self.grid.values() == 9 && self.grid.first_value() == 1 {
            return "Normal sudoku rules apply.".into();
        }
        let symbol = |value: Option<u8>| value.map_or("", |value| self.symbols.get(value));
        let values = self.all_values();
        let (least, greatest) = (symbol(values.iter().next()), symbol(values.iter().last()));
        let range = format!("Digits from {least} to {greatest}");
        if kinds.is_empty() {
            format!("{range} stand in the cells.")
        } else {
            format!("{range} do not repeat in any {}.", listed(&kinds, "or"))
        }
    }
}

/// Returns words as a list, with one word before the last: "and", "or".
fn listed(words: &[String], before_last: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} {before_last} {last}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::print::marks_of;
    use crate::rules::KINDS;

    fn read(text: &str) -> Puzzle {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    fn example(kind: &Kind) -> Puzzle {
        let size = if kind.example().contains("size:") { "" } else { "size: 9\n" };
        read(&format!("{size}{}\n", kind.example()))
    }

    fn told(text: &str) -> Vec<String> {
        read(text).sentences().into_iter().map(|(_, sentence)| sentence).collect()
    }

    #[test]
    fn every_rule_has_a_name_and_a_sentence_for_players() {
        let (mut names, mut sentences) = (BTreeSet::new(), BTreeSet::new());
        for kind in KINDS {
            let name = kind.named();
            assert!(name.starts_with(char::is_uppercase) && name.chars().count() <= 20, "{name}");
            assert!(names.insert(name), "{} has the name of another rule", kind.name());
            for sentence in [kind.sentence(), kind.sentence_without_number()] {
                assert!(
                    sentence.is_empty() || sentences.insert(sentence),
                    "{} has the words of another",
                    kind.name()
                );
                assert!(sentence.is_empty() || sentence.ends_with('.'), "{sentence}");
                assert!(sentence.chars().count() <= 180, "{sentence}");
                let is_code = |name: &str| name.contains('-') && sentence.contains(name);
                assert!(!KINDS.iter().any(|kind| is_code(kind.name())), "{sentence}");
            }
            let puzzle = example(kind);
            for clue in puzzle.clues() {
                let sentence = puzzle.sentence(clue);
                assert!(
                    !kind.sentence().is_empty() && !sentence.contains(['{', '}']),
                    "{}: {sentence}",
                    kind.name()
                );
            }
        }
    }

    /// What players cannot see in the picture stands in the sentence.
    #[test]
    fn numbers_that_are_not_drawn_are_told() {
        for kind in KINDS {
            let puzzle = example(kind);
            for (at, clue) in puzzle.clues().iter().enumerate().filter(|(_, clue)| clue.kind == kind) {
                let seen = format!("{:?} {}", marks_of(&puzzle, at), puzzle.sentence(clue));
                let hidden: Vec<i32> = clue
                    .numbers()
                    .filter(|number| !seen.contains(&number.unsigned_abs().to_string()))
                    .collect();
                assert!(hidden.is_empty(), "{}: {hidden:?} of {seen}", kind.name());
            }
        }
    }

    #[test]
    fn the_grid_speaks_first() {
        assert_eq!(told("size: 6\n"), ["Digits from 1 to 6 do not repeat in any row, column or box."]);
        assert_eq!(
            told("size: 2\nsymbols: ab\nboxes: none\n")[0],
            "Digits from a to b do not repeat in any row or column."
        );
    }

    #[test]
    fn clues_with_and_without_a_number_have_their_sentences() {
        assert_eq!(
            told("size: 9\nwhite: r1c1 r1c2\nwhite 3: r2c1 r2c2\nsandwich 5: row 1\nglobal-mod\n")[1..],
            [
                "A white dot joins consecutive digits.",
                "A white dot with a number joins digits that differ by it.",
                "A number outside the grid is the sum of the digits between 1 and 9 in its row or column.",
                "Every 2×2 square has digits of all remainders when divided by 3.",
            ]
        );
    }
}

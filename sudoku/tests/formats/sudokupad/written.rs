//! Drawings of puzzles, and documents that are written and read back.

use sudoku::Solver;
use sudoku::format::{Format, write};

use super::{clues, line, read, shape, unknown};
use crate::support::one;

#[test]
fn pictures_show_what_is_not_understood_as_it_was_drawn() {
    let parts = format!(
        r#","lines":[{}],"overlays":[{}],"cages":[{{"cells":[[4,4],[4,5]],"value":"?!"}}]"#,
        line("#12AB34", 9.6, "[0.5,0.5],[0.5,2.5]"),
        shape("6.5,6.5", 0.9, "#FEDCBA", "#000000", true, "Hi"),
    );
    let puzzle = read("Digits differ.", &parts);
    let image = sudoku::print::Drawing::of(&puzzle).draw();
    for drawn in ["#12AB34FF", "#FEDCBAFF", ">Hi<", ">?!<", "M32 32L160 32"] {
        assert!(image.contains(drawn), "{drawn}");
    }
    let known = read(
        "Green lines are renban.",
        &format!(r#","lines":[{}]"#, line("#12AB34", 9.6, "[0.5,0.5],[0.5,2.5]")),
    );
    assert!(known.about().is_some_and(|about| about.sketches.is_empty()));
}

#[test]
fn what_is_written_is_read_back() {
    let text = "size: 9\ntitle: All of them\ngrid:\n1........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n\
        killer 12: r1c1 r1c2\nthermo: r2c1 r2c2 r2c3\narrow: r3c1 = r3c2 r3c3\nrenban: r4c1 r4c2 r4c3\nwhisper: r5c1 r5c2\n\
        palindrome: r6c1 r6c2 r6c3\nbetween: r7c1 r7c2 r7c3\nregion-sum: r8c2 r8c3 r8c4 r8c5\nwhite: r1c5 r1c6\nblack 3: r2c5 r2c6\n\
        x: r3c5 r3c6\nv: r4c5 r4c6\nquadruple 1 2: r5c5 r5c6 r6c5 r6c6\nodd: r9c1 r9c2\neven: r9c4\nmaximum: r7c8\n\
        greater: r1c8 r1c9\nlittle-killer 30: r1c2 dr\nsandwich 10: row 2\nx-sum 20: top 3\nskyscraper 3: left 5\n\
        diagonal+\nanti-knight\nnonconsecutive\nmodular 3: r6c7 r6c8 r6c9\n";
    let puzzle = one(text);
    let mut link = String::new();
    assert_eq!(write(&puzzle, Format::SudokuPad, 0, &mut link), None);
    assert!(link.starts_with("https://sudokupad.app/sclN4"));
    let again = one(&link);
    assert_eq!((again.cells(), unknown(&again)), (puzzle.cells(), vec![]));
    // The ends of sandwiches are written in words.
    let ends = one("size: 9\nsandwich 10 2 8: top 2\nsandwich 0 2 8: left 4\n");
    let mut other = String::new();
    assert_eq!(write(&ends, Format::SudokuPad, 0, &mut other), None);
    assert_eq!(clues(&one(&other)), clues(&ends));
    // A rule without a drawing is named.
    let other = one("size: 4\nkropki: grid\n".replace("kropki: grid", "lockout: r1c1 r1c2 r1c3").as_str());
    let lost = write(&other, Format::SudokuPad, 0, &mut link);
    assert!(lost.is_some_and(|lost| lost.to_string().contains("lockout")));
}

#[test]
fn rules_without_a_drawing_are_written_in_words() {
    for name in ["windoku", "global-entropy", "global-mod", "anti-taxicab", "dutch-flatmates"] {
        for text in ["", "rules: Digits are fun.\n"] {
            let puzzle = one(&format!("size: 9\n{text}{name}\n"));
            let mut link = String::new();
            assert_eq!(write(&puzzle, Format::SudokuPad, 0, &mut link), None, "{name}");
            let again = one(&link);
            assert_eq!(clues(&again), clues(&puzzle), "{name}");
            let mut second = String::new();
            assert_eq!(write(&again, Format::SudokuPad, 0, &mut second), None, "{name}");
            assert_eq!(second, link, "{name}, written again");
        }
    }
}

/// The puzzles of 40 published samples have exactly the solution of their setter, both as read and after they were
/// drawn and read again.
#[test]
fn published_puzzles_have_the_solution_of_their_setter() {
    let texts: Vec<&str> = include_str!("published.txt").split("===\n").collect();
    let mut lost = Vec::new();
    for text in &texts {
        let puzzle = one(text);
        let about = puzzle.about().expect("a title and a solution");
        let title = about.title.clone().expect("a title");
        let answer = Solver::default().solve(&puzzle, 2);
        assert!(answer.is_unique(), "{title}");
        assert_eq!(about.solution.as_ref(), answer.solutions.first(), "{title}");
        let mut link = String::new();
        if write(&puzzle, Format::SudokuPad, 0, &mut link).is_some() {
            lost.push(title);
            continue;
        }
        let again = one(&link);
        assert_eq!(unknown(&again), Vec::<String>::new(), "{title}");
        let answer = Solver::default().solve(&again, 2);
        assert!(answer.is_unique(), "{title}, read again");
        assert_eq!(about.solution.as_ref(), answer.solutions.first(), "{title}, read again");
    }
    assert_eq!(texts.len(), 40);
    assert_eq!(
        lost,
        ["Tangled Arrows", "Cloneways Game of Life", "159", "Alien"],
        "rules that have no drawing"
    );
}

//! Pasted input: boards from programs, spreadsheets and texts, signs that look like digits, and documents of SudokuPad
//! whose drawing does not show every rule.

use super::support::*;

/// Boards in the notations of lessons for programmers: the same board in some, a solved one, and others.
const LEETCODE: &str = r#"[["5","3",".",".","7",".",".",".","."],["6",".",".","1","9","5",".",".","."],[".","9","8",".",".",".",".","6","."],["8",".",".",".","6",".",".",".","3"],["4",".",".","8",".","3",".",".","1"],["7",".",".",".","2",".",".",".","6"],[".","6",".",".",".",".","2","8","."],[".",".",".","4","1","9",".",".","5"],[".",".",".",".","8",".",".","7","9"]]"#;
const LEETCODE_SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const RACKET: &str = "(define BD4\n  (list 2 7 4 B 9 1 B B 5\n        1 B B 5 B B B 9 B\n        6 B B B B 3 2 8 B\n        B B 1 9 B B B B 8\n        B B 5 1 B B 6 B B\n        7 B B B 8 B B B 3\n        4 B 2 B B B B B 9\n        B B B B B B B 7 B\n        8 B B 3 4 9 B B B))\n";

#[test]
fn boards_of_lessons_are_solved() {
    assert_eq!(piped(["solve", "--unique"], LEETCODE), run(0, lines([LEETCODE_SOLVED]), ""));
    assert_eq!(sudoku(["solve", "--unique", LEETCODE]), run(0, lines([LEETCODE_SOLVED]), ""));
    let racket = piped(["solve", "--unique"], RACKET);
    assert_eq!((racket.status, racket.stderr.as_str()), (Some(0), ""));
    assert!(racket.stdout.starts_with("274"), "{}", racket.stdout);
    let rows: Vec<&str> = (0..9).map(|row| &INKALA[9 * row..9 * row + 9]).collect();
    let zeros: Vec<String> = rows.iter().map(|row| row.replace('.', "0")).collect();
    let added: String = zeros.iter().map(|row| format!(".add\"{row}\" to fixed\n")).collect();
    let text = format!("\"{}\\n\"", rows.join("\\n"));
    let python = format!("seq='{}'\n", zeros.concat());
    for text in [added, text, python] {
        assert_eq!(piped(["solve", "--unique"], &text), run(0, lines([INKALA_SOLVED]), ""), "{text}");
    }
}

#[test]
fn files_of_spreadsheets_are_solved_in_any_encoding() {
    let row = |row: usize| -> Vec<&str> {
        INKALA[9 * row..9 * row + 9]
            .split("")
            .filter(|cell| !cell.is_empty())
            .map(|cell| cell.trim_matches('.'))
            .collect()
    };
    for between in ["\t", ",", ";"] {
        let text: String = (0..9).map(|at| row(at).join(between) + "\r\n").collect();
        let little: Vec<u8> =
            "\u{FEFF}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> =
            "\u{FEFF}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_be_bytes).collect();
        for bytes in [text.clone().into_bytes(), format!("\u{FEFF}{text}").into_bytes(), little, big] {
            assert_eq!(
                piped(["solve", "--unique"], &bytes),
                run(0, lines([INKALA_SOLVED]), ""),
                "{between:?}"
            );
        }
    }
}

#[test]
fn files_beside_the_puzzle_are_read_in_any_encoding() {
    let now = EASY.replacen('.', "9", 1);
    let wide: Vec<u8> =
        "\u{FEFF}".encode_utf16().chain(now.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let folder = Folder::new("pasted-wide").with("now", &now).with("wide", wide);
    let plain = folder.sudoku(["hint", "--now", "now", EASY]);
    assert_eq!(plain.status, Some(0), "{plain:?}");
    assert_eq!(folder.sudoku(["hint", "--now", "wide", EASY]), plain);
}

#[test]
fn signs_that_look_like_digits_are_named() {
    let text = EASY.replace('1', "l").replace('.', "O");
    let answer = piped(["solve"], lines([&text]));
    let note = "standard input:1:3: 'O' looks like 0, and is another sign (--read-as O=0,l=1 reads it so)\n";
    assert_eq!(answer, run(2, "invalid\n", note));
    let typed = sudoku(["solve", &text]);
    assert_eq!(
        (typed.status, typed.stderr.replace("argument", "standard input")),
        (Some(2), note.to_owned())
    );
    for signs in [&["--read-as", "O=0,l=1"][..], &["--read-as", "l=1", "--read-as", "O=0"]] {
        let args = [&["solve", "--unique"], signs].concat();
        assert_eq!(piped(args, lines([&text])), run(0, lines([EASY_SOLVED]), ""));
    }
    let wrong = sudoku(["solve", "--read-as", "l", EASY]);
    assert_eq!(wrong.status, Some(2));
    assert!(wrong.stderr.contains("as in l=1"), "{}", wrong.stderr);
}

#[test]
fn files_and_puzzles_in_the_place_of_a_command() {
    let folder = Folder::new("no_command").with("rows.txt", lines([EASY]));
    let file = folder.sudoku(["rows.txt"]);
    assert_eq!((file.status, file.stdout.as_str()), (Some(2), ""));
    assert!(
        file.stderr.starts_with(
            "sudoku: rows.txt is a file, and a command comes before it: `sudoku solve rows.txt`"
        ),
        "{}",
        file.stderr
    );
    let missing = folder.sudoku(["nofile.txt"]).stderr;
    assert!(missing.contains("nofile.txt is the name of a file"), "{missing}");
    assert!(folder.sudoku([EASY]).stderr.contains("PUZZLE is a puzzle"));
    assert!(folder.sudoku(["solv"]).stderr.contains("did you mean solve?"));
}

#[test]
fn messages_say_what_is_wrong() {
    let rows = piped(["solve"], lines(vec!["1".repeat(22); 9]));
    assert!(rows.stderr.contains("9 rows of 22 cells, 22 rows expected"), "{}", rows.stderr);
    let one = piped(["solve"], "8\n");
    assert!(one.stderr.contains("'8' in a grid of 1x1, which has only 1"), "{}", one.stderr);
}

/// Returns a document of SudokuPad with an empty grid and these lines.
fn document(rules: &str, drawn: &str) -> String {
    let cells = vec![format!("[{}]", ["{}"; 4].join(",")); 4].join(",");
    let regions = "[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]";
    format!(r#"{{"cells":[{cells}],"regions":[{regions}],"metadata":{{"rules":"{rules}"}},{drawn}}}"#)
}

const GREY: &str = r#""lines":[{"wayPoints":[[0.5,0.5],[0.5,3.5]],"color":"CFCFCF","thickness":16}]"#;
const ODD: &str = r#""lines":[{"wayPoints":[[0.5,0.5],[0.5,3.5]],"color":"123456","thickness":7}]"#;

#[test]
fn readings_of_a_drawing_are_named_and_changed() {
    let text = document("Digits on a palindrome read the same.", GREY);
    let json = piped(["count", "--format", "json"], &text);
    assert_eq!(json.status, Some(0));
    assert!(json.stderr.contains("palindrome: line1"), "{}", json.stderr);
    let json = piped(["solve", "--format", "json"], &text);
    assert!(json.stdout.contains("\"guesses\"") && json.stdout.contains("palindrome"), "{}", json.stdout);
    let renban = piped(["convert", "--to", "native", "--as", "line1=renban"], &text);
    assert!(renban.stdout.contains("renban: r1c1-r1c4"), "{}", renban.stdout);
    let nothing = piped(["convert", "--to", "native", "--as", "line1=nothing"], &text);
    assert!(!nothing.stdout.contains("r1c1"), "{}", nothing.stdout);
    let wrong = piped(["count", "--as", "line1=nonsense"], &text);
    assert_eq!(wrong.status, Some(2), "{}", wrong.stderr);
}

#[test]
fn what_is_drawn_and_not_understood_is_refused_unless_it_is_left_out() {
    let text = document("A rule of a kind that nobody knows.", ODD);
    for command in [&["solve"][..], &["count"], &["check"], &["solve", "--format", "json"]] {
        let refused = piped(command, &text);
        assert_eq!(refused.status, Some(2), "{command:?} {}", refused.stderr);
        assert!(!refused.stdout.contains("1234"), "{}", refused.stdout);
    }
    assert!(piped(["solve"], &text).stderr.contains("line1"));
    let left = piped(["count", "--ignore-unknown"], &text);
    assert_eq!((left.status, left.stdout.as_str()), (Some(0), "288\n"));
    // If a drawing has several solutions, none is shown as its solution.
    let several = piped(["solve", "--ignore-unknown"], &text);
    assert!(several.status != Some(0), "{} {}", several.stdout, several.stderr);
}

#[test]
fn a_drawing_without_a_solution_is_read_in_another_way() {
    // The thermometer has equal digits.
    let thermo = r#""lines":[{"wayPoints":[[1.5,1.5],[2.5,2.5]],"color":"CFCFCF","thickness":21}],
        "underlays":[{"center":[1.5,1.5],"width":0.85,"height":0.85,"rounded":true,"backgroundColor":"CFCFCF","borderColor":"CFCFCF"}]"#;
    let mut text = document("Digits increase along thermometers.", thermo);
    for digit in "12..341.2.4.43..".chars() {
        let cell = if digit == '.' { "{ }".to_owned() } else { format!(r#"{{"value":{digit}}}"#) };
        text = text.replacen("{}", &cell, 1);
    }
    let told = "read as slow-thermo: line1 (read as thermo, there was no solution)";
    for (command, answer) in [("solve", "1234341221434321"), ("count", "1"), ("check", "unique")] {
        let done = piped([command], &text);
        assert!(done.stderr.contains(told), "{command} {}", done.stderr);
        assert!(done.stdout.contains(answer), "{command} {}", done.stdout);
        assert_eq!(done.status, Some(0), "{command} {}", done.stderr);
    }
    // If the document brings a solution that no reading has, those that clash are named.
    let other = text.replacen(r#""metadata":{"#, r#""metadata":{"solution":"1234341221433421","#, 1);
    let none = piped(["solve"], &other);
    assert!(
        none.stderr.contains("no solution with these readings together: thermo: line1"),
        "{}",
        none.stderr
    );
    assert!(!none.stdout.contains("1234"), "{}", none.stdout);
}

//! Texts without boards are silent, and what nearly is a board is told with its place.

use super::*;

/// Texts that have numbers, brackets and tables, and no boards.
const WITHOUT: [&str; 23] = [
    "In 2026 we met 9 people, 4 of them twice; the others came 3, 5 or 7 times.",
    "1234 5678 9012 3456 is the number of my card, and 123456789 that of my phone.",
    "0, 1, 2, 3, 4, 5, 6, 7, 8. Those are the positions, 9 to 17 and so on.",
    "for (int i = 0; i < 9; i++) { for (int j = 0; j < 9; j++) { a[i][j] = 0; } }",
    "A = [1 0 0; 0 1 0; 0 0 1]; B = eye(9);",
    "identity = [[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]]",
    "| name | age |\n|------|-----|\n| Ann  | 34  |\n| Bob  | 27  |\n| Eve  | 9 |\n",
    "commit 9fceb02d0ae598e95dc970b74767f19372d61af8 of 2026-11-27 10:15:32 by me",
    "192.168.0.1 - - [27/Nov/2026:10:15:32 +0000] \"GET /index.html HTTP/1.1\" 200 2326",
    "550e8400-e29b-41d4-a716-446655440000 and 6ba7b810-9dad-11d1-80b4-00c04fd430c8 are ids.",
    "pi is 3.14159265358979323846264338327950288419716939937510582097494459230781640628620899",
    "A,B,C,D\n1,2,3,4\n2,3,4,5\n3,4,5,6\n4,5,6,7\n",
    "00:00:06,240 --> 00:00:10,530 In this video 2 00:00:10,530 --> 00:00:14,200 of a solver",
    "<table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>",
    "say \"---+---+---\"\nif row = 4 or row = 7\nset text to \"\"",
    "(define (next x) (+ x 1))\n(list 1 2 3 4 5 6 7 8 9)\n(map f '(0 9 18 27 36 45 54 63 72))",
    "To be, or not to be: that is the question. Whether 'tis nobler in the mind to suffer",
    "a = np.zeros((9, 9))\nb = [[0]*9 for _ in range(9)]\nprint(a[1, 2], b[3][4])",
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3",
    "10:15:31 load 0.42 0.31 0.22 mem 1024 2048\n10:16:31 load 0.40 0.33 0.21 mem 1024 2048\n",
    "The matrix\n0 0 1 0 1 1 0\n1 0 0 1 0 0 1\n0 1 1 0 0 1 0\n1 0 0 1 0 0 0\n0 1 0 0 0 0 1\n0 0 0 1 1 0 1\nhas a cover.",
    "[1] [2] [3] [4] are the references; see [5] [6] [7] [8].\n[1] [2] A. Author, 2012.",
    "SELECT a, b, c, d FROM t WHERE x IN (1, 2, 3, 4) AND y IN (5, 6, 7, 8);",
];

#[test]
fn texts_without_boards_are_silent() {
    for text in WITHOUT {
        assert_eq!(boards(text), (Vec::new(), Vec::new()), "{text}");
    }
    let all = WITHOUT.join("\n\n");
    assert_eq!(boards(&all), (Vec::new(), Vec::new()));
    let (found, errors) = boards(&format!("{all}\n{EASY}\n{all}\n"));
    assert_eq!((found, errors), (vec![EASY.to_owned()], Vec::new()));
}

#[test]
fn a_text_without_a_board_is_one_error() {
    let text = "Dear Sir or Madam,\nhow are you?\n";
    let error = refused(text);
    assert!(error.what.contains("no board") && error.hint.is_some(), "{error}");
}

#[test]
fn what_is_nearly_a_board_is_told_with_its_place() {
    let rows: Vec<&str> = (0..9).map(|at| &EASY[9 * at..9 * at + 9]).collect();
    let list = |rows: &[&str]| {
        let row = |row: &&str| {
            row.chars().map(|c| if c == '.' { '0' } else { c }.to_string()).collect::<Vec<_>>().join(",")
        };
        format!("My board:\n[[{}]]\nand more.", rows.iter().map(row).collect::<Vec<_>>().join("],\n ["))
    };
    let told = |text: &str| {
        let (found, errors) = boards(text);
        assert!(found.is_empty(), "{found:?}\n{text}");
        assert_eq!(errors.len(), 1, "{errors:?}\n{text}");
        errors[0].clone()
    };
    let short = told(&list(&rows[..8]));
    assert!(short.starts_with("2:3: 8 rows of 9 cells"), "{short}");
    let mut damaged = rows.clone();
    damaged[4] = &rows[4][1..];
    let row = told(&list(&damaged));
    assert!(row.starts_with("6:3: a row of 8 cells, 9 expected"), "{row}");
    let text = told(&format!("the board is \"{}\", I think", &EASY[1..]));
    assert!(text.starts_with("1:15: 80 cells") && text.contains("1 missing"), "{text}");
    let printed = told(&format!("Here it is, with a mistake:\n\n{}\n\nbye, all\n", damaged.join("\n")));
    assert!(printed.starts_with("7:1: row 5 has 8 cells, 9 expected"), "{printed}");
    let signs = told(&format!("b = \"{}\"", EASY.replace('1', "l")));
    assert!(signs.contains("--read-as l=1"), "{signs}");
}

#[test]
fn only_whole_formats_are_read_if_it_is_asked_for() {
    let options = Options { whole: true, ..Options::default() };
    let text = format!("Try {EASY}, it is nice.\n");
    let (found, errors) = boards_with(&text, &options);
    assert_eq!((found.len(), errors.len()), (0, 1), "{errors:?}");
    assert_eq!(boards_with(&format!("{EASY}\n"), &options).0, [EASY]);
}

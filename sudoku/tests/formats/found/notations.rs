//! Tables, frames, signs and digits of other programs and scripts.

use super::forms::{boxed, check, lines_of, open, printed, rows};
use super::*;

/// Returns the rows with frames of a sign around the boxes.
fn framed(frame: &str, row: impl Fn(&[char]) -> String) -> String {
    let line = |at: usize, cells: &[char]| {
        row(cells) + &if at % 3 == 2 { format!("\n{frame}") } else { String::new() }
    };
    format!("{frame}\n{}", lines_of(line))
}

#[test]
fn frames_and_bars() {
    let pipes = |row: &[char]| {
        let cells: Vec<String> = row.iter().map(|c| open(" ")(*c)).collect();
        let boxes: Vec<String> = cells.chunks(3).map(|part| part.join(" | ")).collect();
        format!("# {} #", boxes.join(" # "))
    };
    check(&[
        ("frames of #", framed("#############", |row| format!("#{}#", boxed(row, "", "#")))),
        ("wide frames of #", framed(&"#".repeat(25), |row| format!("# {} #", boxed(row, " ", " # ")))),
        ("frames of # with bars", framed(&"#".repeat(37), pipes)),
        ("exclamation marks", printed(" ", " ! ", "------!-------!------", '.')),
        ("letters as bars", printed(" ", " I ", "---------------------", '.')),
        ("colons", printed(" ", " : ", "", '.')),
        ("slashes", printed(" ", " / ", "", '.')),
        ("blocks", lines_of(|_, row| format!("█{}█", boxed(row, "", "█")))),
        ("bars without ends", rows(open(" "), "|", "\n")),
        (
            "double bars in the header",
            format!("||1||2||3||4||5||6||7||8||9||\n|{}|", rows(open(" "), "|", "|\n|")),
        ),
        (
            "a header of letters",
            format!(
                "┌───┬───┐\n│ a ┆ b ┆ c ┆ d ┆ e ┆ f ┆ g ┆ h ┆ i │\n╞═══╪═══╡\n│ {} │\n└───┴───┘",
                rows(open("0"), " ┆ ", " │\n│ ")
            ),
        ),
        (
            "a header of names",
            format!(
                "+---+---+\n|c1 |c2 |c3 |c4 |c5 |c6 |c7 |c8 |c9 |\n+---+---+\n| {} |\n+---+---+",
                rows(open("0"), " | ", " |\n| ")
            ),
        ),
        (
            "an index of numbers",
            format!(
                ",0,1,2,3,4,5,6,7,8\n{}",
                lines_of(|at, row| {
                    format!("{at},{}", row.iter().map(|c| open("")(*c)).collect::<Vec<_>>().join(","))
                })
            ),
        ),
    ]);
}

#[test]
fn tables_of_documents() {
    let command = |row: &[char]| {
        let cell = |c: &char| format!("{{{}}}", open(" ")(*c));
        row.chunks(3).map(|part| part.iter().map(cell).collect::<String>()).collect::<Vec<_>>().join("  ")
    };
    check(&[
        ("asciidoc", format!("|===\n|{}\n|===", rows(open(""), " |", "\n|"))),
        (
            "asciidoc, a cell a line",
            format!("[cols=\"9*\"]\n|===\n| {}\n|===", rows(open(""), "\n| ", "\n\n| ")),
        ),
        ("braces of latex", lines_of(|_, row| format!("\\setrow {}", command(row)))),
        (
            "commas of latex",
            lines_of(|at, row| {
                let cells: Vec<String> = row.iter().map(|c| open("{}")(*c)).collect();
                format!("\\setrow{{{}}}{{{}}}", 9 - at, cells.join(","))
            }),
        ),
        (
            "points of latex",
            format!("\\begin{{array}}{{ccc}}\n{}\n\\end{{array}}", rows(open("\\cdot"), " & ", " \\\\\n")),
        ),
        (
            "nodes of latex",
            format!("\\matrix[matrix of nodes]{{\n{} \\\\\n}};", rows(open(""), " \\& ", " \\\\\n")),
        ),
        ("typst", format!("#table(columns: 9,\n  [{}],\n)", rows(open(""), "], [", "],\n  ["))),
        (
            "elements of a list",
            format!(
                "<ArrayOfInt>\n<int>{}</int>\n</ArrayOfInt>",
                rows(open("0"), "</int>\n<int>", "</int>\n<int>")
            ),
        ),
        (
            "rows of elements",
            format!(
                "<array><integer>{}</integer></array>",
                rows(open("0"), "</integer><integer>", "</integer></array>\n<array><integer>")
            ),
        ),
        (
            "divisions in a row",
            format!(
                "<div id=g><div class=\"cell\">{}</div></div>",
                rows(open(""), "</div><div class=\"cell\">", "</div><div class=\"cell\">")
            ),
        ),
        (
            "fields in a row",
            EASY.chars().map(|c| format!("<input size=1 value=\"{}\">\n", open("")(c))).collect(),
        ),
        (
            "fields in capitals",
            format!(
                "<TABLE><TR>{}</TR></TABLE>",
                rows(
                    |c| if c == '.' {
                        "<TD><INPUT CLASS=d0></TD>".to_owned()
                    } else {
                        format!("<TD><INPUT READONLY VALUE=\"{c}\"></TD>")
                    },
                    "",
                    "</TR>\n<TR>",
                )
            ),
        ),
        (
            "rows of attributes",
            format!(
                "<grid>\n{}\n</grid>",
                lines_of(|_, row| format!("<row value=\"{}\"/>", row.iter().collect::<String>()))
            ),
        ),
        ("points of a page", format!("<p>{}</p>", rows(open("&middot;"), " ", "<br/>\n"))),
    ]);
}

#[test]
fn lists_and_texts() {
    check(&[
        ("yaml", format!("board:\n  - [{}]", rows(open("~"), ", ", "]\n  - ["))),
        ("characters of lisp", format!("[[{}]]", rows(|c| format!("?{c}"), " ", "]\n ["))),
        (
            "bytes of go",
            format!("[][]byte{{\n\t[]byte(\"{}\"),\n}}", rows(open("."), "", "\"),\n\t[]byte(\"")),
        ),
        ("apl", format!("b←9 9⍴{}", rows(open("0"), " ", " "))),
        (
            "rows of objects",
            format!("{{\"rows\":[{{\"cells\":[{}]}}]}}", rows(open("null"), ",", "]},{\"cells\":[")),
        ),
        (
            "cells of objects",
            format!(
                "{{\"grid\":[[{}]]}}",
                rows(|c| format!("{{\"value\":{},\"given\":{}}}", open("0")(c), c != '.'), ",", "],[")
            ),
        ),
    ]);
    for text in [
        format!("https://example.org/solve?puzzle={EASY}"),
        format!("try https://example.org/solve?puzzle={EASY} now"),
    ] {
        assert_eq!(boards(&text), (vec![EASY.to_owned()], Vec::new()), "{text}");
    }
}

/// Two grids side by side are read if the right one is the solution of the left one.
#[test]
fn solutions_beside_their_puzzles() {
    let cells: Vec<char> =
        "439618257256739841781542693894375162173426589562891374928154736647283915315967428".chars().collect();
    let beside = |cells: &[char]| {
        lines_of(|at, row| {
            format!("{}     {}", boxed(row, " ", " | "), boxed(&cells[9 * at..9 * at + 9], " ", " | "))
        })
    };
    assert_board("side by side", &beside(&cells), EASY);
    let mut other = cells;
    other.swap(0, 3);
    let (found, _) = boards(&format!("Two of them:\n\n{}\n", beside(&other)));
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn digits_of_scripts() {
    let script = |digits: &'static str| {
        move |c: char| match c.to_digit(10) {
            Some(digit) => digits.chars().nth(digit as usize - 1).expect("nine digits").to_string(),
            None => ".".to_owned(),
        }
    };
    for digits in [
        "１２３４５６７８９",
        "①②③④⑤⑥⑦⑧⑨",
        "❶❷❸❹❺❻❼❽❾",
        "١٢٣٤٥٦٧٨٩",
        "१२३४५६७८९",
        "一二三四五六七八九",
        "𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗",
        "ⅠⅡⅢⅣⅤⅥⅦⅧⅨ",
    ] {
        for (between, after) in [("", "\n"), (" ", "\n"), ("", "")] {
            let text = rows(script(digits), between, after);
            let options = Options::default();
            let puzzles = sudoku::format::parse(&text, &options).expect("a puzzle");
            assert_eq!(puzzles.iter().map(shown).collect::<Vec<_>>(), [EASY], "{text}");
        }
    }
    for sign in ['・', '•', '◦', '．'] {
        let text = rows(|c| if c == '.' { sign.to_string() } else { c.to_string() }, "", "\n");
        assert_eq!(boards(&text), (vec![EASY.to_owned()], Vec::new()), "{text}");
    }
}

//! Printed grids and tables.

use super::forms::{boxed, check, lines_of, open, printed, quoted, rows};

#[test]
fn printed_grids() {
    check(&[
        ("qqwing", printed(" ", " | ", "-------|-------|-------", '.')),
        ("dashes and +", printed(" ", " | ", "------+-------+------", '.')),
        ("narrow", printed("", "|", "---+---+---", '.')),
        ("without rules", printed(" ", " ", "", '.')),
        ("zeros", printed(" ", " | ", "------+-------+------", '0')),
        ("underscores", printed(" ", " | ", "---------------------", '_')),
        ("asterisks", printed(" ", " | ", "---------------------", '*')),
        ("question marks", printed(" ", "  ", "", '?')),
        ("letters x", printed(" ", " | ", "=====================", 'x')),
        (
            "blank lines between bands",
            printed(" ", "   ", "", '.')
                .lines()
                .enumerate()
                .map(|(at, line)| format!("{line}{}", if at % 3 == 2 { "\n\n" } else { "\n" }))
                .collect(),
        ),
        (
            "frame",
            format!(
                "+-------+-------+-------+\n| {} |\n+-------+-------+-------+",
                printed(" ", " | ", "+-------+-------+-------+", '.')
                    .replace('\n', " |\n| ")
                    .replace("| +-------+-------+-------+ |", "+-------+-------+-------+")
            ),
        ),
        (
            "box drawing",
            format!(
                "┌───────┬───────┬───────┐\n│ {} │\n└───────┴───────┴───────┘",
                printed(" ", " │ ", "├───────┼───────┼───────┤", '.')
                    .replace('\n', " │\n│ ")
                    .replace("│ ├", "├")
                    .replace("┤ │", "┤")
            ),
        ),
        (
            "double lines",
            format!(
                "╔═══════╦═══════╦═══════╗\n║ {} ║\n╚═══════╩═══════╩═══════╝",
                printed(" ", " ║ ", "╠═══════╬═══════╬═══════╣", '.')
                    .replace('\n', " ║\n║ ")
                    .replace("║ ╠", "╠")
                    .replace("╣ ║", "╣")
            ),
        ),
        (
            "indented",
            printed(" ", " | ", "------+-------+------", '.')
                .lines()
                .map(|line| format!("    {line}\n"))
                .collect(),
        ),
        (
            "quoted in a letter",
            printed(" ", " | ", "------+-------+------", '.')
                .lines()
                .map(|line| format!("> {line}\n"))
                .collect(),
        ),
        ("quoted twice", printed("", "", "", '.').lines().map(|line| format!(">> {line}\n")).collect()),
        (
            "in a comment",
            printed(" ", " | ", "------+-------+------", '.')
                .lines()
                .map(|line| format!("// {line}\n"))
                .collect::<String>()
                + "int main() { return 0; }",
        ),
        (
            "in a comment of python",
            "def solve(b):\n".to_owned()
                + &printed(" ", " | ", "------+-------+------", '.')
                    .lines()
                    .map(|line| format!("    # {line}\n"))
                    .collect::<String>()
                + "    return b",
        ),
        (
            "in a comment of javadoc",
            "/**\n".to_owned()
                + &printed(" ", " | ", "------+-------+------", '.')
                    .lines()
                    .map(|line| format!(" * {line}\n"))
                    .collect::<String>()
                + " */",
        ),
        ("code of markdown", format!("```\n{}\n```", printed(" ", " | ", "------+-------+------", '.'))),
        (
            "code of a forum",
            format!("[code]\n{}\n[/code]", printed(" ", " | ", "------+-------+------", '.')),
        ),
        (
            "code of a page",
            format!("<pre><code>{}</code></pre>", printed(" ", " | ", "------+-------+------", '.')),
        ),
        ("breaks of a page", format!("<p>{}</p>", rows(open("."), " ", "<br>\n"))),
        (
            "rows with letters",
            lines_of(|at, row| format!("{} {}", (b'A' + at as u8) as char, boxed(row, " ", " | "))),
        ),
        ("rows with numbers", lines_of(|at, row| format!("{}: {}", at + 1, boxed(row, " ", " ")))),
        (
            "rows and columns",
            format!(
                "    1 2 3   4 5 6   7 8 9\n{}",
                lines_of(|at, row| format!("R{}  {}", at + 1, boxed(row, " ", "   ")))
            ),
        ),
        (
            "labels on both sides",
            lines_of(|at, row| format!("{0} | {1} | {0}", at + 1, boxed(row, " ", " "))),
        ),
        ("blanks for cells", lines_of(|_, row| boxed(row, " ", " | ").replace('.', " "))),
        (
            "frames and blanks",
            format!(
                "+-------+-------+-------+\n{}\n+-------+-------+-------+",
                lines_of(|_, row| format!("| {} |", boxed(row, " ", " | ").replace('.', " ")))
            ),
        ),
        (
            "data frame",
            format!(
                "   0  1  2  3  4  5  6  7  8\n{}",
                lines_of(|at, row| format!(
                    "{at}  {}",
                    row.iter().map(|c| open("NaN")(*c)).collect::<Vec<_>>().join("  ")
                ))
            ),
        ),
        (
            "printed by r",
            format!(
                "      [,1] [,2] [,3] [,4] [,5] [,6] [,7] [,8] [,9]\n{}",
                lines_of(|at, row| format!(
                    " [{},]    {}",
                    at + 1,
                    row.iter().map(|c| open("NA")(*c)).collect::<Vec<_>>().join("    ")
                ))
            ),
        ),
        ("points in the middle", printed(" ", " ", "", '·')),
        ("drawn squares", printed("", "", "", '□')),
        (
            "all lines",
            format!(
                "┏━━━┯━━━┯━━━┳━━━┯━━━┯━━━┳━━━┯━━━┯━━━┓\n{}\n┗━━━┷━━━┷━━━┻━━━┷━━━┷━━━┻━━━┷━━━┷━━━┛",
                lines_of(|at, row| format!(
                    "{}┃ {} ┃",
                    if at == 0 {
                        ""
                    } else {
                        "┠───┼───┼───╂───┼───┼───╂───┼───┼───┨\n"
                    },
                    row.iter().map(|c| open(" ")(*c)).collect::<Vec<_>>().join(" │ ")
                ))
            ),
        ),
        (
            "rows with words",
            lines_of(|at, row| {
                format!(
                    "Row {}: {}",
                    at + 1,
                    row.iter().map(|c| open("0")(*c)).collect::<Vec<_>>().join(", ")
                )
            }),
        ),
        ("emoji", rows(|c| if c == '.' { "⬜".into() } else { format!("{c}\u{fe0f}\u{20e3}") }, "", "\n")),
        ("title above", format!("Easy puzzle, no. 3\n{}", rows(open("."), "", "\n"))),
        ("word above", format!("Easy\n{}", rows(open("."), "", "\n"))),
        ("blocks", printed("", " ", "", '.')),
    ]);
}

#[test]
fn tables() {
    let cell = |c: char| open("")(c);
    check(&[
        ("spreadsheet", rows(cell, "\t", "\n")),
        (
            "spreadsheet without ends",
            rows(cell, "\t", "\n").lines().map(|line| format!("{}\n", line.trim_end_matches('\t'))).collect(),
        ),
        ("commas", rows(cell, ",", "\n")),
        ("semicolons", rows(cell, ";", "\n")),
        ("commas and quotes", rows(quoted(""), ",", "\n")),
        (
            "markdown",
            format!(
                "| a | b | c | d | e | f | g | h | i |\n|---|---|---|---|---|---|---|---|---|\n{}",
                lines_of(|_, row| format!(
                    "| {} |",
                    row.iter().map(|c| open(" ")(*c)).collect::<Vec<_>>().join(" | ")
                ))
            ),
        ),
        (
            "markdown with labels",
            format!(
                "|   | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |\n|:-:|:-:|:-:|:-:|:-:|:-:|:-:|:-:|:-:|:-:|\n{}",
                lines_of(|at, row| format!(
                    "| **{}** | {} |",
                    (b'A' + at as u8) as char,
                    row.iter().map(|c| open(" ")(*c)).collect::<Vec<_>>().join(" | ")
                ))
            ),
        ),
        (
            "bars without blanks",
            lines_of(|_, row| {
                format!("|{}|", row.iter().map(|c| open(" ")(*c)).collect::<Vec<_>>().join("|"))
            }),
        ),
        (
            "latex",
            format!(
                "\\begin{{tabular}}{{|ccc|ccc|ccc|}}\n\\hline\n{} \\\\\n\\hline\n\\end{{tabular}}",
                rows(cell, " & ", " \\\\\n")
            ),
        ),
        (
            "latex with lines",
            format!(
                "\\begin{{tabular}}{{|c|c|c|c|c|c|c|c|c|}} \\hline\n{} \\\\ \\hline\n\\end{{tabular}}",
                rows(cell, " & ", " \\\\ \\hline\n")
            ),
        ),
        (
            "latex sudoku",
            format!("\\begin{{sudoku}}\n|{}|.\n\\end{{sudoku}}", rows(|c| open(" ")(c), "|", "|.\n|")),
        ),
        (
            "html",
            format!(
                "<!DOCTYPE html>\n<table class=\"sudoku\">\n<tr><td>{}</td></tr>\n</table>",
                rows(cell, "</td><td>", "</td></tr>\n<tr><td>")
            ),
        ),
        (
            "html in one line",
            format!(
                "<table><tbody><tr><td>{}</td></tr></tbody></table>",
                rows(open("&nbsp;"), "</td><td>", "</td></tr><tr><td>")
            ),
        ),
        (
            "html, a cell a line",
            format!(
                "<table>\n<tr>\n<td class=\"c\">{}</td>\n</tr>\n</table>",
                rows(cell, "</td>\n<td class=\"c\">", "</td>\n</tr>\n<tr>\n<td class=\"c\">")
            ),
        ),
        (
            "html, bold",
            format!(
                "<table><tr><td><b>{}</b></td></tr></table>",
                rows(cell, "</b></td><td><b>", "</b></td></tr>\n<tr><td><b>")
            ),
        ),
        (
            "html, fields",
            format!(
                "<table><tr><td>{}</td></tr></table>",
                rows(
                    |c| format!("<input maxlength=\"1\" value=\"{}\">", open("")(c)),
                    "</td><td>",
                    "</td></tr>\n<tr><td>"
                )
            ),
        ),
        (
            "forum",
            format!("[table][tr][td]{}[/td][/tr][/table]", rows(cell, "[/td][td]", "[/td][/tr]\n[tr][td]")),
        ),
        (
            "divisions",
            format!(
                "<div class=g>\n<div class=r><span>{}</span></div>\n</div>",
                rows(cell, "</span><span>", "</span></div>\n<div class=r><span>")
            ),
        ),
        (
            "cells of xml",
            format!(
                "<sudoku><row><cell>{}</cell></row></sudoku>",
                rows(open("0"), "</cell><cell>", "</cell></row>\n<row><cell>")
            ),
        ),
        (
            "a table of text",
            format!(
                "+---+---+---+---+---+---+---+---+---+\n{}\n+---+---+---+---+---+---+---+---+---+",
                lines_of(|at, row| format!(
                    "{}| {} |",
                    if at == 0 { "" } else { "+---+---+---+---+---+---+---+---+---+\n" },
                    row.iter().map(|c| open(" ")(*c)).collect::<Vec<_>>().join(" | ")
                ))
            ),
        ),
        ("wiki", format!("{{| class=\"wikitable\"\n|-\n| {}\n|}}", rows(cell, " || ", "\n|-\n| "))),
        ("wiki, a cell a line", format!("{{| border=1\n|-\n|{}\n|}}", rows(cell, "\n|", "\n|-\n|"))),
        (
            "wiki, with looks",
            format!(
                "{{|\n|-\n| align=center | {}\n|}}",
                rows(cell, " || align=center | ", "\n|-\n| align=center | ")
            ),
        ),
        (
            "jira",
            lines_of(|_, row| {
                format!("|{}|", row.iter().map(|c| open(" ")(*c)).collect::<Vec<_>>().join("|"))
            }),
        ),
    ]);
}
